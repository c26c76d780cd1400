/**
 * What the curves of a growth show, in a sentence: who is ahead on larger boards, and since when.
 *
 * @typedef {import("./plot.js").Series} Series
 */

/** Figures that differ by less than this factor count as the same. */
const SAME = 1.1;

/**
 * The figure of a series at a size; undefined if it was not measured.
 * @param {Series} series
 * @param {number} size
 */
const at = ({ points }, size) => points.find(({ x }) => x === size)?.y;

/**
 * The sizes that two series have in common, in their order.
 * @param {Series} one
 * @param {Series} other
 */
const commonSizes = (one, other) => one.points.map(({ x }) => x)
  .filter((size) => at(other, size) !== undefined);

/**
 * True if the first is clearly ahead at a size.
 * @param {Series} one
 * @param {Series} other
 * @param {number} size
 */
const leads = (one, other, size) => (at(one, size) ?? Infinity) * SAME < (at(other, size) ?? 0);

/**
 * The size from which on one series is ahead of another that led at first; null if it never fell behind, or
 * is not ahead at the end.
 * @param {Series} one
 * @param {Series} other
 */
function overtakes(one, other) {
  const sizes = commonSizes(one, other);
  const end = sizes.at(-1);
  if (end === undefined || !leads(one, other, end) || !leads(other, one, sizes[0])) return null;
  const behind = sizes.findLastIndex((size) => (at(one, size) ?? 0) >= (at(other, size) ?? 0));
  return sizes[behind + 1];
}

/** The words for who is ahead, by the unit. @param {string} unit */
const wordsFor = (unit) => (unit === "seconds"
  ? { ahead: "is ahead", more: "is faster than", same: "take about the same time" }
  : { ahead: `has the fewest ${unit}`, more: `has fewer ${unit} than`, same: `have about as many ${unit}` });

/**
 * The sentence, and the engine that it is about; both empty without two curves.
 * @param {Series[]} all
 * @param {string} unit
 * @returns {{sentence: string, first: string}}
 */
export function growthWords(all, unit) {
  const measured = all.filter(({ points }) => points.length > 0);
  if (measured.length < 2) return { sentence: "", first: measured[0]?.name ?? "" };
  const { ahead, more, same } = wordsFor(unit);
  const end = Math.max(...measured.map(({ points }) => points[points.length - 1].x));
  const ranked = measured.filter((one) => at(one, end) !== undefined)
    .sort((a, b) => (at(a, end) ?? 0) - (at(b, end) ?? 0));
  const [first, second] = ranked;
  for (const one of ranked) {
    for (const other of measured) {
      const size = overtakes(one, other);
      if (size === null) continue;
      const sentence = `On larger boards ${one.name} ${more} ${other.name}: from n = ${size} on.`;
      return { sentence, first: one.name };
    }
  }
  const name = first.name;
  if (second && !leads(first, second, end)) {
    return { sentence: `At n = ${end}, ${name} and ${second.name} ${same}.`, first: name };
  }
  const isAlways = measured.every((other) => other === first
    || commonSizes(first, other).every((size) => (at(first, size) ?? 0) <= (at(other, size) ?? 0)));
  return { sentence: isAlways ? `On every board ${name} ${ahead}.` : `At n = ${end}, ${name} ${ahead}.`,
    first: name };
}
