// The installed package in Chromium: in a bundle of esbuild, and imported from another origin as from a content delivery network.

import assert from "node:assert/strict";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";

const executablePath = process.env.QUEENS_CHROMIUM;
const settings = { skip: !executablePath && "there is no Chromium" };
const tools = createRequire(`${process.env.QUEENS_NPM_TOOLS}/`);
const INSTALLED = "node_modules/queens-lab";
const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };

/** Serves `folder` to pages of any origin; returns the address and a function that stops the server. */
async function serve(folder) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    const file = path === "/" ? null : await readFile(join(folder, path)).catch(() => null);
    const status = file || path === "/" ? 200 : 404;
    response.writeHead(status, { "content-type": TYPES[extname(path)] ?? "text/html", "access-control-allow-origin": "*" });
    response.end(file ?? "<!doctype html><title>test</title>");
  });
  await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
  return { address: `http://127.0.0.1:${server.address().port}/`, stop: () => { server.closeAllConnections(); server.close(); } };
}

/** The program that both pages run. */
const PROGRAM = `async ({ count, solutions, puzzle, QueensError, close }) => {
  let ticks = 0;
  const timer = setInterval(() => { ticks += 1; }, 10);
  const large = await count(16, { threads: 2, progress: () => {} });
  clearInterval(timer);
  const boards = [];
  for await (const { columns } of solutions(20)) if (boards.push(columns) === 3) break;
  const cancelled = await count(26, { signal: AbortSignal.timeout(100) }).catch((error) => error.name);
  const failed = await count("eight").catch((error) => error instanceof QueensError && error.status);
  const { puzzle: board } = await puzzle.generate(6, { seed: 1 });
  const { kind } = await puzzle.hint(board);
  await close();
  return { count: String(large.count), isResponsive: ticks > 1, boards: boards.length, cancelled, failed, kind };
}`;

const EXPECTED = { count: "14772512" /* OEIS A000170 */, isResponsive: true, boards: 3, cancelled: "TimeoutError", failed: 422, kind: "step" };

let browser;

before(async () => {
  if (executablePath) browser = await tools("playwright-core").chromium.launch({ executablePath, args: ["--no-sandbox"] });
});
after(() => browser?.close());

/** The result of `program`, run by a page of `address`. */
async function resultIn(address, program) {
  const page = await browser.newPage();
  await page.goto(address);
  const result = await page.evaluate(program);
  await page.close();
  return result;
}

test("a bundle", settings, async () => {
  await writeFile("app.mjs", `import * as lab from "queens-lab";\nexport const result = (${PROGRAM})(lab);\n`);
  await tools("esbuild").build({
    entryPoints: { app: "app.mjs", worker: "queens-lab/worker.js" }, bundle: true, format: "esm", minify: true, outdir: "bundle", logLevel: "error",
  });
  await copyFile(join(INSTALLED, "engines.wasm"), join("bundle", "engines.wasm"));
  const site = await serve("bundle");
  assert.deepEqual(await resultIn(site.address, `import("/app.js").then(({ result }) => result)`), EXPECTED);
  site.stop();
});

test("another origin", settings, async () => {
  const [site, network] = await Promise.all([serve("bundle"), serve(INSTALLED)]);
  assert.deepEqual(await resultIn(site.address, `import("${network.address}index.js").then(${PROGRAM})`), EXPECTED);
  site.stop();
  network.stop();
});
