import { h, s } from "./dom.js";

/**
 * A small picture of a puzzle, without interaction.
 *
 * @typedef {{queens?: number[], framed?: Iterable<number>, label?: string}} PictureContent squares with a queen, squares with a
 *   frame, and the text for a screen reader; without it the text beside the picture is enough
 */

/**
 * @param {{n: number, regions: string[]}} puzzle
 * @param {Map<string, string>} colours of each region, by its letter
 * @param {PictureContent} [content]
 */
export function puzzlePicture({ n, regions }, colours, { queens = [], framed = [], label = "" } = {}) {
  const at = (/** @type {number} */ index) => [index % n, Math.floor(index / n)];
  const squares = regions.map((letter, index) => {
    const [x, y] = at(index);
    // A little larger than the square, so that no gaps show between squares.
    const square = s("rect", { class: "region", x, y, width: 1.02, height: 1.02 });
    square.style.setProperty("--tint", colours.get(letter) ?? "");
    return square;
  });
  let borders = `M0 0h${n}v${n}h-${n}z`;
  regions.forEach((letter, index) => {
    const [x, y] = at(index);
    if (x + 1 < n && regions[index + 1] !== letter) borders += `M${x + 1} ${y}v1`;
    if (y + 1 < n && regions[index + n] !== letter) borders += `M${x} ${y + 1}h1`;
  });
  const attributes = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return s("svg", { class: "puzzle-picture", viewBox: `-.05 -.05 ${n + 0.1} ${n + 0.1}`, ...attributes },
    ...squares, s("path", { class: "between", d: borders }),
    ...queens.map((index) => {
      const [x, y] = at(index);
      return s("use", { href: "#queen", x: x + 0.12, y: y + 0.12, width: 0.76, height: 0.76 });
    }),
    ...[...framed].flatMap((index) => {
      const [x, y] = at(index);
      return ["frame", "frame inner"].map((name) => s("rect", { class: name, x: x + 0.1, y: y + 0.1, width: 0.8, height: 0.8 }));
    }));
}

/**
 * A picture with its caption.
 * @param {SVGElement} picture
 * @param {...import("./dom.js").Child} caption
 */
export function captioned(picture, ...caption) {
  return h("figure", {}, picture, h("figcaption", { class: "small" }, ...caption));
}
