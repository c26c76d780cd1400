import { h, put } from "../../shared/dom.js";
import { crown } from "../../shared/icons.js";
import { isQueen } from "./state.js";

/**
 * The queens that are on the board, in the order in which the player found them, as the colours of their
 * regions.
 *
 * @typedef {import("./state.js").Puzzle} Puzzle
 */

/**
 * The letters of regions with a queen, in the order in which they got it.
 * @param {string} before the order before the last move
 * @param {Puzzle} puzzle
 */
export function orderOf(before, { regions, marks }) {
  const left = regions.filter((_, index) => isQueen(marks[index]));
  const take = (/** @type {string} */ letter) => {
    const at = left.indexOf(letter);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  const kept = [...before].filter(take);
  return kept.join("") + left.join("");
}

/** A square for each queen: filled once it is found. */
export class FoundRow {
  #shown = "";
  element = h("div", { class: "found-row", role: "img" });

  /**
   * @param {Puzzle} puzzle
   * @param {string} order the letters of the regions of the queens
   * @param {Map<string, string>} colours of each region, by its letter
   */
  show({ n, stars, regions }, order, colours) {
    const key = [n, stars, order, ...colours.values()].join();
    if (key === this.#shown) return;
    this.#shown = key;
    const found = [...order].slice(0, n * stars);
    const open = [...new Set(regions)].sort().flatMap((letter) => {
      const count = found.filter((other) => other === letter).length;
      return new Array(Math.max(0, stars - count)).fill(letter);
    });
    const chip = (/** @type {string} */ letter, /** @type {boolean} */ isFound) => {
      const square = h("i", { class: isFound && "is-found" }, isFound && n * stars <= 14 && crown());
      square.style.setProperty("--tint", colours.get(letter) ?? "");
      return square;
    };
    this.element.setAttribute("aria-label", `${found.length} of ${n * stars} queens`);
    put(this.element, ...found.map((letter) => chip(letter, true)),
      ...open.map((letter) => chip(letter, false)));
  }
}
