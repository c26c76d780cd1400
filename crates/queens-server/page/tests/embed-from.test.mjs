// The page in a frame of another server.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { test, page } from "./harness.mjs";

const COMMAND = process.env.QUEENS_COMMAND;

/** Starts a server with a page that shows `address` in a frame. @param {() => string} address */
async function host(address) {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<!doctype html><title>Host</title><iframe src="${address()}" width="900" height="700"></iframe>`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { server, origin: `http://localhost:${port}` };
}

/** Starts `queens serve` with these options. @param {string[]} options */
async function serve(...options) {
  const child = spawn(String(COMMAND), ["serve", "--addr", "127.0.0.1:0", ...options], { stdio: ["ignore", "ignore", "pipe"] });
  for await (const line of createInterface(child.stderr)) {
    const url = /http:\/\/[\d.:]+/.exec(line)?.[0];
    if (url) return { child, url };
  }
  throw new Error("the server did not start");
}

test("only a page of a named origin shows the page in a frame", { skip: !COMMAND && "QUEENS_COMMAND is not set" }, async () => {
  let url = "about:blank";
  const [named, other] = await Promise.all([host(() => `${url}/#board?n=6`), host(() => `${url}/#board?n=6`)]);
  const queens = await serve("--embed-from", "https://example.org", "--embed-from", named.origin);
  url = queens.url;
  try {
    await page.goto(named.origin);
    const frame = page.frameLocator("iframe");
    await frame.locator("[role=gridcell]").nth(35).waitFor();
    // Its requests are answered.
    await frame.getByRole("button", { name: "Complete it" }).click();
    await frame.locator('[role=gridcell][aria-label*="queen"]').nth(5).waitFor();
    const refused = page.waitForEvent("console", (message) => /frame-ancestors/.test(message.text()));
    await page.goto(other.origin);
    await refused;
    assert.equal(await page.frameLocator("iframe").locator("[role=gridcell]").count(), 0);
  } finally {
    queens.child.kill();
    for (const { server } of [named, other]) server.close();
  }
});
