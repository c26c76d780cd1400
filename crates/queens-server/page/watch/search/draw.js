import { picture } from "../../shared/board.js";
import { h, s } from "../../shared/dom.js";
import { romania } from "./map.js";

/**
 * The problems of the general problem solver: their settings and the drawings of their states. The server
 * sends states as text, as the command prints them.
 *
 * @typedef {{label: string, value: string, long?: boolean}} Setting
 * @typedef {{id: string, name: string, summary: string, settings: Setting[], ask: (given: string[]) =>
 *   Record<string, unknown>, draw: (state: string, given: string[]) => Element, map?: (state:
 *   import("./map.js").MapState) => Element}} Problem
 *   `map` draws the whole search in one picture
 */

const numbers = (/** @type {string} */ text) => (text.match(/\d+/g) ?? []).map(Number);
const whole = (/** @type {string} */ text) => Math.max(0, Math.round(Number(text)) || 0);

/**
 * A drawing with its state as label.
 * @param {string} state
 * @param {number} width
 * @param {number} height
 * @param {Element[]} children
 */
function drawing(state, width, height, ...children) {
  return s("svg", { class: "state", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": state },
    ...children);
}

/** @type {Problem["draw"]} */
function queens(state, [size]) {
  const n = Math.max(1, whole(size));
  const found = numbers(state);
  const squares = Array.from({ length: found.length / 2 },
    (_, at) => /** @type {[number, number]} */ ([found[2 * at], found[2 * at + 1]]));
  return picture(squares, n, n, squares.length ? `queens on ${state}` : "the empty board");
}

/** @type {Problem["draw"]} */
function jugs(state, [capacities]) {
  const full = numbers(capacities);
  const most = Math.max(...full, 1);
  const high = (/** @type {number} */ litres) => (litres / most) * 60;
  return drawing(state, full.length * 44 + 4, 90, ...numbers(state).flatMap((litres, at) => {
    const x = 8 + at * 44;
    return [
      s("rect", { class: "water", x, y: 66 - high(litres), width: 32, height: high(litres) }),
      s("path", { class: "glass", d: `M${x} ${66 - high(full[at])}V66H${x + 32}V${66 - high(full[at])}` }),
      s("text", { x: x + 16, y: 86 }, String(litres), s("tspan", { class: "capacity" }, ` of ${full[at]}`)),
    ];
  }));
}

/** @type {Problem["draw"]} */
function tiles(state) {
  return drawing(state.replaceAll("\n", ", "), 96, 96,
    ...state.split(/\s+/).flatMap((tile, at) => (tile === "." ? [] : [
    s("rect", { class: "slab", x: (at % 3) * 32 + 1, y: Math.floor(at / 3) * 32 + 1, width: 30, height: 30,
      rx: 4 }),
    s("text", { class: "large", x: (at % 3) * 32 + 16, y: Math.floor(at / 3) * 32 + 22 }, tile),
  ])));
}

/** Missionaries are round, cannibals pointed. @type {Problem["draw"]} */
function river(state, [pairs]) {
  const [missionaries, cannibals, otherMissionaries, otherCannibals] = numbers(state);
  const isNear = state.includes("|B");
  const each = Math.max(1, whole(pairs));
  const step = Math.min(16, 44 / each);
  const folk = (/** @type {number} */ count, /** @type {number} */ x, /** @type {number} */ y,
    /** @type {boolean} */ isRound) =>
    (each > 12 ? [s("text", { x: x + 22, y: y + 4 }, `${count}${isRound ? "m" : "c"}`)]
      : Array.from({ length: count }, (_, at) => (isRound
      ? s("circle", { class: "missionary", cx: x + (at + 0.5) * step, cy: y, r: step * 0.38 })
      : s("path",
        { class: "cannibal",
          d: `M${x + (at + 0.5) * step} ${y - step * 0.42}` +
            `l${step * 0.42} ${step * 0.8}h${-step * 0.84}z` }))));
  return drawing(state, 160, 56,
    s("rect", { class: "bank", x: 0, y: 0, width: 160, height: 56, rx: 4 }),
    s("path", { class: "water", d: "M54 0h52q-5 14 0 28t0 28h-52q5-14 0-28t0-28z" }),
    ...folk(missionaries, 4, 18, true), ...folk(cannibals, 4, 38, false),
    ...folk(otherMissionaries, 112, 18, true), ...folk(otherCannibals, 112, 38, false),
    s("path", { class: "boat", d: `M${isNear ? 56 : 82} 25h22l-4 8h-14z` }));
}

/** @type {Problem["draw"]} */
function frogs(state) {
  return drawing(state, state.length * 22 + 4, 28, ...[...state].flatMap((who, at) => [
    s("rect", { class: "stone", x: at * 22 + 3, y: 21, width: 18, height: 4, rx: 2 }),
    who === "_" ? s("g")
      : s("path",
        { class: who === ">" ? "missionary" : "cannibal",
          d: who === ">" ? `M${at * 22 + 5} 4l14 7l-14 7z` : `M${at * 22 + 19} 4l-14 7l14 7z` }),
  ]));
}

/** @type {Problem["draw"]} */
function city(state) {
  return h("span", { class: "state city" }, state);
}

/** @type {Problem[]} */
export const PROBLEMS = [
  { id: "jugs", name: "Water jugs", summary: "Fill, empty and pour until one jug holds the target amount.",
    draw: jugs,
    settings: [{ label: "Jugs, in litres", value: "4,5", long: true }, { label: "Target", value: "2" }],
    ask: ([capacities, goal]) => ({ capacities: numbers(capacities), goal: whole(goal) }) },
  { id: "missionaries", name: "Missionaries and cannibals",
    summary: "All must cross the river; cannibals must not outnumber missionaries (round) on either bank.",
    draw: river,
    settings: [{ label: "Number of each", value: "3" }, { label: "Seats in the boat", value: "2" }],
    ask: ([pairs, boat]) => ({ pairs: whole(pairs), boat: whole(boat) }) },
  { id: "eight-puzzle", name: "Eight puzzle", summary: "Slide the tiles into order; 0 is the gap.",
    draw: tiles,
    settings: [{ label: "Tiles, row by row", value: "123745086", long: true }],
    ask: ([arrangement]) => ({ tiles: arrangement }) },
  { id: "queens", name: "Queens",
    summary: "Starting from the empty board, each step places a queen in the next row.", draw: queens,
    settings: [{ label: "Size", value: "6" }],
    ask: ([size]) => ({ size: whole(size) }) },
  { id: "frogs", name: "Frogs and toads",
    summary: "Frogs and toads swap sides; each moves by a step, or by a leap over one of the other kind.",
    draw: frogs,
    settings: [{ label: "Number of each", value: "2" }],
    ask: ([each]) => ({ each: whole(each) }) },
  { id: "route", name: "Roads of Romania",
    summary: "The shortest route from one city to another; a step costs the length of its road.", draw: city,
    map: romania,
    settings: [{ label: "From", value: "Arad", long: true }, { label: "To", value: "Bucharest", long: true }],
    ask: ([from, to]) => ({ start: from, goal: to }) },
];

/** The strategies: id, name, and the first node of the open list. @type {[string, string, string][]} */
export const STRATEGIES = [
  ["dfs", "Depth-first", "a child of the node that was expanded last (a stack)"],
  ["bfs", "Breadth-first", "the oldest node (a queue)"],
  ["ucs", "Uniform cost", "the node with the cheapest path"],
  ["greedy", "Best-first", "the node with the lowest estimate of the remaining cost"],
  ["astar", "A*", "the node with the lowest sum of cost and estimated remaining cost"],
];
