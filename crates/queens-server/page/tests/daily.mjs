// Shorthands for the tests of the daily puzzles.

import { orderEmoji, tints } from "../shared/tints.js";
import { go, page, reopen, square } from "./harness.mjs";

/** A Thursday, and the weekend after it. */
export const [THURSDAY, SATURDAY, SUNDAY] = ["2026-11-26", "2026-11-28", "2026-11-29"];

/**
 * Opens a view on a fresh page at a given time.
 * @param {string} hash
 * @param {string} time
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function openAt(hash, time, options = {}) {
  await reopen({ timezoneId: "Europe/Berlin", ...options });
  await page.clock.install({ time });
  await go(hash);
}

/**
 * A stored puzzle of a day: its regions row by row, and the names of the squares of its queens.
 * @param {string} day
 * @param {string} id
 */
export async function storedPuzzle(day, id) {
  const { DAYS } = await import(`../daily/${day.slice(0, 7)}.js`);
  const [letters, columns] = DAYS[day][id].split(" ");
  const size = Math.sqrt(letters.length);
  const stars = columns.length / size;
  const regions = Array.from({ length: size }, (_, row) => letters.slice(row * size, row * size + size));
  const queens = [...columns].map((digit, at) => `${"abcdefghijklmn"[parseInt(digit, 16)]}${Math.floor(at / stars) + 1}`);
  return { regions, queens };
}

/** The regions on the board, row by row. @param {number} size */
export async function shownRegions(size) {
  const labels = await page.locator("[role=gridcell]").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));
  const letters = labels.map((label) => /region (\w)/.exec(label)[1]).join("");
  return Array.from({ length: size }, (_, row) => letters.slice(row * size, row * size + size));
}

/** Waits until a puzzle of a size is there. @param {number} size */
export const boardOf = (size) => page.waitForFunction((count) =>
  document.querySelectorAll(".daily [role=gridcell]").length === count && !document.querySelector(".stage.waiting"), size * size);

/** @param {string[]} names of squares */
export async function placeQueens(names) {
  for (const name of names) {
    await square(name).focus();
    await page.keyboard.press("q");
  }
}

/** The emoji of the colour of a square. @param {string[]} regions @param {string} name of the square */
export function emojiOf(regions, name) {
  const letters = [...regions.join("")];
  const square = (Number(name.slice(1)) - 1) * regions.length + name.charCodeAt(0) - 97;
  return orderEmoji(letters[square], tints(letters, regions.length, regions.length));
}

/** A record as an exported file has it. @param {string} date @param {number} seconds */
export const solvedIn = (date, seconds, hints = 0) => ({ seconds, hints, checks: 0, date, solved: true });

/** @param {object | string} content */
export async function importFile(content) {
  const text = typeof content === "string" ? content : JSON.stringify({ schema: "queens/daily/1", days: content });
  const details = page.locator(".daily-statistics details");
  if (!await details.evaluate((element) => element.hasAttribute("open"))) await details.locator("summary").click();
  await page.getByLabel("Import").setInputFiles({ name: "results.json", mimeType: "application/json", buffer: Buffer.from(text) });
}
