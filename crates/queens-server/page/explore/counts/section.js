import { reportedElsewhere } from "../../shared/address-check.js";
import { LatestRequest, ApiError, ask, get, hasServer, isAbort, once, reason } from "../../shared/api.js";
import { Campaigns } from "./campaigns.js";
import { button, h, numberField, put } from "../../shared/dom.js";
import { followJob } from "./jobs.js";
import { keep, stored } from "../../shared/store.js";
import { about, duration, grouped, marked, roughly } from "../../shared/words.js";

/** The key of local storage for finished counts, by size. */
const COUNTED_KEY = "queens.counted";
/** The key of local storage for running counts, which continue on the server without the page: job and size of each. */
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
 * Stores that a count is running, or (null) that it is no longer. Other windows of the page use the same list.
 * @param {string} id
 * @param {number | null} n
 */
function keepRunning(id, n) {
  const others = running().filter((count) => count.id !== id);
  keep(RUNNING_KEY, JSON.stringify(n === null ? others : [...others, { id, n }]));
}

/** The counts that were finished on this page. @returns {Record<string, {count: string, seconds?: number, engine?: string}>} */
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
 * @param {{ how: string, threads: number | null, seconds: number | null, low: number | null, high: number | null }} estimate
 */
function estimateSentence({ how, threads, seconds, low, high }) {
  if (seconds === null || low === null || high === null || threads === null) return "No time estimate is available.";
  if (how === "counted" && high < 1) return "This takes less than a second.";
  const on = `on ${threads} ${threads === 1 ? "thread" : "threads"}`;
  const from = how === "counted" ? "measured" : how === "growth" ? "estimated from a smaller board" : "estimated from a short sample";
  return `This takes ${roughly(seconds)} here ${on} (from ${about(low)} to ${about(high)}; ${from}) if nothing else is running.`;
}

/**
 * @param {import("../../main.js").App} app
 * @returns {import("../../main.js").Part}
 */
export function create({ store, say }) {
  /** @type {any[]} */
  let known = [];
  let n = 14;
  /** The size of each count that is shown, by its job. @type {Map<string, number>} */
  const followed = new Map();
  const size = numberField("Board size n", 1, 60, (to) => store.patch({ n: to }));
  const start = button("Count", count, { class: "main" });
  const counts = h("div", {});
  const time = h("p", { class: "likely" });
  const estimate = new LatestRequest();
  let estimated = 0;
  const body = h("tbody", {});
  const head = (/** @type {string} */ text, isNumber = true) => h("th", { scope: "col", class: isNumber ? "number" : null }, text);
  const campaigns = new Campaigns((id) => store.patch({ c: id }));
  const element = h("div", { class: "split turned counting" },
    h("div", { class: "side" }, h("p", {}, "In how many ways can n queens be placed on a board of n by n so that none attacks another? From n = 20 on, a count takes from seconds to years. ",
      ...marked(hasServer ? "It keeps running on the server when you close this page, and you can cancel it at any time."
        : "You can cancel it at any time. It ends with this page: for counts of days, the program has `queens serve` and, for several machines, `queens campaign`.")),
      h("div", { class: "row" }, size.element, start), time, counts),
    h("div", {}, campaigns.element, h("div", { class: "result", tabindex: 0, role: "region", "aria-label": "Published counts" }, h("table", { class: "counts" }, h("caption", { class: "unseen" }, "Published numbers of solutions"),
      h("thead", {}, h("tr", {}, head("n"), head("solutions"), head("fundamental"), head("source", false), head("confirmed here", false))), body))));

  const ready = Promise.all([once("known").then(({ counts }) => { known = counts; }), campaigns.load()]);
  // If the data cannot be loaded, the page reports it and creates this part again.
  const resumeAll = () => ready.then(() => running().forEach(({ id, n: asked }) => resume(id, asked)), () => {});
  resumeAll();
  addEventListener("storage", ({ key }) => key === RUNNING_KEY && resumeAll());

  function draw() {
    const here = counted();
    start.disabled = [...followed.values()].includes(n);
    put(body, ...known.map((row) => {
      const mine = here[row.n];
      const words = !mine ? "" : mine.count !== row.count ? `${grouped(mine.count)}, which is not the published value`
        : `yes${mine.seconds !== undefined ? `, in ${duration(mine.seconds)}` : ""}`;
      return h("tr", { "data-n": row.n, class: mine ? "mine" : null, "aria-current": row.n === n ? "true" : null },
        h("th", { scope: "row", class: "number" }, row.n), h("td", { class: "number long" }, ...breakable(row.count)),
        h("td", { class: "number long" }, ...(row.fundamental === null || row.fundamental === undefined ? [] : breakable(row.fundamental))),
        h("td", {}, /^A\d{6}$/.test(row.source) ? h("a", { href: `https://oeis.org/${row.source}`, rel: "noreferrer" }, row.source) : row.source ?? ""), h("td", {}, words));
    }));
  }

  /** Shows the estimated time of the count, once the size has not changed for a moment. */
  async function showEstimate() {
    if (followed.size > 0) return hideEstimate();
    if (estimated === n) return;
    const asked = n;
    estimated = asked;
    const signal = estimate.next();
    put(time, "Estimating the time ...");
    await new Promise((wait) => { setTimeout(wait, 250); });
    try {
      signal.throwIfAborted();
      put(time, estimateSentence(await ask("count/estimate", { problem: `queens ${asked}` }, signal)));
    } catch (error) {
      if (!isAbort(error)) put(time, reason(error));
    }
  }

  /** Hides the estimate while a count is running: a sample would slow the count down. */
  function hideEstimate() {
    estimate.stop();
    estimated = 0;
    put(time);
  }

  /** Starts a count. */
  async function count() {
    const asked = n;
    start.disabled = true;
    for (const ended of counts.querySelectorAll("section")) if (!ended.querySelector("button")) ended.remove();
    try {
      const job = await ask("jobs", { problem: `queens ${asked}` });
      keepRunning(job.id, asked);
      await follow(job, asked);
    } catch (error) {
      counts.prepend(h("section", {}, h("p", { class: "verdict bad", role: "status" }, reason(error))));
      draw();
    }
  }

  /**
   * Shows a count that was started before this page was loaded, or in another window, if the server still has it.
   * @param {string} id
   * @param {number} asked
   */
  async function resume(id, asked) {
    if (followed.has(id)) return;
    followed.set(id, asked);
    try {
      const job = await get(`jobs/${encodeURIComponent(id)}`);
      // Job numbers start at 1 on every server, so this may be another job.
      if (job.problem === `queens ${asked}`) return await follow(job, asked);
      keepRunning(id, null);
    } catch (error) {
      // If the server does not respond at all, the job may still be running.
      if (!(error instanceof ApiError) || error.status === 404) keepRunning(id, null);
    }
    followed.delete(id);
    draw();
  }

  /**
   * Shows a count until it ends.
   * @param {import("./jobs.js").Job} begun
   * @param {number} asked
   */
  async function follow(begun, asked) {
    followed.set(begun.id, asked);
    hideEstimate();
    const began = performance.now();
    const statusLine = h("p", { class: "verdict", role: "status" }, `Counting n = ${asked} ...`);
    const bar = h("progress", { max: 1, "aria-label": `Progress of n = ${asked}` });
    const job = followJob(begun, ({ done, remaining_seconds: left }) => {
      if (done) bar.value = done;
      const rest = left === null || left === undefined ? "" : `, ${roughly(left)} left`;
      put(statusLine, `Counting n = ${asked}: ${((done ?? 0) * 100).toFixed(0)} %${rest}`);
    });
    const stop = button("Cancel", () => job.cancel().catch((error) => put(statusLine, reason(error))), { "aria-label": `Cancel n = ${asked}` });
    const element = h("section", {}, statusLine, bar, h("div", { class: "row" }, stop));
    counts.prepend(element);
    draw();
    try {
      const end = await job.ended;
      if (end.state === "done" && end.count !== undefined) {
        const seconds = end.seconds ?? (performance.now() - began) / 1000;
        keep(COUNTED_KEY, JSON.stringify({ ...counted(), [asked]: { count: String(end.count), seconds, engine: end.engine } }));
        put(statusLine, `n = ${asked}: ${grouped(end.count)} solutions, counted here in ${duration(seconds)}.`);
      } else put(statusLine, end.state === "cancelled" ? `n = ${asked}: cancelled.` : `n = ${asked}: the count has stopped (${end.outcome ?? end.state}).`);
    } catch (error) {
      put(statusLine, h("span", { class: "bad" }, reason(error)));
    }
    put(element, statusLine);
    followed.delete(begun.id);
    keepRunning(begun.id, null);
    say(statusLine.textContent ?? "");
    draw();
  }

  return {
    element,
    settings: { n: reportedElsewhere, c: (id) => campaigns.fault(id) },
    ready,
    update(query) {
      n = size.take(query.n, 14);
      draw();
      campaigns.show(query.c);
      showEstimate();
    },
    leave() {
      campaigns.stop();
    },
  };
}
