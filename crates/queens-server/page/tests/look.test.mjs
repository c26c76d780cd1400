// Tests of the look: style sheets, first screen of a phone, patterns, forced colours, print, motion.

import assert from "node:assert/strict";
import { describe } from "node:test";
import { go, page, quiet, square, test } from "./harness.mjs";
import { VIEWS } from "./views.mjs";

/** The views without the description of the API, and a board with a clash. @type {Record<string, string[]>} */
const { api: _, ...SECTIONS } = { ...VIEWS, board: ["#board?n=6&q=b1.c3.c5&g=f2&h=a6", ".verdict:not(:empty, [data-verdict=waiting])"] };

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Opens a section and waits until it is loaded. @param {string} section */
async function open(section) {
  const [hash, ready] = SECTIONS[section];
  await go(hash);
  await page.locator(ready).first().waitFor();
}

/** The computed style of every element of the page. */
const styles = () => page.evaluate(() => [...document.querySelectorAll("body *")].map((element) => {
  const style = getComputedStyle(element);
  return `${element.tagName} ${element.getAttribute("class")} ${[...style].map((name) => `${name}: ${style.getPropertyValue(name)}`).join("; ")}`;
}));

describe("style sheets", () => {
  for (const section of ["today", "puzzles", "create", "game"]) {
    test(`${section}: a visitor who comes from another entrance sees the same`, { context: { reducedMotion: "reduce" } }, async () => {
      await open(section);
      if (section === "today") await page.locator(".daily-statistics tbody").waitFor();
      await page.waitForTimeout(500);
      const before = await styles();
      assert.equal(await page.locator("link[href$='watch.css']").count(), 0);
      await page.evaluate(async () => {
        const sheet = /** @type {HTMLLinkElement} */ (document.querySelector("link[href$='parts.css']"));
        const load = (/** @type {string} */ name, /** @type {"before" | "after"} */ place) => new Promise((resolve) => {
          const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: sheet.href.replace("parts.css", name), onload: resolve });
          sheet[place](link);
        });
        await Promise.all([load("watch.css", "before"), load("teaching.css", "after")]);
      });
      const after = await styles();
      assert.deepEqual(after.filter((style, at) => style !== before[at]).map((style) => style.slice(0, 80)), []);
      quiet();
    });
  }
});

describe("the first screen of a phone", () => {
  for (const section of ["board", "puzzles", "steps"]) {
    test(`${section}: it has the board and the verdict`, { context: PHONE }, async () => {
      await open(section);
      for (const part of [".board", ".verdict"]) {
        const box = await page.locator(part).first().boundingBox();
        assert.ok(box && box.y >= 0 && box.y + box.height <= 844, `${part}: ${JSON.stringify(box)}`);
      }
      assert.equal(await page.evaluate(() => scrollY), 0);
    });
  }
});

describe("patterns for colour blindness", () => {
  const images = () => page.evaluate(() => new Set([...document.querySelectorAll(".tinted")].map((cell) => getComputedStyle(cell).backgroundImage)).size);

  test("one setting, in the menu of the page, is remembered", async () => {
    await open("puzzles");
    const box = page.getByRole("checkbox", { name: "Patterns for colour blindness" });
    assert.equal(await images(), 1);
    await page.getByLabel("Look of boards").click();
    assert.equal(await box.count(), 1);
    await box.check();
    assert.equal(await images(), 7);
    await page.reload();
    await page.locator(".tinted").first().waitFor();
    assert.equal(await images(), 7);
    await go("#board?n=4&c=5&r=AABBB.AABBB.CCDDD.CCDDD");
    await page.locator(".tinted").first().waitFor();
    assert.equal(await images(), 4);
    await page.getByLabel("Look of boards").click();
    await box.uncheck();
    assert.equal(await images(), 1);
    quiet();
  });
});

/** The number of squares whose region has a pattern that they do not show. */
const withoutPattern = () => page.evaluate(() =>
  [...document.querySelectorAll(".tinted:not(.pattern-0)")].filter((cell) => !getComputedStyle(cell).backgroundImage.includes("svg")).length);

describe("forced colours", () => {
  test("queens, regions, chosen things and clashes stay visible", { context: { forcedColors: "active" } }, async () => {
    const look = (/** @type {string} */ selector) => page.locator(selector).first().evaluate((element) => {
      const { color, backgroundColor } = getComputedStyle(element);
      return { color, backgroundColor, after: getComputedStyle(element, "::after").borderTopStyle };
    });
    await open("puzzles");
    const grounds = await page.evaluate(() => new Set([...document.querySelectorAll(".ground .region")].map((region) => getComputedStyle(region).fill)).size);
    assert.equal(grounds, 7);
    assert.equal((await look(".tinted")).color, "rgb(27, 22, 19)");
    assert.equal(await withoutPattern(), 0);
    await open("board");
    const [even, odd] = [await look(".square.even:not(.is-hole)"), await look(".square.odd:not(.is-hole)")];
    assert.notEqual(even.backgroundColor, odd.backgroundColor);
    assert.notEqual(even.color, even.backgroundColor);
    assert.equal((await look(".square.clash")).after, "dashed");
    const [chosen, other] = [await look(".modes input:checked + span"), await look(".modes input:not(:checked) + span")];
    assert.notEqual(chosen.backgroundColor, other.backgroundColor);
    const lines = await page.locator("nav [aria-current]").first().evaluate((link) => [getComputedStyle(link).borderBottomColor, getComputedStyle(link).borderTopColor]);
    assert.notEqual(lines[0], lines[1]);
  });
});

describe("print", () => {
  test("the board without controls, in its colours and patterns, with the letters of regions", { context: { colorScheme: "dark" } }, async () => {
    await open("puzzles");
    await page.emulateMedia({ media: "print" });
    const visible = await page.evaluate(() => [...document.querySelectorAll("button, input, select, textarea, nav, header, footer")].filter((element) => element.checkVisibility()).length);
    assert.equal(visible, 0);
    assert.equal(await withoutPattern(), 0);
    const { adjust, letter } = await page.locator('.tinted[data-name="G"]').evaluate((cell) => {
      return { adjust: getComputedStyle(cell).printColorAdjust, letter: getComputedStyle(cell, "::before").content };
    });
    assert.deepEqual([adjust, letter], ["exact", '"G"']);
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).color), "rgb(33, 26, 22)");
    await page.locator(".demand").waitFor();
  });
});

describe("motion", () => {
  for (const reducedMotion of /** @type {const} */ (["no-preference", "reduce"])) {
    test(`a queen arrives, ${reducedMotion}`, { context: { reducedMotion } }, async () => {
      await open("puzzles");
      await square("e5").click();
      await square("e5").click();
      const { animationName, animationDuration } = await square("e5").locator(".queen").evaluate((glyph) => getComputedStyle(glyph));
      assert.deepEqual([animationName, animationDuration], reducedMotion === "reduce" ? ["none", "0s"] : ["arrive", "0.2s"]);
    });
  }
});
