import { ask, isAbort, reason } from "../shared/api.js";

/**
 * A variable of an engine.
 * @typedef {{name: string, kind: "number" | "index" | "indices" | "text" | "flags" | "bits" | "list", value:
 *   any}} Variable
 */

/** Steps of a window: variables are fetched for this many steps around the current one. */
const WINDOW_STEPS = 250;
/** Steps before a window that are fetched with it: an engine may change nothing for that many steps. */
const LEAD_STEPS = 100;
/** The largest number of windows that are kept. */
const MAX_WINDOWS = 8;

/** The variables after each step of a trace, fetched window by window, one request at a time. */
export class StateWindows {
  /**
   * The variables after each step from a first one on, the oldest window first.
   * @type {{from: number, states: Variable[][]}[]}
   */
  #windows = [];
  #isFetching = false;
  #controller = new AbortController();
  #problem;
  #arrived;
  /** The reason why there are no variables for the step of the last request, or "". */
  failure = "";
  /** The step whose request failed; another step tries again. */
  #failedStep = 0;

  /**
   * @param {Record<string, unknown>} problem of the requests
   * @param {() => void} arrived called when a window has arrived
   */
  constructor(problem, arrived) {
    this.#problem = problem;
    this.#arrived = arrived;
  }

  close() {
    this.#controller.abort();
  }

  /**
   * The variables after a step, counted from 1; null if they are not there yet, which fetches them.
   * @param {number} step
   */
  at(step) {
    const found = this.#windows.find(({ from, states }) => step > from && step <= from + states.length);
    if (found) return found.states[step - found.from - 1];
    const start = Math.floor((step - 1) / WINDOW_STEPS) * WINDOW_STEPS;
    // The server ends a window early if its variables are large.
    const isShort = this.#windows.some(({ from }) => from === start);
    this.#fetch(step, Math.max(0, isShort ? step - 2 : start));
    return null;
  }

  /**
   * @param {number} step
   * @param {number} from the number of steps before the window
   */
  async #fetch(step, from) {
    if (this.#isFetching || step === this.#failedStep) return;
    this.#isFetching = true;
    try {
      const lead = Math.min(LEAD_STEPS, from);
      const body = { ...this.#problem, from: from - lead, limit: WINDOW_STEPS + lead, state: true };
      const page = await ask("trace", body, this.#controller.signal);
      /** @type {Variable[]} */
      let last = [];
      const states = page.steps.map((/** @type {any} */ step) => (last = step.state ?? last)).slice(lead);
      if (states.length === 0) throw new Error("There are no variables for these steps.");
      [this.failure, this.#failedStep] = ["", 0];
      this.#windows.push({ from, states });
      if (this.#windows.length > MAX_WINDOWS) this.#windows.shift();
    } catch (error) {
      if (isAbort(error)) return;
      [this.failure, this.#failedStep] = [reason(error), step];
    }
    this.#isFetching = false;
    this.#arrived();
  }
}
