import { prepareWhenIdle } from "../../shared/api.js";
import { Board } from "../../shared/board.js";
import { button, disable, h, modes, put, reveal, setText, showTravel } from "../../shared/dom.js";
import { FoundRow, orderOf } from "./found-row.js";
import { icon } from "../../shared/icons.js";
import { BoardPan } from "../pan.js";
import { PlaySettings } from "./settings.js";
import { toolButton, toolbar } from "../tools.js";
import { WinPanel } from "../win.js";
import { HOW_TO_MARK, NAMED_PLACE, TAP, changeWords, clashWords, counted, effectWords } from "../words.js";
import { UndoHistory, nameOf, travelOf } from "../../shared/position.js";
import { PuzzleClock } from "../clock.js";
import { Hints, NOTHING_LIT } from "./hint.js";
import { PuzzleJudge, difficultyWord, faultWords } from "./judge.js";
import { CROSS, OPEN, QUEEN, SECOND_CROSS, cluesOf, consequences, isClue } from "./state.js";
import { MARK_WORDS, drawPuzzle } from "./view.js";
import { colourName, tints } from "../../shared/tints.js";

/**
 * @typedef {import("./state.js").Puzzle} Puzzle
 * @typedef {import("../progress.js").Progress} Progress
 *
 * The owner of a player keeps the puzzle, its marks and the progress: `change` is called with what the player
 * makes of the puzzle, and the owner calls `show` with the result; `progressed` is called when the player has
 * had help or stops; `solved` is called when the player places the last queen, then `winActions` for the
 * buttons that the panel of the win offers, and
 * `winFacts` for what it compares the result with.
 * @typedef {{say: (text: string) => void, change: (to: Puzzle) => void, progressed: () => void, solved?:
 *   (progress: Progress) => void, winActions?: () => import("../win.js").WinAction[], winFacts?: () =>
 *   import("../win.js").WinFacts}} Owner
 */

/** The mark after the next tap. @type {Record<string, string>} */
const NEXT_MARK = { [OPEN]: CROSS, [CROSS]: QUEEN, [SECOND_CROSS]: QUEEN, [QUEEN]: OPEN };

/** The mark of each key. @type {Record<string, string>} */
const KEY_MARKS = { X: CROSS, Y: SECOND_CROSS, Q: QUEEN, DELETE: OPEN, BACKSPACE: OPEN };

/**
 * Time between two taps on a square, in milliseconds, within which they are one move: a queen is two taps.
 */
const DOUBLE_TAP = 600;

/** The text in place of a hint. */
const HOW_TO_MARK_WITH_SWITCH = `Choose a mark below the board, then ${TAP} a square.`;

/** The text below the board during a trial. */
const TRIAL_WORDS = "Trying: accept or reject the dashed marks.";
/** The text there while the board is larger than the screen. */
const PAN_WORDS = "Two fingers move and magnify the board.";

/** A region that a hint names by its letter. */
const NAMED_LETTER = /\bregions? [A-Z]\b/i;

/** A region puzzle to play: its board, marks, hints, clock and verdict. */
export class PuzzlePlayer {
  #owner;
  /** @type {Puzzle | null} */
  #puzzle = null;
  /** The marks during a trial. @type {string[] | null} */
  #trial = null;
  /** The rating of the puzzle; "" if it has none. */
  rating = "";
  /** True if the owner knows that there is one solution, and the rating. */
  #isRated = false;
  /** The verdict on the puzzle, in words. */
  #judged = "";
  /** True if it is bad: no solution, several, or none known. */
  #isBad = false;
  /** True if it was solved when it was drawn last. */
  #isSolved = false;
  /** True if the marks on the board come from a move of the player. */
  #isOwnMove = false;
  /** True while another part is shown. */
  #isAway = false;
  /** The help that was asked for. @type {import("../progress.js").Help} */
  #help = { hints: 0, checks: 0 };
  /** Marks during a drag. @type {string[] | null} */
  #stroke = null;
  /** The mark that a drag sets. */
  #painted = "";
  /** The request for the next drawing of a drag; 0 if there is none. */
  #frame = 0;
  /** @type {import("./hint.js").Lit} */
  #lit = NOTHING_LIT;
  /** The regions of the queens, in the order in which they were found. */
  #order = "";
  /** The colour of each region. @type {Map<string, string>} */
  #colours = new Map();
  /** The regions that have these colours. */
  #coloured = "";
  /** True during the second of two taps on a square. */
  #isSecondTap = false;
  /** The last move, if it was a tap. */
  #tapped = { index: -1, time: 0 };
  #past = new UndoHistory();
  #trialPast = new UndoHistory();
  #clock = new PuzzleClock();
  #hints = new Hints((shown) => this.#showHint(shown));
  #judge = new PuzzleJudge((verdict) => {
    const rating = verdict?.rating;
    this.rating = rating?.rating ?? "";
    this.#judged = rating ? difficultyWord(rating) : verdict ? faultWords(verdict) : "";
    this.#isBad = this.#judged !== "" && !rating;
    this.#draw();
  });
  #board = new Board("Puzzle", {
    tap: (index) => this.#tap(index),
    alt: (index) => this.#toggle(index, QUEEN),
    drag: (from, _, isEnd, path) => this.#drag(from, path, isEnd),
    cancel: () => { this.#stroke = null; this.#draw(); },
    key: (index, key) => this.#boardKey(index, key),
  });
  #pan = new BoardPan(this.#board);
  #settings = new PlaySettings(() => {
    this.#showSettings();
    this.#hints.reset();
  });
  #verdict = h("p", { class: "verdict rated", role: "status" });
  #demand = h("p", { class: "demand" });
  #note = h("p", { class: "play-note" });
  #win = new WinPanel(() => this.#board.focus(this.#board.at));
  /** The mark of a tap, if a switch chooses it. */
  #chosen = CROSS;
  #switch = h("div", { hidden: true });
  #found = new FoundRow();
  #hintText = h("p", { class: "told-hint", role: "status" }, HOW_TO_MARK);
  #hint = toolButton("hint", "Hint", () => this.#pressHint(), { class: "tinted-tool" });
  #more = button("", () => this.#pressHint(), { class: "main" });
  #close = button("Close", () => this.#hints.reset());
  #card = h("div", { class: "play-card" }, this.#note, this.#demand, this.#hintText,
    h("div", { class: "row card-row" }, this.#more, this.#close));
  #check = toolButton("check", "Check", () => this.#puzzle && this.#hints.check(this.#now(this.#puzzle)));
  #pause = button(icon("pause"), () => this.#setPaused(true),
    { class: "icon-button", "aria-label": "Pause" });
  #timed = h("div", { class: "timed" }, this.#clock.element, this.#pause);
  #cover = h("div", { class: "cover" }, h("p", {}, "Paused"),
    button("Resume", () => this.#setPaused(false), { class: "main" }));
  #undo = toolButton("undo", "Undo", () => this.#travel("undo"), { "aria-keyshortcuts": "Control+Z" });
  #redo = toolButton("redo", "Redo", () => this.#travel("redo"), { "aria-keyshortcuts": "Control+Y" });
  #clear = toolButton("erase", "Clear", () => this.#puzzle && this.#mark(cluesOf(this.#puzzle.marks)),
    { "aria-label": "Clear marks" });
  #try = toolButton("pencil", "Try", () => this.#beginTrial(),
    { title: "Set marks that you can take back all at once" });
  #accept = toolButton("tick", "Accept", () => this.#endTrial(true), { class: "tinted-tool" });
  #reject = toolButton("cross", "Reject", () => this.#endTrial(false));
  #hands = toolbar(this.#undo, this.#redo, this.#hint, this.#check, this.#clear, this.#try, this.#reject,
    this.#accept);
  /** What is below the board: its height is kept, so that the board stays where it is. */
  #dock = h("div", { class: "dock" }, this.#found.element, this.#switch, this.#win.element, this.#hands,
    this.#card);
  /** The board, and the dock below it. */
  stage = h("div", { class: "stage" }, this.#board.element, this.#dock);
  /** The difficulty or the result, and the clock. */
  head = h("div", { class: "play-head" }, this.#verdict, this.#timed);
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

  /** @returns {Progress} */
  get progress() {
    return { seconds: this.#clock.seconds, ...this.#help, isSolved: this.#isSolved, order: this.#order };
  }

  /** Takes over what another window with the same puzzle has added. @param {Progress} progress */
  raise({ seconds, hints, checks }) {
    this.#clock.raise(seconds);
    this.#help = { hints: Math.max(hints, this.#help.hints), checks: Math.max(checks, this.#help.checks) };
  }

  /**
   * Begins another puzzle, which `show` is then called with.
   * @param {Progress} progress how far it has been played
   * @param {string} [rating] if it is known that there is exactly one solution
   */
  begin({ seconds, hints, checks, order = "" }, rating = "") {
    this.#puzzle = null;
    this.#isRated = rating !== "";
    if (rating) [this.rating, this.#judged, this.#isBad] = [rating, difficultyWord({ rating }), false];
    this.#order = order;
    this.#past.clear();
    this.#trial = null;
    this.#setPaused(false);
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
    else if (event.key === "h" && !event.ctrlKey && !event.metaKey) this.#hint.click();
    else if (event.key === "Escape" && !this.#win.element.hidden) this.#win.hide();
    else if (event.key === "Escape" && this.#card.classList.contains("hinting")) this.#hints.reset();
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
    const { hasMarkSwitch, hasSecondCross, showsClock } = this.#settings;
    this.#switch.hidden = !hasMarkSwitch;
    this.#timed.hidden = !showsClock;
    if (!hasSecondCross && this.#chosen === SECOND_CROSS) this.#chosen = CROSS;
    const second = /** @type {[string, string][]} */ (hasSecondCross ? [[SECOND_CROSS, "Cross 2"]] : []);
    const { element, set } = modes("Mark of a tap", [[CROSS, "Cross"], ...second, [QUEEN, "Queen"]],
      (mark) => { this.#chosen = mark; });
    set(this.#chosen);
    put(this.#switch, element);
  }

  /** @param {boolean} isPaused */
  #setPaused(isPaused) {
    if (isPaused === this.#clock.isPaused) return;
    if (isPaused) this.#clock.pause();
    else this.#clock.resume();
    this.#board.cover(isPaused ? this.#cover : null);
    [this.#hands, this.#card, this.#pause].forEach((element) => { element.inert = isPaused; });
    if (isPaused) this.#cover.querySelector("button")?.focus();
    else this.#board.focus(this.#board.at);
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
  #showHint({ text, button: label, lit, help }) {
    if (help) {
      this.#help = { ...this.#help, [help]: this.#help[help] + 1 };
      this.#owner.progressed();
    }
    const told = text || this.#howTo;
    if (typeof told === "string") setText(this.#hintText, told);
    else put(this.#hintText, told);
    const hadFocus = this.#card.contains(document.activeElement);
    setText(this.#more, label);
    this.#more.hidden = label === "Hint";
    this.#close.hidden = !text;
    this.#card.classList.toggle("hinting", Boolean(text));
    if (hadFocus && !text) this.#board.focus(this.#board.at, true);
    const words = text ? this.#hintText.textContent ?? "" : "";
    this.#board.element.classList.toggle("named", NAMED_PLACE.test(words));
    this.#board.element.classList.toggle("lettered", NAMED_LETTER.test(words) && !this.#hasNames);
    this.#lit = lit;
    this.#draw();
    if (!text) return;
    this.#pan.reveal(lit);
    reveal(this.#card, "nearest");
  }

  /** True if the colours of the regions have names. */
  get #hasNames() {
    return colourName(this.#colours.get("A")) !== "";
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
   */
  #mark(marks) {
    if (!this.#puzzle || this.#clock.isPaused) return;
    if (!this.#isSolved) this.#clock.start();
    if (!this.#isSecondTap) this.#history.add(JSON.stringify(this.#marks));
    this.#tapped = { index: -1, time: 0 };
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
    [this.#isOwnMove, this.#tapped] = [false, { index: -1, time: 0 }];
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

  /** @param {number} index */
  #tap(index) {
    if (this.#settings.hasMarkSwitch) return this.#toggle(index, this.#chosen);
    const now = performance.now();
    const mark = this.#marks[index];
    this.#isSecondTap = mark === CROSS && this.#tapped.index === index
      && now - this.#tapped.time < DOUBLE_TAP;
    this.#setMark(index, NEXT_MARK[mark] ?? OPEN);
    this.#isSecondTap = false;
    this.#tapped = { index, time: now };
  }

  /**
   * Sets a mark, or removes it if it is there.
   * @param {number} index
   * @param {string} mark
   */
  #toggle(index, mark) {
    this.#setMark(index, this.#marks[index] === mark ? OPEN : mark);
  }

  /**
   * Sets a mark; clues stay.
   * @param {number} index
   * @param {string} mark
   */
  #setMark(index, mark) {
    if (!this.#puzzle) return;
    const before = this.#now(this.#puzzle);
    if (isClue(before.marks[index])) {
      return this.#owner.say(`${nameOf(index, before.n)}: ${MARK_WORDS[before.marks[index]]}`);
    }
    const after = { ...before, marks: before.marks.with(index, mark) };
    this.#owner.say(effectWords(before, after, index, !this.#settings.showsClashes));
    this.#mark(after.marks);
  }

  /**
   * Crosses squares out; a drag that begins on a cross removes crosses.
   * @param {number} from
   * @param {number[]} path
   * @param {boolean} isEnd
   */
  #drag(from, path, isEnd) {
    if (!this.#puzzle) return;
    const marks = this.#marks;
    const isCrossed = (/** @type {string} */ mark) => mark === CROSS || mark === SECOND_CROSS;
    if (!this.#stroke) {
      this.#stroke = [...marks];
      this.#painted = isCrossed(marks[from]) ? OPEN
        : this.#settings.hasMarkSwitch && this.#chosen === SECOND_CROSS ? SECOND_CROSS : CROSS;
    }
    const stroke = this.#stroke;
    for (const index of [from, ...path]) {
      if (stroke[index] === OPEN || isCrossed(stroke[index])) stroke[index] = this.#painted;
    }
    if (!isEnd) {
      this.#frame ||= requestAnimationFrame(() => this.#draw());
      return;
    }
    this.#stroke = null;
    const number = stroke.filter((mark, index) => mark !== marks[index]).length;
    this.#owner.say(`${counted(number, "square")} ${this.#painted === OPEN ? "emptied" : "crossed out"}`);
    if (number > 0) this.#mark(stroke);
  }

  /**
   * @param {number} index
   * @param {string} key
   * @returns {boolean} true if the key has a meaning here
   */
  #boardKey(index, key) {
    const mark = KEY_MARKS[key.toUpperCase()];
    if (mark === undefined || (mark === SECOND_CROSS && !this.#settings.hasSecondCross)) return false;
    this.#setMark(index, mark);
    return true;
  }

  /**
   * Shows the marks.
   * @param {boolean} isChanged
   */
  #refresh(isChanged) {
    if (!this.#puzzle) return;
    disable(this.#clear,
      this.#marks.every((mark) => mark === OPEN || isClue(mark)) ? "There are no marks to clear" : "");
    showTravel(this.#history, this.#undo, this.#redo);
    for (const element of [this.#try, this.#clear]) element.hidden = this.#trial !== null;
    for (const element of [this.#accept, this.#reject]) element.hidden = this.#trial === null;
    // A hint is about the marks before; to reset it draws the board, too.
    if (isChanged) this.#hints.reset();
    else this.#draw();
  }

  #draw() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (!this.#puzzle) return;
    const { isAuto, showsClashes } = this.#settings;
    const base = this.#puzzle.marks;
    const marks = this.#stroke ?? this.#marks;
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
    this.#verdict.dataset.verdict = found.isDone ? "one" : this.#isBad ? "bad" : "";
    if (!found.isDone) setText(this.#verdict, this.#judged || " ");
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
    setText(this.#hintText, this.#howTo);
    for (const control of [this.#try, this.#hint, this.#check, this.#pause]) {
      disable(control, isSolved ? "The puzzle is solved" : "");
    }
    this.stage.classList.toggle("won", isSolved && this.#isOwnMove);
    this.#card.hidden = isSolved;
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
