import { s } from "../../shared/dom.js";

/**
 * A plot over the size of the board, on a logarithmic scale.
 * @typedef {{name: string, points: {x: number, y: number}[]}} Series
 */

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [760, 420, 64, 150, 18, 44];

/** Markers around (0, 0), to distinguish the series without colour. */
const MARKER_PATHS = ["M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0", "M-4-4h8v8h-8z", "M0-5L5 4h-10z",
  "M0-5L5 0L0 5L-5 0z", "M-5-4h10L0 5z", "M-4-1.5h2.5V-4h3v2.5H4v3H1.5V4h-3V1.5H-4z"];

/** @param {number} power */
function power10(power) {
  const raised = [...String(power)].map((digit) => (digit === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]))
    .join("");
  return power === 0 ? "1" : power === 1 ? "10" : `10${raised}`;
}

/**
 * @param {Series[]} series
 * @param {string} unit the quantity and its unit
 * @returns {SVGSVGElement}
 */
export function plot(series, unit) {
  const points = series.flatMap((one) => one.points).filter(({ y }) => y > 0);
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => Math.log10(y));
  const [x0, x1] = [Math.min(...xs), Math.max(...xs, Math.min(...xs) + 1)];
  const [y0, y1] = [Math.floor(Math.min(...ys)), Math.ceil(Math.max(...ys, Math.min(...ys) + 0.1))];
  const x = (/** @type {number} */ value) => LEFT + ((value - x0) / (x1 - x0)) * (WIDTH - LEFT - RIGHT);
  const y = (/** @type {number} */ power) =>
    HEIGHT - BOTTOM - ((power - y0) / (y1 - y0)) * (HEIGHT - TOP - BOTTOM);
  const label = `${unit} over the size of the board, logarithmic: ` +
    `${series.map(({ name }) => name).join(", ")}`;
  const svg = s("svg",
    { class: "plot", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label });
  if (points.length === 0) return svg;
  const every = Math.ceil((y1 - y0) / 8);
  for (let power = y0; power <= y1; power += every) {
    svg.append(s("line", { class: "rule", x1: LEFT, x2: WIDTH - RIGHT, y1: y(power), y2: y(power) }),
      s("text", { x: LEFT - 10, y: y(power) + 4, "text-anchor": "end" }, power10(power)));
  }
  for (let n = x0; n <= x1; n += Math.ceil((x1 - x0) / 14)) {
    svg.append(s("text", { x: x(n), y: HEIGHT - BOTTOM + 22, "text-anchor": "middle" }, n));
  }
  svg.append(s("text", { x: LEFT - 10, y: 10, "text-anchor": "start", class: "unit" }, unit),
    s("text", { x: WIDTH - RIGHT + 14, y: HEIGHT - BOTTOM + 22, class: "unit" }, "n"));
  /** @type {number[]} */
  const taken = [];
  series.map((one, index) => ({ ...one, index }))
    .sort((a, b) => (b.points.at(-1)?.y ?? 0) - (a.points.at(-1)?.y ?? 0))
    .forEach(({ name, points: all, index }) => {
      const shown = all.filter((point) => point.y > 0).map((point) => [x(point.x), y(Math.log10(point.y))]);
      const last = shown.at(-1);
      if (!last) return;
      let at = last[1] + 4;
      while (taken.some((other) => Math.abs(other - at) < 15)) at += 1;
      taken.push(at);
      const colour = `series-${index % 8}`;
      svg.append(
        s("polyline", { class: `curve ${colour}`, points: shown.map((point) => point.join()).join(" ") }),
        ...shown.map(([cx, cy]) => s("path",
          { class: `mark ${colour}`, d: MARKER_PATHS[index % MARKER_PATHS.length],
            transform: `translate(${cx} ${cy})` })),
        s("text", { class: `mark ${colour}`, x: Math.max(last[0] + 12, 0), y: at }, name));
    });
  return svg;
}

/**
 * A drawing as a file that does not need the style sheet of the page.
 * @param {SVGSVGElement} svg
 */
export function standalone(svg) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const originals = svg.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((element, index) => {
    const style = getComputedStyle(originals[index]);
    for (const name of ["fill", "stroke", "stroke-width", "font-family", "font-size"]) {
      element.setAttribute(name, style.getPropertyValue(name));
    }
    element.removeAttribute("class");
  });
  copy.prepend(
    s("rect", { width: WIDTH, height: HEIGHT, fill: getComputedStyle(document.body).backgroundColor }));
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(WIDTH));
  copy.setAttribute("height", String(HEIGHT));
  return new XMLSerializer().serializeToString(copy);
}
