import { isClue } from "../puzzle/state.js";
import { keep, stored } from "../../shared/store.js";

/**
 * The levels by their boards, so that a puzzle is recognised as a level wherever it comes from: those that
 * were opened on this device, and those with a digest. Boards are the same if they differ only in the names
 * of their regions, or by a rotation or reflection.
 *
 * @typedef {import("../puzzle/state.js").Puzzle} Puzzle
 */

const BOARDS_KEY = "queens.level-boards";

/** Maximum number of boards that are kept, those that were opened last. */
export const MAX_KEPT_BOARDS = 300;

/** The digits of a digest, each of six bits. */
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/**
 * The eight symmetries of the square: the square that comes to a row and a column.
 * @type {((row: number, column: number, last: number) => [number, number])[]}
 */
const SYMMETRIES = [
  (row, column) => [row, column],
  (row, column, last) => [row, last - column],
  (row, column, last) => [last - row, column],
  (row, column, last) => [last - row, last - column],
  (row, column) => [column, row],
  (row, column, last) => [column, last - row],
  (row, column, last) => [last - column, row],
  (row, column, last) => [last - column, last - row],
];

/**
 * A text that is the same for puzzles that differ only in the names of their regions, by a symmetry, or in
 * the marks of a player.
 * @param {Puzzle} puzzle
 */
export function boardKey({ n, stars, regions, marks }) {
  const images = SYMMETRIES.map((from) => {
    /** @type {Map<string, string>} */
    const names = new Map();
    let text = "";
    for (let index = 0; index < n * n; index++) {
      const [row, column] = from(Math.floor(index / n), index % n, n - 1);
      const at = row * n + column;
      const name = names.get(regions[at]) ?? String.fromCharCode(65 + names.size);
      names.set(regions[at], name);
      text += isClue(marks[at]) ? name + marks[at] : name;
    }
    return text;
  });
  return `${stars} ${images.sort()[0]}`;
}

/**
 * A digest of a key, three digits: the FNV-1a hash of 32 bits, folded to 18.
 * @param {string} key
 */
export function boardDigest(key) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  const bits = (hash >>> 14) ^ (hash & 0x3ffff);
  return [12, 6, 0].map((shift) => DIGITS[(bits >> shift) & 63]).join("");
}

/**
 * The levels whose boards have a digest.
 * @param {Record<string, Record<number, string>>} digests
 * @param {{n: number, stars: number}} puzzle
 * @param {string} digest
 * @returns {import("./level-kinds.js").Level[]}
 */
export function levelsWithDigest(digests, { n, stars }, digest) {
  return Object.entries(digests).flatMap(([group, runs]) => {
    const [size, each, rating] = group.split("-");
    if (Number(size) !== n || Number(each) !== stars) return [];
    return Object.entries(runs).flatMap(([first, text]) => {
      const found = [];
      for (let at = 0; at < text.length; at += digest.length) {
        if (text.startsWith(digest, at)) {
          found.push({ size: n, stars, rating, number: Number(first) + at / digest.length });
        }
      }
      return found;
    });
  });
}

/** @returns {Record<string, unknown>} */
function allBoards() {
  try {
    return Object(JSON.parse(stored(BOARDS_KEY) ?? "{}"));
  } catch {
    return {};
  }
}

/**
 * The level with this board, as a text; null if no level that was opened here has it.
 * @param {Puzzle} puzzle
 */
export function levelOfBoard(puzzle) {
  const found = allBoards()[boardKey(puzzle)];
  return typeof found === "string" ? found : null;
}

/**
 * Remembers the board of a level.
 * @param {Puzzle} puzzle
 * @param {string} level
 */
export function keepBoard(puzzle, level) {
  const key = boardKey(puzzle);
  const { [key]: _, ...others } = allBoards();
  keep(BOARDS_KEY,
    JSON.stringify(Object.fromEntries([...Object.entries(others), [key, level]].slice(-MAX_KEPT_BOARDS))));
}
