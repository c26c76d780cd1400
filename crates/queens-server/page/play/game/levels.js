import { button, choice, disable, h, numberField, put } from "../../shared/dom.js";
import { GAME_SIZES, LEVEL_RATINGS, MAX_LEVEL, fittingRating } from "./state.js";
import { randomBelow } from "../random.js";

/**
 * The choice of a game: the size of the board, and for levels the difficulty and the number.
 *
 * @typedef {import("./state.js").Game} Game
 */

/** The number of levels among which "Random" chooses. */
const RANDOM_LEVELS = 10_000;

/**
 * @param {(change: Partial<Game>) => void} open called with what is different in the new game; without a
 *   level, it is the first that is not solved
 */
export function levelSelect(open) {
  /** @type {Game | null} */
  let shown = null;
  const level = () => shown?.level ?? 1;
  const heading = h("span", { class: "level-name" });
  const ratings = choice("Difficulty", (rating) => open({ rating }),
    LEVEL_RATINGS.map(([rating]) => [rating, rating]));
  const previous = button("Previous", () => open({ level: level() - 1 }));
  const next = button("Next", () => open({ level: Math.min(MAX_LEVEL, level() + 1) }));
  const anyLevel = button("Random", () => open({ level: 1 + randomBelow(RANDOM_LEVELS) }));
  const turn = h("div", { class: "row level-turn" }, previous, heading, next, anyLevel);
  const sizes = h("div", { class: "row" });
  /** The field for the size of each kind. @type {Map<string, ReturnType<typeof numberField>>} */
  const fields = new Map();

  /** The field for sizes of one kind of game. @param {import("./state.js").Kind} kind */
  function sizeField(kind) {
    const [min, max] = GAME_SIZES[kind];
    const found = fields.get(kind) ?? numberField("Size", min, max, (text) => {
      const n = found.take(text, shown?.n);
      open({ n, rating: fittingRating(shown?.rating ?? "easy", n) });
    });
    fields.set(kind, found);
    return found;
  }

  /** @param {Game} game */
  function update(game) {
    const isNewKind = shown?.kind !== game.kind;
    shown = game;
    const isLevel = game.kind === "levels";
    const size = sizeField(game.kind);
    if (isNewKind) put(sizes, size.element, isLevel && ratings.element);
    if (size.input.value !== String(game.n)) size.take(String(game.n), game.n);
    turn.hidden = !isLevel;
    const isOpen = (/** @type {[string, number]} */ [, least]) => game.n >= least;
    const named = (/** @type {[string, number]} */ [rating, least]) =>
      /** @type {[string, string]} */ ([rating,
        isOpen([rating, least]) ? rating : `${rating} (from ${least} x ${least})`]);
    ratings.offer(LEVEL_RATINGS.filter(isOpen).map(named),
      LEVEL_RATINGS.filter((rating) => !isOpen(rating)).map(named), "on larger boards");
    ratings.take(game.rating, game.rating);
    put(heading, `Level ${game.level}`);
    disable(previous, game.level <= 1 ? "This is the first level" : "");
  }
  return { element: h("div", {}, sizes, turn), update };
}
