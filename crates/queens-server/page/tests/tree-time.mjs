// Measures the whole tree of Steps with 18,032 nodes (n = 10): node tree-time.mjs, with QUEENS_URL and QUEENS_CHROMIUM as the tests have
// them. Prints CSV: times from an input to the first task after the paint of the next frame, while the CPU is SLOWER (4) times slower.

import { chromium } from "playwright-core";

const { QUEENS_URL: url, QUEENS_CHROMIUM: executablePath, SLOWER: slower = "4" } = process.env;
if (!url || !executablePath) throw new Error("QUEENS_URL and QUEENS_CHROMIUM name the server and the browser");

const browser = await chromium.launch({ executablePath, args: ["--headless", "--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
await page.goto(`${url}/#steps?m=flags&n=10&at=195000`);
await page.locator(".player").filter({ hasText: "195,000 of" }).waitFor();
await page.waitForLoadState("networkidle");
const session = await page.context().newCDPSession(page);
await session.send("Emulation.setCPUThrottlingRate", { rate: Number(slower) });

/** The times of inputs in milliseconds, sorted. */
const times = (/** @type {string} */ input, count = 20) => page.evaluate(async ([script, number]) => {
  const act = globalThis.eval(script);
  const found = [];
  for (let at = 0; at < number; at++) {
    found.push(await new Promise((done) => {
      const painted = new MessageChannel();
      const began = performance.now();
      painted.port1.onmessage = () => done(performance.now() - began);
      act(at);
      // A message that is sent in a frame arrives after its paint.
      requestAnimationFrame(() => painted.port2.postMessage(null));
    }));
  }
  return found.sort((a, b) => a - b);
}, /** @type {const} */ ([input, count]));

const wheel = (/** @type {number} */ by) => `() => document.querySelector(".tree.whole").dispatchEvent(new WheelEvent("wheel", { deltaY: ${by}, cancelable: true, bubbles: true, clientX: 700 }))`;
const INPUTS = /** @type {const} */ ([
  ["first drawing", "() => document.querySelector('.trying input[value=whole]').click()", 1],
  ["enlarge", wheel(-100)],
  ["shrink", wheel(100)],
  ["step", "() => document.querySelectorAll('.transport button')[3].click()"],
  ["slider", `(at) => {
    const slider = document.querySelector(".scrub");
    slider.value = String(100_000 + at * 4_999);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }`],
]);
console.log("input,median (ms),maximum (ms)");
for (const [name, input, count] of INPUTS) {
  const found = await times(input, count);
  console.log([name, Math.round(found[found.length >> 1]), Math.round(found[found.length - 1])].join());
}
await browser.close();
