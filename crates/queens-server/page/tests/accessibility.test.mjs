// Accessibility (axe-core) and width of every view, light and dark.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe } from "node:test";
import { go, onServer, page, reopen, test } from "./harness.mjs";
import { VIEWS } from "./views.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
for (const [name, [hash, ready]] of Object.entries(VIEWS)) {
  describe(`accessibility and width of ${name}`, () => {
    for (const [colorScheme, width] of /** @type {const} */ ([["light", 1280], ["dark", 390]])) {
      test(`${colorScheme} at ${width}`, name === "api" ? onServer : {}, async () => {
        await reopen({ colorScheme, viewport: { width, height: 800 }, reducedMotion: "reduce" });
        await go(hash);
        await page.locator(ready).first().waitFor();
        await page.waitForTimeout(500);
        for (const wide of [1920, 390, width]) {
          await page.setViewportSize({ width: wide, height: 800 });
          const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(over <= 0, `${over} pixels wider than a screen of ${wide}`);
        }
        await page.evaluate(AXE);
        const { violations } = await page.evaluate(() => globalThis.axe.run({ resultTypes: ["violations"] }));
        const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
        assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html).join(" ")} ${nodes[0].failureSummary}`), []);
      });
    }
  });
}
