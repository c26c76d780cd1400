import { DAILY_KINDS, today } from "./days.js";
import { mergeRecords } from "./merge.js";
import { checkRecords, entriesOf, readRecords, recordsText } from "./records.js";
import { shareResults } from "./results-link.js";
import { DAYS_PER_FREEZE, MAX_FREEZES, streakOf } from "./streak.js";
import { button, field, h, put, save } from "../../shared/dom.js";
import { minutes } from "../clock.js";
import { isStorageBlocked } from "../../shared/store.js";
import { table } from "../../shared/words.js";

/**
 * Streaks and times of the daily puzzles, and how all results move to another browser: as a file or a link.
 *
 * @typedef {import("./records.js").DailyRecord} DailyRecord
 * @typedef {import("./records.js").DailyRecords} DailyRecords
 */

const FREEZE_RULE = `Every ${DAYS_PER_FREEZE} days of a streak earn a freeze, which keeps the streak over ` +
  `a day that you miss. At most ${MAX_FREEZES} are kept.`;

const BLOCKED_WORDS = "This browser stores nothing for this page, so your results end with this visit. " +
  "Export them, or send yourself a link, before you leave.";

/** @param {number} count */
const inDays = (count) => `${count} ${count === 1 ? "day" : "days"}`;

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
  const blocked = h("p", { class: "bad" });
  const streakLine = h("p");
  const freezeLine = h("p", { class: "small" }, FREEZE_RULE);
  const times = h("div");
  const statusLine = h("p", { class: "small", role: "status" });
  const file = h("input", { type: "file", accept: ".json,application/json", change: () => importFile() });

  function show() {
    const records = readRecords();
    const { current, best, freezes } = streakOf(records, today());
    put(blocked, isStorageBlocked() && BLOCKED_WORDS);
    put(streakLine, `Streak: ${inDays(current)}. Longest: ${inDays(best)}. Freezes: ${freezes}.`);
    const rows = DAILY_KINDS.map(({ id, name }) => {
      const found = solvedOf(records, id);
      const seconds = found.map((record) => record.seconds);
      const mean = seconds.reduce((sum, one) => sum + one, 0) / seconds.length;
      return [name, String(found.length),
        ...(found.length ? [String(found.filter(isAlone).length), minutes(Math.min(...seconds)),
          minutes(mean)] : ["", "", ""])];
    });
    put(times,
      table("Daily puzzles solved", ["puzzle", "solved", "alone", "best", "mean"], rows,
        [false, true, true, true, true]),
      h("p", { class: "small" }, "Alone: without hints and checks."));
  }

  async function importFile() {
    const chosen = file.files?.[0];
    if (!chosen) return;
    file.value = "";
    try {
      put(statusLine, mergeRecords(checkRecords(await chosen.text())));
    } catch (error) {
      put(statusLine,
        h("span", { class: "bad" },
          `${error instanceof Error ? error.message : error} Nothing was imported.`));
    }
    change();
  }

  const element = h("section", { class: "daily-statistics" }, h("h2", {}, "Your results"), blocked,
    streakLine, freezeLine, times,
    h("details", {}, h("summary", {}, "Move your results to another browser"),
      h("p", { class: "small" }, "Your results are kept in this browser only. Send a link to the other " +
        "browser, or export them to a file and import it there."),
      h("div", { class: "row" },
        button("Send a link", async () => put(statusLine, await shareResults())),
        button("Export",
          () => save(`queens-daily-${today()}.json`, "application/json", recordsText(readRecords()))),
        field("Import", file)), statusLine));
  return { element, show };
}
