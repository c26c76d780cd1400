import { exampleRace } from "../engine-examples.js";
import { h, put } from "../../shared/dom.js";
import { address } from "../../shared/store.js";
import { marked } from "../../shared/words.js";

/** The idea of an engine, its author and its time, with links to more. */
export class IdeaPanel {
  #links = h("p", { class: "small" });
  #idea = h("div", { class: "idea" });
  element = h("div", {}, this.#links, this.#idea);

  /** @param {any} engine */
  show(engine) {
    put(this.#idea, h("h2", {}, engine.title),
      ...engine.how.map((/** @type {string} */ line) => h("p", {}, ...marked(line))),
      h("p", { class: "small" }, `${engine.author}, ${engine.year}. Time ${engine.time}.`));
    put(this.#links, h("a", { href: `#engines?m=${engine.id}` }, "More about it"), " · ",
      h("a", { href: address(exampleRace(engine)) }, "Race it against another engine"));
  }
}
