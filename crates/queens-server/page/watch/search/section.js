import { isOn, reportedElsewhere, wholeFrom } from "../../shared/address-check.js";
import { isAbort, reason } from "../../shared/api.js";
import { choice, field, h, put, settled } from "../../shared/dom.js";
import { Player } from "../player.js";
import { Presentation } from "../presentation.js";
import { PROBLEMS, STRATEGIES } from "./draw.js";
import { MAX_STEPS, SearchTrace } from "./trace.js";
import { grouped } from "../../shared/words.js";

/** The largest number of nodes that are drawn in a list. */
const MAX_DRAWN_NODES = 40;

/**
 * @param {import("../../main.js").App} app
 * @returns {import("../../main.js").Part}
 */
export function create({ store, say, warn }) {
  /** @type {SearchTrace | null} */
  let trace = null;
  let problem = PROBLEMS[0];
  let strategy = STRATEGIES[4];
  /** @type {string[]} */
  let given = [];
  let asked = "";
  let isComing = false;
  /** The drawings of nodes that were shown, by number. @type {Map<number, HTMLElement>} */
  const cards = new Map();

  const sentence = h("p", { class: "verdict told" });
  const failure = h("p", { class: "bad", role: "alert" });
  const ending = h("p", { class: "verdict", role: "status" });
  const stage = h("div", { class: "standing" });
  const mapKey = h("p", { class: "key small map-key", hidden: true }, h("span", { class: "current" }, "this node"), h("span", { class: "open" }, "open"), h("span", { class: "closed" }, "closed"), h("span", { class: "end" }, "start and goal"), h("span", { class: "taken" }, "path"));
  const player = new Player({
    length: () => trace?.length ?? 0,
    isWhole: () => trace?.isWhole ?? false,
    show() {
      if (trace && player.at > trace.length - 3000) reach(trace.length + 1);
      draw();
      remember();
    },
    reach,
    paused: () => player.at > 0 && say(sentence.textContent ?? ""),
  }, { most: MAX_STEPS });
  const which = choice("Problem", (p) => set({ p, x: "", y: "" }), PROBLEMS.map(({ id, name }) => [id, name]));
  const how = choice("Strategy", (s) => set({ s }), STRATEGIES.map(([id, name]) => [id, name]));
  const settings = h("div", { class: "row" });
  const summary = h("p", { class: "small summary" });
  const rule = h("p", { class: "small" });
  const list = (/** @type {string} */ name, /** @type {string} */ words) => {
    const count = h("span", { class: "number" }, "0");
    const items = h("ol", { class: "node-list", tabindex: 0, "aria-label": `Nodes of the ${name.toLowerCase()}` });
    const rest = h("p", { class: "small" });
    const element = h("section", { class: "list", "aria-label": name }, h("h2", {}, name, " ", count), h("p", { class: "small" }, words), items, rest);
    return { element, count, items, rest };
  };
  const open = list("Open list", "Generated but not expanded yet; the first is next.");
  const closed = list("Closed list", "Expanded nodes, the latest first.");
  const answer = h("section", { class: "list", "aria-label": "Path" }, h("h2", {}, "Path"));
  const steps = h("ol", { class: "node-list path-list" });
  answer.append(steps);
  const counts = h("p", { class: "small number-line" });

  const element = h("div", { class: "split searching slide" },
    h("div", { class: "stage" }, stage, mapKey, h("div", { class: "player" }, sentence, player.element, counts), answer),
    h("div", { class: "side" },
      h("div", { class: "row" }, which.element, how.element), summary, settings, failure, ending, rule, open.element, closed.element));

  const present = new Presentation(element, {
    change: (isOn) => store.patch({ present: isOn ? "1" : "", at: stepText() }, isOn),
    step: (by) => player.jump(player.at + by),
    drawn: draw,
  });
  element.querySelector(".side > .row")?.append(present.button);

  /** @param {import("../../shared/store.js").Query} changes */
  function set(changes) {
    store.patch({ ...changes, at: "" }, true);
  }

  /** The current step as the address has it; while another search is loading, the step of the address. */
  const stepText = () => (trace?.length ? (player.at ? String(player.at) : "") : store.view.query.at ?? "");

  // The address follows the steps after a delay.
  const remember = settled(300, () => {
    if (store.view.part === "search" && (store.view.query.at ?? "") !== stepText()) store.patch({ at: stepText() });
  });

  /** @param {number} step */
  async function reach(step) {
    const current = trace;
    if (!current || current.isWhole || isComing) return;
    isComing = true;
    try {
      while (trace === current && !current.isWhole && current.length < step) {
        await current.fetch();
        if (trace === current) draw();
      }
    } catch (error) {
      if (trace === current && !isAbort(error)) put(failure, reason(error));
    }
    if (trace === current) isComing = false;
  }

  /** @param {import("./trace.js").Node} node */
  function card(node) {
    let found = cards.get(node.number);
    if (!found) {
      const rank = strategy[0] === "astar" ? `${node.cost} + ${node.rank - node.cost} = ${node.rank}` : strategy[0] === "dfs" ? `depth ${node.depth}` : String(node.rank);
      found = h("li", { title: `${node.operator ?? "the start"}; depth ${node.depth}, cost ${node.cost}` }, problem.draw(node.state, given), h("span", { class: "small" }, rank));
      cards.set(node.number, found);
    }
    return found;
  }

  /**
   * @param {ReturnType<typeof list>} shown
   * @param {number[]} numbers
   * @param {number} length
   */
  function fill({ count, items, rest }, numbers, length) {
    const nodes = trace?.nodes ?? [];
    count.textContent = grouped(length);
    const wanted = numbers.map((number) => card(nodes[number]));
    if (wanted.length !== items.children.length || wanted.some((item, at) => items.children[at] !== item)) items.replaceChildren(...wanted);
    rest.textContent = length > wanted.length ? `and ${grouped(length - wanted.length)} more` : "";
  }

  function draw() {
    if (!trace || trace.length === 0) return;
    const { nodes } = trace;
    const state = trace.state(player.at);
    const event = player.at > 0 ? trace.event(player.at) : null;
    const node = nodes[event?.node ?? 0];
    const path = trace.path(node.number);
    const states = (/** @type {number[]} */ list) => list.map((number) => nodes[number].state);
    put(stage, problem.map ? problem.map({ at: node.state, start: nodes[0].state, goal: given[1], open: states(state.open), closed: states(state.closed), path: path.map((one) => one.state), isGoal: event?.kind === "goal" })
      : problem.draw(node.state, given));
    mapKey.hidden = !problem.map;
    // The cost of the solution appears at the last step, so that a class can predict it. "No solution" appears at once.
    const isShown = trace.isWhole && (player.at === trace.length || trace.event(trace.length).kind !== "goal");
    const end = isShown ? endSentence(trace) : "";
    if (ending.textContent !== end) put(ending, end);
    const isLast = trace.isWhole && player.at === trace.length && event?.kind !== "goal";
    put(sentence, event ? `${stepSentence(event, node)}${isLast ? ` ${end}` : ""}` : "The start is the only node in the open list. Press Play or Forward.");
    sentence.dataset.verdict = event?.kind === "goal" ? "one" : "";
    // A node is in one list only; of a long list, the next nodes or the latest are drawn.
    fill(open, state.open.slice(0, MAX_DRAWN_NODES), state.open.length);
    fill(closed, state.closed.slice(-MAX_DRAWN_NODES).reverse(), state.closed.length);
    for (const [number, item] of cards) {
      const isHere = number === node.number;
      if (item.hasAttribute("aria-current") !== isHere) item.toggleAttribute("aria-current", isHere);
    }
    if (cards.size > 4 * MAX_DRAWN_NODES) cards.clear();
    // The same rules as in the command: the start is not generated, and the goal is not expanded.
    const generated = state.made - 1;
    put(counts, `${grouped(state.closed.length)} expanded, ${grouped(generated)} generated, ${grouped(state.dropped)} dropped as duplicates, ${grouped(state.open.length)} open`);
    put(/** @type {HTMLElement} */ (answer.firstChild), event?.kind === "goal" ? "Solution" : "Path to this node");
    put(steps, ...path.slice(-MAX_DRAWN_NODES).map(({ operator, state: text }) => h("li", {}, problem.draw(text, given), h("span", { class: "small" }, operator ?? "start"))));
    player.refresh();
  }

  /**
   * @param {import("./trace.js").Step} event
   * @param {import("./trace.js").Node} node
   */
  function stepSentence({ kind, replaces }, node) {
    const operator = node.operator ? `${node.operator[0].toUpperCase()}${node.operator.slice(1)}` : "The start";
    const worth = strategy[0] === "astar" ? `cost ${node.cost} + estimate ${node.rank - node.cost} = ${node.rank}`
      : strategy[0] === "greedy" ? `estimate ${node.rank}` : strategy[0] === "ucs" ? `cost ${node.cost}` : `depth ${node.depth}`;
    if (kind === "expand") return node.parent === null ? "The start is taken from the open list, and every operator is applied to it." : `First in the open list (${worth}): it moves to the closed list, and every operator is applied to it.`;
    if (kind === "generate" && replaces !== null) return `${operator}: this node (${worth}) replaces the node with the same state.`;
    if (kind === "generate") return `${operator}: a new node (${worth}) enters the open list.`;
    if (kind === "goal") return `A goal, after ${node.depth} ${node.depth === 1 ? "step" : "steps"} at a cost of ${grouped(node.cost)}: the path to it is the solution.`;
    return `${operator}: a node with this state is already open or closed, so the new one is dropped.`;
  }

  /**
   * The sentence about the result of the whole search.
   * @param {SearchTrace} trace
   */
  function endSentence(trace) {
    const { length, outcome, nodes } = trace;
    const last = trace.event(length);
    if (last.kind === "goal") {
      const { depth, cost } = nodes[last.node];
      return `The search finds a solution of ${depth} ${depth === 1 ? "step" : "steps"} at a cost of ${grouped(cost)}.`;
    }
    if (outcome === "exhausted") return "There is no solution: every reachable state was tried.";
    return `No solution in the first ${grouped(length)} steps (${outcome}): there may be one.`;
  }

  /** The fields for the settings of a problem. */
  function offer() {
    put(summary, problem.summary);
    put(settings, ...problem.settings.map(({ label, long }, at) => {
      const input = h("input", { type: "text", value: given[at], size: long ? 11 : 4, change: () => set({ [at ? "y" : "x"]: input.value === problem.settings[at].value ? "" : input.value.trim() }) });
      return field(label, input);
    }));
  }

  return {
    element,
    settings: {
      p: reportedElsewhere, s: reportedElsewhere, x: reportedElsewhere, y: reportedElsewhere, present: isOn,
      at: wholeFrom(0, MAX_STEPS),
    },
    async update(query) {
      present.set(query.present === "1");
      const [named, ordered] = [which.take(query.p, PROBLEMS[0].id), how.take(query.s, STRATEGIES[4][0])];
      problem = PROBLEMS.find(({ id }) => id === named) ?? PROBLEMS[0];
      strategy = STRATEGIES.find(([id]) => id === ordered) ?? STRATEGIES[4];
      given = problem.settings.map(({ value }, at) => (at ? query.y : query.x) || value);
      const wanted = JSON.stringify([problem.id, strategy[0], given]);
      if (wanted !== asked) {
        asked = wanted;
        trace?.close();
        player.pause();
        offer();
        put(rule, `${strategy[1]} expands ${strategy[2]} next.`);
        trace = new SearchTrace({ problem: problem.id, ...problem.ask(given), strategy: strategy[0] });
        cards.clear();
        isComing = false;
        put(failure);
        put(ending);
        put(sentence, "Loading the steps ...");
        player.at = 0;
      }
      const before = player.at;
      await reach(Math.max(1, Number(query.at) || 0));
      if (trace && wanted === asked && trace.length === 0) put(sentence);
      if (trace && wanted === asked) {
        const step = Math.min(trace.length, Math.max(0, Math.round(Number(query.at)) || 0));
        if (trace.isWhole && trace.length > 0 && Number(query.at) > step) warn(`There is no step ${query.at}: here is the last one, ${step}.`);
        if (!player.isPlaying && player.at === before && step !== before) player.go(step);
        else draw();
      }
    },
    leave() {
      player.pause();
      present.set(false);
    },
    key: (event) => present.key(event) || player.key(event),
  };
}
