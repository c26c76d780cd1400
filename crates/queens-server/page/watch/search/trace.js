import { ask } from "../../shared/api.js";

/**
 * The steps of a search, loaded in pages, and the open and closed lists after each step.
 *
 * The lists follow from the steps: a generated node enters the open list, and takes the place of a node with
 * the same state; an expanded node moves to the closed list. So a state is in one list only, and there once.
 * A copy of both is kept every 512 steps, so that any step is reached from a copy in at most 512.
 *
 * @typedef {{number: number, parent: number | null, operator: string | null, state: string, depth: number,
 *   cost: number, rank: number}} Node
 * @typedef {{kind: string, node: number, replaces: number | null}} Step the event of a node, and the node
 *   that it replaces
 * @typedef {{open: number[], closed: number[], dropped: number, made: number}} State nodes in
 *   the order in which they will be expanded, and in which they were; the numbers of dropped and created
 *   nodes
 */

/** Steps between two copies of the lists. */
const CHECKPOINT_STEPS = 512;

/** The largest number of steps that are loaded. */
export const MAX_STEPS = 100_000;

/**
 * Removes a node from a list that may hold it.
 * @param {number[]} list
 * @param {number} node
 */
function remove(list, node) {
  const at = list.indexOf(node);
  if (at >= 0) list.splice(at, 1);
}

/** @returns {State} */
const start = () => ({ open: [0], closed: [], dropped: 0, made: 1 });

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
      if (found.parent !== null || found.node === 0) {
        this.nodes[found.node] = { number: found.node, parent: found.parent, operator: found.operator,
          state: found.state, depth: found.depth, cost: found.cost, rank: found.rank };
      }
      const step = { kind: found.event, node: found.node, replaces: found.replaces };
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
  #apply(state, { kind, node, replaces }) {
    if (kind === "expand" || kind === "goal") {
      remove(state.open, node);
      if (kind === "expand") state.closed.push(node);
      return;
    }
    state.made += 1;
    if (kind === "loop") state.dropped += 1;
    else {
      if (replaces !== null) {
        remove(state.open, replaces);
        remove(state.closed, replaces);
        state.dropped += 1;
      }
      state.open.splice(this.#place(state, node), 0, node);
    }
  }

  /**
   * The index in the open list for a new node: before the nodes of greater rank; for depth-first search at
   * the front, behind its older siblings.
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
    for (let at = /** @type {number | null} */ (node); at !== null; at = this.nodes[at].parent) {
      found.push(this.nodes[at]);
    }
    return found.reverse();
  }
}
