/** Code in an address: compressed (raw deflate), then base64url. */

/** Longest code in a link, compressed, in characters: some programs cut off a longer address. */
const MAX_LINK_LENGTH = 4000;

/** Longest code, in characters. */
export const MAX_CODE_LENGTH = 50_000;

/**
 * @param {string} code
 * @returns {Promise<string | null>} null if it is too long for a link
 */
export async function packCode(code) {
  const stream = new Blob([code]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  if (bytes.length > MAX_LINK_LENGTH) return null;
  const text = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_")
    .replaceAll("=", "");
  return text.length > MAX_LINK_LENGTH ? null : text;
}

/**
 * @param {string} text
 * @returns {Promise<string | null>} null if the text is not code that was packed
 */
export async function unpackCode(text) {
  if (text.length > MAX_LINK_LENGTH) return null;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")),
      (letter) => letter.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))
      .pipeThrough(new TextDecoderStream("utf-8", { fatal: true })).getReader();
    let code = "";
    // A short text can unpack to a very long one.
    while (code.length <= MAX_CODE_LENGTH) {
      const { done, value } = await reader.read();
      if (done) return code;
      code += value;
    }
    await reader.cancel();
    return null;
  } catch {
    return null;
  }
}
