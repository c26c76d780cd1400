import { regionNumber } from "./tints.js";

/**
 * A region puzzle in the address, and what follows from its rules at once. The page does not solve puzzles.
 *
 * @typedef {{n: number, stars: number, regions: string[], marks: string[]}} Puzzle for each square, row by row, the
 *   letter of its region and its mark, which may be a clue
 */

export const OPEN = ".";
export const CROSS = "x";
export const QUEEN = "q";
/** Clues: a given queen, and a square without a queen. */
export const GIVEN = "g";
export const BLOCKED = "b";

const MARK_LETTERS = [OPEN, CROSS, QUEEN, GIVEN, BLOCKED];

/** @param {string} mark */
export const isClue = (mark) => mark === GIVEN || mark === BLOCKED;
/** @param {string} mark */
export const isQueen = (mark) => mark === QUEEN || mark === GIVEN;

/** The clues without the other marks. @param {string[]} marks */
export const cluesOf = (marks) => marks.map((mark) => (isClue(mark) ? mark : OPEN));

/** The largest puzzle that the page draws: a letter for each region. */
export const MAX_PUZZLE_SIZE = 26;

/** @param {string} letter */
export const pattern = (letter) => `pattern-${regionNumber(letter) % 13}`;

/**
 * @param {import("./store.js").Query} query
 * @returns {Puzzle | null} null if there is no puzzle, or none that can be drawn
 */
export function readPuzzle({ r, s, m }) {
  const rows = (r ?? "").toUpperCase().split(".");
  const n = rows.length;
  if (!r || n > MAX_PUZZLE_SIZE || rows.some((row) => row.length !== n || !/^[A-Z]+$/.test(row))) return null;
  const marks = [...(m ?? "").padEnd(n * n, OPEN).slice(0, n * n)].map((mark) => (MARK_LETTERS.includes(mark) ? mark : OPEN));
  return { n, stars: Number(s) || 1, regions: [...rows.join("")], marks };
}

/**
 * @param {Puzzle} puzzle
 * @returns {import("./store.js").Query}
 */
export function writePuzzle({ n, stars, regions, marks }) {
  return { r: rowsOf(regions, n).join("."), s: stars === 1 ? "" : String(stars), m: marks.join("").replace(/\.+$/, "") };
}

/** A text that two puzzles share if they are the same but for the marks of the player. @param {Puzzle} puzzle */
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
 * @returns {import("./store.js").Query}
 */
export function fromDocument({ size, stars, regions, queens, crosses, given, blocked }) {
  if (size > MAX_PUZZLE_SIZE) throw new Error(`This puzzle of ${size} x ${size} is too large for the page: the limit is ${MAX_PUZZLE_SIZE} x ${MAX_PUZZLE_SIZE}.`);
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
  const crosses = new Set([...marked(CROSS), ...more]);
  const [queens, given, blocked] = [QUEEN, GIVEN, BLOCKED].map((mark) => marked(mark).map(pair));
  return { regions: rowsOf(regions, n), stars, queens, crosses: [...crosses].map(pair), given, blocked };
}

/**
 * What follows from the queens on the board: the empty squares that they rule out, the queens that break a rule, and whether
 * the puzzle is solved.
 * @param {Puzzle} puzzle
 * @returns {{closed: Set<number>, clashes: Set<number>, isDone: boolean}}
 */
export function consequences({ n, stars, regions, marks }) {
  const closed = new Set();
  const clashes = new Set();
  /** @type {Map<string, number[]>} */
  const units = new Map();
  const add = (/** @type {string} */ unit, /** @type {number} */ index) => {
    const squares = units.get(unit);
    if (squares) squares.push(index);
    else units.set(unit, [index]);
  };
  for (let index = 0; index < n * n; index++) {
    add(`row ${Math.floor(index / n)}`, index);
    add(`column ${index % n}`, index);
    add(regions[index], index);
    if (!isQueen(marks[index])) continue;
    for (const near of around(index, n)) {
      if (isQueen(marks[near])) clashes.add(index);
      else if (marks[near] === OPEN) closed.add(near);
    }
  }
  let isFull = true;
  for (const squares of units.values()) {
    const queens = squares.filter((index) => isQueen(marks[index]));
    if (queens.length !== stars) isFull = false;
    if (queens.length > stars) for (const queen of queens) clashes.add(queen);
    if (queens.length >= stars) for (const index of squares) if (marks[index] === OPEN) closed.add(index);
  }
  return { closed, clashes, isDone: isFull && clashes.size === 0 };
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
