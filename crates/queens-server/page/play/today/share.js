import { sizeName } from "./days.js";
import { helpWords } from "../words.js";
import { minutes } from "../clock.js";
import { orderEmoji } from "../../shared/tints.js";

/**
 * The result of a puzzle as a text to share, without its solution: the order in which the queens were found,
 * as colours.
 */

/**
 * @param {string} day
 * @param {import("./days.js").DailyPuzzle} daily
 * @param {import("../progress.js").Progress} result
 * @param {Map<string, string>} colours of each region, by its letter
 * @param {string} link address of the puzzle
 */
export function shareText(day, daily, { seconds, order = "", ...help }, colours, link) {
  return [`Queens ${day} ${daily.id}, ${sizeName(daily)}`, `${minutes(seconds)}, ${helpWords(help)}`,
    orderEmoji(order, colours), link].filter(Boolean).join("\n");
}
