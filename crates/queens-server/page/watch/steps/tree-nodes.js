import { PLACE, REJECT, REMOVE, SOLUTION, columnOf, rowOf } from "../trace.js";

/**
 * The nodes of a search tree, and where they are drawn.
 * @typedef {import("../trace.js").Trace} Trace
 */

/** The largest number of rows and columns in Steps. */
const MAX_SIZE = 32;

/** The nodes of a trace, in the order in which they were created; node 0 is the empty board. */
export class TreeNodes {
  /** @type {number[]} */
  parents = [-1];
  /** The step that created each node. @type {number[]} */
  steps = [0];
  /** @type {number[]} */
  depths = [0];
  /** @type {number[]} */
  squares = [-1];
  /** The step at which each node is a solution, if any. @type {Map<number, number>} */
  solutions = new Map();
  /** For each rejected square its step, its node, and its number among those of the node. */
  rejects = { steps: /** @type {number[]} */ ([]), nodes: /** @type {number[]} */ ([]),
    numbers: /** @type {number[]} */ ([]) };
  /** False if the engine takes off queens below others: it does not search a tree. */
  isTree = true;
  deepest = 1;
  /** @type {number[][]} */
  #children = [[]];
  /** The number of squares rejected at each node, and the node and the square of each. */
  #counts = [0];
  /** @type {Set<number>} */
  #rejected = new Set();
  #stack = [0];
  #read = 0;

  /**
   * Reads the steps that have been loaded since the last call.
   * @param {Trace} trace
   */
  read(trace) {
    for (; this.#read < trace.length && this.isTree; this.#read++) {
      const step = this.#read + 1;
      const { kind, square } = trace.event(step);
      const top = this.#stack[this.#stack.length - 1];
      if (kind === PLACE) this.#stack.push(this.child(top, square) ?? this.#add(top, square, step));
      else if (kind === REMOVE) {
        if (this.squares[top] === square) this.#stack.pop();
        else this.isTree = false;
      } else if (kind === SOLUTION) {
        if (!this.solutions.has(top)) this.solutions.set(top, step);
      } else if (kind === REJECT) {
        // An engine that comes back to a node rejects the same squares again.
        const key = (top * MAX_SIZE + rowOf(square)) * MAX_SIZE + columnOf(square);
        if (this.#rejected.has(key)) continue;
        this.#rejected.add(key);
        this.rejects.steps.push(step);
        this.rejects.nodes.push(top);
        this.rejects.numbers.push(this.#counts[top]++);
      }
    }
  }

  /**
   * The node with one more queen; undefined if there is none.
   * @param {number} node
   * @param {number} square
   */
  child(node, square) {
    return this.#children[node].find((one) => this.squares[one] === square);
  }

  /**
   * @param {number} parent
   * @param {number} square
   * @param {number} step
   */
  #add(parent, square, step) {
    const node = this.parents.length;
    this.parents.push(parent);
    this.steps.push(step);
    this.squares.push(square);
    this.depths.push(this.depths[parent] + 1);
    this.deepest = Math.max(this.deepest, this.depths[node]);
    this.#children[parent].push(node);
    this.#children.push([]);
    this.#counts.push(0);
    return node;
  }

  /**
   * The number of the first entries of a rising list that are at most a step.
   * @param {number[]} steps
   * @param {number} step
   */
  static until(steps, step) {
    let [low, high] = [0, steps.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (steps[middle] <= step) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * The horizontal position of each of the first nodes, in leaves: every subtree has the width of its leaves.
 * @param {number[]} parents
 * @param {number} length
 */
export function layoutTree(parents, length) {
  const [leaves, used, starts] = [new Float64Array(length), new Float64Array(length),
    new Float64Array(length)];
  for (let node = length - 1; node >= 0; node--) {
    if (leaves[node] === 0) leaves[node] = 1;
    if (node > 0) leaves[parents[node]] += leaves[node];
  }
  const middles = new Float64Array(length);
  for (let node = 0; node < length; node++) {
    const parent = parents[node];
    if (node > 0) {
      starts[node] = starts[parent] + used[parent];
      used[parent] += leaves[node];
    }
    middles[node] = starts[node] + leaves[node] / 2;
  }
  return { middles, leaves: length > 0 ? leaves[0] : 1 };
}
