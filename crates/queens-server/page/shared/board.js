import { BoardPointer } from "./board-pointer.js";
import { glyph, h, put, s } from "./dom.js";
import { BOARD_RADIUS, lineWeight, outlineOf, regionPaths } from "./region-outline.js";
import { columnName, squareName } from "./squares.js";

/**
 * The look of a square: `piece` is the name of a glyph or "", `classes` are style classes, `label` is its
 * content in words,
 * `tint` the colour of its region, `name` the small text in its corner, `number` that of a premise.
 * @typedef {{piece?: string, classes?: string, label?: string, tint?: string, name?: string, number?:
 *   string}} Look
 * @typedef {{from: [number, number], to: [number, number], kind: string}} Line from square to square: row and
 *   column
 *
 * A hint on a board: `outlines` are the squares of its premises in the order of its sentence; all squares but
 * those of `shown` fade.
 * @typedef {{outlines: number[][], shown: Set<number>}} Pointing
 *
 * The events of a board: `tap` on a square; `alt`, a right click or a long press on a square; `drag` from a
 * square over another (`end` when the pointer is released; `over` is null off the board; `path` has all
 * squares that were crossed since the last call, `over` included); `cancel` when a drag is abandoned, which
 * without this listener ends where it began; `key` for any other key on a square, which returns true if the
 * key has a meaning there.
 * @typedef {{tap?: (index: number) => void, alt?: (index: number) => void, cancel?: () => void,
 *   drag?: (from: number, over: number | null, end: boolean, path: number[]) => void, key?: (index: number,
 *   key: string) => boolean}} Listeners
 */

/** Distances between the names of rows and columns, in squares. */
const NAME_STEPS = [1, 5, 10, 20];

/**
 * The distance of the outline of the first premise of a hint from the border, and what each further one adds.
 */
const OUTLINE_INSETS = { first: 0.02, further: 0.07 };

/** A board: a grid of squares with lines above it. It knows no rules. */
export class Board {
  rows = 0;
  columns = 0;
  /** The square that has the focus if the board has it. */
  at = 0;
  /** @type {HTMLElement[]} */
  #cells = [];
  /** @type {string[]} */
  #drawn = [];
  /** The glyph that is drawn for a queen. */
  piece = "queen";
  #variant = "queens";
  #grid = h("div", { class: "squares", role: "grid" });
  #lines = s("svg", { class: "lines", "aria-hidden": "true", preserveAspectRatio: "none" });
  #ground = s("svg", { class: "ground", "aria-hidden": "true", preserveAspectRatio: "none" });
  #pointer = s("svg", { class: "pointing", "aria-hidden": "true", preserveAspectRatio: "none" });
  #files = h("div", { class: "files", "aria-hidden": "true" });
  #ranks = h("div", { class: "ranks", "aria-hidden": "true" });
  /** The regions whose borders are drawn, and their colours. */
  #bordered = "";
  /** The hint that is drawn. */
  #pointed = "";
  /** The colour of each square's region. @type {string[]} */
  #tints = [];
  /** The names that are shown: rows, columns, distance. */
  #named = "";
  #listeners;
  #field = h("div", { class: "field-of-play" }, this.#ground, this.#grid, this.#lines, this.#pointer);
  element = h("div", { class: "board" }, this.#files, this.#ranks, this.#field);

  /**
   * @param {string} label
   * @param {Listeners} [listeners]
   */
  constructor(label, listeners = {}) {
    this.#listeners = listeners;
    this.#grid.setAttribute("aria-label", label);
    new ResizeObserver(() => this.#name()).observe(this.#files);
    this.#grid.addEventListener("keydown", (event) => this.#key(event));
    this.#grid.addEventListener("focusin", ({ target }) => {
      const at = this.#cells.indexOf(/** @type {HTMLElement} */ (target));
      if (at >= 0 && at !== this.at) this.#enter(at);
    });
    if (listeners.tap || listeners.drag) {
      this.element.classList.add("live");
      new BoardPointer(this.#grid, this, listeners);
    }
  }

  /**
   * @param {number} rows
   * @param {number} columns
   */
  resize(rows, columns) {
    if (rows === this.rows && columns === this.columns) return;
    [this.rows, this.columns, this.at] = [rows, columns, 0];
    for (const [name, value] of Object.entries({ rows, columns })) {
      this.element.style.setProperty(`--${name}`, String(value));
    }
    this.element.classList.toggle("wide", Math.max(rows, columns) > 32);
    this.element.classList.toggle("dense", Math.max(rows, columns) > 16);
    this.#cells = [];
    this.#drawn = new Array(rows * columns).fill("");
    this.#tints = new Array(rows * columns).fill("");
    const lines = [];
    for (let row = 0; row < rows; row++) {
      const line = h("div", { role: "row" });
      line.style.setProperty("--row", String(row));
      for (let column = 0; column < columns; column++) {
        const cell = h("div", { role: "gridcell", tabindex: -1, "data-i": row * columns + column });
        this.#cells.push(cell);
        line.append(cell);
      }
      lines.push(line);
    }
    put(this.#grid, ...lines);
    this.#cells.forEach((_, index) => this.show(index, {}));
    this.#cells[0]?.setAttribute("tabindex", "0");
    this.#name();
    for (const drawing of [this.#ground, this.#lines, this.#pointer]) {
      drawing.setAttribute("viewBox", `0 0 ${columns} ${rows}`);
    }
    this.lines([]);
    this.borders(null);
    this.point(null);
  }

  /**
   * Names columns and rows: each, or the first and every fifth, tenth, ... if a square is too small for its
   * name.
   */
  #name() {
    const { rows, columns } = this;
    const room = this.#files.clientWidth / columns;
    const every = NAME_STEPS.find((step) => step * room >= (columns > 26 ? 22 : 13)) ?? columns;
    const key = [rows, columns, every].join();
    if (key === this.#named) return;
    this.#named = key;
    const names = (/** @type {number} */ length, /** @type {(index: number) => string} */ nameOf) =>
      Array.from({ length }, (_, index) => {
        if (index > 0 && (index + 1) % every > 0) return null;
        const name = h("span", {}, nameOf(index));
        name.style.setProperty("--at", String(index));
        return name;
      });
    put(this.#files, ...names(columns, columnName));
    put(this.#ranks, ...names(rows, (index) => String(index + 1)));
  }

  /**
   * Draws the piece of a variant in place of queens, as soon as its picture is loaded.
   * @param {string} variant
   */
  async setVariant(variant) {
    if (variant === this.#variant) return;
    this.#variant = variant;
    // Queens are drawn if the picture cannot be fetched.
    const piece = variant === "queens" ? "queen"
      : await import("./pieces.js").then(({ pieceOf }) => pieceOf(variant)).catch(() => "queen");
    if (this.#variant !== variant || piece === this.piece) return;
    this.piece = piece;
    this.#drawn.forEach((look, index) => {
      const [drawn, classes, label, tint, name, number] = look.split("|");
      this.#drawn[index] = "|";
      this.show(index, { piece: drawn, classes, label, tint, name, number });
    });
  }

  /**
   * @param {number} index
   * @param {Look} look
   */
  show(index, { piece = "", classes = "", label = "", tint = "", name = "", number = "" }) {
    const [row, column] = [Math.floor(index / this.columns), index % this.columns];
    const key = `${piece}|${classes}|${label}|${tint}|${name}|${number}`;
    if (this.#drawn[index] === key) return;
    const [drawn, , , , , numbered = ""] = this.#drawn[index].split("|");
    this.#drawn[index] = key;
    const cell = this.#cells[index];
    cell.className = `square ${(row + column) % 2 ? "odd" : "even"} ${classes}`;
    cell.style.setProperty("--tint", tint || null);
    this.#tints[index] = tint;
    cell.toggleAttribute("data-name", name !== "");
    if (name) cell.setAttribute("data-name", name);
    cell.setAttribute("aria-label", squareName(row, column) +
      (label && `, ${label.replaceAll("queen", this.piece)}`));
    if (drawn !== piece || numbered !== number || !cell.firstChild) {
      put(cell, piece && glyph(piece === "queen" ? this.piece : piece),
        number && h("span", { class: "premise-number", "data-number": number }));
    }
  }

  /**
   * Draws lines from square to square.
   * @param {Line[]} lines
   */
  lines(lines) {
    this.#lines.querySelectorAll(".line").forEach((line) => line.remove());
    for (const { from, to, kind } of lines) {
      this.#lines.append(s("line", {
        class: `line ${kind}`, x1: from[1] + 0.5, y1: from[0] + 0.5, x2: to[1] + 0.5, y2: to[0] + 0.5,
      }));
    }
  }

  /**
   * Draws the borders between squares of different regions; regions with colours also get their ground, in
   * those of `show`.
   * @param {ArrayLike<number> | null} regions the region of each square
   */
  borders(regions) {
    const isGrounded = regions !== null && this.#tints.some(Boolean);
    // A new path would make the browser paint the whole board.
    const key = regions ? [Array.from(regions).join(), isGrounded && this.#tints.join()].join(" ") : "";
    if (key === this.#bordered) return;
    this.#bordered = key;
    this.#lines.querySelector(".borders")?.remove();
    this.element.classList.toggle("grounded", isGrounded);
    put(this.#ground, ...(isGrounded ? this.#groundOf(regions) : []));
    if (regions && !isGrounded) {
      this.#lines.prepend(s("path", { class: "borders", d: this.#borderPath(regions) }));
    }
  }

  /** @param {ArrayLike<number>} regions */
  #groundOf(regions) {
    const { rows, columns } = this;
    const { paths, hair } = regionPaths(regions, this);
    const weight = lineWeight(this);
    const base = s("rect", { class: "base", x: -weight / 2, y: -weight / 2, width: columns + weight,
      height: rows + weight, rx: BOARD_RADIUS + weight });
    const grounds = paths.map(({ at, path }) => {
      const ground = s("path", { class: "region", d: path, "data-region": String(regions[at]) });
      ground.style.setProperty("--tint", this.#tints[at] || "var(--even)");
      return ground;
    });
    return [base, ...grounds, s("path", { class: "hair", d: hair })];
  }

  /**
   * Points at the squares of a hint: an outline for each premise, drawn one after the other, and the rest
   * faded.
   * @param {Pointing | null} pointing
   */
  point(pointing) {
    const key = pointing ? JSON.stringify([pointing.outlines, [...pointing.shown]]) : "";
    if (key === this.#pointed) return;
    this.#pointed = key;
    put(this.#pointer, ...(pointing ? this.#pointingOf(pointing) : []));
  }

  /** @param {Pointing} pointing */
  #pointingOf({ outlines, shown }) {
    const rest = Array.from({ length: this.rows * this.columns }, (_, index) => index)
      .filter((index) => !shown.has(index));
    const veil = s("path",
      { class: "veil", d: outlineOf(rest, this, { inset: -lineWeight(this) / 2, radius: 0.05 }) });
    const lines = outlines.flatMap((squares, at) => {
      const inset = OUTLINE_INSETS.first + OUTLINE_INSETS.further * at;
      const d = outlineOf(squares, this, { inset, radius: 0.12 });
      return ["halo", "voice"].map((kind) => {
        const line = s("path", { class: `outline ${kind}`, d, pathLength: 1 });
        line.style.setProperty("--at", String(at));
        return line;
      });
    });
    return [veil, ...lines];
  }

  /** @param {ArrayLike<number>} regions */
  #borderPath(regions) {
    let path = "";
    const { rows, columns } = this;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const here = regions[row * columns + column];
        if (column + 1 < columns && here !== regions[row * columns + column + 1]) {
          path += `M${column + 1} ${row}v1`;
        }
        if (row + 1 < rows && here !== regions[(row + 1) * columns + column]) {
          path += `M${column} ${row + 1}h1`;
        }
      }
    }
    return path;
  }

  /**
   * @param {string} name of an attribute of the grid, such as `aria-label`
   * @param {string} value
   */
  set(name, value) {
    this.#grid.setAttribute(name, value);
  }

  /**
   * @param {number} index
   * @param {boolean} [isStill] true to keep the scroll position
   */
  focus(index, isStill = false) {
    this.#enter(index);
    this.#cells[index]?.focus({ preventScroll: isStill });
  }

  /**
   * Covers the squares, which nobody can see or reach then.
   * @param {HTMLElement | null} cover null to show them again
   */
  cover(cover) {
    this.#field.inert = cover !== null;
    this.element.querySelector(".cover")?.remove();
    if (cover) this.element.append(cover);
  }

  /**
   * Makes a square the one that the Tab key reaches.
   * @param {number} index
   */
  #enter(index) {
    this.#cells[this.at]?.setAttribute("tabindex", "-1");
    this.at = index;
    this.#cells[index]?.setAttribute("tabindex", "0");
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.metaKey) return;
    const { rows, columns, at } = this;
    const [row, column] = [Math.floor(at / columns), at % columns];
    /** @type {Record<string, [number, number]>} */
    const moves = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      Home: [event.ctrlKey ? 0 : row, 0],
      End: [event.ctrlKey ? rows - 1 : row, columns - 1],
      PageUp: [0, column],
      PageDown: [rows - 1, column],
    };
    const to = moves[event.key];
    if (to) {
      if (to[0] >= 0 && to[0] < rows && to[1] >= 0 && to[1] < columns) this.focus(to[0] * columns + to[1]);
    } else if (event.ctrlKey) return;
    else if (event.key === "Enter" || event.key === " ") {
      if (!this.#listeners.tap) return;
      this.#listeners.tap(at);
    } else if (!this.#listeners.key?.(at, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/**
 * A small picture of a board, without interaction.
 * @param {[number, number][]} queens
 * @param {number} rows
 * @param {number} columns
 * @param {string} label text for a screen reader; empty if the text beside the picture is enough
 * @param {string} [piece] the glyph of the pieces
 */
export function picture(queens, rows, columns, label, piece = "queen") {
  let dark = "";
  for (let row = 0; row < rows; row++) {
    for (let column = 1 - (row % 2); column < columns; column += 2) dark += `M${column} ${row}h1v1h-1z`;
  }
  const attributes = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return s("svg", { class: "picture", viewBox: `0 0 ${columns} ${rows}`, ...attributes },
    s("rect", { class: "even", width: columns, height: rows }), s("path", { class: "odd", d: dark }),
    ...queens.map(([row, column]) =>
      s("use", { href: `#${piece}`, x: column + 0.1, y: row + 0.1, width: 0.8, height: 0.8 })));
}
