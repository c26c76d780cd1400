import { settled } from "../../shared/dom.js";
import { TEMPLATES } from "./templates.js";
import { keep, stored } from "../../shared/store.js";

/**
 * The code on this device: `previous` is the code that a template, a link, a file or another window replaced,
 * `isEdited` is false if the code is still as it was loaded.
 * @typedef {{code: string, previous: string, isEdited: boolean}} KeptCode
 */

/** Where the browser keeps the code. */
const CODE_KEY = "queens.own";

/** Time until an edit is stored, in milliseconds. */
const STORE_DELAY_MS = 300;

/** @param {string | null} text @returns {KeptCode} */
function parsed(text) {
  const first = { code: TEMPLATES[0][2], previous: "", isEdited: false };
  try {
    const kept = JSON.parse(text ?? "{}");
    return typeof kept?.code === "string" ? { ...first, ...kept } : first;
  } catch {
    return first;
  }
}

/**
 * The code of the editor, shared by all windows of the browser. A window shows new code of another window at
 * once. If it has an unsaved edit itself, the edit stays, and the other window's code becomes the previous
 * code.
 */
export class OwnCode {
  /** The text that this window stored or read last. */
  #known = stored(CODE_KEY);
  #kept = parsed(this.#known);
  #isUnstored = false;
  #followed;
  #storeSoon = settled(STORE_DELAY_MS, () => this.#store());

  /**
   * @param {(isConflict: boolean) => void} followed called when another window has changed the code;
   *   `isConflict` if this window has changed it, too
   */
  constructor(followed) {
    this.#followed = followed;
    addEventListener("storage", ({ key }) => key === CODE_KEY && this.#follow());
    // A window in the background may have missed what another one did, and may be closed before an edit is
    // stored.
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#store() : this.#follow()));
    addEventListener("pagehide", () => this.#store());
  }

  get code() {
    return this.#kept.code;
  }

  get previous() {
    return this.#kept.previous;
  }

  /** Takes over the code of the editor. @param {string} code */
  edit(code) {
    this.#kept = { ...this.#kept, code, isEdited: true };
    this.#isUnstored = true;
    this.#storeSoon();
  }

  /**
   * Replaces the code. The code that it replaces is kept, if there are changes in it.
   * @param {string} code
   * @param {boolean} isSwap true to keep it in any case
   */
  replace(code, isSwap) {
    this.#follow();
    const { code: replaced, previous, isEdited } = this.#kept;
    this.#kept = { code, previous: isSwap || isEdited ? replaced : previous, isEdited: isSwap };
    this.#isUnstored = true;
    this.#store();
  }

  #store() {
    if (!this.#isUnstored) return;
    this.#follow();
    this.#isUnstored = false;
    this.#known = JSON.stringify(this.#kept);
    keep(CODE_KEY, this.#known);
  }

  /** Takes over what another window has stored. */
  #follow() {
    const text = stored(CODE_KEY);
    if (text === null || text === this.#known) return;
    this.#known = text;
    const other = parsed(text);
    const isConflict = this.#isUnstored && other.code !== this.#kept.code;
    if (isConflict) this.#kept = { ...this.#kept, previous: other.code };
    else this.#kept = other;
    this.#followed(isConflict);
  }
}
