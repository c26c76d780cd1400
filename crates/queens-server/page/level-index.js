import { isClue } from "./puzzle-state.js";
import { keep, stored } from "./store.js";

/**
 * The levels that were opened on this device, by their boards, so that a puzzle is recognised as a level wherever it comes from.
 * Boards are the same if they differ only in the names of their regions, or by a rotation or reflection.
 *
 * @typedef {import("./puzzle-state.js").Puzzle} Puzzle
 */

const BOARDS_KEY = "queens.level-boards";

/** Maximum number of boards that are kept, those that were opened last. */
const MAX_KEPT_BOARDS = 300;

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
 * A text that is the same for puzzles that differ only in the names of their regions, by a symmetry, or in the marks of a player.
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
  keep(BOARDS_KEY, JSON.stringify(Object.fromEntries([...Object.entries(others), [key, level]].slice(-MAX_KEPT_BOARDS))));
}
