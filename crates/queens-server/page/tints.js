/** Colours of regions, with strong contrast between neighbours. */

const CUBE_LEVELS = [0, 95, 135, 175, 215, 255];

/** The palette, the same as in the pictures of the command: 26 colours of the colour cube of terminals. */
const REGION_COLOURS = [
  217, 104, 71, 87, 192, 168, 79, 147, 225, 137, 179, 73, 81, 149, 176, 222, 219, 209, 211, 152, 139, 174, 121, 182, 145, 75,
].map((number) => {
  const cube = number - 16;
  return [CUBE_LEVELS[Math.floor(cube / 36)], CUBE_LEVELS[Math.floor(cube / 6) % 6], CUBE_LEVELS[cube % 6]];
});

/**
 * Lightness, green to red, blue to yellow (OKLab, Ottosson 2020).
 * @param {number[]} rgb
 */
function oklab(rgb) {
  const [r, g, b] = rgb.map((byte) => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

const REGION_LABS = REGION_COLOURS.map(oklab);

/**
 * The cost of two colours side by side: high for similar colours.
 * @param {number} a
 * @param {number} b
 */
function push(a, b) {
  return 1 / REGION_LABS[a].reduce((sum, part, at) => sum + (part - REGION_LABS[b][at]) ** 2, 0);
}

/** @param {string} letter */
export const regionNumber = (letter) => letter.charCodeAt(0) - 65;

/**
 * The colour of each region by its letter: pairs of regions swap colours while that increases the contrast of neighbours.
 * @param {string[]} regions the letter of each square
 * @param {number} columns
 * @param {number} least minimum number of letters with a colour, used or not
 * @returns {Map<string, string>}
 */
export function tints(regions, columns, least) {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index)).slice(0, Math.max(least, ...regions.map((letter) => regionNumber(letter) + 1)));
  const near = letters.map(() => new Set());
  regions.forEach((letter, index) => {
    for (const other of [index % columns < columns - 1 ? regions[index + 1] : letter, regions[index + columns] ?? letter]) {
      if (other === letter) continue;
      near[regionNumber(letter)].add(regionNumber(other));
      near[regionNumber(other)].add(regionNumber(letter));
    }
  });
  const chosen = letters.map((_, index) => index);
  const pushed = (/** @type {number} */ region) => [...near[region]].reduce((sum, other) => sum + push(chosen[region], chosen[other]), 0);
  for (let round = 0, isBetter = true; isBetter && round < 20; round++) {
    isBetter = false;
    for (let a = 0; a < chosen.length; a++) {
      for (let b = a + 1; b < chosen.length; b++) {
        const before = pushed(a) + pushed(b);
        [chosen[a], chosen[b]] = [chosen[b], chosen[a]];
        if (pushed(a) + pushed(b) < before - 1e-9) isBetter = true;
        else [chosen[a], chosen[b]] = [chosen[b], chosen[a]];
      }
    }
  }
  return new Map(letters.map((letter, index) => [letter, `rgb(${REGION_COLOURS[chosen[index]].join(" ")})`]));
}
