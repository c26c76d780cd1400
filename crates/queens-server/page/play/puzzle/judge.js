import { LatestRequest, ask, isAbort, reason } from "../../shared/api.js";
import { settled } from "../../shared/dom.js";
import { cluesOf, puzzleKey, toDocument } from "./state.js";
import { grouped } from "../../shared/words.js";

/**
 * The verdict on a puzzle: the number of its solutions, `isAll` if there are no others; up to two solutions,
 * and the squares where they differ; the answer of the rating if there is exactly one; or the reason why
 * there is no verdict.
 * @typedef {{count: number, isAll: boolean, solutions: number[][], differing: number[], rating: any, failure:
 *   string}} PuzzleVerdict
 *
 * @typedef {import("./state.js").Puzzle} Puzzle
 */

/** Time limit of a verdict, in seconds. */
const VERDICT_SECONDS = 5;

/** The puzzle as a request, without the marks of a player. @param {Puzzle} puzzle */
export const clueDocument = (puzzle) => toDocument({ ...puzzle, marks: cluesOf(puzzle.marks) });

/**
 * The indices of squares.
 * @param {number[][]} squares rows and columns
 * @param {number} n
 */
export const indicesOf = (squares, n) => squares.map(([row, column]) => row * n + column);

/**
 * Asks for the solutions and the rating of a puzzle, without the marks of the player, once it has not changed
 * for a moment.
 */
export class PuzzleJudge {
  #asking = new LatestRequest();
  #key = "";
  #show;

  /** @param {(verdict: PuzzleVerdict | null) => void} show called with null while the answer is awaited */
  constructor(show) {
    this.#show = show;
  }

  #judge = settled(150, async (/** @type {Puzzle} */ puzzle) => {
    const signal = this.#asking.next();
    const board = { puzzle: clueDocument(puzzle), seconds: VERDICT_SECONDS };
    try {
      const { count, complete, solutions, differing } = await ask("puzzle/solutions", board, signal);
      const rating = complete && count === 1 ? await ask("puzzle/rate", board, signal) : null;
      const found = solutions.map((/** @type {number[][]} */ squares) => indicesOf(squares, puzzle.n));
      this.#show({ count, isAll: complete, solutions: found, differing: indicesOf(differing, puzzle.n),
        rating, failure: "" });
    } catch (error) {
      if (!isAbort(error)) {
        this.#show({ count: 0, isAll: false, solutions: [], differing: [], rating: null,
          failure: reason(error) });
      }
    }
  });

  /**
   * Asks for a new verdict if the puzzle has changed.
   * @param {Puzzle} puzzle
   */
  update(puzzle) {
    const key = puzzleKey(puzzle);
    if (key === this.#key) return;
    this.#key = key;
    this.#show(null);
    this.#judge(puzzle);
  }

  /** Drops a pending request. */
  stop() {
    this.#asking.stop();
    this.#key = "";
  }
}

/**
 * The number of solutions in words.
 * @param {PuzzleVerdict} verdict
 */
export function solutionWords({ count, isAll, failure }) {
  if (failure) return failure;
  if (!isAll) {
    return count > 0 ? `At least ${grouped(count)} ${count === 1 ? "solution" : "solutions"}.`
      : "No solution was found in time.";
  }
  return count === 0 ? "There is no solution." : count === 1 ? "Exactly one solution."
    : `${grouped(count)} solutions.`;
}

/**
 * The fault of a puzzle in words, for its player: no solution, several, or not known; empty if there is
 * exactly one.
 * @param {PuzzleVerdict} verdict
 */
export function faultWords({ count, isAll, failure }) {
  if (failure) return failure;
  if (count > 1) return "There is more than one solution.";
  if (!isAll) return "There was not enough time to tell whether there is exactly one solution.";
  return count === 0 ? "There is no solution." : "";
}

/** The difficulty, which is no hint. @param {any} rating */
export const difficultyWord = ({ rating }) => `${rating[0].toUpperCase()}${rating.slice(1)}.`;

/**
 * A verdict as its player sees it: the rating ("" for none), the words, and whether it is bad: no solution,
 * several, or not known.
 * @typedef {{rating: string, words: string, isBad: boolean}} VerdictSummary
 */

/** @param {string} rating @returns {VerdictSummary} */
export const ratedSummary = (rating) => ({ rating, words: difficultyWord({ rating }), isBad: false });

/** @param {PuzzleVerdict | null} verdict null while it is awaited @returns {VerdictSummary} */
export function summaryOf(verdict) {
  if (verdict?.rating) return ratedSummary(verdict.rating.rating);
  const words = verdict ? faultWords(verdict) : "";
  return { rating: "", words, isBad: words !== "" };
}

/** The difficulty and the hardest step, for setters. @param {any} rating */
export function ratingWords(rating) {
  const { hardest_name: hardest } = rating;
  return `${difficultyWord(rating)}${hardest ? ` The hardest step is "${hardest}".` : ""}`;
}
