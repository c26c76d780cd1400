import { sizeName } from "./daily-days.js";
import { minutes } from "./puzzle-clock.js";
import { rowsOf } from "./puzzle-state.js";
import { regionNumber } from "./tints.js";

/** The result of a puzzle as a text to share, without its solution. */

/** The emoji of the regions, in the order of their letters. */
const REGION_EMOJI = [..."🟥🟧🟨🟩🟦🟪🟫⬛⬜🔴🟠🟡🟢🔵🟣🟤⚫⚪🔶🔷"];

/** @param {number} hints */
export const hintWords = (hints) => `${hints || "no"} ${hints === 1 ? "hint" : "hints"}`;

/**
 * @param {string} day
 * @param {import("./daily-days.js").DailyPuzzle} daily
 * @param {{seconds: number, hints: number}} result
 * @param {string[]} regions the letter of each square
 * @param {string} link address of the puzzle
 */
export function shareText(day, daily, { seconds, hints }, regions, link) {
  const drawn = rowsOf(regions.map((letter) => REGION_EMOJI[regionNumber(letter)]), daily.size);
  return [`Queens ${day}, ${sizeName(daily)}`, `${minutes(seconds)}, ${hintWords(hints)}`, ...drawn, link].join("\n");
}
