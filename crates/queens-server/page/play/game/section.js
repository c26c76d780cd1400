import { LatestRequest, ask, isAbort, reason } from "../../shared/api.js";
import { Board } from "../../shared/board.js";
import { button, disable, h, modes, put, settled, showTravel, tick } from "../../shared/dom.js";
import { gameCheck, gameHint, hasSolution } from "./hint.js";
import { levelSelect } from "./levels.js";
import {
  GAME_SETTINGS, consequences, gameKey, levelGroup, readGame, startMarks, writeGame,
} from "./state.js";
import { GAME_MARK_WORDS, drawGame } from "./view.js";
import { BoardPan } from "../pan.js";
import { NO_PROGRESS, keepProgress, mostHelp, onOtherProgress, progressOf } from "../progress.js";
import { toolButton, toolbar } from "../tools.js";
import { capitalized } from "../words.js";
import { HintCard } from "../hint-card.js";
import { Stroke } from "../stroke.js";
import { AIM_TEXTS, KEYS_TEXT, RULES_TEXT, TAP_TEXTS, boardName, stateWords, wonWords } from "./words.js";
import { UndoHistory, nameOf, travelOf } from "../../shared/position.js";
import { PuzzleClock } from "../clock.js";
import { Hints, NOTHING_LIT } from "../puzzle/hint.js";
import { generateFault } from "../puzzle/make.js";
import { CROSS, GIVEN, OPEN, QUEEN, isClue } from "../puzzle/state.js";
import { firstUnsolved, keepSolved } from "../solved-levels.js";
import { keep, linkTo, stored } from "../../shared/store.js";
import { copyWithToast } from "../../shared/toast.js";

/** @typedef {import("./state.js").Game} Game */

/** The mark after the next tap. @type {Record<string, string>} */
const NEXT_MARK = { [OPEN]: CROSS, [CROSS]: QUEEN, [QUEEN]: OPEN };

/** The setting that marks attacked squares. */
const AUTO_KEY = "queens.game.auto";

/** The section with the game of n queens: levels, a free board, and the game backwards. */
class GamePart {
  #store;
  #say;
  /** @type {Game | null} */
  #game = null;
  /** @type {Stroke | null} */
  #stroke = null;
  #isAuto = stored(AUTO_KEY) === "yes";
  /** @type {import("../progress.js").Help} */
  #help = { hints: 0, checks: 0 };
  /** The sentence about the solved game; empty before that. */
  #won = "";
  /** The sentence about the solutions that are left in the game backwards. */
  #left = "";
  /** True if none is left. */
  #isLost = false;
  /** @type {import("../puzzle/hint.js").Lit} */
  #lit = NOTHING_LIT;
  #past = new UndoHistory();
  #clock = new PuzzleClock();
  #making = new LatestRequest();
  #judging = new LatestRequest();
  #select = levelSelect((change) => this.#openChanged(change));
  /** @type {Hints<Game>} */
  #hints = new Hints((shown) => this.#showHint(shown), (game, _, signal) => gameHint(game, signal),
    gameCheck);

  #board = new Board("Board", {
    tap: (index) => this.#tap(index),
    alt: (index) => this.#toggleQueen(index),
    drag: (from, _, isEnd, path) => this.#drag(from, path, isEnd),
    cancel: () => { this.#stroke = null; this.#draw(); },
    key: (index, key) => this.#boardKey(index, key),
  });
  #pan = new BoardPan(this.#board);
  #mode = modes("Game", [["levels", "Levels"], ["free", "Free"], ["backwards", "Backwards"]],
    (kind) => this.#store.patch({ g: kind === "levels" ? "" : kind, n: "", d: "", l: "", m: "" }, true));
  #aim = h("p", { class: "demand" });
  #verdict = h("p", { class: "verdict rated", role: "status" });
  #hint = toolButton("hint", "Hint", () => this.#pressHint(), { class: "tinted-tool" });
  #check = toolButton("check", "Check", () => this.#game && this.#hints.check(this.#game));
  #next = button("", () => this.#openNext(), { class: "main" });
  #undo = toolButton("undo", "Undo", () => this.#travel("undo"), { "aria-keyshortcuts": "Control+Z" });
  #redo = toolButton("redo", "Redo", () => this.#travel("redo"), { "aria-keyshortcuts": "Control+Y" });
  #clear = toolButton("erase", "Start again", () => this.#game && this.#mark(startMarks(this.#game)));
  #card = new HintCard({ more: () => this.#pressHint(), close: () => this.#hints.reset() },
    [this.#aim], [this.#next]);
  #auto = tick("Mark attacked squares", (isOn) => {
    keep(AUTO_KEY, isOn ? "yes" : "no");
    this.#isAuto = isOn;
    this.#draw();
  });
  settings = GAME_SETTINGS;
  element;

  /** @param {import("../../main.js").App} app */
  constructor({ store, say }) {
    this.#store = store;
    this.#say = say;
    this.#auto.input.checked = this.#isAuto;
    this.#board.element.classList.add("playing");
    onOtherProgress(() => this.#followProgress());
    document.addEventListener("visibilitychange", () => document.hidden && this.#keepProgress());
    const copy = button("Copy the link", () => this.#copyLink());
    const dock = h("div", { class: "dock" },
      toolbar(this.#undo, this.#redo, this.#hint, this.#check, this.#clear), this.#card.element);
    this.element = h("div", { class: "play-page game" },
      h("div", { class: "play-top" }, this.#mode.element,
        h("div", { class: "play-head" }, this.#verdict, this.#clock.element)),
      h("div", { class: "stage" }, this.#board.element, dock),
      h("div", { class: "side" }, this.#select.element, this.#auto.element, h("div", { class: "row" }, copy),
        h("details", {}, h("summary", {}, "Rules and keys"), h("p", { class: "small" }, RULES_TEXT),
          h("p", { class: "small" }, KEYS_TEXT))));
  }

  /** Copies a link to the game as it begins. */
  #copyLink() {
    if (!this.#game) return;
    const query = writeGame({ ...this.#game, marks: startMarks(this.#game) });
    return copyWithToast(linkTo({ part: "game", query }), "The link is copied, without your marks.");
  }

  /** Opens another game, without marks. @param {Partial<Game>} change */
  #openChanged(change) {
    const game = { ...readGame(this.#store.view.query), ...change };
    const level = change.level ?? firstUnsolved(levelGroup(game));
    this.#store.patch({ m: "", ...writeGame({ ...game, level, marks: [] }) }, true);
  }

  #openNext() {
    if (!this.#game) return;
    const { kind, n, level } = this.#game;
    this.#openChanged(kind === "levels" ? { level: level + 1 } : { n: n + 1 });
    this.#board.focus(this.#board.at);
  }

  /** @param {import("../../shared/store.js").Query} query */
  update(query) {
    let game = readGame(query);
    if (game.kind === "levels" && !query.l && !game.marks.length) {
      game = { ...game, level: firstUnsolved(levelGroup(game)) };
    }
    this.#mode.set(game.kind);
    this.#select.update(game);
    const isResized = this.#board.rows !== game.n;
    this.#board.resize(game.n, game.n);
    if (isResized) this.#pan.reset();
    if (!game.marks.length) this.#make(game);
    else this.#show(game);
  }

  /** Asks for the given queens of a level. @param {Game} game */
  async #make(game) {
    this.#keepProgress();
    this.#game = null;
    this.#hints.reset();
    this.#setBusy(true);
    put(this.#verdict, `Making level ${game.level} ...`);
    this.#verdict.dataset.verdict = "waiting";
    for (let index = 0; index < game.n * game.n; index++) this.#board.show(index, {});
    this.#board.lines([]);
    try {
      const { given } = await ask("game/level", { size: game.n, rating: game.rating, seed: game.level },
        this.#making.next());
      const marks = new Array(game.n * game.n).fill(OPEN);
      for (const [row, column] of given) marks[row * game.n + column] = GIVEN;
      this.#store.patch(writeGame({ ...game, marks }));
    } catch (error) {
      if (isAbort(error)) return;
      put(this.#verdict, capitalized(generateFault(error, "choose another level, size or difficulty")));
      this.#verdict.dataset.verdict = "bad";
    }
  }

  /** Disables what needs a board. @param {boolean} isBusy */
  #setBusy(isBusy) {
    for (const control of [this.#hint, this.#check, this.#undo, this.#redo, this.#clear]) {
      disable(control, isBusy ? "The board is being made" : "");
    }
    if (isBusy) this.#next.hidden = true;
  }

  /** @param {Game} game */
  #show(game) {
    this.#making.stop();
    const isOther = !this.#game || gameKey(game) !== gameKey(this.#game);
    if (isOther) this.#begin(game);
    // Any change, also by Back and Forward, makes a hint outdated.
    if (JSON.stringify(game) !== JSON.stringify(this.#game)) {
      [this.#left, this.#isLost] = ["", false];
      this.#game = game;
      this.#hints.reset();
      if (game.kind === "backwards") this.#judge(game);
    }
    const { kind, n, marks } = game;
    put(this.#aim, AIM_TEXTS[kind](n));
    this.#board.set("aria-label", boardName(game));
    this.#setBusy(false);
    this.#auto.element.hidden = kind === "backwards";
    disable(this.#clear, startMarks(game).join() === marks.join() ? "There are no marks to clear" : "");
    showTravel(this.#past, this.#undo, this.#redo);
    put(this.#next, kind === "levels" ? "Next level" : "Larger board");
    this.#draw(isOther);
  }

  /** Begins another game, with the help that the player has had, unless it was solved. @param {Game} game */
  #begin(game) {
    this.#keepProgress();
    this.#past.clear();
    this.#won = "";
    const isMarked = startMarks(game).join() !== game.marks.join();
    const known = progressOf(gameKey(game));
    const { seconds, hints, checks } = isMarked || !known.isSolved ? known : NO_PROGRESS;
    this.#clock.reset(seconds);
    this.#help = { hints, checks };
  }

  /** Keeps time and help of the game. */
  #keepProgress() {
    if (this.#game) {
      keepProgress(gameKey(this.#game),
        { seconds: this.#clock.seconds, ...this.#help, isSolved: this.#won !== "" });
    }
  }

  /** Takes over what another window with the same game has added. */
  #followProgress() {
    if (!this.#game) return;
    const { seconds, hints, checks } = progressOf(gameKey(this.#game));
    this.#clock.raise(seconds);
    this.#help = mostHelp(this.#help, { hints, checks });
  }

  /** Finds out whether a solution is left in the game backwards, once nothing has changed for a moment. */
  #judge = settled(250, async (/** @type {Game} */ game) => {
    try {
      const isLeft = consequences(game).isDone || await hasSolution(game, this.#judging.next());
      if (this.#game !== game) return;
      this.#isLost = !isLeft;
      this.#left = isLeft ? "A solution is left." : "No solution is left: undo.";
    } catch (error) {
      if (isAbort(error) || this.#game !== game) return;
      this.#left = reason(error);
    }
    this.#draw();
  });

  /** Asks for a hint, or shows more of the one that is shown. */
  #pressHint() {
    if (this.#game) this.#hints.press(this.#game, [], (marks) => this.#applyHint(marks));
  }

  /** @param {import("../puzzle/hint.js").Shown} shown */
  #showHint(shown) {
    const { help, lit } = shown;
    if (help) {
      this.#help = { ...this.#help, [help]: this.#help[help] + 1 };
      this.#keepProgress();
    }
    this.#card.show(shown, TAP_TEXTS[this.#game?.kind ?? "levels"]);
    this.#board.element.classList.toggle("named", this.#card.namesPlace);
    this.#lit = lit;
    this.#draw();
    if (!this.#card.words) return;
    this.#pan.reveal(lit);
    this.#card.reveal();
  }

  /** @param {string[]} marks the marks after a hint, which crosses out a queen that is taken away */
  #applyHint(marks) {
    this.#mark(this.#game?.kind === "backwards" ? marks.map((mark) => (mark === CROSS ? OPEN : mark))
      : marks);
  }

  /** @param {string[]} marks */
  #mark(marks) {
    if (!this.#game) return;
    this.#clock.start();
    this.#past.add(JSON.stringify(this.#game.marks));
    this.#store.patch(writeGame({ ...this.#game, marks }));
  }

  /** @param {"undo" | "redo"} direction */
  #travel(direction) {
    const found = this.#game && this.#past[direction](JSON.stringify(this.#game.marks));
    if (this.#game && found) this.#store.patch(writeGame({ ...this.#game, marks: JSON.parse(found) }));
  }

  /**
   * Sets a mark; given queens stay.
   * @param {number} index
   * @param {string} mark
   */
  #setMark(index, mark) {
    if (!this.#game) return;
    const { n, marks } = this.#game;
    const isFixed = isClue(marks[index]);
    this.#say(`${nameOf(index, n)}: ${GAME_MARK_WORDS[isFixed ? marks[index] : mark] || "empty"}`);
    if (!isFixed && marks[index] !== mark) this.#mark(marks.with(index, mark));
  }

  /** @param {number} index */
  #tap(index) {
    if (!this.#game) return;
    const mark = this.#game.marks[index];
    if (this.#game.kind === "backwards") this.#toggleQueen(index);
    else this.#setMark(index, NEXT_MARK[mark] ?? OPEN);
  }

  /** @param {number} index */
  #toggleQueen(index) {
    if (this.#game) this.#setMark(index, this.#game.marks[index] === QUEEN ? OPEN : QUEEN);
  }

  /**
   * Crosses squares out, or removes crosses if the drag begins on one; in the game backwards it takes queens
   * away.
   * @param {number} from
   * @param {number[]} path squares that the pointer has crossed since the last call
   * @param {boolean} isEnd
   */
  #drag(from, path, isEnd) {
    if (!this.#game) return;
    const { kind, marks } = this.#game;
    const [drawn, erased] = kind === "backwards" ? [OPEN, QUEEN] : [CROSS, OPEN];
    this.#stroke ??= new Stroke(marks, marks[from] === drawn ? erased : drawn, [drawn, erased]);
    const stroke = this.#stroke;
    stroke.extend([from, ...path]);
    if (!isEnd) return this.#draw();
    this.#stroke = null;
    this.#mark(stroke.marks);
  }

  /**
   * @param {number} index
   * @param {string} key
   * @returns {boolean} true if the key has a meaning here
   */
  #boardKey(index, key) {
    const isBackwards = this.#game?.kind === "backwards";
    const letter = key.toUpperCase();
    if (letter === "X") this.#setMark(index, isBackwards ? OPEN : CROSS);
    else if (letter === "Q") this.#setMark(index, QUEEN);
    else if (key === "Delete" || key === "Backspace") this.#setMark(index, OPEN);
    else return false;
    return true;
  }

  /** @param {boolean} [isOpened] true if the game was opened just now, perhaps solved */
  #draw(isOpened = false) {
    if (!this.#game) return;
    const game = { ...this.#game, marks: this.#stroke?.marks ?? this.#game.marks };
    const facts = consequences(game);
    drawGame(this.#board, { game, facts, lit: this.#lit, isAuto: this.#isAuto });
    const isDone = facts.isDone && !this.#stroke;
    const hadFocus = document.activeElement === this.#hint || this.#card.hasFocus;
    const isBackwards = game.kind === "backwards";
    [this.#hint.hidden, this.#check.hidden, this.#next.hidden] = [isDone, isDone || isBackwards, !isDone];
    if (!isDone) this.#won = "";
    else if (!this.#won) {
      this.#win(isOpened);
      if (hadFocus) this.#next.focus();
    }
    const isBad = this.#isLost || (facts.clashes.length > 0 && !isBackwards);
    this.#verdict.dataset.verdict = isDone ? "one" : isBad ? "bad" : "";
    const words = this.#won || stateWords(game, facts, this.#left);
    if (this.#verdict.textContent !== words) put(this.#verdict, words);
  }

  /** @param {boolean} isOpened true if it was solved when it was opened */
  #win(isOpened) {
    if (!this.#game) return;
    this.#clock.stop();
    this.#won = wonWords(this.#clock.words(), this.#help);
    this.#keepProgress();
    this.#card.setText("");
    if (this.#game.kind === "levels" && !isOpened) keepSolved(levelGroup(this.#game), this.#game.level);
  }

  leave() {
    this.#making.stop();
    this.#judging.stop();
    this.#keepProgress();
    this.#clock.stop();
    this.#hints.reset();
  }

  /**
   * @param {KeyboardEvent} event a key that nothing else handled
   * @returns {boolean} true if it has a meaning here
   */
  key(event) {
    const direction = travelOf(event);
    if (direction) this.#travel(direction);
    else if (event.key === "h" && !event.ctrlKey && !event.metaKey) this.#hint.click();
    else return false;
    return true;
  }
}

/**
 * @param {import("../../main.js").App} app
 * @returns {import("../../main.js").Part}
 */
export const create = (app) => new GamePart(app);
