/**
 * What is shown: a part of the page and its settings. All of it stands in the address, so that any view can be shared.
 * @typedef {Record<string, string>} Query
 * @typedef {{part: string, query: Query}} View
 * @typedef {(view: View) => void} Listener
 */

/** The part that opens where the address names none. */
const START = "board";

/** Parts by names that older links use. @type {Record<string, string>} */
const RENAMED = { methods: "engines" };

/**
 * Reads the part of an address behind its `#`.
 * @param {string} hash such as `#steps?m=flags&n=6`
 * @returns {View}
 */
export function read(hash) {
  const [part, rest] = hash.replace(/^#\/?/, "").split("?", 2);
  return { part: RENAMED[part] ?? (part || START), query: Object.fromEntries(new URLSearchParams(rest ?? "")) };
}

/**
 * The address of a view; empty settings are left out.
 * @param {View} view
 * @returns {string}
 */
export function address({ part, query }) {
  const given = Object.entries(query).filter(([, value]) => value !== "");
  const rest = new URLSearchParams(given).toString();
  return `#${part}${rest && `?${rest}`}`;
}

/** The one store of the page. */
export class Store {
  /** @type {View} */
  view = read(location.hash);
  /** Where each part was left. @type {Map<string, Query>} */
  #left = new Map();
  /** @type {Set<Listener>} */
  #listeners = new Set();

  constructor() {
    addEventListener("popstate", () => this.#show(read(location.hash)));
  }

  /** @param {Listener} listener */
  subscribe(listener) {
    this.#listeners.add(listener);
  }

  /**
   * Goes to a part: a new entry of the history. Without settings it is found as it was left.
   * @param {string} part
   * @param {Query} [query]
   */
  go(part, query) {
    const view = { part, query: query ?? this.#left.get(part) ?? {} };
    history.pushState(null, "", address(view));
    this.#show(view);
  }

  /**
   * Changes settings of the part that is shown; a setting of "" goes.
   * @param {Query} changes
   * @param {boolean} [isNew] whether Back leads to what stood before
   */
  patch(changes, isNew = false) {
    const merged = { ...this.view.query, ...changes };
    const query = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ""));
    const view = { part: this.view.part, query };
    if (isNew) history.pushState(null, "", address(view));
    else history.replaceState(null, "", address(view));
    this.#show(view);
  }

  /** @param {View} view */
  #show(view) {
    this.view = view;
    this.#left.set(view.part, view.query);
    for (const listener of this.#listeners) listener(view);
  }
}
