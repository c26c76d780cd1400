import { ask } from "./api.js";

/**
 * The steps of a search, loaded in pages, and the open and closed lists after each step.
 *
 * The lists follow from the steps: a generated node enters the open list, an expanded node moves to the closed list. A
 * copy of both is kept every 512 steps, so that any step is reached from a copy in at most 512.
 *
 * @typedef {{number: number, parent: number | null, operator: string | null, state: string, depth: number, cost: number,
 *   rank: number}} Node
 * @typedef {{kind: string, node: number, isMade: boolean}} Step the event of a node; `isMade` if it created the node
 * @typedef {{open: number[], closed: number[], dropped: number, made: number, at: number, goal: number}} State nodes in
 *   the order in which they will be expanded, and in which they were; the numbers of dropped and created nodes; the node
 *   that is being expanded and the goal, -1 if there is none
 */

/** Steps between two copies of the lists. */
const CHECKPOINT_STEPS = 512;

/** The largest number of steps that are loaded. */
export const MAX_STEPS = 100_000;

/** @returns {State} */
const start = () => ({ open: [0], closed: [], dropped: 0, made: 1, at: -1, goal: -1 });

/** @param {State} state */
const copy = (state) => ({ ...state, open: [...state.open], closed: [...state.closed] });

export class SearchTrace {
  length = 0;
  isWhole = false;
  outcome = "";
  /** Every node, by its number. @type {Node[]} */
  nodes = [];
  /** @type {Step[]} */
  #steps = [];
  /** @type {State[]} */
  #checkpoints = [start()];
  #end = start();
  #state = start();
  #at = 0;
  #question;
  #isStack;
  #controller = new AbortController();

  /** @param {Record<string, unknown> & {strategy: string}} question the request */
  constructor(question) {
    this.#question = question;
    this.#isStack = question.strategy === "dfs";
  }

  close() {
    this.#controller.abort();
  }

  /** Loads one more page. */
  async fetch() {
    const page = await ask("search", { ...this.#question, from: this.length }, this.#controller.signal);
    for (const found of page.steps) {
      const isMade = found.parent !== null;
      if (isMade || found.node === 0) {
        this.nodes[found.node] = { number: found.node, parent: found.parent, operator: found.operator, state: found.state, depth: found.depth, cost: found.cost, rank: found.rank };
      }
      const step = { kind: found.event, node: found.node, isMade };
      this.#steps.push(step);
      this.#apply(this.#end, step);
      this.length += 1;
      if (this.length % CHECKPOINT_STEPS === 0) this.#checkpoints.push(copy(this.#end));
    }
    this.isWhole = page.end || page.steps.length === 0 || this.length >= MAX_STEPS;
    this.outcome = page.outcome;
  }

  /**
   * @param {State} state
   * @param {Step} step
   */
  #apply(state, { kind, node, isMade }) {
    if (isMade) state.made += 1;
    if (kind === "generate") state.open.splice(this.#place(state, node), 0, node);
    else {
      if (!isMade) state.open.splice(state.open.indexOf(node), 1);
      if (kind === "expand") {
        state.closed.push(node);
        state.at = node;
      } else if (kind === "goal") state.goal = node;
      else state.dropped += 1;
    }
  }

  /**
   * The index in the open list for a new node: before the nodes of greater rank; for depth-first search at the front, behind
   * its older siblings.
   * @param {State} state
   * @param {number} node
   */
  #place({ open }, node) {
    const { nodes } = this;
    let [low, high] = [0, open.length];
    if (this.#isStack) {
      while (low < high && nodes[open[low]].parent === nodes[node].parent) low += 1;
      return low;
    }
    while (low < high) {
      const middle = (low + high) >> 1;
      if (nodes[open[middle]].rank <= nodes[node].rank) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * The lists after a step that is loaded. They are shared: do not change them.
   * @param {number} step
   */
  state(step) {
    if (step < this.#at || step - this.#at > CHECKPOINT_STEPS) {
      const from = Math.floor(step / CHECKPOINT_STEPS);
      this.#state = copy(this.#checkpoints[from]);
      this.#at = from * CHECKPOINT_STEPS;
    }
    for (; this.#at < step; this.#at++) this.#apply(this.#state, this.#steps[this.#at]);
    return this.#state;
  }

  /**
   * The event of a step, counted from 1.
   * @param {number} step
   */
  event(step) {
    return this.#steps[step - 1];
  }

  /**
   * The nodes from the start to this one.
   * @param {number} node
   * @returns {Node[]}
   */
  path(node) {
    const found = [];
    for (let at = /** @type {number | null} */ (node); at !== null; at = this.nodes[at].parent) found.push(this.nodes[at]);
    return found.reverse();
  }
}
