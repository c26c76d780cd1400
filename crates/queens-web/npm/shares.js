/** Counts in shares: each worker counts one share after the other, and their sum is the count. */

import { call, documentOf, encode } from "./pool.js";

/** Shares of a count for each worker: the last one to end makes the others wait for at most about a twentieth of the time. */
const SHARES_PER_WORKER = 16;

/** Time in milliseconds after which a count gets more than one worker. */
const SHORT_COUNT = 50;

/** @param {number} milliseconds */
function wait(milliseconds) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const ended = new Promise((resolve) => { timer = setTimeout(resolve, milliseconds); });
  return { ended, cancel: () => clearTimeout(timer) };
}

/**
 * Counts what `request` asks for, on at most `threads` workers in at most `maxShares` shares. A limit of time leaves a partial
 * count. `progress` receives the finished part, the time so far in seconds, and the count of the finished shares.
 * @param {{seconds?: number | null}} request the body of the request of a job
 * @param {{maxShares: number, threads: number, signal?: AbortSignal,
 *   progress?: (progress: {done: number, seconds: number, count: bigint}) => void}} options
 */
export async function countShares(request, { maxShares, threads, signal, progress }) {
  const start = performance.now();
  const elapsed = () => (performance.now() - start) / 1000;
  const shares = Math.min(maxShares, threads * SHARES_PER_WORKER);
  const result = { engine: "", count: 0n, complete: true, outcome: "" };
  const stopping = new AbortController();
  const stop = signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal;
  const done = new Float64Array(shares);
  const report = (/** @type {number} */ number, /** @type {number} */ part) => {
    done[number] = part;
    progress?.({ done: done.reduce((sum, part) => sum + part) / shares, seconds: elapsed(), count: result.count });
  };
  let next = 0;
  const work = async () => {
    while (next < shares && result.complete) {
      const number = next++;
      const seconds = typeof request.seconds === "number" ? Math.max(0, request.seconds - elapsed()) : undefined;
      const message = { call: "share", body: encode({ ...request, seconds }), number, shares };
      const share = documentOf(await call(message, stop, ({ done }) => report(number, done)));
      result.count += BigInt(share.count);
      result.engine = share.engine;
      // A share that is stopped leaves its outcome to the result.
      if (result.complete) {
        result.complete = share.complete;
        result.outcome = share.outcome;
      }
      if (share.complete) report(number, 1);
    }
  };
  const short = wait(SHORT_COUNT);
  try {
    const first = work();
    await Promise.race([first, short.ended]);
    await Promise.all([first, ...Array.from({ length: Math.min(threads, shares) - 1 }, work)]);
  } finally {
    short.cancel();
    stopping.abort();
  }
  return { ...result, seconds: elapsed() };
}
