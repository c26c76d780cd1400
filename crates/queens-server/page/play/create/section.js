import { LatestRequest, ask, isAbort, reason } from "../../shared/api.js";
import { Board } from "../../shared/board.js";
import { Brushes } from "../../shared/brushes.js";
import { exporter } from "./export.js";
import { PuzzleGallery } from "./gallery.js";
import { SYMMETRY_CHOICES, imageOf, paintSymmetric, partnersOf } from "./symmetry.js";
import { reportedElsewhere } from "../../shared/address-check.js";
import { button, choice, disable, h, numberField, put, reveal, showTravel } from "../../shared/dom.js";
import { capitalized } from "../words.js";
import { toolButton, toolbar } from "../tools.js";
import { UndoHistory, nameOf, travelOf } from "../../shared/position.js";
import { PuzzleJudge, clueDocument, indicesOf, ratingWords, solutionWords } from "../puzzle/judge.js";
import { reader } from "../puzzle/make.js";
import { captioned, puzzlePicture } from "../puzzle/picture.js";
import {
  BLOCKED, CROSS, GIVEN, MAX_PUZZLE_SIZE, MAX_STARS, OPEN, PUZZLE_SETTINGS, QUEEN, cluesOf, isClue,
  readPuzzle, writePuzzle,
} from "../puzzle/state.js";
import { writeList } from "../../shared/squares.js";
import { partsWarning } from "./region-parts.js";
import { patterns, tints } from "../../shared/tints.js";

/**
 * @typedef {import("../puzzle/state.js").Puzzle} Puzzle
 * @typedef {import("../../shared/store.js").Query} Query
 * @typedef {import("../puzzle/judge.js").PuzzleVerdict} PuzzleVerdict
 */

/** The clue that a mark becomes. @type {Record<string, string>} */
const CLUE_OF_MARK = { [CROSS]: BLOCKED, [QUEEN]: GIVEN };

/** The glyph and the words for each clue. @type {Record<string, [string, string]>} */
const CLUE_LOOKS = { [GIVEN]: ["queen", "given queen"], [BLOCKED]: ["cross", "given as empty"] };

/** The brushes for clues. @type {[string, string, string][]} */
const CLUE_BRUSHES = [[GIVEN, "queen", "Clue: a given queen"],
  [BLOCKED, "cross", "Clue: this square stays empty"]];

/** The clue that a key puts on a square; letters are regions. @type {Record<string, string>} */
const CLUE_OF_KEY = { "*": GIVEN, "-": BLOCKED };

/** The largest puzzle whose solutions are drawn beside it. */
const MAX_PICTURE_SIZE = 14;

/** Time limit of a repair, in seconds. */
const REPAIR_SECONDS = 10;

/** A puzzle to begin with: each row is a region. @param {number} n @returns {Puzzle} */
function blank(n) {
  return { n, stars: 1, marks: new Array(n * n).fill(OPEN),
    regions: Array.from({ length: n * n }, (_, index) => String.fromCharCode(65 + Math.floor(index / n))) };
}

/** The section where region puzzles are drawn. */
class CreatePart {
  #store;
  #say;
  #puzzle = blank(6);
  /** The puzzle during a drag. @type {Puzzle | null} */
  #stroke = null;
  /** The colour of each region; it stays while regions are painted. @type {Map<string, string>} */
  #colours = new Map();
  #symmetry = "";
  /** The partner of each region under the symmetry. @type {Map<string, string>} */
  #partners = new Map();
  /** The squares that the last repair changed. @type {Set<number>} */
  #repaired = new Set();
  #past = new UndoHistory();
  #repairing = new LatestRequest();
  #board = new Board("Puzzle", {
    tap: (index) => this.#paint(index, this.#brushes.chosen),
    drag: (from, _, isEnd, path) => this.#drag([from, ...path], isEnd),
    key: (index, key) => this.#boardKey(index, key),
  });
  #judge = new PuzzleJudge((verdict) => this.#showVerdict(verdict));
  #brushes = new Brushes(CLUE_BRUSHES);
  #verdict = h("p", { class: "verdict rated", role: "status" });
  #solutions = h("div", { class: "solution-pair" });
  #repair = button("Make it unique", () => this.#makeUnique(),
    { title: "Changes as few squares as possible" });
  #repairLine = h("p", { class: "small repair-line", role: "status" });
  #before = h("div", { class: "solution-pair" });
  #stars = numberField("Queens in each", 1, MAX_STARS,
    (text) => this.#alter({ ...this.#puzzle, stars: this.#stars.take(text, this.#puzzle.stars) }));
  #size = numberField("Size", 1, MAX_PUZZLE_SIZE, (text) => this.#resize(text));
  #symmetries = choice("Draw symmetrically", (to) => this.#store.patch({ y: to }), SYMMETRY_CHOICES);
  #fix = button("Turn marks into clues", () => this.#remake((mark) => CLUE_OF_MARK[mark] ?? mark),
    { disabled: true });
  #free = button("Remove the clues", () => this.#remake((mark) => (isClue(mark) ? OPEN : mark)),
    { disabled: true });
  #clues = h("details", {}, h("summary", {}, "Clues"),
    h("p", { class: "small" }, "Given queens, and squares that stay empty: the last two brushes. The marks " +
      "of a puzzle that you have played can become clues, too."),
    h("div", { class: "row" }, this.#fix, this.#free));
  #undo = toolButton("undo", "Undo", () => this.#travel("undo"), { "aria-keyshortcuts": "Control+Z" });
  #redo = toolButton("redo", "Redo", () => this.#travel("redo"), { "aria-keyshortcuts": "Control+Y" });
  #play = button("Play it",
    () => this.#store.go("puzzles", writePuzzle({ ...this.#puzzle, marks: cluesOf(this.#puzzle.marks) })),
    { class: "main" });
  #gallery;
  settings = { ...PUZZLE_SETTINGS, y: reportedElsewhere };
  element;

  /** @param {import("../../main.js").App} app */
  constructor(app) {
    const { store, say } = app;
    this.#store = store;
    this.#say = say;
    this.#gallery = new PuzzleGallery({ say,
      open: (part, query) => (part === "create" ? this.#open(query) : store.go(part, query)) });
    this.element = h("div", {}, h("div", { class: "play-page create" },
      h("div", { class: "stage" }, this.#board.element,
        h("div", { class: "dock" }, this.#brushes.element, toolbar(this.#undo, this.#redo))),
      h("div", { class: "side" }, this.#verdict,
        h("div", { class: "row" }, this.#play, this.#repair), this.#solutions, this.#repairLine, this.#before,
        h("p", { class: "small" }, "Choose a region or a clue below the board and drag over squares. With " +
          "a keyboard: the letter of a region, * for a given queen, - for a square that stays empty."),
        h("div", { class: "row" }, this.#size.element, this.#stars.element, this.#symmetries.element),
        this.#clues,
        h("details", {}, h("summary", {}, "Save, share or print"), exporter(() => this.#puzzle)),
        h("details", {}, h("summary", {}, "Import"), reader(app)))), this.#gallery.element);
  }

  /** @param {Puzzle} to */
  #alter(to) {
    this.#past.add(JSON.stringify(writePuzzle(this.#puzzle)));
    this.#forgetRepair();
    this.#store.patch({ s: "", m: "", ...writePuzzle(to) });
  }

  /** Opens another puzzle; Undo returns to this one. @param {Query} query */
  #open(query) {
    this.#past.add(JSON.stringify(writePuzzle(this.#puzzle)));
    this.#forgetRepair();
    this.#store.patch({ s: "", m: "", ...query }, true);
    reveal(this.#board.element, "start");
  }

  /** @param {string} text the size as it was typed */
  #resize(text) {
    const n = this.#size.take(text, this.#puzzle.n);
    if (n !== this.#puzzle.n) this.#alter({ ...blank(n), stars: this.#puzzle.stars });
  }

  /** @param {(mark: string) => string} replace */
  #remake(replace) {
    this.#alter({ ...this.#puzzle, marks: this.#puzzle.marks.map(replace) });
  }

  /** @param {"undo" | "redo"} direction */
  #travel(direction) {
    const found = this.#past[direction](JSON.stringify(writePuzzle(this.#puzzle)));
    if (!found) return;
    this.#forgetRepair();
    this.#store.patch({ s: "", m: "", ...JSON.parse(found) });
  }

  /**
   * @param {number} index
   * @param {string} brush the letter of a region, or a clue; the same clue again removes it
   */
  #paint(index, brush) {
    const { n, regions, marks } = this.#puzzle;
    if (isClue(brush)) {
      const mark = marks[index] === brush ? OPEN : brush;
      this.#say(`${nameOf(index, n)}: ${mark === OPEN ? "no clue" : CLUE_LOOKS[mark][1]}`);
      return this.#alter({ ...this.#puzzle, marks: marks.with(index, mark) });
    }
    const to = this.#painted(this.#puzzle, index, brush);
    if (to.regions.join() === regions.join()) return;
    const image = imageOf(index, n, this.#symmetry);
    this.#say(`${nameOf(index, n)}: region ${brush}${image === index ? "" : `; ${nameOf(image, n)}: region ` +
      `${to.regions[image]}`}`);
    this.#alter(to);
  }

  /**
   * @param {Puzzle} puzzle
   * @param {number} index
   * @param {string} brush
   * @returns {Puzzle} the puzzle with this square painted, and its image if the drawing is symmetric
   */
  #painted(puzzle, index, brush) {
    if (isClue(brush)) return { ...puzzle, marks: puzzle.marks.with(index, brush) };
    const regions = [...puzzle.regions];
    paintSymmetric(regions, index, brush,
      { n: puzzle.n, symmetry: this.#symmetry, partners: this.#partners });
    return { ...puzzle, regions };
  }

  /**
   * @param {number[]} squares
   * @param {boolean} isEnd
   */
  #drag(squares, isEnd) {
    this.#stroke = squares.reduce((puzzle, index) => this.#painted(puzzle, index, this.#brushes.chosen),
      this.#stroke ?? this.#puzzle);
    if (!isEnd) return this.#draw();
    const to = this.#stroke;
    this.#stroke = null;
    this.#alter(to);
  }

  /**
   * @param {number} index
   * @param {string} key
   * @returns {boolean} true if the key has a meaning here
   */
  #boardKey(index, key) {
    const brush = CLUE_OF_KEY[key] ?? key.toUpperCase();
    const isLetter = brush.length === 1 && brush >= "A" && brush < String.fromCharCode(65 + this.#puzzle.n);
    if (!isLetter && !isClue(brush)) return false;
    this.#paint(index, brush);
    return true;
  }

  /** @param {PuzzleVerdict | null} verdict null while the answer is awaited */
  #showVerdict(verdict) {
    // What is said about the last board does not hold for this one.
    if (!verdict) {
      put(this.#verdict, "Counting the solutions ...");
      put(this.#solutions);
      this.#verdict.dataset.verdict = "waiting";
      disable(this.#repair, "The solutions are being counted");
      return;
    }
    const isUnique = verdict.isAll && verdict.count === 1;
    const words = [solutionWords(verdict), partsWarning(this.#puzzle),
      verdict.rating ? ratingWords(verdict.rating) : ""].filter(Boolean).join(" ");
    if (this.#verdict.textContent !== words) put(this.#verdict, words);
    this.#verdict.dataset.verdict = isUnique ? "one" : "bad";
    disable(this.#repair, isUnique ? "It has exactly one solution" : verdict.failure);
    this.#repair.classList.toggle("main", !this.#repair.disabled);
    this.#play.classList.toggle("main", this.#repair.disabled);
    this.#showSolutions(verdict);
  }

  /** @param {PuzzleVerdict} verdict */
  #showSolutions({ solutions, differing }) {
    const { n } = this.#puzzle;
    if (solutions.length < 2 || n > MAX_PICTURE_SIZE) return put(this.#solutions);
    put(this.#solutions, ...solutions.map((queens, at) => {
      const label = `Solution ${at + 1} of two: queens on ${writeList(queens, n, " ")}`;
      return captioned(puzzlePicture(this.#puzzle, this.#colours,
        { queens, framed: queens.filter((index) => differing.includes(index)), label }));
    }), h("p", { class: "small" }, "Two of the solutions; the framed queens differ."));
  }

  /** Changes as few squares as possible, so that there is exactly one solution. */
  async #makeUnique() {
    const puzzle = this.#puzzle;
    this.#forgetRepair();
    disable(this.#repair, "A change is being looked for");
    put(this.#repairLine, "Looking for the smallest change ...");
    try {
      const found = await ask("puzzle/repair", { puzzle: clueDocument(puzzle), seconds: REPAIR_SECONDS },
        this.#repairing.next());
      if (!found.puzzle) {
        put(this.#repairLine, `No change that leaves exactly one solution was found (${found.outcome}). ` +
          "Change some squares by hand, then try again.");
        disable(this.#repair, "");
      } else this.#applyRepair(puzzle, found);
    } catch (error) {
      if (isAbort(error)) return;
      put(this.#repairLine, h("span", { class: "bad" }, capitalized(reason(error))));
      disable(this.#repair, "");
    }
  }

  /**
   * @param {Puzzle} puzzle the puzzle before
   * @param {any} found the answer of the repair
   */
  #applyRepair(puzzle, { puzzle: { regions: rows }, changed, least, at_least: atLeast }) {
    const { n, regions } = puzzle;
    const names = rows.join("");
    const indices = indicesOf(changed, n);
    const repaired = new Set(indices);
    // The answer may name the regions in another order.
    const letters = new Map(
      regions.flatMap((letter, index) => (repaired.has(index) ? [] : [[names[index], letter]])));
    const to = regions.map((letter, index) => (repaired.has(index) ? letters.get(names[index]) ?? names[index]
      : letter));
    this.#alter({ ...puzzle, regions: to });
    this.#repaired = repaired;
    const squares = indices.length === 1 ? "square" : "squares";
    const doubt = least ? "" : `; every repair changes ${atLeast} or more`;
    const changes = indices.map((index) => `${nameOf(index, n)} (${regions[index]} to ${to[index]})`);
    put(this.#repairLine,
      `${indices.length} ${squares} changed${doubt}: ${changes.join(", ")}. Undo takes the change back.`);
    put(this.#before,
      captioned(puzzlePicture(puzzle, this.#colours, { framed: indices }), "before"),
      captioned(puzzlePicture({ n, regions: to }, this.#colours, { framed: indices }), "after"));
    this.#draw();
  }

  /** Drops a repair that is awaited, and what is shown about the last one. */
  #forgetRepair() {
    this.#repairing.stop();
    this.#repaired = new Set();
    put(this.#repairLine);
    put(this.#before);
  }

  #draw() {
    const { n, marks, regions } = this.#stroke ?? this.#puzzle;
    const kinds = patterns(regions, n);
    for (let index = 0; index < n * n; index++) {
      const letter = regions[index];
      const [piece, clue] = CLUE_LOOKS[marks[index]] ?? ["", ""];
      const isRepaired = this.#repaired.has(index);
      this.#board.show(index, {
        tint: this.#colours.get(letter), piece, name: regions.indexOf(letter) === index ? letter : "",
        classes: ["tinted", kinds.get(letter), marks[index] === GIVEN && "given",
          marks[index] === BLOCKED && "given-empty", isRepaired && "repaired"].filter(Boolean).join(" "),
        label: [`region ${letter}`, clue, isRepaired && "changed"].filter(Boolean).join(", "),
      });
    }
    this.#board.borders(regions.map((letter) => letter.charCodeAt(0)));
  }

  /** @param {Query} query */
  update(query) {
    const found = readPuzzle(query);
    this.#puzzle = found ?? this.#puzzle;
    const { n, stars, regions, marks } = this.#puzzle;
    if (this.#size.input.value !== String(n)) this.#size.take(String(n));
    if (this.#stars.input.value !== String(stars)) this.#stars.take(String(stars));
    const symmetry = this.#symmetries.take(query.y, "");
    if (symmetry !== this.#symmetry || this.#board.rows !== n) {
      this.#partners = partnersOf(this.#puzzle, symmetry);
    }
    this.#symmetry = symmetry;
    if (this.#colours.size !== n) this.#colours = tints(regions, n, n);
    this.#brushes.offer(this.#colours);
    this.#board.resize(n, n);
    this.#board.set("aria-label", `Puzzle of ${n} by ${n} to edit`);
    // Unfolded when there is something to do.
    if (marks.some((mark) => mark !== OPEN) && this.#fix.disabled && this.#free.disabled) {
      this.#clues.open = true;
    }
    disable(this.#fix,
      marks.every((mark) => mark === OPEN || isClue(mark)) ? "There are no marks of play" : "");
    disable(this.#free, marks.some(isClue) ? "" : "There are no clues");
    showTravel(this.#past, this.#undo, this.#redo);
    this.#judge.update(this.#puzzle);
    this.#draw();
  }

  leave() {
    this.#judge.stop();
    this.#gallery.stop();
    this.#forgetRepair();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const direction = travelOf(event);
    if (direction) this.#travel(direction);
    return direction !== null;
  }
}

/**
 * @param {import("../../main.js").App} app
 * @returns {import("../../main.js").Part}
 */
export const create = (app) => new CreatePart(app);
