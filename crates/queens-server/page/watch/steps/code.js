import { button, h, put } from "../../shared/dom.js";
import { copyWithToast } from "../../shared/toast.js";
import { STEP_KINDS } from "../trace.js";

/**
 * The code of an engine with the current line: its pseudocode, and the same algorithm in programming
 * languages.
 * @typedef {{text: string, step: string | null}} CodeLine `step` is the kind of step that the line performs
 * @typedef {{language: string, name: string, first_index: number, lines: CodeLine[]}} Program `first_index`
 *   is the number of its first row and column
 */

const PSEUDOCODE = "pseudocode";

/** The languages of all programs; an engine has some of them. */
export const LANGUAGES = ["basic", "c", "hy", "javascript", "perl", "prolog", "python", "xslt"];

/** @type {Promise<Record<string, Program[]>> | null} */
let fetched = null;

/**
 * The programs of each engine, by its id; fetched once. Without them there is only pseudocode.
 * @returns {Promise<Record<string, Program[]>>}
 */
function allPrograms() {
  fetched ??= fetch(new URL("../../programs.json", import.meta.url))
    .then((response) => (response.ok ? response.json() : {}));
  fetched.catch(() => { fetched = null; });
  return fetched;
}

export class CodePanel {
  #tabs = h("div", { class: "code-tabs", role: "tablist", "aria-label": "Language", hidden: true });
  #list = h("ol", { class: "blackboard" });
  #box = h("div", { class: "code-box", id: "code-box", tabindex: 0 }, this.#list);
  #copy = button("Copy", () => this.#copyAll(), { class: "quiet" });
  #head = h("div", { class: "code-head" }, this.#tabs, this.#copy);
  element = h("section", { class: "code", "aria-label": "Code" }, this.#head, this.#box);
  #services;
  #engine = "";
  /** @type {Program[]} */
  #programs = [];
  #language = PSEUDOCODE;
  /** The line for each kind of step. @type {HTMLElement[]} */
  #lines = [];
  #kind = -1;

  /**
   * @param {{change: (language: string) => void, say: (words: string) => void, drawn: () => void}} services
   *   `change` stores the language
   */
  constructor(services) {
    this.#services = services;
    this.#tabs.addEventListener("keydown", (event) => this.#key(event));
  }

  /**
   * Shows the code of an engine.
   * @param {string} engine
   * @param {CodeLine[]} idea its pseudocode
   */
  async show(engine, idea) {
    this.#engine = engine;
    this.#offer([{ language: PSEUDOCODE, name: "Pseudocode", first_index: 0, lines: idea }]);
    // Until the programs are there, their tabs keep their place.
    this.#tabs.hidden = false;
    const all = await allPrograms().catch(() => /** @type {Record<string, Program[]>} */ ({}));
    if (this.#engine === engine) this.#offer([this.#programs[0], ...(all[engine] ?? [])]);
  }

  /** @param {Program[]} programs */
  #offer(programs) {
    this.#programs = programs;
    this.#tabs.hidden = programs.length < 2;
    put(this.#tabs, ...programs.map(({ language, name }) =>
      h("button",
        { type: "button", role: "tab", id: `code-${language}`, "aria-controls": "code-box",
          click: (/** @type {MouseEvent} */ event) => this.#click(event, language) }, name)));
    this.#write();
  }

  /**
   * @param {MouseEvent} event
   * @param {string} language
   */
  #click(event, language) {
    this.#services.change(language);
    // After a click with the mouse the arrow keys go on stepping.
    if (event.detail > 0 && event.currentTarget instanceof HTMLElement) event.currentTarget.blur();
  }

  /**
   * @param {string | undefined} language that of the address; the pseudocode if the engine has no program in
   *   it
   */
  choose(language) {
    if ((language || PSEUDOCODE) === this.#language) return;
    this.#language = language || PSEUDOCODE;
    this.#write();
  }

  /** The number of the first row and column in the program that is shown. */
  get firstIndex() {
    return this.#shown()?.first_index ?? 0;
  }

  #shown() {
    return this.#programs.find(({ language }) => language === this.#language) ?? this.#programs[0];
  }

  #write() {
    const shown = this.#shown();
    if (!shown) return;
    for (const tab of this.#tabs.children) {
      const isShown = tab.id === `code-${shown.language}`;
      tab.setAttribute("aria-selected", String(isShown));
      tab.setAttribute("tabindex", isShown ? "0" : "-1");
      if (isShown && tab instanceof HTMLElement) {
        this.#tabs.scrollLeft = tab.offsetLeft - this.#tabs.offsetLeft - 60;
      }
    }
    const lines = shown.lines.map(({ text, step }) => {
      const line = h("li", { "data-step": step }, text.trimStart() || "\u00a0");
      line.style.setProperty("--in", String((text.length - text.trimStart().length) / 2));
      return line;
    });
    this.#lines = STEP_KINDS.map(
      (kind) => /** @type {HTMLElement} */ (lines.find((line) => line.dataset.step === kind)));
    const isProgram = shown.language !== PSEUDOCODE;
    this.element.classList.toggle("is-program", isProgram);
    const label = isProgram ? `${shown.name} with the current line` : "Pseudocode with the current line";
    this.#list.setAttribute("aria-label", label);
    put(this.#list, ...lines);
    this.#box.scrollTop = 0;
    const kind = this.#kind;
    this.#kind = -1;
    this.light(kind);
    this.#services.drawn();
  }

  /**
   * Highlights the line of a kind of step.
   * @param {number} kind -1 for none
   */
  light(kind) {
    if (kind === this.#kind) return;
    this.#lines[this.#kind]?.removeAttribute("aria-current");
    this.#kind = kind;
    const line = this.#lines[kind];
    line?.setAttribute("aria-current", "step");
    if (line) this.reveal();
  }

  /** Scrolls the box, and nothing else, until the current line is in its middle half. */
  reveal() {
    const line = this.#lines[this.#kind];
    const height = this.#box.clientHeight;
    if (!line || this.#box.scrollHeight <= height) return;
    const top = line.offsetTop - this.#box.offsetTop;
    const [first, last] = [this.#box.scrollTop + height / 4, this.#box.scrollTop + (height * 3) / 4];
    if (top < first || top + line.offsetHeight > last) {
      this.#box.scrollTop = top - (height - line.offsetHeight) / 2;
    }
  }

  #copyAll() {
    const text = `${this.#shown().lines.map((line) => line.text).join("\n")}\n`;
    copyWithToast(text, "The code is copied.");
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const at = this.#programs.indexOf(this.#shown());
    const next = this.#programs[(at + by + this.#programs.length) % this.#programs.length];
    document.getElementById(`code-${next.language}`)?.focus();
    this.#services.change(next.language);
    event.preventDefault();
    event.stopPropagation();
  }
}
