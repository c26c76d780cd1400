import { h } from "../../shared/dom.js";
import { grouped } from "../../shared/words.js";

/** One of the two lists of a search, with its length and the nodes that are drawn. */
export class NodeList {
  #count = h("span", { class: "number" }, "0");
  #items;
  #rest = h("p", { class: "small" });
  element;

  /**
   * @param {string} name
   * @param {string} words what the list holds
   */
  constructor(name, words) {
    const label = `Nodes of the ${name.toLowerCase()}`;
    this.#items = h("ol", { class: "node-list", tabindex: 0, "aria-label": label });
    this.element = h("section", { class: "list", "aria-label": name },
      h("h2", {}, name, " ", this.#count), h("p", { class: "small" }, words), this.#items, this.#rest);
  }

  /**
   * @param {HTMLElement[]} drawn the drawings of the first nodes
   * @param {number} length of the list
   */
  show(drawn, length) {
    this.#count.textContent = grouped(length);
    const { children } = this.#items;
    if (drawn.length !== children.length || drawn.some((item, at) => children[at] !== item)) {
      this.#items.replaceChildren(...drawn);
    }
    this.#rest.textContent = length > drawn.length ? `and ${grouped(length - drawn.length)} more` : "";
  }
}
