/** Text in an address: compressed (raw deflate), then base64url. */

/** The letters that can follow each other in a call with a letter for each argument. */
const BYTES_PER_CALL = 8192;

/**
 * @param {string} text
 * @param {number} maxLength of the packed text, in characters: some programs cut off a longer address
 * @returns {Promise<string | null>} null if it is longer
 */
export async function packText(text, maxLength) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  if (bytes.length > maxLength) return null;
  let letters = "";
  for (let at = 0; at < bytes.length; at += BYTES_PER_CALL) {
    letters += String.fromCharCode(...bytes.subarray(at, at + BYTES_PER_CALL));
  }
  const packed = btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return packed.length > maxLength ? null : packed;
}

/**
 * @param {string} packed
 * @param {number} maxLength of the text, in characters: a short packed text can become a very long one
 * @returns {Promise<string | null>} null if the text is not one that was packed, or is longer
 */
export async function unpackText(packed, maxLength) {
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")),
      (letter) => letter.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))
      .pipeThrough(new TextDecoderStream("utf-8", { fatal: true })).getReader();
    let text = "";
    while (text.length <= maxLength) {
      const { done, value } = await reader.read();
      if (done) return text;
      text += value;
    }
    await reader.cancel();
    return null;
  } catch {
    return null;
  }
}
