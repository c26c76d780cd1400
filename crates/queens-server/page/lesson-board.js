import { ask, once, reason } from "./api.js";
import { Board } from "./board.js";
import { h, modes, put } from "./dom.js";
import { Player } from "./player.js";
import { showStep } from "./step-board.js";
import { sentencesOf, stepSentence } from "./step-words.js";
import { SOLUTION, Trace } from "./trace.js";

/**
 * The live board of a lesson: engines to choose from, each with its label; `holds` are the names of the engine's variables that
 * are shown beside the board.
 * @typedef {{n: number, engines: [string, string][], holds?: string[]}} LiveBoard
 * @typedef {{name: string, value: string | number | string[]}} Variable
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
  /** The variables of the engine after each step. @type {Variable[][]} */
  let states = [];
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
      const [found, held] = await Promise.all([once("engines"), holds.length > 0 ? statesOf(n, engine) : [], mine.reach(1)]);
      if (trace !== mine) return;
      states = held;
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
    const held = states[at - 1] ?? [];
    put(memory, ...held.filter(({ name }) => holds.includes(name)).map(({ name, value }) =>
      h("div", {}, h("dt", {}, name), h("dd", {}, (Array.isArray(value) ? value.join(" ") : String(value)) || "empty"))));
    link.href = `#steps?m=${engine}&n=${n}${at ? `&at=${at}` : ""}`;
    player.refresh();
    // A step by hand is announced; steps that play are not, until they pause.
    if (at > 0 && !player.isPlaying) say(sentence.textContent ?? "");
  }

  load();
  return {
    element,
    /** The keys of the player, except those that scroll the text. @param {KeyboardEvent} event */
    key: (event) => event.key !== "ArrowUp" && event.key !== "ArrowDown" && player.key(event),
    pause: () => player.pause(),
    /** @param {number} by */
    step: (by) => player.jump(player.at + by),
    close() {
      player.pause();
      trace?.close();
      trace = null;
    },
  };
}

/**
 * The variables of an engine after each step.
 * @param {number} n
 * @param {string} engine
 * @returns {Promise<Variable[][]>}
 */
async function statesOf(n, engine) {
  /** @type {Variable[]} */
  let held = [];
  const { steps } = await ask("trace", { problem: `queens ${n}`, engine, state: true });
  // A step without variables changes none.
  return steps.map((/** @type {{state?: Variable[]}} */ { state }) => { held = state ?? held; return held; });
}
