import { sizeName } from "./daily-days.js";
import { copyText } from "./dom.js";
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

/**
 * Shares a text by the dialog of a device with a touch screen, else copies it.
 * @param {string} text
 * @returns {Promise<string>} a sentence about the result; empty if the dialog was shown
 */
export async function share(text) {
  if (navigator.share !== undefined && matchMedia("(pointer: coarse)").matches) {
    // The player may close the dialog, which is no failure.
    await navigator.share({ text }).catch(() => {});
    return "";
  }
  return copyText(text, "Copied. Paste it where you like.");
}
