import { disable, showTravel } from "../../shared/dom.js";
import { toolButton, toolbar } from "../tools.js";
import { OPEN, isClue } from "./state.js";

/**
 * The tools below the board of a puzzle.
 *
 * @typedef {{undo: () => void, redo: () => void, hint: () => void, check: () => void, clear: () => void,
 *   begin: () => void, accept: () => void, reject: () => void}} Actions the last three belong to a trial
 */
export class PlayerTools {
  #undo;
  #redo;
  #check;
  #clear;
  #try;
  #accept;
  #reject;
  hint;
  element;

  /** @param {Actions} actions */
  constructor({ undo, redo, hint, check, clear, begin, accept, reject }) {
    this.#undo = toolButton("undo", "Undo", undo, { "aria-keyshortcuts": "Control+Z" });
    this.#redo = toolButton("redo", "Redo", redo, { "aria-keyshortcuts": "Control+Y" });
    this.hint = toolButton("hint", "Hint", hint, { class: "tinted-tool" });
    this.#check = toolButton("check", "Check", check);
    this.#clear = toolButton("erase", "Clear", clear, { "aria-label": "Clear marks" });
    this.#try = toolButton("pencil", "Try", begin,
      { title: "Set marks that you can take back all at once" });
    this.#accept = toolButton("tick", "Accept", accept, { class: "tinted-tool" });
    this.#reject = toolButton("cross", "Reject", reject);
    this.element = toolbar(this.#undo, this.#redo, this.hint, this.#check, this.#clear, this.#try,
      this.#reject, this.#accept);
  }

  /**
   * Shows what can be done with the marks.
   * @param {string[]} marks
   * @param {import("../../shared/position.js").UndoHistory} history
   * @param {boolean} isTrial
   */
  show(marks, history, isTrial) {
    const isEmpty = marks.every((mark) => mark === OPEN || isClue(mark));
    disable(this.#clear, isEmpty ? "There are no marks to clear" : "");
    showTravel(history, this.#undo, this.#redo);
    for (const element of [this.#try, this.#clear]) element.hidden = isTrial;
    for (const element of [this.#accept, this.#reject]) element.hidden = !isTrial;
  }

  /** Enables what a solved puzzle has no use for, or not. @param {boolean} isSolved */
  settle(isSolved) {
    for (const control of [this.#try, this.hint, this.#check]) {
      disable(control, isSolved ? "The puzzle is solved" : "");
    }
  }
}
