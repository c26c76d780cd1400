// Tests of the part Today: the puzzles of a day, their records, sharing, and the first screen.

import assert from "node:assert/strict";
import { describe } from "node:test";
import { STORED_MONTHS, daysAfter, puzzlesOf, seedOf } from "../play/today/days.js";
import { DIGESTS } from "../play/puzzles/level-digests.js";
import { boardDigest, boardKey, levelsWithDigest } from "../play/puzzles/level-index.js";
import { OPEN, QUEEN, consequences } from "../play/puzzle/state.js";
import {
  SATURDAY, THURSDAY, boardOf, emojiOf, generated, importFile, openAt, placeQueens, shownRegions, solvedIn,
} from "./daily.mjs";
import { URL, go, onServer, page, press, quiet, reads, reopen, square, test } from "./harness.mjs";

describe("the puzzles of a day", () => {
  test("they are those of the generator by size, rating and date", async () => {
    await openAt("#today", `${THURSDAY}T10:00:00+01:00`);
    for (const [day, id, size] of [[THURSDAY, "6", 6], [THURSDAY, "10", 10], ["2026-02-28", "8", 8], [SATURDAY, "10-2", 10]]) {
      await page.clock.setSystemTime(`${SATURDAY}T10:00:00+01:00`);
      await go(`#today?d=${day}&k=${id}`);
      await boardOf(size);
      assert.deepEqual(await shownRegions(size), (await generated(day, id)).regions, `${day}, ${id}`);
    }
    quiet();
  });

  test("those of a stored month need no generator, and are the same", async () => {
    await reopen({ timezoneId: "Europe/Berlin" });
    await page.clock.install({ time: "2026-12-06T10:00:00+01:00" });
    await page.route("**/puzzle/generate", (route) => route.abort());
    for (const [day, id, size] of [["2026-12-05", "10-2", 10], ["2026-12-06", "8", 8]]) {
      await go(`#today?d=${day}&k=${id}`);
      await boardOf(size);
      assert.deepEqual(await shownRegions(size), (await generated(day, id)).regions);
    }
    await go("");
    await page.waitForFunction(() => document.querySelectorAll(".home-board svg").length === 4);
    quiet();
  });

  test("the stored months have every day, its puzzles as their digests have them, and right solutions", async () => {
    const [first, last] = STORED_MONTHS;
    for (let day = `${first}-01`; day.slice(0, 7) <= last; day = daysAfter(day, 1)) {
      const dailies = puzzlesOf(day);
      const { DAYS } = await import(`../daily/${day.slice(0, 7)}.js`);
      assert.deepEqual(Object.keys(DAYS[day]).sort(), dailies.map(({ id }) => id).sort(), day);
      for (const { id, size: n, stars, rating } of dailies) {
        const [regions, columns] = DAYS[day][id].split(" ");
        const open = { n, stars, regions: [...regions], marks: new Array(n * n).fill(OPEN) };
        const levels = levelsWithDigest(DIGESTS, open, boardDigest(boardKey(open)));
        assert.ok(levels.some((level) => level.number === seedOf(day) && level.rating === rating), `${day}, ${id}`);
        const marks = [...open.marks];
        [...columns].forEach((column, at) => { marks[Math.floor(at / stars) * n + parseInt(column, 36)] = QUEEN; });
        assert.ok(consequences({ ...open, marks }).isDone, `${day}, ${id}`);
      }
    }
  });

  test("three sizes, and two queens in each at weekends", async () => {
    await openAt("#today", `${THURSDAY}T10:00:00+01:00`);
    await reads("h2", /^Thursday, 26 November 2026$/);
    assert.deepEqual(await page.locator(".sizes a > span:first-child").allTextContents(), ["6 x 6", "8 x 8", "10 x 10"]);
    await openAt("#today", `${SATURDAY}T10:00:00+01:00`);
    await reads("h2", /^Saturday, 28 November 2026$/);
    assert.deepEqual(await page.locator(".sizes a > span:first-child").allTextContents(), ["6 x 6", "8 x 8", "10 x 10", "10 x 10, 2 queens each"]);
  });

  test("the day is that of the player's time zone; an address from a zone that is ahead works", async () => {
    const time = "2026-11-26T23:30:00Z";
    await openAt("#today", time, { timezoneId: "Asia/Tokyo" });
    await reads("h2", /^Friday, 27 November 2026$/);
    await openAt("#today", time, { timezoneId: "America/Los_Angeles" });
    await reads("h2", /^Thursday, 26 November 2026$/);
    await go("#today?d=2026-11-27&k=8");
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
    await go(`#today?d=${THURSDAY}&k=10-2`);
    await reads(".instead", /k=10-2 is not valid: use one of 6, 8, 10 on this day/);
    quiet();
  });

  test("a puzzle that cannot be generated is reported, and asked for again", onServer, async () => {
    await reopen({});
    // The month after the stored ones.
    const [, last] = STORED_MONTHS;
    const day = daysAfter(`${last}-01`, 40);
    await page.clock.install({ time: `${day}T10:00:00+01:00` });
    await page.route("**/puzzle/generate", (route) => route.fulfill({ status: 503, contentType: "application/problem+json", body: '{"detail": "too many searches at once"}' }), { times: 1 });
    await go(`#today?d=${day}&k=8`);
    await reads(".daily-head .bad", /too many searches at once/);
    await press("Try again");
    await boardOf(8);
    assert.equal(await page.locator(".daily-head .bad").innerText(), "");
  });

  test("midnight offers the new day, and does not switch to it", async () => {
    await openAt("#today?k=8", `${THURSDAY}T23:59:00+01:00`);
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
    await openAt(`#today?d=${THURSDAY}&k=8`, `${THURSDAY}T10:00:00+01:00`);
    await boardOf(8);
    await square("c3").focus();
    await page.keyboard.press("x");
    await press("Hint");
    await page.locator(".read").first().waitFor();
    await page.clock.runFor(75_000);
    await page.getByRole("link", { name: "Puzzles", exact: true }).click();
    await page.waitForURL(/#puzzles/);
    await page.reload();
    await go(`#today?d=${THURSDAY}&k=8`);
    await boardOf(8);
    assert.match(await square("c3").getAttribute("aria-label"), /crossed out/);
    await reads(".sizes a[aria-current]", /begun/i);
    const record = await page.evaluate((day) => JSON.parse(localStorage["queens.daily"]).days[day][8], THURSDAY);
    assert.equal(record.hints, 1);
    assert.ok(record.seconds >= 75 && record.seconds < 200, `${record.seconds} s`);
    await go("#today");
    await reads(".sizes a[aria-current]", /8 x 8/);
    quiet();
  });

  test("a day that is chosen in the calendar is in view on a phone", async () => {
    await openAt("#today", `${THURSDAY}T10:00:00+01:00`, { viewport: { width: 390, height: 844 } });
    await boardOf(6);
    await page.locator(".days").getByRole("link", { name: /^Friday, 20 November 2026/ }).click();
    await reads("h2", /^Friday, 20 November 2026$/);
    await boardOf(6);
    const { top, bottom } = await page.locator("h2.day").evaluate((title) => title.getBoundingClientRect().toJSON());
    assert.ok(top >= 0 && bottom <= 844, `${top} to ${bottom}`);
    quiet();
  });

  test("the panel of the win and the reply of Share are in view on a laptop's screen", async () => {
    const { queens } = await generated(THURSDAY, "6");
    await openAt(`#today?d=${THURSDAY}&k=6`, `${THURSDAY}T10:00:00+01:00`, { viewport: { width: 1366, height: 768 } });
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
    const { queens, regions } = await generated(THURSDAY, "6");
    await openAt("#today", `${THURSDAY}T10:00:00+01:00`);
    await boardOf(6);
    assert.equal(await page.locator(".result-of-day:visible").count(), 0);
    await placeQueens(queens.slice(0, -1));
    await page.clock.runFor(65_000);
    await placeQueens(queens.slice(-1));
    await reads(".sizes a[aria-current]", /Solved: \d:\d\d/i);
    await page.reload();
    await go(`#today?d=${THURSDAY}&k=6`);
    await boardOf(6);
    await reads(".result-of-day", /^Solved in \d:\d\d, no hints\./);
    for (const name of queens) assert.match(await square(name).getAttribute("aria-label"), /queen/);
    const time = /in (\d:\d\d)/.exec(await page.locator(".result-of-day").innerText())[1];
    await page.locator(".result-of-day").getByRole("button", { name: "Share" }).click();
    await reads(".result-of-day", /Copied/);
    const lines = (await page.evaluate(() => navigator.clipboard.readText())).split("\n");
    assert.deepEqual(lines.slice(0, 2), [`Queens ${THURSDAY}, 6 x 6`, `${time}, no hints`]);
    // The colours of the queens, in the order in which they were found, which also survives the reload.
    assert.equal(lines[2], queens.map((name) => emojiOf(regions, name)).join(""));
    assert.equal(new Set(lines[2]).size, 6);
    assert.deepEqual(lines.slice(3), [`${URL}/#today?d=${THURSDAY}&k=6`]);
    await page.locator(".result-of-day").getByRole("button", { name: "Next: 8 x 8" }).click();
    await page.waitForURL(/k=8/);
    await boardOf(8);
    assert.equal(await page.locator(".result-of-day:visible").count(), 0);
    assert.match(await page.evaluate(() => document.activeElement?.textContent ?? ""), /8 x 8/);
    quiet();
  });

  test("a device with a touch screen shares the result by its own dialog", async () => {
    await reopen({ timezoneId: "Europe/Berlin", hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
    await page.clock.install({ time: `${THURSDAY}T10:00:00+01:00` });
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "share", { value: async (/** @type {ShareData} */ { text }) => { document.title = String(text?.split("\n")[0]); } });
    });
    await go("#today");
    await importFile({ "2026-11-21": { "10-2": solvedIn("2026-11-21", 700, 2) } });
    await go("#today?d=2026-11-21&k=10-2");
    await boardOf(10);
    await reads(".result-of-day", /Solved in 11:40, 2 hints\./);
    await page.locator(".result-of-day").getByRole("button", { name: "Share" }).click();
    await page.waitForFunction(() => document.title === "Queens 2026-11-21, 10 x 10, 2 queens each");
    quiet();
  });

  test("two windows do not undo each other", async () => {
    const address = `#today?d=${THURSDAY}&k=8`;
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
    assert.equal(await page.evaluate((day) => JSON.parse(localStorage["queens.daily"]).days[day][8].marks[0], THURSDAY), "x");
    quiet();
  });

  test("two windows: each shows the marks and the help of both, also after a reload", async () => {
    const address = `#today?d=${THURSDAY}&k=8`;
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
    assert.equal(await page.evaluate((day) => JSON.parse(localStorage["queens.daily"]).days[day][8].checks, THURSDAY), 1);
    quiet();
  });

  test("a puzzle that is begun before midnight and solved after it counts for its day", async () => {
    const { queens } = await generated(THURSDAY, "6");
    await openAt(`#today?d=${THURSDAY}&k=6`, `${THURSDAY}T23:59:30+01:00`);
    await boardOf(6);
    await placeQueens(queens.slice(0, 3));
    await page.clock.runFor(60_000);
    await placeQueens(queens.slice(3));
    await page.getByRole("dialog").waitFor();
    await reads(".daily-statistics p", /^Streak: 1 day\. Longest: 1 day\./);
    // Yesterday's puzzle, begun today, does not.
    await openAt(`#today?d=${THURSDAY}&k=6`, "2026-11-27T10:00:00+01:00");
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
    }, `Queens ${THURSDAY}, 6 x 6\n0:12, no hints\n${"🟥🟧🟨🟩🟦🟪\n".repeat(6)}https://example.org/#today?d=${THURSDAY}&k=6`);
    await reads("h2", /^Thursday, 26 November 2026$/);
    await boardOf(6);
    quiet();
  });

  test("a day that an earlier generator made stays solved", async () => {
    await openAt("#today", `${THURSDAY}T10:00:00+01:00`);
    await importFile({ "2026-03-05": { 8: { ...solvedIn("2026-03-05", 61), generator: 7 } } });
    await go("#today?d=2026-03-05&k=8");
    await reads(".result-of-day", /Solved in 1:01, no hints\. This day had another puzzle then\./);
    await boardOf(8);
    assert.equal(await page.locator("[role=gridcell][aria-label*=queen]").count(), 0);
  });

  test("marks of a puzzle that was left 60 days ago are dropped, results are not", async () => {
    const unsolved = (/** @type {string} */ date) => ({ seconds: 5, hints: 0, checks: 0, date, generator: 1, solved: false, regions: "AABBCC".repeat(6), marks: "x".padEnd(36, ".") });
    await openAt("#today", `${THURSDAY}T10:00:00+01:00`);
    await importFile({ "2026-05-01": { 6: unsolved("2026-09-26"), 8: solvedIn("2026-05-01", 9) }, "2026-05-02": { 6: unsolved("2026-09-27") } });
    await reads(".daily-statistics", /Imported/);
    const days = await page.evaluate(() => JSON.parse(localStorage["queens.daily"]).days);
    assert.deepEqual([Object.keys(days["2026-05-01"]), Object.keys(days["2026-05-02"])], [["8"], ["6"]]);
  });
});

describe("the first screen", () => {
  test("it leads to the puzzle of today, and shows how far it is", async () => {
    await openAt("", `${THURSDAY}T10:00:00+01:00`);
    assert.deepEqual(await page.locator(".home-boards .home-go").allInnerTexts(), ["Play", "Play", "Play"]);
    await page.locator(".home-board .region").first().waitFor();
    await page.getByRole("link", { name: /^6 x 6/ }).click();
    await boardOf(6);
    await importFile({ "2026-11-25": { 6: solvedIn("2026-11-25", 40) }, [THURSDAY]: { 6: solvedIn(THURSDAY, 185) } });
    await reads(".daily-statistics", /Imported/);
    await page.locator(".brand").click();
    await page.getByRole("link", { name: /^6 x 6.*Solved in 3:05$/ }).waitFor();
    await reads(".home .pill", /^2 days$/);
    const week = page.getByRole("list", { name: "The last seven days" }).getByRole("link");
    assert.deepEqual(await week.locator("[data-day]").evaluateAll((days) => days.map((day) => day.getAttribute("data-day"))), ["Fr", "Sa", "Su", "Mo", "Tu", "We", "Th"]);
    assert.deepEqual(await Promise.all([4, 5, 6].map((at) => week.nth(at).getAttribute("aria-label"))),
      ["Tuesday, 24 November 2026", "Wednesday, 25 November 2026; solved: 6 x 6", "Thursday, 26 November 2026; solved: 6 x 6"]);
    await page.getByRole("link", { name: /^8 x 8.*Play$/ }).click();
    await boardOf(8);
    await square("a1").focus();
    await page.keyboard.press("x");
    await page.locator(".brand").click();
    await page.getByRole("link", { name: /^8 x 8.*Resume$/ }).click();
    await page.waitForURL(/#today\?d=2026-11-26&k=8/);
    quiet();
  });
});
