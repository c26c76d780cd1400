import { button, h, setText, share } from "../../shared/dom.js";
import { levelSetting } from "./level-kinds.js";
import {
  LEVEL_SETTINGS, LevelSelect, asksForLevel, claimedLevel, harderLevel, levelWords, nearestKind, sizeWords,
} from "./levels.js";
import { NO_PROGRESS, keepProgress, onOtherProgress, progressOf } from "../progress.js";
import { helpWords } from "../words.js";
import { minutes } from "../clock.js";
import { maker, reader } from "../puzzle/make.js";
import { PuzzlePlayer } from "../puzzle/player.js";
import {
  OPEN, PUZZLE_SETTINGS, cluesOf, isClue, puzzleKey, readPuzzle, rowsOf, writePuzzle,
} from "../puzzle/state.js";
import { linkTo } from "../../shared/store.js";
import { orderEmoji, tints } from "../../shared/tints.js";
import { copyWithToast } from "../../shared/toast.js";

/**
 * @typedef {import("../puzzle/state.js").Puzzle} Puzzle
 * @typedef {import("../../shared/store.js").Query} Query
 */

const RULES_TEXT = "Every row, column and region has the same number of queens, and no two queens touch, " +
  "not even at a corner.";
const TAPS_TEXT = "A tap changes an empty square to a cross, then to a queen. A right click or a long " +
  "press sets a queen at once. A drag crosses squares out, and two fingers move and magnify the board.";
const KEYS_TEXT = "The arrow keys move, Space or Enter taps, X and Q set a mark at once, Delete removes " +
  "it. H shows a hint, Control Z undoes.";

/** The section with region puzzles to play: the one of the address, generated or imported ones. */
class PuzzlesPart {
  #store;
  /** @type {Puzzle | null} */
  #puzzle = null;
  /** The level of the puzzle. @type {import("./level-kinds.js").Level | null} */
  #level = null;
  /** The address whose claim to be a level was looked at last. */
  #claimed = "";
  /** @type {PuzzlePlayer} */
  #player;
  #levels = new LevelSelect((query) => this.#open(query), () => this.update(this.#store.view.query));
  #make = maker((query) => this.#open(query));
  #read;
  #warn;
  #title = h("h2", { class: "level-title" });
  settings = { ...PUZZLE_SETTINGS, ...LEVEL_SETTINGS };
  element;

  /** @param {import("../../main.js").App} app */
  constructor(app) {
    const { store, say, warn } = app;
    this.#store = store;
    this.#warn = warn;
    this.#read = reader(app);
    this.#player = new PuzzlePlayer({
      say, change: (to) => this.#change(to), progressed: () => this.#keepProgress(),
      winActions: () => this.#winActions(),
      solved: () => {
        this.#keepProgress();
        if (this.#level) this.#levels.markSolved(this.#level);
      },
    });
    onOtherProgress(() => this.#puzzle && this.#player.raise(progressOf(puzzleKey(this.#puzzle))));
    this.element = h("div", { class: "play-page" },
      h("div", { class: "play-top" }, this.#title, this.#player.head), this.#player.stage,
      h("div", { class: "side" }, this.#levels.element, this.#player.controls,
        h("details", {}, h("summary", {}, "New puzzle of any kind"), this.#make.element), this.#exchange(),
        h("details", {}, h("summary", {}, "Rules, taps and keys"),
          ...[RULES_TEXT, TAPS_TEXT, KEYS_TEXT].map((text) => h("p", { class: "small" }, text)))));
  }

  /**
   * The buttons of the panel that appears when the puzzle is solved.
   * @returns {import("../win.js").WinAction[]}
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
    const { seconds, order = "", ...help } = this.#player.progress;
    const title = this.#level ? levelWords(this.#level) : sizeWords(this.#puzzle);
    const { n, regions } = this.#puzzle;
    const lines = [`Queens ${title}`, `${minutes(seconds)}, ${helpWords(help)}`,
      orderEmoji(order, tints(regions, n, n)), this.#link(this.#puzzle)];
    return share(lines.filter(Boolean).join("\n"));
  }

  /** A link to a puzzle without the marks of the player. @param {Puzzle} puzzle */
  #link({ marks, ...rest }) {
    const puzzle = { ...rest, marks: cluesOf(marks) };
    return linkTo(
      { part: "puzzles",
        query: { ...writePuzzle(puzzle), l: this.#level ? levelSetting(this.#level) : "" } });
  }

  /** Import, export, and the way to the editor. */
  #exchange() {
    return h("details", {}, h("summary", {}, "Import, share or edit"), this.#read,
      h("div", { class: "row" },
        button("Copy as letters", () => this.#puzzle
          && copyWithToast(rowsOf(this.#puzzle.regions, this.#puzzle.n).join("\n"))),
        button("Copy the link", () => this.#puzzle
          && copyWithToast(this.#link(this.#puzzle), "The link is copied, without your marks.")),
        button("Edit this puzzle", () => this.#puzzle
          && this.#store.go("create", writePuzzle(this.#puzzle)))));
  }

  /**
   * Opens another puzzle.
   * @param {Query} query
   */
  #open(query) {
    const isFirst = !readPuzzle(this.#store.view.query);
    this.#store.patch({ m: "", s: "", l: "", n: "", ...query }, !isFirst);
    // The controls that led here may be far below the board.
    if (!isFirst) this.#player.stage.scrollIntoView({ block: "nearest" });
  }

  /** @param {Puzzle} to */
  #change(to) {
    this.#store.patch(writePuzzle(to));
  }

  /** Keeps time and help of the puzzle. */
  #keepProgress() {
    if (this.#puzzle) keepProgress(puzzleKey(this.#puzzle), this.#player.progress);
  }

  /** @param {Query} query */
  update(query) {
    const found = readPuzzle(query);
    if (!found) return this.#openOther(query);
    const isOther = !this.#puzzle || puzzleKey(found) !== puzzleKey(this.#puzzle);
    if (isOther) this.#begin(found);
    this.#puzzle = found;
    if (isOther || !this.#level) this.#level = this.#levels.levelOf(found);
    const claimed = claimedLevel(query, found);
    if (claimed && !this.#level) this.#confirm(found, claimed);
    this.#levels.show(this.#level, found);
    setText(this.#title, this.#level ? levelWords(this.#level) : "Levels");
    this.#player.show(found);
  }

  /**
   * Begins another puzzle, with the help that the player has had. A puzzle that was solved and is opened anew
   * begins anew.
   * @param {Puzzle} puzzle
   */
  #begin(puzzle) {
    if (this.#puzzle) this.#keepProgress();
    this.#make.clear();
    const isMarked = puzzle.marks.some((mark) => mark !== OPEN && !isClue(mark));
    const known = progressOf(puzzleKey(puzzle));
    this.#player.begin(isMarked || !known.isSolved ? known : NO_PROGRESS);
  }

  /**
   * Opens what an address without a puzzle asks for: a level, else the last puzzle, else a new one.
   * @param {Query} query
   */
  #openOther(query) {
    if (asksForLevel(query)) this.#levels.openAsked(query);
    else if (this.#puzzle) this.#store.patch(
      { ...writePuzzle(this.#puzzle), l: this.#level ? levelSetting(this.#level) : "" });
    else this.#levels.openFirst();
    if (!this.#puzzle) this.#player.wait("Generating a puzzle ...");
  }

  /**
   * Finds out whether a puzzle is the level that its address says.
   * @param {Puzzle} puzzle
   * @param {import("./level-kinds.js").Level} level
   */
  async #confirm(puzzle, level) {
    const claim = `${levelSetting(level)} ${puzzleKey(puzzle)}`;
    if (claim === this.#claimed) return;
    this.#claimed = claim;
    const isLevel = await this.#levels.confirm(puzzle, level).catch(() => null);
    if (isLevel === null || !this.#puzzle || puzzleKey(this.#puzzle) !== puzzleKey(puzzle)
      || this.#store.view.part !== "puzzles") {
      return;
    }
    if (isLevel) return this.update(this.#store.view.query);
    this.#store.patch({ l: "" });
    this.#warn(`This puzzle is not the level that its address names (${levelWords(level)}).`);
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
 * @param {import("../../main.js").App} app
 * @returns {import("../../main.js").Part}
 */
export const create = (app) => new PuzzlesPart(app);
