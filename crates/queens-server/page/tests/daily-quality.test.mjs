// Tests of the stored puzzles of the days, all of them: sizes, regions, and from a month on that few have a region of one square.
// docs/lab/page-dailies.md has the figures of the months before.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { puzzlesOf, weekdayOf } from "../play/today/days.js";
import { storedDaily } from "../play/today/stored.js";
import { countSingles, storedDays } from "./daily-quality.mjs";

/** The first month whose puzzles must have few regions of one square: those before are stored, and stay as they are. */
const FIRST_GOOD_MONTH = "2027-12";

/** One day in so many may have a region of one square. */
const DAYS_PER_SINGLE = 10;

const DAYS = [...storedDays()];
const GOOD_DAYS = DAYS.filter((day) => day.slice(0, 7) >= FIRST_GOOD_MONTH);

/** The puzzles of a day with the number of their regions of one square. @param {string} day */
async function singlesOf(day) {
  return Promise.all(puzzlesOf(day).map(async (daily) => {
    const stored = await storedDaily(day, daily);
    assert.ok(stored, `${day}, ${daily.id}`);
    return { ...daily, singles: countSingles(stored.regions) };
  }));
}

describe("the stored puzzles of the days", () => {
  test("each day has 6, 8 and 10, and the weekend another with two queens", async () => {
    for (const day of DAYS) {
      const kinds = puzzlesOf(day).map(({ size, stars }) => `${size}/${stars}`);
      assert.deepEqual(kinds, ["6/1", "8/1", "10/1", ...(weekdayOf(day) >= 5 ? ["10/2"] : [])], day);
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

  test(`from ${FIRST_GOOD_MONTH} on few have a region of one square, and the hard ones never`, async () => {
    let daysWithSingles = 0;
    for (const day of GOOD_DAYS) {
      const found = await singlesOf(day);
      assert.ok(found.every(({ rating, singles }) => rating !== "hard" || singles === 0), day);
      daysWithSingles += Number(found.some(({ singles }) => singles > 0));
    }
    assert.ok(daysWithSingles * DAYS_PER_SINGLE <= GOOD_DAYS.length, `${daysWithSingles} of ${GOOD_DAYS.length} days`);
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
