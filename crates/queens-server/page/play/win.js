import { button, h, put, s, setText } from "../shared/dom.js";
import { crown, icon } from "../shared/icons.js";
import { helpWords } from "./words.js";
import { minutes } from "./clock.js";

/**
 * A button of the panel, the first of which is the main one; `run` may take a while, and a text that it
 * returns is shown.
 * @typedef {{label: string, run: () => void | Promise<string>}} WinAction
 *
 * What the result is compared with: its time in seconds, the times of the same kind of puzzle before it,
 * oldest first, the days of the streak, and whether today earned it a freeze.
 * @typedef {{seconds: number, past: number[], streak: number, hasNewFreeze: boolean}} WinFacts
 */

/** The earlier times that are compared, at most. */
export const COMPARED_TIMES = 20;

/** The earlier times without which nothing is usual. */
const USUAL_TIMES = 3;

/** Width and height of the curve. */
const CURVE = { width: 160, height: 48 };

/** The middle of a list of numbers. @param {number[]} numbers */
function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

/**
 * How a time compares with the earlier ones: the news, and what is usual.
 * @param {WinFacts} facts
 * @returns {[string, string]}
 */
export function comparison({ seconds, past }) {
  if (past.length < USUAL_TIMES) return ["", ""];
  const usual = `Usually ${minutes(median(past))}.`;
  const number = past.length === COMPARED_TIMES ? "twenty" : String(past.length);
  if (seconds < Math.min(...past)) return [`Your best of the last ${number}.`, usual];
  const faster = past.filter((other) => other <= seconds).length;
  return [`Number ${faster + 1} of your last ${number}.`, usual];
}

/** The earlier times and this one as a curve, with a line for the usual time. @param {WinFacts} facts */
function curve({ seconds, past }) {
  const times = [...past, seconds];
  const [least, most] = [Math.min(...times), Math.max(...times)];
  const { width, height } = CURVE;
  const x = (/** @type {number} */ at) => 4 + (at * (width - 12)) / (times.length - 1);
  // Fast is low.
  const y = (/** @type {number} */ time) => 8 + ((most - time) / (most - least || 1)) * (height - 16);
  const points = times.map((time, at) => `${x(at).toFixed(1)} ${y(time).toFixed(1)}`);
  const usual = y(median(past));
  return s("svg",
    { class: "win-curve", viewBox: `0 0 ${width} ${height}`, role: "img",
      "aria-label": `Your last ${times.length} times` },
    s("line", { x1: 0, x2: width, y1: usual, y2: usual }), s("path", { d: `M${points.join("L")}` }),
    s("circle", { cx: x(times.length - 1), cy: y(seconds), r: 5 }));
}

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
   * @param {import("./progress.js").Help} help
   * @param {WinAction[]} actions
   * @param {WinFacts} [facts]
   */
  show(time, help, actions, facts) {
    const title = time ? `Solved in ${time}` : "Solved";
    const used = `, ${helpWords(help)}`;
    this.element.setAttribute("aria-label", `${title}${used}`);
    const reply = h("p", { class: "small win-reply", role: "status" });
    const press = async (/** @type {WinAction} */ { run }) => {
      const answer = run();
      if (answer) setText(reply, "One moment ...");
      setText(reply, await answer || "");
    };
    put(this.element, this.#head(time, used, facts), this.#news(facts, reply),
      h("div", { class: "row win-actions" },
        ...actions.map((action, at) => this.#action(action, at === 0, () => press(action))),
        button("Close", () => this.#dismiss(), { class: "win-close" })));
    this.element.hidden = false;
    this.element.focus({ preventScroll: true });
    this.element.scrollIntoView({ block: "nearest" });
  }

  /**
   * The time, large, and the curve of earlier times.
   * @param {string} time
   * @param {string} used
   * @param {WinFacts | undefined} facts
   */
  #head(time, used, facts) {
    const words = h("p", { class: "win-title" }, h("strong", {}, "Solved"),
      time && h("span", { class: "unseen" }, " in "), time && h("span", { class: "win-time num" }, time),
      h("span", { class: "win-help" }, used));
    return h("div", { class: "win-head" }, words,
      time && facts && facts.past.length >= USUAL_TIMES ? curve(facts) : null);
  }

  /**
   * The comparison with earlier times and the streak, or the answer of an action.
   * @param {WinFacts | undefined} facts
   * @param {HTMLElement} reply
   */
  #news(facts, reply) {
    const [news, usual] = facts ? comparison(facts) : ["", ""];
    const frozen = facts?.hasNewFreeze
      ? [icon("ice"), "+1", h("span", { class: "unseen" }, " freeze earned")] : [];
    const streak = facts && facts.streak > 1
      && h("span", { class: "pill num" }, crown(), `${facts.streak} days`, ...frozen);
    const words = news ? [h("strong", {}, news), " ", h("span", { class: "small" }, usual)]
      : [h("span", { class: "small" }, "The colours are in the order in which you found them.")];
    return h("div", { class: "win-news" }, h("p", { class: "win-words" }, ...words), streak, reply);
  }

  /**
   * @param {WinAction} action
   * @param {boolean} isMain
   * @param {() => void} click
   */
  #action({ label }, isMain, click) {
    const found = button(label, click, isMain ? { class: "main" } : {});
    if (label === "Share") found.prepend(icon("share"));
    return found;
  }

  /** @returns {boolean} true if it had the focus */
  hide() {
    const hadFocus = this.element.contains(document.activeElement);
    this.element.hidden = true;
    return hadFocus;
  }
}
