import { tick } from "./dom.js";
import { keep, stored } from "./store.js";

/** The setting for patterns of regions: one for the whole page, wherever its checkbox is. */

const PATTERNS_KEY = "queens.patterns";

/** All checkboxes of the setting. @type {HTMLInputElement[]} */
const inputs = [];

/** @param {boolean} isOn */
function showPatterns(isOn) {
  document.documentElement.toggleAttribute("data-patterns", isOn);
  for (const input of inputs) input.checked = isOn;
}

/** A checkbox of the setting; the browser remembers it. */
export function patternsTick() {
  const { element, input } = tick("Patterns for colour blindness", (isOn) => {
    keep(PATTERNS_KEY, isOn ? "yes" : "no");
    showPatterns(isOn);
  });
  inputs.push(input);
  showPatterns(stored(PATTERNS_KEY) === "yes");
  return element;
}
