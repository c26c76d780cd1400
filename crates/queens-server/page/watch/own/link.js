import { packText, unpackText } from "../../shared/packed-text.js";

/** Code in an address. */

/** Longest code in a link, packed, in characters: some programs cut off a longer address. */
const MAX_LINK_LENGTH = 4000;

/** Longest code, in characters. */
export const MAX_CODE_LENGTH = 50_000;

/**
 * @param {string} code
 * @returns {Promise<string | null>} null if it is too long for a link
 */
export const packCode = (code) => packText(code, MAX_LINK_LENGTH);

/**
 * @param {string} text
 * @returns {Promise<string | null>} null if the text is not code that was packed
 */
export const unpackCode = async (text) => (text.length > MAX_LINK_LENGTH ? null
  : unpackText(text, MAX_CODE_LENGTH));
