import { Latest, ask, isAbort, reason } from "./api.js";
import { button, choice, field, h, numberField, put } from "./dom.js";
import { fromDocument } from "./puzzle-state.js";

/** Where puzzles come from: made by the server, or read from what is pasted, dropped or chosen. */

/** @param {number} below */
const random = (below) => crypto.getRandomValues(new Uint32Array(1))[0] % below;

/**
 * @param {(query: import("./store.js").Query) => void} open shows a puzzle
 */
export function maker(open) {
  const question = new Latest();
  let [n, stars, given, rating] = [8, 1, 0, ""];
  const said = h("p", { class: "small", role: "status" });
  const size = numberField("Size", 4, 20, (text) => { n = size.take(text, n); });
  const each = numberField("Queens in each", 1, 3, (text) => { stars = each.take(text, stars); });
  const clues = numberField("Given", 0, 26, (text) => { given = clues.take(text, given); });
  const ratings = choice("How hard", (to) => { rating = to; },
    [["", "any"], ["gentle", "gentle"], ["easy", "easy"], ["medium", "medium"], ["hard", "hard"]]);
  const seed = h("input", { type: "number", min: 0, step: 1, placeholder: "any", inputmode: "numeric" });
  [size.input.value, each.input.value, clues.input.value] = [n, stars, given].map(String);

  /**
   * @param {Record<string, unknown>} body
   */
  async function make(body) {
    const signal = question.next();
    put(said, "Making a puzzle ...");
    try {
      const { puzzles: [found] } = await ask("puzzle/generate", body, signal);
      put(said, `Seed ${found.seed}: ${found.rating.rating}.`);
      open(fromDocument(found.puzzle));
    } catch (error) {
      if (!isAbort(error)) put(said, reason(error));
    }
  }

  const element = h("form", { submit: (/** @type {Event} */ event) => {
    event.preventDefault();
    const chosen = seed.value === "" ? random(1_000_000_000) : Number(seed.value);
    make({ size: n, stars, given, seed: chosen, ...(rating ? { rating } : {}) });
  } }, h("div", { class: "row" }, size.element, each.element, clues.element, ratings.element, field("Seed", seed)),
  h("div", { class: "row" }, h("button", { class: "main" }, "Make a puzzle")), said);

  /** The puzzle of the day: its seed is the date. */
  const today = () => make({ size: 8, seed: Number(new Date().toISOString().slice(0, 10).replaceAll("-", "")) });
  return { element, today, stop: () => question.stop() };
}

/**
 * @param {Blob} image
 * @returns {Promise<string>} the picture in base64; of kinds that the server does not read, as PNG
 */
async function picture(image) {
  let blob = image;
  if (!["image/png", "image/jpeg", "image/webp"].includes(image.type)) {
    const bitmap = await createImageBitmap(image);
    const canvas = h("canvas", { width: bitmap.width, height: bitmap.height });
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
    blob = await new Promise((resolve, reject) => canvas.toBlob((made) => (made ? resolve(made) : reject(new Error("This picture cannot be read."))), "image/png"));
  }
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

/**
 * @param {(query: import("./store.js").Query) => void} open shows a puzzle
 */
export function reader(open) {
  const question = new Latest();
  const said = h("p", { class: "small", role: "status" });
  const area = h("textarea", { rows: 5, spellcheck: "false", placeholder: "AABB\nAABB\nCCDD\nCCDD" });
  const file = h("input", { type: "file", accept: "image/*,.txt,.json,text/plain" });
  file.addEventListener("change", () => file.files?.[0] && readFile(file.files[0]));

  /** @param {() => Promise<Record<string, unknown>>} body */
  async function read(body) {
    const signal = question.next();
    put(said, "Reading ...");
    try {
      const found = await ask("puzzle/read", await body(), signal);
      open(fromDocument(found.puzzle));
      put(said, found.verdict !== "the only one" ? "Read. It does not have exactly one solution." : "Read.");
    } catch (error) {
      if (!isAbort(error)) put(said, h("span", { class: "bad" }, reason(error)));
    }
  }

  /** @param {File} chosen */
  function readFile(chosen) {
    read(async () => (chosen.type.startsWith("image/") && chosen.type !== "image/svg+xml"
      ? { picture: await picture(chosen) } : { puzzle: await chosen.text() }));
  }

  const element = h("div", {},
    h("p", { class: "small" }, "Letters for the regions, a link of puzz.link, JSON, or a screenshot. Pasting or dropping it anywhere on this page does as well."),
    field("Puzzle as text", area),
    h("div", { class: "row" }, button("Read it", () => area.value.trim() && read(async () => ({ puzzle: area.value }))), field("or a file", file)), said);

  /** @param {DataTransfer} data */
  function take(data) {
    const image = [...data.files][0];
    const text = data.getData("text/plain");
    if (image) readFile(image);
    else if (text.trim()) read(async () => ({ puzzle: text }));
    else return false;
    return true;
  }
  return { element, take };
}
