import { ask, hasServer } from "../../shared/api.js";
import { h } from "../../shared/dom.js";
import { duration, grouped, table } from "../../shared/words.js";

/**
 * The race of a student's program against engines.
 * @typedef {{name: string, solutions: number, seconds: number, isOwn: boolean, isWhole: boolean, verdict:
 *   string}} RaceLine `isWhole`: it ended; `verdict` is the verdict of the check, "correct" for an engine
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
  const { engines: [line], skipped } = await ask("compare", { problem: `queens ${n}`, engines: [engine] },
    signal);
  if (!line) throw new Error(skipped[0]?.why ?? "it did not run");
  return { name: engine, solutions: line.solutions, seconds: line.seconds, isOwn: false,
    isWhole: line.outcome === "exhausted", verdict: "correct" };
}

/** @param {number} factor */
const times = (factor) => (factor >= 10 ? grouped(Math.round(factor)) : factor.toPrecision(2));

/** True if the time of a line is compared with others. @param {RaceLine} line */
const isCompared = ({ isWhole, verdict }) => isWhole && verdict === "correct";

/**
 * The race so far, sorted by time, each time as a multiple of the shortest of a correct program.
 * @param {RaceLine[]} lines
 * @param {number} n
 */
export function raceTable(lines, n) {
  const sorted = [...lines].sort((a, b) => Number(isCompared(b)) - Number(isCompared(a))
    || a.seconds - b.seconds);
  const best = Math.max(1e-9, Math.min(...sorted.filter(isCompared).map(({ seconds }) => seconds)));
  return table(`Race on ${n} queens`, ["program", "solutions", "time", "multiple of the fastest"],
    sorted.map((line) => [
    line.isOwn ? h("strong", {}, line.verdict === "correct" ? line.name : `${line.name} (${line.verdict})`)
      : line.name, `${grouped(line.solutions)}${line.isWhole ? "" : "+"}`,
    line.isWhole ? duration(line.seconds) : `more than ${duration(line.seconds)}`,
    isCompared(line) ? times(line.seconds / best) : ""]), [false, true, true, true]);
}

/**
 * A sentence for each engine: how its time compares with that of the code.
 * @param {RaceLine[]} lines
 */
export function raceWords(lines) {
  const own = lines.find(({ isOwn }) => isOwn);
  if (!own?.isWhole) return [];
  if (own.verdict !== "correct") return [`Your code is ${own.verdict}, so its time is not compared.`];
  if (own.seconds < MIN_FAIR_SECONDS) {
    return [`This run is too short to compare (${duration(own.seconds)}): the browser still compiles the ` +
      "code. Choose a larger n."];
  }
  return lines.filter((line) => !line.isOwn && line.isWhole && line.seconds > 0).map(({ name, seconds }) => {
    const factor = own.seconds / seconds;
    return factor >= 1 ? `Your code takes ${times(factor)} times as long as ${name}.`
      : `Your code is ${times(1 / factor)} times as fast as ${name}.`;
  });
}

/** What the race compares. */
export const RACE_NOTE = "Your code is JavaScript in this browser; the engines are Rust, " +
  `${hasServer ? "compiled for the processor of the server" : "compiled to WebAssembly in this browser"}. ` +
  "Part of each ratio is the language and not the algorithm: compare how the times grow with n.";
