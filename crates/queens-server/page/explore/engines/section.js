import { reportedElsewhere } from "../../shared/address-check.js";
import { WITH_REGIONS, once } from "../../shared/api.js";
import { h, warningLine, put } from "../../shared/dom.js";
import { exampleRace, exampleSize } from "../../watch/engine-examples.js";
import { REGION_MAPS, mapped, mini, tried } from "./mini.js";
import { address } from "../../shared/store.js";
import { grouped, marked } from "../../shared/words.js";

/** The results of an engine in words. @type {Record<string, string>} */
const RESULT_WORDS = { all: "every solution", one: "one solution", count: "the number of solutions",
  special: "the answer to one kind of question" };

/**
 * Links to descriptions in this section.
 * @param {string} key of the address
 * @param {string[]} ids
 */
function linkList(key, ids) {
  const link = (/** @type {string} */ id) =>
    h("a", { href: address({ part: "engines", query: { [key]: id } }), "data-id": `${key}${id}` }, id);
  return h("ul", {}, ...ids.map((id) => h("li", {}, link(id))));
}

/**
 * A link to another section.
 * @param {string} part
 * @param {import("../../shared/store.js").Query} query
 * @param {string} words
 */
const linkTo = (part, query, words) => h("a", { href: address({ part, query }) }, words);

/** An example of a variant with regions, and where to play it. @param {string} variant */
function puzzleExample(variant) {
  const regions = REGION_MAPS[variant];
  const board = { v: variant, n: String(regions.length), r: regions.join(".") };
  return [
    mini(mapped(variant), "backtracking", regions.length, { regions }),
    h("p", { class: "links" }, h("a", { href: "#puzzles" }, "Play a puzzle"),
      linkTo("board", board, "Open on the board")),
  ];
}

/**
 * An example of a variant, and where to see more of it.
 * @param {string} variant
 * @param {string} summary
 */
function boardExample(variant, summary) {
  /** @type {import("../../shared/store.js").Query} */
  const query = variant === "queens" ? {} : { v: variant };
  return [
    mini(`${variant} 5`, "backtracking", 5, { first: !summary.startsWith("any number") }),
    h("p", { class: "links" }, linkTo("board", { ...query, n: "7" }, "Open it on the board"),
      linkTo("solutions", { ...query, n: "7" }, "See its solutions"),
      linkTo("steps", { ...query, n: "5", m: "backtracking" }, "Step through it")),
  ];
}

/** The part of the page with the descriptions of all engines and variants. */
class EnginesPart {
  /** @type {any[]} */
  #engines = [];
  /** @type {any[]} */
  #variants = [];
  /** The key of the description that is shown. */
  #shown = "";
  #list = h("nav", { class: "contents", "aria-label": "Engines and variants" });
  #unknown = warningLine();
  #article = h("article", { class: "reading", tabindex: -1 });
  element = h("div", { class: "split turned" }, h("div", { class: "side" }, this.#list),
    h("div", {}, this.#unknown.element, this.#article));

  settings = { m: reportedElsewhere, v: reportedElsewhere };
  ready = Promise.all([once("engines"), once("variants")]).then(([{ engines }, { variants }]) => {
    [this.#engines, this.#variants] = [engines, variants];
    this.#showList();
  });

  /** The number of engines that can be watched; they come first. */
  #ladderLength() {
    return this.#engines.findIndex(({ finds }) => finds === "count");
  }

  #showList() {
    const engines = this.#engines.map(({ id }) => id);
    const ladder = this.#ladderLength();
    put(this.#list,
      h("h2", {}, "The ladder"), h("p", { class: "small" }, "These can be watched step by step."),
      linkList("m", engines.slice(0, ladder)),
      h("h2", {}, "Fast engines"), linkList("m", engines.slice(ladder)),
      h("h2", {}, "Variants"), linkList("v", this.#variants.map(({ variant }) => variant)));
  }

  /** @param {any} entry */
  #engineArticle(entry) {
    const isLadder = this.#engines.indexOf(entry) < this.#ladderLength();
    const n = exampleSize(entry, 6);
    const range = entry.practical === null ? "not timed" : "within seconds up to n = " +
      `${grouped(entry.practical)}`;
    return [h("p", { class: "small" }, entry.id), h("h2", { class: "title" }, entry.title),
      ...entry.how.map((/** @type {string} */ line) => h("p", {}, ...marked(line))),
      h("p", { class: "links" },
        isLadder && linkTo("steps", { m: entry.id, n: String(n) }, "Step through it"),
        entry.finds !== "special" && h("a", { href: address(exampleRace(entry)) },
          "Race it against another")),
      isLadder ? mini(`queens ${n}`, entry.id, n) : tried(entry),
      h("dl", { class: "facts" },
        h("dt", {}, "Source"), h("dd", {}, `${entry.author}, ${entry.year}. ${entry.source}.`),
        h("dt", {}, "Finds"), h("dd", {}, `${RESULT_WORDS[entry.finds] ?? entry.finds}; ${range}`),
        h("dt", {}, "Time"), h("dd", {}, entry.time), h("dt", {}, "Memory"), h("dd", {}, entry.memory),
        ...entry.counts.flatMap((/** @type {any} */ { name, words }) => [h("dt", {}, name),
          h("dd", {}, words)]))];
  }

  /** @param {any} entry */
  #variantArticle({ variant, summary }) {
    return [h("p", { class: "small" }, "variant"), h("h2", { class: "title" }, variant),
      h("p", {}, `${summary[0].toUpperCase()}${summary.slice(1)}.`),
      ...(WITH_REGIONS.includes(variant) ? puzzleExample(variant) : boardExample(variant, summary))];
  }

  /** @param {import("../../shared/store.js").Query} query */
  update(query) {
    const variant = this.#variants.find((entry) => entry.variant === query.v);
    const named = this.#engines.find(({ id }) => id === query.m);
    const engine = named ?? this.#engines.find(({ id }) => id === "flags");
    const other = query.v ? !variant && `variant called ${query.v}`
      : query.m && !named && `engine called ${query.m}`;
    this.#unknown.show(other ? `There is no ${other.slice(0, 60)}; showing ${engine.id}.` : "");
    const key = variant ? `v${variant.variant}` : `m${engine.id}`;
    if (key === this.#shown) return;
    const isMoved = this.#shown !== "";
    this.#shown = key;
    put(this.#article, ...(variant ? this.#variantArticle(variant) : this.#engineArticle(engine)));
    for (const link of this.#list.querySelectorAll("a")) {
      if (link.dataset.id === key) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    if (isMoved) this.#article.scrollIntoView({ block: "nearest" });
  }
}

/**
 * @returns {import("../../main.js").Part}
 */
export const create = () => new EnginesPart();
