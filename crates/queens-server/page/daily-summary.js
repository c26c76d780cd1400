import { puzzlesOf, sizeName, today } from "./daily-days.js";
import { readRecords, streaks } from "./daily-records.js";
import { minutes } from "./puzzle-clock.js";
import { address } from "./store.js";

/** Today's puzzles for the first screen, once there is a record of the player. */

/** @returns {{action: string, href: string, line: string}} the main action, its address, and a line about today */
export function dailySummary() {
  const day = today();
  const records = readRecords();
  const puzzles = puzzlesOf(day).map((puzzle) => ({ puzzle, record: records[day]?.[puzzle.id] }));
  const begun = puzzles.find(({ record }) => record && !record.solved);
  const solved = puzzles.filter(({ record }) => record?.solved);
  const next = puzzles.find(({ record }) => !record);
  const times = solved.map(({ puzzle, record }) => `${sizeName(puzzle)} in ${minutes(record?.seconds ?? 0)}`);
  const { current } = streaks(records, day);
  const parts = [times.length > 0 && `Solved today: ${times.join("; ")}.`, current > 1 && `${current} days in a row.`];
  return {
    action: begun ? `Continue today's ${sizeName(begun.puzzle)}` : !next ? "See today's puzzles" : solved.length ? `Play today's ${sizeName(next.puzzle)}` : "Play today's puzzle",
    href: address({ part: "today", query: begun ? { d: day, k: begun.puzzle.id } : {} }),
    line: parts.filter(Boolean).join(" "),
  };
}
