import { button, choice, field, h, numberField, put, tick, warningLine } from "../../shared/dom.js";
import { partsOf, relativeTerms } from "./relative-words.js";

/**
 * The choice of the question about a board, and its parameters. A question other than how to complete the
 * position is a relative of the problem, in the text that the API reads: `armies`, `coloring 9`.
 *
 * @typedef {{relative: string, weights: string}} Asked as the address has it; `relative` is "" to complete
 *   the position
 */

/** The questions: name of the relative and text. @type {[string, string][]} */
const QUESTIONS = [
  ["complete", "Complete the position"],
  ["dominating", "Fewest that attack every square"],
  ["independent-dominating", "Fewest, and none attacks another"],
  ["total-dominating", "Fewest, and each is attacked"],
  ["armies", "Peaceable armies"],
  ["pieces", "Pieces of several kinds"],
  ["dimensions", "A cube and beyond"],
  ["coloring", "Colours for all squares"],
  ["uncompletable", "Fewest that no solution contains"],
  ["least", "Least sum of weights"],
  ["greatest", "Greatest sum of weights"],
];

/** Parameters of a question that was just chosen. @type {Record<string, string>} */
const DEFAULTS = { pieces: "queens = knights", dimensions: "3" };

const KINDS = ["queens", "rooks", "bishops", "knights", "kings"];

const MAX_NUMBER = 65_535;

/** The largest weight of *Random weights*. */
const MAX_RANDOM_WEIGHT = 99;

/** @param {string} relative */
export const isWeighted = (relative) => relative === "least" || relative === "greatest";

/**
 * The number of each kind in a mix of pieces, and whether the numbers are to be equal; null if the text is no
 * mix.
 * @param {string} mix such as `8 queens, 2 knights` or `queens = knights`
 * @returns {{isEqual: boolean, numbers: Map<string, number>} | null}
 */
function readMix(mix) {
  const isEqual = mix.includes("=");
  const numbers = new Map();
  for (const part of mix.split(isEqual ? "=" : ",").filter((text) => text.trim())) {
    const [, digits, word] = /^\s*(\d{1,5})?\s*([a-z]+)\s*$/.exec(part) ?? [];
    const kind = KINDS.find((plural) => plural === word || plural === `${word}s`);
    if (!kind || numbers.has(kind) || (digits === undefined) !== isEqual) return null;
    numbers.set(kind, isEqual ? 1 : Number(digits));
  }
  return { isEqual, numbers };
}

/**
 * The numbers in a text, line by line; null if the text is no table of whole numbers with a row for each row
 * of the board.
 * @param {string} text
 * @param {RegExp} lines what separates lines
 * @param {RegExp} columns what separates the numbers of a line
 * @param {{rows: number, columns: number}} board
 * @returns {string[][] | null}
 */
function readTable(text, lines, columns, board) {
  const table = text.trim().split(lines).map((line) => line.trim().split(columns));
  const isRight = table.length === board.rows
    && table.every((line) => line.length === board.columns
      && line.every((number) => /^[+-]?\d{1,12}$/.test(number)));
  return isRight ? table.map((line) => line.map(String)) : null;
}

/** The field for the pieces of several kinds. */
class MixField {
  #change;
  #numbers = KINDS.map((kind) => numberField(`${kind[0].toUpperCase()}${kind.slice(1)}`, 0, MAX_NUMBER,
    () => this.#write()));
  #ticks = KINDS.map((kind) => tick(kind, () => this.#write()));
  #equal = tick("Equally many of each kind, as many as possible", () => this.#write());
  #numbered = h("div", { class: "row mix" }, ...this.#numbers.map(({ element }) => element));
  #ticked = h("div", { role: "group", "aria-label": "Kinds" }, ...this.#ticks.map(({ element }) => element));
  element = h("div", {}, h("div", {}, this.#equal.element), this.#numbered, this.#ticked);

  /** @param {(mix: string) => void} change */
  constructor(change) {
    this.#change = change;
  }

  #write() {
    const isEqual = this.#equal.input.checked;
    // What the other fields hold stays: those that were given a number are ticked, and get one each.
    const wasEqual = this.#numbered.hidden;
    const number = (/** @type {number} */ at) => (wasEqual ? Number(this.#ticks[at].input.checked)
      : Math.round(Number(this.#numbers[at].input.value)) || 0);
    const kinds = KINDS.map((kind, at) => ({ kind, number: Math.min(MAX_NUMBER, Math.max(0, number(at))) }))
      .filter((one) => one.number > 0);
    const mix = kinds.map((one) => (isEqual ? one.kind
      : `${one.number} ${one.number === 1 ? one.kind.slice(0, -1) : one.kind}`));
    this.#change(isEqual ? `${mix.join(" = ")}${mix.length < 2 ? " =" : ""}` : mix.join(", "));
  }

  /**
   * @param {string} mix
   * @returns {string} the reason why it cannot be asked for, or ""
   */
  take(mix) {
    const { isEqual, numbers } = readMix(mix) ?? { isEqual: false, numbers: new Map() };
    this.#equal.input.checked = isEqual;
    this.#numbered.hidden = isEqual;
    this.#ticked.hidden = !isEqual;
    KINDS.forEach((kind, at) => {
      this.#numbers[at].take(String(numbers.get(kind) ?? 0), 0);
      this.#ticks[at].input.checked = numbers.has(kind);
    });
    if (isEqual) return numbers.size < 2 ? "Choose at least two kinds of pieces." : "";
    return [...numbers.values()].some((number) => number > 0) ? "" : "Choose at least one piece.";
  }
}

/** The field for the weights of the squares. */
class WeightsField {
  #input = h("textarea", { rows: 6, spellcheck: "false", autocomplete: "off" });
  #random = button("Random weights", () => this.#fill());
  element = h("div", {}, field("Weights: a line of whole numbers for each row", this.#input),
    h("div", { class: "row" }, this.#random));
  #change;
  #board = { rows: 0, columns: 0 };

  /** @param {(weights: string) => void} change */
  constructor(change) {
    this.#change = change;
    this.#input.addEventListener("change", () => {
      const { value } = this.#input;
      change(value.trim().split(/\n/).map((line) => line.trim().split(/[\s,;]+/).join("_")).join("."));
    });
  }

  #fill() {
    const { rows, columns } = this.#board;
    const line = () => Array.from({ length: columns },
      () => Math.floor(Math.random() * (MAX_RANDOM_WEIGHT + 1))).join("_");
    this.#change(Array.from({ length: rows }, line).join("."));
  }

  /**
   * @param {string} weights as an address has them: dots between rows, underscores between numbers
   * @param {{rows: number, columns: number}} board
   * @returns {string[][] | null} null if they do not fit the board
   */
  take(weights, board) {
    this.#board = board;
    this.#input.value = weights.replaceAll(".", "\n").replaceAll("_", " ");
    return readTable(weights, /\./, /_/, board);
  }
}

/** The choice of the question. */
export class QuestionChoice {
  /** The relative that is asked for; "" to complete the position. */
  relative = "";
  /** The weight of each square, row by row. @type {string[][] | null} */
  weights = null;
  /** The reason why the question cannot be asked, or "". */
  obstacle = "";
  #change;
  #choice = choice("Question", (name) => this.#choose(name), QUESTIONS);
  #mix = new MixField((mix) => this.#write("pieces", mix));
  #dimensions = numberField("Dimensions", 3, 5, (text) => this.#write("dimensions", text));
  #colours = h("input",
    { type: "number", min: 1, max: MAX_NUMBER, step: 1, inputmode: "numeric",
      change: () => this.#write("coloring", this.#colours.value) });
  #weights = new WeightsField((weights) => this.#change({ a: this.relative, x: weights }, false));
  /** The fields of each question that has parameters. @type {Record<string, HTMLElement>} */
  #fields = {
    pieces: this.#mix.element, dimensions: this.#dimensions.element,
    coloring: field("Colours (empty: the fewest)", this.#colours),
    least: this.#weights.element, greatest: this.#weights.element,
  };
  #warning = warningLine();
  #parameters = h("div", { class: "parameters" });
  element = h("div", { class: "question" }, h("div", { class: "row" }, this.#choice.element),
    this.#warning.element, this.#parameters);

  /**
   * @param {(changes: import("../../shared/store.js").Query, isNew: boolean) => void} change called with
   *   settings for the address
   */
  constructor(change) {
    this.#change = change;
  }

  /** @param {string} name */
  #choose(name) {
    const a = name === "complete" ? "" : [name, DEFAULTS[name]].filter(Boolean).join(" ");
    this.#change({ a, ...(isWeighted(name) ? {} : { x: "" }) }, true);
  }

  /**
   * @param {string} name
   * @param {string} parameter
   */
  #write(name, parameter) {
    this.#change({ a: `${name} ${parameter.trim()}`.trim() }, false);
  }

  /**
   * Shows the question of an address.
   * @param {import("../../shared/store.js").Query} query
   * @param {{rows: number, columns: number}} board
   */
  take({ a = "", x = "" }, board) {
    const { name: asked, parameter } = partsOf(a);
    const name = this.#choice.take(asked, "complete");
    [this.weights, this.obstacle] = [null, ""];
    this.relative = name === "complete" ? ""
      : [name, this.#parameter(name, parameter)].filter(Boolean).join(" ");
    this.#warning.show(name !== asked || partsOf(this.relative).parameter === parameter ? ""
      : this.#doubt(name, parameter));
    if (isWeighted(name)) {
      this.weights = this.#weights.take(x, board);
      if (!this.weights) {
        this.obstacle = `Fill in the weights: ${board.rows} lines of ${board.columns} whole numbers.`;
      }
    }
    const shown = this.#fields[name];
    if (this.#parameters.firstChild !== (shown ?? null)) put(this.#parameters, shown);
  }

  /**
   * Shows the parameter of a relative, and returns the one that is used.
   * @param {string} name
   * @param {string} parameter
   */
  #parameter(name, parameter) {
    if (name === "dimensions") return String(this.#dimensions.take(parameter, 3));
    if (name === "coloring") {
      const colours = /^[1-9]\d{0,4}$/.test(parameter) && Number(parameter) <= MAX_NUMBER ? parameter : "";
      this.#colours.value = colours;
      return colours;
    }
    if (name !== "pieces") return "";
    const mix = readMix(parameter) ? parameter : DEFAULTS.pieces;
    this.obstacle = this.#mix.take(mix);
    return mix;
  }

  /**
   * The sentence about a parameter that is replaced; the field of dimensions has its own.
   * @param {string} name
   * @param {string} parameter
   */
  #doubt(name, parameter) {
    const used = partsOf(this.relative).parameter;
    return name === "dimensions" ? "" : `Question: ${name} ${parameter.slice(0, 40)} is not valid; using ` +
      `${used ? `${name} ${used}` : name}.`;
  }

  /** The question in a sentence; "" if the position is to be completed. */
  get description() {
    return this.relative && relativeTerms(this.relative).plain;
  }

  /**
   * Adds to a problem what the question needs.
   * @param {string} problem in text form
   */
  extended(problem) {
    return this.weights ? `${problem}weights:\n${this.weights.map((line) => line.join(" ")).join("\n")}\n`
      : problem;
  }
}
