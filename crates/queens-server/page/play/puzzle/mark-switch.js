import { h, modes, put } from "../../shared/dom.js";
import { CROSS, QUEEN, SECOND_CROSS } from "./state.js";

/** The switch that chooses the mark of a tap, if the settings have one. */
export class MarkSwitch {
  element = h("div", { hidden: true });
  /** The mark of the next tap. */
  chosen = CROSS;

  /** @param {{hasMarkSwitch: boolean, hasSecondCross: boolean}} settings */
  show({ hasMarkSwitch, hasSecondCross }) {
    this.element.hidden = !hasMarkSwitch;
    if (!hasSecondCross && this.chosen === SECOND_CROSS) this.chosen = CROSS;
    const second = /** @type {[string, string][]} */ (hasSecondCross ? [[SECOND_CROSS, "Cross 2"]] : []);
    const { element, set } = modes("Mark of a tap", [[CROSS, "Cross"], ...second, [QUEEN, "Queen"]],
      (mark) => { this.chosen = mark; });
    set(this.chosen);
    put(this.element, element);
  }
}
