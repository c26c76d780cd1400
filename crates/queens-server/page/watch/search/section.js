import { isOn, reportedElsewhere, wholeFrom } from "../../shared/address-check.js";
import { isAbort, reason } from "../../shared/api.js";
import { choice, field, h, put, settled } from "../../shared/dom.js";
import { grouped } from "../../shared/words.js";
import { Player } from "../player.js";
import { Presentation } from "../presentation.js";
import { PROBLEMS, STRATEGIES } from "./draw.js";
import { NodeList } from "./node-list.js";
import { MAX_STEPS, SearchTrace } from "./trace.js";
import { START_SENTENCE, endSentence, rankWords, stepSentence } from "./words.js";

/** @typedef {import("./trace.js").Node} Node */

/** The largest number of nodes that are drawn in a list. */
const MAX_DRAWN_NODES = 40;

/** When fewer steps than these follow the current one, more are loaded. */
const STEPS_AHEAD = 3000;

/** Time without a step after which the address names the step, in milliseconds. */
const ADDRESS_DELAY_MS = 300;

/** The strategy of the first search. */
const FIRST_STRATEGY = STRATEGIES[4];

/** The colours of the map: class and words. @type {[string, string][]} */
const MAP_KEY = [
  ["current", "this node"], ["open", "open"], ["closed", "closed"], ["end", "start and goal"],
  ["taken", "path"],
];

/**
 * The part of the page with the general problem solver: a problem, a strategy, and the lists of the search.
 */
class SearchPart {
  #store;
  #say;
  #warn;
  #problem = PROBLEMS[0];
  #strategy = FIRST_STRATEGY;
  /** The settings of the problem, as text. @type {string[]} */
  #given = [];
  /** @type {SearchTrace | null} */
  #trace = null;
  /** Problem, strategy and settings of the trace. */
  #asked = "";
  /** True while steps are being loaded. */
  #isComing = false;
  /** The drawings of nodes that were shown, by number. @type {Map<number, HTMLElement>} */
  #cards = new Map();

  #which = choice("Problem", (p) => this.#set({ p, x: "", y: "" }),
    PROBLEMS.map(({ id, name }) => [id, name]));
  #how = choice("Strategy", (s) => this.#set({ s }), STRATEGIES.map(([id, name]) => [id, name]));
  #choices = h("div", { class: "row" }, this.#which.element, this.#how.element);
  #summary = h("p", { class: "small summary" });
  #fields = h("div", { class: "row" });
  #failure = h("p", { class: "bad", role: "alert" });
  #ending = h("p", { class: "verdict", role: "status" });
  #rule = h("p", { class: "small" });
  #open = new NodeList("Open list", "Generated but not expanded yet; the first is next.");
  #closed = new NodeList("Closed list", "Expanded nodes, the latest first.");
  #stage = h("div", { class: "standing" });
  #mapKey = h("p", { class: "key small map-key", hidden: true },
    ...MAP_KEY.map(([name, words]) => h("span", { class: name }, words)));
  #sentence = h("p", { class: "verdict told" });
  #player = new Player({
    length: () => this.#trace?.length ?? 0,
    isWhole: () => this.#trace?.isWhole ?? false,
    show: () => this.#showStep(),
    reach: (step) => this.#fetchTo(step),
    paused: () => this.#player.at > 0 && this.#say(this.#sentence.textContent ?? ""),
  }, { most: MAX_STEPS });
  #counts = h("p", { class: "small number-line" });
  #pathTitle = h("h2", {}, "Path");
  #path = h("ol", { class: "node-list path-list" });
  element = h("div", { class: "split searching slide" },
    h("div", { class: "stage" }, this.#stage, this.#mapKey,
      h("div", { class: "player" }, this.#sentence, this.#player.element, this.#counts),
      h("section", { class: "list", "aria-label": "Path" }, this.#pathTitle, this.#path)),
    h("div", { class: "side" }, this.#choices, this.#summary, this.#fields, this.#failure, this.#ending,
      this.#rule, this.#open.element, this.#closed.element));
  #present = new Presentation(this.element, {
    change: (isOn) => this.#store.patch({ present: isOn ? "1" : "", at: this.#stepText() }, isOn),
    step: (by) => this.#player.jump(this.#player.at + by),
    drawn: () => this.#draw(),
  });
  settings = {
    p: reportedElsewhere, s: reportedElsewhere, x: reportedElsewhere, y: reportedElsewhere, present: isOn,
    at: wholeFrom(0, MAX_STEPS),
  };

  #rememberStep = settled(ADDRESS_DELAY_MS, () => {
    const { part, query } = this.#store.view;
    if (part === "search" && (query.at ?? "") !== this.#stepText()) {
      this.#store.patch({ at: this.#stepText() });
    }
  });

  /** @param {import("../../main.js").App} app */
  constructor({ store, say, warn }) {
    this.#store = store;
    this.#say = say;
    this.#warn = warn;
    this.#choices.append(this.#present.button);
  }

  /** Changes a setting that leads to another trace. @param {import("../../shared/store.js").Query} changes */
  #set(changes) {
    this.#store.patch({ ...changes, at: "" }, true);
  }

  /** The current step as the address has it; while another search is loading, the step of the address. */
  #stepText() {
    if (!this.#trace?.length) return this.#store.view.query.at ?? "";
    return this.#player.at ? String(this.#player.at) : "";
  }

  /** Loads steps up to a number, if there are so many. @param {number} step */
  async #fetchTo(step) {
    const current = this.#trace;
    if (!current || current.isWhole || this.#isComing) return;
    this.#isComing = true;
    try {
      while (this.#trace === current && !current.isWhole && current.length < step) {
        await current.fetch();
        if (this.#trace === current) this.#draw();
      }
    } catch (error) {
      if (this.#trace === current && !isAbort(error)) put(this.#failure, reason(error));
    }
    if (this.#trace === current) this.#isComing = false;
  }

  /** Shows the step at which the player has arrived. */
  #showStep() {
    if (this.#trace && this.#player.at > this.#trace.length - STEPS_AHEAD) {
      this.#fetchTo(this.#trace.length + 1);
    }
    this.#draw();
    this.#rememberStep();
  }

  #draw() {
    const trace = this.#trace;
    if (!trace || trace.length === 0) return;
    const { at } = this.#player;
    const event = at > 0 ? trace.event(at) : null;
    const node = trace.nodes[event?.node ?? 0];
    this.#drawStage(trace, node);
    this.#drawSentence(trace, event, node);
    this.#drawLists(trace, node);
    put(this.#pathTitle, event?.kind === "goal" ? "Solution" : "Path to this node");
    put(this.#path, ...trace.path(node.number).slice(-MAX_DRAWN_NODES).map(({ operator, state }) =>
      h("li", {}, this.#problem.draw(state, this.#given),
        h("span", { class: "small" }, operator ?? "start"))));
    this.#player.refresh();
  }

  /**
   * Draws the node of the step, on the map if the problem has one.
   * @param {SearchTrace} trace
   * @param {Node} node
   */
  #drawStage(trace, node) {
    const { map } = this.#problem;
    this.#mapKey.hidden = !map;
    if (!map) return put(this.#stage, this.#problem.draw(node.state, this.#given));
    const { nodes } = trace;
    const { at } = this.#player;
    const lists = trace.state(at);
    const states = (/** @type {number[]} */ numbers) => numbers.map((number) => nodes[number].state);
    put(this.#stage, map({
      at: node.state,
      start: nodes[0].state,
      goal: this.#given[1],
      open: states(lists.open),
      closed: states(lists.closed),
      path: trace.path(node.number).map(({ state }) => state),
      isGoal: at > 0 && trace.event(at).kind === "goal",
    }));
  }

  /**
   * Shows the sentence of the step, and the result. The cost of the solution appears at the last step, so
   * that a class can predict it; "No solution" appears at once.
   * @param {SearchTrace} trace
   * @param {import("./trace.js").Step | null} event
   * @param {Node} node
   */
  #drawSentence(trace, event, node) {
    const isLast = trace.isWhole && this.#player.at === trace.length;
    const isShown = isLast || (trace.isWhole && trace.event(trace.length).kind !== "goal");
    const end = isShown ? endSentence(trace) : "";
    if (this.#ending.textContent !== end) put(this.#ending, end);
    const isGoal = event?.kind === "goal";
    const words = event ? stepSentence(event, node, this.#strategy[0]) : START_SENTENCE;
    put(this.#sentence, event && isLast && !isGoal ? `${words} ${end}` : words);
    this.#sentence.dataset.verdict = isGoal ? "one" : "";
  }

  /**
   * Shows the two lists. A node is in one of them only; of a long list, the next nodes or the latest are
   * drawn.
   * @param {SearchTrace} trace
   * @param {Node} node of the step
   */
  #drawLists(trace, node) {
    const { open, closed, made, dropped } = trace.state(this.#player.at);
    const drawn = (/** @type {number[]} */ numbers) =>
      numbers.map((number) => this.#card(trace.nodes[number]));
    this.#open.show(drawn(open.slice(0, MAX_DRAWN_NODES)), open.length);
    this.#closed.show(drawn(closed.slice(-MAX_DRAWN_NODES).reverse()), closed.length);
    for (const [number, item] of this.#cards) {
      const isHere = number === node.number;
      if (item.hasAttribute("aria-current") !== isHere) item.toggleAttribute("aria-current", isHere);
    }
    if (this.#cards.size > 4 * MAX_DRAWN_NODES) this.#cards.clear();
    // The same rules as in the command: the start is not generated, and the goal is not expanded.
    const generated = made - 1;
    put(this.#counts, `${grouped(closed.length)} expanded, ${grouped(generated)} generated, `,
      `${grouped(dropped)} dropped as duplicates, ${grouped(open.length)} open`);
  }

  /** The drawing of a node in a list. @param {Node} node */
  #card(node) {
    const known = this.#cards.get(node.number);
    if (known) return known;
    const title = `${node.operator ?? "the start"}; depth ${node.depth}, cost ${node.cost}`;
    const card = h("li", { title }, this.#problem.draw(node.state, this.#given),
      h("span", { class: "small" }, rankWords(this.#strategy[0], node)));
    this.#cards.set(node.number, card);
    return card;
  }

  /** Shows the fields for the settings of the problem. */
  #offerFields() {
    put(this.#summary, this.#problem.summary);
    put(this.#fields, ...this.#problem.settings.map(({ label, long, value }, at) => {
      const change = () =>
        this.#set({ [at ? "y" : "x"]: input.value === value ? "" : input.value.trim() });
      const input = h("input", { type: "text", value: this.#given[at], size: long ? 11 : 4, change });
      return field(label, input);
    }));
  }

  /** @param {import("../../shared/store.js").Query} query */
  async update(query) {
    this.#present.set(query.present === "1");
    this.#choose(query);
    const wanted = JSON.stringify([this.#problem.id, this.#strategy[0], this.#given]);
    if (wanted !== this.#asked) {
      this.#asked = wanted;
      this.#startTrace();
    }
    const before = this.#player.at;
    await this.#fetchTo(Math.max(1, Number(query.at) || 0));
    if (this.#trace && wanted === this.#asked) this.#goToAsked(this.#trace, query.at, before);
  }

  /**
   * Takes problem, strategy and settings of an address.
   * @param {import("../../shared/store.js").Query} query
   */
  #choose(query) {
    const problem = this.#which.take(query.p, PROBLEMS[0].id);
    const strategy = this.#how.take(query.s, FIRST_STRATEGY[0]);
    this.#problem = PROBLEMS.find(({ id }) => id === problem) ?? PROBLEMS[0];
    this.#strategy = STRATEGIES.find(([id]) => id === strategy) ?? FIRST_STRATEGY;
    this.#given = this.#problem.settings.map(({ value }, at) => (at ? query.y : query.x) || value);
  }

  /** Begins another search. */
  #startTrace() {
    this.#trace?.close();
    this.#player.pause();
    this.#offerFields();
    const [strategy, name, order] = this.#strategy;
    put(this.#rule, `${name} expands ${order} next.`);
    this.#trace = new SearchTrace({ problem: this.#problem.id, ...this.#problem.ask(this.#given), strategy });
    this.#cards.clear();
    this.#isComing = false;
    put(this.#failure);
    put(this.#ending);
    put(this.#sentence, "Loading the steps ...");
    this.#player.at = 0;
  }

  /**
   * Goes to the step of the address, unless the user has moved meanwhile.
   * @param {SearchTrace} trace
   * @param {string | undefined} asked the step, as the address has it
   * @param {number} before the step before its steps were loaded
   */
  #goToAsked(trace, asked, before) {
    if (trace.length === 0) put(this.#sentence);
    const step = Math.min(trace.length, Math.max(0, Math.round(Number(asked)) || 0));
    if (trace.isWhole && trace.length > 0 && Number(asked) > step) {
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
    return this.#present.key(event) || this.#player.key(event);
  }
}

/**
 * @param {import("../../main.js").App} app
 * @returns {import("../../main.js").Part}
 */
export const create = (app) => new SearchPart(app);
