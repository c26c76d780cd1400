/**
 * The view: a part of the page and its settings. All of it is in the address, so that every view can be
 * shared.
 * @typedef {Record<string, string>} Query
 * @typedef {{part: string, query: Query}} View
 * @typedef {(view: View, isOpened: boolean) => void} Listener called with a view that is shown now;
 *   `isOpened` if it is a new entry of the history, or another one, not only a change of the current one
 */

/** The part that opens if the address names none. */
const DEFAULT_PART = "home";

/** Where the results of the daily puzzles are stored. */
export const RECORDS_KEY = "queens.daily";

/**
 * Values of this visit that the browser does not store: it may refuse to in a frame of another site.
 * @type {Map<string, string>}
 */
const unstored = new Map();

/**
 * The value of this visit that the browser refused to store, else the value that it stores under a key; null
 * if there is none.
 * @param {string} key
 */
export function stored(key) {
  const kept = unstored.get(key);
  if (kept !== undefined) return kept;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * Stores a value for later visits, or if the browser refuses, for this visit.
 * @param {string} key
 * @param {string} value
 */
export function keep(key, value) {
  try {
    localStorage.setItem(key, value);
    unstored.delete(key);
  } catch {
    unstored.set(key, value);
  }
}

/** Where `isStorageBlocked` stores a value for a moment. */
const TRIAL_KEY = "queens.trial";

/** True if the browser stores no value, so that all of them end with this visit. */
export function isStorageBlocked() {
  try {
    localStorage.setItem(TRIAL_KEY, "");
    localStorage.removeItem(TRIAL_KEY);
    return unstored.size > 0;
  } catch {
    return true;
  }
}

/**
 * Parses the fragment of an address.
 * @param {string} hash such as `#steps?m=flags&n=6`
 * @returns {View}
 */
export function read(hash) {
  const [part, rest] = hash.replace(/^#\/?/, "").split("?", 2);
  return { part: part || DEFAULT_PART, query: Object.fromEntries(new URLSearchParams(rest ?? "")) };
}

/**
 * The fragment of a view; empty settings are left out.
 * @param {View} view
 * @returns {string}
 */
export function address({ part, query }) {
  const given = Object.entries(query).filter(([, value]) => value !== "");
  const rest = new URLSearchParams(given).toString();
  return `#${part}${rest && `?${rest}`}`;
}

/**
 * The whole address of a view, to share it.
 * @param {View} view
 */
export function linkTo(view) {
  return new URL(address(view), location.href.split(/[?#]/, 1)[0]).href;
}

/**
 * The view of an address with `?embed=PART&...`, for a frame; null without `embed`.
 * @param {string} search
 * @returns {View | null}
 */
export function embedded(search) {
  const { embed, ...query } = Object.fromEntries(new URLSearchParams(search));
  return embed === undefined ? null : { part: embed || "board", query };
}

/** Time until a change of the view is written to the address, in milliseconds. */
const WRITE_DELAY_MS = 50;

/** The store of the page. */
export class Store {
  /** @type {View} */
  view = (location.hash ? null : embedded(location.search)) ?? read(location.hash);
  /** The last settings of each part. @type {Map<string, Query>} */
  #left = new Map();
  /** @type {Set<Listener>} */
  #listeners = new Set();

  /** The timer of the address to write; 0 if it is the current one. */
  #unwritten = 0;

  constructor() {
    addEventListener("popstate", () => {
      this.#cancelWrite();
      this.#show(read(location.hash), true);
    });
    addEventListener("pagehide", () => this.#write());
  }

  /** Writes the address of the view, if it has changed. */
  #write() {
    if (this.#cancelWrite()) history.replaceState(null, "", address(this.view));
  }

  /** Returns true if there was an address to write. */
  #cancelWrite() {
    const timer = this.#unwritten;
    clearTimeout(timer);
    this.#unwritten = 0;
    return timer !== 0;
  }

  /**
   * Adds an entry to the history.
   * @param {View} view
   */
  #push(view) {
    this.#write();
    history.pushState(null, "", address(view));
  }

  /** @param {Listener} listener */
  subscribe(listener) {
    this.#listeners.add(listener);
  }

  /**
   * Opens a part with a new entry of the history; without settings, with the last settings of the part.
   * @param {string} part
   * @param {Query} [query]
   */
  go(part, query) {
    const view = { part, query: query ?? this.#left.get(part) ?? {} };
    this.#push(view);
    this.#show(view, true);
  }

  /**
   * Changes settings of the current part; "" removes a setting.
   * @param {Query} changes
   * @param {boolean} [isNew] true for a new entry of the history, so that Back returns to the previous view
   */
  patch(changes, isNew = false) {
    const merged = { ...this.view.query, ...changes };
    const query = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ""));
    const view = { part: this.view.part, query };
    if (isNew) this.#push(view);
    // To write the address takes longer than to draw a square, so the view is shown first.
    else this.#unwritten ||= setTimeout(() => this.#write(), WRITE_DELAY_MS);
    this.#show(view, isNew);
  }

  /**
   * @param {View} view
   * @param {boolean} isOpened
   */
  #show(view, isOpened) {
    this.view = view;
    this.#left.set(view.part, view.query);
    for (const listener of this.#listeners) listener(view, isOpened);
  }
}
