import { h, put } from "../../shared/dom.js";
import { MAX_CODE_LENGTH } from "./link.js";

/**
 * A text field for code, with line numbers. Tab indents; after Escape it moves to the next field, as elsewhere.
 * @param {{change: (code: string) => void, run: () => void, open: (file: File) => void}} listeners `run` is called for
 *   Ctrl+Enter, `open` for a file that is dropped
 */
export function codeEditor({ change, run, open }) {
  const area = h("textarea", { class: "own-code", wrap: "off", spellcheck: "false", autocapitalize: "off", autocomplete: "off", maxlength: MAX_CODE_LENGTH, "aria-label": "Your code", "aria-describedby": "own-keys", "aria-keyshortcuts": "Control+Enter" });
  const numbers = h("div", { class: "line-numbers", "aria-hidden": "true" });
  const keys = h("p", { class: "small", id: "own-keys" }, "Tab indents by two spaces. To leave the field, press Escape and then Tab. Ctrl+Enter checks the code.");
  let isLeaving = false;
  let marked = 0;

  function number() {
    const count = area.value.split("\n").length;
    if (numbers.childElementCount !== count) put(numbers, ...Array.from({ length: count }, (_, at) => h("span", {}, at + 1)));
    for (const line of numbers.querySelectorAll(".wrong")) line.classList.remove("wrong");
    if (marked) numbers.children[marked - 1]?.classList.add("wrong");
    numbers.scrollTop = area.scrollTop;
  }

  /** Inserts text at the cursor, so that it can be undone. @param {string} text */
  function insert(text) {
    // The only way that keeps the undo history of the field.
    if (document.execCommand("insertText", false, text)) return;
    area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
    area.dispatchEvent(new Event("input"));
  }

  area.addEventListener("input", () => {
    marked = 0;
    number();
    change(area.value);
  });
  area.addEventListener("scroll", () => { numbers.scrollTop = area.scrollTop; });
  area.addEventListener("drop", (event) => {
    // Elsewhere on the page a drop opens a puzzle or a board.
    event.stopPropagation();
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    open(file);
  });
  area.addEventListener("keydown", (event) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key === "Tab" && isPlain && !event.shiftKey && !isLeaving) {
      event.preventDefault();
      insert("  ");
    } else if (event.key === "Enter" && isPlain && !event.shiftKey) {
      event.preventDefault();
      const line = area.value.slice(0, area.selectionStart).split("\n").at(-1) ?? "";
      insert(`\n${/^ */.exec(line)?.[0] ?? ""}`);
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      run();
    }
    isLeaving = event.key === "Escape" || (isLeaving && event.key === "Shift");
  });

  return {
    element: h("div", { class: "editor" }, h("div", { class: "written" }, numbers, area), keys),
    get code() {
      return area.value;
    },
    /** @param {string} code */
    set(code) {
      area.value = code;
      area.scrollTop = 0;
      marked = 0;
      number();
    },
    /** Marks a line as wrong and shows it; 0 for none. @param {number} line */
    mark(line) {
      marked = line;
      number();
      if (line) area.scrollTop = Math.max(0, (line - 5) * (area.scrollHeight / numbers.childElementCount));
    },
    /** Moves the cursor to a line. @param {number} line */
    goTo(line) {
      const at = area.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
      area.focus();
      area.setSelectionRange(at, at);
    },
  };
}
