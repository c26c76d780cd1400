// Tests of the results of the daily puzzles: the calendar, the streak with its freezes, statistics, and the way to another browser.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe } from "node:test";
import { daysAfter } from "../play/today/days.js";
import { packText } from "../shared/packed-text.js";
import { THURSDAY, boardOf, importFile, openAt, placeQueens, solvedIn, storedPuzzle } from "./daily.mjs";
import { URL, go, page, press, quiet, reads, test } from "./harness.mjs";

/** Records of a puzzle solved on each of some days in a row. @param {string} first @param {number} days */
function solvedFor(first, days) {
  const each = Array.from({ length: days }, (_, at) => daysAfter(first, at));
  return Object.fromEntries(each.map((day) => [day, { easy: solvedIn(day, 40) }]));
}

/** A record of a puzzle of 7 x 7 that was played and not solved. @param {string} date */
const begunOn = (date) => ({ ...solvedIn(date, 20), solved: false, regions: "A".repeat(49), marks: ".".repeat(49) });

/** A browser that forbids storage, as some do in a frame of another site. */
function blockStorage() {
  Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("denied", "SecurityError"); } });
}

/** A browser that has no room left. */
function fillStorage() {
  Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
}

describe("archive and results", () => {
  test("the calendar shows months from January 2026 to today, with the solved puzzles", async () => {
    await openAt("#today", "2026-03-01T10:00:00+01:00");
    await importFile({ "2026-02-14": { easy: solvedIn("2026-02-14", 30), two: solvedIn("2026-02-15", 300) } });
    const calendar = page.locator(".daily-calendar");
    await reads(".daily-calendar h2", /^March 2026$/);
    // 1 March 2026 is a Sunday; the days after it have not come yet.
    assert.deepEqual(await calendar.locator("thead th").allInnerTexts(), ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]);
    assert.equal(await calendar.locator("tbody tr").first().locator("td").last().innerText(), "1");
    assert.deepEqual([await calendar.locator("a").count(), await calendar.locator(".closed").count()], [1, 30]);
    assert.equal(await calendar.getByRole("button", { name: "Next month" }).isDisabled(), true);
    await press("Previous month");
    await reads(".daily-calendar h2", /^February 2026$/);
    assert.equal(await calendar.locator("a").count(), 28);
    const day = calendar.getByRole("link", { name: "Saturday, 14 February 2026; solved: Easy and Two queens" });
    assert.deepEqual([await day.locator(".pip").count(), await day.locator(".solved").count()], [4, 2]);
    await press("Previous month");
    await reads(".daily-calendar h2", /^January 2026$/);
    assert.equal(await calendar.locator("a").count(), 31);
    assert.equal(await calendar.getByRole("button", { name: "Previous month" }).isDisabled(), true);
    await press("Next month");
    await day.click();
    await reads(".daily h2.day", /^Saturday, 14 February 2026$/);
    await reads(".offer", /^Today's puzzles$/);
    quiet();
  });

  test("streaks count days with a puzzle solved on its day, and times are by size", async () => {
    await openAt("#today", `${THURSDAY}T10:00:00+01:00`);
    const streak = (/** @type {RegExp} */ text) => reads(".daily-statistics p", text);
    await streak(/^Streak: 0 days\. Longest: 0 days\. Freezes: 0\.$/);
    // Across the end of a month; 2 November was solved a day late.
    await importFile({
      "2026-10-30": { medium: solvedIn("2026-10-30", 100) }, "2026-10-31": { easy: solvedIn("2026-10-31", 20) }, "2026-11-01": { medium: solvedIn("2026-11-01", 200) },
      "2026-11-02": { medium: solvedIn("2026-11-03", 60) }, "2026-11-24": { easy: solvedIn("2026-11-24", 41) }, "2026-11-25": { easy: solvedIn("2026-11-25", 30) },
    });
    await streak(/^Streak: 2 days\. Longest: 3 days\. Freezes: 0\.$/);
    const rows = await page.locator(".daily-statistics tbody tr").allInnerTexts();
    assert.deepEqual(rows.map((row) => row.split("\t").map((cell) => cell.trim())),
      [["Easy", "3", "3", "0:20", "0:30"], ["Medium", "3", "3", "1:00", "2:00"], ...["Hard", "Two queens", "Three queens"].map((name) => [name, "0", "", "", ""])]);
    const { queens } = await storedPuzzle(THURSDAY, "easy");
    await boardOf(6);
    await placeQueens(queens);
    await streak(/^Streak: 3 days\. Longest: 3 days\./);
    await page.clock.setSystemTime("2026-11-28T10:00:00+01:00");
    await page.reload();
    await streak(/^Streak: 0 days\. Longest: 3 days\./);
    quiet();
  });

  test("results are exported and imported, and the better one stays", async () => {
    await openAt("#today", `${THURSDAY}T10:00:00+01:00`);
    await importFile({ "2026-11-20": { easy: solvedIn("2026-11-20", 50, 1), medium: solvedIn("2026-11-21", 90) } });
    await reads(".daily-statistics", /Imported the results of 2 puzzles/);
    const saved = page.waitForEvent("download");
    await press("Export");
    const download = await saved;
    assert.equal(download.suggestedFilename(), "queens-daily-2026-11-26.json");
    const text = await readFile(await download.path(), "utf8");
    await importFile(text);
    await reads(".daily-statistics", /Nothing to import/);
    // A slower time, and one on the day itself.
    await importFile({ "2026-11-20": { easy: solvedIn("2026-11-20", 70), medium: solvedIn("2026-11-20", 95) } });
    await reads(".daily-statistics", /Imported the results of 1 puzzle\./);
    assert.deepEqual(await page.evaluate(() => JSON.parse(localStorage["queens.daily"]).days["2026-11-20"]),
      { easy: solvedIn("2026-11-20", 50, 1), medium: solvedIn("2026-11-20", 95) });
    const before = await page.evaluate(() => localStorage["queens.daily"]);
    for (const [file, message] of /** @type {[object | string, RegExp][]} */ ([
      ["{", /not JSON/], ["7", /no results of daily puzzles/], ["{}", /no results of daily puzzles/], ['{"schema": "queens/daily/2"}', /has the form queens\/daily\/2, and this page reads queens\/daily\/1 only/],
      [{ "2026-13-01": {} }, /"2026-13-01" is not a day/], [{ [THURSDAY]: { two: solvedIn(THURSDAY, 1) } }, /2026-11-26 has no puzzle "two"/],
      [{ [THURSDAY]: { easy: solvedIn(THURSDAY, -3) } }, /no valid seconds/], [{ [THURSDAY]: { easy: { ...solvedIn(THURSDAY, 3), solved: false } } }, /no valid regions/],
    ])) {
      await importFile(file);
      await reads(".daily-statistics .bad", message);
      await reads(".daily-statistics .bad", /Nothing was imported/);
    }
    assert.equal(await page.evaluate(() => localStorage["queens.daily"]), before);
    quiet();
  });

  test("a freeze is earned, shown, and kept for a day that is missed", async () => {
    const { queens } = await storedPuzzle(THURSDAY, "easy");
    await openAt(`#today?d=${THURSDAY}&k=easy`, `${THURSDAY}T10:00:00+01:00`);
    await boardOf(6);
    await importFile(solvedFor("2026-11-20", 6));
    await reads(".daily-statistics p", /^Streak: 6 days\. Longest: 6 days\. Freezes: 0\.$/);
    await placeQueens(queens);
    await reads(".win .pill", /7 days\+1 freeze earned/);
    await reads(".streak", /7\s*days\s*1 freeze/);
    await page.clock.setSystemTime("2026-11-28T10:00:00+01:00");
    await page.reload();
    await reads(".daily-statistics p", /^Streak: 7 days\. Longest: 7 days\. Freezes: 0\.$/);
    const name = "Friday, 27 November 2026; missed, and the streak kept by a freeze";
    for (const list of [".week", ".daily-calendar"]) await page.locator(list).getByRole("link", { name }).waitFor();
    await page.locator(".brand").click();
    await reads(".home .pill", /^7 days$/);
    await page.locator(".home .week").getByRole("link", { name }).waitFor();
    quiet();
  });

  test("a day that a freeze was spent on shows ice until a puzzle of it is solved", async () => {
    await openAt("#today", "2026-11-28T10:00:00+01:00");
    const words = "Friday, 27 November 2026; missed, and the streak kept by a freeze";
    const looks = async (/** @type {string} */ name) => {
      const [inWeek, inMonth] = [".week", ".daily-calendar"].map((list) => page.locator(list).getByRole("link", { name, exact: true }));
      await inMonth.waitFor();
      return [await inWeek.locator(".disc").getAttribute("class"), await inMonth.locator(".icon").count(), await inMonth.locator(".pip.solved").count()];
    };
    await importFile({ ...solvedFor("2026-11-20", 7), "2026-11-27": { easy: begunOn("2026-11-28") } });
    assert.deepEqual(await looks(words), ["disc frozen", 1, 0]);
    await importFile({ "2026-11-27": { easy: solvedIn("2026-11-28", 40), medium: solvedIn("2026-11-28", 90) } });
    assert.deepEqual(await looks(`${words}; solved: Easy and Medium`), ["disc some", 0, 2]);
    await reads(".daily-statistics p", /^Streak: 7 days\. Longest: 7 days\. Freezes: 0\.$/);
    quiet();
  });

  test("a puzzle that was not solved for 60 days is not imported", async () => {
    await openAt("#today", `${THURSDAY}T10:00:00+01:00`);
    const [kept, dropped] = ["2026-09-27", "2026-09-26"];
    await importFile({ [dropped]: { easy: begunOn(dropped) } });
    await reads(".daily-statistics", /Nothing to import/);
    await importFile({ [dropped]: { easy: begunOn(dropped), medium: solvedIn(dropped, 40) }, [kept]: { easy: begunOn(kept) } });
    await reads(".daily-statistics", /Imported the results of 2 puzzles\./);
    await importFile({ [dropped]: { easy: begunOn(dropped) }, [kept]: { easy: begunOn(kept) } });
    await reads(".daily-statistics", /Nothing to import/);
    quiet();
  });

  test("a link takes the results to another browser, which asks first", async () => {
    await openAt("#today", `${THURSDAY}T10:00:00+01:00`);
    await importFile(solvedFor("2026-11-20", 6));
    await reads(".daily-statistics", /Imported the results of 6 puzzles\./);
    await press("Send a link");
    await reads(".daily-statistics", /Copied/);
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(link.startsWith(`${URL}/#today?r=`), link);
    const hash = link.slice(URL.length + 1);
    await openAt(hash, `${THURSDAY}T10:00:00+01:00`);
    await reads(".results-offer", /^This link brings results of 6 puzzles\. Are they yours\?/);
    assert.equal(await page.evaluate(() => localStorage["queens.daily"]), undefined);
    await press("No");
    await reads(".daily-statistics p", /^Streak: 0 days/);
    assert.equal(await page.locator(".results-offer:visible").count(), 0);
    await go(hash);
    await press("Import them");
    await reads(".toast", /Imported the results of 6 puzzles\./);
    await reads(".daily-statistics p", /^Streak: 6 days/);
    await page.waitForURL(/#today$/);
    await go(hash);
    await reads(".results-offer", /^Nothing to import: the results of this link are here already\./);
    await go(hash.slice(0, -12));
    const unreadable = /^The link is damaged or too long: copy it again, or export the results to a file\. Nothing was imported\./;
    await reads(".results-offer", unreadable);
    for (const [text, message] of /** @type {[string, RegExp][]} */ ([
      ["{", /^This link is not JSON\. Nothing was imported\./], ["7", /^This link has no results of daily puzzles\./],
      ['{"schema": "queens/daily/2"}', /^This link has the form queens\/daily\/2, and/], [" ".repeat(2_000_001), unreadable],
    ])) {
      await go(`#today?r=${await packText(text, 32_000)}`);
      await reads(".results-offer", message);
    }
    await go("#today?r=%21");
    await reads(".instead", /r=! is not valid: use the whole link that another browser made/);
    quiet();
  });

  test("a browser that stores nothing says so, plays, and gives the results away", async () => {
    const { queens } = await storedPuzzle(THURSDAY, "easy");
    for (const block of [blockStorage, fillStorage]) {
      await openAt("", `${THURSDAY}T10:00:00+01:00`);
      await page.addInitScript(block);
      await page.reload();
      await go(`#today?d=${THURSDAY}&k=easy`);
      await boardOf(6);
      await reads(".daily-statistics .bad", /^This browser stores nothing for this page/);
      await placeQueens(queens);
      await page.getByRole("dialog").waitFor();
      await reads(".daily-statistics p", /^Streak: 1 day\./);
      await page.getByRole("link", { name: "Puzzles", exact: true }).click();
      await page.waitForURL(/#puzzles/);
      await go("#today?d=2026-11-20&k=medium");
      await boardOf(9);
      await go(`#today?d=${THURSDAY}&k=easy`);
      await reads(".result-of-day", /^Solved in/);
      await page.locator(".daily-statistics summary").click();
      await press("Send a link");
      await reads(".daily-statistics", /Copied/);
      const link = await page.evaluate(() => navigator.clipboard.readText());
      await openAt(link.slice(URL.length + 1), `${THURSDAY}T10:00:00+01:00`);
      await press("Import them");
      await reads(".daily-statistics p", /^Streak: 1 day\./);
      assert.equal(await page.locator(".daily-statistics .bad").innerText(), "");
      quiet();
    }
  });
});
