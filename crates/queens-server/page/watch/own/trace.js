import { name } from "../step-words.js";
import {
  CHECKPOINT_STEPS, PLACE, REJECT, REMOVE, SOLUTION, apply, columnOf, copy, rowOf, start,
} from "../trace.js";

/**
 * @typedef {{step: number, kind: number, reason: string}} StepFault the number of a wrong step, from 1, its
 *   kind and the reason
 */

/** Numbers of a step: kind, row, column, and row and column of the attacker or -1. */
const STEP_LENGTH = 5;

/** The sentences of the steps, as those of an engine. */
export const OWN_SENTENCES = [
  "Row {row}: a {piece} is placed in column {column}.",
  "Row {row}: column {column} is {attack}.",
  "Row {row}: the {piece} in column {column} is removed.",
  "Solution {number}: {queens}.",
];

/**
 * @param {number} a
 * @param {number} b
 */
function isAttack(a, b) {
  const [rows, columns] = [Math.abs(rowOf(a) - rowOf(b)), Math.abs(columnOf(a) - columnOf(b))];
  return rows === 0 || columns === 0 || rows === columns;
}

/**
 * The reason why a step is impossible; empty if it is possible.
 * @param {number[]} path the squares of the queens
 * @param {number} n
 * @param {import("../trace.js").Event} event
 */
function whyWrong(path, n, { kind, square, attacker }) {
  const hasQueen = path.includes(square);
  if (kind === PLACE && hasQueen) return `it places a queen on ${name(square)}, which already has one`;
  if (kind === REMOVE && !hasQueen) return `it removes a queen from ${name(square)}, which has none`;
  if (kind === REJECT && attacker >= 0 && !path.includes(attacker)) {
    return `it names ${name(attacker)} as the attacker, which has no queen`;
  }
  if (kind !== SOLUTION) return "";
  if (path.length !== n) {
    return `it reports a solution with ${path.length} ${path.length === 1 ? "queen" : "queens"}`;
  }
  for (const [at, queen] of path.entries()) {
    const other = path.slice(0, at).find((earlier) => isAttack(earlier, queen));
    if (other !== undefined) {
      return `it reports a solution in which the queens on ${name(other)} and ${name(queen)} attack each ` +
        "other";
    }
  }
  return "";
}

/**
 * The steps of a student's program, up to the first wrong one; it can be played as the trace of an engine.
 */
export class OwnTrace {
  length = 0;
  isWhole = true;
  deepest = 1;
  /** The steps with solutions. @type {number[]} */
  solutions = [];
  /** For each of them, the column of the queen in each row. @type {number[][]} */
  solutionColumns = [];
  /** @type {StepFault | null} */
  fault = null;
  #events;
  #depths;
  #checkpoints = [start()];
  #state = start();
  #at = 0;

  /**
   * @param {Int32Array[]} batches
   * @param {number} n
   */
  constructor(batches, n) {
    const count = batches.reduce((sum, batch) => sum + Math.floor(batch.length / STEP_LENGTH), 0);
    const events = new Int32Array(count * 3);
    this.#depths = new Uint16Array(count);
    this.#events = events;
    const end = start();
    for (const batch of batches) {
      for (let from = 0; from + STEP_LENGTH <= batch.length; from += STEP_LENGTH) {
        const [kind, row, column, attackerRow, attackerColumn] = batch.subarray(from, from + STEP_LENGTH);
        const square = kind === SOLUTION ? end.path.at(-1) ?? 0 : row * 65536 + column;
        const attacker = attackerRow < 0 ? -1 : attackerRow * 65536 + attackerColumn;
        const reason = whyWrong(end.path, n, { kind, square, attacker });
        if (reason) {
          this.fault = { step: this.length + 1, kind, reason };
          return;
        }
        events.set([kind, square, attacker], this.length * 3);
        apply(end, kind, square);
        this.#depths[this.length] = end.path.length;
        this.deepest = Math.max(this.deepest, end.path.length);
        this.length += 1;
        if (kind === SOLUTION) {
          this.solutions.push(this.length);
          this.solutionColumns.push([...end.path].sort((a, b) => a - b).map(columnOf));
        }
        if (this.length % CHECKPOINT_STEPS === 0) this.#checkpoints.push(copy(end));
      }
    }
  }

  /**
   * The state after a step. It is shared: do not change it.
   * @param {number} step
   */
  state(step) {
    const from = Math.floor(step / CHECKPOINT_STEPS);
    if (step < this.#at || step - this.#at > CHECKPOINT_STEPS) {
      this.#state = copy(this.#checkpoints[from]);
      this.#at = from * CHECKPOINT_STEPS;
    }
    for (; this.#at < step; this.#at++) {
      apply(this.#state, this.#events[this.#at * 3], this.#events[this.#at * 3 + 1]);
    }
    return this.#state;
  }

  /**
   * The event of a step, counted from 1.
   * @param {number} step
   * @returns {import("../trace.js").Event}
   */
  event(step) {
    const [kind, square, attacker] = this.#events.subarray(step * 3 - 3, step * 3);
    return { kind, square, attacker };
  }

  /**
   * The depth after a step.
   * @param {number} step
   */
  depth(step) {
    return step === 0 ? 0 : this.#depths[step - 1];
  }
}
