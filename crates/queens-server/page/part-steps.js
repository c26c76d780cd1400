import { once, reason, sizedVariants } from "./api.js";
import { Board } from "./board.js";
import { button, choice, glyph, h, numberField, put, settled, tick } from "./dom.js";
import { squareName } from "./squares.js";
import { Profile, drawTree, followed } from "./steps-draw.js";
import { MOST, PLACE, REJECT, REMOVE, SOLUTION, Trace, columnOf, rowOf } from "./trace.js";
import { grouped, marked } from "./words.js";

/** Steps in a second at each notch of the speed. */
const SPEEDS = [1, 2, 4, 8, 15, 30, 60, 200, 1000, 5000, 20000];

/** @param {number} square */
const name = (square) => squareName(rowOf(square), columnOf(square));

/**
 * @param {import("./main.js").App} app
 * @returns {import("./main.js").Part}
 */
export function create({ store, say }) {
  /** @type {Trace | null} */
  let trace = null;
  let asked = "";
  let n = 6;
  let isByColumns = false;
  let at = 0;
  let isPlaying = false;
  let speed = 3;
  let due = 0;
  let before = 0;
  /** @type {any[]} */
  let methods = [];

  const board = new Board("The board of the method");
  const sentence = h("p", { class: "verdict told" });
  const method = choice("Method", (m) => store.patch({ m, at: "" }, true));
  const variant = choice("Variant", (v) => store.patch({ v: v === "queens" ? "" : v, at: "" }, true), [["queens", "queens"]]);
  const size = numberField("Size", 1, 32, (to) => store.patch({ n: String(to), at: "" }, true));
  const first = tick("Stop at the first solution", (on) => store.patch({ first: on ? "1" : "", at: "" }, true));
  const scrub = h("input", { type: "range", min: 0, max: 0, step: 1, value: 0, "aria-label": "Step" });
  scrub.addEventListener("input", () => { pause(); go(Number(scrub.value)); });
  const play = button("Play", () => (isPlaying ? pause() : start()), { class: "main play", "aria-keyshortcuts": "Space" });
  const rate = h("input", { type: "range", min: 0, max: SPEEDS.length - 1, step: 1, value: speed, "aria-label": "Speed" });
  rate.addEventListener("input", () => setSpeed(Number(rate.value)));
  const rateWords = h("span", { class: "small" });
  const place = h("span", { class: "small number" });
  const more = button("Fetch all", () => fetchTo(MOST), { class: "quiet", hidden: true });
  const counters = h("dl", { class: "counters" });
  const figures = ["placed", "rejected", "taken off", "solutions", "depth"].map((label) => {
    const value = h("dd", {}, "0");
    counters.append(h("div", {}, h("dt", {}, label), value));
    return value;
  });
  const profileCanvas = followed(h("canvas", { class: "profile", "aria-hidden": "true" }));
  const treeCanvas = followed(h("canvas", { class: "tree", role: "img", "aria-label": "What was tried at each depth of the search" }));
  const profile = new Profile(profileCanvas);
  const path = h("p", { class: "small path" });
  const idea = h("div", { class: "idea" });
  const failure = h("p", { class: "bad", role: "alert" });

  const element = h("div", { class: "split steps" },
    h("div", { class: "stage" }, board.element,
      h("div", { class: "player" }, sentence, profileCanvas, scrub,
        h("div", { class: "row transport" },
          button("Start", () => { pause(); go(0); }, { "aria-keyshortcuts": "Home" }),
          button("Back", () => { pause(); go(at - 1); }, { "aria-keyshortcuts": "ArrowLeft" }), play,
          button("Forward", () => { pause(); go(at + 1); }, { "aria-keyshortcuts": "ArrowRight" }),
          button("End", () => { pause(); go(trace?.length ?? 0); }, { "aria-keyshortcuts": "End" }),
          button("Next solution", nextSolution)),
        h("div", { class: "row between" }, h("label", { class: "speed" }, h("span", { class: "small" }, "Speed"), rate, rateWords),
          h("span", {}, place, more)))),
    h("div", { class: "side" },
      h("div", { class: "row" }, method.element, size.element, variant.element), first.element, failure,
      counters, h("div", { class: "trying" }, treeCanvas,
        h("p", { class: "key small" }, h("span", { class: "stands" }, "stands"), h("span", { class: "cut" }, glyph("no"), "attacked"), h("span", { class: "left" }, "tried and left"))),
      path, idea));

  const ready = Promise.all([once("methods"), sizedVariants()]).then(([found, variants]) => {
    // The methods that can be watched stand first; behind them come those that only count.
    methods = found.methods.slice(0, found.methods.findIndex((/** @type {any} */ entry) => entry.finds === "count"));
    method.offer(methods.map(({ id }) => [id, id]));
    variant.offer(variants);
  });
  setSpeed(speed);

  let isPointing = false;
  profileCanvas.addEventListener("pointerdown", (event) => {
    isPointing = true;
    profileCanvas.setPointerCapture(event.pointerId);
    point(event);
  });
  profileCanvas.addEventListener("pointermove", (event) => isPointing && point(event));
  profileCanvas.addEventListener("pointerup", () => { isPointing = false; });
  for (const canvas of [profileCanvas, treeCanvas]) new ResizeObserver(() => draw()).observe(canvas);
  new MutationObserver(() => draw()).observe(document.documentElement, { attributeFilter: ["data-theme"] });

  /** @param {PointerEvent} event */
  function point(event) {
    const box = profileCanvas.getBoundingClientRect();
    pause();
    go(Math.round(((event.clientX - box.left) / box.width) * (trace?.length ?? 0)));
  }

  const remember = settled(300, () => {
    if (store.view.part === "steps" && store.view.query.at !== String(at)) store.patch({ at: at ? String(at) : "" });
  });

  /** @param {number} step */
  function go(step) {
    if (!trace) return;
    at = Math.max(0, Math.min(step, trace.length));
    if (at > trace.length - 30_000) fetchTo(trace.length + 1);
    draw();
    remember();
  }

  /** @param {number} step */
  async function fetchTo(step) {
    const current = trace;
    if (!current || current.isWhole) return;
    try {
      while (trace === current && !current.isWhole && current.length < step) {
        await current.reach(current.length + 1);
        if (trace === current) draw();
      }
    } catch (error) {
      if (trace === current) put(failure, reason(error));
    }
  }

  function start() {
    if (!trace) return;
    if (at >= trace.length && trace.isWhole) go(0);
    isPlaying = true;
    [due, before] = [0, performance.now()];
    requestAnimationFrame(tickOn);
    put(play, "Pause");
  }

  function pause() {
    if (!isPlaying) return;
    isPlaying = false;
    put(play, "Play");
    if (trace && at > 0) say(sentence.textContent ?? "");
  }

  /** @param {number} now */
  function tickOn(now) {
    if (!isPlaying || !trace) return;
    due += (Math.min(100, now - before) / 1000) * SPEEDS[speed];
    before = now;
    if (due >= 1) {
      go(at + Math.floor(due));
      due %= 1;
    }
    if (at >= trace.length && trace.isWhole) pause();
    else requestAnimationFrame(tickOn);
  }

  /** @param {number} to */
  function setSpeed(to) {
    speed = Math.max(0, Math.min(SPEEDS.length - 1, to));
    rate.value = String(speed);
    const words = `${grouped(SPEEDS[speed])} ${speed ? "steps" : "step"} a second`;
    rate.setAttribute("aria-valuetext", words);
    put(rateWords, words);
  }

  function nextSolution() {
    pause();
    const next = trace?.solutions.find((step) => step > at);
    if (next) go(next);
    else if (trace && !trace.isWhole) fetchTo(trace.length + 1).then(() => trace?.solutions.some((step) => step > at) && nextSolution());
    else say("There is no further solution.");
  }

  function draw() {
    if (!trace) return;
    const state = trace.state(at);
    const event = at > 0 ? trace.event(at) : null;
    const standing = new Set(state.path);
    const isFound = event?.kind === SOLUTION;
    for (let row = 0, index = 0; row < n; row++) {
      for (let column = 0; column < n; column++, index++) {
        const square = row * 65536 + column;
        const isHere = event?.square === square;
        const isQueen = standing.has(square);
        board.show(index, {
          piece: isHere && event.kind === REJECT && !isQueen ? "no" : isHere && event.kind === REMOVE ? "queen" : isQueen ? "queen" : "",
          classes: [isHere && event.kind === REJECT && "rejected", isHere && event.kind === PLACE && "placed",
            isHere && event.kind === REMOVE && "removed", isFound && isQueen && "found",
            event?.attacker === square && "attacker"].filter(Boolean).join(" "),
          says: isQueen ? "queen" : isHere && event.kind === REJECT ? "rejected" : "",
        });
      }
    }
    board.lines(event?.kind === REJECT && event.attacker >= 0
      ? [{ from: [rowOf(event.attacker), columnOf(event.attacker)], to: [rowOf(event.square), columnOf(event.square)], kind: "attack" }] : []);
    put(sentence, event ? tellStep(event, state) : "The board is empty. Play, or go forward.");
    sentence.dataset.verdict = isFound ? "one" : "";
    [state.counts[PLACE], state.counts[REJECT], state.counts[REMOVE], state.counts[SOLUTION], state.path.length]
      .forEach((value, index) => { figures[index].textContent = grouped(value); });
    scrub.max = String(trace.length);
    scrub.value = String(at);
    scrub.setAttribute("aria-valuetext", `step ${at} of ${trace.length}`);
    place.textContent = `${grouped(at)} of ${grouped(trace.length)}${trace.isWhole ? "" : " so far"}`;
    more.hidden = trace.isWhole;
    path.textContent = state.path.length ? `Path: ${state.path.map(name).join(" ")}` : "Path: the root";
    profile.draw(trace, at);
    drawTree(treeCanvas, state, n, isByColumns);
  }

  /**
   * @param {{kind: number, square: number, attacker: number}} event
   * @param {import("./trace.js").State} state
   */
  function tellStep({ kind, square, attacker }, state) {
    const [row, column] = [rowOf(square) + 1, columnOf(square) + 1];
    const here = isByColumns ? `Column ${column}: row ${row}` : `Row ${row}: column ${column}`;
    if (kind === PLACE) return `${here} is free: a queen goes to ${name(square)}.`;
    if (kind === REMOVE) return `Nothing more to find with ${name(square)}: its queen is taken off.`;
    if (kind === SOLUTION) return `Solution ${grouped(state.counts[SOLUTION])}: ${state.path.map(name).join(" ")}`;
    if (attacker < 0) return `${here} is ruled out.`;
    const [otherRow, otherColumn] = [rowOf(attacker) + 1, columnOf(attacker) + 1];
    const by = isByColumns ? `column ${otherColumn}` : `row ${otherRow}`;
    const line = otherRow === row ? "along the row" : otherColumn === column ? "along the column" : "diagonally";
    return `${here} is attacked by the queen in ${by} (${name(attacker)}), ${line}.`;
  }

  /** @param {any} entry */
  function tellIdea(entry) {
    put(idea, h("h2", {}, entry.title), ...entry.how.map((/** @type {string} */ line) => h("p", {}, ...marked(line))),
      h("p", { class: "small" }, `${entry.author}, ${entry.year}. Time ${entry.time}. `,
        h("a", { href: `#methods?m=${entry.id}` }, "More about it"), " · ",
        h("a", { href: `#race?m=${entry.id === "bitmask" ? "flags,bitmask" : `${entry.id},bitmask`}&n=${Math.min(8, entry.practical)}&go=1` }, "Race it")));
  }

  return {
    element,
    ready,
    async update(query) {
      const entry = methods.find(({ id }) => id === query.m) ?? methods.find(({ id }) => id === "flags");
      n = Math.max(1, Math.min(32, Math.round(Number(query.n)) || 6));
      const kind = query.v || "queens";
      [method.select.value, variant.select.value, size.input.value] = [entry.id, kind, String(n)];
      first.input.checked = query.first === "1";
      const wanted = JSON.stringify([entry.id, kind, n, query.first]);
      if (wanted !== asked) {
        asked = wanted;
        trace?.close();
        pause();
        isByColumns = /^(flags|board-scan)/.test(entry.id);
        trace = new Trace({ problem: `${kind} ${n}`, method: entry.id, first: query.first === "1" });
        put(failure);
        put(sentence, "Fetching the steps ...");
        at = 0;
        board.resize(n, n);
        tellIdea(entry);
        await fetchTo(Math.max(1, Number(query.at) || 0));
      }
      if (trace && wanted === asked) {
        const step = Math.min(trace.length, Math.max(0, Math.round(Number(query.at)) || 0));
        if (!isPlaying && step !== at) go(step);
        else draw();
      }
    },
    leave: pause,
    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return false;
      const target = event.target instanceof Element ? event.target : document.body;
      if (event.key === " " && target.closest("button, summary, a")) return false;
      if (target === rate) return false;
      /** @type {Record<string, () => void>} */
      const keys = {
        " ": () => (isPlaying ? pause() : start()),
        ArrowRight: () => { pause(); go(at + (event.shiftKey ? 100 : 1)); },
        ArrowLeft: () => { pause(); go(at - (event.shiftKey ? 100 : 1)); },
        ArrowUp: () => setSpeed(speed + 1),
        ArrowDown: () => setSpeed(speed - 1),
        Home: () => { pause(); go(0); },
        End: () => { pause(); go(trace?.length ?? 0); },
        s: nextSolution,
      };
      if (!(event.key in keys)) return false;
      keys[event.key]();
      return true;
    },
  };
}
