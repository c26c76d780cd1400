// Chooses the colours of boards with many regions: node palette.mjs [SEED]. Prints the colours, their distances as `palette.js`
// and `tints.rs` have them, and the nearest colours of a terminal; then distances and terminal colours of the named colours, which
// are given.
//
// Ten plain colours are given; sixteen more are annealed, so that as many pairs as possible are 12 or more apart in every kind of
// vision, and any two at least 8 in normal vision. Colours that are neon or muddy are left out, and so are those on which a black
// queen has a contrast below 5.5.

import { fileURLToPath } from "node:url";
import { formatHex, inGamut, wcagContrast } from "culori";
import { DARK_COLOURS, LIGHT_COLOURS } from "../shared/palette.js";
import { distance, leastDistance, views } from "./vision.mjs";

const COUNT = 26;
const STEPS = 400_000;
const INK = "#1b1613";
const GIVEN = ["#ee9398", "#f2a65a", "#f5dc6b", "#8cc98a", "#62b8b4", "#8ec8f7", "#7f93e6", "#ba8fe4", "#f7b8d0", "#b98a63"];
const CUBE_LEVELS = [0, 95, 135, 175, 215, 255];

/** A generator of numbers below 1 that is the same everywhere (Numerical Recipes). */
function generator(/** @type {number} */ seed) {
  let state = seed >>> 0;
  return () => (state = (state * 1664525 + 1013904223) >>> 0) / 2 ** 32;
}

/** True if the colour is neither neon nor muddy. */
function isPleasant(/** @type {{l: number, c: number, h: number}} */ { l, c, h }) {
  const [isYellow, isGreen] = [h >= 75 && h <= 140, h >= 100 && h <= 220];
  if (isYellow && l < 0.78) return false;
  if (isGreen && c > (h >= 160 ? 0.11 : 0.14)) return false;
  return c >= 0.05 || l >= 0.8 || (h >= 230 && h <= 290);
}

function candidates() {
  const isShown = inGamut("rgb");
  const found = new Set(GIVEN);
  for (let l = 0.58; l <= 0.96; l += 0.02) {
    for (let c = 0.03; c <= 0.15; c += 0.015) {
      for (let h = 0; h < 360; h += 10) {
        const colour = { mode: /** @type {const} */ ("oklch"), l, c, h };
        if (isShown(colour) && isPleasant(colour) && wcagContrast(colour, INK) >= 5.5) found.add(formatHex(colour));
      }
    }
  }
  return [...found];
}

function choose(/** @type {number} */ seed) {
  const all = candidates();
  const seen = all.map(views);
  /** @type {Map<number, number>} */
  const known = new Map();
  const cost = (/** @type {number} */ a, /** @type {number} */ b) => {
    const key = Math.min(a, b) * all.length + Math.max(a, b);
    let value = known.get(key);
    if (value === undefined) {
      const apart = seen[a].map((view, index) => distance(view, seen[b][index]));
      const least = Math.max(0.5, Math.min(...apart));
      value = (12 / least) ** 2 + (least < 14 ? 3 * (1 - Math.max(0, least - 10) / 4) : 0) + 50 * Math.max(0, 8 - apart[0]);
      known.set(key, value);
    }
    return value;
  };
  const random = generator(seed * 7919 + 1);
  const below = (/** @type {number} */ from, /** @type {number} */ to) => from + Math.floor(random() * (to - from));
  const chosen = Array.from({ length: COUNT }, (_, index) => (index < GIVEN.length ? index : below(GIVEN.length, all.length)));
  const share = (/** @type {number} */ at, /** @type {number} */ colour) =>
    chosen.reduce((sum, other, index) => sum + (index === at ? 0 : other === colour ? 1e6 : cost(colour, other)), 0);
  for (let step = 0; step < STEPS; step++) {
    const temperature = 8 * (1 - step / STEPS) ** 2 + 0.01;
    const [at, colour] = [below(GIVEN.length, COUNT), below(0, all.length)];
    const change = share(at, colour) - share(at, chosen[at]);
    if (change < 0 || random() < Math.exp(-change / temperature)) chosen[at] = colour;
  }
  return chosen.map((index) => all[index]);
}

/** The nearest colours of the cube of terminals, all different. */
function terminalColours(/** @type {string[]} */ colours) {
  /** @type {number[]} */
  const taken = [];
  for (const colour of colours) {
    const numbers = Array.from({ length: 216 }, (_, number) => number).filter((number) => !taken.includes(number));
    const cube = (/** @type {number} */ number) => ({ mode: /** @type {const} */ ("rgb"), r: CUBE_LEVELS[Math.floor(number / 36)] / 255, g: CUBE_LEVELS[Math.floor(number / 6) % 6] / 255, b: CUBE_LEVELS[number % 6] / 255 });
    const apart = (/** @type {number} */ number) => distance(views(colour)[0], cube(number));
    taken.push(numbers.reduce((best, number) => (apart(number) < apart(best) ? number : best)));
  }
  return taken.map((number) => number + 16);
}

/**
 * The distances of each colour to those before it, as letters; the least of all sets.
 * @param {string[][]} sets
 */
export const distanceWords = (...sets) => sets[0].map((_, a) => sets[0].slice(0, a).map((__, b) =>
  String.fromCharCode(65 + Math.min(25, ...sets.map((colours) => Math.floor(leastDistance(colours[a], colours[b])))))).join("")).slice(1).join(" ");

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const colours = choose(Number(process.argv[2] ?? 39));
  console.log(colours.join(" "));
  console.log(distanceWords(colours));
  console.log(terminalColours(colours).join(", "));
  console.log(distanceWords(LIGHT_COLOURS, DARK_COLOURS));
  console.log(terminalColours(LIGHT_COLOURS).join(", "));
}
