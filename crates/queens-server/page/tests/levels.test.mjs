// Tests of the levels of region puzzles.

import assert from "node:assert/strict";
import { describe } from "node:test";
import { API, focused, go, page, press, quiet, reads, square, test } from "./harness.mjs";
import { ALMOST, PUZZLE } from "./views.mjs";

describe("levels", () => {
  test("a level is the puzzle of its number as seed; a solved one is ticked, and the next one follows", async () => {
    await go("#puzzles?n=6&l=gentle-2");
    await page.waitForURL(/l=gentle-2.*r=[A-F.]+/);
    const asked = await fetch(`${API}/puzzle/generate`, {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ size: 6, rating: "gentle", seed: 2 }),
    });
    const { puzzles: [{ puzzle }] } = await asked.json();
    assert.equal(new URLSearchParams(new URL(page.url()).hash.split("?")[1]).get("r"), puzzle.regions.join("."));
    const solved = await fetch(`${API}/puzzle/solve`, {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ puzzle: puzzle.regions.join("\n") }),
    });
    const { puzzle: { queens } } = await solved.json();
    for (const [row, column] of queens) await square(`${"abcdef"[column]}${row + 1}`).click({ button: "right" });
    await page.getByRole("dialog").waitFor();
    await reads(".solved-levels", /Level 2 is solved\. You have solved 1 level of this kind\./);
    await press("Next puzzle");
    await page.waitForURL(/l=gentle-3\b/);
    assert.match(await focused(), /region/);
    assert.deepEqual(await Promise.all(["Try", "Pause"].map((name) => page.getByRole("button", { name }).isEnabled())), [true, true]);
    await page.getByRole("button", { name: "Previous", exact: true }).click();
    await page.waitForURL(/l=gentle-2\b/);
    await reads(".solved-levels", /Level 2 is solved/);
    await page.goBack();
    await page.waitForURL(/l=gentle-3\b/);
    assert.equal(await page.getByRole("spinbutton", { name: "Level" }).inputValue(), "3");
    assert.equal(await page.getByRole("button", { name: "Previous" }).isDisabled(), false);
    // A new visit begins with the first level of the kind that is not solved.
    await page.goto("about:blank");
    await go("#puzzles");
    await page.waitForURL(/l=gentle-1\b/);
    await page.getByLabel("Difficulty").first().selectOption("medium");
    await page.waitForURL(/l=medium-1\b/);
    await press("Random");
    await page.waitForURL(/l=medium-\d{2,}/);
    quiet();
  });

  test("a puzzle that is no level is not ticked", async () => {
    await go(`#puzzles?r=${PUZZLE}&m=${ALMOST}`);
    await square("d7").click({ button: "right" });
    await page.getByRole("dialog").waitFor();
    await reads(".solved-levels", /^This puzzle is none of the levels/);
    await press("Close");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  });
});
