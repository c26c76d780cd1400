import { sizeName } from "./daily-days.js";
import { helpWords } from "./play-words.js";
import { minutes } from "./puzzle-clock.js";
import { rowsOf } from "./puzzle-state.js";
import { regionNumber } from "./tints.js";

/** The result of a puzzle as a text to share, without its solution. */

/** The emoji of the regions, in the order of their letters. */
const REGION_EMOJI = [..."🟥🟧🟨🟩🟦🟪🟫⬛⬜🔴🟠🟡🟢🔵🟣🟤⚫⚪🔶🔷"];

/**
 * @param {string} day
 * @param {import("./daily-days.js").DailyPuzzle} daily
 * @param {import("./play-progress.js").Progress} result
 * @param {string[]} regions the letter of each square
 * @param {string} link address of the puzzle
 */
export function shareText(day, daily, { seconds, ...help }, regions, link) {
  const drawn = rowsOf(regions.map((letter) => REGION_EMOJI[regionNumber(letter)]), daily.size);
  return [`Queens ${day}, ${sizeName(daily)}`, `${minutes(seconds)}, ${helpWords(help)}`, ...drawn, link].join("\n");
}
