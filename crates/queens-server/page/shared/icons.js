import { s } from "./dom.js";

/** The icons of buttons: a grid of 24, drawn with a line. */

/** @type {Record<string, string>} */
const ICONS = {
  undo: "M8.5 6.5 4 11l4.5 4.5M4.5 11H14a5.75 5.75 0 0 1 5.75 5.75v.75",
  redo: "M15.5 6.5 20 11l-4.5 4.5M19.5 11H10a5.75 5.75 0 0 0-5.75 5.75v.75",
  erase: "m13.2 4.6 6.2 6.2a1.9 1.9 0 0 1 0 2.7l-5.9 5.9H8.9l-4.3-4.3a1.9 1.9 0 0 1 0-2.7l5.9-5.9a1.9 1.9 0 0 1 2.7 0zM8 9.4l6.9 6.9M8.9 19.4h11",
  hint: "M9.75 18h4.5M10.5 21h3M12 3a6.25 6.25 0 0 0-3.9 11.1c.9.75 1.4 1.3 1.55 2.15h4.7c.15-.85.65-1.4 1.55-2.15A6.25 6.25 0 0 0 12 3z",
  check: "M20.5 12a8.5 8.5 0 1 1-4-7.2M8.25 11.5l3.5 3.5 8-9",
  pencil: "m4 20 1-4.5L16.2 4.3a1.9 1.9 0 0 1 2.7 0l.8.8a1.9 1.9 0 0 1 0 2.7L8.5 19zM14 6.5l3.5 3.5",
  pause: "M9 7v10M15 7v10",
  play: "M8 5.5v13l10.5-6.5z",
  settings: "M4 8h7.5M16.5 8H20M4 16h3.5M12.5 16H20M14 5.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM10 13.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z",
  share: "M12 15.5V3.5M7.75 7.5 12 3.25l4.25 4.25M5 12v6.5a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V12",
  next: "M4.5 12h15M13.5 6l6 6-6 6",
  tick: "m4.5 12.5 5 5L19.5 7",
  cross: "M7 7l10 10M17 7 7 17",
  moon: "M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7z",
  sun: "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  ice: "M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9M9.5 4.5 12 7l2.5-2.5M9.5 19.5 12 17l2.5 2.5",
  search: "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.3 15.3 20 20",
};

/** An icon beside or in place of a word. @param {string} name */
export const icon = (name) => s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
  s("path", { d: ICONS[name] }));

/** The crown of the page as an icon. */
export const crown = () => s("svg", { class: "crown", viewBox: "0 0 48 48", "aria-hidden": "true" },
  s("use", { href: "#queen" }));
