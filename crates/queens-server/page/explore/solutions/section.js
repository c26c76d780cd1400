import { reportedElsewhere } from "../../shared/address-check.js";
import { LatestRequest, ask, isAbort, lines, reason, sizedVariants } from "../../shared/api.js";
import { picture } from "../../shared/board.js";
import { button, choice, h, numberField, put } from "../../shared/dom.js";
import { pieceOf } from "../../shared/pieces.js";
import { classOf, orbit, writeList } from "../../shared/squares.js";
import { address } from "../../shared/store.js";
import { classTable, grouped } from "../../shared/words.js";

/** @typedef {import("../../shared/squares.js").Square} Square */

/** Number of solutions to load at a time. */
const PAGE_SIZE = 48;

/**
 * @param {import("../../main.js").App} app
 * @returns {import("../../main.js").Part}
 */
export function create({ store, say, warn }) {
  let [n, kind, asked, limit] = [8, "queens", "", PAGE_SIZE];
  /** @type {Square[][]} */
  let found = [];
  let isWhole = false;
  /** The limit that ended the search early; empty if none did. */
  let stopped = "";
  let symmetries = 8;
  let piece = "queen";
  const question = new LatestRequest();
  const counting = new LatestRequest();

  const variant = choice("Variant", (v) => store.patch({ v: v === "queens" ? "" : v, o: "" }, true), [["queens", "queens"]]);
  const size = numberField("Size", 1, 32, (n) => store.patch({ n, o: "" }, true));
  const classes = h("div", { class: "result classes" });
  const statusLine = h("p", { class: "small", role: "status" });
  const gallery = h("ul", { class: "gallery" });
  const more = button("More", () => { limit += PAGE_SIZE; load(); });
  const family = h("section", { class: "family", "aria-label": "The orbit of a solution", hidden: true });
  const element = h("div", { class: "split turned" },
    h("div", { class: "side" }, h("div", { class: "row" }, size.element, variant.element),
      h("p", { class: "small" }, "Solutions that differ only by rotation or reflection count as one fundamental solution. Select one to see its images."),
      classes),
    h("div", {}, family, gallery, statusLine, h("div", { class: "row" }, more)));

  const ready = sizedVariants().then((variants) => variant.offer(variants));
  new IntersectionObserver(([entry]) => {
    if (entry.isIntersecting && !isWhole && found.length >= limit && found.length > 0) {
      limit += PAGE_SIZE;
      load();
    }
  }, { rootMargin: "200px" }).observe(more);

  async function countClasses() {
    put(classes, h("p", { class: "small" }, "Counting the classes ..."));
    try {
      const answer = await ask("classes", { problem: `${kind} ${n}` }, counting.next());
      symmetries = answer.symmetries || 1;
      put(classes, classTable(answer));
    } catch (error) {
      if (!isAbort(error)) put(classes, h("p", { class: "small" }, reason(error)));
    }
  }

  async function load() {
    const signal = question.next();
    const skip = found.length;
    let seen = 0;
    stopped = "";
    put(statusLine, "Searching ...");
    try {
      for await (const line of lines("list", { problem: `${kind} ${n}`, fundamental: true, limit }, signal)) {
        if (line.end !== undefined) {
          stopped = line.end === "exhausted" || line.end === "found" ? "" : line.end;
          isWhole = stopped !== "" || seen < limit;
        }
        else if (++seen > skip) {
          found.push(line.queens);
          gallery.append(item(found.length - 1));
        }
      }
      const count = grouped(found.length);
      put(statusLine, stopped ? `${count} found (${stopped}): there may be more.` : found.length === 0 ? "There is no solution." : isWhole && found.length === 1 ? "The only fundamental solution." : isWhole ? `All ${count} fundamental solutions.` : `The first ${count} fundamental solutions.`);
    } catch (error) {
      if (isAbort(error)) return;
      put(statusLine, reason(error));
    }
    more.hidden = isWhole;
    showFamily(store.view.query.o ?? "");
  }

  /** @param {number} index */
  function item(index) {
    const queens = found[index];
    const all = orbit(queens, n);
    const images = all.length;
    const name = symmetries === 8 ? classOf(all[0].maps) : "";
    const size = symmetries === 8 ? `, ${images} ${images === 1 ? "image" : "images"}` : "";
    const label = `Solution ${index + 1}${name && `, ${name}`}${size}: ${writeList(queens.map(([row, column]) => row * n + column), n, " ")}`;
    return h("li", {}, h("button", { type: "button", class: "tile", "aria-label": label, click: () => {
      const isOpen = store.view.query.o === String(index + 1);
      store.patch({ o: isOpen ? "" : String(index + 1) });
      if (!isOpen) family.scrollIntoView({ block: "nearest" });
    } }, picture(queens, n, n, "", piece), h("span", { class: "small" }, `${index + 1}${name && ` · ${name}`}`)));
  }

  /** @param {string} which */
  function showFamily(which) {
    const queens = found[Number(which) - 1];
    family.hidden = !queens;
    if (which && !queens && isWhole) warn(`There is no solution ${which}: the last one is ${found.length}.`);
    for (const [index, tile] of [...gallery.querySelectorAll("button")].entries()) tile.setAttribute("aria-pressed", String(index + 1 === Number(which)));
    if (!queens) return;
    const images = symmetries === 8 ? orbit(queens, n) : orbit(queens, n).slice(0, 1);
    const words = symmetries === 8 ? `${images.length} ${images.length === 1 ? "image" : "images"} of solution ${which}` : `Solution ${which}`;
    put(family, h("h2", {}, words),
      symmetries !== 8 && h("p", { class: "small" }, "This variant does not have all symmetries of the square board, so images are not drawn."),
      h("ul", { class: "gallery" }, ...images.map((image) => h("li", {}, h("figure", {}, picture(image.queens, n, n, writeList(image.queens.map(([row, column]) => row * n + column), n, " "), piece),
        h("figcaption", { class: "small" }, image.maps.join("; ")))))),
      h("div", { class: "row" },
        h("a", { href: address({ part: "board", query: { v: kind === "queens" ? "" : kind, n: String(n), q: writeList(queens.map(([row, column]) => row * n + column), n) } }) }, "Open on the board"),
        button("Close", () => store.patch({ o: "" }), { class: "quiet" })));
    say(words);
  }

  return {
    element,
    settings: { n: reportedElsewhere, v: reportedElsewhere, o: (which) => (/^[1-9]\d*$/.test(which) ? "" : "use the number of a solution") },
    ready,
    async update(query) {
      kind = variant.take(query.v, "queens");
      n = size.take(query.n, 8);
      const key = `${kind} ${n}`;
      if (key !== asked) {
        asked = key;
        [found, isWhole, limit, symmetries] = [[], false, Math.max(PAGE_SIZE, Number(query.o) || 0), 8];
        put(gallery);
        piece = await pieceOf(kind).catch(() => "queen");
        if (asked !== key) return;
        family.hidden = true;
        await countClasses();
        if (asked === key) load();
      } else showFamily(query.o ?? "");
    },
    leave() {
      question.stop();
      counting.stop();
      asked = "";
    },
  };
}
