import { Board } from "./board.js";
import { Brushes } from "./brushes.js";
import { button, h, numberField, put, warningLine } from "./dom.js";
import { UndoHistory, nameOf } from "./position.js";
import { PuzzleJudge, ratingWords } from "./puzzle-judge.js";
import { MAX_PUZZLE_SIZE, OPEN, GIVEN, BLOCKED, CROSS, QUEEN, cluesOf, isClue, readPuzzle, writePuzzle } from "./puzzle-state.js";
import { drawPuzzle } from "./puzzle-view.js";
import { tints } from "./tints.js";

/**
 * @typedef {import("./puzzle-state.js").Puzzle} Puzzle
 * @typedef {import("./store.js").Query} Query
 */

/** The clue that a mark becomes. @type {Record<string, string>} */
const CLUE_OF_MARK = { [CROSS]: BLOCKED, [QUEEN]: GIVEN };

/** No hint. @type {import("./puzzle-hint.js").Lit} */
const NOTHING_LIT = { read: new Set(), crosses: new Set(), queens: new Set(), wrong: -1 };

/** The verdicts on a puzzle. */
const VERDICTS = { none: "There is no solution.", one: "Exactly one solution.", many: "There is more than one solution.", "": "" };

/** A puzzle to begin with: each row is a region. @param {number} n @returns {Puzzle} */
function blank(n) {
  return { n, stars: 1, marks: new Array(n * n).fill(OPEN), regions: Array.from({ length: n * n }, (_, index) => String.fromCharCode(65 + Math.floor(index / n))) };
}

/** The section where region puzzles are drawn. */
class CreatePart {
  #store;
  #say;
  #puzzle = blank(6);
  /** Regions during a drag. @type {string[] | null} */
  #stroke = null;
  /** The colour of each region; it stays while regions are painted. @type {Map<string, string>} */
  #colours = new Map();
  #past = new UndoHistory();
  #board = new Board("Puzzle", {
    tap: (index) => this.#paint(index, this.#brushes.letter),
    drag: (from, _, isEnd, path) => this.#drag([from, ...path], isEnd),
    key: (index, key) => this.#boardKey(index, key),
  });
  #judge = new PuzzleJudge(({ number, rating, failure }) => {
    put(this.#verdict, [VERDICTS[number], rating ? ratingWords(rating) : "", failure].filter(Boolean).join(" ") || " ");
    this.#verdict.dataset.verdict = number === "one" ? "one" : number || failure ? "bad" : "";
  });
  #brushes = new Brushes();
  #verdict = h("p", { class: "verdict rated", role: "status" });
  #warning = warningLine();
  #stars = numberField("Queens in each", 1, 6, (text) => this.#alter({ ...this.#puzzle, stars: this.#stars.take(text, this.#puzzle.stars) }));
  #size = numberField("Size", 1, MAX_PUZZLE_SIZE, (text) => this.#alter({ ...blank(this.#size.take(text, this.#puzzle.n)), stars: this.#puzzle.stars }));
  #fix = button("Turn marks into clues", () => this.#remake((mark) => CLUE_OF_MARK[mark] ?? mark));
  #free = button("Remove the clues", () => this.#remake((mark) => (isClue(mark) ? OPEN : mark)));
  #undo = button("Undo", () => this.#travel("undo"), { "aria-keyshortcuts": "Control+Z" });
  #redo = button("Redo", () => this.#travel("redo"), { "aria-keyshortcuts": "Control+Y" });
  element;

  /** @param {import("./main.js").App} app */
  constructor({ store, say }) {
    this.#store = store;
    this.#say = say;
    this.element = h("div", { class: "split" }, h("div", { class: "stage" }, this.#board.element),
      h("div", { class: "side" }, this.#warning.element, this.#verdict,
        h("p", { class: "small" }, "Drag over squares to paint them, or press the letter of a region."), this.#brushes.element,
        h("div", { class: "row" }, this.#size.element, this.#stars.element), h("div", { class: "row" }, this.#fix, this.#free),
        h("div", { class: "row" }, this.#undo, this.#redo),
        h("div", { class: "row" }, button("Play it", () => store.go("puzzles", writePuzzle({ ...this.#puzzle, marks: cluesOf(this.#puzzle.marks) })), { class: "main" }))));
  }

  /** @param {Puzzle} to */
  #alter(to) {
    this.#past.add(JSON.stringify(writePuzzle(this.#puzzle)));
    this.#warning.show("");
    this.#store.patch({ s: "", m: "", ...writePuzzle(to) });
  }

  /** @param {(mark: string) => string} replace */
  #remake(replace) {
    this.#alter({ ...this.#puzzle, marks: this.#puzzle.marks.map(replace) });
  }

  /** @param {"undo" | "redo"} direction */
  #travel(direction) {
    const found = this.#past[direction](JSON.stringify(writePuzzle(this.#puzzle)));
    if (found) this.#store.patch({ s: "", m: "", ...JSON.parse(found) });
  }

  /**
   * @param {number} index
   * @param {string} letter
   */
  #paint(index, letter) {
    const { n, regions } = this.#puzzle;
    if (regions[index] === letter) return;
    this.#say(`${nameOf(index, n)}: region ${letter}`);
    this.#alter({ ...this.#puzzle, regions: regions.with(index, letter) });
  }

  /**
   * @param {number[]} squares
   * @param {boolean} isEnd
   */
  #drag(squares, isEnd) {
    this.#stroke ??= [...this.#puzzle.regions];
    for (const index of squares) this.#stroke[index] = this.#brushes.letter;
    if (!isEnd) return this.#draw();
    const regions = this.#stroke;
    this.#stroke = null;
    this.#alter({ ...this.#puzzle, regions });
  }

  /**
   * @param {number} index
   * @param {string} key
   * @returns {boolean} true if the key has a meaning here
   */
  #boardKey(index, key) {
    const letter = key.toUpperCase();
    if (letter.length !== 1 || letter < "A" || letter >= String.fromCharCode(65 + this.#puzzle.n)) return false;
    this.#paint(index, letter);
    return true;
  }

  #draw() {
    drawPuzzle(this.#board, {
      puzzle: { ...this.#puzzle, regions: this.#stroke ?? this.#puzzle.regions }, colours: this.#colours, lit: NOTHING_LIT,
      isEditing: true, isAuto: false, isPatterned: false,
    });
  }

  /** @param {Query} query */
  update(query) {
    const found = readPuzzle(query);
    if (query.r && !found) this.#warning.show("The address has no valid puzzle. Here is another one.");
    this.#puzzle = found ?? this.#puzzle;
    const { n, stars, regions, marks } = this.#puzzle;
    if (this.#size.input.value !== String(n)) this.#size.take(String(n));
    if (this.#stars.input.value !== String(stars)) this.#stars.take(String(stars));
    if (this.#colours.size !== n) this.#colours = tints(regions, n, n);
    this.#brushes.offer(this.#colours);
    this.#board.resize(n, n);
    this.#board.set("aria-label", `Puzzle of ${n} by ${n} to edit`);
    this.#fix.disabled = marks.every((mark) => mark === OPEN || isClue(mark));
    this.#free.disabled = !marks.some(isClue);
    [this.#undo.disabled, this.#redo.disabled] = [!this.#past.canUndo, !this.#past.canRedo];
    this.#judge.update(this.#puzzle);
    this.#draw();
  }

  leave() {
    this.#judge.stop();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!event.ctrlKey && !event.metaKey) return false;
    const key = event.key.toLowerCase();
    if (key === "z") this.#travel(event.shiftKey ? "redo" : "undo");
    else if (key === "y") this.#travel("redo");
    else return false;
    return true;
  }
}

/**
 * @param {import("./main.js").App} app
 * @returns {import("./main.js").Part}
 */
export const create = (app) => new CreatePart(app);
