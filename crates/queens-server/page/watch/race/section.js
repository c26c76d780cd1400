import { isOn, reportedElsewhere } from "../../shared/address-check.js";
import { LatestRequest, ask, isAbort, lines as linesOf, once, reason, sizedVariants } from "../../shared/api.js";
import { button, choice, h, warningLine, modes, numberField, put, reveal, save } from "../../shared/dom.js";
import { EnginePicker } from "./engine-picker.js";
import { plot, standalone } from "./plot.js";
import { Presentation } from "../presentation.js";
import { RaceBars } from "./bars.js";
import { Lockstep } from "./lockstep.js";
import { answerOf, csv, figuresOf, whyAhead } from "./words.js";
import { duration, grouped, table } from "../../shared/words.js";

/** @typedef {import("./words.js").Line} Line */

/** The engines of the first race. */
const DEFAULT_ENGINES = "flags,bitmask,exact-cover";

/** Number of engines that run at once: one for each processor, within the connection limit of browsers. */
const LANE_COUNT = Math.max(1, Math.min(4, navigator.hardwareConcurrency || 1));

/** The figures that can be plotted: id, name, unit. @type {[string, string, string][]} */
const PLOT_FIGURES = [["seconds", "Time", "seconds"], ["nodes", "Nodes", "nodes"], ["checks", "Checks", "checks"]];

/**
 * @param {import("../../main.js").App} app
 * @returns {import("../../main.js").Part}
 */
export function create({ store, say }) {
  /** @type {any[]} */
  let engines = [];
  /** @type {string[]} */
  let chosen = [];
  /** @type {Line[]} */
  let lines = [];
  /** The measured growth, and its variant. @type {{engine: string, points: any[]}[]} */
  let series = [];
  let grown = "";
  /** The engines without a result, with the reason. @type {[string, string][]} */
  let skipped = [];
  /** The progress of the running engines. @type {Map<string, {nodes: number, checks: number, seconds: number}>} */
  let running = new Map();
  /** @type {string[]} */
  let waiting = [];
  let isLockstep = false;
  let [n, kind, figure, run] = [8, "queens", "seconds", ""];
  let [from, to] = [4, 10];
  const race = new LatestRequest();
  const study = new LatestRequest();

  const variant = choice("Variant", (v) => set({ v: v === "queens" ? "" : v }), [["queens", "queens"]]);
  const size = numberField("Size", 1, 32, (n) => set({ n }));
  const unknown = warningLine();
  const picker = new EnginePicker((ids) => set({ m: ids.join() || "none" }));
  const mode = modes("Race mode", [["real", "Real time"], ["lockstep", "Lockstep"]], (to) => store.patch({ l: to === "lockstep" ? "1" : "" }));
  const go = button("Start the race", () => { run = ""; store.patch({ go: "1" }); reveal(isLockstep ? lockstep.element : why, "start"); }, { class: "main start" });
  const stop = button("Stop", halt, { class: "stop", hidden: true });
  const lockstep = new Lockstep();
  const statusLine = h("p", { class: "small", role: "status" });
  const result = h("div", { class: "result bars", tabindex: 0, role: "region", "aria-label": "Results" });
  const bars = new RaceBars();
  const modeWords = h("p", { class: "small" });
  const why = h("div", { class: "verdict why" });
  const saves = h("div", { class: "row saves", hidden: true }, button("Save the table (CSV)", () => save(`race-${kind}-${n}.csv`, "text/csv", csv([
    ["engine", "answer", "outcome", "nodes", "checks", "seconds", "counted"],
    ...lines.map((line) => [line.engine, line.solutions, line.outcome, line.nodes, line.checks, line.seconds, figuresOf(line)])]))));
  const lower = numberField("From n", 1, 30, (text) => { from = lower.take(text, from); });
  const upper = numberField("to n", 2, 32, (text) => { to = upper.take(text, to); });
  [lower.input.value, upper.input.value] = [String(from), String(to)];
  const grow = button("Measure growth", measure);
  const which = modes("Figure", PLOT_FIGURES.map(([id, name]) => [id, name]), (to) => { figure = to; drawPlot(); });
  const picture = h("div", {});
  const plotted = h("div", { hidden: true }, which.element, picture, h("div", { class: "row" },
    button("Save the plot (SVG)", () => { const svg = picture.querySelector("svg"); if (svg) save(`growth-${grown}.svg`, "image/svg+xml", standalone(svg)); }),
    button("Save the data (CSV)", () => save(`growth-${grown}.csv`, "text/csv", csv([["engine", "n", "solutions", "nodes", "checks", "seconds"],
      ...series.flatMap(({ engine, points }) => points.map((point) => [engine, point.size, point.solutions, point.nodes, point.checks, point.seconds]))])))));

  const title = h("h2", { class: "race-title" });
  const buttons = h("div", { class: "row" }, go, stop);
  const element = h("div", { class: "split turned race slide" },
    h("div", { class: "side" }, h("div", { class: "row" }, size.element, variant.element), mode.element, modeWords, buttons, statusLine, unknown.element, picker.element),
    h("div", {}, title, lockstep.element, h("div", {}, why, bars.element, result, saves), h("section", { class: "growth" },
      h("h2", {}, "Growth with the board"),
      h("p", { class: "small" }, "Runs each selected engine on every size, now and on this machine."),
      h("div", { class: "row" }, lower.element, upper.element, grow), plotted)));
  const present = new Presentation(element, {
    change: (isOn) => store.patch({ present: isOn ? "1" : "" }, isOn),
    // Without steps the key starts the race.
    step: (by) => (isLockstep && run !== "" ? lockstep.step(by) : by > 0 && go.click()),
    drawn: () => {},
  });
  buttons.append(present.button);

  const ready = Promise.all([once("engines"), sizedVariants()]).then(([found, variants]) => {
    engines = found.engines.filter((/** @type {any} */ { finds }) => finds !== "special");
    variant.offer(variants);
    picker.offer(engines);
  });

  /**
   * Changes settings; the next race starts on demand.
   * @param {import("../../shared/store.js").Query} changes
   */
  function set(changes) {
    store.patch({ ...changes, go: "" });
  }

  /** @param {string} text */
  function state(text) {
    put(statusLine, text);
    stop.hidden = text === "";
  }

  /** Stops everything that is running. The results so far stay. */
  function halt() {
    race.stop();
    study.stop();
    lockstep.pause();
    skipped.push(...[...running.keys(), ...waiting].map((engine) => /** @type {[string, string]} */ ([engine, "was stopped before it finished."])));
    [running, waiting] = [new Map(), []];
    show();
    state("");
  }

  /** Drops the results: they belong to other settings. */
  function forget() {
    race.stop();
    lockstep.clear();
    run = "";
    [lines, skipped, running, waiting] = [[], [], new Map(), []];
    show();
    state("");
  }

  /** Runs the engines at full speed, as many at once as there are lanes. */
  async function start() {
    const signal = race.next();
    const problem = `${kind} ${n}`;
    waiting = [...chosen];
    show();
    const lane = async () => {
      for (let engine = waiting.shift(); engine !== undefined; engine = waiting.shift()) {
        running.set(engine, { nodes: 0, checks: 0, seconds: 0 });
        state(`${[...running.keys()].join(", ")} ${running.size > 1 ? "are" : "is"} running ...`);
        try {
          for await (const line of linesOf("race", { problem, engine }, signal)) {
            if (line.detail) throw new Error(line.detail);
            if (line.engines) {
              lines.push(...line.engines);
              skipped.push(...line.skipped.map((/** @type {any} */ entry) => [entry.engine, `did not run: ${entry.why}`]));
            } else running.set(engine, line);
            if (!line.engines) show();
          }
        } catch (error) {
          if (isAbort(error)) return;
          skipped.push([engine, `did not run: ${reason(error)}`]);
        }
        running.delete(engine);
        show();
      }
    };
    await Promise.all(Array.from({ length: LANE_COUNT }, lane));
    if (signal.aborted) return;
    state("");
    say(whyAhead(lines)[0] ?? "The race is over.");
  }

  function show() {
    const cells = (/** @type {any} */ line) => [grouped(line.nodes), grouped(line.checks), duration(line.seconds)];
    const sorted = [...lines].sort((a, b) => a.seconds - b.seconds);
    const rows = sorted.map((line) => [line.engine, answerOf(line), ...cells(line), h("span", { class: "small" }, figuresOf(line))]);
    rows.push(...[...running].map(([engine, line]) => [engine, "...", ...cells(line), ""]));
    rows.push(...waiting.map((engine) => [engine, "waiting", "", "", "", ""]));
    put(why, ...whyAhead(lines).map((sentence) => h("p", {}, sentence)));
    bars.show([...sorted, ...[...running].map(([engine, line]) => ({ engine, ...line })), ...waiting.map((engine) => ({ engine }))]);
    put(result, rows.length > 0 && table(`Engines on ${kind} ${n}`, ["engine", "solutions", "nodes", "checks", "time", "other figures"], rows, [false, true, true, true, true]),
      ...skipped.map(([engine, words]) => h("p", { class: "small" }, `${engine} ${words}`)));
    saves.hidden = lines.length === 0;
  }

  function startLockstep() {
    race.stop();
    state("");
    lockstep.begin(chosen.filter((id) => engines.find((entry) => entry.id === id).idea.length > 0), kind, n);
    skipped = [];
    const silent = chosen.filter((id) => engines.find((entry) => entry.id === id).idea.length === 0);
    if (silent.length) put(statusLine, `${silent.join(", ")} ${silent.length > 1 ? "report" : "reports"} no steps and can only be raced in real time.`);
  }

  async function measure() {
    if (chosen.length === 0 || to <= from) return state("Select at least one engine and two sizes.");
    const signal = study.next();
    const [sizes, measured] = [[from, to], kind];
    [series, grown] = [[], measured];
    drawPlot();
    for (const engine of chosen) {
      state(`Measuring ${engine} ...`);
      try {
        const found = await ask("growth", { sizes, engines: [engine], ...(measured === "queens" ? {} : { variant: measured }) }, signal);
        series.push(...found.series);
      } catch (error) {
        if (isAbort(error)) return;
        put(statusLine, `${engine}: ${reason(error)}`);
        continue;
      }
      drawPlot();
    }
    state("");
  }

  function drawPlot() {
    const [, , unit] = PLOT_FIGURES.find(([id]) => id === figure) ?? PLOT_FIGURES[0];
    put(picture, plot(series.map(({ engine, points }) => ({ name: engine, points: points.map((point) => ({ x: point.size, y: point[figure] })) })), unit));
    plotted.hidden = series.every(({ points }) => points.length === 0);
  }

  return {
    element,
    settings: { m: reportedElsewhere, n: reportedElsewhere, v: reportedElsewhere, l: isOn, go: isOn, present: isOn },
    ready,
    update(query) {
      present.set(query.present === "1");
      kind = variant.take(query.v, "queens");
      n = size.take(query.n, 8);
      const asked = (query.m || DEFAULT_ENGINES).split(",");
      chosen = asked.filter((id) => engines.some((entry) => entry.id === id));
      const others = asked.filter((id) => !chosen.includes(id) && id !== "none");
      unknown.show(others.length > 0 ? `${others.join(", ").slice(0, 80)}: there is no such engine to race.` : "");
      picker.show(chosen);
      put(title, `${kind} ${n}: ${chosen.join(", ") || "no engine"}`);
      go.disabled = chosen.length === 0;
      isLockstep = query.l === "1";
      mode.set(isLockstep ? "lockstep" : "real");
      put(modeWords, isLockstep ? "One node of each engine at a time, on boards that you can watch." : `Each engine at full speed, ${LANE_COUNT === 1 ? "one after the other" : `${LANE_COUNT} at once`}.`);
      lockstep.element.hidden = !isLockstep;
      /** @type {HTMLElement} */ (why.parentElement).hidden = isLockstep;
      const key = [kind, n, chosen, isLockstep].join();
      if (run !== "" && key !== run) forget();
      if (grown !== "" && grown !== kind) {
        study.stop();
        [series, grown] = [[], ""];
        drawPlot();
        state("");
      }
      if (query.go && key !== run) {
        forget();
        run = key;
        if (isLockstep) startLockstep();
        else start();
      }
    },
    leave() {
      halt();
      present.set(false);
    },
    key: (event) => present.key(event) || (isLockstep && lockstep.key(event)),
  };
}
