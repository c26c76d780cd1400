import { duration, grouped } from "../../shared/words.js";

/**
 * A line of a comparison.
 * @typedef {{engine: string, finds: string, solutions: number, outcome: string, counted: Record<string,
 *   number>, nodes: number, checks: number, seconds: number}} Line
 */

/** @param {number} factor */
function times(factor) {
  return factor >= 10 ? `${grouped(Math.round(factor))} times` : `${factor.toFixed(1)} times`;
}

/** @param {Line} line */
export function answerOf({ finds, outcome, solutions }) {
  if (finds === "one") return solutions > 0 ? "one" : outcome === "exhausted" ? "none" : "none yet";
  return outcome === "exhausted" ? grouped(solutions) : `${grouped(solutions)}+`;
}

/**
 * The other figures of an engine, such as its calls.
 * @param {Line} line
 */
export function figuresOf({ counted }) {
  return Object.entries(counted).map(([name, value]) => `${grouped(value)} ${name}`).join(", ");
}

/** The engines that the first is compared with, at most. */
const MAX_COMPARED = 3;

/** The number of sentences about a race. @param {number} engines */
export const comparisons = (engines) => Math.max(1, Math.min(engines - 1, MAX_COMPARED));

/**
 * The reason why the first is faster: fewer nodes, or cheaper nodes.
 * @param {Line[]} lines
 * @returns {string[]} a sentence for each of the next engines, and for the last; one about engines that find
 *   one solution only
 */
export function whyAhead(lines) {
  const ended = lines.filter(({ finds, outcome }) => finds !== "one" && outcome === "exhausted")
    .sort((a, b) => a.seconds - b.seconds);
  const single = lines.filter(({ finds }) => finds === "one").map(({ engine }) => engine);
  const apart = ended.length > 0 && single.length > 0 ? [`${single.join(", ")}: one solution only, so the ` +
    "time is not compared with those for all solutions."] : [];
  if (ended.length < 2) return apart;
  const first = ended[0];
  const rest = ended.slice(1);
  const others = rest.length > MAX_COMPARED ? [...rest.slice(0, MAX_COMPARED - 1), rest[rest.length - 1]]
    : rest;
  return [...others.map((other) => compare(first, other)), ...apart];
}

/**
 * @param {Line} first
 * @param {Line} other
 */
function compare(first, other) {
  const faster = `${first.engine} is ${times(other.seconds / first.seconds)} as fast as ${other.engine}`;
  if (first.nodes === 0 || other.nodes === 0) return `${faster}; their trees cannot be compared.`;
  const fewer = other.nodes / first.nodes;
  const [mine, its] = [first.seconds / first.nodes, other.seconds / other.nodes];
  const cheaper = its / mine;
  const cost = `${duration(mine)} against ${duration(its)}`;
  const nodes = `${grouped(first.nodes)} nodes against ${grouped(other.nodes)}`;
  if (fewer >= 1.1 && cheaper >= 1.1) {
    return `${faster} because it has fewer nodes (${nodes}) and cheaper ones (${cost} each).`;
  }
  if (fewer >= 1.1 && cheaper <= 1 / 1.1) {
    return `${faster} because it has fewer nodes (${nodes}), though each costs more (${cost}).`;
  }
  if (fewer >= 1.1) return `${faster} because it has fewer nodes (${nodes}); each costs about the same.`;
  if (fewer <= 1 / 1.1) {
    return `${faster} because its nodes are cheaper (${cost} each), though it has more of them (${nodes}).`;
  }
  return `${faster} because its nodes are cheaper (${cost} each); it has about as many.`;
}

/**
 * @param {(string | number)[][]} rows
 */
export function csv(rows) {
  const cell = (/** @type {string | number} */ value) => (/[",\n]/.test(String(value))
    ? `"${String(value).replaceAll('"', '""')}"` : String(value));
  return rows.map((row) => `${row.map(cell).join(",")}\n`).join("");
}
