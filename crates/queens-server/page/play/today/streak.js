import { FIRST_DAY, daysAfter } from "./days.js";
import { entriesOf } from "./records.js";

/**
 * The days in a row on which a puzzle of the day was solved. All of it follows from the records, so it is the
 * same on every device that has them.
 *
 * @typedef {{current: number, best: number, freezes: number, frozen: Set<string>, earned: string}} Streak
 *   `current` and `best` are numbers of days with a puzzle solved; `freezes` are those that are left,
 *   `frozen` the days that one was spent on, and `earned` the day when the last one was earned ("" for none)
 */

/** The days of a streak that earn a freeze. */
export const DAYS_PER_FREEZE = 7;

/** The freezes that are kept, at most. */
export const MAX_FREEZES = 3;

/**
 * The days with a puzzle that was solved on its day.
 * @param {import("./records.js").DailyRecords} records
 */
function solvedDays(records) {
  return new Set(entriesOf(records).filter(({ day, record }) => record.solved && record.date <= day)
    .map(({ day }) => day));
}

/**
 * Walks the calendar. A missed day spends a freeze, or ends the streak; today is not missed while it lasts.
 * @param {import("./records.js").DailyRecords} records
 * @param {string} now today
 * @returns {Streak}
 */
export function streakOf(records, now) {
  const solved = solvedDays(records);
  // A traveller to the west may have solved a puzzle of tomorrow.
  const last = daysAfter(now, 1);
  const frozen = new Set();
  let [current, best, freezes, earned] = [0, 0, 0, ""];
  for (let day = FIRST_DAY; day <= last; day = daysAfter(day, 1)) {
    if (solved.has(day)) {
      current += 1;
      best = Math.max(best, current);
      if (current % DAYS_PER_FREEZE > 0 || freezes === MAX_FREEZES) continue;
      freezes += 1;
      earned = day;
    } else if (day < now && current > 0) {
      if (freezes === 0) current = 0;
      else {
        freezes -= 1;
        frozen.add(day);
      }
    }
  }
  return { current, best, freezes, frozen, earned };
}
