import { keep, stored } from "./store.js";

/**
 * The levels that were solved on this device.
 * @typedef {import("./game-state.js").Game} Game
 */

const SOLVED_KEY = "queens.levels";

/** The numbers of solved levels by size and rating. @returns {Record<string, number[]>} */
function solvedLevels() {
  try {
    const found = JSON.parse(stored(SOLVED_KEY) ?? "{}");
    return found && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}

/** @param {Game} game */
const groupOf = ({ n, rating }) => `${n}.${rating}`;

/** @param {Game} game @returns {boolean} */
export const isLevelSolved = (game) => solvedLevels()[groupOf(game)]?.includes(game.level) ?? false;

/** Remembers that a level is solved. @param {Game} game */
export function keepSolved(game) {
  const all = solvedLevels();
  const numbers = new Set([...(all[groupOf(game)] ?? []), game.level]);
  keep(SOLVED_KEY, JSON.stringify({ ...all, [groupOf(game)]: [...numbers] }));
}

/** The first level of this size and rating that is not solved. @param {Game} game */
export function firstUnsolved(game) {
  const numbers = new Set(solvedLevels()[groupOf(game)]);
  let level = 1;
  while (numbers.has(level)) level += 1;
  return level;
}
