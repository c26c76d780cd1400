import { FIRST_DAY, WEEKDAYS, dayName, daysAfter, puzzlesOf, weekdayOf } from "./days.js";
import { h, put } from "../../shared/dom.js";
import { crown, icon } from "../../shared/icons.js";
import { address } from "../../shared/store.js";

/**
 * The last seven days, and what is solved of them.
 * @typedef {Record<string, import("./records.js").DailyRecord>} DayRecords
 */

/** The parts of a list in words. @param {string[]} parts */
const listed = (parts) => (parts.length > 1 ? `${parts.slice(0, -1).join("; ")} and ` +
  `${parts[parts.length - 1]}` : parts[0]);

/** The puzzles of a day that are solved. @param {string} day @param {DayRecords} records */
const solvedPuzzles = (day, records) => puzzlesOf(day).filter(({ id }) => records[id]?.solved);

/**
 * True if a day shows ice: a freeze was spent on it, and none of its puzzles was solved afterwards.
 * @param {string} day
 * @param {DayRecords} records
 * @param {boolean} isFrozen
 */
export const showsIce = (day, records, isFrozen) => isFrozen && solvedPuzzles(day, records).length === 0;

/**
 * That a freeze kept the streak, and what is solved of a day; empty if neither.
 * @param {string} day
 * @param {DayRecords} records
 * @param {boolean} isFrozen
 */
export function solvedWords(day, records, isFrozen) {
  const solved = solvedPuzzles(day, records);
  const parts = [isFrozen && "missed, and the streak kept by a freeze",
    solved.length > 0 && `solved: ${listed(solved.map(({ name }) => name))}`];
  return parts.filter(Boolean).join("; ");
}

/**
 * A link to a day: a crown if a puzzle of it is solved, on a full disc if all are; ice if none
 * is and a freeze was spent.
 * @param {string} day
 * @param {DayRecords} records
 * @param {boolean} isToday
 * @param {boolean} isFrozen
 */
function dayLink(day, records, isToday, isFrozen) {
  const solved = solvedPuzzles(day, records).length;
  const words = solvedWords(day, records, isFrozen);
  const hasIce = showsIce(day, records, isFrozen);
  const state = hasIce ? "frozen" : solved === puzzlesOf(day).length ? "all" : solved > 0 ? "some" : "";
  const disc = h("span", { class: `disc ${state}`, "aria-hidden": "true" },
    hasIce ? icon("ice") : solved > 0 && crown());
  const name = h("span", { "data-day": WEEKDAYS[weekdayOf(day)].slice(0, 2) });
  if (day < FIRST_DAY) return h("span", { class: "day-of-week" }, disc, name);
  return h("a", {
    class: "day-of-week", href: address({ part: "today", query: { d: day } }),
    "aria-current": isToday && "date",
    "aria-label": [dayName(day), words].filter(Boolean).join("; "), title: words || null,
  }, disc, name);
}

/**
 * Shows the last seven days.
 * @param {HTMLElement} list
 * @param {import("./records.js").DailyRecords} records
 * @param {string} now today
 * @param {Set<string>} frozen the days that a freeze was spent on
 */
export function showWeek(list, records, now, frozen) {
  const days = [-6, -5, -4, -3, -2, -1, 0].map((by) => daysAfter(now, by));
  put(list, ...days.map((day) => h("li", {},
    dayLink(day, records[day] ?? {}, day === now, frozen.has(day)))));
}
