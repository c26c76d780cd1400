import { glyph, h, put } from "./dom.js";

/** A choice of what to paint: a region, each in its colour, or something else. */
export class Brushes {
  #others;
  #look = "";
  /** The letter of the chosen region, or the value of another brush. */
  chosen = "A";
  element = h("div", { class: "brushes", role: "radiogroup", "aria-label": "What to paint" });

  /**
   * @param {[string, string, string][]} [others] value, glyph and name of the brushes that do not paint a
   *   region
   */
  constructor(others = []) {
    this.#others = others;
  }

  /** @param {Map<string, string>} colours of each region, by its letter */
  offer(colours) {
    if (!colours.has(this.chosen) && !this.#others.some(([value]) => value === this.chosen)) {
      this.chosen = "A";
    }
    const look = [...colours.values()].join();
    if (this.#look === look) return;
    this.#look = look;
    put(this.element,
      ...[...colours].map(([letter, colour]) => {
        const brush = this.#brush(letter, `Region ${letter}`, letter);
        brush.style.setProperty("--tint", colour);
        return brush;
      }),
      ...this.#others.map(([value, piece, name]) => this.#brush(value, name, glyph(piece))));
  }

  /**
   * @param {string} value
   * @param {string} name
   * @param {string | Element} content
   */
  #brush(value, name, content) {
    const input = h("input",
      { type: "radio", name: "brush", value, checked: value === this.chosen, "aria-label": name,
        change: () => { this.chosen = value; } });
    return h("label", { title: name }, input, h("span", { "aria-hidden": "true" }, content));
  }
}
