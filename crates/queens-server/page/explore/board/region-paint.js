import { Brushes } from "../../shared/brushes.js";
import { button, disable, h } from "../../shared/dom.js";
import { WITH_REGIONS } from "../../shared/api.js";
import { MAX_REGIONS, bands, nameOf } from "../../shared/position.js";

/**
 * The brushes that paint regions on the board.
 *
 * @typedef {import("../../shared/position.js").Position} Position
 * @typedef {{position: () => Position, change: (to: Position) => void, draw: () => void,
 *   say: (text: string) => void}} Canvas
 */

export class RegionPaint {
  #canvas;
  #brushes = new Brushes();
  /** The colour of each region. @type {Map<string, string>} */
  colours = new Map();
  /** The regions while they are painted. @type {string[] | null} */
  stroke = null;
  #remove;
  element;

  /** @param {Canvas} canvas */
  constructor(canvas) {
    this.#canvas = canvas;
    this.#remove = button("Remove regions", () => canvas.change({ ...canvas.position(), regions: null }));
    this.element = h("div", { hidden: true },
      h("p", { class: "small" }, "Each region holds as many queens as a row. Drag over squares to paint " +
        "them, or press the letter of a region."),
      this.#brushes.element, h("div", { class: "row" }, this.#remove));
  }

  /** The region that is painted. */
  get chosen() {
    return this.#brushes.chosen;
  }

  /**
   * Shows the brushes; the colours of regions are loaded when they are first needed.
   * @param {boolean} isPainting
   */
  async show(isPainting) {
    const { rows, columns, regions, variant } = this.#canvas.position();
    this.element.hidden = !isPainting;
    disable(this.#remove, !regions ? "There are no regions"
      : WITH_REGIONS.includes(variant) ? `The variant ${variant} needs its regions` : "");
    if (!isPainting && !regions) return;
    const { tints } = await import("../../shared/tints.js");
    if (!this.stroke) {
      this.colours = tints(regions ?? bands(rows, columns), columns, Math.min(rows, MAX_REGIONS));
    }
    this.#brushes.offer(this.colours);
    this.#canvas.draw();
  }

  /**
   * @param {number[]} squares
   * @param {string} letter
   * @param {boolean} isEnd
   */
  paint(squares, letter, isEnd) {
    const position = this.#canvas.position();
    this.stroke ??= [...(position.regions ?? bands(position.rows, position.columns))];
    for (const index of squares) this.stroke[index] = letter;
    if (!isEnd) return this.#canvas.draw();
    const regions = this.stroke;
    this.stroke = null;
    this.#canvas.say(`${nameOf(squares[0], position.columns)}: region ${letter}`);
    this.#canvas.change({ ...position, regions });
  }
}
