import { keep, stored } from "../shared/store.js";

/**
 * How far puzzles and games have been played: their time, hints and checks. The browser keeps them, so that a
 * reload or another window forgets none.
 *
 * @typedef {{hints: number, checks: number}} Help how often the player asked for a hint, or for the number of
 *   wrong marks
 * @typedef {Help & {seconds: number, isSolved?: boolean, order?: string}} Progress `order` are the regions of
 *   the queens, in the order in which they were found
 */

const PROGRESS_KEY = "queens.progress";

/** Maximum number of games that are kept, those that were played last. */
const MAX_KEPT_GAMES = 200;

/** @type {Progress} */
export const NO_PROGRESS = { seconds: 0, hints: 0, checks: 0 };

/** The more of each kind of help: two windows may each know of some. @param {Help} one @param {Help} other */
export const mostHelp = (one, other) => ({ hints: Math.max(one.hints, other.hints),
  checks: Math.max(one.checks, other.checks) });

/** @returns {Record<string, unknown>} */
function allProgress() {
  try {
    return Object(JSON.parse(stored(PROGRESS_KEY) ?? "{}"));
  } catch {
    return {};
  }
}

/** The progress of a game. @param {string} game @returns {Progress} */
export function progressOf(game) {
  const found = Object(allProgress()[game]);
  const number = (/** @type {unknown} */ value) => (Number(value) >= 0 ? Number(value) : 0);
  return { seconds: number(found.seconds), hints: number(found.hints), checks: number(found.checks),
    isSolved: found.isSolved === true, order: String(found.order ?? "") };
}

/**
 * Keeps the progress of a game.
 * @param {string} game
 * @param {Progress} progress
 */
export function keepProgress(game, progress) {
  const { [game]: _, ...others } = allProgress();
  const kept = [...Object.entries(others), [game, progress]].slice(-MAX_KEPT_GAMES);
  keep(PROGRESS_KEY, JSON.stringify(Object.fromEntries(kept)));
}

/**
 * Calls `follow` when another window has changed the progress of games.
 * @param {() => void} follow
 */
export function onOtherProgress(follow) {
  addEventListener("storage", ({ key }) => key === PROGRESS_KEY && follow());
}
