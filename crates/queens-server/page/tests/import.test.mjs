// Tests of data that is pasted, dropped or chosen in any section.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe } from "node:test";
import { go, page, post, press, quiet, reads, square, swipe, test } from "./harness.mjs";

const PICTURES = new URL("../../../queens/tests/pictures/", import.meta.url);
const LETTERS = "AABB\nAABB\nCCDD\nCCDD\n";
const MESSAGE = `Queens 2026-11-26, 4 x 4
3:05, no hints
🟥🟥🟧🟧
🟥🟥🟧🟧
🟨🟨🟩🟩
🟨🟨🟩🟩
https://example.org/#puzzles?r=AABB.AABB.CCDD.CCDD
`;

/**
 * Pastes or drops text, or a file.
 * @param {{text?: string, file?: {name: string, type: string, content: string}}} given the content of a file in base64
 * @param {"paste" | "drop"} [kind]
 */
const give = (given, kind = "paste") => page.evaluate(([{ text, file }, kind]) => {
  const data = new DataTransfer();
  if (text) data.setData("text/plain", text);
  if (file) data.items.add(new File([Uint8Array.from(atob(file.content), (c) => c.charCodeAt(0))], file.name, { type: file.type }));
  const options = { bubbles: true, cancelable: true };
  (document.activeElement ?? document.body).dispatchEvent(kind === "paste" ? new ClipboardEvent("paste", { clipboardData: data, ...options }) : new DragEvent("drop", { dataTransfer: data, ...options }));
}, /** @type {const} */ ([given, kind]));

/** A picture as a file. @param {string} name */
const picture = (name) => ({ name, type: "image/png", content: readFileSync(new URL(name, PICTURES)).toString("base64") });

/** A file of text. @param {string} name @param {string} text */
const textFile = (name, text) => ({ name, type: "text/plain", content: Buffer.from(text).toString("base64") });

const message = (/** @type {RegExp} */ text) => reads(".toast", text);

describe("import", () => {
  test("text opens the right section from every section", async () => {
    await go("");
    await page.locator(".home-boards a").first().waitFor();
    await give({ text: LETTERS });
    await page.waitForURL(/#puzzles\?r=AABB/);
    await message(/The puzzle is open\.\s*4 x 4, 1 queen in each row, column and region\. It has more than one solution\./);
    await go("#counts");
    await page.locator(".counts").first().waitFor();
    await give({ text: MESSAGE });
    await page.waitForURL(/#puzzles\?r=AABB/);
    await go("#engines");
    await page.locator(".reading .title").first().waitFor();
    await give({ text: "queens 5\ngivens: b1\n" });
    await page.waitForURL(/#board\?.*g=b1/);
    await message(/The board is open/);
    await give({ text: `See https://example.org/lab/#puzzles?r=AABB.AABB.CCDD.CCDD&m=.q for a puzzle` }, "drop");
    await message(/is open/);
    quiet();
  });

  test("a puzzle that is pasted into the editor is edited", async () => {
    await go("#create");
    await square("a1").waitFor();
    await give({ text: LETTERS });
    await page.waitForURL(/#create\?r=AABB/);
    quiet();
  });

  test("an address of the page opens its view, and Back returns", async () => {
    await go("#puzzles?r=AABB.AABB.CCDD.CCDD");
    await square("a1").waitFor();
    await give({ text: "https://example.org/laboratory/#steps?m=flags&n=5&at=3" });
    await page.waitForURL(/#steps\?m=flags&n=5/);
    await message(/The address is open/);
    await page.goBack();
    await page.waitForURL(/#puzzles\?r=AABB/);
    quiet();
  });

  test("files are read, also where a checkbox has the focus", async () => {
    await go("#puzzles?r=AABB.AABB.CCDD.CCDD");
    await page.getByLabel("Mark impossible squares automatically").focus();
    await give({ file: textFile("level.ts", 'import { a } from "../colors";\n\nconst level = { size: 4, colorRegions: [["A","B","B","B"],["A","B","C","C"],["A","D","C","C"],["D","D","D","C"]] };\n\nexport default level;\n') });
    await page.waitForURL(/r=ABBB\.ABCC/);
    await page.getByText("Import, share or edit").click();
    await page.getByLabel("or a file").setInputFiles({ name: "board.txt", mimeType: "text/plain", buffer: Buffer.from(LETTERS) });
    await page.waitForURL(/r=AABB/);
    quiet();
  });

  test("a failure is shown with its reasons until it is closed", async () => {
    await go("#search");
    await page.locator("main .split").first().waitFor();
    await give({ text: "no puzzle" });
    await page.locator("[role=alert] .toast.bad").waitFor();
    await message(/neither a puzzle nor a board.*As a puzzle: /s);
    await page.getByText("More", { exact: true }).click();
    await message(/As a board: /);
    await press("Close the message");
    assert.equal(await page.locator(".toast").count(), 0);
    await page.waitForURL(/#search/);
    await give({ text: MESSAGE.replace("AABB.AABB", "AABB.AAAB") });
    await message(/show different puzzles \(the regions differ at c2\)/);
    // A success replaces it.
    await give({ text: LETTERS });
    await page.locator("[role=status] .toast").waitFor();
    assert.equal(await page.locator(".toast").count(), 1);
    quiet();
  });

  test("a picture is shown beside its board before it is played, edited or dropped", async () => {
    await go("#board?n=6");
    await square("a1").waitFor();
    await give({ file: picture("framed-board-9x9.png") }, "drop");
    const dialog = page.getByRole("dialog", { name: "Is this the board?" });
    await dialog.getByText("9 x 9, 1 queen in each row, column and region.").waitFor();
    assert.equal(await dialog.getByRole("img", { name: "The picture" }).evaluate((image) => /** @type {HTMLImageElement} */ (image).naturalWidth > 100), true);
    assert.equal(await dialog.locator("[role=gridcell]").count(), 81);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.waitForURL(/#board\?n=6/);
    await give({ file: picture("framed-board-9x9.png") });
    await dialog.getByRole("button", { name: "Edit it" }).click();
    await page.waitForURL(/#create\?r=/);
    await reads(".rated", /Exactly one solution/);
    await give({ file: picture("queens-drawn-as-letters.png") });
    await dialog.getByRole("button", { name: "Play it" }).click();
    await page.waitForURL(/#puzzles\?r=/);
    await reads(".rated", /Solved/);
    quiet();
  });

  test("a board that is seen askew is read between the corners that one drags", async () => {
    const upright = picture("framed-board-9x9.png");
    const known = await post("puzzle/picture", { picture: upright.content });
    // As a photograph from the side: the page itself draws the picture slanted.
    const askew = [0.62, 0.14, -0.22, 0.66, 0.27, 0.1];
    await go("#board?n=6");
    await square("a1").waitFor();
    const content = await page.evaluate(async ([bytes, [a, b, c, d, e, f]]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${bytes}`;
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
      const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
      context.fillStyle = "#d8d0c4";
      context.fillRect(0, 0, image.width, image.height);
      context.setTransform(a, b, c, d, e * image.width, f * image.height);
      context.drawImage(image, 0, 0);
      return canvas.toDataURL("image/png").split(",")[1];
    }, /** @type {const} */ ([upright.content, askew]));
    await give({ file: { name: "askew.png", type: "image/png", content } });
    await press("Correct the reading");
    const dialog = page.getByRole("dialog", { name: "Correct the reading" });
    await dialog.getByLabel("Rows").fill("9");
    await dialog.getByLabel("Rows").press("Enter");
    // The dialog moves when its message gets another line: the picture is measured for each corner.
    const measure = () => dialog.getByRole("img", { name: "The picture" }).evaluate((image) => {
      const { x, y, width, height } = image.getBoundingClientRect();
      return { x, y, width, height };
    });
    const [a, b, c, d, e, f] = askew;
    for (const [at, name] of ["Upper left corner", "Upper right corner", "Lower right corner", "Lower left corner"].entries()) {
      const handle = await dialog.getByRole("button", { name }).boundingBox();
      assert.ok(handle);
      const [x, y] = known.corners[at];
      const shown = await measure();
      const ratio = shown.height / shown.width;
      await swipe({ x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 },
        { x: shown.x + shown.width * (a * x + c * y * ratio + e), y: shown.y + shown.height * (b * x / ratio + d * y + f) });
    }
    await dialog.getByText("Every square is clear.").waitFor();
    const labels = await dialog.locator("[role=gridcell]").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")?.match(/region (.)/)?.[1]));
    assert.deepEqual(labels, known.regions.flat());
    // A square that is painted, and one whose letter is typed.
    const cell = dialog.locator("[role=gridcell]");
    await cell.nth(0).focus();
    await page.keyboard.press(labels[80] ?? "");
    assert.match(await cell.nth(0).getAttribute("aria-label") ?? "", new RegExp(`region ${labels[80]}`));
    await page.keyboard.press(labels[0] ?? "");
    await dialog.getByRole("button", { name: "Play it" }).click();
    await page.waitForURL(/#puzzles\?r=/);
    quiet();
  });

  test("a picture without a board is refused with a reason", async () => {
    await go("#puzzles?r=AABB.AABB.CCDD.CCDD");
    await square("a1").waitFor();
    await give({ file: picture("not-a-board.png") });
    await page.locator("[role=alert] .toast", { hasText: /no board|board of|lines|picture/ }).waitFor();
    await give({ file: { name: "broken.png", type: "image/png", content: Buffer.from([0xff, 0xfe, 0xfd]).toString("base64") } });
    await page.locator("[role=alert] .toast", { hasText: /not UTF-8 text, and the input is not a picture/ }).waitFor();
    quiet();
  });

  test("the question about a picture fits a phone", { context: { viewport: { width: 390, height: 844 }, hasTouch: true } }, async () => {
    await go("#puzzles?r=AABB.AABB.CCDD.CCDD");
    await square("a1").waitFor();
    await give({ file: picture("framed-board-9x9.png") });
    const dialog = page.getByRole("dialog");
    const play = dialog.getByRole("button", { name: "Play it" });
    await play.waitFor();
    const box = await play.boundingBox();
    assert.ok(box && box.y + box.height <= 844 && box.x + box.width <= 390, JSON.stringify(box));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    quiet();
  });
});

describe("reasons of hints", () => {
  test("the name of a reason comes with the reason, and its page shows an example", async () => {
    await go("#puzzles?r=FAGGGGG.FFFGEEG.FFFFEGG.BBDDEEE.BBDDDEC.DDDDDCC.DDDDDDC");
    await press("Hint");
    await reads(".told-hint", /^Look at the highlighted squares: [a-z]+ \(region A\)\.$/);
    await press("Why?");
    await page.getByRole("link", { name: "More about it: the only squares left" }).click();
    await page.waitForURL(/#technique\?id=tight-unit&from=puzzles/);
    await reads(".technique h2", /The only squares left/);
    await reads(".technique .reason", /Region F \(1\) needs one queen, and only f5 is left/);
    assert.match(await square("f5").getAttribute("aria-label") ?? "", /highlighted/);
    await page.getByRole("link", { name: "Rows that share the same columns" }).click();
    await reads(".technique .reason", /With a queen on a1, column a \(1\) is full, so rows 2 \(2\), 4 \(3\) and 6 \(4\) have only columns e \(5\) and f \(6\) left/);
    await page.getByRole("link", { name: "Back to the puzzle" }).click();
    await page.waitForURL(/#puzzles\?r=FAGG/);
    quiet();
  });

  test("doing a hint also crosses out what its queens rule out", async () => {
    await go("#puzzles?r=AABB.AABB.CCDD.CCDD&m=.q..x");
    for (const name of ["Hint", "Why?"]) await press(name);
    await reads(".told-hint", /Row 2 \(1\) needs one queen, and only d2 is left/);
    await press("Do it");
    await page.waitForURL(/m=\.q\.\.xxxq/);
    quiet();
  });
});
