/** The daily puzzles, those of the page. `daily.d.ts` describes what is exported. */

import { FIRST_DAY, isDay, puzzlesOf } from "../../queens-server/page/play/today/days.js";
import { storedDaily } from "../../queens-server/page/play/today/stored.js";
import { QueensError, request } from "./index.js";

/** @import * as Daily from "./daily.js" */

/**
 * The puzzle of a day with the name `id`.
 * @param {string} day
 * @param {string} id
 */
function checkedDaily(day, id) {
  if (!isDay(day) || day < FIRST_DAY) {
    throw new QueensError(400, `'${day}' is not a day with puzzles: write a day from ${FIRST_DAY} on, such as 2026-12-24`);
  }
  const puzzles = puzzlesOf(day);
  const found = puzzles.find((daily) => daily.id === id);
  if (found) return found;
  throw new QueensError(400, `${day} has no puzzle '${id}': use one of ${puzzles.map((daily) => daily.id).join(", ")}`);
}

/** @type {typeof Daily.loadDaily} */
export const loadDaily = async (day, daily, { signal } = {}) => {
  const known = checkedDaily(day, daily.id);
  const { id, size, stars } = known;
  signal?.throwIfAborted();
  const stored = await storedDaily(day, known);
  if (!stored) {
    const { puzzles: [made] } = await request("/puzzle/daily", { day, puzzle: id }, { signal });
    return { puzzle: made.puzzle, solution: made.solution };
  }
  const rows = Array.from({ length: size }, (_, row) => stored.regions.slice(row * size, row * size + size).join(""));
  return { puzzle: { size, stars, regions: rows }, solution: stored.queens };
};

export { FIRST_DAY, STORED_MONTHS, daysAfter, isDay, puzzlesOf, today } from "../../queens-server/page/play/today/days.js";
