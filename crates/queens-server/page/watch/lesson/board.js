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
 * The live board of a lesson: engines to choose from, each with its label; `holds` are the names of the engine's variables that
 * are shown beside the board, with rows and columns from 1, as on the board.
 * @typedef {{n: number, engines: [string, string][], holds?: string[]}} LiveBoard
 */

/**
 * A board on which an engine runs step by step.
 * @param {LiveBoard} live
 * @param {(text: string) => void} say
 */
export function lessonBoard({ n, engines, holds = [] }, say) {
  /** @type {Trace | null} */
  let trace = null;
  let engine = engines[0][0];
  /** The sentence template of the engine for each kind of step. @type {string[]} */
  let sentences = [];
  /** @type {StateWindows | null} */
  let windows = null;
  const board = new Board("Board of the engine");
  board.resize(n, n);
  const sentence = h("p", { class: "told" });
  const link = h("a", {}, "Open in Steps");
  // A presentation goes on in Steps.
  link.addEventListener("click", () => {
    if (document.documentElement.hasAttribute("data-presenting")) link.href += "&present=1";
  });
  const memory = h("dl", { class: "lesson-holds" });
  const choice = modes("Engine", engines, (id) => {
    engine = id;
    load();
  });
  choice.element.hidden = engines.length === 1;
  const player = new Player({
    length: () => trace?.length ?? 0,
    isWhole: () => trace?.isWhole ?? false,
    show: draw,
    paused: () => player.at > 0 && say(sentence.textContent ?? ""),
  });
  const element = h("section", { class: "lesson-board", "aria-label": "The engine at work" }, choice.element, board.element,
    memory, h("div", { class: "player" }, sentence, player.element), h("p", {}, link));

  // A presented board leaves room for the lines beside it, so that all of it fits on the screen.
  memory.style.setProperty("--held", String(holds.length));
  element.style.setProperty("--lines", String(holds.length + (engines.length > 1 ? 2.5 : 0)));

  async function load() {
    player.pause();
    trace?.close();
    player.at = 0;
    put(sentence, "Loading the steps ...");
    const mine = trace = new Trace({ problem: `queens ${n}`, engine, first: false });
    try {
      const [found] = await Promise.all([once("engines"), mine.reach(1)]);
      if (trace !== mine) return;
      windows?.close();
      windows = holds.length > 0 ? new StateWindows(mine.problem, drawState) : null;
      const { idea } = found.engines.find((/** @type {any} */ { id }) => id === engine);
      sentences = sentencesOf(idea);
      draw();
    } catch (error) {
      if (trace === mine) put(sentence, reason(error));
    }
  }

  function draw() {
    if (!trace) return;
    const { at } = player;
    const state = trace.state(at);
    const event = at > 0 ? trace.event(at) : null;
    showStep(board, n, state.path, event);
    put(sentence, event ? stepSentence(sentences[event.kind], event, state, "queen") : "The board is empty. Press Play or Forward.");
    sentence.dataset.verdict = event?.kind === SOLUTION ? "one" : "";
    drawState();
    link.href = `#steps?m=${engine}&n=${n}${at ? `&at=${at}` : ""}`;
    player.refresh();
    // A step by hand is announced; steps that play are not, until they pause.
    if (at > 0 && !player.isPlaying) say(sentence.textContent ?? "");
  }

  function drawState() {
    const held = player.at > 0 ? windows?.at(player.at) : [];
    // The variables of a step that is not there yet follow.
    if (!held) return;
    put(memory, ...held.filter(({ name }) => holds.includes(name)).map(({ name, kind, value }) => {
      const shown = kind === "index" ? value + 1 : kind === "indices" ? texts(value, 1) : value;
      return h("div", {}, h("dt", {}, name), h("dd", {}, (Array.isArray(shown) ? shown.join(" ") : String(shown)) || "empty"));
    }));
  }

  load();
  return {
    element,
    /** The keys of the player, except those that scroll the text. @param {KeyboardEvent} event */
    key: (event) => event.key !== "ArrowUp" && event.key !== "ArrowDown" && player.key(event),
    pause: () => player.pause(),
    /** @param {number} by */
    step: (by) => player.jump(player.at + by),
    /** True if a step leads to one of the first steps, or to the start. @param {number} by @param {number} count */
    canStep: (by, count) => player.at + by >= 0 && player.at + by <= Math.min(count, trace?.length ?? 0),
    close() {
      player.pause();
      trace?.close();
      windows?.close();
      trace = null;
    },
  };
}
