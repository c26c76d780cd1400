/**
 * Boards that are larger than the screen: two fingers move and magnify them, and no square is too small for a
 * finger.
 */

import { hasTouchScreen } from "../shared/dom.js";

/** A square is at least as large as WCAG 2.2 asks of a target (2.5.8): fourteen fit on a phone. */
const MIN_SQUARE_PIXELS = 24;
const MAX_ZOOM = 3;
/** Change of the distance of two fingers that is meant to magnify: less is unsteady hands. */
const MIN_STRETCH = 1.1;

export class BoardPan {
  #board;
  #zoom = 1;
  /** The distance of two fingers when they came down; 0 once they magnify. */
  #spread = 0;
  /** The fingers on the board. @type {Map<number, {x: number, y: number}>} */
  #fingers = new Map();

  /** @param {import("../shared/board.js").Board} board */
  constructor(board) {
    this.#board = board;
    const { element } = board;
    new ResizeObserver(() => this.fit()).observe(element);
    element.addEventListener("pointerdown", (event) => event.pointerType === "touch" && this.#put(event),
      true);
    element.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) {
      element.addEventListener(end, ({ pointerId }) => this.#fingers.delete(pointerId));
    }
  }

  /** True if the board is larger than its frame, and fingers can move it. */
  get needsFingers() {
    return this.#board.element.classList.contains("panned") && hasTouchScreen();
  }

  /** Sets the size of a square, and lets the board scroll if it does not fit. */
  fit() {
    const { element, columns } = this.#board;
    if (columns === 0) return;
    const fitting = element.offsetWidth / columns;
    const size = Math.max(MIN_SQUARE_PIXELS, fitting) * this.#zoom;
    element.classList.toggle("panned", size > fitting + 0.01);
    element.style.setProperty("--square", `${size}px`);
  }

  /** Shows a board of another size as a whole. */
  reset() {
    this.#zoom = 1;
    this.fit();
  }

  /** @param {PointerEvent} event */
  #put({ pointerId, clientX, clientY }) {
    this.#fingers.set(pointerId, { x: clientX, y: clientY });
    if (this.#fingers.size === 2) this.#spread = this.#grip().spread;
  }

  /**
   * Scrolls to the squares of a hint, if the board is larger than its frame.
   * @param {import("./puzzle/hint.js").Lit} lit
   */
  reveal({ read, crosses, queens, wrong }) {
    const { element, columns } = this.#board;
    const all = [...read, ...crosses, ...queens, ...(wrong < 0 ? [] : [wrong])];
    if (all.length === 0 || !element.classList.contains("panned")) return;
    const size = parseFloat(element.style.getPropertyValue("--square"));
    const middle = (/** @type {number[]} */ lines) =>
      (Math.min(...lines) + Math.max(...lines) + 1) / 2 * size;
    element.scrollTo({
      left: middle(all.map((index) => index % columns)) - element.clientWidth / 2,
      top: middle(all.map((index) => Math.floor(index / columns))) - element.clientHeight / 2,
    });
  }

  /** The middle of two fingers and their distance. */
  #grip() {
    const [a, b] = this.#fingers.values();
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, spread: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) };
  }

  /** @param {PointerEvent} event */
  #move({ pointerId, clientX, clientY }) {
    const finger = this.#fingers.get(pointerId);
    if (!finger) return;
    if (this.#fingers.size !== 2) {
      [finger.x, finger.y] = [clientX, clientY];
      return;
    }
    const before = this.#grip();
    [finger.x, finger.y] = [clientX, clientY];
    const after = this.#grip();
    if (Math.max(after.spread / this.#spread, this.#spread / after.spread) > MIN_STRETCH) this.#spread = 0;
    const stretch = this.#spread === 0 ? after.spread / before.spread : 1;
    const { element } = this.#board;
    const box = element.getBoundingClientRect();
    const old = this.#zoom;
    this.#zoom = Math.min(MAX_ZOOM, Math.max(1, old * stretch));
    if (this.#zoom !== old) this.fit();
    const ratio = this.#zoom / old;
    // The square under the fingers stays under them.
    const wanted = (element.scrollTop + before.y - box.top) * ratio - (after.y - box.top);
    element.scrollLeft = (element.scrollLeft + before.x - box.left) * ratio - (after.x - box.left);
    element.scrollTop = wanted;
    // The page moves on at the edge of the board.
    const rest = wanted - element.scrollTop;
    if (Math.abs(rest) >= 1) scrollBy(0, rest);
  }
}
