import { reportedElsewhere } from "../../shared/address-check.js";
import { LatestRequest, WITH_REGIONS, ask, draw, once } from "../../shared/api.js";
import { BoardActions } from "./actions.js";
import { BoardEditor } from "./editor.js";
import { ResultPanel } from "./result.js";
import { ShownAnswer } from "./shown-answer.js";
import { Verdict, boardKeyOf } from "./verdict.js";
import { drawScene } from "./view.js";
import { Board } from "../../shared/board.js";
import { QuestionChoice } from "./question.js";
import { button, choice, h, numberField, put, reveal, save, showTravel, tick } from "../../shared/dom.js";
import {
  MAX_SIDE, POSITION_SETTINGS, UndoHistory, attacks, problemText, readPosition, writePosition, travelOf,
} from "../../shared/position.js";
import { relativeTerms, requestFor } from "./relative-words.js";
import { keep, stored } from "../../shared/store.js";
import { copyWithToast } from "../../shared/toast.js";
import { classTable, counted } from "../../shared/words.js";

/**
 * @typedef {import("../../shared/position.js").Position} Position
 * @typedef {import("../../shared/store.js").Query} Query
 */

/** Formats in which a board is saved. @type {[string, string][]} */
const SAVE_FORMATS = [["svg", "picture (SVG)"], ["png", "picture (PNG)"], ["board", "text drawing"],
  ["text", "list of columns"], ["json", "JSON"], ["csv", "CSV"], ["html", "web page"]];

const HELP_TEXT = "On the board, the arrow keys move, and Enter or Space places or removes; G places a " +
  "given queen, H a hole, W a wall. C completes the board, N shows another solution. A board or a puzzle, " +
  "as text, link, picture or file, can be pasted or dropped anywhere on this page.";

/** The solution that an address names. */
const ANSWER_PATTERN = /^([1-9]\d*|r\d+|m)$/;

/** The part of the page with one board: a position to edit, its verdict, and its solutions. */
class BoardPart {
  #store;
  #say;
  #position = readPosition({});
  #isShaded = stored("queens.shade") !== "no";
  /** The problem, as text, and the number of the solution that are shown. */
  #shownProblem = "";
  #shownAnswer = "";
  /** The summary of each variant. @type {Map<string, string>} */
  #summaries = new Map();
  #past = new UndoHistory();
  /** The search for the size of a variant. */
  #sizing = new LatestRequest();

  #editor = new BoardEditor({
    position: () => this.#position, change: (to) => this.#change(to), draw: () => void this.#draw(),
    say: (text) => this.#say(text),
  });
  #board = new Board("Board", this.#editor.listeners);
  #shown = new ShownAnswer(this.#board.element);
  #question = new QuestionChoice((changes, isNew) => this.#store.patch({ ...changes, s: "" }, isNew));
  #verdict = new Verdict(() => { this.#draw(); this.#updateButtons(); });
  #result = new ResultPanel();
  #summary = h("p", { class: "small" });
  #variants = choice("Variant", (v) => this.#chooseVariant(v), [["queens", "queens"]]);
  #height = numberField("Rows", 1, MAX_SIDE,
    (n) => this.#resize({ n, c: this.#position.rows === this.#position.columns ? ""
      : String(this.#position.columns) }));
  #width = numberField("Columns", 1, MAX_SIDE, (c) => this.#resize({ c }));
  #undo = button("Undo", () => this.#travel("undo"), { "aria-keyshortcuts": "Control+Z" });
  #redo = button("Redo", () => this.#travel("redo"), { "aria-keyshortcuts": "Control+Y" });
  #actions = new BoardActions({
    show: (s) => this.#store.patch({ s }),
    another: () => this.#store.patch({ s: String(Number(this.#store.view.query.s || 0) + 1) }),
    keep: () => this.#keepAnswer(),
    count: () => this.#result.show((signal) => this.#countSolutions({}, "", signal)),
    countFundamental: () => this.#result.show(
      (signal) => this.#countSolutions({ fundamental: true }, " up to symmetry", signal)),
    classes: () => this.#result.show(
      async (signal) => classTable(await ask("classes", { problem: this.#text() }, signal))),
  }, this.#result.stopButton);
  #format = choice("Format", () => {}, SAVE_FORMATS);
  settings = {
    ...POSITION_SETTINGS, v: reportedElsewhere, n: reportedElsewhere, c: reportedElsewhere,
    a: reportedElsewhere, x: reportedElsewhere,
    s: (/** @type {string} */ s) => (ANSWER_PATTERN.test(s) ? ""
      : "use the number of a solution, r and a seed for a random one (r7), or m for a largest set"),
  };
  element;
  ready;

  /** @param {import("../../main.js").App} app */
  constructor({ store, say }) {
    this.#store = store;
    this.#say = say;
    this.element = h("div", { class: "split" },
      h("div", { class: "stage" }, this.#board.element, this.#shown.layers), this.#controls());
    const variants = this.#loadVariants();
    // A board of queens does not need the list of variants, so it is shown at once.
    this.ready = store.view.query.v ? variants : undefined;
    variants.then(() => {
      if (store.view.part === "board" && store.view.query.v && !this.ready) this.update(store.view.query);
      else this.#showSummary();
    }, () => {});
  }

  /** Everything beside the board. */
  #controls() {
    const shade = tick("Shade attacked squares", (isOn) => this.#setShade(isOn));
    shade.input.checked = this.#isShaded;
    const clear = button("Clear",
      () => this.#change(readPosition({ ...this.#sides(), v: this.#position.variant })));
    return h("div", { class: "side" }, this.#verdict.element, this.#question.element,
      ...this.#actions.elements, this.#result.element,
      h("hr"),
      h("div", { class: "row" }, this.#variants.element, this.#height.element, this.#width.element),
      this.#summary,
      this.#editor.tools.element, this.#editor.painting.element,
      h("div", { class: "row" }, this.#undo, this.#redo, clear), shade.element,
      h("details", {}, h("summary", {}, "Keys, copy and save"), h("p", { class: "small" }, HELP_TEXT),
        this.#saving()));
  }

  /** The buttons that copy and save the board. */
  #saving() {
    return h("div", { class: "row" },
      button("Copy as text", () => copyWithToast(this.#question.extended(this.#text()))),
      this.#format.element,
      button("Save", () => this.#result.show((signal) => this.#saveAs(this.#format.select.value, signal))));
  }

  async #loadVariants() {
    const { variants } = await once("variants");
    this.#variants.offer(variants.map((/** @type {any} */ { variant }) => [variant, variant]));
    this.#summaries = new Map(variants.map((/** @type {any} */ entry) => [entry.variant, entry.summary]));
  }

  #text() {
    return problemText(this.#position);
  }

  /** The sides of the board, as an address has them. @returns {Query} */
  #sides() {
    return { n: String(this.#position.rows), c: String(this.#position.columns) };
  }

  /**
   * @param {Position} to
   * @param {Query} [asked] settings as they were typed, which the position may not have
   */
  #change(to, asked = {}) {
    this.#past.add(JSON.stringify(writePosition(this.#position)));
    const isNew = boardKeyOf(to) !== boardKeyOf(this.#position);
    this.#store.patch({ ...writePosition(to), ...asked, s: "" }, isNew);
  }

  /** @param {Query} sides */
  #resize(sides) {
    this.#change(readPosition({ ...writePosition(this.#position), r: "", ...sides }), sides);
  }

  /**
   * Opens a variant at the size nearest to the current one that has a solution.
   * @param {string} v
   */
  async #chooseVariant(v) {
    const { rows, columns } = readPosition({ ...this.#sides(), v });
    const signal = this.#sizing.next();
    const n = rows === columns && !WITH_REGIONS.includes(v) && !this.#question.relative
      ? await import("./answers.js").then(({ nearestSize }) => nearestSize(v, rows, signal)).catch(() => rows)
      : rows;
    if (signal.aborted) return;
    this.#change(readPosition({ ...this.#sides(), ...(n === rows ? {} : { n: String(n), c: "" }), v }));
    if (n !== rows) {
      this.#result.note(`There is no solution for ${v} on ${rows} x ${rows}, so the board is ${n} x ${n}.`);
    }
  }

  #keepAnswer() {
    const added = this.#shown.addedTo(this.#position);
    this.#change({ ...this.#position, queens: new Set([...this.#position.queens, ...added]) });
  }

  /** @param {"undo" | "redo"} direction */
  #travel(direction) {
    const found = this.#past[direction](JSON.stringify(writePosition(this.#position)));
    if (found !== undefined) this.#store.patch({ ...JSON.parse(found), s: "" });
  }

  /** @param {boolean} isOn */
  #setShade(isOn) {
    this.#isShaded = isOn;
    keep("queens.shade", isOn ? "yes" : "no");
    this.#draw();
  }

  /** @param {string} wanted the solution that the address names */
  async #showAnswer(wanted) {
    const problem = this.#text();
    await this.#result.show(async (signal) => {
      const { findAnswer, findRelative } = await import("./answers.js");
      const { relative } = this.#question;
      const { queens, words, isLargest = false, groups = [] } = relative
        ? await findRelative(this.#question.extended(problem), relative, this.#board.piece, signal)
        : await findAnswer(problem, wanted, signal);
      [this.#shown.queens, this.#shown.isLargest] = [queens, isLargest];
      const legend = groups.length > 0 && await this.#shown.takeGroups(groups, this.#position, signal);
      this.#draw();
      return groups.length > 0 ? h("div", {}, h("p", {}, words), legend) : words;
    });
    this.#updateButtons();
    if (!this.#shown.isEmpty) {
      reveal(/** @type {HTMLElement} */ (this.#board.element.parentElement), "nearest");
    }
  }

  /**
   * @param {{fundamental?: boolean}} options
   * @param {string} end words after what was counted
   * @param {AbortSignal} signal
   */
  async #countSolutions(options, end, signal) {
    const { relative } = this.#question;
    if (!relative) return counted(await ask("count", { problem: this.#text() }, signal));
    const { one, many } = relativeTerms(relative);
    const request = requestFor(this.#question.extended(this.#text()), relative, this.#board.piece);
    return counted(await ask("count", { ...request, ...options }, signal), `${one}${end}`, `${many}${end}`);
  }

  /**
   * @param {string} format
   * @param {AbortSignal} signal
   */
  async #saveAs(format, signal) {
    const { givens, queens, columns, variant, rows } = this.#position;
    const squares = [...givens, ...queens, ...this.#shown.addedTo(this.#position)]
      .map((index) => [Math.floor(index / columns), index % columns]);
    const drawn = await draw(this.#text(), format, squares, signal, this.#shown.groups);
    save(`${variant}-${rows}.${format === "text" || format === "board" ? "txt" : format}`, drawn.type, drawn);
    return "Saved.";
  }

  /** @returns {number} the number of pairs of queens that attack each other */
  #draw() {
    const position = this.#position;
    const { attacked, clashes: pairs } = attacks(position);
    // Another question may allow queens to attack each other.
    const clashes = this.#question.relative ? [] : pairs;
    for (const index of this.#verdict.reached) attacked.add(index);
    const { stroke, colours } = this.#editor.painting;
    drawScene(this.#board, {
      position, attacked, clashes, colours, regions: stroke ?? position.regions,
      answers: new Set(this.#shown.addedTo(position)), absent: this.#verdict.absent(position),
      weights: this.#question.weights?.flat() ?? null, looks: this.#shown.looks, isShaded: this.#isShaded,
      blocked: this.#verdict.blocked, dragged: this.#editor.dragged,
    });
    if (clashes.length > 0) this.#verdict.reportClashes(clashes, position.columns);
    return clashes.length;
  }

  #updateButtons() {
    showTravel(this.#past, this.#undo, this.#redo);
    const isRelative = this.#question.relative !== "";
    const hasAnswer = this.#shown.queens.length > 0;
    const isNumbered = /^\d/.test(this.#store.view.query.s ?? "");
    this.#actions.update({
      isRelative, hasAnswer, hasOther: hasAnswer && !isRelative && !this.#shown.isLargest && isNumbered,
      obstacle: isRelative ? this.#question.obstacle : this.#verdict.obstacle,
    });
  }

  /** @param {Query} query */
  update(query) {
    this.#position = readPosition({ ...query, v: this.#variants.take(query.v, "queens") });
    const { rows, columns, variant } = this.#position;
    this.#height.take(query.n, rows);
    this.#width.take(query.c, columns);
    this.#board.resize(rows, columns);
    this.#board.setVariant(variant);
    this.#board.set("aria-label", `Board of ${rows} by ${columns}, ${variant}`);
    this.#question.take(query, this.#position);
    this.#showSummary();
    this.#updateProblem();
    this.#updateAnswer(query.s ?? "");
    this.#updateButtons();
  }

  /** Shows the rules of the variant; another question has its own. */
  #showSummary() {
    put(this.#summary, !this.#question.relative && this.#summaries.get(this.#position.variant));
  }

  /** Starts anew if the problem has changed: no solution, no verdict. */
  #updateProblem() {
    const { relative, description } = this.#question;
    const problem = `${this.#question.extended(this.#text())}${relative}`;
    if (problem === this.#shownProblem) return;
    this.#shownProblem = problem;
    this.#shown.clear();
    this.#shownAnswer = "";
    this.#verdict.reset();
    this.#result.clear();
    this.#editor.show();
    if (this.#draw() > 0) return;
    if (relative) this.#verdict.describe(this.#position, description);
    else this.#verdict.update(this.#position);
  }

  /** @param {string} wanted the solution that the address names */
  #updateAnswer(wanted) {
    if (wanted === this.#shownAnswer) return;
    this.#shownAnswer = wanted;
    this.#shown.clear();
    this.#draw();
    if (ANSWER_PATTERN.test(wanted)) this.#showAnswer(wanted);
  }

  leave() {
    this.#result.stop();
    this.#sizing.stop();
    this.#verdict.stop();
    // A verdict that is still awaited is asked for again when the part is opened.
    if (this.#verdict.isAwaited) this.#shownProblem = "";
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const direction = travelOf(event);
    if (direction) this.#travel(direction);
    else if (event.ctrlKey || event.metaKey) return false;
    else if (event.key === "c") this.#actions.pressMain(this.#question.relative !== "");
    else return event.key === "n" && this.#actions.pressNext();
    return true;
  }

  /**
   * @param {string} text
   * @param {AbortSignal} signal
   */
  async paste(text, signal) {
    const { importPosition } = await import("./import.js");
    const { position, asked } = await importPosition(text, signal);
    this.#change(position, asked);
  }
}

/**
 * @param {import("../../main.js").App} app
 * @returns {import("../../main.js").Part}
 */
export const create = (app) => new BoardPart(app);
