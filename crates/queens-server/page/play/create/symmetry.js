/**
 * Symmetric drawing: a painted square is painted on the other side of the board, too, with the partner of its
 * region.
 */

/** @typedef {"" | "half-turn" | "left-right" | "top-bottom"} SymmetryName */

/** The symmetries that can be chosen, and their names. @type {[SymmetryName, string][]} */
export const SYMMETRY_CHOICES = [["", "none"], ["half-turn", "half turn"], ["left-right", "left and right"],
  ["top-bottom", "top and bottom"]];

/**
 * The image of a square.
 * @param {number} index
 * @param {number} n
 * @param {string} symmetry
 */
export function imageOf(index, n, symmetry) {
  const [row, column] = [Math.floor(index / n), index % n];
  if (symmetry === "half-turn") return n * n - 1 - index;
  if (symmetry === "left-right") return row * n + n - 1 - column;
  if (symmetry === "top-bottom") return (n - 1 - row) * n + column;
  return index;
}

/**
 * The partner of each region: two regions are partners if most squares of one have their images in the other.
 * A region may be its own partner.
 * @param {{n: number, regions: string[]}} puzzle
 * @param {string} symmetry
 * @returns {Map<string, string>}
 */
export function partnersOf({ n, regions }, symmetry) {
  /** @type {Map<string, number>} */
  const common = new Map();
  regions.forEach((letter, index) => {
    const pair = letter + regions[imageOf(index, n, symmetry)];
    common.set(pair, (common.get(pair) ?? 0) + 1);
  });
  const partners = new Map();
  for (const [[one, other]] of [...common].sort((a, b) => b[1] - a[1])) {
    if (partners.has(one) || partners.has(other)) continue;
    partners.set(one, other);
    partners.set(other, one);
  }
  for (const letter of regions) if (!partners.has(letter)) partners.set(letter, letter);
  return partners;
}

/**
 * Paints a square, and its image if the drawing is symmetric.
 * @param {string[]} regions changed in place
 * @param {number} index
 * @param {string} letter
 * @param {{n: number, symmetry: string, partners: Map<string, string>}} drawing
 */
export function paintSymmetric(regions, index, letter, { n, symmetry, partners }) {
  const image = imageOf(index, n, symmetry);
  if (image !== index) regions[image] = partners.get(letter) ?? letter;
  regions[index] = letter;
}
