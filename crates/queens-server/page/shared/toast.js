import { button, copyText, h } from "./dom.js";

/** Short messages at the lower edge of the page, which anyone can see and a screen reader reads. */

/** Reading time of a message in milliseconds: a base, and so much for each word. */
const [BASE_TIME, TIME_PER_WORD] = [5000, 400];

const good = h("div", { role: "status" });
const bad = h("div", { role: "alert" });
const element = h("div", { class: "toasts" }, good, bad);
let timer = 0;

/** Removes the message. */
export function closeToast() {
  clearTimeout(timer);
  good.replaceChildren();
  bad.replaceChildren();
}

/** Removes the message when it has been read; not while the pointer or the focus is on it. */
function closeLater() {
  const words = (good.textContent ?? "").split(/\s+/).length;
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (good.matches(":hover") || good.contains(document.activeElement)) closeLater();
    else closeToast();
  }, BASE_TIME + TIME_PER_WORD * words);
}

/**
 * Shows a message in place of the last one. A failure stays until it is closed; other messages stay as long
 * as it takes to read them.
 * @param {(string | Node)[]} lines paragraphs, and other elements
 * @param {boolean} [isFailure]
 */
export function toast(lines, isFailure = false) {
  closeToast();
  if (!element.isConnected) document.body.append(element);
  const close = button("×", () => closeToast(), { class: "quiet", "aria-label": "Close the message" });
  const message = h("div", { class: isFailure ? "toast bad" : "toast" },
    h("div", {}, ...lines.map((line) => (line instanceof Node ? line : h("p", {}, line)))), close);
  // A screen reader notices a change of a region that is already there.
  requestAnimationFrame(() => (isFailure ? bad : good).replaceChildren(message));
  if (!isFailure) closeLater();
}

/**
 * Copies a text and shows a message about the result.
 * @param {string} text
 * @param {string} [done] the sentence about success
 */
export async function copyWithToast(text, done) {
  toast([await copyText(text, done)]);
}
