// Tests of the part Steps: the player, its sentences, its keys, presentation, bookmarks, state and code.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe } from "node:test";
import { URL as ROOT, assertPresented, go, onServer, page, post, press, quiet, reads, reopen, test } from "./harness.mjs";

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
    await reads(".player", /3 of \d+/);
    await page.getByRole("button", { name: "Record ..." }).click();
    const dialog = page.getByRole("dialog", { name: "Record steps" });
    assert.equal(await dialog.getByLabel("First step").inputValue(), "3");
    await dialog.getByLabel("Last step").fill("8");
    await dialog.getByLabel("Milliseconds a step").fill("50");
    for (const [format, start] of /** @type {const} */ ([["gif", "GIF89a"], ["svg", "<svg xm"]])) {
      await dialog.getByLabel("Format").selectOption(format);
      const [file] = await Promise.all([page.waitForEvent("download"), dialog.getByRole("button", { name: "Save" }).click()]);
      assert.match(file.suggestedFilename(), new RegExp(`^flags-queens-4-\\d+-\\d+\\.${format}$`));
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
      assert.match(file.suggestedFilename(), /^flags-queens-4-\d+-\d+\.(mp4|webm)$/);
      assert.ok(readFileSync(await file.path()).length > 1000);
    }
    await dialog.getByLabel("Last step").fill("9000");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByRole("alert").filter({ hasText: "the limit is 2000" }).waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "detached" });
    // With this setting there are no steps after the first solution.
    const { steps } = await post("trace", { problem: "queens 4", engine: "flags", first: true });
    await go("#steps?m=flags&n=4&first=1");
    await reads(".player", new RegExp(`of ${steps.length}(?!\\d)`));
    await page.getByRole("button", { name: "Record ..." }).click();
    await dialog.getByText("on queens 4 up to the first solution").waitFor();
    await dialog.getByLabel("Format").selectOption("svg");
    const [file] = await Promise.all([page.waitForEvent("download"), dialog.getByRole("button", { name: "Save" }).click()]);
    assert.match(readFileSync(await file.path()).toString(), new RegExp(`data-frames="${steps.length}"`));
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

  test("all steps of a long run are loaded, and the slider moves among them", async () => {
    await go("#steps?m=flags&n=10");
    await reads(".player", /of 100,000 so far/);
    await press("Load all");
    await page.getByText(/^0 of [2-9]\d\d,\d{3}$/).waitFor();
    await page.getByLabel("Step", { exact: true }).fill("123456");
    await page.getByText(/^123,456 of [2-9]\d\d,\d{3}$/).waitFor();
  });

  test("one drags along the timeline, and a tap on a crown goes to its solution", async () => {
    const { steps } = await post("trace", { problem: "queens 6", engine: "flags" });
    await go("#steps?m=flags&n=6");
    await reads(".player", /0 of 1,050/);
    const { x, y, width } = await page.locator(".timeline").boundingBox();
    const placeOf = (/** @type {number} */ step) => x + 8 + (step / 1050) * (width - 16);
    await page.mouse.move(placeOf(10), y + 40);
    await page.mouse.down();
    await reads(".player", /^\D*10 of 1,050/);
    await page.mouse.move(placeOf(525), y + 40, { steps: 3 });
    await page.mouse.up();
    await reads(".player", /525 of 1,050/);
    await page.mouse.move(placeOf(700), y + 40);
    await reads(".player", /525 of 1,050/);
    const solution = steps.findIndex(({ event }) => event === "solution") + 1;
    await page.mouse.click(placeOf(solution) + 4, y + 6);
    await reads(".player", new RegExp(`${solution} of 1,050`));
    await reads(".counters", /solutions\s*1(?!\d)/);
    quiet();
  });

  test("presentation: large text, nothing scrolls, the keys of a remote", { context: { viewport: { width: 1280, height: 720 }, reducedMotion: "reduce", colorScheme: "dark" } }, async () => {
    for (const hash of ["#steps?m=flags&n=8&at=299", "#steps?m=min-conflicts&n=8&at=3", "#steps?m=exact-cover&n=12&at=40"]) {
      await go(hash);
      await reads(".told", /goes to/);
      await page.keyboard.press("p");
      await page.waitForURL(/present=1/);
      await page.locator(".steps[data-presenting]").waitFor();
      for (const [width, height] of [[1280, 720], [1920, 1080], [2560, 1440]]) {
        await page.setViewportSize({ width, height });
        await assertPresented([".field-of-play", ".told", ".code-tabs", ".blackboard", ".blackboard [aria-current]", ".variables", ".numbering"], `${hash} at ${width}x${height}`);
      }
      await page.setViewportSize({ width: 1280, height: 720 });
      await page.keyboard.press("Escape");
      await page.waitForURL((url) => !/present/.test(url.href));
      assert.equal(await page.locator("[data-presenting]").count(), 0);
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Present");
    }
    // A link opens the presentation at its step.
    await reopen({ viewport: { width: 1280, height: 720 } });
    await go("#steps?m=flags&n=6&at=43&present=1");
    await reads(".player", /43 of 1,050/);
    await page.keyboard.press("PageDown");
    await reads(".told", /Column 4: row 6 is attacked by the queen on c6, along the row/);
    await page.keyboard.press("PageUp");
    await reads(".player", /43 of/);
    await page.keyboard.press(".");
    await page.locator(".blackout").waitFor();
    assert.deepEqual(await page.locator(".blackout").boundingBox(), { x: 0, y: 0, width: 1280, height: 720 });
    await page.keyboard.press("b");
    await page.locator(".blackout").waitFor({ state: "hidden" });
    await reads(".player", /43 of/);
    // The field of the step is shown while it has the focus; Escape leaves the field, not the presentation.
    for (const [step, key, at] of /** @type {const} */ ([["50", "Enter", "50"], ["60", "Escape", "50"]])) {
      await page.keyboard.press("g");
      await page.getByRole("spinbutton", { name: "Go to step" }).fill(step);
      assert.ok((await page.locator(".jumps input").boundingBox())?.width > 100);
      assert.ok(await page.locator(".jumps").evaluate((jumps) => getComputedStyle(jumps).clipPath === "none"));
      await page.keyboard.press(key);
      await reads(".player", new RegExp(`${at} of`));
      assert.ok(await page.locator(".jumps").evaluate((jumps) => getComputedStyle(jumps).clipPath !== "none"));
    }
    await page.getByRole("tab", { name: "Python" }).click();
    await page.waitForURL(/code=python/);
    await page.keyboard.press("PageDown");
    await reads(".player", /51 of/);
    await assertPresented([".code-tabs", ".is-program [aria-current=step]"], "Python", [".code-box"]);
    quiet();
  });

  test("jumps to events and steps, and the sentence is announced after a pause", async () => {
    const { steps } = await post("trace", { problem: "queens 6", engine: "flags" });
    let depth = 0;
    const depths = steps.map(({ event }) => (depth += { place: 1, remove: -1 }[event] ?? 0));
    /** @param {number} from @param {(step: number) => boolean} isWanted */
    const after = (from, isWanted) => { for (let step = from + 1; ; step++) if (isWanted(step)) return step; };
    const at = (/** @type {number} */ step) => page.waitForFunction((text) => document.querySelector(".player")?.textContent.includes(text), `${step} of 1,050`);
    await go("#steps?m=flags&n=6&at=44");
    await at(44);
    await press("Next backtrack");
    const back = after(44, (step) => steps[step - 1].event === "remove");
    await at(back);
    await reads(".told", /^Nothing more to find/);
    await press("Next at this depth");
    const level = after(back, (step) => steps[step - 1].event === "place" && depths[step - 1] === depths[back - 1]);
    await at(level);
    await press("Next solution");
    await at(after(level, (step) => steps[step - 1].event === "solution"));
    await page.keyboard.press("Shift+R");
    await reads(".told", /^Nothing more to find/);
    await page.keyboard.press("End");
    await page.keyboard.press("s");
    await reads(".told", /There are no more solutions/);
    // The address follows the step meanwhile.
    await page.waitForURL(new RegExp(`at=${steps.length}`));
    await reads(".told", /There are no more solutions/);
    await page.keyboard.press("g");
    await page.keyboard.type("44");
    await page.keyboard.press("Enter");
    await at(44);
    await page.keyboard.press("ArrowRight");
    await at(45);
    const sentence = await page.locator(".told").textContent();
    await page.waitForFunction((text) => document.getElementById("say")?.textContent === text, sentence);
    quiet();
  });

  test("bookmarks and the link to a step are in the address", async () => {
    await go("#steps?m=flags&n=6&at=44");
    await reads(".told", /Column 4/);
    await page.keyboard.press("m");
    await page.waitForURL(/bm=44/);
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await reads(".told", /^Column 1: row 1 is free/);
    await press("Bookmark");
    await page.waitForURL(/bm=1%2C44/);
    await page.reload();
    await reads(".bookmarks li", /Column 4: row 6 is attacked by the queen on c6/);
    await press("Go to step 44");
    await reads(".told", /^Column 4/);
    assert.equal(await page.getByRole("button", { name: "Bookmark", exact: true }).getAttribute("aria-pressed"), "true");
    await press("Remove the bookmark at step 1");
    await page.waitForURL(/bm=44(&|$)/);
    await press("Copy link");
    await reads(".toast", /copied/);
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(link.startsWith(ROOT), link);
    await reopen({});
    await page.goto(link);
    await reads(".told", /Column 4: row 6 is attacked by the queen on c6, along the row/);
    assert.equal(await page.locator(".bookmarks li").count(), 1);
    // Another trace has other steps.
    await page.getByRole("spinbutton", { name: "Size" }).fill("5");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => !/bm=|at=/.test(url.href));
    quiet();
  });

  test("board and code are seen together on a phone, at 200 percent and on a laptop", async () => {
    for (const [width, height] of [[390, 844], [390, 664], [683, 384], [640, 512], [1366, 768], [820, 1180]]) {
      await reopen({ viewport: { width, height } });
      for (const hash of ["#steps?m=flags&n=8&at=300", "#steps?m=mirrored&n=8&at=1000", "#steps?m=min-conflicts&n=8&at=4"]) {
        await go(hash);
        await page.locator(".blackboard [aria-current]").waitFor();
        for (const part of [".field-of-play", ".told", ".play", ".blackboard [aria-current]"]) {
          const box = await page.locator(part).boundingBox();
          assert.ok(box && box.y >= 0 && box.y + box.height <= height && box.x >= 0 && box.x + box.width <= width, `${part} of ${hash} at ${width}x${height}: ${JSON.stringify(box)}`);
        }
        const board = await page.locator(".field-of-play").boundingBox();
        assert.ok(board && board.width >= Math.min(180, height / 2), `${width}x${height}: ${board?.width}`);
      }
    }
    quiet();
  });

  test("a sentence about the address leaves room for the counters on a laptop", { context: { viewport: { width: 1366, height: 768 } } }, async () => {
    await go("#steps?m=flags&n=6&at=40&other=1");
    await reads(".instead", /other=1 is not valid/);
    await page.locator(".blackboard [aria-current]").waitFor();
    const [names, dock] = await Promise.all([".counters", ".step-dock"].map((part) => page.locator(part).boundingBox()));
    assert.ok(names && dock && names.y + names.height <= dock.y, `${JSON.stringify(names)} ${JSON.stringify(dock)}`);
  });

  test("the whole tree grows, and a tap on a node goes to its step", async () => {
    await go("#steps?m=flags&n=4");
    await reads(".player", /of 78/);
    await page.getByRole("radio", { name: "Whole tree" }).check();
    await page.waitForURL(/tree=whole/);
    // The tree of four queens has 17 nodes with its root, which is in every textbook.
    const tree = page.getByRole("img", { name: /^Search tree/ });
    assert.equal(await tree.getAttribute("aria-label"), "Search tree: 1 node, 0 rejected, 0 solutions");
    await page.keyboard.press("End");
    await reads(".tree-words", /^17 nodes, 44 rejected, 2 solutions$/);
    await press("Enlarge the tree");
    await press("Whole width");
    const box = await tree.boundingBox();
    assert.ok(box);
    // The root is in the middle of the first line.
    await tree.click({ position: { x: box.width / 2, y: 11 } });
    await reads(".told", /The board is empty/);
    // This engine visits the same tree several times.
    await go("#steps?m=limited-discrepancy&n=4&tree=whole&at=9999");
    await reads(".tree-words", /^17 nodes, 44 rejected, 2 solutions$/);
    await go("#steps?m=min-conflicts&n=8&tree=whole&at=9999");
    await reads(".tree-words", /^This engine moves queens; it does not search a tree\.$/);
    quiet();
  });
});
