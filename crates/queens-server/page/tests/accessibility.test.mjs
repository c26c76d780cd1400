// Accessibility (axe-core) of a puzzle in play, light and dark. `views.test.mjs` tests every view.

import { describe } from "node:test";
import { assertAccessible, go, page, square, test } from "./harness.mjs";
import { PUZZLE } from "./views.mjs";

/** Views of a puzzle in play, by the steps that lead to them. @type {Record<string, () => Promise<void>>} */
const STATES = {
  hint: async () => {
    await page.getByRole("button", { name: "Hint", exact: true }).click();
    await page.getByRole("button", { name: "Why?" }).click();
    await page.locator(".hinting .main").filter({ hasText: "Do it" }).waitFor();
  },
  win: async () => {
    for (const name of ["b1", "g2", "c3", "e4", "a5", "f6", "d7"]) await square(name).click({ button: "right" });
    await page.getByRole("dialog").waitFor();
  },
  trial: () => page.getByRole("button", { name: "Try" }).click(),
  pause: () => page.getByRole("button", { name: "Pause" }).click(),
  menu: () => page.getByLabel("Look of boards").click(),
};

describe("accessibility of a puzzle in play", () => {
  for (const [name, enter] of Object.entries(STATES)) {
    for (const [colorScheme, width] of /** @type {const} */ ([["light", 1280], ["dark", 390]])) {
      const context = { colorScheme, viewport: { width, height: 800 }, reducedMotion: /** @type {const} */ ("reduce") };
      test(`${name}, ${colorScheme} at ${width}`, { context }, async () => {
        await go(`#puzzles?r=${PUZZLE}`);
        await page.locator(".rated:not(:empty)").waitFor();
        await enter();
        await assertAccessible();
      });
    }
  }
});
