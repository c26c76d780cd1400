/** A random whole number from 0, less than `below`. @param {number} below at most 2^32 */
export const randomBelow = (below) => crypto.getRandomValues(new Uint32Array(1))[0] % below;
