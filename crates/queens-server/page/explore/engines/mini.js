import { ask, reason } from "../../shared/api.js";
import { Board } from "../../shared/board.js";
import { button, h, put } from "../../shared/dom.js";
import { most } from "../board/words.js";
import { groupLooks, isLayered, layerPictures, layersOf } from "../../shared/group-view.js";
import { partsOf, relativeWords, requestFor } from "../board/relative-words.js";
import { showStep } from "../../watch/step-board.js";
import { Trace } from "../../watch/trace.js";
import { counted } from "../../shared/words.js";

/**
 * A small board with an animated engine, for the description of the engine.
 * @param {string} problem
 * @param {string} engine
 * @param {number} n
 * @param {{first?: boolean, regions?: string[]}} [options] `first` to stop at the first solution; the rows of
 *   a map of regions, a letter for each square
 */
export function mini(problem, engine, n, { first = true, regions } = {}) {
  const board = new Board(`${engine} on ${problem.split("\n")[0]}`);
  const statusLine = h("p", { class: "small" });
  board.resize(n, n);
  board.setVariant(/^(?:most |maximal )?([a-z-]+)/.exec(problem)?.[1] ?? "queens");
  if (regions) board.borders([...regions.join("")].map((letter) => letter.charCodeAt(0)));
  /** @type {Trace | null} */
  let trace = null;
  let [at, timer] = [0, 0];

  function draw() {
    if (!trace) return;
    showStep(board, n, trace.state(at).path, at > 0 ? trace.event(at) : null);
    put(statusLine, `Step ${at} of ${trace.length}`);
  }

  function pause() {
    clearInterval(timer);
    timer = 0;
    put(play, "Play");
  }

  const play = button("Play", async () => {
    if (timer) return pause();
    if (!trace) {
      trace = new Trace({ problem, engine, first });
      try {
        await trace.reach(1);
      } catch (error) {
        put(statusLine, reason(error));
        trace = null;
        return;
      }
    }
    if (at >= trace.length) at = 0;
    put(play, "Pause");
    timer = setInterval(() => {
      if (!trace || !element.isConnected || at >= trace.length) return pause();
      at += 1;
      draw();
    }, 120);
  });
  const element = h("div", { class: "mini" }, board.element, h("div", { class: "row" }, play, statusLine));
  return element;
}

/** Example maps of regions, by variant. @type {Record<string, string[]>} */
export const REGION_MAPS = {
  regions: ["AABBB", "AACCB", "DCCCB", "DDEEE", "DDEEE"],
  stars: ["BBCCCCCD", "BBBCGCCD", "BBGGGGGD", "ABHHGGGD", "AHHHGGGD", "AHHHHGED", "AFFFFEED", "AAFFFEEE"],
};

/**
 * The text form of a problem with regions.
 * @param {string} variant
 */
export function mapped(variant) {
  const rows = REGION_MAPS[variant];
  return `${variant} ${rows.length}\nareas:\n${rows.map((row) => [...row].join(" ")).join("\n")}`;
}

/** The side of the board of an engine without an example of its own. */
const EXAMPLE_SIDE = 8;

/** An example problem for each engine without steps. @type {Record<string, string>} */
const EXAMPLE_PROBLEMS = {
  join: "queens 12", rows: "superqueens 10", toroidal: "torus 13", transfer: "kings 6", ferrers: "bishops 8",
  "inclusion-exclusion": "queens 20\ntotal: 4",
  residual: "queens 10\ngivens: b1 d5", units: mapped("regions"), repair: "queens 30", modular: "torus 11",
  sat: "queens 12\ngivens: a1",
  pigeonhole: "queens 4\ntotal: 5", random: "queens 14", maximum: "most kings 7",
  weighted: "queens 6\nweights:\n3 1 4 1 5 9\n2 6 5 3 5 8\n9 7 9 3 2 3\n8 4 6 2 6 4\n" +
    "3 3 8 3 2 7\n9 5 0 2 8 8",
};

/** The question of each engine that answers only one question. @type {Record<string, string>} */
const OWN_QUESTIONS = { random: "random", domination: "dominating", armies: "armies", coloring: "coloring",
  weighted: "least", pieces: "pieces queens = knights",
  dimensions: "dimensions 3", uncompletable: "uncompletable" };

/**
 * The sentence about an answer.
 * @param {string} question
 * @param {any} found
 */
function answerWords(question, found) {
  if (question === "first" && typeof found.value === "number") return most(found);
  if (question !== "first" && question !== "random") return relativeWords(question, found);
  if (found.queens) return "One solution.";
  return found.complete ? `There is no solution: ${found.certificate ?? "every possibility was tried"}.`
    : `None was found (${found.outcome}).`;
}

/** The problem and title of each engine with a count of its own. @type {Record<string, [string, string]>} */
const OWN_COUNTS = {
  maximal: ["maximal queens 6", "Maximal placements of 6 queens"],
  pawns: ["queens 8; pieces: 9 queens, 1 pawn", "9 queens and a pawn on a board of 8 x 8"],
  symmetric: ["queens 12; unchanged: half-turn", "12 queens, symmetric under a half turn"],
};

/**
 * A small board with an answer of an engine without steps.
 * @param {{id: string, finds: string}} engine
 */
export function tried({ id, finds }) {
  const [own, words] = OWN_COUNTS[id] ?? [];
  const problem = own ?? EXAMPLE_PROBLEMS[id] ?? `queens ${EXAMPLE_SIDE}`;
  const board = new Board(`${id} on ${problem.split("\n")[0]}`);
  const statusLine = h("p", { class: "small", role: "status" },
    words ? words : problem.startsWith("regions") ? "regions 5"
      : problem.includes("weights:") ? "queens 6, a weight for each square" : problem.replace("\n", ", "));
  const layers = h("ul", { class: "layers", hidden: true });
  const show = async (/** @type {number[][]} */ queens,
    /** @type {import("../../shared/group-view.js").Group[]} */ groups = []) => {
    const { rows, columns, givens, regions } = await ask("problem", { problem });
    board.resize(rows, columns);
    board.setVariant(problem.split(" ")[0]);
    if (regions) board.borders(regions.flat());
    const looks = await groupLooks(groups, columns);
    const indices = (/** @type {number[][]} */ squares) =>
      new Set(squares.map(([row, column]) => row * columns + column));
    const [given, standing] = [indices(givens), indices(groups.length > 0 ? givens : [...queens, ...givens])];
    for (let index = 0; index < rows * columns; index++) {
      board.show(index, looks.get(index) ?? {
        piece: standing.has(index) ? "queen" : "",
        classes: given.has(index) ? "given" : standing.has(index) ? "answer" : "",
        label: standing.has(index) ? "queen" : "",
      });
    }
    layers.hidden = !isLayered(groups);
    board.element.hidden = isLayered(groups);
    put(layers, ...(isLayered(groups) ? layerPictures(groups, rows) : []));
  };
  const fail = (/** @type {unknown} */ error) => put(statusLine, reason(error));
  show([]).catch(fail);
  const run = button("Try it", async () => {
    try {
      if (own) {
        put(statusLine, counted(await ask("count", { problem })));
        // One placement of queens and pawns is shown, too.
        if (id === "pawns") await ask("solve", { problem }).then(({ groups }) => show([], groups));
        return;
      }
      if (finds === "count") return put(statusLine, counted(await ask("count", { problem, engine: id })));
      const question = OWN_QUESTIONS[id] ?? "first";
      const request = question === "first" || question === "random" ? { problem, question }
        : requestFor(problem, question);
      const found = await ask("solve", { ...request, engine: id, seed: Math.floor(Math.random() * 1e6) });
      const { name, parameter } = partsOf(question);
      const layers = name === "dimensions" ? layersOf(found.queens ?? [], EXAMPLE_SIDE, Number(parameter))
        : undefined;
      await show(found.queens ?? [], layers ?? found.groups ?? []);
      put(statusLine, answerWords(question, found));
    } catch (error) {
      fail(error);
    }
  });
  return h("div", { class: "mini" }, board.element, layers, h("div", { class: "row" }, run, statusLine));
}
