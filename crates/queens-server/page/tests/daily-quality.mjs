// Measures the stored puzzles of the days: `node daily-quality.mjs`, with QUEENS_URL. Prints two tables as CSV: regions of one square
// by puzzle, and the median score of each day of the week.

import { STORED_MONTHS, WEEKDAYS, daysAfter, puzzlesOf, weekdayOf } from "../play/today/days.js";
import { storedDaily } from "../play/today/stored.js";

const { QUEENS_URL: url } = process.env;

/** The number of regions of one square. @param {string[]} regions by square */
export function countSingles(regions) {
  const sizes = new Map();
  for (const letter of regions) sizes.set(letter, (sizes.get(letter) ?? 0) + 1);
  return [...sizes.values()].filter((squares) => squares === 1).length;
}

/** All stored days, oldest first. */
export function* storedDays() {
  const [first, last] = STORED_MONTHS;
  for (let day = `${first}-01`; day.slice(0, 7) <= last; day = daysAfter(day, 1)) yield day;
}

/** The score of a puzzle, as `queens puzzle rate` gives it. @param {number} size @param {number} stars @param {string[]} regions */
async function scoreOf(size, stars, regions) {
  const rows = Array.from({ length: size }, (_, row) => regions.slice(row * size, row * size + size).join(""));
  const response = await fetch(`${url}/api/v1/puzzle/rate`, { method: "POST", headers: { "content-type": "application/json" },
    body: JSON.stringify({ puzzle: { size, stars, regions: rows } }) });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()).score;
}

/** @param {number[]} numbers */
const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? 0;

async function measure() {
  let [days, daysWithSingles] = [0, 0];
  /** @type {Map<string, {puzzles: number, singles: number, scores: number[][]}>} */
  const found = new Map();
  for (const day of storedDays()) {
    let singlesOfDay = 0;
    for (const daily of puzzlesOf(day)) {
      const stored = await storedDaily(day, daily);
      if (!stored) throw new Error(`${day}, ${daily.id} is not stored`);
      const kind = found.get(daily.id) ?? { puzzles: 0, singles: 0, scores: WEEKDAYS.map(() => []) };
      found.set(daily.id, kind);
      const singles = countSingles(stored.regions);
      kind.puzzles += 1;
      kind.singles += Number(singles > 0);
      singlesOfDay += singles;
      kind.scores[weekdayOf(day)].push(await scoreOf(daily.size, daily.stars, stored.regions));
    }
    days += 1;
    daysWithSingles += Number(singlesOfDay > 0);
  }
  console.log("puzzle,stored,with a region of one square");
  for (const [id, { puzzles, singles }] of found) console.log(`${id},${puzzles},${singles}`);
  console.log(`any,${days} days,${daysWithSingles} days\n\npuzzle,${WEEKDAYS.join()}`);
  for (const [id, { scores }] of found) console.log([id, ...scores.map(median)].join());
}

if (process.argv[1] === import.meta.filename) await measure();
