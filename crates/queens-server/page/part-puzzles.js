import { button, h, warningLine } from "./dom.js";
import { maker, reader } from "./puzzle-make.js";
import { PuzzlePlayer } from "./puzzle-player.js";
import { MAX_PUZZLE_SIZE, puzzleKey, readPuzzle, rowsOf, writePuzzle } from "./puzzle-state.js";

/**
 * @typedef {import("./puzzle-state.js").Puzzle} Puzzle
 * @typedef {import("./store.js").Query} Query
 */

const RULES_TEXT = "Every row, column and region has the same number of queens, and no two queens touch, not even at a corner.";
const KEYS_TEXT = "A tap changes an empty square to a cross, then to a queen; a drag crosses squares out. The arrow keys move, Space or Enter taps, X and Q set a mark at once, Delete removes it. H shows a hint, Control Z undoes.";

/** The section with region puzzles to play: the one of the address, generated or imported ones. */
class PuzzlesPart {
  #store;
  #say;
  /** @type {Puzzle | null} */
  #puzzle = null;
  #player;
  #make = maker((query) => this.#open(query));
  #read = reader((query) => this.#open(query));
  #warning = warningLine();
  element;

  /** @param {import("./main.js").App} app */
  constructor({ store, say }) {
    this.#store = store;
    this.#say = say;
    this.#player = new PuzzlePlayer({ say, change: (to) => this.#change(to) });
    this.element = h("div", { class: "split" }, this.#player.stage,
      h("div", { class: "side" }, this.#warning.element, this.#player.controls,
        h("hr"), h("h2", {}, "New puzzle"), this.#make.element, this.#exchange(),
        h("details", {}, h("summary", {}, "Rules and keys"), h("p", { class: "small" }, RULES_TEXT), h("p", { class: "small" }, KEYS_TEXT))));
  }

  /** Import, export, and the way to the editor. */
  #exchange() {
    const copy = (/** @type {string} */ text) => navigator.clipboard.writeText(text).then(() => this.#say("Copied."));
    return h("details", {}, h("summary", {}, "Import, share or edit"), this.#read.element,
      h("div", { class: "row" },
        button("Copy as letters", () => this.#puzzle && copy(rowsOf(this.#puzzle.regions, this.#puzzle.n).join("\n"))),
        button("Copy the address", () => copy(location.href)),
        button("Edit this puzzle", () => this.#puzzle && this.#store.go("create", writePuzzle(this.#puzzle)))));
  }

  /**
   * Opens another puzzle.
   * @param {Query} query
   */
  #open(query) {
    this.#store.patch({ m: "", s: "", ...query }, Boolean(this.#store.view.query.r));
  }

  /** @param {Puzzle} to */
  #change(to) {
    this.#warning.show("");
    this.#store.patch(writePuzzle(to));
  }

  /** @param {Query} query */
  update(query) {
    const found = readPuzzle(query);
    if (!found) return this.#replaceInvalid(query);
    if (!this.#puzzle || puzzleKey(found) !== puzzleKey(this.#puzzle)) this.#player.begin();
    this.#puzzle = found;
    this.#player.show(found);
  }

  /**
   * Shows the last puzzle, or a new one, if the address has none that is valid.
   * @param {Query} query
   */
  #replaceInvalid(query) {
    if (this.#puzzle) this.#store.patch(writePuzzle(this.#puzzle));
    else {
      this.#player.wait("Generating a puzzle ...");
      this.#make.any();
    }
    if (!query.r) return;
    const last = String.fromCharCode(64 + MAX_PUZZLE_SIZE);
    this.#warning.show(`The address has no valid puzzle. Its r must have one word for each row, separated by dots (AABB.AABB.CCDD.CCDD); each word must have as many letters from A to ${last} as there are rows. Here is another puzzle.`);
  }

  leave() {
    this.#make.stop();
    this.#player.leave();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return this.#player.key(event);
  }

  /** @param {DataTransfer} data */
  paste(data) {
    return this.#read.take(data);
  }
}

/**
 * @param {import("./main.js").App} app
 * @returns {import("./main.js").Part}
 */
export const create = (app) => new PuzzlesPart(app);
