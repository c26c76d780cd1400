import { ask } from "./api.js";

/**
 * The steps of a search, fetched in pages, and the open and the closed list after each of them.
 *
 * The lists are kept as the steps tell: a node that is generated goes into the open list, one that is expanded from
 * the open to the closed list. Every 512 steps both are kept whole, so that any step is reached in 512 at most.
 *
 * @typedef {{number: number, parent: number | null, operator: string | null, state: string, depth: number, cost: number,
 *   rank: number}} Node
 * @typedef {{kind: string, node: number, isMade: boolean}} Step what happened to a node; whether it was made by that
 * @typedef {{open: number[], closed: number[], dropped: number, made: number, at: number, goal: number}} State nodes in
 *   the order in which they will be taken, and in which they were expanded; how many were dropped and made; the node
 *   that is expanded, and the goal, -1 where there is none
 */

const CHECKPOINT = 512;

/** No more steps than these are fetched. */
export const MOST = 100_000;

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

  /** @param {Record<string, unknown> & {strategy: string}} question what the server is asked */
  constructor(question) {
    this.#question = question;
    this.#isStack = question.strategy === "dfs";
  }

  close() {
    this.#controller.abort();
  }

  /** Fetches a page more. */
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
      if (this.length % CHECKPOINT === 0) this.#checkpoints.push(copy(this.#end));
    }
    this.isWhole = page.end || page.steps.length === 0 || this.length >= MOST;
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
   * Where a node that was just made stands in the open list: before those of greater rank; depth-first in front, behind
   * those that were made with it.
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
   * The lists after so many steps, of those that are here. They are the trace's own: read them, do not change them.
   * @param {number} step
   */
  state(step) {
    if (step < this.#at || step - this.#at > CHECKPOINT) {
      const from = Math.floor(step / CHECKPOINT);
      this.#state = copy(this.#checkpoints[from]);
      this.#at = from * CHECKPOINT;
    }
    for (; this.#at < step; this.#at++) this.#apply(this.#state, this.#steps[this.#at]);
    return this.#state;
  }

  /**
   * What happened at a step, counted from 1.
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
