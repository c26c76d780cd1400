import { button, h } from "./dom.js";
import { address, keep, stored } from "./store.js";

/** The key of local storage for a tour that was closed. */
const TOUR_KEY = "queens.tour";

/** The stations of the tour: action, part, settings, and the rest of the sentence. @type {[string, string, Record<string, string>, string][]} */
const TOUR_STOPS = [
  ["Place a queen", "board", { n: "8", q: "b1" }, "and see at once whether the board can still be completed."],
  ["Step through a search", "steps", { m: "flags", n: "6" }, "one square at a time, forward and back."],
  ["Race it", "race", { m: "flags,bitmask,exact-cover", n: "8", go: "1" }, "against faster engines, and see why they win."],
  ["Solve a puzzle", "puzzles", {}, "with hints that show where to look before they say why."],
];

/**
 * A short tour for new visitors, shown until they close it.
 * @param {import("./store.js").Store} store
 */
export function tour(store) {
  const close = button("Close the tour", () => {
    keep(TOUR_KEY, "seen");
    element.remove();
  }, { class: "quiet" });
  const element = h("aside", { class: "tour", "aria-label": "A short tour", hidden: stored(TOUR_KEY) === "seen" },
    h("p", {}, "N queens, no two in the same row, column or diagonal. Four things to try:"),
    h("ol", {}, ...TOUR_STOPS.map(([title, part, query, words]) => h("li", {},
      h("a", { href: address({ part, query }), click: (/** @type {Event} */ event) => { event.preventDefault(); store.go(part, query); } }, title), ` ${words}`))),
    close);
  return element;
}
