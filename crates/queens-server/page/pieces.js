import { once } from "./api.js";

/** The looks of the pieces, as the pictures of the command have them. @type {Promise<void> | null} */
let looks = null;

async function fetchLooks() {
  const response = await fetch("/assets/pieces.svg");
  if (!response.ok) throw new Error(`the pieces cannot be fetched (${response.status})`);
  const picture = new DOMParser().parseFromString(await response.text(), "image/svg+xml");
  for (const symbol of picture.querySelectorAll("symbol")) {
    if (!document.getElementById(symbol.id)) document.querySelector(".store")?.append(document.importNode(symbol, true));
  }
}

/**
 * What stands on the board of a variant: `queen`, `rook`, `superqueen`, ...; its look is there when this comes.
 * @param {string} variant
 * @returns {Promise<string>}
 */
export async function pieceOf(variant) {
  const { variants } = await once("variants");
  const piece = variants.find((/** @type {any} */ entry) => entry.variant === variant)?.piece ?? "queen";
  if (piece !== "queen") {
    looks ??= fetchLooks();
    looks.catch(() => { looks = null; });
    await looks;
  }
  return piece;
}
