import { entriesOf, isKept, keepRecords, readRecords } from "./records.js";

/**
 * Results of another browser, added to those of this one.
 *
 * @typedef {import("./records.js").DailyRecord} DailyRecord
 * @typedef {import("./records.js").DailyRecords} DailyRecords
 */

/**
 * True if the first of two records of a puzzle is better: solved, on its own day, faster, with fewer hints;
 * if none is solved, the one that was played longer.
 * @param {string} day
 * @param {DailyRecord} first
 * @param {DailyRecord} second
 */
function isBetter(day, first, second) {
  const order = (/** @type {DailyRecord} */ { solved, date, seconds, hints, checks }) =>
    [solved ? 0 : 1, solved && date <= day ? 0 : 1, solved ? seconds : -seconds, hints, checks];
  const [one, other] = [order(first), order(second)];
  const at = one.findIndex((value, index) => value !== other[index]);
  return at >= 0 && one[at] < other[at];
}

/**
 * The records that are better than those of this browser, and that it would keep.
 * @param {DailyRecords} given
 */
function newsIn(given) {
  const records = readRecords();
  return entriesOf(given).filter(({ day, id, record }) => {
    const own = records[day]?.[id];
    return isKept(record) && (!own || isBetter(day, record, own));
  });
}

/** The number of puzzles whose record `mergeRecords` would change. @param {DailyRecords} given */
export const countNews = (given) => newsIn(given).length;

/**
 * Adds records to those of this browser; the better one stays.
 * @param {DailyRecords} given
 * @returns {string} a sentence about what changed
 */
export function mergeRecords(given) {
  const news = newsIn(given);
  const records = readRecords();
  for (const { day, id, record } of news) (records[day] ??= {})[id] = record;
  keepRecords(records);
  return news.length ? `Imported the results of ${puzzlesInWords(news.length)}.`
    : "Nothing to import: these results are here already.";
}

/** @param {number} count */
export const puzzlesInWords = (count) => `${count} ${count === 1 ? "puzzle" : "puzzles"}`;
