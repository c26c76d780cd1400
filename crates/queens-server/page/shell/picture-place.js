import { h, s } from "../shared/dom.js";

/**
 * A picture with the corners of a board on it, which can be dragged or moved by the arrow keys.
 *
 * @typedef {[number, number]} Point fractions of the width and the height of the picture
 * @typedef {{corners: Point[], rows: number}} Place the corners are the upper left, upper right, lower right
 *   and lower left one
 */

const CORNER_NAMES = ["Upper left corner", "Upper right corner", "Lower right corner", "Lower left corner"];

/** Where the corners begin if nothing is known, as fractions. */
const FIRST_CORNERS = /** @type {Point[]} */ ([[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]);

/** How far an arrow key moves a corner, and with Shift. */
const STEP = 0.002;
const LONG_STEP = 0.02;

/** @type {Record<string, Point>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The place on the picture of a point of the board, as seen in perspective (Heckbert 1989): from the unit
 * square to its four corners.
 * @param {Point[]} corners
 * @returns {(u: number, v: number) => Point}
 */
export function placeOnPicture([p0, p1, p2, p3]) {
  const cross = (/** @type {Point} */ a, /** @type {Point} */ b) => a[0] * b[1] - a[1] * b[0];
  const right = /** @type {Point} */ ([p1[0] - p2[0], p1[1] - p2[1]]);
  const lower = /** @type {Point} */ ([p3[0] - p2[0], p3[1] - p2[1]]);
  const sum = /** @type {Point} */ ([p0[0] - p1[0] + p2[0] - p3[0], p0[1] - p1[1] + p2[1] - p3[1]]);
  const whole = cross(right, lower);
  const [g, k] = [cross(sum, lower) / whole, cross(right, sum) / whole];
  const at = (/** @type {0 | 1} */ axis, /** @type {number} */ u, /** @type {number} */ v) =>
    ((p1[axis] - p0[axis] + g * p1[axis]) * u + (p3[axis] - p0[axis] + k * p3[axis]) * v + p0[axis]) /
    (g * u + k * v + 1);
  return (u, v) => [at(0, u, v), at(1, u, v)];
}

/** @param {number} place */
const inside = (place) => Math.min(1, Math.max(0, place));

/** The picture with the lines of the board and four handles. */
export class PicturePlace {
  #lines = s("path", {});
  #halo = s("path", { class: "halo" });
  /** @type {Place} */
  #place = { corners: FIRST_CORNERS, rows: 8 };
  #changed;
  #handles;
  element;

  /**
   * @param {string} address of the picture
   * @param {(place: Place) => void} changed called while a corner moves
   */
  constructor(address, changed) {
    this.#changed = changed;
    this.#handles = CORNER_NAMES.map((name, at) => this.#handle(name, at));
    this.element = h("div", { class: "picture-place" }, h("img", { src: address, alt: "The picture" }),
      s("svg", { "aria-hidden": "true", viewBox: "0 0 1 1", preserveAspectRatio: "none" }, this.#halo,
        this.#lines),
      ...this.#handles);
  }

  get place() {
    return this.#place;
  }

  /** @param {Place} place */
  show(place) {
    this.#place = place;
    const { corners, rows } = place;
    this.#handles.forEach((handle, at) => {
      handle.style.left = `${100 * corners[at][0]}%`;
      handle.style.top = `${100 * corners[at][1]}%`;
    });
    const onPicture = placeOnPicture(corners);
    const line = (/** @type {Point} */ from, /** @type {Point} */ to) => `M${from}L${to}`;
    const path = Array.from({ length: rows + 1 }, (_, at) => at / rows)
      .map((at) => line(onPicture(at, 0), onPicture(at, 1)) + line(onPicture(0, at), onPicture(1, at)))
      .join("");
    this.#lines.setAttribute("d", path);
    this.#halo.setAttribute("d", path);
  }

  /**
   * @param {string} name
   * @param {number} at
   */
  #handle(name, at) {
    const handle = h("button", { type: "button", class: "corner", "aria-label": name,
      title: `${name}: drag it, or use the arrow keys` });
    handle.addEventListener("pointerdown", (event) => handle.setPointerCapture(event.pointerId));
    handle.addEventListener("pointermove", (event) => {
      if (!handle.hasPointerCapture(event.pointerId)) return;
      const box = this.element.getBoundingClientRect();
      this.#move(at, [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]);
    });
    handle.addEventListener("keydown", (event) => {
      const arrow = ARROWS[event.key];
      if (!arrow) return;
      event.preventDefault();
      const step = event.shiftKey ? LONG_STEP : STEP;
      const [x, y] = this.#place.corners[at];
      this.#move(at, [x + step * arrow[0], y + step * arrow[1]]);
    });
    return handle;
  }

  /**
   * @param {number} at
   * @param {Point} to
   */
  #move(at, [x, y]) {
    const corners = [...this.#place.corners];
    corners[at] = [inside(x), inside(y)];
    this.show({ ...this.#place, corners });
    this.#changed(this.#place);
  }
}
