import { h, put } from "../../shared/dom.js";
import { MAX_CODE_LENGTH } from "./link.js";

/**
 * A text field for code, with line numbers. Tab indents; after Escape it moves to the next field, as
 * elsewhere.
 */
export class CodeEditor {
  #change;
  #run;
  #open;
  #area = h("textarea",
    { class: "own-code", wrap: "off", spellcheck: "false", autocapitalize: "off", autocomplete: "off",
      maxlength: MAX_CODE_LENGTH, "aria-label": "Your code", "aria-describedby": "own-keys",
      "aria-keyshortcuts": "Control+Enter" });
  #numbers = h("div", { class: "line-numbers", "aria-hidden": "true" });
  #keys = h("p", { class: "small", id: "own-keys" },
    "Tab indents by two spaces. To leave the field, press Escape and then Tab. Ctrl+Enter checks the code.");
  #isLeaving = false;
  #marked = 0;
  element = h("div", { class: "editor" }, h("div", { class: "written" }, this.#numbers, this.#area),
    this.#keys);

  /**
   * @param {{change: (code: string) => void, run: () => void, open: (file: File) => void}} listeners `run` is
   *   called for Ctrl+Enter, `open` for a file that is dropped
   */
  constructor({ change, run, open }) {
    this.#change = change;
    this.#run = run;
    this.#open = open;
    this.#area.addEventListener("input", () => {
      this.#marked = 0;
      this.#number();
      this.#change(this.#area.value);
    });
    this.#area.addEventListener("scroll", () => { this.#numbers.scrollTop = this.#area.scrollTop; });
    this.#area.addEventListener("drop", (event) => this.#openDropped(event));
    this.#area.addEventListener("keydown", (event) => this.#pressKey(event));
  }

  /**
   * Opens a dropped file here; elsewhere on the page a drop opens a puzzle or a board.
   * @param {DragEvent} event
   */
  #openDropped(event) {
    event.stopPropagation();
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    this.#open(file);
  }

  /** @param {KeyboardEvent} event */
  #pressKey(event) {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key === "Tab" && isPlain && !event.shiftKey && !this.#isLeaving) {
      event.preventDefault();
      this.#insert("  ");
    } else if (event.key === "Enter" && isPlain && !event.shiftKey) {
      event.preventDefault();
      this.#insert(`\n${this.#indentation()}`);
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.#run();
    }
    this.#isLeaving = event.key === "Escape" || (this.#isLeaving && event.key === "Shift");
  }

  /** The spaces before the line of the cursor. */
  #indentation() {
    const line = this.#area.value.slice(0, this.#area.selectionStart).split("\n").at(-1) ?? "";
    return /^ */.exec(line)?.[0] ?? "";
  }

  /** Numbers the lines, and marks the wrong one. */
  #number() {
    const count = this.#area.value.split("\n").length;
    if (this.#numbers.childElementCount !== count) {
      put(this.#numbers, ...Array.from({ length: count }, (_, at) => h("span", {}, at + 1)));
    }
    for (const line of this.#numbers.querySelectorAll(".wrong")) line.classList.remove("wrong");
    if (this.#marked) this.#numbers.children[this.#marked - 1]?.classList.add("wrong");
    this.#numbers.scrollTop = this.#area.scrollTop;
  }

  /** Inserts text at the cursor, so that it can be undone. @param {string} text */
  #insert(text) {
    // The only way that keeps the undo history of the field.
    if (document.execCommand("insertText", false, text)) return;
    this.#area.setRangeText(text, this.#area.selectionStart, this.#area.selectionEnd, "end");
    this.#area.dispatchEvent(new Event("input"));
  }

  get code() {
    return this.#area.value;
  }

  /** @param {string} code */
  set(code) {
    this.#area.value = code;
    this.#area.scrollTop = 0;
    this.#marked = 0;
    this.#number();
  }

  /** Marks a line as wrong and shows it; 0 for none. @param {number} line */
  mark(line) {
    this.#marked = line;
    this.#number();
    if (line) {
      this.#area.scrollTop = Math.max(0,
        (line - 5) * (this.#area.scrollHeight / this.#numbers.childElementCount));
    }
  }

  /** Moves the cursor to a line. @param {number} line */
  goTo(line) {
    const at = this.#area.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    this.#area.focus();
    this.#area.setSelectionRange(at, at);
  }
}
