// Tests of the lessons. The right answers come from the brute force of this file, or from the sources that it names.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describe } from "node:test";
import { fileURLToPath } from "node:url";
import { LESSONS } from "../lessons/list.js";
import { API, go, page, press, quiet, reads, test } from "./harness.mjs";

/** @typedef {number[]} List the columns of queens, from 1 */

const range = (/** @type {number} */ n) => Array.from({ length: n }, (_, at) => at + 1);
const sum = (/** @type {number[]} */ numbers) => numbers.reduce((a, b) => a + b, 0);
const words = (/** @type {List} */ list) => list.join(" ");
const mirrored = (/** @type {List} */ list) => list.map((column) => list.length + 1 - column);

/** True if two queens attack each other. @param {List} list */
const clashes = (list) => list.some((a, i) => list.some((b, j) => i < j && (a === b || Math.abs(a - b) === j - i)));

/** The free columns of the row below. @param {number} n @param {List} list */
const free = (n, list) => range(n).filter((column) => !clashes([...list, column]));

/** The texts of a lesson, from the folder of the page's modules. @param {string} id @returns {Promise<{text: string[], notes: string[]}>} */
const contentOf = (id) => page.evaluate(async (file) => {
  const main = /** @type {HTMLScriptElement} */ (document.querySelector("script[src*='main.js']"));
  return (await import(new URL(file, main.src).href)).lesson;
}, `lessons/${id}.js`);

/** All lists of n numbers from 1 to n. @param {number} n @returns {List[]} */
const lists = (n) => range(n).reduce((found) => found.flatMap((list) => range(n).map((column) => [...list, column])), [/** @type {List} */ ([])]);
const solutions = (/** @type {number} */ n) => lists(n).filter((list) => !clashes(list));
const factorial = (/** @type {number} */ n) => range(n).reduce((a, b) => a * b, 1);

/** The lists without attacks of each length. @param {number} n */
function levels(n) {
  const found = [[/** @type {List} */ ([])]];
  for (const length of range(n)) found.push(found[length - 1].flatMap((list) => free(n, list).map((column) => [...list, column])));
  return found;
}
const sizes = (/** @type {number} */ n) => levels(n).map(({ length }) => length);
/** The number of lists without attacks that can be extended. @param {number} n */
const inner = (n) => sum(sizes(n).slice(0, -1));
/** The number of their extensions. @param {number} n */
const tried = (n) => n * inner(n);

/** The events of plain backtracking: the kind, and the list after it; a rejected column is the last of its list. @param {number} n */
function backtracking(n) {
  /** @type {[string, List][]} */
  const events = [];
  const extend = (/** @type {List} */ list) => {
    if (list.length === n) events.push(["solution", list]);
    else for (const column of range(n)) {
      const longer = [...list, column];
      if (clashes(longer)) events.push(["reject", longer]);
      else {
        events.push(["place", longer]);
        extend(longer);
        events.push(["remove", list]);
      }
    }
  };
  extend([]);
  return events;
}
/** The events of backtracking up to the first of a kind. @param {number} n @param {string} kind */
const until = (n, kind) => backtracking(n).slice(0, backtracking(n).findIndex(([event]) => event === kind));
const ofKind = (/** @type {[string, List][]} */ events, /** @type {string} */ kind) => events.filter(([event]) => event === kind);
/** The square of the last queen, for engines that fill column by column. @param {List} list */
const lastSquare = (list) => `${"abcdef"[list.length - 1]}${list.at(-1)}`;

/** Nodes of a search that always branches on the row or column with the fewest free squares. @param {number} n */
function scarcestFirst(n) {
  let [nodes, belowFirst] = [0, 0];
  const search = (/** @type {[number, number][]} */ queens) => {
    nodes += 1;
    if (queens.length > 1 && queens[0].join() === "1,1") belowFirst += 1;
    const lines = [0, 1].flatMap((along) => range(n).filter((line) => !queens.some((queen) => queen[along] === line))
      .map((line) => range(n).map((other) => /** @type {[number, number]} */ (along === 0 ? [line, other] : [other, line]))
        .filter(([r, c]) => !queens.some(([a, b]) => a === r || b === c || Math.abs(a - r) === Math.abs(b - c)))));
    const scarcest = lines.sort((a, b) => a.length - b.length)[0] ?? [];
    for (const queen of scarcest) search([...queens, queen]);
  };
  search([]);
  return { nodes, belowFirst };
}

/** The eight images of a solution. @param {List} list */
function images(list) {
  const turned = (/** @type {List} */ one) => one.map((_, at) => one.length - one.indexOf(at + 1));
  const turns = [list, turned(list), turned(turned(list)), turned(turned(turned(list)))];
  return [...turns, ...turns.map(mirrored)].map(words);
}

/** The fewest steps from empty jugs of 3 and 5 litres to 4 litres. */
function jugSteps() {
  const known = new Set(["0,0"]);
  for (let [count, edge] = [0, [[0, 0]]]; ; count++) {
    if (edge.some((jugs) => jugs.includes(4))) return count;
    edge = edge.flatMap(([a, b]) => {
      const [out, back] = [Math.min(a, 5 - b), Math.min(b, 3 - a)];
      return [[3, b], [a, 5], [0, b], [a, 0], [a - out, b + out], [a + back, b - back]];
    }).filter((jugs) => !known.has(jugs.join()) && known.add(jugs.join()));
  }
}

/** Knuth's estimate along a path. @param {List} path */
function estimate(path) {
  let [total, product] = [1, 1];
  path.forEach((_, row) => { total += product *= free(path.length, path.slice(0, row)).length; });
  return total;
}

/**
 * The right answers of each lesson: of its prediction and of its exercises. The letter is that of a choice.
 * @type {Record<string, (number | string)[]>}
 */
const ANSWERS = {
  generate: [factorial(6), lists(5).length, "b", words(solutions(5)[7])],
  scan: [tried(6), lastSquare(ofKind(backtracking(5), "place")[2][1]), ofKind(until(6, "remove"), "place").length, ofKind(until(4, "solution"), "reject").length],
  // 1,965: the article in the world of 68' micros.
  flags: [1965, "c4", 8 - 1 + 2 - 5, solutions(6).length],
  stack: ["b", words(until(6, "remove").filter(([event]) => event === "place").at(-1)?.[1] ?? []),
    lastSquare(ofKind(backtracking(6).slice(until(6, "remove").length), "place")[0][1]), ofKind(backtracking(4), "remove").length],
  // 15,720: Eight Queens part one, 2013.
  counters: [15_720, lists(6).length / 36, words(ofKind(backtracking(4), "place").map(([, list]) => list).filter(([column]) => column === 1).sort((a, b) => b.length - a.length)[0]), tried(4)],
  strings: [sum(sizes(8)), 4, 9, words(free(6, [2, 4]))],
  // No source has the number of matches: the test asks the API.
  rules: ["matches", "f1", words(mirrored(solutions(6)[0])), tried(4) + ofKind(backtracking(4), "place").length],
  search: [inner(6), ofKind(until(5, "solution"), "place").length, jugSteps(), 4],
  // Half of the tree without its last row, and the root.
  masks: [(inner(6) - 1) / 2 + 1, 4, words(free(6, [2, 5])), "4 6"],
  links: [scarcestFirst(8).nodes, 30, "d2", scarcestFirst(4).belowFirst],
  // 2,680 solutions for 11 queens, 724 for 10: OEIS A000170.
  growth: [sum(sizes(9)), sizes(8).indexOf(Math.max(...sizes(8))), estimate([1, 3, 5, 2, 4]), 11],
  symmetry: [new Set(levels(8)[8].map((list) => images(list).sort()[0])).size, "5 3 1 6 4 2", new Set(images(solutions(6)[0])).size, "c"],
};

/** Wrong squares, by lesson. @type {Record<string, string>} */
const WRONG_SQUARES = { scan: "c1", flags: "c3", stack: "e5", rules: "a1", links: "e5" };

/**
 * Enters an answer into a form and presses its button.
 * @param {import("playwright-core").Locator} form
 * @param {number | string} answer
 * @param {string} button
 */
async function enter(form, answer, button) {
  if (await form.locator("[role=grid]").count() > 0) await form.locator(`[role=gridcell][aria-label^="${answer}"]`).click();
  else if (await form.getByRole("radio").count() > 0) await form.locator(`input[value=${answer}]`).check();
  else await form.locator("input").fill(String(answer));
  await form.getByRole("button", { name: button, exact: true }).click();
}

/** @param {import("playwright-core").Locator} form @param {RegExp} text */
const feedback = (form, text) => form.locator(".lesson-feedback").filter({ hasText: text }).waitFor();

/** A wrong answer of the same form. @param {string} id @param {number | string} right */
function wrong(id, right) {
  if (typeof right === "number") return right + 1000;
  if (right.includes(" ")) return right.split(" ").map(() => 1).join(" ");
  return /^[a-h]$/.test(right) ? "d" : WRONG_SQUARES[id];
}

/** The smallest letters of visible text, in pixels. @param {string} within */
const smallest = (within) => page.locator(within).evaluate((root) => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let least = Infinity;
  while (walker.nextNode()) {
    const { textContent, parentElement } = walker.currentNode;
    if (!textContent?.trim() || !parentElement?.checkVisibility() || parentElement.closest(".unseen")) continue;
    least = Math.min(least, parseFloat(getComputedStyle(parentElement).fontSize));
  }
  for (const input of root.querySelectorAll("input")) if (input.type === "number" || input.type === "text") least = Math.min(least, parseFloat(getComputedStyle(input).fontSize));
  return least;
});

describe("lessons", () => {
  for (const [at, { id, title, question }] of LESSONS.entries()) {
    test(`${id}: its board steps, and its questions are checked`, { context: { viewport: { width: 1280, height: 720 }, reducedMotion: "reduce" } }, async () => {
      await go(`#lesson?l=${id}`);
      await reads(".lesson h2", new RegExp(title));
      await reads(".lesson .lead", new RegExp(question.slice(0, 20)));
      await reads(".told", /The board is empty/);
      for (let step = 0; step < 2; step++) await page.keyboard.press("ArrowRight");
      await page.waitForFunction(() => /[a-f][1-6]|olumn|row/.test(document.querySelector(".told")?.textContent ?? ""));
      assert.match(await page.getByRole("link", { name: "Open in Steps" }).getAttribute("href") ?? "", /^#steps\?m=[a-z-]+&n=[4-8]&at=2$/);
      const [predicted, ...answers] = ANSWERS[id];
      let value = predicted;
      if (value === "matches") {
        const compared = await (await fetch(`${API}/compare`, { method: "POST", headers: { "content-type": "application/json" }, body: '{"problem": "queens 6", "engines": ["rules"]}' })).json();
        value = compared.engines[0].counted.matches;
      }
      const prediction = page.locator(".lesson-prediction");
      await press("Compute");
      await feedback(prediction, /Enter a whole number|Choose one/);
      await enter(prediction, id === "stack" ? "a" : 7, "Compute");
      await feedback(prediction, id === "stack" ? /half as many.*The laboratory: the same number/ : /Your prediction: 7\. The laboratory: /);
      if (id !== "stack") assert.equal(Number((await prediction.locator(".lesson-value").innerText()).replaceAll(",", "")), value);
      for (const [index, right] of answers.entries()) {
        const form = page.locator(".lesson-exercise").nth(index);
        assert.equal(await form.getByRole("button", { name: "Show the answer" }).count(), 0);
        await enter(form, wrong(id, right), "Check");
        await form.locator('[data-verdict="bad"]').filter({ hasText: /Too|No|not|wrong|belong|attacks|missing/ }).waitFor();
        const shown = form.getByRole("button", { name: "Show the answer" });
        if (index === 1) {
          await shown.click();
          await feedback(form, /^The answer is /);
        } else await shown.waitFor();
        await enter(form, right, "Check");
        await feedback(form, /^Right\. /);
      }
      // Presented, all text can be read from four metres.
      assert.ok(await smallest(".lesson-text >> nth=0") === 18);
      await page.locator(".lesson h2").first().click();
      await page.keyboard.press("p");
      await page.locator(".lessons[data-presenting]").waitFor();
      assert.ok(await smallest(".lesson") >= 24, `${await smallest(".lesson")} pixels`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      assert.equal(await page.locator("header.top").isVisible(), false);
      const bottom = await page.locator(".lesson-board").evaluate((board) => board.getBoundingClientRect().height);
      assert.ok(bottom <= 720, `the board and its buttons are ${bottom} pixels high`);
      // Each button of the player can be pressed, and after an answer the keys work again.
      for (const name of ["Start", "Back", "Forward", "End"]) {
        const isFree = await page.locator(".lesson-board .transport").getByRole("button", { name }).evaluate((button) => {
          const { left, right, top, bottom } = button.getBoundingClientRect();
          return right <= innerWidth && button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
        });
        assert.ok(isFree, `${name} is covered`);
      }
      await page.locator(".lesson-prediction button[type=submit]").press("Enter");
      await page.waitForFunction(() => document.activeElement === document.body);
      // The next lesson stays presented; the list shows the progress.
      await page.locator("a[rel=next], .lesson-turn a >> nth=-1").first().click();
      await reads("h2, .lesson-list a", new RegExp(LESSONS[at + 1]?.title ?? "Generate and test"));
      assert.equal(await page.locator(".lessons[data-presenting]").count(), at + 1 < LESSONS.length ? 1 : 0);
      await go("#lesson");
      await page.locator(".lesson-list li").nth(at).filter({ hasText: "Complete" }).waitFor();
      quiet();
    });
  }

  test("the way to the lessons, and the choice of an engine", async () => {
    await go("");
    await page.getByRole("link", { name: "Teach or learn: twelve lessons" }).click();
    await page.getByRole("link", { name: "8. State-space search" }).click();
    await reads(".told", /The board is empty/);
    await page.getByRole("radio", { name: "breadth-first" }).check();
    await reads(".told", /The board is empty/);
    await page.getByRole("button", { name: "Forward" }).click();
    await reads(".told", /The next board of the queue/);
    await page.getByRole("link", { name: "Open in Steps" }).click();
    await page.waitForURL(/#steps\?m=state-space-bfs&n=5&at=1/);
    await go("#lesson?l=nothing");
    await reads(".lesson-list", /Dancing links/);
    await go("#lesson?l=flags");
    await reads(".told", /The board is empty/);
    for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowRight");
    // A queen on a1: row 0, diagonals 0 and 5 of a board of 6.
    await reads("#say", /Column 2: row 2 is attacked/);
    await page.locator(".lesson-holds dd").nth(2).waitFor();
    assert.deepEqual(await page.locator(".lesson-holds dd").allTextContents(), ["100000", "10000000000", "00000100000"]);
    await page.setViewportSize({ width: 390, height: 844 });
    await press("Present");
    await page.locator(".lessons[data-presenting]").waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    quiet();
  });

  test("a presented lesson is read page by page, with notes in another window", { context: { viewport: { width: 1280, height: 720 }, reducedMotion: "reduce" } }, async () => {
    await go("#lesson?l=flags");
    await reads(".told", /The board is empty/);
    const [notes] = await Promise.all([page.waitForEvent("popup"), page.keyboard.press("n")]);
    await notes.getByRole("heading", { name: "3. Flags" }).waitFor();
    await notes.getByText(/^Plan about \d+ minutes/).waitFor();
    await page.keyboard.press("p");
    await page.locator(".lessons[data-presenting]").waitFor();
    const scrolled = () => page.locator(".lessons").evaluate(({ scrollTop }) => scrollTop);
    // The page before the prediction has all of the text before it; there the keys step.
    await page.keyboard.press("PageDown");
    await reads(".told", /a queen goes to a1/);
    for (let step = 1; step < 10; step++) await page.keyboard.press("PageDown");
    await reads(".lesson-board .player", /10 of 1,050/);
    assert.equal(await scrolled(), 0);
    await page.keyboard.press("PageDown");
    const top = (await page.locator(".lesson-prediction").boundingBox())?.y ?? -1;
    assert.ok(top >= 0 && top < 40, `the prediction is at ${top}`);
    await reads(".lesson-board .player", /10 of 1,050/);
    // Every paragraph and question is on a screen as a whole, in order.
    const seen = new Set();
    for (let pages = 0; pages < 12 && /l=flags/.test(page.url()); pages++) {
      for (const text of await page.locator(".lesson-text").evaluateAll((blocks) => blocks.flatMap((block) => [...block.children])
        .filter((part) => part.getBoundingClientRect().top >= 0 && part.getBoundingClientRect().bottom <= innerHeight).map((part) => part.textContent))) seen.add(text);
      await page.keyboard.press("PageDown");
    }
    await page.waitForURL(/l=stack/);
    for (const text of (await contentOf("flags")).text) assert.ok(seen.has(text.replaceAll("`", "")), text);
    assert.equal([...seen].filter((text) => /^Exercise \d/.test(text)).length, 3);
    // The notes follow.
    await notes.getByRole("heading", { name: "4. Without recursion" }).waitFor();
    await reads(".lesson h2", /Without recursion/);
    await page.keyboard.press("PageUp");
    await page.waitForURL(/l=flags/);
    await page.waitForFunction(() => document.querySelector(".lessons").scrollTop > innerHeight);
    for (let pages = 0; pages < 8; pages++) await page.keyboard.press("PageUp");
    await page.waitForURL(/l=scan/);
    await page.keyboard.press("Escape");
    await notes.close();
    // The printed lesson ends with the notes.
    assert.equal(await page.locator(".printed-notes").isVisible(), false);
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator(".printed-notes").isVisible(), true);
    assert.equal(await page.locator(".printed-notes p").count(), 4);
    for (const { id } of LESSONS) {
      const count = (await contentOf(id)).notes.length;
      assert.ok(count >= 3, `notes of ${id}`);
    }
    quiet();
  });

  test("the notebooks are up to date", async () => {
    const script = fileURLToPath(new URL("../../../../.ci/lessons", import.meta.url));
    assert.equal(execFileSync(process.execPath, [script, "--check"], { encoding: "utf8" }), "12 notebooks are up to date\n");
  });
});
