// What only the site does. QUEENS_URL is its address, at a path below the root of its host.

import assert from "node:assert/strict";
import { URL, go, page, press, quiet, reads, square, test } from "../harness.mjs";

const workers = "html[data-transport=workers]";

test("the site works below a path, and names no server", async () => {
  assert.match(URL, /\/\/[^/]+\/./);
  await go("#board");
  await square("a1").waitFor();
  assert.equal(await page.locator(workers).count(), 1);
  assert.match(await page.locator("footer").innerText(), /in this browser/);
  assert.equal(await page.locator("a[href^='/']").count(), 0);
  await go("#counts");
  await reads("body", /It ends with this page/);
  assert.equal(await page.locator(".campaigns").isVisible(), false);
  quiet();
});

test("the board reacts before the engines have arrived", async () => {
  /** @type {() => void} */
  let release = () => {};
  const held = new Promise((resolve) => { release = () => resolve(undefined); });
  await page.route("**/*.wasm", async (route) => {
    await held;
    await route.continue();
  });
  await go("#board?n=4");
  await square("b1").click();
  await page.locator("[role=gridcell][aria-label^='b1'][aria-label*='queen']").first().waitFor();
  release();
  await reads(".verdict", /way to complete it/);
  quiet();
});

/** Sets the speed of the network, in bytes in a second; -1 for no limit. */
async function networkLimit() {
  const session = await page.context().newCDPSession(page);
  return (/** @type {number} */ speed) =>
    session.send("Network.emulateNetworkConditions", { offline: false, latency: 20, downloadThroughput: speed, uploadThroughput: speed });
}

test("a daily board is played before the engines arrive, and an early hint is answered after a count of bytes", { context: { serviceWorkers: "block" } }, async () => {
  const limitNetwork = await networkLimit();
  await limitNetwork(200_000);
  await go("#today?d=2026-11-26&k=easy");
  await square("a1").focus();
  await page.keyboard.press("x");
  await page.locator("[role=gridcell][aria-label^='a1'][aria-label*='crossed out']").waitFor();
  await reads(".verdict", /^(Easy|Medium|Hard)\.$/);
  await press("Hint");
  await reads(".told-hint", /^The engines are loading\. Your answer comes right after\. \d+\.\d of \d+\.\d MB$/);
  const loaded = () => page.locator(".told-hint progress").evaluate((bar) => bar.value / bar.max);
  const early = await loaded();
  await page.waitForFunction((least) => document.querySelector(".told-hint progress").value > least, 200_000);
  const later = await loaded();
  assert.ok(early < later && later < 1, `${early}, ${later}`);
  await limitNetwork(-1);
  await reads(".told-hint", /^Look at the highlighted squares/);
  quiet();
});

test("a failure of the engines is not shown after the hint that waited for them was closed", { context: { serviceWorkers: "block" } }, async () => {
  /** @type {() => void} */
  let release = () => {};
  const held = new Promise((resolve) => { release = () => resolve(undefined); });
  await page.route("**/*.wasm", async (route) => {
    await held;
    await route.abort();
  });
  await go("#today?d=2026-11-26&k=easy");
  await square("a1").waitFor();
  await reads(".verdict", /^(Easy|Medium|Hard)\.$/);
  await press("Hint");
  await reads(".told-hint", /^The engines are loading/);
  const failed = page.waitForEvent("requestfailed", { predicate: (request) => request.url().endsWith(".wasm") });
  await page.evaluate(() => {
    const told = document.querySelector(".told-hint");
    window.told = [];
    new MutationObserver(() => window.told.push(told.textContent)).observe(told, { childList: true, characterData: true, subtree: true });
  });
  await square("a1").focus();
  await page.keyboard.press("x");
  await page.waitForFunction(() => !/engines/.test(document.querySelector(".told-hint").textContent));
  release();
  await failed;
  await page.unroute("**/*.wasm");
  await press("Hint");
  await reads(".told-hint", /^Look at the highlighted squares/);
  assert.doesNotMatch((await page.evaluate(() => window.told)).join("\n"), /cannot be loaded/);
});

test("the engines are loaded before anything asks for them", async () => {
  const loading = page.waitForRequest("**/engines.wasm");
  await go("");
  await loading;
  await page.locator(".home-board svg").first().waitFor();
  quiet();
});

test("after the first visit everything works offline", async () => {
  await go("#board");
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    for (;;) {
      for (const name of await caches.keys()) {
        const kept = await (await caches.open(name)).keys();
        if (kept.some(({ url }) => url.endsWith(".wasm"))) return;
      }
      await new Promise((resolve) => { setTimeout(resolve, 100); });
    }
  });
  await page.context().setOffline(true);
  await page.reload();
  await square("a1").waitFor();
  await go("#solutions?n=6");
  await reads(".side table", /all\s*1\s*4/);
  await go("#puzzles");
  await page.locator("[role=gridcell]").first().waitFor();
  await page.context().setOffline(false);
  quiet();
});

test("a count runs on the workers of the page, and is cancelled at once", async () => {
  await go("#counts?n=14");
  await press("Count");
  await reads("[role=status]", /n = 14: 365,596 solutions, counted here/); // OEIS A000170
  await go("#counts?n=21");
  await press("Count");
  const cancel = page.getByRole("button", { name: "Cancel n = 21" });
  await reads("[role=status]", /Counting n = 21: \d+ %/);
  await cancel.click();
  await reads("[role=status]", /n = 21: cancelled/);
  quiet();
});

test("a part is shown in a frame, with a link to the whole page", async () => {
  await page.goto(`${URL}/?embed=steps&m=flags&n=5`);
  await reads("main", /Press Play or Forward/);
  assert.equal(await page.locator("header.top").isVisible(), false);
  const link = page.getByRole("link", { name: "Open in the laboratory" });
  await press("Forward");
  assert.match((await link.getAttribute("href")) ?? "", /^\/[^?]*#steps\?.*n=5/);
  const [whole] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
  await whole.locator("header.top").waitFor();
  await whole.getByText(/^1 of \d+$|^0 of \d+$/).first().waitFor();
  assert.equal(await whole.getByLabel("Size", { exact: true }).inputValue(), "5");
  await whole.close();
  quiet();
});

test("an unknown section in a frame names the known ones", async () => {
  await page.goto(`${URL}/?embed=nonsense`);
  await reads("main", /There is no section called nonsense\. The sections are today, puzzles, .*engines\./);
  await page.goto(`${URL}/?embed=`);
  await square("a1").waitFor();
  quiet();
});

for (const file of ["engines*.wasm", "transport-workers.js", "engines/worker.js"]) {
  test(`${file} that cannot be loaded is tried again`, { context: { serviceWorkers: "block" } }, async () => {
    // Each try has an address of its own.
    await page.route(`**/${file}*`, (route) => route.abort());
    await page.goto(`${URL}/#board?n=4`);
    await reads(".verdict", /The engines cannot be loaded \(.*\): check the connection, then reload the page\./);
    await page.unroute(`**/${file}*`);
    await square("b1").click();
    await reads(".verdict", /Exactly one way to complete it/);
  });
}

test("a section that cannot be loaded names the way out", { context: { serviceWorkers: "block" } }, async () => {
  await page.route("**/steps/section.js", (route) => route.abort());
  await page.goto(`${URL}/#steps`);
  await reads("[role=alert]", /This section cannot be shown: .*\. Check the connection, then reload the page\./);
  await page.unroute("**/steps/section.js");
  await page.reload();
  await page.getByRole("button", { name: "Forward", exact: true }).waitFor();
});

test("the steps report that their worker cannot be loaded", { context: { serviceWorkers: "block" } }, async () => {
  await page.route("**/trace-worker.js", (route) => route.abort());
  await page.goto(`${URL}/#steps?m=flags&n=5`);
  await reads("main", /The worker for steps cannot be started/);
});

test("a count whose worker fails is not reported as cancelled", { context: { serviceWorkers: "block" } }, async () => {
  await page.route("**/engines/worker.js", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace("share: (", "share: () => { throw new RangeError(); }, other: (");
    await route.fulfill({ response, body });
  });
  await page.goto(`${URL}/#counts?n=14`);
  await press("Count");
  await reads("[role=status]", /n = 14: the count has stopped \(the search needs more memory/);
});

test("the browser asks before it leaves a count", async () => {
  /** @type {string[]} */
  const dialogs = [];
  page.on("dialog", async (dialog) => {
    dialogs.push(dialog.type());
    await dialog.accept();
  });
  await go("#counts?n=21");
  await press("Count");
  await reads("[role=status]", /Counting n = 21: \d+ %/);
  await page.reload();
  assert.deepEqual(dialogs, ["beforeunload"]);
  await page.getByRole("button", { name: "Count", exact: true }).waitFor();
  await page.reload();
  assert.equal(dialogs.length, 1);
  quiet();
});

test("the service worker answers for the page and its files only", async () => {
  await go("#board");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  assert.equal((await page.goto(`${URL}/card.png`))?.headers()["content-type"], "image/png");
  assert.equal((await page.goto(`${URL}/index.html?x=1#board`))?.status(), 200);
  await square("a1").waitFor();
  assert.equal(await page.evaluate(async (path) => (await fetch(`${path}/nothing/here`)).status, URL), 404);
});
