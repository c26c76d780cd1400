// The module gives the answers of the server, byte for byte but for times.
//
// QUEENS_SERVER  address of `queens serve`
// QUEENS_SITE    folder that `.ci/site` has built

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { pathToFileURL } from "node:url";

const SERVER = process.env.QUEENS_SERVER;
const SITE = process.env.QUEENS_SITE;
if (!SERVER || !SITE) throw new Error("QUEENS_SERVER and QUEENS_SITE must name the server and the folder of the site");
const ROOT = "/api/v1";

/** @type {any} */
let engines;
/** @type {any} */
let description;

before(async () => {
  const assets = join(SITE, "assets", readdirSync(join(SITE, "assets"))[0], "engines");
  engines = await import(pathToFileURL(join(assets, "engines.js")).href);
  engines.initSync({ module: readFileSync(join(assets, "engines.wasm")) });
  description = await (await fetch(`${SERVER}/openapi.json`)).json();
});

/** @param {string} path @param {string} body */
function ask(path, body) {
  /** @type {Uint8Array[]} */
  const chunks = [];
  const reply = engines.reply(path, new TextEncoder().encode(body), 60, (/** @type {Uint8Array} */ chunk) => chunks.push(chunk));
  const { status, contentType } = reply;
  return { status, contentType, text: Buffer.concat([...chunks, reply.takeBytes()]).toString() };
}

/** Fields that hold times or depend on them, or name the kernel. @param {string} text */
const timeless = (text) => text.replace(/"([a-z_]*(seconds|kernel|rate|ratio|factor)[a-z_]*)":\s*("[^"]*"|[-+\d.e]+|null)/g, '"$1": 0');

/** The operations of the API that both have, with the example of each. */
function operations() {
  return Object.entries(description.paths).flatMap(([path, methods]) => Object.entries(/** @type {any} */ (methods)).flatMap(([method, operation]) => {
    if (!path.startsWith(ROOT) || /\/(jobs|campaigns)/.test(path)) return [];
    const content = operation.requestBody?.content["application/json"];
    return [{ path: path.slice(ROOT.length), method: method.toUpperCase(), body: content ? JSON.stringify(content.example ?? content.schema.example) : undefined }];
  }));
}

test("every address gives the answer of the server", async () => {
  const all = operations();
  assert.ok(all.length > 20, `${all.length} addresses`);
  for (const { path, method, body } of all) {
    const response = await fetch(`${SERVER}${ROOT}${path}`, { method, body, headers: body ? { "content-type": "application/json" } : {} });
    const here = ask(path, body ?? "");
    assert.equal(here.status, response.status, path);
    assert.equal(here.contentType, response.headers.get("content-type"), path);
    const [mine, theirs] = [here.text, await response.text()].map(timeless);
    if (path === "/race") {
      // The lines before the last one are progress.
      assert.equal(mine.trim().split("\n").at(-1), theirs.trim().split("\n").at(-1), path);
    } else if (path === "/count/estimate") {
      assert.deepEqual(Object.keys(JSON.parse(mine)), Object.keys(JSON.parse(theirs)), path);
    } else assert.equal(mine, theirs, path);
  }
});

test("errors are those of the server", async () => {
  for (const [path, body] of [["/count", "{"], ["/count", '{"problem": "1000"}'], ["/count", '{"problem": "8", "engines": 1}'], ["/solve", '{"problem": "queens 3", "question": "best"}'],
    ["/puzzle/hint", '{"puzzle": "ABC"}'], ["/race", '{"problem": "6", "engine": "flag"}']]) {
    const response = await fetch(`${SERVER}${ROOT}${path}`, { method: "POST", body, headers: { "content-type": "application/json" } });
    const here = ask(path, body);
    assert.deepEqual([here.status, here.contentType, JSON.parse(here.text)], [response.status, response.headers.get("content-type"), await response.json()], path);
  }
});
