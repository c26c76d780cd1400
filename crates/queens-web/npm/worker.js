/**
 * A worker with the engines. The first message brings the compiled module; each further one is a request, answered by parts and
 * finally by a reply. A trap leaves the module unusable, so that the caller replaces the worker.
 */

import { initSync, jobPlan, jobShare, reply } from "./engines.js";

/** Size of the memory of the module in bytes from which on the worker is replaced: memory is never returned. */
const MAX_IDLE_MEMORY = 256 << 20;

/** Time between two reports of progress in milliseconds. */
const REPORT_INTERVAL = 50;

const { process } = /** @type {any} */ (globalThis);
const port = process?.getBuiltinModule?.("node:worker_threads").parentPort ?? globalThis;

/** @type {WebAssembly.Memory} */
let memory;

let lastReport = 0;

/** @param {number} done */
function report(done) {
  const now = performance.now();
  if (now - lastReport < REPORT_INTERVAL) return;
  lastReport = now;
  port.postMessage({ done });
}

/** @type {Record<string, (data: any) => import("./engines.js").Reply>} */
const CALLS = {
  reply: ({ path, body, seconds }) => reply(path, body, seconds, (/** @type {Uint8Array<ArrayBuffer>} */ chunk) => port.postMessage({ chunk }, [chunk.buffer])),
  plan: ({ body }) => jobPlan(body),
  share: ({ body, number, shares }) => jobShare(body, number, shares, report),
};

port.onmessage = (/** @type {{data: any}} */ { data }) => {
  if (data.module) {
    memory = initSync({ module: data.module }).memory;
    return;
  }
  try {
    const result = CALLS[data.call](data);
    const { status, contentType } = result;
    const bytes = result.takeBytes();
    result.free();
    const isWorn = memory.buffer.byteLength > MAX_IDLE_MEMORY;
    port.postMessage({ status, contentType, bytes, isWorn }, [bytes.buffer]);
  } catch (error) {
    const detail = error instanceof RangeError ? "the search needs more memory than there is: try a smaller board"
      : "the search failed because of a bug or for lack of memory: please report the request";
    const bytes = new TextEncoder().encode(JSON.stringify({ type: "about:blank", title: "Internal Server Error", status: 500, detail }));
    port.postMessage({ status: 500, contentType: "application/problem+json", bytes, isWorn: true });
  }
};
