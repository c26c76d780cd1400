// Writes the digests of levels: `node digests.mjs > ../play/puzzles/level-digests.js`, with QUEENS_COMMAND.
// To be run again when the generator makes other puzzles from the same seeds.

import { spawnSync } from "node:child_process";
import { boardDigest, boardKey } from "../play/puzzles/level-index.js";
import { KINDS, groupOf } from "../play/puzzles/level-kinds.js";
import { OPEN } from "../play/puzzle/state.js";

/** The number of levels of each kind, from the first one on. */
const FIRST_LEVELS = 100;
/** The number of levels in a line. */
const LINE_LEVELS = 25;

/** The exit status of the command if it found no puzzle. */
const NOT_FOUND = 3;

/**
 * The digests of the puzzles with consecutive seeds: the first seed and the text of each run. A seed without a puzzle ends a run.
 * @param {import("../play/puzzles/level-kinds.js").LevelKind} kind
 * @param {number} first the first seed
 * @param {number} count
 * @returns {[number, string][]}
 */
function digestRuns(kind, first, count) {
  const { size, stars, rating } = kind;
  const options = ["--quiet", "--seed", first, "puzzle", "generate", size, "--stars", stars, "--rating", rating, "--count", count, "--format", "json"];
  const { stdout, stderr, status } = spawnSync(process.env.QUEENS_COMMAND ?? "queens", options.map(String), { encoding: "utf8", maxBuffer: 2 ** 28 });
  if (status === 0) return [[first, JSON.parse(stdout).puzzles.map(digestOf).join("")]];
  if (status !== NOT_FOUND) throw new Error(stderr);
  if (count === 1) return [];
  const half = Math.floor(count / 2);
  return [...digestRuns(kind, first, half), ...digestRuns(kind, first + half, count - half)];
}

/** @param {any} found a puzzle as the command writes it */
function digestOf({ puzzle: { size, stars, regions } }) {
  const letters = [...regions.join("")];
  return boardDigest(boardKey({ n: size, stars, regions: letters, marks: letters.map(() => OPEN) }));
}

function writeModule() {
  const kinds = Object.entries(KINDS).flatMap(([stars, { sizes, ratings }]) =>
    sizes.flatMap((size) => ratings.map((rating) => ({ size, stars: Number(stars), rating }))));
  const firsts = Array.from({ length: FIRST_LEVELS / LINE_LEVELS }, (_, at) => 1 + at * LINE_LEVELS);
  const lines = kinds.flatMap((kind) => {
    const runs = firsts.flatMap((first) => digestRuns(kind, first, LINE_LEVELS));
    return [`  "${groupOf(kind)}": {`, ...runs.map(([first, text]) => `    ${first}: "${text}",`), "  },"];
  });
  return `/** Digests of levels, written by \`tests/digests.mjs\`. */

/** The number of levels of each kind that have a digest, from the first one on. */
export const FIRST_LEVELS = ${FIRST_LEVELS};

/**
 * For each kind the digests of its levels, three digits each: of those with consecutive numbers from a first one on.
 * @type {Record<string, Record<number, string>>}
 */
export const DIGESTS = {
${lines.join("\n")}
};
`;
}

process.stdout.write(writeModule());
