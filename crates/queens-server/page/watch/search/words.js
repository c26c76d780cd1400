import { grouped } from "../../shared/words.js";

/** @typedef {import("./trace.js").Node} Node */

/** The start, before the first step. */
export const START_SENTENCE = "The start is the only node in the open list. Press Play or Forward.";

/** @param {number} depth */
const stepCount = (depth) => `${depth} ${depth === 1 ? "step" : "steps"}`;

/**
 * The value by which a strategy orders nodes, as a drawing has it.
 * @param {string} strategy
 * @param {Node} node
 */
export function rankWords(strategy, node) {
  if (strategy === "astar") return `${node.cost} + ${node.rank - node.cost} = ${node.rank}`;
  return strategy === "dfs" ? `depth ${node.depth}` : String(node.rank);
}

/**
 * The value by which a strategy orders nodes, in a sentence.
 * @param {string} strategy
 * @param {Node} node
 */
function worthWords(strategy, node) {
  if (strategy === "astar") return `cost ${node.cost} + estimate ${node.rank - node.cost} = ${node.rank}`;
  if (strategy === "greedy") return `estimate ${node.rank}`;
  return strategy === "ucs" ? `cost ${node.cost}` : `depth ${node.depth}`;
}

/**
 * The sentence of a step.
 * @param {import("./trace.js").Step} step
 * @param {Node} node of the step
 * @param {string} strategy
 */
export function stepSentence({ kind, replaces }, node, strategy) {
  const operator = node.operator ? `${node.operator[0].toUpperCase()}${node.operator.slice(1)}` : "The start";
  const worth = worthWords(strategy, node);
  if (kind === "expand" && node.parent === null) {
    return "The start is taken from the open list, and every operator is applied to it.";
  }
  if (kind === "expand") {
    return `First in the open list (${worth}): it moves to the closed list, ` +
      "and every operator is applied to it.";
  }
  if (kind === "generate" && replaces !== null) {
    return `${operator}: this node (${worth}) replaces the node with the same state.`;
  }
  if (kind === "generate") return `${operator}: a new node (${worth}) enters the open list.`;
  if (kind === "goal") {
    const cost = grouped(node.cost);
    return `A goal, after ${stepCount(node.depth)} at a cost of ${cost}: the path to it is the solution.`;
  }
  return `${operator}: a node with this state is already open or closed, so the new one is dropped.`;
}

/** The sentence about the result of the whole search. @param {import("./trace.js").SearchTrace} trace */
export function endSentence(trace) {
  const { length, outcome, nodes } = trace;
  const last = trace.event(length);
  if (last.kind === "goal") {
    const { depth, cost } = nodes[last.node];
    return `The search finds a solution of ${stepCount(depth)} at a cost of ${grouped(cost)}.`;
  }
  if (outcome === "exhausted") return "There is no solution: every reachable state was tried.";
  return `No solution in the first ${grouped(length)} steps (${outcome}): there may be one.`;
}
