import { hasServer } from "../shared/api.js";
import { button, copyText, h, put } from "../shared/dom.js";

/** The code that shows a view of the page in a frame of another page. */

/** Height of the frame in pixels: a board with its controls. */
const FRAME_HEIGHT = 760;

/** @param {string} text */
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("\"", "&quot;").replaceAll("<", "&lt;");

/**
 * @param {import("../shared/store.js").View} view
 * @param {string} title
 */
function frameCode({ part, query }, title) {
  const given = Object.entries(query).filter(([, value]) => value !== "");
  const address = new URL(`?${new URLSearchParams([["embed", part], ...given])}`,
    location.href.split(/[?#]/, 1)[0]).href;
  return `<iframe src="${escaped(address)}" width="100%" height="${FRAME_HEIGHT}" ` +
    `title="${escaped(title)}"></iframe>`;
}

/**
 * Shows the code for a view.
 * @param {import("../shared/store.js").View} view
 * @param {string} title of the frame, for a screen reader
 */
export function showFrameCode(view, title) {
  const code = h("textarea", { readonly: true, rows: 5, "aria-label": "Code of the frame" });
  code.value = frameCode(view, title);
  const copied = h("p", { class: "small", role: "status" });
  const copy = async () => put(copied, await copyText(code.value));
  const dialog = h("dialog", { class: "confirm", "aria-labelledby": "frame-title" },
    h("h2", { id: "frame-title" }, "Embed this view"),
    h("p", {}, "This code shows the view, without the header, in a frame of another page."),
    code,
    hasServer && h("p", { class: "small" }, "The server must allow that page: ",
      h("code", {}, "queens serve --embed-from https://example.org"), "."),
    copied,
    h("div", { class: "row" }, button("Copy", copy, { class: "main" }),
      button("Close", () => dialog.close())));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  code.select();
  code.scrollTop = 0;
}
