import { LatestRequest, ask, isAbort, reason } from "../../shared/api.js";
import { letters } from "./view.js";
import { isNone, judge } from "./words.js";
import { h, put, settled } from "../../shared/dom.js";
import { nameOf, problemText } from "../../shared/position.js";

/** @typedef {import("../../shared/position.js").Position} Position */

/** The kind of a verdict that is not there yet. */
const WAITING = "waiting";

/** Boards with the same key lack the same squares. @param {Position} position */
export const boardKeyOf = ({ variant, rows, columns }) => [variant, rows, columns].join();

/** The verdict on a position: whether it can be completed, asked of the server while one edits. */
export class Verdict {
  element = h("p", { class: "verdict", role: "status" });
  /** The row, column or region without a square left. @type {{kind: string, number: number} | null} */
  blocked = null;
  /** The reason why there is no solution to show or count; "" if there may be one. */
  obstacle = "";
  /** Squares that the pieces of a variant attack. @type {number[]} */
  reached = [];
  /**
   * Squares that the board of a variant lacks, and the board that they belong to.
   * @type {{of: string, squares: Set<number>}}
   */
  #missing = { of: "", squares: new Set() };
  #asking = new LatestRequest();
  #changed;

  /** @param {() => void} changed called after each verdict */
  constructor(changed) {
    this.#changed = changed;
  }

  /**
   * Squares that the board of a variant lacks.
   * @param {Position} position
   */
  absent(position) {
    return this.#missing.of === boardKeyOf(position) ? this.#missing.squares : new Set();
  }

  /** Forgets the verdict and its words: they do not hold for a position that has changed. */
  reset() {
    this.stop();
    [this.blocked, this.reached, this.obstacle] = [null, [], ""];
    this.#report("Checking ...", WAITING);
  }

  /** True from a change of the position until there is a verdict on it. */
  get isAwaited() {
    return this.element.dataset.verdict === WAITING;
  }

  stop() {
    this.#asking.stop();
  }

  /**
   * Asks for the verdict, once the position has not changed for a moment.
   * @param {Position} position
   */
  update(position) {
    this.#askSoon(position, this.#asking.next());
  }

  /**
   * Shows what is asked in place of a verdict, if the question is not about completing the position.
   * @param {Position} position
   * @param {string} words
   */
  async describe(position, words) {
    this.#report(words, "question");
    if (position.variant === "queens") return;
    try {
      await this.#loadSquares(position, this.#asking.next());
    } catch (error) {
      if (isAbort(error)) return;
      this.#report(reason(error), "bad");
    }
    this.#changed();
  }

  #askSoon = settled(120, async (/** @type {Position} */ position, /** @type {AbortSignal} */ signal) => {
    if (signal.aborted) return;
    try {
      if (position.variant !== "queens") await this.#loadSquares(position, signal);
      const found = await ask("solve", { problem: problemText(position), question: "unique", seconds: 3 },
        signal);
      this.blocked = found.blocked;
      const words = judge(found, position.queens.size + position.givens.size, letters(position.regions));
      if (isNone(found)) {
        this.obstacle = position.queens.size + position.givens.size > 0
          ? "No solution has all of these queens." : "This board has no solution.";
      }
      this.#report(words, found.unique === true ? "one" : isNone(found) ? "none" : "many");
    } catch (error) {
      if (isAbort(error)) return;
      this.#report(reason(error), "bad");
    }
    this.#changed();
  });

  /**
   * Fetches the squares that a variant attacks and those that its board lacks: the page knows the moves of
   * queens only.
   * @param {Position} position
   * @param {AbortSignal} signal
   */
  async #loadSquares(position, signal) {
    const found = await ask("problem", { problem: problemText(position) }, signal);
    const absent = [...found.squares.join("")]
      .flatMap((square, index) => (square === "x" && !position.holes.has(index) ? [index] : []));
    this.#missing = { of: boardKeyOf(position), squares: new Set(absent) };
    this.reached = found.attacked.map((/** @type {[number, number]} */ [row, column]) =>
      row * position.columns + column);
  }

  /**
   * Names the queens that attack each other.
   * @param {[number, number][]} clashes
   * @param {number} columns
   */
  reportClashes([[a, b], ...others], columns) {
    this.obstacle = "Queens attack each other: move or remove one of them.";
    const rest = others.length > 0 ? `, and ${others.length} more ${others.length > 1 ? "pairs" : "pair"}`
      : "";
    this.#report(`${nameOf(a, columns)} and ${nameOf(b, columns)} attack each other${rest}.`, "bad");
  }

  /**
   * @param {string} words
   * @param {string} kind `one`, `none`, `many`, `bad`, `question` or `waiting`, for the style sheet
   */
  #report(words, kind) {
    put(this.element, words);
    this.element.dataset.verdict = kind;
  }
}
