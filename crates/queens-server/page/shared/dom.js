/** Shorthands to create elements. */

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */
/**
 * @typedef {Record<string, any>} Properties functions are event listeners, `true` is an empty attribute, null
 *   and false are none
 */

/**
 * @param {Element} element
 * @param {Properties} properties
 * @param {Child[]} children
 */
function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, String(value));
    }
  }
  append(element, children);
}

/**
 * @param {Element} element
 * @param {Child[]} children
 */
function append(element, children) {
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(child instanceof Node ? child : String(child));
    }
  }
}

/**
 * An element of HTML.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Properties} [properties]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, properties, children);
  return element;
}

/**
 * An element of SVG.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Properties} [properties]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, properties = {}, ...children) {
  const element = document.createElementNS(SVG_NAMESPACE, tag);
  fill(element, properties, children);
  return element;
}

/**
 * Replaces the children of an element.
 * @param {Element} element
 * @param {...Child} children
 */
export function put(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/**
 * Sets a text only if it is another one, so that a screen reader does not repeat it.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * One of the glyphs of index.html.
 * @param {string} name
 */
export function glyph(name) {
  return s("svg", { class: `glyph ${name}`, viewBox: "0 0 48 48", "aria-hidden": "true" },
    s("use", { href: `#${name}` }));
}

/**
 * A button.
 * @param {Child} label
 * @param {(event: Event) => void} click
 * @param {Properties} [properties]
 */
export function button(label, click, properties = {}) {
  return h("button", { type: "button", click, ...properties }, label);
}

/** The titles of buttons while they can act. @type {WeakMap<HTMLButtonElement, string>} */
const titles = new WeakMap();

/**
 * Disables a button that cannot act now, with the reason as its title; or enables it.
 * @param {HTMLButtonElement} control
 * @param {string} why "" if it can act
 */
export function disable(control, why) {
  if (!control.disabled) titles.set(control, control.title);
  control.disabled = why !== "";
  control.title = why || (titles.get(control) ?? "");
}

/**
 * Enables the buttons of a history, or says why they cannot act.
 * @param {{canUndo: boolean, canRedo: boolean}} history
 * @param {HTMLButtonElement} undo
 * @param {HTMLButtonElement} redo
 */
export function showTravel({ canUndo, canRedo }, undo, redo) {
  disable(undo, canUndo ? "" : "There is nothing to undo");
  disable(redo, canRedo ? "" : "There is nothing to redo");
}

/**
 * A field with its label.
 * @param {string} label
 * @param {Element} input
 */
export function field(label, input) {
  return h("label", { class: "field" }, h("span", {}, label), input);
}

/** A line below a field for the value that replaces an invalid one. */
export function warningLine() {
  const element = h("p", { class: "instead", role: "alert" });
  const show = (/** @type {string} */ words) => {
    if (element.textContent !== words) put(element, words);
  };
  return { element, show };
}

/**
 * The sentence about an invalid value and the one that is used instead.
 * @param {string} label
 * @param {string} asked
 * @param {string | number} used
 * @param {string} why
 */
const replacement = (label, asked, used, why) => `${label}: ${asked.slice(0, 40)} is not valid (${why}); ` +
  `using ${used}.`;

/**
 * A drop-down list. `take` selects the value of an address, or a default, and reports an invalid value.
 * @param {string} label
 * @param {(value: string) => void} change
 * @param {[string, string][]} [choices] value and text
 */
export function choice(label, change, choices = []) {
  const select = h("select", { change: () => change(select.value) });
  const warning = warningLine();
  const options = (/** @type {[string, string][]} */ all) =>
    all.map(([value, text]) => h("option", { value }, text));
  /**
   * @param {[string, string][]} all
   * @param {[string, string][]} closed values that cannot be chosen now
   * @param {string} why such as `flags does not support`
   */
  const offer = (all, closed = [], why = "") =>
    put(select, ...options(all), closed.length > 0
      && h("optgroup", { label: why, disabled: true }, ...options(closed)));
  /**
   * @param {string | undefined} text
   * @param {string} otherwise
   */
  const take = (text, otherwise) => {
    const asked = text || otherwise;
    const group = [...select.options].find(({ value }) => value === asked)?.parentElement;
    select.value = group === select ? asked : otherwise;
    warning.show(group === select ? ""
      : replacement(label, asked, otherwise,
        group ? `${group.getAttribute("label")} ${asked}` : "no such choice"));
    return select.value;
  };
  offer(choices);
  return { element: h("div", { class: "asked" }, field(label, select), warning.element), select, offer,
    take };
}

/**
 * The whole number in a text, moved into its bounds, or a default if there is no number.
 * @param {string | undefined} text
 * @param {number} min
 * @param {number} max
 * @param {number} otherwise
 */
export function whole(text, min, max, otherwise) {
  const number = text?.trim() ? Number(text) : NaN;
  return Number.isNaN(number) ? otherwise : Math.min(max, Math.max(min, Math.round(number)));
}

/**
 * A field for a whole number. `take` shows the number of a text, moved into the bounds, or a default, and
 * reports an invalid text.
 * @param {string} label
 * @param {number} min
 * @param {number} max
 * @param {(text: string) => void} change called with the text that was typed
 */
export function numberField(label, min, max, change) {
  const input = h("input",
    { type: "number", min, max, step: 1, inputmode: "numeric", change: () => change(input.value) });
  const warning = warningLine();
  /**
   * @param {string | undefined} text
   * @param {number} [otherwise]
   */
  const take = (text, otherwise = min) => {
    const asked = text?.trim() ?? "";
    const value = whole(asked, min, max, otherwise);
    input.value = String(value);
    warning.show(asked === "" || Number(asked) === value ? ""
      : replacement(label, asked, value, `use a whole number from ${min} to ${max}`));
    return value;
  };
  return { element: h("div", { class: "asked" }, field(label, input), warning.element), input, take };
}

/**
 * A checkbox.
 * @param {string} label
 * @param {(on: boolean) => void} change
 */
export function tick(label, change) {
  const input = h("input", { type: "checkbox", change: () => change(input.checked) });
  return { element: h("label", { class: "tick" }, input, label), input };
}

/**
 * A row of radio buttons.
 * @param {string} label
 * @param {[string, string][]} choices value and text
 * @param {(value: string) => void} change
 */
export function modes(label, choices, change) {
  const name = `modes-${label}`;
  const inputs = choices.map(([value]) => h("input",
    { type: "radio", name, value, change: () => change(value) }));
  const element = h("fieldset", { class: "modes" }, h("legend", { class: "unseen" }, label),
    ...choices.map(([, text], at) => h("label", {}, inputs[at], h("span", {}, text))));
  const set = (/** @type {string} */ value) => inputs.forEach((input) => {
    input.checked = input.value === value;
  });
  set(choices[0][0]);
  return { element, set };
}

/**
 * Delays a call; a newer call replaces the older.
 * @template {unknown[]} A
 * @param {number} wait milliseconds
 * @param {(...given: A) => void} call
 * @returns {(...given: A) => void}
 */
export function settled(wait, call) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...given), wait);
  };
}

/**
 * Scrolls to the result of a button on a narrow screen, where it may be out of view.
 * @param {Element} element
 * @param {ScrollLogicalPosition} where
 */
export function reveal(element, where) {
  if (matchMedia("(max-width: 62rem)").matches) element.scrollIntoView({ block: where });
}

/** True on a device whose main pointer is a finger. */
export const hasTouchScreen = () => matchMedia("(pointer: coarse)").matches;

/**
 * Shares a text by the dialog of a device with a touch screen, else copies it.
 * @param {string} text
 * @returns {Promise<string>} a sentence about the result; empty if the dialog was shown
 */
export async function share(text) {
  if (navigator.share !== undefined && hasTouchScreen()) {
    try {
      await navigator.share({ text });
      return "";
    } catch (error) {
      // The user closed the dialog, which is no failure; a device that refuses has a clipboard.
      if (error instanceof DOMException && error.name === "AbortError") return "";
    }
  }
  return copyText(text, "Copied. Paste it where you like.");
}

/**
 * Copies a text to the clipboard.
 * @param {string} text
 * @param {string} [done] the sentence about success
 * @returns {Promise<string>} a sentence about the result
 */
export function copyText(text, done = "Copied.") {
  return navigator.clipboard.writeText(text).then(() => done,
    () => "The browser does not allow copying here.");
}

/**
 * Saves content as a file.
 * @param {string} name
 * @param {string} type
 * @param {string | Blob} content
 */
export function save(name, type, content) {
  const link = h("a", { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
