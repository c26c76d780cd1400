// Tests of what the first script of the page asks for, without a browser: the modules that the sections import, and the stored months.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, test } from "node:test";
import { STORED_MONTHS } from "../play/today/days.js";
import { BOARD_MODULES, HOME_MODULES, STORED, TODAY_MODULES, filesOf } from "../shell/preload.js";

const PAGE = dirname(import.meta.dirname);

/** The modules that some modules need before they run, themselves first. @param {...string} entries */
function importedBy(...entries) {
  const found = new Set(entries);
  for (const path of found) {
    const text = readFileSync(join(PAGE, path), "utf8");
    for (const [, relative] of text.matchAll(/^(?:import\b|\} from )[^;"]*"(\.[^"]+)";$/gm)) found.add(normalize(join(dirname(path), relative)));
  }
  return found;
}

describe("what the page asks for first", () => {
  for (const [entry, modules] of /** @type {[string, string[]][]} */ ([["home/boards.js", HOME_MODULES], ["play/today/section.js", TODAY_MODULES]])) {
    test(`the modules of ${entry} are all there, and none that comes with the first screen`, () => {
      const first = importedBy("main.js", "home/section.js");
      assert.ok(first.has("play/today/days.js"));
      const needed = [...importedBy(entry)].filter((path) => !first.has(path));
      assert.deepEqual([...BOARD_MODULES, ...modules].sort(), needed.sort());
    });
  }

  test("the stored months are those of the days", () => assert.deepEqual(STORED, STORED_MONTHS));

  test("the first screen and Today have the puzzles of a month and their modules", () => {
    for (const hash of ["", "#", "#home"]) {
      const [month, ...modules] = filesOf(hash);
      assert.equal(dirname(month), "daily", hash);
      assert.deepEqual(modules, [...BOARD_MODULES, ...HOME_MODULES], hash);
    }
    const days = { "#today?d=2026-12-24&k=easy": "daily/2026-12.js", "#today?k=easy&d=2027-02-01": "daily/2027-02.js" };
    for (const [hash, month] of Object.entries(days)) {
      const files = filesOf(hash);
      assert.equal(files[0], month, hash);
      assert.ok([...BOARD_MODULES, ...TODAY_MODULES].every((path) => files.includes(path)), hash);
      for (const path of files) assert.ok(existsSync(join(PAGE, path)), path);
    }
    assert.deepEqual(filesOf("#today?d=2028-01-01").filter((path) => path.startsWith("daily")), []);
    for (const hash of ["#puzzles?n=6", "#todays", "#board?d=2026-12-24"]) assert.deepEqual(filesOf(hash), [], hash);
  });
});
