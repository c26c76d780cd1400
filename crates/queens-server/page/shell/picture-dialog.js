import { LatestRequest, ask, isAbort, reason } from "../shared/api.js";
import { Board } from "../shared/board.js";
import { button, disable, h, numberField, setText, settled } from "../shared/dom.js";
import { NOTHING_LIT } from "../play/puzzle/hint.js";
import { readPicture } from "../play/puzzle/read.js";
import {
  CROSS, MAX_PUZZLE_SIZE, MAX_STARS, OPEN, QUEEN, fromDocument, readPuzzle, toDocument, writePuzzle,
} from "../play/puzzle/state.js";
import { drawPuzzle } from "../play/puzzle/view.js";
import { tints } from "../shared/tints.js";
import { PicturePlace } from "./picture-place.js";

/**
 * The question whether a picture was read right. The reading can be corrected: corners are dragged on the
 * picture, and squares are painted on the board beside it.
 *
 * @typedef {import("../play/puzzle/state.js").Puzzle} Puzzle
 * @typedef {{puzzle: Puzzle, doubtful: Set<number>, doubt: string}} Reading
 * @typedef {{found: any, words: string[]}} Certain the answer to `puzzle/read`, and what it says
 * @typedef {{play: (found: any, query: import("../shared/store.js").Query) => void, edit: (query:
 *   import("../shared/store.js").Query) => void}} Actions
 */

/** Rows of boards that are read from pictures. */
const [MIN_ROWS, MAX_ROWS] = [4, MAX_PUZZLE_SIZE];

/** How long the corners rest before the picture is read again, in milliseconds. */
const REST_MILLISECONDS = 250;

const MARKS = /** @type {Record<string, string>} */ ({ Q: QUEEN, x: CROSS });

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * The reading of an answer to `puzzle/picture`. Regions beyond the last letter share it.
 * @param {any} answer
 * @param {number} stars
 * @returns {Reading}
 */
function readingOf({ size, regions, marks, doubtful, doubt }, stars) {
  const names = [...new Set(regions.flat())];
  const letter = (/** @type {string} */ name) => LETTERS[Math.min(names.indexOf(name), LETTERS.length - 1)];
  return {
    puzzle: { n: size, stars, regions: regions.flat().map(letter),
      marks: [...marks.join("")].map((mark) => MARKS[mark] ?? OPEN) },
    doubtful: new Set(doubtful.map((/** @type {[number, number]} */ [row, column]) => row * size + column)),
    doubt: doubt ?? "",
  };
}

/** The dialog about one picture. */
export class PictureDialog {
  /** The picture in base64. @type {string} */
  #picture;
  /** @type {Actions} */
  #actions;
  #requests = new LatestRequest();
  #address;
  /** @type {Reading | null} */
  #reading = null;
  /** The answer about the board that is shown, until the board is changed. @type {any} */
  #found = null;
  #heading = h("h2", { id: "confirm-title" }, "Is this the board?");
  #status = h("p", { role: "status" });
  #help = h("p", { class: "small", hidden: true },
    "Drag the corners to those of the board. On the board, drag from a square over others to give them " +
    "its region, or type a letter.");
  #board = new Board("The board as it was read", {
    tap: () => {},
    drag: (from, _over, _end, path) => this.#paint(from, path),
    key: (index, key) => this.#type(index, key),
  });
  #rows = numberField("Rows", MIN_ROWS, MAX_ROWS, (text) => this.#resize(text));
  #stars = numberField("Queens in each row", 1, MAX_STARS, (text) => this.#setStars(text));
  #settings = h("div", { class: "row", hidden: true }, this.#rows.element, this.#stars.element);
  #place;
  #play = button("Play it", () => this.#playIt(), { class: "main", autofocus: true });
  #edit = button("Edit it", () => this.#editIt());
  #correct = button("Correct it", () => this.correct());
  element;

  /**
   * @param {File} file
   * @param {string} picture the file in base64
   * @param {Actions} actions
   */
  constructor(file, picture, actions) {
    [this.#picture, this.#actions] = [picture, actions];
    this.#address = URL.createObjectURL(file);
    const readSoon = settled(REST_MILLISECONDS, () => this.#read());
    this.#place = new PicturePlace(this.#address, readSoon);
    this.element = h("dialog", { class: "confirm", "aria-labelledby": "confirm-title" },
      this.#heading, this.#help, this.#settings,
      h("div", { class: "compare" },
        h("figure", {}, this.#place.element, h("figcaption", {}, "Your picture")),
        h("figure", {}, this.#board.element, h("figcaption", {}, "The board that was read"))),
      this.#status,
      h("div", { class: "row" }, this.#play, this.#edit, this.#correct,
        button("Cancel", () => this.element.close())));
    this.element.addEventListener("close", () => this.#dispose());
    document.body.append(this.element);
  }

  /** Shows a board that is certain. @param {Certain} certain */
  showCertain({ found, words }) {
    const puzzle = readPuzzle(fromDocument(found.puzzle));
    if (!puzzle) throw new Error("The page cannot draw this puzzle.");
    this.#found = found;
    this.#reading = { puzzle, doubtful: new Set(), doubt: words.join(" ") };
    this.#draw();
    this.element.showModal();
  }

  /**
   * Opens the correction: searches the picture for a board, or waits for the corners.
   * @param {string} [why] the reason why the picture was not read
   */
  async correct(why = "") {
    this.element.classList.add("correcting");
    this.#heading.textContent = "Correct the reading";
    for (const part of [this.#help, this.#settings]) part.hidden = false;
    this.#correct.hidden = true;
    this.#stars.take(String(this.#reading?.puzzle.stars ?? 1));
    this.#place.show(this.#place.place);
    this.#rows.take(String(this.#place.place.rows));
    this.#enable();
    if (!this.element.open) this.element.showModal();
    await this.#read(true, why);
  }

  /**
   * Reads the picture at the corners.
   * @param {boolean} [isSearched] true to search for them first
   * @param {string} [why] shown in place of the reason if they are not found
   */
  async #read(isSearched = false, why = "") {
    const { corners, rows } = this.#place.place;
    const stars = Number(this.#stars.input.value);
    setText(this.#status, "Reading the picture ...");
    try {
      const answer = await readPicture(this.#picture, isSearched ? { stars } : { stars, corners, rows },
        this.#requests.next());
      if (isSearched) this.#place.show({ corners: answer.corners, rows: answer.size });
      this.#rows.take(String(answer.size));
      this.#found = null;
      this.#reading = readingOf(answer, stars);
      this.#draw();
    } catch (error) {
      if (isAbort(error)) return;
      setText(this.#status, why || reason(error));
      this.#enable();
    }
  }

  #draw() {
    if (!this.#reading) return;
    const { puzzle, doubtful, doubt } = this.#reading;
    this.#board.resize(puzzle.n, puzzle.n);
    drawPuzzle(this.#board, { puzzle, colours: tints(puzzle.regions, puzzle.n, puzzle.n),
      lit: { ...NOTHING_LIT, read: doubtful }, isAuto: false });
    setText(this.#status, doubt || "Every square is clear.");
    this.#enable();
  }

  #enable() {
    const puzzle = this.#reading?.puzzle;
    const regions = new Set(puzzle?.regions).size;
    const why = !puzzle ? "No board has been read yet"
      : regions === puzzle.n ? ""
        : `A board with ${puzzle.n} rows has ${puzzle.n} regions: this one has ${regions}`;
    disable(this.#play, why);
    disable(this.#edit, puzzle ? "" : why);
  }

  /** @param {string} text */
  #resize(text) {
    const rows = this.#rows.take(text, this.#place.place.rows);
    this.#place.show({ ...this.#place.place, rows });
    this.#read();
  }

  /** @param {string} text */
  #setStars(text) {
    const stars = this.#stars.take(text, 1);
    if (!this.#reading) return;
    this.#found = null;
    this.#reading.puzzle.stars = stars;
  }

  /**
   * Gives squares the region of the square where a drag began.
   * @param {number} from
   * @param {number[]} path
   */
  #paint(from, path) {
    if (!this.#reading) return;
    const region = this.#reading.puzzle.regions[from];
    for (const index of path) this.#give(index, region);
    this.#draw();
  }

  /**
   * @param {number} index
   * @param {string} key
   */
  #type(index, key) {
    if (!/^[a-z]$/i.test(key)) return false;
    this.#give(index, key.toUpperCase());
    this.#draw();
    return true;
  }

  /**
   * @param {number} index
   * @param {string} region
   */
  #give(index, region) {
    if (!this.#reading) return;
    this.#found = null;
    this.#reading.puzzle.regions[index] = region;
    this.#reading.doubtful.delete(index);
  }

  async #playIt() {
    if (!this.#reading) return;
    try {
      const found = this.#found ?? await ask("puzzle/read", { puzzle: toDocument(this.#reading.puzzle) },
        this.#requests.next());
      this.element.close();
      this.#actions.play(found, fromDocument(found.puzzle));
    } catch (error) {
      if (!isAbort(error)) setText(this.#status, reason(error));
    }
  }

  #editIt() {
    if (!this.#reading) return;
    this.element.close();
    this.#actions.edit(writePuzzle(this.#reading.puzzle));
  }

  #dispose() {
    this.#requests.stop();
    URL.revokeObjectURL(this.#address);
    this.element.remove();
  }
}
