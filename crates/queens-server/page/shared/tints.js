import {
  CALM_ORDER, COLOUR_EMOJI, COLOUR_NAMES, NAMED_DISTANCES, REGION_COLOURS, REGION_DISTANCES,
} from "./palette.js";

/**
 * Colours of regions, with strong contrast between neighbours, in normal vision and in three kinds of colour
 * blindness.
 */

/** Rounds of swaps in an attempt, at most. */
const MAX_ROUNDS = 20;

/** The colour of the first region at the start of each attempt, on a board with many regions. */
const FIRST_COLOURS = [0, 7, 13, 20];

/** The place in the calm order of the largest region's colour, at the start of each attempt. */
const FIRST_PLACES = [0, 3, 6, 9];

/** The distance of neighbours with which no other attempt is needed. */
const GOOD_DISTANCE = 12;

/**
 * A set of colours: their distances from each other, whole numbers from 0 to 25, and the cost of two colours
 * side by side.
 * @typedef {{distances: number[][], costs: number[][]}} ColourSet
 */

/**
 * The cost of a distance: its inverse eighth power, so that the closest neighbours count most.
 * @param {number} distance
 */
function costOf(distance) {
  const closeness = 26 / (distance + 1);
  const square = closeness * closeness;
  return square * square * (square * square);
}

/**
 * @param {string[]} words the distances as letters
 * @param {number} enough the distance from which on neighbours cost nothing
 * @returns {ColourSet}
 */
function colourSet(words, enough) {
  const distance = (/** @type {number} */ a,
    /** @type {number} */ b) => (a === b ? 0 : words[Math.max(a, b) - 1].charCodeAt(Math.min(a, b)) - 65);
  const distances = Array.from({ length: words.length + 1 },
    (_, a) => Array.from({ length: words.length + 1 }, (__, b) => distance(a, b)));
  return { distances, costs: distances.map((row) => row.map((one) => (one >= enough ? 0 : costOf(one)))) };
}

const NAMED_SET = colourSet(NAMED_DISTANCES, GOOD_DISTANCE);
const MANY_SET = colourSet(REGION_DISTANCES, Infinity);

/** @param {string} letter */
export const regionNumber = (letter) => letter.charCodeAt(0) - 65;

/**
 * Improves colours of regions, after which the unused colours follow: regions swap colours with each other
 * and with unused ones while that lowers the cost.
 * @param {number[][]} around the neighbours of each region
 * @param {ColourSet} set
 * @param {number[]} chosen
 */
function improve(around, { distances, costs }, chosen) {
  const sum = (/** @type {number} */ region) => (around[region] ?? [])
    .reduce((all, other) => all + costs[chosen[region]][chosen[other]], 0);
  for (let round = 0, isBetter = true; isBetter && round < MAX_ROUNDS; round++) {
    isBetter = false;
    for (let a = 0; a < around.length; a++) {
      for (let b = a + 1; b < chosen.length; b++) {
        const before = sum(a) + sum(b);
        [chosen[a], chosen[b]] = [chosen[b], chosen[a]];
        if (sum(a) + sum(b) < before * (1 - 1e-9)) isBetter = true;
        else [chosen[a], chosen[b]] = [chosen[b], chosen[a]];
      }
    }
  }
  const least = Math.min(
    ...around.flatMap((others, region) => others.map((other) => distances[chosen[region]][chosen[other]])));
  return { chosen, least };
}

/**
 * The start of each attempt with the named colours: the larger a region, the calmer its colour.
 * @param {number[]} sizes the number of squares of each region
 */
function calmStarts(sizes) {
  const ranking = [...sizes.keys()].sort((a, b) => sizes[b] - sizes[a] || a - b);
  const all = CALM_ORDER.map((_, place) => ranking[place] ?? place);
  return FIRST_PLACES.map((first) => {
    /** @type {number[]} */
    const chosen = [];
    all.forEach((region, place) => { chosen[region] = CALM_ORDER[(place + first) % CALM_ORDER.length]; });
    return chosen;
  });
}

/** The start of each attempt with many colours. */
const manyStarts = () =>
  FIRST_COLOURS.map((first) => REGION_COLOURS.map((_, index) => (index + first) % REGION_COLOURS.length));

/**
 * The neighbours of each region along a side.
 * @param {string[]} regions the letter of each square
 * @param {number} columns
 * @param {number} count
 */
function neighbours(regions, columns, count) {
  const near = Array.from({ length: count }, () => new Set());
  regions.forEach((letter, index) => {
    for (const other of [index % columns < columns - 1 ? regions[index + 1] : letter,
      regions[index + columns] ?? letter]) {
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
 * The style class of each region's pattern by its letter: the least used pattern that no earlier neighbour
 * has.
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

/**
 * The names of the colours of a board with this many regions; null if they have none.
 * @param {number} count
 */
const namesFor = (count) => (count <= COLOUR_NAMES.length ? COLOUR_NAMES : null);

/**
 * The last answer, because a board asks again after every move.
 * @type {{key: string, colours: Map<string, string>}}
 */
let last = { key: "", colours: new Map() };

/**
 * The colour of each region by its letter, all different: the best of a few attempts. A named colour is a
 * variable of CSS.
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
  const names = namesFor(count);
  const sizes = around.map((_, region) => regions.filter((letter) => regionNumber(letter) === region).length);
  const set = names ? NAMED_SET : MANY_SET;
  /** @type {ReturnType<typeof improve> | null} */
  let best = null;
  for (const start of names ? calmStarts(sizes) : manyStarts()) {
    const next = improve(around, set, start);
    if (!best || next.least > best.least) best = next;
    if (best.least >= GOOD_DISTANCE) break;
  }
  const colour = (/** @type {number} */ region) => {
    const index = best?.chosen[region] ?? 0;
    return names ? `var(--${names[index]})` : REGION_COLOURS[index];
  };
  last = { key,
    colours: new Map(around.map((_, region) => [String.fromCharCode(65 + region), colour(region)])) };
  return last.colours;
}

/**
 * The name of a colour of `tints`; empty if it has none.
 * @param {string | undefined} colour
 */
export const colourName = (colour) => /^var\(--([a-z]+)\)$/.exec(colour ?? "")?.[1] ?? "";

/**
 * The regions of queens as emoji, in their order; empty if their colours have no names.
 * @param {string} order the letters of the regions
 * @param {Map<string, string>} colours of each region, by its letter
 */
export function orderEmoji(order, colours) {
  const emoji = [...order]
    .map((letter) => COLOUR_EMOJI[COLOUR_NAMES.indexOf(colourName(colours.get(letter)))]);
  return emoji.every(Boolean) ? emoji.join("") : "";
}
