// Tests of the part Board: other questions about a board than completing it.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe } from "node:test";
import { go, onServer, page, press, quiet, reads, square, test } from "./harness.mjs";

/** The labels of the squares with a class. @param {string} name */
const labels = (name) => page.locator(`.squares .${name}`).evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));

/** Answers to `solve`, by the beginning of the problem or the question, as the documents of the API have them. @param {Record<string, object>} answers */
async function answerSolve(answers) {
  await page.route("**/api/v1/solve", async (route) => {
    const { problem, question = problem } = route.request().postDataJSON();
    const key = Object.keys(answers).find((start) => question.startsWith(start));
    if (!key) return void await route.continue();
    await route.fulfill({ json: { outcome: "exhausted", complete: true, certificate: "every possibility was tried", count: "1", queens: [], groups: null, value: null, ...answers[key] } });
  });
}

describe("the choice of the question", () => {
  test("the fewest queens that attack every square, and their number", async () => {
    await go("#board?n=8");
    await reads(".verdict", /way/);
    await page.getByLabel("Question").selectOption("dominating");
    await page.waitForURL(/a=dominating/);
    await reads(".verdict", /^As few pieces as possible/);
    assert.equal(await page.getByRole("button", { name: "Complete it" }).isVisible(), false);
    await press("Find");
    await page.waitForURL(/a=dominating&s=1/);
    // A075458: 5 queens; A002563 and A002564: 4860 such sets, 638 up to symmetry.
    await reads(".result", /^5 queens attack or occupy every square; 4 are not enough \(.+\)\.$/);
    assert.equal((await labels("answer")).length, 5);
    await press("Count");
    await reads(".result", /^4,860 smallest sets; domination, /);
    await press("Count up to symmetry");
    await reads(".result", /^638 smallest sets up to symmetry; /);
    await press("Keep it");
    await page.waitForURL(/q=/);
    await reads(".verdict", /^As few pieces as possible/);
    assert.equal(await page.locator("line.clash").count(), 0);
    // A075324.
    await go("#board?n=8&a=independent-dominating&s=1");
    await reads(".result", /^5 queens attack or occupy every square, and none attacks another; 4 are not enough/);
    await go("#board?n=8&a=total-dominating&s=1");
    await reads(".result", /^5 queens attack every square, their own included; 4 are not enough/);
    await go("#board?v=knights&n=1&a=total-dominating&s=1");
    await reads(".result", /^There is no such set \(.+\)\.$/);
    await go("#board?n=8");
    await press("Count");
    await reads(".result", /^92 solutions; /);
    quiet();
  });

  test("peaceable armies, in two colours", async () => {
    await go("#board?n=5&a=armies&s=1");
    // A250000: 4 queens of each colour on 5 x 5.
    await reads(".result", /^4 white and 4 black queens; none attacks one of the other colour\. 5 of each do not fit \(.+\)\./);
    const [white, black] = [await labels("white"), await labels("black")];
    assert.equal(white.length, 4);
    assert.equal(black.length, 4);
    assert.ok(white.every((label) => /, white queen$/.test(label ?? "")), white.join());
    assert.ok(black.every((label) => /, black queen$/.test(label ?? "")), black.join());
    assert.deepEqual(await page.locator(".groups li").allTextContents(), ["white: 4", "black: 4"]);
    await page.reload();
    await page.locator(".squares .white").nth(3).waitFor();
    await page.getByText("Keys, copy and save").click();
    await page.getByLabel("Format").selectOption("text");
    const [download] = await Promise.all([page.waitForEvent("download"), press("Save")]);
    const text = await readFile(await download.path(), "utf8");
    assert.match(text, /^white( [a-e][1-5]){4}\nblack( [a-e][1-5]){4}\n$/);
    // A change of the position removes the answer.
    await square("c3").click();
    await page.waitForURL(/a=armies&q=c3|q=c3.*a=armies/);
    assert.equal(await page.locator(".army").count(), 0);
    quiet();
  });

  test("by keyboard alone, and Back returns to the previous question", async () => {
    await go("#board?n=4");
    await reads(".verdict", /way/);
    await page.getByLabel("Question").focus();
    for (const letter of "Peac") await page.keyboard.press(letter);
    await page.waitForURL(/a=armies/);
    await page.locator("main").press("c");
    // A250000.
    await reads(".result", /^2 white and 2 black queens/);
    await page.goBack();
    await reads(".verdict", /way/);
    assert.equal(await page.getByLabel("Question").inputValue(), "complete");
    quiet();
  });

  test("pieces of several kinds, each with its symbol", async () => {
    await go("#board?n=4");
    await page.getByLabel("Question").selectOption("pieces");
    await page.waitForURL(/a=pieces\+queens\+%3D\+knights/);
    await press("Find");
    await reads(".result", /^1 queen and 1 knight; none attacks another\. More of each kind do not fit \(every possibility was tried\)\./);
    await page.getByRole("checkbox", { name: "knights" }).uncheck();
    await reads("#obstacle", /^Choose at least two kinds of pieces\.$/);
    assert.ok(await page.getByRole("button", { name: "Find" }).isDisabled());
    await page.getByRole("checkbox", { name: /^Equally many/ }).uncheck();
    await page.waitForURL(/a=pieces\+1\+queen$/);
    for (const [name, number] of [["Queens", "2"], ["Knights", "1"]]) {
      await page.getByRole("spinbutton", { name }).fill(number);
      await page.getByRole("spinbutton", { name }).press("Enter");
    }
    await page.waitForURL(/a=pieces\+2\+queens%2C\+1\+knight$/);
    await press("Find");
    await reads(".result", /^2 queens and 1 knight; none attacks another\./);
    await page.locator('.squares use[href="#knight"]').waitFor();
    assert.equal(await page.locator("symbol#knight").count(), 1);
    assert.equal(await page.locator('.squares use[href="#queen"]').count(), 2);
    assert.equal(await page.locator('[role=gridcell][aria-label$=", knight"]').count(), 1);
    await go("#board?n=4&a=pieces+8+queens&s=1");
    await reads(".result", /^There is no such placement \(every possibility was tried\)\.$/);
    quiet();
  });

  test("a colouring, with numbers in the squares", async () => {
    await go("#board?n=5&a=coloring&s=1");
    // A088202: 5 colours for 5 x 5.
    await reads(".result", /^5 colours: queens on squares of one colour do not attack each other\. 4 colours are not enough \(5 squares of which every two attack each other\)\./);
    assert.equal((await labels("numbered")).length, 25);
    assert.equal(await square("a1").getAttribute("aria-label"), "a1, colour 1");
    const look = (/** @type {string} */ name) => square(name).evaluate((cell) => [getComputedStyle(cell, "::before").content, getComputedStyle(cell).backgroundColor]);
    assert.deepEqual([(await look("a1"))[0], (await look("b1"))[0]], ['"1"', '"2"']);
    assert.notEqual((await look("a1"))[1], (await look("b1"))[1]);
    const [, other] = await page.locator('[role=gridcell][aria-label$=", colour 1"]').all();
    assert.equal((await look("a1"))[1], await other.evaluate((cell) => getComputedStyle(cell).backgroundColor));
    await page.getByText("Number of squares of each colour").click();
    assert.equal(await page.locator(".groups li").nth(4).textContent(), "5colour 5: 5");
    await page.getByRole("spinbutton", { name: /^Colours/ }).fill("4");
    await page.getByRole("spinbutton", { name: /^Colours/ }).press("Enter");
    await page.waitForURL(/a=coloring\+4$/);
    assert.equal(await page.locator(".numbered").count(), 0);
    await press("Find");
    await reads(".result", /^There is no colouring with 4 colours \(5 squares of which every two attack each other\)\.$/);
    quiet();
  });

  test("a cube, as a board for each layer", async () => {
    await go("#board?n=3&a=dimensions+3&s=1");
    // A068940.
    await reads(".result", /^4 queens in 3 dimensions; none attacks another\. 5 do not fit \(every possibility was tried\)\.$/);
    assert.deepEqual(await page.locator(".layers figcaption").allTextContents(), ["Layer 1", "Layer 2", "Layer 3"]);
    assert.equal(await page.getByRole("img", { name: /^Layer \d: / }).count(), 3);
    assert.equal(await page.locator(".board").isVisible(), false);
    await go("#board?n=2&a=dimensions+4&s=1");
    const captions = ["Layer 1 (1, 1)", "Layer 2 (1, 2)", "Layer 3 (2, 1)", "Layer 4 (2, 2)"];
    await reads(".layers li:last-child figcaption", /^Layer 4 \(2, 2\)$/);
    assert.deepEqual(await page.locator(".layers figcaption").allTextContents(), captions);
    await page.getByRole("spinbutton", { name: "Dimensions" }).fill("9");
    await page.getByRole("spinbutton", { name: "Dimensions" }).press("Enter");
    await reads(".instead", /^Dimensions: 9 is not valid \(use a whole number from 3 to 5\); using 5\.$/);
    assert.equal(await page.locator(".board").isVisible(), true);
    assert.equal(await page.locator(".layers").isVisible(), false);
    quiet();
  });

  test("sums of weights, with the weights in the squares", async () => {
    /** @type {string[]} */
    const problems = [];
    page.on("request", (request) => {
      const { problem = "" } = request.url().endsWith("/solve") ? request.postDataJSON() : {};
      if (problem.includes("best: least")) problems.push(problem);
    });
    await go("#board?n=4");
    await page.getByLabel("Question").selectOption("least");
    await reads("#obstacle", /^Fill in the weights: 4 lines of 4 whole numbers\.$/);
    await press("Random weights");
    await page.locator(".weighted[data-name]").nth(15).waitFor();
    await page.getByLabel(/^Weights/).fill("1 2 3 4\n5,6,7,8\n-1 0 0 0\n9 9 9 9");
    await page.getByLabel(/^Weights/).blur();
    await page.waitForURL(/x=1_2_3_4\.5_6_7_8\.-1_0_0_0\.9_9_9_9/);
    assert.equal(await square("a3").getAttribute("aria-label"), "a3, weight -1");
    await press("Find");
    // b1, d2, a3, c4 have the sum 18, and c1, a2, d3, b4 have 17.
    await reads(".result", /^The least sum of weights is 17 \(every possibility was tried\)\.$/);
    assert.equal(await square("c1").getAttribute("aria-label"), "c1, queen of the solution, weight 3");
    if (!process.env.QUEENS_SITE) assert.deepEqual(problems, ["queens 4\nbest: least value\nweights:\n1 2 3 4\n5 6 7 8\n-1 0 0 0\n9 9 9 9\n"]);
    await page.getByRole("spinbutton", { name: "Rows" }).fill("5");
    await page.getByRole("spinbutton", { name: "Rows" }).press("Enter");
    await reads("#obstacle", /^Fill in the weights: 5 lines of 5 whole numbers\.$/);
    quiet();
  });

  test("the weights of a pasted problem are kept", async () => {
    await go("#board?n=5");
    await square("e5").waitFor();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData("text/plain", "queens 4\nweights:\n1 2 3 4\n5 6 7 8\n-1 0 0 0\n9 9 9 9\n");
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await page.waitForURL(/x=1_2_3_4\.5_6_7_8\.-1_0_0_0\.9_9_9_9/);
    assert.equal(await square("a3").getAttribute("aria-label"), "a3, weight -1");
    quiet();
  });

  test("an answer before the proof", onServer, async () => {
    await answerSolve({ dominating: { complete: false, outcome: "time limit", certificate: null, queens: [[0, 0], [1, 1]] } });
    await go("#board?n=4&a=dominating&s=1");
    await reads(".result", /^2 queens attack or occupy every square; fewer may be enough \(time limit\)\.$/);
    quiet();
  });

  test("an error, and an invalid question", async () => {
    await go("#board?n=40&a=independent-dominating&s=1");
    await reads(".result .bad", /1024 squares/);
    // A given queen belongs to one of the armies.
    await go("#board?n=4&g=a1&a=armies&s=1");
    await reads(".result", /^2 white and 2 black queens/);
    await go("#board?n=4&a=nixies");
    await reads(".instead", /^Question: nixies is not valid \(no such choice\); using complete\.$/);
    await go("#board?n=4&a=coloring+x");
    await reads(".instead", /^Question: coloring x is not valid; using coloring\.$/);
    quiet();
  });
});
