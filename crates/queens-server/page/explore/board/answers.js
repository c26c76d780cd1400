import { ask, lines } from "../../shared/api.js";
import { most, undecided } from "./words.js";
import { MAX_SIDE } from "../../shared/position.js";
import { layersOf } from "../../shared/group-view.js";
import { partsOf, relativeWords, requestFor } from "./relative-words.js";

/**
 * Solutions of a position, as the server finds them.
 *
 * @typedef {import("../../shared/squares.js").Square} Square
 * @typedef {{queens: Square[], words: string, isLargest?: boolean, groups?:
 *   import("../../shared/group-view.js").Group[]}} Found the queens to show, none if there are none, and a
 *   sentence about them; `isLargest` for a largest set, after which there is no other to show; `groups` of a
 *   solution in groups, which has no other queens
 */

/** The highest number of a solution that the page looks for. */
const MAX_SOLUTION_NUMBER = 1000;

/** The greatest distance to a size that is tried. */
const MAX_SIZE_DISTANCE = 8;

/**
 * The size nearest to `n` for which a variant has a solution; `n` if none is near, or if it takes too long to
 * find out.
 * @param {string} variant
 * @param {number} n
 * @param {AbortSignal} signal
 * @returns {Promise<number>}
 */
export async function nearestSize(variant, n, signal) {
  for (let distance = 0; distance <= MAX_SIZE_DISTANCE; distance++) {
    for (const size of new Set([n - distance, n + distance])) {
      if (size < 1 || size > MAX_SIDE) continue;
      const found = await ask("solve", { problem: `${variant} ${size}`, question: "first", seconds: 1 },
        signal);
      // A limit has stopped the search: larger boards take longer.
      if (!found.complete && !found.queens) return n;
      if (found.queens?.length > 0) return size;
    }
  }
  return n;
}

/**
 * Finds a solution of a relative.
 * @param {string} problem
 * @param {string} relative
 * @param {string} piece the name of the pieces
 * @param {AbortSignal} signal
 * @returns {Promise<Found>}
 */
export async function findRelative(problem, relative, piece, signal) {
  const found = await ask("solve", requestFor(problem, relative, piece), signal);
  const words = relativeWords(relative, found, piece);
  const { name, parameter } = partsOf(relative);
  if (name === "dimensions" && found.queens) {
    const side = Number(/(\d+)$/m.exec(problem)?.[1]);
    return { queens: [], words, groups: layersOf(found.queens, side, Number(parameter)) };
  }
  return found.groups ? { queens: [], words, groups: found.groups } : { queens: found.queens ?? [], words };
}

/**
 * Finds the solution that an address names.
 * @param {string} problem
 * @param {string} wanted a number, `r` and a seed for a random solution, or `m` for a largest set
 * @param {AbortSignal} signal
 * @returns {Promise<Found>}
 */
export function findAnswer(problem, wanted, signal) {
  if (wanted === "m") return largestSet(problem, signal);
  if (wanted.startsWith("r")) return randomSolution(problem, Number(wanted.slice(1)) || 0, signal);
  return numberedSolution(problem, Number(wanted), signal);
}

/**
 * @param {string} problem
 * @param {AbortSignal} signal
 * @returns {Promise<Found>}
 */
async function largestSet(problem, signal) {
  const found = await ask("solve", { problem: `most ${problem}` }, signal);
  return { queens: found.queens ?? [], words: most(found) };
}

/**
 * @param {string} problem
 * @param {number} seed
 * @param {AbortSignal} signal
 * @returns {Promise<Found>}
 */
async function randomSolution(problem, seed, signal) {
  const found = await ask("solve", { problem, question: "random", seed }, signal);
  return found.queens ? { queens: found.queens, words: "A random solution." }
    : { queens: [], words: undecided(found) };
}

/**
 * Finds a solution by its number: the first as the best engine finds it, the others from the list.
 * @param {string} problem
 * @param {number} wanted
 * @param {AbortSignal} signal
 * @returns {Promise<Found>}
 */
async function numberedSolution(problem, wanted, signal) {
  const number = Math.min(wanted, MAX_SOLUTION_NUMBER);
  const first = await ask("solve", { problem, question: "complete" }, signal);
  if (!first.queens) return { queens: [], words: undecided(first) };
  if (typeof first.value === "number") {
    return { queens: first.queens, words: "Any number of pieces is a solution, so this is a largest set: " +
      `${most(first)}`, isLargest: true };
  }
  if (number === 1) {
    return { queens: first.queens, words: first.engine ? `A solution, found by ${first.engine}.`
      : "Solution 1." };
  }
  const { queens, count, stop } = await listedSolution(problem, number, String(first.queens), signal);
  if (queens) {
    return { queens, words: wanted > number ? `Solution ${number}: the page shows no later ones.`
      : `Solution ${number}.` };
  }
  return { queens: [], words: stop ? `No other solution was found (${stop}): there may be one.`
    : `There is no other solution: ${count} in all.` };
}

/**
 * Finds a solution in the list, from which the first one is left out.
 * @param {string} problem
 * @param {number} number
 * @param {string} first
 * @param {AbortSignal} signal
 * @returns {Promise<{queens: Square[] | null, count: number, stop: string}>} the solution, if the list has
 *   it; the number of solutions; the limit that ended the list early
 */
async function listedSolution(problem, number, first, signal) {
  let [count, stop] = [1, ""];
  /** @type {Square[] | null} */
  let queens = null;
  for await (const line of lines("list", { problem, limit: number + 1 }, signal)) {
    if (line.queens && String(line.queens) !== first && ++count === number) queens = line.queens;
    if (line.end && line.end !== "exhausted") stop = line.end;
  }
  return { queens, count, stop };
}
