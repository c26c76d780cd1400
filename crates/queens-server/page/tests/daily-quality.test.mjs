// Tests of the stored puzzles of the days, all of them: which day has which, regions, solutions, and that no region has one square.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { WEEKDAYS, puzzlesOf, weekdayOf } from "../play/today/days.js";
import { OPEN, QUEEN, consequences } from "../play/puzzle/state.js";
import { storedDaily } from "../play/today/stored.js";
import { countSingles, storedDays } from "./daily-quality.mjs";

const DAYS = [...storedDays()];

/** The table of the guide: size and queens of each puzzle, by the day of the week. @type {Record<string, Record<string, string>>} */
const TABLE = {
  Monday: { easy: "5/1", medium: "7/1", hard: "9/1" },
  Tuesday: { easy: "6/1", medium: "8/1", hard: "10/1" },
  Wednesday: { easy: "6/1", medium: "8/1", hard: "10/1" },
  Thursday: { easy: "6/1", medium: "8/1", hard: "11/1" },
  Friday: { easy: "7/1", medium: "9/1", hard: "11/1" },
  Saturday: { easy: "7/1", medium: "9/1", hard: "12/1", two: "10/2" },
  Sunday: { easy: "7/1", medium: "9/1", hard: "12/1", three: "14/3" },
};

describe("the stored puzzles of the days", () => {
  test("each day has the puzzles of its day of the week", async () => {
    for (const day of DAYS) {
      const kinds = puzzlesOf(day).map(({ id, size, stars }) => [id, `${size}/${stars}`]);
      assert.deepEqual(Object.fromEntries(kinds), TABLE[WEEKDAYS[weekdayOf(day)]], day);
      const { DAYS: stored } = await import(`../daily/${day.slice(0, 7)}.js`);
      assert.deepEqual(Object.keys(stored[day]), kinds.map(([id]) => id), day);
    }
  });

  test("each puzzle has as many regions as rows, and each region is one piece with room for its queens", async () => {
    for (const day of DAYS) {
      for (const daily of puzzlesOf(day)) {
        const { size, stars } = daily;
        const { regions } = await storedDaily(day, daily) ?? { regions: [] };
        assert.equal(regions.length, size * size, `${day}, ${daily.id}`);
        const pieces = piecesOf(regions, size);
        assert.equal(pieces.length, size, `${day}, ${daily.id}`);
        assert.equal(new Set(regions).size, size, `${day}, ${daily.id}`);
        assert.ok(pieces.every((piece) => piece >= stars), `${day}, ${daily.id}`);
      }
    }
  });

  test("no region has one square, which would give its queen away", async () => {
    for (const day of DAYS) {
      for (const daily of puzzlesOf(day)) {
        const { regions } = await storedDaily(day, daily) ?? { regions: [] };
        assert.equal(countSingles(regions), 0, `${day}, ${daily.id}`);
      }
    }
  });

  test("each solution keeps the rules", async () => {
    for (const day of DAYS) {
      for (const daily of puzzlesOf(day)) {
        const { size: n, stars } = daily;
        const { regions, queens } = await storedDaily(day, daily) ?? { regions: [], queens: [] };
        const marks = new Array(n * n).fill(OPEN);
        for (const [row, column] of queens) marks[row * n + column] = QUEEN;
        assert.ok(consequences({ n, stars, regions, marks }).isDone, `${day}, ${daily.id}`);
      }
    }
  });
});

/**
 * The numbers of squares of the pieces: squares of one region that are connected by their sides.
 * @param {string[]} regions by square
 * @param {number} size
 */
function piecesOf(regions, size) {
  const seen = new Set();
  return regions.flatMap((letter, start) => {
    if (seen.has(start)) return [];
    const piece = [start];
    seen.add(start);
    for (const square of piece) {
      const column = square % size;
      const beside = [square - size, square + size, ...(column > 0 ? [square - 1] : []), ...(column < size - 1 ? [square + 1] : [])];
      for (const other of beside) {
        if (regions[other] !== letter || seen.has(other)) continue;
        seen.add(other);
        piece.push(other);
      }
    }
    return [piece.length];
  });
}
