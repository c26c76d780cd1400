import { Board } from "../../shared/board.js";
import { button, h, put } from "../../shared/dom.js";
import { Player } from "../player.js";
import { showStep } from "../step-board.js";
import { name, stepSentence } from "../step-words.js";
import { Timeline } from "../timeline.js";
import { SOLUTION } from "../trace.js";
import { OWN_SENTENCES } from "./trace.js";

const NO_LATER_SOLUTION = "There is no later solution.";

/** The steps of a student's program on a board, with a player. */
export class OwnStage {
  #say;
  /** @type {import("./trace.js").OwnTrace | null} */
  #trace = null;
  /** The size of the board of the steps. */
  #size = 1;
  /** The end of a run whose steps were not all played. */
  #end = "";

  #board = new Board("Board of your code");
  #sentence = h("p", { class: "verdict told" });
  #player = new Player({
    length: () => this.#trace?.length ?? 0,
    isWhole: () => true,
    show: () => this.#draw(),
    paused: () => this.#player.at > 0 && this.#say(this.sentence),
  });
  #timeline = new Timeline(this.#player.scrub, (step) => this.#player.jump(step));
  element = h("div", { class: "stage own-stage", hidden: true }, this.#board.element,
    h("div", { class: "player" }, this.#sentence, this.#timeline.element, this.#player.transport,
      this.#player.pace,
      h("div", { class: "row" }, button("Next solution", () => this.#goToNextSolution()))));

  /** @param {(text: string) => void} say */
  constructor(say) {
    this.#say = say;
    new ResizeObserver(() => this.#draw()).observe(this.#timeline.canvas);
    new MutationObserver(() => this.#draw()).observe(document.documentElement,
      { attributeFilter: ["data-theme"] });
  }

  /** The sentence of the current step. */
  get sentence() {
    return this.#sentence.textContent ?? "";
  }

  /**
   * Shows the steps of a run, from the start; a wrong step is shown at once, after the steps before it.
   * @param {import("./trace.js").OwnTrace} trace
   * @param {number} size of the board
   * @param {string} end the reason why there are no more steps, if it is not their natural end
   */
  show(trace, size, end) {
    this.#player.pause();
    [this.#trace, this.#size, this.#end] = [trace, size, end];
    this.#player.at = trace.fault ? trace.length : 0;
    this.element.hidden = false;
    this.element.classList.remove("outdated");
    this.#board.resize(size, size);
    this.#draw();
  }

  /** Drops the steps. */
  clear() {
    this.element.hidden = true;
    this.#player.pause();
    this.#trace = null;
  }

  pause() {
    this.#player.pause();
  }

  #goToNextSolution() {
    this.#player.pause();
    const next = this.#trace?.solutions.find((step) => step > this.#player.at);
    if (next) this.#player.go(next);
    else {
      put(this.#sentence, NO_LATER_SOLUTION);
      this.#say(NO_LATER_SOLUTION);
    }
  }

  #draw() {
    const trace = this.#trace;
    if (!trace) return;
    const { at } = this.#player;
    const state = trace.state(at);
    const event = at > 0 ? trace.event(at) : null;
    showStep(this.#board, this.#size, state.path, event);
    const words = event ? stepSentence(OWN_SENTENCES[event.kind], event, state, this.#board.piece)
      : "The board is empty. Press Play or Forward.";
    const isEnd = at === trace.length && this.#end !== "";
    put(this.#sentence, words, isEnd && ` ${this.#end}`);
    this.#sentence.dataset.verdict = event?.kind === SOLUTION ? "one" : "";
    this.#player.refresh();
    this.#timeline.draw(trace, at, [], (step) => (this.#trace ? name(this.#trace.event(step).square) : ""));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (this.element.hidden) return false;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key !== "s" || !isPlain) return this.#player.key(event);
    this.#goToNextSolution();
    return true;
  }
}
