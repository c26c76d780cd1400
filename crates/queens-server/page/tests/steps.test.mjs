// Tests of the part Steps: the player, its sentences, its keys.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe } from "node:test";
import { LONG, go, onServer, page, press, quiet, reads, test } from "./harness.mjs";

describe("steps", () => {
  test("the current line of the pseudocode is highlighted", async () => {
    await go("#steps?m=flags&n=6&at=44");
    await reads(".blackboard [aria-current=step]", /if one of its three flags is set/);
    // A printed page is a handout: board, sentence and code, without controls.
    await page.emulateMedia({ media: "print" });
    for (const [what, isPrinted] of /** @type {const} */ ([[".board", true], [".told", true], [".blackboard", true], [".play", false], ["input[type=range]", false], ["select", false]])) {
      assert.equal(await page.locator(`.steps ${what}`).first().isVisible(), isPrinted, what);
    }
    await page.emulateMedia({ media: null });
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

  test("only variants that the engine supports can be chosen, with the reason", async () => {
    await go("#steps?m=flags&v=knights&n=5");
    await reads(".instead", /^Variant: knights is not valid \(flags does not support knights\); using queens\.$/);
    await reads(".told", /The board is empty/);
    const closed = page.locator('optgroup[label="flags does not support"] option');
    assert.ok((await closed.allTextContents()).includes("knights"));
    assert.equal(await page.getByLabel("Variant").locator('option[value="queens"]').isDisabled(), false);
    await page.getByRole("combobox", { name: "Engine" }).selectOption("backtracking");
    await reads(".blackboard", /./);
    assert.equal(await page.locator("optgroup").count(), 0);
    // The variant of the address is valid now.
    assert.equal(await page.getByLabel("Variant").inputValue(), "knights");
    if (onServer.skip) return quiet();
    // Without steps there is no invitation to play.
    await page.route("**/api/v1/trace", (route) => route.fulfill({ status: 422, json: { detail: "no such steps" } }));
    await go("#steps?m=flags&n=7");
    await reads(".bad", /no such steps/);
    await page.waitForFunction(() => document.querySelector(".told")?.textContent === "");
    quiet();
  });

  test("a step has a sentence, and the view is in the address", async () => {
    await go("#steps?m=flags&n=6&at=44");
    await reads(".told", /Column 4: row 6 is attacked by the queen on c6, along the row/);
    assert.equal(await page.locator("line.attack").count(), 1);
    await press("Forward");
    await page.waitForURL(/at=45/);
    quiet();
  });

  test("a stretch of steps is saved as a moving picture", async () => {
    await go("#steps?m=flags&n=4&at=3");
    await reads(".told", /./);
    await page.getByRole("button", { name: "Record ..." }).click();
    const dialog = page.getByRole("dialog", { name: "Record steps" });
    assert.equal(await dialog.getByLabel("First step").inputValue(), "3");
    await dialog.getByLabel("Last step").fill("8");
    await dialog.getByLabel("Milliseconds a step").fill("50");
    for (const [format, start] of /** @type {const} */ ([["gif", "GIF89a"], ["svg", "<svg xm"]])) {
      await dialog.getByLabel("Format").selectOption(format);
      const [file] = await Promise.all([page.waitForEvent("download"), dialog.getByRole("button", { name: "Save" }).click()]);
      assert.equal(file.suggestedFilename(), `flags-queens-4.${format}`);
      const content = readFileSync(await file.path());
      assert.ok(content.toString("latin1").startsWith(start.slice(0, 6)));
      await dialog.getByText(/^Saved as flags-queens-4/).waitFor();
      if (format !== "svg") continue;
      // It is XML, and its style sheet is understood. The policy of the page would refuse the style sheet.
      const blank = await page.context().newPage();
      const found = await blank.evaluate((text) => {
        const read = new DOMParser().parseFromString(text, "image/svg+xml");
        document.body.append(read.documentElement.cloneNode(true));
        return { root: read.documentElement.tagName, frames: read.documentElement.getAttribute("data-frames"), words: [...read.querySelectorAll("text")].map((one) => one.textContent),
          isMoving: document.getAnimations().some((one) => one instanceof CSSAnimation && one.animationName === "strip") };
      }, content.toString());
      await blank.close();
      assert.deepEqual([found.root, found.frames, found.words.length, found.words[0], found.isMoving], ["svg", "6", 12, "step 3", true]);
    }
    const video = dialog.getByLabel("Format").locator("option[value=video]");
    if (await video.count() > 0) {
      await dialog.getByLabel("Format").selectOption("video");
      const [file] = await Promise.all([page.waitForEvent("download"), dialog.getByRole("button", { name: "Save" }).click()]);
      assert.match(file.suggestedFilename(), /^flags-queens-4\.(mp4|webm)$/);
      assert.ok(readFileSync(await file.path()).length > 1000);
    }
    await dialog.getByLabel("Last step").fill("9000");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByRole("alert").filter({ hasText: "the limit is 2000" }).waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "detached" });
    quiet();
  });

  test("steps are loaded until the next solution", async () => {
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

  test("a step looks the same from both directions", async () => {
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

  test("the slider stays fast with a million steps", async () => {
    await go("#steps?m=flags&n=11");
    await reads(".player", /of 100,000 so far/);
    await press("Load all");
    await page.waitForFunction(() => Number(document.querySelector(".player input").max) >= 1_000_000, null, { timeout: 2 * LONG });
    // Pages that arrive in the meantime take time of their own, so the slider is measured after the last of them.
    await page.waitForFunction(() => !/so far/.test(document.querySelector(".player").textContent), null, { timeout: 2 * LONG });
    // The time of a frame is printed and not checked, because the machine may be busy.
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
