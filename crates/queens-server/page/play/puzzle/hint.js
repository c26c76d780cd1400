import { LatestRequest, ask, isAbort, prepare, reason } from "../../shared/api.js";
import { h } from "../../shared/dom.js";
import { LoadingNote } from "../loading.js";
import { colouredWords, unitWords } from "../words.js";
import { CROSS, OPEN, QUEEN, toDocument } from "./state.js";
import { address, read } from "../../shared/store.js";

/**
 * Hints in three presses: where to look, why, and do it.
 *
 * @typedef {import("./state.js").Puzzle} Puzzle
 * @typedef {{name: string, kind: string, squares: number[][], number_at: number[] | null, named_at: number}}
 *   Premise what a reason uses: squares and the square of its number, as rows and columns, and where the
 *   sentence names it
 * @typedef {{read: Set<number>, outlines: number[][], numbers: Map<number, number>, crosses: Set<number>,
 *   queens: Set<number>, wrong: number}} Lit squares to look at, those of each premise, the numbers on them,
 *   squares to cross out, squares for queens, and a wrong mark (-1 if there is none)
 * @typedef {{text: string | Node, button: string, lit: Lit, help?: "hints" | "checks"}} Shown `help` if it
 *   tells something new about the solution: a square, which is a hint, or the number of wrong marks, which is
 *   a check
 */

/** No squares. @type {Lit} */
export const NOTHING_LIT = { read: new Set(), outlines: [], numbers: new Map(), crosses: new Set(),
  queens: new Set(), wrong: -1 };

/** The label of the button before the first press. */
const FIRST_LABEL = "Hint";
/** Its label while a wrong mark is shown. */
const REMOVE_LABEL = "Remove it";

/**
 * The squares of a hint.
 * @param {{n: number}} puzzle
 * @param {{premises?: Premise[], crosses?: number[][], queens?: number[][], wrong?: number[] | null}} [hint]
 *   squares as rows and columns
 * @returns {Lit}
 */
export function litOf({ n }, { premises = [], crosses = [], queens = [], wrong = null } = {}) {
  const at = (/** @type {number[]} */ [row, column]) => row * n + column;
  const numbers = new Map(
    premises.flatMap(({ number_at }, index) => (number_at ? [[at(number_at), index + 1]] : [])));
  const outlines = premises.map(({ squares }) => squares.map(at));
  const read = new Set(outlines.flat());
  return { read, outlines, numbers, crosses: new Set(crosses.map(at)), queens: new Set(queens.map(at)),
    wrong: wrong ? at(wrong) : -1 };
}

/**
 * A sentence with the number of each premise after its name.
 * @param {string} sentence
 * @param {Premise[]} premises
 * @param {Map<string, string>} [colours] of each region, by its letter: the name of a colour replaces the
 *   letter
 */
export function numberedSentence(sentence, premises, colours = new Map()) {
  const starts = [0, ...premises.filter(({ named_at }) => named_at > 0).map(({ named_at }) => named_at)];
  const parts = starts.map((start, index) => colouredWords(sentence.slice(start, starts[index + 1]),
    colours));
  return h("span", {}, ...parts.flatMap((part, index) => (index ? [numberOf(index), ...part] : part)));
}

/**
 * The number of a premise in a sentence; as text and for a screen reader it stands in brackets.
 * @param {number} number
 */
const numberOf = (number) => h("span", {},
  h("span", { class: "premise-number", "data-number": String(number), "aria-hidden": "true" }),
  h("span", { class: "unseen" }, ` (${number})`));

/**
 * The squares that a step marks: its conclusions, and those that the queens on the board rule out.
 * @param {any} step
 */
const markedBy = (step) => ({ ...step, crosses: [...step.crosses, ...(step.ruled_out ?? [])] });

/** @typedef {{n: number, marks: string[]}} Marked a square board with a mark on each square */

/**
 * The hint for a region puzzle.
 * @param {Puzzle} puzzle
 * @param {Iterable<number>} more further squares that count as crossed out
 * @param {AbortSignal} signal
 */
const puzzleHint = (puzzle, more, signal) => ask("puzzle/hint", { puzzle: toDocument(puzzle, more) }, signal);

/**
 * The number of wrong marks of a region puzzle.
 * @param {Puzzle} puzzle
 * @param {AbortSignal} signal
 */
const puzzleCheck = (puzzle, signal) => ask("puzzle/check", { puzzle: toDocument(puzzle) }, signal);

/**
 * The hints of a puzzle. The first press asks the API, the others show more of its answer.
 * @template {Marked} [P=Puzzle]
 */
export class Hints {
  #asking = new LatestRequest();
  /** The answer of the server while a press can show more of it. @type {any} */
  #found = null;
  /** True if the reason of the step is shown. */
  #isExplained = false;
  /** The colour of each region, by its letter. @type {Map<string, string>} */
  #colours = new Map();
  #show;
  #request;
  #checkRequest;

  /**
   * @param {(shown: Shown) => void} show
   * @param {(puzzle: P, more: Iterable<number>, signal: AbortSignal) => Promise<any>} [request] asks for a
   *   hint
   * @param {(puzzle: P, signal: AbortSignal) => Promise<any>} [checkRequest] asks for the number of wrong
   *   marks
   */
  constructor(show, request = /** @type {any} */ (puzzleHint),
    checkRequest = /** @type {any} */ (puzzleCheck)) {
    this.#show = show;
    this.#request = request;
    this.#checkRequest = checkRequest;
  }

  /** Drops the hint and a pending request: they are about other marks. */
  reset() {
    [this.#found, this.#isExplained] = [null, false];
    this.#asking.stop();
    this.#show({ text: "", button: FIRST_LABEL, lit: NOTHING_LIT });
  }

  /**
   * Reports how many marks are wrong. It names no square: that would be a hint.
   * @param {P} puzzle
   */
  async check(puzzle) {
    const found = await this.#ask(puzzle, (signal) => this.#checkRequest(puzzle, signal));
    if (!found) return;
    [this.#found, this.#isExplained] = [null, false];
    const help = found.kind === "right" || found.kind === "wrong" ? "checks" : undefined;
    this.#show({ text: found.sentence, button: FIRST_LABEL, lit: NOTHING_LIT, help });
  }

  /**
   * Shows more of the hint, or applies it.
   * @param {P} puzzle
   * @param {Iterable<number>} more further squares that count as crossed out
   * @param {(marks: string[]) => void} apply called with the new marks
   * @param {Map<string, string>} [colours] of each region, by its letter
   */
  async press(puzzle, more, apply, colours = new Map()) {
    this.#colours = colours;
    if (!this.#found) {
      return this.#showWhere(puzzle,
        await this.#ask(puzzle, (signal) => this.#request(puzzle, more, signal)));
    }
    const { step, wrong } = this.#found;
    if (step && !this.#isExplained) return this.#showWhy(puzzle);
    const { crosses, queens } = litOf(puzzle, step ? markedBy(step) : {});
    const removed = step ? -1 : litOf(puzzle, { wrong }).wrong;
    this.reset();
    apply(puzzle.marks.map((mark, index) => (crosses.has(index) ? CROSS : queens.has(index) ? QUEEN
      : index === removed ? OPEN : mark)));
  }

  /**
   * Shows where to look, a wrong mark, or that there is no hint.
   * @param {P} puzzle
   * @param {any} found null if the request failed
   */
  #showWhere(puzzle, found) {
    if (!found) return;
    const { kind, step, sentence, premises, wrong } = found;
    const lit = litOf(puzzle, { premises, wrong });
    this.#found = kind === "wrong" || step ? found : null;
    if (kind === "wrong") {
      this.#show({ text: numberedSentence(sentence, premises, this.#colours), button: REMOVE_LABEL, lit,
        help: "hints" });
    } else if (step) {
      const units = step.premises.filter((/** @type {Premise} */ { kind }) => kind === "unit")
        .map((/** @type {Premise} */ { name }) => name);
      const where = units.length ? `: ${unitWords(units)}` : "";
      this.#show(
        { text: h("span", {}, ...colouredWords(`Look at the highlighted squares${where}.`, this.#colours)),
          button: "Why?", lit, help: "hints" });
    } else this.#show({ text: sentence, button: FIRST_LABEL, lit });
  }

  /** @param {P} puzzle */
  #showWhy(puzzle) {
    this.#isExplained = true;
    const { step } = this.#found;
    const from = read(location.hash).part;
    // Proofs by contradiction and steps of the plain game have no example.
    const hasPage = this.#found.kind === "step" && /** @type {unknown} */ (this.#request) === puzzleHint;
    const sentence = numberedSentence(step.sentence, step.premises, this.#colours);
    const text = hasPage ? h("span", {}, sentence, " ",
      h("a", { href: address({ part: "technique", query: { id: step.technique, from } }) },
        `More about it: ${step.plain_name}`)) : sentence;
    this.#show({ text, button: "Do it", lit: litOf(puzzle, markedBy(step)) });
  }

  /**
   * Shows how much of the engines has arrived, until the player does something else.
   * @param {P} puzzle
   * @param {AbortSignal} signal
   */
  #reportLoading(puzzle, signal) {
    const note = new LoadingNote();
    return (/** @type {number} */ loaded, /** @type {number} */ total) => {
      if (signal.aborted) return;
      note.update(loaded, total);
      if (!note.element.isConnected) {
        this.#show({ text: note.element, button: FIRST_LABEL, lit: litOf(puzzle) });
      }
    };
  }

  /**
   * @param {P} puzzle
   * @param {(signal: AbortSignal) => Promise<any>} request
   */
  async #ask(puzzle, request) {
    const signal = this.#asking.next();
    try {
      await prepare(this.#reportLoading(puzzle, signal));
      signal.throwIfAborted();
      return await request(signal);
    } catch (error) {
      // Loading the engines knows no signal: it can fail after this request was dropped.
      if (!signal.aborted && !isAbort(error)) {
        this.#show({ text: reason(error), button: FIRST_LABEL, lit: litOf(puzzle) });
      }
      return null;
    }
  }
}
