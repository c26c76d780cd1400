import { h, setText } from "../../shared/dom.js";
import { PLACE, REJECT, REMOVE, SOLUTION } from "../trace.js";
import { grouped } from "../../shared/words.js";

/** Traces of as many steps have numbers that need smaller digits. */
const LONG_TRACE = 100_000;

/** The numbers of a search up to a step. */
export class Counters {
  element = h("dl", { class: "counters num" });
  #values = ["nodes", "rejected", "backtracks", "solutions", "depth"].map((name) => {
    const value = h("dd", {}, "0");
    this.element.append(h("div", { class: `count-of-${name}` }, h("dt", {}, name), value));
    return value;
  });

  /**
   * @param {import("../trace.js").State} state
   * @param {number} length the number of steps of the trace
   */
  show({ counts, path }, length) {
    [counts[PLACE], counts[REJECT], counts[REMOVE], counts[SOLUTION], path.length]
      .forEach((value, at) => setText(this.#values[at], grouped(value)));
    this.element.classList.toggle("long", length >= LONG_TRACE);
    this.element.classList.toggle("solved", counts[SOLUTION] > 0);
  }
}
