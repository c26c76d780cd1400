/** A part of the page in a frame of another page: without header, with a link to the whole page. */

import { h, put } from "../shared/dom.js";
import { address } from "../shared/store.js";

/** @param {import("../shared/store.js").Store} store */
export function embed(store) {
  document.documentElement.dataset.embedded = "";
  const link = h("a", { target: "_blank", rel: "noopener" }, "Open in the laboratory");
  const point = () => { link.setAttribute("href", location.pathname + address(store.view)); };
  store.subscribe(point);
  point();
  put(/** @type {HTMLElement} */ (document.querySelector("footer")), h("p", {}, link));
}
