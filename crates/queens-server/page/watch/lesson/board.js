import { once, reason } from "../../shared/api.js";
import { Board } from "../../shared/board.js";
import { h, modes, put } from "../../shared/dom.js";
import { Player } from "../player.js";
import { StateWindows } from "../state-windows.js";
import { texts } from "../steps/state.js";
import { showStep } from "../step-board.js";
import { sentencesOf, stepSentence } from "../step-words.js";
import { SOLUTION, Trace } from "../trace.js";

/**
 * The live board of a lesson: engines to choose from, each with its label; `holds` are the names of the
 * engine's variables that are shown beside the board, with rows and columns from 1, as on the board.
 * @typedef {{n: number, engines: [string, string][], holds?: string[]}} LiveBoard
 */

/** A board on which an engine runs step by step. */
export class LessonBoard {
  #n;
  /** Names of the variables that are shown. */
  #holds;
  #say;
  /** @type {Trace | null} */
  #trace = null;
  #engine;
  /** The sentence template of the engine for each kind of step. @type {string[]} */
  #sentences = [];
  /** @type {StateWindows | null} */
  #windows = null;
  #board = new Board("Board of the engine");
  #sentence = h("p", { class: "told" });
  #link = h("a", {}, "Open in Steps");
  #memory = h("dl", { class: "lesson-holds" });
  #player = new Player({
    length: () => this.#trace?.length ?? 0,
    isWhole: () => this.#trace?.isWhole ?? false,
    show: () => this.#draw(),
    paused: () => this.#player.at > 0 && this.#say(this.#sentence.textContent ?? ""),
  });
  element = h("section", { class: "lesson-board", "aria-label": "The engine at work" }, this.#board.element,
    this.#memory, h("div", { class: "player" }, this.#sentence, this.#player.element),
    h("p", {}, this.#link));

  /**
   * @param {LiveBoard} live
   * @param {(text: string) => void} say
   */
  constructor({ n, engines, holds = [] }, say) {
    this.#n = n;
    this.#engine = engines[0][0];
    this.#holds = holds;
    this.#say = say;
    this.#board.resize(n, n);
    const choice = modes("Engine", engines, (id) => this.#chooseEngine(id));
    choice.element.hidden = engines.length === 1;
    this.element.prepend(choice.element);
    // A presentation goes on in Steps.
    this.#link.addEventListener("click", () => {
      if (document.documentElement.hasAttribute("data-presenting")) this.#link.href += "&present=1";
    });
    // A presented board leaves room for the lines beside it, so that all of it fits on the screen.
    this.#memory.style.setProperty("--held", String(holds.length));
    this.element.style.setProperty("--lines", String(holds.length + (engines.length > 1 ? 2.5 : 0)));
    this.#load();
  }

  /** @param {string} id */
  #chooseEngine(id) {
    this.#engine = id;
    this.#load();
  }

  /** Starts the engine anew. */
  async #load() {
    this.#player.pause();
    this.#trace?.close();
    this.#player.at = 0;
    put(this.#sentence, "Loading the steps ...");
    const mine = this.#trace = new Trace({ problem: `queens ${this.#n}`, engine: this.#engine,
      first: false });
    try {
      const [found] = await Promise.all([once("engines"), mine.reach(1)]);
      if (this.#trace !== mine) return;
      this.#windows?.close();
      this.#windows = this.#holds.length > 0 ? new StateWindows(mine.problem, () => this.#drawState()) : null;
      const { idea } = found.engines.find((/** @type {any} */ { id }) => id === this.#engine);
      this.#sentences = sentencesOf(idea);
      this.#draw();
    } catch (error) {
      if (this.#trace === mine) put(this.#sentence, reason(error));
    }
  }

  #draw() {
    if (!this.#trace) return;
    const { at } = this.#player;
    const state = this.#trace.state(at);
    const event = at > 0 ? this.#trace.event(at) : null;
    showStep(this.#board, this.#n, state.path, event);
    put(this.#sentence, event ? stepSentence(this.#sentences[event.kind], event, state, "queen")
      : "The board is empty. Press Play or Forward.");
    this.#sentence.dataset.verdict = event?.kind === SOLUTION ? "one" : "";
    this.#drawState();
    this.#link.href = `#steps?m=${this.#engine}&n=${this.#n}${at ? `&at=${at}` : ""}`;
    this.#player.refresh();
    // A step by hand is announced; steps that play are not, until they pause.
    if (at > 0 && !this.#player.isPlaying) this.#say(this.#sentence.textContent ?? "");
  }

  #drawState() {
    const held = this.#player.at > 0 ? this.#windows?.at(this.#player.at) : [];
    // The variables of a step that is not there yet follow.
    if (!held) return;
    put(this.#memory, ...held.filter(({ name }) => this.#holds.includes(name))
      .map(({ name, kind, value }) => {
      const shown = kind === "index" ? value + 1 : kind === "indices" ? texts(value, 1) : value;
      return h("div", {}, h("dt", {}, name),
        h("dd", {}, (Array.isArray(shown) ? shown.join(" ") : String(shown)) || "empty"));
    }));
  }

  /** The keys of the player, except those that scroll the text. @param {KeyboardEvent} event */
  key(event) {
    return event.key !== "ArrowUp" && event.key !== "ArrowDown" && this.#player.key(event);
  }

  pause() {
    this.#player.pause();
  }

  /** @param {number} by */
  step(by) {
    this.#player.jump(this.#player.at + by);
  }

  /**
   * True if a step leads to one of the first steps, or to the start.
   * @param {number} by
   * @param {number} count
   */
  canStep(by, count) {
    return this.#player.at + by >= 0 && this.#player.at + by <= Math.min(count, this.#trace?.length ?? 0);
  }

  close() {
    this.#player.pause();
    this.#trace?.close();
    this.#windows?.close();
    this.#trace = null;
  }
}
