import { Latest, ask, isAbort, reason } from "./api.js";
import { Board } from "./board.js";
import { Brushes } from "./brushes.js";
import { button, h, instead, modes, numberField, put, settled, tick } from "./dom.js";
import { Past, nameOf } from "./position.js";
import { Hints } from "./puzzle-hint.js";
import { maker, reader } from "./puzzle-make.js";
import { BLOCKED, CROSS, GIVEN, LARGEST, OPEN, QUEEN, cluesOf, consequences, isClue, pattern, readPuzzle, rowsOf, toDocument, writePuzzle } from "./puzzle-state.js";
import { tints } from "./tints.js";

/** What a mark becomes at the next tap. @type {Record<string, string>} */
const CYCLE = { [OPEN]: CROSS, [CROSS]: QUEEN, [QUEEN]: OPEN };

/** What a mark is as a clue. @type {Record<string, string>} */
const FIXED = { [CROSS]: BLOCKED, [QUEEN]: GIVEN };

/** What stands where no hint does. */
const MARKING = "Tap a square once for a cross, twice for a queen.";

/** @type {Record<string, string>} */
const GLYPHS = { [OPEN]: "", [CROSS]: "cross", [QUEEN]: "queen", [GIVEN]: "queen", [BLOCKED]: "cross" };

/** @type {Record<string, string>} */
const SAID = { [OPEN]: "", [CROSS]: "crossed out", [QUEEN]: "queen", [GIVEN]: "given queen", [BLOCKED]: "given as empty" };

/**
 * @param {import("./main.js").App} app
 * @returns {import("./main.js").Part}
 */
export function create({ store, say }) {
  /** @type {import("./puzzle-state.js").Puzzle | null} */
  let puzzle = null;
  let isEditing = false;
  let painted = "";
  let judged = "";
  /** Marks while a drag goes on. @type {string[] | null} */
  let stroke = null;
  let isAuto = localStorage.getItem("queens.auto") === "yes";
  let isPatterned = localStorage.getItem("queens.patterns") === "yes";
  let hinted = /** @type {import("./puzzle-hint.js").Lit} */ ({ read: new Set(), crosses: new Set(), queens: new Set(), wrong: -1 });
  let [elapsed, since] = [0, 0];
  /** The colour of each region; it stays while one paints. @type {Map<string, string>} */
  let colours = new Map();
  const past = new Past();
  const judging = new Latest();

  const open = (/** @type {import("./store.js").Query} */ query) => {
    past.clear();
    [elapsed, since] = [0, 0];
    store.patch({ m: "", e: "", s: "", ...query }, Boolean(store.view.query.r));
  };
  const make = maker(open);
  const read = reader(open);
  const hints = new Hints(({ text, button: label, lit }) => {
    put(told, text || MARKING);
    put(hint, label);
    hinted = lit;
    draw();
  });

  const board = new Board("Puzzle", { tap, drag, key: boardKey });
  const verdict = h("p", { class: "verdict rated", role: "status" });
  const demand = h("p", { class: "demand" });
  const off = instead();
  const told = h("p", { class: "told-hint", role: "status" }, MARKING);
  const clock = h("span", { class: "clock", role: "timer", "aria-label": "Time" }, "0:00");
  const hint = button("Hint", () => puzzle && hints.press(puzzle, crossed(), (marks) => change(marks)), { class: "main" });
  const check = button("Check", () => puzzle && hints.check(puzzle));
  const undo = button("Undo", () => travel("undo"), { "aria-keyshortcuts": "Control+Z" });
  const redo = button("Redo", () => travel("redo"), { "aria-keyshortcuts": "Control+Y" });
  const clear = button("Clear marks", () => puzzle && change(cluesOf(puzzle.marks)));
  const fix = button("Marks become clues", () => puzzle && alter({ ...puzzle, marks: puzzle.marks.map((mark) => FIXED[mark] ?? mark) }));
  const free = button("Take the clues away", () => puzzle && alter({ ...puzzle, marks: puzzle.marks.map((mark) => (isClue(mark) ? OPEN : mark)) }));
  const auto = tick("Cross out by itself", (on) => { isAuto = on; localStorage.setItem("queens.auto", on ? "yes" : "no"); hints.reset(); draw(); });
  const patterns = tick("Patterns", (on) => { isPatterned = on; localStorage.setItem("queens.patterns", on ? "yes" : "no"); draw(); });
  [auto.input.checked, patterns.input.checked] = [isAuto, isPatterned];
  const mode = modes("What is done", [["play", "Play"], ["edit", "Edit"]], (to) => store.patch({ e: to === "edit" ? "1" : "" }, true));
  const playing = h("div", {}, h("div", { class: "row" }, hint, check, clock), told, auto.element);
  const brushes = new Brushes();
  const stars = numberField("Queens in each", 1, 6, (text) => puzzle && alter({ ...puzzle, stars: stars.take(text, puzzle.stars) }));
  const size = numberField("Size", 1, 26, (text) => {
    const n = size.take(text, puzzle?.n);
    const regions = Array.from({ length: n * n }, (_, index) => String.fromCharCode(65 + Math.floor(index / n)));
    alter({ n, stars: puzzle?.stars ?? 1, marks: new Array(n * n).fill(OPEN), regions });
  });
  const editing = h("div", { hidden: true }, h("p", { class: "small" }, "Drag over squares to paint them. On the keyboard, a letter paints the square."), brushes.element,
    h("div", { class: "row" }, size.element, stars.element), h("div", { class: "row" }, fix, free));
  const element = h("div", { class: "split" }, h("div", { class: "stage" }, board.element),
    h("div", { class: "side" }, mode.element, off.element, verdict, demand, playing, editing, patterns.element,
      h("div", { class: "row" }, undo, redo, clear),
      h("hr"), h("h2", {}, "Another puzzle"), make.element,
      h("details", {}, h("summary", {}, "Read a puzzle, or pass this one on"), read.element,
        h("div", { class: "row" },
          button("Copy as letters", () => puzzle && copy(rowsOf(puzzle.regions, puzzle.n).join("\n"))),
          button("Copy the address", () => copy(location.href)))),
      h("details", {}, h("summary", {}, "Rules and keys"),
        h("p", { class: "small" }, "Every row, column and region takes the same number of queens, and no two touch, not even at a corner."),
        h("p", { class: "small" }, "A tap goes from open to a cross to a queen; a drag crosses squares out. Arrows move, Space or Enter taps, X and Q mark at once, Delete opens. H is a hint, Control Z takes back."))));

  setInterval(() => {
    const total = elapsed + (since ? (Date.now() - since) / 1000 : 0);
    clock.textContent = `${Math.floor(total / 60)}:${String(Math.floor(total % 60)).padStart(2, "0")}`;
  }, 500);
  document.addEventListener("visibilitychange", () => document.hidden && hold());

  function hold() {
    if (since) elapsed += (Date.now() - since) / 1000;
    since = 0;
  }

  /** @param {string} text */
  const copy = (text) => navigator.clipboard.writeText(text).then(() => say("Copied."));

  /** The squares that are crossed out by the queens that stand, where that is wanted. */
  const crossed = () => (puzzle && isAuto ? consequences(puzzle).closed : new Set());

  /** @param {import("./puzzle-state.js").Puzzle} to */
  function alter(to) {
    if (puzzle) past.add(JSON.stringify(writePuzzle(puzzle)));
    off.tell("");
    store.patch(writePuzzle(to));
  }

  /** @param {string[]} marks */
  function change(marks) {
    if (!puzzle) return;
    if (!since) since = Date.now();
    alter({ ...puzzle, marks });
  }

  /** @param {"undo" | "redo"} way */
  function travel(way) {
    const found = puzzle && past[way](JSON.stringify(writePuzzle(puzzle)));
    if (!found) return;
    store.patch({ s: "", ...JSON.parse(found) });
  }

  /**
   * @param {number} index
   * @param {string} mark
   */
  function set(index, mark) {
    if (!puzzle) return;
    const marks = [...puzzle.marks];
    if (isClue(marks[index])) {
      say(`${nameOf(index, puzzle.n)}: ${SAID[marks[index]]}`);
      return;
    }
    marks[index] = mark;
    say(`${nameOf(index, puzzle.n)}: ${SAID[mark] || "open"}`);
    change(marks);
  }

  /**
   * @param {number} index
   * @param {string} letter
   */
  function paint(index, letter) {
    if (!puzzle || puzzle.regions[index] === letter) return;
    const regions = [...puzzle.regions];
    regions[index] = letter;
    say(`${nameOf(index, puzzle.n)}: region ${letter}`);
    alter({ ...puzzle, regions });
  }

  /** @param {number} index */
  function tap(index) {
    if (!puzzle) return;
    if (isEditing) paint(index, brushes.letter);
    else set(index, CYCLE[puzzle.marks[index]] ?? OPEN);
  }

  /**
   * @param {number} from
   * @param {number | null} over
   * @param {boolean} end
   */
  function drag(from, over, end) {
    if (!puzzle) return;
    if (!stroke) {
      stroke = [...(isEditing ? puzzle.regions : puzzle.marks)];
      painted = isEditing ? brushes.letter : puzzle.marks[from] === CROSS ? OPEN : CROSS;
    }
    for (const index of [from, over]) {
      if (index !== null && (isEditing || stroke[index] === OPEN || stroke[index] === CROSS)) stroke[index] = painted;
    }
    const done = stroke;
    if (end) stroke = null;
    if (!end) draw();
    else if (isEditing) alter({ ...puzzle, regions: done });
    else change(done);
  }

  /**
   * @param {number} index
   * @param {string} key
   */
  function boardKey(index, key) {
    if (!puzzle) return false;
    const letter = key.toUpperCase();
    if (isEditing) {
      if (letter.length !== 1 || letter < "A" || letter >= String.fromCharCode(65 + puzzle.n)) return false;
      paint(index, letter);
    } else if (letter === "X") set(index, CROSS);
    else if (letter === "Q") set(index, QUEEN);
    else if (key === "Delete" || key === "Backspace") set(index, OPEN);
    else return false;
    return true;
  }

  const judge = settled(200, async () => {
    if (!puzzle) return;
    const signal = judging.next();
    const board = { puzzle: toDocument({ ...puzzle, marks: cluesOf(puzzle.marks) }) };
    try {
      const { verdict: found } = await ask("puzzle/solve", board, signal);
      const isOne = /^(exactly one|the only)/.test(found);
      const rating = isOne ? await ask("puzzle/rate", board, signal) : null;
      judged = rating ? `${isEditing ? "Exactly one solution. " : ""}${tellRating(rating)}`
        : found === "none" ? "There is no solution." : "There are several solutions.";
      verdict.dataset.verdict = isOne ? (isEditing ? "one" : "") : "bad";
    } catch (error) {
      if (isAbort(error)) return;
      judged = reason(error);
      verdict.dataset.verdict = "bad";
    }
    draw();
  });

  function draw() {
    if (!puzzle) return;
    const shown = { ...puzzle, ...(stroke ? (isEditing ? { regions: stroke } : { marks: stroke }) : {}) };
    const { n, regions, marks } = shown;
    const { closed, clashes, isDone } = consequences(shown);
    for (let index = 0; index < n * n; index++) {
      const mark = isEditing && !isClue(marks[index]) ? OPEN : marks[index];
      const isClosed = isAuto && !isEditing && closed.has(index);
      board.show(index, {
        tint: colours.get(regions[index]),
        name: regions.indexOf(regions[index]) === index ? regions[index] : "",
        piece: hinted.queens.has(index) ? "queen" : hinted.crosses.has(index) && mark === OPEN ? "cross" : GLYPHS[mark] || (isClosed ? "dot" : ""),
        classes: ["tinted", isPatterned && pattern(regions[index]), mark === CROSS && "crossed",
          mark === GIVEN && "given", mark === BLOCKED && "given-empty",
          !isEditing && clashes.has(index) && "clash", hinted.read.has(index) && "read",
          (hinted.crosses.has(index) || hinted.queens.has(index)) && "proposed", hinted.wrong === index && "wrong",
          isDone && !isEditing && "done"].filter(Boolean).join(" "),
        says: [`region ${regions[index]}`, SAID[mark] || (isClosed ? "closed" : ""), !isEditing && clashes.has(index) && "breaks a rule",
          hinted.read.has(index) && "lit", hinted.wrong === index && "wrong"].filter(Boolean).join(", "),
      });
    }
    board.borders(regions.map((letter) => letter.charCodeAt(0)));
    if (isDone && !isEditing) {
      hold();
      put(verdict, `Solved${elapsed >= 1 ? ` in ${Math.floor(elapsed / 60)}:${String(Math.floor(elapsed % 60)).padStart(2, "0")}` : ""}.`);
      verdict.dataset.verdict = "one";
    } else {
      put(verdict, judged || " ");
      if (!isEditing && verdict.dataset.verdict === "one") verdict.dataset.verdict = "";
    }
  }

  let asked = "";
  return {
    element,
    update(query) {
      const found = readPuzzle(query);
      if (!found) {
        if (!puzzle) {
          put(verdict, "Making the puzzle of the day ...");
          make.today();
        } else store.patch(writePuzzle(puzzle));
        if (query.r) {
          const most = String.fromCharCode(64 + LARGEST);
          off.tell(`The address holds no puzzle: r takes a word of letters from A to ${most} for each row, as many as there are rows, with dots between them (AABB.AABB.CCDD.CCDD). Here is another.`);
        }
        return;
      }
      // Any change of the puzzle or its marks, by Back and Forward too: what was said of them may be true no more.
      if (JSON.stringify(found) !== JSON.stringify(puzzle)) hints.reset();
      puzzle = found;
      isEditing = query.e === "1";
      mode.set(isEditing ? "edit" : "play");
      [playing.hidden, editing.hidden, clear.hidden] = [isEditing, !isEditing, isEditing];
      if (size.input.value !== String(puzzle.n)) size.take(String(puzzle.n));
      if (stars.input.value !== String(puzzle.stars)) stars.take(String(puzzle.stars));
      if (!isEditing || colours.size < puzzle.n) colours = tints(puzzle.regions, puzzle.n, puzzle.n);
      board.resize(puzzle.n, puzzle.n);
      const each = `${puzzle.stars} ${puzzle.stars === 1 ? "queen" : "queens"} in each row, column and region`;
      put(demand, `${each}; no two touch.`);
      board.set("aria-label", `Puzzle of ${puzzle.n} by ${puzzle.n}, ${each}`);
      brushes.offer(colours);
      const { marks } = puzzle;
      const clues = cluesOf(marks).join("");
      clear.disabled = marks.join("") === clues;
      fix.disabled = clear.disabled;
      free.disabled = !marks.some(isClue);
      const key = [query.r, query.s, clues, isEditing].join();
      if (key !== asked) {
        asked = key;
        judged = "";
        judge();
      }
      [undo.disabled, redo.disabled] = [!past.canUndo, !past.canRedo];
      draw();
    },
    leave() {
      hold();
      judging.stop();
      make.stop();
      hints.reset();
    },
    key(event) {
      const isControl = event.ctrlKey || event.metaKey;
      if (isControl && event.key.toLowerCase() === "z") travel(event.shiftKey ? "redo" : "undo");
      else if (isControl && event.key.toLowerCase() === "y") travel("redo");
      else if (!isControl && event.key === "h" && !isEditing) hint.click();
      else return false;
      return true;
    },
    paste: read.take,
  };
}

/** @param {any} rating */
function tellRating({ rating, hardest }) {
  const word = `${rating[0].toUpperCase()}${rating.slice(1)}`;
  return hardest ? `${word}: the hardest step is called ${hardest.replaceAll("-", " ")}.` : `${word}.`;
}
