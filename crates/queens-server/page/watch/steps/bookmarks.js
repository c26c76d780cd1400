import { button, h, put, setText } from "../../shared/dom.js";
import { grouped } from "../../shared/words.js";

/** The largest number of bookmarks in an address. */
const MAX_BOOKMARKS = 50;

/** A setting of the address with the numbers of steps. @param {string} steps */
export const checkBookmarks = (steps) =>
  (/^\d{1,7}(,\d{1,7})*$/.test(steps) ? "" : "use the numbers of steps, with commas between");

/** The bookmarks of a trace: steps in order, as in the address, with their sentences. */
export class Bookmarks {
  /** @type {number[]} */
  steps = [];
  #list = h("ol", {});
  #toggle;
  #services;
  /** @type {HTMLElement[]} */
  #sentences = [];
  element = h("section", { class: "bookmarks", "aria-label": "Bookmarks", hidden: true },
    h("h2", {}, "Bookmarks"), this.#list);

  /**
   * @param {{go: (step: number) => void, at: () => number, change: (text: string) => void}} services `change`
   *   stores the bookmarks
   */
  constructor(services) {
    this.#services = services;
    this.#toggle = button("Bookmark", () => this.toggle(services.at()),
      { "aria-keyshortcuts": "M", "aria-pressed": "false" });
  }

  /** The button that sets or clears a bookmark at the current step. */
  get toggleButton() {
    return this.#toggle;
  }

  /**
   * Shows the bookmarks of an address.
   * @param {string | undefined} text steps with commas between
   */
  take(text) {
    const found = (text ?? "").split(",").filter((part) => /^\d{1,7}$/.test(part)).map(Number);
    const steps = [...new Set(found)].sort((a, b) => a - b).slice(0, MAX_BOOKMARKS);
    if (steps.join() === this.steps.join()) return;
    this.steps = steps;
    this.#sentences = steps.map(() => h("span", {}));
    put(this.#list, ...steps.map((step, at) => h("li", {},
      button(grouped(step), () => this.#services.go(step), { "aria-label": `Go to step ${step}` }),
      this.#sentences[at],
      button("Remove", () => this.toggle(step),
        { class: "quiet", "aria-label": `Remove the bookmark at step ${step}` }))));
    this.element.hidden = steps.length === 0;
  }

  /** @param {number} step */
  toggle(step) {
    const rest = this.steps.filter((one) => one !== step);
    const steps = rest.length < this.steps.length ? rest : [...rest, step].sort((a, b) => a - b);
    this.#services.change(steps.join());
  }

  /**
   * Shows the sentences of the bookmarks, and whether there is one at the current step.
   * @param {number} at
   * @param {(step: number) => string} sentence
   */
  draw(at, sentence) {
    this.#toggle.setAttribute("aria-pressed", String(this.steps.includes(at)));
    this.#sentences.forEach((element, index) => {
      if (!element.textContent) setText(element, sentence(this.steps[index]));
    });
  }
}
