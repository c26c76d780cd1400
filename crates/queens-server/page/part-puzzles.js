import { button, h, setText, share, warningLine } from "./dom.js";
import { LevelSelect, harderLevel, levelOf, levelSetting, levelWords, nearestKind, sizeWords } from "./play-levels.js";
import { counted } from "./play-words.js";
import { minutes } from "./puzzle-clock.js";
import { maker, reader } from "./puzzle-make.js";
import { PuzzlePlayer } from "./puzzle-player.js";
import { MAX_PUZZLE_SIZE, cluesOf, puzzleKey, readPuzzle, rowsOf, writePuzzle } from "./puzzle-state.js";
import { linkTo } from "./store.js";
import { copyWithToast } from "./toast.js";

/**
 * @typedef {import("./puzzle-state.js").Puzzle} Puzzle
 * @typedef {import("./store.js").Query} Query
 */

const RULES_TEXT = "Every row, column and region has the same number of queens, and no two queens touch, not even at a corner.";
const TAPS_TEXT = "A tap changes an empty square to a cross, then to a queen. A right click or a long press sets a queen at once. A drag crosses squares out, and two fingers move and magnify the board.";
const KEYS_TEXT = "The arrow keys move, Space or Enter taps, X and Q set a mark at once, Delete removes it. H shows a hint, Control Z undoes.";

/** The section with region puzzles to play: the one of the address, generated or imported ones. */
class PuzzlesPart {
  #store;
  /** @type {Puzzle | null} */
  #puzzle = null;
  /** The level of the puzzle. @type {import("./play-levels.js").Level | null} */
  #level = null;
  /** @type {PuzzlePlayer} */
  #player;
  #levels = new LevelSelect((query) => this.#open(query));
  #make = maker((query) => this.#open(query));
  #read;
  #warning = warningLine();
  #title = h("h2", { class: "level-title" });
  element;

  /** @param {import("./main.js").App} app */
  constructor(app) {
    const { store, say } = app;
    this.#store = store;
    this.#read = reader(app);
    this.#player = new PuzzlePlayer({
      say, change: (to) => this.#change(to), solved: () => this.#level && this.#levels.markSolved(this.#level), winActions: () => this.#winActions(),
    });
    this.element = h("div", { class: "split" }, this.#player.stage,
      h("div", { class: "side" }, this.#warning.element, this.#player.controls,
        h("hr"), this.#title, this.#levels.element,
        h("details", {}, h("summary", {}, "New puzzle of any kind"), this.#make.element), this.#exchange(),
        h("details", {}, h("summary", {}, "Rules, taps and keys"), ...[RULES_TEXT, TAPS_TEXT, KEYS_TEXT].map((text) => h("p", { class: "small" }, text)))));
  }

  /**
   * The buttons of the panel that appears when the puzzle is solved.
   * @returns {import("./play-win.js").WinAction[]}
   */
  #winActions() {
    if (!this.#puzzle) return [];
    const { n, stars } = this.#puzzle;
    const kind = this.#level ?? nearestKind(n, stars, this.#player.rating);
    const harder = harderLevel(kind);
    return [
      { label: "Next puzzle", run: () => this.#levels.openUnsolved(kind, this.#level?.number) },
      ...(harder ? [{ label: "One step harder", run: () => this.#levels.openUnsolved(harder) }] : []),
      { label: "Share", run: () => this.#share() },
    ];
  }

  /** Shares or copies the puzzle without its marks, with time and hints. */
  async #share() {
    if (!this.#puzzle) return "";
    const { seconds, hints } = this.#player.progress;
    const title = this.#level ? levelWords(this.#level) : sizeWords(this.#puzzle);
    const text = `Queens ${title}\n${minutes(seconds)}, ${hints ? counted(hints, "hint") : "no hints"}\n${this.#link(this.#puzzle)}`;
    return share(text);
  }

  /** A link to a puzzle without the marks of the player. @param {Puzzle} puzzle */
  #link({ marks, ...rest }) {
    const puzzle = { ...rest, marks: cluesOf(marks) };
    return linkTo({ part: "puzzles", query: { ...writePuzzle(puzzle), l: this.#level ? levelSetting(this.#level) : "" } });
  }

  /** Import, export, and the way to the editor. */
  #exchange() {
    return h("details", {}, h("summary", {}, "Import, share or edit"), this.#read,
      h("div", { class: "row" },
        button("Copy as letters", () => this.#puzzle && copyWithToast(rowsOf(this.#puzzle.regions, this.#puzzle.n).join("\n"))),
        button("Copy the link", () => this.#puzzle && copyWithToast(this.#link(this.#puzzle), "The link is copied, without your marks.")),
        button("Edit this puzzle", () => this.#puzzle && this.#store.go("create", writePuzzle(this.#puzzle)))));
  }

  /**
   * Opens another puzzle.
   * @param {Query} query
   */
  #open(query) {
    const isFirst = !this.#store.view.query.r;
    this.#store.patch({ m: "", s: "", l: "", n: "", ...query }, !isFirst);
    // The controls that led here may be far below the board.
    if (!isFirst) this.#player.stage.scrollIntoView({ block: "nearest" });
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
    this.#level = levelOf(query, found.n);
    this.#levels.show(this.#level);
    setText(this.#title, this.#level ? levelWords(this.#level) : "Levels");
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
      this.#levels.openFirst(levelOf(query, Number(query.n)));
    }
    if (!query.r) return;
    const last = String.fromCharCode(64 + MAX_PUZZLE_SIZE);
    this.#warning.show(`The address has no valid puzzle. Its r must have one word for each row, separated by dots (AABB.AABB.CCDD.CCDD); each word must have as many letters from A to ${last} as there are rows. Here is another puzzle.`);
  }

  leave() {
    this.#make.stop();
    this.#levels.stop();
    this.#player.leave();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return this.#player.key(event);
  }
}

/**
 * @param {import("./main.js").App} app
 * @returns {import("./main.js").Part}
 */
export const create = (app) => new PuzzlesPart(app);
