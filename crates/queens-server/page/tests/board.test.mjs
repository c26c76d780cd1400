// Tests of the part Board: editing, verdicts, solutions, import and export.

import assert from "node:assert/strict";
import { describe } from "node:test";
import { focused, go, onServer, page, press, quiet, reads, square, test } from "./harness.mjs";

describe("board", () => {
  test("a click places a queen, shades attacked squares, and updates the verdict", async () => {
    await go("#board?n=8");
    await square("b1").click();
    await reads(".verdict", /More than one way/);
    assert.match(await square("b5").getAttribute("aria-label"), /attacked/);
    assert.doesNotMatch(await square("a3").getAttribute("aria-label"), /attacked/);
    await page.waitForURL(/q=b1/);
    quiet();
  });

  test("a verdict goes as soon as its board changes, and comes after the part was left", onServer, async () => {
    let isHeld = false;
    await page.route("**/api/v1/solve", (route) => (isHeld ? undefined : route.continue()));
    await go("#board?n=6&q=b1");
    await reads(".verdict", /^Exactly one way/);
    const changes = [() => square("d2").click(), () => press("Undo"), () => press("Redo"), () => press("Clear")];
    for (const change of changes) {
      isHeld = true;
      await change();
      assert.equal(await page.locator(".verdict").innerText(), "Checking ...", String(change));
      isHeld = false;
      await page.getByRole("link", { name: "Queens", exact: true }).click();
      await page.waitForURL(/#home/);
      await page.goBack();
      await reads(".verdict", /way to complete it/);
    }
    quiet();
  });

  test("queens that attack each other are joined by a line", async () => {
    await go("#board?n=8&q=b1.e4");
    await reads(".verdict", /b1 and e4 attack each other/);
    assert.equal(await page.locator("line.clash").count(), 1);
  });

  test("a row without a free square is named and highlighted", async () => {
    await go("#board?n=4&h=a1.b1.c1.d1");
    await reads(".verdict", /cannot be completed: row 1 has no square/);
    await page.locator(".blocked").nth(3).waitFor();
    assert.equal(await page.locator(".blocked").count(), 4);
  });

  test("solutions are shown one after the other, and kept", async () => {
    await go("#board?n=6&q=b1");
    await press("Complete it");
    await page.locator(".answer").nth(4).waitFor();
    assert.match(await square("d2").getAttribute("aria-label"), /queen of the solution/);
    await press("Another");
    await reads(".result", /no other solution: 1 in all/);
    await go("#board?n=8&s=2");
    await page.locator(".answer").nth(7).waitFor();
    await press("Keep it");
    await reads(".verdict", /A solution/);
  });

  test("the number of a solution is shown, and the engine of the first", async () => {
    await go("#board?n=8&s=1");
    await reads(".result", /^A solution, found by [a-z]+\.$/);
    await go("#board?n=8&s=92");
    await reads(".result", /^Solution 92\.$/);
    quiet();
  });

  test("a variant opens at the nearest size that has a solution", async () => {
    await go("#board?n=8");
    await square("a1").waitFor();
    // Queens on a torus exist if the size is not divisible by 2 or 3 (Polya 1918), superqueens from 10 on (A051223).
    await page.getByLabel("Variant").selectOption("torus");
    await page.waitForURL(/v=torus/);
    await page.waitForURL(/n=7/);
    await reads(".result", /^There is no solution for torus on 8 x 8, so the board is 7 x 7\.$/);
    await page.getByLabel("Variant").selectOption("superqueens");
    await page.waitForURL(/v=superqueens/);
    await page.waitForURL(/n=10/);
    quiet();
  });

  test("what cannot help is disabled, with the reason", async () => {
    await go("#board?n=8&q=b1.e4");
    await reads("#obstacle", /Queens attack each other/);
    const complete = page.getByRole("button", { name: "Complete it" });
    assert.equal(await complete.isDisabled(), true);
    await square("e4").click();
    await page.locator("#obstacle:empty").waitFor({ state: "attached" });
    await complete.click();
    await press("Another");
    await page.waitForURL(/s=2/);
    await go("#board?n=3");
    await reads("#obstacle", /This board has no solution/);
    assert.equal(await page.getByRole("button", { name: "Count", exact: true }).isDisabled(), true);
    quiet();
  });

  test("invalid values in an address or a field are reported with their bounds", async () => {
    await go("#board?n=9999&v=nixies&q=b1.zz999");
    await reads(".instead", /^Variant: nixies is not valid \(no such choice\); using queens\.$/);
    await reads(".instead", /^Rows: 9999 is not valid \(use a whole number from 1 to 100\); using 100\.$/);
    await reads(".instead", /q=.*zz999 is not on this board of/);
    const columns = page.getByRole("spinbutton", { name: "Columns" });
    await columns.fill("0");
    await columns.press("Enter");
    await reads(".instead", /^Columns: 0 is not valid .*; using 1\.$/);
    await columns.fill("8");
    await columns.press("Enter");
    await page.waitForURL(/n=100&c=8/);
    assert.deepEqual((await page.locator(".instead").allTextContents()).filter(Boolean), []);
    await go("#race?m=flags,nosuch&n=x");
    await reads(".instead", /^Size: x is not valid .*; using 8\.$/);
    await reads(".instead", /^nosuch: there is no such engine to race\.$/);
    await page.getByRole("spinbutton", { name: "to n" }).fill("99");
    await page.getByRole("spinbutton", { name: "to n" }).press("Enter");
    await reads(".instead", /^to n: 99 is not valid .*; using 32\.$/);
    await go("#search?p=nosuch");
    await reads(".instead", /^Problem: nosuch is not valid/);
    await go("#solutions?n=33");
    await reads(".instead", /^Size: 33 is not valid .*; using 32\.$/);
    await go("#counts?n=99");
    await reads(".instead", /^Board size n: 99 is not valid .*; using 60\.$/);
    await go("#engines?m=nosuch");
    await reads(".instead", /^There is no engine called nosuch; showing flags\.$/);
    await go("#nosuch");
    await reads("[role=alert]", /There is no section called nosuch/);
    quiet();
  });

  test("names of columns and rows are readable, on large boards too", async () => {
    /** The number of names, and of those that overlap. */
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

  test("count and classes are shown", async () => {
    await go("#board?n=8");
    await press("Count");
    await reads(".result", /92 solutions/);
    await press("Classes");
    await reads(".result table", /ordinary\s*11\s*88/);
  });

  test("a drag moves a queen or removes it; undo and redo", async () => {
    await go("#board?n=8&q=b1");
    await square("b1").dragTo(square("c3"));
    await page.waitForURL(/q=c3/);
    const from = await square("c3").boundingBox();
    await page.mouse.move(from.x + 9, from.y + 9);
    await page.mouse.down();
    await page.mouse.move(3, from.y, { steps: 4 });
    await page.mouse.up();
    await page.waitForURL((url) => !url.hash.includes("q="));
    await press("Undo");
    await page.waitForURL(/q=c3/);
    await press("Undo");
    await page.waitForURL(/q=b1/);
    await press("Redo");
    await page.waitForURL(/q=c3/);
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
    await page.waitForURL(/q=b2&g=e2&h=a2&w=e5/);
    await page.keyboard.press("Control+z");
    await page.waitForURL((url) => !/w=/.test(url.href));
  });

  test("Back returns to the previous view", async () => {
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

  test("a dropped file is read, and the page stays", async () => {
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
    await page.locator("[role=alert] .toast").waitFor();
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

  test("rows and columns may differ, and the problem is copied and pasted", async () => {
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
    await page.getByText("Keys, copy and save").click();
    await press("Copy as text");
    const text = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(text, "queens 3x8\ngivens: b1\n");
    await go("#board");
    await square("h8").waitFor();
    await paste(text);
    await page.waitForURL(/n=3&c=8&g=b1/);
    quiet();
  });

  test("regions are painted by pointer and by key, copied and pasted", async () => {
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
    await page.getByText("Keys, copy and save").click();
    await press("Copy as text");
    const text = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(text, /^queens 4\nareas:\nA A B B\n/);
    await paste(text.replace("A A B B\nA A B B", "A A A A\nB B B B"));
    await page.waitForURL(/r=AAAA\.BBBB\.CCDD\.CCDD/);
    quiet();
  });

  test("a region without a free square is highlighted", async () => {
    await go("#board?n=4&r=AABB.AABB.CCDD.CCDD&h=a1.b1.a2.b2");
    await reads(".verdict", /cannot be completed: region A has no square/);
    await page.locator(".blocked").nth(3).waitFor();
    assert.equal(await page.locator(".blocked").count(), 4);
  });

  test("every variant is offered; a largest set and a random solution are shown", async () => {
    await go("#board?v=kings&n=5&c=7");
    await page.getByLabel("Variant").locator("option").nth(17).waitFor({ state: "attached" });
    await press("Largest set");
    // ceil(5/2) x ceil(7/2) kings.
    await reads(".result", /^12 pieces, and no more fit\./);
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
  test("the piece of a variant is drawn and named", async () => {
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
