// Tests of the part Race: real time, lockstep, growth.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe } from "node:test";
import { API, assertPresented, go, page, press, quiet, reads, reopen, test } from "./harness.mjs";

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
    const nodes = page.locator(".bars tbody td .barred").first();
    await page.waitForFunction(() => /^\.\.\./.test(document.querySelector(".bars tbody td")?.textContent ?? ""));
    await reads(".bars tbody tr", /^rules92/);
    assert.match(await nodes.textContent(), /2,057/);
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

  test("presentation: a key of the remote starts the race, then steps", async () => {
    await reopen({ viewport: { width: 1280, height: 720 }, reducedMotion: "reduce" });
    await go("#race?m=flags,bitmask,exact-cover&n=8");
    await page.getByRole("button", { name: "Present", exact: true }).click();
    await reads(".race-title", /^queens 8: flags, bitmask, exact-cover$/);
    await page.keyboard.press("PageDown");
    await reads(".why", /bitmask is .* as fast as exact-cover/);
    await page.getByRole("button", { name: "Stop" }).waitFor({ state: "hidden" });
    await assertPresented([".race-title", ".bars tbody tr:last-child", ".start"], "real time");
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
    const far = page.locator(".engines .small", { hasText: "to n = 12" });
    await far.first().waitFor();
    for (const one of await page.locator(".engines .small").all()) assert.ok(await one.isVisible());
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 375);
  });

  test("growth is plotted and saved", async () => {
    await go("#race?m=flags,bitmask");
    await press("Measure growth");
    await page.locator(".plot polyline").nth(1).waitFor();
    const [plot] = await Promise.all([page.waitForEvent("download"), press("Save the plot (SVG)")]);
    assert.match(readFileSync(await plot.path(), "utf8"), /^<svg[^]*polyline[^]*stroke="(rgb|color|oklch|#)/);
    const [figures] = await Promise.all([page.waitForEvent("download"), press("Save the data (CSV)")]);
    assert.match(readFileSync(await figures.path(), "utf8"), /^engine,n,solutions,nodes,checks,seconds\nflags,4,2,17,60,/);
  });
});
