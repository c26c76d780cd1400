import { button, h, numberField } from "../../shared/dom.js";
import { PLACE, REMOVE, SOLUTION } from "../trace.js";
import { grouped } from "../../shared/words.js";

/**
 * Jumps from event to event: to the next solution, backtrack, or queen at the same depth; with Shift to the
 * one before.
 * @typedef {import("../trace.js").Trace} Trace
 * @typedef {{label: string, key: string, kind: number, isAtDepth?: boolean, one: string, many: string}} Jump
 *   `isAtDepth` is true if the depth must be the same
 */

/** @type {Jump[]} */
const JUMPS = [
  { label: "Next solution", key: "s", kind: SOLUTION, one: "solution", many: "solutions" },
  { label: "Next backtrack", key: "r", kind: REMOVE, one: "backtrack", many: "backtracks" },
  { label: "Next at this depth", key: "d", kind: PLACE, isAtDepth: true, one: "queen placed",
    many: "queens placed" },
];

export class Jumps {
  #isLooking = false;
  #services;
  #field = numberField("Go to step", 0, 9_999_999, (text) => {
    this.go(Math.max(0, Math.round(Number(text)) || 0));
  });
  element;

  /**
   * @param {{player: import("../player.js").Player, trace: () => Trace | null, load: (step: number) =>
   *   Promise<void>, tell: (words: string, isFinal: boolean) => void}} services `load` loads steps up to a
   *   number; `tell` shows a message in place of the sentence
   */
  constructor(services) {
    this.#services = services;
    const { input } = this.#field;
    input.setAttribute("aria-keyshortcuts", "G");
    input.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") input.value = String(services.player.at);
    });
    // By then a changed number has been used. The keys of the player work again.
    input.addEventListener("keyup", ({ key }) => (key === "Escape" || key === "Enter") && input.blur());
    this.element = h("div", { class: "row jumps" },
      ...JUMPS.map((jump) => button(jump.label, () => this.#jump(jump, false),
        { "aria-keyshortcuts": jump.key.toUpperCase() })), this.#field.element);
  }

  /**
   * Goes to a step, which is loaded first.
   * @param {number} step
   */
  async go(step) {
    const { player, trace, load } = this.#services;
    const current = trace();
    player.pause();
    if (!current) return;
    await load(step);
    if (trace() === current) player.go(step);
  }

  /**
   * Loads steps until there is a wanted one, or the user does something else.
   * @param {Jump} jump
   * @param {boolean} isBack
   */
  async #jump({ kind, isAtDepth, one, many }, isBack) {
    const { player, trace, load, tell } = this.#services;
    player.pause();
    const [current, from] = [trace(), player.at];
    if (!current || this.#isLooking) return;
    this.#isLooking = true;
    const depth = isAtDepth ? Math.max(1, current.depth(from)) : undefined;
    const where = isAtDepth ? ` at depth ${depth}` : "";
    const isWanted = () => trace() === current && player.at === from && !player.isPlaying;
    let found = current.find(kind, from, isBack, depth);
    while (isWanted() && !found && !isBack && !current.isWhole) {
      const before = current.length;
      tell(`Looking for the next ${one}${where}: none in the first ${grouped(before)} steps ...`, false);
      await load(before + 1);
      if (current.length === before) break;
      found = current.find(kind, Math.max(from, before), false, depth);
    }
    this.#isLooking = false;
    if (!isWanted()) return;
    if (found) player.go(found);
    else if (isBack) tell(`There is no earlier ${one}${where}.`, true);
    else if (current.isEnded) tell(`There are no more ${many}${where}.`, true);
    else if (current.isWhole) {
      const count = grouped(current.length);
      tell(`There is no other ${one}${where} in the first ${count} steps; the page shows no more.`, true);
    }
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} true if the key has a meaning here
   */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const key = event.key.toLowerCase();
    if (key === "g") {
      this.#field.input.value = String(this.#services.player.at);
      this.#field.input.focus();
      this.#field.input.select();
      return true;
    }
    const jump = JUMPS.find((one) => one.key === key);
    if (jump) this.#jump(jump, event.shiftKey);
    return Boolean(jump);
  }

  /** @param {number} step */
  showStep(step) {
    if (document.activeElement !== this.#field.input) this.#field.input.value = String(step);
  }
}
