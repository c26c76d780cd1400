// What the result of a game says about help, against the log of the game: what the page has shown after each action.

import assert from "node:assert/strict";
import { describe } from "node:test";
import { puzzlesOf } from "../play/today/days.js";
import { DIGESTS, FIRST_LEVELS } from "../play/puzzles/level-digests.js";
import { boardDigest, boardKey, levelsWithDigest } from "../play/puzzles/level-index.js";
import { KINDS } from "../play/puzzles/level-kinds.js";
import { storedPuzzle } from "./daily.mjs";
import { API, go, page, press, quiet, reads, square, test } from "./harness.mjs";
import { PUZZLE } from "./views.mjs";

/**
 * The rows of the puzzle of a seed.
 * @param {number} size
 * @param {number} stars
 * @param {string} rating
 * @param {number} seed
 * @returns {Promise<string[]>}
 */
async function generated(size, stars, rating, seed) {
  return (await (await generate(size, stars, rating, seed)).json()).puzzles[0].puzzle.regions;
}

/**
 * @param {number} size
 * @param {number} stars
 * @param {string} rating
 * @param {number} seed
 */
function generate(size, stars, rating, seed) {
  const body = JSON.stringify({ size, stars, rating, seed });
  return fetch(`${API}/puzzle/generate`, { method: "POST", headers: { "content-type": "application/json" }, body });
}

/** A board with other names, turned by a quarter, as in an address. @param {string[]} rows */
function turned(rows) {
  const last = rows.length - 1;
  const renamed = rows.map((row) => [...row].map((letter) => String.fromCharCode(65 + last - (letter.charCodeAt(0) - 65))));
  return renamed.map((_, column) => renamed.map((row) => row[column]).reverse().join("")).join(".");
}

const SOLUTION = ["b1", "g2", "c3", "e4", "a5", "f6", "d7"];

/** A random number generator whose numbers are the same in every run (Park and Miller). @param {number} seed */
function randomFrom(seed) {
  let state = seed;
  return (/** @type {number} */ below) => { state = (state * 48271) % 2147483647; return state % below; };
}

/** True if the page names or highlights a square now. */
const showsSquares = () => page.evaluate(() => document.querySelectorAll("[role=gridcell].read, [role=gridcell].wrong, [role=gridcell].proposed").length > 0
  || /\b[a-g][1-7]\b/.test(document.querySelector(".told-hint")?.textContent ?? ""));

/** Waits for the answer of Hint or Check. @param {string} name */
async function ask(name) {
  const answer = page.waitForResponse(/puzzle\/(hint|check)/, { timeout: 20_000 }).catch(() => null);
  await press(name);
  await answer;
  await page.waitForTimeout(100);
}

/** @param {number} number @param {string} noun */
const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

describe("the log of a game", () => {
  test("crossing out everything and checking shows no square, and counts as a check", async () => {
    await go(`#puzzles?r=${PUZZLE}&m=${"x".repeat(49)}`);
    await reads(".rated", /Easy/);
    await ask("Check");
    await reads(".told-hint", /^7 marks are wrong\.$/);
    assert.equal(await showsSquares(), false);
    for (const name of SOLUTION) await square(name).click({ button: "right" });
    await page.getByRole("dialog", { name: /no hints, 1 check$/ }).waitFor();
    await press("Share");
    await reads(".win", /Copied/);
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /\n\d+:\d\d, no hints, 1 check\n/);
    quiet();
  });

  for (const seed of [11, 12, 13]) {
    test(`the result counts what was shown (seed ${seed})`, async () => {
      const random = randomFrom(seed);
      await go(`#puzzles?r=${PUZZLE}`);
      await reads(".rated", /Easy/);
      const log = { hints: 0, checks: 0 };
      for (let move = 0; move < 14; move++) {
        const before = await showsSquares();
        const action = random(6);
        if (action === 0) {
          await ask("Check");
          log.checks += 1;
        } else if (action === 1 && await page.getByRole("button", { name: "Hint", exact: true }).isVisible()) {
          await ask("Hint");
        } else if (action === 2) {
          await page.reload();
          await square("a1").waitFor();
          await reads(".rated", /Easy/);
        } else if (action === 3) {
          await page.getByRole("link", { name: "N queens", exact: true }).click();
          await page.waitForURL(/#game/);
          await page.goBack();
          await square("a1").waitFor();
          await reads(".rated", /Easy/);
        } else {
          await square(`${"abcdefg"[random(7)]}${1 + random(7)}`).click();
        }
        const isShown = await showsSquares();
        if (isShown && !(before && action > 1)) log.hints += 1;
      }
      await press("Clear marks").catch(() => {});
      for (const name of SOLUTION) await square(name).click({ button: "right" });
      const words = [log.hints ? counted(log.hints, "hint") : "no hints", log.checks && counted(log.checks, "check")].filter(Boolean).join(", ");
      const dialog = page.getByRole("dialog");
      await dialog.waitFor();
      assert.match(String(await dialog.getAttribute("aria-label")), new RegExp(`, ${words}$`), JSON.stringify(log));
    });
  }

  test("an import that names a wrong mark counts as a hint, and does not blame the puzzle", async () => {
    await go("#counts");
    await page.locator(".counts").first().waitFor();
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.setData("text/plain", text);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }, `${PUZZLE.replaceAll(".", "\n")}\n\n.x.....\n${".......\n".repeat(6)}`);
    await reads(".toast", /Its marks contradict it: b1 cannot be empty/);
    assert.doesNotMatch(await page.locator(".toast").innerText(), /no solution/);
    await reads(".rated", /Easy/);
    for (const name of SOLUTION) await square(name).click({ button: "right" });
    await page.getByRole("dialog", { name: /1 hint$/ }).waitFor();
    quiet();
  });

  test("a board is a level whatever the names of its regions and however it is turned", async () => {
    for (const [size, stars, rating, number] of /** @type {[number, number, string, number][]} */ ([[5, 1, "gentle", 1], [6, 1, "gentle", 100], [9, 1, "hard", 17], [8, 2, "medium", 26]])) {
      await go(`#puzzles?r=${turned(await generated(size, stars, rating, number))}&s=${stars}`);
      await reads(".level-title", new RegExp(`^${size} x ${size}${stars === 2 ? ", 2 queens each" : ""}, ${rating}, level ${number}$`));
    }
    // A level that is not among the first is known once it was opened.
    const other = turned(await generated(6, 1, "gentle", 4711));
    await go(`#puzzles?r=${other}`);
    await reads(".solved-levels", /none of the levels 1 to 100 of each kind/);
    await go("#puzzles?n=6&l=gentle-4711");
    await page.waitForURL(/l=gentle-4711.*r=/);
    await go(`#puzzles?r=${other}`);
    await reads(".level-title", /^6 x 6, gentle, level 4711$/);
    // An address cannot make another board a level.
    await go(`#puzzles?r=${PUZZLE}&l=easy-1`);
    await page.locator("main > .instead", { hasText: /not the level that its address names \(7 x 7, easy, level 1\)/ }).waitFor();
    await reads(".solved-levels", /^This puzzle is none of the levels 1 to 100 of each kind, of the puzzles of the days up to \w+, \d+ \w+ \d+, and of the 300 levels that you opened here last\.$/);
    quiet();
  });

  test("a board of a day is recognised, and leads to the day", async () => {
    for (const [day, name] of [["2026-01-03", "Saturday, 3 January 2026"], ["2026-11-22", "Sunday, 22 November 2026"]]) {
      for (const { id, stars } of puzzlesOf(day)) {
        await go(`#puzzles?r=${turned((await storedPuzzle(day, id)).regions)}&s=${stars}`);
        await reads(".solved-levels", new RegExp(`^This is a puzzle of ${name}\\.$`));
        assert.equal(await page.locator(".solved-levels a").getAttribute("href"), `#today?d=${day}&k=${id}`);
      }
    }
    quiet();
  });

  test("the digests are those of the boards that the generator makes", async () => {
    const random = randomFrom(71);
    const kinds = Object.entries(KINDS).flatMap(([stars, { sizes, ratings }]) => sizes.flatMap((size) => ratings.map((rating) => ({ size, stars: Number(stars), rating }))));
    const drawn = Array.from({ length: 12 }, () => ({ ...kinds[random(kinds.length)], number: 1 + random(FIRST_LEVELS) }));
    for (const { size, stars, rating, number } of drawn) {
      const rows = await generated(size, stars, rating, number);
      const regions = [...rows.join("")];
      const found = levelsWithDigest(DIGESTS, { n: size, stars }, boardDigest(boardKey({ n: size, stars, regions, marks: regions.map(() => ".") })));
      assert.ok(found.some((one) => one.rating === rating && one.number === number), `${size} ${stars} ${rating} ${number}`);
    }
    // No level is left out: each that is offered exists.
    for (const { size, stars, rating } of kinds) {
      const runs = Object.entries(DIGESTS[`${size}-${stars}-${rating}`]);
      const digested = new Set(runs.flatMap(([first, text]) => Array.from({ length: text.length / 3 }, (_, at) => Number(first) + at)));
      for (let number = 1; number <= FIRST_LEVELS; number++) {
        assert.ok(digested.has(number), `${size} ${stars} ${rating} ${number}`);
      }
    }
  });
});
