import { readPosition, writePosition } from "../../shared/position.js";

/**
 * Changes of a position on the board, as pure functions.
 * @typedef {import("../../shared/position.js").Position} Position
 */

/**
 * The set of squares that each tool changes.
 * @type {Record<string, "queens" | "givens" | "holes" | "walls">}
 */
export const TOOL_SETS = { q: "queens", g: "givens", h: "holes", w: "walls" };

/** Names of things on a square. */
const CONTENT_NAMES = { queens: "queen", givens: "given queen", holes: "hole", walls: "wall" };

/** @param {Position} position */
const copyOf = (position) => readPosition(writePosition(position));

/**
 * Empties a square.
 * @param {Position} position
 * @param {number} index
 */
function empty({ queens, givens, holes, walls }, index) {
  for (const squares of [queens, givens, holes, walls]) squares.delete(index);
}

/**
 * Places the thing of a tool on a square, or removes it if it is there. The queen tool removes a given queen,
 * too.
 * @param {Position} position
 * @param {number} index
 * @param {string} tool
 * @returns {{to: Position, word: string}} the new position and the new content of the square in a word
 */
export function toggled(position, index, tool) {
  const to = copyOf(position);
  const name = TOOL_SETS[tool];
  const isRemoved = to[name].has(index) || (tool === "q" && to.givens.has(index));
  empty(to, index);
  if (!isRemoved) to[name].add(index);
  return { to, word: isRemoved ? "empty" : CONTENT_NAMES[name] };
}

/**
 * Moves a queen to another square, or off the board.
 * @param {Position} position
 * @param {number} from
 * @param {number | null} over
 */
export function moved(position, from, over) {
  const to = copyOf(position);
  const kind = to.givens.has(from) ? to.givens : to.queens;
  kind.delete(from);
  if (over !== null) {
    empty(to, over);
    kind.add(over);
  }
  return to;
}

/**
 * Finds the tool that removes the content of a square.
 * @param {Position} position
 * @param {number} index
 */
export function toolAt(position, index) {
  return Object.keys(TOOL_SETS).find((tool) => position[TOOL_SETS[tool]].has(index));
}
