import { ask } from "../../shared/api.js";
import { consequences, pairsOf } from "./state.js";
import { nameOf } from "../../shared/position.js";
import { CROSS, GIVEN, OPEN, QUEEN } from "../puzzle/state.js";
import { writeList } from "../../shared/squares.js";

/**
 * Hints for the game of n queens, in the form of the hints for region puzzles.
 *
 * @typedef {import("./state.js").Game} Game
 */

/** The longest side of a board whose next step the API can explain. */
const MAX_EXPLAINED_SIDE = 16;

/**
 * The hint for a game.
 * @param {Game} game
 * @param {AbortSignal} signal
 * @returns {Promise<any>}
 */
export async function gameHint(game, signal) {
  if (game.kind === "backwards") return removal(game, signal);
  if (game.n > MAX_EXPLAINED_SIDE) return completion(game, signal);
  const found = await ask("game/hint", documentOf(game), signal);
  return found.kind === "stuck" ? completion(game, signal) : found;
}

/**
 * The number of wrong marks of a game.
 * @param {Game} game
 * @param {AbortSignal} signal
 * @returns {Promise<any>}
 */
export async function gameCheck(game, signal) {
  if (game.n <= MAX_EXPLAINED_SIDE) return ask("game/check", documentOf(game), signal);
  const isRight = consequences(game).clashes.length === 0 && await hasSolution(game, signal);
  return { kind: isRight ? "right" : "wrong",
    sentence: isRight ? "No mark is wrong so far."
      : "At least 1 mark is wrong: no solution has all of them." };
}

/** A game as a request has it. @param {Game} game */
const documentOf = (game) => ({ size: game.n, given: pairsOf(game, GIVEN), queens: pairsOf(game, QUEEN),
  crosses: pairsOf(game, CROSS) });

/**
 * The problem of completing a position, as text.
 * @param {number} n
 * @param {number[]} queens
 * @param {number[]} holes
 */
function problem(n, queens, holes) {
  const list = (/** @type {string} */ key, /** @type {number[]} */ squares) => (squares.length
    ? `\n${key}: ${writeList(squares, n, " ")}` : "");
  return `queens ${n}${list("givens", queens)}${list("holes", holes)}`;
}

/**
 * A solution that keeps the queens on the board and the crosses; null if there is none.
 * @param {Game} game
 * @param {AbortSignal} signal
 * @returns {Promise<Set<number> | null>}
 */
async function solution({ n, marks, kind }, signal) {
  const where = (/** @type {(mark: string) => boolean} */ test) =>
    marks.flatMap((mark, index) => (test(mark) ? [index] : []));
  const isBackwards = kind === "backwards";
  const queens = isBackwards ? [] : where((mark) => mark === QUEEN || mark === GIVEN);
  const holes = where((mark) => mark === (isBackwards ? OPEN : CROSS));
  const { queens: found } = await ask("solve", { problem: problem(n, queens, holes) }, signal);
  return found ? new Set(found.map((/** @type {number[]} */ [row, column]) => row * n + column)) : null;
}

/** True if a solution is left. @param {Game} game @param {AbortSignal} signal */
export const hasSolution = async (game, signal) => (await solution(game, signal)) !== null;

/** A hint without a step. @param {string} kind @param {string} sentence */
const hintWithoutStep = (kind, sentence) => ({ kind, sentence, premises: [], wrong: null, step: null });

/**
 * A row as the only premise of a sentence that does not name it.
 * @param {number} row
 * @param {number[][]} squares
 */
const rowPremise = (row,
  squares) => ({ kind: "unit", name: `row ${row + 1}`, squares, number_at: null, named_at: 0 });

/**
 * A queen of a solution, if no queen is certain: that of the row with the fewest squares left.
 * @param {Game} game
 * @param {AbortSignal} signal
 */
async function completion(game, signal) {
  const { n, marks } = game;
  const { queens, attacked, clashes, isDone } = consequences(game);
  if (isDone) return hintWithoutStep("solved", "All queens are placed.");
  const pair = (/** @type {number} */ index) => [Math.floor(index / n), index % n];
  if (clashes.length) {
    const [one, other] = clashes[0];
    return { ...hintWithoutStep("wrong", `The queen on ${nameOf(other, n)} attacks the one on ` +
      `${nameOf(one, n)}.`), wrong: pair(other) };
  }
  const found = await solution(game, signal);
  if (!found) {
    return hintWithoutStep("none", "No solution has these queens and crosses. Undo, or remove some.");
  }
  const rowOf = (/** @type {number} */ index) => Array.from({ length: n },
    (_, column) => Math.floor(index / n) * n + column);
  const left = (/** @type {number} */ index) => rowOf(index)
    .filter((square) => marks[square] === OPEN && !attacked.has(square)).length;
  const next = [...found].filter((index) => !queens.has(index))
    .reduce((best, index) => (left(index) < left(best) ? index : best));
  const sentence = `No queen is certain here. One of the solutions has a queen on ${nameOf(next, n)}.`;
  const premises = [rowPremise(pair(next)[0], rowOf(next).map(pair))];
  const step = { name: "a free choice", premises, crosses: [], queens: [pair(next)], sentence };
  return { kind: "step", sentence, premises, wrong: null, step };
}

/**
 * A queen that a solution among the others does without: of those, the one with the most attacks.
 * @param {Game} game
 * @param {AbortSignal} signal
 */
async function removal(game, signal) {
  const { n } = game;
  const { queens, clashes, isDone } = consequences(game);
  if (isDone) return hintWithoutStep("solved", "No two queens attack each other.");
  const found = await solution(game, signal);
  if (!found) {
    return hintWithoutStep("stuck", `These queens contain no solution: ${n} queens that do not attack each ` +
      "other. Undo until there is one.");
  }
  const number = new Map();
  for (const index of clashes.flat()) number.set(index, (number.get(index) ?? 0) + 1);
  const spare = [...queens].filter((index) => !found.has(index));
  const next = spare.reduce((best, index) => ((number.get(index) ?? 0) > (number.get(best) ?? 0) ? index
    : best));
  const row = Math.floor(next / n);
  const premises = [rowPremise(row, Array.from({ length: n }, (_, column) => [row, column]))];
  const sentence = `A solution is left without the queen on ${nameOf(next, n)}, so it can go.`;
  const step = { name: "a queen to remove", premises, crosses: [[row, next % n]], queens: [], sentence };
  return { kind: "step", sentence, premises, wrong: null, step };
}
