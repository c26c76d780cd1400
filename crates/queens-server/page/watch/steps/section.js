import { isOn, oneOf, reportedElsewhere, wholeFrom } from "../../shared/address-check.js";
import { once, reason, sizedVariants } from "../../shared/api.js";
import { Board } from "../../shared/board.js";
import { button, choice, glyph, h, modes, numberField, put, setText, settled, tick } from "../../shared/dom.js";
import { exampleRace } from "../engine-examples.js";
import { Player } from "../player.js";
import { Presentation } from "../presentation.js";
import { showStep } from "../step-board.js";
import { drawTree, followed } from "../step-draw.js";
import { name, sentencesOf, stepSentence } from "../step-words.js";
import { Bookmarks } from "./bookmarks.js";
import { CodePanel, LANGUAGES } from "./code.js";
import { Counters } from "./counters.js";
import { Jumps } from "./jumps.js";
import { recordButton } from "./record.js";
import { StateWindows } from "../state-windows.js";
import { StatePanel } from "./state.js";
import { TreeView } from "./tree.js";
import { Timeline } from "../timeline.js";
import { copyWithToast } from "../../shared/toast.js";
import { MAX_STEPS, SOLUTION, Trace } from "../trace.js";
import { address, linkTo } from "../../shared/store.js";
import { marked } from "../../shared/words.js";

/** Time without a step after which the sentence is announced to screen readers, in milliseconds. */
const ANNOUNCE_DELAY_MS = 700;

/**
 * @param {import("../../main.js").App} app
 * @returns {import("../../main.js").Part}
 */
export function create({ store, say, warn }) {
  /** @type {Trace | null} */
  let trace = null;
  let asked = "";
  /** What stands in place of the sentence until the step changes. */
  let note = "";
  let n = 6;
  let isByColumns = false;
  /** @type {StateWindows | null} */
  let windows = null;
  /** @type {any[]} */
  let engines = [];
  /** @type {[string, string][]} */
  let variants = [];

  const board = new Board("Board of the engine");
  const sentence = h("p", { class: "verdict told" });
  /** The current step as the address has it; while the steps of another engine are loading, the step of the address. */
  const stepText = () => (trace?.length ? (player.at ? String(player.at) : "") : store.view.query.at ?? "");
  /**
   * Changes a setting of the view, which stays at its step.
   * @param {import("../../shared/store.js").Query} changes
   * @param {boolean} [isNew] true for a new entry of the history
   */
  const keepStep = (changes, isNew = false) => store.patch({ at: stepText(), ...changes }, isNew);
  /** Changes a setting that leads to another trace. @param {import("../../shared/store.js").Query} changes */
  const restart = (changes) => store.patch({ ...changes, at: "", bm: "" }, true);
  const engine = choice("Engine", (m) => restart({ m }));
  const variant = choice("Variant", (v) => restart({ v: v === "queens" ? "" : v }), [["queens", "queens"]]);
  const size = numberField("Size", 1, 32, (n) => restart({ n }));
  const first = tick("Stop at the first solution", (on) => restart({ first: on ? "1" : "" }));
  const player = new Player({
    length: () => trace?.length ?? 0,
    isWhole: () => trace?.isWhole ?? false,
    show,
    reach: fetchTo,
    paused: () => announce(),
  }, { most: MAX_STEPS });
  const jumps = new Jumps({ player, trace: () => trace, load: fetchTo, tell });
  const bookmarks = new Bookmarks({ go: (step) => jumps.go(step), at: () => player.at, change: (bm) => keepStep({ bm }) });
  const counters = new Counters();
  const timeline = new Timeline(player.scrub, (step) => player.jump(step));
  const treeCanvas = followed(h("canvas", { class: "tree", role: "img", "aria-label": "Squares tried at each depth of the search" }));
  const pathTree = h("div", {}, treeCanvas,
    h("p", { class: "key small" }, h("span", { class: "stands" }, "placed"), h("span", { class: "cut" }, glyph("no"), "attacked"), h("span", { class: "left" }, "tried, then removed")));
  const wholeTree = new TreeView((step) => player.jump(step));
  const treeChoice = modes("Tree", [["", "Along the path"], ["whole", "Whole tree"]], (tree) => keepStep({ tree }));
  let isWholeTree = false;
  const path = h("p", { class: "small path" });
  const idea = h("div", { class: "idea" });
  const code = new CodePanel({ change: (language) => keepStep({ code: language === "pseudocode" ? "" : language }), say, drawn: () => drawState(player.at) });
  const statePanel = new StatePanel();
  /** The sentence template of the engine for each kind of step. @type {string[]} */
  let sentences = [];
  const links = h("p", { class: "small" });
  const record = recordButton(() => trace && { problem: `${variant.select.value} ${n}`, engine: engine.select.value, first: first.input.checked, at: player.at });
  const failure = h("p", { class: "bad", role: "alert" });
  const copyLink = button("Copy link", () => copyWithToast(linkHere(), "The link is copied."));

  const tools = h("div", { class: "row tools" });
  const element = h("div", { class: "steps slide" },
    h("div", { class: "stage" }, board.element, sentence, counters.element),
    h("div", { class: "side" }, h("div", { class: "settings" }, h("div", { class: "row" }, engine.element, size.element, variant.element), failure),
      code.element, statePanel.element),
    h("div", { class: "player step-dock" }, player.transport, player.place, timeline.element),
    h("div", { class: "more-tools" }, tools, h("div", { class: "row" }, player.speed, first.element), jumps.element, bookmarks.element),
    h("div", { class: "rest" }, h("div", { class: "trying" }, treeChoice.element, pathTree, wholeTree.element), path, links, idea));
  const present = new Presentation(element, {
    change: (isOn) => keepStep({ present: isOn ? "1" : "" }, isOn),
    step: (by) => player.jump(player.at + by),
    drawn: draw,
  });
  tools.append(present.button, bookmarks.toggleButton, copyLink, record);

  const ready = Promise.all([once("engines"), sizedVariants()]).then(([found, all]) => {
    // The engines with steps come first; those that only count follow.
    engines = found.engines.slice(0, found.engines.findIndex((/** @type {any} */ entry) => entry.finds === "count"));
    engine.offer(engines.map(({ id }) => [id, id]));
    variants = all;
  });
  // After a click with the mouse the arrow keys go on stepping.
  treeChoice.element.addEventListener("click", ({ detail, target }) => detail > 0 && target instanceof HTMLElement && target.blur());
  for (const canvas of [timeline.canvas, treeCanvas, wholeTree.canvas]) new ResizeObserver(() => draw()).observe(canvas);
  new MutationObserver(() => draw()).observe(document.documentElement, { attributeFilter: ["data-theme"] });

  // The address follows the steps after a delay.
  const remember = settled(300, () => {
    if (store.view.part === "steps" && (store.view.query.at ?? "") !== stepText()) store.patch({ at: stepText() });
  });

  const settle = settled(ANNOUNCE_DELAY_MS, () => {
    if (!player.isPlaying) announce();
  });

  /** Announces the sentence to screen readers. */
  function announce() {
    if (store.view.part === "steps" && player.at > 0) say(sentence.textContent ?? "");
  }

  function show() {
    note = "";
    if (trace && player.at > trace.length - 30_000) fetchTo(trace.length + 1);
    draw();
    remember();
    settle();
  }

  /** The address of the current step. */
  function linkHere() {
    const query = { ...store.view.query, at: player.at ? String(player.at) : "", present: "" };
    return linkTo({ part: "steps", query });
  }

  /**
   * Shows a message in place of the sentence.
   * @param {string} words
   * @param {boolean} isFinal true to announce it as well
   */
  function tell(words, isFinal) {
    note = words;
    setText(sentence, words);
    if (isFinal) say(words);
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
      if (trace !== current) return;
      note = "";
      put(failure, reason(error));
    }
  }

  /**
   * The sentence of a step that is loaded.
   * @param {Trace} current
   * @param {number} at
   */
  function sentenceOf(current, at) {
    if (at === 0) return startSentence(current);
    const event = current.event(at);
    return stepSentence(sentences[event.kind], event, current.state(at), board.piece);
  }

  function draw() {
    if (!trace) return;
    const at = player.at;
    bookmarks.draw(at, (step) => (trace && step <= trace.length ? sentenceOf(trace, step) : ""));
    const state = trace.state(at);
    const event = at > 0 ? trace.event(at) : null;
    showStep(board, n, state.path, event);
    setText(sentence, note || (!event && failure.textContent ? "" : sentenceOf(trace, at)));
    sentence.dataset.verdict = event?.kind === SOLUTION ? "one" : "";
    code.light(event?.kind ?? -1);
    counters.show(state, trace.length);
    player.refresh();
    jumps.showStep(at);
    setText(path, state.path.length ? `Path: ${state.path.map(name).join(" ")}` : "Path: the root");
    timeline.draw(trace, at, bookmarks.steps, nameOf);
    if (isWholeTree) wholeTree.draw(trace, at);
    else drawTree(treeCanvas, state, n, isByColumns);
    drawState(at);
  }

  /** The square that a step is about. @param {number} step */
  function nameOf(step) {
    return trace ? name(trace.event(step).square) : "";
  }

  /** @param {number} at */
  function drawState(at) {
    if (!windows || trace?.length === 0) {
      statePanel.element.hidden = true;
      return;
    }
    statePanel.element.hidden = false;
    const variables = at > 0 ? windows.at(at) : null;
    const before = variables && at > 1 ? windows.at(at - 1) : null;
    const fault = variables ? "" : windows.failure;
    if (at === 0 || fault) statePanel.clear();
    statePanel.draw(variables, before, at === 0 || variables?.length === 0 ? "No variables so far." : fault, code.firstIndex);
    if (present.isOn) fit();
  }

  /** Fits code and state into the presentation. */
  function fit() {
    statePanel.fit(present.isOn);
    code.reveal();
  }

  /** @param {Trace} trace */
  function startSentence({ isEnded, isWhole, length }) {
    if (!isWhole && length === 0) return "Loading the steps ...";
    if (isEnded && length === 0) return "There is no solution: the engine proves it before its first step.";
    return "The board is empty. Press Play or Forward.";
  }

  function toggleBookmark() {
    bookmarks.toggle(player.at);
    return true;
  }

  /** @param {any} entry */
  function showIdea(entry) {
    sentences = sentencesOf(entry.idea);
    code.show(entry.id, entry.idea);
    put(idea, h("h2", {}, entry.title), ...entry.how.map((/** @type {string} */ line) => h("p", {}, ...marked(line))),
      h("p", { class: "small" }, `${entry.author}, ${entry.year}. Time ${entry.time}.`));
    put(links, h("a", { href: `#engines?m=${entry.id}` }, "More about it"), " · ",
      h("a", { href: address(exampleRace(entry)) }, "Race it against another engine"));
  }

  return {
    element,
    settings: {
      m: reportedElsewhere, v: reportedElsewhere, n: reportedElsewhere, first: isOn, present: isOn, tree: oneOf(["whole"]),
      code: oneOf(LANGUAGES), at: wholeFrom(0, MAX_STEPS),
      bm: (steps) => (/^\d{1,7}(,\d{1,7})*$/.test(steps) ? "" : "use the numbers of steps, with commas between"),
    },
    ready,
    async update(query) {
      present.set(query.present === "1");
      code.choose(query.code);
      bookmarks.take(query.bm);
      isWholeTree = query.tree === "whole";
      treeChoice.set(isWholeTree ? "whole" : "");
      pathTree.hidden = isWholeTree;
      wholeTree.element.hidden = !isWholeTree;
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
        windows?.close();
        trace = new Trace({ problem: `${kind} ${n}`, engine: entry.id, first: query.first === "1" });
        windows = new StateWindows(trace.problem, () => drawState(player.at));
        statePanel.clear();
        put(failure);
        note = "";
        put(sentence, "Loading the steps ...");
        player.at = 0;
        board.resize(n, n);
        board.setVariant(kind).then(() => trace?.length && draw());
        showIdea(entry);
      }
      const before = player.at;
      await fetchTo(Math.max(1, Number(query.at) || 0));
      if (trace && wanted === asked) {
        const step = Math.min(trace.length, Math.max(0, Math.round(Number(query.at)) || 0));
        if (trace.isWhole && Number(query.at) > step) warn(`There is no step ${query.at}: here is the last one, ${step}.`);
        if (!player.isPlaying && player.at === before && step !== before) player.go(step);
        else draw();
      }
    },
    leave() {
      player.pause();
      present.set(false);
    },
    key: (event) => present.key(event) || (event.key.toLowerCase() === "m" && !event.ctrlKey && !event.metaKey && !event.altKey && toggleBookmark())
      || jumps.key(event) || player.key(event),
  };
}
