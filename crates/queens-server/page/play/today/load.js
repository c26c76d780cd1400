import { ask } from "../../shared/api.js";
import { monthOf, seedOf } from "./days.js";
import { OPEN, QUEEN } from "../puzzle/state.js";

/**
 * The puzzles of a day. Stored months need no generator; for any other day it is asked once.
 *
 * @typedef {import("../puzzle/state.js").Puzzle} Puzzle
 * @typedef {{puzzle: Puzzle, solution: Puzzle}} LoadedDaily
 */

/** By day and puzzle. @type {Map<string, LoadedDaily>} */
const loaded = new Map();

/**
 * A puzzle with its solution.
 * @param {import("./days.js").DailyPuzzle} daily
 * @param {string[]} regions by square
 * @param {Set<number>} queens the squares of the solution
 * @returns {LoadedDaily}
 */
function dailyOf({ size: n, stars }, regions, queens) {
  const puzzle = { n, stars, regions, marks: new Array(n * n).fill(OPEN) };
  return { puzzle,
    solution: { ...puzzle, marks: puzzle.marks.map((mark, index) => (queens.has(index) ? QUEEN : mark)) } };
}

/**
 * A puzzle of a stored month; null if there is none.
 * @param {string} day
 * @param {import("./days.js").DailyPuzzle} daily
 */
async function storedDaily(day, daily) {
  const month = await monthOf(day);
  const text = month?.DAYS[day]?.[daily.id];
  if (!text) return null;
  const [regions, columns] = text.split(" ");
  return dailyOf(daily, [...regions],
    new Set([...columns].map((column, at) => Math.floor(at / daily.stars) * daily.size +
      parseInt(column, 36))));
}

/**
 * @param {string} day
 * @param {import("./days.js").DailyPuzzle} daily
 * @param {AbortSignal} [signal]
 */
async function generatedDaily(day, daily, signal) {
  const { size, stars, rating } = daily;
  const { puzzles: [made] } = await ask("puzzle/generate", { size, stars, rating, seed: seedOf(day) },
    signal);
  return dailyOf(daily, [...made.puzzle.regions.join("")],
    new Set(made.solution.map((/** @type {number[]} */ [row, column]) => row * size + column)));
}

/**
 * @param {string} day
 * @param {import("./days.js").DailyPuzzle} daily
 * @param {AbortSignal} [signal]
 */
export async function loadDaily(day, daily, signal) {
  const key = `${day} ${daily.id}`;
  const known = loaded.get(key);
  if (known) return known;
  const found = await storedDaily(day, daily) ?? await generatedDaily(day, daily, signal);
  loaded.set(key, found);
  return found;
}
