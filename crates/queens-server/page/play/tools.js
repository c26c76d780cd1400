import { button, h } from "../shared/dom.js";
import { icon } from "../shared/icons.js";

/**
 * A button of the toolbar below a board: an icon, and a word below it on wide screens.
 * @param {string} name of the icon
 * @param {string} word
 * @param {() => void} click
 * @param {import("../shared/dom.js").Properties} [properties]
 */
export function toolButton(name, word, click, properties = {}) {
  const tool = button(null, click, { ...properties, class: `tool ${properties.class ?? ""}` });
  tool.append(h("span", { class: "tool-icon" }, icon(name)), h("span", { class: "tool-word" }, word));
  return tool;
}

/** A row of such buttons. @param {...HTMLElement} tools */
export const toolbar = (...tools) => h("div", { class: "hands", role: "group", "aria-label": "Tools" },
  ...tools);
