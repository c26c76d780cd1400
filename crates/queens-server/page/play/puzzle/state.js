import { marksFault, wholeFrom } from "../../shared/address-check.js";
import { whole } from "../../shared/dom.js";
import { columnName } from "../../shared/squares.js";

/**
 * A region puzzle in the address, and what follows from its rules at once. The page does not solve puzzles.
 *
 * @typedef {{n: number, stars: number, regions: string[], marks: string[]}} Puzzle for each square, row by
 *   row, the letter of its region and its mark, which may be a clue
 */

export const OPEN = ".";
export const CROSS = "x";
/** A cross of another colour, which means the same. */
export const SECOND_CROSS = "y";
export const QUEEN = "q";
/** Clues: a given queen, and a square without a queen. */
export const GIVEN = "g";
export const BLOCKED = "b";

const MARK_LETTERS = [OPEN, CROSS, SECOND_CROSS, QUEEN, GIVEN, BLOCKED];

/** @param {string} mark */
export const isClue = (mark) => mark === GIVEN || mark === BLOCKED;
/** @param {string} mark */
export const isQueen = (mark) => mark === QUEEN || mark === GIVEN;

/** The clues without the other marks. @param {string[]} marks */
export const cluesOf = (marks) => marks.map((mark) => (isClue(mark) ? mark : OPEN));

/** The largest puzzle that the page draws: a letter for each region. */
export const MAX_PUZZLE_SIZE = 26;

/**
 * The largest number of queens in each row, column and region of such a board: each block of 2 x 2 holds at
 * most one.
 */
export const MAX_STARS = 6;

/**
 * The regions of an address, row by row; null if they are not those of a square board that can be drawn.
 * @param {string | undefined} r
 */
function rowsOfMap(r) {
  const rows = (r ?? "").toUpperCase().split(".");
  const n = rows.length;
  return !r || n > MAX_PUZZLE_SIZE || rows.some((row) => row.length !== n || !/^[A-Z]+$/.test(row)) ? null
    : rows;
}

/**
 * The checks of the settings of a puzzle in an address.
 * @type {Record<string, import("../../shared/address-check.js").SettingCheck>}
 */
export const PUZZLE_SETTINGS = {
  r: (r) => (rowsOfMap(r) ? "" : "use a word for each row, with dots between (AABB.AABB.CCDD.CCDD), each " +
    "with as many letters from A to Z as there are rows"),
  s: wholeFrom(1, MAX_STARS),
  m: (m, { r }) => marksFault(MARK_LETTERS.join(""), (rowsOfMap(r)?.length ?? 0) ** 2, m),
};

/**
 * @param {import("../../shared/store.js").Query} query
 * @returns {Puzzle | null} null if there is no puzzle, or none that can be drawn
 */
export function readPuzzle({ r, s, m }) {
  const rows = rowsOfMap(r);
  if (!rows) return null;
  const n = rows.length;
  const marks = [...(m ?? "").padEnd(n * n, OPEN).slice(0, n * n)]
    .map((mark) => (MARK_LETTERS.includes(mark) ? mark : OPEN));
  return { n, stars: whole(s, 1, MAX_STARS, 1), regions: [...rows.join("")], marks };
}

/**
 * @param {Puzzle} puzzle
 * @returns {import("../../shared/store.js").Query}
 */
export function writePuzzle({ n, stars, regions, marks }) {
  return { r: rowsOf(regions, n).join("."), s: stars === 1 ? "" : String(stars),
    m: marks.join("").replace(/\.+$/, "") };
}

/**
 * Key of a puzzle: the same for puzzles that differ only in the marks of the player.
 * @param {Puzzle} puzzle
 */
export const puzzleKey = (puzzle) => JSON.stringify(writePuzzle({ ...puzzle, marks: cluesOf(puzzle.marks) }));

/**
 * @param {string[]} letters
 * @param {number} n
 */
export function rowsOf(letters, n) {
  return Array.from({ length: n }, (_, row) => letters.slice(row * n, row * n + n).join(""));
}

/**
 * The settings for a puzzle from the server.
 * @param {any} found
 * @returns {import("../../shared/store.js").Query}
 */
export function fromDocument({ size, stars, regions, queens, crosses, given, blocked }) {
  if (size > MAX_PUZZLE_SIZE) {
    throw new Error(`This puzzle of ${size} x ${size} is too large for the page: the limit is ` +
      `${MAX_PUZZLE_SIZE} x ${MAX_PUZZLE_SIZE}.`);
  }
  const marks = new Array(size * size).fill(OPEN);
  for (const [mark, squares] of [[CROSS, crosses], [QUEEN, queens], [BLOCKED, blocked], [GIVEN, given]]) {
    for (const [row, column] of squares) marks[row * size + column] = mark;
  }
  return writePuzzle({ n: size, stars, regions: [...regions.join("")], marks });
}

/**
 * A puzzle and its marks as a request has them.
 * @param {Puzzle} puzzle
 * @param {Iterable<number>} more further squares that count as crossed out
 */
export function toDocument({ n, stars, regions, marks }, more = []) {
  const pair = (/** @type {number} */ index) => [Math.floor(index / n), index % n];
  const marked = (/** @type {string} */ mark) => marks.flatMap((at, index) => (at === mark ? [index] : []));
  const crosses = new Set([...marked(CROSS), ...marked(SECOND_CROSS), ...more]);
  const [queens, given, blocked] = [QUEEN, GIVEN, BLOCKED].map((mark) => marked(mark).map(pair));
  return { regions: rowsOf(regions, n), stars, queens, crosses: [...crosses].map(pair), given, blocked };
}

/**
 * What follows from the queens on the board: `closed` are the empty squares that they rule out, `clashes` the
 * queens that break a rule, `counts` the number of queens in each row, column and region, `touching` the
 * pairs of queens that touch.
 * @typedef {{closed: Set<number>, clashes: Set<number>, counts: Map<string, number>, touching: [number,
 *   number][], isDone: boolean}} Consequences
 */

/**
 * The names of the row, column and region of a square.
 * @param {Puzzle} puzzle
 * @param {number} index
 */
export function unitsOf({ n, regions }, index) {
  return [`row ${Math.floor(index / n) + 1}`, `column ${columnName(index % n)}`, `region ${regions[index]}`];
}

/**
 * @param {Puzzle} puzzle
 * @returns {Consequences}
 */
export function consequences(puzzle) {
  const { n, stars, marks } = puzzle;
  const units = marks.map((_, index) => unitsOf(puzzle, index));
  const counts = new Map(units.flat().map((unit) => [unit, 0]));
  const closed = new Set();
  const clashes = new Set();
  /** @type {[number, number][]} */
  const touching = [];
  const queens = marks.flatMap((mark, index) => (isQueen(mark) ? [index] : []));
  for (const queen of queens) {
    for (const unit of units[queen]) counts.set(unit, (counts.get(unit) ?? 0) + 1);
    for (const near of around(queen, n)) {
      if (marks[near] === OPEN) closed.add(near);
      if (!isQueen(marks[near])) continue;
      clashes.add(near);
      if (near > queen) touching.push([queen, near]);
    }
  }
  const count = (/** @type {string} */ unit) => counts.get(unit) ?? 0;
  for (const queen of queens) if (units[queen].some((unit) => count(unit) > stars)) clashes.add(queen);
  marks.forEach((mark, index) => {
    if (mark === OPEN && units[index].some((unit) => count(unit) >= stars)) closed.add(index);
  });
  const isFull = [...counts.values()].every((number) => number === stars);
  return { closed, clashes, counts, touching, isDone: isFull && clashes.size === 0 };
}

/**
 * @param {number} index
 * @param {number} n
 */
function around(index, n) {
  const [row, column] = [Math.floor(index / n), index % n];
  const found = [];
  for (let r = Math.max(0, row - 1); r <= Math.min(n - 1, row + 1); r++) {
    for (let c = Math.max(0, column - 1); c <= Math.min(n - 1, column + 1); c++) {
      if (r !== row || c !== column) found.push(r * n + c);
    }
  }
  return found;
}
