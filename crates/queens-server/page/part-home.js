import { picture } from "./board.js";
import { h, put, s } from "./dom.js";
import { RECORDS_KEY, stored } from "./store.js";

/** The first screen: three entrances. */

/** Eight queens, a solution. @type {[number, number][]} */
const EIGHT_QUEENS = [[0, 0], [1, 4], [2, 7], [3, 5], [4, 2], [5, 6], [6, 1], [7, 3]];

/** Regions of a small puzzle with one solution, and its queens. */
const PUZZLE_ROWS = ["BBBBB", "BBCCE", "AACCE", "ACCDD", "AADDD"];
/** @type {[number, number][]} */
const PUZZLE_QUEENS = [[0, 1], [1, 4], [2, 2], [3, 0], [4, 3]];

/** The squares that a search of five queens has tried: row, column, and whether a queen fits. @type {[number, number, boolean][]} */
const TRIED = [[0, 0, true], [1, 0, false], [1, 1, false], [1, 2, true], [2, 0, false], [2, 1, false], [2, 2, false], [2, 3, false], [2, 4, true]];

/** @param {Node[]} marks @param {number} size */
const small = (marks, size) => s("svg", { class: "picture", viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true" }, ...marks);

/** @param {number} row @param {number} column @param {string} glyph @param {string} kind */
const at = (row, column, glyph, kind = "") => s("use", { href: `#${glyph}`, class: kind, x: column + 0.12, y: row + 0.12, width: 0.76, height: 0.76 });

function puzzlePicture() {
  const cells = PUZZLE_ROWS.flatMap((row, r) => [...row].map((letter, c) => s("rect", { class: `home-${letter}`, x: c, y: r, width: 1.02, height: 1.02 })));
  return small([...cells, ...PUZZLE_QUEENS.map(([r, c]) => at(r, c, "queen"))], 5);
}

function searchPicture() {
  const cells = Array.from({ length: 25 }, (_, index) => s("rect", { class: (Math.floor(index / 5) + (index % 5)) % 2 ? "odd" : "even", x: index % 5, y: Math.floor(index / 5), width: 1.02, height: 1.02 }));
  return small([...cells, ...TRIED.map(([r, c, fits]) => at(r, c, fits ? "queen" : "no", fits ? "" : "bad"))], 5);
}

/**
 * The entrances: name, picture, text, main action and others (each with the part that it opens and its settings).
 * @typedef {[string, string]} Action text and address
 */
/** @type {[string, () => Node, string, Action, Action[]][]} */
const ENTRANCES = [
  ["Play", puzzlePicture, "Region puzzles with hints that give their reasons.",
    ["Play today's puzzle", "#today"], [["More puzzles, easy to hard", "#puzzles"], ["Eight queens, level by level", "#game"], ["Draw your own puzzle", "#create"]]],
  ["Watch", searchPicture, "Algorithms place queens step by step, and race each other.",
    ["Watch a search", "#steps?m=flags&n=6"], [["Teach or learn: twelve lessons", "#lesson"], ["Race three engines", "#race?m=flags,bitmask,exact-cover&n=8&go=1"], ["Search, as AI textbooks teach it", "#search"], ["Check and race your own code", "#own"]]],
  ["Explore", () => picture(EIGHT_QUEENS, 8, 8, ""), "Place queens, and see at once how many ways are left.",
    ["Open the board", "#board?n=8&q=b1"], [["All 92 solutions of 8 queens", "#solutions?n=8"], ["How the numbers grow", "#counts"], ["All engines", "#engines"]]],
];

/**
 * The main action of an entrance, and a line below it.
 * @param {Action} action
 */
function mainAction([text, href]) {
  const link = h("a", { href, class: "main" }, text);
  const line = h("p", { class: "small today-line" });
  return { element: h("div", {}, link, line), link, line };
}

/** Shows in the entrance of puzzles how far the player is today. @param {ReturnType<typeof mainAction>} play */
async function showToday(play) {
  if (!stored(RECORDS_KEY)) return;
  const { action, href, line } = (await import("./daily-summary.js")).dailySummary();
  put(play.link, action);
  play.link.setAttribute("href", href);
  put(play.line, line);
}

/** @returns {import("./main.js").Part} */
export function create() {
  const link = (/** @type {Action} */ [text, href]) => h("a", { href }, text);
  const actions = ENTRANCES.map(([,,, main]) => mainAction(main));
  const element = h("div", { class: "home" },
    h("p", { class: "lead" }, "N queens on a board of N by N squares, no two in the same row, column or diagonal."),
    h("div", { class: "entrances" }, ...ENTRANCES.map(([name, drawn, text, , others], at) => h("section", { class: "entrance" }, drawn(),
      h("div", {}, h("h2", {}, name), h("p", {}, text), actions[at].element, h("ul", {}, ...others.map((other) => h("li", {}, link(other)))))))));
  return { element, settings: {}, update: () => { showToday(actions[0]); } };
}
