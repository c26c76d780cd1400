/**
 * Checks of the settings of an address. The nearest valid setting is used in place of one that is not, and a
 * sentence says so.
 *
 * A check returns what a value has to be, such as `use a whole number from 1 to 32`; "" if the value is
 * valid, or if its field reports it.
 * @typedef {(value: string, query: import("./store.js").Query) => string} SettingCheck
 */

/** The longest part of a value that a sentence repeats. */
const MAX_SHOWN = 40;

/** The check of a setting whose field, or whose answer, reports an invalid value. */
export const reportedElsewhere = () => "";

/**
 * A whole number.
 * @param {number} min
 * @param {number} max
 * @returns {SettingCheck}
 */
export const wholeFrom = (min, max) => (value) =>
  (/^\d+$/.test(value) && Number(value) >= min && Number(value) <= max ? ""
    : `use a whole number from ${min} to ${max}`);

/**
 * One of some words.
 * @param {readonly string[]} words
 * @returns {SettingCheck}
 */
export const oneOf = (words) => (value) => (words.includes(value) ? ""
  : `use ${words.length > 1 ? "one of " : ""}${words.join(", ")}`);

/** A setting that is on or not there. */
export const isOn = oneOf(["1"]);

/**
 * The marks of the squares of a board.
 * @param {string} letters those that a mark may have
 * @param {number} squares
 * @param {string} text
 */
export function marksFault(letters, squares, text) {
  const other = [...text].find((letter) => !letters.includes(letter));
  if (other !== undefined) return `use only ${[...letters].join(" ")} as marks`;
  return text.length > squares ? `use at most ${squares} marks, one for each square` : "";
}

/**
 * The sentences about the settings of an address that are not valid, or that the part does not have.
 * @param {string} name of the part
 * @param {import("./store.js").Query} query
 * @param {Record<string, SettingCheck>} checks of the settings that the part has
 */
export function addressFaults(name, query, checks) {
  const known = Object.keys(checks);
  return Object.entries(query).flatMap(([key, value]) => {
    const check = Object.hasOwn(checks, key) ? checks[key] : null;
    const wanted = check ? value && check(value, query)
      : `${name} has ${known.length ? `only the settings ${known.join(", ")}` : "no settings"}`;
    return wanted ? [`In the address, ${shortened(`${key}=${value}`)} is not valid: ${wanted}.`] : [];
  });
}

/** @param {string} text */
const shortened = (text) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)} ...` : text);
