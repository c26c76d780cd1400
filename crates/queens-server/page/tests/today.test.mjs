// Tests of the part Today: the puzzles of a day, their records, sharing, and the first screen.

import assert from "node:assert/strict";
import { describe } from "node:test";
import { STORED_MONTHS, daysAfter, puzzlesOf } from "../play/today/days.js";
import {
  SATURDAY, SUNDAY, THURSDAY, boardOf, emojiOf, importFile, openAt, placeQueens, shownRegions, solvedIn, storedPuzzle,
} from "./daily.mjs";
import { URL, go, onServer, page, post, press, quiet, reads, reopen, square, test } from "./harness.mjs";

/** The day after the stored ones. */
const UNSTORED = daysAfter(`${STORED_MONTHS[1]}-28`, 10);

describe("the puzzles of a day", () => {
  test("those of a stored month need no generator", async () => {
    await openAt("#today", `${SUNDAY}T10:00:00+01:00`);
    await page.route("**/api/**", (route) => route.abort());
    for (const [day, id, size] of [[THURSDAY, "easy", 6], [THURSDAY, "hard", 11], ["2026-02-28", "medium", 9], [SATURDAY, "two", 10], [SUNDAY, "three", 14]]) {
      await go(`#today?d=${day}&k=${id}`);
      await boardOf(size);
      assert.deepEqual(await shownRegions(size), (await storedPuzzle(day, id)).regions, `${day}, ${id}`);
    }
    await go("");
    await page.waitForFunction(() => document.querySelectorAll(".home-board svg").length === 4);
    quiet();
  });

  test("each of a week has exactly one solution, the stored one, and its rating", async () => {
    for (let at = 0; at < 7; at++) {
      const day = daysAfter("2026-11-23", at);
      for (const { id, size, stars, rating } of puzzlesOf(day)) {
        const { regions, queens } = await storedPuzzle(day, id);
        const puzzle = { size, stars, regions };
        const { count, complete, solutions } = await post("puzzle/solutions", { puzzle });
        assert.deepEqual([count, complete], [1, true], `${day}, ${id}`);
        const names = solutions[0].map(([row, column]) => `${"abcdefghijklmn"[column]}${row + 1}`);
        assert.deepEqual(names.sort(), queens.sort(), `${day}, ${id}`);
        assert.equal((await post("puzzle/rate", { puzzle })).rating, rating, `${day}, ${id}`);
      }
    }
  });

  test("three a day, and one with two or three queens in each unit at weekends", async () => {
    for (const [day, name, puzzles] of /** @type {[string, RegExp, string[]][]} */ ([
      [THURSDAY, /^Thursday, 26 November 2026$/, ["Easy6 x 6", "Medium8 x 8", "Hard11 x 11"]],
      [SATURDAY, /^Saturday, 28 November 2026$/, ["Easy7 x 7", "Medium9 x 9", "Hard12 x 12", "Two queens10 x 10"]],
      [SUNDAY, /^Sunday, 29 November 2026$/, ["Easy7 x 7", "Medium9 x 9", "Hard12 x 12", "Three queens14 x 14"]],
    ])) {
      await openAt("#today", `${day}T10:00:00+01:00`);
      await reads("h2", name);
      assert.deepEqual(await page.locator(".sizes a").allTextContents(), puzzles);
    }
  });

  test("those of a later day are asked for, by day and name", onServer, async () => {
    const { regions } = await storedPuzzle("2026-11-27", "medium");
    await openAt("#counts", `${UNSTORED}T10:00:00+01:00`);
    await page.route("**/puzzle/daily", (route) => route.fulfill({ json: { puzzles: [{ puzzle: { size: 9, stars: 1, regions }, solution: [] }] } }));
    const asked = page.waitForRequest("**/puzzle/daily");
    await go(`#today?d=${UNSTORED}&k=medium`);
    await boardOf(9);
    assert.deepEqual((await asked).postDataJSON(), { day: UNSTORED, puzzle: "medium" });
    assert.deepEqual(await shownRegions(9), regions);
    quiet();
  });

  test("the day is that of the player's time zone; an address from a zone that is ahead works", async () => {
    const time = "2026-11-26T23:30:00Z";
    await openAt("#today", time, { timezoneId: "Asia/Tokyo" });
    await reads("h2", /^Friday, 27 November 2026$/);
    await openAt("#today", time, { timezoneId: "America/Los_Angeles" });
    await reads("h2", /^Thursday, 26 November 2026$/);
    await go("#today?d=2026-11-27&k=medium");
    await reads("h2", /^Friday, 27 November 2026$/);
  });

  test("an address that no day or puzzle has shows today, with a message", async () => {
    await openAt("#today?d=2026-02-29", `${THURSDAY}T10:00:00+01:00`);
    await reads(".instead", /d=2026-02-29 is not valid/);
    await reads("h2", /^Thursday, 26 November 2026$/);
    for (const day of ["2025-12-31", "2026-11-29"]) {
      await go(`#today?d=${day}`);
      await reads(".instead", new RegExp(`d=${day} is not valid: use a day from 2026-01-01 to today`));
    }
    await go(`#today?d=${THURSDAY}&k=two`);
    await reads(".instead", /k=two is not valid: use one of easy, medium, hard on this day/);
    quiet();
  });

  test("a puzzle that cannot be generated is reported, and asked for again", onServer, async () => {
    await reopen({});
    await page.clock.install({ time: `${UNSTORED}T10:00:00+01:00` });
    await page.route("**/puzzle/daily", (route) => route.fulfill({ status: 503, contentType: "application/problem+json", body: '{"detail": "too many searches at once"}' }), { times: 1 });
    await go(`#today?d=${UNSTORED}&k=medium`);
    await reads(".daily-head .bad", /too many searches at once/);
    const { regions } = await storedPuzzle("2026-11-27", "medium");
    await page.route("**/puzzle/daily", (route) => route.fulfill({ json: { puzzles: [{ puzzle: { size: 9, stars: 1, regions }, solution: [] }] } }));
    await press("Try again");
    await boardOf(9);
    assert.equal(await page.locator(".daily-head .bad").innerText(), "");
  });

  test("midnight offers the new day, and does not switch to it", async () => {
    await openAt("#today?k=medium", `${THURSDAY}T23:59:00+01:00`);
    await boardOf(8);
    assert.equal(await page.locator(".offer").innerText(), "");
    await page.clock.runFor(90_000);
    await reads(".offer", /^A new day has begun: Friday, 27 November 2026$/);
    await reads("h2", /^Thursday, 26 November 2026$/);
    await page.locator(".offer a").click();
    await reads("h2", /^Friday, 27 November 2026$/);
    assert.equal(await page.locator(".offer").innerText(), "");
  });
});

describe("playing a puzzle of a day", () => {
  test("marks, time and hints are kept", async () => {
    await openAt(`#today?d=${THURSDAY}&k=medium`, `${THURSDAY}T10:00:00+01:00`);
    await boardOf(8);
    await square("c3").focus();
    await page.keyboard.press("x");
    await press("Hint");
    await page.locator(".read").first().waitFor();
    await page.clock.runFor(75_000);
    await page.getByRole("link", { name: "Puzzles", exact: true }).click();
    await page.waitForURL(/#puzzles/);
    await page.reload();
    await go(`#today?d=${THURSDAY}&k=medium`);
    await boardOf(8);
    assert.match(await square("c3").getAttribute("aria-label"), /crossed out/);
    await reads(".sizes a[aria-current]", /begun/i);
    const record = await page.evaluate((day) => JSON.parse(localStorage["queens.daily"]).days[day].medium, THURSDAY);
    assert.equal(record.hints, 1);
    assert.ok(record.seconds >= 75 && record.seconds < 200, `${record.seconds} s`);
    await go("#today");
    await reads(".sizes a[aria-current]", /Medium/);
    quiet();
  });

  test("a day that is chosen in the calendar is in view on a phone", async () => {
    await openAt("#today", `${THURSDAY}T10:00:00+01:00`, { viewport: { width: 390, height: 844 } });
    await boardOf(6);
    await page.locator(".days").getByRole("link", { name: /^Friday, 20 November 2026/ }).click();
    await reads("h2", /^Friday, 20 November 2026$/);
    await boardOf(7);
    const { top, bottom } = await page.locator("h2.day").evaluate((title) => title.getBoundingClientRect().toJSON());
    assert.ok(top >= 0 && bottom <= 844, `${top} to ${bottom}`);
    quiet();
  });

  test("the panel of the win and the reply of Share are in view on a laptop's screen", async () => {
    const { queens } = await storedPuzzle(THURSDAY, "easy");
    await openAt(`#today?d=${THURSDAY}&k=easy`, `${THURSDAY}T10:00:00+01:00`, { viewport: { width: 1366, height: 768 } });
    await boardOf(6);
    await placeQueens(queens);
    const panel = page.locator(".win");
    const bottom = () => panel.evaluate(async (element) => {
      await Promise.all(element.getAnimations().map(({ finished }) => finished));
      return element.getBoundingClientRect().bottom;
    });
    await reads(".win", /^Solved/);
    assert.ok(await bottom() <= 768, "the panel");
    await panel.getByRole("button", { name: "Share" }).focus();
    await page.keyboard.press("Enter");
    await reads(".win", /Copied/);
    assert.ok(await bottom() <= 768, "the reply");
    quiet();
  });

  test("the result is shown, kept, and shared without the solution", async () => {
    const { queens, regions } = await storedPuzzle(THURSDAY, "easy");
    await openAt("#today", `${THURSDAY}T10:00:00+01:00`);
    await boardOf(6);
    assert.equal(await page.locator(".result-of-day:visible").count(), 0);
    await placeQueens(queens.slice(0, -1));
    await page.clock.runFor(65_000);
    await placeQueens(queens.slice(-1));
    await reads(".sizes a[aria-current]", /solved in \d:\d\d/i);
    await page.reload();
    await go(`#today?d=${THURSDAY}&k=easy`);
    await boardOf(6);
    await reads(".result-of-day", /^Solved in \d:\d\d, no hints\./);
    for (const name of queens) assert.match(await square(name).getAttribute("aria-label"), /queen/);
    const time = /in (\d:\d\d)/.exec(await page.locator(".result-of-day").innerText())[1];
    await page.locator(".result-of-day").getByRole("button", { name: "Share" }).click();
    await reads(".result-of-day", /Copied/);
    const lines = (await page.evaluate(() => navigator.clipboard.readText())).split("\n");
    assert.deepEqual(lines.slice(0, 2), [`Queens ${THURSDAY} easy, 6 x 6`, `${time}, no hints`]);
    // The colours of the queens, in the order in which they were found, which also survives the reload.
    assert.equal(lines[2], queens.map((name) => emojiOf(regions, name)).join(""));
    assert.equal(new Set(lines[2]).size, 6);
    assert.deepEqual(lines.slice(3), [`${URL}/#today?d=${THURSDAY}&k=easy`]);
    await page.locator(".result-of-day").getByRole("button", { name: "Next: Medium" }).click();
    await page.waitForURL(/k=medium/);
    await boardOf(8);
    assert.equal(await page.locator(".result-of-day:visible").count(), 0);
    assert.match(await page.evaluate(() => document.activeElement?.textContent ?? ""), /Medium/);
    quiet();
  });

  test("a device with a touch screen shares the result by its own dialog", { context: { timezoneId: "Europe/Berlin", hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } } }, async () => {
    await page.clock.install({ time: `${THURSDAY}T10:00:00+01:00` });
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "share", { value: async (/** @type {ShareData} */ { text }) => { document.title = String(text?.split("\n")[0]); } });
    });
    await go("#today");
    await importFile({ "2026-11-21": { two: solvedIn("2026-11-21", 700, 2) } });
    await go("#today?d=2026-11-21&k=two");
    await boardOf(10);
    await reads(".result-of-day", /Solved in 11:40, 2 hints\./);
    await page.locator(".result-of-day").getByRole("button", { name: "Share" }).click();
    await page.waitForFunction(() => document.title === "Queens 2026-11-21 two, 10 x 10, 2 queens each");
    quiet();
  });

  test("two windows do not undo each other", async () => {
    const address = `#today?d=${THURSDAY}&k=medium`;
    await openAt(address, `${THURSDAY}T10:00:00+01:00`);
    await boardOf(8);
    const second = await page.context().newPage();
    await second.goto(`${URL}/${address}`);
    const marked = second.locator("[role=gridcell]").first();
    await marked.focus();
    await second.keyboard.press("x");
    await second.waitForFunction((day) => JSON.parse(localStorage["queens.daily"] ?? "{}").days?.[day], THURSDAY);
    await page.getByRole("link", { name: "Puzzles", exact: true }).click();
    await page.waitForURL(/#puzzles/);
    await page.goBack();
    assert.equal(await page.evaluate((day) => JSON.parse(localStorage["queens.daily"]).days[day].medium.marks[0], THURSDAY), "x");
    quiet();
  });

  test("two windows: each shows the marks and the help of both, also after a reload", async () => {
    const address = `#today?d=${THURSDAY}&k=medium`;
    await openAt(address, `${THURSDAY}T10:00:00+01:00`);
    await boardOf(8);
    const second = await page.context().newPage();
    await second.goto(`${URL}/${address}`);
    const [a1, h8] = [second.locator("[role=gridcell]").first(), second.locator("[role=gridcell]").last()];
    await a1.focus();
    await second.keyboard.press("x");
    await page.locator("[role=gridcell]").first().and(page.locator("[aria-label*='crossed out']")).waitFor();
    await square("h8").focus();
    await page.keyboard.press("x");
    await h8.and(second.locator("[aria-label*='crossed out']")).waitFor();
    await press("Check");
    await reads(".told-hint", /wrong/);
    await page.reload();
    await boardOf(8);
    for (const name of ["a1", "h8"]) assert.match(String(await square(name).getAttribute("aria-label")), /crossed out/);
    assert.equal(await page.evaluate((day) => JSON.parse(localStorage["queens.daily"]).days[day].medium.checks, THURSDAY), 1);
    quiet();
  });

  test("a puzzle that is begun before midnight and solved after it counts for its day", async () => {
    const { queens } = await storedPuzzle(THURSDAY, "easy");
    await openAt(`#today?d=${THURSDAY}&k=easy`, `${THURSDAY}T23:59:30+01:00`);
    await boardOf(6);
    await placeQueens(queens.slice(0, 3));
    await page.clock.runFor(60_000);
    await placeQueens(queens.slice(3));
    await page.getByRole("dialog").waitFor();
    await reads(".daily-statistics p", /^Streak: 1 day\. Longest: 1 day\./);
    // Yesterday's puzzle, begun today, does not.
    await openAt(`#today?d=${THURSDAY}&k=easy`, "2026-11-27T10:00:00+01:00");
    await boardOf(6);
    await placeQueens(queens);
    await page.getByRole("dialog").waitFor();
    await reads(".daily-statistics p", /^Streak: 0 days/);
    quiet();
  });

  test("a shared result, pasted, opens its day", async () => {
    await openAt("#counts", `${SATURDAY}T10:00:00+01:00`);
    await page.locator(".counts").first().waitFor();
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.setData("text/plain", text);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }, `Queens ${THURSDAY} easy, 6 x 6\n0:12, no hints\n${"🟥🟧🟨🟩🟦🟪\n".repeat(6)}https://example.org/#today?d=${THURSDAY}&k=easy`);
    await reads("h2", /^Thursday, 26 November 2026$/);
    await boardOf(6);
    quiet();
  });

  test("marks of a puzzle that was left 60 days ago are dropped, results are not", async () => {
    const unsolved = (/** @type {string} */ date) => ({ seconds: 5, hints: 0, checks: 0, date, solved: false, regions: "AABBCCD".repeat(7), marks: "x".padEnd(49, ".") });
    await openAt("#today", `${THURSDAY}T10:00:00+01:00`);
    await importFile({ "2026-05-01": { easy: unsolved("2026-09-26"), medium: solvedIn("2026-05-01", 9) }, "2026-05-02": { easy: unsolved("2026-09-27") } });
    await reads(".daily-statistics", /Imported/);
    const days = await page.evaluate(() => JSON.parse(localStorage["queens.daily"]).days);
    assert.deepEqual([Object.keys(days["2026-05-01"]), Object.keys(days["2026-05-02"])], [["medium"], ["easy"]]);
  });
});

describe("the first screen", () => {
  test("it leads to the puzzle of today, and shows how far it is", async () => {
    await openAt("", `${THURSDAY}T10:00:00+01:00`);
    await page.locator(".home-board .region").first().waitFor();
    assert.deepEqual(await page.locator(".home-boards .home-go").allInnerTexts(), ["Play", "Play", "Play"]);
    await page.getByRole("link", { name: /^Easy/ }).click();
    await boardOf(6);
    await importFile({ "2026-11-25": { easy: solvedIn("2026-11-25", 40) }, [THURSDAY]: { easy: solvedIn(THURSDAY, 185) } });
    await reads(".daily-statistics", /Imported/);
    await page.locator(".brand").click();
    await page.getByRole("link", { name: /^Easy.*Solved in 3:05$/ }).waitFor();
    await reads(".home .pill", /^2 days$/);
    const week = page.getByRole("list", { name: "The last seven days" }).getByRole("link");
    assert.deepEqual(await week.locator("[data-day]").evaluateAll((days) => days.map((day) => day.getAttribute("data-day"))), ["Fr", "Sa", "Su", "Mo", "Tu", "We", "Th"]);
    assert.deepEqual(await Promise.all([4, 5, 6].map((at) => week.nth(at).getAttribute("aria-label"))),
      ["Tuesday, 24 November 2026", "Wednesday, 25 November 2026; solved: Easy", "Thursday, 26 November 2026; solved: Easy"]);
    await page.getByRole("link", { name: /^Medium.*Play$/ }).click();
    await boardOf(8);
    await square("a1").focus();
    await page.keyboard.press("x");
    await page.locator(".brand").click();
    await page.getByRole("link", { name: /^Medium.*Resume$/ }).click();
    await page.waitForURL(/#today\?d=2026-11-26&k=medium/);
    quiet();
  });
});
