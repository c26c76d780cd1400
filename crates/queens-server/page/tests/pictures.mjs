// Draws the pictures of the guide: node pictures.mjs ../../../../docs/guide, with QUEENS_URL, QUEENS_CHROMIUM and a campaign as the tests have
// them.

import { join } from "node:path";
import { chromium } from "playwright-core";

const [folder] = process.argv.slice(2);
const { QUEENS_URL: url, QUEENS_CHROMIUM: browser } = process.env;
if (!folder || !url || !browser) throw new Error("name a folder; QUEENS_URL and QUEENS_CHROMIUM name the server and the browser");

/** File, view, button to press before the picture. @type {[string, string, string?][]} */
const PICTURES = [
  ["page-steps", "steps?m=flags&n=8&at=1093"],
  ["page-puzzles", "puzzles?r=FFFDEBBB.FFFFEEBB.FFEEEECB.FEEEECCB.FFFEECCC.HGGGCCCC.GGCCCCAC.GGGGCCAA", "Hint"],
  ["page-search", "search?at=40"],
  ["page-campaign", "counts?n=10&c=1"],
];

const started = await chromium.launch({ executablePath: browser, args: ["--headless", "--no-sandbox", "--disable-gpu"] });
const page = await started.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: "light" });
for (const [name, view, press] of PICTURES) {
  await page.goto(`${url}/#${view}`);
  await page.reload();
  await page.waitForLoadState("networkidle");
  if (press) await page.getByRole("button", { name: press, exact: true }).first().click();
  await page.waitForTimeout(1000);
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
await started.close();
