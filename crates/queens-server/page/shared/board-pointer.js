/**
 * Pointer events on a board as taps, long presses and drags.
 *
 * @typedef {import("./board.js").Listeners} Listeners
 * @typedef {[number, number]} Place row and column, which may be off the board
 */

/** Duration of a long press. */
const LONG_PRESS_MILLISECONDS = 450;
/** Distance that a tap and a long press may move, in pixels. */
const TAP_TOLERANCE_PIXELS = 6;

/**
 * The squares on the line between two squares (Bresenham), without the first.
 * @param {Place} from
 * @param {Place} to
 * @returns {Place[]}
 */
export function line([row, column], to) {
  const [down, right] = [Math.abs(to[0] - row), Math.abs(to[1] - column)];
  const [rowStep, columnStep] = [Math.sign(to[0] - row), Math.sign(to[1] - column)];
  /** @type {Place[]} */
  const places = [];
  let error = right - down;
  while (row !== to[0] || column !== to[1]) {
    const doubled = 2 * error;
    if (doubled > -down) [error, column] = [error - down, column + columnStep];
    if (doubled < right) [error, row] = [error + right, row + rowStep];
    places.push([row, column]);
  }
  return places;
}

/** The pointer of a board: one at a time. */
export class BoardPointer {
  /** @type {HTMLElement} */
  #grid;
  /** @type {import("./board.js").Board} */
  #board;
  /** @type {Listeners} */
  #listeners;
  /**
   * The pointer that is down.
   * @type {{id: number, from: number, start: [number, number], at: Place, hasMoved: boolean, press: number} |
   *   null}
   */
  #held = null;

  /**
   * @param {HTMLElement} grid
   * @param {import("./board.js").Board} board
   * @param {Listeners} listeners
   */
  constructor(grid, board, listeners) {
    [this.#grid, this.#board, this.#listeners] = [grid, board, listeners];
    grid.addEventListener("pointerdown", (event) => this.#down(event));
    grid.addEventListener("pointermove", (event) => this.#move(event));
    grid.addEventListener("pointerup", (event) => this.#up(event));
    grid.addEventListener("pointercancel", (event) => event.pointerId === this.#held?.id && this.#cancel());
    grid.addEventListener("contextmenu", (event) => listeners.alt && event.preventDefault());
  }

  /**
   * The places under pointer events.
   * @param {PointerEvent[]} events
   * @returns {Place[]}
   */
  #places(events) {
    const box = this.#grid.getBoundingClientRect();
    return events.map(({ clientX, clientY }) => [
      Math.floor(((clientY - box.top) / box.height) * this.#board.rows),
      Math.floor(((clientX - box.left) / box.width) * this.#board.columns),
    ]);
  }

  /** The square at a place, or null off the board. @param {Place} place */
  #square([row, column]) {
    const { rows, columns } = this.#board;
    return row >= 0 && row < rows && column >= 0 && column < columns ? row * columns + column : null;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    // A second finger moves the board.
    if (this.#held || !event.isPrimary) return this.#cancel();
    const [at] = this.#places([event]);
    const from = this.#square(at);
    const isAlternative = event.button === 2 || (event.button === 0 && event.ctrlKey);
    if (from === null || (event.button !== 0 && !(isAlternative && this.#listeners.alt))) return;
    this.#board.focus(from, true);
    event.preventDefault();
    if (isAlternative && this.#listeners.alt) return this.#listeners.alt(from);
    const waits = this.#listeners.alt && event.pointerType !== "mouse";
    const press = waits ? setTimeout(() => this.#pressLong(), LONG_PRESS_MILLISECONDS) : 0;
    this.#held = { id: event.pointerId, from, start: [event.clientX, event.clientY], at, hasMoved: false,
      press };
    this.#grid.setPointerCapture(event.pointerId);
  }

  #pressLong() {
    const held = this.#release();
    if (held) this.#listeners.alt?.(held.from);
  }

  /** Ends the hold. */
  #release() {
    const held = this.#held;
    this.#held = null;
    clearTimeout(held?.press);
    return held;
  }

  /** Abandons a tap or a drag. */
  #cancel() {
    const held = this.#release();
    if (!held?.hasMoved) return;
    if (this.#listeners.cancel) this.#listeners.cancel();
    else this.#listeners.drag?.(held.from, held.from, true, []);
  }

  /**
   * The squares that the pointer has crossed since the last event.
   * @param {PointerEvent} event
   */
  #advance(event) {
    const held = this.#held;
    if (!held) return [];
    // The browser sends one event for each frame, with all positions since the last one.
    const samples = event.getCoalescedEvents?.() ?? [];
    /** @type {number[]} */
    const path = [];
    for (const place of this.#places([...samples, event])) {
      path.push(...line(held.at, place).map((crossed) => this.#square(crossed))
        .filter((index) => index !== null));
      held.at = place;
    }
    return path;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const held = this.#held;
    if (!held || held.id !== event.pointerId) return;
    const distance = Math.hypot(event.clientX - held.start[0], event.clientY - held.start[1]);
    if (!held.hasMoved && distance < TAP_TOLERANCE_PIXELS) return;
    clearTimeout(held.press);
    const before = held.at;
    const path = this.#advance(event);
    if (held.at.join() === before.join() && path.length === 0) return;
    held.hasMoved = true;
    this.#listeners.drag?.(held.from, this.#square(held.at), false, path);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (this.#held?.id !== event.pointerId) return;
    this.#move(event);
    const held = this.#release();
    if (held?.hasMoved) this.#listeners.drag?.(held.from, this.#square(held.at), true, []);
    else if (held) this.#listeners.tap?.(held.from);
  }
}
