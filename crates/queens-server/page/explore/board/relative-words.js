/** Sentences about the answers to questions other than that for a solution: the relatives of the problem. */

/**
 * @typedef {{plain: string, one: string, many: string}} Words what is asked, and what is counted, in singular
 *   and plural
 */

const APART = "Pieces of any kind must not attack each other.";

/** Each relative by its name. @type {Record<string, Words>} */
const RELATIVES = {
  dominating: { plain: "As few pieces as possible, so that every square is occupied or attacked.",
    one: "smallest set", many: "smallest sets" },
  "independent-dominating": {
    plain: "As few pieces as possible, so that every square is occupied or attacked, and no piece attacks " +
      "another.",
    one: "smallest set", many: "smallest sets" },
  "total-dominating": {
    plain: "As few pieces as possible, so that every square is attacked, those of the pieces included.",
    one: "smallest set", many: "smallest sets" },
  armies: { plain:
    "As many white as black pieces, as many as possible; no piece may attack one of the other colour.",
    one: "largest pair of armies", many: "largest pairs of armies" },
  pieces: { plain: `These numbers of pieces. ${APART}`, one: "placement", many: "placements" },
  equal: { plain: `As many pieces as possible, equally many of each kind. ${APART}`, one: "largest placement",
    many: "largest placements" },
  dimensions: {
    plain: "As many queens as possible in a cube, or on a board of more dimensions; none may attack another.",
    one: "largest set", many: "largest sets" },
  coloring: {
    plain: "A colour for every square, so that queens on squares of one colour do not attack each other.",
    one: "colouring", many: "colourings" },
  uncompletable: { plain: "As few queens as possible that break no rule and that no solution contains.",
    one: "smallest set", many: "smallest sets" },
  least: { plain: "The solution with the least sum of the weights of its squares.",
    one: "solution with the least sum", many: "solutions with the least sum" },
  greatest: { plain: "The solution with the greatest sum of the weights of its squares.",
    one: "solution with the greatest sum", many: "solutions with the greatest sum" },
};

/**
 * The name of a relative and its parameter.
 * @param {string} relative such as `coloring 9`
 */
export function partsOf(relative) {
  const [, name, parameter] = /** @type {RegExpExecArray} */ (/^(\S*)\s*(.*)$/.exec(relative.trim()));
  return { name, parameter };
}

/** Relatives that are words for rules in the text of a problem. */
const RULE_WORDS = ["dominating", "independent-dominating", "total-dominating", "armies", "coloring"];

/**
 * A problem whose board has more dimensions, with sides as long as its rows.
 * @param {string} problem in text form, the size at the end of the first line
 * @param {number} dimensions
 */
const inDimensions = (problem, dimensions) =>
  problem.replace(/(\d+)(x\d+)?$/m, (size, side) => (size === side ? [] : [size])
    .concat(Array(dimensions).fill(side)).join("x"));

/**
 * The problem whose text says what is asked, or the question that no text says.
 * @param {string} problem in text form, the variant first
 * @param {string} relative
 * @param {string} [piece] the name of the pieces, in the singular
 * @returns {{problem: string, question?: string}}
 */
export function requestFor(problem, relative, piece = "queen") {
  const { name, parameter } = partsOf(relative);
  const board = problem.endsWith("\n") ? problem : `${problem}\n`;
  if (name === "pieces" && parameter.includes("=")) {
    return { problem: `${board}pieces: ${parameter.replaceAll(" =", ",")}\nequal: all\nbest: greatest ` +
      `number of ${parameter.split(" ")[0]}\n` };
  }
  if (name === "pieces") return { problem: `${board}pieces: ${parameter}\n` };
  if (name === "coloring" && parameter) {
    return { problem: `${board}pieces: ..${parameter} sets of ${piece}s\npeace: within\nsquares: 1\n` };
  }
  // The weights are a drawing, which a statement would end.
  if (name === "least" || name === "greatest") {
    return { problem: board.replace("\n", `\nbest: ${name} value\n`) };
  }
  if (name === "dimensions") return { problem: `most ${inDimensions(board, Number(parameter))}` };
  if (RULE_WORDS.includes(name)) return { problem: `${name} ${board}` };
  return { problem, question: relative };
}

/**
 * What is asked, and what is counted.
 * @param {string} relative
 */
export function relativeTerms(relative) {
  const { name, parameter } = partsOf(relative);
  return RELATIVES[name === "pieces" && parameter.includes("=") ? "equal" : name];
}

/**
 * @param {number} number
 * @param {string} plural such as `queens`
 */
const several = (number, plural) => `${number} ${number === 1 ? plural.replace(/s$/, "") : plural}`;

/**
 * The bound on the best answer, as `, at most 9`; "" if there is none.
 * @param {any} found
 * @param {string} words `at least` or `at most`
 */
const limit = ({ bound }, words) => (typeof bound === "number" ? `, ${words} ${bound}` : "");

/**
 * The reason why there is nothing better, in brackets, or the limit that ended the search.
 * @param {any} found
 */
const proof = ({ complete, certificate, outcome }) => (complete
  ? `(${certificate ?? "every possibility was tried"})` : `(${outcome})`);

/**
 * @param {any} found
 * @param {string} missing what there is none of, such as `such set`
 */
const nothing = (found,
  missing) => `${found.complete ? `There is no ${missing}` : `No ${missing} was found`} ${proof(found)}.`;

/**
 * @param {string} name
 * @param {any} found
 * @param {string} pieces the name of the pieces, in the plural
 */
function dominating(name, found, pieces) {
  if (!found.queens) return nothing(found, "such set");
  const size = found.queens.length;
  const verb = (/** @type {string} */ word) => (size === 1 ? `${word}s` : word);
  const covered = name === "total-dominating" ? `${verb("attack")} every square, ` +
    `${size === 1 ? "its" : "their"} own included`
    : `${verb("attack")} or ${size === 1 ? "occupies" : "occupy"} every ` +
      `square${name === "dominating" || size < 2 ? "" : ", and none attacks another"}`;
  const fewer = !found.complete ? `; fewer may be enough${limit(found, "at least")} ${proof(found)}`
    : size < 2 ? "" : `; ${size - 1} ${size === 2 ? "is" : "are"} not enough ${proof(found)}`;
  return `${several(size, pieces)} ${covered}${fewer}.`;
}

/**
 * @param {any} found
 * @param {string} pieces the name of the pieces, in the plural
 */
function armies(found, pieces) {
  if (!found.groups) return nothing(found, "pair of armies");
  const size = found.groups[0].squares.length;
  const larger = !found.complete ? `More may fit${limit(found, "at most")}`
    : size === 0 ? "One of each does not fit" : `${size + 1} of each do not fit`;
  return `${size} white and ${size} black ${size === 1 ? pieces.slice(0, -1) : pieces}; none attacks one ` +
    `of the other colour. ${larger} ${proof(found)}.`;
}

/**
 * @param {any} found
 * @param {boolean} isEqual
 */
function pieces(found, isEqual) {
  if (!found.groups) return nothing(found, "such placement");
  const numbers = found.groups.map((/** @type {any} */ { name, squares }) => several(squares.length, name));
  const more = found.complete ? "More of each kind do not fit" : `More may fit${limit(found, "at most")}`;
  const larger = isEqual ? `. ${more} ${proof(found)}` : "";
  return `${numbers.length > 1 ? `${numbers.slice(0, -1).join(", ")} and ` : ""}${numbers.at(-1)}; none ` +
    `attacks another${larger}.`;
}

/**
 * @param {any} found
 * @param {string} dimensions
 */
function dimensions(found, dimensions) {
  if (!found.queens) return nothing(found, "such set");
  const size = found.queens.length;
  const more = found.complete ? `${size + 1} do not fit` : `More may fit${limit(found, "at most")}`;
  const set = `${several(size, "queens")} in ${dimensions} dimensions; none attacks another`;
  return `${set}. ${more} ${proof(found)}.`;
}

/**
 * @param {any} found
 * @param {string} wanted the number of colours; "" for the fewest
 */
function coloring(found, wanted) {
  const colours = several(found.groups?.length ?? Number(wanted), "colours");
  if (!found.groups) return nothing(found, wanted ? `colouring with ${colours}` : "colouring");
  const size = found.groups.length;
  const fewer = wanted ? "" : !found.complete
    ? ` Fewer may be enough${limit(found, "at least")} ${proof(found)}.`
    : size < 2 ? "" : ` ${several(size - 1, "colours")} ${size === 2 ? "is" : "are"} not enough ` +
      `${proof(found)}.`;
  return `${colours}: queens on squares of one colour do not attack each other.${fewer}`;
}

/** @param {any} found */
function uncompletable(found) {
  if (!found.queens) {
    return found.complete ? "Every set of queens that breaks no rule can be completed."
      : nothing(found, "such set");
  }
  const size = found.queens.length;
  if (size === 0) return "The problem has no solution, so no solution contains even the empty set.";
  const smaller =
    ` ${size === 1 ? "The empty board" : "Every smaller set that breaks no rule"} can be completed.`;
  return `No solution contains ${size === 1 ? "this queen, which breaks no rule" : `these ${size} queens, ` +
    "which break no rule"}.${found.complete ? smaller : ` Smaller sets are possible ${proof(found)}.`}`;
}

/**
 * @param {string} goal `least` or `greatest`
 * @param {any} found
 */
function best(goal, found) {
  if (!found.queens) return nothing(found, "solution");
  if (found.complete) return `The ${goal} sum of weights is ${found.value} ${proof(found)}.`;
  const other = goal === "least" ? `lower sum${limit(found, "at least")}`
    : `higher sum${limit(found, "at most")}`;
  return `A solution with the sum ${found.value}; there may be a ${other} ${proof(found)}.`;
}

/**
 * The sentence about an answer.
 * @param {string} relative
 * @param {any} found
 * @param {string} [piece] the name of the pieces, in the singular
 * @returns {string}
 */
export function relativeWords(relative, found, piece = "queen") {
  const { name, parameter } = partsOf(relative);
  if (name === "armies") return armies(found, `${piece}s`);
  if (name === "pieces") return pieces(found, parameter.includes("="));
  if (name === "dimensions") return dimensions(found, parameter);
  if (name === "coloring") return coloring(found, parameter);
  if (name === "least" || name === "greatest") return best(name, found);
  if (name === "uncompletable") return uncompletable(found);
  return dominating(name, found, `${piece}s`);
}
