import { h, setText } from "../shared/dom.js";

/** A note while an answer waits for the engines: how many of their bytes have arrived. */

/** @param {number} bytes */
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

export class LoadingNote {
  #bar = h("progress", { "aria-label": "Loading the engines" });
  // A screen reader is not told of every step.
  #bytes = h("span", { class: "num", "aria-hidden": "true" });
  element = h("span", { class: "loading-note" }, "The engines are loading. Your answer comes right after.",
    h("span", { class: "loaded-share" }, this.#bar, this.#bytes));

  /**
   * @param {number} loaded bytes that have arrived
   * @param {number} total bytes of the engines; 0 if not known
   */
  update(loaded, total) {
    if (total > 0) [this.#bar.max, this.#bar.value] = [total, Math.min(loaded, total)];
    setText(this.#bytes, ` ${megabytes(loaded)} ${total > 0 ? `of ${megabytes(total)} ` : ""}MB`);
  }
}
