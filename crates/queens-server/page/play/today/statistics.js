import { DAILY_PUZZLES, seedOf, sizeName, today } from "./days.js";
import { checkRecords, entriesOf, keepRecords, readRecords, recordsText, streaks } from "./records.js";
import { button, field, h, put, save } from "../../shared/dom.js";
import { minutes } from "../clock.js";
import { table } from "../../shared/words.js";

/**
 * Streaks and times of the daily puzzles, and the file of all results.
 *
 * @typedef {import("./records.js").DailyRecord} DailyRecord
 * @typedef {import("./records.js").DailyRecords} DailyRecords
 */

/** @param {number} count */
const inDays = (count) => `${count} ${count === 1 ? "day" : "days"}`;

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
 * Adds records to those of this browser; the better one stays.
 * @param {DailyRecords} given
 * @returns {number} the number of puzzles whose record changed
 */
function merge(given) {
  const records = readRecords();
  const changed = entriesOf(given).filter(({ day, id, record }) => {
    const own = records[day]?.[id];
    return !own || isBetter(day, record, own);
  });
  for (const { day, id, record } of changed) (records[day] ??= {})[id] = record;
  keepRecords(records);
  return changed.length;
}

/**
 * The solved records of one puzzle of the day.
 * @param {DailyRecords} records
 * @param {string} id
 */
function solvedOf(records, id) {
  return entriesOf(records).filter((entry) => entry.id === id && entry.record.solved)
    .map(({ record }) => record);
}

/** True if the player had no help. @param {DailyRecord} record */
const isAlone = ({ hints, checks }) => hints + checks === 0;

/**
 * The section with the statistics.
 * @param {() => void} change called when results were imported
 */
export function statistics(change) {
  const streakLine = h("p");
  const times = h("div");
  const statusLine = h("p", { class: "small", role: "status" });
  const file = h("input", { type: "file", accept: ".json,application/json", change: () => importFile() });

  function show() {
    const records = readRecords();
    const { current, best } = streaks(records, today());
    put(streakLine, `Streak: ${inDays(current)}. Longest: ${inDays(best)}.`);
    const rows = DAILY_PUZZLES.map((puzzle) => {
      const found = solvedOf(records, puzzle.id);
      const seconds = found.map((record) => record.seconds);
      const mean = seconds.reduce((sum, one) => sum + one, 0) / seconds.length;
      return [sizeName(puzzle), String(found.length),
        ...(found.length ? [String(found.filter(isAlone).length), minutes(Math.min(...seconds)),
          minutes(mean)] : ["", "", ""])];
    });
    put(times,
      table("Daily puzzles solved, by size", ["size", "solved", "alone", "best", "mean"], rows,
        [false, true, true, true, true]),
      h("p", { class: "small" }, "Alone: without hints and checks."));
  }

  async function importFile() {
    const chosen = file.files?.[0];
    if (!chosen) return;
    file.value = "";
    try {
      const changed = merge(checkRecords(await chosen.text()));
      put(statusLine, changed ? `Imported the results of ${changed} ${changed === 1 ? "puzzle" : "puzzles"}.`
        : "Nothing to import: these results are here already.");
    } catch (error) {
      put(statusLine,
        h("span", { class: "bad" },
          `${error instanceof Error ? error.message : error} Nothing was imported.`));
    }
    change();
  }

  const element = h("section", { class: "daily-statistics" }, h("h2", {}, "Your results"), streakLine, times,
    h("details", {}, h("summary", {}, "Move your results to another browser"),
      h("p", { class: "small" }, "Your results are kept in this browser only. Export them to a file, and " +
        "import it in the other browser."),
      h("div", { class: "row" },
        button("Export",
          () => save(`queens-daily-${seedOf(today())}.json`, "application/json", recordsText(readRecords()))),
        field("Import", file)), statusLine));
  return { element, show };
}
