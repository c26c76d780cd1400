import { squareName } from "../shared/squares.js";
import { SOLUTION, STEP_KINDS, columnOf, rowOf } from "./trace.js";
import { grouped } from "../shared/words.js";

/** @param {number} square */
export const name = (square) => squareName(rowOf(square), columnOf(square));

/**
 * The sentence template of an engine for each kind of step.
 * @param {{step?: string, sentence?: string}[]} idea the lines of its pseudocode
 */
export const sentencesOf = (idea) => STEP_KINDS.map((kind) => idea.find(({ step }) => step === kind)?.sentence
  ?? "");

/**
 * The sentence before the first step.
 * @param {import("./trace.js").Trace} trace
 */
export function startSentence({ isEnded, isWhole, length }) {
  if (!isWhole && length === 0) return "Loading the steps ...";
  if (isEnded && length === 0) return "There is no solution: the engine proves it before its first step.";
  return "The board is empty. Press Play or Forward.";
}

/**
 * The sentence of a step: the template of the engine, filled in.
 * @param {string} sentence the template, with placeholders in braces
 * @param {import("./trace.js").Event} event
 * @param {import("./trace.js").State} state after the step
 * @param {string} piece
 */
export function stepSentence(sentence, { square, attacker, queens }, state, piece) {
  const found = queens ?? state.path;
  /** @type {Record<string, string | number>} */
  const values = {
    square: name(square), row: rowOf(square) + 1, column: columnOf(square) + 1, piece,
    attack: attackWords(square, attacker, piece),
    number: grouped(state.counts[SOLUTION]),
    queens: found.length > 0 ? found.map(name).join(" ") : "the empty board",
  };
  const words = sentence.replace(/\{(\w+)\}/g, (_, key) => String(values[key]));
  return queens ? `${words} It mirrors the queens of the path.` : words;
}

/**
 * @param {number} square
 * @param {number} attacker -1 if no piece attacks the square
 * @param {string} piece
 */
function attackWords(square, attacker, piece) {
  if (attacker < 0) return "ruled out";
  const [rows, columns] = [Math.abs(rowOf(square) - rowOf(attacker)),
    Math.abs(columnOf(square) - columnOf(attacker))];
  // An attack across a joined edge, or by a leap, has no name for its line.
  const line = rows === 0 ? ", along the row" : columns === 0 ? ", along the column"
    : rows === columns ? ", diagonally" : "";
  return `attacked by the ${piece} on ${name(attacker)}${line}`;
}
