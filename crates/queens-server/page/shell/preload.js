/**
 * Asks at once for what the puzzles of a day need, while the browser still finds out which module leads to
 * which: the puzzles of the month, and for the section Today its modules and style sheets. It imports
 * nothing: on a slow network it would have to wait for half a second.
 */

/** The first and the last month that are stored, as `play/today/days.js` has them. */
export const STORED = ["2026-01", "2027-12"];

/** The modules of a board of the day, which the first screen and Today both draw after its first paint. */
export const BOARD_MODULES = [
  "play/today/load.js", "play/today/stored.js", "play/puzzle/state.js", "shared/tints.js", "shared/palette.js",
  "shared/region-outline.js", "shared/squares.js",
];

/** The further modules of the boards on the first screen. */
export const HOME_MODULES = ["home/boards.js", "play/puzzle/picture.js"];

/** The further modules of the section Today that the first screen does not need. */
export const TODAY_MODULES = [
  "play/today/section.js", "play/today/share.js", "play/progress.js", "play/win.js", "play/words.js",
  "play/puzzle/player.js", "shared/position.js", "play/puzzle/view.js", "shared/board.js",
  "play/puzzle/found-row.js", "play/pan.js", "play/puzzle/settings.js", "play/hint-card.js",
  "play/pausable-clock.js", "play/puzzle/hint.js", "play/puzzle/judge.js", "play/puzzle/mark-input.js",
  "play/puzzle/player-tools.js", "shared/board-pointer.js", "play/loading.js", "shared/words.js",
  "play/stroke.js", "play/puzzle/mark-switch.js", "play/tools.js",
];

const TODAY_SHEETS = ["styles/play.css", "styles/parts.css"];

/** An address that shows puzzles of a day: the section, and the month if it names one. */
const DAILY_ADDRESS = /^#?(home|today|)(?:\?(?:.*&)?d=(\d{4}-\d{2})-\d{2}\b.*|\?.*)?$/;

/** This month in the local time zone. */
function monthNow() {
  const now = new Date();
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}`;
}

/**
 * The files that an address needs, by their paths in the folder of the page.
 * @param {string} hash
 */
export function filesOf(hash) {
  const found = DAILY_ADDRESS.exec(hash);
  if (!found) return [];
  const [, part, month = monthNow()] = found;
  const isStored = month >= STORED[0] && month <= STORED[1];
  const puzzles = isStored ? [`daily/${month}.js`] : [];
  const further = part === "today" ? [...TODAY_SHEETS, ...TODAY_MODULES] : HOME_MODULES;
  return [...puzzles, ...BOARD_MODULES, ...further];
}

/** @param {string} path */
function preload(path) {
  const link = document.createElement("link");
  link.href = new URL(`../${path}`, import.meta.url).href;
  link.rel = path.endsWith(".js") ? "modulepreload" : "preload";
  if (path.endsWith(".css")) link.as = "style";
  document.head.append(link);
}

if (globalThis.document && !location.search) filesOf(location.hash).forEach(preload);
