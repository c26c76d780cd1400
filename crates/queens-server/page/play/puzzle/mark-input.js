import { nameOf } from "../../shared/position.js";
import { Stroke } from "../stroke.js";
import { counted, effectWords } from "../words.js";
import { MarkSwitch } from "./mark-switch.js";
import { CROSS, OPEN, QUEEN, SECOND_CROSS, isClue } from "./state.js";
import { MARK_WORDS } from "./view.js";

/**
 * What taps, drags and keys on the board do to the marks of a puzzle.
 *
 * @typedef {{puzzle: () => import("./state.js").Puzzle | null, mark: (marks: string[], isSecondTap: boolean)
 *   => void, draw: () => void, say: (text: string) => void, settings: () =>
 *   import("./settings.js").PlaySettings}} Services `puzzle` has the marks on the board; `mark` gets the next
 *   ones, and whether they end a move that another tap began
 */

/** The mark after the next tap. @type {Record<string, string>} */
const NEXT_MARK = { [OPEN]: CROSS, [CROSS]: QUEEN, [SECOND_CROSS]: QUEEN, [QUEEN]: OPEN };

/** The mark of each key. @type {Record<string, string>} */
const KEY_MARKS = { X: CROSS, Y: SECOND_CROSS, Q: QUEEN, DELETE: OPEN, BACKSPACE: OPEN };

/**
 * Time between two taps on a square, in milliseconds, within which they are one move: a queen is two taps.
 */
const DOUBLE_TAP = 600;

export class MarkInput {
  #services;
  /** @type {Stroke | null} */
  #stroke = null;
  /** The request for the next drawing of a drag; 0 if there is none. */
  #frame = 0;
  /** The last move, if it was a tap. */
  #tapped = { index: -1, time: 0 };
  #switch = new MarkSwitch();
  element = this.#switch.element;
  /** @type {import("../../shared/board.js").Listeners} */
  handlers = {
    tap: (index) => this.#tap(index),
    alt: (index) => this.#toggle(index, QUEEN),
    drag: (from, _, isEnd, path) => this.#drag(from, path, isEnd),
    cancel: () => { this.#stroke = null; this.#services.draw(); },
    key: (index, key) => this.#key(index, key),
  };

  /** @param {Services} services */
  constructor(services) {
    this.#services = services;
  }

  /** The marks during a drag; null if there is none. */
  get strokeMarks() {
    return this.#stroke?.marks ?? null;
  }

  /** Applies the settings. */
  showSettings() {
    this.#switch.show(this.#services.settings());
  }

  /** The board is drawn: a drag waits for it no longer. */
  drawn() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  /** The last move was no tap. */
  forgetTap() {
    this.#tapped = { index: -1, time: 0 };
  }

  /** @param {number} index */
  #tap(index) {
    const puzzle = this.#services.puzzle();
    if (!puzzle) return;
    if (this.#services.settings().hasMarkSwitch) return this.#toggle(index, this.#switch.chosen);
    const [now, mark] = [performance.now(), puzzle.marks[index]];
    const isSecond = mark === CROSS && this.#tapped.index === index && now - this.#tapped.time < DOUBLE_TAP;
    this.#setMark(index, NEXT_MARK[mark] ?? OPEN, isSecond);
    this.#tapped = { index, time: now };
  }

  /**
   * Sets a mark, or removes it if it is there.
   * @param {number} index
   * @param {string} mark
   */
  #toggle(index, mark) {
    this.#setMark(index, this.#services.puzzle()?.marks[index] === mark ? OPEN : mark);
  }

  /**
   * Sets a mark; clues stay.
   * @param {number} index
   * @param {string} mark
   * @param {boolean} [isSecondTap]
   */
  #setMark(index, mark, isSecondTap = false) {
    const before = this.#services.puzzle();
    if (!before) return;
    if (isClue(before.marks[index])) {
      return this.#services.say(`${nameOf(index, before.n)}: ${MARK_WORDS[before.marks[index]]}`);
    }
    const after = { ...before, marks: before.marks.with(index, mark) };
    this.#services.say(effectWords(before, after, index, !this.#services.settings().showsClashes));
    this.#services.mark(after.marks, isSecondTap);
  }

  /**
   * Crosses squares out; a drag that begins on a cross removes crosses.
   * @param {number} from
   * @param {number[]} path
   * @param {boolean} isEnd
   */
  #drag(from, path, isEnd) {
    const marks = this.#services.puzzle()?.marks;
    if (!marks) return;
    this.#stroke ??= new Stroke(marks, this.#strokeMark(marks[from]), [OPEN, CROSS, SECOND_CROSS]);
    const stroke = this.#stroke;
    stroke.extend([from, ...path]);
    if (!isEnd) {
      this.#frame ||= requestAnimationFrame(() => this.#services.draw());
      return;
    }
    this.#stroke = null;
    const number = stroke.marks.filter((mark, index) => mark !== marks[index]).length;
    this.#services.say(
      `${counted(number, "square")} ${stroke.painted === OPEN ? "emptied" : "crossed out"}`);
    if (number > 0) this.#services.mark(stroke.marks, false);
  }

  /** The mark that a drag sets. @param {string} first the mark of the square where it begins */
  #strokeMark(first) {
    if (first === CROSS || first === SECOND_CROSS) return OPEN;
    return this.#services.settings().hasMarkSwitch && this.#switch.chosen === SECOND_CROSS ? SECOND_CROSS
      : CROSS;
  }

  /**
   * @param {number} index
   * @param {string} key
   * @returns {boolean} true if the key has a meaning here
   */
  #key(index, key) {
    const mark = KEY_MARKS[key.toUpperCase()];
    if (mark === undefined) return false;
    if (mark === SECOND_CROSS && !this.#services.settings().hasSecondCross) return false;
    this.#setMark(index, mark);
    return true;
  }
}
