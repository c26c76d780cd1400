/** The marks that a drag over a board changes: the square where it begins chooses the mark for all. */
export class Stroke {
  /** The marks as the drag leaves them. @type {string[]} */
  marks;
  /** The mark that it sets. */
  painted;
  #replaced;

  /**
   * @param {string[]} marks before the drag
   * @param {string} painted the mark that it sets
   * @param {string[]} replaced the marks that it may replace
   */
  constructor(marks, painted, replaced) {
    this.marks = [...marks];
    this.painted = painted;
    this.#replaced = replaced;
  }

  /** @param {number[]} squares that the pointer has crossed */
  extend(squares) {
    for (const index of squares) {
      if (this.#replaced.includes(this.marks[index])) this.marks[index] = this.painted;
    }
  }
}
