/** The number of steps that the key for the next page makes on the live board. */
const BOARD_STEPS = 10;

/** Fraction of the screen by which a part taller than the screen is scrolled. */
const SCROLLED_SHARE = 0.85;

/** Space above the first part of a page, in pixels. */
const SPACE_ABOVE = 12;

/**
 * A lesson that is presented in pages, which begin with a whole paragraph, table or question; the prediction
 * and the exercises begin a new page. The page before the prediction shows the live board: there the keys
 * make some of its steps first.
 */
export class LessonPages {
  #scroller;
  #services;

  /**
   * @param {HTMLElement} scroller the element that scrolls
   * @param {{article: () => Element | null, board: () => import("./board.js").LessonBoard | null,
   *   turn: (by: number) => void}} services `turn` goes to the lesson before or after
   */
  constructor(scroller, services) {
    this.#scroller = scroller;
    this.#services = services;
  }

  /** The tops of the pages, and the number of the page with the live board. */
  #layout() {
    const article = this.#services.article();
    const height = this.#scroller.clientHeight;
    const origin = this.#scroller.getBoundingClientRect().top - this.#scroller.scrollTop;
    const tops = [0];
    let board = 0;
    for (const part of article?.querySelectorAll(":scope > header, .lesson-text > *, .lesson-board") ?? []) {
      // Beside the text, the board is always visible.
      const isBoard = part.classList.contains("lesson-board");
      if (isBoard && getComputedStyle(part).position === "sticky") continue;
      const box = part.getBoundingClientRect();
      if (box.height === 0) continue;
      const [top, bottom] = [box.top - origin - SPACE_ABOVE, box.bottom - origin];
      const isPrediction = part.classList.contains("lesson-prediction");
      if (isPrediction) board = tops.length - 1;
      const isFirst = isPrediction || isBoard || part.localName === "h2";
      if (top > tops[tops.length - 1] && (isFirst || bottom > tops[tops.length - 1] + height)) tops.push(top);
      while (bottom > tops[tops.length - 1] + height) {
        tops.push(tops[tops.length - 1] + height * SCROLLED_SHARE);
      }
    }
    // The lesson ends at the end of the last screen.
    const end = this.#scroller.scrollHeight - height;
    return { tops: [...new Set(tops.map((top) => Math.min(top, end)))], board };
  }

  /** The number of the page that is shown. @param {number[]} tops */
  #at(tops) {
    return tops.filter((top) => top <= this.#scroller.scrollTop + 2).length - 1;
  }

  /**
   * Goes on by a page or by a step of the board.
   * @param {number} by 1 or -1
   */
  go(by) {
    const { tops, board } = this.#layout();
    const at = this.#at(tops);
    const live = this.#services.board();
    if (at === board && live?.canStep(by, BOARD_STEPS)) live.step(by);
    else if (tops[at + by] === undefined) this.#services.turn(by);
    else this.#scroller.scrollTop = tops[at + by];
  }

  /** Shows the last page. */
  showLast() {
    this.#scroller.scrollTop = this.#layout().tops.pop() ?? 0;
  }
}
