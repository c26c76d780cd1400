// Tests of the frame of the page, the page of 1999, and the page of the API.

import assert from "node:assert/strict";
import { describe } from "node:test";
import { go, onServer, page, press, quiet, reads, square, test } from "./harness.mjs";

describe("the frame", () => {
  test("a closed tour stays closed", async () => {
    await go("");
    await press("Close the tour");
    await page.reload();
    await square("a1").waitFor();
    assert.equal(await page.locator(".tour:visible").count(), 0);
  });

  test("first paint is small and uses this server only", async () => {
    /** @type {Promise<number>[]} */
    const sizes = [];
    // The engines of the site arrive behind the first paint.
    page.on("response", (response) => {
      if (!response.url().endsWith(".wasm")) sizes.push(response.request().sizes().then((size) => size.responseBodySize));
    });
    await go("");
    await reads(".verdict", /way/);
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size);
    assert.ok(sizes.length > 10);
    console.log(`first paint: ${bytes} bytes, compressed`);
    assert.ok(bytes > 10_000 && bytes < 50_000, `${bytes} bytes`);
    quiet();
  });

  test("a switch for dark and light", async () => {
    await go("");
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await paper();
    await press("Dark colours");
    assert.notEqual(await paper(), light);
    await page.reload();
    await page.getByRole("button", { name: "Light colours" }).waitFor();
    assert.notEqual(await paper(), light);
  });
});

describe("the page of 1999", () => {
  test("its table fits a narrow screen, up to the largest board", onServer, async () => {
    await page.setViewportSize({ width: 375, height: 800 });
    for (const size of [10, 11]) {
      await go(`queens?boardsize=${size}`);
      await page.locator(".count").waitFor();
      const { over, cells } = await page.evaluate(() => ({
        over: document.documentElement.scrollWidth - innerWidth,
        cells: [...document.querySelectorAll("tr:nth-child(-n+50) td")].filter((cell) => cell.scrollWidth > cell.clientWidth).length,
      }));
      assert.deepEqual([over, cells], [0, 0], `${size} queens`);
    }
    // The layout for 14 queens, without their 365,596 rows.
    await page.evaluate(() => {
      document.querySelector("table").setAttribute("style", "width: 47em; min-width: 25em");
      document.querySelector("tbody").innerHTML = `<tr>${"<td>14</td>".repeat(14)}</tr>`;
    });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await go("1999");
    assert.match(await page.locator("main").innerText(), /365,596 for 14 \(57 MB\)/);
  });
});

describe("the API", () => {
  test("the description can be read and tried out", onServer, async () => {
    await go("api");
    await page.getByText("POST /api/v1/count", { exact: true }).click();
    const count = page.locator("#post-count");
    assert.match(await count.innerText(), /fundamental/);
    await count.getByRole("button", { name: "Send" }).click();
    await reads("#post-count .shown", /"schema": "queens\/count\/\d"/);
    quiet();
  });
});
