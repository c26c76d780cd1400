/**
 * The steps of an engine, loaded in pages, and the position after each step.
 *
 * A page is stored as arrays of numbers. A copy of the state is kept every 4,096 steps, so that any step is
 * reached from a copy in at most 4,096.
 *
 * @typedef {{kinds: Uint8Array, squares: Int32Array, attackers: Int32Array, checks: Float64Array, solutions:
 *   Int32Array[], end: boolean, outcome: string}} Page `solutions` are the queens of each solution in order
 * @typedef {{kind: number, square: number, attacker: number, queens?: number[]}} Event `queens` are those of
 *   a solution that is a mirror image of the position
 * @typedef {{path: number[], levels: number[][], counts: number[]}} State the queens in the order in which
 *   they were placed; for each depth the squares that were tried, as four times the square plus the result;
 *   the number of steps of each kind
 */

import { askBytes, isAbort } from "../shared/api.js";

/** The kinds of steps, as a trace of the server names them. */
export const STEP_KINDS = ["place", "reject", "remove", "solution"];
export const PLACE = 0;
export const REJECT = 1;
export const REMOVE = 2;
export const SOLUTION = 3;

/**
 * The result of a square that was tried: it has a queen, it was rejected, or the search came back from it.
 */
export const TRIED_PLACED = 0;
export const TRIED_REJECTED = 1;
export const TRIED_REMOVED = 2;

/** Steps of a page. */
const PAGE_STEPS = 100_000;
/** Steps between two copies of the state. */
export const CHECKPOINT_STEPS = 4096;

/** The largest number of steps that are loaded. */
export const MAX_STEPS = 3_000_000;

/** @param {number} packed */
export const rowOf = (packed) => packed >> 16;
/** @param {number} packed */
export const columnOf = (packed) => packed & 65535;

/** The state before the first step. @returns {State} */
export function start() {
  return { path: [], levels: [[]], counts: [0, 0, 0, 0] };
}

/**
 * @param {State} state
 * @returns {State}
 */
export function copy({ path, levels, counts }) {
  return { path: [...path], levels: levels.map((level) => [...level]), counts: [...counts] };
}

/**
 * Changes a state by a step.
 * @param {State} state
 * @param {number} kind
 * @param {number} square
 */
export function apply(state, kind, square) {
  const { path, levels, counts } = state;
  counts[kind] += 1;
  if (kind === PLACE) {
    levels[path.length].push(square * 4 + TRIED_PLACED);
    path.push(square);
    levels.push([]);
  } else if (kind === REJECT) {
    // A queen on the board belongs to a full board that is rejected; it is not one more try.
    if (!path.includes(square)) levels[path.length].push(square * 4 + TRIED_REJECTED);
  } else if (kind === REMOVE) {
    const at = path.lastIndexOf(square);
    if (at < 0) return;
    path.splice(at, 1);
    levels.splice(at + 1, 1);
    const tried = levels[at].lastIndexOf(square * 4 + TRIED_PLACED);
    if (tried >= 0) levels[at][tried] = square * 4 + TRIED_REMOVED;
  }
}

export class Trace {
  /** The number of loaded steps. */
  length = 0;
  /** True if no more steps can be loaded. */
  isWhole = false;
  /** True if the engine finished after the last step, without a limit. */
  isEnded = false;
  outcome = "";
  /** The depth after each step, page by page. @type {Uint16Array[]} */
  depths = [];
  /** The steps with solutions. @type {number[]} */
  solutions = [];
  /** The queens of the solutions that are mirror images, by step. @type {Map<number, number[]>} */
  #images = new Map();
  /** The steps that place queens: the nodes of the tree. @type {number[]} */
  places = [];
  deepest = 1;
  /** @type {Page[]} */
  #pages = [];
  /** @type {State[]} */
  #checkpoints = [start()];
  #end = start();
  #state = start();
  #at = 0;
  #closing = new AbortController();
  #worker = new Worker(new URL("./trace-worker.js", import.meta.url), { type: "module" });
  /** Rejects if the worker cannot be started. @type {Promise<never>} */
  #failure = new Promise((_, reject) => {
    this.#worker.onerror = (event) => reject(
      new Error(event.message
        || "The worker for steps cannot be started: check the connection, then reload the page."));
  });
  /** @type {Promise<void> | null} */
  #coming = null;

  /** @param {{problem: string, engine: string, first: boolean}} problem */
  constructor(problem) {
    this.problem = problem;
    this.#failure.catch(() => {});
  }

  /**
   * Loads pages until a step is loaded, or all steps are.
   * @param {number} step
   */
  async reach(step) {
    while (this.length < Math.min(step, MAX_STEPS) && !this.isWhole) {
      this.#coming ??= this.#fetch().finally(() => { this.#coming = null; });
      await this.#coming;
    }
  }

  close() {
    this.#closing.abort();
    this.#worker.terminate();
  }

  async #fetch() {
    const body = { ...this.problem, from: this.length, limit: PAGE_STEPS };
    const id = this.length;
    const bytes = await askBytes("trace", body, this.#closing.signal).catch((error) => {
      // Nobody waits for the steps of a trace that is closed.
      if (isAbort(error)) return new Promise(() => {});
      throw error;
    });
    /** @type {Page} */
    const page = await Promise.race([this.#failure, new Promise((resolve, reject) => {
      this.#worker.onmessage = ({ data }) => {
        if (data.id === id) data.page ? resolve(data.page) : reject(new Error(data.error));
      };
      this.#worker.postMessage({ id, bytes, stepKinds: STEP_KINDS }, [bytes]);
    })]);
    const depths = new Uint16Array(page.kinds.length);
    const found = page.solutions.values();
    for (let at = 0; at < page.kinds.length; at++) {
      apply(this.#end, page.kinds[at], page.squares[at]);
      depths[at] = this.#end.path.length;
      this.deepest = Math.max(this.deepest, depths[at]);
      this.length += 1;
      if (page.kinds[at] === SOLUTION) {
        this.solutions.push(this.length);
        const queens = [...found.next().value ?? []];
        if (queens.some((square) => !this.#end.path.includes(square))) this.#images.set(this.length, queens);
      } else if (page.kinds[at] === PLACE) this.places.push(this.length);
      if (this.length % CHECKPOINT_STEPS === 0) this.#checkpoints.push(copy(this.#end));
    }
    this.#pages.push({ ...page, solutions: [] });
    this.depths.push(depths);
    this.isEnded = page.end;
    this.isWhole = page.end || page.kinds.length === 0 || this.length >= MAX_STEPS;
    this.outcome = page.outcome;
  }

  /**
   * The state after a step that is loaded. It is shared: do not change it.
   * @param {number} step
   * @returns {State}
   */
  state(step) {
    const from = Math.floor(step / CHECKPOINT_STEPS);
    if (step < this.#at || step - this.#at > CHECKPOINT_STEPS) {
      this.#state = copy(this.#checkpoints[from]);
      this.#at = from * CHECKPOINT_STEPS;
    }
    for (; this.#at < step; this.#at++) {
      const page = this.#pages[Math.floor(this.#at / PAGE_STEPS)];
      apply(this.#state, page.kinds[this.#at % PAGE_STEPS], page.squares[this.#at % PAGE_STEPS]);
    }
    return this.#state;
  }

  /**
   * The event of a step, counted from 1.
   * @param {number} step
   * @returns {Event}
   */
  event(step) {
    const page = this.#pages[Math.floor((step - 1) / PAGE_STEPS)];
    const at = (step - 1) % PAGE_STEPS;
    return { kind: page.kinds[at], square: page.squares[at], attacker: page.attackers[at],
      queens: this.#images.get(step) };
  }

  /**
   * The kind of a step, counted from 1.
   * @param {number} step
   */
  kind(step) {
    return this.#pages[Math.floor((step - 1) / PAGE_STEPS)].kinds[(step - 1) % PAGE_STEPS];
  }

  /**
   * The first loaded step of a kind after a step, or the last one before it; 0 if there is none.
   * @param {number} kind
   * @param {number} from
   * @param {boolean} isBack
   * @param {number} [depth] the depth after the step that is found, if not any
   */
  find(kind, from, isBack, depth) {
    const by = isBack ? -1 : 1;
    for (let step = from + by; step >= 1 && step <= this.length; step += by) {
      if (this.kind(step) === kind && (depth === undefined || this.depth(step) === depth)) return step;
    }
    return 0;
  }

  /**
   * The number of checks of the engine up to a step.
   * @param {number} step
   */
  checks(step) {
    return step === 0 ? 0 : this.#pages[Math.floor((step - 1) / PAGE_STEPS)].checks[(step - 1) % PAGE_STEPS];
  }

  /**
   * The depth after a step.
   * @param {number} step
   */
  depth(step) {
    return step === 0 ? 0 : this.depths[Math.floor((step - 1) / PAGE_STEPS)][(step - 1) % PAGE_STEPS];
  }
}
