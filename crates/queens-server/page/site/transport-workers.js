/** The transport without a server: the workers of the npm package, with the engines as WebAssembly. */

import {
  CORES, ENGINES, call, decode, documentOf, prepare as prepareEngines,
} from "../../../queens-web/npm/pool.js";
import { countShares } from "../../../queens-web/npm/shares.js";

/** @typedef {import("../../../queens-web/npm/pool.js").Reply} Reply */

/** Time limit of an answer in seconds, as that of `queens serve`. */
const ANSWER_SECONDS = 10;

/** Maximum number of jobs that are kept after their end. */
const MAX_KEPT_JOBS = 20;

/** @param {Reply} reply */
const responseOf = ({ status, contentType, bytes }) => new Response(bytes,
  { status, headers: { "content-type": contentType } });

/**
 * @param {unknown} document
 * @param {number} [status]
 */
const json = (document, status = 200) => new Response(JSON.stringify(document),
  { status, headers: { "content-type": "application/json" } });

/** @param {string} detail */
const missing = (detail) => json({ type: "about:blank", title: "Not Found", status: 404, detail }, 404);

/** @param {RequestInit} options */
const bodyOf = ({ body }) => new TextEncoder().encode(typeof body === "string" ? body : "");

/**
 * Answers as soon as the first chunk or the reply is there.
 * @param {string} path
 * @param {RequestInit} options
 * @returns {Promise<Response>}
 */
function ask(path, options) {
  const stopping = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stopping.signal]) : stopping.signal;
  return new Promise((resolve, reject) => {
    /** @type {ReadableStreamDefaultController | null} */
    let chunks = null;
    const part = (/** @type {{chunk: Uint8Array}} */ { chunk }) => {
      if (!chunks) {
        const stream = new ReadableStream({ start: (controller) => {
          chunks = controller;
        }, cancel: (why) => stopping.abort(why) });
        resolve(new Response(stream, { headers: { "content-type": "application/x-ndjson" } }));
      }
      chunks?.enqueue(chunk);
    };
    call({ call: "reply", path: `/${path}`, body: bodyOf(options), seconds: ANSWER_SECONDS }, signal, part)
      .then((reply) => {
      if (!chunks) return resolve(responseOf(reply));
      // A stream that fails is broken off, as over HTTP.
      if (reply.status === 200) chunks.close();
      else chunks.error(new Error(decode(reply.bytes)));
    }, (error) => {
      chunks?.error(error);
      reject(error);
    });
  });
}

/**
 * The estimate of the time of a job. The sample runs on one worker, the job on all.
 * @param {RequestInit} options
 */
async function estimate(options) {
  const response = await ask("count/estimate", options);
  if (!response.ok) return response;
  const one = await response.json();
  if (one.seconds === null || one.how === "counted") return json(one);
  const [seconds, low, high] = [one.seconds, one.low, one.high].map((time) => time * one.threads / CORES);
  return json({ ...one, threads: CORES, seconds, low, high });
}

/** A count on all processors. */
class CountJob {
  #stopping = new AbortController();
  /** Number of solutions in the finished shares. */
  #count = 0n;
  /** @type {Set<(state: any) => void>} */
  #listeners = new Set();
  state;
  /** Resolves when the count has ended. */
  ended;

  /**
   * @param {any} state at the start
   * @param {number} maxShares
   * @param {object} request
   */
  constructor(state, maxShares, request) {
    this.state = state;
    const options = { maxShares, threads: CORES, signal: this.#stopping.signal,
      progress: this.#report.bind(this) };
    this.ended = countShares(request, options).then(({ count, complete, ...rest }) => {
      this.#count = count;
      this.#finish({ ...rest, state: complete ? "done" : "cancelled", complete,
        ...(complete ? { done: 1 } : {}) });
    }, (error) => {
      const isCancelled = this.#stopping.signal.aborted;
      this.#finish({ state: isCancelled ? "cancelled" : "failed", complete: false,
        outcome: isCancelled ? "cancelled" : String(error?.message ?? error) });
    });
  }

  cancel() {
    this.#stopping.abort();
    return this.ended;
  }

  /** @param {(state: any) => void} progress */
  async watch(progress) {
    this.#listeners.add(progress);
    await this.ended;
    this.#listeners.delete(progress);
  }

  /** @param {{done: number, seconds: number, count: bigint}} progress */
  #report({ done, seconds, count }) {
    this.#count = count;
    this.state = { ...this.state, done, seconds,
      remaining_seconds: done > 0 ? seconds * (1 - done) / done : null };
    for (const listener of this.#listeners) listener(this.state);
  }

  /** @param {object} end */
  #finish(end) {
    this.state = { ...this.state, ...end, count: String(this.#count), remaining_seconds: null };
  }
}

/** @type {Map<string, CountJob>} */
const jobs = new Map();

// A count ends with the page, so the browser asks before it leaves.
addEventListener("beforeunload", (event) => {
  if ([...jobs.values()].some(({ state }) => state.state === "running")) event.preventDefault();
});

/** @param {RequestInit} options */
async function startJob(options) {
  const plan = await call({ call: "plan", body: bodyOf(options) }, options.signal ?? undefined);
  if (plan.status !== 200) return responseOf(plan);
  const { job, shares } = documentOf(plan);
  // Another page of this browser has other jobs, so the number must not be its.
  const id = Date.now();
  const state = { ...job, id };
  jobs.set(String(id), new CountJob(state, shares, JSON.parse(String(options.body))));
  for (const [old, kept] of jobs) {
    if (jobs.size > MAX_KEPT_JOBS && kept.state.state !== "running") jobs.delete(old);
  }
  return json(state, 202);
}

/**
 * @param {string} path
 * @param {RequestInit} options
 * @returns {Promise<Response>}
 */
async function send(path, options) {
  if (path === "campaigns") return json({ campaigns: [] });
  if (path === "jobs") return startJob(options);
  if (path === "count/estimate") return estimate(options);
  const id = path.match(/^jobs\/(.*)$/)?.[1];
  if (id === undefined) return ask(path, options);
  const job = jobs.get(id);
  if (!job) return missing(`there is no job ${id}`);
  if (options.method === "DELETE") await job.cancel();
  return json(job.state);
}

/**
 * @param {string} path
 * @param {(job: any) => void} progress
 */
export async function watch(path, progress) {
  await jobs.get(path.replace(/^jobs\//, ""))?.watch(progress);
}

/** The size of the module in bytes, which `.ci/site` fills in; 0 if it is not known. */
const ENGINES_BYTES = Number(document.documentElement.dataset.enginesBytes ?? 0);

/** @param {(loaded: number, total: number) => void} report */
export const prepare = (report) => prepareEngines((loaded) => report(loaded, ENGINES_BYTES));

export { send as fetch };

// The site works offline after the first visit. The files are kept once the page has loaded, so that they do
// not delay it.
const keepFiles = () => {
  const module = ENGINES.pathname.split("/").at(-1);
  const worker = new URL(`../../../service-worker.js?engines=${module}`, import.meta.url);
  navigator.serviceWorker?.register(worker).catch(() => {});
};
if (document.readyState === "complete") keepFiles();
else addEventListener("load", keepFiles);
