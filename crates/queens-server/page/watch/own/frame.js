/**
 * Runs a student's code: the only script of a frame of its own origin, whose policy forbids every request. The code runs in a
 * worker of that frame, which the frame ends when it sends too much; the page ends the frame at the time limit.
 *
 * Messages to the page: `ready`; `start` when the code begins; `solutions` and `steps`, in batches; `end`; `error` with the line;
 * `excess` if a bound was reached; `beat` at intervals while the frame is alive.
 *
 * @typedef {{code: string, n: number, isTraced: boolean, maxSolutions: number, maxSteps: number}} Task
 */
{
  /** Milliseconds between two signs of life. */
  const BEAT_INTERVAL = 250;

  /** Most columns of a solution that are kept. */
  const MAX_COLUMNS = 100;

  /** Numbers of a step. */
  const STEP_LENGTH = 5;

  /** Longest message of an error, in characters. */
  const MAX_ERROR_LENGTH = 500;

  /**
   * The worker's own part, which precedes the student's code. Returns the function that the last line of the worker calls.
   * @param {Omit<Task, "code">} task
   */
  const prelude = ({ n, isTraced, maxSolutions, maxSteps }) => {
    const SOLUTIONS_PER_BATCH = 1000;
    const STEPS_PER_BATCH = 10_000;
    /** Milliseconds after which a batch is sent even if it is short. */
    const BATCH_INTERVAL = 50;
    const STEP_KINDS = ["place", "reject", "remove", "solution"];
    // The code may change what is global.
    const [send, clock] = [postMessage.bind(self), performance.now.bind(performance)];
    let sent = clock();
    /** @param {boolean} isFull */
    const isDue = (isFull) => {
      if (!isFull && clock() - sent < BATCH_INTERVAL) return false;
      sent = clock();
      return true;
    };
    /** @param {string} message */
    const fail = (message) => send({ type: "error", message, line: 0 });

    /** @param {unknown} value */
    const words = (value) => {
      if (Array.isArray(value)) return `[${value.slice(0, 12).map((part) => (Array.isArray(part) ? "[...]" : String(part))).join(", ")}]`;
      if (value !== null && typeof value === "object") return `an object with the keys ${Object.keys(value).slice(0, 5).join(", ") || "(none)"}`;
      return typeof value === "function" ? "a function" : String(value).slice(0, 40);
    };

    /** @param {any} value */
    const isIterator = (value) => value !== null && typeof value === "object" && typeof value.next === "function";

    /**
     * @param {Iterable<unknown>} found
     * @param {() => number} elapsed
     */
    const sendSolutions = (found, elapsed) => {
      let [batch, count] = [/** @type {number[][]} */ ([]), 0];
      for (const solution of found) {
        count += 1;
        if (!Array.isArray(solution)) return fail(`Solution ${count} is ${words(solution)}: a solution must be a list of ${n} columns.`);
        const wrong = solution.find((column) => !Number.isInteger(column) || column < 0 || column > 1e9);
        if (wrong !== undefined || solution.includes(undefined)) return fail(`Solution ${count}, ${words(solution)}, has ${words(wrong)}: a column must be a whole number from 0 to ${n - 1}.`);
        if (count > maxSolutions) return send({ type: "excess" });
        // The code may go on with the same list.
        batch.push([...solution]);
        if (isDue(batch.length === SOLUTIONS_PER_BATCH)) {
          send({ type: "solutions", solutions: batch, seconds: elapsed() });
          batch = [];
        }
      }
      const seconds = elapsed();
      send({ type: "solutions", solutions: batch, seconds });
      send({ type: "end", seconds });
    };

    /** @param {unknown} step */
    const packed = (step) => {
      if (step === null || typeof step !== "object") return null;
      const given = /** @type {Record<string, any>} */ (step);
      const kind = STEP_KINDS.findIndex((name) => name in given);
      const isSquare = (/** @type {any} */ square) => Array.isArray(square) && square.length === 2 && square.every((at) => Number.isInteger(at) && at >= 0 && at < n);
      if (kind < 0) return null;
      if (kind === 3) return [kind, 0, 0, -1, -1];
      const square = given[STEP_KINDS[kind]];
      const attacker = given.attacker ?? [-1, -1];
      if (!isSquare(square) || (given.attacker && !isSquare(attacker))) return null;
      return [kind, ...square, ...attacker];
    };

    /**
     * @param {Iterable<unknown>} found
     * @param {() => number} elapsed
     */
    const sendSteps = (found, elapsed) => {
      let [batch, count] = [/** @type {number[]} */ ([]), 0];
      const sendBatch = () => {
        const steps = Int32Array.from(batch);
        send({ type: "steps", steps, seconds: elapsed() }, { transfer: [steps.buffer] });
        batch = [];
      };
      for (const step of found) {
        count += 1;
        const numbers = packed(step);
        if (!numbers) {
          sendBatch();
          return fail(`Step ${count} is ${words(step)}. A step is {place: [row, column]}, {reject: [row, column], attacker: [row, column]}, {remove: [row, column]} or {solution: true}, with rows and columns from 0 to ${n - 1}.`);
        }
        if (count > maxSteps) {
          sendBatch();
          return send({ type: "excess" });
        }
        batch.push(...numbers);
        if (isDue(count % STEPS_PER_BATCH === 0)) sendBatch();
      }
      sendBatch();
      send({ type: "end", seconds: elapsed() });
    };

    // Chromium names the first line for some stack overflows; the stack has the right one.
    addEventListener("error", (event) => {
      const line = event.lineno > 1 ? null : /:(\d+):\d+\)?$/m.exec(event.error?.stack ?? "");
      if (!line) return;
      event.preventDefault();
      send({ type: "error", message: event.message, line: Number(line[1]) });
    });

    send({ type: "start" });
    /** @param {{solve: any, steps: any}} code */
    return ({ solve, steps }) => {
      if (isTraced && !steps) return fail("There is no function steps(n). The template \"Steps\" has one.");
      if (!solve && !steps) return fail("There is no function solve(n) or steps(n).");
      const usesSteps = isTraced || !solve;
      const began = clock();
      const elapsed = () => (clock() - began) / 1000;
      const found = usesSteps ? steps(n) : solve(n);
      if (isIterator(found)) return usesSteps ? sendSteps(found, elapsed) : sendSolutions(found, elapsed);
      if (usesSteps) return fail(`steps(${n}) returns ${words(found)}: it must be a generator, function* steps(n).`);
      if (!Array.isArray(found)) return fail(`solve(${n}) returns ${words(found)}: it must return a list of solutions, or be a generator, function* solve(n).`);
      const seconds = elapsed();
      sendSolutions(found, () => seconds);
    };
  };

  /**
   * True if all numbers are steps on a board: kind, row, column, and row and column of the attacker or -1.
   * @param {Int32Array} steps
   * @param {number} n
   */
  const areSteps = (steps, n) => {
    if (steps.length % STEP_LENGTH !== 0) return false;
    for (let from = 0; from < steps.length; from += STEP_LENGTH) {
      const [kind, row, column, attackerRow, attackerColumn] = steps.subarray(from, from + STEP_LENGTH);
      const isSquare = row >= 0 && row < n && column >= 0 && column < n;
      const isAttacker = attackerRow >= 0 && attackerRow < n && attackerColumn >= 0 && attackerColumn < n;
      if (kind < 0 || kind > 3 || !isSquare || !(isAttacker || (attackerRow === -1 && attackerColumn === -1))) return false;
    }
    return true;
  };

  /** @param {unknown} column */
  const isColumn = (column) => Number.isInteger(column) && Number(column) >= 0;

  /**
   * A message of the worker with nothing but valid values; of type `foreign` if it has others.
   * @param {any} message
   * @param {number} n
   * @returns {any}
   */
  const checkedMessage = (message, n) => {
    const { type, seconds, solutions, steps, line } = message ?? {};
    if (type === "start" || type === "excess") return { type };
    if (type === "error") return { type, message: typeof message.message === "string" ? message.message : "", line: typeof line === "number" ? line : 0 };
    if (!Number.isFinite(seconds) || seconds < 0) return { type: "foreign" };
    if (type === "end") return { type, seconds };
    if (type === "steps" && steps instanceof Int32Array && areSteps(steps, n)) return { type, steps, seconds };
    if (type !== "solutions" || !Array.isArray(solutions) || !solutions.every(Array.isArray)) return { type: "foreign" };
    const kept = solutions.map((columns) => columns.slice(0, MAX_COLUMNS));
    return kept.every((columns) => columns.every(isColumn)) ? { type, solutions: kept, seconds } : { type: "foreign" };
  };

  /** @param {object} message */
  const report = (message) => parent.postMessage(message, "*");

  /** @param {Task} task */
  const start = ({ code, ...task }) => {
    const before = `const __run = (${prelude})(${JSON.stringify(task)});\n`;
    const after = "\n;__run({ solve: typeof solve === \"function\" && solve, steps: typeof steps === \"function\" && steps });\n";
    const firstLine = before.split("\n").length;
    const worker = new Worker(URL.createObjectURL(new Blob([before, code, after], { type: "text/javascript" })));
    let [solutions, steps, messages] = [0, 0, 0];
    // The last message of a program; later ones are dropped.
    const end = (/** @type {object} */ message) => {
      worker.terminate();
      worker.onmessage = null;
      worker.onerror = null;
      report(message);
    };
    /** @param {unknown} message @param {unknown} line of the worker; 0 if it belongs to no line */
    const endWithError = (message, line) => {
      const own = Math.max(0, Math.min(code.split("\n").length, Number(line) - firstLine + 1)) || 0;
      end({ type: "error", message: String(message).replace(/^Uncaught /, "").slice(0, MAX_ERROR_LENGTH), line: own });
    };
    worker.onmessage = ({ data }) => {
      messages += 1;
      // The code can send messages of its own, so none of them is trusted.
      const checked = checkedMessage(data, task.n);
      if (checked.type === "error") return endWithError(checked.message, checked.line);
      if (!["start", "solutions", "steps"].includes(checked.type)) return end(checked);
      solutions += checked.solutions?.length ?? 0;
      steps += (checked.steps?.length ?? 0) / STEP_LENGTH;
      if (solutions > task.maxSolutions || steps > task.maxSteps || messages > task.maxSolutions) return end({ type: "excess" });
      report(checked);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      endWithError(event.message, event.lineno);
    };
  };

  addEventListener("message", ({ source, data }) => {
    if (source === parent) start(data);
  });
  setInterval(() => report({ type: "beat" }), BEAT_INTERVAL);
  report({ type: "ready" });
}
