import { ask } from "../../shared/api.js";
import { MAX_SIDE, MAX_REGIONS, readPosition } from "../../shared/position.js";

/** @typedef {import("../../shared/position.js").Position} Position */

/**
 * Reads a problem from text: the position, and the question of a problem with weights as the address has it.
 * @param {string} text
 * @param {AbortSignal} signal
 * @returns {Promise<{position: Position, asked: Record<string, string>}>}
 */
export async function importPosition(text, signal) {
  const found = await ask("problem", { problem: text }, signal);
  const weights = found.weights?.map((/** @type {number[]} */ row) => row.join("_")).join(".");
  return { position: fromProblem(found), asked: weights ? { a: "least", x: weights } : {} };
}

/**
 * The position of a problem, from the answer of the server.
 * @param {any} found
 * @returns {Position}
 */
function fromProblem({ problem, rows, columns, squares, givens, regions }) {
  if (/^[a-z -]*\bhex\b/.test(problem)) {
    throw new Error(
      "This board is a hexagon, and the page draws boards of squares: `queens solve --format svg` draws it.");
  }
  if (rows > MAX_SIDE || columns > MAX_SIDE) {
    throw new Error(`This board of ${rows} x ${columns} is too large for the page: the limit is ` +
      `${MAX_SIDE} x ${MAX_SIDE}.`);
  }
  const to = readPosition({ n: String(rows), c: String(columns), v: /^[a-z-]+/.exec(problem)?.[0] ?? "" });
  squares.forEach((/** @type {string} */ row, /** @type {number} */ r) => [...row].forEach((mark, c) => {
    if (mark === "x") to.holes.add(r * columns + c);
    if (mark === "#") to.walls.add(r * columns + c);
  }));
  for (const [r, c] of givens) to.givens.add(r * columns + c);
  if (regions) {
    const all = regions.flat();
    if (all.some((/** @type {number} */ region) => region < 0 || region >= MAX_REGIONS)) {
      throw new Error(`The page draws boards with at most ${MAX_REGIONS} regions, and each square must ` +
        "belong to one.");
    }
    to.regions = all.map((/** @type {number} */ region) => String.fromCharCode(65 + region));
  }
  return to;
}
