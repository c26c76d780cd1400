// Tries what a class uses in Firefox, through WebDriver BiDi and without a driver: node --experimental-websocket firefox.mjs, with QUEENS_URL
// as the tests have it and QUEENS_FIREFOX=/usr/bin/firefox. From Node 22 on the option is not needed.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const { QUEENS_URL: url, QUEENS_FIREFOX: command } = process.env;
if (!url || !command) throw new Error("QUEENS_URL and QUEENS_FIREFOX name the server and the browser");

/** Number of times that a condition is tried, each a tenth of a second after the last. */
const TRIES = 600;
/** The code points of keys with names. @type {Record<string, string>} */
const KEYS = { ArrowRight: "\uE014", PageDown: "\uE00F", Escape: "\uE00C", Enter: "\uE007" };

const profile = mkdtempSync(join(tmpdir(), "firefox-"));
const firefox = spawn(command, ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"], { stdio: ["ignore", "ignore", "pipe"] });
const address = await new Promise((found) => {
  let text = "";
  firefox.stderr.on("data", (part) => {
    text += part;
    const listening = /WebDriver BiDi listening on (\S+)/.exec(text);
    if (listening) found(`${listening[1]}/session`);
  });
});
const socket = new WebSocket(address);
await new Promise((opened) => socket.addEventListener("open", opened));
/** The errors of the page. @type {string[]} */
const errors = [];
/** @type {Map<number, (message: any) => void>} */
const waiting = new Map();
socket.addEventListener("message", ({ data }) => {
  const message = JSON.parse(data);
  if (message.id) waiting.get(message.id)?.(message);
  else if (message.params.level === "error") errors.push(message.params.text);
});
let count = 0;

/** The result of a command. @param {string} method @param {Record<string, unknown>} [params] @returns {Promise<any>} */
async function send(method, params = {}) {
  const id = ++count;
  const message = await new Promise((answered) => {
    waiting.set(id, answered);
    socket.send(JSON.stringify({ id, method, params }));
  });
  if (message.type === "error") throw new Error(`${method}: ${message.message}`);
  return message.result;
}

await send("session.new", { capabilities: {} });
await send("session.subscribe", { events: ["log.entryAdded"] });
const [{ context }] = (await send("browsingContext.getTree")).contexts;

/** The value of an expression in the page. @param {string} expression */
async function value(expression, where = context) {
  const { result } = await send("script.evaluate", { expression: `JSON.stringify(${expression})`, target: { context: where }, awaitPromise: false });
  return JSON.parse(result?.value ?? "null");
}

/** Waits until an expression is true. @param {string} expression */
async function until(expression, where = context) {
  for (let tried = 0; tried < TRIES; tried++) {
    // There is no page while another one is loaded.
    if (await value(expression, where).catch(() => false)) return;
    await new Promise((later) => { setTimeout(later, 100); });
  }
  throw new Error(`never true: ${expression}`);
}

/** Waits for a text in the first element of a selector. @param {string} selector @param {RegExp} text */
const reads = (selector, text, where = context) => until(`${text}.test(document.querySelector(${JSON.stringify(selector)})?.textContent ?? "")`, where);

/** @param {string} view */
async function go(view) {
  // From another page, so that nothing of the view before remains. A page that changes its address while it loads aborts the command,
  // and is loaded nevertheless.
  for (const to of ["about:blank", `${url}/${view}`]) await send("browsingContext.navigate", { context, url: to, wait: "complete" }).catch(() => {});
}

/** Presses keys one after the other. @param {string[]} keys */
const press = (...keys) => send("input.performActions", { context, actions: [{ type: "key", id: "keyboard",
  actions: keys.flatMap((key) => ["keyDown", "keyUp"].map((type) => ({ type, value: KEYS[key] ?? key }))) }] });

/** Presses the button that begins with a text. @param {string} text */
const push = (text) => value(`[...document.querySelectorAll("button")].find((one) => one.checkVisibility() && one.textContent.startsWith(${JSON.stringify(text)})).click()`);

/** @type {[string, () => Promise<void>][]} */
const CHECKS = [
  ["steps", async () => {
    await go("#steps?m=flags&n=6&at=43&tree=whole");
    await reads(".player", /43 of 1,050/);
    await press("ArrowRight");
    await reads(".told", /Column 4: row 6 is attacked by the queen on c6, along the row/);
    await reads(".tree-words", /nodes/);
    await press("p");
    await until("document.querySelector('.steps[data-presenting]') !== null");
    await press("g", "4", "3", "Enter");
    await reads(".player", /43 of/);
    await press("PageDown");
    await reads(".player", /44 of/);
    await press("Escape");
    await until("document.querySelector('[data-presenting]') === null");
  }],
  ["a lesson", async () => {
    await go("#lesson?l=flags");
    await reads(".told", /The board is empty/);
    await press("n");
    let contexts = [];
    while (contexts.length < 2) ({ contexts } = await send("browsingContext.getTree"));
    await reads(".notes-window h2", /3\. Flags/, contexts[1].context);
    await send("browsingContext.close", { context: contexts[1].context });
    await press("p");
    await until("document.querySelector('.lessons[data-presenting]') !== null");
    await press(...Array.from({ length: 11 }, () => "PageDown"));
    await reads(".lesson-board .player", /10 of 1,050/);
    assert.ok(Math.abs(await value("document.querySelector('.lesson-prediction').getBoundingClientRect().top")) < 40);
  }],
  ["search and race", async () => {
    await go("#search?p=route&present=1");
    await reads(".player", /0 of 21/);
    await press("PageDown");
    await reads(".player", /1 of 21/);
    await go("#race?m=flags,bitmask&n=6&present=1");
    await reads(".race-title", /queens 6: flags, bitmask/);
    await press("PageDown");
    await reads(".race", /bitmask is .* as fast as flags/);
  }],
  ["your code", async () => {
    await go("#own?n=6");
    await reads(".own-help", /./);
    await push("Check");
    await reads(".own .result", /6correct44100/);
    await value("document.querySelector('[data-template=steps]').click()");
    await push("Play the steps");
    await reads(".own-stage .player", /0 of \d/);
    assert.deepEqual(errors, []);
    await value("(() => { const field = document.querySelector('.own-code'); field.value = 'function solve(n) { fetch(\"http://127.0.0.1/\"); return []; }'; field.dispatchEvent(new Event('input', { bubbles: true })); })()");
    await push("Check");
    for (let tried = 0; tried < TRIES && errors.length === 0; tried++) await value("new Promise((later) => setTimeout(later, 100))");
    // The sandbox reaches no network.
    assert.match(errors.splice(0).join(), /connect-src|Content-Security-Policy/);
  }],
  ["a frame", async () => {
    await go("?embed=steps&n=6");
    await reads(".told", /The board is empty/);
    assert.equal(await value("document.querySelector('.top').checkVisibility()"), false);
    await go("#board?n=6&q=b1");
    await reads(".verdict", /way|solution/);
    await push("Embed");
    await until("document.querySelector('dialog textarea').value.startsWith('<iframe')");
  }],
];

try {
  for (const [name, check] of CHECKS) {
    await check();
    console.log(`ok: ${name}`);
  }
  assert.deepEqual(errors.filter((error) => !/Content-Security-Policy|NetworkError/.test(error)), []);
} finally {
  socket.close();
  firefox.kill();
  await new Promise((ended) => firefox.once("exit", ended));
  rmSync(profile, { recursive: true, force: true });
}
