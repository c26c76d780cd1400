import { h, hasTouchScreen } from "../shared/dom.js";
import { nameOf } from "../shared/position.js";
import { consequences, isQueen, unitsOf } from "./puzzle/state.js";
import { MARK_WORDS } from "./puzzle/view.js";
import { colourName } from "../shared/tints.js";

/**
 * Sentences about the moves of a player.
 * @typedef {import("./puzzle/state.js").Puzzle} Puzzle
 * @typedef {import("./puzzle/state.js").Consequences} Consequences
 */

/** @param {string} words */
export const capitalized = (words) => words && words[0].toUpperCase() + words.slice(1);

/** What a player does to a square with this device. */
export const TAP = hasTouchScreen() ? "tap" : "click";

/** The text in place of a hint. */
export const HOW_TO_MARK = `${capitalized(TAP)} a square once for a cross, twice for a queen.`;

/** The same, if a switch chooses the mark. */
export const HOW_TO_MARK_WITH_SWITCH = `Choose a mark below the board, then ${TAP} a square.`;

/** The text below the board during a trial. */
export const TRIAL_WORDS = "Trying: accept or reject the dashed marks.";

/** The text there while the board is larger than the screen. */
export const PAN_WORDS = "Two fingers move and magnify the board.";

/** A square, a row or a column that a sentence names. */
export const NAMED_PLACE = /\b[a-z]\d+\b|\b(?:rows?|columns?) [a-z0-9]+\b/i;

/** @param {number} number @param {string} thing */
export const counted = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;

/**
 * The help that a player had, in words.
 * @param {import("./progress.js").Help} help
 */
export const helpWords = ({ hints, checks }) => [hints ? counted(hints, "hint") : "no hints",
  checks && counted(checks, "check")].filter(Boolean).join(", ");

/** @param {string[]} names */
const joined = (names) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`
  : names[0] ?? "");

/**
 * Names of units, by kind: `regions A and B; row 1`.
 * @param {string[]} units such as `region A`
 */
export function unitWords(units) {
  /** @type {Map<string, string[]>} */
  const kinds = new Map();
  for (const unit of units) {
    const [kind, name] = unit.split(" ");
    kinds.set(kind, [...(kinds.get(kind) ?? []), name]);
  }
  return [...kinds].map(([kind, names]) => `${kind}${names.length === 1 ? "" : "s"} ${joined(names)}`)
    .join("; ");
}

/**
 * The rules that queens break, in words.
 * @param {Puzzle} puzzle
 * @param {Consequences} found
 * @returns {string[]}
 */
function brokenRules({ n, stars }, { counts, touching }) {
  const full = [...counts].filter(([, number]) => number > stars)
    .map(([unit, number]) => `${number} queens in ${unit}`);
  return [...full, ...touching.map(([a, b]) => `the queens on ${nameOf(a, n)} and ${nameOf(b, n)} touch`)];
}

/** Maximum length of a message about broken rules: one line on a phone. */
const MAX_RULES_LENGTH = 44;

/**
 * A sentence about the rules that queens break; empty if they break none.
 * @param {Puzzle} puzzle
 * @param {Consequences} found
 */
export function clashWords(puzzle, found) {
  const rules = brokenRules(puzzle, found);
  if (rules.length === 0) return "";
  const all = rules.join("; ");
  const others = rules.length - 1;
  return `${capitalized(others && all.length > MAX_RULES_LENGTH ? `${rules[0]}; ${others} more ` +
    `${others === 1 ? "clash" : "clashes"}` : all)}.`;
}

/**
 * The effect of a mark: a rule that it breaks, the rows, columns and regions that it completes, or the queens
 * that are left.
 * @param {Puzzle} before
 * @param {Puzzle} after
 * @param {number} index
 * @param {boolean} hidesClashes
 */
export function effectWords(before, after, index, hidesClashes) {
  const mark = `${nameOf(index, after.n)}: ${MARK_WORDS[after.marks[index]] || "empty"}`;
  if (!isQueen(after.marks[index])) return mark;
  const found = consequences(after);
  const old = new Set(brokenRules(before, consequences(before)));
  const [broken] = brokenRules(after, found).filter((rule) => !old.has(rule));
  if (broken && !hidesClashes) return `${mark}; ${broken}`;
  const complete = unitsOf(after, index).filter((unit) => found.counts.get(unit) === after.stars);
  const left = after.n * after.stars - after.marks.filter(isQueen).length;
  // One queen completes all three.
  if (after.stars === 1 || complete.length === 0) return left > 0 ? `${mark}; ${left} to go` : mark;
  return `${mark}; ${joined(complete)} ${complete.length === 1 ? "is" : "are"} complete`;
}

/**
 * The squares that have changed.
 * @param {Puzzle} puzzle
 * @param {string[]} before
 * @param {string[]} after
 */
export function changeWords({ n }, before, after) {
  const changed = after.flatMap((mark, index) => (mark === before[index] ? [] : [index]));
  if (changed.length !== 1) return `${counted(changed.length, "square")} changed`;
  return `${nameOf(changed[0], n)}: ${MARK_WORDS[after[changed[0]]] || "empty"}`;
}

/** Regions in a sentence: the word, and their letters. */
const REGIONS_IN_WORDS = /\b([Rr])egions? ([A-Z](?:(?:, | and | or )[A-Z]\b)*)(?![\w])/g;

/**
 * The name of a region: its colour, and its letter for a screen reader.
 * @param {string} letter
 * @param {string} colour
 * @param {boolean} isFirst true at the start of a sentence
 */
function colourChip(letter, colour, isFirst) {
  const swatch = h("i", { "aria-hidden": "true" });
  swatch.style.setProperty("--tint", colour);
  const name = colourName(colour);
  return h("span", { class: "colour-name" }, swatch, isFirst ? capitalized(name) : name,
    h("span", { class: "unseen" }, ` (region ${letter})`));
}

/**
 * A text with the colours of regions in place of their letters, if these have names.
 * @param {string} text
 * @param {Map<string, string>} colours of each region, by its letter
 * @returns {(string | Node)[]}
 */
export function colouredWords(text, colours) {
  /** @type {(string | Node)[]} */
  const found = [];
  let end = 0;
  for (const match of text.matchAll(REGIONS_IN_WORDS)) {
    const [all, initial, letters] = match;
    const pieces = letters.split(/([A-Z])/);
    if (pieces.some((piece) => /^[A-Z]$/.test(piece) && !colourName(colours.get(piece)))) continue;
    found.push(text.slice(end, match.index));
    let isFirst = initial === "R";
    for (const piece of pieces.filter(Boolean)) {
      const isLetter = /^[A-Z]$/.test(piece);
      found.push(isLetter ? colourChip(piece, colours.get(piece) ?? "", isFirst) : piece);
      if (isLetter) isFirst = false;
    }
    end = match.index + all.length;
  }
  return [...found, text.slice(end)].filter((piece) => piece !== "");
}
