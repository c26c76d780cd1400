// Tests of the part Race: real time, lockstep, growth.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe } from "node:test";
import { API, assertPresented, go, page, press, quiet, reads, test } from "./harness.mjs";

describe("race", () => {
  test("engines run, and the reason why the first is faster is shown", async () => {
    await go("#race?m=brute-force,bitmask&n=6&go=1");
    await reads(".why", /bitmask is .* as fast as brute-force because it has fewer nodes/);
    assert.equal(await page.locator(".bars tbody tr").count(), 2);
    await reads(".bars tbody tr", /46,656 boards/);
    quiet();
  });

  test("bars grow while an engine runs", async () => {
    await go("#race?m=rules&n=8&go=1");
    const nodes = page.locator(".bars tbody td").nth(1);
    await page.waitForFunction(() => /^\.\.\./.test(document.querySelector(".bars tbody td")?.textContent ?? ""));
    await reads(".bars tbody tr", /^rules92/);
    assert.match(await nodes.textContent(), /2,057/);
    assert.match(await page.locator(".race-bars li").innerText(), /^rules\s+[\d.]+ [mµ]?s\s+2,057/);
    quiet();
  });

  test("in lockstep each engine places one queen at a time, by keyboard too", async () => {
    await go("#race?m=flags,exact-cover&n=6&l=1&go=1");
    await page.getByRole("region", { name: "exact-cover" }).waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.keyboard.press("Home");
    for (let node = 0; node < 4; node++) await page.keyboard.press("ArrowRight");
    for (const engine of ["flags", "exact-cover"]) assert.match(await page.getByRole("region", { name: engine, exact: true }).textContent(), /nodes4checks\d+time/);
    await page.keyboard.press("End");
    await reads(".why", /exact-cover finishes after \d+ nodes; flags needs 1\.\d times as many/);
    // The engine that runs alone makes as many checks; the time is shown once it is measured.
    const compared = await (await fetch(`${API}/compare`, { method: "POST", headers: { "content-type": "application/json" },
      body: JSON.stringify({ problem: "queens 6", engines: ["flags", "exact-cover"] }) })).json();
    for (const { engine, checks } of compared.engines) await reads(`section[aria-label=${engine}]`, new RegExp(`checks${checks.toLocaleString("en")}time[\\d.]+ [mµn]?s`));
    // A000170: four solutions for six queens.
    for (const engine of ["flags", "exact-cover"]) await reads(`section[aria-label=${engine}]`, /solutions4/);
    quiet();
  });

  test("on a phone the bars follow the sentence without an empty strip, in both modes", { context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } }, async () => {
    const strip = () => page.evaluate(() => {
      const why = [...document.querySelectorAll(".why")].find((one) => one.checkVisibility());
      const text = why.lastElementChild.getBoundingClientRect().bottom;
      const next = why.nextElementSibling.getBoundingClientRect().top;
      return next - text;
    });
    await go("#race?m=flags,bitmask,exact-cover&n=8&go=1");
    await page.waitForFunction(() => document.querySelectorAll(".why p").length === 2);
    assert.ok(await strip() < 48, `${await strip()} pixels`);
    await go("#race?m=flags,bitmask,exact-cover&n=6&l=1&go=1");
    await reads(".why", /^Each engine places one queen/);
    assert.ok(await strip() < 48, `${await strip()} pixels`);
    await page.keyboard.press("End");
    await reads(".why", /exact-cover finishes/);
    assert.ok(await strip() < 48, `${await strip()} pixels`);
  });

  test("presentation: a key of the remote starts the race, then steps", { context: { viewport: { width: 1280, height: 720 }, reducedMotion: "reduce" } }, async () => {
    await go("#race?m=flags,bitmask,exact-cover&n=8");
    await page.getByRole("button", { name: "Present", exact: true }).click();
    await reads(".race-title", /^queens 8: flags, bitmask, exact-cover$/);
    await page.keyboard.press("PageDown");
    await reads(".why", /bitmask is .* as fast as exact-cover/);
    await page.getByRole("button", { name: "Stop" }).waitFor({ state: "hidden" });
    await assertPresented([".race-title", ".race-bars li:last-child", ".start"], "real time");
    await go("#race?m=flags,bitmask,exact-cover&n=8&l=1&present=1");
    await reads(".race-title", /queens 8/);
    await page.keyboard.press("PageDown");
    await page.getByRole("button", { name: "Pause" }).click();
    await page.keyboard.press("Home");
    for (let node = 0; node < 3; node++) await page.keyboard.press("PageDown");
    await page.keyboard.press("PageUp");
    await reads("section[aria-label=flags]", /nodes2checks/);
    await assertPresented([".race-title", ".lane .board", ".lane:last-child .barred:nth-last-child(2)", ".start", ".transport"], "lockstep");
    await page.keyboard.press("End");
    await reads(".why", /exact-cover finishes/);
    await assertPresented([".lane:last-child .barred:nth-last-child(2)"], "the end of lockstep");
    quiet();
  });

  test("the practical limit of an engine is shown on a narrow screen, too", async () => {
    await page.setViewportSize({ width: 375, height: 800 });
    await go("#race");
    const limits = page.locator(".engines .picked .small", { hasText: /^to n = \d+$/ });
    await limits.nth(2).waitFor();
    assert.equal(await limits.count(), 3);
    for (const one of await page.locator(".engines .small").all()) assert.ok(await one.isVisible());
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 375);
  });

  test("engines are found by name, idea or author, added and removed", async () => {
    await go("#race?m=flags,bitmask&n=6");
    const names = () => page.locator(".picked .picked-name").allInnerTexts();
    const field = page.getByRole("searchbox", { name: "Add an engine" });
    await field.fill("board-scan");
    assert.deepEqual(await page.locator(".matches .picked-name").allInnerTexts(), ["board-scan", "board-scan-iterative"]);
    await field.press("Enter");
    await page.waitForURL(/m=[^&]*board-scan/);
    assert.deepEqual(new Set(await names()), new Set(["flags", "bitmask", "board-scan"]));
    assert.equal(await field.inputValue(), "");
    await field.fill("banerjee");
    await page.getByRole("button", { name: "Add board-scan-iterative" }).waitFor();
    await press("Remove flags");
    await page.waitForURL(/m=(?!.*flags)/);
    assert.deepEqual(new Set(await names()), new Set(["bitmask", "board-scan"]));
    quiet();
  });

  test("growth is plotted and saved", async () => {
    await go("#race?m=flags,bitmask");
    await press("Measure growth");
    await page.locator(".plot polyline").nth(1).waitFor();
    const [plot] = await Promise.all([page.waitForEvent("download"), press("Save the plot (SVG)")]);
    const saved = readFileSync(await plot.path(), "utf8");
    assert.match(saved, /^<svg xmlns[^]*polyline[^]*stroke="(rgb|color|oklch|#)/);
    // A panel for each engine, with the curves of both.
    assert.deepEqual([saved.match(/<svg/g)?.length, saved.match(/<polyline/g)?.length], [3, 4]);
    assert.match(await page.locator(".growth-words").innerText(), /^(On|At) .*bitmask is ahead\.$/);
    await page.getByLabel("Nodes").check({ force: true });
    // 35,539 nodes of flags and 12,581 of bitmask at n = 10, which the table of data has.
    await reads(".growth-words", /^On every board bitmask has the fewest nodes\.$/);
    const [figures] = await Promise.all([page.waitForEvent("download"), press("Save the data (CSV)")]);
    assert.match(readFileSync(await figures.path(), "utf8"), /^engine,n,solutions,nodes,checks,seconds\nflags,4,2,17,60,/);
  });
});
