// Tests of the layout: nothing moves when a hint appears or when a puzzle is solved, and what a player needs is on one screen.

import assert from "node:assert/strict";
import { describe } from "node:test";
import { go, page, press, quiet, reads, square, test } from "./harness.mjs";
import { PUZZLE } from "./views.mjs";

/** Sizes of a phone and of a laptop. */
const SCREENS = [{ width: 390, height: 844 }, { width: 1366, height: 768 }];

/** The solution of the puzzle. */
const SOLUTION = ["b1", "g2", "c3", "e4", "a5", "f6", "d7"];

/** The places of the board and of the toolbar. */
const places = () => page.evaluate(() => [".board", ".hands"].map((name) => {
  const { top, left, width } = /** @type {Element} */ (document.querySelector(name)).getBoundingClientRect();
  return [Math.round(top + scrollY), Math.round(left), Math.round(width)];
}));

for (const viewport of SCREENS) {
  describe(`at ${viewport.width} x ${viewport.height}`, () => {
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
