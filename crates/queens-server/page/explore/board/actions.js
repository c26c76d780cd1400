import { button, h, put } from "../../shared/dom.js";

/**
 * The buttons that ask for solutions and counts.
 *
 * @typedef {{show: (answer: string) => void, another: () => void, keep: () => void, count: () => void,
 *   countFundamental: () => void, classes: () => void}} Asked `show` is called with the answer that the
 *   address then names
 * @typedef {{isRelative: boolean, obstacle: string, hasAnswer: boolean, hasOther: boolean}} Situation
 *   `isRelative` if the question is not that of queens; `obstacle` is the reason why nothing can be asked, ""
 *   if there is none; `hasOther` if a further solution may be shown
 */

/** The largest seed of a random solution. */
const MAX_SEED = 999_999;

export class BoardActions {
  #complete;
  #find;
  #random;
  #largest;
  #count;
  #fundamental;
  #classes;
  #next;
  #keep;
  /** The reason why buttons are disabled. */
  #obstacle = h("p", { class: "small", id: "obstacle" });
  /** The rows of buttons. */
  elements;

  /**
   * @param {Asked} asked
   * @param {HTMLElement} stopButton
   */
  constructor(asked, stopButton) {
    const random = () => `r${1 + Math.floor(Math.random() * MAX_SEED)}`;
    this.#complete = button("Complete it", () => asked.show("1"),
      { class: "main", title: "Show a solution with these queens" });
    this.#find = button("Find", () => asked.show("1"),
      { class: "main", title: "Show an answer to the question" });
    this.#next = button("Another", asked.another, { title: "Show another solution" });
    this.#keep = button("Keep it", asked.keep, { title: "Place the queens of the solution" });
    this.#random = button("Random", () => asked.show(random()),
      { title: "Show a random solution with these queens" });
    this.#largest = button("Largest set", () => asked.show("m"), { title: "Add as many pieces as possible" });
    this.#count = button("Count", asked.count, { title: "Count the solutions with these queens" });
    this.#classes = button("Classes", asked.classes, { title: "Count the solutions by their symmetry" });
    this.#fundamental = button("Count up to symmetry", asked.countFundamental,
      { title: "Count those that differ only by rotation or reflection once" });
    const group = (/** @type {string} */ name, /** @type {Node[]} */ ...buttons) =>
      h("div", { class: "row", role: "group", "aria-label": name }, ...buttons);
    this.elements = [
      group("Solve", this.#complete, this.#find, this.#next, this.#keep, this.#random, this.#largest),
      group("Count", this.#count, this.#classes, this.#fundamental, stopButton),
      this.#obstacle,
    ];
  }

  /** Shows the buttons that have a use now. @param {Situation} situation */
  update({ isRelative, obstacle, hasAnswer, hasOther }) {
    this.#keep.hidden = !hasAnswer;
    this.#next.hidden = !hasOther;
    const ofQueens = [this.#complete, this.#random, this.#largest, this.#classes];
    const ofOthers = [this.#find, this.#fundamental];
    for (const button of ofQueens) button.hidden = isRelative;
    for (const button of ofOthers) button.hidden = !isRelative;
    put(this.#obstacle, obstacle);
    // A largest set exists even if the position cannot be completed.
    for (const button of [this.#complete, this.#random, this.#classes, ...ofOthers, this.#count]) {
      button.disabled = obstacle !== "";
      if (obstacle) button.setAttribute("aria-describedby", "obstacle");
      else button.removeAttribute("aria-describedby");
    }
  }

  /** Presses the main button. @param {boolean} isRelative */
  pressMain(isRelative) {
    (isRelative ? this.#find : this.#complete).click();
  }

  /** Presses the button for another solution, if there is one. */
  pressNext() {
    if (this.#next.hidden) return false;
    this.#next.click();
    return true;
  }
}
