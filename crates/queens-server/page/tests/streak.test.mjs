// Tests of the streak of daily puzzles: days of a calendar with what the rule of the guide makes of them, counted by hand.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { daysAfter } from "../play/today/days.js";
import { streakOf } from "../play/today/streak.js";

/** A Monday. */
const START = "2026-03-02";

/**
 * The streak of a calendar that begins on START, a letter for each day: `x` solved on its day, `l` solved late, `.` missed. Today is
 * the day after the last letter.
 * @param {string} calendar
 */
function streakAfter(calendar) {
  /** @type {Record<string, object>} */
  const records = {};
  [...calendar].forEach((letter, at) => {
    const day = daysAfter(START, at);
    const record = { seconds: 60, hints: 0, checks: 0, solved: true, date: letter === "x" ? day : daysAfter(day, 1) };
    if (letter !== ".") records[day] = { easy: record };
  });
  return { records, ...streakOf(records, daysAfter(START, calendar.length)) };
}

const WEEK = "xxxxxxx";

describe("the streak", () => {
  /** Calendar, current streak, longest, freezes left, days frozen. @type {[string, number, number, number, number[]][]} */
  const cases = [
    ["", 0, 0, 0, []],
    ["x", 1, 1, 0, []],
    ["xxx.xx", 2, 3, 0, []],
    ["xxx.", 0, 3, 0, []],
    ["xxlxx", 2, 2, 0, []],
    // The seventh day earns a freeze, the eighth does not.
    ["xxxxxx", 6, 6, 0, []],
    [WEEK, 7, 7, 1, []],
    [WEEK + "x", 8, 8, 1, []],
    // A freeze keeps the streak over one missed day, which counts for nothing.
    [WEEK + ".", 7, 7, 0, [7]],
    [WEEK + ".x", 8, 8, 0, [7]],
    [WEEK + "l" + "x", 8, 8, 0, [7]],
    [WEEK + "..x", 1, 7, 0, [7]],
    ["xxxxxx.x", 1, 6, 0, []],
    // The days count on across a frozen one: the fourteenth solved day earns the next freeze.
    [WEEK + "." + "xxxxxx", 13, 13, 0, [7]],
    [WEEK + "." + WEEK, 14, 14, 1, [7]],
    // At most three are kept, and they can be spent one after the other.
    [WEEK.repeat(3), 21, 21, 3, []],
    [WEEK.repeat(5), 35, 35, 3, []],
    [WEEK.repeat(5) + "...", 35, 35, 0, [35, 36, 37]],
    [WEEK.repeat(5) + "....", 0, 35, 0, [35, 36, 37]],
    [WEEK.repeat(5) + ".x.x.x", 38, 38, 0, [35, 37, 39]],
    // A streak that ends takes its freezes with it.
    [WEEK + "..xx", 2, 7, 0, [7]],
  ];
  for (const [calendar, current, best, freezes, frozen] of cases) {
    test(`${calendar || "nothing"}: ${current} days`, () => {
      const found = streakAfter(calendar);
      assert.deepEqual([found.current, found.best, found.freezes], [current, best, freezes]);
      assert.deepEqual([...found.frozen], frozen.map((at) => daysAfter(START, at)));
    });
  }

  test("today is not missed while it lasts, and counts at once when it is solved", () => {
    const { records } = streakAfter(`${WEEK}.`);
    const [yesterday, today] = [7, 8].map((at) => daysAfter(START, at));
    assert.deepEqual(streakOf(records, yesterday).frozen, new Set());
    assert.equal(streakOf(records, yesterday).freezes, 1);
    assert.deepEqual(streakOf(records, today).frozen, new Set([yesterday]));
    const solved = { ...records, [today]: { medium: { ...records[START].easy, date: today } } };
    assert.equal(streakOf(solved, today).current, 8);
  });

  test("a freeze is earned on the seventh day, once", () => {
    assert.equal(streakAfter("xxxxxx").earned, "");
    assert.equal(streakAfter(WEEK).earned, daysAfter(START, 6));
    assert.equal(streakAfter(`${WEEK}xxx`).earned, daysAfter(START, 6));
    // With all freezes there, none is earned.
    assert.equal(streakAfter(WEEK.repeat(4)).earned, daysAfter(START, 20));
  });

  test("a traveller to the west keeps the day that was solved in the east", () => {
    const { records } = streakAfter("xxx");
    // The third day is solved, and it is still the second one here.
    assert.equal(streakOf(records, daysAfter(START, 1)).current, 3);
  });

  test("days that are far ahead, as in a file that was made up, count for nothing", () => {
    const far = { "9999-12-31": { easy: { seconds: 1, hints: 0, checks: 0, solved: true, date: "9999-12-31" } } };
    assert.equal(streakOf(far, START).best, 0);
  });
});
