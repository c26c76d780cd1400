/**
 * Numbered puzzles without an end: level k of a size, a number of queens in each unit and a rating is the
 * puzzle that the generator makes from the seed k, so it is the same for everybody.
 *
 * @typedef {{size: number, stars: number, rating: string}} LevelKind
 * @typedef {LevelKind & {number: number}} Level
 */

export const MAX_LEVEL = 999_999;

export const RATINGS = ["gentle", "easy", "medium", "hard"];

/**
 * The kinds that the generator finds within seconds, by the number of queens.
 * @type {Record<number, {sizes: number[], ratings: string[]}>}
 */
export const KINDS = {
  1: { sizes: [5, 6, 7, 8, 9, 10, 11, 12, 13, 14], ratings: RATINGS },
  2: { sizes: [8, 9, 10, 11], ratings: RATINGS.slice(1) },
};

/** The name of a kind, such as `8-1-easy`. @param {LevelKind} kind */
export const groupOf = ({ size, stars, rating }) => `${size}-${stars}-${rating}`;

/** The value of the setting `l` in an address. @param {{rating: string, number: number}} level */
export const levelSetting = ({ rating, number }) => `${rating}-${number}`;
