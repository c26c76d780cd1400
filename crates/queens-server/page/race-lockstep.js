import { Latest, isAbort, lines, reason } from "./api.js";
import { Board } from "./board.js";
import { h, put } from "./dom.js";
import { Player } from "./player.js";
import { showStep } from "./step-board.js";
import { PLACE, SOLUTION, Trace } from "./trace.js";
import { duration, grouped } from "./words.js";

/**
 * @typedef {{engine: string, trace: Trace, board: Board, failure: string, told: HTMLElement, alone: {nodes: number, seconds: number, isWhole: boolean} | null,
 *   bars: Record<string, {bar: HTMLElement, number: HTMLElement}>}} Runner `alone` is what it came to when it ran as fast
 *   as it can
 */

/** How many nodes are fetched ahead. */
const AHEAD = 2000;

/** The longest time, in seconds, that an engine is measured. */
const MEASURED = 2;

/** What is shown of each runner: how it is called, and how it reads. @type {Record<string, [string, (value: number) => string]>} */
const BARS = {
  nodes: ["nodes", grouped],
  checks: ["checks", grouped],
  seconds: ["time", duration],
  solutions: ["solutions", grouped],
};

/**
 * What a node takes an engine, in seconds. Where both are there to the end, its whole time is dealt to the nodes that
 * are shown: an engine that nobody watches need not stand on all of them.
 * @param {Runner} runner
 */
function costOf({ alone, trace }) {
  return alone && alone.seconds / (alone.isWhole && trace.isWhole ? Math.max(1, trace.places.length) : alone.nodes);
}

/** Several engines on one board, each a node (a queen that is placed) at a time. */
export class Lockstep {
  /** @type {Runner[]} */
  #runners = [];
  #n = 8;
  #isComing = false;
  #measuring = new Latest();
  #why = h("div", { class: "verdict why", role: "status" });
  #boards = h("div", { class: "lanes" });
  #player = new Player({
    length: () => this.#length(),
    isWhole: () => this.#runners.every(({ trace, failure }) => trace.isWhole || failure),
    show: () => this.#show(),
    reach: (node) => this.#reach(node),
  }, { unit: "node", most: 200_000 });
  element = h("div", { hidden: true }, this.#why, h("div", { class: "player" }, this.#player.element), this.#boards);

  /**
   * @param {string[]} engines
   * @param {string} kind
   * @param {number} n
   */
  async begin(engines, kind, n) {
    this.stop();
    this.#n = n;
    this.#isComing = false;
    const runners = this.#runners = engines.map((engine) => {
      const board = new Board(`${engine} on ${kind} ${n}`);
      board.resize(n, n);
      board.stands(kind);
      const bars = Object.fromEntries(Object.keys(BARS).map((id) => [id, { bar: h("div", { class: `bar ${id}` }), number: h("span", { class: "number" }, "0") }]));
      return { engine, trace: new Trace({ problem: `${kind} ${n}`, engine, first: false }), board, bars, failure: "", alone: null, told: h("p", { class: "small" }) };
    });
    put(this.#boards, ...runners.map(({ engine, board, bars, told }) => h("section", { class: "lane", "aria-label": engine },
      h("h2", {}, engine), board.element,
      ...Object.entries(BARS).map(([id, [name]]) => h("div", { class: "barred" }, h("div", { class: "between row" }, h("span", { class: "small" }, name), bars[id].number), bars[id].bar)), told)));
    this.#player.at = 0;
    put(this.#why);
    await this.#reach(1);
    if (runners !== this.#runners) return;
    this.#player.start();
    this.#measure(`${kind} ${n}`);
  }

  /**
   * Lets each engine run as fast as it can, one after the other.
   * @param {string} problem
   */
  async #measure(problem) {
    const signal = this.#measuring.next();
    for (const runner of this.#runners) {
      try {
        for await (const line of lines("race", { problem, engine: runner.engine, seconds: MEASURED }, signal)) {
          const [found] = line.engines ?? [];
          if (found?.nodes > 0) runner.alone = { nodes: found.nodes, seconds: found.seconds, isWhole: found.outcome === "exhausted" };
        }
      } catch (error) {
        // Its time stays unknown, and all else is shown.
        if (isAbort(error)) return;
      }
      this.#show();
    }
  }

  stop() {
    this.#player.pause();
    this.#measuring.stop();
    for (const { trace } of this.#runners) trace.close();
  }

  /** Takes the boards away. */
  clear() {
    this.stop();
    this.#runners = [];
    this.#player.at = 0;
    put(this.#boards);
    put(this.#why);
    this.#player.told();
  }

  pause() {
    this.#player.pause();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return this.#player.key(event);
  }

  /** One more than the nodes of the longest: there all are through. */
  #length() {
    const nodes = this.#runners.map(({ trace }) => trace.places.length);
    return nodes.length ? Math.max(...nodes) + 1 : 0;
  }

  /** @param {number} node */
  async #reach(node) {
    if (this.#isComing) return;
    this.#isComing = true;
    const runners = this.#runners;
    await Promise.all(runners.map(async (runner) => {
      const { trace } = runner;
      try {
        while (runners === this.#runners && !trace.isWhole && trace.places.length < node + AHEAD) await trace.reach(trace.length + 1);
      } catch (error) {
        runner.failure = reason(error);
      }
    }));
    if (runners !== this.#runners) return;
    this.#isComing = false;
    this.#show();
  }

  #show() {
    const { at } = this.#player;
    this.#player.told();
    if (at + AHEAD / 2 > this.#length() && this.#runners.some(({ trace, failure }) => !trace.isWhole && !failure)) this.#reach(at);
    const rows = this.#runners.map((runner) => {
      const { trace } = runner;
      const isPast = trace.isWhole && at > trace.places.length;
      const isThrough = isPast && trace.isEnded;
      const step = at === 0 ? 0 : trace.places[at - 1] ?? trace.length;
      const { counts, path } = trace.state(step);
      const nodes = counts[PLACE];
      const cost = costOf(runner);
      const seconds = cost === null ? NaN : nodes * cost;
      showStep(runner.board, this.#n, path, step > 0 ? trace.event(step) : null);
      return { ...runner, isPast, isThrough, cost, values: /** @type {Record<string, number>} */ ({ nodes, checks: trace.checks(step), seconds, solutions: counts[SOLUTION] }) };
    });
    for (const { bars, told, failure, isPast, isThrough, trace, values, cost } of rows) {
      for (const [id, value] of Object.entries(values)) {
        const most = Math.max(...rows.map((row) => row.values[id] || 0));
        bars[id].bar.style.width = value > 0 ? `${(value / most) * 100}%` : "0";
        bars[id].number.textContent = Number.isNaN(value) ? "not known" : BARS[id][1](value);
      }
      const each = cost === null ? "" : ` A node takes ${duration(cost)}.`;
      put(told, failure ? `It cannot run: ${failure}` : (isPast ? `${isThrough ? "Through, after" : "No more is shown than"} ${grouped(trace.places.length)} nodes.` : "") + each || " ");
    }
    this.#tell(rows.filter(({ isThrough }) => isThrough).sort((a, b) => a.values.nodes - b.values.nodes), rows.filter(({ failure }) => !failure).length);
  }

  /**
   * @param {{engine: string, values: Record<string, number>}[]} through those that are, the first first
   * @param {number} running
   */
  #tell(through, running) {
    const [first] = through;
    if (!first) return put(this.#why, h("p", { class: "small" }, "Each places one queen at a time: who has the smaller tree is through first."));
    const others = through.slice(1).map(({ engine, values }) => {
      const more = values.nodes / Math.max(1, first.values.nodes);
      return more < 1.005 ? `${engine} walks as many nodes` : `${engine} needs ${more.toFixed(more < 10 ? 1 : 0)} times as many`;
    });
    put(this.#why, h("p", {}, `${first.engine} is through after ${grouped(first.values.nodes)} nodes${others.length ? `; ${others.join(", ")}` : ""}.`),
      through.length === running && h("p", {}, "In lockstep every node counts the same. The time is what so many nodes take when the engine runs alone, at its mean cost here."));
  }
}
