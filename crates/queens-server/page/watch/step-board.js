import { PLACE, REJECT, REMOVE, SOLUTION, columnOf, rowOf } from "./trace.js";

/**
 * Draws the position after a step, and the step itself.
 * @param {import("../shared/board.js").Board} board
 * @param {number} n
 * @param {number[]} path the squares of the queens
 * @param {import("./trace.js").Event | null} event the step; null before the first
 */
export function showStep(board, n, path, event) {
  const standing = new Set(event?.queens ?? path);
  const isFound = event?.kind === SOLUTION;
  for (let row = 0, index = 0; row < n; row++) {
    for (let column = 0; column < n; column++, index++) {
      const square = row * 65536 + column;
      const isHere = event?.square === square;
      const isQueen = standing.has(square);
      board.show(index, {
        piece: isHere && event.kind === REJECT && !isQueen ? "no"
          : isQueen || (isHere && event.kind === REMOVE) ? "queen" : "",
        classes: [isHere && event.kind === REJECT && "rejected", isHere && event.kind === PLACE && "placed",
          isHere && event.kind === REMOVE && "removed", isFound && isQueen && "found",
          event?.attacker === square && "attacker"].filter(Boolean).join(" "),
        label: isQueen ? "queen" : isHere && event.kind === REJECT ? "rejected" : "",
      });
    }
  }
  board.lines(event?.kind === REJECT && event.attacker >= 0
    ? [{ from: [rowOf(event.attacker), columnOf(event.attacker)],
      to: [rowOf(event.square), columnOf(event.square)], kind: "attack" }] : []);
}
