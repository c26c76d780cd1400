import { button, h, put, setText } from "./dom.js";
import { helpWords } from "./play-words.js";

/**
 * A button of the panel, the first of which is the main one; `run` may take a while, and a text that it returns is shown.
 * @typedef {{label: string, run: () => void | Promise<string>}} WinAction
 */

/** The panel that appears when a puzzle is solved. */
export class WinPanel {
  #close;
  element = h("div", { class: "win", role: "dialog", "aria-label": "Solved", tabindex: -1, hidden: true });

  /** @param {() => void} close called when the player closes it */
  constructor(close) {
    this.#close = close;
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.#dismiss();
    });
  }

  #dismiss() {
    this.hide();
    this.#close();
  }

  /**
   * Shows the panel and moves the focus to it.
   * @param {string} time empty if it is not shown
   * @param {import("./play-progress.js").Help} help
   * @param {WinAction[]} actions
   */
  show(time, help, actions) {
    const title = time ? `Solved in ${time}` : "Solved";
    const used = `, ${helpWords(help)}`;
    this.element.setAttribute("aria-label", `${title}${used}`);
    const reply = h("p", { class: "small", role: "status" });
    const press = async (/** @type {WinAction} */ { run }) => {
      const answer = run();
      if (answer) setText(reply, "One moment ...");
      setText(reply, await answer || "");
      // The panel is higher now.
      this.element.scrollIntoView({ block: "nearest" });
    };
    put(this.element, h("p", { class: "win-title" }, h("strong", {}, title), used),
      h("div", { class: "row" }, ...actions.map((action, at) => button(action.label, () => press(action), at === 0 ? { class: "main" } : {})),
        button("Close", () => this.#dismiss())), reply);
    this.element.hidden = false;
    this.element.focus();
    this.element.scrollIntoView({ block: "nearest" });
  }

  /** @returns {boolean} true if it had the focus */
  hide() {
    const hadFocus = this.element.contains(document.activeElement);
    this.element.hidden = true;
    return hadFocus;
  }
}
