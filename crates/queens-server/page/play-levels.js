import { LatestRequest, ask, isAbort, reason } from "./api.js";
import { button, choice, h, numberField, put, setText } from "./dom.js";
import { capitalized, counted } from "./play-words.js";
import { fromDocument } from "./puzzle-state.js";
import { randomBelow } from "./random.js";
import { firstUnsolved, keepSolved, solvedNumbers } from "./solved-levels.js";
import { keep, stored } from "./store.js";

/**
 * Numbered puzzles without an end: level k of a size, a number of queens in each unit and a rating is the puzzle that the
 * generator makes from the seed k, so it is the same for everybody.
 *
 * @typedef {{size: number, stars: number, rating: string}} LevelKind
 * @typedef {LevelKind & {number: number}} Level
 */

const MAX_LEVEL = 999_999;

const RATINGS = ["gentle", "easy", "medium", "hard"];

/** The kinds that the generator finds within seconds, by the number of queens. @type {Record<number, {sizes: number[], ratings: string[]}>} */
const KINDS = {
  1: { sizes: [5, 6, 7, 8, 9, 10, 11, 12, 13, 14], ratings: RATINGS },
  2: { sizes: [8, 9, 10, 11], ratings: RATINGS.slice(1) },
};

/** The level to begin with. @type {Level} */
const FIRST_LEVEL = { size: 8, stars: 1, rating: "easy", number: 1 };

/** Key of the kind that was played last. */
const KIND_KEY = "queens.level-kind";

/** @param {LevelKind} kind */
const groupOf = ({ size, stars, rating }) => `${size}-${stars}-${rating}`;

/** The value of the setting `l` in an address. @param {Level} level */
export const levelSetting = ({ rating, number }) => `${rating}-${number}`;

/** @param {{n: number, stars: number}} puzzle */
export const sizeWords = ({ n, stars }) => `${n} x ${n}${stars > 1 ? `, ${stars} queens each` : ""}`;

/** @param {Level} level */
export const levelWords = ({ size, stars, rating, number }) => `${sizeWords({ n: size, stars })}, ${rating}, level ${number}`;

/** @param {LevelKind} kind */
const isOffered = ({ size, stars, rating }) => Boolean(KINDS[stars]?.sizes.includes(size) && KINDS[stars].ratings.includes(rating));

/**
 * The level of an address; null if it names none.
 * @param {import("./store.js").Query} query
 * @param {number} size
 * @returns {Level | null}
 */
export function levelOf({ l, s }, size) {
  const [, rating, digits] = /^([a-z]+)-([1-9]\d{0,5})$/.exec(l ?? "") ?? [];
  const level = { size, stars: Number(s) || 1, rating, number: Number(digits) };
  return isOffered(level) ? level : null;
}

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
  return { size: near, stars: number, rating: ratings.includes(rating) ? rating : rating === "fiendish" ? "hard" : ratings[0] };
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
  #sizes = choice("Size", (size) => this.#choose({ size: Number(size) }));
  #stars = choice("Queens in each", (stars) => this.#choose({ stars: Number(stars) }), Object.keys(KINDS).map((stars) => [stars, stars]));
  #ratings = choice("Difficulty", (rating) => this.#choose({ rating }));
  #number = numberField("Level", 1, MAX_LEVEL, (text) => this.#goTo(this.#number.take(text, this.#level.number)));
  #previous = button("Previous", () => this.#goTo(this.#level.number - 1));
  #solved = h("p", { class: "small solved-levels" });
  #status = h("p", { class: "small", role: "status" });
  element = h("div", { class: "levels" }, h("div", { class: "row" }, this.#sizes.element, this.#stars.element, this.#ratings.element),
    h("div", { class: "row" }, this.#previous, this.#number.element, button("Next", () => this.#goTo(this.#level.number + (this.#isPlayed ? 1 : 0))),
      button("Random", () => this.#goTo(1 + randomBelow(MAX_LEVEL)))),
    this.#solved, this.#status);

  /** @param {(query: import("./store.js").Query) => void} open called with the puzzle of a level */
  constructor(open) {
    this.#open = open;
    this.#offer();
  }

  /**
   * Shows which level is played.
   * @param {Level | null} level null if the puzzle is no level
   */
  show(level) {
    setText(this.#status, "");
    this.#isPlayed = level !== null;
    if (!level) {
      setText(this.#solved, "This puzzle is not one of the levels.");
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
    this.#previous.disabled = number === 1;
    const solved = solvedNumbers(groupOf(this.#level));
    const isSolved = solved.has(number) ? `\u2713 Level ${number} is solved. ` : "";
    setText(this.#solved, solved.size ? `${isSolved}You have solved ${counted(solved.size, "level")} of this kind.` : "");
  }

  /** Opens a level of another kind. @param {Partial<LevelKind>} change */
  #choose(change) {
    const { size, stars, rating } = { ...this.#level, ...change };
    this.openUnsolved(nearestKind(size, stars, rating));
  }

  /** @param {number} number */
  #goTo(number) {
    this.#generate({ ...this.#level, number: Math.min(MAX_LEVEL, Math.max(1, number)) });
  }

  /**
   * Opens the first level of a kind after some number that is not solved.
   * @param {LevelKind} kind
   * @param {number} [after]
   * @returns {Promise<string>} the reason if there is no such level, else ""
   */
  openUnsolved(kind, after = 0) {
    return this.#generate({ ...kind, number: Math.min(MAX_LEVEL, firstUnsolved(groupOf(kind), after)) });
  }

  /** Opens a level, or one of the kind that was played last. @param {Level | null} level */
  openFirst(level) {
    if (level) {
      this.#generate(level);
      return;
    }
    /** @type {LevelKind} */
    let last = FIRST_LEVEL;
    try {
      last = JSON.parse(stored(KIND_KEY) ?? "null") ?? last;
    } catch { /* The first one is opened. */ }
    this.openUnsolved(isOffered(last) ? last : FIRST_LEVEL);
  }

  /** @param {Level} level */
  async #generate(level) {
    this.#level = level;
    this.#offer();
    put(this.#status, "Generating a puzzle ...");
    const { size, stars, rating, number } = level;
    try {
      const { puzzles: [found] } = await ask("puzzle/generate", { size, stars, rating, seed: number }, this.#asking.next());
      put(this.#status);
      this.#open({ ...fromDocument(found.puzzle), l: levelSetting(level) });
      return "";
    } catch (error) {
      if (isAbort(error)) return "";
      const failure = `Level ${number}: ${reason(error)}`;
      put(this.#status, h("span", { class: "bad" }, failure));
      return failure;
    }
  }

  /** Remembers that a level is solved. @param {Level} level */
  markSolved(level) {
    keepSolved(groupOf(level), level.number);
    this.#offer();
  }

  /** Drops a pending request. */
  stop() {
    this.#asking.stop();
  }
}
