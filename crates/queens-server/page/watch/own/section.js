import { reportedElsewhere } from "../../shared/address-check.js";
import { LatestRequest, isAbort, once, reason } from "../../shared/api.js";
import { button, choice, copyText, h, numberField, put, reveal, save } from "../../shared/dom.js";
import { linkTo } from "../../shared/store.js";
import { grouped } from "../../shared/words.js";
import { MAX_SIZE, checkProgram, checkTable, whyEnded } from "./check.js";
import { OwnDiagnosis } from "./diagnosis.js";
import { CodeEditor } from "./editor.js";
import { OwnCode } from "./kept.js";
import { MAX_CODE_LENGTH, packCode, unpackCode } from "./link.js";
import { RACE_NOTE, raceTable, raceWords, runRival } from "./race.js";
import { RivalChoice } from "./rivals.js";
import { runProgram } from "./run.js";
import { OwnStage } from "./stage.js";
import { TEMPLATES } from "./templates.js";
import { OwnTrace } from "./trace.js";

/** Time limits of a run in seconds. @type {[string, string][]} */
const LIMITS = [["1", "1 s"], ["5", "5 s"], ["20", "20 s"]];

/** The types of files that can be opened. */
const FILE_TYPES = ".js,.mjs,.txt,text/javascript,text/plain";

/** @param {string} label */
const resultBlock = (label) =>
  h("div", { class: "result", tabindex: 0, role: "region", "aria-label": label, hidden: true });

/** The part of the page that checks, plays and races a program of the student. */
class OwnPart {
  #store;
  #say;
  #own = new OwnCode((isConflict) => this.#follow(isConflict));
  #n = 8;
  /** Time limit of a run in seconds. */
  #limit = 5;
  #running = new LatestRequest();
  /** The signal of the action that began last. @type {AbortSignal | null} */
  #current = null;
  #stage;

  #editor = new CodeEditor({
    change: (code) => {
      this.#own.edit(code);
      this.#outdate();
    },
    run: () => this.#check(),
    open: (file) => this.#openFile(file),
  });
  #size = numberField("Size n", 1, MAX_SIZE, (text) => this.#store.patch({ n: text }));
  #time = choice("Time limit", (value) => this.#store.patch({ t: value === "5" ? "" : value }), LIMITS);
  #checkButton = button("Check", () => this.#check(), { class: "main" });
  #stop = button("Stop", () => this.#running.stop(), { hidden: true });
  #previous = button("Previous code", () => this.#replace(this.#own.previous, true), { class: "quiet" });
  #statusLine = h("p", { class: "small", role: "status" });
  #outcome = h("p", { class: "verdict own-outcome" });
  #errorLine = h("p", { class: "bad", role: "alert" });
  #file = h("input", { type: "file", accept: FILE_TYPES, hidden: true, change: () => this.#openChosen() });
  #help = h("ul", { class: "small own-help" },
    h("li", {}, "Check runs the code for each size and verifies its solutions: valid, distinct, complete."),
    h("li", {}, "Play the steps shows what steps(n) yields, forward and backward."),
    h("li", {}, "Race compares its time with those of engines."));
  #diagnosis = new OwnDiagnosis();
  #checks = resultBlock("Check");
  #raced = resultBlock("Race");
  #rivals = new RivalChoice((ids) => this.#store.patch({ m: ids.join() || "none" }));
  element;
  settings = {
    n: reportedElsewhere, t: reportedElsewhere, c: reportedElsewhere,
    m: (/** @type {string} */ ids) => this.#rivals.fault(ids),
  };
  ready = once("engines").then(({ engines }) => this.#rivals.offer(engines));

  /** @param {import("../../main.js").App} app */
  constructor({ store, say }) {
    this.#store = store;
    this.#say = say;
    this.#stage = new OwnStage(say);
    this.element = h("div", { class: "own" }, this.#writing(), this.#runs());
    this.#showCode();
  }

  /** The code, with what fills and saves it. */
  #writing() {
    const templates = TEMPLATES.map(([id, name, code]) =>
      button(name, () => this.#replace(code), { "data-template": id }));
    return h("div", { class: "own-left" },
      h("p", {}, "Write a program for n queens in JavaScript: ", h("code", {}, "solve(n)"),
        " returns a list of solutions or yields them, or ", h("code", {}, "steps(n)"), " yields steps.",
        " It runs in this browser only, without access to the page or the network."),
      h("div", { class: "row", role: "group", "aria-label": "Start from a template" },
        h("span", { class: "own-label" }, "Start from"), ...templates, this.#previous),
      this.#editor.element, this.#errorLine,
      h("div", { class: "row" },
        button("Copy link", () => this.#copyLink()),
        button("Save file", () => save("queens.js", "text/javascript", this.#editor.code)),
        button("Open file", () => this.#file.click()), this.#file));
  }

  /** The ways to run the code, and their results. */
  #runs() {
    return h("div", { class: "own-runs" },
      h("div", { class: "row" }, this.#size.element, this.#time.element, this.#checkButton,
        button("Play the steps", () => this.#play()), button("Race", () => this.#race()), this.#stop),
      this.#rivals.element, this.#help, this.#statusLine, this.#outcome, this.#diagnosis.element, this.#checks,
      this.#stage.element,
      this.#raced);
  }

  /**
   * Shows other code. The code that it replaces is kept, if there are changes in it.
   * @param {string} code
   * @param {boolean} [isSwap] true to keep it in any case
   */
  #replace(code, isSwap = false) {
    if (code === this.#own.code) return;
    this.#own.replace(code, isSwap);
    this.#showCode();
    this.#clear();
  }

  #showCode() {
    if (this.#editor.code !== this.#own.code) this.#editor.set(this.#own.code);
    this.#previous.hidden = this.#own.previous === "";
  }

  /**
   * Shows what another window has made of the code.
   * @param {boolean} isConflict true if this window has changed it, too
   */
  #follow(isConflict) {
    const isChanged = this.#editor.code !== this.#own.code;
    this.#showCode();
    if (isChanged) this.#outdate();
    if (isConflict) {
      put(this.#statusLine, "Another window has changed the code, too: Previous code shows its program.");
    } else if (isChanged) put(this.#statusLine, "The code was changed in another window.");
  }

  /** Marks the results as those of other code. */
  #outdate() {
    if (this.#outcome.textContent) put(this.#outcome, "The code has changed since the last run.");
    for (const block of [this.#diagnosis.element, this.#checks, this.#raced, this.#stage.element]) block.classList.add("outdated");
    this.#outcome.dataset.verdict = "";
    put(this.#errorLine);
  }

  /** Drops the results. */
  #clear() {
    this.#running.stop();
    for (const block of [this.#checks, this.#raced]) block.hidden = true;
    this.#diagnosis.clear();
    this.#stage.clear();
    for (const line of [this.#statusLine, this.#outcome, this.#errorLine]) put(line);
  }

  #openChosen() {
    if (this.#file.files?.[0]) this.#openFile(this.#file.files[0]);
    this.#file.value = "";
  }

  /** @param {File} chosen */
  async #openFile(chosen) {
    const code = chosen.size <= MAX_CODE_LENGTH ? await chosen.text() : "";
    const limit = grouped(MAX_CODE_LENGTH);
    if (code) this.#replace(code.replaceAll("\r\n", "\n"));
    else if (chosen.size) put(this.#errorLine, `${chosen.name} is too long: the limit is ` +
      `${limit} characters.`);
    else put(this.#errorLine, `${chosen.name} is empty.`);
  }

  /** The settings of a link, with the code; null if it is too long. */
  async linked() {
    const packed = await packCode(this.#editor.code);
    return packed === null ? null : { ...this.#store.view.query, c: packed };
  }

  async #copyLink() {
    const query = await this.linked();
    if (query === null) return put(this.#errorLine, "The code is too long for a link. Save it as a file.");
    const link = linkTo({ part: "own", query });
    put(this.#statusLine, await copyText(link, "The link is copied. It contains the code."));
  }

  /**
   * Runs an action until it ends or another one starts.
   * @param {(signal: AbortSignal) => Promise<void>} action
   */
  async #run(action) {
    const signal = this.#running.next();
    this.#current = signal;
    this.#editor.mark(0);
    put(this.#errorLine);
    put(this.#statusLine);
    this.#help.hidden = true;
    this.#stop.hidden = false;
    try {
      await action(signal);
    } catch (error) {
      if (!isAbort(error)) put(this.#errorLine, reason(error));
    }
    // Another action may have begun.
    if (signal !== this.#current) return;
    this.#stop.hidden = true;
    if (signal.aborted) put(this.#statusLine, "Stopped.");
  }

  /**
   * Shows the line and the message of an error beside the code.
   * @param {string} message
   * @param {number} line 0 if it belongs to no line
   */
  #showError(message, line) {
    this.#editor.mark(line);
    const goTo = button(`Line ${line}`, () => this.#editor.goTo(line), { class: "quiet" });
    if (line) put(this.#errorLine, goTo, `: ${message}`);
    else put(this.#errorLine, message);
  }

  #check() {
    return this.#run(async (signal) => {
      this.#checks.classList.remove("outdated");
      this.#checks.hidden = false;
      put(this.#checks);
      put(this.#outcome);
      this.#diagnosis.clear();
      this.#diagnosis.element.classList.remove("outdated");
      reveal(this.#statusLine, "start");
      const rows = await this.#checkSizes(signal);
      if (!rows) return;
      this.#showOutcome(rows);
      await this.#diagnosis.show(rows, signal);
    });
  }

  /**
   * Checks the code for all sizes up to n, or to one that fails; null if it was interrupted.
   * @param {AbortSignal} signal
   */
  async #checkSizes(signal) {
    /** @type {import("./check.js").ProgramCheck[]} */
    const rows = [];
    for (let size = 1; size <= this.#n; size++) {
      put(this.#statusLine, `Running n = ${size} ...`);
      const row = await checkProgram(this.#editor.code, size, this.#limit, signal);
      if (row.verdict === "interrupted") return null;
      rows.push(row);
      put(this.#checks, checkTable(rows));
      // Larger sizes would fail in the same way, and only cost time.
      if (row.verdict === "failed" || row.verdict === "timed out") break;
    }
    return rows;
  }

  /** @param {import("./check.js").ProgramCheck[]} rows */
  #showOutcome(rows) {
    const bad = rows.find(({ verdict }) => verdict !== "correct");
    put(this.#statusLine);
    this.#outcome.dataset.verdict = bad ? "bad" : "one";
    if (bad) {
      const where = bad.line ? `Line ${bad.line}: ` : "";
      put(this.#outcome, `n = ${bad.n}: ${bad.verdict}. ${where}${bad.why}`);
    } else put(this.#outcome, `Correct for ${this.#sizes()}.`);
    if (bad?.line) this.#showError(bad.why, bad.line);
    else this.#say(this.#outcome.textContent ?? "");
  }

  /** The sizes of a check, in words. */
  #sizes() {
    return this.#n === 1 ? "n = 1" : `n = 1 to ${this.#n}`;
  }

  #play() {
    return this.#run(async (signal) => {
      const size = this.#n;
      put(this.#statusLine, `Running steps(${size}) ...`);
      const task = { code: this.#editor.code, n: size, isTraced: true, seconds: this.#limit };
      const result = await runProgram(task, signal);
      if (result.ending === "interrupted") return;
      put(this.#statusLine);
      const trace = new OwnTrace(result.steps, size);
      const why = whyEnded(result, this.#limit);
      const { fault } = trace;
      const end = fault ? `Step ${grouped(fault.step)} is wrong: ${fault.reason}.` : why;
      if (result.ending === "error") this.#showError(why, result.line);
      else if (end) put(this.#errorLine, end);
      if (trace.length === 0 && result.steps.length === 0) return;
      this.#stage.show(trace, size, end);
      reveal(this.#stage.element, "start");
      this.#say(`${grouped(trace.length)} steps. ${this.#stage.sentence}`);
    });
  }

  #race() {
    return this.#run(async (signal) => {
      const size = this.#n;
      this.#raced.hidden = false;
      this.#raced.classList.remove("outdated");
      put(this.#raced);
      put(this.#statusLine, "Your code is running ...");
      const own = await checkProgram(this.#editor.code, size, this.#limit, signal);
      if (own.verdict === "interrupted") return;
      if (own.verdict === "failed") {
        this.#raced.hidden = true;
        put(this.#statusLine);
        return this.#showError(own.why, own.line);
      }
      const isWhole = own.verdict !== "timed out";
      const seconds = isWhole ? own.seconds : this.#limit;
      const first = { name: "your code", solutions: own.found, seconds, isOwn: true, isWhole,
        verdict: own.verdict };
      await this.#raceRivals(first, size, signal);
    });
  }

  /**
   * Runs the engines after the own program, and shows every result as it comes.
   * @param {import("./race.js").RaceLine} own
   * @param {number} size
   * @param {AbortSignal} signal
   */
  async #raceRivals(own, size, signal) {
    const lines = [own];
    /** @type {string[]} */
    const skipped = [];
    this.#showRace(lines, skipped, size);
    for (const engine of this.#rivals.chosen) {
      put(this.#statusLine, `${engine} is running ...`);
      try {
        lines.push(await runRival(engine, size, signal));
      } catch (error) {
        if (isAbort(error)) return;
        skipped.push(`${engine} did not run: ${reason(error)}`);
      }
      this.#showRace(lines, skipped, size);
    }
    put(this.#statusLine);
    reveal(this.#raced, "start");
    this.#say(raceWords(lines).join(" "));
  }

  /**
   * @param {import("./race.js").RaceLine[]} lines
   * @param {string[]} skipped why engines did not run
   * @param {number} size
   */
  #showRace(lines, skipped, size) {
    put(this.#raced, h("h2", {}, `Race on ${size} queens`), raceTable(lines, size),
      ...raceWords(lines).map((words) => h("p", {}, words)),
      ...skipped.map((words) => h("p", { class: "small" }, words)), h("p", { class: "small" }, RACE_NOTE));
  }

  /** @param {import("../../shared/store.js").Query} query */
  async update(query) {
    this.#n = this.#size.take(query.n, 8);
    this.#limit = Number(this.#time.take(query.t, "5"));
    put(this.#checkButton, `Check ${this.#sizes()}`);
    this.#rivals.take(query.m);
    if (query.c) await this.#loadLink(query.c);
  }

  /** Loads the code of a link. @param {string} packed */
  async #loadLink(packed) {
    const code = await unpackCode(packed);
    // The code is kept on the device now, and the address stays short.
    this.#store.patch({ c: "" });
    if (code === null) put(this.#errorLine, "The link has no code that can be read.");
    else {
      this.#replace(code);
      put(this.#statusLine, "The code of the link is loaded. Read it before you run it.");
    }
  }

  leave() {
    this.#running.stop();
    this.#stage.pause();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return this.#stage.key(event);
  }
}

/**
 * @param {import("../../main.js").App} app
 * @returns {import("../../main.js").Part}
 */
export const create = (app) => new OwnPart(app);
