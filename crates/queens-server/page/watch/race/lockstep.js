import { LatestRequest, isAbort, lines, reason } from "../../shared/api.js";
import { Board } from "../../shared/board.js";
import { h, put } from "../../shared/dom.js";
import { Player } from "../player.js";
import { showStep } from "../step-board.js";
import { PLACE, SOLUTION, Trace } from "../trace.js";
import { duration, grouped } from "../../shared/words.js";

/**
 * @typedef {{engine: string, trace: Trace, board: Board, failure: string, note: HTMLElement, alone: {nodes:
 *   number, seconds: number, isWhole: boolean} | null, bars: Record<string, {bar: HTMLElement, number:
 *   HTMLElement}>}} Runner `alone` is its result at full speed
 */

/** Number of nodes to load ahead. */
const NODES_AHEAD = 2000;

/** Time limit to measure an engine, in seconds. */
const MEASURE_SECONDS = 2;

/** The bars of each runner: title and format. @type {Record<string, [string, (value: number) => string]>} */
const BAR_FORMATS = {
  nodes: ["nodes", grouped],
  checks: ["checks", grouped],
  seconds: ["time", duration],
  solutions: ["solutions", grouped],
};

/**
 * The mean time of a node, in seconds. If both runs are complete, the whole time is divided by the number of
 * nodes that are shown: at full speed an engine may skip some of them.
 * @param {Runner} runner
 */
function costOf({ alone, trace }) {
  return alone && alone.seconds / (alone.isWhole && trace.isWhole ? Math.max(1, trace.places.length)
    : alone.nodes);
}

const RULE = "In lockstep every node counts the same. The time is the number of nodes times the mean " +
  "time of a node when the engine runs alone.";

/** Several engines side by side, one node (a placed queen) of each at a time. */
export class Lockstep {
  /** @type {Runner[]} */
  #runners = [];
  #n = 8;
  #isComing = false;
  #measuring = new LatestRequest();
  #why = h("div", { class: "verdict why", role: "status" });
  #boards = h("div", { class: "lanes" });
  #player = new Player({
    length: () => this.#length(),
    isWhole: () => this.#runners.every(({ trace, failure }) => trace.isWhole || failure),
    show: () => this.#show(),
    reach: (node) => this.#reach(node),
  }, { unit: "node", most: 200_000 });
  element = h("div", { hidden: true }, this.#why, h("div", { class: "player" }, this.#player.element),
    this.#boards, h("p", { class: "small lockstep-rule" }, RULE));

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
      board.setVariant(kind);
      const bars = Object.fromEntries(Object.keys(BAR_FORMATS)
        .map((id) => [id,
          { bar: h("div", { class: `bar ${id}` }), number: h("span", { class: "number" }, "0") }]));
      return { engine, trace: new Trace({ problem: `${kind} ${n}`, engine, first: false }), board, bars,
        failure: "", alone: null, note: h("p", { class: "small" }) };
    });
    put(this.#boards,
      ...runners.map(({ engine, board, bars, note }) => h("section", { class: "lane", "aria-label": engine },
      h("h2", {}, engine), board.element,
      ...Object.entries(BAR_FORMATS)
        .map(([id, [name]]) => h("div", { class: "barred" },
          h("div", { class: "between row" }, h("span", { class: "small" }, name), bars[id].number),
          bars[id].bar)), note)));
    this.#player.at = 0;
    put(this.#why);
    await this.#reach(1);
    if (runners !== this.#runners) return;
    this.#player.start();
    this.#measure(`${kind} ${n}`);
  }

  /**
   * Measures each engine at full speed, one after the other.
   * @param {string} problem
   */
  async #measure(problem) {
    const signal = this.#measuring.next();
    for (const runner of this.#runners) {
      try {
        for await (const line of lines("race", { problem, engine: runner.engine, seconds: MEASURE_SECONDS },
          signal)) {
          const [found] = line.engines ?? [];
          if (found?.nodes > 0) {
            runner.alone = { nodes: found.nodes, seconds: found.seconds,
              isWhole: found.outcome === "exhausted" };
          }
        }
      } catch (error) {
        // Its time stays unknown; everything else is shown.
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

  /** Removes the boards. */
  clear() {
    this.stop();
    this.#runners = [];
    this.#player.at = 0;
    put(this.#boards);
    put(this.#why);
    this.#player.refresh();
  }

  pause() {
    this.#player.pause();
  }

  /** Goes on by so many nodes. @param {number} by */
  step(by) {
    this.#player.jump(this.#player.at + by);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return this.#player.key(event);
  }

  /** One more than the largest number of nodes: every engine has finished there. */
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
        while (runners === this.#runners && !trace.isWhole && trace.places.length < node + NODES_AHEAD) {
          await trace.reach(trace.length + 1);
        }
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
    this.#player.refresh();
    if (at + NODES_AHEAD / 2 > this.#length()
      && this.#runners.some(({ trace, failure }) => !trace.isWhole && !failure)) {
      this.#reach(at);
    }
    const rows = this.#runners.map((runner) => {
      const { trace } = runner;
      const isPast = trace.isWhole && at > trace.places.length;
      const isFinished = isPast && trace.isEnded;
      const step = at === 0 ? 0 : trace.places[at - 1] ?? trace.length;
      const { counts, path } = trace.state(step);
      const nodes = counts[PLACE];
      const cost = costOf(runner);
      const seconds = cost === null ? NaN : nodes * cost;
      showStep(runner.board, this.#n, path, step > 0 ? trace.event(step) : null);
      return { ...runner, isPast, isFinished, cost,
        values: /** @type {Record<string, number>} */ (
          { nodes, checks: trace.checks(step), seconds, solutions: counts[SOLUTION] }) };
    });
    for (const { bars, note, failure, isPast, isFinished, trace, values, cost } of rows) {
      for (const [id, value] of Object.entries(values)) {
        const most = Math.max(...rows.map((row) => row.values[id] || 0));
        bars[id].bar.style.width = value > 0 ? `${(value / most) * 100}%` : "0";
        bars[id].number.textContent = Number.isNaN(value) ? "unknown" : BAR_FORMATS[id][1](value);
      }
      note.classList.toggle("bad", failure !== "");
      const each = cost === null ? "" : ` A node takes ${duration(cost)}.`;
      const verb = isFinished ? "Finished after" : "Only shown up to";
      const end = isPast ? `${verb} ${grouped(trace.places.length)} nodes.` : "";
      put(note, failure ? `Failed: ${failure}` : end + each || " ");
    }
    this.#reportWinner(rows.filter(({ isFinished }) => isFinished)
      .sort((a, b) => a.values.nodes - b.values.nodes));
  }

  /**
   * @param {{engine: string, values: Record<string, number>}[]} finished the engines that have finished, by
   *   nodes
   */
  #reportWinner(finished) {
    const [first] = finished;
    if (!first) {
      return put(this.#why, h("p", { class: "small" }, "Each engine places one queen at a time: " +
        "the one that needs the fewest placements finishes first."));
    }
    const others = finished.slice(1).map(({ engine, values }) => {
      const more = values.nodes / Math.max(1, first.values.nodes);
      return more < 1.005 ? `${engine} needs as many nodes`
        : `${engine} needs ${more.toFixed(more < 10 ? 1 : 0)} times as many`;
    });
    put(this.#why, h("p", {}, `${first.engine} finishes after ` +
      `${grouped(first.values.nodes)} nodes${others.length ? `; ${others.join(", ")}` : ""}.`));
  }
}
