// Measures how long the page takes to load, over a slow network and without a brake: node load-time.mjs NAME=URL..., with
// QUEENS_CHROMIUM as the tests have it. The servers take turns; prints the medians of RUNS (5) as CSV.
//
// The slow network is "slow 4G" of Lighthouse: 150 ms of latency, 1.6 Mbit/s down, 0.75 Mbit/s up. The browser adds the latency to every
// request, but not to the start of a connection, so connections cost more in a real network.

import { chromium } from "playwright-core";

const { QUEENS_CHROMIUM: executablePath, RUNS: runs = "5" } = process.env;
const servers = process.argv.slice(2).map((argument) => argument.split(/=(.*)/s, 2));
if (!executablePath || !servers.length) throw new Error("name servers, such as before=http://127.0.0.1:8080; QUEENS_CHROMIUM names the browser");

const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };

/** Sums up in the page how much moves, as browsers measure it (cumulative layout shift). */
function watchShifts() {
  globalThis.shifted = 0;
  new PerformanceObserver((list) => {
    for (const { value } of /** @type {any[]} */ (list.getEntries())) globalThis.shifted += value;
  }).observe({ type: "layout-shift", buffered: true });
}

/** Loads the page; returns times in milliseconds, and counts. */
async function load(/** @type {import("playwright-core").BrowserContext} */ context, /** @type {string} */ url, /** @type {boolean} */ isSlow) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  if (isSlow) await session.send("Network.emulateNetworkConditions", SLOW_NETWORK);
  const connections = new Set();
  const counts = { responses: 0, cached: 0, bytes: 0 };
  session.on("Network.loadingFinished", (event) => { counts.bytes += event.encodedDataLength; });
  session.on("Network.responseReceived", ({ response }) => {
    counts.responses++;
    if (response.fromDiskCache) counts.cached++;
    else connections.add(response.connectionId);
  });
  await page.addInitScript(watchShifts);
  const started = performance.now();
  await page.goto(url, { waitUntil: "commit" });
  await page.locator("[role=gridcell], .home-board svg").first().waitFor();
  const board = performance.now() - started;
  await page.waitForLoadState("networkidle");
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
  const shift = await page.evaluate(() => globalThis.shifted);
  await page.close();
  return { paint, board, shift, ...counts, connections: connections.size };
}

const browser = await chromium.launch({ executablePath, args: ["--headless", "--no-sandbox", "--disable-gpu"] });
/** @type {Map<string, Awaited<ReturnType<typeof load>>[]>} */
const results = new Map();
for (let run = 0; run < Number(runs); run++) {
  for (const network of ["slow", "local"]) {
    for (const [name, url] of servers) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      for (const visit of ["first", "second"]) {
        const key = [name, network, visit].join();
        results.set(key, [...results.get(key) ?? [], await load(context, url, network === "slow")]);
      }
      await context.close();
    }
  }
}
await browser.close();

console.log("server,network,visit,first paint (ms),board (ms),layout shift,responses,cached,bytes,connections");
for (const [key, loads] of results) {
  const middle = (/** @type {(load: Awaited<ReturnType<typeof load>>) => number} */ value) => loads.map(value).sort((a, b) => a - b)[loads.length >> 1];
  const median = (/** @type {(load: Awaited<ReturnType<typeof load>>) => number} */ value) => Math.round(middle(value));
  console.log([key, median((l) => l.paint), median((l) => l.board), middle((l) => l.shift).toFixed(3), median((l) => l.responses), median((l) => l.cached), median((l) => l.bytes), median((l) => l.connections)].join());
}
