import { button, disable, h } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { PuzzleClock } from "./clock.js";

/** The clock of a game with its button for a pause, and the cover of the board during one. */
export class PausableClock {
  clock = new PuzzleClock();
  #pause;
  #resume;
  #cover;
  #change;
  element;

  /** @param {(cover: HTMLElement | null) => void} change called with the cover of the board, null for none */
  constructor(change) {
    this.#change = change;
    this.#pause = button(icon("pause"), () => this.setPaused(true),
      { class: "icon-button", "aria-label": "Pause" });
    this.#resume = button("Resume", () => this.setPaused(false), { class: "main" });
    this.#cover = h("div", { class: "cover" }, h("p", {}, "Paused"), this.#resume);
    this.element = h("div", { class: "timed" }, this.clock.element, this.#pause);
  }

  /** @param {boolean} isPaused */
  setPaused(isPaused) {
    if (isPaused === this.clock.isPaused) return;
    if (isPaused) this.clock.pause();
    else this.clock.resume();
    this.#pause.inert = isPaused;
    this.#change(isPaused ? this.#cover : null);
    if (isPaused) this.#resume.focus();
  }

  /** @param {string} why the clock cannot be paused; "" if it can */
  disablePause(why) {
    disable(this.#pause, why);
  }
}
