import { dayName, puzzlesOf, today } from "../play/today/days.js";
import { readRecords } from "../play/today/records.js";
import { streakOf } from "../play/today/streak.js";
import { showWeek } from "../play/today/week.js";
import { h, put, s } from "../shared/dom.js";
import { crown, icon } from "../shared/icons.js";
import { minutes } from "../play/clock.js";
import { address } from "../shared/store.js";

/** The first screen: the boards of today, each one tap away, and the ways to the other sections. */

/** Where queens stand in a picture of a search: row and column, in the order in which they are placed. */
const SEARCH_QUEENS = [[0, 1], [1, 3], [2, 5], [3, 0], [4, 2], [5, 4]];
/** Squares that the search tries in between. */
const TRIED_SQUARES = [[1, 0], [1, 1], [1, 2], [2, 0], [2, 1], [2, 2], [2, 3], [2, 4]];

/** How many of the 92 solutions for eight queens have a queen on each square of the upper left quarter. */
const QUEEN_COUNTS = [[4, 8, 16, 18], [8, 16, 14, 8], [16, 14, 4, 12], [18, 8, 12, 8]];

/** The links below, by text. @type {[string, string][]} */
const OTHER_LINKS = [
  ["More puzzles, easy to hard", "#puzzles"], ["Eight queens, level by level", "#game"],
  ["Draw your own puzzle", "#create"],
  ["Teach or learn: twelve lessons", "#lesson"],
  ["Race three engines", "#race?m=flags,bitmask,exact-cover&n=8&go=1"],
  ["Search, as AI textbooks teach it", "#search"], ["Check and race your own code", "#own"],
  ["All 92 solutions of 8 queens", "#solutions?n=8"],
  ["How the numbers grow", "#counts"], ["All engines", "#engines"],
];

/** The rows and columns of a picture. @param {number} size */
const squaresOf = (size) => Array.from({ length: size * size },
  (_, index) => [Math.floor(index / size), index % size]);

/** A search that places queens, fails and goes back. */
function searchPicture() {
  const squares = squaresOf(6)
    .map(([row, column]) => s("rect",
      { class: (row + column) % 2 ? "odd" : "even", x: column, y: row, width: 1.02, height: 1.02 }));
  const queens = SEARCH_QUEENS.map(([row, column],
    at) => moving(
      s("use", { class: "home-queen", href: "#queen", x: column + 0.15, y: row + 0.15, width: 0.7,
        height: 0.7 }), at));
  const tried = TRIED_SQUARES.map(([row, column],
    at) => moving(s("circle", { class: "home-tried", cx: column + 0.5, cy: row + 0.5, r: 0.11 }), at));
  return s("svg", { class: "picture moving", viewBox: "0 0 6 6", "aria-hidden": "true" }, ...squares,
    ...tried, ...queens);
}

/** The squares of eight queens, the stronger the more solutions have a queen there. */
function heatPicture() {
  const inner = (/** @type {number} */ at) => (at < 4 ? at : 7 - at);
  const squares = squaresOf(8).flatMap(([row, column]) => {
    const place = { x: column + 0.05, y: row + 0.05, width: 0.9, height: 0.9, rx: 0.2 };
    const heat = moving(s("rect", { class: "home-heat", ...place }), row + column);
    heat.style.setProperty("--share", String(QUEEN_COUNTS[inner(row)][inner(column)] / 18));
    return [s("rect", { class: "even", ...place }), heat];
  });
  return s("svg", { class: "home-picture moving", viewBox: "0 0 8 8", "aria-hidden": "true" }, ...squares);
}

/**
 * A part of a picture that moves when its turn comes.
 * @template {SVGElement} E
 * @param {E} element
 * @param {number} at
 * @returns {E}
 */
function moving(element, at) {
  element.style.setProperty("--at", String(at));
  return element;
}

/** Lets a picture move while it is in view. @param {Element} picture */
function moveInView(picture) {
  new IntersectionObserver(([{ isIntersecting }]) => picture.classList.toggle("in-view", isIntersecting))
    .observe(picture);
}

/**
 * The state of a puzzle of today, for its caption.
 * @param {import("../play/today/records.js").DailyRecord | undefined} record
 */
function stateOf(record) {
  if (record?.solved) {
    return [icon("tick"), h("span", { class: "unseen" }, "Solved in "), minutes(record.seconds)];
  }
  return [record ? "Resume" : "Play"];
}

/**
 * A board of today: a link with its picture, size and state.
 * @param {string} day
 * @param {import("../play/today/days.js").DailyPuzzle} daily
 * @param {import("../play/today/records.js").DailyRecord | undefined} record
 */
function boardLink(day, daily, record) {
  const { id, name, size } = daily;
  const time = record && !record.solved && record.seconds >= 1 ? ` · ${minutes(record.seconds)}` : "";
  const board = h("div", { class: "home-board" });
  const link = h("a", { href: address({ part: "today", query: { d: day, k: id } }) }, board,
    h("span", { class: "home-size" }, name),
    h("span", { class: "small" }, `${size} x ${size}${time}`),
    h("span", { class: `home-go num ${record?.solved ? "solved" : ""}` }, ...stateOf(record)));
  return { link, board, daily, record };
}

/** @returns {import("../main.js").Part} */
export function create() {
  const date = h("p", { class: "small" });
  const streak = h("p", { class: "pill num", hidden: true });
  const boards = h("ul", { class: "home-boards" });
  const week = h("ul", { class: "week", "aria-label": "The last seven days" });
  const card = (/** @type {string} */ name, /** @type {string} */ text, /** @type {SVGElement} */ drawn,
    /** @type {string} */ href) => {
    moveInView(drawn);
    return h("a", { class: "home-card", href }, drawn,
      h("span", {}, h("strong", {}, name), h("span", { class: "small" }, text)));
  };
  const element = h("div", { class: "home" },
    h("div", { class: "home-head" }, h("div", {}, h("h2", {}, "Today"), date), streak), boards, week,
    h("div", { class: "home-cards" },
      card("Watch", "A search places queens, fails, and goes back.", searchPicture(), "#steps?m=flags&n=6"),
      card("Explore", "Where the queens of all 92 solutions stand.", heatPicture(), "#board?n=8&q=b1")),
    h("ul", { class: "home-links" },
      ...OTHER_LINKS.map(([text, href]) => h("li", {}, h("a", { href }, text)))));

  function update() {
    const day = today();
    const records = readRecords();
    const { current, frozen } = streakOf(records, day);
    put(date, dayName(day));
    streak.hidden = current < 2;
    put(streak, crown(), `${current} days`);
    showWeek(week, records, day, frozen);
    const links = puzzlesOf(day).map((daily) => boardLink(day, daily, records[day]?.[daily.id]));
    put(boards, ...links.map(({ link }) => h("li", {}, link)));
    // Not needed for the first paint; `shell/preload.js` asks for it meanwhile.
    import("./boards.js").then(({ drawBoards }) => drawBoards(day, links));
  }
  return { element, settings: {}, update };
}
