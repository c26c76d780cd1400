import { once } from "./api.js";

/** The glyphs of the pieces, the same as in the pictures of the command. @type {Promise<void> | null} */
let glyphs = null;

async function fetchGlyphs() {
  const response = await fetch(new URL("./pieces.svg", import.meta.url));
  if (!response.ok) throw new Error(`the pictures of the pieces cannot be loaded (${response.status})`);
  const picture = new DOMParser().parseFromString(await response.text(), "image/svg+xml");
  for (const symbol of picture.querySelectorAll("symbol")) {
    if (!document.getElementById(symbol.id)) {
      document.querySelector(".store")?.append(document.importNode(symbol, true));
    }
  }
}

/** Loads the glyphs of all pieces; the queen is always there. */
export async function loadGlyphs() {
  glyphs ??= fetchGlyphs();
  glyphs.catch(() => { glyphs = null; });
  await glyphs;
}

/**
 * The piece of a variant: `queen`, `rook`, `superqueen`, ...; resolves when its glyph is loaded.
 * @param {string} variant
 * @returns {Promise<string>}
 */
export async function pieceOf(variant) {
  const { variants } = await once("variants");
  const piece = variants.find((/** @type {any} */ entry) => entry.variant === variant)?.piece ?? "queen";
  if (piece !== "queen") await loadGlyphs();
  return piece;
}
