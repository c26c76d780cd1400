// Tests of the part Search: the general problem solver.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe } from "node:test";
import { assertPresented, go, page, press, quiet, reads, test } from "./harness.mjs";
import { ROADS } from "../watch/search/map.js";

describe("search", () => {
  /** @param {string} name */
  const list = (name) => page.getByRole("region", { name }).locator("li");

  test("the first node of the open list is expanded next", async () => {
    for (const strategy of ["dfs", "bfs", "ucs", "greedy", "astar"]) {
      await go(`#search?p=jugs&s=${strategy}`);
      await reads(".told", /The start is the only node/);
      let expansions = 0;
      for (let step = 1; step < 40 && expansions < 5; step++) {
        // The open list is empty while the successors of its only node are generated.
        const next = await list("Open list").count() > 0 ? await list("Open list").first().locator("svg").getAttribute("aria-label") : "";
        await page.keyboard.press("ArrowRight");
        const told = await page.locator(".told").textContent();
        if (/A goal/.test(told)) break;
        if (!/is taken from the open list|First in the open list/.test(told)) continue;
        assert.equal(await list("Closed list").first().locator("svg").getAttribute("aria-label"), next, `${strategy}, step ${step}`);
        expansions += 1;
      }
      assert.ok(expansions > 1, strategy);
    }
    quiet();
  });

  test("the path is the solution", async () => {
    // Amarel (1968): 11 crossings; with jugs of 4 and 5 litres, 2 are measured in 6 steps.
    for (const [hash, steps] of /** @type {const} */ ([["#search?p=missionaries&s=bfs", 11], ["#search?p=jugs", 6], ["#search?p=frogs", 8]])) {
      await go(hash);
      await reads(".told", /The start/);
      await press("End");
      await reads(".told", new RegExp(`A goal, after ${steps} steps`));
      assert.equal(await list("Path").count(), steps + 1);
    }
    await go("#search?p=route");
    await reads(".told", /The start/);
    await press("End");
    await reads(".told", /at a cost of 418/);
    await go("#search?p=queens&s=dfs&x=4");
    await reads(".told", /The start/);
    await press("End");
    await reads(".told", /A goal, after 4 steps/);
    quiet();
  });

  test("the map of Romania shows the roads of the library, the lists and the path", async () => {
    const source = readFileSync(new URL("../../../statespace/src/problems/route.rs", import.meta.url), "utf8");
    const roads = [...source.matchAll(/\("([\w ]+)", "([\w ]+)", (\d+)\)/g)].map(([, from, to, length]) => [from, to, Number(length)]);
    assert.deepEqual(ROADS, roads);
    await go("#search?p=route");
    await reads(".told", /The start/);
    const map = page.locator(".standing svg.map");
    assert.match(await map.getAttribute("aria-label"), /^Map of Romania, from Arad to Bucharest\. Path: Arad\. Open: Arad\. Closed: none\.$/);
    assert.equal(await map.locator("path.road").count(), 23);
    assert.equal(await map.locator("circle").count(), 20);
    await press("End");
    await reads(".told", /at a cost of 418/);
    // Russell and Norvig (third edition, 2010), figure 3.24: Fagaras is worth 239 + 176 and Pitesti 317 + 100.
    const label = await map.getAttribute("aria-label");
    assert.match(label, /Route: Arad, Sibiu, Rimnicu Vilcea, Pitesti, Bucharest\./);
    assert.match(label, /Closed: Arad, Sibiu, Rimnicu Vilcea, Fagaras, Pitesti\.$/);
    assert.match(await page.locator(".number-line").textContent() ?? "", /^5 expanded/);
    // Every state is in one list only, with each strategy and after each step.
    for (const strategy of ["dfs", "bfs", "ucs", "greedy", "astar"]) {
      await go(`#search?p=route&s=${strategy}`);
      await reads(".told", /The start/);
      for (let step = 1; ; step++) {
        await page.keyboard.press("ArrowRight");
        const [, open, closed] = /Open: (.*)\. Closed: (.*)\.$/.exec(await map.getAttribute("aria-label") ?? "") ?? [];
        const both = [...open.split(", "), ...closed.split(", ")].filter((city) => city !== "none");
        assert.equal(new Set(both).size, both.length, `${strategy}, step ${step}: ${both}`);
        const drawn = await Promise.all(["Open list", "Closed list"].map((name) => list(name).count()));
        assert.equal(drawn[0] + drawn[1], both.length, `${strategy}, step ${step}`);
        if (/A goal/.test(await page.locator(".told").textContent() ?? "")) break;
      }
      const [expanded] = /^\d+/.exec(await page.locator(".number-line").textContent() ?? "") ?? [];
      assert.equal(Number(expanded), await list("Closed list").count(), strategy);
    }
    await go("#search?p=route");
    await reads(".told", /The start/);
    await press("End");
    assert.equal(await map.locator("path.taken").count(), 4);
    await go("#search?p=jugs");
    await reads(".told", /The start/);
    assert.equal(await page.locator(".map-key").isVisible(), false);
    quiet();
  });

  test("by keyboard alone, and the view is in the address", async () => {
    await go("#search?p=eight-puzzle&s=greedy");
    await reads(".told", /The start/);
    for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowRight");
    await page.waitForURL(/at=3/);
    const told = await page.locator(".told").textContent();
    await page.keyboard.press("End");
    await page.keyboard.press("Home");
    for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowRight");
    assert.equal(await page.locator(".told").textContent(), told);
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Play" }).waitFor();
    quiet();
  });

  test("presentation: large text, the lists beside the picture, the solution at the end", { context: { viewport: { width: 1280, height: 720 }, reducedMotion: "reduce" } }, async () => {
    for (const problem of ["route", "jugs", "eight-puzzle", "missionaries", "frogs", "queens"]) {
      await go(`#search?p=${problem}&at=8`);
      await reads(".player", /8 of/);
      await page.keyboard.press("p");
      await page.locator(".searching[data-presenting]").waitFor();
      for (const [width, height] of [[1280, 720], [1920, 1080]]) {
        await page.setViewportSize({ width, height });
        await assertPresented([".standing > *", ".told", "[aria-label='Open list'] li", ".number-line", ".transport"], `${problem} at ${width}x${height}`);
      }
      await page.setViewportSize({ width: 1280, height: 720 });
      await page.keyboard.press("PageDown");
      await reads(".player", /9 of/);
      await page.keyboard.press("End");
      await reads(".told", /A goal/);
      await assertPresented([problem === "route" ? ".map" : ".path-list li:last-child", ".told"], `the solution of ${problem}`);
      await page.keyboard.press("Escape");
      await page.waitForURL((url) => !/present/.test(url.href));
      assert.equal(await page.locator("header.top").isVisible(), true);
    }
    quiet();
  });

  test("an invalid problem is reported", async () => {
    await go("#search?p=eight-puzzle&x=213456780");
    await reads("[role=alert]", /cannot be reached from 213456780/);
    await page.getByLabel("Tiles, row by row").fill("123456708");
    await page.getByLabel("Tiles, row by row").press("Enter");
    await reads(".told", /The start/);
  });
});
