import { WITH_REGIONS } from "./api.js";
import { whole } from "./dom.js";
import { offBoard, reach, readList, squareName, writeList } from "./squares.js";

/**
 * A position on the board of the part `board`, and so a problem. The regions are the letter of each square,
 * row by row; null if there are none.
 * @typedef {{variant: string, rows: number, columns: number, queens: Set<number>, givens: Set<number>,
 *   holes: Set<number>, walls: Set<number>, regions: string[] | null}} Position
 */

/** The longest side of a board that the page draws. */
export const MAX_SIDE = 100;

/** The largest number of regions: each has a letter. */
export const MAX_REGIONS = 26;

/**
 * @param {import("./store.js").Query} query
 * @returns {Position}
 */
export function readPosition(query) {
  const rows = whole(query.n, 1, MAX_SIDE, 8);
  const columns = whole(query.c, 1, MAX_SIDE, rows);
  const squares = (/** @type {string} */ key) => new Set(readList(query[key], rows, columns));
  const variant = query.v || "queens";
  const regions = readRegions(query.r, rows, columns)
    ?? (WITH_REGIONS.includes(variant) ? bands(rows, columns) : null);
  return { variant, rows, columns, queens: squares("q"), givens: squares("g"), holes: squares("h"),
    walls: squares("w"), regions };
}

/** The squares of an address that are not on its board. @type {import("./address-check.js").SettingCheck} */
function squaresFault(squares, query) {
  const { rows, columns } = readPosition(query);
  const off = offBoard(squares, rows, columns);
  return off.length > 0 ? `${off.join(" ").slice(0, 80)} is not on this board of ${rows} x ${columns}` : "";
}

/**
 * The checks of the settings of a position in an address.
 * @type {Record<string, import("./address-check.js").SettingCheck>}
 */
export const POSITION_SETTINGS = {
  q: squaresFault, g: squaresFault, h: squaresFault, w: squaresFault,
  r: (r, query) => {
    const position = readPosition(query);
    const { rows, columns } = position;
    return r.toUpperCase() === writePosition(position).r ? ""
      : `the map of regions does not fit this board: use ${rows} words of ${columns} letters with dots ` +
        "between";
  },
};

/**
 * @param {string | undefined} text a word of letters for each row, with dots between them
 * @param {number} rows
 * @param {number} columns
 */
function readRegions(text, rows, columns) {
  const words = (text ?? "").toUpperCase().split(".");
  const isMap = words.length === rows
    && words.every((word) => word.length === columns && /^[A-Z]+$/.test(word));
  return isMap ? [...words.join("")] : null;
}

/**
 * Regions to start with: the rows. If there are more rows than letters, the last rows share one.
 * @param {number} rows
 * @param {number} columns
 */
export function bands(rows, columns) {
  return Array.from({ length: rows * columns },
    (_, index) => String.fromCharCode(65 + Math.min(MAX_REGIONS - 1, Math.floor(index / columns))));
}

/**
 * @param {string[]} regions
 * @param {number} columns
 * @param {string} joint
 */
function words(regions, columns, joint) {
  return Array.from({ length: regions.length / columns },
    (_, row) => regions.slice(row * columns, (row + 1) * columns).join(joint));
}

/**
 * @param {Position} position
 * @returns {import("./store.js").Query}
 */
export function writePosition({ variant, rows, columns, queens, givens, holes, walls, regions }) {
  return {
    v: variant === "queens" ? "" : variant,
    n: String(rows),
    c: columns === rows ? "" : String(columns),
    q: writeList(queens, columns),
    g: writeList(givens, columns),
    h: writeList(holes, columns),
    w: writeList(walls, columns),
    r: regions ? words(regions, columns, "").join(".") : "",
  };
}

/**
 * The problem of completing the position, in text form.
 * @param {Position} position
 */
export function problemText({ variant, rows, columns, queens, givens, holes, walls, regions }) {
  const lines = [`${variant} ${rows === columns ? rows : `${rows}x${columns}`}`];
  for (const [key, squares] of Object.entries(
    { givens: [...givens, ...queens], holes: [...holes], walls: [...walls] })) {
    if (squares.length > 0) lines.push(`${key}: ${writeList(squares, columns, " ")}`);
  }
  if (regions) lines.push("areas:", ...words(regions, columns, " "));
  return `${lines.join("\n")}\n`;
}

/**
 * The squares that the queens attack, and the pairs of queens that attack each other. Only for chess queens:
 * the page does not know the moves of other pieces.
 * @param {Position} position
 * @returns {{attacked: Set<number>, clashes: [number, number][]}}
 */
export function attacks({ variant, rows, columns, queens, givens, walls }) {
  const attacked = new Set();
  /** @type {[number, number][]} */
  const clashes = [];
  if (variant !== "queens") return { attacked, clashes };
  const all = new Set([...queens, ...givens]);
  for (const queen of all) {
    for (const other of reach(queen, rows, columns, walls)) {
      attacked.add(other);
      if (other > queen && all.has(other)) clashes.push([queen, other]);
    }
  }
  return { attacked, clashes };
}

/**
 * @param {number} index
 * @param {number} columns
 */
export function nameOf(index, columns) {
  return squareName(Math.floor(index / columns), index % columns);
}

/** The history for Undo and Redo: texts, each of which holds a whole position. */
export class UndoHistory {
  /** @type {string[]} */
  #before = [];
  /** @type {string[]} */
  #after = [];

  /** @param {string} text the position before a change */
  add(text) {
    if (this.#before.at(-1) !== text) this.#before.push(text);
    this.#after = [];
  }

  get canUndo() {
    return this.#before.length > 0;
  }

  get canRedo() {
    return this.#after.length > 0;
  }

  /**
   * @param {string} now
   * @returns {string | undefined} the position before the last change
   */
  undo(now) {
    const text = this.#before.pop();
    if (text !== undefined) this.#after.push(now);
    return text;
  }

  /**
   * @param {string} now
   * @returns {string | undefined} the position that was undone last
   */
  redo(now) {
    const text = this.#after.pop();
    if (text !== undefined) this.#before.push(now);
    return text;
  }

  clear() {
    [this.#before, this.#after] = [[], []];
  }
}

/**
 * The direction of a key for undo or redo; null for other keys.
 * @param {KeyboardEvent} event
 * @returns {"undo" | "redo" | null}
 */
export function travelOf(event) {
  if (!event.ctrlKey && !event.metaKey) return null;
  const key = event.key.toLowerCase();
  return key === "y" || (key === "z" && event.shiftKey) ? "redo" : key === "z" ? "undo" : null;
}
