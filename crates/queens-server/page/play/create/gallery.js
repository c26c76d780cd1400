import { LatestRequest, ask, isAbort, reason } from "../../shared/api.js";
import { written } from "./export.js";
import { button, choice, disable, h, numberField, put, save } from "../../shared/dom.js";
import { capitalized } from "../words.js";
import { SHAPES, generateFault } from "../puzzle/make.js";
import { captioned, puzzlePicture } from "../puzzle/picture.js";
import { fromDocument, readPuzzle } from "../puzzle/state.js";
import { randomBelow } from "../random.js";
import { keep, stored } from "../../shared/store.js";
import { tints } from "../../shared/tints.js";

/**
 * A puzzle of the gallery: its settings in an address, its rating in a word, and whether the browser stores
 * it.
 * @typedef {{query: import("../../shared/store.js").Query, rating: string, isKept: boolean}} GalleryEntry
 */

/** Key of the kept puzzles in the storage of the browser. */
const KEPT_KEY = "queens.gallery";
/** Maximum number of kept puzzles. */
const MAX_KEPT = 60;
/** Maximum number of puzzles on a sheet to print. */
const MAX_SHEET_PUZZLES = 24;
/** Time limit for a puzzle, in seconds. */
const GENERATE_SECONDS = 30;

/** @returns {GalleryEntry[]} */
function storedEntries() {
  try {
    const found = JSON.parse(stored(KEPT_KEY) ?? "[]");
    return found.filter((/** @type {any} */ entry) => readPuzzle(entry?.query ?? {})).slice(0, MAX_KEPT)
      .map((/** @type {any} */ { query, rating }) => ({ query, rating: String(rating), isKept: true }));
  } catch {
    return [];
  }
}

/** Small puzzles, generated one after the other; those that one likes are kept in the browser. */
export class PuzzleGallery {
  #asking = new LatestRequest();
  #open;
  #say;
  /** @type {GalleryEntry[]} */
  #entries = storedEntries();
  #isRunning = false;
  #rating = "";
  #shape = "";
  #symmetry = "";
  #size = numberField("Size", 4, 14, (text) => { this.#size.take(text, 7); });
  #stars = numberField("Queens in each", 1, 3, (text) => { this.#stars.take(text, 1); });
  #number = numberField("How many", 1, 24, (text) => { this.#number.take(text, 9); });
  #ratings = choice("Difficulty", (to) => { this.#rating = to; },
    [["", "any"], ["gentle", "gentle"], ["easy", "easy"], ["medium", "medium"], ["hard", "hard"]]);
  #shapes = choice("Shape", (to) => { this.#shape = to; }, SHAPES);
  #symmetries = choice("Regions", (to) => {
    this.#symmetry = to;
  }, [["", "any"], ["1", "half-turn symmetric"]]);
  #run = button("Fill the gallery", () => (this.#isRunning ? this.stop() : this.#fill()));
  #sheet = button("Print sheet of the kept ones", () => this.#print());
  #status = h("p", { class: "small", role: "status" });
  #list = h("ul", { class: "gallery puzzle-gallery" });
  element;

  /**
   * @param {{open: (part: "create" | "puzzles", query: import("../../shared/store.js").Query) => void, say:
   *   (text: string) => void}} events
   *   `open` is called with the puzzle to edit or to play
   */
  constructor({ open, say }) {
    this.#open = open;
    this.#say = say;
    this.#size.input.value = "7";
    this.#stars.input.value = "1";
    this.#number.input.value = "9";
    this.element = h("section", { class: "create-gallery", "aria-label": "Gallery" }, h("h2", {}, "Gallery"),
      h("p", { class: "small" },
        "New puzzles: choose one to edit it, or play it. Those that you keep stay on this device."),
      h("div", { class: "row" }, this.#size.element, this.#stars.element, this.#ratings.element,
        this.#shapes.element, this.#symmetries.element, this.#number.element),
      h("div", { class: "row" }, this.#run, this.#sheet), this.#status, this.#list);
    this.#draw();
  }

  /** Generates puzzles, one request after the other. */
  async #fill() {
    const signal = this.#asking.next();
    const [size, stars, number] = [this.#size, this.#stars, this.#number]
      .map(({ input }) => Number(input.value));
    this.#entries = this.#entries.filter(({ isKept }) => isKept);
    this.#setRunning(true);
    this.#draw();
    try {
      for (let made = 0; made < number; made++) {
        put(this.#status, `Generating ${made + 1} of ${number} ...`);
        const seed = randomBelow(2 ** 32);
        const body = { size, stars, seed, symmetric: this.#symmetry !== "", seconds: GENERATE_SECONDS,
          ...(this.#rating && { rating: this.#rating }), ...(this.#shape && { shape: this.#shape }) };
        const { puzzles: [found] } = await ask("puzzle/generate", body, signal);
        this.#entries.push({ query: fromDocument(found.puzzle), rating: found.rating.rating, isKept: false });
        this.#draw();
      }
      put(this.#status, `${number} new ${number === 1 ? "puzzle" : "puzzles"}.`);
    } catch (error) {
      put(this.#status, isAbort(error) ? "Stopped."
        : capitalized(generateFault(error, "choose another size, difficulty or shape, or try again")));
    }
    this.#setRunning(false);
  }

  /** @param {boolean} isRunning */
  #setRunning(isRunning) {
    this.#isRunning = isRunning;
    put(this.#run, isRunning ? "Stop" : "Fill the gallery");
  }

  /** @param {GalleryEntry} entry */
  #toggle(entry) {
    if (!entry.isKept && storedEntries().length >= MAX_KEPT) {
      return put(this.#status, `${MAX_KEPT} puzzles are kept already: remove one first.`);
    }
    entry.isKept = !entry.isKept;
    // Another window may have kept some, too.
    const board = (/** @type {GalleryEntry} */ { query }) => JSON.stringify(query);
    const others = storedEntries().filter((other) => board(other) !== board(entry));
    const all = entry.isKept ? [...others, entry] : others;
    keep(KEPT_KEY, JSON.stringify(all.map(({ query, rating }) => ({ query, rating }))));
    this.#say(entry.isKept ? "Kept." : "No longer kept.");
    this.#updateSheet();
  }

  #updateSheet() {
    disable(this.#sheet, this.#entries.some(({ isKept }) => isKept) ? "" : "No puzzle is kept yet");
  }

  async #print() {
    const kept = this.#entries.filter(({ isKept }) => isKept).slice(0, MAX_SHEET_PUZZLES);
    const puzzles = kept.flatMap(({ query }) => readPuzzle(query) ?? []);
    try {
      save("puzzles.html", "text/html", await written(puzzles, "html", { title: "Puzzles" }));
      put(this.#status, "Saved: open the file and print it.");
    } catch (error) {
      put(this.#status, reason(error));
    }
  }

  #draw() {
    put(this.#list, ...this.#entries.map((entry, at) => this.#card(entry, at + 1)));
    this.#updateSheet();
  }

  /**
   * @param {GalleryEntry} entry
   * @param {number} number
   */
  #card(entry, number) {
    const puzzle = /** @type {import("../puzzle/state.js").Puzzle} */ (readPuzzle(entry.query));
    const { n, regions } = puzzle;
    const name = `${entry.rating} puzzle of ${n} by ${n}, number ${number}`;
    const edit = h("button",
      { type: "button", class: "tile", "aria-label": `Edit the ${name}`,
        click: () => this.#open("create", entry.query) },
      captioned(puzzlePicture(puzzle, tints(regions, n, n)), entry.rating));
    const play = button("Play", () => this.#open("puzzles", entry.query),
      { class: "quiet", "aria-label": `Play the ${name}` });
    const toggle = button("Keep", () => {
      this.#toggle(entry);
      toggle.setAttribute("aria-pressed", String(entry.isKept));
    }, { "aria-label": `Keep the ${name}`, "aria-pressed": String(entry.isKept) });
    return h("li", {}, edit, h("div", { class: "row" }, toggle, play));
  }

  /** Stops generating. */
  stop() {
    this.#asking.stop();
  }
}
