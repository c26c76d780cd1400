import { LatestRequest, ask, isAbort, reason } from "../../shared/api.js";
import { button, h, modes, numberField, put, save } from "../../shared/dom.js";
import { growthWords } from "./growth-words.js";
import { panels, standalone } from "./plot.js";
import { csv } from "./words.js";

/** The figures that can be plotted: id, name, unit. @type {[string, string, string][]} */
const PLOT_FIGURES = [
  ["seconds", "Time", "seconds"],
  ["nodes", "Nodes", "nodes"],
  ["checks", "Checks", "checks"],
];

/** The head of the saved data. */
const DATA_HEAD = ["engine", "n", "solutions", "nodes", "checks", "seconds"];

/**
 * `state` shows what is being measured, the empty text that nothing is.
 * @typedef {{engines: () => string[], variant: () => string, state: (text: string) => void}} Services
 */

/** The growth of engines with the board: measured on demand, and plotted. */
export class GrowthStudy {
  #services;
  #asking = new LatestRequest();
  /** @type {{engine: string, points: any[]}[]} */
  #series = [];
  /** The variant that was measured. */
  #measured = "";
  #figure = "seconds";
  #from = 4;
  #to = 10;

  #lower = numberField("From n", 1, 30, (text) => { this.#from = this.#lower.take(text, this.#from); });
  #upper = numberField("to n", 2, 32, (text) => { this.#to = this.#upper.take(text, this.#to); });
  #figures = modes("Figure", PLOT_FIGURES.map(([id, name]) => [id, name]), (figure) => {
    this.#figure = figure;
    this.#draw();
  });
  #picture = h("div", {});
  #plotted = h("div", { hidden: true }, this.#figures.element, this.#picture, h("div", { class: "row" },
    button("Save the plot (SVG)", () => this.#savePlot()),
    button("Save the data (CSV)", () => this.#saveData())));
  element = h("section", { class: "growth" },
    h("h2", {}, "Growth with the board"),
    h("p", { class: "small" }, "Runs each selected engine on every size, now and on this machine."),
    h("div", { class: "row" }, this.#lower.element, this.#upper.element,
      button("Measure growth", () => this.#measure())), this.#plotted);

  /** @param {Services} services */
  constructor(services) {
    this.#services = services;
    this.#lower.input.value = String(this.#from);
    this.#upper.input.value = String(this.#to);
  }

  async #measure() {
    const engines = this.#services.engines();
    if (engines.length === 0 || this.#to <= this.#from) {
      return this.#services.state("Select at least one engine and two sizes.");
    }
    const signal = this.#asking.next();
    const sizes = [this.#from, this.#to];
    const measured = this.#services.variant();
    [this.#series, this.#measured] = [[], measured];
    this.#draw();
    for (const engine of engines) {
      this.#services.state(`Measuring ${engine} ...`);
      const variant = measured === "queens" ? {} : { variant: measured };
      try {
        const found = await ask("growth", { sizes, engines: [engine], ...variant }, signal);
        this.#series.push(...found.series);
      } catch (error) {
        if (isAbort(error)) return;
        this.#services.state(`${engine}: ${reason(error)}`);
        continue;
      }
      this.#draw();
    }
    this.#services.state("");
  }

  #draw() {
    const [, , unit] = PLOT_FIGURES.find(([id]) => id === this.#figure) ?? PLOT_FIGURES[0];
    const curves = this.#series.map(({ engine, points }) => ({
      name: engine,
      points: points.map((point) => ({ x: point.size, y: point[this.#figure] })),
    }));
    const { sentence, first } = growthWords(curves, unit);
    put(this.#picture, sentence && h("p", { class: "growth-words" }, sentence), panels(curves, unit, first));
    this.#plotted.hidden = this.#series.every(({ points }) => points.length === 0);
  }

  #savePlot() {
    const drawn = [...this.#picture.querySelectorAll("svg")];
    if (drawn.length) save(`growth-${this.#measured}.svg`, "image/svg+xml", standalone(drawn));
  }

  #saveData() {
    const rows = this.#series.flatMap(({ engine, points }) => points.map(
      ({ size, solutions, nodes, checks, seconds }) => [engine, size, solutions, nodes, checks, seconds]));
    save(`growth-${this.#measured}.csv`, "text/csv", csv([DATA_HEAD, ...rows]));
  }

  /** Drops the growth of another variant. @param {string} variant */
  forgetOthers(variant) {
    if (this.#measured === "" || this.#measured === variant) return;
    this.#asking.stop();
    [this.#series, this.#measured] = [[], ""];
    this.#draw();
    this.#services.state("");
  }

  stop() {
    this.#asking.stop();
  }
}
