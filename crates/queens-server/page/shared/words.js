import { h } from "./dom.js";

/** Numbers, times and answers as text. */

/** @param {number | string | bigint} number a whole number, of any length as a string */
export function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** @param {number} seconds */
export function duration(seconds) {
  if (seconds === 0) return "0 s";
  if (seconds < 1e-6) return `${(seconds * 1e9).toPrecision(3)} ns`;
  if (seconds < 1e-3) return `${(seconds * 1e6).toPrecision(3)} µs`;
  if (seconds < 1) return `${(seconds * 1e3).toPrecision(3)} ms`;
  if (seconds < 120) return `${seconds.toPrecision(3)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${(seconds / 3600).toFixed(1)} h`;
  if (seconds < 63_072_000) return `${Math.round(seconds / 86_400)} days`;
  return `${grouped(Math.round(seconds / 31_536_000))} years`;
}

/**
 * A time with at most two significant figures, as in every forecast; the same rule as `about` of the library.
 * @param {number} seconds
 */
export function about(seconds) {
  const [DAY, YEAR] = [86_400, 31_557_600];
  const twoFigures = (/** @type {number} */ number, /** @type {string} */ unit) =>
    `${number < 9.95 ? number.toFixed(1) : grouped(String(Number(number.toPrecision(2))))} ${unit}`;
  if (seconds < 1) return "less than 1 s";
  if (seconds < 99.5) return `${Math.round(seconds)} s`;
  if (seconds < 5970) return `${Math.round(seconds / 60)} min`;
  if (seconds < 2 * DAY) return twoFigures(seconds / 3600, "h");
  if (seconds < 2 * YEAR) return twoFigures(seconds / DAY, "days");
  if (seconds < 1e6 * YEAR) return twoFigures(seconds / YEAR, "years");
  if (seconds < 1e9 * YEAR) return twoFigures(seconds / YEAR / 1e6, "million years");
  return twoFigures(seconds / YEAR / 1e9, "billion years");
}

/**
 * The same in a sentence: `about 5 min`, or `less than 1 s`.
 * @param {number} seconds
 */
export const roughly = (seconds) => (seconds < 1 ? about(seconds) : `about ${about(seconds)}`);

/**
 * @param {any} found an answer of `count`
 * @param {string} [one] what was counted, in the singular
 * @param {string} [many] and in the plural
 */
export function counted(found, one = "solution", many = "solutions") {
  if (!found.complete && String(found.count) === "0" && many !== "solutions") {
    return `No ${many} counted (${found.outcome}): their number is unknown.`;
  }
  if (!found.complete && String(found.count) === "0") {
    return `No solutions counted (${found.outcome}): the number of solutions is unknown. The command ` +
      `"queens estimate" gives an estimate.`;
  }
  const number = grouped(found.count);
  const what = Number(found.count) === 1 ? one : many;
  const size = found.complete ? `${number} ${what}` : `At least ${number} ${what} (${found.outcome})`;
  return `${size}; ${found.engine}, ${duration(found.seconds)}.`;
}

/**
 * A table.
 * @param {string} caption
 * @param {string[]} heads
 * @param {(string | Node)[][]} rows
 * @param {boolean[]} [isNumber] for each column
 */
export function table(caption, heads, rows, isNumber = []) {
  const kind = (/** @type {number} */ at) => (isNumber[at] ? "number" : null);
  return h("table", {}, h("caption", { class: "unseen" }, caption),
    h("thead", {}, h("tr", {}, ...heads.map((head, at) => h("th", { scope: "col", class: kind(at) }, head)))),
    h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((cell, at) =>
      (at === 0 ? h("th", { scope: "row", class: kind(at) }, cell) : h("td", { class: kind(at) }, cell)))))));
}

/**
 * The table of an answer of `classes`, or the reason why there is none: a partial count says nothing about
 * classes.
 * @param {any} found
 */
export function classTable(found) {
  if (!found.complete) {
    return h("p", { class: "small" }, `No classes (${found.outcome}): they need a complete count.`);
  }
  const rows = found.classes.map((/** @type {any} */ row) => [row.class, grouped(row.fundamental),
    grouped(row.solutions)]);
  rows.push(["all", grouped(found.fundamental), grouped(found.solutions)]);
  return table("Solutions by symmetry class", ["class", "fundamental", "solutions"], rows,
    [false, true, true]);
}

/**
 * Text with code between backquotes.
 * @param {string} text
 * @returns {(string | Node)[]}
 */
export function marked(text) {
  return text.split("`").map((part, at) => (at % 2 ? h("code", {}, part) : part));
}
