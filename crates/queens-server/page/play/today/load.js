import { ask } from "../../shared/api.js";
import { storedDaily } from "./stored.js";
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
 * @param {number[][]} queens of the solution, as row and column
 * @returns {LoadedDaily}
 */
function dailyOf({ size: n, stars }, regions, queens) {
  const squares = new Set(queens.map(([row, column]) => row * n + column));
  const puzzle = { n, stars, regions, marks: new Array(n * n).fill(OPEN) };
  return { puzzle,
    solution: { ...puzzle, marks: puzzle.marks.map((mark, index) => (squares.has(index) ? QUEEN : mark)) } };
}

/**
 * @param {string} day
 * @param {import("./days.js").DailyPuzzle} daily
 * @param {AbortSignal} [signal]
 */
async function generatedDaily(day, { id }, signal) {
  const { puzzles: [{ puzzle, solution }] } = await ask("puzzle/daily", { day, puzzle: id }, signal);
  return { regions: [...puzzle.regions.join("")], queens: solution };
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
  const { regions, queens } = await storedDaily(day, daily) ?? await generatedDaily(day, daily, signal);
  const found = dailyOf(daily, regions, queens);
  loaded.set(key, found);
  return found;
}
