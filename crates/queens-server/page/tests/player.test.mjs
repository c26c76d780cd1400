// Tests of the page of one file that plays puzzles without a network.

import assert from "node:assert/strict";
import { describe } from "node:test";
import { API, URL, assertAccessible, page, post, quiet, test } from "./harness.mjs";

const ADDRESS = `${URL}/player-under-test`;
const TEXTS = { title: "Two <b> & more", author: "Ann", rules: "Have fun.\nAlways." };

/** Opens the page with two new puzzles, and returns these with their solutions. */
async function openPlayer() {
  const made = await Promise.all([4, 5].map((seed) => post("puzzle/generate", { size: 6, seed })));
  const puzzles = made.flatMap(({ puzzles: [one] }) => [one]);
  const documents = puzzles.map((/** @type {any} */ { puzzle }) => ({ ...puzzle, ...TEXTS }));
  const response = await fetch(`${API}/puzzle/write`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ puzzle: documents, format: "player" }) });
  const body = await response.text();
  assert.equal(response.status, 200, body);
  // The address has an origin, so that the browser keeps the marks.
  await page.route(ADDRESS, (route) => route.fulfill({ body, contentType: "text/html; charset=utf-8" }));
  await page.goto(ADDRESS);
  return puzzles;
}

const cell = (/** @type {number[]} */ [row, column]) => page.locator("[role=gridcell]").nth(6 * row + column);

describe("the page that plays puzzles", () => {
  test("a puzzle is solved by keys on the square that has the focus, and stays solved", async () => {
    const [first] = await openPlayer();
    assert.equal(await page.getByRole("heading", { level: 1 }).innerText(), TEXTS.title);
    await page.getByText("by Ann").waitFor();
    await page.getByText("Place one queen in each row, column and region.").waitFor();
    // As a screen reader does it: without an arrow key before.
    for (const square of first.solution) {
      await cell(square).focus();
      await page.keyboard.press("q");
      assert.match(await cell(square).getAttribute("aria-label") ?? "", /queen/);
    }
    await page.getByText(/^Solved in \d+:\d\d\.$/).waitFor();
    // It opens with the first puzzle that is not solved.
    await page.reload();
    await page.getByText("0 of 6 queens").waitFor();
    await page.getByRole("button", { name: /Puzzle 1.*solved/ }).click();
    await page.getByText(/^Solved in/).waitFor();
    quiet();
  });

  test("clashes are told, a click is undone, and arrow keys move", async () => {
    await openPlayer();
    await cell([0, 0]).click({ button: "right" });
    await cell([0, 1]).click({ button: "right" });
    await page.getByText("Some queens break a rule.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    assert.equal(await page.getByText("Some queens break a rule.").count(), 0);
    await cell([2, 2]).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("x");
    assert.match(await cell([2, 3]).getAttribute("aria-label") ?? "", /cross/);
    quiet();
  });

  for (const [colorScheme, width] of /** @type {const} */ ([["light", 1366], ["dark", 390]])) {
    test(`it is accessible and fits, ${colorScheme} at ${width}`, { context: { colorScheme, viewport: { width, height: 800 } } }, async () => {
      await openPlayer();
      await cell([0, 0]).click({ button: "right" });
      await cell([0, 1]).click({ button: "right" });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
      await assertAccessible();
    });
  }
});
