// Tests of the loading of the engines as in a browser: those who wait are told how many bytes have arrived. Node would read a file.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

/** The body of the engines that are asked for. @type {ReadableStreamDefaultController<Uint8Array>} */
let body;
/** @type {(report: (loaded: number) => void) => Promise<void>} */
let prepare;

/** Waits until someone has had a number of reports. @param {number[]} reports @param {number} count */
async function waitForReports(reports, count) {
  while (reports.length < count) await new Promise((resolve) => { setTimeout(resolve, 5); });
}

/** The reports to someone who begins to wait now. */
function startWaiting() {
  /** @type {number[]} */
  const reports = [];
  return { reports, ready: prepare((loaded) => reports.push(loaded)) };
}

describe("the engines", () => {
  before(async () => {
    process.getBuiltinModule = () => undefined;
    globalThis.fetch = async () => new Response(new ReadableStream({ start: (controller) => { body = controller; } }));
    globalThis.Worker = class { postMessage() {} };
    ({ prepare } = await import("../../../queens-web/npm/pool.js"));
  });

  test("who comes later is told at once what has arrived, and nothing of a load that failed", async () => {
    const first = startWaiting();
    // The first bytes of every module: its magic number and version 1.
    body.enqueue(Uint8Array.of(0, 97, 115, 109));
    await waitForReports(first.reports, 2);
    const second = startWaiting();
    assert.deepEqual([first.reports, second.reports], [[0, 4], [4]]);
    const failures = [first, second].map(({ ready }) => assert.rejects(ready, /broken off/));
    body.error(new Error("broken off"));
    await Promise.all(failures);

    const third = startWaiting();
    body.enqueue(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
    await waitForReports(third.reports, 2);
    body.close();
    await third.ready;
    assert.deepEqual(third.reports, [0, 8]);
    const fourth = startWaiting();
    await fourth.ready;
    assert.deepEqual(fourth.reports, []);
  });
});
