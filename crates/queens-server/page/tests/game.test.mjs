// Tests of the part N queens: levels, the free board, and the game backwards.

import assert from "node:assert/strict";
import { describe } from "node:test";
import { focused, go, middle, page, press, quiet, reads, square, swipe, test } from "./harness.mjs";

/** A level of six: 6 x 6 has four solutions (A000170), and only d2 f3 a4 c5 e6 goes with the queen on b1. */
const LEVEL = "#game?n=6&d=easy&l=1&m=.g";
const SOLUTION = ["d2", "f3", "a4", "c5", "e6"];

/** Squares whose label matches. @param {RegExp} label */
const squaresWith = (label) => page.getByRole("gridcell", { name: label });

/** Taps twice: a cross, then a queen. @param {string} name */
async function setQueen(name) {
  await square(name).click();
  await square(name).click();
}

/** The rows and columns of all queens. */
async function queens() {
  const labels = await squaresWith(/queen/).evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label") ?? ""));
  return labels.map((label) => [label.charCodeAt(0) - 97, Number(label.slice(1).split(",")[0])]);
}

/** Fails if two queens attack each other. @param {number[][]} placed */
function assertPeace(placed) {
  for (const [column, row] of placed) {
    for (const [otherColumn, otherRow] of placed) {
      const [right, down] = [Math.abs(column - otherColumn), Math.abs(row - otherRow)];
      assert.ok(right + down === 0 || (right > 0 && down > 0 && right !== down), `${placed.join(" ")}`);
    }
  }
}

/** Presses the button of hints until the game is solved. */
async function solveByHints() {
  const [hint, more] = [page.locator(".tinted-tool:visible"), page.locator(".card-row .main:visible")];
  for (let presses = 0; presses < 400; presses++) {
    if (await hint.count() === 0) return;
    const [before, label] = await Promise.all([".told-hint", ".card-row .main"].map((name) => page.locator(name).textContent()));
    await (await more.count() ? more : hint).click();
    await page.waitForFunction(([text, name]) => document.querySelector(".told-hint")?.textContent !== text
      || document.querySelector(".card-row .main")?.textContent !== name, [before, label]);
  }
  assert.fail("no solution after 400 presses");
}

describe("the game of n queens", () => {
  test("a level is played by taps, and the next one follows", async () => {
    await go(LEVEL);
    await reads(".rated", /1 of 6 queens/);
    assert.match(String(await square("b1").getAttribute("aria-label")), /given queen/);
    await square("b1").click();
    assert.match(String(await square("b1").getAttribute("aria-label")), /given queen/);
    for (const name of SOLUTION) await setQueen(name);
    await reads(".rated", /^Solved/);
    assert.equal(await page.getByRole("button", { name: "Hint" }).isVisible(), false);
    await press("Next level");
    await page.waitForURL(/l=2/);
    await reads(".rated", /of 6 queens placed\.$/);
    assert.ok((await squaresWith(/given queen/).count()) > 0);
    await page.goBack();
    await reads(".rated", /^Solved/);
    // Without a number, the address opens the first level that is not solved.
    await go("#game?n=6&d=easy");
    await page.waitForURL(/l=2/);
    quiet();
  });

  test("hints lead to the solution of a new level", async () => {
    await go("#game?n=8&d=hard&l=4");
    await reads(".rated", /of 8 queens placed/);
    const given = await squaresWith(/given queen/).count();
    assert.ok(given > 0 && given < 8);
    await press("Hint");
    await reads(".told-hint", /Look at the highlighted squares/);
    assert.ok((await squaresWith(/highlighted/).count()) > 0);
    await press("Why?");
    await reads(".told-hint", /\.$/);
    await solveByHints();
    await reads(".rated", /^Solved.* with \d+ hints/);
    const placed = await queens();
    assert.equal(placed.length, 8);
    assertPeace(placed);
    assert.equal(await squaresWith(/given queen/).count(), given);
    quiet();
  });

  test("a right click sets a queen; a swipe crosses out every square between its samples", async () => {
    await go("#game?g=free&n=7");
    await square("a1").waitFor();
    await square("c3").click({ button: "right" });
    assert.match(String(await square("c3").getAttribute("aria-label")), /queen/);
    await swipe(await middle("a7"), await middle("g7"));
    for (const column of "abcdefg") assert.match(String(await square(`${column}7`).getAttribute("aria-label")), /crossed out/);
  });

  test("clashes are shown at once, and a wrong queen is found", async () => {
    await go(LEVEL);
    await setQueen("d2");
    await setQueen("d5");
    await reads(".rated", /^d2 and d5 attack each other/);
    assert.equal(await page.locator(".line").count(), 1);
    await press("Check");
    await reads(".told-hint", /^1 mark is wrong\.$/);
    await press("Hint");
    await reads(".told-hint", /^d5 cannot hold a queen/);
    await press("Remove it");
    await reads(".rated", /2 of 6/);
    assert.equal(await page.locator(".line").count(), 0);
    await setQueen("a3");
    await press("Hint");
    await reads(".told-hint", /^a3 cannot hold a queen/);
    await press("Undo");
    await reads(".rated", /2 of 6/);
    await press("Redo");
    await reads(".rated", /3 of 6/);
    quiet();
  });

  test("keys move and mark, and attacked squares are marked on request", async () => {
    await go(LEVEL);
    await square("b1").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("x");
    assert.match(await focused(), /^b2, crossed out/);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("q");
    assert.match(await focused(), /^d2, queen/);
    await page.keyboard.press("Delete");
    assert.match(await focused(), /^d2$/);
    assert.equal(await squaresWith(/attacked/).count(), 0);
    await page.getByLabel("Mark attacked squares").check();
    // The queen on b1 attacks 5 squares of its row, 5 of its column, and 1 + 4 on diagonals; one of them is crossed out.
    assert.equal(await squaresWith(/attacked/).count(), 14);
    await page.keyboard.press("Control+z");
    assert.match(String(await square("d2").getAttribute("aria-label")), /queen/);
    quiet();
  });

  test("a rating needs a board that is large enough", async () => {
    await go("#game?n=5&d=fiendish");
    await page.waitForURL(/d=easy/);
    const option = page.getByRole("option", { name: "fiendish (from 10 x 10)" });
    assert.equal(await option.evaluate((element) => element.parentElement?.hasAttribute("disabled")), true);
    await page.getByLabel("Size").fill("10");
    await page.getByLabel("Size").press("Enter");
    await page.waitForURL(/n=10/);
    await page.getByLabel("Difficulty").selectOption("fiendish");
    await page.waitForURL(/d=fiendish.*m=/);
    await reads(".rated", /of 10 queens placed/);
    assert.equal(await page.getByRole("button", { name: "Previous" }).isDisabled(), true);
    await press("Next");
    await page.waitForURL(/l=2/);
    quiet();
  });

  test("a free board of any size", async () => {
    await go("#game?g=free");
    await reads(".rated", /0 of 8 queens/);
    await press("Hint");
    await press("Why?");
    await reads(".told-hint", /One of the solutions has a queen on/);
    await press("Do it");
    await reads(".rated", /1 of 8 queens/);
    await go("#game?g=free&n=20");
    await reads(".rated", /0 of 20/);
    await solveByHints();
    await reads(".rated", /^Solved/);
    const placed = await queens();
    assert.equal(placed.length, 20);
    assertPeace(placed);
    await go("#game?g=free&n=3");
    await press("Hint");
    await reads(".told-hint", /no solution/i);
    quiet();
  });

  test("backwards: queens are taken away as long as a solution is left", async () => {
    await go("#game?g=backwards&n=4");
    // Pairs in a line of 4 x 4: 6 in each row and column, and 2 x (1 + 3 + 6 + 3 + 1) on diagonals.
    await reads(".rated", /16 queens, 76 attacks\. A solution is left/);
    // The two solutions of 4 x 4 have their first queen on b1 and c1.
    await square("b1").click();
    await reads(".rated", /A solution is left/);
    await square("c1").click();
    await reads(".rated", /14 queens.*No solution is left/);
    await press("Hint");
    await reads(".told-hint", /no solution/);
    await press("Undo");
    await reads(".rated", /15 queens.*A solution is left/);
    await solveByHints();
    await reads(".rated", /^Solved/);
    assert.deepEqual((await queens()).map(([column, row]) => "abcd"[column] + row).sort(), ["a2", "b4", "c1", "d3"]);
    await press("Larger board");
    await reads(".rated", /^25 queens/);
    quiet();
  });

  test("a link shares a level without the marks of the player", async () => {
    await go(`${LEVEL}.x`);
    await reads(".rated", /1 of 6 queens/);
    assert.match(String(await square("d1").getAttribute("aria-label")), /crossed out/);
    await press("Copy the link");
    await reads(".toast", /copied, without your marks/);
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, /#game\?n=6&d=easy&l=1&m=\.g$/);
    quiet();
  });
});
