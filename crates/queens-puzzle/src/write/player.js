"use strict";
(() => {
  const [OPEN, CROSS, QUEEN] = [".", "x", "Q"];
  const MARK_NAMES = { [OPEN]: "empty", [CROSS]: "cross", [QUEEN]: "queen" };
  const PICTURES = {
    [CROSS]: '<svg class="cross" viewBox="0 0 100 100" aria-hidden="true"><path d="M30 30 70 70M70 30 30 70"/></svg>',
    [QUEEN]: '<svg class="queen" viewBox="0 0 100 100" aria-hidden="true"><path d="M14 30 29 68H71L86 30 67 49 50 18 33 49Z"/><path d="M27 77H73V86H27Z"/></svg>',
    [OPEN]: "",
  };
  const find = (id) => document.getElementById(id);
  const say = (id, text) => { find(id).textContent = text; };
  const puzzles = JSON.parse(find("data").textContent);

  /** What the browser keeps of each puzzle; without storage it lasts as long as the page. */
  const memory = {
    isKept: true,
    read(key) {
      try {
        return JSON.parse(localStorage.getItem(key) || "null");
      } catch {
        this.isKept = false;
        return null;
      }
    },
    write(key, value) {
      try {
        localStorage.setItem(key, JSON.stringify(value));
      } catch {
        this.isKept = false;
      }
    },
  };

  const clockText = (seconds) => {
    const two = (number) => String(number).padStart(2, "0");
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  };

  const columnName = (column) => {
    const last = String.fromCharCode(97 + column % 26);
    return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last;
  };

  /** A puzzle being played. */
  class Game {
    constructor(puzzle) {
      Object.assign(this, puzzle);
      this.key = `queens ${puzzle.stars} ${puzzle.regions.join(",")} ${puzzle.start}`;
      this.start = [...puzzle.start];
      this.fixed = this.start.map((mark) => mark !== OPEN);
      this.forget();
      const saved = memory.read(this.key);
      const isMark = (mark, at) => mark in MARK_NAMES && (!this.fixed[at] || mark === this.start[at]);
      if (saved && typeof saved.marks === "string" && saved.marks.length === this.start.length
          && [...saved.marks].every(isMark)) {
        this.marks = [...saved.marks];
        this.seconds = Math.max(0, Math.floor(Number(saved.seconds)) || 0);
        this.isSolved = saved.solved === true;
      }
    }

    forget() {
      this.marks = [...this.start];
      this.seconds = 0;
      this.isRunning = false;
      this.isSolved = false;
      this.undone = [];
      this.done = [];
    }

    save() {
      memory.write(this.key, { marks: this.marks.join(""), seconds: this.seconds, solved: this.isSolved });
    }

    /** Sets squares to marks, as one step for undo. Returns true if something changes. */
    change(changes) {
      const step = changes.filter(([at, mark]) => !this.fixed[at] && this.marks[at] !== mark)
        .map(([at, mark]) => [at, this.marks[at], mark]);
      if (step.length === 0 || this.isSolved) {
        return false;
      }
      for (const [at, , mark] of step) {
        this.marks[at] = mark;
      }
      this.done.push(step);
      this.undone = [];
      this.isRunning = true;
      this.isSolved = this.isComplete();
      this.isRunning = !this.isSolved;
      this.save();
      return true;
    }

    /** Takes the last step back, or repeats it. */
    step(from, to, place) {
      const step = from.pop();
      if (step) {
        for (const change of step) {
          this.marks[change[0]] = change[place];
        }
        to.push(step);
        this.save();
      }
    }

    undo() { this.step(this.done, this.undone, 1); }

    redo() { this.step(this.undone, this.done, 2); }

    get queens() {
      return this.marks.flatMap((mark, at) => mark === QUEEN ? [at] : []);
    }

    units(at) {
      return [`r${Math.floor(at / this.size)}`, `c${at % this.size}`, `g${this.regions[at]}`];
    }

    countUnits() {
      const counts = {};
      this.queens.forEach((at) => this.units(at).forEach((unit) => { counts[unit] = (counts[unit] || 0) + 1; }));
      return counts;
    }

    touch(one, other) {
      const { size } = this;
      return one !== other && Math.abs(Math.floor(one / size) - Math.floor(other / size)) <= 1
        && Math.abs(one % size - other % size) <= 1;
    }

    /** The queens that break a rule. */
    clashes() {
      const [counts, queens] = [this.countUnits(), this.queens];
      return new Set(queens.filter((at) => this.units(at).some((unit) => counts[unit] > this.stars)
        || queens.some((other) => this.touch(at, other))));
    }

    isComplete() {
      return this.queens.length === this.stars * this.size && this.clashes().size === 0;
    }
  }

  const games = puzzles.map((puzzle) => new Game(puzzle));
  let game = games[0];
  let cells = [];
  let focused = 0;
  let drag = null;

  function describe(at, clashes) {
    const name = columnName(at % game.size) + (Math.floor(at / game.size) + 1);
    let mark = MARK_NAMES[game.marks[at]];
    if (game.fixed[at]) {
      mark = game.marks[at] === QUEEN ? "given queen" : "stays empty";
    }
    return `${name}, region ${game.names[game.regions[at]]}, ${mark}${clashes.has(at) ? ", breaks a rule" : ""}`;
  }

  /** Shows the marks and all that follows from them. */
  function refresh() {
    const clashes = game.clashes();
    cells.forEach((cell, at) => {
      const isBlocked = game.fixed[at] && game.marks[at] === CROSS;
      const picture = isBlocked ? "" : PICTURES[game.marks[at]];
      if (cell.dataset.mark !== game.marks[at]) {
        cell.dataset.mark = game.marks[at];
        cell.innerHTML = picture;
      }
      cell.classList.toggle("clash", clashes.has(at));
      cell.setAttribute("aria-label", describe(at, clashes));
    });
    const all = game.stars * game.size;
    say("count", `${game.queens.length} of ${all} queens`);
    say("clock", clockText(game.seconds));
    find("undo").disabled = game.isSolved || game.done.length === 0;
    find("redo").disabled = game.isSolved || game.undone.length === 0;
    document.body.classList.toggle("won", game.isSolved);
    let message = "";
    if (game.isSolved) {
      message = `Solved in ${clockText(game.seconds)}.`;
    } else if (clashes.size) {
      message = "Some queens break a rule.";
    }
    if (find("message").textContent !== message) {
      say("message", message);
    }
    say("memory", memory.isKept ? "This browser keeps your progress." : "This browser does not keep your progress.");
    markButtons();
  }

  function markButtons() {
    [...find("puzzles").children].forEach((button, number) => {
      const { isSolved } = games[number];
      button.classList.toggle("solved", isSolved);
      button.textContent = `${number + 1}${isSolved ? " ✓" : ""}`;
      button.setAttribute("aria-label",
        `Puzzle ${number + 1}${games[number].title ? `: ${games[number].title}` : ""}${isSolved ? ", solved" : ""}`);
      button.setAttribute("aria-current", String(games[number] === game));
    });
  }

  function makeCell(at) {
    const cell = document.createElement("div");
    const { size, regions } = game;
    const [row, column] = [Math.floor(at / size), at % size];
    cell.setAttribute("role", "gridcell");
    cell.tabIndex = at === focused ? 0 : -1;
    cell.dataset.at = String(at);
    const [light, dark] = game.colors[regions[at]];
    cell.style.setProperty("--light", light);
    cell.style.setProperty("--dark", dark);
    cell.classList.toggle("last", column === size - 1);
    cell.classList.toggle("bottom", row === size - 1);
    cell.classList.toggle("right", column < size - 1 && regions[at] !== regions[at + 1]);
    cell.classList.toggle("below", row < size - 1 && regions[at] !== regions[at + size]);
    cell.classList.toggle("given", game.fixed[at] && game.start[at] === QUEEN);
    cell.classList.toggle("blocked", game.fixed[at] && game.start[at] === CROSS);
    return cell;
  }

  /** Shows a puzzle. */
  function open(number) {
    game = games[number];
    focused = 0;
    const board = find("board");
    board.style.setProperty("--size", game.size);
    // A board wider than a phone scrolls instead of taking crosses from a drag.
    board.classList.toggle("large", game.size > 16);
    cells = game.regions.map((_, at) => makeCell(at));
    const rows = Array.from({ length: game.size }, (_, row) => {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      line.append(...cells.slice(row * game.size, (row + 1) * game.size));
      return line;
    });
    board.replaceChildren(...rows);
    say("title", game.title || `Puzzle of ${game.size} × ${game.size}`);
    say("byline", game.author ? `by ${game.author}` : "");
    say("sentences", game.sentences);
    say("rules", game.rules);
    say("terms", [game.date, game.licence].filter(Boolean).join(", "));
    document.title = find("title").textContent;
    refresh();
  }

  /** Makes a square the one that keys act on and that the Tab key reaches. */
  function enter(at) {
    cells[focused].tabIndex = -1;
    focused = at;
    cells[at].tabIndex = 0;
  }

  const next = (mark) => ({ [OPEN]: CROSS, [CROSS]: QUEEN, [QUEEN]: OPEN })[mark];

  function put(at, mark) {
    game.change([[at, mark]]);
    refresh();
  }

  const cellOf = (target) => target instanceof Element ? target.closest('[role="gridcell"]') : null;

  function listenToPointer(board) {
    board.addEventListener("pointerdown", (event) => {
      const cell = cellOf(event.target);
      if (cell && event.button === 0) {
        const at = Number(cell.dataset.at);
        drag = { from: at, squares: new Set([at]), isChanged: false };
      }
    });
    board.addEventListener("pointermove", (event) => {
      if (!drag || event.buttons === 0 || board.classList.contains("large")) {
        return;
      }
      const cell = cellOf(document.elementFromPoint(event.clientX, event.clientY));
      const at = cell ? Number(cell.dataset.at) : drag.from;
      if (cell && !drag.squares.has(at)) {
        // One step for undo: the squares of this drag so far are taken back first.
        if (drag.isChanged) {
          game.undo();
        }
        drag.squares.add(at);
        const open = [...drag.squares].filter((place) => game.marks[place] === OPEN);
        drag.isChanged = game.change(open.map((place) => [place, CROSS]));
        refresh();
      }
    });
    addEventListener("pointerup", () => setTimeout(() => { drag = null; }));
    addEventListener("pointercancel", () => { drag = null; });
    board.addEventListener("click", (event) => {
      const cell = cellOf(event.target);
      const wasDrag = drag && drag.squares.size > 1;
      if (cell && !wasDrag) {
        const at = Number(cell.dataset.at);
        cells[at].focus();
        put(at, next(game.marks[at]));
      }
    });
    board.addEventListener("contextmenu", (event) => {
      const cell = cellOf(event.target);
      if (cell && event.pointerType !== "touch") {
        event.preventDefault();
        const at = Number(cell.dataset.at);
        put(at, game.marks[at] === QUEEN ? OPEN : QUEEN);
      }
    });
  }

  function listenToKeys(board) {
    const marks = { q: QUEEN, Enter: QUEEN, x: CROSS, Delete: OPEN, Backspace: OPEN, ".": OPEN };
    const moves = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    // A screen reader moves the focus without a key.
    board.addEventListener("focusin", (event) => {
      const cell = cellOf(event.target);
      if (cell) {
        enter(Number(cell.dataset.at));
      }
    });
    board.addEventListener("keydown", (event) => {
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (event.ctrlKey || event.metaKey || event.altKey) {
        return;
      }
      const { size } = game;
      if (key in moves) {
        const [row, column] = [Math.floor(focused / size) + moves[key][0], focused % size + moves[key][1]];
        if (row >= 0 && row < size && column >= 0 && column < size) {
          cells[row * size + column].focus();
        }
      } else if (key === " ") {
        put(focused, next(game.marks[focused]));
      } else if (key in marks) {
        put(focused, game.marks[focused] === marks[key] ? OPEN : marks[key]);
      } else {
        return;
      }
      event.preventDefault();
    });
    addEventListener("keydown", (event) => {
      const key = event.key.toLowerCase();
      if ((event.ctrlKey || event.metaKey) && (key === "z" || key === "y")) {
        event.preventDefault();
        find(key === "y" || event.shiftKey ? "redo" : "undo").click();
      }
    });
  }

  function start() {
    const nav = find("puzzles");
    nav.hidden = games.length < 2;
    nav.append(...games.map((_, number) => {
      const button = document.createElement("button");
      button.type = "button";
      button.addEventListener("click", () => open(number));
      return button;
    }));
    find("undo").addEventListener("click", () => { game.undo(); refresh(); });
    find("redo").addEventListener("click", () => { game.redo(); refresh(); });
    find("clear").addEventListener("click", () => { game.forget(); game.save(); refresh(); });
    listenToPointer(find("board"));
    listenToKeys(find("board"));
    setInterval(() => {
      if (game.isRunning && !document.hidden) {
        game.seconds += 1;
        game.save();
        say("clock", clockText(game.seconds));
      }
    }, 1000);
    const first = games.findIndex(({ isSolved }) => !isSolved);
    open(Math.max(first, 0));
  }

  start();
})();
