import { picture } from "./board.js";
import { glyph, h } from "./dom.js";
import { REGION_COLOURS } from "./palette.js";
import { loadGlyphs } from "./pieces.js";
import { squareName } from "./squares.js";

/**
 * Draws solutions in groups: two armies, pieces of several kinds, the squares of each colour, the layers of a
 * cube.
 *
 * @typedef {import("./squares.js").Square} Square
 * @typedef {{name: string, squares: Square[]}} Group as the server names it: `white`, `knights`, `colour 3`;
 *   or a layer of a cube, `layer 2`
 */

/** Number of patterns of the style sheet, for readers who do not see colours. */
const PATTERN_COUNT = 13;

/**
 * The number in the name of a group: `colour 3`, `layer 2`.
 * @param {Group} group
 */
const numberOf = ({ name }) => Number(name.split(" ")[1]);

/** @param {Group[]} groups */
export const isLayered = (groups) => groups.length > 0
  && groups.every(({ name }) => name.startsWith("layer "));

/**
 * The look of the squares of a group on a board.
 * @param {Group} group
 * @returns {import("./board.js").Look}
 */
function lookOf(group) {
  const { name } = group;
  if (name === "white" || name === "black") {
    return { piece: "queen", classes: `army ${name}`, label: `${name} queen` };
  }
  if (name.startsWith("colour ")) {
    const number = numberOf(group);
    const tint = REGION_COLOURS[(number - 1) % REGION_COLOURS.length];
    return { classes: `tinted numbered pattern-${(number - 1) % PATTERN_COUNT}`, label: name, tint,
      name: String(number) };
  }
  const piece = name.replace(/s$/, "");
  return { piece, classes: "answer", label: piece };
}

/**
 * The look of each square of a solution by its index; resolves when the glyphs of the pieces are loaded. The
 * groups of layers are on boards of their own: see `layerPictures`.
 * @param {Group[]} groups
 * @param {number} columns
 * @returns {Promise<Map<number, import("./board.js").Look>>}
 */
export async function groupLooks(groups, columns) {
  if (isLayered(groups)) return new Map();
  const looks = groups.map(lookOf);
  if (looks.some(({ piece }) => piece && piece !== "queen")) await loadGlyphs();
  return new Map(
    groups.flatMap(({ squares }, at) => squares.map(([row, column]) => [row * columns + column, looks[at]])));
}

/**
 * The layers of a board of more dimensions, of squares as the server names them: in three dimensions layers
 * lie side by side, with a column between two; in four, cubes lie below each other, with a row between two,
 * and in five such boards again.
 * @param {Square[]} squares
 * @param {number} side
 * @param {number} dimensions
 * @returns {Group[]}
 */
export function layersOf(squares, side, dimensions) {
  const layers = Array.from({ length: side ** (dimensions - 2) },
    (_, at) => ({ name: `layer ${at + 1}`, squares: /** @type {Square[]} */ ([]) }));
  for (const [row, column] of squares) {
    const [down, across] = [Math.floor(row / (side + 1)), Math.floor(column / (side + 1))];
    const outer = Math.floor(down / (side + 1)) * side + down % (side + 1);
    layers[outer * side + across].squares.push([row % (side + 1), column % (side + 1)]);
  }
  return layers;
}

/**
 * The name of a layer. On a board of more than three dimensions it has the coordinates before row and column,
 * from 1.
 * @param {number} number from 1
 * @param {number} count of all layers
 * @param {number} side
 */
export function layerName(number, count, side) {
  const coordinates = [];
  for (let [rest, length] = [number - 1, count]; length > 1; [rest, length] = [Math.floor(rest / side),
    length / side]) {
    coordinates.unshift(rest % side + 1);
  }
  return coordinates.length > 1 ? `Layer ${number} (${coordinates.join(", ")})` : `Layer ${number}`;
}

/**
 * A small board for each layer, with a caption.
 * @param {Group[]} groups
 * @param {number} side
 */
export function layerPictures(groups, side) {
  return groups.map((group) => {
    const names = group.squares.map(([row, column]) => squareName(row, column)).join(", ");
    const caption = layerName(numberOf(group), groups.length, side);
    return h("li", {}, h("figure", {},
      picture(group.squares, side, side, `${caption}: ${names ? `queens on ${names}` : "no queen"}`),
      h("figcaption", { "aria-hidden": "true" }, caption)));
  });
}

/**
 * The symbol of each group, its name and its size; the colours of a colouring, of which there are many, can
 * be unfolded.
 * @param {Group[]} groups
 */
export function groupLegend(groups) {
  const legend = h("ul", { class: "groups" }, ...groups.map((group) => {
    const { piece = "", classes = "", tint, name } = lookOf(group);
    const symbol = h("span", { class: `square even ${classes}`, "aria-hidden": "true" },
      piece ? glyph(piece) : name);
    if (tint) symbol.style.setProperty("--tint", tint);
    return h("li", {}, symbol, `${group.name}: ${group.squares.length}`);
  }));
  if (!groups.some(({ name }) => name.startsWith("colour "))) return legend;
  return h("details", {}, h("summary", {}, "Number of squares of each colour"), legend);
}
