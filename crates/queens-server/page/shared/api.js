/** Requests to the API: the page itself solves nothing. */

import * as server from "./transport-server.js";

/**
 * The way to the API: `fetch` takes a path below its root and answers as the function of the browser does;
 * `watch` reports the progress of a job and resolves when it has ended, or when it can no longer be watched;
 * `prepare` resolves when requests can be answered, and reports the bytes of the engines that have arrived
 * until then, and all of them (0 if that is not known).
 * @typedef {{fetch: (path: string, options: RequestInit) => Promise<Response>,
 *   watch: (path: string, progress: (job: any) => void) => Promise<void>,
 *   prepare: (report: (loaded: number, total: number) => void) => Promise<void>}} Transport
 */

/** True if the page was served by `queens serve`; otherwise workers of the page compute everything. */
export const hasServer = document.documentElement.dataset.transport !== "workers";

/** @type {Promise<Transport> | null} */
let loaded = null;
let failures = 0;

/**
 * Loads the module of the workers. A browser may remember the address of a module that failed, so each try
 * has its own.
 */
function loadWorkers() {
  return import("../site/transport-workers.js" + (failures ? `?try=${failures}` : ""));
}

/** The transport; if it cannot be loaded, the next request tries again. */
function transport() {
  if (loaded) return loaded;
  const loading = hasServer ? Promise.resolve(server) : loadWorkers();
  loading.catch(() => {
    failures += 1;
    loaded = null;
  });
  loaded = loading;
  return loading;
}
transport();

/** An error response. */
export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {number} status
   */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/**
 * Uses the transport; its failure is an `ApiError` that names the way out.
 * @template T
 * @param {(transport: Transport) => Promise<T>} use
 */
async function reach(use) {
  try {
    return await use(await transport());
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new ApiError(hasServer ? "The server does not respond: is `queens serve` still running?"
      : `The engines cannot be loaded (${reason(error)}): check the connection, then reload the page.`, 0);
  }
}

/**
 * Waits until requests can be answered.
 * @param {(loaded: number, total: number) => void} report called while the engines are loading
 */
export const prepare = (report) => reach((found) => found.prepare(report));

let isPreparing = false;

/**
 * Loads the engines once the page has nothing else to do, so that the first request need not wait. After a
 * failure, the next request tries again, or the next call, when a puzzle or the first screen is shown.
 */
export function prepareWhenIdle() {
  if (isPreparing) return;
  isPreparing = true;
  const start = () => prepare(() => {}).catch(() => { isPreparing = false; });
  // Safari has no idle callbacks.
  if ("requestIdleCallback" in window) requestIdleCallback(start);
  else setTimeout(start, 500);
}

/**
 * @param {string} path
 * @param {RequestInit} [options]
 */
export async function request(path, options = {}) {
  const response = await reach((found) => found.fetch(path, options));
  if (!response.ok) {
    const problem = await response.json().catch(() => ({}));
    throw new ApiError(problem.detail ?? problem.title ?? `The server returned status ${response.status}.`,
      response.status);
  }
  return response;
}

/**
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @returns {RequestInit}
 */
export function posted(body, signal) {
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
    signal };
}

/** @param {unknown} error */
export function isAbort(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

/**
 * The message of an error.
 * @param {unknown} error
 */
export function reason(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(path, body, signal) {
  return (await request(path, posted(body, signal))).json();
}

/**
 * The bytes of an answer, for a worker that parses them.
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 */
export async function askBytes(path, body, signal) {
  return (await request(path, posted(body, signal))).arrayBuffer();
}

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export async function get(path) {
  return (await request(path)).json();
}

/** @type {Map<string, Promise<any>>} */
const fetched = new Map();

/**
 * A document that does not change while the server runs; fetched once.
 * @param {"engines" | "variants" | "known" | "puzzle/techniques"} path
 * @returns {Promise<any>}
 */
export function once(path) {
  let found = fetched.get(path);
  if (!found) {
    found = get(path);
    found.catch(() => fetched.delete(path));
    fetched.set(path, found);
  }
  return found;
}

/** Variants that need a map of regions: those of the part `puzzles`. */
export const WITH_REGIONS = ["regions", "stars"];

/**
 * The variants that need only a size, for a drop-down list.
 * @returns {Promise<[string, string][]>}
 */
export async function sizedVariants() {
  const { variants } = await once("variants");
  return variants.flatMap((/** @type {any} */ { variant }) => (WITH_REGIONS.includes(variant) ? []
    : [[variant, variant]]));
}

/**
 * Lines of JSON, each as soon as it arrives.
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<any>}
 */
export async function* lines(path, body, signal) {
  const response = await request(path, posted(body, signal));
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    const parts = (rest + (value ?? "")).split("\n");
    rest = done ? "" : parts.pop() ?? "";
    for (const part of parts) if (part.trim()) yield JSON.parse(part);
    if (done) return;
  }
}

/**
 * A board in one of the formats of the command.
 * @param {string} problem
 * @param {string} format
 * @param {number[][]} queens
 * @param {AbortSignal} signal
 * @param {import("./group-view.js").Group[]} [groups] those of a solution in groups, in place of queens
 */
export async function draw(problem, format, queens, signal, groups = []) {
  return (await request("draw",
    posted({ problem, format, ...(groups.length > 0 ? { groups } : { queens }) }, signal))).blob();
}

/**
 * Steps of an engine as an animated picture.
 * @param {Record<string, unknown>} wanted
 * @param {AbortSignal} signal
 */
export async function recording(wanted, signal) {
  return (await request("record", posted(wanted, signal))).blob();
}

/** One request at a time: a new one cancels the previous one. */
export class LatestRequest {
  #controller = new AbortController();

  /** A signal for a new request. */
  next() {
    this.#controller.abort();
    this.#controller = new AbortController();
    return this.#controller.signal;
  }

  stop() {
    this.#controller.abort();
  }
}

/**
 * Reports the progress of a job until it has ended or can no longer be watched.
 * @param {string} path
 * @param {(job: any) => void} progress
 */
export async function watch(path, progress) {
  await (await transport()).watch(path, progress);
}
