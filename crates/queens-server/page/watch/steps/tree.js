import { button, h, setText } from "../../shared/dom.js";
import { colours, followed, prepared } from "../step-draw.js";
import { TreeNodes, layoutTree } from "./tree-nodes.js";
import { grouped } from "../../shared/words.js";

/**
 * The whole search tree up to a step: a node for each list of queens, a tick for each square that was
 * rejected there.
 * @typedef {import("../trace.js").Trace} Trace
 */

/** Distance from a node within which a tap hits it, in pixels. */
const TAP_DISTANCE = 14;
/** Movement of the pointer from which a press is a drag, in pixels. */
const DRAG_DISTANCE = 5;
/** Width of a leaf from which rejected squares are drawn, in pixels. */
const TICK_WIDTH = 7;
/** Width of a leaf at the largest zoom, in pixels. */
const MAX_LEAF_WIDTH = 90;

/** The drawing of the tree, which can be enlarged and moved. */
export class TreeView {
  canvas = followed(h("canvas", { class: "tree whole", role: "img" }));
  #words = h("p", { class: "small tree-words" });
  element = h("div", { class: "whole-tree" }, this.canvas,
    h("div", { class: "row" }, button("+", () => this.#zoom(2, 0.5), { "aria-label": "Enlarge the tree" }),
      button("−", () => this.#zoom(0.5, 0.5), { "aria-label": "Shrink the tree" }),
      button("Whole width", () => this.#fit()), this.#words));
  /** The factor by which the width is enlarged. */
  #scale = 1;
  /** The part of the width that is left of the drawing. */
  #left = 0;
  #nodes = new TreeNodes();
  /** @type {Trace | null} */
  #trace = null;
  #layout = layoutTree([-1], 1);
  #length = 1;
  #step = 0;
  /**
   * The number of squares rejected at each node up to the step, and the number of all of them.
   * @type {number[]}
   */
  #rejects = [];
  #rejected = 0;
  /** The place of the root's left end and the width of a leaf; the top and the height of a level. */
  #scales = { left: 0, leaf: 1, top: 10, level: 1 };
  /** @type {Map<number, {x: number, y: number}>} */
  #pointers = new Map();
  #hasMoved = false;
  #go;

  /** @param {(step: number) => void} go goes to the step of a node */
  constructor(go) {
    this.#go = go;
    const { canvas } = this;
    canvas.addEventListener("wheel", (event) => {
      // A tree that is not enlarged leaves the wheel to the page.
      if (event.deltaY > 0 && this.#scale === 1) return;
      event.preventDefault();
      this.#zoom(Math.exp(-event.deltaY / 300), event.offsetX / canvas.clientWidth);
    }, { passive: false });
    canvas.addEventListener("pointerdown", (event) => {
      if (this.#pointers.size === 0) this.#hasMoved = false;
      this.#pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", (event) => {
      const isTap = this.#pointers.delete(event.pointerId) && !this.#hasMoved;
      if (isTap) this.#tap(event.offsetX, event.offsetY);
    });
    canvas.addEventListener("pointercancel", (event) => this.#pointers.delete(event.pointerId));
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const last = this.#pointers.get(event.pointerId);
    if (!last) return;
    const [x, y, width] = [event.offsetX, event.offsetY, this.canvas.clientWidth];
    if (!this.#hasMoved && Math.hypot(x - last.x, y - last.y) < DRAG_DISTANCE) return;
    this.#hasMoved = true;
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const [before, now] = [Math.abs(last.x - other.x), Math.abs(x - other.x)];
      if (before > 8 && now > 8) this.#zoom(now / before, (x + other.x) / 2 / width);
    } else {
      this.#left -= (x - last.x) / width / this.#scale;
      this.#draw();
    }
    this.#pointers.set(event.pointerId, { x, y });
  }

  #fit() {
    [this.#scale, this.#left] = [1, 0];
    this.#draw();
  }

  /**
   * @param {number} factor
   * @param {number} at the place that stays where it is, as a part of the width of the canvas
   */
  #zoom(factor, at) {
    const most = Math.max(1, (this.#layout.leaves * MAX_LEAF_WIDTH) / Math.max(1, this.canvas.clientWidth));
    const scale = Math.min(most, Math.max(1, this.#scale * factor));
    this.#left += at / this.#scale - at / scale;
    this.#scale = scale;
    this.#draw();
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  #tap(x, y) {
    let [nearest, least] = [-1, TAP_DISTANCE];
    for (let node = 0; node < this.#length; node++) {
      const distance = Math.hypot(this.#x(node) - x, this.#y(node) - y);
      if (distance < least) [nearest, least] = [node, distance];
    }
    if (nearest >= 0) this.#go(this.#nodes.steps[nearest]);
  }

  /** @param {number} node */
  #x(node) {
    return this.#scales.left + this.#layout.middles[node] * this.#scales.leaf;
  }

  /** @param {number} node */
  #y(node) {
    return this.#scales.top + this.#nodes.depths[node] * this.#scales.level;
  }

  /** Counts the squares that are rejected up to the step, from those at the last step. */
  #countRejects() {
    const { steps, nodes, numbers } = this.#nodes.rejects;
    const until = TreeNodes.until(steps, this.#step);
    for (; this.#rejected < until; this.#rejected++) {
      this.#rejects[nodes[this.#rejected]] = numbers[this.#rejected] + 1;
    }
    for (; this.#rejected > until; this.#rejected--) {
      this.#rejects[nodes[this.#rejected - 1]] = numbers[this.#rejected - 1];
    }
  }

  /**
   * Draws the tree after a step.
   * @param {Trace} trace
   * @param {number} step
   */
  draw(trace, step) {
    if (trace !== this.#trace) {
      this.#trace = trace;
      this.#nodes = new TreeNodes();
      this.#length = 0;
      [this.#rejects, this.#rejected] = [[], 0];
      [this.#scale, this.#left] = [1, 0];
    }
    this.#nodes.read(trace);
    this.#step = step;
    this.#countRejects();
    const length = TreeNodes.until(this.#nodes.steps, step);
    if (length !== this.#length) {
      this.#length = length;
      this.#layout = layoutTree(this.#nodes.parents, length);
    }
    this.#draw();
  }

  #draw() {
    const { canvas } = this;
    const { isTree, solutions } = this.#nodes;
    const ink = colours();
    this.#left = Math.min(1 - 1 / this.#scale, Math.max(0, this.#left));
    const { context, width, height } = prepared(canvas);
    if (width === 0 || !this.#trace) return;
    const found = [...solutions].filter(([, step]) => step <= this.#step);
    const nodes = this.#length === 1 ? "node" : "nodes";
    const ends = found.length === 1 ? "solution" : "solutions";
    const words = isTree ? `${grouped(this.#length)} ${nodes}, ${grouped(this.#rejected)} rejected, ` +
      `${grouped(found.length)} ${ends}` : "This engine moves queens; it does not search a tree.";
    setText(this.#words, words);
    canvas.setAttribute("aria-label", `Search tree: ${words}`);
    if (!isTree) return;
    const leaf = ((width - 12) * this.#scale) / this.#layout.leaves;
    const gap = (height - 16) / (this.#nodes.deepest + 0.4);
    this.#scales = { left: 6 - this.#left * this.#scale * (width - 12), leaf, top: 10, level: gap };
    this.#drawEdges(context, width, leaf, ink.edge);
    if (leaf >= TICK_WIDTH) this.#drawRejects(context, width, leaf, gap, ink.bad);
    const radius = Math.max(1, Math.min(4, leaf / 3, gap / 4));
    if (radius > 1) this.#drawNodes(context, width, radius, ink.edge);
    this.#drawPath(context, radius, ink.accent);
    context.fillStyle = ink.good;
    const size = Math.max(2, radius * 1.3);
    for (const [node] of found) {
      const [x, y] = [this.#x(node), this.#y(node)];
      context.fillRect(x - size, y - size, 2 * size, 2 * size);
    }
  }

  /**
   * Draws the lines from the nodes to their parents, of those that fall on the same pixel only one.
   * @param {CanvasRenderingContext2D} context
   * @param {number} width
   * @param {number} leaf
   * @param {string} colour
   */
  #drawEdges(context, width, leaf, colour) {
    const { parents, depths } = this.#nodes;
    const last = new Float64Array(this.#nodes.deepest + 2).fill(-9);
    context.strokeStyle = colour;
    context.lineWidth = leaf > 6 ? 1.2 : 0.7;
    context.beginPath();
    for (let node = 1; node < this.#length; node++) {
      const x = this.#x(node);
      const above = this.#x(parents[node]);
      if (Math.max(x, above) < 0 || Math.min(x, above) > width || Math.abs(x - last[depths[node]]) < 0.5) {
        continue;
      }
      last[depths[node]] = x;
      context.moveTo(above, this.#y(parents[node]));
      context.lineTo(x, this.#y(node));
    }
    context.stroke();
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} width
   * @param {number} leaf
   * @param {number} gap
   * @param {string} colour
   */
  #drawRejects(context, width, leaf, gap, colour) {
    const length = Math.min(9, gap * 0.35);
    context.strokeStyle = colour;
    context.lineWidth = 1.4;
    context.beginPath();
    for (let node = 0; node < this.#length; node++) {
      const count = this.#rejects[node] ?? 0;
      const x = this.#x(node);
      if (count === 0 || x < -leaf || x > width + leaf) continue;
      const y = this.#y(node);
      const room = Math.min(leaf * 0.8, count * 5);
      for (let number = 0; number < count; number++) {
        const to = x + ((number + 0.5) / count - 0.5) * room;
        context.moveTo(to, y + length * 0.55);
        context.lineTo(to, y + length * 1.4);
      }
    }
    context.stroke();
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} width
   * @param {number} radius
   * @param {string} colour
   */
  #drawNodes(context, width, radius, colour) {
    context.fillStyle = colour;
    context.beginPath();
    for (let node = 0; node < this.#length; node++) {
      const x = this.#x(node);
      if (x < -radius || x > width + radius) continue;
      const y = this.#y(node);
      context.moveTo(x + radius, y);
      context.arc(x, y, radius, 0, 7);
    }
    context.fill();
  }

  /**
   * Draws the current path strong.
   * @param {CanvasRenderingContext2D} context
   * @param {number} radius
   * @param {string} colour
   */
  #drawPath(context, radius, colour) {
    const path = this.#trace?.state(this.#step).path ?? [];
    let node = 0;
    context.strokeStyle = colour;
    context.fillStyle = colour;
    context.lineWidth = 2.5;
    context.beginPath();
    context.moveTo(this.#x(0), this.#y(0));
    const dots = [0];
    for (const square of path) {
      const next = this.#nodes.child(node, square);
      if (next === undefined || next >= this.#length) break;
      node = next;
      dots.push(node);
      context.lineTo(this.#x(node), this.#y(node));
    }
    context.stroke();
    for (const dot of dots) {
      context.beginPath();
      context.arc(this.#x(dot), this.#y(dot), Math.max(3, radius * 1.2), 0, 7);
      context.fill();
    }
  }
}
