// Writes the puzzles of a month: `node dailies.mjs 2026-12 > ../daily/2026-12.js`, with QUEENS_COMMAND. A month that is written stays
// as it is, whatever later generators make of the same seeds.

import { spawnSync } from "node:child_process";
import { DAILY_PUZZLES, dayOfSeed, daysAfter, puzzlesOf, seedOf } from "../play/today/days.js";

/** The days of a month. @param {string} month */
function daysOf(month) {
  const days = [`${month}-01`];
  for (let day = daysAfter(days[0], 1); day.startsWith(month); day = daysAfter(day, 1)) days.push(day);
  return days;
}

/** Runs of days without gaps, whose seeds are consecutive. @param {string[]} days */
function runsOf(days) {
  /** @type {string[][]} */
  const runs = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run && daysAfter(run[run.length - 1], 1) === day) run.push(day);
    else runs.push([day]);
  }
  return runs;
}

/** The regions row by row, and the columns of the queens row by row, in base 36. @param {any} made */
function textOf({ puzzle, solution }) {
  const queens = [...solution].sort(([row, column], [otherRow, otherColumn]) => row - otherRow || column - otherColumn);
  return `${puzzle.regions.join("")} ${queens.map(([, column]) => column.toString(36)).join("")}`;
}

/**
 * @param {import("../play/today/days.js").DailyPuzzle} daily
 * @param {string[]} days
 * @returns {[string, string][]} day and text
 */
function generated({ size, stars, rating }, days) {
  const options = ["--quiet", "--seed", seedOf(days[0]), "puzzle", "generate", size, "--stars", stars, "--rating", rating, "--count", days.length, "--format", "json"];
  const { stdout, stderr, status } = spawnSync(process.env.QUEENS_COMMAND ?? "queens", options.map(String), { encoding: "utf8", maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout).puzzles.map((/** @type {any} */ made) => [dayOfSeed(made.seed), textOf(made)]);
}

/** @param {string} month */
function writeMonth(month) {
  const days = daysOf(month);
  const texts = DAILY_PUZZLES.map((daily) => {
    const open = days.filter((day) => puzzlesOf(day).includes(daily));
    return [daily.id, new Map(runsOf(open).flatMap((run) => generated(daily, run)))];
  });
  const lines = days.map((day) => {
    const fields = texts.flatMap(([id, found]) => (/** @type {Map<string, string>} */ (found).has(day) ? [`"${id}": "${/** @type {Map<string, string>} */ (found).get(day)}"`] : []));
    return `  "${day}": { ${fields.join(", ")} },`;
  });
  return `/** The puzzles of ${month}, written by \`tests/dailies.mjs\`: regions, then the columns of the queens, row by row. @type {Record<string, Record<string, string>>} */
export const DAYS = {
${lines.join("\n")}
};
`;
}

process.stdout.write(writeMonth(process.argv[2]));
