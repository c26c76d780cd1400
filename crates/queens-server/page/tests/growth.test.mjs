// Tests of the sentence about growth: curves drawn by hand, with what they show.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { growthWords } from "../watch/race/growth-words.js";

/** A curve from n = 4 on. @param {string} name @param {...number} figures */
const curve = (name, ...figures) => ({ name, points: figures.map((y, at) => ({ x: 4 + at, y })) });

/** @type {[string, ReturnType<typeof curve>[], string, string, string][]} */
const CASES = [
  ["no curve", [], "seconds", "", ""],
  ["one curve", [curve("a", 1, 2)], "seconds", "", "a"],
  ["the same engine first on all boards", [curve("a", 9, 99), curve("b", 1, 2)], "seconds", "On every board b is ahead.", "b"],
  ["fewest nodes", [curve("a", 9, 99), curve("b", 1, 2)], "nodes", "On every board b has the fewest nodes.", "b"],
  ["one overtakes the other", [curve("a", 1, 10, 100), curve("b", 5, 20, 50)], "seconds",
    "On larger boards b is faster than a: from n = 6 on.", "b"],
  ["one overtakes the other in nodes", [curve("a", 1, 10, 100), curve("b", 5, 9, 50)], "nodes",
    "On larger boards b has fewer nodes than a: from n = 5 on.", "b"],
  ["the leader stays, the next two change places", [curve("a", 2, 20, 400), curve("b", 8, 30, 200), curve("c", 1, 2, 3)], "seconds",
    "On larger boards b is faster than a: from n = 6 on.", "b"],
  ["a difference of a tenth is none", [curve("a", 100, 200), curve("b", 95, 190)], "seconds", "At n = 5, b and a take about the same time.", "b"],
  ["first at the end, and by a hair not at the beginning", [curve("a", 100, 200), curve("b", 105, 100)], "seconds", "At n = 5, b is ahead.", "b"],
  ["an engine that ends earlier is not ahead at the end", [curve("a", 1), curve("b", 2, 3), curve("c", 4, 9)], "seconds", "At n = 5, b is ahead.", "b"],
];

describe("the sentence about growth", () => {
  for (const [name, curves, unit, sentence, first] of CASES) {
    test(name, () => assert.deepEqual(growthWords(curves, unit), { sentence, first }));
  }
});
