// Tests of playing a region puzzle: taps, drags, long presses, trials, pause, settings, the win.

import assert from "node:assert/strict";
import { describe } from "node:test";
import { focused, go, middle, page, press, quiet, reads, reopen, square, swipe, test } from "./harness.mjs";
import { ALMOST, PUZZLE } from "./views.mjs";

/** Ten rows as regions, with two queens in each. */
const TWO_EACH = Array.from({ length: 10 }, (_, row) => String.fromCharCode(65 + row).repeat(10)).join(".");

const label = (/** @type {string} */ name) => square(name).getAttribute("aria-label");
const marked = (/** @type {string} */ content) => page.locator(`[role=gridcell][aria-label*="${content}"]`).count();
/** Waits for the announcement of a screen reader. @param {RegExp} text */
const hears = (text) => page.locator("#say").filter({ hasText: text }).waitFor({ state: "attached" });

/** Sends touches, each a list of points; an empty list lifts all fingers. */
async function touches() {
  const session = await page.context().newCDPSession(page);
  return (/** @type {"touchStart" | "touchMove" | "touchEnd"} */ type, /** @type {{x: number, y: number}[]} */ ...points) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
}

/** Opens a view on a phone whose time stands still, so that no press is a long one by accident. @param {string} hash */
async function openOnPhone(hash) {
  await reopen({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.clock.install();
  await go(hash);
  await page.clock.pauseAt(Date.now() + 60_000);
}

const openSettings = () => page.getByText("Settings", { exact: true }).click();

describe("taps and drags", () => {
  test("a swipe with two samples far apart crosses out every square between them", async () => {
    await go(`#puzzles?r=${PUZZLE}`);
    await square("a4").waitFor();
    await swipe(await middle("a4"), await middle("g4"));
    for (const file of "abcdefg") assert.match(await label(`${file}4`), /crossed out/);
    assert.equal(await marked("crossed out"), 7);
    await hears(/^7 squares crossed out$/);
    // It is one move.
    await press("Undo");
    assert.equal(await marked("crossed out"), 0);
    quiet();
  });

  test("a swipe that leaves the board crosses out the squares up to its edge; diagonals too", async () => {
    await go(`#puzzles?r=${PUZZLE}`);
    await square("a1").waitFor();
    const [from, corner] = [await middle("a1"), await middle("g7")];
    await swipe(from, { x: 2 * corner.x - from.x, y: 2 * corner.y - from.y });
    for (const name of ["a1", "b2", "c3", "d4", "e5", "f6", "g7"]) assert.match(await label(name), /crossed out/);
    assert.equal(await marked("crossed out"), 7);
  });

  test("a drag that begins on a cross removes crosses", async () => {
    await go(`#puzzles?r=${PUZZLE}&m=xxxq`);
    await square("a1").waitFor();
    await swipe(await middle("a1"), await middle("g1"));
    assert.equal(await marked("crossed out"), 0);
    assert.match(await label("d1"), /queen/);
  });

  test("regions are painted without gaps, too", async () => {
    await go(`#create?r=${PUZZLE}`);
    await square("a4").waitFor();
    await swipe(await middle("a4"), await middle("g4"));
    await page.waitForURL(/\.AAAAAAA\./);
  });

  test("a right click sets a queen, and removes it", async () => {
    await go(`#puzzles?r=${PUZZLE}`);
    await square("c3").click({ button: "right" });
    assert.match(await label("c3"), /queen/);
    await square("c3").click({ button: "right" });
    assert.doesNotMatch(await label("c3"), /queen/);
  });

  test("a long press sets a queen; a tap and a drag do not", async () => {
    await openOnPhone(`#puzzles?r=${PUZZLE}`);
    await square("c3").waitFor();
    const touch = await touches();
    await touch("touchStart", await middle("c3"));
    await page.clock.runFor(440);
    assert.doesNotMatch(await label("c3"), /queen/);
    await page.clock.runFor(20);
    assert.match(await label("c3"), /queen/);
    await touch("touchEnd");
    assert.match(await label("c3"), /queen/);
    await square("e5").tap();
    assert.match(await label("e5"), /crossed out/);
    await touch("touchStart", await middle("a7"));
    await touch("touchMove", await middle("b7"));
    // Longer than a long press.
    await page.clock.runFor(700);
    await touch("touchEnd");
    assert.match(await label("a7"), /crossed out/);
    assert.match(await label("b7"), /crossed out/);
    quiet();
  });

  test("two quick taps on a square are one move", async () => {
    await go(`#puzzles?r=${PUZZLE}`);
    await square("c3").dblclick();
    assert.match(await label("c3"), /queen/);
    await press("Undo");
    assert.doesNotMatch(await label("c3"), /queen|crossed/);
    assert.equal(await page.getByRole("button", { name: "Undo" }).isDisabled(), true);
    quiet();
  });

  test("on a phone the second colour comes with a switch, and a hint scrolls into view", { context: { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true } }, async () => {
    await go(`#puzzles?r=${PUZZLE}`);
    await square("b1").waitFor();
    await openSettings();
    await page.getByLabel("Crosses of a second colour", { exact: true }).check();
    await page.getByLabel("Cross 2", { exact: true }).check();
    await square("a1").tap();
    assert.match(await label("a1"), /second colour/);
    await page.evaluate(() => scrollTo(0, 0));
    await press("Hint");
    await reads(".told-hint", /^Look at/);
    const { bottom, height } = await page.locator(".told-hint").evaluate((hint) => ({ bottom: hint.getBoundingClientRect().bottom, height: innerHeight }));
    assert.ok(bottom <= height + 1, `${bottom} of ${height}`);
    quiet();
  });

  test("a link is copied without the marks of the player, and the page says so", async () => {
    await go(`#puzzles?r=${PUZZLE}&m=xq`);
    await square("b1").waitFor();
    await page.getByText("Import, share or edit").click();
    await press("Copy the link");
    await reads(".toast", /copied, without your marks/);
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /#puzzles\?r=[A-Z.]+$/);
    quiet();
  });

  test("a switch chooses the mark of a tap", async () => {
    await go(`#puzzles?r=${PUZZLE}`);
    await square("b1").waitFor();
    await openSettings();
    await page.getByLabel("The chosen mark").check();
    await page.getByLabel("Queen", { exact: true }).check();
    await square("b1").click();
    assert.match(await label("b1"), /queen/);
    await square("b1").click();
    assert.doesNotMatch(await label("b1"), /queen/);
    await page.getByLabel("Cross", { exact: true }).check();
    await square("b1").click();
    await square("c1").click();
    await square("c1").click();
    assert.match(await label("b1"), /crossed out/);
    assert.doesNotMatch(await label("c1"), /crossed out/);
    // The setting is remembered.
    await page.reload();
    await page.getByText("Cross", { exact: true }).waitFor();
    quiet();
  });

  test("crosses of a second colour count as crosses", async () => {
    await go(`#puzzles?r=${PUZZLE}`);
    await square("a1").focus();
    await page.keyboard.press("y");
    assert.doesNotMatch(await label("a1"), /crossed/);
    await openSettings();
    await page.getByLabel("Crosses of a second colour").check();
    await square("b1").focus();
    await page.keyboard.press("y");
    assert.match(await label("b1"), /crossed out in the second colour/);
    await page.waitForURL(/m=\.y$/);
    await press("Check");
    await reads(".told-hint", /^1 mark is wrong\.$/);
  });
});

describe("marks", () => {
  test("each move says its effect, and a broken rule is named", async () => {
    await go(`#puzzles?r=${PUZZLE}`);
    await square("b1").waitFor();
    await square("b1").click();
    await hears(/^b1: crossed out$/);
    await square("b1").click();
    await hears(/^b1: queen; 6 to go$/);
    await square("f1").click({ button: "right" });
    await hears(/^f1: queen; 2 queens in row 1$/);
    await reads(".play-note", /^2 queens in row 1\.$/);
    await square("f2").click({ button: "right" });
    await reads(".play-note", /^2 queens in row 1; 2 more clashes\.$/);
    await page.keyboard.press("Control+z");
    await hears(/^f2: empty$/);
    await openSettings();
    await page.getByLabel("Show at once when queens break a rule").uncheck();
    assert.equal(await page.locator(".play-note").innerText(), "");
    assert.equal(await page.locator(".clash").count(), 0);
    quiet();
  });

  test("completed rows, columns and regions are named", async () => {
    await go(`#puzzles?r=${TWO_EACH}&s=2`);
    await square("a1").waitFor();
    await square("a1").click({ button: "right" });
    await hears(/^a1: queen; 19 to go$/);
    await square("c1").click({ button: "right" });
    await hears(/^c1: queen; row 1 and region A are complete$/);
    await square("d2").click({ button: "right" });
    await hears(/^d2: queen; the queens on c1 and d2 touch$/);
  });

  test("a trial is accepted or rejected as a whole", async () => {
    await go(`#puzzles?r=${PUZZLE}&m=.q`);
    await square("a1").waitFor();
    await press("Try");
    await square("g2").click({ button: "right" });
    await square("a1").click();
    assert.match(await label("g2"), /queen, on trial/);
    assert.doesNotMatch(await label("b1"), /on trial/);
    await page.waitForURL(/m=\.q$/);
    await press("Undo");
    assert.doesNotMatch(await label("a1"), /crossed/);
    await press("Reject");
    assert.doesNotMatch(await label("g2"), /queen/);
    assert.match(await label("b1"), /queen/);
    await press("Try");
    await square("g2").click({ button: "right" });
    await square("c3").click({ button: "right" });
    await press("Accept");
    await page.waitForURL(/m=\.q\.{11}q\.\.q$/);
    assert.equal(await marked("on trial"), 0);
    // The trial is one move.
    await press("Undo");
    await page.waitForURL(/m=\.q$/);
    quiet();
  });

  test("texts that do not change are not announced again", async () => {
    await go(`#puzzles?r=${PUZZLE}`);
    await reads(".rated", /Easy/);
    await page.evaluate(() => {
      globalThis.changes = 0;
      const count = new MutationObserver((records) => { globalThis.changes += records.length; });
      for (const text of document.querySelectorAll("main [role=status]")) count.observe(text, { childList: true, characterData: true, subtree: true });
    });
    for (const name of ["a1", "a2", "a3"]) await square(name).click();
    assert.match(await label("a3"), /crossed out/);
    assert.equal(await page.evaluate(() => globalThis.changes), 0);
  });
});

describe("the clock", () => {
  test("a pause stops it and covers the board", async () => {
    await page.clock.install();
    await go(`#puzzles?r=${PUZZLE}`);
    await square("a1").click();
    await page.clock.runFor(65_000);
    await reads(".clock", /^1:05$/);
    await page.getByRole("button", { name: "Pause" }).focus();
    await page.keyboard.press("Space");
    await page.locator(".cover").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Resume");
    await page.clock.runFor(60_000);
    await page.keyboard.press("Control+z");
    await reads(".clock", /^1:05$/);
    await page.keyboard.press("Space");
    await page.locator(".cover").waitFor({ state: "detached" });
    assert.match(await label("a1"), /crossed out/);
    await page.clock.runFor(5_000);
    await reads(".clock", /^1:10$/);
    await openSettings();
    await page.getByLabel("Show the clock").uncheck();
    assert.equal(await page.locator(".clock").isVisible(), false);
    quiet();
  });
});

describe("the win", () => {
  test("a panel has the time, the hints and the next puzzles; Escape closes it", async () => {
    await go(`#puzzles?r=${PUZZLE}&m=${ALMOST}`);
    await reads(".rated", /Easy/);
    await press("Hint");
    await reads(".told-hint", /highlighted/);
    await square("d7").click({ button: "right" });
    await page.getByRole("dialog").waitFor();
    assert.match(await focused(), /^Solved.*, 1 hint$/);
    await reads(".rated", /^Solved/);
    assert.deepEqual(await page.getByRole("dialog").getByRole("button").allInnerTexts(), ["Next puzzle", "One step harder", "Share", "Close"]);
    await press("Share");
    await reads(".win", /Copied/);
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^Queens 7 x 7\n\d+:\d\d, 1 hint\n(?:\p{Emoji}){7}\nhttp.*#puzzles\?r=FAGG[A-Z.]*$/u);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    assert.match(await focused(), /^d7/);
    quiet();
  });

  test("a solved puzzle in an address is no win", async () => {
    await go(`#puzzles?r=${PUZZLE}&m=${ALMOST}....q`);
    await reads(".rated", /Solved/);
    assert.equal(await page.getByRole("dialog").count(), 0);
    // Neither is a step of the history.
    await press("Clear marks");
    await reads(".rated", /Easy/);
    await press("Undo");
    await reads(".rated", /Solved/);
    assert.equal(await page.getByRole("dialog").count(), 0);
  });

  test("a trial that solves the puzzle is accepted", async () => {
    await go(`#puzzles?r=${PUZZLE}&m=${ALMOST}`);
    await square("a1").waitFor();
    await press("Try");
    await square("d7").click({ button: "right" });
    await page.getByRole("dialog").waitFor();
    await page.waitForURL(/q$/);
    assert.equal(await marked("on trial"), 0);
  });
});

describe("large boards on a phone", () => {
  /** A board whose regions are its rows. @param {number} n */
  const rows = (n) => Array.from({ length: n }, (_, row) => String.fromCharCode(65 + row).repeat(n)).join(".");

  test("no square is smaller than 24 pixels, and the page is not wider than the screen", { context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } }, async () => {
    for (const n of [8, 14, 20]) {
      await go(`#puzzles?r=${rows(n)}`);
      await page.locator("[role=gridcell]").nth(n * n - 1).waitFor();
      const box = await square("a1").boundingBox();
      assert.ok(box && box.width >= 24 && box.height >= 24, `${n}: ${JSON.stringify(box)}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    }
  });

  test("a board of 14 x 14 is in view as a whole, with its tools", async () => {
    for (const viewport of [{ width: 360, height: 740 }, { width: 390, height: 844 }]) {
      await reopen({ viewport, hasTouch: true, isMobile: true });
      await go("#today?d=2026-11-29&k=three");
      await page.locator(".daily .stage:not(.waiting) [role=gridcell]").nth(195).waitFor();
      const edges = await page.locator("[role=gridcell], .hands button").evaluateAll((parts) => parts.map((part) => {
        const { left, right, bottom } = part.getBoundingClientRect();
        return [left, innerWidth - right, innerHeight - bottom];
      }));
      assert.ok(edges.flat().every((room) => room >= 0), `${viewport.width}: ${Math.min(...edges.flat())}`);
      assert.equal(await page.locator(".board.panned").count(), 0);
    }
    quiet();
  });

  test("one finger crosses out, two fingers move and magnify", async () => {
    await openOnPhone(`#puzzles?r=${rows(20)}`);
    await square("b2").waitFor();
    const touch = await touches();
    const board = page.locator(".board.playing");
    const scrolled = () => board.evaluate(({ scrollLeft }) => scrollLeft);
    const [from, to] = [await middle("b2"), await middle("h2")];
    await touch("touchStart", from);
    await touch("touchMove", to);
    await touch("touchEnd");
    assert.equal(await marked("crossed out"), 7);
    assert.equal(await scrolled(), 0);
    // The first finger has begun a drag, which the second one abandons.
    const [a, b] = [await middle("h8"), await middle("j8")];
    await touch("touchStart", a);
    await touch("touchMove", await middle("h9"));
    await touch("touchStart", await middle("h9"), b);
    await touch("touchMove", { x: a.x - 100, y: a.y }, { x: b.x - 100, y: b.y });
    await touch("touchEnd");
    assert.equal(await marked("crossed out"), 7);
    assert.ok(await scrolled() > 50, String(await scrolled()));
    const before = await square("j8").boundingBox();
    const centre = await middle("j8");
    await touch("touchStart", { x: centre.x - 30, y: centre.y }, { x: centre.x + 30, y: centre.y });
    await touch("touchMove", { x: centre.x - 60, y: centre.y }, { x: centre.x + 60, y: centre.y });
    await touch("touchEnd");
    const after = await square("j8").boundingBox();
    assert.ok(before && after && after.width > 1.8 * before.width, `${before?.width} ${after?.width}`);
    quiet();
  });
});
