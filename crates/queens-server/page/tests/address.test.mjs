// Tests of addresses: a setting that is not valid is named, with what is valid; an address that changes is followed.

import assert from "node:assert/strict";
import { describe } from "node:test";
import { PARTS, modulePath } from "../shell/sections.js";
import { go, page, press, quiet, reads, test } from "./harness.mjs";
import { VIEWS } from "./views.mjs";

const QUARTERS = "AABB.AABB.CCDD.CCDD";

/** For each section, a bad value of each of its settings, and what the message names as valid. @type {Record<string, [string, RegExp][]>} */
const BAD = {
  today: [["d=2020-01-01", /from 2026-01-01 to today/], ["k=99", /easy, medium, hard/], ["r=!", /use the whole link/]],
  puzzles: [["l=fiendish-1", /gentle, easy, medium, hard/], ["l=hard-0", /from 1 to 999999/], ["n=14&s=2&l=hard-1", /n=14.*from 8 to 11/], ["n=99&l=hard-1", /from 5 to 14/],
    ["r=AAB", /a word for each row/], [`r=${QUARTERS}&s=9`, /from 1 to 6/], [`r=${QUARTERS}&m=zz`, /\. x y q g b/], [`r=${QUARTERS}&m=${"x".repeat(17)}`, /at most 16 marks/]],
  game: [["n=200", /from 4 to 16/], ["g=foo", /free, backwards/], ["d=foo", /gentle, easy, medium, hard/], ["n=5&d=hard", /gentle, easy/], ["l=0", /from 1 to 999999/], ["n=6&m=zz", /\. x q g/], ["g=free&n=200", /from 1 to 100/]],
  create: [["r=AAB", /a word for each row/], ["y=foo", /no such choice/], [`r=${QUARTERS}&s=9`, /from 1 to 6/], [`r=${QUARTERS}&m=zz`, /\. x y q g b/]],
  lesson: [["l=foo", /generate, scan/], ["l=flags&present=7", /use 1/], ["l=flags&notes=7", /use 1/]],
  steps: [["m=foo", /no such choice/], ["n=99", /from 1 to 32/], ["v=foo", /no such choice/], ["at=abc", /from 0 to/], ["n=4&at=9999", /here is the last one/], ["bm=x", /numbers of steps/], ["code=foo", /python/], ["tree=foo", /whole/], ["first=x", /use 1/], ["present=x", /use 1/]],
  race: [["m=foo", /no such engine/], ["n=99", /from 1 to 32/], ["v=foo", /no such choice/], ["l=7", /use 1/], ["go=x", /use 1/], ["present=x", /use 1/]],
  search: [["p=foo", /no such choice/], ["s=foo", /no such choice/], ["at=abc", /from 0 to/], ["at=99999", /here is the last one/], ["p=route&x=Foo", /Arad/], ["p=route&y=Foo", /Arad/], ["present=x", /use 1/]],
  own: [["n=99", /from 1 to 12/], ["t=77", /no such choice/], ["m=foo", /backtracking/], ["c=xx", /no code that can be read/]],
  board: [["n=200", /from 1 to 100/], ["c=0", /from 1 to 100/], ["v=foo", /no such choice/], ["q=z99", /not on this board of 8 x 8/], ["g=z99", /not on this board/], ["h=z99", /not on this board/], ["w=z99", /not on this board/],
    ["n=4&r=AAB", /4 words of 4 letters/], ["s=foo", /number of a solution/], ["a=foo", /no such choice/], ["n=3&a=least&x=1", /3 lines of 3 whole numbers/]],
  solutions: [["n=99", /from 1 to 32/], ["v=foo", /no such choice/], ["n=5&o=99", /the last one is 2/]],
  counts: [["n=99", /from 1 to 60/], ["c=foo", /campaign/]],
  engines: [["m=foo", /no engine called foo/], ["v=foo", /no variant called foo/]],
  technique: [["id=foo", /from the list/], ["from=foo", /today, puzzles/]],
};

describe("the lists of the tests", () => {
  test("every section is in them", async () => {
    const sections = PARTS.map(([id]) => id);
    const viewed = Object.values(VIEWS).map(([hash]) => hash.slice(1).split("?", 1)[0] || "home");
    assert.deepEqual(sections.filter((id) => !viewed.includes(id)), [], "VIEWS of views.mjs");
    // The first screen has no settings.
    assert.deepEqual(sections.filter((id) => id !== "home" && !Object.hasOwn(BAD, id)), [], "BAD of this file");
  });
});

/** Waits for a message. @param {RegExp} text */
const warned = (text) => page.locator("main").getByText(text).first().waitFor();

describe("settings of an address", () => {
  for (const [part, cases] of Object.entries(BAD)) {
    test(`${part}: each bad value has a message that names what is valid`, async () => {
      for (const [query, wanted] of [...cases, ["unknown=1", /unknown=1 is not valid/]]) {
        await page.goto("about:blank");
        await go(`#${part}?${query}`);
        await warned(/** @type {RegExp} */ (wanted));
      }
      const tried = new Set(cases.flatMap(([query]) => [...new URLSearchParams(query).keys()]));
      const known = await page.evaluate(async (path) => {
        const main = /** @type {HTMLScriptElement} */ (document.querySelector("script[src*='main.js']")).src;
        const silent = { store: { view: { part: "", query: {} }, patch() {}, go() {}, subscribe() {} }, say() {}, warn() {}, hasPart: () => true, styled: async () => {} };
        return Object.keys((await import(new URL(path, main).href)).create(silent).settings);
      }, modulePath(part));
      assert.deepEqual(known.filter((key) => !tried.has(key)), [], "each setting is tried");
    });
  }

  test("a level without a size is that of 8 x 8, and its message goes with the next board", async () => {
    await go("#puzzles?l=hard-1");
    await page.waitForURL(/l=hard-1.*r=/);
    assert.equal(await page.locator("[role=gridcell]").count(), 64);
    assert.equal(await page.locator("main > .instead").innerText(), "");
    await go("#puzzles?n=14&s=2&l=hard-1&unknown=1");
    await page.waitForURL(/l=hard-1.*r=/);
    await warned(/n=14 is not valid.*unknown=1 is not valid/);
    await go("#puzzles?r=AAB");
    await warned(/r=AAB is not valid/);
    await press("Next");
    await page.waitForURL(/l=hard-2/);
    assert.equal(await page.locator("main > .instead").innerText(), "");
    quiet();
  });

  test("two queens each on 14 x 14: the sizes that there are, in a sentence", async () => {
    await go("#puzzles?n=14&l=easy-1");
    await page.waitForURL(/l=easy-1.*r=/);
    await page.getByLabel("Queens in each").first().selectOption("2");
    await reads(".levels", /no levels of 14 x 14 with 2 queens each, only from 8 to 11\. This one is 11 x 11/);
    quiet();
  });

  test("a section that is open follows its address", async () => {
    const pairs = [["puzzles?n=6&l=gentle-2", "puzzles?n=7&l=easy-3"], ["game?n=6&d=easy&l=1", "game?n=7&d=easy&l=2"], ["board?n=5", "board?n=6&q=b1"],
      ["steps?m=flags&n=4&at=3", "steps?m=bitmask&n=5&at=7"], ["solutions?n=5", "solutions?n=6&o=1"], ["engines?m=flags", "engines?m=bitmask"], ["lesson?l=flags", "lesson?l=scan"], [`create?r=${QUARTERS}`, "create?r=AAB.ABB.CCC"]];
    const shown = () => page.evaluate(() => [...document.querySelectorAll("[role=gridcell]")].map((cell) => cell.getAttribute("aria-label")).join("|") + (document.querySelector("main h2")?.textContent ?? ""));
    /** What the section shows once nothing is loading and nothing changes any more. */
    const settled = async () => {
      await page.waitForLoadState("networkidle");
      for (let [last, now] = ["", await shown()]; ; [last, now] = [now, await shown()]) {
        if (now === last) return now;
        await page.waitForTimeout(300);
      }
    };
    for (const [one, other] of pairs) {
      await page.goto("about:blank");
      await go(`#${other}`);
      const fresh = await settled();
      await page.goto("about:blank");
      await go(`#${one}`);
      await settled();
      await page.evaluate((hash) => { location.hash = hash; }, other);
      // The old board stays until the new one has been made.
      for (let tries = 0; tries < 20 && await settled() !== fresh; tries++) await page.waitForTimeout(300);
      assert.equal(await shown(), fresh, other);
    }
    quiet();
  });
});
