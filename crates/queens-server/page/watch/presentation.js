import { button } from "../shared/dom.js";

/** The presentation of a section: on the whole screen, sized by the screen, with the keys of a remote. */
export class Presentation {
  isOn = false;
  #element;
  #services;
  #isBlack = false;
  /** True while the browser shows the page in full screen because of the presentation. */
  #isFull = false;
  #black = button("Show the presentation", () => this.#setBlack(false), { class: "blackout", hidden: true });
  button = button("Present", () => this.#ask(true), { "aria-keyshortcuts": "P" });
  /** Shown while the presentation is on. */
  leave = button("Leave", () => this.#ask(false),
    { class: "leave", "aria-keyshortcuts": "Escape", hidden: true });

  /**
   * @param {HTMLElement} element the section
   * @param {{change: (isOn: boolean) => void, drawn: () => void, step: (by: number) => void}} services
   *   `change` stores that the presentation is on, `drawn` is called after a change of the layout, `step`
   *   goes on by so many steps
   */
  constructor(element, services) {
    this.#element = element;
    this.#services = services;
    element.setAttribute("tabindex", "-1");
    element.append(this.leave, this.#black);
    document.addEventListener("fullscreenchange", () => {
      // The browser itself handles Escape in full screen.
      if (this.isOn && this.#isFull && !document.fullscreenElement) this.#ask(false);
    });
  }

  /** @param {boolean} isOn */
  #ask(isOn) {
    if (isOn && document.fullscreenEnabled) {
      // A browser that refuses still shows the layout.
      document.documentElement.requestFullscreen().then(() => { this.#isFull = true; }, () => {});
    }
    this.#services.change(isOn);
  }

  /**
   * Shows or leaves the presentation, as the address says.
   * @param {boolean} isOn
   */
  set(isOn) {
    if (isOn === this.isOn) return;
    this.isOn = isOn;
    this.#element.toggleAttribute("data-presenting", isOn);
    document.documentElement.toggleAttribute("data-presenting", isOn);
    this.leave.hidden = !isOn;
    this.button.hidden = isOn;
    this.#setBlack(false);
    if (isOn) this.#element.focus({ preventScroll: true });
    else {
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
      this.#isFull = false;
      this.button.focus();
    }
    this.#services.drawn();
  }

  /** Keeps the layout if the browser leaves full screen, as it may when another window opens. */
  keepLayout() {
    this.#isFull = false;
  }

  /** @param {boolean} isBlack */
  #setBlack(isBlack) {
    if (isBlack === this.#isBlack) return;
    this.#isBlack = isBlack;
    this.#black.hidden = !isBlack;
    (isBlack ? this.#black : this.#element).focus({ preventScroll: true });
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} true if the key has a meaning here
   */
  key({ key, ctrlKey, metaKey, altKey }) {
    if (ctrlKey || metaKey || altKey) return false;
    if (key.toLowerCase() === "p") {
      this.#ask(!this.isOn);
      return true;
    }
    if (!this.isOn) return false;
    if (this.#isBlack) {
      this.#setBlack(false);
      return true;
    }
    /** @type {Record<string, () => void>} */
    const keys = {
      Escape: () => this.#ask(false),
      PageDown: () => this.#services.step(1),
      PageUp: () => this.#services.step(-1),
      ".": () => this.#setBlack(true),
      b: () => this.#setBlack(true),
    };
    // B is the same key with Caps Lock.
    const action = keys[key] ?? keys[key.toLowerCase()];
    if (!action) return false;
    action();
    return true;
  }
}
