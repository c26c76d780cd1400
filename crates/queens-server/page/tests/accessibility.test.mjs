// Accessibility (axe-core) and width of every view, light and dark.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe } from "node:test";
import { go, onServer, page, reopen, test } from "./harness.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** A puzzle of seven with exactly one solution: b1 g2 c3 e4 a5 f6 d7. */
const PUZZLE = "FAGGGGG.FFFGEEG.FFFFEGG.BBDDEEE.BBDDDEC.DDDDDCC.DDDDDDC";

const VIEWS = {
  home: ["", ".entrance"],
  board: ["#board?n=6&q=b1.c3&g=f2&h=a6", ".verdict"],
  steps: ["#steps?m=flags&n=6&at=44", ".told"],
  told: ["#steps?m=flags&n=99&v=knights", ".blackboard li"],
  regions: ["#board?n=4&c=5&r=AABBB.AABBB.CCDDD.CCDDD&q=b1&s=1", ".tinted"],
  search: ["#search?p=missionaries&at=20", ".node-list li"],
  tiles: ["#search?p=eight-puzzle&s=bfs&at=12", ".node-list li"],
  race: ["#race?m=flags,bitmask&n=6&go=1", ".bars tbody tr"],
  lockstep: ["#race?m=flags,bitmask&n=5&l=1&go=1", ".lane"],
  solutions: ["#solutions?n=6&o=1", ".family figure"],
  today: ["#today?d=2026-01-03&k=8", ".rated"],
  puzzles: [`#puzzles?r=${PUZZLE}&m=.q.x`, ".rated"],
  create: [`#create?r=${PUZZLE}`, ".brushes label"],
  technique: ["#technique?id=fish&from=puzzles", ".techniques a"],
  game: ["#game?n=6&d=easy&l=1&m=.g.x.....q", ".rated"],
  backwards: ["#game?g=backwards&n=5", ".rated"],
  counts: ["#counts", ".counts tbody tr"],
  engines: ["#engines?m=flags", ".reading .title"],
  api: ["api#post-solve", "details.address"],
};

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
        const { violations } = await page.evaluate(() => globalThis.axe.run());
        const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
        assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html).join(" ")} ${nodes[0].failureSummary}`), []);
      });
    }
  });
}
