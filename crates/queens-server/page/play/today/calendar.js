import { FIRST_DAY, WEEKDAYS, dayName, daysAfter, monthName, puzzlesOf, today, weekdayOf } from "./days.js";
import { readRecords } from "./records.js";
import { streakOf } from "./streak.js";
import { showsIce, solvedWords } from "./week.js";
import { button, disable, h, put } from "../../shared/dom.js";
import { icon } from "../../shared/icons.js";
import { address } from "../../shared/store.js";

/** The archive: a month with its days, and the puzzles that are solved. */

/** @param {string} day */
const monthOf = (day) => day.slice(0, 7);

/** The days of a month. @param {string} month such as `2026-11` */
function daysOf(month) {
  const days = [`${month}-01`];
  for (let day = daysAfter(days[0], 1); monthOf(day) === month; day = daysAfter(day, 1)) days.push(day);
  return days;
}

export class DailyCalendar {
  /** The day that is played. */
  #shown = "";
  #month = "";
  #caption = h("h2", { role: "status" });
  #earlier = button("Previous", () => this.#turn(-1), { "aria-label": "Previous month" });
  #later = button("Next", () => this.#turn(1), { "aria-label": "Next month" });
  #table = h("table", { class: "days" });
  element = h("section", { class: "daily-calendar" },
    h("div", { class: "row between" }, this.#caption, h("div", { class: "row" }, this.#earlier, this.#later)),
    this.#table);

  /**
   * Shows the month of a day, if another day is played now.
   * @param {string} day
   */
  show(day) {
    if (day !== this.#shown) this.#month = monthOf(day);
    this.#shown = day;
    this.#draw();
  }

  /** @param {1 | -1} direction */
  #turn(direction) {
    const days = daysOf(this.#month);
    this.#month = monthOf(direction > 0 ? daysAfter(days[days.length - 1], 1) : daysAfter(days[0], -1));
    this.#draw();
  }

  #draw() {
    const days = daysOf(this.#month);
    const name = monthName(days[0]);
    if (this.#caption.textContent !== name) put(this.#caption, name);
    disable(this.#earlier, this.#month <= monthOf(FIRST_DAY) ? "This is the first month" : "");
    disable(this.#later, this.#month >= monthOf(today()) ? "This month has not ended" : "");
    const hadFocus = this.#table.contains(document.activeElement);
    const records = readRecords();
    const { frozen } = streakOf(records, today());
    const cells = [...new Array(weekdayOf(days[0])).fill(null), ...days]
      .map((day) => h("td", {}, day && this.#dayCell(day, records[day] ?? {}, frozen.has(day))));
    const weeks = Array.from({ length: Math.ceil(cells.length / 7) },
      (_, week) => h("tr", {}, ...cells.slice(week * 7, week * 7 + 7)));
    put(this.#table, h("caption", { class: "unseen" }, `Puzzles of ${name}`),
      h("thead", {},
        h("tr", {},
          ...WEEKDAYS.map((weekday) => h("th", { scope: "col", abbr: weekday },
            weekday.slice(0, 2))))), h("tbody", {}, ...weeks));
    if (hadFocus) /** @type {HTMLElement | null} */ (this.#table.querySelector(".shown"))?.focus();
  }

  /**
   * A link to a day, or its number alone if it has no puzzles.
   * @param {string} day
   * @param {Record<string, import("./records.js").DailyRecord>} records those of the day
   * @param {boolean} isFrozen
   */
  #dayCell(day, records, isFrozen) {
    const number = String(Number(day.slice(8)));
    if (day < FIRST_DAY || day > today()) return h("span", { class: "closed" }, number);
    const puzzles = puzzlesOf(day);
    const words = solvedWords(day, records, isFrozen);
    const hasIce = showsIce(day, records, isFrozen);
    const isPlayed = puzzles.some(({ id }) => records[id]);
    const pips = hasIce ? [icon("ice")] : puzzles.map(({ id }) => h("span",
      { class: records[id]?.solved ? "pip solved" : records[id] ? "pip begun" : "pip" }));
    return h("a", {
      href: address({ part: "today", query: { d: day } }), class: day === this.#shown && "shown",
      "aria-current": day === today() && "date",
      "aria-label": [dayName(day), words].filter(Boolean).join("; "), title: words || null,
    }, number, h("span", { class: "pips", "aria-hidden": "true" }, ...(isPlayed || hasIce ? pips : [])));
  }
}
