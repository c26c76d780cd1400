// Tests of the part Counts: jobs, estimates, campaigns.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describe } from "node:test";
import { API, URL, go, onServer, page, press, quiet, reads, test } from "./harness.mjs";

const { QUEENS_CAMPAIGN: CAMPAIGN, QUEENS_COMMAND: COMMAND } = process.env;

describe("counts", () => {
  test("a count runs here, and its row is marked", async () => {
    await go("#counts?n=10");
    await press("Count");
    await reads(".verdict", /724 solutions, counted here/);
    await reads('tr[data-n="10"]', /yes, in/);
    await page.reload();
    await reads('tr[data-n="10"]', /yes, in/);
  });

  test("the time is estimated before a count", async () => {
    await go("#counts?n=8");
    await reads(".likely", /less than a second/);
    await go("#counts?n=25");
    await reads(".likely", /about .* here on .* \(from .* to .*; estimated from a (short sample|smaller board)\)/);
    assert.equal(await page.locator(".verdict").count(), 0);
  });

  test("a campaign is shown while it is running", { skip: !(CAMPAIGN && COMMAND) && "QUEENS_CAMPAIGN and QUEENS_COMMAND are not set" }, async () => {
    const map = page.locator(".campaigns svg[role=img]");
    const says = (/** @type {RegExp} */ words) => page.waitForFunction(
      (source) => new RegExp(source).test(document.querySelector(".campaigns svg[role=img]")?.getAttribute("aria-label") ?? ""), words.source);
    await go("#counts");
    await says(/^12 bundles: \d+ done, \d+ missing$/);
    const before = Number(/(\d+) done/.exec(await map.getAttribute("aria-label"))?.[1]);
    assert.match(await map.locator("title").nth(4).textContent(), /^Bundle 4: (\d+) of \1 work units$/);
    for (const bundle of ["5", "6"]) execFileSync(COMMAND, ["campaign", "work", CAMPAIGN, "--bundle", bundle, "--threads", "1", "--quiet"]);
    await says(new RegExp(`^12 bundles: ${Math.max(before, 3)} done`));
    await reads(".campaigns .facts", /work units: \d+\.\d % of the work/);
    await reads(".campaigns tbody", /avx|baseline/);
    quiet();
  });

  test("the table fits a narrow screen", async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await go("#counts");
    await reads(".counts", /234,907,967,154,122,528/);
    const over = await page.locator(".counts").evaluate((table) => table.scrollWidth - table.parentElement.clientWidth);
    assert.ok(over <= 0, `${over} pixels are cut`);
  });

  test("a count is cancelled", async () => {
    await go("#counts?n=23");
    await press("Count");
    await page.getByRole("button", { name: "Cancel" }).click();
    await reads(".verdict", /cancelled/);
  });

  test("a count is found again after the page is reloaded", onServer, async () => {
    await go("#counts?n=23");
    await press("Count");
    await reads(".verdict", /Counting n = 23: 0 %/);
    await page.reload();
    await reads(".verdict", /Counting n = 23: 0 %/);
    await page.getByRole("button", { name: "Cancel" }).click();
    await reads(".verdict", /cancelled/);
    await page.reload();
    await page.getByRole("button", { name: "Count", exact: true, disabled: false }).waitFor();
    assert.equal(await page.evaluate(() => localStorage.getItem("queens.counting")), "[]");
    quiet();
  });

  test("counts of two windows are found again in both", onServer, async () => {
    const other = await page.context().newPage();
    try {
      await go("#counts?n=23");
      await other.goto(`${URL}/#counts?n=24`);
      await press("Count");
      for (const window of [page, other]) await window.getByText("Counting n = 23").waitFor();
      await other.getByRole("button", { name: "Count", exact: true }).click();
      for (const window of [page, other]) {
        await window.getByText("Counting n = 24").waitFor();
        await window.reload();
        for (const n of [23, 24]) await window.getByText(`Counting n = ${n}`).waitFor();
      }
      for (const n of [23, 24]) {
        await press(`Cancel n = ${n}`);
        for (const window of [page, other]) await window.locator(".verdict", { hasText: `n = ${n}: cancelled` }).waitFor();
      }
      quiet();
    } finally {
      // After a failure no count must keep running: it would slow down the following tests and use up the limit of jobs.
      const left = await page.evaluate(() => JSON.parse(localStorage.getItem("queens.counting") ?? "[]"));
      for (const { id } of left) await fetch(`${API}/jobs/${id}`, { method: "DELETE" });
    }
  });
});
