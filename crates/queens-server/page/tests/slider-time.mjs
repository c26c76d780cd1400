// Measures the slider over the steps of 11 queens (1,976,311): node slider-time.mjs, with QUEENS_URL and QUEENS_CHROMIUM as the tests
// have them. Prints the milliseconds that a move of the slider keeps the page busy: the median and the 95th percentile of 120.

import { chromium } from "playwright-core";

const { QUEENS_URL: url, QUEENS_CHROMIUM: executablePath } = process.env;
if (!url || !executablePath) throw new Error("QUEENS_URL and QUEENS_CHROMIUM name the server and the browser");

const browser = await chromium.launch({ executablePath, args: ["--headless", "--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
page.setDefaultTimeout(180_000);
await page.goto(`${url}/#steps?m=flags&n=11`);
await page.getByRole("button", { name: "Load all" }).click();
// Steps that arrive in the meantime take time of their own, so the slider is measured after the last of them.
await page.getByText(/^0 of 1,976,311$/).waitFor();
const times = await page.evaluate(async () => {
  const slider = /** @type {HTMLInputElement} */ (document.querySelector(".player input"));
  const taken = [];
  for (let at = 0; at < 120; at++) {
    await new Promise((done) => { requestAnimationFrame(done); });
    const began = performance.now();
    slider.value = String((at * 104_729) % Number(slider.max));
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    document.body.getBoundingClientRect();
    taken.push(performance.now() - began);
  }
  return taken.sort((a, b) => a - b);
});
console.log("median (ms),95th percentile (ms)");
console.log([times[60], times[114]].map((time) => time.toFixed(1)).join());
await browser.close();
