import { ask } from "../../shared/api.js";
import { Board } from "../../shared/board.js";
import { h, put } from "../../shared/dom.js";

/**
 * What the API says of a program: the cause of its wrong answers, and a board that shows it.
 * @typedef {{n: number, queens: [number, number][], clash: [number, number][], missing: boolean, words:
 *   string | null}} DiagnosisExample
 * @typedef {{cause: string | null, statement: string, next_step: string, example: DiagnosisExample | null}}
 *   DiagnosisAnswer
 */

/** Largest size whose answers are sent: beyond it no cause is looked for. */
const MAX_SENT = 8;

/** The cause of wrong answers in words, with a board and one next step. */
export class OwnDiagnosis {
  #statement = h("p", { class: "told" });
  #board = new Board("A board that shows what is wrong");
  #words = h("p", { class: "small" });
  #next = h("p", {});
  element = h("div", { class: "own-diagnosis", hidden: true, role: "region", "aria-label": "What is wrong" },
    this.#statement, this.#board.element, this.#words, this.#next);

  /** Drops what is shown. */
  clear() {
    this.element.hidden = true;
  }

  /**
   * Asks for the cause of wrong answers and shows it. Nothing is shown if there is none.
   * @param {import("./check.js").ProgramCheck[]} rows the checks of sizes from 1 on
   * @param {AbortSignal} signal
   */
  async show(rows, signal) {
    const answers = rows.filter(({ n }) => n <= MAX_SENT).map(({ n, solutions, isWhole }) =>
      ({ n, solutions: isWhole ? solutions : [], whole: isWhole }));
    if (answers.length === 0) return;
    /** @type {DiagnosisAnswer} */
    const { cause, statement, next_step: next, example } = await ask("diagnose", { answers }, signal);
    if (cause === null) return;
    put(this.#statement, statement);
    put(this.#next, h("strong", {}, "Next: "), next);
    put(this.#words, example?.words ?? "");
    const isDrawn = example !== null && example.queens.length > 0
      && example.queens.flat().every((number) => number >= 0 && number < example.n);
    this.#board.element.hidden = !isDrawn;
    if (isDrawn) this.#draw(example);
    this.element.hidden = false;
  }

  /** @param {DiagnosisExample} example */
  #draw({ n, queens, clash }) {
    this.#board.resize(n, n);
    const [standing, attacking] = [queens, clash].map((squares) =>
      new Set(squares.map(([row, column]) => row * n + column)));
    for (let index = 0; index < n * n; index++) {
      const isQueen = standing.has(index);
      this.#board.show(index, { piece: isQueen ? "queen" : "", label: isQueen ? "queen" : "",
        classes: attacking.has(index) ? "attacker" : "" });
    }
    const [from, to] = clash;
    this.#board.lines(from && to ? [{ from, to, kind: "attack" }] : []);
  }
}
