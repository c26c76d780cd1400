import { patterns } from "../../shared/tints.js";

/**
 * Draws a position, its attacks and a solution on the board of the part `board`.
 *
 * @typedef {import("../../shared/squares.js").Square} Square
 * @typedef {{position: import("../../shared/position.js").Position, regions: string[] | null, colours:
 *   Map<string, string>, answers: Set<number>, attacked: Set<number>, clashes: [number, number][], absent:
 *   Set<number>, isShaded: boolean, blocked: {kind: string, number: number} | null, dragged: {from: number,
 *   over: number | null} | null, weights: string[] | null, looks: Map<number,
 *   import("../../shared/board.js").Look>}} Scene
 *   `answers` are the queens of the solution, `absent` the squares that the board of the variant lacks,
 *   `blocked` is a row, column or region without a square left, `dragged` a queen on its way, `looks` the
 *   looks of the squares of a solution in groups
 */

/**
 * The letters of the regions, in the order in which the server numbers them.
 * @param {string[] | null} regions
 */
export const letters = (regions) => [...new Set(regions ?? [])].sort();

/**
 * True if the square belongs to the row, column or region that has no square left.
 * @param {Scene} scene
 * @param {number} index
 */
function isBlocked({ blocked, position: { columns }, regions }, index) {
  if (!blocked) return false;
  if (blocked.kind === "row") return Math.floor(index / columns) === blocked.number;
  if (blocked.kind === "column") return index % columns === blocked.number;
  return regions !== null && letters(regions).indexOf(regions[index]) === blocked.number;
}

/**
 * The state of a square.
 * @param {Scene} scene
 * @param {Set<number>} clashing
 * @param {number} index
 */
function stateOf(scene, clashing, index) {
  const { position: { queens, givens, holes, walls }, dragged, answers, attacked, absent } = scene;
  return {
    isGiven: givens.has(index),
    isQueen: queens.has(index),
    isAnswer: answers.has(index),
    isHole: holes.has(index) || absent.has(index),
    isWall: walls.has(index),
    isClash: clashing.has(index),
    isAttacked: attacked.has(index),
    isTarget: dragged !== null && dragged.over === index && dragged.from !== index,
    isStanding: (queens.has(index) || givens.has(index))
      && !(dragged && dragged.from === index && dragged.over !== index),
  };
}

/**
 * The style classes of a square.
 * @param {Scene} scene
 * @param {Map<string, string>} kinds the pattern of each region
 * @param {ReturnType<typeof stateOf>} state
 * @param {number} index
 */
function classesOf(scene, kinds, state, index) {
  const isShadow = scene.isShaded && state.isAttacked && !state.isStanding && !state.isWall && !state.isHole;
  return [
    scene.regions && scene.colours.size > 0 && `tinted ${kinds.get(scene.regions[index])}`,
    state.isGiven && "given", state.isAnswer && "answer", state.isHole && "is-hole",
    state.isWall && "is-wall", isShadow && "attacked", state.isClash && "clash",
    isBlocked(scene, index) && "blocked", state.isTarget && "over",
  ].filter(Boolean).join(" ");
}

/**
 * The label of a square for a screen reader.
 * @param {string | undefined} region
 * @param {ReturnType<typeof stateOf>} state
 */
function labelOf(region, state) {
  return [
    region && `region ${region}`, state.isGiven ? "given queen" : state.isQueen ? "queen"
      : state.isAnswer ? "queen of the solution" : "",
    state.isHole && "hole", state.isWall && "wall",
    state.isClash ? "attacked by another queen" : state.isAttacked && !state.isStanding ? "attacked" : "",
  ].filter(Boolean).join(", ");
}

/**
 * @param {import("../../shared/board.js").Board} board
 * @param {Scene} scene
 */
export function drawScene(board, scene) {
  const { position: { rows, columns }, regions, clashes } = scene;
  const clashing = new Set(clashes.flat());
  const kinds = regions ? patterns(regions, columns) : new Map();
  for (let index = 0; index < rows * columns; index++) {
    const state = stateOf(scene, clashing, index);
    const region = regions?.[index];
    const look = scene.looks.get(index);
    const weight = scene.weights?.[index];
    board.show(index, {
      tint: look?.tint ?? (region ? scene.colours.get(region) : ""),
      name: look?.name ?? weight ?? (region && regions.indexOf(region) === index ? region : ""),
      piece: look?.piece ?? (state.isStanding || state.isTarget || state.isAnswer ? "queen"
        : state.isHole ? "hole" : ""),
      classes: look?.classes ?? `${classesOf(scene, kinds, state, index)}${weight ? " weighted" : ""}`,
      label: [labelOf(region, state), look?.label, weight && `weight ${weight}`].filter(Boolean).join(", "),
    });
  }
  const at = (/** @type {number} */ index) =>
    /** @type {Square} */ ([Math.floor(index / columns), index % columns]);
  board.lines(clashes.map(([a, b]) => ({ from: at(a), to: at(b), kind: "clash" })));
  board.borders(regions && regions.map((letter) => letter.charCodeAt(0)));
}
