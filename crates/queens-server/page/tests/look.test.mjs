// Tests of the look: size of text, width, touch targets, first screen of a phone, patterns, forced colours, print, motion.

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

describe("sections", () => {
  for (const section of Object.keys(SECTIONS)) {
    test(`${section}: nothing overflows at 320 pixels or at twice the size, text has 16 pixels, and touch targets 40`, { context: { viewport: { width: 320, height: 640 } } }, async () => {
      await open(section);
      const width = () => page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(await width() <= 320, `${await width()} pixels of 320`);
      // A window of 1280 pixels at 200 %.
      await page.setViewportSize({ width: 640, height: 400 });
      assert.ok(await width() <= 640, `${await width()} pixels of 640`);
      const smallText = await page.evaluate(() => [...document.querySelectorAll("body *")].filter((element) =>
        element instanceof HTMLElement && element.checkVisibility() && !element.closest(".files, .ranks, .squares")
        && [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim())
        && parseFloat(getComputedStyle(element).fontSize) < 16).map((element) => element.outerHTML.slice(0, 120)));
      assert.deepEqual(smallText, []);
      await page.setViewportSize(PHONE.viewport);
      const smallTargets = await page.evaluate(() => [...document.querySelectorAll("button, select, input, textarea, summary, header a, nav a")].flatMap((element) => {
        if (!element.checkVisibility() || element.closest(".squares")) return [];
        const target = element.closest("label:not(.field)") ?? element;
        const { width, height } = target.getBoundingClientRect();
        return height < 40 || width < 32 ? [`${target.outerHTML.slice(0, 120)}: ${width} x ${height}`] : [];
      }));
      assert.deepEqual(smallTargets, []);
      quiet();
    });
  }

  for (const section of Object.keys(SECTIONS)) {
    test(`${section}: a button that cannot act says why`, async () => {
      await open(section);
      await page.locator("summary").evaluateAll((all) => all.forEach((summary) => { summary.parentElement.open = true; }));
      const silent = await page.locator("button:disabled").evaluateAll((all) => all.filter((button) => !button.title
        && !document.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent).map((button) => button.outerHTML.slice(0, 120)));
      assert.deepEqual(silent, []);
      quiet();
    });
  }

  for (const section of ["board", "puzzles", "steps"]) {
    test(`${section}: the first screen of a phone has the board and the verdict`, { context: PHONE }, async () => {
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
