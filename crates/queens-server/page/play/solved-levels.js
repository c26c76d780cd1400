import { keep, stored } from "../shared/store.js";

/**
 * The levels that were solved on this device: the numbers of each group, such as all easy levels of 8 x 8.
 */

const SOLVED_KEY = "queens.levels";

/** @returns {Record<string, unknown>} */
function allSolved() {
  try {
    return Object(JSON.parse(stored(SOLVED_KEY) ?? "{}"));
  } catch {
    return {};
  }
}

/** The numbers of the solved levels. @param {string} group @returns {Set<number>} */
export function solvedNumbers(group) {
  const found = allSolved()[group];
  return new Set(Array.isArray(found) ? found : []);
}

/**
 * Remembers that a level is solved.
 * @param {string} group
 * @param {number} number
 */
export function keepSolved(group, number) {
  keep(SOLVED_KEY, JSON.stringify({ ...allSolved(), [group]: [...solvedNumbers(group).add(number)] }));
}

/**
 * The first level after some number that is not solved.
 * @param {string} group
 * @param {number} [after]
 */
export function firstUnsolved(group, after = 0) {
  const solved = solvedNumbers(group);
  let number = after + 1;
  while (solved.has(number)) number += 1;
  return number;
}
