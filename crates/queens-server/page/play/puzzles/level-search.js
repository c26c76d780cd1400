import { LatestRequest, ask, isAbort, reason } from "../../shared/api.js";
import { FIRST_DAY, dayName, daysAfter, isStored, latestDay, puzzlesOf } from "../today/days.js";
import { storedDaily } from "../today/stored.js";
import { h } from "../../shared/dom.js";
import { MAX_KEPT_BOARDS, boardDigest, boardKey, keepBoard, levelsWithDigest } from "./level-index.js";
import { levelSetting } from "./level-kinds.js";
import { OPEN, fromDocument, readPuzzle } from "../puzzle/state.js";
import { address } from "../../shared/store.js";

/**
 * The search for a puzzle among the levels that were never opened on this device, and among the stored
 * puzzles of the days so far. Digests of the boards find the few levels that it may be; these are generated
 * and compared.
 *
 * @typedef {import("../puzzle/state.js").Puzzle} Puzzle
 * @typedef {import("./level-kinds.js").Level} Level
 * @typedef {{day: string, daily: import("../today/days.js").DailyPuzzle}} PuzzleOfDay
 */

const OPENED = `the ${MAX_KEPT_BOARDS} levels that you opened here last`;

/**
 * The level with the board of a puzzle; null if there is none among those with digests.
 * @param {Puzzle} puzzle
 * @param {AbortSignal} signal
 * @returns {Promise<Level | null>}
 */
async function findLevel(puzzle, signal) {
  const { DIGESTS } = await import("./level-digests.js");
  const key = boardKey(puzzle);
  for (const level of levelsWithDigest(DIGESTS, puzzle, boardDigest(key))) {
    const { size, stars, rating, number } = level;
    const { puzzles: [made] } = await ask("puzzle/generate", { size, stars, rating, seed: number }, signal);
    const board = readPuzzle(fromDocument(made.puzzle));
    if (board && boardKey(board) === key) return level;
  }
  return null;
}

/** The days so far whose puzzles are stored, oldest first. */
function storedDays() {
  const days = [];
  for (let day = FIRST_DAY; isStored(day) && day <= latestDay(); day = daysAfter(day, 1)) days.push(day);
  return days;
}

/**
 * The day so far whose puzzle has the board of a puzzle; null if there is none.
 * @param {Puzzle} puzzle
 * @returns {Promise<PuzzleOfDay | null>}
 */
async function findDay(puzzle) {
  const { n, stars, marks } = puzzle;
  const key = boardKey(puzzle);
  const asked = storedDays().flatMap((day) => puzzlesOf(day)
    .filter((daily) => daily.size === n && daily.stars === stars).map((daily) => ({ day, daily })));
  const boards = await Promise.all(asked.map(({ day, daily }) => storedDaily(day, daily)));
  if (boards.includes(null)) throw new Error("The puzzles of the days did not arrive.");
  const open = marks.map(() => OPEN);
  const at = boards.findIndex((board) => board
    && boardKey({ n, stars, regions: board.regions, marks: open }) === key);
  return asked[at] ?? null;
}

/** A sentence about the puzzle of a day. @param {PuzzleOfDay} found */
function dayWords({ day, daily }) {
  const href = address({ part: "today", query: { d: day, k: daily.id } });
  return ["This is a ", h("a", { href }, `puzzle of ${dayName(day)}`), "."];
}

/**
 * A sentence about a puzzle that was not found.
 * @param {number} levelCount the levels of each kind that it was compared with, from the first one on
 */
function strangeWords(levelCount) {
  const last = dayName(storedDays().at(-1) ?? FIRST_DAY);
  return [`This puzzle is none of the levels 1 to ${levelCount} of each kind, of the puzzles of the days ` +
    `up to ${last}, and of ${OPENED}.`];
}

/** The search for the puzzle that is open. */
export class LevelSearch {
  #asking = new LatestRequest();
  #found;
  /** The board that is looked for, or was looked for last. */
  #key = "";
  /** What is known about it. @type {import("../../shared/dom.js").Child[]} */
  words = [];

  /** @param {() => void} found called when there is something new to show */
  constructor(found) {
    this.#found = found;
  }

  /**
   * Looks for a puzzle, once.
   * @param {Puzzle} puzzle
   */
  async look(puzzle) {
    const key = boardKey(puzzle);
    if (key === this.#key) return;
    [this.#key, this.words] = [key, ["Comparing this puzzle with the levels ..."]];
    const signal = this.#asking.next();
    try {
      const { FIRST_LEVELS } = await import("./level-digests.js");
      const level = await findLevel(puzzle, signal);
      const day = level ? null : await findDay(puzzle);
      if (signal.aborted) return;
      if (level) keepBoard(puzzle, levelSetting(level));
      else this.words = day ? dayWords(day) : strangeWords(FIRST_LEVELS);
    } catch (error) {
      if (isAbort(error) || signal.aborted) return;
      this.words = [`This puzzle is none of ${OPENED}. It was not compared with others: ${reason(error)}`];
    }
    this.#found();
  }

  /** Drops a pending search. */
  stop() {
    this.#asking.stop();
    this.#key = "";
  }
}
