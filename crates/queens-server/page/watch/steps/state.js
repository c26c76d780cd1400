import { h, put, setText } from "../../shared/dom.js";

/** @typedef {import("../state-windows.js").Variable} Variable */

/** The panel with the variables of an engine after a step. */
export class StatePanel {
  #list = h("dl", { class: "variables" });
  #note = h("p", { class: "small" });
  /** The number of variables for which a presentation has no room. */
  #more = h("p", { class: "more" });
  #numbering = h("p", { class: "small numbering" });
  element = h("section", { class: "state-panel", "aria-label": "State" }, h("h2", {}, "State"), this.#list,
    this.#more, this.#note,
    this.#numbering);
  #drawn = "";

  /**
   * Shows the variables after a step.
   * @param {Variable[] | null} variables null before they are fetched
   * @param {Variable[] | null} before those after the step before
   * @param {string} note shown in place of the variables
   * @param {number} first the number of the first row and column in the program beside it
   */
  draw(variables, before, note, first) {
    setText(this.#numbering, `Counts from ${first}, as the code does.`);
    setText(this.#note, note);
    this.#note.hidden = note === "";
    if (!variables) {
      this.element.classList.toggle("late", this.#drawn !== "");
      return;
    }
    this.element.classList.remove("late");
    const key = JSON.stringify([variables, before, first]);
    if (key === this.#drawn) return;
    this.#drawn = key;
    put(this.#list,
      ...variables.map((variable) => row(variable, before?.find(({ name }) => name === variable.name),
        first)));
  }

  clear() {
    this.#drawn = "";
    put(this.#list);
  }

  /**
   * With a limited height, shows only the rows that fit, those that changed first.
   * @param {boolean} isLimited
   */
  fit(isLimited) {
    const rows = /** @type {HTMLElement[]} */ ([...this.#list.children]);
    for (const one of rows) one.hidden = isLimited;
    // The line about the others has its room before the rows take theirs.
    setText(this.#more, isLimited ? "and one more" : "");
    if (!isLimited) return;
    const isChanged = (/** @type {HTMLElement} */ one) => one.classList.contains("changed");
    for (const one of [...rows.filter(isChanged), ...rows.filter((other) => !isChanged(other))]) {
      one.hidden = false;
      one.hidden = this.element.scrollHeight > this.element.clientHeight;
    }
    const left = rows.filter((one) => one.hidden).length;
    setText(this.#more, left === 0 ? "" : left === 1 ? "and one more" : `and ${left} more`);
  }
}

/**
 * A variable with its value.
 * @param {Variable} variable
 * @param {Variable | undefined} before the variable after the step before
 * @param {number} first the number of the first row and column
 */
function row({ name, kind, value }, before, first) {
  const isChanged = before !== undefined && JSON.stringify(before.value) !== JSON.stringify(value);
  const index = (/** @type {any} */ value, /** @type {any} */ before) => plain(value + first, before + first);
  const indices = (/** @type {any} */ value, /** @type {any} */ before) => list(texts(value, first),
    texts(before, first), name);
  const numbered = (/** @type {any} */ value, /** @type {any} */ before) => flags(value, before, first);
  const content = { flags: numbered, bits, list, index, indices, number: plain, text: plain }[kind] ?? plain;
  return h("div", { class: `variable${isChanged ? " changed" : ""}` },
    h("dt", {}, h("code", {}, name), isChanged && h("span", { class: "unseen" }, " (changed)")),
    h("dd", {}, ...content(value, isChanged ? before.value : value, name)));
}

/**
 * @param {any} value
 * @param {any} before
 */
function plain(value, before) {
  const text = String(value);
  // A text that grows or shrinks shows the part that is new.
  const isLonger = typeof value === "string" && typeof before === "string" && text.length > before.length
    && text.startsWith(before);
  return isLonger ? [h("code", {}, before, h("mark", {}, text.slice(before.length)))]
    : [h("code", {}, text === "" ? "(empty)" : text)];
}

/**
 * Numbers of rows or columns, as texts.
 * @param {number[]} values from 0
 * @param {number} first the number of the first one
 */
export const texts = (values, first) => values.map((value) => String(value + first));

/**
 * A cell for each flag, with its index; those that are set are filled.
 * @param {string} value
 * @param {string} before
 * @param {number} first the index of the first flag
 */
function flags(value, before, first) {
  const set = [...value].flatMap((flag, at) => (flag === "1" ? [at + first] : []));
  return [
    h("span", { class: "unseen" }, `${set.length ? `set: ${set.join(", ")}` : "none set"} of ` +
      `${value.length}`),
    h("span", { class: "cells", "aria-hidden": "true" }, ...[...value].map((flag, at) =>
      h("span", { class: `flag${flag === "1" ? " set" : ""}${flag !== before[at] ? " new" : ""}` },
        h("i", {}, String(at + first)), h("b", {}, flag)))),
  ];
}

/**
 * Binary digits, the highest first.
 * @param {string} value
 * @param {string} before
 */
function bits(value, before) {
  const [now, old] = [value, before.padStart(value.length, "0")];
  return [
    h("span", { class: "unseen" }, value),
    h("code", { class: "digits", "aria-hidden": "true" }, ...[...now].map((bit, at) =>
      h("span", { class: `bit${bit === "1" ? " set" : ""}${bit !== old[at] ? " new" : ""}` }, bit))),
  ];
}

/** Elements of a long list that are shown: those at its top. */
const SHOWN_ELEMENTS = 24;

/**
 * The elements of a list; the top of a stack comes last.
 * @param {string[]} value
 * @param {string[]} before
 * @param {string} name
 */
function list(value, before, name) {
  if (value.length === 0) return [h("span", { class: "small" }, "empty")];
  const from = Math.max(0, value.length - SHOWN_ELEMENTS);
  const isMoved = (/** @type {string} */ text, /** @type {number} */ at) => text !== before[at];
  const isAdded = (/** @type {string} */ text) => !before.includes(text);
  // In a queue every element moves when the first is taken; what counts is what was added.
  const isNew = value.filter(isMoved).length > value.filter(isAdded).length + 2 ? isAdded : isMoved;
  const isStack = /stack|calls/.test(name);
  const chip = (/** @type {string} */ text, /** @type {number} */ at) => {
    const isTop = isStack && at === value.length - 1;
    return h("li", { class: `chip${isTop ? " newest" : ""}${isNew(text, at) ? " new" : ""}` }, text,
      isTop && h("span", { class: "unseen" }, " (top)"));
  };
  const isBoard = value.every((text) => /^[.Q]+$/.test(text));
  return [
    from > 0 && h("span", { class: "small" }, `${from} more, then `),
    h("ul", { class: isBoard ? "chips lines-of-board" : name.startsWith("calls") ? "chips folded" : "chips" },
      ...value.slice(from).map((text, at) => chip(text, from + at))),
  ];
}
