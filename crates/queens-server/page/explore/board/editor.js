import { RegionPaint } from "./region-paint.js";
import { TOOL_SETS, moved, toolAt, toggled } from "./edit.js";
import { modes } from "../../shared/dom.js";
import { nameOf } from "../../shared/position.js";

/**
 * The tools that edit a position, by tap, drag and key.
 * @typedef {import("./region-paint.js").Canvas} Canvas
 */

/** @type {[string, string][]} */
const TOOLS = [["q", "Queens"], ["g", "Givens"], ["h", "Holes"], ["w", "Walls"], ["r", "Regions"]];

export class BoardEditor {
  #canvas;
  #tool = "q";
  /** A queen that is being dragged. @type {{from: number, over: number | null} | null} */
  dragged = null;
  painting;
  /** The choice of the tool. */
  tools = modes("Tool", TOOLS, (tool) => {
    this.#tool = tool;
    this.show();
  });
  /** @type {import("../../shared/board.js").Listeners} */
  listeners = {
    tap: (index) => this.#tap(index),
    drag: (from, over, isEnd, path) => this.#drag(from, over, isEnd, path),
    key: (index, key) => this.#key(index, key),
  };

  /** @param {Canvas} canvas */
  constructor(canvas) {
    this.#canvas = canvas;
    this.painting = new RegionPaint(canvas);
  }

  /** Shows the controls of the tool. */
  show() {
    this.painting.show(this.#tool === "r");
  }

  /**
   * @param {number} index
   * @param {string} tool
   */
  #toggle(index, tool) {
    const { to, word } = toggled(this.#canvas.position(), index, tool);
    this.#canvas.change(to);
    this.#canvas.say(`${nameOf(index, to.columns)}: ${word}`);
  }

  /** @param {number} index */
  #tap(index) {
    if (this.#tool === "r") this.painting.paint([index], this.painting.chosen, true);
    else this.#toggle(index, this.#tool);
  }

  /**
   * Moves a queen with the pointer, or removes it off the board; paints regions; places a thing at the end of
   * any other drag.
   * @param {number} from
   * @param {number | null} over
   * @param {boolean} isEnd
   * @param {number[]} path
   */
  #drag(from, over, isEnd, path) {
    const { queens, givens } = this.#canvas.position();
    if (this.#tool === "r") this.painting.paint([from, ...path], this.painting.chosen, isEnd);
    else if (queens.has(from) || givens.has(from)) this.#dragQueen(from, over, isEnd);
    else if (isEnd && over !== null && over !== from) this.#toggle(over, this.#tool);
  }

  /**
   * @param {number} from
   * @param {number | null} over
   * @param {boolean} isEnd
   */
  #dragQueen(from, over, isEnd) {
    this.dragged = isEnd ? null : { from, over };
    if (!isEnd || over === from) this.#canvas.draw();
    else this.#canvas.change(moved(this.#canvas.position(), from, over));
  }

  /**
   * @param {number} index
   * @param {string} key
   * @returns {boolean} true if the key has a meaning here
   */
  #key(index, key) {
    const letter = key.toUpperCase();
    const isRemoval = key === "Delete" || key === "Backspace";
    if (this.#tool === "r" && this.painting.colours.has(letter)) {
      this.painting.paint([index], letter, true);
      return true;
    }
    const tool = isRemoval ? toolAt(this.#canvas.position(), index) : key.toLowerCase();
    if (tool !== undefined && tool in TOOL_SETS) this.#toggle(index, tool);
    else if (!isRemoval) return false;
    return true;
  }
}
