import { reportedElsewhere } from "../../shared/address-check.js";
import { LatestRequest, ApiError, ask, get, hasServer, isAbort, once, reason } from "../../shared/api.js";
import { Campaigns } from "./campaigns.js";
import { button, disable, h, numberField, put } from "../../shared/dom.js";
import { followJob } from "./jobs.js";
import { keep, stored } from "../../shared/store.js";
import { about, duration, grouped, marked, roughly } from "../../shared/words.js";

/** The key of local storage for finished counts, by size. */
const COUNTED_KEY = "queens.counted";
/**
 * The key of local storage for running counts, which continue on the server without the page: job and size of
 * each.
 */
const RUNNING_KEY = "queens.counting";

/** @returns {{id: string, n: number}[]} */
function running() {
  try {
    const kept = JSON.parse(stored(RUNNING_KEY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/**
 * Stores that a count is running, or (null) that it is no longer. Other windows of the page use the same
 * list.
 * @param {string} id
 * @param {number | null} n
 */
function keepRunning(id, n) {
  const others = running().filter((count) => count.id !== id);
  keep(RUNNING_KEY, JSON.stringify(n === null ? others : [...others, { id, n }]));
}

/**
 * The counts that were finished on this page.
 * @returns {Record<string, {count: string, seconds?: number, engine?: string}>}
 */
function counted() {
  try {
    return JSON.parse(stored(COUNTED_KEY) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * A number with line breaks allowed between its groups, for narrow screens.
 * @param {string} number
 */
function breakable(number) {
  return grouped(number).split(",").flatMap((group, at) => (at ? [",", h("wbr"), group] : [group]));
}

/**
 * The sentence of a time estimate.
 * @param {{ how: string, threads: number | null, seconds: number | null, low: number | null, high: number |
 *   null }} estimate
 */
function estimateSentence({ how, threads, seconds, low, high }) {
  if (seconds === null || low === null || high === null || threads === null) {
    return "No time estimate is available.";
  }
  if (how === "counted" && high < 1) return "This takes less than a second.";
  const on = `on ${threads} ${threads === 1 ? "thread" : "threads"}`;
  const from = how === "counted" ? "measured" : how === "growth" ? "estimated from a smaller board"
    : "estimated from a short sample";
  return `This takes ${roughly(seconds)} here ${on} (from ${about(low)} to ${about(high)}; ${from}) if ` +
    "nothing else is running.";
}

/**
 * The source of a published number, with a link if it is a sequence of the OEIS.
 * @param {string | null} source
 */
function sourceLink(source) {
  if (!source || !/^A\d{6}$/.test(source)) return source ?? "";
  return h("a", { href: `https://oeis.org/${source}`, rel: "noreferrer" }, source);
}

/**
 * How a count of this page compares with the published number.
 * @param {{count: string, seconds?: number}} mine
 * @param {string} published
 */
function confirmation({ count, seconds }, published) {
  if (count !== published) return `${grouped(count)}, which is not the published value`;
  return seconds === undefined ? "yes" : `yes, in ${duration(seconds)}`;
}

/**
 * The end of a count.
 * @param {any} end the last state of the job
 * @param {number} seconds
 */
function endWords({ state, count, outcome }, seconds) {
  if (state === "done" && count !== undefined) {
    return `${grouped(count)} solutions, counted here in ${duration(seconds)}`;
  }
  return state === "cancelled" ? "cancelled" : `the count has stopped (${outcome ?? state})`;
}

/** How a count runs, on a server and on the site. */
const RUN_WORDS = hasServer
  ? "It keeps running on the server when you close this page, and you can cancel it at any time."
  : "You can cancel it at any time. It ends with this page: for counts of days, the program has `queens " +
    "serve` and, for several machines, `queens campaign`.";

/** Time without a change of the size after which the time of a count is estimated, in milliseconds. */
const ESTIMATE_DELAY_MS = 250;

/**
 * @param {string} text
 * @param {boolean} [isNumber]
 */
const columnHead = (text, isNumber = true) => h("th", { scope: "col", class: isNumber ? "number" : null },
  text);

/** The part of the page with the published numbers of solutions, and counts of one's own. */
class CountsPart {
  #store;
  #say;
  /** The published numbers. @type {any[]} */
  #known = [];
  #n = 14;
  /** The size of each count that is shown, by its job. @type {Map<string, number>} */
  #followed = new Map();
  #size = numberField("Board size n", 1, 60, (to) => this.#store.patch({ n: to }));
  #start = button("Count", () => this.#count(), { class: "main" });
  #counts = h("div", {});
  #time = h("p", { class: "likely" });
  #estimating = new LatestRequest();
  /** The size whose time is estimated; 0 for none. */
  #estimated = 0;
  #body = h("tbody", {});
  #campaigns = new Campaigns((id) => this.#store.patch({ c: id }));
  element = h("div", { class: "split turned counting" },
    h("div", { class: "side" },
      h("p", {},
        "In how many ways can n queens be placed on a board of n by n so that none attacks another? ",
        "From n = 20 on, a count takes from seconds to years. ", ...marked(RUN_WORDS)),
      h("div", { class: "row" }, this.#size.element, this.#start), this.#time, this.#counts),
    h("div", {}, this.#campaigns.element, this.#published()));
  ready = Promise.all([once("known").then(({ counts }) => {
    this.#known = counts;
  }), this.#campaigns.load()]);
  settings = { n: reportedElsewhere, c: (/** @type {string} */ id) => this.#campaigns.fault(id) };

  /** @param {import("../../main.js").App} app */
  constructor({ store, say }) {
    this.#store = store;
    this.#say = say;
    this.#resumeAll();
    addEventListener("storage", ({ key }) => key === RUNNING_KEY && this.#resumeAll());
  }

  /** The table of the published numbers. */
  #published() {
    const head = h("tr", {}, columnHead("n"), columnHead("solutions"), columnHead("fundamental"),
      columnHead("source", false), columnHead("confirmed here", false));
    return h("div", { class: "result", tabindex: 0, role: "region", "aria-label": "Published counts" },
      h("table", { class: "counts" }, h("caption", { class: "unseen" }, "Published numbers of solutions"),
        h("thead", {}, head), this.#body));
  }

  /** Shows the counts that run on the server. */
  #resumeAll() {
    const resume = () => running().forEach(({ id, n }) => this.#resume(id, n));
    // If the data cannot be loaded, the page reports it and creates this part again.
    this.ready.then(resume, () => {});
  }

  #draw() {
    disable(this.#start, [...this.#followed.values()].includes(this.#n) ? "This count is running" : "");
    const here = counted();
    put(this.#body, ...this.#known.map((known) => this.#row(known, here[known.n])));
  }

  /**
   * A row of the table.
   * @param {any} known a published number
   * @param {{count: string, seconds?: number} | undefined} mine the count of this page
   */
  #row({ n, count, fundamental, source }, mine) {
    const current = n === this.#n ? "true" : null;
    const hasFundamental = fundamental !== null && fundamental !== undefined;
    return h("tr", { "data-n": n, class: mine ? "mine" : null, "aria-current": current },
      h("th", { scope: "row", class: "number" }, n),
      h("td", { class: "number long" }, ...breakable(count)),
      h("td", { class: "number long" }, ...(hasFundamental ? breakable(fundamental) : [])),
      h("td", {}, sourceLink(source)),
      h("td", {}, mine && confirmation(mine, count)));
  }

  /** Shows the estimated time of the count, once the size has not changed for a moment. */
  async #showEstimate() {
    if (this.#followed.size > 0) return this.#hideEstimate();
    if (this.#estimated === this.#n) return;
    const asked = this.#n;
    this.#estimated = asked;
    const signal = this.#estimating.next();
    put(this.#time, "Estimating the time ...");
    await new Promise((wait) => { setTimeout(wait, ESTIMATE_DELAY_MS); });
    try {
      signal.throwIfAborted();
      put(this.#time, estimateSentence(await ask("count/estimate", { problem: `queens ${asked}` }, signal)));
    } catch (error) {
      if (!isAbort(error)) put(this.#time, reason(error));
    }
  }

  /** Hides the estimate while a count is running: a sample would slow the count down. */
  #hideEstimate() {
    this.#estimating.stop();
    this.#estimated = 0;
    put(this.#time);
  }

  /** Starts a count. */
  async #count() {
    const asked = this.#n;
    disable(this.#start, "The count is starting");
    for (const ended of this.#counts.querySelectorAll("section")) {
      if (!ended.querySelector("button")) ended.remove();
    }
    try {
      const job = await ask("jobs", { problem: `queens ${asked}` });
      keepRunning(job.id, asked);
      await this.#follow(job, asked);
    } catch (error) {
      this.#counts.prepend(h("section", {}, h("p", { class: "verdict bad", role: "status" }, reason(error))));
      this.#draw();
    }
  }

  /**
   * Shows a count that was started before this page was loaded, or in another window, if the server still has
   * it.
   * @param {string} id
   * @param {number} asked
   */
  async #resume(id, asked) {
    if (this.#followed.has(id)) return;
    this.#followed.set(id, asked);
    try {
      const job = await get(`jobs/${encodeURIComponent(id)}`);
      // Job numbers start at 1 on every server, so this may be another job.
      if (job.problem === `queens ${asked}`) return await this.#follow(job, asked);
      keepRunning(id, null);
    } catch (error) {
      // If the server does not respond at all, the job may still be running.
      if (!(error instanceof ApiError) || error.status === 404) keepRunning(id, null);
    }
    this.#followed.delete(id);
    this.#draw();
  }

  /**
   * Shows a count until it ends.
   * @param {import("./jobs.js").Job} begun
   * @param {number} asked
   */
  async #follow(begun, asked) {
    this.#followed.set(begun.id, asked);
    this.#hideEstimate();
    const began = performance.now();
    const statusLine = h("p", { class: "verdict", role: "status" }, `Counting n = ${asked} ...`);
    const bar = h("progress", { max: 1, "aria-label": `Progress of n = ${asked}` });
    const job = followJob(begun, ({ done, remaining_seconds: left }) => {
      if (done) bar.value = done;
      const rest = left === null || left === undefined ? "" : `, ${roughly(left)} left`;
      put(statusLine, `Counting n = ${asked}: ${((done ?? 0) * 100).toFixed(0)} %${rest}`);
    });
    const cancel = () => job.cancel().catch((error) => put(statusLine, reason(error)));
    const stop = button("Cancel", cancel, { "aria-label": `Cancel n = ${asked}` });
    const element = h("section", {}, statusLine, bar, h("div", { class: "row" }, stop));
    this.#counts.prepend(element);
    this.#draw();
    try {
      const end = await job.ended;
      const seconds = end.seconds ?? (performance.now() - began) / 1000;
      if (end.state === "done" && end.count !== undefined) {
        const mine = { count: String(end.count), seconds, engine: end.engine };
        keep(COUNTED_KEY, JSON.stringify({ ...counted(), [asked]: mine }));
      }
      put(statusLine, `n = ${asked}: ${endWords(end, seconds)}.`);
    } catch (error) {
      put(statusLine, h("span", { class: "bad" }, reason(error)));
    }
    put(element, statusLine);
    this.#followed.delete(begun.id);
    keepRunning(begun.id, null);
    this.#say(statusLine.textContent ?? "");
    this.#draw();
  }

  /** @param {import("../../shared/store.js").Query} query */
  update(query) {
    this.#n = this.#size.take(query.n, 14);
    this.#draw();
    this.#campaigns.show(query.c);
    this.#showEstimate();
  }

  leave() {
    this.#campaigns.stop();
  }
}

/**
 * @param {import("../../main.js").App} app
 * @returns {import("../../main.js").Part}
 */
export const create = (app) => new CountsPart(app);
