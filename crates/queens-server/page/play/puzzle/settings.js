import { h, hasTouchScreen, modes, tick } from "../../shared/dom.js";
import { keep, stored } from "../../shared/store.js";

/** Settings of the player of puzzles, which the browser remembers. */

/**
 * The key of each setting that is on or off, and whether it is on at first.
 * @type {Record<string, [string, boolean]>}
 */
const SWITCHES = {
  isAuto: ["queens.auto", false],
  showsClashes: ["queens.clashes", true],
  showsClock: ["queens.clock", true],
  hasSecondCross: ["queens.second-cross", false],
};

const TAP_KEY = "queens.tap";

/** The label of each switch. @type {Record<string, string>} */
const LABELS = {
  isAuto: "Mark impossible squares automatically",
  showsClashes: "Show at once when queens break a rule",
  showsClock: "Show the clock",
  hasSecondCross: hasTouchScreen() ? "Crosses of a second colour" : "Crosses of a second colour (key Y)",
};

export class PlaySettings {
  isAuto = false;
  showsClashes = true;
  showsClock = true;
  hasSecondCross = false;
  /**
   * True if a tap sets the mark that a switch beside the board chooses; otherwise it changes empty to cross
   * to queen.
   */
  hasMarkSwitch = false;
  /** @type {Record<string, HTMLInputElement>} */
  #inputs = {};
  #taps;
  element;

  /** @param {() => void} change called after a change by the player */
  constructor(change) {
    const set = (/** @type {string} */ key, /** @type {string} */ value) => {
      keep(key, value);
      // Without keys, only the switch has the second colour.
      if (key === SWITCHES.hasSecondCross[0] && value === "yes" && hasTouchScreen()) keep(TAP_KEY, "switch");
      this.load();
      change();
    };
    this.#taps = modes("Taps", [["cycle", "Cross, then queen"], ["switch", "The chosen mark"]],
      (value) => set(TAP_KEY, value));
    const ticks = Object.entries(LABELS).map(([name, label]) => {
      const { element, input } = tick(label, (isOn) => set(SWITCHES[name][0], isOn ? "yes" : "no"));
      this.#inputs[name] = input;
      return h("div", {}, element);
    });
    this.element = h("details", { class: "play-settings" }, h("summary", {}, "Settings"),
      h("p", { class: "small" }, "A tap sets"), this.#taps.element, ...ticks);
    this.load();
  }

  /** Loads what the browser remembers, which another player may have changed. */
  load() {
    for (const [name, [key, isOnAtFirst]] of Object.entries(SWITCHES)) {
      const isOn = isOnAtFirst ? stored(key) !== "no" : stored(key) === "yes";
      Object.assign(this, { [name]: isOn });
      this.#inputs[name].checked = isOn;
    }
    this.hasMarkSwitch = stored(TAP_KEY) === "switch";
    this.#taps.set(this.hasMarkSwitch ? "switch" : "cycle");
  }
}
