/** The laboratory in Node and in browsers. `index.d.ts` describes what is exported. */

import { CORES, QueensError, call, close, decode, documentOf, encode } from "./pool.js";
import { countShares } from "./shares.js";

/** @import * as Api from "./index.js" */

/** @param {string} text */
const parseLines = (text) => text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));

/**
 * Sends a request; the types do not check its path.
 * @param {string} path
 * @param {object} [body]
 * @param {Api.CallOptions} [options]
 * @returns {Promise<any>}
 */
async function ask(path, body, { signal } = {}) {
  let lines = "";
  const reply = await call({ call: "reply", path, body: encode(body) }, signal, ({ chunk }) => { lines += decode(chunk); });
  const { status, contentType, bytes } = reply;
  if (status !== 200 || contentType === "application/json") return documentOf(reply);
  if (contentType === "application/x-ndjson") return parseLines(lines);
  return contentType === "image/png" ? bytes : decode(bytes);
}

/** @type {typeof Api.request} */
export const request = ask;

const randomSeed = () => Math.floor(Math.random() * 2 ** 32);

/** @type {typeof Api.count} */
export const count = async (problem, { signal, progress, threads = CORES, ...options } = {}) => {
  if (!Number.isInteger(threads) || threads < 1) throw new QueensError(400, `'threads' must be a whole number from 1, not ${threads}`);
  const body = { ...options, problem: String(problem) };
  const { job, shares: maxShares } = documentOf(await call({ call: "plan", body: encode(body) }, signal));
  return { problem: job.problem, ...await countShares(body, { maxShares, threads, signal, progress }) };
};

/** @type {typeof Api.solve} */
export const solve = async (problem, { signal, ...options } = {}) => {
  const seed = options.question === "random" ? randomSeed() : undefined;
  const answer = await ask("/solve", { seed, ...options, problem: String(problem) }, { signal });
  return { ...answer, count: BigInt(answer.count) };
};

/** @type {typeof Api.solutions} */
export const solutions = async function* (problem, { signal, ...options } = {}) {
  const stopping = new AbortController();
  const stop = signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal;
  const message = { call: "reply", path: "/list", body: encode({ ...options, problem: String(problem) }) };
  const stream = new ReadableStream({
    start: (controller) => {
      call(message, stop, ({ chunk }) => controller.enqueue(chunk)).then((reply) => {
        if (reply.status !== 200) documentOf(reply);
        controller.close();
      }).catch((error) => controller.error(error));
    },
  });
  const reader = stream.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      // Chunks end with a line.
      for (const line of parseLines(decode(value))) {
        stop.throwIfAborted();
        if (line.queens) yield line;
        else if (line.complete === false) throw new QueensError(422, `${line.outcome}: there may be more solutions`);
      }
    }
  } finally {
    stopping.abort();
  }
};

/** @type {typeof Api.verify} */
export const verify = async (solutions, { signal, problem, ...options } = {}) => {
  const document = await ask("/verify", { ...options, solutions, problem: problem?.toString() }, { signal });
  return { ...document, published: document.published && BigInt(document.published) };
};

/** @type {typeof Api.draw} */
export const draw = async (problem, { signal, ...options } = {}) => (
  ask("/draw", { format: "svg", ...options, problem: String(problem) }, { signal }));

/** @type {typeof Api.engines} */
export const engines = async ({ signal } = {}) => (await request("/engines", undefined, { signal })).engines;

/** @type {typeof Api.variants} */
export const variants = async ({ signal } = {}) => (await request("/variants", undefined, { signal })).variants;

/** @param {Uint8Array} bytes */
function base64(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/**
 * @param {string} path
 * @returns {(puzzle: Api.PuzzleInput, options?: Api.PuzzleOptions) => Promise<any>}
 */
const puzzleRequest = (path) => async (puzzle, { signal, ...options } = {}) => {
  const input = puzzle instanceof Uint8Array ? { picture: base64(puzzle) } : { puzzle };
  const document = await ask(path, { ...options, ...input }, { signal });
  return "count" in document ? { ...document, count: BigInt(document.count) } : document;
};

/** @type {typeof Api.puzzle} */
export const puzzle = {
  read: puzzleRequest("/puzzle/read"),
  solve: puzzleRequest("/puzzle/solve"),
  hint: puzzleRequest("/puzzle/hint"),
  explain: puzzleRequest("/puzzle/explain"),
  rate: puzzleRequest("/puzzle/rate"),
  generate: async (size, { signal, ...options } = {}) => {
    const { puzzles } = await ask("/puzzle/generate", { seed: randomSeed(), ...options, size }, { signal });
    return puzzles[0];
  },
};

export { QueensError, close };
