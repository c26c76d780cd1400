import { ApiError, reason } from "./api.js";
import { h, put } from "./dom.js";
import { Store, address, embedded, keep, stored } from "./store.js";

/**
 * The services of the page for its parts.
 * @typedef {{store: Store, say: (text: string) => void}} App
 *
 * A part: `ready` resolves when its data is loaded, and `update` shows its settings from then on; `leave` stops its work
 * while another part is shown, `key` gets the keys that nothing else handled, `paste` gets pasted and dropped data.
 * @typedef {{element: HTMLElement, ready?: Promise<unknown>, update: (query: import("./store.js").Query) => void,
 *   leave?: () => void, key?: (event: KeyboardEvent) => boolean, paste?: (data: DataTransfer) => boolean}} Part
 */

/** The parts in order: id, name, purpose. @type {[string, string, string][]} */
const PARTS = [
  ["board", "Board", "Place queens, and find out how the board can be completed"],
  ["steps", "Steps", "Watch an engine at work, step by step"],
  ["search", "Search", "The general problem solver with its open and closed lists"],
  ["race", "Race", "Several engines on the same board"],
  ["solutions", "Solutions", "All solutions, by symmetry"],
  ["puzzles", "Puzzles", "Region puzzles: play, create, import"],
  ["counts", "Counts", "Numbers of solutions"],
  ["engines", "Engines", "Descriptions of all engines and variants"],
];

const store = new Store();
const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const nav = /** @type {HTMLElement} */ (document.getElementById("nav"));
const speaker = /** @type {HTMLElement} */ (document.getElementById("say"));

/** @type {App} */
const app = {
  store,
  say(text) {
    speaker.textContent = text;
  },
};

/** @type {Map<string, Part>} */
const parts = new Map();
/** @type {string | null} */
let shown = null;

/** The style sheet of all parts except the first. @type {Promise<unknown> | null} */
let style = null;

/** Loads that style sheet once. */
function styled() {
  style ??= new Promise((resolve, reject) => {
    const error = () => { style = null; reject(new Error("its style sheet cannot be loaded")); };
    document.head.append(h("link", { rel: "stylesheet", href: new URL("./parts.css", import.meta.url).href, load: resolve, error }));
  });
  return style;
}

/**
 * Shows a view; a part is loaded when it is first shown.
 * @param {import("./store.js").View} view
 */
async function show(view) {
  const entry = PARTS.find(([id]) => id === view.part);
  for (const link of nav.children) {
    if (link.getAttribute("data-part") === view.part) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (!entry) {
    if (shown) parts.get(shown)?.leave?.();
    shown = null;
    document.title = "Queens";
    put(main, h("p", { class: "note", role: "alert" }, `There is no section called ${view.part.slice(0, 40)}. The sections are ${PARTS.map(([id]) => id).join(", ")}.`));
    return;
  }
  const [id, name, purpose] = entry;
  if (shown !== id) {
    if (shown) parts.get(shown)?.leave?.();
    shown = id;
    document.title = `${name} - Queens`;
    nav.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    put(main);
  }
  try {
    if (id !== PARTS[0][0]) await styled();
    let part = parts.get(id);
    if (!part) {
      part = /** @type {Part} */ ((await import(`./part-${id}.js`)).create(app));
      parts.set(id, part);
    }
    if (shown !== id) return;
    if (part.element.parentElement !== main) {
      put(main, h("h1", { class: "unseen" }, `${name}: ${purpose}`), part.element);
    }
    if (part.ready) {
      // Until then the part shows other settings than the address, so nothing may be pressed.
      part.element.inert = true;
      await part.ready;
      part.element.inert = false;
    }
    if (shown === id) part.update(store.view.query);
  } catch (error) {
    // The next visit tries again.
    parts.delete(id);
    if (shown !== id) return;
    // Some browsers import a module that failed once only after a reload.
    const advice = error instanceof ApiError ? "" : ". Check the connection, then reload the page.";
    put(main, h("p", { class: "note bad", role: "alert" }, `This section cannot be shown: ${reason(error)}${advice}`));
  }
}

put(nav, ...PARTS.map(([id, name, purpose]) => h("a", { href: address({ part: id, query: {} }), "data-part": id, title: purpose }, name)));

// A link of the navigation restores the last settings of its part; every other link within the page is a view of its own.
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  const part = link.getAttribute("data-part");
  if (part) {
    event.preventDefault();
    store.go(part);
    scrollTo(0, 0);
  } else if (link.getAttribute("href") === "#main") {
    event.preventDefault();
    main.focus();
  }
});

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || !shown) return;
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest("input:not([type=range]):not([type=checkbox]):not([type=radio]), select, textarea, dialog")) return;
  if (parts.get(shown)?.key?.(event)) event.preventDefault();
});

for (const kind of /** @type {const} */ (["paste", "drop"])) {
  document.addEventListener(kind, (event) => {
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest("input, textarea") && kind === "paste") return;
    const data = event instanceof DragEvent ? event.dataTransfer : /** @type {ClipboardEvent} */ (event).clipboardData;
    if (shown && data && parts.get(shown)?.paste?.(data)) event.preventDefault();
  });
}
document.addEventListener("dragover", (event) => {
  if (shown && parts.get(shown)?.paste) event.preventDefault();
});

const root = document.documentElement;
const darkness = matchMedia("(prefers-color-scheme: dark)");
const theme = /** @type {HTMLButtonElement} */ (document.getElementById("theme"));

function isDark() {
  return root.dataset.theme ? root.dataset.theme === "dark" : darkness.matches;
}

function nameTheme() {
  theme.textContent = isDark() ? "Light" : "Dark";
  theme.setAttribute("aria-label", isDark() ? "Light colours" : "Dark colours");
}

const kept = stored("queens.theme");
if (kept) root.dataset.theme = kept;
theme.addEventListener("click", () => {
  root.dataset.theme = isDark() ? "light" : "dark";
  keep("queens.theme", root.dataset.theme);
  nameTheme();
});
darkness.addEventListener("change", nameTheme);
nameTheme();

store.subscribe(show);
if (embedded(location.search)) {
  history.replaceState(null, "", address(store.view));
  import("./embed.js").then(({ embed }) => embed(store));
}
show(store.view);
