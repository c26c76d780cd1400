import { h } from "./dom.js";

/** @param {number} seconds */
function minutes(seconds) {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

/** The playing time of a puzzle; it stops while the page is hidden. */
export class PuzzleClock {
  /** Seconds before the last start. */
  #elapsed = 0;
  /** The time of the last start in milliseconds; 0 if the clock is stopped. */
  #since = 0;
  element = h("span", { class: "clock", role: "timer", "aria-label": "Time" }, minutes(0));

  constructor() {
    setInterval(() => { this.element.textContent = minutes(this.#seconds()); }, 500);
    document.addEventListener("visibilitychange", () => document.hidden && this.stop());
  }

  #seconds() {
    return this.#elapsed + (this.#since ? (Date.now() - this.#since) / 1000 : 0);
  }

  start() {
    this.#since ||= Date.now();
  }

  stop() {
    [this.#elapsed, this.#since] = [this.#seconds(), 0];
  }

  reset() {
    [this.#elapsed, this.#since] = [0, 0];
  }

  /** The time as minutes and seconds; empty below one second. */
  words() {
    return this.#seconds() >= 1 ? minutes(this.#seconds()) : "";
  }
}
