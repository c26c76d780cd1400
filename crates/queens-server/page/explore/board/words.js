/** Sentences about the answers of the server to a position. */

/**
 * True if it is proved that there is no solution.
 * @param {any} found an answer to the question whether there is exactly one
 */
export function isNone(found) {
  return found.complete && found.count === "0";
}

/**
 * The verdict on a position.
 * @param {any} found
 * @param {number} standing number of queens on the board
 * @param {string[]} letters the names of the regions, in order
 */
export function judge(found, standing, letters) {
  if (isNone(found) && found.blocked?.kind === "region") {
    return `It cannot be completed: region ${letters[found.blocked.number]} has no square left for a queen.`;
  }
  if (isNone(found)) return `It cannot be completed: ${found.certificate || "every possibility was tried"}.`;
  if (standing > 0 && found.queens?.length === standing) return "A solution.";
  if (found.unique === true) return "Exactly one way to complete it.";
  if (found.unique === false || Number(found.count) > 1) return "More than one way to complete it.";
  if (Number(found.count) === 1) {
    return "It can be completed; there was not enough time to look for a second way.";
  }
  return "There was not enough time to decide.";
}

/**
 * A sentence about a largest set.
 * @param {any} found
 */
export function most(found) {
  if (!found.queens) return `None was found (${found.outcome}).`;
  const number = `${found.queens.length} ${found.queens.length === 1 ? "piece" : "pieces"}`;
  if (!found.complete) return `${number}; there was not enough time to find out whether more fit.`;
  return `${number}, and no more fit.${found.certificate ? ` Proof: ${found.certificate}.` : ""}`;
}

/**
 * A sentence about an answer without a solution; empty if there is no solution, which the verdict on the
 * position says.
 * @param {any} found
 */
export function undecided(found) {
  return found.complete ? "" : `No solution was found (${found.outcome}): there may be one.`;
}
