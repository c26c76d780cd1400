import { ask } from "./api.js";
import { seedOf } from "./daily-days.js";
import { OPEN, QUEEN } from "./puzzle-state.js";

/**
 * The puzzles of a day from the generator, each asked for once.
 *
 * @typedef {import("./puzzle-state.js").Puzzle} Puzzle
 * @typedef {{puzzle: Puzzle, solution: Puzzle}} LoadedDaily
 */

/** By day and puzzle. @type {Map<string, LoadedDaily>} */
const loaded = new Map();

/**
 * @param {string} day
 * @param {import("./daily-days.js").DailyPuzzle} daily
 * @param {AbortSignal} [signal]
 */
export async function loadDaily(day, { id, size: n, stars, rating }, signal) {
  const key = `${day} ${id}`;
  const known = loaded.get(key);
  if (known) return known;
  const { puzzles: [made] } = await ask("puzzle/generate", { size: n, stars, rating, seed: seedOf(day) }, signal);
  const puzzle = { n, stars, regions: [...made.puzzle.regions.join("")], marks: new Array(n * n).fill(OPEN) };
  const queens = new Set(made.solution.map((/** @type {number[]} */ [row, column]) => row * n + column));
  const found = { puzzle, solution: { ...puzzle, marks: puzzle.marks.map((mark, index) => (queens.has(index) ? QUEEN : mark)) } };
  loaded.set(key, found);
  return found;
}
