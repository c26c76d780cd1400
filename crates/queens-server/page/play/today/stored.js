import { isStored } from "./days.js";

/** The stored puzzles: a file for each month, which stays as it is. The npm package reads them, too. */

/**
 * The puzzles of the month of a day; null if they are not stored, or if the file does not arrive.
 * @param {string} day
 * @returns {Promise<{DAYS: Record<string, Record<string, string>>} | null>}
 */
async function monthOf(day) {
  if (!isStored(day)) return null;
  return import(`../../daily/${day.slice(0, 7)}.js`).catch(() => null);
}

/**
 * A stored puzzle: the letter of the region of each square, row by row, and the squares of the solution as
 * row and column; null if it is not stored.
 * @param {string} day
 * @param {import("./days.js").DailyPuzzle} daily
 * @returns {Promise<{regions: string[], queens: [number, number][]} | null>}
 */
export async function storedDaily(day, { id, stars }) {
  const text = (await monthOf(day))?.DAYS[day]?.[id];
  if (!text) return null;
  const [regions, columns] = text.split(" ");
  return { regions: [...regions],
    queens: [...columns].map((column, at) => [Math.floor(at / stars), parseInt(column, 36)]) };
}
