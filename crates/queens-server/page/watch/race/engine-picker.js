import { button, h, put } from "../../shared/dom.js";
import { icon } from "../../shared/icons.js";
import { grouped } from "../../shared/words.js";

/**
 * Picks engines: those that are chosen, and a field that finds others by name, idea or author.
 *
 * @typedef {{id: string, title: string, author?: string, practical: number | null}} PickedEngine
 */

/** Matches that are shown, at most. */
const MAX_MATCHES = 6;

/** @param {PickedEngine} engine */
const limitOf = ({ practical }) => (practical === null ? null
  : h("span", { class: "small" }, `to n = ${grouped(practical)}`));

export class EnginePicker {
  /** @type {PickedEngine[]} */
  #engines = [];
  /** @type {string[]} */
  #chosen = [];
  #change;
  #list = h("ul", { class: "picked" });
  #matches = h("ul", { class: "matches" });
  #count = h("p", { class: "small", role: "status" });
  #field = h("input",
    { type: "search", "aria-label": "Add an engine", placeholder: "Add an engine", autocomplete: "off",
      spellcheck: "false" });
  element = h("section", { class: "engines", "aria-label": "Engines" }, this.#list,
    h("div", { class: "search-field" }, icon("search"), this.#field), this.#matches, this.#count);

  /** @param {(chosen: string[]) => void} change called with the engines in their order */
  constructor(change) {
    this.#change = change;
    this.#field.addEventListener("input", () => this.#find());
    this.#field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") {
        event.preventDefault();
        /** @type {HTMLButtonElement | null} */ (this.#matches.querySelector("button"))?.click();
      }
    });
  }

  /** @param {PickedEngine[]} engines */
  offer(engines) {
    this.#engines = engines;
    this.#find();
  }

  /** @param {string[]} chosen */
  show(chosen) {
    const hadFocus = this.#list.contains(document.activeElement);
    this.#chosen = chosen;
    put(this.#list, ...this.#engines.filter(({ id }) => chosen.includes(id))
      .map((engine) => h("li", { title: engine.title },
      h("span", { class: "picked-name" }, engine.id), limitOf(engine),
      button(icon("cross"), () => this.#set(chosen.filter((id) => id !== engine.id)),
        { class: "icon-button", "aria-label": `Remove ${engine.id}` }))));
    if (hadFocus) this.#field.focus();
    this.#find();
  }

  /** @param {string[]} chosen */
  #set(chosen) {
    this.#change(this.#engines.map(({ id }) => id).filter((id) => chosen.includes(id)));
  }

  /** Shows the engines that match the field; names come first. */
  #find() {
    const text = this.#field.value.trim().toLowerCase();
    const others = this.#engines.filter(({ id }) => !this.#chosen.includes(id));
    const rank = (/** @type {PickedEngine} */ { id, title, author = "" }) =>
      (id.startsWith(text) ? 0 : id.includes(text) ? 1 : `${title} ${author}`.toLowerCase().includes(text) ? 2
        : 3);
    const found = text ? others.filter((engine) => rank(engine) < 3).sort((a, b) => rank(a) - rank(b)) : [];
    put(this.#matches, ...found.slice(0, MAX_MATCHES).map((engine) => {
      const match = button(null, () => this.#add(engine), { "aria-label": `Add ${engine.id}` });
      match.append(h("span", { class: "picked-name" }, engine.id), limitOf(engine) ?? "",
        h("span", { class: "small match-title" }, engine.title));
      return h("li", {}, match);
    }));
    put(this.#count, text ? `${found.length} of ${others.length}`
      : `${this.#engines.length} engines: search by name, idea or author`);
  }

  /** @param {PickedEngine} engine */
  #add({ id }) {
    this.#field.value = "";
    this.#set([...this.#chosen, id]);
    this.#field.focus();
  }
}
