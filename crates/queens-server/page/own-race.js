import { ask, hasServer } from "./api.js";
import { h } from "./dom.js";
import { duration, grouped, table } from "./words.js";

/**
 * The race of a student's program against engines.
 * @typedef {{name: string, solutions: number, seconds: number, isOwn: boolean, isWhole: boolean}} RaceLine `isWhole`: it ended
 */

/** The engines of the first race. */
export const DEFAULT_RIVALS = ["backtracking", "flags", "bitmask"];

/** Below this time, in seconds, a program mostly waits for the compiler of the browser. */
const MIN_FAIR_SECONDS = 0.05;

/**
 * Runs an engine.
 * @param {string} engine
 * @param {number} n
 * @param {AbortSignal} signal
 * @returns {Promise<RaceLine>}
 */
export async function runRival(engine, n, signal) {
  const { engines: [line], skipped } = await ask("compare", { problem: `queens ${n}`, engines: [engine] }, signal);
  if (!line) throw new Error(skipped[0]?.why ?? "it did not run");
  return { name: engine, solutions: line.solutions, seconds: line.seconds, isOwn: false, isWhole: line.outcome === "exhausted" };
}

/** @param {number} factor */
const times = (factor) => (factor >= 10 ? grouped(Math.round(factor)) : factor.toPrecision(2));

/**
 * The race so far, sorted by time, each time as a multiple of the shortest.
 * @param {RaceLine[]} lines
 * @param {number} n
 */
export function raceTable(lines, n) {
  const sorted = [...lines].sort((a, b) => Number(b.isWhole) - Number(a.isWhole) || a.seconds - b.seconds);
  const best = Math.max(1e-9, Math.min(...sorted.filter(({ isWhole }) => isWhole).map(({ seconds }) => seconds)));
  return table(`Race on ${n} queens`, ["program", "solutions", "time", "multiple of the fastest"], sorted.map((line) => [
    line.isOwn ? h("strong", {}, line.name) : line.name, `${grouped(line.solutions)}${line.isWhole ? "" : "+"}`,
    line.isWhole ? duration(line.seconds) : `more than ${duration(line.seconds)}`, line.isWhole ? times(line.seconds / best) : ""]), [false, true, true, true]);
}

/**
 * A sentence for each engine: how its time compares with that of the code.
 * @param {RaceLine[]} lines
 */
export function raceWords(lines) {
  const own = lines.find(({ isOwn }) => isOwn);
  if (!own?.isWhole) return [];
  if (own.seconds < MIN_FAIR_SECONDS) return ["Your code is too fast here for a fair race: the browser still compiles it. Choose a larger n."];
  return lines.filter((line) => !line.isOwn && line.isWhole && line.seconds > 0).map(({ name, seconds }) => {
    const factor = own.seconds / seconds;
    return factor >= 1 ? `Your code takes ${times(factor)} times as long as ${name}.` : `Your code is ${times(1 / factor)} times as fast as ${name}.`;
  });
}

/** What the race compares. */
export const RACE_NOTE = `Your code is JavaScript in this browser; the engines are Rust, ${hasServer ? "compiled for the processor of the server" : "compiled to WebAssembly in this browser"}. Part of each ratio is the language and not the algorithm: compare how the times grow with n.`;
