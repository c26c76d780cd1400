import { oneOf } from "../../shared/address-check.js";
import { once } from "../../shared/api.js";
import { Board } from "../../shared/board.js";
import { h, put } from "../../shared/dom.js";
import { litOf, numberedSentence } from "../puzzle/hint.js";
import { fromDocument, readPuzzle } from "../puzzle/state.js";
import { drawPuzzle } from "../puzzle/view.js";
import { address } from "../../shared/store.js";
import { tints } from "../../shared/tints.js";

/** @typedef {import("../../shared/store.js").Query} Query */

/** The difficulty of a level in a word, as in ratings. @param {number} level */
const levelWord = (level) => (level < 2 ? "gentle" : level < 3 ? "easy" : level < 5 ? "medium"
  : level < 9 ? "hard" : "fiendish");

/** The section about the reasons of hints, one at a time: an example, its step and the rule. */
class TechniquePart {
  /** @type {any[]} */
  #techniques = [];
  #board = new Board("Example");
  #title = h("h2");
  #text = h("div", { "aria-live": "polite" });
  #list = h("ol", { class: "techniques" });
  #back = h("a", { class: "main" }, "Back to the puzzle");
  element = h("div", { class: "split technique" }, h("div", { class: "stage" }, this.#board.element),
    h("div", { class: "side" }, this.#title, this.#text, h("div", { class: "row" }, this.#back),
      h("h2", {}, "All reasons, easiest first"), this.#list));
  ready = once("puzzle/techniques").then(({ techniques }) => { this.#techniques = techniques; });

  /** @type {Record<string, import("../../shared/address-check.js").SettingCheck>} */
  settings = {
    id: (id) => (this.#techniques.some(({ technique }) => technique === id) ? ""
      : "choose a reason from the list"),
    from: oneOf(["today", "puzzles"]),
  };

  /** @param {Query} query */
  update({ id, from }) {
    const found = this.#techniques.find(({ technique }) => technique === id) ?? this.#techniques[0];
    const puzzle = readPuzzle(fromDocument(found.example));
    if (!puzzle) return;
    this.#board.resize(puzzle.n, puzzle.n);
    this.#board.set("aria-label", `Example: ${found.plain_name}`);
    drawPuzzle(this.#board,
      { puzzle, colours: tints(puzzle.regions, puzzle.n, puzzle.n), lit: litOf(puzzle, found.step),
        isAuto: false });
    put(this.#title, capital(found.plain_name));
    put(this.#text,
      h("p", { class: "reason" }, numberedSentence(found.step.sentence, found.step.premises)),
      h("p", {}, found.rule),
      h("p", { class: "small" },
        `Also called ${found.name}; ${levelWord(found.level)}, level ${found.level} of 10.`,
        found.by_uniqueness && " It holds only in puzzles with exactly one solution."));
    // A hint links to this section; the player returns to the section of the hint.
    this.#back.hidden = !from;
    this.#back.setAttribute("data-part", from ?? "");
    this.#back.setAttribute("href", address({ part: from ?? "", query: {} }));
    put(this.#list, ...this.#techniques.map(({ technique, plain_name: name }) =>
      h("li", {},
        h("a", { href: address({ part: "technique", query: { id: technique, from: from ?? "" } }),
          "aria-current": technique === found.technique && "true" }, capital(name)))));
  }
}

/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** @returns {import("../../main.js").Part} */
export const create = () => new TechniquePart();
