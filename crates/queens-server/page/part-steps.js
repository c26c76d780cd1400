import { once, reason, sizedVariants } from "./api.js";
import { Board } from "./board.js";
import { button, choice, glyph, h, numberField, put, settled, tick } from "./dom.js";
import { Player } from "./player.js";
import { Profile, drawTree, followed } from "./steps-draw.js";
import { recordButton } from "./steps-record.js";
import { showStep } from "./step-board.js";
import { name, stepSentence } from "./step-words.js";
import { STEP_KINDS, MAX_STEPS, PLACE, REJECT, REMOVE, SOLUTION, Trace } from "./trace.js";
import { grouped, marked } from "./words.js";

/**
 * @param {import("./main.js").App} app
 * @returns {import("./main.js").Part}
 */
export function create({ store, say }) {
  /** @type {Trace | null} */
  let trace = null;
  let asked = "";
  let n = 6;
  let isByColumns = false;
  let isLooking = false;
  /** @type {any[]} */
  let engines = [];
  /** @type {[string, string][]} */
  let variants = [];

  const board = new Board("Board of the engine");
  const sentence = h("p", { class: "verdict told" });
  const engine = choice("Engine", (m) => store.patch({ m, at: "" }, true));
  const variant = choice("Variant", (v) => store.patch({ v: v === "queens" ? "" : v, at: "" }, true), [["queens", "queens"]]);
  const size = numberField("Size", 1, 32, (n) => store.patch({ n, at: "" }, true));
  const first = tick("Stop at the first solution", (on) => store.patch({ first: on ? "1" : "", at: "" }, true));
  const player = new Player({
    length: () => trace?.length ?? 0,
    isWhole: () => trace?.isWhole ?? false,
    show,
    reach: fetchTo,
    paused: () => player.at > 0 && say(sentence.textContent ?? ""),
  }, { most: MAX_STEPS, buttons: [button("Next solution", nextSolution)] });
  const counters = h("dl", { class: "counters" });
  const figures = ["placed", "rejected", "removed", "solutions", "depth"].map((label) => {
    const value = h("dd", {}, "0");
    counters.append(h("div", {}, h("dt", {}, label), value));
    return value;
  });
  const profileCanvas = followed(h("canvas", { class: "profile", "aria-hidden": "true" }));
  const treeCanvas = followed(h("canvas", { class: "tree", role: "img", "aria-label": "Squares tried at each depth of the search" }));
  const profile = new Profile(profileCanvas);
  const path = h("p", { class: "small path" });
  const idea = h("div", { class: "idea" });
  const blackboard = h("ol", { class: "blackboard", "aria-label": "Pseudocode with the current line" });
  /** The line of the pseudocode for each kind of step. @type {HTMLElement[]} */
  let ideaLines = [];
  /** The sentence template of the engine for each kind of step. @type {string[]} */
  let sentences = [];
  const links = h("p", { class: "small" });
  const record = recordButton(() => trace && { problem: `${variant.select.value} ${n}`, engine: engine.select.value, at: player.at });
  const failure = h("p", { class: "bad", role: "alert" });

  const element = h("div", { class: "split steps" },
    h("div", { class: "stage" }, board.element,
      h("div", { class: "player" }, sentence, profileCanvas, player.element)),
    h("div", { class: "side" },
      h("div", { class: "row" }, engine.element, size.element, variant.element), first.element, failure,
      blackboard, links, record, counters, h("div", { class: "trying" }, treeCanvas,
        h("p", { class: "key small" }, h("span", { class: "stands" }, "placed"), h("span", { class: "cut" }, glyph("no"), "attacked"), h("span", { class: "left" }, "tried, then removed"))),
      path, idea));

  const ready = Promise.all([once("engines"), sizedVariants()]).then(([found, all]) => {
    // The engines with steps come first; those that only count follow.
    engines = found.engines.slice(0, found.engines.findIndex((/** @type {any} */ entry) => entry.finds === "count"));
    engine.offer(engines.map(({ id }) => [id, id]));
    variants = all;
  });
  let isPointing = false;
  profileCanvas.addEventListener("pointerdown", (event) => {
    isPointing = true;
    profileCanvas.setPointerCapture(event.pointerId);
    point(event);
  });
  profileCanvas.addEventListener("pointermove", (event) => isPointing && point(event));
  profileCanvas.addEventListener("pointerup", () => { isPointing = false; });
  for (const canvas of [profileCanvas, treeCanvas]) new ResizeObserver(() => draw()).observe(canvas);
  new MutationObserver(() => draw()).observe(document.documentElement, { attributeFilter: ["data-theme"] });

  /** @param {PointerEvent} event */
  function point(event) {
    const box = profileCanvas.getBoundingClientRect();
    player.jump(Math.round(((event.clientX - box.left) / box.width) * (trace?.length ?? 0)));
  }

  const remember = settled(300, () => {
    if (store.view.part === "steps" && store.view.query.at !== String(player.at)) store.patch({ at: player.at ? String(player.at) : "" });
  });

  function show() {
    if (trace && player.at > trace.length - 30_000) fetchTo(trace.length + 1);
    draw();
    remember();
  }

  /** @param {number} step */
  async function fetchTo(step) {
    const current = trace;
    if (!current || current.isWhole) return;
    try {
      while (trace === current && !current.isWhole && current.length < step) {
        await current.reach(current.length + 1);
        if (trace === current) draw();
      }
    } catch (error) {
      if (trace === current) put(failure, reason(error));
    }
  }

  /** Goes to the next solution; loads steps until there is one, or the user does something else. */
  async function nextSolution() {
    player.pause();
    const [current, from] = [trace, player.at];
    if (!current || isLooking) return;
    isLooking = true;
    const next = () => current.solutions.find((step) => step > from);
    const isWanted = () => trace === current && player.at === from && !player.isPlaying;
    while (isWanted() && !next() && !current.isWhole) {
      const before = current.length;
      put(sentence, `Looking for the next solution: none in the first ${grouped(before)} steps ...`);
      await fetchTo(before + 1);
      if (current.length === before) break;
    }
    isLooking = false;
    const found = next();
    if (!isWanted()) return;
    if (found) player.go(found);
    else if (current.isWhole) {
      const words = current.isEnded ? "There are no more solutions." : `There is no other solution in the first ${grouped(current.length)} steps; the page shows no more.`;
      put(sentence, words);
      say(words);
    }
  }

  function draw() {
    if (!trace) return;
    const at = player.at;
    const state = trace.state(at);
    const event = at > 0 ? trace.event(at) : null;
    showStep(board, n, state.path, event);
    put(sentence, event ? stepSentence(sentences[event.kind], event, state, board.piece) : failure.textContent ? "" : startSentence(trace));
    sentence.dataset.verdict = event?.kind === SOLUTION ? "one" : "";
    ideaLines.forEach((line, kind) => { if (line) light(line, kind === event?.kind); });
    [state.counts[PLACE], state.counts[REJECT], state.counts[REMOVE], state.counts[SOLUTION], state.path.length]
      .forEach((value, index) => { figures[index].textContent = grouped(value); });
    player.refresh();
    path.textContent = state.path.length ? `Path: ${state.path.map(name).join(" ")}` : "Path: the root";
    profile.draw(trace, at);
    drawTree(treeCanvas, state, n, isByColumns);
  }

  /** @param {Trace} trace */
  function startSentence({ isEnded, length }) {
    if (isEnded && length === 0) return "There is no solution: the engine proves it before its first step.";
    return "The board is empty. Press Play or Forward.";
  }

  /** @param {any} entry */
  function showIdea(entry) {
    const lines = entry.idea.map((/** @type {any} */ { text, step }) => h("li", { "data-step": step }, text.trimStart()));
    entry.idea.forEach((/** @type {any} */ { text }, /** @type {number} */ at) => lines[at].style.setProperty("--in", String((text.length - text.trimStart().length) / 2)));
    sentences = STEP_KINDS.map((kind) => entry.idea.find((/** @type {any} */ { step }) => step === kind)?.sentence ?? "");
    ideaLines = STEP_KINDS.map((kind) => lines.find((/** @type {HTMLElement} */ line) => line.dataset.step === kind));
    put(blackboard, ...lines);
    put(idea, h("h2", {}, entry.title), ...entry.how.map((/** @type {string} */ line) => h("p", {}, ...marked(line))),
      h("p", { class: "small" }, `${entry.author}, ${entry.year}. Time ${entry.time}.`));
    put(links, h("a", { href: `#engines?m=${entry.id}` }, "More about it"), " · ",
      h("a", { href: `#race?m=${entry.id === "bitmask" ? "flags,bitmask" : `${entry.id},bitmask`}&n=${Math.min(8, entry.practical)}&go=1` }, "Race it against another engine"));
  }

  return {
    element,
    ready,
    async update(query) {
      const id = engine.take(query.m, "flags");
      const entry = engines.find((one) => one.id === id);
      const takes = (/** @type {[string, string]} */ [name]) => entry.variants.includes(name);
      variant.offer(variants.filter(takes), variants.filter((one) => !takes(one)), `${id} does not support`);
      const kind = variant.take(query.v, "queens");
      n = size.take(query.n, 6);
      first.input.checked = query.first === "1";
      const wanted = JSON.stringify([entry.id, kind, n, query.first]);
      if (wanted !== asked) {
        asked = wanted;
        trace?.close();
        player.pause();
        isByColumns = /^(flags|board-scan)/.test(entry.id);
        trace = new Trace({ problem: `${kind} ${n}`, engine: entry.id, first: query.first === "1" });
        put(failure);
        put(sentence, "Loading the steps ...");
        player.at = 0;
        board.resize(n, n);
        board.setVariant(kind).then(() => trace?.length && draw());
        showIdea(entry);
        await fetchTo(Math.max(1, Number(query.at) || 0));
      }
      if (trace && wanted === asked) {
        const step = Math.min(trace.length, Math.max(0, Math.round(Number(query.at)) || 0));
        if (!player.isPlaying && step !== player.at) player.go(step);
        else draw();
      }
    },
    leave: () => player.pause(),
    key(event) {
      if (event.key === "s" && !event.ctrlKey && !event.metaKey && !event.altKey) nextSolution();
      else return player.key(event);
      return true;
    },
  };
}

/**
 * @param {HTMLElement} line
 * @param {boolean} isLit
 */
function light(line, isLit) {
  if (line.hasAttribute("aria-current") === isLit) return;
  if (isLit) line.setAttribute("aria-current", "step");
  else line.removeAttribute("aria-current");
}
