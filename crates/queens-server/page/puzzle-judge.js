import { LatestRequest, ask, isAbort, reason } from "./api.js";
import { settled } from "./dom.js";
import { cluesOf, puzzleKey, toDocument } from "./puzzle-state.js";

/**
 * The verdict on a puzzle: `number` of its solutions, "" if it is not known; `rating` is the answer of the rating, if there is
 * exactly one; `failure` the reason why there is no verdict.
 * @typedef {{number: "none" | "one" | "many" | "", rating: any, failure: string}} Judged
 */

/** Asks for the number of solutions and the rating of a puzzle, once it has not changed for a moment. */
export class PuzzleJudge {
  #asking = new LatestRequest();
  /** The puzzle, without marks, that the last verdict is about. */
  #key = "";
  #show;

  /** @param {(judged: Judged) => void} show called with the verdict, and with an empty one while the answer is awaited */
  constructor(show) {
    this.#show = show;
  }

  #judge = settled(200, async (/** @type {import("./puzzle-state.js").Puzzle} */ puzzle) => {
    const signal = this.#asking.next();
    const board = { puzzle: toDocument({ ...puzzle, marks: cluesOf(puzzle.marks) }) };
    try {
      const { verdict } = await ask("puzzle/solve", board, signal);
      const isUnique = /^(exactly one|the only)/.test(verdict);
      const rating = isUnique ? await ask("puzzle/rate", board, signal) : null;
      this.#show({ number: isUnique ? "one" : verdict === "none" ? "none" : "many", rating, failure: "" });
    } catch (error) {
      if (!isAbort(error)) this.#show({ number: "", rating: null, failure: reason(error) });
    }
  });

  /**
   * Asks for a new verdict if the puzzle itself has changed.
   * @param {import("./puzzle-state.js").Puzzle} puzzle
   */
  update(puzzle) {
    const key = puzzleKey(puzzle);
    if (key === this.#key) return;
    this.#key = key;
    this.#show({ number: "", rating: null, failure: "" });
    this.#judge(puzzle);
  }

  /** Drops a pending request. */
  stop() {
    this.#asking.stop();
    this.#key = "";
  }
}

/** The difficulty, which is no hint. @param {any} rating */
export const difficultyWord = ({ rating }) => `${rating[0].toUpperCase()}${rating.slice(1)}.`;

/** The difficulty and the hardest step, for setters. @param {any} rating */
export function ratingWords(rating) {
  const { hardest_name: hardest } = rating;
  return `${difficultyWord(rating)}${hardest ? ` The hardest step is "${hardest}".` : ""}`;
}
