import { LatestRequest, ask, isAbort, reason } from "../../shared/api.js";
import { DAILY_PUZZLES, dayName, dayOfSeed, latestDay } from "../today/days.js";
import { h } from "../../shared/dom.js";
import { MAX_KEPT_BOARDS, boardDigest, boardKey, keepBoard, levelsWithDigest } from "./level-index.js";
import { MAX_LEVEL, groupOf, levelSetting } from "./level-kinds.js";
import { fromDocument, readPuzzle } from "../puzzle/state.js";
import { address } from "../../shared/store.js";

/**
 * The search for a puzzle among the levels and the puzzles of the days that were never opened on this device.
 * Digests of their boards find the few that it may be; these are generated and compared.
 *
 * @typedef {import("../puzzle/state.js").Puzzle} Puzzle
 * @typedef {import("./level-kinds.js").Level} Level
 */

const OPENED = `the ${MAX_KEPT_BOARDS} levels that you opened here last`;

/**
 * The level or the puzzle of a day with the board of a puzzle; null if there is none among those with
 * digests.
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

/** A sentence about the puzzle of a day, with a link if the day has come. @param {Level} level */
function dayWords(level) {
  const day = dayOfSeed(level.number);
  const daily = DAILY_PUZZLES.find((one) => groupOf(one) === groupOf(level));
  const name = `puzzle of ${dayName(day)}`;
  const query = { d: day, k: daily?.id ?? "" };
  return ["This is a ", day <= latestDay() ? h("a", { href: address({ part: "today", query }) }, name) : name,
    "."];
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
      const { FIRST_LEVELS, LAST_DAY } = await import("./level-digests.js");
      const level = await findLevel(puzzle, signal);
      if (signal.aborted) return;
      if (level && level.number <= MAX_LEVEL) keepBoard(puzzle, levelSetting(level));
      else {
        this.words = level ? dayWords(level) : [`This puzzle is none of the levels 1 to ${FIRST_LEVELS} of ` +
          `each kind, of the puzzles of the days up to ${dayName(LAST_DAY)}, and of ${OPENED}.`];
      }
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
