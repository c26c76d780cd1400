// What holds for every view of the page: nothing moves while it loads, buttons that cannot act say why, text and touch targets are
// large enough, it fits every screen, and it is accessible (axe-core). A view is opened once for each screen.

import assert from "node:assert/strict";
import { describe } from "node:test";
import { assertAccessible, go, measureShift, onServer, page, quiet, shifted, test } from "./harness.mjs";
import { VIEWS } from "./views.mjs";

/** The most that may move while a page loads, as browsers measure it (cumulative layout shift). */
const MAX_SHIFT = 0.05;
/** Size of text, and height and width of what is tapped, in pixels. */
const [TEXT, TARGET_HEIGHT, TARGET_WIDTH] = [16, 40, 32];

/** A laptop by day and a phone at night. */
const SCREENS = /** @type {const} */ ([["light", 1366, 768], ["dark", 390, 844]]);
/** Other screens, width and height: a small phone, a window of 1280 pixels at 200 %, a large screen. */
const OTHERS = [[320, 640], [640, 400], [1920, 1080]];

/** The views, and a board with a clash. @type {Record<string, [string, string]>} */
const ALL = { ...VIEWS, board: ["#board?n=6&q=b1.c3.c5&g=f2&h=a6", ".verdict:not(:empty, [data-verdict=waiting])"] };

/** Opens all parts that can be closed, and returns the disabled buttons without a reason. */
async function silentButtons() {
  await page.locator("summary").evaluateAll((all) => all.forEach((summary) => { summary.parentElement.open = true; }));
  return page.locator("button:disabled").evaluateAll((all) => all.filter((button) => !button.title
    && !document.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent).map((button) => button.outerHTML.slice(0, 120)));
}

/** Elements with their own text that is too small. */
const smallTexts = () => page.evaluate((least) => [...document.querySelectorAll("body *")].filter((element) =>
  element instanceof HTMLElement && element.checkVisibility() && !element.closest(".files, .ranks, .squares")
  && [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim())
  && parseFloat(getComputedStyle(element).fontSize) < least).map((element) => element.outerHTML.slice(0, 120)), TEXT);

/** What can be tapped and is too small. */
const smallTargets = () => page.evaluate(([least, narrowest]) => {
  const elements = [...document.querySelectorAll("button, select, input, textarea, summary, header a, nav a")];
  return elements.flatMap((element) => {
    if (!element.checkVisibility() || element.closest(".squares")) return [];
    const target = element.closest("label:not(.field)") ?? element;
    const { width, height } = target.getBoundingClientRect();
    return height < least || width < narrowest ? [`${target.outerHTML.slice(0, 120)}: ${width} x ${height}`] : [];
  });
}, [TARGET_HEIGHT, TARGET_WIDTH]);

/** Fails if the page is wider than its screen. */
async function assertFits() {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `${over} pixels wider than a screen of ${page.viewportSize()?.width}`);
}

for (const [name, [hash, ready]] of Object.entries(ALL)) {
  // The description of the API is a document with a style of its own.
  const isDocument = name === "api";
  describe(name, () => {
    for (const [colorScheme, width, height] of SCREENS) {
      const isPhone = width < 500;
      test(`${colorScheme}, ${width} x ${height}`, { context: { colorScheme, viewport: { width, height } }, ...(isDocument && onServer) }, async () => {
        await measureShift();
        await go(hash);
        await page.locator(ready).first().waitFor();
        await page.waitForTimeout(1000);
        await assertFits();
        if (!isDocument) {
          const shift = await shifted();
          assert.ok(shift < MAX_SHIFT, `moved while it loaded: ${shift.toFixed(3)}`);
        }
        await assertAccessible();
        if (isPhone && !isDocument) {
          assert.deepEqual(await smallTargets(), [], "small targets");
          assert.deepEqual(await smallTexts(), [], "small text");
        }
        for (const [otherWidth, otherHeight] of isPhone ? OTHERS : []) {
          await page.setViewportSize({ width: otherWidth, height: otherHeight });
          await assertFits();
        }
        if (!isPhone) assert.deepEqual(await silentButtons(), [], "disabled without a reason");
        quiet();
      });
    }
  });
}
