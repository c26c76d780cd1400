// Measures a tap on a puzzle: node tap-time.mjs, with QUEENS_URL and QUEENS_CHROMIUM as the tests have them. Prints CSV.
//
// "work" is the CPU time of the main thread for a tap, less that of a click beside the board, times SLOWER (4): it does not depend on other
// programs. The other columns are times from the event `pointerup` to the first task after the paint of the next frame, while
// the CPU is that many times slower.

import { chromium } from "playwright-core";

const { QUEENS_URL: url, QUEENS_CHROMIUM: executablePath, SLOWER: slower = "4" } = process.env;
if (!url || !executablePath) throw new Error("QUEENS_URL and QUEENS_CHROMIUM name the server and the browser");

const TAPS = 40;
const SCREENS = [[390, 844], [1366, 768]];
const SIZES = [10, 20];

/** Regions that are rows: the generator makes no puzzle of the largest size. */
const rows = (/** @type {number} */ n) => Array.from({ length: n }, (_, row) => String.fromCharCode(65 + row).repeat(n)).join(".");

const browser = await chromium.launch({ executablePath, args: ["--headless", "--no-sandbox", "--disable-gpu"] });

/** Opens a puzzle; returns the page with points on 40 of its squares. */
async function open(/** @type {number} */ n, /** @type {number[]} */ [width, height]) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.goto(`${url}/#puzzles?r=${rows(n)}`);
  await page.locator("[role=gridcell]").nth(n * n - 1).waitFor();
  await page.waitForLoadState("networkidle");
  const points = [];
  for (let tap = 0; tap < TAPS; tap++) {
    const box = await page.locator("[role=gridcell]").nth((tap * 7) % (5 * n)).boundingBox();
    if (box) points.push({ x: box.x + Math.min(box.width, width - box.x) / 2, y: box.y + box.height / 2 });
  }
  return { page, points, session: await page.context().newCDPSession(page) };
}

/** The work of a tap in milliseconds. */
async function work(/** @type {number} */ n, /** @type {number[]} */ screen) {
  const { page, points, session } = await open(n, screen);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const busy = async () => (await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value * 1000;
  const cost = async (/** @type {{x: number, y: number}[]} */ clicks) => {
    const before = await busy();
    for (const { x, y } of clicks) {
      await page.mouse.click(x, y);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    }
    return (await busy() - before) / clicks.length;
  };
  const beside = await cost(points.map(({ y }) => ({ x: 3, y })));
  const taps = await cost(points);
  await page.close();
  return taps - beside;
}

/** Times from taps to paints in milliseconds, sorted. */
async function delays(/** @type {number} */ n, /** @type {number[]} */ screen) {
  const { page, points, session } = await open(n, screen);
  await page.evaluate(() => {
    globalThis.times = [];
    addEventListener("pointerup", ({ timeStamp }) => {
      const painted = new MessageChannel();
      painted.port1.onmessage = () => globalThis.times.push(performance.now() - timeStamp);
      // A message that is sent in a frame arrives after its paint.
      requestAnimationFrame(() => painted.port2.postMessage(null));
    }, { capture: true });
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: Number(slower) });
  for (const [tap, { x, y }] of points.entries()) {
    await page.mouse.click(x, y);
    await page.waitForFunction((count) => globalThis.times.length > count, tap);
  }
  /** @type {number[]} */
  const times = await page.evaluate(() => globalThis.times);
  await page.close();
  return times.sort((a, b) => a - b);
}

console.log("size,width,work (ms),median (ms),maximum (ms)");
for (const screen of SCREENS) {
  for (const n of SIZES) {
    const times = await delays(n, screen);
    console.log([n, screen[0], await work(n, screen) * Number(slower), times[times.length >> 1], times[times.length - 1]].map(Math.round).join());
  }
}
await browser.close();
