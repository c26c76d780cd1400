import { CROSS, GIVEN, OPEN, QUEEN } from "../puzzle/state.js";

/**
 * Draws the game of n queens: its marks, clashes and a hint.
 *
 * @typedef {{game: import("./state.js").Game, facts: ReturnType<typeof import("./state.js").consequences>,
 *   lit: import("../puzzle/hint.js").Lit, isAuto: boolean}} Scene `isAuto` if attacked squares are marked
 */

/** The glyph of each mark. @type {Record<string, string>} */
const GLYPHS = { [OPEN]: "", [CROSS]: "cross", [QUEEN]: "queen", [GIVEN]: "queen" };

/** The words for each mark. @type {Record<string, string>} */
export const GAME_MARK_WORDS = { [OPEN]: "", [CROSS]: "crossed out", [QUEEN]: "queen",
  [GIVEN]: "given queen" };

/** The largest number of clashes that are drawn as lines: more of them hide the board. */
const MAX_DRAWN_CLASHES = 24;

/**
 * @param {import("../../shared/board.js").Board} board
 * @param {Scene} scene
 */
export function drawGame(board, { game, facts: { attacked, clashes, isDone }, lit, isAuto }) {
  const { kind, n, marks } = game;
  const isBackwards = kind === "backwards";
  const clashing = new Set(clashes.flat());
  for (let index = 0; index < n * n; index++) {
    const mark = marks[index];
    const isAttacked = !isBackwards && isAuto && mark === OPEN && attacked.has(index);
    const isProposed = lit.crosses.has(index) || lit.queens.has(index);
    const isClash = clashing.has(index) && (!isBackwards || clashes.length <= MAX_DRAWN_CLASHES);
    const proposed = lit.queens.has(index) ? "queen" : lit.crosses.has(index) ? "cross" : "";
    board.show(index, {
      piece: proposed || GLYPHS[mark] || (isAttacked ? "dot" : ""),
      classes: [mark === CROSS && "crossed", mark === GIVEN && "given", isClash && "clash",
        lit.read.has(index) && "read",
        isProposed && "proposed", lit.wrong === index && "wrong", isDone && "done"].filter(Boolean).join(" "),
      number: String(lit.numbers.get(index) ?? ""),
      label: [GAME_MARK_WORDS[mark] || (isAttacked ? "attacked" : isBackwards ? "removed" : ""),
        isClash && "attacks another queen",
        lit.read.has(index) && "highlighted", lit.numbers.has(index) && `number ${lit.numbers.get(index)}`,
        lit.wrong === index && "wrong"].filter(Boolean).join(", "),
    });
  }
  const at = (/** @type {number} */ index) =>
    /** @type {[number, number]} */ ([Math.floor(index / n), index % n]);
  const drawn = clashes.length <= MAX_DRAWN_CLASHES ? clashes : [];
  board.lines(drawn.map(([from, to]) => ({ from: at(from), to: at(to), kind: "" })));
}
