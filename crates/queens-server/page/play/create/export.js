import { posted, reason, request } from "../../shared/api.js";
import { clueDocument } from "../puzzle/judge.js";
import { button, choice, disable, copyText, h, put, save, tick } from "../../shared/dom.js";
import { cluesOf, writePuzzle } from "../puzzle/state.js";
import { linkTo } from "../../shared/store.js";

/** @typedef {import("../puzzle/state.js").Puzzle} Puzzle */

/**
 * The forms of a puzzle: name in requests, name for people, ending of the file, media type.
 * @type {[string, string, string, string][]}
 */
const FORMS = [
  ["png", "picture (PNG)", "png", "image/png"],
  ["svg", "picture (SVG)", "svg", "image/svg+xml"],
  ["html", "sheet to print", "html", "text/html"],
  ["player", "page that plays it offline", "html", "text/html"],
  ["sudokupad", "SudokuPad address", "txt", "text/plain"],
  ["penpa", "penpa-edit address", "txt", "text/plain"],
  ["link", "puzz.link address", "txt", "text/plain"],
  ["fpuzzles", "f-puzzles address", "txt", "text/plain"],
  ["grid", "letters", "txt", "text/plain"],
  ["json", "JSON", "json", "application/json"],
  ["sbn", "Star Battle notation", "txt", "text/plain"],
  ["task", "task (region numbers)", "txt", "text/plain"],
  ["text", "text of the laboratory", "txt", "text/plain"],
];

/** Forms that are not text to copy. */
const FILES_ONLY = ["png", "html", "player"];

/**
 * One puzzle in a form, or several as a sheet.
 * @param {Puzzle[]} puzzles
 * @param {string} format
 * @param {{patterns?: boolean, title?: string}} [options]
 */
export async function written(puzzles, format, options = {}) {
  const documents = puzzles.map(clueDocument);
  return (await request("puzzle/write",
    posted({ puzzle: documents.length === 1 ? documents[0] : documents, format, ...options }))).blob();
}

const NO_TEXT = "This form can only be saved as a file";

/**
 * The controls that copy or save a puzzle.
 * @param {() => Puzzle} current
 */
export function exporter(current) {
  let [format, isPatterned] = ["png", false];
  const statusLine = h("p", { class: "small", role: "status" });
  const form = choice("Save as", (to) => {
    format = to;
    disable(copy, FILES_ONLY.includes(to) ? NO_TEXT : "");
  }, FORMS.map(([id, name]) => [id, name]));
  const patterns = tick("With patterns", (isOn) => { isPatterned = isOn; });

  /** @param {(content: Blob) => Promise<string> | string} use returns the words about the result */
  async function write(use) {
    put(statusLine, "");
    try {
      put(statusLine, await use(await written([current()], format, { patterns: isPatterned })));
    } catch (error) {
      put(statusLine, h("span", { class: "bad" }, reason(error)));
    }
  }

  const copy = button("Copy", () => write(async (content) => copyText((await content.text()).trimEnd())));
  const download = button("Save", () => write((content) => {
    const [, , ending, type] = FORMS.find(([id]) => id === format) ?? FORMS[0];
    save(`puzzle.${ending}`, type, content);
    return format === "html" ? "Saved: open the file and print it." : "Saved.";
  }));
  const link = button("Copy a link to play it", async () => {
    const puzzle = current();
    const view = { part: "puzzles", query: writePuzzle({ ...puzzle, marks: cluesOf(puzzle.marks) }) };
    put(statusLine, await copyText(linkTo(view)));
  });
  disable(copy, NO_TEXT);
  return h("div", {}, h("div", { class: "row" }, form.element, download, copy, link), patterns.element,
    statusLine);
}
