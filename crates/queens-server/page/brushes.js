import { h, put } from "./dom.js";

/** A choice of the region to paint, each in its colour. */
export class Brushes {
  /** The letter of the chosen region. */
  letter = "A";
  #look = "";
  element = h("div", { class: "brushes", role: "radiogroup", "aria-label": "Region to paint" });

  /** @param {Map<string, string>} colours of each region, by its letter */
  offer(colours) {
    if (!colours.has(this.letter)) this.letter = "A";
    const look = [...colours.values()].join();
    if (this.#look === look) return;
    this.#look = look;
    put(this.element, ...[...colours].map(([letter, colour]) => {
      const input = h("input", { type: "radio", name: "brush", value: letter, checked: letter === this.letter, "aria-label": `Region ${letter}`, change: () => { this.letter = letter; } });
      const swatch = h("span", { "aria-hidden": "true" }, letter);
      swatch.style.setProperty("--tint", colour);
      return h("label", {}, input, swatch);
    }));
  }
}
