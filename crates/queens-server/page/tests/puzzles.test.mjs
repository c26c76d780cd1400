// Tests of the part Puzzles: marks, hints, clues, regions, new puzzles.

import assert from "node:assert/strict";
import { describe } from "node:test";
import { focused, go, page, press, quiet, reads, square, test } from "./harness.mjs";
import { PUZZLE } from "./views.mjs";

const SOLUTION = ["b1", "g2", "c3", "e4", "a5", "f6", "d7"];

describe("puzzles", () => {
  test("marks cycle, and the solution is recognized", async () => {
    await go(`#puzzles?r=${PUZZLE}`);
    await reads(".rated", /Easy/);
    for (const name of SOLUTION) {
      await square(name).click();
      assert.match(await square(name).getAttribute("aria-label"), /crossed out/);
      await square(name).click();
      assert.match(await square(name).getAttribute("aria-label"), /queen/);
    }
    await reads(".rated", /Solved/);
    quiet();
  });

  test("a hint shows where, then why, then does it", async () => {
    await go(`#puzzles?r=${PUZZLE}`);
    await press("Hint");
    await reads(".told-hint", /Look at the highlighted squares: rose \(region A\)/);
    assert.match(await square("b1").getAttribute("aria-label"), /highlighted/);
    await press("Why?");
    await reads(".told-hint", /Rose \(region A\) \(1\) needs one queen, and only b1 is left/);
    await press("Do it");
    assert.match(await square("b1").getAttribute("aria-label"), /queen/);
  });

  test("a wrong mark is found, and undone", async () => {
    await go(`#puzzles?r=${PUZZLE}&m=x`);
    await square("a1").waitFor();
    await press("Check");
    await reads(".told-hint", /No mark is wrong/);
    await square("b1").click();
    await press("Check");
    await reads(".told-hint", /^1 mark is wrong\.$/);
    // To name the square is a hint.
    assert.equal(await page.locator(".wrong").count(), 0);
    await press("Hint");
    await page.locator(".wrong").waitFor();
    await press("Undo");
    assert.doesNotMatch(await square("b1").getAttribute("aria-label"), /crossed/);
  });

  test("a puzzle without a solution is reported", async () => {
    await go("#puzzles?r=AAA.BBB.CCC");
    await reads(".rated", /There is no solution/);
    await press("Hint");
    await reads(".told-hint", /^The puzzle has no solution/);
    assert.equal(await page.locator(".read").count(), 0);
    await press("Check");
    await reads(".told-hint", /^The puzzle has no solution/);
    quiet();
  });

  test("clues belong to the puzzle: they count, stay, and come from marks", async () => {
    await go("#puzzles?r=AABB.AABB.CCDD.CCDD&m=.q");
    await reads(".rated", /There is more than one solution/);
    await page.getByText("Import, share or edit").click();
    await press("Edit this puzzle");
    await press("Turn marks into clues");
    await reads(".rated", /Exactly one solution/);
    await page.waitForURL(/m=\.g/);
    await press("Play it");
    assert.match(await square("b1").getAttribute("aria-label"), /given queen/);
    await square("b1").click();
    assert.match(await square("b1").getAttribute("aria-label"), /given queen/);
    const clear = page.getByRole("button", { name: "Clear marks" });
    assert.equal(await clear.isDisabled(), true);
    for (const name of ["d2", "d2", "a3", "a3", "c4", "c4"]) await square(name).click();
    await reads(".rated", /Solved/);
    await press("Close");
    await clear.click();
    assert.match(await square("b1").getAttribute("aria-label"), /given queen/);
    assert.doesNotMatch(await square("d2").getAttribute("aria-label"), /queen/);
    await press("Edit this puzzle");
    await press("Remove the clues");
    await reads(".rated", /^2 solutions/);
    quiet();
  });

  test("clues are imported", async () => {
    await go(`#puzzles?r=${PUZZLE}`);
    await page.getByText("Import, share or edit").click();
    await page.getByLabel("Puzzle as text").fill('{"regions": ["AABB", "AABB", "CCDD", "CCDD"], "given": [[0, 1]], "blocked": [[0, 0]]}');
    await press("Import");
    await page.waitForURL(/m=bg/);
    assert.match(await square("a1").getAttribute("aria-label"), /given as empty/);
    await press("Hint");
    await reads(".told-hint", /Look at the highlighted squares/);
    quiet();
  });

  test("by keyboard alone, with automatic marks", async () => {
    await go(`#puzzles?r=${PUZZLE}`);
    await square("a1").waitFor();
    await page.getByText("Settings", { exact: true }).click();
    await page.getByLabel("Mark impossible squares automatically").check();
    await square("a1").focus();
    for (const key of ["ArrowRight", "q"]) await page.keyboard.press(key);
    assert.match(await focused(), /^b1, region A, queen/);
    assert.match(await square("c2").getAttribute("aria-label"), /ruled out/);
    await page.keyboard.press("Delete");
    assert.doesNotMatch(await square("c2").getAttribute("aria-label"), /ruled out/);
  });

  test("regions are painted, and the verdict is updated", async () => {
    await go(`#create?r=${PUZZLE}`);
    await reads(".rated", /Exactly one solution/);
    await square("b1").focus();
    await page.keyboard.press("f");
    await reads(".rated", /solution|region/i);
    await page.waitForURL(/r=FFG/);
    await page.keyboard.press("Control+z");
    await reads(".rated", /Exactly one solution/);
  });

  test("puzzles are generated from a seed", async () => {
    await go(`#puzzles?r=${PUZZLE}`);
    await page.getByText("New puzzle of any kind").click();
    await page.getByRole("spinbutton", { name: "Size" }).last().fill("6");
    await page.getByLabel("Seed").fill("3");
    await page.getByLabel("Given queens").fill("2");
    await press("Generate a puzzle");
    await reads("form", /the seed 3/);
    assert.equal(await page.locator("[role=gridcell]").count(), 36);
    assert.equal(await page.locator("[role=gridcell].given").count(), 2);
  });

  test("pasted text that is no puzzle is reported where it can be seen", async () => {
    await go("#puzzles");
    await page.locator("[role=gridcell]").first().waitFor();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData("text/plain", "no puzzle");
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await page.locator("[role=alert] .toast").waitFor();
    await page.waitForFunction(() => {
      const message = document.querySelector(".toast");
      return message !== null && message.getBoundingClientRect().bottom <= innerHeight;
    });
  });

  test("letters are pasted", async () => {
    await go(`#puzzles?r=${PUZZLE}`);
    await square("a1").waitFor();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData("text/plain", "AABB\nAABB\nCCDD\nCCDD\n");
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await page.waitForURL(/r=AABB/);
    await page.goBack();
    await page.waitForURL(/r=FAGG/);
  });
});
