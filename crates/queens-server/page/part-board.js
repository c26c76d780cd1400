import { Latest, WITH_REGIONS, ask, draw, isAbort, lines, once, reason } from "./api.js";
import { isNone, judge, most, undecided } from "./board-words.js";
import { Board } from "./board.js";
import { Brushes } from "./brushes.js";
import { button, choice, h, instead, modes, numberField, put, reveal, save, settled, tick } from "./dom.js";
import { LARGEST, MOST_REGIONS, Past, attacks, bands, fromProblem, leftOut, nameOf, problemText, readPosition, writePosition } from "./position.js";
import { tour } from "./tour.js";
import { classTable, counted } from "./words.js";

/** @typedef {import("./squares.js").Square} Square */

/** Which set of squares a mode changes. @type {Record<string, "queens" | "givens" | "holes" | "walls">} */
const SETS = { q: "queens", g: "givens", h: "holes", w: "walls" };

/** How a thing on a square is called. */
const NAMES = { queens: "queen", givens: "given queen", holes: "hole", walls: "wall" };

/** The forms in which a board is saved. @type {[string, string][]} */
const FORMATS = [["svg", "picture (SVG)"], ["png", "picture (PNG)"], ["board", "drawing in text"], ["text", "columns"], ["json", "JSON"], ["csv", "CSV"], ["html", "web page"]];

/** The names of the regions, in the order in which the server numbers them. */
const letters = (/** @type {string[] | null} */ regions) => [...new Set(regions ?? [])].sort();

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
  /** Whether it is a largest set, to which there is no other. */
  let isLargest = false;
  /** @type {{kind: string, number: number} | null} */
  let blocked = null;
  /** What a queen is dragged over. @type {{from: number, over: number | null} | null} */
  let dragged = null;
  /** The squares that the pieces of a variant reach, as the server tells. @type {number[]} */
  let told = [];
  /** The squares that the board of a variant lacks, as the server tells, and of which board. @type {{of: string, squares: Set<number>}} */
  let missing = { of: "", squares: new Set() };
  let asked = "";
  let answered = "";
  /** The colour of each region. @type {Map<string, string>} */
  let colours = new Map();
  /** Regions while one paints. @type {string[] | null} */
  let stroke = null;
  const past = new Past();
  const live = new Latest();
  const slow = new Latest();

  const board = new Board("Board", { tap, drag, key: boardKey });
  const verdict = h("p", { class: "verdict", role: "status" });
  const result = h("div", { class: "result", "aria-live": "polite" });
  const variants = choice("Variant", (v) => change(readPosition({ n: String(position.rows), c: String(position.columns), v })), [["queens", "queens"]]);
  const resized = (/** @type {import("./store.js").Query} */ sides) => change(readPosition({ ...writePosition(position), r: "", ...sides }), sides);
  const height = numberField("Rows", 1, LARGEST, (n) => resized({ n, c: position.rows === position.columns ? "" : String(position.columns) }));
  const width = numberField("Columns", 1, LARGEST, (c) => resized({ c }));
  const off = instead();
  const tools = modes("What a click sets", [["q", "Queens"], ["g", "Givens"], ["h", "Holes"], ["w", "Walls"], ["r", "Regions"]], (to) => { mode = to; showTools(); });
  const brushes = new Brushes();
  const unpaint = button("No regions", () => change({ ...position, regions: null }));
  const painting = h("div", { hidden: true }, h("p", { class: "small" }, "Each region takes as many as a row. Drag over squares to paint them; on the keyboard, a letter paints the square."), brushes.element, h("div", { class: "row" }, unpaint));
  const undo = button("Undo", () => travel("undo"), { "aria-keyshortcuts": "Control+Z" });
  const redo = button("Redo", () => travel("redo"), { "aria-keyshortcuts": "Control+Y" });
  const clear = button("Clear", () => change(readPosition({ v: position.variant, n: String(position.rows), c: String(position.columns) })));
  const first = button("Complete it", () => store.patch({ s: "1" }), { class: "main", title: "Show a solution with these queens" });
  const next = button("Another", () => store.patch({ s: String(Number(store.view.query.s || 0) + 1) }));
  const lot = button("Random", () => store.patch({ s: `r${1 + Math.floor(Math.random() * 999_999)}` }), { title: "Complete it at random" });
  const largest = button("Largest set", () => store.patch({ s: "m" }), { title: "As many more as can stand" });
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
      const drawn = await draw(text(), kind, queens, signal);
      save(`${position.variant}-${position.rows}.${kind === "text" || kind === "board" ? "txt" : kind}`, drawn.type, drawn);
      return "Saved.";
    })));

  const element = h("div", { class: "split" },
    h("div", { class: "stage" }, board.element),
    h("div", { class: "side" },
      h("div", { class: "row" }, variants.element, height.element, width.element), off.element, summary,
      verdict,
      h("div", { class: "row" }, first, next, keep),
      h("div", { class: "row" }, lot, largest, count, classes, stop), result, tour(store),
      h("hr"),
      tools.element, painting,
      h("div", { class: "row" }, undo, redo, clear), shade.element,
      h("details", {}, h("summary", {}, "Keys, text and pictures"),
        h("p", { class: "small" }, "On the board: arrows move, Enter or Space sets or takes off; G a given queen, H a hole, W a wall. C completes, N shows another. A problem as text can be pasted or dropped anywhere on this page."),
        saving)));

  /** What each variant asks. @type {Map<string, string>} */
  let summaries = new Map();
  const ready = once("variants").then(({ variants: all }) => {
    variants.offer(all.map((/** @type {any} */ { variant }) => [variant, variant]));
    summaries = new Map(all.map((/** @type {any} */ entry) => [entry.variant, entry.summary]));
  });

  const text = () => problemText(position);
  const everyQueen = () => [...position.givens, ...position.queens, ...answerIndices()].map((index) => [Math.floor(index / position.columns), index % position.columns]);

  function answerIndices() {
    const known = new Set([...position.queens, ...position.givens]);
    return answer.map(([row, column]) => row * position.columns + column).filter((index) => !known.has(index));
  }

  /**
   * @param {import("./position.js").Position} to
   * @param {import("./store.js").Query} [asked] what was typed, where the position may not have it
   */
  function change(to, asked = {}) {
    past.add(JSON.stringify(writePosition(position)));
    const isNew = to.rows !== position.rows || to.columns !== position.columns || to.variant !== position.variant;
    store.patch({ ...writePosition(to), ...asked, s: "" }, isNew);
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
    say(`${nameOf(index, to.columns)}: ${stood ? "empty" : NAMES[SETS[kind]]}`);
  }

  /** @param {number} index */
  function tap(index) {
    if (mode === "r") paint([index], brushes.letter, true);
    else set(index, mode);
  }

  /** Shows what belongs to the mode; the colours of regions are loaded when they are needed first. */
  async function showTools() {
    painting.hidden = mode !== "r";
    unpaint.disabled = !position.regions || WITH_REGIONS.includes(position.variant);
    if (mode !== "r" && !position.regions) return;
    const { tints } = await import("./tints.js");
    const { rows, columns, regions } = position;
    if (!stroke) colours = tints(regions ?? bands(rows, columns), columns, Math.min(rows, MOST_REGIONS));
    brushes.offer(colours);
    show();
  }

  /**
   * @param {number[]} squares
   * @param {string} letter
   * @param {boolean} isDone
   */
  function paint(squares, letter, isDone) {
    stroke ??= [...(position.regions ?? bands(position.rows, position.columns))];
    for (const index of squares) stroke[index] = letter;
    const regions = stroke;
    if (!isDone) return void show();
    stroke = null;
    say(`${nameOf(squares[0], position.columns)}: region ${letter}`);
    change({ ...position, regions });
  }

  /**
   * A queen goes with the pointer; off the board she goes away. In the other modes a drag sets square after square.
   * @param {number} from
   * @param {number | null} over
   * @param {boolean} end
   */
  function drag(from, over, end) {
    if (mode === "r") return paint(over === null ? [from] : [from, over], brushes.letter, end);
    if (!position.queens.has(from) && !position.givens.has(from)) {
      if (end && over !== null && over !== from) set(over, mode);
      return;
    }
    dragged = end ? null : { from, over };
    if (!end || over === from) return void show();
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
    if (mode === "r" && colours.has(key.toUpperCase())) paint([index], key.toUpperCase(), true);
    else if (kind in SETS) set(index, kind);
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

  /**
   * Shows a completion: the first as the library finds it, the others from its list; a random one; a largest set.
   * @param {string} wanted a number, `r` and a seed, or `m`
   */
  async function showAnswer(wanted) {
    const problem = text();
    await tell(async (signal) => {
      if (wanted === "m" || wanted.startsWith("r")) {
        const question = wanted === "m" ? { question: "maximum" } : { question: "random", seed: Number(wanted.slice(1)) || 0 };
        const found = await ask("solve", { problem, ...question }, signal);
        answer = found.queens ?? [];
        show();
        return wanted === "m" ? most(found) : found.queens ? "A random solution." : undecided(found);
      }
      const number = Math.min(Number(wanted), 1000);
      const one = await ask("solve", { problem, question: "complete" }, signal);
      if (!one.queens) return undecided(one);
      if (one.question === "maximum") {
        [answer, isLargest] = [one.queens, true];
        show();
        return `Any number is a solution, so this is a largest set: ${most(one)}`;
      }
      let found = number === 1 ? one.queens : null;
      const known = String(one.queens);
      let [seen, stopped] = [1, ""];
      if (!found) {
        for await (const line of lines("list", { problem, limit: number + 1 }, signal)) {
          if (line.queens && String(line.queens) !== known && ++seen === number) found = line.queens;
          if (line.end && line.end !== "exhausted") stopped = line.end;
        }
      }
      if (!found) return stopped ? `No other was found: the search was ${stopped}.` : `There is no other: ${seen} in all.`;
      answer = found;
      show();
      if (Number(wanted) > number) return `Solution ${number}: the page looks no further.`;
      return number === 1 && one.engine ? `A solution, found by ${one.engine}.` : `Solution ${number}.`;
    });
    buttons();
    if (answer.length > 0) reveal(board.element, "nearest");
  }

  /** @param {import("./position.js").Position} at */
  const boardOf = ({ variant, rows, columns }) => [variant, rows, columns].join();

  const look = settled(120, async () => {
    const signal = live.next();
    // The verdict on the position before stays for a moment only, so that the words do not flicker.
    const slowly = setTimeout(() => put(verdict, "Looking ..."), 300);
    try {
      if (position.variant !== "queens") {
        const found = await ask("problem", { problem: text() }, signal);
        const absent = [...found.squares.join("")].flatMap((square, index) => (square === "x" && !position.holes.has(index) ? [index] : []));
        missing = { of: boardOf(position), squares: new Set(absent) };
        told = found.attacked.map((/** @type {Square} */ [row, column]) => row * position.columns + column);
      }
      const found = await ask("solve", { problem: text(), question: "unique", seconds: 3 }, signal);
      blocked = found.blocked;
      put(verdict, judge(found, position.queens.size + position.givens.size, letters(position.regions)));
      verdict.dataset.verdict = found.unique === true ? "one" : isNone(found) ? "none" : "many";
    } catch (error) {
      if (isAbort(error)) return;
      put(verdict, reason(error));
      verdict.dataset.verdict = "bad";
    } finally {
      clearTimeout(slowly);
    }
    show();
  });

  function show() {
    const { rows, columns, queens, givens, holes, walls } = position;
    const regions = stroke ?? position.regions;
    const { attacked, clashes } = attacks(position);
    for (const index of told) attacked.add(index);
    const absent = missing.of === boardOf(position) ? missing.squares : new Set();
    const clashing = new Set(clashes.flat());
    const answers = new Set(answerIndices());
    const order = letters(regions);
    for (let index = 0; index < rows * columns; index++) {
      const [row, column] = [Math.floor(index / columns), index % columns];
      const isLit = blocked && (blocked.kind === "row" ? row : blocked.kind === "column" ? column : regions ? order.indexOf(regions[index]) : -1) === blocked.number;
      const isOver = dragged && dragged.over === index && dragged.from !== index;
      const isStanding = (queens.has(index) || givens.has(index)) && !(dragged && dragged.from === index && dragged.over !== index);
      const isHole = holes.has(index) || absent.has(index);
      const isWall = walls.has(index);
      const isShadow = isShaded && attacked.has(index) && !isStanding && !isWall && !isHole;
      board.show(index, {
        tint: regions ? colours.get(regions[index]) : "",
        name: regions && regions.indexOf(regions[index]) === index ? regions[index] : "",
        piece: isStanding || isOver || answers.has(index) ? "queen" : isHole ? "hole" : "",
        classes: [
          regions && colours.size > 0 && "tinted", givens.has(index) && "given", answers.has(index) && "answer", isHole && "is-hole", isWall && "is-wall",
          isShadow && "attacked", clashing.has(index) && "clash", isLit && "blocked", isOver && "over",
        ].filter(Boolean).join(" "),
        says: [
          regions && `region ${regions[index]}`, givens.has(index) ? "given queen" : queens.has(index) ? "queen" : answers.has(index) ? "queen of the solution" : "",
          isHole && "hole", isWall && "wall", clashing.has(index) ? "attacked by another queen" : attacked.has(index) && !isStanding ? "attacked" : "",
        ].filter(Boolean).join(", "),
      });
    }
    board.lines(clashes.map(([a, b]) => ({
      from: /** @type {Square} */ ([Math.floor(a / columns), a % columns]), to: /** @type {Square} */ ([Math.floor(b / columns), b % columns]), kind: "clash",
    })));
    board.borders(regions && regions.map((letter) => letter.charCodeAt(0)));
    if (clashes.length > 0) {
      const [a, b] = clashes[0];
      const others = clashes.length > 1 ? `, and ${clashes.length - 1} more ${clashes.length > 2 ? "pairs" : "pair"}` : "";
      put(verdict, `${nameOf(a, columns)} and ${nameOf(b, columns)} attack each other${others}.`);
      verdict.dataset.verdict = "bad";
    }
    return clashes.length;
  }

  function buttons() {
    undo.disabled = !past.canUndo;
    redo.disabled = !past.canRedo;
    keep.disabled = answer.length === 0;
    next.disabled = isLargest || !/^\d/.test(store.view.query.s ?? "");
  }

  return {
    element,
    ready,
    update(query) {
      position = readPosition({ ...query, v: variants.take(query.v, "queens") });
      height.take(query.n, position.rows);
      width.take(query.c, position.columns);
      off.tell(leftOut(query, position));
      put(summary, summaries.get(position.variant));
      board.resize(position.rows, position.columns);
      board.stands(position.variant);
      board.set("aria-label", `Board of ${position.rows} by ${position.columns}, ${position.variant}`);
      const wanted = text();
      if (wanted !== asked) {
        asked = wanted;
        [answer, blocked, answered, told] = [[], null, "", []];
        live.stop();
        slow.stop();
        stop.hidden = true;
        put(result);
        verdict.dataset.verdict = "waiting";
        showTools();
        if (show() === 0) look();
      }
      const number = query.s ?? "";
      if (number !== answered) {
        answered = number;
        [answer, isLargest] = [[], false];
        show();
        if (/^([1-9]\d*|r\d+|m)$/.test(number)) showAnswer(number);
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
      const pasted = data.getData("text/plain").trim();
      const [file] = data.files;
      if (!pasted && !file) return false;
      tell(async (signal) => {
        if (!pasted && /^image\/(?!svg)/.test(file.type)) throw new Error("A picture of a board is read in Puzzles; here text is.");
        const found = await ask("problem", { problem: pasted || await file.text() }, signal);
        change(fromProblem(found));
        return "Read.";
      });
      return true;
    },
  };
}
