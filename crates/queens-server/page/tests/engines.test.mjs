// Tests of the part Engines: an example of every engine and variant runs.

import assert from "node:assert/strict";
import { describe } from "node:test";
import { API, go, page, press, quiet, reads, test } from "./harness.mjs";

describe("engines", () => {
  test("each has a description, and a link to its steps", async () => {
    await go("#engines?m=flags");
    await reads(".reading", /three flags show in constant time/);
    await press("Play");
    await reads(".mini", /Step [1-9]/);
    await page.getByRole("link", { name: "Step through it" }).click();
    await page.waitForURL(/#steps\?m=flags/);
    // An engine that finds one solution.
    await go("#engines?m=construction");
    const link = await page.getByRole("link", { name: "Race it against another" }).getAttribute("href");
    await page.getByRole("link", { name: "Step through it" }).click();
    await reads(".told", /The board is empty/);
    const other = page.getByRole("link", { name: "Race it against another engine" });
    assert.equal(await other.getAttribute("href"), link);
    await other.click();
    await page.waitForFunction(() => [...document.querySelectorAll(".bars tbody tr")].map((row) => `${row.children[0].textContent} ${row.children[1].textContent}`).sort().join() === "bitmask 92,construction one");
    quiet();
  });
});

describe("live boards", () => {
  test("every engine and variant has one that runs", async () => {
    const { engines } = await (await fetch(`${API}/engines`)).json();
    const { variants } = await (await fetch(`${API}/variants`)).json();
    for (const { id, idea } of engines) {
      await go(`#engines?m=${id}`);
      await reads(".reading .small", new RegExp(`^${id}$`));
      if (await page.locator(".reading .mini").count() === 0) {
        await reads(".reading", /Run it on the command line: queens /);
        continue;
      }
      await press(idea.length ? "Play" : "Try it");
      await reads(".mini", idea.length ? /Step [1-9]/ : /solution|no more fit|not enough|none attacks|sum of weights/);
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
