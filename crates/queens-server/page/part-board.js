import { Latest, ask, draw, isAbort, lines, once, reason, sizedVariants } from "./api.js";
import { Board } from "./board.js";
import { button, choice, h, modes, numberField, put, save, settled, tick } from "./dom.js";
import { LARGEST, Past, attacks, nameOf, problemText, readPosition, writePosition } from "./position.js";
import { tour } from "./tour.js";
import { classTable, counted } from "./words.js";

/** @typedef {import("./squares.js").Square} Square */

/** Which set of squares a mode changes. @type {Record<string, "queens" | "givens" | "holes" | "walls">} */
const SETS = { q: "queens", g: "givens", h: "holes", w: "walls" };

/** How a thing on a square is called. */
const NAMES = { queens: "queen", givens: "given queen", holes: "hole", walls: "wall" };

/** The forms in which a board is saved. @type {[string, string][]} */
const FORMATS = [["svg", "picture (SVG)"], ["png", "picture (PNG)"], ["board", "drawing in text"], ["text", "columns"], ["json", "JSON"], ["csv", "CSV"], ["html", "web page"]];

/**
 * @param {import("./main.js").App} app
 * @returns {import("./main.js").Part}
 */
export function create({ store, say }) {
  let position = readPosition({});
  let mode = "q";
  let isShaded = localStorage.getItem("queens.shade") !== "no";
  /** The completion that is shown. @type {Square[]} */
  let answer = [];
  /** @type {{kind: string, number: number} | null} */
  let blocked = null;
  /** What a queen is dragged over. @type {{from: number, over: number | null} | null} */
  let dragged = null;
  /** The squares that the pieces of a variant reach, as the server tells. @type {number[]} */
  let told = [];
  let asked = "";
  let answered = "";
  const past = new Past();
  const live = new Latest();
  const slow = new Latest();

  const board = new Board("Board", { tap, drag, key: boardKey });
  const verdict = h("p", { class: "verdict", role: "status" });
  const result = h("div", { class: "result", "aria-live": "polite" });
  const variants = choice("Variant", (v) => change({ ...readPosition({ n: String(position.n) }), variant: v }), [["queens", "queens"]]);
  const size = numberField("Size", 1, LARGEST, (n) => change(readPosition({ ...writePosition(position), n: String(n) })));
  const tools = modes("What a click sets", [["q", "Queens"], ["g", "Givens"], ["h", "Holes"], ["w", "Walls"]], (to) => { mode = to; });
  const undo = button("Undo", () => travel("undo"), { "aria-keyshortcuts": "Control+Z" });
  const redo = button("Redo", () => travel("redo"), { "aria-keyshortcuts": "Control+Y" });
  const clear = button("Clear", () => change(readPosition({ v: position.variant, n: String(position.n) })));
  const first = button("Complete it", () => store.patch({ s: "1" }), { class: "main", title: "Show a solution with these queens" });
  const next = button("Another", () => store.patch({ s: String(Number(store.view.query.s || 0) + 1) }));
  const keep = button("Keep it", () => change({ ...position, queens: new Set([...position.queens, ...answerIndices()]) }));
  const count = button("Count", () => tell(async (signal) => counted(await ask("count", { problem: text() }, signal))));
  const classes = button("Classes", () => tell(async (signal) => classTable(await ask("classes", { problem: text() }, signal))));
  const stop = button("Stop", () => { slow.stop(); put(result); }, { hidden: true });
  const shade = tick("Shade attacked squares", (on) => {
    isShaded = on;
    localStorage.setItem("queens.shade", on ? "yes" : "no");
    show();
  });
  shade.input.checked = isShaded;
  const format = choice("As", () => {}, FORMATS);
  const summary = h("p", { class: "small" });
  const saving = h("div", { class: "row" },
    button("Copy as text", () => navigator.clipboard.writeText(problemText(position)).then(() => say("Copied."))),
    format.element,
    button("Save", () => tell(async (signal) => {
      const queens = everyQueen();
      const kind = format.select.value;
      const drawn = await draw(text(), kind, queens.length ? queens : undefined, signal);
      save(`${position.variant}-${position.n}.${kind === "text" || kind === "board" ? "txt" : kind}`, drawn.type, drawn);
      return "Saved.";
    })));

  const element = h("div", { class: "split" },
    h("div", { class: "stage" }, board.element),
    h("div", { class: "side" },
      h("div", { class: "row" }, variants.element, size.element), summary,
      verdict,
      h("div", { class: "row" }, first, next, keep),
      h("div", { class: "row" }, count, classes, stop), result, tour(store),
      h("hr"),
      tools.element,
      h("div", { class: "row" }, undo, redo, clear), shade.element,
      h("details", {}, h("summary", {}, "Keys, text and pictures"),
        h("p", { class: "small" }, "On the board: arrows move, Enter or Space sets or takes off; G a given queen, H a hole, W a wall. C completes, N shows another. A problem as text can be pasted or dropped anywhere on this page."),
        saving)));

  Promise.all([once("variants"), sizedVariants()]).then(([{ variants: all }, choices]) => {
    variants.offer(choices);
    variants.select.value = position.variant;
    const summaries = new Map(all.map((/** @type {any} */ entry) => [entry.variant, entry.summary]));
    variants.select.addEventListener("change", () => put(summary, summaries.get(variants.select.value)));
    put(summary, summaries.get(position.variant));
  }).catch((error) => put(summary, reason(error)));

  const text = () => problemText(position);
  const everyQueen = () => [...position.givens, ...position.queens, ...answerIndices()].map((index) => [Math.floor(index / position.n), index % position.n]);

  function answerIndices() {
    const known = new Set([...position.queens, ...position.givens]);
    return answer.map(([row, column]) => row * position.n + column).filter((index) => !known.has(index));
  }

  /** @param {import("./position.js").Position} to */
  function change(to) {
    past.add(JSON.stringify(writePosition(position)));
    const isNew = to.n !== position.n || to.variant !== position.variant;
    store.patch({ ...writePosition(to), s: "" }, isNew);
  }

  /** @param {"undo" | "redo"} way */
  function travel(way) {
    const found = past[way](JSON.stringify(writePosition(position)));
    if (found !== undefined) store.patch({ ...JSON.parse(found), s: "" });
  }

  /**
   * Sets or takes off what `kind` names.
   * @param {number} index
   * @param {string} kind
   */
  function set(index, kind) {
    const to = readPosition(writePosition(position));
    const chosen = to[SETS[kind]];
    const stood = chosen.has(index) || (kind === "q" && to.givens.has(index));
    for (const squares of [to.queens, to.givens, to.holes, to.walls]) squares.delete(index);
    if (!stood) chosen.add(index);
    change(to);
    say(`${nameOf(index, to.n)}: ${stood ? "empty" : NAMES[SETS[kind]]}`);
  }

  /** @param {number} index */
  function tap(index) {
    set(index, mode);
  }

  /**
   * A queen goes with the pointer; off the board she goes away. In the other modes a drag sets square after square.
   * @param {number} from
   * @param {number | null} over
   * @param {boolean} end
   */
  function drag(from, over, end) {
    if (!position.queens.has(from) && !position.givens.has(from)) {
      if (end && over !== null && over !== from) set(over, mode);
      return;
    }
    dragged = end ? null : { from, over };
    if (!end || over === from) return show();
    const to = readPosition(writePosition(position));
    const kind = to.givens.has(from) ? to.givens : to.queens;
    kind.delete(from);
    if (over !== null) {
      for (const squares of [to.queens, to.givens, to.holes, to.walls]) squares.delete(over);
      kind.add(over);
    }
    change(to);
  }

  /**
   * @param {number} index
   * @param {string} key
   */
  function boardKey(index, key) {
    const kind = key.toLowerCase();
    if (kind in SETS) set(index, kind);
    else if (key === "Delete" || key === "Backspace") {
      const here = Object.entries(SETS).find(([, name]) => position[name].has(index));
      if (here) set(index, here[0]);
    } else return false;
    return true;
  }

  /**
   * Asks for something that may take its time, and shows what is answered.
   * @param {(signal: AbortSignal) => Promise<Node | string>} question
   */
  async function tell(question) {
    const signal = slow.next();
    stop.hidden = false;
    put(result, h("p", { class: "small" }, "Working ..."));
    try {
      const found = await question(signal);
      put(result, typeof found === "string" ? h("p", {}, found) : found);
    } catch (error) {
      if (isAbort(error)) return;
      put(result, h("p", { class: "bad" }, reason(error)));
    }
    stop.hidden = true;
  }

  /** Shows the completion of that number: the first as the library finds it, the others from its list. */
  async function showAnswer(/** @type {number} */ number) {
    const problem = text();
    await tell(async (signal) => {
      const one = await ask("solve", { problem, question: "first" }, signal);
      if (!one.queens) return "";
      let found = number === 1 ? one.queens : null;
      const known = String(one.queens);
      let seen = 1;
      if (!found) {
        for await (const line of lines("list", { problem, limit: number + 1 }, signal)) {
          if (line.queens && String(line.queens) !== known && ++seen === number) found = line.queens;
        }
      }
      if (!found) return `There is no other: ${seen} in all.`;
      answer = found;
      show();
      return `Solution ${number}${one.engine ? `, the first found by ${one.engine}` : ""}.`;
    });
    buttons();
  }

  const look = settled(120, async () => {
    const signal = live.next();
    if (!verdict.textContent) put(verdict, "Looking ...");
    try {
      if (position.variant !== "queens") {
        const found = await ask("problem", { problem: text() }, signal);
        told = found.attacked.map((/** @type {Square} */ [row, column]) => row * position.n + column);
      }
      const found = await ask("solve", { problem: text(), question: "unique", seconds: 3 }, signal);
      blocked = found.blocked;
      const isFull = everyQueen().length >= position.n && answer.length === 0;
      put(verdict, judge(found, isFull && position.queens.size + position.givens.size > 0));
      verdict.dataset.verdict = found.unique === true ? "one" : isNone(found) ? "none" : "many";
    } catch (error) {
      if (isAbort(error)) return;
      put(verdict, reason(error));
      verdict.dataset.verdict = "bad";
    }
    show();
  });

  function show() {
    const { n, queens, givens, holes, walls } = position;
    const { attacked, clashes } = attacks(position);
    for (const index of told) attacked.add(index);
    const clashing = new Set(clashes.flat());
    const answers = new Set(answerIndices());
    for (let index = 0; index < n * n; index++) {
      const [row, column] = [Math.floor(index / n), index % n];
      const isLit = blocked && (blocked.kind === "row" ? row : blocked.kind === "column" ? column : -1) === blocked.number;
      const isOver = dragged && dragged.over === index && dragged.from !== index;
      const isStanding = (queens.has(index) || givens.has(index)) && !(dragged && dragged.from === index && dragged.over !== index);
      const isHole = holes.has(index);
      const isWall = walls.has(index);
      const isShadow = isShaded && attacked.has(index) && !isStanding && !isWall && !isHole;
      board.show(index, {
        piece: isStanding || isOver || answers.has(index) ? "queen" : isHole ? "hole" : "",
        classes: [
          givens.has(index) && "given", answers.has(index) && "answer", isHole && "is-hole", isWall && "is-wall",
          isShadow && "attacked", clashing.has(index) && "clash", isLit && "blocked", isOver && "over",
        ].filter(Boolean).join(" "),
        says: [
          givens.has(index) ? "given queen" : queens.has(index) ? "queen" : answers.has(index) ? "queen of the solution" : "",
          isHole && "hole", isWall && "wall", clashing.has(index) ? "attacked by another queen" : attacked.has(index) && !isStanding ? "attacked" : "",
        ].filter(Boolean).join(", "),
      });
    }
    board.lines(clashes.map(([a, b]) => ({
      from: /** @type {Square} */ ([Math.floor(a / n), a % n]), to: /** @type {Square} */ ([Math.floor(b / n), b % n]), kind: "clash",
    })));
    if (clashes.length > 0) {
      const [a, b] = clashes[0];
      const others = clashes.length > 1 ? `, and ${clashes.length - 1} more ${clashes.length > 2 ? "pairs" : "pair"}` : "";
      put(verdict, `${nameOf(a, n)} and ${nameOf(b, n)} attack each other${others}.`);
      verdict.dataset.verdict = "bad";
    }
    return clashes.length;
  }

  function buttons() {
    undo.disabled = !past.canUndo;
    redo.disabled = !past.canRedo;
    keep.disabled = answer.length === 0;
    next.disabled = !store.view.query.s;
  }

  return {
    element,
    update(query) {
      position = readPosition(query);
      board.resize(position.n, position.n);
      board.set("aria-label", `Board of ${position.n} by ${position.n}, ${position.variant}`);
      variants.select.value = position.variant;
      size.input.value = String(position.n);
      const wanted = text();
      if (wanted !== asked) {
        asked = wanted;
        [answer, blocked, answered, told] = [[], null, "", []];
        live.stop();
        slow.stop();
        stop.hidden = true;
        put(result);
        verdict.dataset.verdict = "waiting";
        if (show() === 0) look();
      }
      const number = query.s ?? "";
      if (number !== answered) {
        answered = number;
        answer = [];
        show();
        if (Number(number) >= 1) showAnswer(Math.min(Number(number), 1000));
      }
      buttons();
    },
    leave() {
      slow.stop();
      live.stop();
    },
    key(event) {
      const isControl = event.ctrlKey || event.metaKey;
      if (isControl && event.key.toLowerCase() === "z") travel(event.shiftKey ? "redo" : "undo");
      else if (isControl && event.key.toLowerCase() === "y") travel("redo");
      else if (isControl) return false;
      else if (event.key === "c") store.patch({ s: "1" });
      else if (event.key === "n") next.click();
      else return false;
      return true;
    },
    paste(data) {
      const pasted = data.getData("text/plain");
      if (!pasted.trim()) return false;
      tell(async (signal) => {
        const found = await ask("problem", { problem: pasted }, signal);
        const to = readPosition({ n: String(found.rows), v: /^[a-z-]+/.exec(found.problem)?.[0] ?? "" });
        if (found.rows !== found.columns || found.rows > LARGEST) throw new Error(`The page draws square boards of up to ${LARGEST}; this one is ${found.rows} x ${found.columns}.`);
        found.squares.forEach((/** @type {string} */ row, /** @type {number} */ r) => [...row].forEach((mark, c) => {
          if (mark === "x") to.holes.add(r * to.n + c);
          if (mark === "#") to.walls.add(r * to.n + c);
        }));
        for (const [r, c] of found.givens) to.givens.add(r * to.n + c);
        change(to);
        return "Read.";
      });
      return true;
    },
  };
}

/** @param {any} found an answer to the question whether there is exactly one */
function isNone(found) {
  return found.complete && found.count === "0";
}

/**
 * @param {any} found
 * @param {boolean} isFull
 */
function judge(found, isFull) {
  if (isNone(found)) return `It cannot be completed: ${found.certificate || "the search was exhausted"}.`;
  if (isFull && found.count !== "0") return "A solution.";
  if (found.unique === true) return "Exactly one way to complete it.";
  if (found.unique === false || Number(found.count) > 1) return "More than one way to complete it.";
  if (Number(found.count) === 1) return "There is a way; whether it is the only one was not decided in time.";
  return "Not decided in time.";
}
