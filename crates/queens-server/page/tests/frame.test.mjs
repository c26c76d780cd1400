// Tests of the frame of the page, the page of 1999, and the page of the API.

import assert from "node:assert/strict";
import { describe } from "node:test";
import { go, onServer, page, press, quiet, reads, square, test } from "./harness.mjs";
import { filesOf } from "../shell/preload.js";

describe("the frame", () => {
  test("three entrances, each with its sections; an entrance returns to the section that was open last", async () => {
    await go("");
    const names = (/** @type {string} */ label) => page.getByRole("navigation", { name: label }).getByRole("link").allInnerTexts();
    const explore = page.getByRole("link", { name: /^Explore ?Where/ });
    await explore.waitFor();
    assert.deepEqual(await names("Entrances"), ["Play", "Watch", "Explore"]);
    assert.equal(await page.locator("#subnav:visible").count(), 0);
    await explore.click();
    await square("a1").waitFor();
    assert.deepEqual(await names("Explore"), ["Board", "Solutions", "Counts", "Engines"]);
    await page.getByRole("link", { name: "Counts", exact: true }).click();
    await page.locator(".counts").first().waitFor();
    await page.getByRole("link", { name: "Watch", exact: true }).click();
    await page.waitForURL(/#lesson/);
    assert.deepEqual(await names("Watch"), ["Lessons", "Steps", "Race", "Search", "Your code"]);
    await page.getByRole("link", { name: "Explore", exact: true }).click();
    await page.waitForURL(/#counts/);
    assert.equal(await page.locator("[aria-current=page]").innerText(), "Counts");
    quiet();
  });

  test("first paint is small and uses this server only", async () => {
    /** @type {import("playwright-core").Request[]} */
    const requests = [];
    // The engines of the site and the boards of the day arrive behind the first paint.
    const later = filesOf("").map((path) => path.replace(/-\d\d\.js$/, ""));
    page.on("response", (response) => {
      const isLater = response.url().endsWith(".wasm") || later.some((path) => response.url().includes(`/${path}`));
      if (!isLater) requests.push(response.request());
    });
    await go("");
    await reads(".home-go", /Play/);
    const sizes = await Promise.all(requests.map((request) => request.sizes()));
    const bytes = sizes.reduce((sum, size) => sum + size.responseBodySize, 0);
    assert.ok(sizes.length > 5);
    console.log(`first paint: ${bytes} bytes, compressed`);
    assert.ok(bytes > 10_000 && bytes < 50_000, `${bytes} bytes`);
    quiet();
  });

  test("every view has the code that embeds it", async () => {
    for (const [hash, open] of /** @type {[string, RegExp][]} */ ([["#steps?m=flags&n=5&at=3", /3 of/], ["#own?n=2", /Check n = 1 to 2/]])) {
      await go(hash);
      await reads("main", open);
      if (hash.startsWith("#own")) await page.getByLabel("Your code", { exact: true }).fill("// \"mine\" & <more>");
      await press("Embed");
      await page.getByRole("dialog", { name: "Embed this view" }).waitFor();
      const code = await page.getByLabel("Code of the frame").inputValue();
      await page.getByRole("dialog").getByRole("button", { name: "Copy" }).click();
      await reads("dialog [role=status]", /Copied/);
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), code);
      const address = await page.evaluate((html) => new DOMParser().parseFromString(html, "text/html").querySelector("iframe")?.src, code);
      await page.evaluate(() => localStorage.clear());
      await page.goto("about:blank");
      await page.goto(String(address));
      await reads("main", open);
      assert.equal(await page.locator("header.top").isVisible(), false);
    }
    await reads(".own [role=status]", /The code of the link is loaded/);
    assert.equal(await page.getByLabel("Your code", { exact: true }).inputValue(), "// \"mine\" & <more>");
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
