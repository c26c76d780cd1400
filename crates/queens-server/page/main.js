import { addressFaults } from "./shared/address-check.js";
import { ApiError, reason } from "./shared/api.js";
import { button, h, put, warningLine } from "./shared/dom.js";
import { icon } from "./shared/icons.js";
import { lookMenu } from "./shell/look.js";
import { ENTRANCES, PARTS, modulePath } from "./shell/sections.js";
import { Store, address, embedded, keep, stored } from "./shared/store.js";

/**
 * The services of the page for its parts: `styled` loads all style sheets, `hasPart` reports
 * whether a part exists,
 * `warn` adds a sentence about the address to those of the checks.
 * @typedef {{store: Store, say: (text: string) => void, styled: () => Promise<unknown>, hasPart: (id: string)
 *   => boolean, warn: (sentence: string) => void}} App
 *
 * A part: `settings` checks each setting that its address may have; `ready` resolves when its data is loaded,
 * and `update` shows its settings from then on; `leave` stops its work while another part is shown, `key`
 * gets the keys that nothing else handled,
 * `paste` reads pasted and dropped text; `linked` returns the settings of a link if they are more than those
 * of the address, or null.
 * @typedef {{element: HTMLElement, settings: Record<string,
 *   import("./shared/address-check.js").SettingCheck>, ready?: Promise<unknown>, update: (query:
 *   import("./shared/store.js").Query) => void, leave?: () => void, key?: (event: KeyboardEvent) => boolean,
 *   paste?: (text: string, signal: AbortSignal) => Promise<void>, linked?: () =>
 *   Promise<import("./shared/store.js").Query | null>}} Part
 */

/** Parts whose style is in the first style sheet. */
const FIRST_PARTS = ["home"];

const store = new Store();
const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const nav = /** @type {HTMLElement} */ (document.getElementById("nav"));
const subnav = /** @type {HTMLElement} */ (document.getElementById("subnav"));
const speaker = /** @type {HTMLElement} */ (document.getElementById("say"));

/** @type {App} */
const app = {
  store,
  say(text) {
    speaker.textContent = text;
  },
  styled,
  hasPart: (id) => PARTS.some(([part]) => part === id),
  warn(sentence) {
    const shown = faults.element.textContent ?? "";
    if (!shown.includes(sentence)) faults.show([shown, sentence].filter(Boolean).join(" "));
  },
};

/** @type {Map<string, Part>} */
const parts = new Map();
/** @type {string | null} */
let shown = null;

/** The part of each entrance that was open last. @type {Map<string, string>} */
const lastParts = new Map();

/** Shows in the navigation which part is open. @param {string} part */
function markNavigation(part) {
  const open = ENTRANCES.find(({ parts }) => parts.some(([id]) => id === part));
  if (open) lastParts.set(open.name, part);
  for (const link of nav.children) {
    if (link.textContent === open?.name) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  subnav.hidden = !open;
  if (open) subnav.setAttribute("aria-label", open.name);
  put(subnav, ...(open?.parts ?? []).map(([id, name, purpose]) =>
    h("a", { href: address({ part: id, query: {} }), "data-part": id, title: purpose,
      "aria-current": id === part && "page" }, name)));
  subnav.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** The style sheets of sections, in this order: a later one may override an earlier one. */
const STYLE_SHEETS = ["play", "watch", "parts", "teaching"];

/** Those that the sections of an entrance need, if not all. @type {Record<string, string[]>} */
const ENTRANCE_SHEETS = { Play: ["play", "parts"] };

/**
 * The style sheets that load or have been loaded.
 * @type {Map<string, {link: HTMLLinkElement, loading: Promise<unknown>}>}
 */
const styles = new Map();

/** Loads a style sheet, once. @param {string} name */
function loadSheet(name) {
  const known = styles.get(name);
  if (known) return known.loading;
  const href = new URL(`./styles/${name}.css`, import.meta.url).href;
  const link = h("link", { rel: "stylesheet", href });
  const loading = new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", () => {
      styles.delete(name);
      reject(new Error("its style sheet cannot be loaded"));
    });
  });
  styles.set(name, { link, loading });
  const later = STYLE_SHEETS.slice(STYLE_SHEETS.indexOf(name) + 1).find((other) => styles.has(other)) ?? "";
  document.head.insertBefore(link, styles.get(later)?.link ?? null);
  return loading;
}

/** Loads the style sheets of a part, or of all. @param {string} [part] */
function styled(part) {
  const entrance = ENTRANCES.find(({ parts }) => parts.some(([id]) => id === part));
  return Promise.all((ENTRANCE_SHEETS[entrance?.name ?? ""] ?? STYLE_SHEETS).map(loadSheet));
}

/** The sentences about the address, above the part. */
const faults = warningLine();
/** True if the user has pressed something since the address was opened. */
let hasActed = false;
for (const event of ["pointerdown", "keydown"]) {
  main.addEventListener(event, () => { hasActed = true; }, { capture: true });
}

/**
 * Shows the sentences about the settings of the address. A part may replace invalid settings at once, so they
 * stay until another address opens or the user changes something.
 * @param {string} name of the part
 * @param {Part} part
 * @param {boolean} isOpened
 */
function showFaults(name, part, isOpened) {
  const sentences = addressFaults(name, store.view.query, part.settings);
  if (isOpened || hasActed) faults.show(sentences.join(" "));
  else sentences.forEach(app.warn);
  if (isOpened) hasActed = false;
}

/**
 * Shows a view; a part is loaded when it is first shown.
 * @param {import("./shared/store.js").View} view
 * @param {boolean} isOpened
 */
async function show(view, isOpened) {
  const entry = PARTS.find(([id]) => id === view.part);
  if (subnav.querySelector("[aria-current]")?.getAttribute("data-part") !== view.part) {
    markNavigation(view.part);
  }
  if (!entry) {
    if (shown) parts.get(shown)?.leave?.();
    shown = null;
    document.title = "Queens";
    const names = ENTRANCES.flatMap(({ parts }) => parts.map(([id]) => id)).join(", ");
    const words = `There is no section called ${view.part.slice(0, 40)}. The sections are ${names}.`;
    put(main, h("p", { class: "note", role: "alert" }, words));
    return;
  }
  const [id, name, purpose] = entry;
  if (shown !== id) {
    if (shown) parts.get(shown)?.leave?.();
    shown = id;
    document.title = id === "home" ? "Queens: a laboratory" : `${name} - Queens`;
    put(main);
  }
  try {
    let part = parts.get(id);
    if (!part) {
      const [module] = await Promise.all([import(`./${modulePath(id)}`),
        FIRST_PARTS.includes(id) ? null : styled(id)]);
      // It may have been created while this call waited.
      part = parts.get(id) ?? /** @type {Part} */ (module.create(app));
      parts.set(id, part);
    }
    if (shown !== id) return;
    if (part.element.parentElement !== main) {
      put(main, h("h1", { class: "unseen" }, `${name}: ${purpose}`), faults.element, part.element);
    }
    if (part.ready) {
      // Until then the part shows other settings than the address, so nothing may be pressed.
      part.element.inert = true;
      await part.ready;
      part.element.inert = false;
    }
    if (shown !== id) return;
    // Before the part may replace settings.
    showFaults(name, part, isOpened);
    part.update(store.view.query);
  } catch (error) {
    // The next visit tries again.
    parts.delete(id);
    if (shown !== id) return;
    // Some browsers import a module that failed once only after a reload.
    const advice = error instanceof ApiError ? "" : ". Check the connection, then reload the page.";
    put(main, h("p", { class: "note bad", role: "alert" }, "This section cannot be shown: " +
      `${reason(error)}${advice}`));
  }
}

put(nav, ...ENTRANCES.map(({ name, parts: [[id]] }) => h("a",
  { href: address({ part: id, query: {} }), "data-entrance": name }, name)));

// A link of the navigation restores the last settings of its part; every other link within the page is a view
// of its own.
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  const entrance = link.getAttribute("data-entrance");
  const part = entrance ? lastParts.get(entrance) ?? link.hash.slice(1) : link.getAttribute("data-part");
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
  if (target.closest(
    "input:not([type=range]):not([type=checkbox]):not([type=radio]), select, textarea, dialog")) {
    return;
  }
  if (parts.get(shown)?.key?.(event)) event.preventDefault();
});

/** Fields that take pasted text themselves. */
const TEXT_FIELDS = "input:not([type=range], [type=checkbox], [type=radio]), textarea";

for (const kind of /** @type {const} */ (["paste", "drop"])) {
  document.addEventListener(kind, (event) => {
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest(TEXT_FIELDS) && kind === "paste") return;
    const data = event instanceof DragEvent ? event.dataTransfer
      : /** @type {ClipboardEvent} */ (event).clipboardData;
    const given = { text: data?.getData("text/plain").trim() ?? "", file: data?.files[0] ?? null };
    if (!given.text && !given.file) return;
    event.preventDefault();
    const part = shown ? parts.get(shown) : undefined;
    import("./shell/import-anywhere.js").then(({ importAnything }) => importAnything(app, part, given),
      (error) => app.say(reason(error)));
  });
}
document.addEventListener("dragover", (event) => event.preventDefault());

const root = document.documentElement;
const darkness = matchMedia("(prefers-color-scheme: dark)");
const theme = /** @type {HTMLButtonElement} */ (document.getElementById("theme"));

function isDark() {
  return root.dataset.theme ? root.dataset.theme === "dark" : darkness.matches;
}

function nameTheme() {
  put(theme, icon(isDark() ? "sun" : "moon"));
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

/** Shows the code that embeds the current view in another page. */
async function showEmbedding() {
  const { part, query } = store.view;
  try {
    const [{ showFrameCode }, linked] = await Promise.all(
      [import("./shell/embed-code.js"), parts.get(part)?.linked?.(), styled()]);
    showFrameCode({ part, query: linked ?? query }, document.title);
  } catch (error) {
    app.say(reason(error));
  }
}

theme.after(lookMenu());
document.querySelector("footer")?.prepend(button("Embed", showEmbedding, { class: "quiet" }));

store.subscribe(show);
if (embedded(location.search)) {
  history.replaceState(null, "", address(store.view));
  import("./shell/embed.js").then(({ embed }) => embed(store));
}
show(store.view, true);
