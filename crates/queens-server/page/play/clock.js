import { h, setText } from "../shared/dom.js";

/** A time in minutes and seconds. @param {number} seconds */
export function minutes(seconds) {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

/** The playing time of a puzzle; it stops while the page is hidden. */
export class PuzzleClock {
  /** Seconds before the last start. */
  #elapsed = 0;
  /** The time of the last start in milliseconds; 0 if the clock is stopped. */
  #since = 0;
  /** True while it may not start. */
  isPaused = false;
  element = h("span", { class: "clock", role: "timer", "aria-label": "Time" }, minutes(0));

  constructor() {
    setInterval(() => setText(this.element, minutes(this.seconds)), 500);
    document.addEventListener("visibilitychange", () => document.hidden && this.stop());
  }

  /** The playing time. */
  get seconds() {
    return this.#elapsed + (this.#since ? (Date.now() - this.#since) / 1000 : 0);
  }

  /** Starts the clock, unless it is paused. */
  start() {
    if (!this.isPaused) this.#since ||= Date.now();
  }

  pause() {
    this.stop();
    this.isPaused = true;
  }

  resume() {
    this.isPaused = false;
    this.start();
  }

  stop() {
    [this.#elapsed, this.#since] = [this.seconds, 0];
  }

  /** Moves the time forward, if another window has played longer. @param {number} seconds */
  raise(seconds) {
    this.#elapsed += Math.max(0, seconds - this.seconds);
  }

  /** @param {number} seconds the time that is shown now */
  reset(seconds) {
    [this.#elapsed, this.#since, this.isPaused] = [seconds, 0, false];
  }

  /** The time as minutes and seconds; empty below one second. */
  words() {
    return this.seconds >= 1 ? minutes(this.seconds) : "";
  }
}
