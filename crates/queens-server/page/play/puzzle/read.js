import { ask } from "../../shared/api.js";
import { h } from "../../shared/dom.js";

/** Reading puzzles from text and pictures: the page itself reads nothing. */

/** The types of pictures that the server reads. */
const PICTURE_TYPES = ["image/png", "image/jpeg", "image/webp"];

/** @param {File} file */
export const isPicture = (file) => file.type.startsWith("image/") && file.type !== "image/svg+xml";

/**
 * @param {Blob} image
 * @returns {Promise<string>} the picture in base64; converted to PNG if the server does not read its type
 */
export async function encoded(image) {
  let blob = image;
  if (!PICTURE_TYPES.includes(image.type)) {
    const bitmap = await createImageBitmap(image).catch(() => {
      throw new Error("This picture cannot be read: save it as PNG, JPEG or WebP.");
    });
    const canvas = h("canvas", { width: bitmap.width, height: bitmap.height });
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
    blob = await new Promise((resolve, reject) =>
      canvas.toBlob((made) => (made ? resolve(made) : reject(new Error("This picture cannot be read."))),
        "image/png"));
  }
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(text);
}

/**
 * A puzzle, with its number of solutions.
 * @param {{puzzle: string} | {picture: string}} source text in any form, or a picture in base64
 * @param {AbortSignal} signal
 * @returns {Promise<any>}
 */
export async function readSource(source, signal) {
  return ask("puzzle/read", source, signal);
}

/**
 * The board of a picture as well as it can be read, with what is uncertain.
 * @param {string} picture in base64
 * @param {{stars: number, corners?: [number, number][], rows?: number}} known what is known about the board
 * @param {AbortSignal} signal
 * @returns {Promise<any>}
 */
export async function readPicture(picture, known, signal) {
  return ask("puzzle/picture", { picture, ...known }, signal);
}
