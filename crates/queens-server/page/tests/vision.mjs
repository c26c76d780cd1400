// Colours as people with and without colour blindness see them, and their distance.
//
// The simulations are those of Machado, Oliveira and Fernandes (A Physiologically-based Model for Simulation of Color Vision
// Deficiency, 2009) at full severity: a matrix for linear light. The package culori has the same matrices but applies them to
// sRGB as it is encoded, so it only converts colours here, and computes CIEDE2000 (Sharma, Wu and Dalal 2005).

import { converter, differenceCiede2000, parse } from "culori";

/** Rows for red, green and blue. @type {Record<string, number[][]>} */
const SIMULATIONS = {
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
};

const linear = converter("lrgb");
const encoded = converter("rgb");

/** The names of the kinds of vision. */
export const VISIONS = ["normal", ...Object.keys(SIMULATIONS)];

/**
 * A colour in each kind of vision, in the order of `VISIONS`.
 * @param {string} colour in any notation of CSS
 */
export function views(colour) {
  const given = parse(colour);
  const { r, g, b } = linear(given);
  const clamped = (/** @type {number[]} */ row) => Math.min(1, Math.max(0, row[0] * r + row[1] * g + row[2] * b));
  const seen = Object.values(SIMULATIONS).map((matrix) => {
    const [red, green, blue] = matrix.map(clamped);
    return encoded({ mode: "lrgb", r: red, g: green, b: blue });
  });
  return [given, ...seen];
}

/** CIEDE2000 between two colours of culori. */
export const distance = differenceCiede2000();

/**
 * The least CIEDE2000 between two colours in any kind of vision.
 * @param {string} one
 * @param {string} other
 */
export function leastDistance(one, other) {
  const seen = views(other);
  return Math.min(...views(one).map((view, index) => distance(view, seen[index])));
}
