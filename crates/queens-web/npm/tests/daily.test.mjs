// The daily puzzles of the installed package: those of the page, of the command, and of the generator.
//
// QUEENS_PAGE     folder of the page
// QUEENS_COMMAND  the command; without it, nothing is compared with it

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { close, puzzle, request } from "queens-lab";
import { FIRST_DAY, STORED_MONTHS, daysAfter, isDay, loadDaily, puzzlesOf, today } from "queens-lab/daily";

const { QUEENS_PAGE: page, QUEENS_COMMAND: command } = process.env;

/** A Thursday, and the Saturday after it. */
const [THURSDAY, SATURDAY] = ["2026-11-26", "2026-11-28"];

/** The regions and queens of all puzzles of a day. */
const loadAll = (day) => Promise.all(puzzlesOf(day).map(async (daily) => {
  const { puzzle: { regions }, solution } = await loadDaily(day, daily);
  return { regions, solution };
}));

after(close);

test("three puzzles a day, and four at weekends", () => {
  const kinds = (day) => puzzlesOf(day).map(({ id, size, stars }) => [id, size, stars]);
  assert.deepEqual(kinds(THURSDAY), [["easy", 6, 1], ["medium", 8, 1], ["hard", 11, 1]]);
  assert.deepEqual(kinds(SATURDAY), [["easy", 7, 1], ["medium", 9, 1], ["hard", 12, 1], ["two", 10, 2]]);
  assert.ok(isDay(today()) && !isDay("2026-02-29"));
  assert.equal(daysAfter("2026-12-31", 1), "2027-01-01");
});

test("all stored days are those of the page", { skip: !page && "QUEENS_PAGE is not set" }, async () => {
  for (let day = FIRST_DAY; day.slice(0, 7) <= STORED_MONTHS[1]; day = daysAfter(day, 1)) {
    const { DAYS } = await import(`${page}/daily/${day.slice(0, 7)}.js`);
    const texts = (await loadAll(day)).map(({ regions, solution }) => `${regions.join("")} ${solution.map(([, column]) => column.toString(36)).join("")}`);
    assert.deepEqual(texts, puzzlesOf(day).map(({ id }) => DAYS[day][id]), day);
  }
});

test("today's are those of the command", { skip: !command && "QUEENS_COMMAND is not set" }, async () => {
  for (const day of [today(), SATURDAY]) {
    const { stdout } = await promisify(execFile)(command, ["puzzle", "daily", day, "--format", "json"]);
    const made = JSON.parse(stdout).puzzles.map((one) => ({ regions: one.puzzle.regions, solution: one.solution }));
    assert.deepEqual(await loadAll(day), made, day);
  }
});

test("days that are not stored are made, and can be explained as any other", async () => {
  const day = daysAfter(`${STORED_MONTHS[1]}-28`, 5);
  const { puzzles: [made] } = await request("/puzzle/daily", { day, puzzle: "easy" });
  const loaded = await loadDaily(day, { id: "easy" });
  assert.deepEqual([loaded.puzzle.regions, loaded.solution], [made.puzzle.regions, made.solution]);
  const stored = await loadDaily(THURSDAY, { id: "easy" });
  assert.equal((await puzzle.hint(stored.puzzle)).kind, "step");
  assert.deepEqual((await puzzle.solve(stored.puzzle)).puzzle.queens, stored.solution);
});

test("other days and puzzles are refused with the way out", async () => {
  for (const [day, id, message] of [
    ["2026-02-29", "easy", /'2026-02-29' is not a day with puzzles: write a day from 2026-01-01 on/],
    ["2025-12-31", "easy", /'2025-12-31' is not a day with puzzles/],
    [THURSDAY, "two", /2026-11-26 has no puzzle 'two': use one of easy, medium, hard$/],
  ]) {
    await assert.rejects(loadDaily(day, { id }), { name: "QueensError", status: 400, message });
  }
});
