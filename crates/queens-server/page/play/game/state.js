import { marksFault, oneOf, wholeFrom } from "../../shared/address-check.js";
import { whole } from "../../shared/dom.js";
import { MAX_SIDE, attacks } from "../../shared/position.js";
import { GIVEN, OPEN, QUEEN, isQueen } from "../puzzle/state.js";

/**
 * The game of n queens in the address, and what follows from its rules at once.
 *
 * Kinds of game: `levels` (given queens that exactly one solution contains), `free` (an empty board), and
 * `backwards` (a board full of queens, which are taken away).
 * @typedef {"levels" | "free" | "backwards"} Kind
 *
 * `level` is the number of a level, which is its seed; `marks` has the mark of each square, row by row.
 * @typedef {{kind: Kind, n: number, rating: string, level: number, marks: string[]}} Game
 */

/** Ratings of levels, each with its smallest board. @type {[string, number][]} */
export const LEVEL_RATINGS = [["gentle", 4], ["easy", 5], ["medium", 6], ["hard", 8], ["fiendish", 10]];

/** The sizes of boards by kind: minimum, maximum, default. @type {Record<Kind, [number, number, number]>} */
export const GAME_SIZES = { levels: [4, 16, 8], free: [1, MAX_SIDE, 8], backwards: [4, 16, 6] };

/** The largest number of a level. */
export const MAX_LEVEL = 999_999;

/** Marks that an address may have. */
const MARK_PATTERN = /^[.xqg]*$/;

/**
 * The kind of game that an address asks for.
 * @param {import("../../shared/store.js").Query} query
 * @returns {Kind}
 */
const kindOf = ({ g }) => (g === "free" || g === "backwards" ? g : "levels");

/**
 * The checks of the settings of an address.
 * @type {Record<string, import("../../shared/address-check.js").SettingCheck>}
 */
export const GAME_SETTINGS = {
  g: oneOf(["levels", "free", "backwards"]),
  n: (n, query) => {
    const [min, max] = GAME_SIZES[kindOf(query)];
    return wholeFrom(min, max)(n, query);
  },
  d: (d, query) => {
    const n = readGame(query).n;
    const fitting = LEVEL_RATINGS.filter(([, least]) => n >= least).map(([rating]) => rating);
    return fitting.includes(d) ? "" : `use one of ${fitting.join(", ")} for boards of ${n} x ${n}`;
  },
  l: wholeFrom(1, MAX_LEVEL),
  m: (m, query) => {
    const { kind, n } = readGame(query);
    const fault = marksFault(".xqg", n * n, m);
    return fault || kind !== "levels" || m.includes(GIVEN) ? fault
      : "the marks of a level begin with its given queens";
  },
};

/**
 * @param {import("../../shared/store.js").Query} query
 * @returns {Game} without marks if the address names a level without its queens
 */
export function readGame(query) {
  const kind = kindOf(query);
  const [min, max, otherwise] = GAME_SIZES[kind];
  const n = whole(query.n, min, max, otherwise);
  const asked = LEVEL_RATINGS.find(([rating]) => rating === query.d)?.[0] ?? "easy";
  const rating = fittingRating(asked, n);
  const level = whole(query.l, 1, MAX_LEVEL, 1);
  const text = MARK_PATTERN.test(query.m ?? "") ? query.m ?? "" : "";
  const isStarted = text !== "" && (kind !== "levels" || text.includes(GIVEN));
  const start = kind === "backwards" ? QUEEN : OPEN;
  const marks = isStarted ? [...text.padEnd(n * n, OPEN).slice(0, n * n)] : kind === "levels" ? []
    : new Array(n * n).fill(start);
  return { kind, n, rating, level, marks };
}

/**
 * The hardest rating up to `rating` that boards of side `n` have.
 * @param {string} rating
 * @param {number} n
 */
export function fittingRating(rating, n) {
  const index = LEVEL_RATINGS.findIndex(([name]) => name === rating);
  return LEVEL_RATINGS.slice(0, index + 1).findLast(([, least]) => n >= least)?.[0] ?? LEVEL_RATINGS[0][0];
}

/**
 * @param {Game} game
 * @returns {import("../../shared/store.js").Query}
 */
export function writeGame({ kind, n, rating, level, marks }) {
  const isLevel = kind === "levels";
  const text = marks.join("").replace(/\.+$/, "");
  return {
    g: isLevel ? "" : kind, n: String(n), d: isLevel ? rating : "", l: isLevel ? String(level) : "",
    m: kind === "backwards" && !marks.includes(OPEN) ? "" : text || (kind === "backwards" ? OPEN : ""),
  };
}

/** The group of a level, for the levels that were solved. @param {Game} game */
export const levelGroup = ({ n, rating }) => `game-${n}-${rating}`;

/** Key of a game: the same for games that differ only in the marks of the player. @param {Game} game */
export const gameKey = (game) => JSON.stringify(
  [game.kind, game.n, game.rating, game.level, game.marks.map((mark) => mark === GIVEN)]);

/**
 * What follows from the queens on the board: the squares that they attack, the pairs that attack each other,
 * their number, and whether they are a solution.
 * @param {Game} game
 */
export function consequences({ n, marks }) {
  const queens = new Set(marks.flatMap((mark, index) => (isQueen(mark) ? [index] : [])));
  const none = new Set();
  const { attacked,
    clashes } = attacks({ variant: "queens", rows: n, columns: n, queens, givens: none, holes: none,
      walls: none, regions: null });
  return { queens, attacked, clashes, isDone: queens.size === n && clashes.length === 0 };
}

/**
 * Squares with a mark, as a request has them.
 * @param {Game} game
 * @param {string} mark
 */
export function pairsOf({ n, marks }, mark) {
  return marks.flatMap((at, index) => (at === mark ? [[Math.floor(index / n), index % n]] : []));
}

/** The marks with which a game begins. @param {Game} game */
export const startMarks = ({ kind, marks }) =>
  marks.map((mark) => (kind === "backwards" ? QUEEN : mark === GIVEN ? GIVEN : OPEN));
