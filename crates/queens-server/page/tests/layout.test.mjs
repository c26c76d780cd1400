// Tests of the layout: nothing moves while a section loads, when a hint appears or when a puzzle is solved, and what a player needs
// is on one screen.

import assert from "node:assert/strict";
import { describe } from "node:test";
import { go, page, press, quiet, reads, reopen, square, test } from "./harness.mjs";
import { PUZZLE, VIEWS } from "./views.mjs";

/** The most that may move on a page, as browsers measure it (cumulative layout shift). */
const MAX_SHIFT = 0.05;

/** Sizes of a phone and of a laptop. */
const SCREENS = [{ width: 390, height: 844 }, { width: 1366, height: 768 }];

/** The solution of the puzzle. */
const SOLUTION = ["b1", "g2", "c3", "e4", "a5", "f6", "d7"];

/** Measures from now on how much moves without an action of the player. */
const measure = () => page.addInitScript(() => {
  globalThis.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of /** @type {any[]} */ (list.getEntries())) if (!entry.hadRecentInput) globalThis.shifted += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
});

/** The places of the board and of the toolbar. */
const places = () => page.evaluate(() => [".board", ".hands"].map((name) => {
  const { top, left, width } = /** @type {Element} */ (document.querySelector(name)).getBoundingClientRect();
  return [Math.round(top + scrollY), Math.round(left), Math.round(width)];
}));

const { api: _, ...SECTIONS } = VIEWS;

for (const viewport of SCREENS) {
  describe(`at ${viewport.width} x ${viewport.height}`, () => {
    for (const [name, [hash, ready]] of Object.entries(SECTIONS)) {
      test(`${name} does not move while it loads`, { context: { viewport } }, async () => {
        await measure();
        await go(hash);
        await page.locator(ready).first().waitFor();
        await page.waitForTimeout(1000);
        const shifted = await page.evaluate(() => globalThis.shifted);
        assert.ok(shifted < MAX_SHIFT, `${shifted.toFixed(3)}`);
      });
    }

    test("board and tools stay where they are when a hint appears, and the board when the puzzle is solved", { context: { viewport, reducedMotion: "reduce" } }, async () => {
      await go(`#puzzles?r=${PUZZLE}`);
      await reads(".rated", /Easy/);
      const before = await places();
      await press("Hint");
      await page.locator(".hinting").waitFor();
      assert.deepEqual(await places(), before);
      await press("Why?");
      assert.deepEqual(await places(), before);
      await press("Close");
      for (const name of SOLUTION) await square(name).click({ button: "right" });
      const panel = page.getByRole("dialog");
      await panel.waitFor();
      assert.deepEqual((await places())[0], before[0]);
      // Board and panel are on the first screen together, wherever the test has scrolled.
      const bottom = await panel.evaluate((element) => element.getBoundingClientRect().bottom + scrollY);
      assert.ok(bottom <= viewport.height, `${bottom}`);
      quiet();
    });
  });
}
