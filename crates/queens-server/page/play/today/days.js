/**
 * The days and their puzzles. A day is a text such as `2026-11-26`; the days of the player are those of the
 * local time zone.
 *
 * @typedef {{id: "easy" | "medium" | "hard" | "two" | "three", name: string, size: number, stars: number,
 *   rating: "easy" | "medium" | "hard"}} DailyPuzzle `id` names it in addresses and records, `name` for
 *   players; `stars` are the queens in each row, column and region
 */

/** The first day that has puzzles. */
export const FIRST_DAY = "2026-01-01";

/** The first and the last month whose puzzles are stored, in a file each, and stay as they are. */
export const STORED_MONTHS = ["2026-01", "2027-12"];

/**
 * The puzzles by day of the week: the size on each from Monday to Sunday, 0 on a day without it.
 * @type {(Omit<DailyPuzzle, "size"> & {sizes: number[]})[]}
 */
export const DAILY_KINDS = [
  { id: "easy", name: "Easy", stars: 1, rating: "easy", sizes: [5, 6, 6, 6, 7, 7, 7] },
  { id: "medium", name: "Medium", stars: 1, rating: "medium", sizes: [7, 8, 8, 8, 9, 9, 9] },
  { id: "hard", name: "Hard", stars: 1, rating: "hard", sizes: [9, 10, 10, 11, 11, 12, 12] },
  { id: "two", name: "Two queens", stars: 2, rating: "medium", sizes: [0, 0, 0, 0, 0, 10, 0] },
  { id: "three", name: "Three queens", stars: 3, rating: "medium", sizes: [0, 0, 0, 0, 0, 0, 14] },
];

const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September",
  "October", "November", "December"];
export const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

const DAY_MILLISECONDS = 86_400_000;

/** The offset of the earliest time zone, UTC+14, in milliseconds. */
const EARLIEST_OFFSET = 14 * 3_600_000;

/** @param {string} day */
const timeOf = (day) => Date.parse(`${day}T00:00:00Z`);

/** @param {number} time milliseconds of UTC */
const dayAt = (time) => new Date(time).toISOString().slice(0, 10);

/**
 * The local day.
 * @param {number} [secondsAgo] for the day of an earlier moment
 */
export function today(secondsAgo = 0) {
  const now = new Date(Date.now() - secondsAgo * 1000);
  return dayAt(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()));
}

/** The day in the time zone where it begins first: a friend there may share its puzzles. */
export const latestDay = () => dayAt(Date.now() + EARLIEST_OFFSET);

/** @param {string} text */
export function isDay(text) {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(timeOf(text)) && dayAt(timeOf(text)) === text;
}

/**
 * @param {string} day
 * @param {number} count
 */
export const daysAfter = (day, count) => dayAt(timeOf(day) + count * DAY_MILLISECONDS);

/** True if the puzzles of a day are stored. @param {string} day */
export const isStored = (day) => day.slice(0, 7) >= STORED_MONTHS[0] && day.slice(0, 7) <= STORED_MONTHS[1];

/** The place of a day in its week: 0 for Monday. @param {string} day */
export const weekdayOf = (day) => (new Date(timeOf(day)).getUTCDay() + 6) % 7;

/** The name of a month. @param {string} day a day of it */
export const monthName = (day) => `${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;

/** The name of a day, such as `Thursday, 26 November 2026`. @param {string} day */
export const dayName = (day) => dayParts(day).join(", ");

/** The parts of that name: the day of the week, and the date. @param {string} day */
export const dayParts = (day) => [WEEKDAYS[weekdayOf(day)], `${Number(day.slice(8))} ${monthName(day)}`];

/** The puzzles of each day of the week, from Monday on. @type {DailyPuzzle[][]} */
const WEEK = WEEKDAYS.map((_, weekday) => DAILY_KINDS.filter(({ sizes }) => sizes[weekday] > 0)
  .map(({ sizes, ...kind }) => ({ ...kind, size: sizes[weekday] })));

/** The puzzles of a day, the easiest first. @param {string} day */
export const puzzlesOf = (day) => WEEK[weekdayOf(day)];

/** The size of a puzzle in words. @param {DailyPuzzle} puzzle */
export const sizeName = ({ size, stars }) => `${size} x ${size}${stars > 1 ? `, ${stars} queens each` : ""}`;
