import { ask, isAbort, once, reason } from "../../shared/api.js";
import { h } from "../../shared/dom.js";
import { MAX_SOLUTIONS, MAX_STEPS, runProgram } from "./run.js";
import { OwnTrace } from "./trace.js";
import { SOLUTION } from "../trace.js";
import { duration, grouped, table } from "../../shared/words.js";

/**
 * The check of a student's program on one size. The verdicts are those of `queens compare --program`.
 *
 * @typedef {"correct" | "incomplete" | "wrong" | "failed" | "timed out" | "interrupted"} ProgramVerdict
 * @typedef {{n: number, expected: number, found: number, credit: {valid: number, distinct: number | null,
 *   complete: number | null} | null, seconds: number, verdict: ProgramVerdict, why: string, line: number,
 *   solutions: number[][], isWhole: boolean}} ProgramCheck `credit` is null if nothing could be checked;
 *   `line` is the line of an error, or 0; `isWhole` is true if the code ended by itself
 */

/** Largest size of a check. */
export const MAX_SIZE = 12;

/**
 * The reason why a run did not end; empty if it did.
 * @param {import("./run.js").ProgramRun} run
 * @param {number} limit seconds
 */
export function whyEnded({ ending, message, hasSteps }, limit) {
  switch (ending) {
    case "ended": return "";
    case "error": return message;
    case "timed out": return `It did not end in ${limit} s.`;
    case "excess": return hasSteps ? `It was stopped after ${grouped(MAX_STEPS)} steps.`
      : `It was stopped after ${grouped(MAX_SOLUTIONS)} solutions.`;
    case "lost": return "The browser ended it, probably because it needs too much memory.";
    default: return "It was stopped.";
  }
}

/**
 * The verdict on a run, and the first reason for it.
 * @param {import("./run.js").ProgramRun} run
 * @param {import("./trace.js").StepFault | null} fault
 * @param {any} found the answer of `verify`
 * @param {number} limit seconds
 * @returns {[ProgramVerdict, string]}
 */
function judge(run, fault, found, limit) {
  const why = whyEnded(run, limit);
  if (run.ending === "interrupted" || run.ending === "timed out") return [run.ending, why];
  if (fault) {
    return [fault.kind === SOLUTION ? "wrong" : "failed", `Step ${grouped(fault.step)} is wrong: ` +
      `${fault.reason}.`];
  }
  if (run.ending === "error" || run.ending === "lost") return ["failed", why];
  if (found.invalid + (found.repeated ?? 0) > 0) {
    const [{ line, fault: words }] = found.faults;
    const other = /^the same as line (\d+)$/.exec(words);
    return ["wrong", `Solution ${grouped(line)}: ${other ? `the same as solution ${other[1]}` : words}.`];
  }
  if (why) return ["failed", why];
  if (found.credit.complete === 1) return ["correct", ""];
  const missing = Number(found.published) - found.valid;
  return ["incomplete", `${grouped(missing)} ${missing === 1 ? "solution is" : "solutions are"} missing.`];
}

/**
 * Runs the code on a size and checks its solutions.
 * @param {string} code
 * @param {number} n
 * @param {number} limit seconds
 * @param {AbortSignal} signal
 * @returns {Promise<ProgramCheck>}
 */
export async function checkProgram(code, n, limit, signal) {
  const { counts } = await once("known");
  const expected = Number(counts.find((/** @type {any} */ row) => row.n === n).count);
  const run = await runProgram({ code, n, isTraced: false, seconds: limit }, signal);
  const trace = run.hasSteps ? new OwnTrace(run.steps, n) : null;
  const solutions = trace ? trace.solutionColumns : run.solutions;
  /** @type {ProgramCheck} */
  const check = { n, expected, found: solutions.length, credit: null, seconds: run.seconds, verdict: "failed",
    why: "", line: run.line, solutions, isWhole: run.ending === "ended" && !trace?.fault };
  if (run.ending === "interrupted") return { ...check, verdict: "interrupted", why: whyEnded(run, limit) };
  try {
    const lines = solutions.map((columns) => `${JSON.stringify(columns)}\n`).join("");
    const found = await ask("verify", { problem: `queens ${n}`, solutions: lines, columns_from: 0 }, signal);
    const [verdict, why] = judge(run, trace?.fault ?? null, found, limit);
    return { ...check, credit: found.credit, verdict, why };
  } catch (error) {
    if (isAbort(error)) return { ...check, verdict: "interrupted", why: "It was stopped." };
    return { ...check, why: reason(error) };
  }
}

/** @param {number | null | undefined} share between 0 and 1 */
const percent = (share) => (share === null || share === undefined ? "-" : `${Math.floor(share * 100)} %`);

/** @param {ProgramVerdict} verdict */
const verdictWords = (verdict) => h("span", { class: verdict === "correct" ? "good" : "bad" }, verdict);

/** @param {ProgramCheck[]} checks */
export function checkTable(checks) {
  return table("Your code by size",
    ["n", "verdict", "expected", "found", "valid", "distinct", "complete", "time"], checks.map((check) => [
    String(check.n), verdictWords(check.verdict), grouped(check.expected), grouped(check.found),
    percent(check.credit?.valid),
    percent(check.credit?.distinct), percent(check.credit?.complete),
    duration(check.seconds)]), [true, false, true, true, true, true, true, true]);
}
