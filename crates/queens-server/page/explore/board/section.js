import { reportedElsewhere } from "../../shared/address-check.js";
import { LatestRequest, WITH_REGIONS, ask, draw, isAbort, once, reason } from "../../shared/api.js";
import { moved, TOOL_SETS, toggled, toolAt } from "./edit.js";
import { Verdict, boardKeyOf } from "./verdict.js";
import { drawScene } from "./view.js";
import { Board } from "../../shared/board.js";
import { QuestionChoice } from "./question.js";
import { Brushes } from "../../shared/brushes.js";
import {
  button, choice, disable, h, modes, numberField, put, reveal, save, showTravel, tick,
} from "../../shared/dom.js";
import {
  MAX_SIDE, MAX_REGIONS, POSITION_SETTINGS, UndoHistory, attacks, bands, nameOf, problemText, readPosition,
  writePosition, travelOf,
} from "../../shared/position.js";
import { relativeTerms, requestFor } from "./relative-words.js";
import { keep, stored } from "../../shared/store.js";
import { copyWithToast } from "../../shared/toast.js";
import { classTable, counted } from "../../shared/words.js";

/**
 * @typedef {import("../../shared/squares.js").Square} Square
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
  #tool = "q";
  #isShaded = stored("queens.shade") !== "no";
  /** The solution that is shown. @type {Square[]} */
  #answer = [];
  /**
   * The solution that is shown, if it is in groups, and the looks of its squares.
   * @type {import("../../shared/group-view.js").Group[]}
   */
  #groups = [];
  /** @type {Map<number, import("../../shared/board.js").Look>} */
  #looks = new Map();
  /** True if the solution is a largest set: there is no other to show. */
  #isLargest = false;
  /** A queen that is being dragged. @type {{from: number, over: number | null} | null} */
  #dragged = null;
  /** The problem, as text, and the number of the solution that are shown. */
  #shownProblem = "";
  #shownAnswer = "";
  /** The colour of each region. @type {Map<string, string>} */
  #colours = new Map();
  /** The regions while they are painted. @type {string[] | null} */
  #stroke = null;
  /** The summary of each variant. @type {Map<string, string>} */
  #summaries = new Map();
  #past = new UndoHistory();
  #asking = new LatestRequest();
  /** The search for the size of a variant. */
  #sizing = new LatestRequest();

  #board = new Board("Board", {
    tap: (index) => this.#tap(index),
    drag: (from, over, isEnd, path) => this.#drag(from, over, isEnd, path),
    key: (index, key) => this.#boardKey(index, key),
  });
  /** The boards of a solution in layers. */
  #layers = h("ul", { class: "layers", hidden: true });
  #question = new QuestionChoice((changes, isNew) => this.#store.patch({ ...changes, s: "" }, isNew));
  #verdict = new Verdict(() => { this.#draw(); this.#updateButtons(); });
  #result = h("div", { class: "result", "aria-live": "polite" });
  #summary = h("p", { class: "small" });
  #brushes = new Brushes();
  #variants = choice("Variant", (v) => this.#chooseVariant(v), [["queens", "queens"]]);
  #height = numberField("Rows", 1, MAX_SIDE,
    (n) => this.#resize({ n, c: this.#position.rows === this.#position.columns ? ""
      : String(this.#position.columns) }));
  #width = numberField("Columns", 1, MAX_SIDE, (c) => this.#resize({ c }));
  #tools = modes("Tool", [["q", "Queens"], ["g", "Givens"], ["h", "Holes"], ["w", "Walls"], ["r", "Regions"]],
    (tool) => this.#chooseTool(tool));
  #unpaint = button("Remove regions", () => this.#change({ ...this.#position, regions: null }));
  #undo = button("Undo", () => this.#travel("undo"), { "aria-keyshortcuts": "Control+Z" });
  #redo = button("Redo", () => this.#travel("redo"), { "aria-keyshortcuts": "Control+Y" });
  #complete = button("Complete it", () => this.#store.patch({ s: "1" }),
    { class: "main", title: "Show a solution with these queens" });
  #find = button("Find", () => this.#store.patch({ s: "1" }),
    { class: "main", title: "Show an answer to the question" });
  #random = button("Random", () => this.#store.patch({ s: `r${1 + Math.floor(Math.random() * 999_999)}` }),
    { title: "Show a random solution with these queens" });
  #largest = button("Largest set", () => this.#store.patch({ s: "m" }),
    { title: "Add as many pieces as possible" });
  #count = button("Count", () => this.#show((signal) => this.#countSolutions({}, "", signal)),
    { title: "Count the solutions with these queens" });
  #fundamental = button("Count up to symmetry",
    () => this.#show((signal) => this.#countSolutions({ fundamental: true }, " up to symmetry", signal)),
    { title: "Count those that differ only by rotation or reflection once" });
  #classes = button("Classes",
    () => this.#show(async (signal) => classTable(await ask("classes", { problem: this.#text() }, signal))),
    { title: "Count the solutions by their symmetry" });
  /** The reason why buttons are disabled. */
  #obstacle = h("p", { class: "small", id: "obstacle" });
  #next = button("Another", () => this.#store.patch({ s: String(Number(this.#store.view.query.s || 0) + 1) }),
    { title: "Show another solution" });
  #keep = button("Keep it", () => this.#keepAnswer(), { title: "Place the queens of the solution" });
  #stop = button("Stop", () => { this.#asking.stop(); put(this.#result); }, { hidden: true });
  #format = choice("Format", () => {}, SAVE_FORMATS);
  #painting = h("div", { hidden: true },
    h("p", { class: "small" }, "Each region holds as many queens as a row. Drag over squares to paint " +
      "them, or press the letter of a region."),
    this.#brushes.element, h("div", { class: "row" }, this.#unpaint));
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
      h("div", { class: "stage" }, this.#board.element, this.#layers), this.#controls());
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
    return h("div", { class: "side" }, this.#verdict.element, this.#question.element, ...this.#questions(),
      this.#result,
      h("hr"),
      h("div", { class: "row" }, this.#variants.element, this.#height.element, this.#width.element),
      this.#summary,
      this.#tools.element, this.#painting,
      h("div", { class: "row" }, this.#undo, this.#redo, clear), shade.element,
      h("details", {}, h("summary", {}, "Keys, copy and save"), h("p", { class: "small" }, HELP_TEXT),
        this.#saving()));
  }

  /** The buttons that ask for solutions and counts. */
  #questions() {
    const group = (/** @type {string} */ name, /** @type {Node[]} */ ...buttons) =>
      h("div", { class: "row", role: "group", "aria-label": name }, ...buttons);
    return [
      group("Solve", this.#complete, this.#find, this.#next, this.#keep, this.#random, this.#largest),
      group("Count", this.#count, this.#classes, this.#fundamental, this.#stop),
      this.#obstacle,
    ];
  }

  /** The buttons that copy and save the board. */
  #saving() {
    return h("div", { class: "row" },
      button("Copy as text", () => copyWithToast(this.#question.extended(this.#text()))),
      this.#format.element,
      button("Save", () => this.#show((signal) => this.#saveAs(this.#format.select.value, signal))));
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

  /** Indices of the queens that the solution adds. */
  #answerIndices() {
    const { queens, givens, columns } = this.#position;
    return this.#answer.map(([row, column]) => row * columns + column)
      .filter((index) => !queens.has(index) && !givens.has(index));
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
      put(this.#result, h("p", { class: "small" }, `There is no solution for ${v} on ${rows} x ${rows}, so ` +
        `the board is ${n} x ${n}.`));
    }
  }

  #keepAnswer() {
    this.#change(
      { ...this.#position, queens: new Set([...this.#position.queens, ...this.#answerIndices()]) });
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

  /** @param {string} tool */
  #chooseTool(tool) {
    this.#tool = tool;
    this.#showTools();
  }

  /** Shows the controls of the tool; the colours of regions are loaded when they are first needed. */
  async #showTools() {
    const { rows, columns, regions, variant } = this.#position;
    const isPainting = this.#tool === "r";
    this.#painting.hidden = !isPainting;
    disable(this.#unpaint, !regions ? "There are no regions"
      : WITH_REGIONS.includes(variant) ? `The variant ${variant} needs its regions` : "");
    if (!isPainting && !regions) return;
    const { tints } = await import("../../shared/tints.js");
    if (!this.#stroke) {
      this.#colours = tints(regions ?? bands(rows, columns), columns, Math.min(rows, MAX_REGIONS));
    }
    this.#brushes.offer(this.#colours);
    this.#draw();
  }

  /**
   * @param {number} index
   * @param {string} tool
   */
  #toggle(index, tool) {
    const { to, word } = toggled(this.#position, index, tool);
    this.#change(to);
    this.#say(`${nameOf(index, to.columns)}: ${word}`);
  }

  /**
   * @param {number[]} squares
   * @param {string} letter
   * @param {boolean} isEnd
   */
  #paint(squares, letter, isEnd) {
    const { rows, columns, regions } = this.#position;
    this.#stroke ??= [...(regions ?? bands(rows, columns))];
    for (const index of squares) this.#stroke[index] = letter;
    if (!isEnd) return void this.#draw();
    const painted = this.#stroke;
    this.#stroke = null;
    this.#say(`${nameOf(squares[0], columns)}: region ${letter}`);
    this.#change({ ...this.#position, regions: painted });
  }

  /** @param {number} index */
  #tap(index) {
    if (this.#tool === "r") this.#paint([index], this.#brushes.chosen, true);
    else this.#toggle(index, this.#tool);
  }

  /**
   * Moves a queen with the pointer, or removes it off the board; paints regions; places a thing at the end of
   * any other drag.
   * @param {number} from
   * @param {number | null} over
   * @param {boolean} isEnd
   * @param {number[]} path
   */
  #drag(from, over, isEnd, path) {
    const { queens, givens } = this.#position;
    if (this.#tool === "r") this.#paint([from, ...path], this.#brushes.chosen, isEnd);
    else if (queens.has(from) || givens.has(from)) this.#dragQueen(from, over, isEnd);
    else if (isEnd && over !== null && over !== from) this.#toggle(over, this.#tool);
  }

  /**
   * @param {number} from
   * @param {number | null} over
   * @param {boolean} isEnd
   */
  #dragQueen(from, over, isEnd) {
    this.#dragged = isEnd ? null : { from, over };
    if (!isEnd || over === from) this.#draw();
    else this.#change(moved(this.#position, from, over));
  }

  /**
   * @param {number} index
   * @param {string} key
   * @returns {boolean} true if the key has a meaning here
   */
  #boardKey(index, key) {
    const letter = key.toUpperCase();
    const isRemoval = key === "Delete" || key === "Backspace";
    if (this.#tool === "r" && this.#colours.has(letter)) {
      this.#paint([index], letter, true);
      return true;
    }
    const tool = isRemoval ? toolAt(this.#position, index) : key.toLowerCase();
    if (tool !== undefined && tool in TOOL_SETS) this.#toggle(index, tool);
    else if (!isRemoval) return false;
    return true;
  }

  /**
   * Asks for something that may take time, and shows the answer or the failure.
   * @param {(signal: AbortSignal) => Promise<Node | string>} question
   */
  async #show(question) {
    const signal = this.#asking.next();
    this.#stop.hidden = false;
    put(this.#result, h("p", { class: "small" }, "Working ..."));
    try {
      const found = await question(signal);
      put(this.#result, typeof found === "string" ? h("p", {}, found) : found);
    } catch (error) {
      if (isAbort(error)) return;
      put(this.#result, h("p", { class: "bad" }, reason(error)));
    }
    this.#stop.hidden = true;
  }

  /** @param {string} wanted the solution that the address names */
  async #showAnswer(wanted) {
    const problem = this.#text();
    await this.#show(async (signal) => {
      const { findAnswer, findRelative } = await import("./answers.js");
      const { relative } = this.#question;
      const { queens, words, isLargest = false, groups = [] } = relative
        ? await findRelative(this.#question.extended(problem), relative, this.#board.piece, signal)
        : await findAnswer(problem, wanted, signal);
      [this.#answer, this.#isLargest] = [queens, isLargest];
      if (groups.length === 0) this.#draw();
      else return this.#showGroups(groups, words, signal);
      return words;
    });
    this.#updateButtons();
    if (this.#answer.length > 0 || this.#groups.length > 0) {
      reveal(/** @type {HTMLElement} */ (this.#board.element.parentElement), "nearest");
    }
  }

  /**
   * Draws a solution in groups, on the board or in layers.
   * @param {import("../../shared/group-view.js").Group[]} groups
   * @param {string} words the sentence about it
   * @param {AbortSignal} signal
   */
  async #showGroups(groups, words, signal) {
    const { groupLegend, groupLooks, isLayered, layerPictures } = await import("../../shared/group-view.js");
    const looks = await groupLooks(groups, this.#position.columns);
    signal.throwIfAborted();
    [this.#groups, this.#looks] = [groups, looks];
    if (isLayered(groups)) put(this.#layers, ...layerPictures(groups, this.#position.rows));
    this.#layers.hidden = !isLayered(groups);
    this.#board.element.hidden = isLayered(groups);
    this.#draw();
    return h("div", {}, h("p", {}, words), this.#layers.hidden && groupLegend(groups));
  }

  /** Forgets the solution that is shown. */
  #clearAnswer() {
    [this.#answer, this.#groups, this.#looks, this.#isLargest] = [[], [], new Map(), false];
    put(this.#layers);
    this.#layers.hidden = true;
    this.#board.element.hidden = false;
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
    const squares = [...givens, ...queens, ...this.#answerIndices()]
      .map((index) => [Math.floor(index / columns), index % columns]);
    const drawn = await draw(this.#text(), format, squares, signal, this.#groups);
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
    drawScene(this.#board, {
      position, attacked, clashes, regions: this.#stroke ?? position.regions, colours: this.#colours,
      answers: new Set(this.#answerIndices()), absent: this.#verdict.absent(position),
      weights: this.#question.weights?.flat() ?? null, looks: this.#looks, isShaded: this.#isShaded,
      blocked: this.#verdict.blocked, dragged: this.#dragged,
    });
    if (clashes.length > 0) this.#verdict.reportClashes(clashes, position.columns);
    return clashes.length;
  }

  #updateButtons() {
    showTravel(this.#past, this.#undo, this.#redo);
    this.#keep.hidden = this.#answer.length === 0;
    this.#next.hidden = this.#keep.hidden || this.#question.relative !== "" || this.#isLargest
      || !/^\d/.test(this.#store.view.query.s ?? "");
    const isRelative = this.#question.relative !== "";
    for (const button of [this.#complete, this.#random, this.#largest, this.#classes]) {
      button.hidden = isRelative;
    }
    for (const button of [this.#find, this.#fundamental]) button.hidden = !isRelative;
    const obstacle = isRelative ? this.#question.obstacle : this.#verdict.obstacle;
    put(this.#obstacle, obstacle);
    for (const asking of [this.#complete, this.#find, this.#random, this.#count, this.#classes,
      this.#fundamental]) {
      asking.disabled = obstacle !== "";
      if (obstacle) asking.setAttribute("aria-describedby", "obstacle");
      else asking.removeAttribute("aria-describedby");
    }
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
    this.#clearAnswer();
    this.#shownAnswer = "";
    this.#verdict.reset();
    this.#asking.stop();
    this.#stop.hidden = true;
    put(this.#result);
    this.#showTools();
    if (this.#draw() > 0) return;
    if (relative) this.#verdict.describe(this.#position, description);
    else this.#verdict.update(this.#position);
  }

  /** @param {string} wanted the solution that the address names */
  #updateAnswer(wanted) {
    if (wanted === this.#shownAnswer) return;
    this.#shownAnswer = wanted;
    this.#clearAnswer();
    this.#draw();
    if (ANSWER_PATTERN.test(wanted)) this.#showAnswer(wanted);
  }

  leave() {
    this.#asking.stop();
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
    else if (event.key === "c") (this.#question.relative ? this.#find : this.#complete).click();
    else if (event.key === "n" && !this.#next.hidden) this.#next.click();
    else return false;
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
