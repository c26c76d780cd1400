/** The transport without a server: workers with the engines as WebAssembly. A cancelled request ends its worker. */

/** @typedef {{status: number, contentType: string, bytes: Uint8Array<ArrayBuffer>}} Reply */

/** A module with one vector instruction: valid where the browser has `simd128`. */
const VECTOR_PROBE = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);

const CORES = navigator.hardwareConcurrency || 2;

/** Maximum number of requests at once, the shares of jobs aside: races run several. */
const MAX_REQUESTS = Math.max(4, CORES);

/** Shares of a job for each worker: the last one to end makes the others wait for at most about a twentieth of the time. */
const SHARES_PER_WORKER = 16;

/** Maximum number of jobs that are kept after their end. */
const MAX_KEPT_JOBS = 20;

/** @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

/** The compiled engines; a failure is tried again by the next request. */
function engines() {
  const name = WebAssembly.validate(VECTOR_PROBE) ? "engines-simd.wasm" : "engines.wasm";
  compiled ??= WebAssembly.compileStreaming(fetch(new URL(name, import.meta.url), { priority: "low" }));
  compiled.catch(() => { compiled = null; });
  return compiled;
}

/** @type {Worker[]} */
const idle = [];

async function takeWorker() {
  const module = await engines();
  const rested = idle.pop();
  if (rested) return rested;
  const worker = new Worker(new URL("engine-worker.js", import.meta.url), { type: "module" });
  worker.postMessage({ module });
  return worker;
}

/**
 * Sends one request to a worker; `part` receives the messages before the reply.
 * @param {any} message
 * @param {AbortSignal | null | undefined} signal
 * @param {(part: any) => void} part
 * @returns {Promise<Reply>}
 */
async function call(message, signal, part) {
  signal?.throwIfAborted();
  const worker = await takeWorker();
  return new Promise((resolve, reject) => {
    const end = () => {
      signal?.removeEventListener("abort", abort);
      worker.onmessage = worker.onerror = null;
    };
    const abort = () => {
      end();
      worker.terminate();
      reject(signal?.reason);
    };
    worker.onmessage = ({ data }) => {
      if (data.status === undefined) return part(data);
      end();
      if (data.isWorn || idle.length >= CORES) worker.terminate();
      else idle.push(worker);
      resolve(data);
    };
    worker.onerror = (event) => {
      end();
      worker.terminate();
      reject(new Error(event.message || "a worker cannot be started"));
    };
    if (signal?.aborted) return abort();
    signal?.addEventListener("abort", abort);
    worker.postMessage(message);
  });
}

let requests = 0;
/** @type {(() => void)[]} */
const waiting = [];

/** Waits for a turn. */
async function begin() {
  if (requests < MAX_REQUESTS) requests += 1;
  else await /** @type {Promise<void>} */ (new Promise((resolve) => { waiting.push(resolve); }));
}

/** Passes the turn on. */
function finish() {
  const next = waiting.shift();
  if (next) next();
  else requests -= 1;
}

/** @param {Reply} reply */
const responseOf = ({ status, contentType, bytes }) => new Response(bytes, { status, headers: { "content-type": contentType } });

/**
 * @param {unknown} document
 * @param {number} [status]
 */
const json = (document, status = 200) => new Response(JSON.stringify(document), { status, headers: { "content-type": "application/json" } });

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
async function ask(path, options) {
  await begin();
  const stopping = new AbortController();
  // `AbortSignal.any` would need a browser of 2024.
  const stop = () => stopping.abort(options.signal?.reason);
  if (options.signal?.aborted) stop();
  options.signal?.addEventListener("abort", stop);
  return new Promise((resolve, reject) => {
    /** @type {ReadableStreamDefaultController | null} */
    let chunks = null;
    const part = (/** @type {{chunk: Uint8Array}} */ { chunk }) => {
      if (!chunks) {
        const stream = new ReadableStream({ start: (controller) => { chunks = controller; }, cancel: (why) => stopping.abort(why) });
        resolve(new Response(stream, { headers: { "content-type": "application/x-ndjson" } }));
      }
      chunks?.enqueue(chunk);
    };
    call({ call: "reply", path: `/${path}`, body: bodyOf(options) }, stopping.signal, part).then((reply) => {
      if (!chunks) return resolve(responseOf(reply));
      // A stream that fails is broken off, as over HTTP.
      if (reply.status === 200) chunks.close();
      else chunks.error(new Error(new TextDecoder().decode(reply.bytes)));
    }, (error) => {
      chunks?.error(error);
      reject(error);
    }).finally(() => {
      options.signal?.removeEventListener("abort", stop);
      finish();
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
  #body;
  #shares;
  #stopping = new AbortController();
  #started = performance.now();
  /** The finished part of each share that has begun. @type {Map<number, number>} */
  #done = new Map();
  #count = 0n;
  #next = 0;
  /** @type {Set<(state: any) => void>} */
  #listeners = new Set();
  #state;
  ended;

  /**
   * @param {any} state at the start
   * @param {number} shares
   * @param {Uint8Array<ArrayBuffer>} body
   */
  constructor(state, shares, body) {
    this.#state = state;
    this.#body = body;
    const workers = Math.min(CORES, shares);
    this.#shares = Math.min(shares, workers * SHARES_PER_WORKER);
    this.ended = Promise.all(Array.from({ length: workers }, () => this.#work())).then(() => this.#finish("done", "every possibility was tried"),
      (error) => {
        if (this.#stopping.signal.aborted) return this.#finish("cancelled", "cancelled");
        this.#stopping.abort();
        this.#finish("failed", String(error?.message ?? error));
      });
  }

  get state() {
    if (this.#state.state !== "running") return this.#state;
    const seconds = (performance.now() - this.#started) / 1000;
    let done = 0;
    for (const part of this.#done.values()) done += part / this.#shares;
    return { ...this.#state, done, seconds, remaining_seconds: done > 0 ? seconds * (1 - done) / done : null };
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

  /** Counts shares until none is left. */
  async #work() {
    while (this.#next < this.#shares) {
      const number = this.#next++;
      const message = { call: "share", body: this.#body, number, shares: this.#shares };
      const reply = await call(message, this.#stopping.signal, ({ done }) => this.#report(number, done));
      const share = JSON.parse(new TextDecoder().decode(reply.bytes));
      if (reply.status !== 200 || !share.complete) throw new Error(share.detail ?? share.outcome);
      this.#count += BigInt(share.count);
      this.#state.engine = share.engine;
      this.#report(number, 1);
    }
  }

  /**
   * @param {number} number
   * @param {number} done
   */
  #report(number, done) {
    this.#done.set(number, done);
    const { state } = this;
    for (const listener of this.#listeners) listener(state);
  }

  /**
   * @param {string} state
   * @param {string} outcome
   */
  #finish(state, outcome) {
    const complete = state === "done";
    this.#state = { ...this.state, state, outcome, complete, count: String(this.#count), remaining_seconds: null, ...(complete ? { done: 1 } : {}) };
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
  const body = bodyOf(options);
  const plan = await call({ call: "plan", body }, options.signal, () => {});
  if (plan.status !== 200) return responseOf(plan);
  const { job, shares } = JSON.parse(new TextDecoder().decode(plan.bytes));
  // Another page of this browser has other jobs, so the number must not be its.
  const id = Date.now();
  const state = { ...job, id };
  jobs.set(String(id), new CountJob(state, shares, body));
  for (const [old, kept] of jobs) if (jobs.size > MAX_KEPT_JOBS && kept.state.state !== "running") jobs.delete(old);
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

export { send as fetch };

// The site works offline after the first visit. The files are kept once the page has loaded, so that they do not delay it.
const keepFiles = () => {
  navigator.serviceWorker?.register(new URL("../../service-worker.js", import.meta.url)).catch(() => {});
};
if (document.readyState === "complete") keepFiles();
else addEventListener("load", keepFiles);
