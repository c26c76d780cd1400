import { button, h, put, reveal, setText } from "../shared/dom.js";
import { NAMED_PLACE } from "./words.js";

/**
 * The card below the tools of a board: how to mark, or the hint that is shown.
 *
 * @typedef {import("./puzzle/hint.js").Shown} Shown
 */
export class HintCard {
  #text = h("p", { class: "told-hint", role: "status" });
  #more;
  #close;
  element;
  /** The words of the hint that is shown; "" if there is none. */
  words = "";

  /**
   * @param {{more: () => void, close: () => void}} actions for more of the hint, and to close it
   * @param {HTMLElement[]} before elements shown above the text
   * @param {HTMLElement[]} [after] and below the buttons
   */
  constructor({ more, close }, before, after = []) {
    this.#more = button("", more, { class: "main" });
    this.#close = button("Close", close);
    this.element = h("div", { class: "play-card" }, ...before, this.#text,
      h("div", { class: "row card-row" }, this.#more, this.#close), ...after);
  }

  /** True if the button for more has the focus. */
  get hasFocus() {
    return document.activeElement === this.#more;
  }

  /** True if the hint names a square, a row or a column. */
  get namesPlace() {
    return NAMED_PLACE.test(this.words);
  }

  /**
   * Shows a hint, or without one how to mark.
   * @param {Shown} shown
   * @param {string} howTo
   */
  show({ text, button: label }, howTo) {
    this.setText(text || howTo);
    setText(this.#more, label);
    this.#more.hidden = label === "Hint";
    this.#close.hidden = !text;
    this.element.classList.toggle("hinting", Boolean(text));
    this.words = text ? this.#text.textContent ?? "" : "";
  }

  /** Scrolls to a hint that is out of view on a narrow screen. */
  reveal() {
    if (this.words) reveal(this.element, "nearest");
  }

  /** @param {string | Node} text */
  setText(text) {
    if (typeof text === "string") setText(this.#text, text);
    else put(this.#text, text);
  }
}
