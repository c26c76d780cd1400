import { isOn, oneOf, reportedElsewhere, wholeFrom } from "../../shared/address-check.js";
import { once, reason, sizedVariants } from "../../shared/api.js";
import { Board } from "../../shared/board.js";
import { button, choice, h, numberField, put, setText, settled, tick } from "../../shared/dom.js";
import { linkTo } from "../../shared/store.js";
import { copyWithToast } from "../../shared/toast.js";
import { Player } from "../player.js";
import { Presentation } from "../presentation.js";
import { StateWindows } from "../state-windows.js";
import { showStep } from "../step-board.js";
import { name, sentencesOf, startSentence, stepSentence } from "../step-words.js";
import { Timeline } from "../timeline.js";
import { MAX_STEPS, SOLUTION, Trace } from "../trace.js";
import { Bookmarks, checkBookmarks } from "./bookmarks.js";
import { CodePanel, LANGUAGES } from "./code.js";
import { Counters } from "./counters.js";
import { IdeaPanel } from "./idea.js";
import { Jumps } from "./jumps.js";
import { recordButton } from "./record.js";
import { StatePanel } from "./state.js";
import { Trees } from "./trees.js";

/** Time without a step after which the sentence is announced to screen readers, in milliseconds. */
const ANNOUNCE_DELAY_MS = 700;

/** Time without a step after which the address names the step, in milliseconds. */
const ADDRESS_DELAY_MS = 300;

/** When fewer steps than these follow the current one, more are loaded. */
const STEPS_AHEAD = 30_000;

/** The part of the page that shows an engine at work, step by step. */
class StepsPart {
  #store;
  #say;
  #warn;
  /** @type {any[]} */
  #engines = [];
  /** @type {[string, string][]} */
  #variants = [];
  #n = 6;
  /** True if the engine works column by column. */
  #isByColumns = false;
  /** The sentence template of the engine for each kind of step. @type {string[]} */
  #sentences = [];
  /** @type {Trace | null} */
  #trace = null;
  /** What the engine holds at each step. @type {StateWindows | null} */
  #windows = null;
  /** The settings of the trace. */
  #asked = "";
  /** What stands in place of the sentence until the step changes. */
  #note = "";

  #engine = choice("Engine", (m) => this.#restart({ m }));
  #variant = choice("Variant", (v) => this.#restart({ v: v === "queens" ? "" : v }), [["queens", "queens"]]);
  #size = numberField("Size", 1, 32, (n) => this.#restart({ n }));
  #first = tick("Stop at the first solution", (on) => this.#restart({ first: on ? "1" : "" }));
  #board = new Board("Board of the engine");
  #sentence = h("p", { class: "verdict told" });
  #failure = h("p", { class: "bad", role: "alert" });
  #player = new Player({
    length: () => this.#trace?.length ?? 0,
    isWhole: () => this.#trace?.isWhole ?? false,
    show: () => this.#showStep(),
    reach: (step) => this.#fetchTo(step),
    paused: () => this.#announce(),
  }, { most: MAX_STEPS });
  #jumps = new Jumps({
    player: this.#player,
    trace: () => this.#trace,
    load: (step) => this.#fetchTo(step),
    tell: (words, isFinal) => this.#tell(words, isFinal),
  });
  #bookmarks = new Bookmarks({
    go: (step) => this.#jumps.go(step),
    at: () => this.#player.at,
    change: (bm) => this.#keepStep({ bm }),
  });
  #counters = new Counters();
  #timeline = new Timeline(this.#player.scrub, (step) => this.#player.jump(step));
  #trees = new Trees({
    go: (step) => this.#player.jump(step),
    choose: (tree) => this.#keepStep({ tree }),
  });
  #code = new CodePanel({
    change: (language) => this.#keepStep({ code: language === "pseudocode" ? "" : language }),
    say: (text) => this.#say(text),
    drawn: () => this.#drawState(this.#player.at),
  });
  #statePanel = new StatePanel();
  #path = h("p", { class: "small path" });
  #idea = new IdeaPanel();
  #tools = h("div", { class: "row tools" });
  element = this.#layout();
  #present = new Presentation(this.element, {
    change: (isOn) => this.#keepStep({ present: isOn ? "1" : "" }, isOn),
    step: (by) => this.#player.jump(this.#player.at + by),
    drawn: () => this.#draw(),
  });
  settings = {
    m: reportedElsewhere, v: reportedElsewhere, n: reportedElsewhere, first: isOn, present: isOn,
    tree: oneOf(["whole"]), code: oneOf(LANGUAGES), at: wholeFrom(0, MAX_STEPS), bm: checkBookmarks,
  };
  ready = Promise.all([once("engines"), sizedVariants()]).then(([{ engines }, variants]) => {
    // The engines with steps come first; those that only count follow.
    const count = engines.findIndex((/** @type {any} */ entry) => entry.finds === "count");
    this.#engines = engines.slice(0, count);
    this.#engine.offer(this.#engines.map(({ id }) => [id, id]));
    this.#variants = variants;
  });

  #rememberStep = settled(ADDRESS_DELAY_MS, () => {
    const { part, query } = this.#store.view;
    if (part === "steps" && (query.at ?? "") !== this.#stepText()) {
      this.#store.patch({ at: this.#stepText() });
    }
  });
  #announceLater = settled(ANNOUNCE_DELAY_MS, () => {
    if (!this.#player.isPlaying) this.#announce();
  });

  /** @param {import("../../main.js").App} app */
  constructor({ store, say, warn }) {
    this.#store = store;
    this.#say = say;
    this.#warn = warn;
    this.#tools.append(this.#present.button, this.#bookmarks.toggleButton,
      button("Copy link", () => copyWithToast(this.#linkHere(), "The link is copied.")),
      recordButton(() => this.#recording()));
    for (const canvas of [this.#timeline.canvas, ...this.#trees.canvases]) {
      new ResizeObserver(() => this.#draw()).observe(canvas);
    }
    new MutationObserver(() => this.#draw()).observe(document.documentElement,
      { attributeFilter: ["data-theme"] });
  }

  #layout() {
    const settings = h("div", { class: "settings" },
      h("div", { class: "row" }, this.#engine.element, this.#size.element, this.#variant.element),
      this.#failure);
    return h("div", { class: "steps slide" },
      h("div", { class: "stage" }, this.#board.element, this.#sentence, this.#counters.element),
      h("div", { class: "side" }, settings, this.#code.element, this.#statePanel.element),
      h("div", { class: "player step-dock" }, this.#player.transport, this.#player.place,
        this.#timeline.element),
      h("div", { class: "more-tools" }, this.#tools,
        h("div", { class: "row" }, this.#player.speed, this.#first.element),
        this.#jumps.element, this.#bookmarks.element),
      h("div", { class: "rest" }, this.#trees.element, this.#path, this.#idea.element));
  }

  /**
   * The current step as the address has it; while the steps of another engine are loading, the step of the
   * address.
   */
  #stepText() {
    if (!this.#trace?.length) return this.#store.view.query.at ?? "";
    return this.#player.at ? String(this.#player.at) : "";
  }

  /**
   * Changes a setting of the view, which stays at its step.
   * @param {import("../../shared/store.js").Query} changes
   * @param {boolean} [isNew] true for a new entry of the history
   */
  #keepStep(changes, isNew = false) {
    this.#store.patch({ at: this.#stepText(), ...changes }, isNew);
  }

  /** Changes a setting that leads to another trace. @param {import("../../shared/store.js").Query} changes */
  #restart(changes) {
    this.#store.patch({ ...changes, at: "", bm: "" }, true);
  }

  /** What a recording of the steps shows; null while there are none. */
  #recording() {
    if (!this.#trace) return null;
    return {
      problem: `${this.#variant.select.value} ${this.#n}`,
      engine: this.#engine.select.value,
      first: this.#first.input.checked,
      at: this.#player.at,
    };
  }

  /** The address of the current step. */
  #linkHere() {
    const query = { ...this.#store.view.query, at: this.#player.at ? String(this.#player.at) : "",
      present: "" };
    return linkTo({ part: "steps", query });
  }

  /** Announces the sentence to screen readers. */
  #announce() {
    if (this.#store.view.part === "steps" && this.#player.at > 0) this.#say(this.#sentence.textContent ?? "");
  }

  /**
   * Shows a message in place of the sentence.
   * @param {string} words
   * @param {boolean} isFinal true to announce it as well
   */
  #tell(words, isFinal) {
    this.#note = words;
    setText(this.#sentence, words);
    if (isFinal) this.#say(words);
  }

  /** Loads steps up to a number, if there are so many. @param {number} step */
  async #fetchTo(step) {
    const current = this.#trace;
    if (!current || current.isWhole) return;
    try {
      while (this.#trace === current && !current.isWhole && current.length < step) {
        await current.reach(current.length + 1);
        if (this.#trace === current) this.#draw();
      }
    } catch (error) {
      if (this.#trace !== current) return;
      this.#note = "";
      put(this.#failure, reason(error));
    }
  }

  /** Shows the step at which the player has arrived. */
  #showStep() {
    this.#note = "";
    if (this.#trace && this.#player.at > this.#trace.length - STEPS_AHEAD) {
      this.#fetchTo(this.#trace.length + 1);
    }
    this.#draw();
    this.#rememberStep();
    this.#announceLater();
  }

  #draw() {
    const trace = this.#trace;
    if (!trace) return;
    const { at } = this.#player;
    this.#bookmarks.draw(at, (step) =>
      (this.#trace && step <= this.#trace.length ? this.#sentenceOf(this.#trace, step) : ""));
    const state = trace.state(at);
    const event = at > 0 ? trace.event(at) : null;
    showStep(this.#board, this.#n, state.path, event);
    const isFailed = !event && this.#failure.textContent;
    setText(this.#sentence, this.#note || (isFailed ? "" : this.#sentenceOf(trace, at)));
    this.#sentence.dataset.verdict = event?.kind === SOLUTION ? "one" : "";
    this.#code.light(event?.kind ?? -1);
    this.#counters.show(state, trace.length);
    this.#player.refresh();
    this.#jumps.showStep(at);
    setText(this.#path, `Path: ${state.path.map(name).join(" ") || "the root"}`);
    this.#timeline.draw(trace, at, this.#bookmarks.steps, (step) => this.#squareOf(step));
    this.#trees.draw(trace, at, this.#n, this.#isByColumns);
    this.#drawState(at);
  }

  /** The square that a step is about. @param {number} step */
  #squareOf(step) {
    return this.#trace ? name(this.#trace.event(step).square) : "";
  }

  /**
   * The sentence of a step that is loaded.
   * @param {Trace} trace
   * @param {number} at
   */
  #sentenceOf(trace, at) {
    if (at === 0) return startSentence(trace);
    const event = trace.event(at);
    return stepSentence(this.#sentences[event.kind], event, trace.state(at), this.#board.piece);
  }

  /** Shows what the engine holds at a step. @param {number} at */
  #drawState(at) {
    const windows = this.#windows;
    this.#statePanel.element.hidden = !windows || this.#trace?.length === 0;
    if (!windows || this.#statePanel.element.hidden) return;
    const variables = at > 0 ? windows.at(at) : null;
    const before = variables && at > 1 ? windows.at(at - 1) : null;
    const fault = variables ? "" : windows.failure;
    if (at === 0 || fault) this.#statePanel.clear();
    const isEmpty = at === 0 || variables?.length === 0;
    this.#statePanel.draw(variables, before, isEmpty ? "No variables so far." : fault, this.#code.firstIndex);
    if (this.#present.isOn) this.#fit();
  }

  /** Fits code and state into the presentation. */
  #fit() {
    this.#statePanel.fit(this.#present.isOn);
    this.#code.reveal();
  }

  /** Shows the idea and the code of an engine. @param {any} entry */
  #showIdea(entry) {
    this.#sentences = sentencesOf(entry.idea);
    this.#code.show(entry.id, entry.idea);
    this.#idea.show(entry);
  }

  /** @param {import("../../shared/store.js").Query} query */
  async update(query) {
    this.#present.set(query.present === "1");
    this.#code.choose(query.code);
    this.#bookmarks.take(query.bm);
    this.#trees.choose(query.tree);
    const entry = this.#chooseEngine(query.m);
    const kind = this.#chooseVariant(entry, query.v);
    this.#n = this.#size.take(query.n, 6);
    this.#first.input.checked = query.first === "1";
    const wanted = JSON.stringify([entry.id, kind, this.#n, query.first]);
    if (wanted !== this.#asked) {
      this.#asked = wanted;
      this.#startTrace(entry, kind, query.first === "1");
    }
    const before = this.#player.at;
    await this.#fetchTo(Math.max(1, Number(query.at) || 0));
    if (wanted === this.#asked) this.#goToAsked(query.at, before);
  }

  /** @param {string | undefined} asked */
  #chooseEngine(asked) {
    const id = this.#engine.take(asked, "flags");
    return this.#engines.find((entry) => entry.id === id);
  }

  /**
   * @param {any} entry the engine
   * @param {string | undefined} asked
   */
  #chooseVariant(entry, asked) {
    const takes = (/** @type {[string, string]} */ [id]) => entry.variants.includes(id);
    const others = this.#variants.filter((variant) => !takes(variant));
    this.#variant.offer(this.#variants.filter(takes), others, `${entry.id} does not support`);
    return this.#variant.take(asked, "queens");
  }

  /**
   * Begins with the steps of another engine or board.
   * @param {any} entry the engine
   * @param {string} kind the variant
   * @param {boolean} first true to stop at the first solution
   */
  #startTrace(entry, kind, first) {
    this.#trace?.close();
    this.#player.pause();
    this.#isByColumns = /^(flags|board-scan)/.test(entry.id);
    this.#windows?.close();
    this.#trace = new Trace({ problem: `${kind} ${this.#n}`, engine: entry.id, first });
    this.#windows = new StateWindows(this.#trace.problem, () => this.#drawState(this.#player.at));
    this.#statePanel.clear();
    put(this.#failure);
    this.#note = "";
    put(this.#sentence, "Loading the steps ...");
    this.#player.at = 0;
    this.#board.resize(this.#n, this.#n);
    this.#board.setVariant(kind).then(() => this.#trace?.length && this.#draw());
    this.#showIdea(entry);
  }

  /**
   * Goes to the step of the address, unless the user has moved meanwhile.
   * @param {string | undefined} asked the step, as the address has it
   * @param {number} before the step before its steps were loaded
   */
  #goToAsked(asked, before) {
    const trace = this.#trace;
    if (!trace) return;
    const step = Math.min(trace.length, Math.max(0, Math.round(Number(asked)) || 0));
    if (trace.isWhole && Number(asked) > step) {
      this.#warn(`There is no step ${asked}: here is the last one, ${step}.`);
    }
    if (!this.#player.isPlaying && this.#player.at === before && step !== before) this.#player.go(step);
    else this.#draw();
  }

  leave() {
    this.#player.pause();
    this.#present.set(false);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (this.#present.key(event)) return true;
    if (event.key.toLowerCase() === "m" && !event.ctrlKey && !event.metaKey && !event.altKey) {
      this.#bookmarks.toggle(this.#player.at);
      return true;
    }
    return this.#jumps.key(event) || this.#player.key(event);
  }
}

/**
 * @param {import("../../main.js").App} app
 * @returns {import("../../main.js").Part}
 */
export const create = (app) => new StepsPart(app);
