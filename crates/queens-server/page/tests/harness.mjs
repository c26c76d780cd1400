// The browser, and shorthands for the tests of the page.
//
// QUEENS_URL       address of `queens serve`, such as http://127.0.0.1:8080
// QUEENS_CHROMIUM  the browser, such as /usr/bin/chromium
// QUEENS_CAMPAIGN  folder of a campaign with 12 bundles, of which only bundle 4 is done; the server shows it
// QUEENS_COMMAND   the command that continues it, and that rates puzzles; without these two, neither is tested
// QUEENS_SITE      folder of the site, if QUEENS_URL is its address; then
// QUEENS_SERVER    is the address of `queens serve` for requests to the API

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test as runTest } from "node:test";
import { chromium } from "playwright-core";

export const URL = process.env.QUEENS_URL;
const BROWSER = process.env.QUEENS_CHROMIUM;
/** Address of the API. */
export const API = `${process.env.QUEENS_SERVER ?? URL}/api/v1`;
/** The option of tests of what only a server has. */
export const onServer = { skip: Boolean(process.env.QUEENS_SITE) && "the site has no server" };
if (!URL || !BROWSER) throw new Error("QUEENS_URL and QUEENS_CHROMIUM must name the server and the browser");

const ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("playwright-core").Page} */
export let page;
/** Errors of the browser. @type {string[]} */
let complaints = [];
/** Requests to other servers. @type {string[]} */
let foreign = [];

before(async () => {
  browser = await chromium.launch({ executablePath: BROWSER, args: ARGUMENTS });
});
after(() => browser.close());

/**
 * Opens a fresh page.
 * @param {import("playwright-core").BrowserContextOptions} options
 */
export async function reopen(options) {
  await page?.context().close();
  page = await open(options);
}

/** @param {import("playwright-core").BrowserContextOptions} options */
async function open(options) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, permissions: ["clipboard-read", "clipboard-write"], ...options });
  const opened = await context.newPage();
  opened.setDefaultTimeout(LONG);
  [complaints, foreign] = [[], []];
  opened.on("pageerror", (error) => complaints.push(error.message));
  opened.on("console", (message) => {
    if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) complaints.push(message.text());
  });
  opened.on("request", (request) => {
    if (!request.url().startsWith(URL) && !/^(data|blob):/.test(request.url())) foreign.push(request.url());
  });
  return opened;
}

/** Timeout of every wait, in milliseconds: long, because the machine may be busy. */
export const LONG = 90_000;

/**
 * A test on a fresh page, which is repeated once on another one if it fails.
 * @param {string} name
 * @param {(() => Promise<void>) | import("node:test").TestOptions & {context?:
 *   import("playwright-core").BrowserContextOptions}} options `context` is the screen and the settings of the page
 * @param {() => Promise<void>} [given]
 */
export function test(name, options, given) {
  const body = given ?? /** @type {() => Promise<void>} */ (options);
  const { context = {}, ...more } = typeof options === "function" ? {} : options;
  return runTest(name, { timeout: 5 * LONG, ...more }, async () => {
    try {
      await reopen(context);
      await body();
    } catch (error) {
      console.log(`"${name}" failed once and is repeated: ${error}`);
      await reopen(context);
      await body();
    }
  });
}

/** The answer of the API. @param {string} path @param {unknown} body */
export async function post(path, body) {
  return (await fetch(`${API}/${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })).json();
}

/** @param {string} hash */
export const go = (hash) => page.goto(`${URL}/${hash}`);
/** @param {string} name */
export const square = (name) => page.locator(`[role=gridcell][aria-label^="${name},"], [role=gridcell][aria-label="${name}"]`).first();

/** The middle of a square. @param {string} name */
export async function middle(name) {
  const box = await square(name).boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Moves the pressed mouse in one step.
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 */
export async function swipe(from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
}

/** @param {string | RegExp} name */
export const press = (name) => page.getByRole("button", { name, exact: typeof name === "string" }).click();
export const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
/** @param {string} selector @param {RegExp} text */
export const reads = (selector, text) => page.locator(selector).filter({ hasText: text }).first().waitFor();

export function quiet() {
  assert.deepEqual(complaints, []);
  assert.deepEqual(foreign, []);
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Fails if the page has serious faults of accessibility (axe-core). */
export async function assertAccessible() {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run({ resultTypes: ["violations"] }));
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html).join(" ")} ${nodes[0].failureSummary}`), []);
}

/**
 * Asserts that the presentation has letters of at least 24 pixels, its parts on the screen, and nothing to scroll.
 * @param {string[]} parts
 * @param {string} where
 * @param {string[]} [scrolled] parts that may scroll
 */
export async function assertPresented(parts, where, scrolled = []) {
  const found = await page.evaluate(measurePresentation, /** @type {const} */ ([[...parts, ".leave"], scrolled]));
  assert.deepEqual(found, { small: [], outside: [], scrolls: [] }, where);
}

/** @param {readonly [string[], string[]]} parts */
function measurePresentation([parts, scrolled]) {
  const root = /** @type {HTMLElement} */ (document.querySelector("main [data-presenting]"));
  const small = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = /** @type {HTMLElement} */ (node.parentElement);
    if (!node.textContent?.trim() || !parent.checkVisibility() || getComputedStyle(parent).clipPath !== "none" || parent.closest(".unseen, .blackout, option, .jumps")) continue;
    const scale = parent instanceof SVGGraphicsElement ? parent.getScreenCTM()?.a ?? 1 : 1;
    if (parseFloat(getComputedStyle(parent).fontSize) * scale < 24) small.push(`${node.textContent} in ${parent.getAttribute("class") || parent.tagName}`);
  }
  const outside = parts.filter((part) => {
    const box = root.querySelector(part)?.getBoundingClientRect();
    return !box || box.left < 0 || box.top < 0 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5;
  });
  const scrolls = [document.documentElement, root, ...root.querySelectorAll(".code-box, .state-panel, .told, .side")]
    .filter((part) => part.scrollHeight > part.clientHeight + 1 && !scrolled.some((selector) => part.matches(selector))).map((part) => part.className);
  return { small, outside, scrolls };
}

/** Measures from the next page on how much moves without an action of the player. */
export const measureShift = () => page.addInitScript(() => {
  globalThis.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of /** @type {any[]} */ (list.getEntries())) if (!entry.hadRecentInput) globalThis.shifted += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
});

/** Cumulative layout shift since the page was opened. @returns {Promise<number>} */
export const shifted = () => page.evaluate(() => globalThis.shifted);
