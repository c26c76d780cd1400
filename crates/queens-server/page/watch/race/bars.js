import { h, put } from "../../shared/dom.js";
import { duration, grouped } from "../../shared/words.js";

/**
 * The times of a race as bars on a logarithmic scale. The table below has the same figures, for screen
 * readers too.
 *
 * @typedef {{engine: string, seconds?: number, nodes?: number}} Racer one that waits has no figures
 */

/** The most powers of ten with a label each. */
const MAX_LABELS = 5;

/** A power of ten as a time, such as `10 µs`. @param {number} power */
const powerWords = (power) => duration(10 ** power).replace(/\.0+(?= )/, "");

/** The scale: whole powers of ten around all times. @param {number[]} times */
function scaleOf(times) {
  const logs = times.filter((seconds) => seconds > 0).map(Math.log10);
  const low = logs.length > 0 ? Math.floor(Math.min(...logs)) : 0;
  const high = logs.length > 0 ? Math.max(low + 1, Math.ceil(Math.max(...logs))) : 1;
  return { low, high,
    share: (/** @type {number} */ seconds) => (seconds > 0
      ? Math.max(0.02, (Math.log10(seconds) - low) / (high - low)) : 0) };
}

export class RaceBars {
  #axis = h("div", { class: "axis small num" });
  #list = h("ul", {});
  #key = h("p", { class: "small" }, "Bars are logarithmic: a slightly longer bar means a much larger value.");
  /**
   * The bars by engine, which grow while it runs.
   * @type {Map<string, {row: HTMLElement, bar: HTMLElement, time: HTMLElement, nodes: HTMLElement}>}
   */
  #rows = new Map();
  element = h("div", { class: "race-bars", hidden: true },
    h("div", { "aria-hidden": "true" },
      h("div", { class: "axis-row" }, this.#axis, h("span", { class: "small" }, "nodes")),
      this.#list), this.#key);

  /** @param {Racer[]} racers in their order from top to bottom */
  show(racers) {
    this.element.hidden = racers.length === 0;
    const scale = scaleOf(racers.map(({ seconds }) => seconds ?? 0));
    this.#drawAxis(scale);
    for (const engine of this.#rows.keys()) {
      if (!racers.some((racer) => racer.engine === engine)) this.#rows.delete(engine);
    }
    const rows = racers.map((racer) => this.#rowOf(racer, scale));
    if (rows.some((row, at) => this.#list.children[at] !== row)
      || rows.length !== this.#list.children.length) {
      put(this.#list, ...rows);
    }
  }

  /** @param {{low: number, high: number}} scale */
  #drawAxis({ low, high }) {
    const every = high - low + 1 > MAX_LABELS ? 2 : 1;
    const marks = Array.from({ length: high - low + 1 }, (_, at) => {
      const mark = h("span", {}, at % every === 0 ? powerWords(low + at) : "");
      mark.style.setProperty("--share", String(at / (high - low)));
      return mark;
    });
    put(this.#axis, ...marks);
    this.element.style.setProperty("--powers", String(high - low));
  }

  /**
   * @param {Racer} racer
   * @param {{share: (seconds: number) => number}} scale
   */
  #rowOf({ engine, seconds, nodes }, { share }) {
    const known = this.#rows.get(engine) ?? this.#newRow(engine);
    known.row.style.setProperty("--share", String(share(seconds ?? 0)));
    put(known.time, seconds === undefined ? "waiting" : duration(seconds));
    put(known.nodes, nodes === undefined ? "" : grouped(nodes));
    return known.row;
  }

  /** @param {string} engine */
  #newRow(engine) {
    const [bar, time, nodes] = [h("span", { class: "race-bar" }), h("span", { class: "race-time num" }),
      h("span", { class: "race-nodes num" })];
    const row = h("li", {}, h("span", { class: "race-name" }, engine),
      h("span", { class: "race-track" }, bar, time), nodes);
    const made = { row, bar, time, nodes };
    this.#rows.set(engine, made);
    return made;
  }
}
