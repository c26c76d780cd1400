/** The workers with the engines, in Node and in browsers, and the requests to them. A cancelled request ends its worker. */

/** @typedef {{status: number, contentType: string, bytes: Uint8Array<ArrayBuffer>}} Reply */

/** A request that failed. */
export class QueensError extends Error {
  /**
   * @param {number} status
   * @param {string} message
   */
  constructor(status, message) {
    super(message);
    this.name = "QueensError";
    this.status = status;
  }
}

/**
 * A document as bytes; none without a document.
 * @param {unknown} document
 */
export const encode = (document) => new TextEncoder().encode(document === undefined ? "" : JSON.stringify(document));

/** @param {Uint8Array} bytes */
export const decode = (bytes) => new TextDecoder().decode(bytes);

/**
 * The document of a reply.
 * @param {Reply} reply
 */
export function documentOf({ status, bytes }) {
  const document = JSON.parse(decode(bytes));
  if (status !== 200) throw new QueensError(status, document.detail);
  return document;
}

export const ENGINES = new URL("./engines.wasm", import.meta.url);

// Bundlers look for `new URL("./worker.js", import.meta.url)`; the other addresses of the worker are not for them.
const BASE = import.meta.url;

/** A module of Node, or `undefined` in a browser. No import, so that bundles for browsers have none. */
const builtin = (/** @type {string} */ name) => /** @type {any} */ (globalThis).process?.getBuiltinModule?.(name);

const THREADS = builtin("node:worker_threads");

/** Number of processors. */
export const CORES = /** @type {number} */ (builtin("node:os")?.availableParallelism() ?? globalThis.navigator?.hardwareConcurrency ?? 2);

/** Maximum number of requests that run at once: a count on all processors leaves room for a few others. */
const MAX_RUNNING = CORES + 4;

/** Those who wait for the engines: each is called with the number of bytes that have arrived. @type {Set<(loaded: number) => void>} */
const waiters = new Set();

/** The bytes of the engines that have arrived since they were last asked for. */
let loadedBytes = 0;

/**
 * Reports the bytes of a response as they arrive.
 * @param {Response} response a copy, whose failure the original reports
 */
async function reportBytes({ body }) {
  if (!body) return;
  const count = new WritableStream({
    write: (/** @type {Uint8Array} */ chunk) => {
      loadedBytes += chunk.length;
      for (const report of waiters) report(loadedBytes);
    },
  });
  await body.pipeTo(count).catch(() => {});
}

async function loadEngines() {
  if (THREADS) return WebAssembly.compile(await builtin("node:fs/promises").readFile(ENGINES));
  loadedBytes = 0;
  // A page needs its other files first.
  const response = await fetch(ENGINES, { priority: "low" });
  if (!response.ok) throw new Error(`${ENGINES} is missing: status ${response.status}`);
  reportBytes(response.clone());
  // Some hosts send another content type, which the streaming compiler refuses.
  return response.headers.get("content-type") === "application/wasm" ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/** @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

/** True if the engines are compiled, so that a request need not wait. */
let isLoaded = false;

/** The compiled engines; the next request tries again after a failure. */
function engines() {
  if (compiled) return compiled;
  compiled = loadEngines();
  compiled.then(() => { isLoaded = true; }, () => { compiled = null; });
  return compiled;
}

/** A worker of a browser. The origin of a page cannot start a script of another origin, but one that imports it. */
function startWebWorker() {
  const { protocol, origin } = new URL(BASE);
  if (!protocol.startsWith("http") || origin === globalThis.location?.origin) {
    return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  }
  const script = new Blob([`import ${JSON.stringify(new URL("worker.js", BASE).href)};`], { type: "text/javascript" });
  const address = URL.createObjectURL(script);
  const worker = new Worker(address, { type: "module" });
  worker.addEventListener("message", () => URL.revokeObjectURL(address), { once: true });
  return worker;
}

/** A worker with the engines. */
class EngineWorker {
  /** Receives a message of the worker. */
  #receive = (/** @type {any} */ _data) => {};
  /** Receives an error of the worker. */
  #fail = (/** @type {any} */ _error) => {};
  /** @type {any} a `Worker` of Node or of a browser */
  #worker;
  /** Done when the worker has the engines. */
  #started;

  constructor() {
    if (THREADS) {
      // Options of the process such as `--eval` are not for workers.
      this.#worker = new THREADS.Worker(new URL("worker.js", BASE), { execArgv: [] });
      this.#worker.on("message", (/** @type {any} */ data) => this.#receive(data));
      this.#worker.on("error", (/** @type {any} */ error) => this.#fail(error));
    } else {
      this.#worker = startWebWorker();
      this.#worker.onmessage = (/** @type {MessageEvent} */ { data }) => this.#receive(data);
      this.#worker.onerror = (/** @type {ErrorEvent} */ event) => this.#fail(event);
    }
    this.#started = engines().then((module) => this.#worker.postMessage({ module }));
  }

  /** Ends the worker. */
  async stop() {
    await this.#worker.terminate();
  }

  /**
   * Sends a request; an error or `signal` ends the worker.
   * @param {object} message
   * @param {AbortSignal} signal
   * @param {(part: any) => void} part
   * @returns {Promise<Reply & {isWorn: boolean}>}
   */
  run(message, signal, part) {
    // A worker keeps a process of Node alive only while it works.
    this.#worker.ref?.();
    return new Promise((resolve, reject) => {
      const end = () => {
        signal.removeEventListener("abort", abort);
        this.#receive = this.#fail = () => {};
        this.#worker.unref?.();
      };
      const fail = (/** @type {unknown} */ error) => {
        end();
        this.stop();
        reject(error);
      };
      const abort = () => fail(signal.reason);
      const lose = (/** @type {any} */ error) => fail(new QueensError(500, `the worker with the engines failed: ${error?.message || "worker.js must lie beside the code of the package"}`));
      signal.addEventListener("abort", abort);
      this.#fail = lose;
      this.#receive = (data) => {
        if (data.status !== undefined) {
          end();
          return resolve(data);
        }
        try {
          part(data);
        } catch (error) {
          fail(error);
        }
      };
      this.#started.then(() => this.#worker.postMessage(message)).catch(lose);
    });
  }
}

/** @type {EngineWorker[]} */
const idle = [];
let running = 0;
/** Requests that wait for others to end. @type {(() => void)[]} */
const waiting = [];

/**
 * Waits until another request may run.
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
function begin(signal) {
  signal.throwIfAborted();
  if (running < MAX_RUNNING) {
    running += 1;
    return Promise.resolve();
  }
  return new Promise((resolve, reject) => {
    const start = () => {
      signal.removeEventListener("abort", abort);
      resolve();
    };
    const abort = () => {
      waiting.splice(waiting.indexOf(start), 1);
      reject(signal.reason);
    };
    signal.addEventListener("abort", abort, { once: true });
    waiting.push(start);
  });
}

/** Lets the next request run. */
function finish() {
  const next = waiting.shift();
  if (next) next();
  else running -= 1;
}

/** The calls that have not ended. @type {Set<AbortController>} */
const calls = new Set();

/**
 * Sends a request to a worker.
 * @param {object} message
 * @param {AbortSignal | undefined} signal
 * @param {(part: any) => void} [part] receives the messages before the reply
 * @returns {Promise<Reply>}
 */
export async function call(message, signal, part = () => {}) {
  const closing = new AbortController();
  const stop = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
  calls.add(closing);
  try {
    await begin(stop);
    try {
      stop.throwIfAborted();
      const worker = idle.pop() ?? new EngineWorker();
      const reply = await worker.run(message, stop, part);
      if (reply.isWorn || stop.aborted || idle.length >= CORES) worker.stop();
      else idle.push(worker);
      return reply;
    } finally {
      finish();
    }
  } finally {
    calls.delete(closing);
  }
}

/**
 * Loads the engines into a worker before a request needs them.
 * @param {(loaded: number) => void} report called with the number of bytes that have arrived; never if the engines are there
 */
export async function prepare(report) {
  if (!isLoaded) {
    // A new load sets the bytes of a failed one back before they are reported.
    const loading = engines();
    report(loadedBytes);
    waiters.add(report);
    await loading.finally(() => waiters.delete(report));
  }
  if (running === 0 && idle.length === 0) idle.push(new EngineWorker());
}

/** Ends all workers; requests that are running are cancelled. */
export async function close() {
  const reason = new DOMException("The laboratory was closed.", "AbortError");
  for (const closing of calls) closing.abort(reason);
  await Promise.all(idle.splice(0).map((worker) => worker.stop()));
}
