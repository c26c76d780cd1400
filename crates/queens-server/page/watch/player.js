import { button, h, put, s } from "../shared/dom.js";
import { grouped } from "../shared/words.js";

/** Steps per second at each position of the speed slider. */
const SPEED_STEPS = [1, 2, 4, 8, 15, 30, 60, 200, 1000, 5000, 20000];

/** Pictures of the buttons, which replace their words where there is little room. */
const ICONS = {
  start: "M5 5h3v14H5zM19 5v14L9 12z",
  back: "M17 5v14L6 12z",
  play: "M7 4v16l13-8z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  forward: "M7 5v14l11-7z",
  end: "M16 5h3v14h-3zM5 5v14l10-7z",
};

/**
 * The picture and the word of a button.
 * @param {keyof typeof ICONS} icon
 * @param {string} word
 */
const face = (icon,
  word) => [s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { d: ICONS[icon] })), h("span", {}, word)];

/**
 * @param {keyof typeof ICONS} icon
 * @param {string} word
 * @param {() => void} click
 * @param {import("../shared/dom.js").Properties} properties
 */
function transportButton(icon, word, click, properties) {
  const found = button(null, click, properties);
  found.append(...face(icon, word));
  return found;
}

/**
 * The sequence to play: `length` is the number of steps that are loaded, `isWhole` is true if these are all;
 * `show` draws the current step, `reach` loads more steps up to a number, `paused` is called when playing
 * stops.
 * @typedef {{length: () => number, isWhole: () => boolean, show: () => void, reach?: (step: number) => void,
 *   paused?: () => void}} Played
 */

/** A player of steps, forward and back: buttons, a slider, keys, and automatic play at any speed. */
export class Player {
  /** The current step; 0 before the first. */
  at = 0;
  isPlaying = false;
  #played;
  #speed = 3;
  #due = 0;
  #before = 0;
  /** @type {() => void} */
  #fetchAll;
  scrub = h("input",
    { class: "scrub", type: "range", min: 0, max: 0, step: 1, value: 0, "aria-label": "Step" });
  #rate = h("input", { type: "range", min: 0, max: SPEED_STEPS.length - 1, step: 1, "aria-label": "Speed" });
  #rateWords = h("span", { class: "small" });
  #place = h("span", { class: "small num" });
  #more = button("Load all", () => this.#fetchAll(), { class: "quiet", hidden: true });
  #play = transportButton("play", "Play", () => this.toggle(),
    { class: "main play", "aria-keyshortcuts": "Space" });
  /** The row of buttons. */
  transport;
  speed;
  /** The number of the step. */
  place;
  /** Both of these in a row. */
  pace;
  /** All of it. */
  element;

  /**
   * @param {Played} played
   * @param {{most?: number, unit?: string}} [options] the limit of steps to load, and the name of a step
   */
  constructor(played, { most = Infinity, unit = "step" } = {}) {
    this.#played = played;
    this.unit = unit;
    this.#fetchAll = () => played.reach?.(most);
    this.scrub.addEventListener("input", () => this.jump(Number(this.scrub.value)));
    this.#rate.addEventListener("input", () => this.#setSpeed(Number(this.#rate.value)));
    this.transport = h("div", { class: "row transport" },
      transportButton("start", "Start", () => this.jump(0), { "aria-keyshortcuts": "Home" }),
      transportButton("back", "Back", () => this.jump(this.at - 1), { "aria-keyshortcuts": "ArrowLeft" }),
      this.#play,
      transportButton("forward", "Forward", () => this.jump(this.at + 1),
        { "aria-keyshortcuts": "ArrowRight" }),
      transportButton("end", "End", () => this.jump(played.length()), { "aria-keyshortcuts": "End" }));
    this.speed = h("label", { class: "speed" }, h("span", { class: "small" }, "Speed"), this.#rate,
      this.#rateWords);
    this.place = h("span", { class: "place" }, this.#place, this.#more);
    this.pace = h("div", { class: "row between" }, this.speed, this.place);
    this.element = h("div", {}, this.scrub, this.transport, this.pace);
    this.#setSpeed(this.#speed);
  }

  /**
   * Goes to a step and pauses.
   * @param {number} step
   */
  jump(step) {
    this.pause();
    this.go(step);
  }

  /** @param {number} step */
  go(step) {
    this.at = Math.max(0, Math.min(step, this.#played.length()));
    this.#played.show();
  }

  /** Updates the slider and the number of the step; called by `show`. */
  refresh() {
    const length = this.#played.length();
    const isWhole = this.#played.isWhole();
    this.scrub.max = String(length);
    this.scrub.value = String(this.at);
    this.scrub.setAttribute("aria-valuetext", `${this.unit} ${this.at} of ${length}`);
    this.#place.textContent = `${grouped(this.at)} of ${grouped(length)}${isWhole ? "" : " so far"}`;
    this.#more.hidden = isWhole || !this.#played.reach;
  }

  start() {
    if (this.at >= this.#played.length() && this.#played.isWhole()) this.go(0);
    this.isPlaying = true;
    [this.#due, this.#before] = [0, performance.now()];
    requestAnimationFrame((now) => this.#tick(now));
    put(this.#play, ...face("pause", "Pause"));
  }

  pause() {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    put(this.#play, ...face("play", "Play"));
    this.#played.paused?.();
  }

  toggle() {
    if (this.isPlaying) this.pause();
    else this.start();
  }

  /** @param {number} now */
  #tick(now) {
    if (!this.isPlaying) return;
    this.#due += (Math.min(100, now - this.#before) / 1000) * SPEED_STEPS[this.#speed];
    this.#before = now;
    if (this.#due >= 1) {
      this.go(this.at + Math.floor(this.#due));
      this.#due %= 1;
    }
    if (this.at >= this.#played.length() && this.#played.isWhole()) this.pause();
    else requestAnimationFrame((next) => this.#tick(next));
  }

  /** @param {number} to */
  #setSpeed(to) {
    this.#speed = Math.max(0, Math.min(SPEED_STEPS.length - 1, to));
    this.#rate.value = String(this.#speed);
    const words = `${grouped(SPEED_STEPS[this.#speed])} ${this.unit}${this.#speed ? "s" : ""} a second`;
    this.#rate.setAttribute("aria-valuetext", words);
    put(this.#rateWords, words);
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} true if the key has a meaning here
   */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.key === " " && target.closest("button, summary, a, input[type=checkbox], input[type=radio]")) {
      return false;
    }
    if (target === this.#rate || target.closest("input[type=radio], .node-list")) return false;
    const far = event.shiftKey ? 100 : 1;
    /** @type {Record<string, () => void>} */
    const keys = {
      " ": () => this.toggle(),
      ArrowRight: () => this.jump(this.at + far),
      ArrowLeft: () => this.jump(this.at - far),
      ArrowUp: () => this.#setSpeed(this.#speed + 1),
      ArrowDown: () => this.#setSpeed(this.#speed - 1),
      Home: () => this.jump(0),
      End: () => this.jump(this.#played.length()),
    };
    if (!(event.key in keys)) return false;
    keys[event.key]();
    return true;
  }
}
