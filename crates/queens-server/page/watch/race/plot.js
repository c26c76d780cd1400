import { h, s } from "../../shared/dom.js";
import { duration, grouped } from "../../shared/words.js";

/**
 * Small plots side by side over the size of the board, on one logarithmic scale: in each the curve of one
 * engine stands out, and the others are behind it.
 *
 * @typedef {{name: string, points: {x: number, y: number}[]}} Series
 * @typedef {{x0: number, x1: number, y0: number, y1: number}} Scale sizes, and powers of ten
 */

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [330, 250, 72, 78, 34, 34];

/** The most lines with a label, apart from the lowest. */
const MAX_RULES = 5;

/** The panels beside each other in a saved plot. */
const SAVED_COLUMNS = 3;

/** A power of ten as a figure. @param {number} power @param {string} unit */
function powerWords(power, unit) {
  if (unit === "seconds") return duration(10 ** power).replace(/\.0+(?= )/, "");
  return power < 6 ? grouped(10 ** power) : `10${superscript(power)}`;
}

/** @param {number} number */
const superscript = (number) => [...String(number)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");

/** @param {number} value @param {string} unit */
const valueWords = (value, unit) => (unit === "seconds" ? duration(value) : grouped(Math.round(value)));

/** The points that a logarithmic scale has. @param {Series} series */
const shown = ({ points }) => points.filter(({ y }) => y > 0);

/**
 * The scale that all panels share.
 * @param {Series[]} series
 * @returns {Scale}
 */
function scaleOf(series) {
  const points = series.flatMap(shown);
  const [sizes, logs] = [points.map(({ x }) => x), points.map(({ y }) => Math.log10(y))];
  const [x0, y0] = [Math.min(...sizes), Math.floor(Math.min(...logs))];
  return { x0, x1: Math.max(...sizes, x0 + 1), y0, y1: Math.max(Math.ceil(Math.max(...logs)), y0 + 1) };
}

/** Where a point is. @param {Scale} scale @param {number} size @param {number} power */
const placeOf = ({ x0, x1, y0, y1 }, size, power) => [
  LEFT + ((size - x0) / (x1 - x0)) * (WIDTH - LEFT - RIGHT),
  HEIGHT - BOTTOM - ((power - y0) / (y1 - y0)) * (HEIGHT - TOP - BOTTOM),
];

/**
 * The lines of the powers of ten, and some sizes below.
 * @param {Scale} scale
 * @param {string} unit
 */
function axes(scale, unit) {
  const { x0, x1, y0, y1 } = scale;
  const every = Math.ceil((y1 - y0) / MAX_RULES);
  const powers = Array.from({ length: Math.floor((y1 - y0) / every) + 1 }, (_, at) => y0 + at * every);
  const rules = powers.flatMap((power) => {
    const [x, y] = placeOf(scale, x0, power);
    return [s("line", { class: "rule", x1: x, x2: WIDTH - RIGHT, y1: y, y2: y }),
      s("text", { x: x - 8, y: y + 5, "text-anchor": "end" }, powerWords(power, unit))];
  });
  const sizes = [...new Set([x0, Math.round((x0 + x1) / 2), x1])];
  const labels = sizes.map((size) => s("text",
    { x: placeOf(scale, size, y0)[0], y: HEIGHT - BOTTOM + 24, "text-anchor": "middle" },
    size === x0 ? `n = ${size}` : size));
  return [...rules, ...labels];
}

/**
 * @param {Series} series
 * @param {Scale} scale
 * @param {string} kind
 */
function curve(series, scale, kind) {
  const points = shown(series).map(({ x, y }) => placeOf(scale, x, Math.log10(y)).join());
  return s("polyline", { class: `curve ${kind}`, points: points.join(" ") });
}

/**
 * @param {Series} one the curve that stands out
 * @param {Series[]} all
 * @param {string} unit
 * @param {boolean} isFirst true for the engine that the sentence is about
 */
function panel(one, all, unit, isFirst) {
  const scale = scaleOf(all);
  const last = shown(one).at(-1);
  const kind = isFirst ? "first" : "own";
  const label = `${one.name}: ${unit} over the size of the board, logarithmic`;
  const svg = s("svg",
    { class: "plot", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
    s("text", { class: "name", x: LEFT, y: 16 }, one.name), ...axes(scale, unit),
    ...all.filter((other) => other !== one).map((other) => curve(other, scale, "behind")),
    curve(one, scale, kind));
  if (!last) return svg;
  const [x, y] = placeOf(scale, last.x, Math.log10(last.y));
  svg.append(s("circle", { class: `end ${kind}`, cx: x, cy: y, r: 4.5 }),
    s("text", { class: "value", x: x + 9, y: y + 5 }, valueWords(last.y, unit)));
  return svg;
}

/**
 * @param {Series[]} series
 * @param {string} unit the quantity and its unit
 * @param {string} first the engine that the sentence is about
 */
export function panels(series, unit, first) {
  const drawn = series.filter((one) => shown(one).length > 0);
  return h("div", { class: "plots" }, ...drawn.map((one) => panel(one, drawn, unit, one.name === first)));
}

/**
 * A copy of a drawing that does not need the style sheet of the page.
 * @param {SVGSVGElement} svg
 */
function styledCopy(svg) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const originals = svg.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((element, index) => {
    const style = getComputedStyle(originals[index]);
    for (const name of ["fill", "stroke", "stroke-width", "font-family", "font-size", "font-weight"]) {
      element.setAttribute(name, style.getPropertyValue(name));
    }
    element.removeAttribute("class");
  });
  return copy;
}

/**
 * All panels as one file that does not need the style sheet of the page.
 * @param {SVGSVGElement[]} drawn
 */
export function standalone(drawn) {
  const columns = Math.min(drawn.length, SAVED_COLUMNS);
  const [width, height] = [columns * WIDTH, Math.ceil(drawn.length / columns) * HEIGHT];
  const panels = drawn.map((svg, at) => {
    const copy = styledCopy(svg);
    const [x, y] = [(at % columns) * WIDTH, Math.floor(at / columns) * HEIGHT];
    for (const [name, value] of Object.entries({ x, y, width: WIDTH, height: HEIGHT })) {
      copy.setAttribute(name, String(value));
    }
    return copy;
  });
  const ground = s("rect", { width, height, fill: getComputedStyle(document.body).backgroundColor });
  const whole = s("svg", { width, height, viewBox: `0 0 ${width} ${height}` }, ground, ...panels);
  return new XMLSerializer().serializeToString(whole);
}
