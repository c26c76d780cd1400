/**
 * Runs a student's code: the only script of a frame of its own origin, whose policy forbids every request.
 * The code runs in a worker of that frame, which the frame ends when it sends too much; the page ends the
 * frame at the time limit.
 *
 * Messages to the page: `ready`; `start` when the code begins; `solutions` and `steps`, in batches; `end`;
 * `error` with the line;
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

  // The functions and the class up to `prepareRun` are the worker's own part. Their texts precede the
  // student's code, in a function of their own, so they use nothing but each other.

  /** What the worker sends. */
  class WorkerOutbox {
    // The code may change what is global.
    #send = postMessage.bind(self);
    #clock = performance.now.bind(performance);
    #sent = this.#clock();
    /** Milliseconds after which a batch is sent even if it is short. */
    #batchInterval = 50;

    /**
     * @param {object} message
     * @param {StructuredSerializeOptions} [options]
     */
    send(message, options) {
      this.#send(message, options);
    }

    /** @param {string} message */
    fail(message) {
      this.#send({ type: "error", message, line: 0 });
    }

    /** True if a batch is to be sent now. @param {boolean} isFull */
    isDue(isFull) {
      if (!isFull && this.#clock() - this.#sent < this.#batchInterval) return false;
      this.#sent = this.#clock();
      return true;
    }

    /** A function that returns the seconds since now. */
    startClock() {
      const began = this.#clock();
      return () => (this.#clock() - began) / 1000;
    }
  }

  /** A value of the student's code, in words. @param {unknown} value */
  function describe(value) {
    if (Array.isArray(value)) {
      const parts = value.slice(0, 12).map((part) => (Array.isArray(part) ? "[...]" : String(part)));
      return `[${parts.join(", ")}]`;
    }
    if (value !== null && typeof value === "object") {
      return `an object with the keys ${Object.keys(value).slice(0, 5).join(", ") || "(none)"}`;
    }
    return typeof value === "function" ? "a function" : String(value).slice(0, 40);
  }

  /** @param {any} value */
  function isIterator(value) {
    return value !== null && typeof value === "object" && typeof value.next === "function";
  }

  /**
   * The reason why a value is no list of columns; empty if it is one.
   * @param {unknown} solution
   * @param {number} count the number of the solution
   * @param {number} n
   */
  function solutionFault(solution, count, n) {
    if (!Array.isArray(solution)) {
      return `Solution ${count} is ${describe(solution)}: a solution must be a list of ${n} columns.`;
    }
    const wrong = solution.find((column) => !Number.isInteger(column) || column < 0 || column > 1e9);
    if (wrong === undefined && !solution.includes(undefined)) return "";
    return `Solution ${count}, ${describe(solution)}, has ${describe(wrong)}: ` +
      `a column must be a whole number from 0 to ${n - 1}.`;
  }

  /**
   * @param {Iterable<any>} found
   * @param {Omit<Task, "code">} task
   * @param {WorkerOutbox} outbox
   * @param {() => number} elapsed
   */
  function sendSolutions(found, { n, maxSolutions }, outbox, elapsed) {
    const SOLUTIONS_PER_BATCH = 1000;
    let [batch, count] = [/** @type {number[][]} */ ([]), 0];
    for (const solution of found) {
      count += 1;
      const fault = solutionFault(solution, count, n);
      if (fault) return outbox.fail(fault);
      if (count > maxSolutions) return outbox.send({ type: "excess" });
      // The code may go on with the same list.
      batch.push([...solution]);
      if (outbox.isDue(batch.length === SOLUTIONS_PER_BATCH)) {
        outbox.send({ type: "solutions", solutions: batch, seconds: elapsed() });
        batch = [];
      }
    }
    const seconds = elapsed();
    outbox.send({ type: "solutions", solutions: batch, seconds });
    outbox.send({ type: "end", seconds });
  }

  /**
   * The numbers of a step; null if it is none.
   * @param {unknown} step
   * @param {number} n
   */
  function packStep(step, n) {
    const STEP_KINDS = ["place", "reject", "remove", "solution"];
    if (step === null || typeof step !== "object") return null;
    const given = /** @type {Record<string, any>} */ (step);
    const kind = STEP_KINDS.findIndex((name) => name in given);
    const isSide = (/** @type {any} */ at) => Number.isInteger(at) && at >= 0 && at < n;
    const isSquare = (/** @type {any} */ square) =>
      Array.isArray(square) && square.length === 2 && square.every(isSide);
    if (kind < 0) return null;
    if (kind === 3) return [kind, 0, 0, -1, -1];
    const square = given[STEP_KINDS[kind]];
    const attacker = given.attacker ?? [-1, -1];
    if (!isSquare(square) || (given.attacker && !isSquare(attacker))) return null;
    return [kind, ...square, ...attacker];
  }

  /**
   * @param {Iterable<unknown>} found
   * @param {Omit<Task, "code">} task
   * @param {WorkerOutbox} outbox
   * @param {() => number} elapsed
   */
  function sendSteps(found, { n, maxSteps }, outbox, elapsed) {
    const STEPS_PER_BATCH = 10_000;
    let [batch, count] = [/** @type {number[]} */ ([]), 0];
    const sendBatch = () => {
      const steps = Int32Array.from(batch);
      outbox.send({ type: "steps", steps, seconds: elapsed() }, { transfer: [steps.buffer] });
      batch = [];
    };
    for (const step of found) {
      count += 1;
      const numbers = packStep(step, n);
      if (!numbers) {
        sendBatch();
        return outbox.fail(`Step ${count} is ${describe(step)}. A step is {place: [row, column]}, ` +
          "{reject: [row, column], attacker: [row, column]}, {remove: [row, column]} or {solution: true}, " +
          `with rows and columns from 0 to ${n - 1}.`);
      }
      if (count > maxSteps) {
        sendBatch();
        return outbox.send({ type: "excess" });
      }
      batch.push(...numbers);
      if (outbox.isDue(count % STEPS_PER_BATCH === 0)) sendBatch();
    }
    sendBatch();
    outbox.send({ type: "end", seconds: elapsed() });
  }

  /**
   * Runs the student's functions, each of which may be missing.
   * @param {{solve: any, steps: any}} code
   * @param {Omit<Task, "code">} task
   * @param {WorkerOutbox} outbox
   */
  function runCode({ solve, steps }, task, outbox) {
    const { n, isTraced } = task;
    if (isTraced && !steps) {
      return outbox.fail("There is no function steps(n). The template \"Steps\" has one.");
    }
    if (!solve && !steps) return outbox.fail("There is no function solve(n) or steps(n).");
    const usesSteps = isTraced || !solve;
    const elapsed = outbox.startClock();
    const found = usesSteps ? steps(n) : solve(n);
    if (isIterator(found)) {
      return usesSteps ? sendSteps(found, task, outbox, elapsed)
        : sendSolutions(found, task, outbox, elapsed);
    }
    if (usesSteps) {
      return outbox.fail(
        `steps(${n}) returns ${describe(found)}: it must be a generator, function* steps(n).`);
    }
    if (!Array.isArray(found)) {
      return outbox.fail(`solve(${n}) returns ${describe(found)}: it must return a list of solutions, ` +
        "or be a generator, function* solve(n).");
    }
    const seconds = elapsed();
    sendSolutions(found, task, outbox, () => seconds);
  }

  /**
   * Prepares the worker before the student's code is read. Returns the function that its last line calls.
   * @param {Omit<Task, "code">} task
   */
  function prepareRun(task) {
    const outbox = new WorkerOutbox();
    // Chromium names the first line for some stack overflows; the stack has the right one.
    addEventListener("error", (event) => {
      const line = event.lineno > 1 ? null : /:(\d+):\d+\)?$/m.exec(event.error?.stack ?? "");
      if (!line) return;
      event.preventDefault();
      outbox.send({ type: "error", message: event.message, line: Number(line[1]) });
    });
    outbox.send({ type: "start" });
    return (/** @type {{solve: any, steps: any}} */ code) => runCode(code, task, outbox);
  }

  /** The worker's own part as text. */
  const PRELUDE = [
    WorkerOutbox, describe, isIterator, solutionFault, sendSolutions, packStep, sendSteps, runCode,
    prepareRun,
  ].join("\n");

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
      if (kind < 0 || kind > 3 || !isSquare
        || !(isAttacker || (attackerRow === -1 && attackerColumn === -1))) {
        return false;
      }
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
    if (type === "error") {
      return { type, message: typeof message.message === "string" ? message.message : "",
        line: typeof line === "number" ? line : 0 };
    }
    if (!Number.isFinite(seconds) || seconds < 0) return { type: "foreign" };
    if (type === "end") return { type, seconds };
    if (type === "steps" && steps instanceof Int32Array && areSteps(steps, n)) {
      return { type, steps, seconds };
    }
    if (type !== "solutions" || !Array.isArray(solutions) || !solutions.every(Array.isArray)) {
      return { type: "foreign" };
    }
    const kept = solutions.map((columns) => columns.slice(0, MAX_COLUMNS));
    return kept.every((columns) => columns.every(isColumn)) ? { type, solutions: kept, seconds }
      : { type: "foreign" };
  };

  /** @param {object} message */
  const report = (message) => parent.postMessage(message, "*");

  /** @param {Task} task */
  const start = ({ code, ...task }) => {
    const before = `const __run = (() => {\n${PRELUDE}\nreturn prepareRun(${JSON.stringify(task)});\n})();\n`;
    const after = "\n;__run({ solve: typeof solve === \"function\" && solve, " +
      "steps: typeof steps === \"function\" && steps });\n";
    const firstLine = before.split("\n").length;
    const worker = new Worker(
      URL.createObjectURL(new Blob([before, code, after], { type: "text/javascript" })));
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
      end({ type: "error", message: String(message).replace(/^Uncaught /, "").slice(0, MAX_ERROR_LENGTH),
        line: own });
    };
    worker.onmessage = ({ data }) => {
      messages += 1;
      // The code can send messages of its own, so none of them is trusted.
      const checked = checkedMessage(data, task.n);
      if (checked.type === "error") return endWithError(checked.message, checked.line);
      if (!["start", "solutions", "steps"].includes(checked.type)) return end(checked);
      solutions += checked.solutions?.length ?? 0;
      steps += (checked.steps?.length ?? 0) / STEP_LENGTH;
      if (solutions > task.maxSolutions || steps > task.maxSteps || messages > task.maxSolutions) {
        return end({ type: "excess" });
      }
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
