/**
 * Squares, their names, and lists of them as an address has them. Rows and columns count from 0; row 1 is on
 * top.
 * @typedef {[number, number]} Square row and column
 */

/** @param {number} column */
export function columnName(column) {
  let name = "";
  for (let rest = column; rest >= 0; rest = Math.floor(rest / 26) - 1) {
    name = String.fromCharCode(97 + (rest % 26)) + name;
  }
  return name;
}

/**
 * @param {number} row
 * @param {number} column
 */
export function squareName(row, column) {
  return `${columnName(column)}${row + 1}`;
}

/**
 * @param {string} name such as `c4`
 * @returns {Square | null}
 */
export function squareOf(name) {
  const found = /^([a-z]{1,3})([1-9]\d{0,3})$/.exec(name);
  if (!found) return null;
  const column = [...found[1]].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0) - 1;
  return [Number(found[2]) - 1, column];
}

/**
 * The names of a list that are not on the board.
 * @param {string | undefined} text
 * @param {number} rows
 * @param {number} columns
 */
export function offBoard(text, rows, columns) {
  return (text ?? "").split(".").filter((name) => name && readList(name, rows, columns).length === 0);
}

/**
 * Parses a list of names with dots between them into indices, row by row; squares off the board are left out.
 * @param {string | undefined} text
 * @param {number} rows
 * @param {number} columns
 * @returns {number[]}
 */
export function readList(text, rows, columns) {
  const squares = (text ?? "").split(".").map(squareOf);
  const indices = squares.flatMap((square) =>
    square && square[0] < rows && square[1] < columns ? [square[0] * columns + square[1]] : []);
  return [...new Set(indices)].sort((a, b) => a - b);
}

/**
 * @param {Iterable<number>} indices
 * @param {number} columns
 * @param {string} [joint]
 */
export function writeList(indices, columns, joint = ".") {
  return [...indices].sort((a, b) => a - b)
    .map((index) => squareName(Math.floor(index / columns), index % columns)).join(joint);
}

const QUEEN_DIRECTIONS = [[-1, 0], [1, 0], [0, -1], [0, 1], [-1, -1], [-1, 1], [1, -1], [1, 1]];

/**
 * The squares that a queen attacks, for shading only: it passes over holes, and walls stop it.
 * @param {number} index
 * @param {number} rows
 * @param {number} columns
 * @param {Set<number>} walls
 * @returns {number[]}
 */
export function reach(index, rows, columns, walls) {
  const reached = [];
  for (const [down, right] of QUEEN_DIRECTIONS) {
    let row = Math.floor(index / columns) + down;
    let column = (index % columns) + right;
    while (row >= 0 && row < rows && column >= 0 && column < columns && !walls.has(row * columns + column)) {
      reached.push(row * columns + column);
      row += down;
      column += right;
    }
  }
  return reached;
}

/**
 * The eight symmetries of a board of n x n, each with its name.
 * @type {[string, (r: number, c: number, n: number) => Square][]}
 */
export const SYMMETRIES = [
  ["unchanged", (r, c) => [r, c]],
  ["quarter turn", (r, c, n) => [c, n - 1 - r]],
  ["half turn", (r, c, n) => [n - 1 - r, n - 1 - c]],
  ["three-quarter turn", (r, c, n) => [n - 1 - c, r]],
  ["mirrored left to right", (r, c, n) => [r, n - 1 - c]],
  ["mirrored top to bottom", (r, c, n) => [n - 1 - r, c]],
  ["mirrored along the diagonal from a1", (r, c) => [c, r]],
  ["mirrored along the other diagonal", (r, c, n) => [n - 1 - c, n - 1 - r]],
];

/**
 * The distinct images of a placement on a board of n x n, each with the symmetries that lead to it.
 * @param {Square[]} queens
 * @param {number} n
 * @returns {{queens: Square[], maps: string[]}[]}
 */
export function orbit(queens, n) {
  /** @type {Map<string, {queens: Square[], maps: string[]}>} */
  const images = new Map();
  for (const [name, map] of SYMMETRIES) {
    const image = queens.map(([r, c]) => map(r, c, n)).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const key = image.join(" ");
    const known = images.get(key);
    if (known) known.maps.push(name);
    else images.set(key, { queens: image, maps: [name] });
  }
  return [...images.values()];
}

/**
 * The symmetry class of a placement, as the server names it.
 * @param {string[]} maps the symmetries that leave it unchanged
 */
export function classOf(maps) {
  if (maps.some((name) => name.startsWith("mirrored"))) return "reflective";
  if (maps.includes("quarter turn")) return "rotary";
  return maps.includes("half turn") ? "point-symmetric" : "ordinary";
}
