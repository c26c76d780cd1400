import { LatestRequest, isAbort, reason } from "../../shared/api.js";
import { button, h, put } from "../../shared/dom.js";

/** The place of answers that may take time: one at a time, and each can be stopped. */
export class ResultPanel {
  #asking = new LatestRequest();
  element = h("div", { class: "result", "aria-live": "polite" });
  /** Stops the request; hidden while there is none. */
  stopButton = button("Stop", () => this.clear(), { hidden: true });

  /**
   * Asks for something, and shows the answer or the failure.
   * @param {(signal: AbortSignal) => Promise<Node | string>} question
   */
  async show(question) {
    const signal = this.#asking.next();
    this.stopButton.hidden = false;
    put(this.element, h("p", { class: "small" }, "Working ..."));
    try {
      const found = await question(signal);
      put(this.element, typeof found === "string" ? h("p", {}, found) : found);
    } catch (error) {
      if (isAbort(error)) return;
      put(this.element, h("p", { class: "bad" }, reason(error)));
    }
    this.stopButton.hidden = true;
  }

  /** Shows a remark in place of an answer. @param {string} text */
  note(text) {
    put(this.element, h("p", { class: "small" }, text));
  }

  /** Stops the request and shows nothing. */
  clear() {
    this.stop();
    this.stopButton.hidden = true;
    put(this.element);
  }

  /** Stops the request. */
  stop() {
    this.#asking.stop();
  }
}
