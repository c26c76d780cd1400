// Tests of the page in a real browser: nothing that it shows is false. The environment is that of harness.mjs.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe } from "node:test";
import { go, onServer, page, press, quiet, reads, square, test } from "./harness.mjs";
import { PUZZLE } from "./views.mjs";


/** @param {string} button */
async function saved(button) {
  const [file] = await Promise.all([page.waitForEvent("download"), press(button)]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
}

describe("the board", () => {
  test("a stopped count has no table of classes", async () => {
    await go("#board?n=24");
    await press("Classes");
    await reads(".result", /^No classes \(.*limit\)/);
    assert.equal(await page.locator(".result table").count(), 0);
    quiet();
  });

  test("a count that is out of reach has no number and names the estimate", async () => {
    await go("#board?n=100");
    await press("Count");
    await reads(".result", /^No solutions counted \(.*unknown.*queens estimate/);
    quiet();
  });

  test("where any number is a solution, a largest set completes the board", async () => {
    // By trying all sets; those of rooks, bishops, knights and kings are well known.
    const sizes = { rooks: 5, bishops: 8, knights: 13, kings: 9, triangle: 3, black: 3, white: 4 };
    for (const [variant, size] of Object.entries(sizes)) {
      await go(`#board?v=${variant}&n=5`);
      await press("Complete it");
      await reads(".result", new RegExp(`^Any number of pieces is a solution, so this is a largest set: ${size} pieces, and no more fit`));
      assert.equal(await page.locator(".answer").count(), size, variant);
    }
    await go("#board?v=rooks&n=5&q=b2");
    await press("Complete it");
    await page.locator(".answer").nth(3).waitFor();
    assert.equal(await page.locator(".answer").count(), 4);
    quiet();
  });

  test("a position is saved as a position, not as a solution", async () => {
    await go("#board?n=5&q=a1.b3");
    await page.getByText("Keys, copy and save").click();
    await page.getByLabel("Format").selectOption("json");
    const { text } = await saved("Save");
    const { schema, givens, ...rest } = JSON.parse(text);
    assert.deepEqual([schema, givens], ["queens/problem/1", [[0, 0], [2, 1]]]);
    assert.deepEqual(["solutions", "complete"].filter((key) => key in rest), []);
    quiet();
  });
});

describe("steps", () => {
  test("every sentence is true of the board", async () => {
    await go("#steps");
    const { faults, steps } = await page.evaluate(async () => {
      const { src } = /** @type {HTMLScriptElement} */ (document.querySelector("script[src*='main.js']"));
      const load = (/** @type {string} */ name) => import(new URL(name, src).href);
      const [{ STEP_KINDS, Trace }, { name, stepSentence }, { once }] = await Promise.all([load("watch/trace.js"), load("watch/step-words.js"), load("shared/api.js")]);
      const { engines } = await once("engines");
      const at = (/** @type {string} */ text) => [text.charCodeAt(0) - 97, Number(text.slice(1)) - 1];
      const attacks = (/** @type {string} */ one, /** @type {string} */ other) => {
        const [[x, y], [z, w]] = [at(one), at(other)];
        return x === z || y === w || Math.abs(x - z) === Math.abs(y - w);
      };
      /** The fault of a sentence, if any. */
      const fault = (/** @type {string} */ told, /** @type {string} */ here, /** @type {string[]} */ before, /** @type {string[]} */ now, /** @type {number} */ n) => {
        if (/[{}]|undefined|NaN/.test(told)) return "is not filled in";
        const placed = /goes to ([a-z]\d)/.exec(told)?.[1];
        if (placed && (before.includes(placed) || !now.includes(placed))) return "places nothing";
        if (/is free|is open|free bit|no warning/.test(told) && before.some((queen) => attacks(queen, here))) return "is attacked";
        const [, by, line] = /attacked by the queen on ([a-z]\d)(, along the row|, along the column|, diagonally)/.exec(told) ?? [];
        if (by && (!before.includes(by) || !attacks(by, here))) return "names no attacker";
        if (line && line !== (by[1] === here[1] ? ", along the row" : by[0] === here[0] ? ", along the column" : ", diagonally")) return "names another line";
        if (/ruled out/.test(told)) return "rules out a square of an empty board";
        if (/taken off|taken back/.test(told) && (!before.includes(here) || now.includes(here))) return "takes nothing off";
        if (/board is full|permutation is no/.test(told) && before.length !== n) return "is not full";
        const found = /^Solution [\d,]+: ([a-z\d ]+)\./.exec(told)?.[1].split(" ");
        if (found && (found.length !== n || found.some((queen, index) => found.slice(0, index).some((other) => attacks(queen, other))))) return "is no solution";
        if (/^Solution/.test(told) && !found) return "has no queens";
        if (/Row|Column/.test(told) && !(told.includes(here) || told.includes(`Row ${here.slice(1)}: column ${at(here)[0] + 1} `) || told.includes(`Column ${at(here)[0] + 1}: row ${here.slice(1)} `))) return "is about another square";
        return "";
      };
      const faults = [];
      let steps = 0;
      for (const { id, idea } of engines.filter((/** @type {any} */ entry) => entry.idea.length > 0)) {
        const sentences = STEP_KINDS.map((/** @type {string} */ kind) => idea.find((/** @type {any} */ line) => line.step === kind)?.sentence ?? "{none}");
        for (const n of [1, 2, 3, 4, 5]) {
          const trace = new Trace({ problem: `queens ${n}`, engine: id, first: false });
          await trace.reach(Infinity);
          let before = [];
          for (let step = 1; step <= trace.length; step++) {
            const [event, state] = [trace.event(step), trace.state(step)];
            const [told, now] = [stepSentence(sentences[event.kind], event, state, "queen"), state.path.map(name)];
            const wrong = fault(told, event.square < 0 ? "a1" : name(event.square), before, now, n);
            if (wrong && faults.length < 20) faults.push(`${id}, ${n}, step ${step}: "${told}" ${wrong}, on ${before}`);
            before = now;
            steps += 1;
          }
          trace.close();
        }
      }
      return { faults, steps };
    });
    assert.deepEqual(faults, []);
    assert.ok(steps > 10_000, `${steps} steps`);
    quiet();
  });

  test("an engine that tests whole boards says so", async () => {
    await go("#steps?m=brute-force&n=4&at=2");
    await reads(".told", /^Row 2: its next column is 1, so a queen goes to a2; attacks are tested on full boards\.$/);
    await go("#steps?m=brute-force&n=4&at=5");
    await reads(".told", /^The board is full and no solution: a2 is attacked by the queen on a1, along the column\.$/);
    await go("#steps?m=state-space-bfs&n=4&at=1");
    await reads(".told", /queue/);
    quiet();
  });

  test("a solution that is a mirror image is shown as it is", async () => {
    await go("#steps?m=mirrored&n=4");
    await reads(".player", /of \d/);
    const found = () => page.locator(".squares .found").evaluateAll((all) => all.map((cell) => cell.getAttribute("aria-label")?.slice(0, 2)));
    await page.keyboard.press("s");
    await reads(".told", /^Solution 1: b1 d2 a3 c4\.$/);
    assert.deepEqual(await found(), ["b1", "d2", "a3", "c4"]);
    await page.keyboard.press("s");
    await reads(".told", /^Solution 2: c1 a2 d3 b4\. It mirrors/);
    assert.deepEqual(await found(), ["c1", "a2", "d3", "b4"]);
    quiet();
  });

  test("an engine that takes no step says why", async () => {
    await go("#steps?m=construction&n=3");
    await reads(".told", /There is no solution: the engine proves it before its first step/);
    quiet();
  });
});

describe("search", () => {
  test("that there is no solution is said, at once and at the end", async () => {
    // With jugs of 4 and 6 litres only even numbers can be measured.
    for (const strategy of ["dfs", "bfs", "ucs", "greedy", "astar"]) {
      await go(`#search?p=jugs&x=4,6&y=3&s=${strategy}`);
      await reads(".side .verdict", /^There is no solution: every reachable state was tried\.$/);
      await press("End");
      await reads(".told", /There is no solution/);
    }
    await go("#search?p=jugs");
    await reads(".told", /Press Play/);
    assert.equal(await page.locator(".side .verdict").innerText(), "");
    await press("End");
    await reads(".side .verdict", /^The search finds a solution of 6 steps/);
    quiet();
  });
});

describe("race", () => {
  test("results go when the settings change, and are saved under their own", async () => {
    await go("#race?m=flags,bitmask&n=6&go=1");
    await reads(".bars tbody tr", /bitmask/);
    await page.getByRole("button", { name: "Stop" }).waitFor({ state: "hidden" });
    const saving = page.getByRole("button", { name: "Save the table (CSV)" });
    const size = page.getByRole("spinbutton", { name: "Size", exact: true });
    await size.fill("5");
    await size.press("Enter");
    await page.waitForURL(/n=5/);
    assert.equal(await page.locator(".bars table").count(), 0);
    assert.equal(await saving.isVisible(), false);
    assert.equal(await page.locator(".why p").count(), 0);
    await press("Start the race");
    await reads(".bars tbody tr", /bitmask/);
    await page.getByRole("button", { name: "Stop" }).waitFor({ state: "hidden" });
    const { name, text } = await saved("Save the table (CSV)");
    assert.equal(name, "race-queens-5.csv");
    // A000170: ten solutions for five queens.
    assert.match(text, /^flags,10,exhausted,/m);
    // Through the history, too.
    await page.goBack();
    quiet();
  });

  test("a race that is stopped says so", async () => {
    await go("#race?m=brute-force&n=12&go=1");
    await reads(".bars tbody tr", /\.\.\./);
    await press("Stop");
    await reads(".bars", /brute-force was stopped before it finished/);
    assert.equal(await page.locator(".bars tbody tr", { hasText: "..." }).count(), 0);
    quiet();
  });

  test("growth that was measured goes with its variant, and is saved under it", async () => {
    await go("#race?m=backtracking");
    await page.getByRole("spinbutton", { name: "to n" }).fill("6");
    await page.getByRole("spinbutton", { name: "to n" }).press("Enter");
    await press("Measure growth");
    await page.locator(".plot polyline").waitFor();
    assert.equal((await saved("Save the data (CSV)")).name, "growth-queens.csv");
    await page.getByLabel("Variant").selectOption("torus");
    await page.locator(".plot").waitFor({ state: "hidden" });
    quiet();
  });
});

describe("puzzles", () => {
  test("of two queens that clash the wrong one is blamed", async () => {
    await go(`#puzzles?r=${PUZZLE}&m=qq`);
    await square("a1").waitFor();
    // The check counts the wrong marks and names none.
    await press("Check");
    await reads(".told-hint", /^1 mark is wrong\.$/);
    assert.equal(await page.locator(".wrong").count(), 0);
    await press("Hint");
    await page.locator(".wrong").waitFor();
    assert.match(await page.locator(".wrong").getAttribute("aria-label") ?? "", /^a1,/);
    await press("Remove it");
    await page.waitForURL(/m=\.q/);
    assert.match(await square("b1").getAttribute("aria-label") ?? "", /queen/);
    quiet();
  });

  test("what Check said goes with the marks that it was about", async () => {
    await go(`#puzzles?r=${PUZZLE}&m=x`);
    await square("a1").waitFor();
    const said = page.locator(".told-hint");
    await press("Check");
    await reads(".told-hint", /No mark is wrong so far/);
    await square("b1").click();
    assert.doesNotMatch(await said.textContent() ?? "", /wrong/);
    await press("Undo");
    await press("Check");
    await reads(".told-hint", /No mark is wrong so far/);
    await press("Redo");
    assert.doesNotMatch(await said.textContent() ?? "", /wrong/);
    await press("Undo");
    await press("Check");
    await reads(".told-hint", /No mark is wrong so far/);
    await page.goto(`${page.url().replace(/&m=x.*/, "")}&m=.x`);
    await square("b1").filter({ has: page.locator("use[href='#cross']") }).waitFor();
    assert.doesNotMatch(await said.textContent() ?? "", /wrong/);
    quiet();
  });

  test("an answer about marks that were changed meanwhile is not shown", onServer, async () => {
    await go(`#puzzles?r=${PUZZLE}&m=x`);
    await square("a1").waitFor();
    let answer = () => {};
    const held = new Promise((/** @type {(value?: unknown) => void} */ resolve) => { answer = resolve; });
    await page.route("**/api/v1/puzzle/check", async (route) => {
      await held;
      await route.continue().catch(() => {});
    });
    await press("Check");
    await square("b1").click();
    answer();
    await page.waitForTimeout(500);
    assert.doesNotMatch(await page.locator(".told-hint").textContent() ?? "", /wrong/);
    quiet();
  });

  test("a solved puzzle is called solved as long as it is", async () => {
    const queens = [1, 13, 16, 25, 28, 40, 45];
    const marks = Array.from({ length: 49 }, (_, index) => (queens.includes(index) ? "q" : "."));
    await go(`#puzzles?r=${PUZZLE}&m=${marks.join("")}`);
    await square("a1").waitFor();
    await reads(".rated", /Solved/);
    const asking = ["Hint", "Check"].map((name) => page.getByRole("button", { name, exact: true }));
    for (const button of asking) assert.equal(await button.isDisabled(), true);
    await square("d7").click();
    for (const button of asking) assert.equal(await button.isDisabled(), false);
    assert.doesNotMatch(await page.locator(".rated").textContent() ?? "", /Solved/);
    quiet();
  });

  test("how many queens a puzzle takes is shown", async () => {
    const stars = "BBCCCCCD.BBBCGCCD.BBGGGGGD.ABHHGGGD.AHHHGGGD.AHHHHGED.AFFFFEED.AAFFFEEE";
    await go(`#puzzles?r=${stars}&s=2`);
    await reads(".demand", /^2 queens in each row, column and region; no two touch\.$/);
    await go(`#puzzles?r=${stars}&s=3`);
    await reads(".demand", /^3 queens in each row, column and region; no two touch\.$/);
    await go(`#puzzles?r=${PUZZLE}`);
    await reads(".demand", /^1 queen in each row, column and region; no two touch\.$/);
    quiet();
  });

  test("text goes to the server as it was pasted", onServer, async () => {
    await go(`#puzzles?r=${PUZZLE}`);
    await square("a1").waitFor();
    for (const text of ["AABB.AABB.CCDD.CCDD", "Look: http://127.0.0.1/#puzzles?r=AABB.AABB.CCDD.CCDD"]) {
      const [request] = await Promise.all([page.waitForRequest("**/api/v1/puzzle/read"), page.evaluate((pasted) => {
        const data = new DataTransfer();
        data.setData("text/plain", pasted);
        document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
      }, text)]);
      assert.deepEqual(request.postDataJSON(), { puzzle: text });
    }
    quiet();
  });

  test("an address without a puzzle is said to have none while another stands there", async () => {
    await go("#puzzles?r=AABB");
    await square("a1").waitFor();
    await reads(".instead", /^In the address, r=AABB is not valid: use a word for each row/);
    await square("a1").click();
    await page.waitForFunction(() => ![...document.querySelectorAll(".instead")].some((line) => line.textContent?.includes("AABB is not valid")));
    quiet();
  });

  test("a failed generation advises what its form has", onServer, async () => {
    /** Asserts that every way out in a failure is the name of a field or a button beside it. @param {string} form @param {string} line */
    const assertAdvice = async (form, line) => {
      const text = await page.locator(form).locator(line).filter({ hasText: "; " }).innerText();
      const [, advice = ""] = text.split("; ");
      const fields = await page.locator(form).locator(".field > span, .level-name").allInnerTexts();
      const names = fields.map((name) => name.toLowerCase().replace(/ \d+$/, ""));
      const advised = advice.replace(/^choose another |, or try again|\.$/g, "").split(/, | or /);
      assert.deepEqual(advised.filter((name) => !names.includes(name)), [], text);
      assert.ok(advised.includes("size"), text);
      assert.match(text, /^[A-Z]/, text);
    };

    // No puzzle of 4 x 4 is hard.
    await go(`#puzzles?r=${PUZZLE}`);
    await page.locator("summary", { hasText: "New puzzle of any kind" }).click();
    const form = page.locator("form");
    await form.getByRole("spinbutton", { name: "Size" }).fill("4");
    await form.getByLabel("Difficulty").selectOption("hard");
    await press("Generate a puzzle");
    await assertAdvice("form", "[role=status]");
    await go("#create");
    const gallery = page.locator(".create-gallery");
    await gallery.getByRole("spinbutton", { name: "Size" }).fill("4");
    await gallery.getByLabel("Difficulty").selectOption("hard");
    await press("Fill the gallery");
    await assertAdvice(".create-gallery", "[role=status]");

    // Levels fail only where the machine is busy, so the answers are those of the API to a short limit.
    const failures = [
      ["#puzzles?l=easy-3", "puzzle/generate", "no easy puzzle of 8 x 8 was found in 1 attempt: stopped by the time limit; allow more time, or try another seed, size, shape or difficulty"],
      ["#game?g=levels&n=10&d=hard&l=3", "game/level", "no level was found: stopped by the time limit; allow more time, or try another seed or size"],
      ["#game?g=levels&n=10&d=hard&l=4", "game/level", "no hard level of 10 x 10 was found; try another seed, size or rating"],
    ];
    for (const [hash, path, detail] of failures) {
      await page.route(`**/api/v1/${path}`, (route) => route.fulfill({ status: 422, contentType: "application/problem+json", body: JSON.stringify({ detail }) }));
      await go(hash);
      if (path === "game/level") await assertAdvice(".game", ".verdict");
      else await assertAdvice(".levels", "[role=status]");
      await page.unroute(`**/api/v1/${path}`);
    }
    quiet();
  });
});
