// The difficulty that the page shows is the one that the command finds for the board that the page shows.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { describe } from "node:test";
import { puzzlesOf } from "../play/today/days.js";
import { go, page, press, quiet, reads, square, test } from "./harness.mjs";
import { PUZZLE } from "./views.mjs";

const COMMAND = process.env.QUEENS_COMMAND ?? "";
const withCommand = { skip: !COMMAND && "QUEENS_COMMAND is not set" };

/** The letter of a clue in a drawing, by its words on the page. @type {[string, string][]} */
const CLUES = [["given queen", "G"], ["given as empty", "H"]];

/** The puzzle on the board, as text: its regions, then its clues. */
async function drawnPuzzle() {
  const labels = await page.locator(".stage [role=gridcell]").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label") ?? ""));
  const size = Math.sqrt(labels.length);
  assert.ok(Number.isInteger(size) && size > 0, `${labels.length} squares`);
  const regions = labels.map((label) => /region ([A-Z])/.exec(label)?.[1] ?? "?");
  const clues = labels.map((label) => CLUES.find(([words]) => label.includes(words))?.[1] ?? ".");
  const drawing = (/** @type {string[]} */ squares) => Array.from({ length: size }, (_, row) => squares.slice(row * size, row * size + size).join("")).join("\n");
  return clues.every((clue) => clue === ".") ? drawing(regions) : `${drawing(regions)}\n\n${drawing(clues)}`;
}

/**
 * The rating of the puzzle on the board by the command.
 * @param {number} stars
 * @returns {Promise<{rating: string, hardest_name: string}>}
 */
async function ratingByCommand(stars = 1) {
  const puzzle = await drawnPuzzle();
  const { stdout, stderr, status } = spawnSync(COMMAND, ["puzzle", "rate", "--stars", String(stars), "-f", "json"], { input: puzzle, encoding: "utf8" });
  assert.equal(status, 0, `${stderr}\n${puzzle}`);
  return JSON.parse(stdout);
}

/** The difficulty beside the board, once it is there. */
async function shownRating() {
  await reads(".rated", /(Gentle|Easy|Medium|Hard|Fiendish)\./);
  const text = await page.locator(".rated").innerText();
  return /(Gentle|Easy|Medium|Hard|Fiendish)\./.exec(text)?.[1].toLowerCase();
}

/** Pastes text anywhere. @param {string} text */
const paste = (text) => page.evaluate((pasted) => {
  const data = new DataTransfer();
  data.setData("text/plain", pasted);
  document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
}, text);

describe("the difficulty is that of the command", withCommand, () => {
  test("of levels, in their title and in the shared result", async () => {
    const levels = [[5, 1, "gentle", 7], [6, 1, "medium", 3], [7, 1, "hard", 12], [8, 1, "easy", 4096], [9, 1, "gentle", 58], [10, 1, "hard", 5], [8, 2, "easy", 1], [9, 2, "medium", 23], [10, 2, "hard", 2]];
    for (const [size, stars, rating, number] of levels) {
      await go(`#puzzles?n=${size}&s=${stars}&l=${rating}-${number}`);
      const title = `${size} x ${size}${stars === 2 ? ", 2 queens each" : ""}, ${rating}, level ${number}`;
      await reads(".level-title", new RegExp(`^${title}$`));
      const found = await ratingByCommand(Number(stars));
      assert.deepEqual([found.rating, await shownRating()], [rating, rating], title);
    }
    await go("#puzzles?n=7&l=hard-12");
    await page.waitForURL(/l=hard-12.*r=/);
    const { rating } = await ratingByCommand();
    const input = await drawnPuzzle();
    const solved = JSON.parse(spawnSync(COMMAND, ["puzzle", "solve", "-f", "json"], { input, encoding: "utf8" }).stdout);
    for (const [row, column] of solved.puzzle.queens) await square(`${"abcdefg"[column]}${row + 1}`).click({ button: "right" });
    await page.getByRole("dialog").waitFor();
    await press("Share");
    await reads(".win", /Copied/);
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), new RegExp(`^Queens 7 x 7, ${rating}, level 12\n`));
    quiet();
  });

  test("of the puzzles of a day, beside the board", async () => {
    for (const day of ["2026-01-03", "2026-11-29"]) {
      for (const { id, stars } of puzzlesOf(day)) {
        await page.goto("about:blank");
        await go(`#today?d=${day}&k=${id}`);
        const shown = await shownRating();
        assert.equal(shown, (await ratingByCommand(stars)).rating, `${day}, ${id}`);
      }
    }
    quiet();
  });

  test("of own, imported and drawn puzzles", async () => {
    await go(`#puzzles?r=${PUZZLE}`);
    assert.equal(await shownRating(), (await ratingByCommand()).rating);
    await page.locator("summary", { hasText: "New puzzle of any kind" }).click();
    for (const [seed, given] of [[1, 0], [2, 0], [3, 0], [4, 2], [5, 3]]) {
      await page.getByLabel("Seed").fill(String(seed));
      await page.getByLabel("Given queens").fill(String(given));
      await press("Generate a puzzle");
      await reads("form [role=status]", new RegExp(`^This puzzle has the seed ${seed}: `));
      const told = (await page.locator("form [role=status]").innerText()).split(": ")[1];
      const { rating } = await ratingByCommand();
      assert.deepEqual([told, await shownRating()], [`${rating}.`, rating], `seed ${seed}, ${given} given`);
    }

    // Two queens in each, from another program: the number is in the text.
    const stars = "BBCCCCCD.BBBCGCCD.BBGGGGGD.ABHHGGGD.AHHHGGGD.AHHHHGED.AFFFFEED.AAFFFEEE";
    await paste(`2 stars\n${stars.replaceAll(".", "\n")}`);
    await reads(".demand", /^2 queens/);
    assert.equal(await shownRating(), (await ratingByCommand(2)).rating);

    await go(`#create?r=${PUZZLE}`);
    for (const [name, brush] of [["a1", "f"], ["b1", "a"], ["c7", "c"], ["a1", "*"]]) {
      await square(name).focus();
      await page.keyboard.press(brush);
      await reads(".rated", /solution/);
      const text = await page.locator(".rated").innerText();
      if (!text.startsWith("Exactly one solution.")) {
        assert.doesNotMatch(text, /gentle|easy|medium|hard|fiendish/i);
        continue;
      }
      const { rating, hardest_name: hardest } = await ratingByCommand();
      const words = [`${rating[0].toUpperCase()}${rating.slice(1)}.`, hardest && `The hardest step is "${hardest}".`].filter(Boolean).join(" ");
      assert.ok(text.endsWith(words), `${text} / ${words}`);
    }
    quiet();
  });

  test("of the gallery, below its pictures", async () => {
    await go("#create");
    const gallery = page.locator(".create-gallery");
    await gallery.getByLabel("How many").fill("4");
    await press("Fill the gallery");
    await reads(".create-gallery [role=status]", /^4 new puzzles/);
    const tiles = page.getByRole("button", { name: /^Edit the / });
    for (let at = 0; at < 4; at++) {
      const name = await tiles.nth(at).getAttribute("aria-label") ?? "";
      const [, caption] = /^Edit the (\w+) puzzle/.exec(name) ?? [];
      await tiles.nth(at).click();
      await page.waitForTimeout(200);
      const shown = await shownRating();
      const { rating } = await ratingByCommand();
      assert.deepEqual([caption, shown], [rating, rating], name);
    }
    quiet();
  });
});
