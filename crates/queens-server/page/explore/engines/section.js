import { reportedElsewhere } from "../../shared/address-check.js";
import { WITH_REGIONS, once } from "../../shared/api.js";
import { h, warningLine, put } from "../../shared/dom.js";
import { exampleRace, exampleSize } from "../../watch/engine-examples.js";
import { REGION_MAPS, mapped, mini, tried } from "./mini.js";
import { address } from "../../shared/store.js";
import { grouped, marked } from "../../shared/words.js";

/** The results of an engine in words. @type {Record<string, string>} */
const RESULT_WORDS = { all: "every solution", one: "one solution", count: "the number of solutions", special: "the answer to one kind of question" };

/**
 * @returns {import("../../main.js").Part}
 */
export function create() {
  /** @type {any[]} */
  let engines = [];
  /** @type {any[]} */
  let variants = [];
  let shown = "";
  const list = h("nav", { class: "contents", "aria-label": "Engines and variants" });
  const unknown = warningLine();
  const article = h("article", { class: "reading", tabindex: -1 });
  const element = h("div", { class: "split turned" }, h("div", { class: "side" }, list), h("div", {}, unknown.element, article));

  const ready = Promise.all([once("engines"), once("variants")]).then(([found, all]) => {
    engines = found.engines;
    variants = all.variants;
    const split = engines.findIndex(({ finds }) => finds === "count");
    const links = (/** @type {any[]} */ entries, /** @type {string} */ key, /** @type {string} */ id) =>
      h("ul", {}, ...entries.map((entry) => h("li", {}, h("a", { href: address({ part: "engines", query: { [key]: entry[id] } }), "data-id": `${key}${entry[id]}` }, entry[id]))));
    put(list, h("h2", {}, "The ladder"), h("p", { class: "small" }, "These can be watched step by step."), links(engines.slice(0, split), "m", "id"),
      h("h2", {}, "Fast engines"), links(engines.slice(split), "m", "id"), h("h2", {}, "Variants"), links(variants, "v", "variant"));
  });

  /** @param {any} entry */
  function engineArticle(entry) {
    const isLadder = engines.indexOf(entry) < engines.findIndex(({ finds }) => finds === "count");
    const n = exampleSize(entry, 6);
    return [h("p", { class: "small" }, entry.id), h("h2", { class: "title" }, entry.title),
      ...entry.how.map((/** @type {string} */ line) => h("p", {}, ...marked(line))),
      h("p", { class: "links" },
        isLadder && h("a", { href: address({ part: "steps", query: { m: entry.id, n: String(n) } }) }, "Step through it"),
        entry.finds !== "special" && h("a", { href: address(exampleRace(entry)) }, "Race it against another")),
      isLadder ? mini(`queens ${n}`, entry.id, n) : tried(entry),
      h("dl", { class: "facts" },
        h("dt", {}, "Source"), h("dd", {}, `${entry.author}, ${entry.year}. ${entry.source}.`),
        h("dt", {}, "Finds"), h("dd", {}, `${RESULT_WORDS[entry.finds] ?? entry.finds}; ${entry.practical === null ? "not timed" : `within seconds up to n = ${grouped(entry.practical)}`}`),
        h("dt", {}, "Time"), h("dd", {}, entry.time), h("dt", {}, "Memory"), h("dd", {}, entry.memory),
        ...entry.counts.flatMap((/** @type {any} */ { name, words }) => [h("dt", {}, name), h("dd", {}, words)]))];
  }

  /** @param {any} entry */
  function variantArticle({ variant, summary }) {
    /** @type {import("../../shared/store.js").Query} */
    const query = variant === "queens" ? {} : { v: variant };
    const isPuzzle = WITH_REGIONS.includes(variant);
    return [h("p", { class: "small" }, "variant"), h("h2", { class: "title" }, variant), h("p", {}, `${summary[0].toUpperCase()}${summary.slice(1)}.`),
      isPuzzle ? mini(mapped(variant), "backtracking", REGION_MAPS[variant].length, { regions: REGION_MAPS[variant] })
        : mini(`${variant} 5`, "backtracking", 5, { first: !summary.startsWith("any number") }),
      isPuzzle ? h("p", { class: "links" }, h("a", { href: "#puzzles" }, "Play a puzzle"), h("a", { href: address({ part: "board", query: { v: variant, n: String(REGION_MAPS[variant].length), r: REGION_MAPS[variant].join(".") } }) }, "Open on the board")) : h("p", { class: "links" }, h("a", { href: address({ part: "board", query: { ...query, n: "7" } }) }, "Open it on the board"),
        h("a", { href: address({ part: "solutions", query: { ...query, n: "7" } }) }, "See its solutions"),
        h("a", { href: address({ part: "steps", query: { ...query, n: "5", m: "backtracking" } }) }, "Step through it"))];
  }

  return {
    element,
    settings: { m: reportedElsewhere, v: reportedElsewhere },
    ready,
    update(query) {
      const variant = variants.find((entry) => entry.variant === query.v);
      const named = engines.find(({ id }) => id === query.m);
      const engine = named ?? engines.find(({ id }) => id === "flags");
      const other = query.v ? !variant && `variant called ${query.v}` : query.m && !named && `engine called ${query.m}`;
      unknown.show(other ? `There is no ${other.slice(0, 60)}; showing ${engine.id}.` : "");
      const key = variant ? `v${variant.variant}` : `m${engine.id}`;
      if (key === shown) return;
      const isMoved = shown !== "";
      shown = key;
      put(article, ...(variant ? variantArticle(variant) : engineArticle(engine)));
      for (const link of list.querySelectorAll("a")) {
        if (link.dataset.id === key) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
      if (isMoved) article.scrollIntoView({ block: "nearest" });
    },
  };
}
