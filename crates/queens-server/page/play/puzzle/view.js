import { BLOCKED, CROSS, GIVEN, OPEN, QUEEN, SECOND_CROSS, consequences } from "./state.js";
import { patterns } from "../../shared/tints.js";

/**
 * Draws a puzzle with its marks and a hint.
 *
 * @typedef {{puzzle: import("./state.js").Puzzle, colours: Map<string, string>, lit: import("./hint.js").Lit,
 *   isAuto: boolean, hidesClashes?: boolean, tried?: Set<number>}} Scene `lit` are the squares of a hint;
 *   `isAuto` if squares that the queens rule out are marked; `tried` are squares with marks of a trial
 */

/** The glyph of each mark. @type {Record<string, string>} */
const MARK_GLYPHS = { [OPEN]: "", [CROSS]: "cross", [SECOND_CROSS]: "cross", [QUEEN]: "queen",
  [GIVEN]: "queen", [BLOCKED]: "cross" };

/** The words for each mark. @type {Record<string, string>} */
export const MARK_WORDS = {
  [OPEN]: "", [CROSS]: "crossed out", [SECOND_CROSS]: "crossed out in the second colour", [QUEEN]: "queen",
  [GIVEN]: "given queen", [BLOCKED]: "given as empty",
};

/**
 * The glyph of a square: that of a hint, else that of its mark, else a dot if no queen can be there.
 * @param {Scene} scene
 * @param {string} mark
 * @param {number} index
 * @param {boolean} isRuledOut
 */
function glyphOf({ lit }, mark, index, isRuledOut) {
  if (lit.queens.has(index)) return "queen";
  if (lit.crosses.has(index) && mark === OPEN) return "cross";
  return MARK_GLYPHS[mark] || (isRuledOut ? "dot" : "");
}

/**
 * The style classes of a square.
 * @param {Scene} scene
 * @param {string} mark
 * @param {number} index
 * @param {{isClash: boolean, isSolved: boolean}} state
 */
function classesOf({ lit, tried }, mark, index, { isClash, isSolved }) {
  return ["tinted", mark === CROSS && "crossed", mark === SECOND_CROSS && "second",
    tried?.has(index) && "tried",
    mark === GIVEN && "given", mark === BLOCKED && "given-empty", isClash && "clash",
    lit.read.has(index) && "read",
    (lit.crosses.has(index) || lit.queens.has(index)) && "proposed", lit.wrong === index && "wrong",
    isSolved && "done"].filter(Boolean).join(" ");
}

/**
 * The label of a square for a screen reader.
 * @param {Scene} scene
 * @param {string} mark
 * @param {number} index
 * @param {{isClash: boolean, isRuledOut: boolean}} state
 */
function labelOf({ puzzle, lit, tried }, mark, index, { isClash, isRuledOut }) {
  return [`region ${puzzle.regions[index]}`, MARK_WORDS[mark] || (isRuledOut ? "ruled out" : ""),
    tried?.has(index) && "on trial", isClash && "breaks a rule",
    lit.read.has(index) && "highlighted", lit.numbers.has(index) && `number ${lit.numbers.get(index)}`,
    lit.wrong === index && "wrong"].filter(Boolean).join(", ");
}

/**
 * @param {import("../../shared/board.js").Board} board
 * @param {Scene} scene
 * @returns {import("./state.js").Consequences} what follows from the queens
 */
export function drawPuzzle(board, scene) {
  const { puzzle, isAuto, colours } = scene;
  const { n, regions, marks } = puzzle;
  const found = consequences(puzzle);
  const kinds = patterns(regions, n);
  const named = new Set();
  for (let index = 0; index < n * n; index++) {
    const region = regions[index];
    const mark = marks[index];
    const isRuledOut = isAuto && found.closed.has(index);
    const isClash = !scene.hidesClashes && found.clashes.has(index);
    board.show(index, {
      tint: colours.get(region),
      name: named.has(region) ? "" : region,
      piece: glyphOf(scene, mark, index, isRuledOut),
      classes: `${kinds.get(region)} ${classesOf(scene, mark, index, { isClash, isSolved: found.isDone })}`,
      number: String(scene.lit.numbers.get(index) ?? ""),
      label: labelOf(scene, mark, index, { isClash, isRuledOut }),
    });
    named.add(region);
  }
  board.borders(regions.map((letter) => letter.charCodeAt(0)));
  return found;
}
