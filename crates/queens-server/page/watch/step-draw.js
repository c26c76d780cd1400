import { TRIED_PLACED, TRIED_REJECTED, columnOf, rowOf } from "./trace.js";

/** Canvas drawings of steps: what they share, and the tree along the current path. */

/**
 * The colours of the style sheet; read again after a change between dark and light.
 * @type {Record<string, string> | null}
 */
let known = null;
const forget = () => { known = null; };
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", forget);
new MutationObserver(forget).observe(document.documentElement, { attributeFilter: ["data-theme"] });

/** In forced colours, what must differ from the text. @type {Record<string, string>} */
const SYSTEM_COLOURS = { paper: "Canvas", accent: "Highlight", line: "GrayText" };

export function colours() {
  if (known) return known;
  const isForced = matchMedia("(forced-colors: active)").matches;
  const sample = document.createElement("i");
  document.body.append(sample);
  /** @type {Record<string, string>} */
  const found = {};
  for (const name of ["ink", "muted", "line", "accent", "good", "bad", "edge", "paper", "step-bar"]) {
    sample.style.color = (isForced && SYSTEM_COLOURS[name]) || `var(--${name})`;
    found[name] = getComputedStyle(sample).color;
  }
  sample.remove();
  known = found;
  return found;
}

/** The size of each canvas on the page. To read it at every drawing would force a layout each time. */
const sizes = new WeakMap();
const watch = new ResizeObserver((entries) => {
  for (const { target, contentRect } of entries) sizes.set(target, contentRect);
});

/**
 * Observes the size of a canvas.
 * @param {HTMLCanvasElement} canvas
 */
export function followed(canvas) {
  watch.observe(canvas);
  return canvas;
}

/**
 * Clears a canvas and fits it to the resolution of the screen; the context uses pixels of the page.
 * @param {HTMLCanvasElement} canvas
 */
export function prepared(canvas) {
  const { width, height } = sizes.get(canvas) ?? { width: 0, height: 0 };
  const scale = devicePixelRatio || 1;
  const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
  if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height };
}

/**
 * Draws the squares that were tried at each depth of the current path: the placed queen, the rejected
 * squares, and the squares from which the search came back.
 * @param {HTMLCanvasElement} canvas
 * @param {import("./trace.js").State} state
 * @param {number} n
 * @param {boolean} isByColumns true if the engine fills column by column
 */
export function drawTree(canvas, state, n, isByColumns) {
  const ink = colours();
  const { context, width, height } = prepared(canvas);
  if (width === 0) return;
  const levels = Math.max(n, state.levels.length - 1);
  const gap = (height - 20) / Math.max(1, levels);
  const along = isByColumns ? rowOf : columnOf;
  const x = (/** @type {number} */ square) => 14 + ((along(square) + 0.5) / n) * (width - 28);
  const y = (/** @type {number} */ depth) => 10 + depth * gap;
  const size = Math.min(6.5, gap / 2.6, width / n / 3);
  let parent = [width / 2, 10];
  const dot = (/** @type {number} */ at, /** @type {number} */ down, /** @type {number} */ radius) => {
    context.beginPath();
    context.arc(at, down, radius, 0, 7);
    context.fill();
  };
  for (let depth = 0; depth < state.levels.length; depth++) {
    const down = y(depth + 1);
    let next = null;
    for (const tried of state.levels[depth]) {
      const [square, became] = [Math.floor(tried / 4), tried % 4];
      const at = x(square);
      context.lineWidth = became === TRIED_PLACED ? 2.5 : 1;
      context.strokeStyle = became === TRIED_PLACED ? ink.accent : ink.line;
      context.beginPath();
      context.moveTo(parent[0], parent[1]);
      context.lineTo(at, down);
      context.stroke();
      if (became === TRIED_PLACED) next = [at, down];
    }
    context.fillStyle = ink.accent;
    dot(parent[0], parent[1], size * (depth ? 1 : 0.7));
    for (const tried of state.levels[depth]) {
      const [square, became] = [Math.floor(tried / 4), tried % 4];
      const at = x(square);
      if (became === TRIED_REJECTED) {
        const r = size * 0.62;
        context.strokeStyle = ink.bad;
        context.lineWidth = 1.6;
        context.beginPath();
        context.moveTo(at - r, down - r);
        context.lineTo(at + r, down + r);
        context.moveTo(at + r, down - r);
        context.lineTo(at - r, down + r);
        context.stroke();
      } else {
        context.fillStyle = became === TRIED_PLACED ? ink.accent : ink.edge;
        dot(at, down, became === TRIED_PLACED ? size : size * 0.7);
      }
    }
    if (!next) break;
    parent = next;
  }
}
