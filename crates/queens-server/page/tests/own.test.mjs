// Tests of the part Your code: its checks, its sandbox, its steps and its race.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { describe } from "node:test";
import { URL as ADDRESS, go, page, press, quiet, reads, test } from "./harness.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const editor = () => page.getByLabel("Your code", { exact: true });
const result = () => page.locator(".own-outcome").innerText();

/** The table of the last check, row by row. */
const rows = () => page.locator("[aria-label=Check] tbody tr").evaluateAll((all) => all.map((row) => [...row.children].slice(0, -1).map((cell) => cell.textContent)));

/** Checks a program and returns the result in words. @param {string} code */
async function check(code) {
  await editor().fill(code);
  await press(/^Check n = /);
  await page.locator(".own-outcome").filter({ hasText: /^(Correct|n = )/ }).waitFor();
  return result();
}

describe("the student's own code", () => {
  test("templates are correct, and the code comes back from the device and from a link", async () => {
    await go("#own?n=6");
    for (const [template, first] of [["Generator", "function* solve"], ["Steps", "function* steps"], ["List", "function solve"]]) {
      await press(template);
      const code = await editor().inputValue();
      assert.ok(code.includes(first), template);
      assert.equal(await check(code), "Correct for n = 1 to 6.", template);
      // The counts are OEIS A000170.
      assert.deepEqual(await rows(), [1, 0, 0, 2, 10, 4].map((count, at) => [String(at + 1), "correct", String(count), String(count), "100 %", "100 %", "100 %"]));
    }
    const own = "// mine: ü\nfunction solve(n) { return []; }";
    await editor().fill("");
    await editor().focus();
    await page.keyboard.press("Tab");
    await page.keyboard.type("x");
    await page.keyboard.press("Enter");
    assert.equal(await editor().inputValue(), "  x\n  ");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    assert.notEqual(await page.evaluate(() => document.activeElement?.tagName), "TEXTAREA");
    await editor().fill(own);
    await press("Copy link");
    await reads(".own [role=status]", /The link is copied/);
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await page.waitForFunction((code) => JSON.parse(localStorage.getItem("queens.own") ?? "{}").code === code, own);
    await page.reload();
    assert.equal(await editor().inputValue(), own);
    await editor().fill("// newer");
    await page.goto("about:blank");
    await page.goto(link);
    await reads(".own [role=status]", /The code of the link is loaded/);
    assert.equal(await editor().inputValue(), own);
    await page.waitForURL(/#own\?n=6$/);
    assert.equal(await page.locator(".own-outcome").innerText(), "");
    await page.goto("about:blank");
    await go("#own?c=nonsense");
    await reads(".own [role=alert]", /The link has no code that can be read/);
    await page.goto("about:blank");
    quiet();
  });

  test("wrong answers have a cause, a board on which it shows, and a next step", async () => {
    await go("#own?n=7");
    await editor().fill(`function* solve(n, queens = []) {
  if (queens.length === n) return yield queens;
  for (let c = 0; c < n; c++) {
    const isSafe = (d, r) => d !== c && d + r !== c + queens.length
      && (c - queens.length !== d - r || c - queens.length === -3);
    if (queens.every(isSafe)) yield* solve(n, [...queens, c]);
  }
}`);
    await press(/^Check n = /);
    const part = page.getByRole("region", { name: "What is wrong" });
    await part.waitFor();
    // Worked out by hand: row - column = 3 is the one diagonal that the code leaves out.
    assert.match(await part.innerText(), /on every wrong board the queens share row - column = 3, and no other line/);
    assert.match(await part.innerText(), /Next: List the numbers of all diagonals/);
    assert.equal(await part.locator(".attacker").count(), 2);
    assert.equal(await part.locator("line.attack").count(), 1);
    await editor().fill("function solve(n) { return Array(n).fill([]); }");
    await part.locator("xpath=self::*[contains(@class, 'outdated')]").waitFor();
    await press(/^Check n = /);
    await page.waitForFunction(() => document.querySelector(".own-diagnosis")?.textContent?.includes("the same list"));
    assert.equal(await part.locator(".board").isVisible(), false);
    await press("List");
    await press(/^Check n = /);
    await page.locator(".own-outcome").filter({ hasText: "Correct" }).waitFor();
    assert.equal(await part.isVisible(), false);
    quiet();
  });

  test("two windows share the code, and neither loses any", async () => {
    await go("#own?n=4");
    const other = await page.context().newPage();
    await other.goto(page.url());
    const otherEditor = other.getByLabel("Your code", { exact: true });
    const shows = (/** @type {import("playwright-core").Locator} */ area, /** @type {string} */ code) => area.page().waitForFunction(
      (wanted) => /** @type {HTMLTextAreaElement | null} */ (document.querySelector(".own-code"))?.value === wanted, code);
    const status = (/** @type {import("playwright-core").Page} */ window, /** @type {RegExp} */ text) =>
      window.locator(".own [role=status]").filter({ hasText: text }).first().waitFor();

    assert.match(await check("function solve(n) { return []; }"), /^n = 1: incomplete/);
    await shows(otherEditor, "function solve(n) { return []; }");
    await status(other, /changed in another window/);
    await otherEditor.fill("// of the other");
    await shows(editor(), "// of the other");
    assert.equal(await page.locator(".own-outcome").innerText(), "The code has changed since the last run.");

    // A template in one window: the program is the previous code in both.
    await press("List");
    await other.getByRole("button", { name: "Previous code" }).click();
    await shows(otherEditor, "// of the other");
    await shows(editor(), "// of the other");

    // Both change it before either has stored it.
    await other.evaluate(() => {
      /** @type {(() => void)[]} */
      const held = [];
      const runLater = window.setTimeout;
      Object.assign(window, { setTimeout: (/** @type {() => void} */ call) => held.push(call), release: () => {
        Object.assign(window, { setTimeout: runLater });
        for (const call of held) call();
      } });
    });
    await otherEditor.fill("// second");
    await editor().fill("// first");
    await status(other, /Another window has changed the code, too/);
    assert.equal(await otherEditor.inputValue(), "// second");
    await other.evaluate("release()");
    await shows(editor(), "// second");
    await press("Previous code");
    for (const area of [editor(), otherEditor]) await shows(area, "// first");
    await other.getByRole("button", { name: "Previous code" }).click();
    for (const area of [editor(), otherEditor]) await shows(area, "// second");
    await page.reload();
    await shows(editor(), "// second");

    // An edit is stored even if its window is closed at once.
    await editor().fill("// last");
    await page.goto("about:blank");
    await shows(otherEditor, "// last");
    quiet();
  });

  test("a program is incomplete, wrong, failed or timed out, with the reason", async () => {
    await go("#own?n=5&t=1");
    /** @type {[string, string][]} */
    const programs = [
      ["function solve(n) { return n === 4 ? [[1, 3, 0, 2]] : n === 1 ? [[0]] : []; }", "n = 4: incomplete. 1 solution is missing."],
      ["function solve(n) { return n === 1 ? [[0], [0]] : []; }", "n = 1: wrong. Solution 2: the same as solution 1."],
      ["const solve = (n) => (n === 2 ? [[0, 1]] : n === 1 ? [[0]] : []);", "n = 2: wrong. Solution 1: the queens on a1 and b2 attack each other."],
      ["function solve(n) { return 'none'; }", "n = 1: failed. solve(1) returns none: it must return a list of solutions, or be a generator, function* solve(n)."],
      ["function solve(n) { return [[0.5]]; }", "n = 1: failed. Solution 1, [0.5], has 0.5: a column must be a whole number from 0 to 0."],
      ["function solver(n) { return []; }", "n = 1: failed. There is no function solve(n) or steps(n)."],
      ["function* steps(n) { yield { place: [0, 0] }; yield { solution: 1 }; if (n > 1) yield { place: [0, 0] }; }", "n = 2: wrong. Step 2 is wrong: it reports a solution with 1 queen."],
      ["function solve(n) { postMessage('x'); return []; }", "n = 1: failed. The code sent a message itself (postMessage). Return or yield the solutions."],
    ];
    // Messages of the worker with values that are no time, no step, no column.
    for (const message of ["type: 'end', seconds: 'x'", "type: 'steps', steps: Int32Array.of(7, 0, 0, -1, -1), seconds: 0", "type: 'steps', steps: Int32Array.of(0, 0, 99, -1, -1), seconds: 0",
      "type: 'steps', steps: Int32Array.of(0, 0, 0), seconds: 0", "type: 'steps', steps: new Int32Array(5), seconds: NaN", "type: 'solutions', solutions: [['x']], seconds: 0"]) {
      programs.push([`function solve(n) { postMessage({ ${message} }); return []; }`, programs[7][1]]);
    }
    for (const [code, words] of programs) assert.equal(await check(code), words);
    /** @type {[string, number, RegExp][]} */
    const faults = [
      ["\n\nfunction solve(n) {\n  return n.x.y;\n}", 4, /^Line 4: TypeError: .*reading 'y'/],
      ["let a = 1;\nlet b = ;", 2, /^Line 2: SyntaxError: Unexpected token ';'/],
      ["function solve(n) {\n\n  throw 'no error';\n}", 3, /^Line 3: no error/],
      ["function solve(n) { return solve(n); }", 1, /^Line 1: RangeError: Maximum call stack size/],
    ];
    for (const [code, line, words] of faults) {
      await check(code);
      assert.match(await page.locator(".own-left [role=alert]").innerText(), words);
      assert.equal(await page.locator(".line-numbers .wrong").innerText(), String(line));
      assert.equal((await rows())[0][1], "failed");
    }
    await press("Line 1");
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), "TEXTAREA");
    await page.keyboard.type("// ");
    await reads(".own-outcome", /The code has changed since the last run\./);
    quiet();
  });

  test("endless loops, floods and hogs are stopped, and the page stays responsive", async () => {
    await go("#own?n=4&t=20");
    await editor().fill("function* solve(n) { yield [0]; for (;;); }");
    await press(/^Check/);
    // The page answers while the code runs, and Stop ends it.
    await reads(".own [role=status]", /Running n = 1/);
    // The frame of the code may come a moment after the words.
    await page.locator("iframe").waitFor({ state: "attached" });
    await press("Stop");
    await reads(".own [role=status]", /Stopped\./);
    assert.equal(await page.locator("iframe").count(), 0);
    await go("#own?n=4&t=1");
    for (const [code, words] of /** @type {[string, RegExp][]} */ ([
      ["function solve(n) { for (;;); }", /^n = 1: timed out\. It did not end in 1 s\.$/],
      ["for (;;);", /^n = 1: timed out/],
      ["function solve(n) { for (;;) postMessage('x'.repeat(1000)); }", /^n = 1: failed\. The code sent a message itself/],
      ["function solve(n) { for (;;) postMessage({ type: 'start' }); }", /^n = 1: (failed|timed out)\./],
      ["function solve(n) { const all = []; for (;;) all.push(new Array(1000).fill(all.length)); }", /^n = 1: (failed|timed out)\./],
      ["function* solve(n) { for (;;) yield [0]; }", /^n = 1: wrong\. Solution 2: the same as solution 1\.$/],
    ])) assert.match(await check(code), words);
    // A loaded machine takes more than a second for so many steps.
    await go("#own?n=4&t=20");
    assert.match(await check("function* steps(n) { for (;;) { yield { place: [0, 0] }; yield { remove: [0, 0] }; } }"), /^n = 1: failed\. It was stopped after 500,000 steps\.$/);
    assert.equal(await page.locator("iframe").count(), 0);
    quiet();
  });

  test("the code reaches neither the network nor the page", async () => {
    /** @type {string[]} */
    const hits = [];
    const probe = createServer((request, response) => {
      hits.push(request.url ?? "");
      response.writeHead(200, { "access-control-allow-origin": "*", "content-type": "text/javascript" }).end("self.loaded = true");
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => { probe.on("listening", resolve); });
    const { port } = /** @type {import("node:net").AddressInfo} */ (probe.address());
    const targets = [`http://127.0.0.1:${port}/probe`, `${ADDRESS}/api/v1/engines?probe`];
    /** Requests that a policy refused. @type {string[]} */
    const refused = [];
    page.on("requestfailed", (request) => { if (request.failure()?.errorText === "csp") refused.push(request.url()); });
    page.on("response", (response) => { if (response.url().includes("probe")) hits.push(response.url()); });
    await go("#own?n=1&t=5");
    try {
      const code = `function solve() {
        const seen = [];
        const attempt = (name, act) => { try { seen.push(name + " " + act()); } catch (error) { seen.push(name + " refused"); } };
        for (const url of ${JSON.stringify(targets)}) {
          fetch(url).catch(() => {});
          import(url).catch(() => {});
          attempt("events", () => { new EventSource(url); return "started"; });
          attempt("socket", () => { new WebSocket(url.replace("http", "ws")); return "started"; });
          attempt("xhr", () => { const xhr = new XMLHttpRequest(); xhr.open("GET", url, false); xhr.send(); return "sent"; });
          attempt("importScripts", () => { importScripts(url); return "loaded"; });
          attempt("nested", () => { const source = "fetch('" + url + "')"; new Worker(URL.createObjectURL(new Blob([source]))); return "started"; });
        }
        attempt("database", () => { indexedDB.open("x"); return "open"; });
        attempt("eval", () => eval("1"));
        for (const name of ["document", "window", "parent", "localStorage", "caches"]) attempt(name, () => typeof globalThis[name]);
        // A request that is allowed would be on its way before the time is over.
        for (const end = performance.now() + 700; performance.now() < end;);
        throw seen.join(", ");
      }`;
      await check(code);
      const words = await page.locator(".own-left [role=alert]").innerText();
      for (const part of ["xhr refused", "importScripts refused", "database refused", "eval refused", "document undefined", "window undefined", "parent undefined", "localStorage undefined"]) assert.ok(words.includes(part), `${part}: ${words}`);
      assert.doesNotMatch(words, /sent|loaded|open/);
      // Reports of refused requests come a moment after the words.
      const isRefused = () => targets.some((target) => refused.includes(target));
      for (let look = 0; look < 50 && !isRefused(); look++) await page.waitForTimeout(100);
      assert.ok(isRefused(), refused.join());
      assert.deepEqual(hits, []);
    } finally {
      probe.close();
    }
  });

  test("steps are played, a wrong step is named, and the code races against engines", async () => {
    await go("#own?n=6");
    await press("Steps");
    await press("Play the steps");
    // As many steps as the engine `flags` has.
    await reads(".own .player", /0 of 1,050/);
    for (let step = 0; step < 3; step++) await press("Forward");
    await reads(".own .told", /^Row 2: column 2 is attacked by the queen on a1, diagonally\.$/);
    assert.equal(await page.locator("line.attack").count(), 1);
    await page.keyboard.press("s");
    await reads(".own .told", /^Solution 1: b1 d2 f3 a4 c5 e6\.$/);
    await page.keyboard.press("ArrowRight");
    await reads(".own .told", /^Row 6: the queen in column 5 is removed\.$/);
    await press("Race");
    await reads("[aria-label=Race]", /your code/);
    await page.waitForFunction(() => document.querySelectorAll("[aria-label=Race] tbody tr").length === 4);
    assert.deepEqual(await page.locator("[aria-label=Race] tbody tr td:nth-child(2)").allTextContents(), ["4", "4", "4", "4"]);
    await reads("[aria-label=Race]", /Part of each ratio is the language/);
    await press(/^Check/);
    await reads(".own-outcome", /Correct/);
    await page.evaluate(AXE);
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    assert.deepEqual(violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
    for (const [steps, words] of [
      ["yield { place: [0, 1] }; yield { remove: [0, 1] }; yield { remove: [0, 1] };", /Step 3 is wrong: it removes a queen from b1, which has none\./],
      ["yield { place: [0, 1] }; yield { place: [0, 1] };", /Step 2 is wrong: it places a queen on b1, which already has one\./],
      ["yield { reject: [0, 1], attacker: [2, 2] };", /Step 1 is wrong: it names c3 as the attacker, which has no queen\./],
      ["yield { place: [0, 0] }; yield { place: [1, 1] }; yield { place: [9, 9] };", /Step 3 is an object with the keys place\. A step is/],
    ]) {
      await editor().fill(`function* steps(n) { ${steps} }`);
      await press("Play the steps");
      await reads(".own-left [role=alert]", /** @type {RegExp} */ (words));
    }
    await press("End");
    await reads(".own .told", /Step 3 is an object with the keys place\./);
    await editor().fill("function solve(n) { return []; }");
    await press("Race");
    await reads("[aria-label=Race]", /Your code is incomplete, so its time is not compared\./);
    await page.waitForFunction(() => document.querySelectorAll("[aria-label=Race] tbody tr").length === 4);
    const last = await page.locator("[aria-label=Race] tbody tr").last().locator("> *").allTextContents();
    assert.deepEqual([last[0], last[1], last[3]], ["your code (incomplete)", "0", ""]);
    await press("Play the steps");
    await reads(".own-left [role=alert]", /There is no function steps\(n\)/);
    quiet();
  });
});
