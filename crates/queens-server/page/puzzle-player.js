import { Board } from "./board.js";
import { button, h, put, tick } from "./dom.js";
import { patternsTick } from "./look.js";
import { UndoHistory, nameOf } from "./position.js";
import { PuzzleClock } from "./puzzle-clock.js";
import { Hints } from "./puzzle-hint.js";
import { PuzzleJudge, ratingWords } from "./puzzle-judge.js";
import { CROSS, OPEN, QUEEN, cluesOf, consequences, isClue } from "./puzzle-state.js";
import { MARK_WORDS, drawPuzzle } from "./puzzle-view.js";
import { keep, stored } from "./store.js";
import { tints } from "./tints.js";

/**
 * @typedef {import("./puzzle-state.js").Puzzle} Puzzle
 * @typedef {{seconds: number, hints: number}} Progress playing time, and the hints that were asked for
 *
 * The owner of a player keeps the puzzle and its marks: `change` is called with what the player makes of it, and the owner calls
 * `show` with the result; `solved` is called when the last queen is placed.
 * @typedef {{say: (text: string) => void, change: (to: Puzzle) => void, solved?: (progress: Progress) => void,
 *   winActions?: () => {label: string, run: () => void | Promise<string>}[]}} Owner `winActions` are offered when the puzzle is solved
 */

/** The mark after the next tap. @type {Record<string, string>} */
const NEXT_MARK = { [OPEN]: CROSS, [CROSS]: QUEEN, [QUEEN]: OPEN };

/** The text in place of a hint. */
const HOW_TO_MARK = "Tap a square once for a cross, twice for a queen.";

/** A setting that the browser remembers: true if it is on. @param {string} key */
const isStored = (key) => stored(key) === "yes";
const AUTO_KEY = "queens.auto";

/** A region puzzle to play: its board, marks, hints, clock and verdict. */
export class PuzzlePlayer {
  #owner;
  /** @type {Puzzle | null} */
  #puzzle = null;
  #isAuto = isStored(AUTO_KEY);
  /** The verdict on the puzzle, in words. */
  #judged = "";
  /** True if it is bad: no solution, several, or none known. */
  #isBad = false;
  /** True if it was solved when it was drawn last. */
  #isSolved = false;
  /** The number of hints that were asked for. */
  #hintCount = 0;
  /** Marks during a drag. @type {string[] | null} */
  #stroke = null;
  /** The mark that a drag sets. */
  #painted = "";
  /** @type {import("./puzzle-hint.js").Lit} */
  #lit = { read: new Set(), crosses: new Set(), queens: new Set(), wrong: -1 };
  /** The colour of each region. @type {Map<string, string>} */
  #colours = new Map();
  #past = new UndoHistory();
  #clock = new PuzzleClock();
  #hints = new Hints((shown) => this.#showHint(shown));
  #judge = new PuzzleJudge(({ rating, number, failure }) => {
    this.#judged = rating ? ratingWords(rating) : { none: "There is no solution.", many: "There is more than one solution.", one: "", "": failure }[number];
    this.#isBad = this.#judged !== "" && !rating;
    this.#draw();
  });
  #board = new Board("Puzzle", {
    tap: (index) => this.#puzzle && this.#setMark(index, NEXT_MARK[this.#puzzle.marks[index]] ?? OPEN),
    drag: (from, over, isEnd) => this.#drag(from, over, isEnd),
    key: (index, key) => this.#boardKey(index, key),
  });
  #verdict = h("p", { class: "verdict rated", role: "status" });
  #demand = h("p", { class: "demand" });
  #hintText = h("p", { class: "told-hint", role: "status" }, HOW_TO_MARK);
  #hint = button("Hint", () => this.#puzzle && this.#hints.press(this.#puzzle, this.#ruledOut(), (marks) => this.#mark(marks)), { class: "main" });
  #undo = button("Undo", () => this.#travel("undo"), { "aria-keyshortcuts": "Control+Z" });
  #redo = button("Redo", () => this.#travel("redo"), { "aria-keyshortcuts": "Control+Y" });
  #clear = button("Clear marks", () => this.#puzzle && this.#mark(cluesOf(this.#puzzle.marks)));
  /** The board. */
  stage = h("div", { class: "stage" }, this.#board.element);
  /** The controls beside it. */
  controls;

  /** @param {Owner} owner */
  constructor(owner) {
    this.#owner = owner;
    const auto = this.#setting("Mark impossible squares automatically", AUTO_KEY, (isOn) => { this.#isAuto = isOn; this.#hints.reset(); });
    const check = button("Check", () => this.#puzzle && this.#hints.check(this.#puzzle));
    this.controls = h("div", {}, this.#verdict, this.#demand, h("div", { class: "row" }, this.#hint, check, this.#clock.element), this.#hintText,
      auto, patternsTick(), h("div", { class: "row" }, this.#undo, this.#redo, this.#clear));
  }

  /**
   * A checkbox whose state the browser remembers.
   * @param {string} label
   * @param {string} key
   * @param {(isOn: boolean) => void} change
   */
  #setting(label, key, change) {
    const { element, input } = tick(label, (isOn) => {
      keep(key, isOn ? "yes" : "no");
      change(isOn);
      this.#draw();
    });
    input.checked = isStored(key);
    return element;
  }

  /** @returns {Progress} */
  get progress() {
    return { seconds: this.#clock.seconds, hints: this.#hintCount };
  }

  /**
   * Begins another puzzle, which `show` is then called with.
   * @param {Progress} [progress] how far it has been played
   */
  begin({ seconds, hints } = { seconds: 0, hints: 0 }) {
    this.#puzzle = null;
    this.#past.clear();
    this.#clock.reset(seconds);
    this.#hintCount = hints;
    // It may be the same puzzle again, and solved again.
    this.#isSolved = false;
  }

  /**
   * Shows a puzzle: another one, or one whose marks have changed.
   * @param {Puzzle} puzzle
   */
  show(puzzle) {
    // Any change, also by Back and Forward, makes a hint outdated.
    if (JSON.stringify(puzzle) !== JSON.stringify(this.#puzzle)) this.#hints.reset();
    this.#puzzle = puzzle;
    const { n, stars, regions, marks } = puzzle;
    this.#colours = tints(regions, n, n);
    const each = `${stars} ${stars === 1 ? "queen" : "queens"} in each row, column and region`;
    put(this.#demand, `${each}; no two touch.`);
    this.#board.resize(n, n);
    this.#board.set("aria-label", `Puzzle of ${n} by ${n}, ${each}`);
    this.#clear.disabled = marks.every((mark) => mark === OPEN || isClue(mark));
    [this.#undo.disabled, this.#redo.disabled] = [!this.#past.canUndo, !this.#past.canRedo];
    this.#judge.update(puzzle);
    this.#draw();
  }

  /** Shows a text in place of the verdict while there is no puzzle. @param {string} text */
  wait(text) {
    put(this.#verdict, text);
  }

  /** Stops the clock and pending requests. */
  leave() {
    this.#clock.stop();
    this.#judge.stop();
    this.#hints.reset();
  }

  /**
   * @param {KeyboardEvent} event a key that nothing else handled
   * @returns {boolean} true if it has a meaning here
   */
  key(event) {
    const isControl = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (isControl && key === "z") this.#travel(event.shiftKey ? "redo" : "undo");
    else if (isControl && key === "y") this.#travel("redo");
    else if (!isControl && event.key === "h") this.#hint.click();
    else return false;
    return true;
  }

  /** @param {import("./puzzle-hint.js").Shown} shown */
  #showHint({ text, button: label, lit, isNew }) {
    if (isNew) this.#hintCount += 1;
    put(this.#hintText, text || HOW_TO_MARK);
    put(this.#hint, label);
    this.#lit = lit;
    this.#draw();
  }

  /** Squares where the queens on the board rule out another one, if they are to be marked. */
  #ruledOut() {
    return this.#puzzle && this.#isAuto ? consequences(this.#puzzle).closed : new Set();
  }

  /** @param {string[]} marks */
  #mark(marks) {
    if (!this.#puzzle) return;
    this.#clock.start();
    this.#past.add(JSON.stringify(this.#puzzle.marks));
    this.#owner.change({ ...this.#puzzle, marks });
  }

  /** @param {"undo" | "redo"} direction */
  #travel(direction) {
    const found = this.#puzzle && this.#past[direction](JSON.stringify(this.#puzzle.marks));
    if (this.#puzzle && found) this.#owner.change({ ...this.#puzzle, marks: JSON.parse(found) });
  }

  /**
   * Sets a mark; clues stay.
   * @param {number} index
   * @param {string} mark
   */
  #setMark(index, mark) {
    if (!this.#puzzle) return;
    const { n, marks } = this.#puzzle;
    const isFixed = isClue(marks[index]);
    this.#owner.say(`${nameOf(index, n)}: ${MARK_WORDS[isFixed ? marks[index] : mark] || "empty"}`);
    if (!isFixed) this.#mark(marks.with(index, mark));
  }

  /**
   * Crosses squares out; a drag that begins on a cross removes crosses.
   * @param {number} from
   * @param {number | null} over
   * @param {boolean} isEnd
   */
  #drag(from, over, isEnd) {
    if (!this.#puzzle) return;
    const { marks } = this.#puzzle;
    if (!this.#stroke) {
      this.#stroke = [...marks];
      this.#painted = marks[from] === CROSS ? OPEN : CROSS;
    }
    const stroke = this.#stroke;
    for (const index of [from, over]) {
      if (index !== null && (stroke[index] === OPEN || stroke[index] === CROSS)) stroke[index] = this.#painted;
    }
    if (!isEnd) return this.#draw();
    this.#stroke = null;
    this.#mark(stroke);
  }

  /**
   * @param {number} index
   * @param {string} key
   * @returns {boolean} true if the key has a meaning here
   */
  #boardKey(index, key) {
    const letter = key.toUpperCase();
    if (letter === "X") this.#setMark(index, CROSS);
    else if (letter === "Q") this.#setMark(index, QUEEN);
    else if (key === "Delete" || key === "Backspace") this.#setMark(index, OPEN);
    else return false;
    return true;
  }

  #draw() {
    if (!this.#puzzle) return;
    const isSolved = drawPuzzle(this.#board, {
      puzzle: { ...this.#puzzle, marks: this.#stroke ?? this.#puzzle.marks }, colours: this.#colours, lit: this.#lit,
      isEditing: false, isAuto: this.#isAuto,
    });
    this.#verdict.dataset.verdict = isSolved ? "one" : this.#isBad ? "bad" : "";
    if (!isSolved) put(this.#verdict, this.#judged || " ");
    if (isSolved === this.#isSolved) return;
    this.#isSolved = isSolved;
    if (!isSolved) return;
    this.#clock.stop();
    const time = this.#clock.words();
    put(this.#verdict, `Solved${time && ` in ${time}`}.`);
    this.#owner.solved?.(this.progress);
  }
}
