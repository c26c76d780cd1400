import { h, s } from "../../shared/dom.js";
import { BOARD_RADIUS, lineWeight, regionPaths } from "../../shared/region-outline.js";

/**
 * A small picture of a puzzle, without interaction.
 *
 * @typedef {{queens?: number[], framed?: Iterable<number>, label?: string, isSolved?: boolean}}
 *   PictureContent squares with a queen, squares with a frame, and the text for a screen reader; without it
 *   the text beside the picture is enough
 */

/**
 * @param {{n: number, regions: string[]}} puzzle
 * @param {Map<string, string>} colours of each region, by its letter
 * @param {PictureContent} [content]
 */
export function puzzlePicture({ n, regions }, colours,
  { queens = [], framed = [], label = "", isSolved = false } = {}) {
  const at = (/** @type {number} */ index) => [index % n, Math.floor(index / n)];
  const size = { rows: n, columns: n };
  const { paths, hair } = regionPaths(regions.map((letter) => letter.charCodeAt(0)), size);
  const grounds = paths.map(({ at: index, path }) => coloured(s("path", { class: "region", d: path }),
    colours.get(regions[index])));
  const pieces = queens.flatMap((index) => {
    const [x, y] = at(index);
    const queen = s("use", { href: "#queen", x: x + 0.15, y: y + 0.15, width: 0.7, height: 0.7 });
    if (!isSolved) return [queen];
    const tile = s("rect",
      { class: "tile-ground", x: x + 0.08, y: y + 0.08, width: 0.84, height: 0.84, rx: 0.18 });
    return [tile,
      coloured(s("use",
        { class: "on-tile", href: "#queen", x: x + 0.2, y: y + 0.2, width: 0.6, height: 0.6 }), colours.get(
          regions[index]))];
  });
  const frames = [...framed].flatMap((index) => {
    const [x, y] = at(index);
    return ["frame", "frame inner"]
      .map((name) => s("rect", { class: name, x: x + 0.1, y: y + 0.1, width: 0.8, height: 0.8 }));
  });
  const attributes = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  const weight = lineWeight(size);
  const edge = weight / 2;
  return s("svg",
    { class: "puzzle-picture", viewBox: `${-edge} ${-edge} ${n + weight} ${n + weight}`, ...attributes },
    s("rect", { class: "base", x: -edge, y: -edge, width: n + weight, height: n + weight,
      rx: BOARD_RADIUS + weight }),
    ...grounds, s("path", { class: "hair", d: hair }), ...pieces, ...frames);
}

/**
 * @template {SVGElement} E
 * @param {E} element
 * @param {string | undefined} colour
 * @returns {E}
 */
function coloured(element, colour) {
  element.style.setProperty("--tint", colour ?? "");
  return element;
}

/**
 * A picture with its caption.
 * @param {SVGElement} picture
 * @param {...import("../../shared/dom.js").Child} caption
 */
export function captioned(picture, ...caption) {
  return h("figure", {}, picture, h("figcaption", { class: "small" }, ...caption));
}
