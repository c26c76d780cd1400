import { glyph, h, modes } from "../../shared/dom.js";
import { drawTree, followed } from "../step-draw.js";
import { TreeView } from "./tree.js";

/** The tree of the search: the squares tried along the path, or the whole tree. */
export class Trees {
  #canvas = followed(h("canvas", {
    class: "tree", role: "img", "aria-label": "Squares tried at each depth of the search",
  }));
  #alongPath = h("div", {}, this.#canvas, h("p", { class: "key small" },
    h("span", { class: "stands" }, "placed"), h("span", { class: "cut" }, glyph("no"), "attacked"),
    h("span", { class: "left" }, "tried, then removed")));
  #whole;
  #choice;
  #isWhole = false;
  element;
  /** The canvases, which are drawn again at another size. */
  canvases;

  /** @param {{go: (step: number) => void, choose: (tree: string) => void}} events */
  constructor({ go, choose }) {
    this.#whole = new TreeView(go);
    this.#choice = modes("Tree", [["", "Along the path"], ["whole", "Whole tree"]], choose);
    this.element = h("div", { class: "trying" }, this.#choice.element, this.#alongPath, this.#whole.element);
    this.canvases = [this.#canvas, this.#whole.canvas];
    // After a click with the mouse the arrow keys go on stepping.
    this.#choice.element.addEventListener("click", ({ detail, target }) => {
      if (detail > 0 && target instanceof HTMLElement) target.blur();
    });
  }

  /** @param {string | undefined} tree the setting of the address */
  choose(tree) {
    this.#isWhole = tree === "whole";
    this.#choice.set(this.#isWhole ? "whole" : "");
    this.#alongPath.hidden = this.#isWhole;
    this.#whole.element.hidden = !this.#isWhole;
  }

  /**
   * @param {import("../trace.js").Trace} trace
   * @param {number} at the step
   * @param {number} n the size of the board
   * @param {boolean} isByColumns true if the engine works column by column
   */
  draw(trace, at, n, isByColumns) {
    if (this.#isWhole) this.#whole.draw(trace, at);
    else drawTree(this.#canvas, trace.state(at), n, isByColumns);
  }
}
