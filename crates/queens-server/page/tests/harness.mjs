// The browser, and the words in which tests speak to the page.
//
// QUEENS_URL       where `queens serve` listens, such as http://127.0.0.1:8080
// QUEENS_CHROMIUM  the browser, such as /usr/bin/chromium
// QUEENS_CAMPAIGN  the folder of a campaign of 12 bundles that the server shows, of which bundle 4 alone is done
// QUEENS_COMMAND   the command that goes on with it; without these two campaigns are not tested

import assert from "node:assert/strict";
import { after, before, beforeEach, test as runTest } from "node:test";
import { chromium } from "playwright-core";

export const URL = process.env.QUEENS_URL;
const BROWSER = process.env.QUEENS_CHROMIUM;
if (!URL || !BROWSER) throw new Error("QUEENS_URL and QUEENS_CHROMIUM say where the server and the browser are");

const ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("playwright-core").Page} */
export let page;
/** What the browser complained about. @type {string[]} */
let complaints = [];
/** Requests that went elsewhere. @type {string[]} */
let foreign = [];

before(async () => {
  browser = await chromium.launch({ executablePath: BROWSER, args: ARGUMENTS });
});
after(() => browser.close());

beforeEach(() => reopen({}));

/**
 * Goes on with a fresh page.
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

/** No wait is a measure of speed: on a machine that others use too all of it may take long. */
export const LONG = 90_000;

/**
 * A test that may fail once and is tried again then, on a fresh page: what fails twice is wrong.
 * @param {string} name
 * @param {(() => Promise<void>) | import("node:test").TestOptions} options
 * @param {() => Promise<void>} [given]
 */
export function test(name, options, given) {
  const body = given ?? /** @type {() => Promise<void>} */ (options);
  return runTest(name, { timeout: 5 * LONG, ...(given ? options : {}) }, async () => {
    try {
      await body();
    } catch (error) {
      console.log(`"${name}" failed once and is tried again: ${error}`);
      await reopen({});
      await body();
    }
  });
}

/** @param {string} hash */
export const go = (hash) => page.goto(`${URL}/${hash}`);
/** @param {string} name */
export const square = (name) => page.locator(`[role=gridcell][aria-label^="${name},"], [role=gridcell][aria-label="${name}"]`).first();
/** @param {string | RegExp} name */
export const press = (name) => page.getByRole("button", { name, exact: typeof name === "string" }).click();
export const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
/** @param {string} selector @param {RegExp} text */
export const reads = (selector, text) => page.locator(selector).filter({ hasText: text }).first().waitFor();

export function quiet() {
  assert.deepEqual(complaints, []);
  assert.deepEqual(foreign, []);
}
