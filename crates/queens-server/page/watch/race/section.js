import { isOn, reportedElsewhere } from "../../shared/address-check.js";
import { LatestRequest, isAbort, lines as linesOf, once, reason, sizedVariants } from "../../shared/api.js";
import {
  button, choice, disable, h, modes, numberField, put, reveal, save, warningLine,
} from "../../shared/dom.js";
import { duration, grouped, table } from "../../shared/words.js";
import { Presentation } from "../presentation.js";
import { RaceBars } from "./bars.js";
import { EnginePicker } from "./engine-picker.js";
import { GrowthStudy } from "./growth.js";
import { Lockstep } from "./lockstep.js";
import { answerOf, comparisons, csv, figuresOf, whyAhead } from "./words.js";

/** @typedef {import("./words.js").Line} Line */

/** The engines of the first race. */
const DEFAULT_ENGINES = "flags,bitmask,exact-cover";

/** Number of engines that run at once: one for each processor, within the connection limit of browsers. */
const LANE_COUNT = Math.max(1, Math.min(4, navigator.hardwareConcurrency || 1));

/** The heads of the table on the screen, and of the saved one. */
const SHOWN_HEAD = ["engine", "solutions", "nodes", "checks", "time", "other figures"];
const SAVED_HEAD = ["engine", "answer", "outcome", "nodes", "checks", "seconds", "counted"];

/**
 * The part of the page with a race of engines: at full speed or in lockstep, and the growth with the board.
 */
class RacePart {
  #store;
  #say;
  /** @type {any[]} */
  #engines = [];
  /** @type {string[]} */
  #chosen = [];
  #n = 8;
  #kind = "queens";
  #isLockstep = false;
  /** The settings of the race that runs or has run; empty if there is none. */
  #raced = "";
  #racing = new LatestRequest();
  /** The results. @type {Line[]} */
  #lines = [];
  /** The engines without a result, with the reason. @type {[string, string][]} */
  #skipped = [];
  /**
   * The progress of the running engines.
   * @type {Map<string, {nodes: number, checks: number, seconds: number}>}
   */
  #running = new Map();
  /** @type {string[]} */
  #waiting = [];

  #variant = choice("Variant", (v) => this.#set({ v: v === "queens" ? "" : v }), [["queens", "queens"]]);
  #size = numberField("Size", 1, 32, (n) => this.#set({ n }));
  #unknown = warningLine();
  #picker = new EnginePicker((ids) => this.#set({ m: ids.join() || "none" }));
  #mode = modes("Race mode", [["real", "Real time"], ["lockstep", "Lockstep"]],
    (to) => this.#store.patch({ l: to === "lockstep" ? "1" : "" }));
  #modeWords = h("p", { class: "small" });
  #go = button("Start the race", () => this.#pressStart(), { class: "main start" });
  #stop = button("Stop", () => this.#halt(), { class: "stop", hidden: true });
  #buttons = h("div", { class: "row" }, this.#go, this.#stop);
  #statusLine = h("p", { class: "small", role: "status" });
  #title = h("h2", { class: "race-title" });
  #lockstep = new Lockstep();
  #why = h("div", { class: "verdict why" });
  #bars = new RaceBars();
  #result = h("div", { class: "result bars", tabindex: 0, role: "region", "aria-label": "Results" });
  #saves = h("div", { class: "row saves", hidden: true },
    button("Save the table (CSV)", () => this.#saveTable()));
  /** What a race at full speed shows. */
  #fullSpeed = h("div", {}, this.#why, this.#bars.element, this.#result, this.#saves);
  #growth = new GrowthStudy({
    engines: () => this.#chosen,
    variant: () => this.#kind,
    state: (text) => this.#showState(text),
  });

  element = h("div", { class: "split turned race slide" },
    h("div", { class: "side" }, h("div", { class: "row" }, this.#size.element, this.#variant.element),
      this.#mode.element, this.#modeWords, this.#buttons, this.#statusLine, this.#unknown.element,
      this.#picker.element),
    h("div", {}, this.#title, this.#lockstep.element, this.#fullSpeed, this.#growth.element));
  #present = new Presentation(this.element, {
    change: (isOn) => this.#store.patch({ present: isOn ? "1" : "" }, isOn),
    step: (by) => this.#step(by),
    drawn: () => {},
  });
  settings = {
    m: reportedElsewhere, n: reportedElsewhere, v: reportedElsewhere, l: isOn, go: isOn, present: isOn,
  };
  ready = Promise.all([once("engines"), sizedVariants()]).then(([found, variants]) => {
    this.#engines = found.engines.filter((/** @type {any} */ { finds }) => finds !== "special");
    this.#variant.offer(variants);
    this.#picker.offer(this.#engines);
  });

  /** @param {import("../../main.js").App} app */
  constructor({ store, say }) {
    this.#store = store;
    this.#say = say;
    this.#buttons.append(this.#present.button);
  }

  /**
   * Changes settings; the next race starts on demand.
   * @param {import("../../shared/store.js").Query} changes
   */
  #set(changes) {
    this.#store.patch({ ...changes, go: "" });
  }

  #pressStart() {
    this.#raced = "";
    this.#store.patch({ go: "1" });
    reveal(this.#isLockstep ? this.#lockstep.element : this.#why, "start");
  }

  /** A step of a presentation; without steps it starts the race. @param {number} by */
  #step(by) {
    if (this.#isLockstep && this.#raced !== "") this.#lockstep.step(by);
    else if (by > 0) this.#go.click();
  }

  /** Shows what is running; the empty text if nothing is. @param {string} text */
  #showState(text) {
    put(this.#statusLine, text);
    this.#stop.hidden = text === "";
  }

  /** Stops everything that is running. The results so far stay. */
  #halt() {
    this.#racing.stop();
    this.#growth.stop();
    this.#lockstep.pause();
    for (const engine of [...this.#running.keys(), ...this.#waiting]) {
      this.#skipped.push([engine, "was stopped before it finished."]);
    }
    [this.#running, this.#waiting] = [new Map(), []];
    this.#showResults();
    this.#showState("");
  }

  /** Drops the results: they belong to other settings. */
  #forget() {
    this.#racing.stop();
    this.#lockstep.clear();
    this.#raced = "";
    [this.#lines, this.#skipped, this.#running, this.#waiting] = [[], [], new Map(), []];
    this.#showResults();
    this.#showState("");
  }

  /** Runs the engines at full speed, as many at once as there are lanes. */
  async #start() {
    const signal = this.#racing.next();
    this.#waiting = [...this.#chosen];
    // Room for the sentences, so that the bars stay where they are.
    this.#why.style.setProperty("--others", String(comparisons(this.#chosen.length) - 1));
    this.#showResults();
    await Promise.all(Array.from({ length: LANE_COUNT }, () => this.#runLane(signal)));
    if (signal.aborted) return;
    this.#showState("");
    this.#say(whyAhead(this.#lines)[0] ?? "The race is over.");
  }

  /** Runs waiting engines, one after the other. @param {AbortSignal} signal */
  async #runLane(signal) {
    for (let engine = this.#waiting.shift(); engine !== undefined; engine = this.#waiting.shift()) {
      this.#running.set(engine, { nodes: 0, checks: 0, seconds: 0 });
      const verb = this.#running.size > 1 ? "are" : "is";
      this.#showState(`${[...this.#running.keys()].join(", ")} ${verb} running ...`);
      try {
        await this.#runEngine(engine, signal);
      } catch (error) {
        if (isAbort(error)) return;
        this.#skipped.push([engine, `did not run: ${reason(error)}`]);
      }
      this.#running.delete(engine);
      this.#showResults();
    }
  }

  /**
   * Runs an engine, with its progress, to its result.
   * @param {string} engine
   * @param {AbortSignal} signal
   */
  async #runEngine(engine, signal) {
    const problem = `${this.#kind} ${this.#n}`;
    for await (const line of linesOf("race", { problem, engine }, signal)) {
      if (line.detail) throw new Error(line.detail);
      if (line.engines) {
        this.#lines.push(...line.engines);
        for (const { engine, why } of line.skipped) this.#skipped.push([engine, `did not run: ${why}`]);
      } else {
        this.#running.set(engine, line);
        this.#showResults();
      }
    }
  }

  #showResults() {
    const sorted = [...this.#lines].sort((a, b) => a.seconds - b.seconds);
    const running = [...this.#running].map(([engine, line]) => ({ engine, ...line }));
    const waiting = this.#waiting.map((engine) => ({ engine }));
    put(this.#why, ...whyAhead(this.#lines).map((sentence) => h("p", {}, sentence)));
    this.#bars.show([...sorted, ...running, ...waiting]);

    const cells = (/** @type {any} */ line) => [
      grouped(line.nodes), grouped(line.checks), duration(line.seconds),
    ];
    const rows = [
      ...sorted.map((line) => [
        line.engine, answerOf(line), ...cells(line), h("span", { class: "small" }, figuresOf(line)),
      ]),
      ...running.map((line) => [line.engine, "...", ...cells(line), ""]),
      ...waiting.map(({ engine }) => [engine, "waiting", "", "", "", ""]),
    ];
    const caption = `Engines on ${this.#kind} ${this.#n}`;
    put(this.#result,
      rows.length > 0 && table(caption, SHOWN_HEAD, rows, [false, true, true, true, true]),
      ...this.#skipped.map(([engine, words]) => h("p", { class: "small" }, `${engine} ${words}`)));
    this.#saves.hidden = this.#lines.length === 0;
  }

  #saveTable() {
    const rows = this.#lines.map((line) => [
      line.engine, line.solutions, line.outcome, line.nodes, line.checks, line.seconds, figuresOf(line),
    ]);
    save(`race-${this.#kind}-${this.#n}.csv`, "text/csv", csv([SAVED_HEAD, ...rows]));
  }

  #startLockstep() {
    this.#racing.stop();
    this.#showState("");
    const hasSteps = (/** @type {string} */ id) =>
      this.#engines.find((entry) => entry.id === id).idea.length > 0;
    this.#lockstep.begin(this.#chosen.filter(hasSteps), this.#kind, this.#n);
    this.#skipped = [];
    const silent = this.#chosen.filter((id) => !hasSteps(id));
    if (silent.length === 0) return;
    const verb = silent.length > 1 ? "report" : "reports";
    put(this.#statusLine, `${silent.join(", ")} ${verb} no steps and can only be raced in real time.`);
  }

  /** @param {import("../../shared/store.js").Query} query */
  update(query) {
    this.#present.set(query.present === "1");
    this.#kind = this.#variant.take(query.v, "queens");
    this.#n = this.#size.take(query.n, 8);
    this.#choose((query.m || DEFAULT_ENGINES).split(","));
    this.#showMode(query.l === "1");
    const asked = [this.#kind, this.#n, this.#chosen, this.#isLockstep].join();
    if (this.#raced !== "" && asked !== this.#raced) this.#forget();
    this.#growth.forgetOthers(this.#kind);
    if (query.go && asked !== this.#raced) {
      this.#forget();
      this.#raced = asked;
      if (this.#isLockstep) this.#startLockstep();
      else this.#start();
    }
  }

  /** Chooses the engines of the race. @param {string[]} asked */
  #choose(asked) {
    this.#chosen = asked.filter((id) => this.#engines.some((entry) => entry.id === id));
    const others = asked.filter((id) => !this.#chosen.includes(id) && id !== "none");
    const names = others.join(", ").slice(0, 80);
    this.#unknown.show(others.length > 0 ? `${names}: there is no such engine to race.` : "");
    this.#picker.show(this.#chosen);
    put(this.#title, `${this.#kind} ${this.#n}: ${this.#chosen.join(", ") || "no engine"}`);
    disable(this.#go, this.#chosen.length === 0 ? "No engine is chosen" : "");
  }

  /** @param {boolean} isLockstep */
  #showMode(isLockstep) {
    this.#isLockstep = isLockstep;
    this.#mode.set(isLockstep ? "lockstep" : "real");
    const lanes = LANE_COUNT === 1 ? "one after the other" : `${LANE_COUNT} at once`;
    put(this.#modeWords, isLockstep ? "One node of each engine at a time, on boards that you can watch."
      : `Each engine at full speed, ${lanes}.`);
    this.#lockstep.element.hidden = !isLockstep;
    this.#fullSpeed.hidden = isLockstep;
  }

  leave() {
    this.#halt();
    this.#present.set(false);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return this.#present.key(event) || (this.#isLockstep && this.#lockstep.key(event));
  }
}

/**
 * @param {import("../../main.js").App} app
 * @returns {import("../../main.js").Part}
 */
export const create = (app) => new RacePart(app);
