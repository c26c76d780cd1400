import { daysAfter, isDay, puzzlesOf, today } from "./days.js";
import { RECORDS_KEY, keep, stored } from "../../shared/store.js";

/**
 * What the player has done of the daily puzzles, kept by the browser.
 *
 * @typedef {{seconds: number, hints: number, checks: number, date: string, solved: boolean, order?: string,
 *   regions?: string, marks?: string}} DailyRecord
 *   `date` is the day when it was played last, or if it is solved, the day to which the playing time reaches
 *   back from the solution: so a puzzle that is solved after midnight counts for the day when it was begun.
 *   `order` are the regions of the queens in the order in which they were found. Regions and marks of all
 *   squares, row by row, are kept until it is solved
 * @typedef {Record<string, Record<string, DailyRecord>>} DailyRecords by day and puzzle
 */

/** The schema of the stored text, which is also that of the exported file. */
const SCHEMA = "queens/daily/1";

/** Days until a puzzle that is not solved is forgotten. */
const UNSOLVED_DAYS = 60;

/** The longest playing time of a valid record, in seconds. */
const MAX_SECONDS = 1e7;

/** @returns {DailyRecords} */
export function readRecords() {
  try {
    return checkRecords(stored(RECORDS_KEY) ?? "");
  } catch {
    return {};
  }
}

/** The text of records, for the store and for files. @param {DailyRecords} days */
export const recordsText = (days) => JSON.stringify({ schema: SCHEMA, days });

/** False for an old record of a puzzle that is not solved. @param {DailyRecord} record */
export const isKept = ({ solved, date }) => solved || date >= daysAfter(today(), -UNSOLVED_DAYS);

/**
 * Stores the records that are kept.
 * @param {DailyRecords} records
 */
export function keepRecords(records) {
  const kept = entriesOf(records).filter(({ record }) => isKept(record));
  keep(RECORDS_KEY, recordsText(recordsOf(kept)));
}

/**
 * Changes the record of one puzzle; other windows may have changed the others.
 * @param {string} day
 * @param {string} id
 * @param {DailyRecord} record
 */
export function keepRecord(day, id, record) {
  const records = readRecords();
  keepRecords({ ...records, [day]: { ...records[day], [id]: record } });
}

/** @param {DailyRecords} records */
export function entriesOf(records) {
  return Object.entries(records)
    .flatMap(([day, puzzles]) => Object.entries(puzzles).map(([id, record]) => ({ day, id, record })));
}

/** @param {{day: string, id: string, record: DailyRecord}[]} entries */
function recordsOf(entries) {
  /** @type {DailyRecords} */
  const records = {};
  for (const { day, id, record } of entries) (records[day] ??= {})[id] = record;
  return records;
}

/**
 * The times of a puzzle on earlier days with a board of the same size, oldest first: times on other sizes do not
 * compare.
 * @param {DailyRecords} records
 * @param {import("./days.js").DailyPuzzle} daily
 * @param {string} day
 * @param {number} most the number of times, at most
 */
export function timesBefore(records, { id, size }, day, most) {
  const isAlike = (/** @type {string} */ other) => puzzleOf(other, id)?.size === size;
  const earlier = entriesOf(records).filter((entry) => entry.id === id && entry.day < day
    && entry.record.solved && isAlike(entry.day));
  return earlier.sort((a, b) => (a.day < b.day ? -1 : 1)).slice(-most).map(({ record }) => record.seconds);
}

/** The puzzle of a day with a name. @param {string} day @param {string} id */
const puzzleOf = (day, id) => puzzlesOf(day).find((puzzle) => puzzle.id === id);

/**
 * Parses and checks a text of records.
 * @param {string} text
 * @param {string} [source] what holds the text, as the subject of a message
 * @returns {DailyRecords}
 */
export function checkRecords(text, source = "This file") {
  const found = parsed(text, source);
  const schema = String(found?.schema ?? "");
  if (schema !== SCHEMA) {
    const isOther = schema.startsWith("queens/daily/");
    throw new Error(isOther ? `${source} has the form ${schema.slice(0, 40)}, and this page reads ` +
      `${SCHEMA} only.` : `${source} has no results of daily puzzles.`);
  }
  for (const [day, puzzles] of Object.entries(objectOf(found.days))) {
    if (!isDay(day)) throw new Error(`"${day.slice(0, 40)}" is not a day.`);
    for (const [id, record] of Object.entries(objectOf(puzzles))) {
      const puzzle = puzzleOf(day, id);
      if (!puzzle) throw new Error(`${day} has no puzzle "${id.slice(0, 40)}".`);
      const fault = faultOf(puzzle, objectOf(record));
      if (fault) throw new Error(`The result of ${day}, puzzle ${id}, has no valid ${fault}.`);
    }
  }
  return objectOf(found.days);
}

/** @param {string} text @param {string} source @returns {any} */
function parsed(text, source) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${source} is not JSON.`);
  }
}

/** @param {any} value @returns {Record<string, any>} */
const objectOf = (value) => (typeof value === "object" && value !== null ? value : {});

/**
 * The field of a record that is not valid; null if there is none.
 * @param {import("./days.js").DailyPuzzle} puzzle
 * @param {Record<string, any>} record
 */
function faultOf({ size }, { seconds, hints, checks, date, solved, order, regions, marks }) {
  const isWhole = (/** @type {any} */ number, /** @type {number} */ least) => Number.isSafeInteger(number)
    && number >= least;
  const isBoard = (/** @type {any} */ text, /** @type {RegExp} */ letters) => typeof text === "string"
    && text.length === size ** 2 && letters.test(text);
  /** @type {Record<string, boolean>} */
  const isValid = {
    seconds: typeof seconds === "number" && seconds >= 0 && seconds <= MAX_SECONDS,
    hints: isWhole(hints, 0),
    checks: isWhole(checks, 0),
    date: typeof date === "string" && isDay(date),
    solved: typeof solved === "boolean",
    order: order === undefined || (typeof order === "string" && /^[A-Z]*$/.test(order)),
    regions: solved === true || isBoard(regions, /^[A-Z]+$/),
    marks: solved === true || isBoard(marks, /^[.a-z]+$/),
  };
  return Object.keys(isValid).find((name) => !isValid[name]) ?? null;
}
