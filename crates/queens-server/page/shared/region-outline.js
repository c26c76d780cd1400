/**
 * Outlines of sets of squares as paths of SVG, one unit a square. A corner is round where two sets meet;
 * where three meet it stays square, because the lines would make a blot. Inner corners are wider by the gap
 * between two outlines, so that the line between them keeps its weight.
 *
 * @typedef {{rows: number, columns: number}} Size
 * @typedef {{inset: number, radius?: number, corner?: number, regionOf?: (row: number, column: number) =>
 *   unknown}} Shape `inset` is the distance from the border, negative for outside; `radius` rounds a corner,
 *   `corner` a corner of the board;
 *   `regionOf` the set of a square, to find the points where three sets meet
 * @typedef {[number, number, number, number]} Turn a corner, and the direction of the side that leaves it
 */

/** The weight of the line between regions, at most, and its share of the side of a smaller board. */
const [MAX_LINE_WEIGHT, LINE_SHARE] = [0.06, 1 / 133];
/** The radius of the corners of a region. */
const RADIUS = 0.16;
/** The radius of the corners of a board. */
export const BOARD_RADIUS = 0.28;
/** The radius of a corner where three sets meet. */
const SHARP = 0.02;

/**
 * The weight of the line between regions. The squares of a small board are large: lines that grow with them
 * would look heavy.
 * @param {Size} size
 */
export const lineWeight = ({ columns }) => Math.min(MAX_LINE_WEIGHT, columns * LINE_SHARE);

/**
 * The sides of the set, clockwise, by the point where they begin.
 * @param {(row: number, column: number) => boolean} has
 * @param {Size} size
 */
function sidesOf(has, { rows, columns }) {
  /** @type {Map<string, [number, number][]>} */
  const sides = new Map();
  const add = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ dx,
    /** @type {number} */ dy) => {
    const key = `${x} ${y}`;
    sides.set(key, [...(sides.get(key) ?? []), [dx, dy]]);
  };
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      if (!has(y, x)) continue;
      if (!has(y - 1, x)) add(x, y, 1, 0);
      if (!has(y, x + 1)) add(x + 1, y, 0, 1);
      if (!has(y + 1, x)) add(x + 1, y + 1, -1, 0);
      if (!has(y, x - 1)) add(x, y + 1, 0, -1);
    }
  }
  return sides;
}

/**
 * Takes one closed line out of the sides, and returns its corners.
 * @param {Map<string, [number, number][]>} sides
 * @returns {Turn[]}
 */
function takeLoop(sides) {
  const [start, [first]] = /** @type {[string, [number, number][]]} */ (sides.entries().next().value);
  let [x, y] = start.split(" ").map(Number);
  let [dx, dy] = first;
  /** @type {Turn[]} */
  const turns = [];
  for (let isFirst = true; ; isFirst = false) {
    const key = `${x} ${y}`;
    const out = sides.get(key);
    if (!out) break;
    // Where the set touches itself at a corner, turn right: stay with the same square.
    const right = isFirst ? 0 : out.findIndex(([ex, ey]) => dx * ey - dy * ex > 0);
    const [[ex, ey]] = out.splice(Math.max(0, right), 1);
    if (out.length === 0) sides.delete(key);
    if (isFirst || ex !== dx || ey !== dy) turns.push([x, y, ex, ey]);
    [dx, dy] = [ex, ey];
    [x, y] = [x + dx, y + dy];
    if (`${x} ${y}` === start && !sides.has(start)) break;
  }
  const last = turns[turns.length - 1];
  if (turns.length > 1 && last[2] === turns[0][2] && last[3] === turns[0][3]) turns.shift();
  return turns;
}

/**
 * The outline of a set of squares.
 * @param {(row: number, column: number) => boolean} has false off the board
 * @param {Size} size
 * @param {Shape} shape
 */
export function outlinePath(has, size, { inset, radius = RADIUS, corner = BOARD_RADIUS, regionOf }) {
  const sides = sidesOf(has, size);
  const isCornerOfBoard = (/** @type {number} */ x,
    /** @type {number} */ y) => (x === 0 || x === size.columns) && (y === 0 || y === size.rows);
  const meeting = (/** @type {number} */ x, /** @type {number} */ y) =>
    (regionOf ? new Set([regionOf(y, x), regionOf(y, x - 1), regionOf(y - 1, x), regionOf(y - 1, x - 1)]).size
      : 2);
  const round = (/** @type {number} */ value) => Math.round(value * 1000) / 1000;
  let path = "";
  while (sides.size > 0) {
    const turns = takeLoop(sides);
    turns.forEach(([x, y, ex, ey], at) => {
      const [, , px, py] = turns[(at + turns.length - 1) % turns.length];
      const isOuter = px * ey - py * ex > 0;
      const sharp = isOuter ? SHARP : 0.001;
      const r = isOuter && isCornerOfBoard(x, y) ? corner : meeting(x, y) > 2 ? sharp : isOuter ? radius
        : radius + 2 * inset;
      const [cx, cy] = [x + inset * (-py - ey), y + inset * (px + ex)];
      path += `${at ? "L" : "M"}${round(cx - px * r)} ${round(cy - py * r)}A${round(r)} ${round(r)} 0 0 ` +
        `${isOuter ? 1 : 0} ${round(cx + ex * r)} ${round(cy + ey * r)}`;
    });
    path += "z";
  }
  return path;
}

/**
 * The outline of a list of squares.
 * @param {Iterable<number>} squares
 * @param {Size} size
 * @param {Shape} shape
 */
export function outlineOf(squares, size, shape) {
  const all = new Set(squares);
  const has = (/** @type {number} */ row, /** @type {number} */ column) => row >= 0 && row < size.rows
    && column >= 0 && column < size.columns && all.has(row * size.columns + column);
  return outlinePath(has, size, shape);
}

/**
 * The paths of a board of regions: one for each region, and the lines between squares of a region.
 * @param {ArrayLike<number>} regions the region of each square
 * @param {Size} size
 */
export function regionPaths(regions, size) {
  const { rows, columns } = size;
  const regionOf = (/** @type {number} */ row, /** @type {number} */ column) =>
    (row >= 0 && row < rows && column >= 0 && column < columns ? regions[row * columns + column] : -1);
  const numbers = [...new Set(Array.from(regions))];
  const paths = numbers.map((region) => ({
    at: Array.prototype.indexOf.call(regions, region),
    path: outlinePath((row, column) => regionOf(row, column) === region, size,
      { inset: lineWeight(size) / 2, regionOf }),
  }));
  let hair = "";
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const here = regionOf(row, column);
      if (here === regionOf(row, column + 1)) hair += `M${column + 1} ${row}v1`;
      if (here === regionOf(row + 1, column)) hair += `M${column} ${row + 1}h1`;
    }
  }
  return { paths, hair };
}
