import { LatestRequest, ask, isAbort } from "../../shared/api.js";
import { button, choice, disable, h, numberField, put, setText, whole } from "../../shared/dom.js";
import { keepBoard, levelOfBoard } from "./level-index.js";
import { KINDS, MAX_LEVEL, RATINGS, groupOf, levelSetting } from "./level-kinds.js";
import { LevelSearch } from "./level-search.js";
import { capitalized, counted } from "../words.js";
import { generateFault } from "../puzzle/make.js";
import { PUZZLE_SETTINGS, fromDocument, readPuzzle } from "../puzzle/state.js";
import { randomBelow } from "../random.js";
import { firstUnsolved, keepSolved, solvedNumbers } from "../solved-levels.js";
import { keep, stored } from "../../shared/store.js";

/**
 * The choice of a level.
 *
 * @typedef {import("./level-kinds.js").LevelKind} LevelKind
 * @typedef {import("./level-kinds.js").Level} Level
 */

/** The level to begin with. @type {Level} */
const FIRST_LEVEL = { size: 8, stars: 1, rating: "easy", number: 1 };

/** Key of the kind that was played last. */
const KIND_KEY = "queens.level-kind";

/** @param {{n: number, stars: number}} puzzle */
export const sizeWords = ({ n, stars }) => `${n} x ${n}${stars > 1 ? `, ${stars} queens each` : ""}`;

/** @param {Level} level */
export const levelWords = ({ size, stars, rating, number }) =>
  `${sizeWords({ n: size, stars })}, ${rating}, level ${number}`;

/** @param {LevelKind} kind */
const isOffered = ({ size, stars, rating }) =>
  Boolean(KINDS[stars]?.sizes.includes(size) && KINDS[stars].ratings.includes(rating));

/** The setting `l` of an address: a rating and a number. */
const LEVEL_PATTERN = /^([a-z]+)-(\d+)$/;

/** The rating and the number of the setting `l`; empty and 0 if it has none. @param {string | undefined} l */
function partsOf(l) {
  const [, rating = "", digits] = LEVEL_PATTERN.exec(l ?? "") ?? [];
  return { rating, number: digits ? whole(digits, 1, MAX_LEVEL, 1) : 0 };
}

/**
 * The level that an address says its puzzle is; null if there is no such level.
 * @param {import("../../shared/store.js").Query} query
 * @param {{n: number, stars: number}} puzzle
 * @returns {Level | null}
 */
export function claimedLevel({ l }, { n, stars }) {
  const level = { size: n, stars, ...partsOf(l) };
  return isOffered(level) && levelSetting(level) === l ? level : null;
}

/**
 * The kind of level and the number that an address without a puzzle asks for.
 * @param {import("../../shared/store.js").Query} query
 */
function askedLevel({ l, n, s }) {
  const { rating, number } = partsOf(l);
  return { size: Math.round(Number(n)) || FIRST_LEVEL.size, stars: Number(s) || 1,
    rating: rating || FIRST_LEVEL.rating, number };
}

/** True for an address that asks for a level. @param {import("../../shared/store.js").Query} query */
export const asksForLevel = ({ l, n, s }) => Boolean(l || n || s);

/** The kinds with so many queens, or with one. @param {number} stars */
const kindsOf = (stars) => KINDS[stars] ?? KINDS[1];

/** The sizes of levels in words. @param {number} stars */
function sizesOf(stars) {
  const { sizes } = kindsOf(stars);
  return `from ${sizes[0]} to ${sizes[sizes.length - 1]}`;
}

/**
 * The checks of the settings that name a level in an address.
 * @type {Record<string, import("../../shared/address-check.js").SettingCheck>}
 */
export const LEVEL_SETTINGS = {
  l: (l, { s }) => {
    const { rating, number } = partsOf(l);
    const { ratings } = kindsOf(Number(s));
    return ratings.includes(rating) && levelSetting({ rating, number }) === l ? ""
      : `use a difficulty (${ratings.join(", ")}) and a number from 1 to ${MAX_LEVEL}, such as ` +
        `${ratings[0]}-12`;
  },
  n: (n, query) => {
    const rows = readPuzzle(query)?.n;
    if (rows) return Number(n) === rows ? "" : `the puzzle in r has ${rows} rows`;
    return kindsOf(Number(query.s)).sizes.includes(Number(n)) ? ""
      : `use a whole number ${sizesOf(Number(query.s))}, the sizes of ` +
        `levels${Number(query.s) > 1 ? ` with ${query.s} queens each` : ""}`;
  },
  s: (s, query) => {
    if (readPuzzle(query)) return PUZZLE_SETTINGS.s(s, query);
    return s in KINDS ? "" : `use ${Object.keys(KINDS).join(" or ")}`;
  },
};

/**
 * The kind that is offered and nearest to a puzzle.
 * @param {number} size
 * @param {number} stars
 * @param {string} rating
 * @returns {LevelKind}
 */
export function nearestKind(size, stars, rating) {
  const number = stars in KINDS ? stars : 1;
  const { sizes, ratings } = KINDS[number];
  const near = Math.min(sizes[sizes.length - 1], Math.max(sizes[0], size));
  return { size: near, stars: number, rating: ratings.includes(rating) ? rating
    : rating === "fiendish" ? "hard" : ratings[0] };
}

/**
 * The sentence about the kind that is offered in place of another; "" if it is the same.
 * @param {LevelKind} asked
 * @param {LevelKind} used
 */
function insteadWords(asked, used) {
  const each = used.stars > 1 ? ` with ${used.stars} queens each` : "";
  const parts = [
    used.size !== asked.size && `there are no levels of ${asked.size} x ${asked.size}${each}, only ` +
      `${sizesOf(used.stars)}`,
    used.rating !== asked.rating && `there are no ${asked.rating} levels${each}`,
  ].filter(Boolean);
  return parts.length ? `${capitalized(parts.join(", and "))}. This one is ` +
    `${sizeWords({ n: used.size, stars: used.stars })}, ${used.rating}.` : "";
}

/**
 * The next rating, or after the last one, the next size; null if there is none.
 * @param {LevelKind} kind
 * @returns {LevelKind | null}
 */
export function harderLevel(kind) {
  const harder = { ...kind, rating: RATINGS[RATINGS.indexOf(kind.rating) + 1] };
  const larger = { ...kind, size: kind.size + 1 };
  return isOffered(harder) ? harder : isOffered(larger) ? larger : null;
}

/** The choice of a level. */
export class LevelSelect {
  #open;
  #asking = new LatestRequest();
  /** @type {Level} */
  #level = FIRST_LEVEL;
  /** True if the puzzle on the board is that level. */
  #isPlayed = false;
  /** The sentence about a level that was opened in place of one that does not exist. */
  #instead = "";
  #checking = new LatestRequest();
  #search;
  #sizes = choice("Size", (size) => this.#choose({ size: Number(size) }));
  #stars = choice("Queens in each", (stars) => this.#choose({ stars: Number(stars) }),
    Object.keys(KINDS).map((stars) => [stars, stars]));
  #ratings = choice("Difficulty", (rating) => this.#choose({ rating }));
  #number = numberField("Level", 1, MAX_LEVEL,
    (text) => this.#goTo(this.#number.take(text, this.#level.number)));
  #previous = button("Previous", () => this.#goTo(this.#level.number - 1));
  #solved = h("p", { class: "small solved-levels" });
  #status = h("p", { class: "small", role: "status" });
  element = h("div", { class: "levels" },
    h("div", { class: "row" }, this.#sizes.element, this.#stars.element, this.#ratings.element),
    h("div", { class: "row" }, this.#previous, this.#number.element,
      button("Next", () => this.#goTo(this.#level.number + (this.#isPlayed ? 1 : 0))),
      button("Random", () => this.#goTo(1 + randomBelow(MAX_LEVEL)))),
    this.#solved, this.#status);

  /**
   * @param {(query: import("../../shared/store.js").Query) => void} open called with the puzzle of a level
   * @param {() => void} found called when the search for the puzzle that is shown has ended
   */
  constructor(open, found) {
    this.#open = open;
    this.#search = new LevelSearch(found);
    this.#offer();
  }

  /**
   * Shows which level is played.
   * @param {Level | null} level null if the puzzle is not known to be one: it is looked for
   * @param {import("../puzzle/state.js").Puzzle} puzzle
   */
  show(level, puzzle) {
    setText(this.#status, this.#instead);
    this.#isPlayed = level !== null;
    if (!level) {
      this.#search.look(puzzle);
      put(this.#solved, ...this.#search.words);
      return;
    }
    this.#level = level;
    keep(KIND_KEY, JSON.stringify(level));
    this.#offer();
  }

  /** Shows the kinds, the number and the solved levels. */
  #offer() {
    const { size, stars, rating, number } = this.#level;
    const { sizes, ratings } = KINDS[stars];
    this.#sizes.offer(sizes.map((side) => [String(side), `${side} x ${side}`]));
    this.#ratings.offer(ratings.map((word) => [word, capitalized(word)]));
    this.#sizes.take(String(size), "");
    this.#stars.take(String(stars), "");
    this.#ratings.take(rating, "");
    this.#number.take(String(number));
    disable(this.#previous, number === 1 ? "This is the first level" : "");
    const solved = solvedNumbers(groupOf(this.#level));
    const isSolved = solved.has(number) ? `\u2713 Level ${number} is solved. ` : "";
    setText(this.#solved,
      solved.size ? `${isSolved}You have solved ${counted(solved.size, "level")} of this kind.` : "");
  }

  /**
   * The level whose board a puzzle has, if it was opened on this device.
   * @param {import("../puzzle/state.js").Puzzle} puzzle
   * @returns {Level | null}
   */
  levelOf(puzzle) {
    const name = levelOfBoard(puzzle);
    return name === null ? null : claimedLevel({ l: name }, puzzle);
  }

  /**
   * Finds out whether a puzzle is the level that its address says.
   * @param {import("../puzzle/state.js").Puzzle} puzzle
   * @param {Level} level
   * @returns {Promise<boolean>}
   */
  async confirm(puzzle, level) {
    const { size, stars, rating, number } = level;
    const { puzzles: [found] } = await ask("puzzle/generate", { size, stars, rating, seed: number },
      this.#checking.next());
    const board = readPuzzle(fromDocument(found.puzzle));
    if (board) keepBoard(board, levelSetting(level));
    return this.levelOf(puzzle) !== null;
  }

  /** Opens a level of another kind. @param {Partial<LevelKind>} change */
  #choose(change) {
    const { size, stars, rating } = { ...this.#level, ...change };
    const kind = nearestKind(size, stars, rating);
    this.openUnsolved(kind, 0, insteadWords({ size, stars, rating }, kind));
  }

  /**
   * Opens the level that an address asks for, or the nearest one.
   * @param {import("../../shared/store.js").Query} query
   */
  openAsked(query) {
    const { size, stars, rating, number } = askedLevel(query);
    const kind = nearestKind(size, stars, rating);
    if (number) this.#generate({ ...kind, number });
    else this.openUnsolved(kind);
  }

  /** @param {number} number */
  #goTo(number) {
    this.#generate({ ...this.#level, number: Math.min(MAX_LEVEL, Math.max(1, number)) });
  }

  /**
   * Opens the first level of a kind after some number that is not solved.
   * @param {LevelKind} kind
   * @param {number} [after]
   * @param {string} [instead] the sentence about a level of this kind in place of another
   * @returns {Promise<string>} the reason if there is no such level, else ""
   */
  openUnsolved(kind, after = 0, instead = "") {
    return this.#generate({ ...kind, number: Math.min(MAX_LEVEL, firstUnsolved(groupOf(kind), after)) },
      instead);
  }

  /** Opens a level of the kind that was played last. */
  openFirst() {
    /** @type {LevelKind} */
    let last = FIRST_LEVEL;
    try {
      last = JSON.parse(stored(KIND_KEY) ?? "null") ?? last;
    } catch { /* The first one is opened. */ }
    this.openUnsolved(isOffered(last) ? last : FIRST_LEVEL);
  }

  /**
   * @param {Level} level
   * @param {string} [instead]
   */
  async #generate(level, instead = "") {
    [this.#level, this.#instead] = [level, instead];
    this.#offer();
    put(this.#status, "Generating a puzzle ...");
    const { size, stars, rating, number } = level;
    try {
      const { puzzles: [found] } = await ask("puzzle/generate", { size, stars, rating, seed: number },
        this.#asking.next());
      const query = fromDocument(found.puzzle);
      const board = readPuzzle(query);
      if (board) keepBoard(board, levelSetting(level));
      put(this.#status);
      this.#open({ ...query, l: levelSetting(level) });
      return "";
    } catch (error) {
      if (isAbort(error)) return "";
      const failure = `Level ${number}: ${generateFault(error, "choose another level, size or difficulty")}`;
      put(this.#status, h("span", { class: "bad" }, failure));
      return failure;
    }
  }

  /** Remembers that a level is solved. @param {Level} level */
  markSolved(level) {
    keepSolved(groupOf(level), level.number);
    this.#offer();
  }

  /** Drops pending requests. */
  stop() {
    this.#asking.stop();
    this.#checking.stop();
    this.#search.stop();
  }
}
