import { get, reason } from "./api.js";
import { choice, h, put, s } from "./dom.js";
import { about, duration, grouped, marked, table } from "./words.js";

/**
 * How far a campaign is: what `queens campaign status` says.
 * @typedef {{first: number, bundles: number, units: number, done: number, state: "done" | "part" | "missing" | "failed"}} Square
 * @typedef {{low: number, estimate: number, high: number}} Interval
 * @typedef {{problem: string, engine: string, units: number, done: number, share: number, bundles: number, open_bundles: number[],
 *   map: Square[], seconds: number, thread_seconds_left: Interval | null, threads: number, seconds_left: Interval | null,
 *   units_a_minute: number | null, verified: number, workers: any[], torn: string[], set_aside: string[], faults: string[]}} Status
 */

/** Milliseconds between two looks. */
const EVERY = 3000;

/** What the squares of the map mean. @type {[Square["state"], string][]} */
const STATES = [["done", "done"], ["part", "done in part"], ["missing", "missing"], ["failed", "failed"]];

/** @param {number} number @param {string} thing */
const several = (number, thing) => `${grouped(number)} ${thing}${number === 1 ? "" : "s"}`;

/** @param {Interval} left */
const interval = ({ low, estimate, high }) => `about ${about(estimate)} (from ${about(low)} to ${about(high)})`;

/** @param {Square} square */
function told({ first, bundles, units, done }) {
  const which = bundles === 1 ? `Bundle ${first}` : `Bundles ${first} to ${first + bundles - 1}`;
  return `${which}: ${grouped(done)} of ${several(units, "unit")}`;
}

/**
 * The map of the bundles, and what it says in words.
 * @param {Status} status
 */
function drawMap({ map, bundles }) {
  const across = map.length <= 24 ? Math.max(1, map.length) : Math.min(40, Math.ceil(Math.sqrt(map.length * 2.5)));
  const squares = map.map((square, at) => {
    const [x, y] = [at % across, Math.floor(at / across)];
    const share = square.units > 0 ? square.done / square.units : 1;
    return s("g", { class: square.state, transform: `translate(${x} ${y})` }, s("title", {}, told(square)),
      s("rect", { class: "whole", x: 0.08, y: 0.08, width: 0.84, height: 0.84 }),
      square.state !== "missing" && s("rect", { class: "filled", x: 0.08, y: 0.92 - 0.84 * share, width: 0.84, height: 0.84 * share }),
      square.state === "failed" && s("path", { class: "mark", d: "M.28 .28L.72 .72M.72 .28L.28 .72" }));
  });
  const each = map.length && map[0].bundles > 1 ? `, ${map[0].bundles} in a square` : "";
  const counts = STATES.map(([state, name]) => ({ state, name, number: map.filter((square) => square.state === state).length })).filter(({ number }) => number > 0);
  const words = `${several(bundles, "bundle")}${each}: ${counts.map(({ name, number }) => `${number} ${name}`).join(", ")}`;
  const rows = Math.max(1, Math.ceil(map.length / across));
  const picture = s("svg", { class: "bundles", viewBox: `0 0 ${across} ${rows}`, role: "img", "aria-label": words }, ...squares);
  picture.style.setProperty("--across", String(across));
  const key = h("p", { class: "small key" }, ...counts.map(({ state, name, number }) =>
    h("span", {}, s("svg", { class: "bundles", viewBox: "0 0 1 1", "aria-hidden": "true" }, s("g", { class: state },
      s("rect", { class: "whole", x: 0.08, y: 0.08, width: 0.84, height: 0.84 }),
      state !== "missing" && s("rect", { class: "filled", x: 0.08, y: state === "part" ? 0.5 : 0.08, width: 0.84, height: state === "part" ? 0.42 : 0.84 }),
      state === "failed" && s("path", { class: "mark", d: "M.28 .28L.72 .72M.72 .28L.28 .72" }))), `${number} ${name}`)));
  return h("div", {}, picture, key, h("p", { class: "small" }, each ? `${several(bundles, "bundle")}${each}.` : ""));
}

/**
 * A name and what it is.
 * @param {string} name
 * @param {import("./dom.js").Child} value
 */
const fact = (name, value) => [h("dt", {}, name), h("dd", {}, value)];

/** The campaigns that the server shows, one at a time, looked at again every few seconds. */
export class Campaigns {
  /** @type {{id: number, name: string, problem: string, engine: string, units: number, bundles: number}[]} */
  #all = [];
  #shown = 0;
  #timer = 0;
  #which;
  #body = h("div", {});
  element;

  /** @param {(id: string) => void} change hears which one is to be shown */
  constructor(change) {
    this.#which = choice("Campaign", change);
    this.element = h("section", { class: "campaigns", "aria-label": "Campaigns", hidden: true }, h("h2", {}, "Campaigns"), this.#which.element, this.#body);
    document.addEventListener("visibilitychange", () => { if (this.#shown && !document.hidden) this.#look(); });
  }

  /** Comes when it is known which there are. */
  async load() {
    this.#all = (await get("campaigns")).campaigns;
    this.element.hidden = this.#all.length === 0;
    this.#which.offer(this.#all.map(({ id, name }) => [String(id), name]));
    this.#which.element.hidden = this.#all.length < 2;
  }

  /** @param {string | undefined} id of the one to show; the first where there is none such */
  show(id) {
    const campaign = this.#all.find((one) => String(one.id) === id) ?? this.#all[0];
    if (!campaign || campaign.id === this.#shown) return;
    this.#shown = campaign.id;
    this.#which.select.value = String(campaign.id);
    put(this.#body, h("p", { class: "small" }, "Reading the shards ..."));
    this.#look();
  }

  stop() {
    clearTimeout(this.#timer);
    this.#shown = 0;
  }

  async #look() {
    clearTimeout(this.#timer);
    const id = this.#shown;
    if (document.hidden) return;
    let again = true;
    try {
      /** @type {Status} */
      const status = await get(`campaigns/${id}`);
      if (id !== this.#shown) return;
      this.#draw(status);
      again = status.done < status.units || status.faults.length > 0;
    } catch (error) {
      if (id !== this.#shown) return;
      put(this.#body, h("p", { class: "note bad", role: "alert" }, reason(error)));
    }
    clearTimeout(this.#timer);
    if (again) this.#timer = setTimeout(() => this.#look(), EVERY);
  }

  /** @param {Status} status */
  #draw(status) {
    const { done, units, share, threads } = status;
    const name = this.#all.find(({ id }) => id === this.#shown)?.name;
    const isDone = done === units;
    const left = status.thread_seconds_left;
    const problem = status.problem.split("\n");
    put(this.#body,
      h("p", { class: "named" }, h("strong", {}, name), `: ${problem[0]}${problem.length > 1 ? " ..." : ""}, by ${status.engine}`),
      h("progress", { max: 1, value: share, "aria-label": "Work that is done" }),
      h("dl", { class: "facts" },
        ...fact("Done", `${grouped(done)} of ${several(units, "unit")}: ${(share * 100).toFixed(1)} % of the work`),
        ...fact("Rate", isDone ? "all is done" : status.units_a_minute === null ? "nobody wrote a shard in the last two minutes"
          : `${grouped(Math.round(status.units_a_minute))} units a minute, ${several(threads, "thread")} at work`),
        ...(isDone ? [] : fact("Time left", status.seconds_left ? interval(status.seconds_left)
          : left ? `${interval(left)} of one thread` : "told from the second unit on")),
        ...fact("So far", `${duration(status.seconds)} of one thread`),
        ...(status.verified ? fact("Verified", `${several(status.verified, "unit")}, with other instructions`) : [])),
      drawMap(status),
      ...status.faults.map((fault) => h("p", { class: "note bad" }, ...marked(`A merge refuses ${fault}`))),
      ...status.set_aside.map((file) => h("p", { class: "small" }, `${file} does not count: its host is set aside.`)),
      ...status.torn.map((place) => h("p", { class: "small" }, `${place} was cut off: as good as none.`)),
      status.workers.length > 0 && h("div", { class: "result", tabindex: 0, role: "region", "aria-label": "By host" },
        table("By host", ["host", "units", "thread time", "version", "kernel"],
          status.workers.map((worker) => [worker.host, grouped(worker.units), worker.milliseconds ? duration(worker.milliseconds / 1000) : "under 1 ms", worker.program, worker.kernel]),
          [false, true, true])));
  }
}
