/**
 * The steps of an engine, fetched in pages, and what stands after each of them.
 *
 * A page is kept as arrays of numbers. Every 4,096 steps the whole state is kept as well, so that any step is reached
 * in 4,096 at most.
 *
 * @typedef {{kinds: Uint8Array, squares: Int32Array, attackers: Int32Array, checks: Float64Array, solutions: Int32Array[],
 *   end: boolean, outcome: string}} Page `solutions` are the queens of each solution in turn
 * @typedef {{kind: number, square: number, attacker: number, queens?: number[]}} Event `queens` are those of a solution
 *   that are not on the board: a mirror image
 * @typedef {{path: number[], levels: number[][], counts: number[]}} State the queens in the order in which they were
 *   placed; for each depth the squares that were tried there, four times the square plus what became of it; the number
 *   of steps of each kind
 */

/** The kinds of steps, as a trace of the server names them. */
export const KINDS = ["place", "reject", "remove", "solution"];
export const PLACE = 0;
export const REJECT = 1;
export const REMOVE = 2;
export const SOLUTION = 3;

/** What became of a square that was tried: a queen stands there, none may, or it was left again. */
export const STANDS = 0;
export const CUT = 1;
export const LEFT = 2;

const PAGE = 100_000;
const CHECKPOINT = 4096;

/** No more steps than these are fetched. */
export const MOST = 3_000_000;

/** @param {number} packed */
export const rowOf = (packed) => packed >> 16;
/** @param {number} packed */
export const columnOf = (packed) => packed & 65535;

/** @returns {State} */
function start() {
  return { path: [], levels: [[]], counts: [0, 0, 0, 0] };
}

/**
 * @param {State} state
 * @returns {State}
 */
function copy({ path, levels, counts }) {
  return { path: [...path], levels: levels.map((level) => [...level]), counts: [...counts] };
}

/**
 * @param {State} state
 * @param {number} kind
 * @param {number} square
 */
function apply(state, kind, square) {
  const { path, levels, counts } = state;
  counts[kind] += 1;
  if (kind === PLACE) {
    levels[path.length].push(square * 4 + STANDS);
    path.push(square);
    levels.push([]);
  } else if (kind === REJECT) {
    // A queen that stands is part of a whole board that is rejected, not one more that was tried.
    if (!path.includes(square)) levels[path.length].push(square * 4 + CUT);
  } else if (kind === REMOVE) {
    const at = path.lastIndexOf(square);
    if (at < 0) return;
    path.splice(at, 1);
    levels.splice(at + 1, 1);
    const tried = levels[at].lastIndexOf(square * 4 + STANDS);
    if (tried >= 0) levels[at][tried] = square * 4 + LEFT;
  }
}

export class Trace {
  /** How many steps are here. */
  length = 0;
  /** Whether no more can be fetched. */
  isWhole = false;
  /** Whether the engine ended behind the last of them: nothing stopped it. */
  isEnded = false;
  outcome = "";
  /** The depth after each step, page by page. @type {Uint16Array[]} */
  depths = [];
  /** The steps at which solutions stand. @type {number[]} */
  solutions = [];
  /** The queens of the solutions that are not on the board. @type {Map<number, number[]>} */
  #images = new Map();
  /** The steps at which queens are placed: the nodes of the tree. @type {number[]} */
  places = [];
  deepest = 1;
  /** @type {Page[]} */
  #pages = [];
  /** @type {State[]} */
  #checkpoints = [start()];
  #end = start();
  #state = start();
  #at = 0;
  #worker = new Worker(new URL("./trace-worker.js", import.meta.url), { type: "module" });
  /** @type {Promise<void> | null} */
  #coming = null;
  #problem;

  /** @param {{problem: string, engine: string, first: boolean}} problem */
  constructor(problem) {
    this.#problem = problem;
  }

  /**
   * Fetches further pages until a step is here, or all are.
   * @param {number} step
   */
  async reach(step) {
    while (this.length < Math.min(step, MOST) && !this.isWhole) {
      this.#coming ??= this.#fetch().finally(() => { this.#coming = null; });
      await this.#coming;
    }
  }

  close() {
    this.#worker.terminate();
  }

  async #fetch() {
    const body = { ...this.#problem, from: this.length, limit: PAGE };
    const id = this.length;
    /** @type {Page} */
    const page = await new Promise((resolve, reject) => {
      this.#worker.onmessage = ({ data }) => {
        if (data.id === id) data.page ? resolve(data.page) : reject(new Error(data.error));
      };
      this.#worker.onerror = (event) => reject(new Error(event.message));
      this.#worker.postMessage({ id, body });
    });
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
      if (this.length % CHECKPOINT === 0) this.#checkpoints.push(copy(this.#end));
    }
    this.#pages.push({ ...page, solutions: [] });
    this.depths.push(depths);
    this.isEnded = page.end;
    this.isWhole = page.end || page.kinds.length === 0 || this.length >= MOST;
    this.outcome = page.outcome;
  }

  /**
   * The state after so many steps, of those that are here. It is the trace's own: read it, do not change it.
   * @param {number} step
   * @returns {State}
   */
  state(step) {
    const from = Math.floor(step / CHECKPOINT);
    if (step < this.#at || step - this.#at > CHECKPOINT) {
      this.#state = copy(this.#checkpoints[from]);
      this.#at = from * CHECKPOINT;
    }
    for (; this.#at < step; this.#at++) {
      const page = this.#pages[Math.floor(this.#at / PAGE)];
      apply(this.#state, page.kinds[this.#at % PAGE], page.squares[this.#at % PAGE]);
    }
    return this.#state;
  }

  /**
   * What happened at a step, counted from 1.
   * @param {number} step
   * @returns {Event}
   */
  event(step) {
    const page = this.#pages[Math.floor((step - 1) / PAGE)];
    const at = (step - 1) % PAGE;
    return { kind: page.kinds[at], square: page.squares[at], attacker: page.attackers[at], queens: this.#images.get(step) };
  }

  /**
   * The checks that the engine had made up to a step.
   * @param {number} step
   */
  checks(step) {
    return step === 0 ? 0 : this.#pages[Math.floor((step - 1) / PAGE)].checks[(step - 1) % PAGE];
  }

  /**
   * The depth after a step.
   * @param {number} step
   */
  depth(step) {
    return step === 0 ? 0 : this.depths[Math.floor((step - 1) / PAGE)][(step - 1) % PAGE];
  }
}
