/** What the server says of a position, in a sentence. */

/** @param {any} found an answer to the question whether there is exactly one */
export function isNone(found) {
  return found.complete && found.count === "0";
}

/**
 * @param {any} found
 * @param {number} standing how many queens stand
 * @param {string[]} letters the names of the regions, in order
 */
export function judge(found, standing, letters) {
  if (isNone(found) && found.blocked?.kind === "region") return `It cannot be completed: region ${letters[found.blocked.number]} has no square left for a queen.`;
  if (isNone(found)) return `It cannot be completed: ${found.certificate || "every possibility was tried"}.`;
  if (standing > 0 && found.queens?.length === standing) return "A solution.";
  if (found.unique === true) return "Exactly one way to complete it.";
  if (found.unique === false || Number(found.count) > 1) return "More than one way to complete it.";
  if (Number(found.count) === 1) return "There is a way; whether it is the only one was not decided in time.";
  return "Not decided in time.";
}

/**
 * What is shown of a largest set.
 * @param {any} found
 */
export function most(found) {
  if (!found.queens) return `None was found (${found.outcome}).`;
  const number = `${found.count} ${found.count === "1" ? "piece" : "pieces"}`;
  if (!found.complete) return `${number} stand; whether more could was not decided in time.`;
  return `${number}, and no more can stand${found.certificate ? `: proved by ${found.certificate}` : ""}.`;
}

/**
 * Words for an answer without a solution; none if there is no solution, which the verdict on the position says.
 * @param {any} found
 */
export function undecided(found) {
  return found.complete ? "" : `No solution was found (${found.outcome}): there may be one.`;
}
