// Tests of what Steps shows beside the board: the state of the engine, and sentences.

import assert from "node:assert/strict";
import { describe } from "node:test";
import { API, go, onServer, page, post, press, quiet, reads, test } from "./harness.mjs";
import { ATTACKS, CLAIMS, everySolution } from "./sentences.mjs";

describe("the state of an engine", () => {
  test("the state is that of the API, with its changes, for every engine", async () => {
    const { engines } = await (await fetch(`${API}/engines`)).json();
    for (const { id } of engines.slice(0, engines.findIndex(({ finds }) => finds === "count"))) {
      // Some engines answer only certain sizes.
      let n = 6;
      let { steps } = await post("trace", { problem: `queens ${n}`, engine: id, limit: 400, state: true });
      if (!steps) ({ steps } = await post("trace", { problem: `queens ${n = 7}`, engine: id, limit: 400, state: true }));
      let last = [];
      const states = steps.map(({ state }) => (last = state ?? last));
      // A step far from the first, which another window has, and one near to it.
      for (const at of new Set([Math.min(9, steps.length), Math.min(371, steps.length)])) {
        await go(`#steps?m=${id}&n=${n}&at=${at}`);
        const [now, before] = [states[at - 1], states[at - 2] ?? []];
        const old = new Map(before.map(({ name, value }) => [name, JSON.stringify(value)]));
        const wanted = now.map(({ name, kind, value }) => [name, (kind === "list" || kind === "indices" ? value.slice(-24) : [String(value)]).join("|"),
          old.has(name) && old.get(name) !== JSON.stringify(value)]);
        await page.waitForFunction(shownState, JSON.stringify(wanted)).catch(async () => {
          assert.deepEqual(await page.evaluate(shownState, ""), wanted, `${id} after step ${at}`);
        });
      }
    }
    quiet();
  });

  test("the state counts rows and columns as the code beside it, also when presenting", async () => {
    // What the program holds follows from the queens of the steps: see flags-iterative.py.
    const rows = (/** @type {number[]} */ list) => list.join("|");
    const { steps } = await post("trace", { problem: "queens 6", engine: "flags-iterative", limit: 43, state: true });
    const path = [];
    for (const { event, square } of steps) {
      if (event === "place") path.push(square);
      if (event === "remove") path.pop();
    }
    const at = steps.at(-1).square;
    const before = path.filter(({ column }) => column < at.column).map(({ row }) => row);
    for (const [code, first] of /** @type {[string, number][]} */ ([["", 0], ["python", 0], ["c", 0], ["basic", 1]])) {
      for (const present of ["", "1"]) {
        await go(`#steps?m=flags-iterative&n=6&at=43&code=${code}&present=${present}`);
        await reads(".player", /43 of/);
        await reads(".numbering", first === 0 ? /from 0/ : /from 1/);
        assert.equal(await page.locator(".numbering").isVisible(), true, `${code} ${present}`);
        const shown = await page.evaluate(shownState, "");
        const value = (/** @type {string} */ name) => shown.find((/** @type {string[]} */ row) => row[0] === name)?.[1];
        assert.equal(value("stack"), rows(before.map((row) => row + first)), code);
        assert.equal(value("column"), String(at.column + first), code);
        assert.equal(value("row"), String(at.row + first), code);
        const flag = await page.locator(".flag i").first().textContent();
        assert.equal(flag, String(first), code);
      }
    }
    quiet();
  });

  test("a failed request for the state is reported, and the next step tries again", onServer, async () => {
    await page.route("**/api/v1/trace", (route) => (route.request().postData()?.includes('"state":true')
      ? route.fulfill({ status: 422, contentType: "application/problem+json", body: '{"title": "x", "status": 422, "detail": "the state is lost"}' }) : route.continue()));
    await go("#steps?m=flags&n=4&at=2");
    await reads(".state-panel", /the state is lost/i);
    await page.unroute("**/api/v1/trace");
    await press("Forward");
    await page.locator(".state-panel .variable").first().waitFor();
    assert.doesNotMatch(await page.locator(".state-panel").innerText(), /lost/);
    quiet();
  });

  test("every sentence is true for its engine", onServer, async () => {
    await go("#steps");
    await reads(".told", /./);
    const { engines } = await (await fetch(`${API}/engines`)).json();
    const checked = new Set();
    for (const { id, variants } of engines.slice(0, engines.findIndex(({ finds }) => finds === "count"))) {
      for (const variant of Object.keys(ATTACKS).filter((one) => variants.includes(one))) {
        for (const n of id === "brute-force" ? [1, 4] : [1, 4, 5]) {
          const found = [];
          const solutions = everySolution(variant, n);
          if (!(await post("trace", { problem: `${variant} ${n}`, engine: id, limit: 1 })).steps) continue;
          const steps = await page.evaluate(sentencesOf, [variant, id, n]);
          checked.add(id);
          steps.forEach((step, at) => {
            const names = /^Solution \d+: ([^.]*)\./.exec(step.words)?.[1];
            if (names) found.push(names.split(" ").map((name) => [Number(name.slice(1)) - 1, name.charCodeAt(0) - 97]).sort((a, b) => a[0] - b[0]).join(" "));
            const attacks = (/** @type {number[]} */ a, /** @type {number[]} */ b) => ATTACKS[variant](a, b, n);
            const facts = { ...step, n, attacks, solutions, found, isFree: !step.before.some((queen) => attacks(queen, step.square)),
              isClearing: steps.slice(at, at + step.before.length).every(({ isRemoval }) => isRemoval) };
            const claims = CLAIMS.filter(([pattern]) => pattern.test(step.words));
            const where = `${id}, ${variant} ${n}, step ${at + 1}: ${step.words}`;
            assert.ok(claims.length > 0, `no claim is checked: ${where}`);
            for (const [pattern, isTrue] of claims) assert.ok(isTrue(/** @type {RegExpExecArray} */ (pattern.exec(step.words)), facts), `${pattern} of ${where}`);
          });
        }
      }
      assert.ok(checked.has(id), `${id} answers none of the sizes`);
    }
    quiet();
  });
});

/**
 * The variables of the panel: name, value, and whether it is marked as changed. With a text, true if it is their JSON.
 * @param {string} wanted
 */
function shownState(wanted) {
  const rows = [...document.querySelectorAll(".variable")].map((row) => {
    const [flags, chips] = [row.querySelectorAll(".flag b"), row.querySelectorAll(".chip")];
    const value = flags.length ? [...flags].map((flag) => flag.textContent).join("")
      : chips.length ? [...chips].map((chip) => chip.firstChild?.textContent).join("|") : row.querySelector("dd code")?.textContent ?? "";
    return [row.querySelector("dt code")?.textContent, value === "(empty)" ? "" : value, row.classList.contains("changed")];
  });
  return wanted === "" ? rows : JSON.stringify(rows) === wanted;
}

/**
 * The sentences of all steps of an engine, with the squares of the pieces before and after each.
 * @param {[string, string, number]} which
 */
async function sentencesOf([variant, engine, n]) {
  const load = (/** @type {string} */ name) => import(new URL(`assets/${name}`, document.baseURI).href);
  const [{ Trace, STEP_KINDS, REMOVE }, { stepSentence }, { once }] = await Promise.all(["watch/trace.js", "watch/step-words.js", "shared/api.js"].map(load));
  const { idea } = (await once("engines")).engines.find((/** @type {any} */ { id }) => id === engine);
  const sentences = STEP_KINDS.map((/** @type {string} */ kind) => idea.find((/** @type {any} */ { step }) => step === kind)?.sentence ?? "");
  const trace = new Trace({ problem: `${variant} ${n}`, engine, first: false });
  await trace.reach(1_000_000);
  const place = (/** @type {number} */ square) => [square >> 16, square & 65535];
  const found = [];
  for (let step = 1; step <= trace.length; step++) {
    const { path, levels } = trace.state(step - 1);
    const [before, tried] = [path.map(place), (levels[path.length] ?? []).map((/** @type {number} */ one) => place(Math.floor(one / 4)).join())];
    const event = trace.event(step);
    const words = stepSentence(sentences[event.kind], event, trace.state(step), "queen");
    found.push({ words, before, tried, after: trace.state(step).path.map(place), square: place(event.square), isRemoval: event.kind === REMOVE });
  }
  trace.close();
  return found;
}
