import { prepareWhenIdle } from "../../shared/api.js";
import { Board } from "../../shared/board.js";
import { h, setText } from "../../shared/dom.js";
import { FoundRow, orderOf } from "./found-row.js";
import { BoardPan } from "../pan.js";
import { PlaySettings } from "./settings.js";
import { HintCard } from "../hint-card.js";
import { mostHelp } from "../progress.js";
import { WinPanel } from "../win.js";
import {
  HOW_TO_MARK, HOW_TO_MARK_WITH_SWITCH, PAN_WORDS, TRIAL_WORDS, changeWords, clashWords,
} from "../words.js";
import { UndoHistory, travelOf } from "../../shared/position.js";
import { PausableClock } from "../pausable-clock.js";
import { Hints, NOTHING_LIT } from "./hint.js";
import { PuzzleJudge, ratedSummary, summaryOf } from "./judge.js";
import { MarkInput } from "./mark-input.js";
import { PlayerTools } from "./player-tools.js";
import { cluesOf, consequences } from "./state.js";
import { drawPuzzle } from "./view.js";
import { colourName, tints } from "../../shared/tints.js";

/**
 * @typedef {import("./state.js").Puzzle} Puzzle
 * @typedef {import("../progress.js").Progress} Progress
 *
 * The owner of a player keeps the puzzle, its marks and the progress: `change` is called with what the player
 * makes of the puzzle, and the owner calls `show` with the result; `progressed` is called when the player has
 * had help or stops; `solved` is called when the player places the last queen, then `winActions` for the
 * buttons that the panel of the win offers, and `winFacts` for what it compares the result with.
 * @typedef {{say: (text: string) => void, change: (to: Puzzle) => void, progressed: () => void, solved?:
 *   (progress: Progress) => void, winActions?: () => import("../win.js").WinAction[], winFacts?: () =>
 *   import("../win.js").WinFacts}} Owner
 */

/** A region that a hint names by its letter. */
const NAMED_LETTER = /\bregions? [A-Z]\b/i;

/** A region puzzle to play: its board, marks, hints, clock and verdict. */
export class PuzzlePlayer {
  #owner;
  /** @type {Puzzle | null} */
  #puzzle = null;
  /** The marks during a trial. @type {string[] | null} */
  #trial = null;
  /** True if the owner knows that there is one solution, and the rating. */
  #isRated = false;
  #summary = summaryOf(null);
  /** True if it was solved when it was drawn last. */
  #isSolved = false;
  /** True if the marks on the board come from a move of the player. */
  #isOwnMove = false;
  /** True while another part is shown. */
  #isAway = false;
  /** The help that was asked for. @type {import("../progress.js").Help} */
  #help = { hints: 0, checks: 0 };
  /** @type {import("./hint.js").Lit} */
  #lit = NOTHING_LIT;
  /** The regions of the queens, in the order in which they were found. */
  #order = "";
  /** The colour of each region. @type {Map<string, string>} */
  #colours = new Map();
  /** The regions that have these colours. */
  #coloured = "";
  #past = new UndoHistory();
  #trialPast = new UndoHistory();
  #timed = new PausableClock((cover) => this.#showCover(cover));
  #clock = this.#timed.clock;
  #hints = new Hints((shown) => this.#showHint(shown));
  #judge = new PuzzleJudge((verdict) => {
    this.#summary = summaryOf(verdict);
    this.#draw();
  });
  #input = new MarkInput({
    puzzle: () => this.#puzzle && this.#now(this.#puzzle),
    mark: (marks, isSecondTap) => this.#mark(marks, isSecondTap),
    draw: () => this.#draw(),
    say: (text) => this.#owner.say(text),
    settings: () => this.#settings,
  });
  #board = new Board("Puzzle", this.#input.handlers);
  #pan = new BoardPan(this.#board);
  #settings = new PlaySettings(() => {
    this.#showSettings();
    this.#hints.reset();
  });
  #verdict = h("p", { class: "verdict rated", role: "status" });
  #demand = h("p", { class: "demand" });
  #note = h("p", { class: "play-note" });
  #win = new WinPanel(() => this.#board.focus(this.#board.at));
  #found = new FoundRow();
  #card = new HintCard({ more: () => this.#pressHint(), close: () => this.#hints.reset() },
    [this.#note, this.#demand]);
  #tools = new PlayerTools({
    undo: () => this.#travel("undo"),
    redo: () => this.#travel("redo"),
    hint: () => this.#pressHint(),
    check: () => this.#puzzle && this.#hints.check(this.#now(this.#puzzle)),
    clear: () => this.#puzzle && this.#mark(cluesOf(this.#puzzle.marks)),
    begin: () => this.#beginTrial(),
    accept: () => this.#endTrial(true),
    reject: () => this.#endTrial(false),
  });
  /** What is below the board: its height is kept, so that the board stays where it is. */
  #dock = h("div", { class: "dock" }, this.#found.element, this.#input.element, this.#win.element,
    this.#tools.element, this.#card.element);
  /** The board, and the dock below it. */
  stage = h("div", { class: "stage" }, this.#board.element, this.#dock);
  /** The difficulty or the result, and the clock. */
  head = h("div", { class: "play-head" }, this.#verdict, this.#timed.element);
  /** The settings. */
  controls = h("div", {}, this.#settings.element);

  /** @param {Owner} owner */
  constructor(owner) {
    this.#owner = owner;
    this.#board.element.classList.add("playing");
    this.#showSettings();
    document.addEventListener("visibilitychange",
      () => document.hidden && this.#puzzle && !this.#isAway && owner.progressed());
  }

  /** The rating of the puzzle; "" if it has none. */
  get rating() {
    return this.#summary.rating;
  }

  /** @returns {Progress} */
  get progress() {
    return { seconds: this.#clock.seconds, ...this.#help, isSolved: this.#isSolved, order: this.#order };
  }

  /** Takes over what another window with the same puzzle has added. @param {Progress} progress */
  raise({ seconds, hints, checks }) {
    this.#clock.raise(seconds);
    this.#help = mostHelp(this.#help, { hints, checks });
  }

  /**
   * Begins another puzzle, which `show` is then called with.
   * @param {Progress} progress how far it has been played
   * @param {string} [rating] if it is known that there is exactly one solution
   */
  begin({ seconds, hints, checks, order = "" }, rating = "") {
    this.#puzzle = null;
    this.#isRated = rating !== "";
    if (rating) this.#summary = ratedSummary(rating);
    this.#order = order;
    this.#past.clear();
    this.#trial = null;
    this.#timed.setPaused(false);
    this.#clock.reset(seconds);
    this.#help = { hints, checks };
    if (this.#win.hide()) this.#board.focus(this.#board.at);
    // It may be the same puzzle again, and solved again.
    this.#isOwnMove = false;
    this.#settle(false);
  }

  /**
   * Shows a puzzle: another one, or one whose marks have changed.
   * @param {Puzzle} puzzle
   */
  show(puzzle) {
    const isChanged = JSON.stringify(puzzle) !== JSON.stringify(this.#puzzle);
    if (this.#isAway) this.#settings.load();
    this.#isAway = false;
    const isResized = puzzle.n !== this.#board.columns;
    this.#puzzle = puzzle;
    if (isChanged) this.#trial = null;
    const { n, stars, regions } = puzzle;
    if (this.#coloured !== regions.join("")) {
      [this.#coloured, this.#colours] = [regions.join(""), tints(regions, n, n)];
    }
    const each = `${stars} ${stars === 1 ? "queen" : "queens"} in each row, column and region`;
    setText(this.#demand, `${each}; no two touch.`);
    this.#board.resize(n, n);
    if (isResized) this.#pan.reset();
    this.#board.set("aria-label", `Puzzle of ${n} by ${n}, ${each}`);
    if (!this.#isRated) this.#judge.update(puzzle);
    this.#refresh(isChanged);
    prepareWhenIdle();
  }

  /** Shows a text in place of the verdict while there is no puzzle. @param {string} text */
  wait(text) {
    setText(this.#verdict, text);
  }

  /** Stops the clock and pending requests. */
  leave() {
    if (this.#puzzle) this.#owner.progressed();
    this.#isAway = true;
    this.#clock.stop();
    this.#judge.stop();
    this.#hints.reset();
  }

  /**
   * @param {KeyboardEvent} event a key that nothing else handled
   * @returns {boolean} true if it has a meaning here
   */
  key(event) {
    if (this.#clock.isPaused) return false;
    const direction = travelOf(event);
    if (direction) this.#travel(direction);
    else if (event.key === "h" && !event.ctrlKey && !event.metaKey) this.#tools.hint.click();
    else if (event.key === "Escape" && !this.#win.element.hidden) this.#win.hide();
    else if (event.key === "Escape" && this.#card.words) this.#hints.reset();
    else return false;
    return true;
  }

  /** The marks on the board, those of a trial included. */
  get #marks() {
    return this.#trial ?? this.#puzzle?.marks ?? [];
  }

  /** A puzzle with the marks on the board. @param {Puzzle} puzzle @returns {Puzzle} */
  #now(puzzle) {
    return { ...puzzle, marks: this.#marks };
  }

  /** Applies the settings. */
  #showSettings() {
    this.#input.showSettings();
    this.#timed.element.hidden = !this.#settings.showsClock;
  }

  /** Covers the board while the game is paused. @param {HTMLElement | null} cover null for none */
  #showCover(cover) {
    this.#board.cover(cover);
    for (const part of [this.#tools.element, this.#card.element]) part.inert = cover !== null;
    if (!cover) this.#board.focus(this.#board.at);
  }

  /** The text in place of a hint. */
  get #howTo() {
    if (this.#isSolved) return "";
    return this.#settings.hasMarkSwitch ? HOW_TO_MARK_WITH_SWITCH : HOW_TO_MARK;
  }

  /** Asks for a hint, or shows more of the one that is shown. */
  #pressHint() {
    if (this.#puzzle) {
      this.#hints.press(this.#now(this.#puzzle), this.#ruledOut(), (marks) => this.#mark(marks),
        this.#colours);
    }
  }

  /** @param {import("./hint.js").Shown} shown */
  #showHint(shown) {
    const { help, lit } = shown;
    if (help) {
      this.#help = { ...this.#help, [help]: this.#help[help] + 1 };
      this.#owner.progressed();
    }
    const hadFocus = this.#card.element.contains(document.activeElement);
    this.#card.show(shown, this.#howTo);
    const { words } = this.#card;
    if (hadFocus && !words) this.#board.focus(this.#board.at, true);
    this.#board.element.classList.toggle("named", this.#card.namesPlace);
    const hasColourNames = colourName(this.#colours.get("A")) !== "";
    this.#board.element.classList.toggle("lettered", NAMED_LETTER.test(words) && !hasColourNames);
    this.#lit = lit;
    this.#draw();
    if (!words) return;
    this.#pan.reveal(lit);
    this.#card.reveal();
  }

  /** Squares where the queens on the board rule out another one, if they are to be marked. */
  #ruledOut() {
    return this.#puzzle && this.#settings.isAuto ? consequences(this.#now(this.#puzzle)).closed : new Set();
  }

  /** The history of the marks that change now. */
  get #history() {
    return this.#trial ? this.#trialPast : this.#past;
  }

  /**
   * Makes a move of the player.
   * @param {string[]} marks
   * @param {boolean} [isSecondTap] true if it ends a move that another tap began
   */
  #mark(marks, isSecondTap = false) {
    if (!this.#puzzle || this.#clock.isPaused) return;
    if (!this.#isSolved) this.#clock.start();
    if (!isSecondTap) this.#history.add(JSON.stringify(this.#marks));
    this.#input.forgetTap();
    this.#isOwnMove = true;
    this.#change(this.#puzzle, marks);
  }

  /**
   * @param {Puzzle} puzzle
   * @param {string[]} marks
   */
  #change(puzzle, marks) {
    if (!this.#trial) return this.#owner.change({ ...puzzle, marks });
    this.#trial = marks;
    this.#refresh(true);
  }

  /** @param {"undo" | "redo"} direction */
  #travel(direction) {
    const found = this.#puzzle && this.#history[direction](JSON.stringify(this.#marks));
    if (!this.#puzzle || !found) return;
    this.#isOwnMove = false;
    this.#input.forgetTap();
    const marks = JSON.parse(found);
    this.#owner.say(changeWords(this.#puzzle, this.#marks, marks));
    this.#change(this.#puzzle, marks);
  }

  #beginTrial() {
    this.#trial = [...this.#marks];
    this.#trialPast.clear();
    this.#owner.say("Trial: the next marks can be taken back all at once.");
    this.#refresh(false);
    this.#board.focus(this.#board.at);
  }

  /** @param {boolean} isAccepted */
  #endTrial(isAccepted) {
    const marks = this.#trial;
    if (!this.#puzzle || !marks) return;
    this.#trial = null;
    const isChanged = marks.join("") !== this.#puzzle.marks.join("");
    this.#owner.say(isAccepted ? "The marks of the trial stay." : "The marks of the trial are removed.");
    if (isAccepted && isChanged) this.#mark(marks);
    else this.#refresh(isChanged);
    this.#board.focus(this.#board.at);
  }

  /**
   * Shows the marks.
   * @param {boolean} isChanged
   */
  #refresh(isChanged) {
    if (!this.#puzzle) return;
    this.#tools.show(this.#marks, this.#history, this.#trial !== null);
    // A hint is about the marks before; to reset it draws the board, too.
    if (isChanged) this.#hints.reset();
    else this.#draw();
  }

  #draw() {
    this.#input.drawn();
    if (!this.#puzzle) return;
    const { isAuto, showsClashes } = this.#settings;
    const base = this.#puzzle.marks;
    const marks = this.#input.strokeMarks ?? this.#marks;
    const puzzle = { ...this.#puzzle, marks };
    const tried = new Set(this.#trial ? marks.flatMap((mark, index) => (mark === base[index] ? [] : [index]))
      : []);
    const found = drawPuzzle(this.#board, {
      puzzle, colours: this.#colours, lit: this.#lit, isAuto, hidesClashes: !showsClashes, tried,
    });
    setText(this.#note, (showsClashes && clashWords(puzzle, found))
      || (this.#trial ? TRIAL_WORDS : this.#pan.needsFingers ? PAN_WORDS : ""));
    this.#note.classList.toggle("bad", showsClashes && found.clashes.size > 0);
    this.#order = orderOf(this.#order, puzzle);
    this.#found.show(puzzle, this.#order, this.#colours);
    this.#point(found.isDone);
    this.#verdict.dataset.verdict = found.isDone ? "one" : this.#summary.isBad ? "bad" : "";
    if (!found.isDone) setText(this.#verdict, this.#summary.words || " ");
    if (found.isDone && this.#trial) this.#endTrial(true);
    else if (found.isDone !== this.#isSolved) this.#settle(found.isDone);
  }

  /** Draws the outlines of the hint. @param {boolean} isDone */
  #point(isDone) {
    const { read, outlines, crosses, queens, wrong } = this.#lit;
    const shown = new Set([...read, ...crosses, ...queens, ...(wrong < 0 ? [] : [wrong])]);
    this.#board.point(shown.size > 0 && !isDone ? { outlines, shown } : null);
  }

  /** Ends the game, or resumes it. @param {boolean} isSolved */
  #settle(isSolved) {
    this.#isSolved = isSolved;
    this.#card.setText(this.#howTo);
    this.#tools.settle(isSolved);
    this.#timed.disablePause(isSolved ? "The puzzle is solved" : "");
    this.stage.classList.toggle("won", isSolved && this.#isOwnMove);
    this.#card.element.hidden = isSolved;
    this.head.classList.toggle("is-solved", isSolved);
    if (!isSolved) {
      this.#win.hide();
      return;
    }
    this.#clock.stop();
    const time = this.#settings.showsClock ? this.#clock.words() : "";
    setText(this.#verdict, `Solved${time && ` in ${time}`}.`);
    if (!this.#isOwnMove) return;
    this.#owner.solved?.(this.progress);
    this.#win.show(time, this.#help, this.#owner.winActions?.() ?? [], this.#owner.winFacts?.());
  }
}
