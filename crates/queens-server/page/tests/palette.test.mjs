// Tests of the colours of regions: neighbours are far apart in every kind of vision, and marks are legible on all of them.

import assert from "node:assert/strict";
import { describe, test as plainTest } from "node:test";
import { parse, wcagContrast } from "culori";
import { REGION_COLOURS, REGION_DISTANCES } from "../palette.js";
import { patterns, tints } from "../tints.js";
import { API, go, page, quiet, reopen, test } from "./harness.mjs";
import { VISIONS, distance, leastDistance, views } from "./vision.mjs";

const INK = "#1b1613";
/** Opacity of crosses in `parts.css`. */
const CROSS_OPACITY = 0.9;

/** @param {number} size @param {number} seed @returns {Promise<string[]>} the rows of a generated puzzle */
async function generated(size, seed) {
  const answer = await fetch(`${API}/puzzle/generate`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ size, seed }) });
  assert.equal(answer.status, 200, await answer.clone().text());
  return (await answer.json()).puzzles[0].puzzle.regions;
}

/** The pairs of letters that touch along a side. @param {string[]} rows */
function touching(rows) {
  /** @type {Set<string>} */
  const found = new Set();
  rows.forEach((row, r) => [...row].forEach((letter, c) => {
    for (const other of [row[c + 1], rows[r + 1]?.[c]]) if (other && other !== letter) found.add([letter, other].sort().join(""));
  }));
  return [...found];
}

describe("the palette", () => {
  plainTest("its table of distances is that of culori", () => {
    const table = REGION_COLOURS.slice(1).map((one, at) =>
      REGION_COLOURS.slice(0, at + 1).map((other) => String.fromCharCode(65 + Math.min(25, Math.floor(leastDistance(one, other))))).join(""));
    assert.deepEqual(REGION_DISTANCES, table);
  });

  plainTest("any two colours can be told apart in normal vision", () => {
    for (const [at, one] of REGION_COLOURS.entries()) {
      for (const other of REGION_COLOURS.slice(0, at)) assert.ok(distance(views(one)[0], views(other)[0]) > 8, `${one} ${other}`);
    }
  });

  plainTest("queens and crosses have a contrast of 4.5 on every colour", () => {
    const ink = parse(INK);
    for (const colour of REGION_COLOURS) {
      const ground = parse(colour);
      const mixed = (/** @type {"r" | "g" | "b"} */ part) => ink[part] * CROSS_OPACITY + ground[part] * (1 - CROSS_OPACITY);
      const cross = { mode: /** @type {const} */ ("rgb"), r: mixed("r"), g: mixed("g"), b: mixed("b") };
      assert.ok(wcagContrast(ink, ground) >= 5.5 && wcagContrast(cross, ground) >= 4.5, `${colour} ${wcagContrast(cross, ground)}`);
    }
  });

  plainTest("neighbours are 12 apart in every kind of vision, from 5 to 20 regions, and have different patterns", async () => {
    const least = new Array(VISIONS.length).fill(Infinity);
    for (let size = 5; size <= 20; size++) {
      for (const seed of [1, 2, 3]) {
        const rows = await generated(size, seed);
        const regions = [...rows.join("")];
        const [colours, kinds] = [tints(regions, size, size), patterns(regions, size)];
        assert.equal(new Set(colours.values()).size, size, "all colours differ");
        for (const [a, b] of touching(rows)) {
          const seen = views(colours.get(b));
          views(colours.get(a)).forEach((view, vision) => {
            const apart = distance(view, seen[vision]);
            least[vision] = Math.min(least[vision], apart);
            assert.ok(apart >= 12, `${a} and ${b} of ${rows}, ${VISIONS[vision]}: ${apart}`);
          });
          assert.notEqual(kinds.get(a), kinds.get(b));
        }
      }
    }
    console.log(VISIONS.map((name, at) => `${name}: ${least[at].toFixed(1)}`).join(", "));
  });

  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    test(`the page shows the colours of the pictures, ${colorScheme}`, async () => {
      await reopen({ colorScheme });
      for (const size of [5, 9, 14]) {
        const rows = await generated(size, 4);
        await go(`#puzzles?r=${rows.join(".")}`);
        await page.locator(`[role=gridcell].tinted[data-i="${size * size - 1}"]`).waitFor();
        const shown = await page.evaluate(() => [...document.querySelectorAll(".tinted")].map((cell) => getComputedStyle(cell).backgroundColor));
        const problem = `queens ${size}\nareas:\n${rows.map((row) => [...row].join(" ")).join("\n")}\n`;
        const answer = await fetch(`${API}/draw`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ problem, format: "svg", queens: [] }) });
        const drawn = [...(await answer.text()).matchAll(/<rect[^>]*fill="(#[0-9a-f]{6})"/g)].map(([, colour]) => parse(colour));
        assert.equal(drawn.length, size * size);
        shown.forEach((colour, at) => assert.ok(distance(parse(colour), drawn[at]) < 0.01, `square ${at} of ${size}: ${colour}`));
        // The next address is another puzzle, not a new state of this one.
        await page.goto("about:blank");
      }
      quiet();
    });
  }
});
