/**
 * A warning about the regions that are not connected; empty if all are.
 * @param {import("../puzzle/state.js").Puzzle} puzzle
 */
export function partsWarning({ n, regions }) {
  /** @type {Map<string, number>} */
  const parts = new Map();
  const isSeen = new Array(n * n).fill(false);
  for (let first = 0; first < n * n; first++) {
    if (isSeen[first]) continue;
    isSeen[first] = true;
    parts.set(regions[first], (parts.get(regions[first]) ?? 0) + 1);
    const reached = [first];
    for (const index of reached) {
      const column = index % n;
      for (const near of [index - n, index + n, column > 0 ? index - 1 : -1,
        column < n - 1 ? index + 1 : -1]) {
        if (regions[near] !== regions[first] || isSeen[near]) continue;
        isSeen[near] = true;
        reached.push(near);
      }
    }
  }
  const letters = [...parts].filter(([, number]) => number > 1).map(([letter]) => letter).sort();
  return letters.length === 0 ? "" : letters.length === 1 ? `Region ${letters[0]} is in several parts.`
    : `Regions ${letters.join(", ")} are in several parts.`;
}
