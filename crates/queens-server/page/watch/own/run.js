import { h } from "../../shared/dom.js";

/**
 * One run of a student's code, in a frame of its own that can reach neither the page nor the network.
 * `frame.js` is the other side.
 *
 * @typedef {"ended" | "error" | "timed out" | "interrupted" | "excess" | "lost"} Ending `excess`: more
 *   solutions or steps than the bound; `lost`: the browser ended the frame
 * @typedef {{ending: Ending, message: string, line: number, solutions: number[][], steps: Int32Array[],
 *   hasSteps: boolean, seconds: number}} ProgramRun `line` is 0 if the error belongs to no line; a step has
 *   five numbers: kind, row, column, and row and column of the attacker or -1
 * @typedef {{code: string, n: number, isTraced: boolean, seconds: number}} RunRequest `isTraced`: only
 *   `steps(n)` will do
 */

/** Bounds of a run. There are 14,200 solutions for 12 queens. */
export const MAX_SOLUTIONS = 20_000;
export const MAX_STEPS = 500_000;

/** Time in which the frame must be ready, in milliseconds. */
const START_LIMIT = 20_000;

/** Time without a sign of life after which the frame is regarded as lost, in milliseconds. */
const SILENCE_LIMIT = 2500;

/** The script of the frame. @type {Promise<string> | null} */
let script = null;

/**
 * A frame without an origin, in which nothing can be loaded. Its script is inline, because a frame without an
 * origin gets no file of the page; its hash is in the policy of the page, which the frame inherits.
 */
async function sandbox() {
  script ??= fetch(new URL("./frame.js", import.meta.url)).then((response) => {
    if (!response.ok) throw new Error("The sandbox for your code cannot be loaded: reload the page.");
    return response.text();
  });
  script.catch(() => { script = null; });
  const policy = h("meta",
    { "http-equiv": "Content-Security-Policy",
      content: "default-src 'none'; script-src 'unsafe-inline'; worker-src blob:" });
  const srcdoc = `<!doctype html>${policy.outerHTML}<script>${await script}</script>`;
  return h("iframe", { sandbox: "allow-scripts", hidden: true, title: "Your code", srcdoc });
}

/**
 * Runs the code.
 * @param {RunRequest} request
 * @param {AbortSignal} signal
 * @returns {Promise<ProgramRun>}
 */
export async function runProgram({ code, n, isTraced, seconds }, signal) {
  const frame = await sandbox();
  /** @type {ProgramRun} */
  const run = { ending: "ended", message: "", line: 0, solutions: [], steps: [], hasSteps: false,
    seconds: 0 };
  if (signal.aborted) return { ...run, ending: "interrupted" };
  return new Promise((resolve) => {
    const endings = new AbortController();
    let alive = performance.now();
    let isStarted = false;
    /** @param {Ending} ending */
    const end = (ending) => {
      endings.abort();
      clearTimeout(timer);
      frame.remove();
      resolve(Object.assign(run, { ending }));
    };
    const expire = () => end(isStarted && (document.hidden || performance.now() - alive < SILENCE_LIMIT)
      ? "timed out" : "lost");
    let timer = setTimeout(expire, START_LIMIT);
    addEventListener("message", ({ source, data }) => {
      if (source !== frame.contentWindow) return;
      alive = performance.now();
      if (data.type === "ready") {
        frame.contentWindow?.postMessage({ code, n, isTraced, maxSolutions: MAX_SOLUTIONS,
          maxSteps: MAX_STEPS }, "*");
      } else if (data.type === "start" && !isStarted) {
        isStarted = true;
        clearTimeout(timer);
        timer = setTimeout(expire, seconds * 1000);
      } else if (data.type === "solutions") {
        run.solutions.push(...data.solutions);
        run.seconds = data.seconds;
      } else if (data.type === "steps") {
        run.hasSteps = true;
        run.steps.push(data.steps);
        run.seconds = data.seconds;
      } else if (data.type === "end") {
        run.seconds = data.seconds;
        end("ended");
      } else if (data.type === "error") {
        Object.assign(run, { message: data.message, line: data.line });
        end("error");
      } else if (data.type === "excess") end("excess");
      else if (data.type === "foreign") {
        run.message = "The code sent a message itself (postMessage). Return or yield the solutions.";
        end("error");
      }
    }, { signal: endings.signal });
    signal.addEventListener("abort", () => end("interrupted"), { signal: endings.signal });
    document.body.append(frame);
  });
}
