import { reach, readList, squareName, writeList } from "./squares.js";

/**
 * What stands on the board of the part `board`, and the problem that it asks.
 * @typedef {{variant: string, n: number, queens: Set<number>, givens: Set<number>, holes: Set<number>,
 *   walls: Set<number>}} Position
 */

/** The largest board that the page draws. */
export const LARGEST = 100;

/**
 * @param {import("./store.js").Query} query
 * @returns {Position}
 */
export function readPosition(query) {
  const n = Math.min(LARGEST, Math.max(1, Math.round(Number(query.n)) || 8));
  const squares = (/** @type {string} */ key) => new Set(readList(query[key], n, n));
  return {
    variant: query.v || "queens", n, queens: squares("q"), givens: squares("g"), holes: squares("h"), walls: squares("w"),
  };
}

/**
 * @param {Position} position
 * @returns {import("./store.js").Query}
 */
export function writePosition({ variant, n, queens, givens, holes, walls }) {
  return {
    v: variant === "queens" ? "" : variant,
    n: String(n),
    q: writeList(queens, n),
    g: writeList(givens, n),
    h: writeList(holes, n),
    w: writeList(walls, n),
  };
}

/**
 * The text form of the problem that asks how the position can be completed.
 * @param {Position} position
 */
export function problemText({ variant, n, queens, givens, holes, walls }) {
  const lines = [`${variant} ${n}`];
  for (const [key, squares] of Object.entries({ givens: [...givens, ...queens], holes: [...holes], walls: [...walls] })) {
    if (squares.length > 0) lines.push(`${key}: ${writeList(squares, n, " ")}`);
  }
  return `${lines.join("\n")}\n`;
}

/**
 * What the queens reach and which of them attack each other: for queens as in chess only, whose moves the page knows.
 * @param {Position} position
 * @returns {{attacked: Set<number>, clashes: [number, number][]}}
 */
export function attacks({ variant, n, queens, givens, walls }) {
  const attacked = new Set();
  /** @type {[number, number][]} */
  const clashes = [];
  if (variant !== "queens") return { attacked, clashes };
  const all = new Set([...queens, ...givens]);
  for (const queen of all) {
    for (const other of reach(queen, n, n, walls)) {
      attacked.add(other);
      if (other > queen && all.has(other)) clashes.push([queen, other]);
    }
  }
  return { attacked, clashes };
}

/**
 * @param {number} index
 * @param {number} n
 */
export function nameOf(index, n) {
  return squareName(Math.floor(index / n), index % n);
}

/** Steps back and forth between texts, each of which says all. */
export class Past {
  /** @type {string[]} */
  #before = [];
  /** @type {string[]} */
  #after = [];

  /** @param {string} text what stood before a change */
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
   * @returns {string | undefined} what stood before
   */
  undo(now) {
    const text = this.#before.pop();
    if (text !== undefined) this.#after.push(now);
    return text;
  }

  /**
   * @param {string} now
   * @returns {string | undefined} what was undone last
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
