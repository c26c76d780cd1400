import { Latest, ask, isAbort, reason } from "./api.js";
import { CROSS, OPEN, QUEEN, toDocument } from "./puzzle-state.js";

/**
 * Hints in three presses: where to look, why, and do it.
 *
 * @typedef {{read: Set<number>, crosses: Set<number>, queens: Set<number>, wrong: number}} Lit squares by what they are
 * @typedef {{text: string, button: string, lit: Lit}} Shown
 */

/** @returns {Lit} */
const nothing = () => ({ read: new Set(), crosses: new Set(), queens: new Set(), wrong: -1 });

const FIRST = "Hint";

export class Hints {
  #question = new Latest();
  /** @type {any} */
  #found = null;
  #stage = 0;
  #show;

  /** @param {(shown: Shown) => void} show */
  constructor(show) {
    this.#show = show;
  }

  /** Forgets the hint, and one that is asked for: they are about other marks. */
  reset() {
    this.#stage = 0;
    this.#question.stop();
    this.#show({ text: "", button: FIRST, lit: nothing() });
  }

  /**
   * Looks whether a mark is wrong, without a hint.
   * @param {import("./puzzle-state.js").Puzzle} puzzle
   */
  async check(puzzle) {
    const found = await this.#ask(puzzle, []);
    if (!found) return;
    this.#stage = 1;
    const lit = nothing();
    if (found.wrong) lit.wrong = found.wrong[0] * puzzle.n + found.wrong[1];
    const right = "No mark is wrong so far.";
    /** @type {Record<string, string>} */
    const words = { step: right, proof: right, stuck: `${right} ${found.sentence}` };
    this.#show({ text: words[found.kind] ?? found.sentence, button: FIRST, lit });
    if (found.kind !== "wrong") this.#stage = 0;
    else this.#found = found;
  }

  /**
   * The next press.
   * @param {import("./puzzle-state.js").Puzzle} puzzle
   * @param {Iterable<number>} more squares that count as crossed besides
   * @param {(marks: string[]) => void} apply sets the marks that the hint leads to
   */
  async press(puzzle, more, apply) {
    const { n } = puzzle;
    const at = (/** @type {number[]} */ [row, column]) => row * n + column;
    if (this.#stage === 0) {
      const found = await this.#ask(puzzle, more);
      if (!found) return;
      this.#found = found;
      this.#stage = 1;
      const lit = nothing();
      found.read.forEach((/** @type {number[]} */ square) => lit.read.add(at(square)));
      if (found.kind === "wrong") {
        lit.wrong = at(found.wrong);
        this.#show({ text: found.sentence, button: "Take it off", lit });
      } else if (found.step) {
        const where = found.step.units.length ? `: ${found.step.units.join(", ")}` : "";
        this.#show({ text: `Look at the lit squares${where} (${found.step.name}).`, button: "Why?", lit });
      } else {
        this.#stage = 0;
        this.#show({ text: found.sentence, button: FIRST, lit });
      }
      return;
    }
    const { kind, step, wrong, sentence } = this.#found;
    if (kind === "step" || kind === "proof") {
      if (this.#stage === 1) {
        this.#stage = 2;
        const lit = nothing();
        step.read.forEach((/** @type {number[]} */ square) => lit.read.add(at(square)));
        step.crosses.forEach((/** @type {number[]} */ square) => lit.crosses.add(at(square)));
        step.queens.forEach((/** @type {number[]} */ square) => lit.queens.add(at(square)));
        this.#show({ text: sentence, button: "Do it", lit });
        return;
      }
      const marks = [...puzzle.marks];
      for (const square of step.crosses) marks[at(square)] = CROSS;
      for (const square of step.queens) marks[at(square)] = QUEEN;
      this.reset();
      apply(marks);
    } else {
      const marks = [...puzzle.marks];
      marks[at(wrong)] = OPEN;
      this.reset();
      apply(marks);
    }
  }

  /**
   * @param {import("./puzzle-state.js").Puzzle} puzzle
   * @param {Iterable<number>} more
   */
  async #ask(puzzle, more) {
    try {
      return await ask("puzzle/hint", { puzzle: toDocument(puzzle, more) }, this.#question.next());
    } catch (error) {
      if (!isAbort(error)) this.#show({ text: reason(error), button: FIRST, lit: nothing() });
      return null;
    }
  }
}
