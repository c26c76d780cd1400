// Tests of the page in a real browser: its parts, by pointer and by keyboard. The environment is that of harness.mjs.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe } from "node:test";
import { LONG, URL, focused, go, page, press, quiet, reads, reopen, square, test } from "./harness.mjs";

const { QUEENS_CAMPAIGN: CAMPAIGN, QUEENS_COMMAND: COMMAND } = process.env;
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A puzzle of seven with exactly one solution: b1 g2 c3 e4 a5 f6 d7. */
const PUZZLE = "FAGGGGG.FFFGEEG.FFFFEGG.BBDDEEE.BBDDDEC.DDDDDCC.DDDDDDC";
const SOLUTION = ["b1", "g2", "c3", "e4", "a5", "f6", "d7"];

describe("board", () => {
  test("a click places a queen, shades what she attacks, and the verdict follows", async () => {
    await go("#board?n=8");
    await square("b1").click();
    await reads(".verdict", /More than one way/);
    assert.match(await square("b5").getAttribute("aria-label"), /attacked/);
    assert.doesNotMatch(await square("a3").getAttribute("aria-label"), /attacked/);
    assert.match(page.url(), /q=b1/);
    quiet();
  });

  test("queens that attack each other are joined by a line", async () => {
    await go("#board?n=8&q=b1.e4");
    await reads(".verdict", /b1 and e4 attack each other/);
    assert.equal(await page.locator("line.clash").count(), 1);
  });

  test("a row without a square is named and lit", async () => {
    await go("#board?n=4&h=a1.b1.c1.d1");
    await reads(".verdict", /cannot be completed: row 1 has no square/);
    await page.locator(".blocked").nth(3).waitFor();
    assert.equal(await page.locator(".blocked").count(), 4);
  });

  test("it is completed, in one way after the other, and kept", async () => {
    await go("#board?n=6&q=b1");
    await press("Complete it");
    await page.locator(".answer").nth(4).waitFor();
    assert.match(await square("d2").getAttribute("aria-label"), /queen of the solution/);
    await press("Another");
    await reads(".result", /no other/);
    await go("#board?n=8&s=2");
    await page.locator(".answer").nth(7).waitFor();
    await press("Keep it");
    await reads(".verdict", /A solution/);
  });

  test("the number of a solution is told, and who found the first", async () => {
    await go("#board?n=8&s=1");
    await reads(".result", /^A solution, found by [a-z]+\.$/);
    await go("#board?n=8&s=92");
    await reads(".result", /^Solution 92\.$/);
    quiet();
  });

  test("what an address or a field asks for and cannot have is told, with the bound", async () => {
    await go("#board?n=9999&v=nixies&q=b1.zz999");
    await reads(".instead", /^Variant: nixies was asked for, queens is taken: there is no nixies\.$/);
    await reads(".instead", /^Rows: 9999 was asked for, 100 is taken: it is a whole number from 1 to 100\.$/);
    await reads(".instead", /^Not on this board: zz999\.$/);
    const columns = page.getByRole("spinbutton", { name: "Columns" });
    await columns.fill("0");
    await columns.press("Enter");
    await reads(".instead", /^Columns: 0 was asked for, 1 is taken/);
    await columns.fill("8");
    await columns.press("Enter");
    await page.waitForURL(/n=100&c=8/);
    assert.deepEqual((await page.locator(".instead").allTextContents()).filter(Boolean), []);
    await go("#race?m=flags,nosuch&n=x");
    await reads(".instead", /^Size: x was asked for, 8 is taken/);
    await reads(".instead", /^nosuch: no such engine can be raced\.$/);
    await page.getByRole("spinbutton", { name: "to n" }).fill("99");
    await page.getByRole("spinbutton", { name: "to n" }).press("Enter");
    await reads(".instead", /^to n: 99 was asked for, 32 is taken/);
    await go("#search?p=nosuch");
    await reads(".instead", /^Problem: nosuch was asked for/);
    await go("#solutions?n=33");
    await reads(".instead", /^Size: 33 was asked for, 32 is taken/);
    await go("#counts?n=99");
    await reads(".instead", /^Count for n: 99 was asked for, 60 is taken/);
    await go("#engines?m=nosuch");
    await reads(".instead", /^There is no engine called nosuch; this is flags\.$/);
    await go("#nosuch");
    await reads("[role=alert]", /There is no part called nosuch/);
    quiet();
  });

  test("columns and rows are named so that they can be read, on large boards too", async () => {
    /** How many names run into each other, of how many. */
    const names = () => page.locator(".files").evaluate((files) => {
      const boxes = [...files.children].map((name) => {
        const text = document.createRange();
        text.selectNodeContents(name);
        return text.getBoundingClientRect();
      });
      return { all: boxes.length, joined: boxes.filter((box, at) => at > 0 && box.left < boxes[at - 1].right + 3).length };
    });
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 800 });
      for (const [hash, least] of /** @type {const} */ ([["#board?n=8", 8], ["#board?n=100", 11], ["#steps?n=32", 7], ["#board?n=26", 6]])) {
        await go(hash);
        await square("a1").waitFor();
        await page.waitForFunction((least) => document.querySelectorAll(".files span").length >= least, least);
        const { all, joined } = await names();
        assert.equal(joined, 0, `${joined} of ${all} names of ${hash} at ${width}`);
        assert.equal(await page.locator(".ranks").isVisible(), true);
      }
    }
    // They stay in sight while one scrolls.
    await go("#board?n=100");
    await square("a1").waitFor();
    await page.locator(".board").evaluate((board) => board.scrollTo(900, 700));
    const [board, files, ranks] = await Promise.all([".board", ".files", ".ranks"].map((name) => page.locator(name).boundingBox()));
    assert.ok(Math.abs(files.y - board.y) < 1 && Math.abs(ranks.x - board.x) < 1, JSON.stringify([board, files, ranks]));
    quiet();
  });

  test("count and classes are told", async () => {
    await go("#board?n=8");
    await press("Count");
    await reads(".result", /92 solutions/);
    await press("Classes");
    await reads(".result table", /ordinary\s*11\s*88/);
  });

  test("a drag moves a queen, off the board she goes; undo and redo", async () => {
    await go("#board?n=8&q=b1");
    await square("b1").dragTo(square("c3"));
    assert.match(page.url(), /q=c3/);
    const from = await square("c3").boundingBox();
    await page.mouse.move(from.x + 9, from.y + 9);
    await page.mouse.down();
    await page.mouse.move(3, from.y, { steps: 4 });
    await page.mouse.up();
    await page.waitForURL((url) => !url.hash.includes("q="));
    await press("Undo");
    assert.match(page.url(), /q=c3/);
    await press("Undo");
    assert.match(page.url(), /q=b1/);
    await press("Redo");
    assert.match(page.url(), /q=c3/);
    quiet();
  });

  test("by keyboard alone", async () => {
    await go("#board?n=5");
    await square("a1").waitFor();
    for (let tries = 0; tries < 40 && !/^a1/.test(await focused() ?? ""); tries++) await page.keyboard.press("Tab");
    assert.match(await focused(), /^a1/);
    for (const key of ["ArrowRight", "ArrowDown", "Enter"]) await page.keyboard.press(key);
    assert.match(await focused(), /^b2, queen/);
    for (const key of ["End", "g", "Home", "h", "Control+End", "w"]) await page.keyboard.press(key);
    assert.match(page.url(), /q=b2&g=e2&h=a2&w=e5/);
    await page.keyboard.press("Control+z");
    assert.doesNotMatch(page.url(), /w=/);
  });

  test("Back leads to the view before", async () => {
    await go("#board?n=8&q=b1");
    await page.getByRole("link", { name: "Counts" }).click();
    await reads(".counts", /365,596/);
    await page.goBack();
    assert.match(await square("b1").getAttribute("aria-label"), /queen/);
    await page.goForward();
    await reads(".counts", /365,596/);
  });

  test("a problem as text is pasted", async () => {
    await go("#board");
    await square("a1").waitFor();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData("text/plain", "queens 4\nboard:\n. . x .\n. . . Q\n. . . .\n. . . .\n");
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await reads(".verdict", /way|cannot|solution/);
    await page.waitForURL(/n=4.*g=d2.*h=c1/);
  });

  test("a file is dropped, and the page does not go away", async () => {
    /** @param {string} type @param {string} text */
    const drop = (type, text) => page.evaluate(([kind, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], "board", { type: kind }));
      const event = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
      document.body.dispatchEvent(event);
      return event.defaultPrevented;
    }, [type, text]);
    await go("#board");
    await square("a1").waitFor();
    assert.equal(await drop("text/plain", "kings 5\n"), true);
    await page.waitForURL(/v=kings&n=5/);
    assert.equal(await drop("image/png", "no text"), true);
    await reads(".result", /A picture of a board is read in Puzzles/);
    quiet();
  });
});

describe("boards of all kinds", () => {
  /** @param {string} text */
  const paste = (text) => page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData("text/plain", pasted);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);

  test("rows and columns may differ, and the problem goes out and in again", async () => {
    await go("#board?n=3&c=4");
    await square("d3").waitFor();
    assert.equal(await page.locator("[role=gridcell]").count(), 12);
    await press("Count");
    // A061989: 3 x 4 has four solutions.
    await reads(".result", /4 solutions/);
    await page.getByRole("spinbutton", { name: "Columns" }).fill("8");
    await page.getByRole("spinbutton", { name: "Columns" }).press("Enter");
    await page.waitForURL(/n=3&c=8/);
    await press("Count");
    await reads(".result", /140 solutions/);
    await square("b1").click();
    await page.getByText("Keys, text and pictures").click();
    await press("Copy as text");
    const text = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(text, "queens 3x8\ngivens: b1\n");
    await go("#board");
    await square("h8").waitFor();
    await paste(text);
    await page.waitForURL(/n=3&c=8&g=b1/);
    quiet();
  });

  test("regions are painted by pointer and by key, and go out and in again", async () => {
    await go("#board?n=4");
    await square("a1").waitFor();
    await page.getByRole("radio", { name: "Regions" }).check({ force: true });
    await page.getByLabel("Region A").waitFor({ state: "attached" });
    await square("a2").dragTo(square("b2"));
    await page.waitForURL(/r=AAAA\.AABB\.CCCC\.DDDD/);
    await square("c1").focus();
    await page.keyboard.press("b");
    await page.waitForURL(/r=AABA\./);
    assert.match(await focused(), /^c1, region B/);
    await page.keyboard.press("Control+z");
    await page.waitForURL(/r=AAAA\./);
    await page.goto("about:blank");
    await go("#board?n=4&r=AABB.AABB.CCDD.CCDD");
    await reads(".verdict", /More than one way/);
    await press("Count");
    // Both solutions of four queens have a queen in each quarter.
    await reads(".result", /2 solutions/);
    await page.getByText("Keys, text and pictures").click();
    await press("Copy as text");
    const text = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(text, /^queens 4\nareas:\nA A B B\n/);
    await paste(text.replace("A A B B\nA A B B", "A A A A\nB B B B"));
    await page.waitForURL(/r=AAAA\.BBBB\.CCDD\.CCDD/);
    quiet();
  });

  test("a region without a square is lit", async () => {
    await go("#board?n=4&r=AABB.AABB.CCDD.CCDD&h=a1.b1.a2.b2");
    await reads(".verdict", /cannot be completed: region A has no square/);
    await page.locator(".blocked").nth(3).waitFor();
    assert.equal(await page.locator(".blocked").count(), 4);
  });

  test("every variant is offered; the largest set and a random one are shown", async () => {
    await go("#board?v=kings&n=5&c=7");
    await page.getByLabel("Variant").locator("option").nth(17).waitFor({ state: "attached" });
    await press("Largest set");
    // ceil(5/2) x ceil(7/2) kings.
    await reads(".result", /^12 pieces, and no more can stand/);
    assert.equal(await page.locator(".answer").count(), 12);
    await page.getByLabel("Variant").selectOption("stars");
    await page.waitForURL(/v=stars.*r=A/);
    await go("#board?n=8&s=r5");
    await reads(".result", /A random solution/);
    const drawn = async () => page.locator(".answer").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")).join());
    const first = await drawn();
    assert.equal(first.split("queen of").length, 9);
    await page.reload();
    await reads(".result", /A random solution/);
    assert.equal(await drawn(), first);
    quiet();
  });
});

describe("pieces", () => {
  test("what stands on the board of a variant is drawn and named", async () => {
    const drawn = (/** @type {string} */ name) => page.locator(`.squares use[href="#${name}"]`);
    await go("#board?v=kings&n=4&s=m");
    await drawn("king").nth(3).waitFor();
    assert.equal(await drawn("queen").count(), 0);
    assert.match(await page.locator(".answer").first().getAttribute("aria-label"), /king of the solution/);
    await go("#board?n=4&s=1");
    await drawn("queen").nth(3).waitFor();
    assert.equal(await drawn("king").count(), 0);
    await go("#steps?v=superqueens&n=10&m=backtracking&at=1");
    await reads(".told", /a superqueen goes to/);
    await drawn("superqueen").first().waitFor();
    await go("#solutions?v=rooks&n=2");
    await page.locator('.tile use[href="#rook"]').first().waitFor();
    quiet();
  });
});

describe("steps", () => {
  test("the line of the idea that a step is on is lit", async () => {
    await go("#steps?m=flags&n=6&at=44");
    await reads(".blackboard [aria-current=step]", /if one of its three flags is set/);
    await page.keyboard.press("s");
    await reads(".blackboard [aria-current=step]", /count a solution/);
    await page.keyboard.press("ArrowRight");
    await reads(".blackboard [aria-current=step]", /clear its flags/);
    await page.keyboard.press("Home");
    await reads(".told", /The board is empty/);
    assert.equal(await page.locator(".blackboard [aria-current]").count(), 0);
    await go("#steps?m=bitmask&n=6&at=1");
    await reads(".blackboard [aria-current=step]", /put a queen there/);
    quiet();
  });

  test("only variants that the engine takes can be chosen, and why is told", async () => {
    await go("#steps?m=flags&v=knights&n=5");
    await reads(".instead", /^Variant: knights was asked for, queens is taken: flags does not take knights\.$/);
    await reads(".told", /The board is empty/);
    const closed = page.locator('optgroup[label="flags does not take"] option');
    assert.ok((await closed.allTextContents()).includes("knights"));
    assert.equal(await page.getByLabel("Variant").locator('option[value="queens"]').isDisabled(), false);
    await page.getByRole("combobox", { name: "Engine" }).selectOption("backtracking");
    await reads(".blackboard", /./);
    assert.equal(await page.locator("optgroup").count(), 0);
    // What was asked for is there now.
    assert.equal(await page.getByLabel("Variant").inputValue(), "knights");
    // Where there are no steps, nobody is invited to play.
    await page.route("**/api/v1/trace", (route) => route.fulfill({ status: 422, json: { detail: "no such steps" } }));
    await go("#steps?m=flags&n=7");
    await reads(".bad", /no such steps/);
    await page.waitForFunction(() => document.querySelector(".told")?.textContent === "");
    quiet();
  });

  test("a step is told in a sentence, and the view stands in the address", async () => {
    await go("#steps?m=flags&n=6&at=44");
    await reads(".told", /Column 4: row 6 is attacked by the queen on c6, along the row/);
    assert.equal(await page.locator("line.attack").count(), 1);
    await press("Forward");
    await page.waitForURL(/at=45/);
    quiet();
  });

  test("a solution far away is looked for until it is there", async () => {
    await go("#steps?m=flags&n=18");
    await reads(".player", /so far/);
    await press("Next solution");
    await reads(".told", /Solution 1:/);
    quiet();
  });

  test("by keyboard alone", async () => {
    await go("#steps?m=flags&n=6");
    await reads(".player", /of 1,050/);
    await page.keyboard.press("End");
    await reads(".player", /1,050 of 1,050/);
    await page.keyboard.press("Home");
    for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowRight");
    await reads(".told", /is attacked by the queen/);
    await page.keyboard.press("ArrowLeft");
    await reads(".player", /2 of 1,050/);
    await page.keyboard.press("s");
    await reads(".told", /Solution 1:/);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Play" }).waitFor();
  });

  test("forward and back show the same, wherever one comes from", async () => {
    await go("#steps?m=mirrored&n=8&at=5000");
    const picture = () => page.locator(".squares").evaluate((grid) => [...grid.querySelectorAll("[role=gridcell]")].map((cell) => cell.getAttribute("aria-label")).join());
    await reads(".player", /5,000 of/);
    const seen = await picture();
    for (const key of ["End", "Home"]) await page.keyboard.press(key);
    const slider = page.getByLabel("Step", { exact: true });
    await slider.fill("5001");
    await reads(".player", /5,001 of/);
    await page.keyboard.press("ArrowLeft");
    await reads(".player", /5,000 of/);
    assert.equal(await picture(), seen);
  });

  test("a million steps scrub fluently", async () => {
    await go("#steps?m=flags&n=11");
    await reads(".player", /of 100,000 so far/);
    await press("Fetch all");
    await page.waitForFunction(() => Number(document.querySelector(".player input").max) >= 1_000_000, null, { timeout: 2 * LONG });
    // The pages that come in the meantime cost time of their own: the scrubbing is measured when all are here.
    await page.waitForFunction(() => !/so far/.test(document.querySelector(".player").textContent), null, { timeout: 2 * LONG });
    // What a frame takes is printed, not judged: the machine may be busy with other things.
    const frames = await page.evaluate(async () => {
      const slider = /** @type {HTMLInputElement} */ (document.querySelector(".player input"));
      const taken = [];
      for (let at = 0; at < 120; at++) {
        await new Promise((done) => { requestAnimationFrame(done); });
        const began = performance.now();
        slider.value = String((at * 104_729) % Number(slider.max));
        slider.dispatchEvent(new Event("input", { bubbles: true }));
        document.body.getBoundingClientRect();
        taken.push(performance.now() - began);
      }
      return { steps: Number(slider.max), taken: taken.sort((a, b) => a - b) };
    });
    const [median, worst] = [frames.taken[60], frames.taken[114]];
    console.log(`a frame among ${frames.steps} steps takes ${median.toFixed(2)} ms as the median, ${worst.toFixed(2)} ms in the worst of twenty`);
  });
});

describe("search", () => {
  /** @param {string} name */
  const list = (name) => page.getByRole("region", { name }).locator("li");

  test("the first of the open list is expanded next", async () => {
    for (const strategy of ["dfs", "bfs", "ucs", "greedy", "astar"]) {
      await go(`#search?p=jugs&s=${strategy}`);
      await reads(".told", /The start is the only node/);
      let expansions = 0;
      for (let step = 1; step < 40 && expansions < 5; step++) {
        // While the successors of the only node are made, none waits.
        const next = await list("Open list").count() > 0 ? await list("Open list").first().locator("svg").getAttribute("aria-label") : "";
        await page.keyboard.press("ArrowRight");
        const told = await page.locator(".told").textContent();
        if (/A goal/.test(told)) break;
        if (!/is taken from the open list|First in the open list/.test(told)) continue;
        assert.equal(await list("Closed list").first().locator("svg").getAttribute("aria-label"), next, `${strategy}, step ${step}`);
        expansions += 1;
      }
      assert.ok(expansions > 1, strategy);
    }
    quiet();
  });

  test("the path is the answer", async () => {
    // Amarel (1968): 11 crossings; with jugs of 4 and 5 litres, 2 are measured in 6 steps.
    for (const [hash, steps] of /** @type {const} */ ([["#search?p=missionaries&s=bfs", 11], ["#search?p=jugs", 6], ["#search?p=frogs", 8]])) {
      await go(hash);
      await reads(".told", /The start/);
      await press("End");
      await reads(".told", new RegExp(`A goal, after ${steps} steps`));
      assert.equal(await list("Path").count(), steps + 1);
    }
    await go("#search?p=route");
    await reads(".told", /The start/);
    await press("End");
    await reads(".told", /cost 418/);
    await go("#search?p=queens&s=dfs&x=4");
    await reads(".told", /The start/);
    await press("End");
    await reads(".told", /A goal, after 4 steps/);
    quiet();
  });

  test("by keyboard alone, and the view stands in the address", async () => {
    await go("#search?p=eight-puzzle&s=greedy");
    await reads(".told", /The start/);
    for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowRight");
    await page.waitForURL(/at=3/);
    const told = await page.locator(".told").textContent();
    await page.keyboard.press("End");
    await page.keyboard.press("Home");
    for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowRight");
    assert.equal(await page.locator(".told").textContent(), told);
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Play" }).waitFor();
    quiet();
  });

  test("what is no problem is told", async () => {
    await go("#search?p=eight-puzzle&x=213456780");
    await reads("[role=alert]", /cannot be reached from 213456780/);
    await page.getByLabel("Tiles, row by row").fill("123456708");
    await page.getByLabel("Tiles, row by row").press("Enter");
    await reads(".told", /The start/);
  });
});

describe("race", () => {
  test("engines run, and it is said why the first is ahead", async () => {
    await go("#race?m=brute-force,bitmask&n=6&go=1");
    await reads(".why", /bitmask is .* as fast as brute-force, for it has fewer nodes/);
    assert.equal(await page.locator(".bars tbody tr").count(), 2);
    await reads(".bars tbody tr", /46,656 boards/);
    quiet();
  });

  test("bars grow while an engine runs", async () => {
    await go("#race?m=rules&n=8&go=1");
    const nodes = page.locator(".bars tbody td .barred").first();
    await page.waitForFunction(() => /^\.\.\./.test(document.querySelector(".bars tbody td")?.textContent ?? ""));
    await reads(".bars tbody tr", /^rules92/);
    assert.match(await nodes.textContent(), /2,057/);
    quiet();
  });

  test("in lockstep each places a queen at a time, by keyboard too", async () => {
    await go("#race?m=flags,exact-cover&n=6&l=1&go=1");
    await page.getByRole("region", { name: "exact-cover" }).waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.keyboard.press("Home");
    for (let node = 0; node < 4; node++) await page.keyboard.press("ArrowRight");
    for (const engine of ["flags", "exact-cover"]) assert.match(await page.getByRole("region", { name: engine, exact: true }).textContent(), /nodes4checks\d+time/);
    await page.keyboard.press("End");
    await reads(".why", /exact-cover is through after \d+ nodes; flags needs 1\.\d times as many/);
    // The engine that runs alone makes as many checks; the time stands beside them once it was measured.
    const compared = await (await fetch(`${URL}/api/v1/compare`, { method: "POST", headers: { "content-type": "application/json" },
      body: JSON.stringify({ problem: "queens 6", engines: ["flags", "exact-cover"] }) })).json();
    for (const { engine, checks } of compared.engines) await reads(`section[aria-label=${engine}]`, new RegExp(`checks${checks.toLocaleString("en")}time[\\d.]+ [mµn]?s`));
    // A000170: four solutions for six queens.
    for (const engine of ["flags", "exact-cover"]) await reads(`section[aria-label=${engine}]`, /solutions4/);
    quiet();
  });

  test("how far an engine goes is told on a narrow screen, too", async () => {
    await page.setViewportSize({ width: 375, height: 800 });
    await go("#race");
    const far = page.locator(".engines .small", { hasText: "to n = 12" });
    await far.first().waitFor();
    for (const one of await page.locator(".engines .small").all()) assert.ok(await one.isVisible());
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 375);
  });

  test("growth is plotted and saved", async () => {
    await go("#race?m=flags,bitmask");
    await press("Measure the growth");
    await page.locator(".plot polyline").nth(1).waitFor();
    const [plot] = await Promise.all([page.waitForEvent("download"), press("Save the plot (SVG)")]);
    assert.match(readFileSync(await plot.path(), "utf8"), /^<svg[^]*polyline[^]*stroke="(rgb|color|oklch|#)/);
    const [figures] = await Promise.all([page.waitForEvent("download"), press("Save the figures (CSV)")]);
    assert.match(readFileSync(await figures.path(), "utf8"), /^engine,n,solutions,nodes,checks,seconds\nflags,4,2,17,60,/);
  });
});

describe("solutions", () => {
  test("fundamental solutions with their orbits", async () => {
    await go("#solutions?n=8");
    await reads(".side table", /all\s*12\s*92/);
    await page.locator(".tile").nth(11).waitFor();
    await page.locator(".tile").nth(1).click();
    await reads(".family", /8 images/);
    assert.equal(await page.locator(".family figure").count(), 8);
    await page.waitForURL(/o=2/);
    quiet();
  });

  test("the class of each is the one that the table counts", async () => {
    await go("#solutions?v=rooks&n=3");
    await reads(".side table", /all/);
    const rows = await page.locator(".side tbody tr").evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
    await reads(".family ~ .small", /^All/);
    const tiles = await page.locator(".tile .small").allTextContents();
    for (const [name, fundamental] of rows.slice(0, -1)) assert.equal(tiles.filter((tile) => tile.endsWith(` ${name}`)).length, Number(fundamental), name);
    quiet();
  });
});

describe("puzzles", () => {
  test("marks cycle, and the solution is seen", async () => {
    await go(`#puzzles?r=${PUZZLE}`);
    await reads(".rated", /Easy/);
    for (const name of SOLUTION) {
      await square(name).click();
      assert.match(await square(name).getAttribute("aria-label"), /crossed out/);
      await square(name).click();
      assert.match(await square(name).getAttribute("aria-label"), /queen/);
    }
    await reads(".rated", /Solved/);
    quiet();
  });

  test("a hint says where, then why, then does it", async () => {
    await go(`#puzzles?r=${PUZZLE}`);
    await press("Hint");
    await reads(".told-hint", /Look at the lit squares.*tight unit/);
    assert.match(await square("b1").getAttribute("aria-label"), /lit/);
    await press("Why?");
    await reads(".told-hint", /Region A needs one queen, and only b1 is left/);
    await press("Do it");
    assert.match(await square("b1").getAttribute("aria-label"), /queen/);
  });

  test("a wrong mark is found, and taken back", async () => {
    await go(`#puzzles?r=${PUZZLE}&m=x`);
    await square("a1").waitFor();
    await press("Check");
    await reads(".told-hint", /No mark is wrong/);
    await square("b1").click();
    await press("Check");
    await page.locator(".wrong").waitFor();
    await press("Undo");
    assert.doesNotMatch(await square("b1").getAttribute("aria-label"), /crossed/);
  });

  test("a puzzle without a solution is said to have none", async () => {
    await go("#puzzles?r=AAA.BBB.CCC");
    await reads(".rated", /There is no solution/);
    await press("Hint");
    await reads(".told-hint", /^The puzzle has no solution/);
    assert.equal(await page.locator(".read").count(), 0);
    await press("Check");
    await reads(".told-hint", /^No mark is wrong so far\. The puzzle has no solution/);
    quiet();
  });

  test("clues belong to the puzzle: they count, stay and are made of marks", async () => {
    await go("#puzzles?r=AABB.AABB.CCDD.CCDD&m=.q");
    await reads(".rated", /There are several solutions/);
    await page.getByRole("radio", { name: "Edit" }).check();
    await press("Marks become clues");
    await reads(".rated", /Exactly one solution/);
    await page.waitForURL(/m=\.g/);
    await page.getByRole("radio", { name: "Play" }).check();
    assert.match(await square("b1").getAttribute("aria-label"), /given queen/);
    await square("b1").click();
    assert.match(await square("b1").getAttribute("aria-label"), /given queen/);
    const clear = page.getByRole("button", { name: "Clear marks" });
    assert.equal(await clear.isDisabled(), true);
    for (const name of ["d2", "d2", "a3", "a3", "c4", "c4"]) await square(name).click();
    await reads(".rated", /Solved/);
    await clear.click();
    assert.match(await square("b1").getAttribute("aria-label"), /given queen/);
    assert.doesNotMatch(await square("d2").getAttribute("aria-label"), /queen/);
    await page.getByRole("radio", { name: "Edit" }).check();
    await press("Take the clues away");
    await reads(".rated", /several solutions/);
    quiet();
  });

  test("clues of a puzzle that is read are clues", async () => {
    await go(`#puzzles?r=${PUZZLE}`);
    await page.getByText("Read a puzzle, or pass this one on").click();
    await page.getByLabel("Puzzle as text").fill('{"regions": ["AABB", "AABB", "CCDD", "CCDD"], "given": [[0, 1]], "blocked": [[0, 0]]}');
    await press("Read it");
    await page.waitForURL(/m=bg/);
    assert.match(await square("a1").getAttribute("aria-label"), /given as empty/);
    await press("Hint");
    await reads(".told-hint", /Look at the lit squares/);
    quiet();
  });

  test("by keyboard alone, with marks that follow", async () => {
    await go(`#puzzles?r=${PUZZLE}`);
    await square("a1").waitFor();
    await page.getByLabel("Cross out by itself").check();
    await square("a1").focus();
    for (const key of ["ArrowRight", "q"]) await page.keyboard.press(key);
    assert.match(await focused(), /^b1, region A, queen/);
    assert.match(await square("c2").getAttribute("aria-label"), /closed/);
    await page.keyboard.press("Delete");
    assert.doesNotMatch(await square("c2").getAttribute("aria-label"), /closed/);
  });

  test("regions are painted, and the verdict follows", async () => {
    await go(`#puzzles?r=${PUZZLE}&e=1`);
    await reads(".rated", /Exactly one solution/);
    await square("b1").focus();
    await page.keyboard.press("f");
    await reads(".rated", /solution|region/i);
    await page.waitForURL(/r=FFG/);
    await page.keyboard.press("Control+z");
    await reads(".rated", /Exactly one solution/);
  });

  test("puzzles are made from a seed", async () => {
    await go(`#puzzles?r=${PUZZLE}`);
    await page.getByLabel("Size").last().fill("6");
    await page.getByLabel("Seed").fill("3");
    await page.getByLabel("Given").fill("2");
    await press("Make a puzzle");
    await reads("form", /Seed 3/);
    assert.equal(await page.locator("[role=gridcell]").count(), 36);
    assert.equal(await page.locator("[role=gridcell].given").count(), 2);
  });

  test("letters are pasted", async () => {
    await go(`#puzzles?r=${PUZZLE}`);
    await square("a1").waitFor();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData("text/plain", "AABB\nAABB\nCCDD\nCCDD\n");
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await page.waitForURL(/r=AABB/);
    await page.goBack();
    await page.waitForURL(/r=FAGG/);
  });
});

describe("counts", () => {
  test("a count runs here, and is marked so", async () => {
    await go("#counts?n=10");
    await press("Count");
    await reads(".verdict", /724 solutions, counted here/);
    await reads('tr[data-n="10"]', /yes, in/);
    await page.reload();
    await reads('tr[data-n="10"]', /yes, in/);
  });

  test("how long it takes is told before", async () => {
    await go("#counts?n=8");
    await reads(".likely", /less than a second/);
    await go("#counts?n=25");
    await reads(".likely", /about .* here on .* \(from .* to .*; from a (short sample|smaller board)\)/);
    assert.equal(await page.locator(".verdict").count(), 0);
  });

  test("a campaign is shown while it goes on", { skip: !(CAMPAIGN && COMMAND) && "QUEENS_CAMPAIGN and QUEENS_COMMAND are not set" }, async () => {
    const map = page.locator(".campaigns svg[role=img]");
    const says = (/** @type {RegExp} */ words) => page.waitForFunction(
      (source) => new RegExp(source).test(document.querySelector(".campaigns svg[role=img]")?.getAttribute("aria-label") ?? ""), words.source);
    await go("#counts");
    await says(/^12 bundles: \d+ done, \d+ missing$/);
    const before = Number(/(\d+) done/.exec(await map.getAttribute("aria-label"))?.[1]);
    assert.match(await map.locator("title").nth(4).textContent(), /^Bundle 4: (\d+) of \1 units$/);
    for (const bundle of ["5", "6"]) execFileSync(COMMAND, ["campaign", "work", CAMPAIGN, "--bundle", bundle, "--threads", "1", "--quiet"]);
    await says(new RegExp(`^12 bundles: ${Math.max(before, 3)} done`));
    await reads(".campaigns .facts", /units: \d+\.\d % of the work/);
    await reads(".campaigns tbody", /avx|baseline/);
    quiet();
  });

  test("the table fits a narrow screen", async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await go("#counts");
    await reads(".counts", /234,907,967,154,122,528/);
    const over = await page.locator(".counts").evaluate((table) => table.scrollWidth - table.parentElement.clientWidth);
    assert.ok(over <= 0, `${over} pixels are cut`);
  });

  test("a count is cancelled", async () => {
    await go("#counts?n=23");
    await press("Count");
    await page.getByRole("button", { name: "Cancel" }).click();
    await reads(".verdict", /cancelled/);
  });

  test("a count is found again after the page is loaded anew", async () => {
    await go("#counts?n=23");
    await press("Count");
    await reads(".verdict", /Counting n = 23: 0 %/);
    await page.reload();
    await reads(".verdict", /Counting n = 23: 0 %/);
    await page.getByRole("button", { name: "Cancel" }).click();
    await reads(".verdict", /cancelled/);
    await page.reload();
    await page.getByRole("button", { name: "Count", exact: true, disabled: false }).waitFor();
    assert.equal(await page.evaluate(() => localStorage.getItem("queens.counting")), "[]");
    quiet();
  });

  test("counts that were begun in two windows are found again in both", async () => {
    const other = await page.context().newPage();
    try {
      await go("#counts?n=23");
      await other.goto(`${URL}/#counts?n=24`);
      await press("Count");
      for (const window of [page, other]) await window.getByText("Counting n = 23").waitFor();
      await other.getByRole("button", { name: "Count", exact: true }).click();
      for (const window of [page, other]) {
        await window.getByText("Counting n = 24").waitFor();
        await window.reload();
        for (const n of [23, 24]) await window.getByText(`Counting n = ${n}`).waitFor();
      }
      for (const n of [23, 24]) {
        await press(`Cancel n = ${n}`);
        for (const window of [page, other]) await window.locator(".verdict", { hasText: `n = ${n}: cancelled` }).waitFor();
      }
      quiet();
    } finally {
      // No count goes on where this fails: it would take the processors, and its place, from the tests that follow.
      const left = await page.evaluate(() => JSON.parse(localStorage.getItem("queens.counting") ?? "[]"));
      for (const { id } of left) await fetch(`${URL}/api/v1/jobs/${id}`, { method: "DELETE" });
    }
  });
});

describe("engines", () => {
  test("each can be read, and leads to its steps", async () => {
    await go("#engines?m=flags");
    await reads(".reading", /three flags tell in constant time/);
    await press("Play");
    await reads(".mini", /Step [1-9]/);
    await page.getByRole("link", { name: "Step through it" }).click();
    await page.waitForURL(/#steps\?m=flags/);
    quiet();
  });
});

describe("live boards", () => {
  test("every engine and variant has one that works", async () => {
    const { engines } = await (await fetch(`${URL}/api/v1/engines`)).json();
    const { variants } = await (await fetch(`${URL}/api/v1/variants`)).json();
    for (const { id, idea } of engines) {
      await go(`#engines?m=${id}`);
      await reads(".reading .small", new RegExp(`^${id}$`));
      if (await page.locator(".reading .mini").count() === 0) {
        await reads(".reading", /Ask it on the command line: queens /);
        continue;
      }
      await press(idea.length ? "Play" : "Try it");
      await reads(".mini", idea.length ? /Step [1-9]/ : /solution|no more can stand/);
    }
    for (const { variant } of variants) {
      await go(`#engines?v=${variant}`);
      await reads(".reading .title", new RegExp(`^${variant}$`));
      await press("Play");
      await reads(".mini", /Step [1-9]/);
    }
    quiet();
  });
});

describe("the frame", () => {
  test("the tour goes for good", async () => {
    await go("");
    await press("Close the tour");
    await page.reload();
    await square("a1").waitFor();
    assert.equal(await page.locator(".tour:visible").count(), 0);
  });

  test("first paint is small and comes from here", async () => {
    /** @type {Promise<number>[]} */
    const sizes = [];
    page.on("response", (response) => sizes.push(response.body().then((body) => body.length)));
    await go("");
    await reads(".verdict", /way/);
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size);
    assert.ok(sizes.length > 10);
    console.log(`first paint: ${bytes} bytes`);
    assert.ok(bytes < 100_000, `${bytes} bytes`);
    quiet();
  });

  test("dark and light by a switch", async () => {
    await go("");
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await paper();
    await press("Dark colours");
    assert.notEqual(await paper(), light);
    await page.reload();
    await page.getByRole("button", { name: "Light colours" }).waitFor();
    assert.notEqual(await paper(), light);
  });
});

const VIEWS = {
  board: ["#board?n=6&q=b1.c3&g=f2&h=a6", ".verdict"],
  steps: ["#steps?m=flags&n=6&at=44", ".told"],
  told: ["#steps?m=flags&n=99&v=knights", ".blackboard li"],
  regions: ["#board?n=4&c=5&r=AABBB.AABBB.CCDDD.CCDDD&q=b1&s=1", ".tinted"],
  search: ["#search?p=missionaries&at=20", ".node-list li"],
  tiles: ["#search?p=eight-puzzle&s=bfs&at=12", ".node-list li"],
  race: ["#race?m=flags,bitmask&n=6&go=1", ".bars tbody tr"],
  lockstep: ["#race?m=flags,bitmask&n=5&l=1&go=1", ".lane"],
  solutions: ["#solutions?n=6&o=1", ".family figure"],
  puzzles: [`#puzzles?r=${PUZZLE}&m=.q.x`, ".rated"],
  edit: [`#puzzles?r=${PUZZLE}&e=1`, ".brushes label"],
  counts: ["#counts", ".counts tbody tr"],
  engines: ["#engines?m=flags", ".reading .title"],
  api: ["api#post-solve", "details.address"],
};

describe("the page of 1999", () => {
  test("its table fits a narrow screen, up to the largest board", async () => {
    await page.setViewportSize({ width: 375, height: 800 });
    for (const size of [10, 11]) {
      await go(`queens?boardsize=${size}`);
      await page.locator(".count").waitFor();
      const { over, cells } = await page.evaluate(() => ({
        over: document.documentElement.scrollWidth - innerWidth,
        cells: [...document.querySelectorAll("tr:nth-child(-n+50) td")].filter((cell) => cell.scrollWidth > cell.clientWidth).length,
      }));
      assert.deepEqual([over, cells], [0, 0], `${size} queens`);
    }
    // 14 queens as they are written, without their 365,596 rows.
    await page.evaluate(() => {
      document.querySelector("table").setAttribute("style", "width: 47em; min-width: 25em");
      document.querySelector("tbody").innerHTML = `<tr>${"<td>14</td>".repeat(14)}</tr>`;
    });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await go("1999");
    assert.match(await page.locator("main").innerText(), /365,596 for 14 \(57 MB\)/);
  });
});

describe("the API", () => {
  test("it is read and tried", async () => {
    await go("api");
    await page.getByText("POST /api/v1/count", { exact: true }).click();
    const count = page.locator("#post-count");
    assert.match(await count.innerText(), /fundamental/);
    await count.getByRole("button", { name: "Send" }).click();
    await reads("#post-count .shown", /"schema": "queens\/count\/1"/);
    quiet();
  });
});

for (const [name, [hash, ready]] of Object.entries(VIEWS)) {
  describe(`accessibility and width of ${name}`, () => {
    for (const [colorScheme, width] of /** @type {const} */ ([["light", 1280], ["dark", 390]])) {
      test(`${colorScheme} at ${width}`, async () => {
        await reopen({ colorScheme, viewport: { width, height: 800 }, reducedMotion: "reduce" });
        await go(hash);
        await page.locator(ready).first().waitFor();
        await page.waitForTimeout(500);
        for (const wide of [1920, 390, width]) {
          await page.setViewportSize({ width: wide, height: 800 });
          const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(over <= 0, `${over} pixels wider than a screen of ${wide}`);
        }
        await page.evaluate(AXE);
        const { violations } = await page.evaluate(() => globalThis.axe.run());
        const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
        assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html).join(" ")} ${nodes[0].failureSummary}`), []);
      });
    }
  });
}
