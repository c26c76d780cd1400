/** The boards and rivals of links to an engine. */

/**
 * The size of the board on which an example of an engine runs.
 * @param {{practical: number | null}} engine
 * @param {number} most the largest size
 */
export function exampleSize({ practical }, most) {
  return Math.min(most, practical ?? most);
}

/**
 * The view in which an engine races against another one.
 * @param {{id: string, practical: number | null}} engine
 * @returns {import("../shared/store.js").View}
 */
export function exampleRace(engine) {
  const engines = engine.id === "bitmask" ? "flags,bitmask" : `${engine.id},bitmask`;
  return { part: "race", query: { m: engines, n: String(exampleSize(engine, 8)), go: "1" } };
}
