import { solvedNumbers } from "../solved-levels.js";
import { HOW_TO_MARK, TAP, capitalized, counted } from "../words.js";
import { levelGroup } from "./state.js";
import { nameOf } from "../../shared/position.js";

/**
 * The sentences of the game of n queens.
 *
 * @typedef {import("./state.js").Game} Game
 * @typedef {import("./state.js").Kind} Kind
 */

/** The text in place of a hint. @type {Record<Kind, string>} */
export const TAP_TEXTS = {
  levels: HOW_TO_MARK,
  free: HOW_TO_MARK,
  backwards: `${capitalized(TAP)} a queen to take it away, and an empty square to put it back.`,
};

/** The aim of the game. @type {Record<Kind, (n: number) => string>} */
export const AIM_TEXTS = {
  levels: (n) => `Place ${n} queens so that no two attack each other. The given queens stay.`,
  free: (n) => `Place ${n} ${n === 1 ? "queen" : "queens so that no two attack each other"}.`,
  backwards: (n) => `Take queens away until ${n} are left and no two attack each other.`,
};

export const RULES_TEXT = "A queen attacks every square of its row, its column and its two diagonals. A " +
  "level has exactly one solution.";
export const KEYS_TEXT = "A tap changes an empty square to a cross, then to a queen; a drag crosses " +
  "squares out. The arrow keys move, Space or Enter taps, X and Q set a mark at once, Delete removes it. " +
  "H shows a hint, Control Z undoes.";

/** The name of the board of a game. @param {Game} game */
export const boardName = ({ kind, n, level, rating }) =>
  `Board of ${n} by ${n}${kind === "levels" ? `, level ${level}, ${rating}` : ""}`;

/**
 * The result of a solved game.
 * @param {string} time "" if there is none
 * @param {import("../progress.js").Help} help
 */
export function wonWords(time, { hints, checks }) {
  const help = [hints && counted(hints, "hint"), checks && counted(checks, "check")].filter(Boolean)
    .join(" and ");
  return `Solved${time && ` in ${time}`}${help && ` with ${help}`}.`;
}

/**
 * The state of an unsolved game.
 * @param {Game} game
 * @param {ReturnType<typeof import("./state.js").consequences>} facts
 * @param {string} left the sentence about the solutions that are left in the game backwards
 */
export function stateWords(game, { queens, clashes }, left) {
  const { kind, n } = game;
  if (kind === "backwards") {
    if (!clashes.length) return `No attacks are left, but only ${queens.size} of ${n} queens. Undo.`;
    return `${counted(queens.size, "queen")}, ${counted(clashes.length, "attack")}. ${left}`;
  }
  if (clashes.length > 1) return `${clashes.length} pairs of queens attack each other.`;
  if (clashes.length) {
    return `${nameOf(clashes[0][0], n)} and ${nameOf(clashes[0][1], n)} attack each other.`;
  }
  const before = kind === "levels" && solvedNumbers(levelGroup(game)).has(game.level)
    ? " You have solved this level before." : "";
  return `${queens.size} of ${n} queens placed.${before}`;
}
