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

const FUNDAMENTAL_WORDS = "Solutions that differ only by rotation or reflection count as one fundamental " +
  "solution. Select one to see its images.";

const NO_IMAGES_WORDS =
  "This variant does not have all symmetries of the square board, so images are not drawn.";

/** @param {number} count */
const imageCount = (count) => `${count} ${count === 1 ? "image" : "images"}`;

/** The part of the page with all solutions of a board, up to symmetry. */
class SolutionsPart {
  #store;
  #say;
  #warn;
  #n = 8;
  #kind = "queens";
  /** The problem that is shown. */
  #asked = "";
  /** Number of solutions to load. */
  #limit = PAGE_SIZE;
  /** The fundamental solutions so far. @type {Square[][]} */
  #found = [];
  /** True if there are no more to load. */
  #isWhole = false;
  /** The limit that ended the search early; empty if none did. */
  #stopped = "";
  /** The number of symmetries of the variant. */
  #symmetries = 8;
  #piece = "queen";
  #listing = new LatestRequest();
  #counting = new LatestRequest();

  #variant = choice("Variant", (v) => this.#store.patch({ v: v === "queens" ? "" : v, o: "" }, true),
    [["queens", "queens"]]);
  #size = numberField("Size", 1, 32, (n) => this.#store.patch({ n, o: "" }, true));
  #classes = h("div", { class: "result classes" });
  #statusLine = h("p", { class: "small", role: "status" });
  #gallery = h("ul", { class: "gallery" });
  #more = button("More", () => this.#loadMore());
  #family = h("section", { class: "family", "aria-label": "The orbit of a solution", hidden: true });
  element = h("div", { class: "split turned" },
    h("div", { class: "side" }, h("div", { class: "row" }, this.#size.element, this.#variant.element),
      h("p", { class: "small" }, FUNDAMENTAL_WORDS),
      this.#classes),
    h("div", {}, this.#family, this.#gallery, this.#statusLine, h("div", { class: "row" }, this.#more)));

  ready = sizedVariants().then((variants) => this.#variant.offer(variants));
  settings = {
    n: reportedElsewhere, v: reportedElsewhere,
    o: (/** @type {string} */ which) => (/^[1-9]\d*$/.test(which) ? "" : "use the number of a solution"),
  };

  /** @param {import("../../main.js").App} app */
  constructor({ store, say, warn }) {
    this.#store = store;
    this.#say = say;
    this.#warn = warn;
    new IntersectionObserver(([entry]) => {
      const isFull = this.#found.length >= this.#limit && this.#found.length > 0;
      if (entry.isIntersecting && !this.#isWhole && isFull) this.#loadMore();
    }, { rootMargin: "200px" }).observe(this.#more);
  }

  #loadMore() {
    this.#limit += PAGE_SIZE;
    this.#load();
  }

  async #countClasses() {
    put(this.#classes, h("p", { class: "small" }, "Counting the classes ..."));
    try {
      const answer = await ask("classes", { problem: `${this.#kind} ${this.#n}` }, this.#counting.next());
      this.#symmetries = answer.symmetries || 1;
      put(this.#classes, classTable(answer));
    } catch (error) {
      if (!isAbort(error)) put(this.#classes, h("p", { class: "small" }, reason(error)));
    }
  }

  /** Loads solutions up to the limit; those that are shown already are skipped. */
  async #load() {
    const signal = this.#listing.next();
    const skip = this.#found.length;
    let seen = 0;
    this.#stopped = "";
    put(this.#statusLine, "Searching ...");
    const question = { problem: `${this.#kind} ${this.#n}`, fundamental: true, limit: this.#limit };
    try {
      for await (const line of lines("list", question, signal)) {
        if (line.end !== undefined) {
          this.#stopped = line.end === "exhausted" || line.end === "found" ? "" : line.end;
          this.#isWhole = this.#stopped !== "" || seen < this.#limit;
        } else if (++seen > skip) {
          this.#found.push(line.queens);
          this.#gallery.append(this.#item(this.#found.length - 1));
        }
      }
      put(this.#statusLine, this.#countWords());
    } catch (error) {
      if (isAbort(error)) return;
      put(this.#statusLine, reason(error));
    }
    this.#more.hidden = this.#isWhole;
    this.#showFamily(this.#store.view.query.o ?? "");
  }

  /** The number of solutions, in words. */
  #countWords() {
    const count = grouped(this.#found.length);
    if (this.#stopped) return `${count} found (${this.#stopped}): there may be more.`;
    if (this.#found.length === 0) return "There is no solution.";
    if (!this.#isWhole) return `The first ${count} fundamental solutions.`;
    return this.#found.length === 1 ? "The only fundamental solution."
      : `All ${count} fundamental solutions.`;
  }

  /**
   * The squares of a solution as a list, such as `a1 b5`.
   * @param {Square[]} queens
   * @param {string} [separator]
   */
  #squaresOf(queens, separator) {
    return writeList(queens.map(([row, column]) => row * this.#n + column), this.#n, separator);
  }

  /** The tile of a solution. @param {number} index */
  #item(index) {
    const queens = this.#found[index];
    const number = String(index + 1);
    const images = orbit(queens, this.#n);
    const hasImages = this.#symmetries === 8;
    const name = hasImages ? classOf(images[0].maps) : "";
    const size = hasImages ? `, ${imageCount(images.length)}` : "";
    const label = `Solution ${number}${name && `, ${name}`}${size}: ${this.#squaresOf(queens, " ")}`;
    const click = () => this.#toggle(number);
    return h("li", {}, h("button", { type: "button", class: "tile", "aria-label": label, click },
      picture(queens, this.#n, this.#n, "", this.#piece),
      h("span", { class: "small" }, `${number}${name && ` · ${name}`}`)));
  }

  /** Shows the images of a solution, or hides them. @param {string} number */
  #toggle(number) {
    const isOpen = this.#store.view.query.o === number;
    this.#store.patch({ o: isOpen ? "" : number });
    if (!isOpen) this.#family.scrollIntoView({ block: "nearest" });
  }

  /** Shows the images of a solution. @param {string} which its number; empty for none */
  #showFamily(which) {
    const queens = this.#found[Number(which) - 1];
    this.#family.hidden = !queens;
    if (which && !queens && this.#isWhole) {
      this.#warn(`There is no solution ${which}: the last one is ${this.#found.length}.`);
    }
    for (const [index, tile] of [...this.#gallery.querySelectorAll("button")].entries()) {
      tile.setAttribute("aria-pressed", String(index + 1 === Number(which)));
    }
    if (!queens) return;
    const hasImages = this.#symmetries === 8;
    const images = hasImages ? orbit(queens, this.#n) : orbit(queens, this.#n).slice(0, 1);
    const words = hasImages ? `${imageCount(images.length)} of solution ${which}` : `Solution ${which}`;
    const query = { v: this.#kind === "queens" ? "" : this.#kind, n: String(this.#n),
      q: this.#squaresOf(queens) };
    put(this.#family, h("h2", {}, words), !hasImages && h("p", { class: "small" }, NO_IMAGES_WORDS),
      h("ul", { class: "gallery" }, ...images.map((image) => this.#image(image))),
      h("div", { class: "row" }, h("a", { href: address({ part: "board", query }) }, "Open on the board"),
        button("Close", () => this.#store.patch({ o: "" }), { class: "quiet" })));
    this.#say(words);
  }

  /**
   * An image of a solution, with the symmetries that lead to it.
   * @param {ReturnType<typeof orbit>[number]} image
   */
  #image({ queens, maps }) {
    return h("li", {}, h("figure", {},
      picture(queens, this.#n, this.#n, this.#squaresOf(queens, " "), this.#piece),
      h("figcaption", { class: "small" }, maps.join("; "))));
  }

  /** @param {import("../../shared/store.js").Query} query */
  async update(query) {
    this.#kind = this.#variant.take(query.v, "queens");
    this.#n = this.#size.take(query.n, 8);
    const key = `${this.#kind} ${this.#n}`;
    if (key !== this.#asked) {
      this.#asked = key;
      [this.#found, this.#isWhole, this.#symmetries] = [[], false, 8];
      this.#limit = Math.max(PAGE_SIZE, Number(query.o) || 0);
      put(this.#gallery);
      this.#piece = await pieceOf(this.#kind).catch(() => "queen");
      if (this.#asked !== key) return;
      this.#family.hidden = true;
      await this.#countClasses();
      if (this.#asked === key) this.#load();
    } else this.#showFamily(query.o ?? "");
  }

  leave() {
    this.#listing.stop();
    this.#counting.stop();
    this.#asked = "";
  }
}

/**
 * @param {import("../../main.js").App} app
 * @returns {import("../../main.js").Part}
 */
export const create = (app) => new SolutionsPart(app);
