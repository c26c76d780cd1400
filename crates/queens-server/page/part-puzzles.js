import { LatestRequest, ask, isAbort, reason } from "./api.js";
import { Board } from "./board.js";
import { Brushes } from "./brushes.js";
import { button, h, warningLine, modes, numberField, put, settled, tick } from "./dom.js";
import { UndoHistory, nameOf } from "./position.js";
import { PuzzleClock } from "./puzzle-clock.js";
import { Hints } from "./puzzle-hint.js";
import { maker, reader } from "./puzzle-make.js";
import { BLOCKED, CROSS, GIVEN, MAX_PUZZLE_SIZE, OPEN, QUEEN, cluesOf, consequences, isClue, readPuzzle, rowsOf, toDocument, writePuzzle } from "./puzzle-state.js";
import { MARK_WORDS, drawPuzzle } from "./puzzle-view.js";
import { keep, stored } from "./store.js";
import { tints } from "./tints.js";

/**
 * @typedef {import("./puzzle-state.js").Puzzle} Puzzle
 * @typedef {import("./store.js").Query} Query
 */

/** The mark after the next tap. @type {Record<string, string>} */
const NEXT_MARK = { [OPEN]: CROSS, [CROSS]: QUEEN, [QUEEN]: OPEN };

/** The clue that a mark becomes. @type {Record<string, string>} */
const CLUE_OF_MARK = { [CROSS]: BLOCKED, [QUEEN]: GIVEN };

/** The text in place of a hint. */
const HOW_TO_MARK = "Tap a square once for a cross, twice for a queen.";

const RULES_TEXT = "Every row, column and region has the same number of queens, and no two queens touch, not even at a corner.";
const KEYS_TEXT = "A tap changes an empty square to a cross, then to a queen; a drag crosses squares out. The arrow keys move, Space or Enter taps, X and Q set a mark at once, Delete removes it. H shows a hint, Control Z undoes.";

/** A setting that the browser remembers: true if it is on. @param {string} key */
const isStored = (key) => stored(key) === "yes";
const [AUTO_KEY, PATTERNS_KEY] = ["queens.auto", "queens.patterns"];

/** The part of the page with region puzzles: to play, edit, generate and import. */
class PuzzlesPart {
  #store;
  #say;
  /** @type {Puzzle | null} */
  #puzzle = null;
  #isEditing = false;
  #isAuto = isStored(AUTO_KEY);
  #isPatterned = isStored(PATTERNS_KEY);
  /** The verdict on the puzzle. */
  #judged = "";
  /** The puzzle, without marks, that the verdict is about. */
  #shownClues = "";
  /** Marks, or regions, during a drag. @type {string[] | null} */
  #stroke = null;
  /** The mark, or the region, that a drag sets. */
  #painted = "";
  /** @type {import("./puzzle-hint.js").Lit} */
  #lit = { read: new Set(), crosses: new Set(), queens: new Set(), wrong: -1 };
  /** The colour of each region; it stays while regions are painted. @type {Map<string, string>} */
  #colours = new Map();
  #past = new UndoHistory();
  #judging = new LatestRequest();
  #clock = new PuzzleClock();
  #make = maker((query) => this.#open(query));
  #read = reader((query) => this.#open(query));
  #hints = new Hints((shown) => this.#showHint(shown));

  #board = new Board("Puzzle", {
    tap: (index) => this.#tap(index),
    drag: (from, over, isEnd) => this.#drag(from, over, isEnd),
    key: (index, key) => this.#boardKey(index, key),
  });
  #verdict = h("p", { class: "verdict rated", role: "status" });
  #demand = h("p", { class: "demand" });
  #warning = warningLine();
  #hintText = h("p", { class: "told-hint", role: "status" }, HOW_TO_MARK);
  #hint = button("Hint", () => this.#puzzle && this.#hints.press(this.#puzzle, this.#ruledOut(), (marks) => this.#mark(marks)), { class: "main" });
  #undo = button("Undo", () => this.#travel("undo"), { "aria-keyshortcuts": "Control+Z" });
  #redo = button("Redo", () => this.#travel("redo"), { "aria-keyshortcuts": "Control+Y" });
  #clear = button("Clear marks", () => this.#puzzle && this.#mark(cluesOf(this.#puzzle.marks)));
  #fix = button("Turn marks into clues", () => this.#remake((mark) => CLUE_OF_MARK[mark] ?? mark));
  #free = button("Remove the clues", () => this.#remake((mark) => (isClue(mark) ? OPEN : mark)));
  #mode = modes("Mode", [["play", "Play"], ["edit", "Edit"]], (to) => this.#store.patch({ e: to === "edit" ? "1" : "" }, true));
  #brushes = new Brushes();
  #stars = numberField("Queens in each", 1, 6, (text) => this.#puzzle && this.#alter({ ...this.#puzzle, stars: this.#stars.take(text, this.#puzzle.stars) }));
  #size = numberField("Size", 1, MAX_PUZZLE_SIZE, (text) => this.#resize(text));
  #playing = this.#playingControls();
  #editing = h("div", { hidden: true }, h("p", { class: "small" }, "Drag over squares to paint them, or press the letter of a region."), this.#brushes.element,
    h("div", { class: "row" }, this.#size.element, this.#stars.element), h("div", { class: "row" }, this.#fix, this.#free));
  element;

  /** @param {import("./main.js").App} app */
  constructor({ store, say }) {
    this.#store = store;
    this.#say = say;
    const patterns = this.#setting("Patterns", PATTERNS_KEY, (isOn) => { this.#isPatterned = isOn; });
    this.element = h("div", { class: "split" }, h("div", { class: "stage" }, this.#board.element),
      h("div", { class: "side" }, this.#mode.element, this.#warning.element, this.#verdict, this.#demand, this.#playing, this.#editing, patterns,
        h("div", { class: "row" }, this.#undo, this.#redo, this.#clear),
        h("hr"), h("h2", {}, "New puzzle"), this.#make.element, this.#exchange(),
        h("details", {}, h("summary", {}, "Rules and keys"), h("p", { class: "small" }, RULES_TEXT), h("p", { class: "small" }, KEYS_TEXT))));
  }

  #playingControls() {
    const auto = this.#setting("Mark impossible squares automatically", AUTO_KEY, (isOn) => { this.#isAuto = isOn; this.#hints.reset(); });
    const check = button("Check", () => this.#puzzle && this.#hints.check(this.#puzzle));
    return h("div", {}, h("div", { class: "row" }, this.#hint, check, this.#clock.element), this.#hintText, auto);
  }

  /** Import and export. */
  #exchange() {
    const copy = (/** @type {string} */ text) => navigator.clipboard.writeText(text).then(() => this.#say("Copied."));
    return h("details", {}, h("summary", {}, "Import or share"), this.#read.element,
      h("div", { class: "row" },
        button("Copy as letters", () => this.#puzzle && copy(rowsOf(this.#puzzle.regions, this.#puzzle.n).join("\n"))),
        button("Copy the address", () => copy(location.href))));
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

  /**
   * Opens another puzzle.
   * @param {Query} query
   */
  #open(query) {
    this.#past.clear();
    this.#clock.reset();
    this.#store.patch({ m: "", e: "", s: "", ...query }, Boolean(this.#store.view.query.r));
  }

  /** @param {import("./puzzle-hint.js").Shown} shown */
  #showHint({ text, button: label, lit }) {
    put(this.#hintText, text || HOW_TO_MARK);
    put(this.#hint, label);
    this.#lit = lit;
    this.#draw();
  }

  /** Squares where the queens on the board rule out another one, if they are to be marked. */
  #ruledOut() {
    return this.#puzzle && this.#isAuto ? consequences(this.#puzzle).closed : new Set();
  }

  /**
   * Changes the puzzle or its marks.
   * @param {Puzzle} to
   */
  #alter(to) {
    if (this.#puzzle) this.#past.add(JSON.stringify(writePuzzle(this.#puzzle)));
    this.#warning.show("");
    this.#store.patch(writePuzzle(to));
  }

  /** @param {string[]} marks */
  #mark(marks) {
    if (!this.#puzzle) return;
    this.#clock.start();
    this.#alter({ ...this.#puzzle, marks });
  }

  /**
   * Replaces every mark.
   * @param {(mark: string) => string} replace
   */
  #remake(replace) {
    if (this.#puzzle) this.#alter({ ...this.#puzzle, marks: this.#puzzle.marks.map(replace) });
  }

  /** @param {string} text the new size, as it was typed */
  #resize(text) {
    const n = this.#size.take(text, this.#puzzle?.n);
    const regions = Array.from({ length: n * n }, (_, index) => String.fromCharCode(65 + Math.floor(index / n)));
    this.#alter({ n, stars: this.#puzzle?.stars ?? 1, marks: new Array(n * n).fill(OPEN), regions });
  }

  /** @param {"undo" | "redo"} direction */
  #travel(direction) {
    const found = this.#puzzle && this.#past[direction](JSON.stringify(writePuzzle(this.#puzzle)));
    if (found) this.#store.patch({ s: "", ...JSON.parse(found) });
  }

  /**
   * Sets a mark; clues stay.
   * @param {Puzzle} puzzle
   * @param {number} index
   * @param {string} mark
   */
  #setMark({ n, marks }, index, mark) {
    const isFixed = isClue(marks[index]);
    this.#say(`${nameOf(index, n)}: ${MARK_WORDS[isFixed ? marks[index] : mark] || "empty"}`);
    if (!isFixed) this.#mark(marks.with(index, mark));
  }

  /**
   * @param {Puzzle} puzzle
   * @param {number} index
   * @param {string} letter
   */
  #paint(puzzle, index, letter) {
    if (puzzle.regions[index] === letter) return;
    this.#say(`${nameOf(index, puzzle.n)}: region ${letter}`);
    this.#alter({ ...puzzle, regions: puzzle.regions.with(index, letter) });
  }

  /** @param {number} index */
  #tap(index) {
    if (!this.#puzzle) return;
    if (this.#isEditing) this.#paint(this.#puzzle, index, this.#brushes.letter);
    else this.#setMark(this.#puzzle, index, NEXT_MARK[this.#puzzle.marks[index]] ?? OPEN);
  }

  /**
   * Paints regions, or crosses squares out; a drag that begins on a cross removes crosses.
   * @param {number} from
   * @param {number | null} over
   * @param {boolean} isEnd
   */
  #drag(from, over, isEnd) {
    if (!this.#puzzle) return;
    const { regions, marks } = this.#puzzle;
    if (!this.#stroke) {
      this.#stroke = [...(this.#isEditing ? regions : marks)];
      this.#painted = this.#isEditing ? this.#brushes.letter : marks[from] === CROSS ? OPEN : CROSS;
    }
    const stroke = this.#stroke;
    for (const index of [from, over]) {
      if (index !== null && (this.#isEditing || stroke[index] === OPEN || stroke[index] === CROSS)) stroke[index] = this.#painted;
    }
    if (!isEnd) return this.#draw();
    this.#stroke = null;
    if (this.#isEditing) this.#alter({ ...this.#puzzle, regions: stroke });
    else this.#mark(stroke);
  }

  /**
   * @param {number} index
   * @param {string} key
   * @returns {boolean} true if the key has a meaning here
   */
  #boardKey(index, key) {
    if (!this.#puzzle) return false;
    const letter = key.toUpperCase();
    if (this.#isEditing) {
      if (letter.length !== 1 || letter < "A" || letter >= String.fromCharCode(65 + this.#puzzle.n)) return false;
      this.#paint(this.#puzzle, index, letter);
    } else if (letter === "X") this.#setMark(this.#puzzle, index, CROSS);
    else if (letter === "Q") this.#setMark(this.#puzzle, index, QUEEN);
    else if (key === "Delete" || key === "Backspace") this.#setMark(this.#puzzle, index, OPEN);
    else return false;
    return true;
  }

  /** Asks for the number of solutions and the rating, once the puzzle has not changed for a moment. */
  #judge = settled(200, async () => {
    if (!this.#puzzle) return;
    const signal = this.#judging.next();
    const board = { puzzle: toDocument({ ...this.#puzzle, marks: cluesOf(this.#puzzle.marks) }) };
    try {
      const { verdict } = await ask("puzzle/solve", board, signal);
      const isUnique = /^(exactly one|the only)/.test(verdict);
      const rating = isUnique ? await ask("puzzle/rate", board, signal) : null;
      this.#judged = rating ? `${this.#isEditing ? "Exactly one solution. " : ""}${ratingWords(rating)}`
        : verdict === "none" ? "There is no solution." : "There is more than one solution.";
      this.#verdict.dataset.verdict = isUnique ? (this.#isEditing ? "one" : "") : "bad";
    } catch (error) {
      if (isAbort(error)) return;
      this.#judged = reason(error);
      this.#verdict.dataset.verdict = "bad";
    }
    this.#draw();
  });

  #draw() {
    if (!this.#puzzle) return;
    const stroke = this.#stroke ? { [this.#isEditing ? "regions" : "marks"]: this.#stroke } : {};
    const isSolved = drawPuzzle(this.#board, {
      puzzle: { ...this.#puzzle, ...stroke }, colours: this.#colours, lit: this.#lit,
      isEditing: this.#isEditing, isAuto: this.#isAuto, isPatterned: this.#isPatterned,
    });
    if (isSolved) {
      this.#clock.stop();
      const time = this.#clock.words();
      put(this.#verdict, `Solved${time && ` in ${time}`}.`);
      this.#verdict.dataset.verdict = "one";
    } else {
      put(this.#verdict, this.#judged || " ");
      if (!this.#isEditing && this.#verdict.dataset.verdict === "one") this.#verdict.dataset.verdict = "";
    }
  }

  /** @param {Query} query */
  update(query) {
    const found = readPuzzle(query);
    if (!found) return this.#replaceInvalid(query);
    // Any change of the puzzle or its marks, also by Back and Forward, makes a hint outdated.
    if (JSON.stringify(found) !== JSON.stringify(this.#puzzle)) this.#hints.reset();
    this.#puzzle = found;
    this.#isEditing = query.e === "1";
    this.#updateControls(found);
    this.#updateVerdict(found);
    this.#draw();
  }

  /**
   * Shows the last puzzle, or the puzzle of the day, if the address has none that is valid.
   * @param {Query} query
   */
  #replaceInvalid(query) {
    if (this.#puzzle) this.#store.patch(writePuzzle(this.#puzzle));
    else {
      put(this.#verdict, "Generating the puzzle of the day ...");
      this.#make.today();
    }
    if (!query.r) return;
    const last = String.fromCharCode(64 + MAX_PUZZLE_SIZE);
    this.#warning.show(`The address has no valid puzzle. Its r must have one word for each row, separated by dots (AABB.AABB.CCDD.CCDD); each word must have as many letters from A to ${last} as there are rows. Here is another puzzle.`);
  }

  /** @param {Puzzle} puzzle */
  #updateControls({ n, stars, regions, marks }) {
    this.#mode.set(this.#isEditing ? "edit" : "play");
    [this.#playing.hidden, this.#editing.hidden, this.#clear.hidden] = [this.#isEditing, !this.#isEditing, this.#isEditing];
    if (this.#size.input.value !== String(n)) this.#size.take(String(n));
    if (this.#stars.input.value !== String(stars)) this.#stars.take(String(stars));
    if (!this.#isEditing || this.#colours.size < n) this.#colours = tints(regions, n, n);
    this.#brushes.offer(this.#colours);
    const each = `${stars} ${stars === 1 ? "queen" : "queens"} in each row, column and region`;
    put(this.#demand, `${each}; no two touch.`);
    this.#board.resize(n, n);
    this.#board.set("aria-label", `Puzzle of ${n} by ${n}, ${each}`);
    this.#clear.disabled = this.#fix.disabled = marks.every((mark) => mark === OPEN || isClue(mark));
    this.#free.disabled = !marks.some(isClue);
    [this.#undo.disabled, this.#redo.disabled] = [!this.#past.canUndo, !this.#past.canRedo];
  }

  /**
   * Asks for a new verdict if the puzzle itself has changed.
   * @param {Puzzle} puzzle
   */
  #updateVerdict({ stars, regions, marks }) {
    const key = [regions.join(""), stars, cluesOf(marks).join(""), this.#isEditing].join();
    if (key === this.#shownClues) return;
    this.#shownClues = key;
    this.#judged = "";
    this.#judge();
  }

  leave() {
    this.#clock.stop();
    this.#judging.stop();
    this.#make.stop();
    this.#hints.reset();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const isControl = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (isControl && key === "z") this.#travel(event.shiftKey ? "redo" : "undo");
    else if (isControl && key === "y") this.#travel("redo");
    else if (!isControl && event.key === "h" && !this.#isEditing) this.#hint.click();
    else return false;
    return true;
  }

  /** @param {DataTransfer} data */
  paste(data) {
    return this.#read.take(data);
  }
}

/** @param {any} rating */
function ratingWords({ rating, hardest }) {
  const word = `${rating[0].toUpperCase()}${rating.slice(1)}`;
  return hardest ? `${word}: the hardest step is called ${hardest.replaceAll("-", " ")}.` : `${word}.`;
}

/**
 * @param {import("./main.js").App} app
 * @returns {import("./main.js").Part}
 */
export const create = (app) => new PuzzlesPart(app);
