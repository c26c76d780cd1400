// Tests of the part Solutions: the gallery and the images of a solution.

import assert from "node:assert/strict";
import { describe } from "node:test";
import { go, page, quiet, reads, test } from "./harness.mjs";

describe("solutions", () => {
  test("fundamental solutions with their images", async () => {
    await go("#solutions?n=8");
    await reads(".side table", /all\s*12\s*92/);
    await page.locator(".tile").nth(11).waitFor();
    await page.locator(".tile").nth(1).click();
    await reads(".family", /8 images/);
    assert.equal(await page.locator(".family figure").count(), 8);
    await page.waitForURL(/o=2/);
    quiet();
  });

  test("the class of each solution agrees with the table", async () => {
    await go("#solutions?v=rooks&n=3");
    await reads(".side table", /all/);
    const rows = await page.locator(".side tbody tr").evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
    await reads(".family ~ .small", /^All/);
    const tiles = await page.locator(".tile .small").allTextContents();
    for (const [name, fundamental] of rows.slice(0, -1)) assert.equal(tiles.filter((tile) => tile.endsWith(` ${name}`)).length, Number(fundamental), name);
    quiet();
  });
});
