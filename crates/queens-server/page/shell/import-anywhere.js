import { ApiError, LatestRequest, isAbort, reason } from "../shared/api.js";
import { importPosition } from "../explore/board/import.js";
import { button, h } from "../shared/dom.js";
import { writePosition } from "../shared/position.js";
import { keepProgress, progressOf } from "../play/progress.js";
import { encoded, isPicture, readSource } from "../play/puzzle/read.js";
import { fromDocument, puzzleKey, readPuzzle } from "../play/puzzle/state.js";
import { read } from "../shared/store.js";
import { closeToast, toast } from "../shared/toast.js";

/**
 * What was pasted, dropped or chosen in any section: text, a link, a picture or a file. The section that is
 * open reads it, else it is a puzzle, else a board; the section that shows it opens.
 *
 * @typedef {{text: string, file: File | null}} Given text comes before a file: a spreadsheet also pastes its
 *   picture
 * @typedef {import("../main.js").App} App
 * @typedef {import("../main.js").Part} Part
 */

/** The longest reason that a message shows, in characters. */
const MAX_REASON_LENGTH = 240;

const reading = new LatestRequest();
/** The question about a picture, while it is open. @type {HTMLDialogElement | null} */
let dialog = null;

/** @param {unknown} error */
function shortReason(error) {
  // The command has the guide beside it.
  const text = reason(error).replace(/ \(read as a letter grid;[^)]*\)/, "");
  return text.length > MAX_REASON_LENGTH ? `${text.slice(0, MAX_REASON_LENGTH)} ...` : text;
}

/**
 * The view of an address of this page, or of another copy of it; null for other text.
 * @param {App} app
 * @param {string} text
 */
function ownView({ hasPart }, text) {
  const hash = /^(?:https?:\/\/\S*|\/?)(#\S+)$/.exec(text)?.[1];
  const view = hash ? read(hash) : null;
  return view && hasPart(view.part) ? view : null;
}

/**
 * The view of the only address of this page in a message, such as a shared result; null if there is none.
 * @param {App} app
 * @param {string} text
 */
function viewInMessage(app, text) {
  const views = text.split(/\s+/).map((word) => (word.includes("://") ? ownView(app, word) : null))
    .filter((view) => view !== null);
  return views.length === 1 ? views[0] : null;
}

/** What the number of solutions of a puzzle means for a player. @type {Record<string, string>} */
const VERDICT_WORDS = {
  "the only one": "", none: "It has no solution.", "one of several": "It has more than one solution.",
  "at least one": "It has a solution; there may be others.",
  unknown: "There was not enough time to find a solution.",
};

/**
 * The size of a puzzle in words, whether it has one solution, and the mark that contradicts it.
 * @param {any} found the answer to `puzzle/read`
 */
function puzzleWords({ puzzle: { size, stars }, verdict, mistake }) {
  const each = `${stars} ${stars === 1 ? "queen" : "queens"} in each row, column and region`;
  const marks = mistake && `Its marks contradict it: ${mistake.sentence} To tell this counts as a hint.`;
  return [`${size} x ${size}, ${each}.`, VERDICT_WORDS[verdict], marks].filter(Boolean);
}

/**
 * Opens a puzzle to play. If the message about it names a wrong mark, that is a hint.
 * @param {App} app
 * @param {any} found the answer to `puzzle/read`
 * @param {import("../shared/store.js").Query} query
 */
function play(app, { mistake }, query) {
  const puzzle = readPuzzle(query);
  if (mistake && puzzle) {
    const key = puzzleKey(puzzle);
    const known = progressOf(key);
    keepProgress(key, { ...known, hints: known.hints + 1 });
  }
  app.store.go("puzzles", query);
}

/**
 * Opens the puzzle or the board of a text.
 * @param {App} app
 * @param {Part | undefined} part the section that is open
 * @param {string} text
 * @param {AbortSignal} signal
 */
async function openText(app, part, text, signal) {
  const asBoard = async () => {
    if (part?.paste) await part.paste(text, signal);
    else {
      const { position, asked } = await importPosition(text, signal);
      app.store.go("board", { ...writePosition(position), ...asked });
    }
    toast(["The board is open."]);
  };
  const asPuzzle = async () => {
    const found = await readSource({ puzzle: text }, signal);
    // The address of a shared level names the level.
    const { l = "" } = viewInMessage(app, text)?.query ?? {};
    const query = fromDocument(found.puzzle);
    if (app.store.view.part === "create") app.store.go("create", query);
    else play(app, found, l ? { ...query, l } : query);
    toast(["The puzzle is open.", puzzleWords(found).join(" ")]);
  };
  const readers = part?.paste ? [asBoard, asPuzzle] : [asPuzzle, asBoard];
  /** @type {Map<() => Promise<void>, unknown>} */
  const failures = new Map();
  for (const open of readers) {
    try {
      return await open();
    } catch (error) {
      // Another form would not help if the server does not respond.
      if (isAbort(error) || (error instanceof ApiError && error.status === 0)) throw error;
      failures.set(open, error);
    }
  }
  const [first, second] = readers.map((open) => `As a ${open === asPuzzle ? "puzzle" : "board"}: ` +
    `${shortReason(failures.get(open))}`);
  toast(["This is neither a puzzle nor a board.", first,
    h("details", {}, h("summary", {}, "More"), h("p", {}, second))], true);
}

/**
 * Shows a picture beside the board that was read from it. A reading that is not certain can be corrected.
 * @param {App} app
 * @param {File} file
 * @param {AbortSignal} signal
 */
async function openPicture(app, file, signal) {
  toast(["Reading the picture ..."]);
  const picture = await encoded(file);
  const { PictureDialog } = await import("./picture-dialog.js");
  const open = () => {
    closeToast();
    const shown = new PictureDialog(file, picture, {
      play: (found, query) => play(app, found, query),
      edit: (query) => app.store.go("create", query),
    });
    shown.element.addEventListener("close", () => { if (dialog === shown.element) dialog = null; });
    dialog = shown.element;
    return shown;
  };
  try {
    const found = await readSource({ picture }, signal);
    open().showCertain({ found, words: puzzleWords(found) });
  } catch (error) {
    if (isAbort(error) || (error instanceof ApiError && error.status === 0)) throw error;
    const why = shortReason(error);
    toast([why, button("Correct the reading", () => open().correct(why))], true);
  }
}

/**
 * Opens what was pasted, dropped or chosen, and reports the result.
 * @param {App} app
 * @param {Part | undefined} part the section that is open
 * @param {Given} given
 */
export async function importAnything(app, part, { text, file }) {
  const signal = reading.next();
  dialog?.close();
  try {
    await app.styled();
    const message = viewInMessage(app, text);
    // A shared result of a day names the day; other messages are read, because their grid may be another
    // puzzle.
    const view = ownView(app, text) ?? (message?.part === "today" ? message : null);
    if (view) {
      app.store.go(view.part, view.query);
      toast(["The address is open."]);
    } else if (!text && file && isPicture(file)) await openPicture(app, file, signal);
    else await openText(app, part, text || (await file?.text()) || "", signal);
  } catch (error) {
    if (!isAbort(error)) toast([shortReason(error)], true);
  }
}
