import { LatestRequest, ask, isAbort, reason } from "./api.js";
import { settled } from "./dom.js";
import { cluesOf, puzzleKey, toDocument } from "./puzzle-state.js";
import { grouped } from "./words.js";

/**
 * The verdict on a drawn puzzle: the number of its solutions, `isAll` if there are no others; up to two solutions, and the squares where
 * they differ; the answer of the rating if there is exactly one; or the reason why there is no verdict.
 * @typedef {{count: number, isAll: boolean, solutions: number[][], differing: number[], rating: any, failure: string}} DrawnVerdict
 *
 * @typedef {import("./puzzle-state.js").Puzzle} Puzzle
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
 * A warning about the regions that are not connected; empty if all are.
 * @param {Puzzle} puzzle
 */
export function partsWarning({ n, regions }) {
  /** @type {Map<string, number>} */
  const parts = new Map();
  const isSeen = new Array(n * n).fill(false);
  for (let first = 0; first < n * n; first++) {
    if (isSeen[first]) continue;
    isSeen[first] = true;
    parts.set(regions[first], (parts.get(regions[first]) ?? 0) + 1);
    const reached = [first];
    for (const index of reached) {
      const column = index % n;
      for (const near of [index - n, index + n, column > 0 ? index - 1 : -1, column < n - 1 ? index + 1 : -1]) {
        if (regions[near] !== regions[first] || isSeen[near]) continue;
        isSeen[near] = true;
        reached.push(near);
      }
    }
  }
  const letters = [...parts].filter(([, number]) => number > 1).map(([letter]) => letter).sort();
  return letters.length === 0 ? "" : letters.length === 1 ? `Region ${letters[0]} is in several parts.` : `Regions ${letters.join(", ")} are in several parts.`;
}

/** Asks for the solutions and the rating of a puzzle, once it has not changed for a moment. */
export class DrawingJudge {
  #asking = new LatestRequest();
  #key = "";
  #show;

  /** @param {(verdict: DrawnVerdict | null) => void} show called with null while the answer is awaited */
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
      this.#show({ count, isAll: complete, solutions: found, differing: indicesOf(differing, puzzle.n), rating, failure: "" });
    } catch (error) {
      if (!isAbort(error)) this.#show({ count: 0, isAll: false, solutions: [], differing: [], rating: null, failure: reason(error) });
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
 * @param {DrawnVerdict} verdict
 */
export function solutionWords({ count, isAll, failure }) {
  if (failure) return failure;
  if (!isAll) return count > 0 ? `At least ${grouped(count)} ${count === 1 ? "solution" : "solutions"}.` : "No solution was found in time.";
  return count === 0 ? "There is no solution." : count === 1 ? "Exactly one solution." : `${grouped(count)} solutions.`;
}
