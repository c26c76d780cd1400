import { REGION_COLOURS, REGION_DISTANCES } from "./palette.js";

/** Colours of regions, with strong contrast between neighbours, in normal vision and in three kinds of colour blindness. */

/** Rounds of swaps in an attempt, at most. */
const MAX_ROUNDS = 20;

/** The colour of the first region at the start of each attempt. */
const FIRST_COLOURS = [0, 7, 13, 20];

/** The distance of neighbours with which no other attempt is needed. */
const GOOD_DISTANCE = 12;

/**
 * The distance of two colours: a whole number from 0 to 25.
 * @param {number} a
 * @param {number} b
 */
const distance = (a, b) => (a === b ? 0 : REGION_DISTANCES[Math.max(a, b) - 1].charCodeAt(Math.min(a, b)) - 65);

/**
 * The cost of two colours side by side: the inverse eighth power of their distance, so that the closest neighbours count most.
 * @param {number} a
 * @param {number} b
 */
function cost(a, b) {
  const closeness = 26 / (distance(a, b) + 1);
  const square = closeness * closeness;
  return square * square * (square * square);
}

const COSTS = REGION_COLOURS.map((_, a) => REGION_COLOURS.map((_, b) => cost(a, b)));

/** @param {string} letter */
export const regionNumber = (letter) => letter.charCodeAt(0) - 65;

/**
 * The colours of regions: regions swap colours with each other and with unused ones while that lowers the cost.
 * @param {number[][]} around the neighbours of each region
 * @param {number} firstColour
 */
function attempt(around, firstColour) {
  const chosen = COSTS.map((_, index) => (index + firstColour) % COSTS.length);
  const costOf = (/** @type {number} */ region) => (around[region] ?? []).reduce((sum, other) => sum + COSTS[chosen[region]][chosen[other]], 0);
  for (let round = 0, isBetter = true; isBetter && round < MAX_ROUNDS; round++) {
    isBetter = false;
    for (let a = 0; a < around.length; a++) {
      for (let b = a + 1; b < chosen.length; b++) {
        const before = costOf(a) + costOf(b);
        [chosen[a], chosen[b]] = [chosen[b], chosen[a]];
        if (costOf(a) + costOf(b) < before * (1 - 1e-9)) isBetter = true;
        else [chosen[a], chosen[b]] = [chosen[b], chosen[a]];
      }
    }
  }
  const least = Math.min(...around.flatMap((others, region) => others.map((other) => distance(chosen[region], chosen[other]))));
  return { chosen, least };
}

/**
 * The neighbours of each region along a side.
 * @param {string[]} regions the letter of each square
 * @param {number} columns
 * @param {number} count
 */
function neighbours(regions, columns, count) {
  const near = Array.from({ length: count }, () => new Set());
  regions.forEach((letter, index) => {
    for (const other of [index % columns < columns - 1 ? regions[index + 1] : letter, regions[index + columns] ?? letter]) {
      if (other === letter) continue;
      near[regionNumber(letter)].add(regionNumber(other));
      near[regionNumber(other)].add(regionNumber(letter));
    }
  });
  return near.map((others) => [...others].sort((a, b) => a - b));
}

/** Number of patterns. */
const PATTERN_COUNT = 13;

/**
 * The style class of each region's pattern by its letter: the least used pattern that no earlier neighbour has.
 * @param {string[]} regions the letter of each square
 * @param {number} columns
 * @returns {Map<string, string>}
 */
export function patterns(regions, columns) {
  const around = neighbours(regions, columns, Math.max(...regions.map((letter) => regionNumber(letter) + 1)));
  const uses = new Array(PATTERN_COUNT).fill(0);
  /** @type {number[]} */
  const chosen = [];
  for (const others of around) {
    const near = new Set(others.map((other) => chosen[other]));
    const rank = (/** @type {number} */ kind) => (near.has(kind) ? 1e6 : 0) + uses[kind];
    const best = uses.reduce((least, _, kind) => (rank(kind) < rank(least) ? kind : least), 0);
    uses[best] += 1;
    chosen.push(best);
  }
  return new Map(chosen.map((kind, region) => [String.fromCharCode(65 + region), `pattern-${kind}`]));
}

/** The last answer, because a board asks again after every move. @type {{key: string, colours: Map<string, string>}} */
let last = { key: "", colours: new Map() };

/**
 * The colour of each region by its letter, all different: the best of a few attempts.
 * @param {string[]} regions the letter of each square
 * @param {number} columns
 * @param {number} least minimum number of letters with a colour, used or not
 * @returns {Map<string, string>}
 */
export function tints(regions, columns, least) {
  const count = Math.max(least, ...regions.map((letter) => regionNumber(letter) + 1));
  const key = [regions.join(""), columns, count].join();
  if (key === last.key) return last.colours;
  const around = neighbours(regions, columns, count);
  let best = attempt(around, FIRST_COLOURS[0]);
  for (const firstColour of FIRST_COLOURS.slice(1)) {
    if (best.least >= GOOD_DISTANCE) break;
    const next = attempt(around, firstColour);
    if (next.least > best.least) best = next;
  }
  last = { key, colours: new Map(around.map((_, region) => [String.fromCharCode(65 + region), REGION_COLOURS[best.chosen[region]]])) };
  return last.colours;
}
