import { h, put } from "../../shared/dom.js";

/**
 * The solution that is shown: queens on the board, or groups of pieces, on the board or in layers beside each
 * other.
 *
 * @typedef {import("../../shared/squares.js").Square} Square
 * @typedef {import("../../shared/position.js").Position} Position
 */

export class ShownAnswer {
  #board;
  /** @type {Square[]} */
  queens = [];
  /** True if it is a largest set: there is no other to show. */
  isLargest = false;
  /** @type {import("../../shared/group-view.js").Group[]} */
  groups = [];
  /** The looks of the squares of groups. @type {Map<number, import("../../shared/board.js").Look>} */
  looks = new Map();
  /** The boards of a solution in layers. */
  layers = h("ul", { class: "layers", hidden: true });

  /** @param {HTMLElement} board hidden while there are layers */
  constructor(board) {
    this.#board = board;
  }

  /** True if nothing is shown. */
  get isEmpty() {
    return this.queens.length === 0 && this.groups.length === 0;
  }

  /** Indices of the queens that it adds to a position. @param {Position} position */
  addedTo({ queens, givens, columns }) {
    return this.queens.map(([row, column]) => row * columns + column)
      .filter((index) => !queens.has(index) && !givens.has(index));
  }

  /**
   * Takes a solution in groups.
   * @param {import("../../shared/group-view.js").Group[]} groups
   * @param {Position} position
   * @param {AbortSignal} signal
   * @returns {Promise<Node | false>} the legend, if the groups are on the board
   */
  async takeGroups(groups, { rows, columns }, signal) {
    const { groupLegend, groupLooks, isLayered, layerPictures } = await import("../../shared/group-view.js");
    const looks = await groupLooks(groups, columns);
    signal.throwIfAborted();
    [this.groups, this.looks] = [groups, looks];
    if (isLayered(groups)) put(this.layers, ...layerPictures(groups, rows));
    this.#showLayers(isLayered(groups));
    return !isLayered(groups) && groupLegend(groups);
  }

  clear() {
    [this.queens, this.groups, this.looks, this.isLargest] = [[], [], new Map(), false];
    put(this.layers);
    this.#showLayers(false);
  }

  /** @param {boolean} isLayered */
  #showLayers(isLayered) {
    this.layers.hidden = !isLayered;
    this.#board.hidden = isLayered;
  }
}
