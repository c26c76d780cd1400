// Tests of the part Create: verdicts while drawing, repair, symmetric drawing, gallery, export.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe } from "node:test";
import { go, page, press, quiet, reads, square, test } from "./harness.mjs";
import { PUZZLE } from "./views.mjs";

/** Rows of four: b1 d2 a3 c4 and c1 a2 d3 b4 are its two solutions. */
const FOUR_ROWS = "AAAA.BBBB.CCCC.DDDD";

/** Opens the details with this heading. @param {string} name */
const unfold = (name) => page.locator("summary").filter({ hasText: name }).click();
/** The region of a square. @param {string} name */
const region = async (name) => /region ([A-Z])/.exec((await square(name).getAttribute("aria-label")) ?? "")?.[1];
/** Saves a file by a button, and returns its content. @param {string} name */
async function saved(name) {
  const [download] = await Promise.all([page.waitForEvent("download"), press(name)]);
  return readFileSync(/** @type {string} */ (await download.path()));
}

describe("create", () => {
  test("what is said about a board goes when the board changes", async () => {
    await go("#create?r=AABB.AABB.CCDD.CCDD");
    await reads(".rated", /^2 solutions/);
    // A count without a server takes milliseconds: an observer sees the pictures as they are when the words change.
    await page.evaluate(() => {
      /** @type {number[]} */
      const pictures = [];
      Object.assign(globalThis, { pictures });
      new MutationObserver(() => {
        const words = document.querySelector(".rated")?.textContent ?? "";
        if (words.startsWith("Counting the solutions")) pictures.push(document.querySelectorAll(".solution-pair figure").length);
      }).observe(document.body, { subtree: true, childList: true });
    });
    await square("a1").focus();
    await page.keyboard.press("b");
    await page.waitForFunction(() => Reflect.get(globalThis, "pictures").length > 0);
    assert.deepEqual(await page.evaluate(() => Reflect.get(globalThis, "pictures").filter(Boolean)), []);
    quiet();
  });

  test("the verdict counts the solutions and shows two that differ", async () => {
    await go(`#create?r=${FOUR_ROWS}`);
    await reads(".rated", /^2 solutions\./);
    const labels = await page.locator(".solution-pair [role=img]").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
    assert.deepEqual(labels.map((label) => label?.split("queens on ")[1]).sort(), ["b1 d2 a3 c4", "c1 a2 d3 b4"]);
    // The two have no square in common, so all eight queens are framed.
    assert.equal(await page.locator(".solution-pair .inner").count(), 8);
    quiet();
  });

  test("none, one and many, with the rating of one", async () => {
    await go("#create?r=AAA.BBB.CCC");
    await reads(".rated", /^There is no solution\./);
    await go(`#create?r=${PUZZLE}`);
    await reads(".rated", /^Exactly one solution\. Easy/);
    assert.equal(await page.getByRole("button", { name: "Make it unique" }).isDisabled(), true);
    // A002464: 5242 placements on 8 x 8, more than are counted.
    await go(`#create?r=${[..."ABCDEFGH"].map((letter) => letter.repeat(8)).join(".")}`);
    await reads(".rated", /^At least 1,000 solutions\./);
    quiet();
  });

  test("a repair changes one square, shows it, and is undone", async () => {
    await go(`#create?r=${FOUR_ROWS}`);
    await reads(".rated", /^2 solutions/);
    await press("Make it unique");
    await reads(".repair-line", /^1 square changed: [a-d][1-4] \([A-D] to [A-D]\)\./);
    await reads(".rated", /^Exactly one solution/);
    assert.equal(await page.locator("[role=gridcell].repaired").count(), 1);
    assert.match((await page.locator("[role=gridcell].repaired").getAttribute("aria-label")) ?? "", /changed/);
    await press("Undo");
    await reads(".rated", /^2 solutions/);
    assert.equal(await page.locator("[role=gridcell].repaired").count(), 0);
    assert.equal(await page.locator(".repair-line").textContent(), "");
    quiet();
  });

  test("clues are painted, by hand and by keys, and taken away", async () => {
    await go(`#create?r=${FOUR_ROWS}`);
    await reads(".rated", /^2 solutions/);
    await page.getByLabel("Clue: a given queen").check();
    await square("b1").click();
    await reads(".rated", /^Exactly one solution/);
    assert.match((await square("b1").getAttribute("aria-label")) ?? "", /region A, given queen/);
    await square("b1").click();
    await reads(".rated", /^2 solutions/);
    await page.getByLabel("Clue: this square stays empty").check();
    await square("c1").click();
    await reads(".rated", /^Exactly one solution/);
    await square("c1").press("-");
    await reads(".rated", /^2 solutions/);
    await square("d4").press("*");
    await reads(".rated", /^There is no solution/);
    await press("Undo");
    await reads(".rated", /^2 solutions/);
    quiet();
  });

  test("a drawing with regions in parts cannot be repaired, and the reason is shown", async () => {
    await go("#create?r=AABAA.BBBBB.CCCCC.DDDDD.EEEEE");
    await reads(".rated", /solutions\. Region A is in several parts\./);
    await press("Make it unique");
    await reads(".repair-line", /^Region A is in several parts: connect every region first$/);
  });

  test("symmetric drawing paints the other side, too", async () => {
    await go(`#create?r=${FOUR_ROWS}`);
    await page.getByLabel("Draw symmetrically").selectOption("half-turn");
    await square("a2").focus();
    await page.keyboard.press("a");
    await page.waitForFunction(() => location.hash.includes("r=AAAA.ABBB.CCCD.DDDD"));
    assert.deepEqual([await region("a2"), await region("d3")], ["A", "D"]);
    await page.getByLabel("Draw symmetrically").selectOption("left-right");
    await square("a4").focus();
    await page.keyboard.press("c");
    await page.waitForFunction(() => location.hash.includes("CDDC"));
    quiet();
  });

  test("puzzles are saved in every form", async () => {
    await go(`#create?r=${PUZZLE}`);
    await reads(".rated", /^Exactly one/);
    await unfold("Save, share or print");
    const form = page.getByLabel("Save as");
    assert.deepEqual([...(await saved("Save")).subarray(1, 4)], [..."PNG"].map((letter) => letter.charCodeAt(0)));
    for (const [format, start] of [["svg", /<svg/], ["html", /<title>Puzzles/], ["grid", /^FAGGGGG\n/], ["link", /^https:\/\/puzz\.link\/p\?starbattle\/7\/7\/1\//],
      ["json", /"schema": ?"queens\/puzzle/], ["sbn", /^\S+/], ["task", /^(\d,){48}\d/], ["text", /7/]]) {
      await form.selectOption(/** @type {string} */ (format));
      assert.match((await saved("Save")).toString(), /** @type {RegExp} */ (start), String(format));
    }
    await form.selectOption("grid");
    await press("Copy");
    await reads("[role=status]", /^Copied/);
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), PUZZLE.replaceAll(".", "\n"));
    await press("Copy a link to play it");
    await page.waitForFunction(async (end) => (await navigator.clipboard.readText()).endsWith(end), `/#puzzles?r=${PUZZLE}`);
    quiet();
  });

  test("the gallery fills, keeps a puzzle, and opens it", async () => {
    await go(`#create?r=${FOUR_ROWS}`);
    await page.getByLabel("How many").fill("2");
    await page.getByRole("spinbutton", { name: "Size" }).last().fill("5");
    await page.getByLabel("How many").press("Tab");
    await press("Fill the gallery");
    await reads(".create-gallery [role=status]", /^2 new puzzles/);
    assert.equal(await page.locator(".puzzle-gallery li").count(), 2);
    await page.getByRole("button", { name: /^Keep the .*number 1$/ }).click();
    await page.reload();
    await page.locator(".puzzle-gallery li").first().waitFor();
    assert.equal(await page.locator(".puzzle-gallery li").count(), 1);
    await page.getByRole("button", { name: /^Edit the .*number 1$/ }).click();
    await reads(".rated", /^Exactly one solution/);
    assert.equal(await page.locator("[role=gridcell]").count(), 25);
    await press("Undo");
    await reads(".rated", /^2 solutions/);
    const sheet = (await saved("Print sheet of the kept ones")).toString();
    assert.match(sheet, /<figcaption>1: (gentle|easy|medium|hard|fiendish)/);
    await page.getByRole("button", { name: /^Play the .*number 1$/ }).click();
    await page.waitForURL(/#puzzles\?r=/);
    quiet();
  });

  test("the gallery stops", async () => {
    await go(`#create?r=${FOUR_ROWS}`);
    await page.getByRole("spinbutton", { name: "Size" }).last().fill("14");
    await page.getByLabel("How many").fill("24");
    await press("Fill the gallery");
    await press("Stop");
    await reads(".create-gallery [role=status]", /^Stopped\./);
    assert.ok((await page.locator(".puzzle-gallery li").count()) < 24);
    quiet();
  });

  test("a phone shows the board and the verdict at once", { context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } }, async () => {
    await go(`#create?r=${FOUR_ROWS}`);
    await reads(".rated", /^2 solutions/);
    const bottom = await page.locator(".rated").evaluate((line) => line.getBoundingClientRect().bottom);
    assert.ok(bottom <= 844, `the verdict ends at ${bottom}`);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
  });
});
