/** The boards and rivals of links to an engine. */

/** The smallest board that `composition` composes of two boards with several queens. */
const COMPOSED_SIZE = 20;

/**
 * The size of the board on which an example of an engine runs.
 * @param {{id: string, practical: number | null}} engine
 * @param {number} most the largest size, except for engines that need a larger one
 */
export function exampleSize({ id, practical }, most) {
  return id === "composition" ? COMPOSED_SIZE : Math.min(most, practical ?? most);
}

/**
 * The view in which an engine races against another one.
 * @param {{id: string, practical: number | null}} engine
 * @returns {import("./store.js").View}
 */
export function exampleRace(engine) {
  // On a large board the rival finds one solution, too: to find all would take hours.
  const engines = { bitmask: "flags,bitmask", composition: "composition,min-conflicts" }[engine.id] ?? `${engine.id},bitmask`;
  return { part: "race", query: { m: engines, n: String(exampleSize(engine, 8)), go: "1" } };
}
