import { ask, isAbort, reason } from "./api.js";
import { h, put, setText } from "./dom.js";

/**
 * The variables of an engine after each step, and the panel that shows them.
 * @typedef {{name: string, kind: "number" | "text" | "flags" | "bits" | "list", value: any}} Variable
 */

/** Steps of a window: variables are fetched for this many steps around the current one. */
const WINDOW_STEPS = 250;
/** The largest number of windows that are kept. */
const MAX_WINDOWS = 8;

/** The variables after each step of a trace, fetched window by window, one request at a time. */
export class StateWindows {
  /** The variables after each step of a window, by its number; the oldest window first. @type {Map<number, Variable[][]>} */
  #windows = new Map();
  /** The first step of the window that is being fetched; -1 if none is. */
  #coming = -1;
  #controller = new AbortController();
  #problem;
  #arrived;
  /** The reason why there are no variables, or "". */
  failure = "";

  /**
   * @param {Record<string, unknown>} problem of the requests
   * @param {() => void} arrived called when a window has arrived
   */
  constructor(problem, arrived) {
    this.#problem = problem;
    this.#arrived = arrived;
  }

  close() {
    this.#controller.abort();
  }

  /**
   * The variables after a step, counted from 1; null if they are not there yet, which fetches them.
   * @param {number} step
   */
  at(step) {
    const number = Math.floor((step - 1) / WINDOW_STEPS);
    const found = this.#windows.get(number);
    if (!found) this.#fetch(number);
    return found?.[(step - 1) % WINDOW_STEPS] ?? null;
  }

  /** @param {number} number of the window */
  async #fetch(number) {
    if (this.#coming >= 0 || this.failure) return;
    this.#coming = number;
    try {
      const body = { ...this.#problem, from: number * WINDOW_STEPS, limit: WINDOW_STEPS, state: true };
      const page = await ask("trace", body, this.#controller.signal);
      /** @type {Variable[]} */
      let last = [];
      const found = page.steps.map((/** @type {any} */ step) => (last = step.state ?? last));
      this.#windows.set(number, found);
      for (const oldest of this.#windows.keys()) {
        if (this.#windows.size <= MAX_WINDOWS) break;
        this.#windows.delete(oldest);
      }
    } catch (error) {
      if (isAbort(error)) return;
      this.failure = reason(error);
    }
    this.#coming = -1;
    this.#arrived();
  }
}

/** The panel. */
export class StatePanel {
  #list = h("dl", { class: "variables" });
  #note = h("p", { class: "small" });
  element = h("section", { class: "state-panel", "aria-label": "State" }, h("h2", {}, "State"), this.#list, this.#note);
  #drawn = "";

  /**
   * Shows the variables after a step.
   * @param {Variable[] | null} variables null before they are fetched
   * @param {Variable[] | null} before those after the step before
   * @param {string} note shown in place of the variables
   */
  draw(variables, before, note) {
    setText(this.#note, note);
    this.#note.hidden = note === "";
    if (!variables) {
      this.element.classList.toggle("late", this.#drawn !== "");
      return;
    }
    this.element.classList.remove("late");
    const key = JSON.stringify([variables, before]);
    if (key === this.#drawn) return;
    this.#drawn = key;
    put(this.#list, ...variables.map((variable) => row(variable, before?.find(({ name }) => name === variable.name))));
  }

  clear() {
    this.#drawn = "";
    put(this.#list);
  }

  /** Hides rows that do not fit in the panel, the unchanged ones first, and reports how many; all are shown if there is room. */
  fit(/** @type {boolean} */ isLimited) {
    const rows = /** @type {HTMLElement[]} */ ([...this.#list.children]);
    for (const one of rows) one.hidden = false;
    if (!isLimited) return;
    const order = rows.filter((one) => !one.classList.contains("changed")).reverse().concat(rows.filter((one) => one.classList.contains("changed")).reverse());
    for (const one of order) {
      if (this.element.scrollHeight <= this.element.clientHeight) break;
      one.hidden = true;
    }
  }
}

/**
 * A variable with its value.
 * @param {Variable} variable
 * @param {Variable} [before] the variable after the step before
 */
function row({ name, kind, value }, before) {
  const isChanged = before !== undefined && JSON.stringify(before.value) !== JSON.stringify(value);
  const content = { flags, bits, list, number: plain, text: plain }[kind] ?? plain;
  return h("div", { class: `variable${isChanged ? " changed" : ""}` },
    h("dt", {}, h("code", {}, name), isChanged && h("span", { class: "unseen" }, " (changed)")),
    h("dd", {}, ...content(value, isChanged ? before.value : value)));
}

/**
 * @param {any} value
 * @param {any} before
 */
function plain(value, before) {
  const text = String(value);
  // A text that grows or shrinks shows the part that is new.
  const isLonger = typeof value === "string" && typeof before === "string" && text.length > before.length && text.startsWith(before);
  return isLonger ? [h("code", {}, before, h("mark", {}, text.slice(before.length)))] : [h("code", {}, text === "" ? "(empty)" : text)];
}

/**
 * A cell for each flag, with its index from 1; those that are set are filled.
 * @param {string} value
 * @param {string} before
 */
function flags(value, before) {
  const set = [...value].flatMap((flag, at) => (flag === "1" ? [at + 1] : []));
  return [
    h("span", { class: "unseen" }, `${set.length ? `set: ${set.join(", ")}` : "none set"} of ${value.length}`),
    h("span", { class: "cells", "aria-hidden": "true" }, ...[...value].map((flag, at) =>
      h("span", { class: `flag${flag === "1" ? " set" : ""}${flag !== before[at] ? " new" : ""}` }, h("i", {}, String(at + 1)), h("b", {}, flag)))),
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
 * The elements of a list; the last is the top.
 * @param {string[]} value
 * @param {string[]} before
 */
function list(value, before) {
  if (value.length === 0) return [h("span", { class: "small" }, "empty")];
  const from = Math.max(0, value.length - SHOWN_ELEMENTS);
  const chip = (/** @type {string} */ text, /** @type {number} */ at) =>
    h("li", { class: `chip${at === value.length - 1 ? " newest" : ""}${text !== before[at] ? " new" : ""}` }, text, at === value.length - 1 && h("span", { class: "unseen" }, " (top)"));
  return [
    from > 0 && h("span", { class: "small" }, `${from} more, then `),
    h("ul", { class: "chips" }, ...value.slice(from).map((text, at) => chip(text, from + at))),
  ];
}
