/**
 * A worker with the engines. The first message brings the compiled module; each further one is a request, answered by chunks
 * and finally by a reply. A trap leaves the module unusable, so the worker reports it and takes no more requests.
 */

import { initSync, jobPlan, jobShare, reply } from "./engines.js";

/** Time limit of an answer in seconds, as that of `queens serve`. */
const ANSWER_SECONDS = 10;

/** Size of the memory of the module in bytes from which on the worker is replaced: memory is never returned. */
const MAX_IDLE_MEMORY = 256 << 20;

/** @type {WebAssembly.Memory} */
let memory;

/** @type {Record<string, (data: any) => import("./engines.js").Reply>} */
const CALLS = {
  reply: ({ path, body }) => reply(path, body, ANSWER_SECONDS, (/** @type {Uint8Array} */ chunk) => postMessage({ chunk }, { transfer: [chunk.buffer] })),
  plan: ({ body }) => jobPlan(body),
  share: ({ body, number, shares }) => jobShare(body, number, shares, (/** @type {number} */ done) => postMessage({ done })),
};

addEventListener("message", ({ data }) => {
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
    postMessage({ status, contentType, bytes, isWorn }, { transfer: [bytes.buffer] });
  } catch (error) {
    const detail = error instanceof RangeError ? "the search needs more memory than the browser gives: try a smaller board"
      : "the search failed because of a bug or for lack of memory: please report the request";
    const bytes = new TextEncoder().encode(JSON.stringify({ type: "about:blank", title: "Internal Server Error", status: 500, detail }));
    postMessage({ status: 500, contentType: "application/problem+json", bytes, isWorn: true });
  }
});
