import { get, reason } from "../../shared/api.js";
import { choice, h, put, s } from "../../shared/dom.js";
import { about, duration, grouped, marked, roughly, table } from "../../shared/words.js";

/**
 * The progress of a campaign, as `queens campaign status` reports it.
 * @typedef {{first: number, bundles: number, units: number, done: number, state: "done" | "part" | "missing"
 *   | "failed"}} Square
 * @typedef {{low: number, estimate: number, high: number}} Interval
 * @typedef {{problem: string, engine: string, units: number, done: number, share: number, bundles: number,
 *   open_bundles: number[], map: Square[], seconds: number, cpu_seconds: number | null, thread_seconds_left:
 *   Interval | null, threads: number, at_work: {host: string, threads: number | null, bundles: number[]}[],
 *   seconds_left: Interval | null, units_a_minute: number | null, verified: number, workers: any[], hosts:
 *   {host: string, units: number, units_a_thread_minute: number | null}[], torn: string[], set_aside:
 *   string[], faults: string[]}} Status
 */

/** Maximum number of rows of a table of hosts or processes. */
const MAX_ROWS = 20;

/** Time between two requests, in milliseconds. */
const POLL_INTERVAL = 3000;

/** The states of the squares of the map, and their names. @type {[Square["state"], string][]} */
const BUNDLE_STATES = [["done", "done"], ["part", "partly done"], ["missing", "missing"],
  ["failed", "failed"]];

/** @param {number} number @param {string} thing */
const several = (number, thing) => `${grouped(number)} ${thing}${number === 1 ? "" : "s"}`;

/** @param {Interval} left */
function interval({ low, estimate, high }) {
  if (about(low) === about(high)) return about(estimate);
  return `${roughly(estimate)} (from ${about(low)} to ${about(high)})`;
}

/** @param {Square} square */
function squareWords({ first, bundles, units, done }) {
  const which = bundles === 1 ? `Bundle ${first}` : `Bundles ${first} to ${first + bundles - 1}`;
  return `${which}: ${grouped(done)} of ${several(units, "work unit")}`;
}

/**
 * What is drawn in a square of side 1: its frame, filled from below, and a mark if it failed.
 * @param {string} state
 * @param {number} share filled
 */
function squareShapes(state, share) {
  const [x, y, width] = [0.08, 0.92 - 0.84 * share, 0.84];
  return [
    s("rect", { class: "whole", x, y: 0.08, width, height: 0.84 }),
    state !== "missing" && s("rect", { class: "filled", x, y, width, height: 0.84 * share }),
    state === "failed" && s("path", { class: "mark", d: "M.28 .28L.72 .72M.72 .28L.28 .72" }),
  ];
}

/**
 * The key of the map: a square for each state that occurs.
 * @param {{state: string, words: string}[]} states
 */
function mapKey(states) {
  const square = (/** @type {string} */ state) =>
    s("svg", { class: "bundles", viewBox: "0 0 1 1", "aria-hidden": "true" },
      s("g", { class: state }, ...squareShapes(state, state === "part" ? 0.5 : 1)));
  return h("p", { class: "small key" },
    ...states.map(({ state, words }) => h("span", {}, square(state), words)));
}

/**
 * The map of the bundles, its label and its key.
 * @param {Status} status
 */
function drawMap({ map, bundles }) {
  const across = map.length <= 24 ? Math.max(1, map.length)
    : Math.min(40, Math.ceil(Math.sqrt(map.length * 2.5)));
  const squares = map.map((square, at) => {
    const [x, y] = [at % across, Math.floor(at / across)];
    const share = square.units > 0 ? square.done / square.units : 1;
    return s("g", { class: square.state, transform: `translate(${x} ${y})` },
      s("title", {}, squareWords(square)), ...squareShapes(square.state, share));
  });
  const each = map.length && map[0].bundles > 1 ? `, ${map[0].bundles} in a square` : "";
  const number = (/** @type {string} */ state) => map.filter((square) => square.state === state).length;
  const states = BUNDLE_STATES.filter(([state]) => number(state) > 0)
    .map(([state, name]) => ({ state, words: `${number(state)} ${name}` }));
  const label = `${several(bundles, "bundle")}${each}: ${states.map(({ words }) => words).join(", ")}`;
  const rows = Math.max(1, Math.ceil(map.length / across));
  const view = { class: "bundles", viewBox: `0 0 ${across} ${rows}`, role: "img", "aria-label": label };
  const picture = s("svg", view, ...squares);
  picture.style.setProperty("--across", String(across));
  return h("div", {}, picture, mapKey(states),
    h("p", { class: "small" }, each ? `${several(bundles, "bundle")}${each}.` : ""));
}

/**
 * A table in a frame that scrolls, with as many rows as there is room for.
 * @param {string} name
 * @param {string[]} head
 * @param {any[][]} rows
 * @param {boolean[]} numeric
 */
const framed = (name, head, rows, numeric) => rows.length > 0
  && h("div", { class: "result", tabindex: 0, role: "region", "aria-label": name },
  table(name, head, rows.slice(0, MAX_ROWS), numeric),
  rows.length > MAX_ROWS && h("p", { class: "small" }, `${grouped(rows.length - MAX_ROWS)} more: queens ` +
    "campaign status --format json lists all."));

/** @param {number} milliseconds */
const spent = (milliseconds) => milliseconds ? duration(milliseconds / 1000) : "under 1 ms";

/** Units of time in which rates are given, with their minutes. @type {[string, number][]} */
const RATE_UNITS = [["a second", 1 / 60], ["a minute", 1], ["an hour", 60], ["a day", 1440],
  ["a year", 525960]];

/**
 * A rate in the shortest unit of time in which it has two digits before the point.
 * @param {number} each the number a minute
 * @param {string} thing
 */
function rate(each, thing) {
  const [name, minutes] = RATE_UNITS.find(([, minutes]) => each * minutes >= 9.95)
    ?? RATE_UNITS[RATE_UNITS.length - 1];
  const number = each * minutes;
  return `${number < 9.95 ? number.toPrecision(2) : grouped(Math.round(number))} ${thing} ${name}`;
}

/** A part of a whole, rounded down: only the whole is 100.0 %. @param {number} share */
function percent(share) {
  const tenths = Math.floor(share * 1000 + 1e-6);
  if (share > 0 && tenths < 1) return "less than 0.1 %";
  return `${((share < 1 ? Math.min(tenths, 999) : 1000) / 10).toFixed(1)} %`;
}

/** @param {Status} status */
function atWork({ at_work: processes, threads, done, units }) {
  if (processes.length === 0) return done === units ? "finished" : "no process";
  const bundles = processes.reduce((sum, process) => sum + process.bundles.length, 0);
  const counted = processes.length === 1 ? "1 process" : `${grouped(processes.length)} processes`;
  return `${several(threads, "thread")} in ${counted} on ${several(bundles, "bundle")}`;
}

/** @param {Status} status */
function slowest({ hosts, done, seconds }) {
  const speed = hosts[0]?.units_a_thread_minute;
  if (hosts.length < 2 || !speed || seconds <= 0) return [];
  const words = `${hosts[0].host}: ${rate(speed, "work units")} and thread; all hosts: ` +
    `${rate(60 * done / seconds, "work units")}`;
  return fact("Slowest host", words);
}

/**
 * A line of a list of facts.
 * @param {string} name
 * @param {import("../../shared/dom.js").Child} value
 */
const fact = (name, value) => [h("dt", {}, name), h("dd", {}, value)];

/** The campaigns of the server, one at a time, updated every few seconds. */
export class Campaigns {
  /** @type {{id: number, name: string, problem: string, engine: string, units: number, bundles: number}[]} */
  #all = [];
  #shown = 0;
  /** The progress of the first campaign, as it was when the page was loaded. @type {Status | undefined} */
  #loaded;
  #timer = 0;
  #which;
  #body = h("div", {});
  element;

  /** @param {(id: string) => void} change called with the id of the campaign to show */
  constructor(change) {
    this.#which = choice("Campaign", change);
    this.element = h("section", { class: "campaigns", "aria-label": "Campaigns", hidden: true },
      h("h2", {}, "Campaigns"), this.#which.element, this.#body);
    document.addEventListener("visibilitychange", () => {
      if (this.#shown && !document.hidden) this.#refresh();
    });
  }

  /**
   * Loads the list of campaigns, and the progress of the first, so that nothing below it moves when it is
   * shown.
   */
  async load() {
    this.#all = (await get("campaigns")).campaigns;
    this.element.hidden = this.#all.length === 0;
    this.#which.offer(this.#all.map(({ id, name }) => [String(id), name]));
    this.#which.element.hidden = this.#all.length < 2;
    // An error is shown by the next request.
    if (this.#all.length > 0) this.#loaded = await get(`campaigns/${this.#all[0].id}`).catch(() => undefined);
  }

  /**
   * What an id has to be if there is no campaign with it; "" if there is one.
   * @param {string} id
   */
  fault(id) {
    const ids = this.#all.map((one) => String(one.id));
    if (ids.includes(id)) return "";
    return ids.length ? `use the number of a campaign: ${ids.join(", ")}` : "this page shows no campaign";
  }

  /** @param {string | undefined} id of the campaign to show; the first if there is none with this id */
  show(id) {
    const campaign = this.#all.find((one) => String(one.id) === id) ?? this.#all[0];
    if (!campaign || campaign.id === this.#shown) return;
    this.#shown = campaign.id;
    this.#which.select.value = String(campaign.id);
    if (this.#loaded && campaign === this.#all[0]) this.#draw(this.#loaded);
    else put(this.#body, h("p", { class: "small" }, "Reading the shards ..."));
    this.#loaded = undefined;
    this.#refresh();
  }

  stop() {
    clearTimeout(this.#timer);
    this.#shown = 0;
  }

  async #refresh() {
    clearTimeout(this.#timer);
    const id = this.#shown;
    if (document.hidden) return;
    let isOpen = true;
    try {
      /** @type {Status} */
      const status = await get(`campaigns/${id}`);
      if (id !== this.#shown) return;
      this.#draw(status);
      isOpen = status.done < status.units || status.faults.length > 0;
    } catch (error) {
      if (id !== this.#shown) return;
      put(this.#body, h("p", { class: "note bad", role: "alert" }, reason(error)));
    }
    clearTimeout(this.#timer);
    if (isOpen) this.#timer = setTimeout(() => this.#refresh(), POLL_INTERVAL);
  }

  /** @param {Status} status */
  #draw(status) {
    const { done, units, share } = status;
    const name = this.#all.find(({ id }) => id === this.#shown)?.name;
    const isDone = done === units;
    const left = status.thread_seconds_left;
    const problem = status.problem.split("\n");
    put(this.#body,
      h("p", { class: "named" }, h("strong", {}, name),
        `: ${problem[0]}${problem.length > 1 ? " ..." : ""}, engine ${status.engine}`),
      h("progress", { max: 1, value: share, "aria-label": "Progress" }),
      h("dl", { class: "facts" },
        ...fact("Done", `${grouped(done)} of ${several(units, "work unit")}: ${percent(share)} of the work`),
        ...fact("At work", atWork(status)),
        ...(status.units_a_minute === null ? [] : fact("Rate", rate(status.units_a_minute, "work units"))),
        ...(isDone ? [] : fact("Time left", status.seconds_left ? interval(status.seconds_left)
          : left ? `${interval(left)} on one thread` : "shown after the second work unit")),
        ...fact("So far", `${duration(status.seconds)} of thread ` +
          `time${status.cpu_seconds === null ? "" : `, ${duration(status.cpu_seconds)} of CPU time`}`),
        ...slowest(status),
        ...(status.verified ? fact("Verified",
          `${several(status.verified, "work unit")}, with another kernel`) : [])),
      drawMap(status),
      ...status.faults.map((fault) => h("p", { class: "note bad" },
        ...marked(`A merge would refuse ${fault}`))),
      ...status.set_aside.map((file) => h("p", { class: "small" },
        `${file} is not counted: its host is quarantined.`)),
      ...status.torn.map((place) => h("p", { class: "small" }, `${place} was cut off and is ignored.`)),
      framed("At work", ["host", "threads", "bundles"],
        status.at_work.map((process) => [process.host,
          process.threads === null ? "unknown" : grouped(process.threads),
          process.bundles.join(", ")]), [false, true]),
      framed("By host", ["host", "work units", "thread time", "CPU time", "version", "kernel"],
        status.workers.map((worker) => [worker.host, grouped(worker.units), spent(worker.milliseconds),
          worker.cpu_milliseconds === undefined ? "" : spent(worker.cpu_milliseconds), worker.program,
          worker.kernel]),
        [false, true, true, true]));
  }
}
