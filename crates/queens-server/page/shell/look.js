import { h, tick } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { keep, stored } from "../shared/store.js";

/** The settings of the look, for the whole page: a menu at its top. */

/**
 * A setting that is an attribute of the page; the browser remembers it.
 * @param {string} label
 * @param {string} key
 * @param {string} attribute
 */
function lookTick(label, key, attribute) {
  const show = (/** @type {boolean} */ isOn) => document.documentElement.toggleAttribute(attribute, isOn);
  const { element, input } = tick(label, (isOn) => {
    keep(key, isOn ? "yes" : "no");
    show(isOn);
  });
  input.checked = stored(key) === "yes";
  show(input.checked);
  return element;
}

/** The menu with the settings. */
export function lookMenu() {
  const summary = h("summary",
    { class: "icon-button", "aria-label": "Look of boards", title: "Look of boards" }, icon("settings"));
  const menu = h("details", { class: "menu" }, summary, h("div", { class: "menu-card" },
    lookTick("Patterns for colour blindness", "queens.patterns", "data-patterns"),
    lookTick("Letters and coordinates", "queens.names", "data-names")));
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    event.stopPropagation();
    menu.open = false;
    summary.focus();
  });
  document.addEventListener("pointerdown", ({ target }) => {
    if (target instanceof Node && !menu.contains(target)) menu.open = false;
  });
  return menu;
}
