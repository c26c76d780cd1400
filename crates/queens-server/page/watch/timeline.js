import { h } from "../shared/dom.js";
import { colours, followed, prepared } from "./step-draw.js";

/**
 * The depth over all steps of a trace, along which one can drag: the past is darker, a tick below is a
 * backtrack, a crown a solution (a tick above if there are many), and there is a gap wherever the first queen
 * moves.
 * @typedef {Pick<import("./trace.js").Trace, "length" | "deepest" | "solutions" | "depth">} Trace
 * @typedef {{low: number, high: number, backtracks: number}} Column the least and greatest depth in a column
 *   of pixels
 * @typedef {{top: number, base: number, width: number, height: number, length: number}} Frame
 */

/** Room left and right for the handle, in pixels. */
const MARGIN = 8;
/** Room for crowns above, and for ticks below the baseline. */
const CROWN_ROOM = 18;
const TICK_ROOM = 7;
/** Room for the names of squares, on a canvas that is high enough. */
const NAME_ROOM = 20;
const HEIGHT_WITH_NAMES = 84;
/** The least distance between crowns, and between gaps. */
const CROWN_GAP = 14;
const CUT_GAP = 12;
/** A tap as near as this to a crown goes to its solution. */
const CROWN_REACH = 14;

const CROWN = "M3.5 12.6 1.2 4.6l3.5 2.7L7 1.4l2.3 5.9 3.5-2.7-2.3 8z";

/**
 * The steps at which the first queen is placed.
 * @param {Trace} trace
 */
function rootsOf(trace) {
  const roots = [];
  for (let step = 1, before = 0; step <= trace.length; step++) {
    const depth = trace.depth(step);
    if (before === 0 && depth > 0) roots.push(step);
    before = depth;
  }
  return roots;
}

/**
 * Depths and backtracks for each column of pixels.
 * @param {Trace} trace
 * @param {number} count
 * @returns {Column[]}
 */
function columnsOf(trace, count) {
  const columns = Array.from({ length: count },
    (_, column) => depthsOf(trace, column / count, (column + 1) / count));
  for (let step = 2; step <= trace.length; step++) {
    if (trace.depth(step) < trace.depth(step - 1)) {
      columns[Math.floor(((step - 1) / trace.length) * count)].backtracks += 1;
    }
  }
  return columns;
}

/**
 * The least and greatest depth in a part of a trace.
 * @param {Trace} trace
 * @param {number} start as a share of the steps
 * @param {number} end
 */
function depthsOf(trace, start, end) {
  const from = Math.floor(start * trace.length);
  const to = Math.min(trace.length, Math.max(from + 1, Math.floor(end * trace.length)));
  const found = { low: Infinity, high: 0, backtracks: 0 };
  for (let step = from + 1; step <= to; step++) {
    const depth = trace.depth(step);
    found.low = Math.min(found.low, depth);
    found.high = Math.max(found.high, depth);
  }
  return found;
}

/**
 * The places that are at least a distance apart.
 * @param {number[]} places in order
 * @param {number} distance
 */
function apart(places, distance) {
  let last = -Infinity;
  return places.filter((place) => place - last >= distance && ((last = place), true));
}

/**
 * Where a step is, in pixels.
 * @param {number} step
 * @param {number} length
 * @param {number} width
 */
const along = (step, length, width) => MARGIN +
  (length ? Math.min(1, step / length) : 0) * (width - 2 * MARGIN);

export class Timeline {
  canvas = followed(h("canvas", { "aria-hidden": "true" }));
  element;
  /** The depths without and with the colour of the past. */
  #pictures = [document.createElement("canvas"), document.createElement("canvas")];
  #drawn = "";
  /** @type {number[]} */
  #roots = [];
  /** @type {Trace | null} */
  #trace = null;

  /**
   * @param {HTMLInputElement} scrub the slider of the player, for the keyboard and screen readers
   * @param {(step: number) => void} go
   */
  constructor(scrub, go) {
    this.element = h("div", { class: "timeline" }, this.canvas, scrub);
    this.element.addEventListener("pointerdown", (event) => {
      this.element.setPointerCapture(event.pointerId);
      go(this.#solutionNear(event) ?? this.#stepAt(event));
    });
    this.element.addEventListener("pointermove",
      (event) => this.element.hasPointerCapture(event.pointerId) && go(this.#stepAt(event)));
  }

  /** @param {PointerEvent} event */
  #stepAt({ clientX }) {
    const { left, width } = this.canvas.getBoundingClientRect();
    const share = (clientX - left - MARGIN) / (width - 2 * MARGIN);
    return Math.round(Math.max(0, Math.min(1, share)) * (this.#trace?.length ?? 0));
  }

  /** The solution whose crown was meant. @param {PointerEvent} event */
  #solutionNear({ clientX, clientY }) {
    const { left, top, width } = this.canvas.getBoundingClientRect();
    const { solutions = [], length = 0 } = this.#trace ?? {};
    const distance = (/** @type {number} */ step) => Math.abs(along(step, length, width) + left - clientX);
    const near = clientY - top <= CROWN_ROOM + 4 ? solutions.filter((step) => distance(step) <= CROWN_REACH)
      : [];
    return near.sort((a, b) => distance(a) - distance(b))[0];
  }

  /**
   * @param {Trace} trace
   * @param {number} at the current step
   * @param {number[]} bookmarks steps that are marked
   * @param {(step: number) => string} [nameOf] the name of the square of a step that places the first queen
   */
  draw(trace, at, bookmarks, nameOf) {
    this.#trace = trace;
    const ink = colours();
    const { context, width, height } = prepared(this.canvas);
    if (width === 0) return;
    const hasNames = nameOf !== undefined && height >= HEIGHT_WITH_NAMES;
    const frame = { top: CROWN_ROOM, base: height - TICK_ROOM - (hasNames ? NAME_ROOM : 0), width, height,
      length: trace.length };
    this.#paint(trace, frame, ink);
    const x = along(at, trace.length, width);
    context.drawImage(this.#pictures[0], 0, 0, width, height);
    context.save();
    context.beginPath();
    context.rect(0, 0, x, height);
    context.clip();
    context.clearRect(0, 0, x, height);
    context.drawImage(this.#pictures[1], 0, 0, width, height);
    context.restore();
    this.#drawBookmarks(context, bookmarks, frame, ink);
    if (hasNames) this.#drawNames(context, at, nameOf, frame, ink);
    this.#drawHandle(context, x, frame, ink);
  }

  /**
   * Draws both pictures again if there are more steps, or if size or colours have changed.
   * @param {Trace} trace
   * @param {Frame} frame
   * @param {Record<string, string>} ink
   */
  #paint(trace, frame, ink) {
    const key = [trace.length, trace.deepest, frame.width, frame.height, frame.base, devicePixelRatio,
      ink.ink]
      .join();
    if (key === this.#drawn) return;
    this.#drawn = key;
    this.#roots = rootsOf(trace);
    const scale = this.canvas.width / frame.width;
    const columns = columnsOf(trace, Math.max(1, Math.round((frame.width - 2 * MARGIN) * scale)));
    for (const [index, colour] of [ink.line, ink["step-bar"]].entries()) {
      const picture = this.#pictures[index];
      [picture.width, picture.height] = [this.canvas.width, this.canvas.height];
      const context = /** @type {CanvasRenderingContext2D} */ (picture.getContext("2d"));
      context.scale(scale, scale);
      paintDepths(context, columns, trace.deepest, frame, scale, colour, ink.muted);
      this.#paintMarks(context, trace, frame, ink);
    }
  }

  /**
   * Gaps where the first queen moves, and the solutions.
   * @param {CanvasRenderingContext2D} context
   * @param {Trace} trace
   * @param {Frame} frame
   * @param {Record<string, string>} ink
   */
  #paintMarks(context, trace, { top, base, width, length }, ink) {
    const places = (/** @type {number[]} */ steps) => steps.map((step) => along(step, length, width));
    const cuts = places(this.#roots.slice(1).map((step) => step - 1));
    if (apart(cuts, CUT_GAP).length === cuts.length) {
      for (const x of cuts) context.clearRect(x - 1, top, 2, base - top);
    }
    context.fillStyle = ink.good;
    const found = places(trace.solutions);
    if (apart(found, CROWN_GAP).length < found.length) {
      for (const x of apart(found, 1)) context.fillRect(x - 0.5, top - 8, 1, 6);
      return;
    }
    for (const x of found) {
      context.fillRect(x - 0.75, top, 1.5, base - top);
      context.save();
      context.translate(x - 7, 2);
      context.fill(new Path2D(CROWN));
      context.restore();
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number[]} bookmarks
   * @param {Frame} frame
   * @param {Record<string, string>} ink
   */
  #drawBookmarks(context, bookmarks, { width, length }, ink) {
    context.fillStyle = ink.ink;
    for (const bookmark of bookmarks) {
      const middle = along(bookmark, length, width);
      context.beginPath();
      context.moveTo(middle - 5, 0);
      context.lineTo(middle + 5, 0);
      context.lineTo(middle, 9);
      context.fill();
    }
  }

  /**
   * The square of the first queen under each part that is wide enough for its name.
   * @param {CanvasRenderingContext2D} context
   * @param {number} at
   * @param {(step: number) => string} nameOf
   * @param {Frame} frame
   * @param {Record<string, string>} ink
   */
  #drawNames(context, at, nameOf, { width, height, length }, ink) {
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    const { fontFamily } = getComputedStyle(this.element);
    this.#roots.forEach((step, index) => {
      const next = this.#roots[index + 1] ?? length + 1;
      const [from, to] = [along(step - 1, length, width), along(next - 1, length, width)];
      if (to - from < 32) return;
      const isNow = at >= step && at < next;
      context.font = `${isNow ? "bold " : ""}14px ${fontFamily}`;
      context.fillStyle = isNow ? ink.accent : ink.muted;
      context.fillText(nameOf(step), (from + to) / 2, height - 2);
    });
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} x
   * @param {Frame} frame
   * @param {Record<string, string>} ink
   */
  #drawHandle(context, x, { top, base }, ink) {
    context.fillStyle = ink.accent;
    context.fillRect(x - 1, top - 6, 2, base - top + 6);
    context.beginPath();
    context.arc(x, base, 7, 0, 7);
    context.fill();
    context.lineWidth = 2.5;
    context.strokeStyle = ink.paper;
    context.stroke();
  }
}

/**
 * The depths as an area, lighter where they differ within a column, and the backtracks as ticks below it: the
 * darker, the more.
 * @param {CanvasRenderingContext2D} context
 * @param {Column[]} columns
 * @param {number} deepest
 * @param {Frame} frame
 * @param {number} scale
 * @param {string} colour
 * @param {string} tickColour
 */
function paintDepths(context, columns, deepest, { top, base }, scale, colour, tickColour) {
  const room = base - top - 6;
  const y = (/** @type {number} */ depth) => base - (depth / deepest) * room;
  const most = Math.max(1, ...columns.map(({ backtracks }) => backtracks));
  columns.forEach(({ low, high, backtracks }, column) => {
    if (low > high) return;
    const x = MARGIN + column / scale;
    context.fillStyle = colour;
    context.fillRect(x, y(low), 1 / scale, base - y(low));
    context.globalAlpha = 0.6;
    context.fillRect(x, y(high), 1 / scale, y(low) - y(high));
    context.globalAlpha = (most > 1 ? 0.5 : 0.75) * (backtracks / most);
    context.fillStyle = tickColour;
    context.fillRect(x, base + 2, 1 / scale, TICK_ROOM - 3);
    context.globalAlpha = 1;
  });
}
