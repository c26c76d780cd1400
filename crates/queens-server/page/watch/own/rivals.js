import { h, put } from "../../shared/dom.js";
import { DEFAULT_RIVALS } from "./race.js";

/** The engines that the student's program races against. */
export class RivalChoice {
  #change;
  #list = h("fieldset", { class: "engines own-rivals" },
    h("legend", { class: "unseen" }, "Engines of the race"));
  #names = h("span", {});
  element = h("details", { class: "own-choice" },
    h("summary", {}, "Engines of the race: ", this.#names), this.#list);
  /** The ids of the engines that are chosen. @type {string[]} */
  chosen = [];

  /** @param {(ids: string[]) => void} change called when the player chooses others */
  constructor(change) {
    this.#change = change;
  }

  /** The boxes of the engines that can be raced. */
  #boxes() {
    return [...this.#list.querySelectorAll("input")];
  }

  /** The engines whose boxes are ticked. */
  #ticked() {
    return this.#boxes().filter(({ checked }) => checked).map(({ value }) => value);
  }

  /** @param {any[]} engines */
  offer(engines) {
    for (const { id, title, finds, idea } of engines) {
      if (finds !== "all" || idea.length === 0) continue;
      const change = () => this.#change(this.#ticked());
      const input = h("input", { type: "checkbox", value: id, change });
      this.#list.append(h("label", { class: "tick", title }, input, id));
    }
  }

  /** The fault of a setting of the address; "" if there is none. @param {string} ids */
  fault(ids) {
    const known = ["none", ...this.#boxes().map(({ value }) => value)];
    if (ids.split(",").every((id) => known.includes(id))) return "";
    return `use engines such as ${DEFAULT_RIVALS.join()}, or none`;
  }

  /** Takes the setting of the address. @param {string | undefined} ids */
  take(ids) {
    const asked = (ids ?? DEFAULT_RIVALS.join()).split(",");
    for (const input of this.#boxes()) input.checked = asked.includes(input.value);
    this.chosen = this.#ticked();
    put(this.#names, this.chosen.join(", ") || "none");
  }
}
