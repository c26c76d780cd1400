// Tests of the colours of regions: neighbours are far apart in every kind of vision, and marks are legible on all of them.

import assert from "node:assert/strict";
import { describe, test as plainTest } from "node:test";
import { parse, wcagContrast } from "culori";
import { readFileSync } from "node:fs";
import { CALM_ORDER, COLOUR_NAMES, DARK_COLOURS, LIGHT_COLOURS, NAMED_DISTANCES, REGION_COLOURS, REGION_DISTANCES } from "../shared/palette.js";
import { colourName, patterns, tints } from "../shared/tints.js";
import { distanceWords } from "./palette.mjs";
import { API, go, page, quiet, test } from "./harness.mjs";
import { VISIONS, distance, leastDistance, views } from "./vision.mjs";

/** The colour of queens and crosses, on light and on dark pages, in `tokens.css`. */
const INK = "#1b1613";
const DARK_INK = "#140f0c";
/** The least distance of two named colours in normal vision. */
const NAMED_DISTANCE = 14.5;
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

/** A colour of `tints` on a light page, or on a dark one. @param {string} colour @param {string[]} named */
const shownAs = (colour, named) => (colourName(colour) ? named[COLOUR_NAMES.indexOf(colourName(colour))] : colour);

describe("the palette", () => {
  plainTest("any two named colours are far apart, in both themes, and queens are legible on them", () => {
    for (const [colours, ink, contrast] of /** @type {const} */ ([[LIGHT_COLOURS, INK, 5.5], [DARK_COLOURS, DARK_INK, 4.5]])) {
      assert.equal(colours.length, COLOUR_NAMES.length);
      const pairs = colours.flatMap((one, at) => colours.slice(0, at).map((other) => distance(parse(one), parse(other))));
      assert.ok(Math.min(...pairs) >= NAMED_DISTANCE, `${Math.min(...pairs)}`);
      for (const colour of colours) assert.ok(wcagContrast(ink, colour) >= contrast, `${colour} ${wcagContrast(ink, colour)}`);
      console.log(`least distance ${Math.min(...pairs).toFixed(1)}, least contrast ${Math.min(...colours.map((colour) => wcagContrast(ink, colour))).toFixed(1)}`);
    }
    assert.deepEqual(NAMED_DISTANCES.join(" "), distanceWords(LIGHT_COLOURS, DARK_COLOURS));
    assert.deepEqual([...CALM_ORDER].sort((a, b) => a - b), [...COLOUR_NAMES.keys()]);
  });

  plainTest("the tokens have these colours, and no other style sheet names a colour", () => {
    const sheet = (/** @type {string} */ name) => readFileSync(new URL(`../styles/${name}.css`, import.meta.url), "utf8");
    const tokens = sheet("tokens");
    COLOUR_NAMES.forEach((name, at) => assert.ok(tokens.includes(`--${name}: light-dark(${LIGHT_COLOURS[at]}, ${DARK_COLOURS[at]});`), name));
    for (const name of ["style", "parts", "play", "watch", "teaching", "openapi"]) {
      // Patterns are pictures, which cannot use tokens.
      const named = sheet(name).replace(/url\("data:[^"]*"\)/g, "").match(/#[0-9a-f]{3,8}\b|\brgba?\(|\bhsl/gi) ?? [];
      assert.deepEqual(named, [], name);
    }
  });

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
          for (const named of [LIGHT_COLOURS, DARK_COLOURS]) {
            const seen = views(shownAs(colours.get(b), named));
            views(shownAs(colours.get(a), named)).forEach((view, vision) => {
              const apart = distance(view, seen[vision]);
              least[vision] = Math.min(least[vision], apart);
              assert.ok(apart >= 12, `${a} and ${b} of ${rows}, ${VISIONS[vision]}: ${apart}`);
            });
          }
          assert.notEqual(kinds.get(a), kinds.get(b));
        }
      }
    }
    console.log(VISIONS.map((name, at) => `${name}: ${least[at].toFixed(1)}`).join(", "));
  });

  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    test(`the page shows the colours of the pictures, ${colorScheme}`, { context: { colorScheme } }, async () => {
      for (const size of [5, 9, 14]) {
        const rows = await generated(size, 4);
        await go(`#puzzles?r=${rows.join(".")}`);
        await page.locator(`[role=gridcell].tinted[data-i="${size * size - 1}"]`).waitFor();
        const fills = Object.fromEntries(await page.evaluate(() =>
          [...document.querySelectorAll(".ground .region")].map((region) => [region.getAttribute("data-region"), getComputedStyle(region).fill])));
        const shown = [...rows.join("")].map((letter) => fills[letter.charCodeAt(0)]);
        const problem = `queens ${size}\nareas:\n${rows.map((row) => [...row].join(" ")).join("\n")}\n`;
        const answer = await fetch(`${API}/draw`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ problem, format: "svg", queens: [] }) });
        const drawn = [...(await answer.text()).matchAll(/<rect[^>]*fill="(#[0-9a-f]{6})"/g)].map(([, colour]) => parse(colour));
        assert.equal(drawn.length, size * size);
        shown.forEach((colour, at) => {
          const light = LIGHT_COLOURS.findIndex((one) => distance(parse(one), drawn[at]) < 0.01);
          // A named colour is another one on a dark page.
          const expected = colorScheme === "dark" && light >= 0 ? parse(DARK_COLOURS[light]) : drawn[at];
          assert.ok(distance(parse(colour), expected) < 0.01, `square ${at} of ${size}: ${colour}`);
        });
        // The next address is another puzzle, not a new state of this one.
        await page.goto("about:blank");
      }
      quiet();
    });
  }
});
