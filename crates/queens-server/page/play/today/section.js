import { LatestRequest, isAbort, reason } from "../../shared/api.js";
import { FIRST_DAY, dayName, dayParts, isDay, latestDay, puzzlesOf, today } from "./days.js";
import { loadDaily } from "./load.js";
import { keepRecord, readRecords, timesBefore } from "./records.js";
import { shareText } from "./share.js";
import { streakOf } from "./streak.js";
import { showWeek } from "./week.js";
import { button, h, put, share } from "../../shared/dom.js";
import { crown, icon } from "../../shared/icons.js";
import { NO_PROGRESS } from "../progress.js";
import { COMPARED_TIMES } from "../win.js";
import { counted, helpWords } from "../words.js";
import { minutes } from "../clock.js";
import { PuzzlePlayer } from "../puzzle/player.js";
import { consequences } from "../puzzle/state.js";
import { RECORDS_KEY, address, linkTo } from "../../shared/store.js";
import { tints } from "../../shared/tints.js";

/**
 * @typedef {import("./days.js").DailyPuzzle} DailyPuzzle
 * @typedef {import("./records.js").DailyRecord} DailyRecord
 * @typedef {import("../progress.js").Progress} Progress
 * @typedef {import("../puzzle/state.js").Puzzle} Puzzle
 * @typedef {import("../../shared/store.js").Query} Query
 */

/** The letters of packed results. */
const RESULTS_LETTERS = /^[\w-]+$/;

/** Time between two looks at the date, in milliseconds. */
const DATE_INTERVAL = 10_000;

/** True for a day that has puzzles. @param {string} text */
const isOffered = (text) => isDay(text) && text >= FIRST_DAY && text <= latestDay();

/** The day of an address, or today. @param {string | undefined} text */
const dayOf = (text) => (text && isOffered(text) ? text : today());

/** The name of a puzzle: crowns for several queens. @param {DailyPuzzle} daily */
function nameWords({ name, stars }) {
  if (stars === 1) return [name];
  const crowns = Array.from({ length: stars }, crown);
  return [h("span", { class: "unseen" }, name),
    h("span", { class: "stars", "aria-hidden": "true" }, ...crowns)];
}

/**
 * The state of a puzzle, which is always short: its size before it is played, then its time.
 * @param {DailyPuzzle} daily
 * @param {DailyRecord | undefined} record
 */
function stateWords({ size }, record) {
  if (!record) return [`${size} x ${size}`];
  return record.solved ? [h("span", { class: "unseen" }, "solved in "), minutes(record.seconds)] : ["begun"];
}

/** The section with the puzzles of a day, the same for everybody. */
class TodayPart {
  #store;
  #player;
  #asking = new LatestRequest();
  /** The day that is shown. */
  #day = "";
  /** True if it was today when it was opened. */
  #wasToday = false;
  /** The puzzle of the day that is shown. */
  #daily = puzzlesOf(FIRST_DAY)[0];
  /** That puzzle with the marks of the player; null until it has been loaded. @type {Puzzle | null} */
  #puzzle = null;
  /** Marks, time and help when they were kept last. */
  #kept = "";
  #title = h("h2", { class: "day" });
  #offer = h("p", { class: "offer", role: "status" });
  #sizes = h("ul", { class: "sizes" });
  #failure = h("p", { class: "bad", role: "alert" });
  #result = h("section", { class: "note result-of-day", "aria-label": "Result" });
  #shared = h("p", { class: "small", role: "status" });
  #week = h("ul", { class: "week", "aria-label": "The last seven days" });
  #streak = h("p", { class: "streak num" });
  /**
   * What is below the week; null until the first puzzle is there.
   * @type {import("./archive.js").Archive | null}
   */
  #archive = null;
  #head = h("div", { class: "daily-head" });
  #side = h("div", { class: "side" });
  /** @type {Record<string, import("../../shared/address-check.js").SettingCheck>} */
  settings = {
    d: (day) => (isOffered(day) ? "" : `use a day from ${FIRST_DAY} to today, such as 2026-11-26`),
    k: (id, { d }) => {
      /** @type {string[]} */
      const ids = puzzlesOf(dayOf(d)).map((daily) => daily.id);
      return ids.includes(id) ? "" : `use one of ${ids.join(", ")} on this day`;
    },
    r: (results) => (RESULTS_LETTERS.test(results) ? "" : "use the whole link that another browser made"),
  };
  element;

  /** @param {import("../../main.js").App} app */
  constructor({ store, say }) {
    this.#store = store;
    this.#player = new PuzzlePlayer({ say, change: (to) => this.#change(to), progressed: () => this.#keep(),
      solved: (progress) => this.#solve(progress), winActions: () => this.#actions(),
      winFacts: () => this.#facts() });
    this.#head.append(h("div", { class: "day-line" }, this.#title, this.#player.head), this.#offer,
      this.#sizes, this.#failure);
    this.#side.append(this.#result, h("div", { class: "week-row" }, this.#streak, this.#week));
    this.element = h("div", { class: "play-page daily" }, this.#head, this.#player.stage, this.#side);
    setInterval(() => this.#offerToday(), DATE_INTERVAL);
    addEventListener("storage", ({ key }) => key === RECORDS_KEY && this.#follow());
    // A window in the background may have missed what another one did.
    document.addEventListener("visibilitychange",
      () => !document.hidden && (this.#follow(), this.#offerToday()));
  }

  /** @param {Query} query */
  update(query) {
    this.#keep();
    const day = dayOf(query.d);
    const puzzles = puzzlesOf(day);
    const daily = puzzles.find(({ id }) => id === query.k);
    this.#wasToday = day === today();
    this.#open(day, daily ?? this.#nextPuzzle(day) ?? puzzles[1]).then(() => this.#showArchive());
  }

  /** Loads what is below the week, once; if that fails, it is tried again with the next puzzle. */
  async #showArchive() {
    const module = await import("./archive.js").catch(() => null);
    if (!module) return;
    if (!this.#archive) {
      this.#archive = new module.Archive(() => this.#showRecords(),
        () => this.#closeResults());
      this.#head.prepend(this.#archive.offer.element);
      this.#side.append(...this.#archive.elements, this.#player.controls);
      this.#archive.show(this.#day);
    }
    this.#archive.offer.show(this.#store.view.query.r ?? "");
  }

  /**
   * The puzzle of a day to play next: one that was begun, else the smallest that is not solved; undefined if
   * all are solved.
   * @param {string} day
   */
  #nextPuzzle(day) {
    const records = readRecords()[day] ?? {};
    const open = puzzlesOf(day).filter(({ id }) => !records[id]?.solved);
    return open.find(({ id }) => records[id]) ?? open[0];
  }

  /**
   * Opens a puzzle as the player left it.
   * @param {string} day
   * @param {DailyPuzzle} daily
   */
  async #open(day, daily) {
    if (day === this.#day && daily === this.#daily && this.#puzzle) {
      this.#player.show(this.#puzzle);
      return this.#showRecords();
    }
    const isOtherDay = this.#day !== "" && day !== this.#day;
    [this.#day, this.#daily, this.#puzzle] = [day, daily, null];
    put(this.#failure);
    put(this.#shared);
    this.#showRecords();
    // On a phone the calendar is far below the board.
    if (isOtherDay) this.#title.scrollIntoView({ block: "nearest" });
    const record = this.#record;
    if (record?.regions && record.marks) {
      this.#asking.stop();
      return this.#begin({ n: daily.size, stars: daily.stars, regions: [...record.regions],
        marks: [...record.marks] }, record);
    }
    this.#setInert(true);
    this.#player.wait("Generating the puzzle ...");
    const signal = this.#asking.next();
    try {
      const { puzzle, solution } = await loadDaily(day, daily, signal);
      if (!signal.aborted) {
        this.#begin(record?.solved ? solution : puzzle, record);
      }
    } catch (error) {
      if (isAbort(error)) return;
      this.#player.wait("");
      put(this.#failure, `${reason(error)} `, button("Try again", () => this.#open(day, daily)));
    }
  }

  /**
   * @param {Puzzle} puzzle
   * @param {Progress | undefined} record
   */
  #begin(puzzle, record) {
    this.#puzzle = puzzle;
    this.#setInert(false);
    this.#player.begin(record ?? NO_PROGRESS, this.#daily.rating);
    this.#player.show(puzzle);
    this.#kept = this.#state;
  }

  /** While a puzzle is awaited, the board is that of the last one. @param {boolean} isInert */
  #setInert(isInert) {
    this.#player.stage.inert = isInert;
    this.#player.stage.classList.toggle("waiting", isInert);
    this.#player.controls.inert = isInert;
  }

  /** The record of the puzzle that is shown. @returns {DailyRecord | undefined} */
  get #record() {
    return readRecords()[this.#day]?.[this.#daily.id];
  }

  /** @param {Puzzle} to */
  #change(to) {
    this.#puzzle = to;
    this.#keep();
    this.#player.show(to);
  }

  /** Shows what another window has done since: marks, time, help, or the solution. */
  #follow() {
    const record = this.#record;
    if (!this.#puzzle || !record || consequences(this.#puzzle).isDone) return;
    const isShown = this.element.isConnected;
    if (record.solved) {
      this.#puzzle = null;
      if (isShown) this.#open(this.#day, this.#daily);
    } else {
      this.#player.raise(record);
      this.#puzzle = { ...this.#puzzle, marks: [...record.marks ?? ""] };
      this.#kept = this.#state;
      if (isShown) this.#player.show(this.#puzzle);
    }
    if (isShown) this.#showRecords();
  }

  /**
   * Keeps marks, time and help of the puzzle if they have changed here: another window may have changed them,
   * too.
   */
  #keep() {
    const state = this.#state;
    if (!this.#puzzle || state === this.#kept || this.#record?.solved) return;
    this.#kept = state;
    const { regions, marks } = this.#puzzle;
    keepRecord(this.#day, this.#daily.id,
      { ...this.#now(this.#player.progress), solved: false, regions: regions.join(""),
        marks: marks.join("") });
  }

  /** Marks, time and help as a text. */
  get #state() {
    return JSON.stringify([this.#puzzle?.marks, this.#player.progress]);
  }

  /** @param {Progress} progress */
  #solve(progress) {
    // It was solved before if its solution is only shown.
    if (this.#record?.solved) return;
    keepRecord(this.#day, this.#daily.id,
      { ...this.#now(progress), date: today(progress.seconds), solved: true });
    this.#showRecords();
  }

  /** @param {Progress} progress */
  #now({ seconds, hints, checks, order }) {
    // Rounded down, as the clock shows it.
    return { seconds: Math.floor(seconds * 10) / 10, hints, checks, order, date: today() };
  }

  /** Shows everything that depends on the day, the puzzle and the records. */
  #showRecords() {
    const hadFocus = this.element.contains(document.activeElement);
    const [weekday, date] = dayParts(this.#day);
    put(this.#title, h("span", { class: "weekday" }, weekday), h("span", { class: "unseen" }, ", "),
      h("span", { class: "date" }, date));
    this.#offerToday();
    this.#archive?.show(this.#day);
    this.#showSizes();
    this.#showWeek();
    this.#showResult();
    // The link or button that led here may be gone.
    const isLost = !this.element.contains(document.activeElement)
      || document.activeElement?.closest("[hidden]");
    if (hadFocus && isLost) {
      /** @type {HTMLElement | null} */ (this.#sizes.querySelector("[aria-current]"))?.focus();
    }
  }

  #showWeek() {
    const records = readRecords();
    const { current, freezes, frozen } = streakOf(records, today());
    put(this.#streak, h("strong", {}, String(current)),
      h("span", { class: "small" }, current === 1 ? "day" : "days"),
      freezes > 0 && h("span", { class: "freezes", title: counted(freezes, "freeze") }, icon("ice"),
        String(freezes), h("span", { class: "unseen" }, freezes === 1 ? " freeze" : " freezes")));
    showWeek(this.#week, records, today(), frozen);
  }

  /** Ends the offer of results in the address. */
  #closeResults() {
    this.#store.patch({ r: "" });
    this.#showRecords();
  }

  #showSizes() {
    const records = readRecords()[this.#day] ?? {};
    put(this.#sizes, ...puzzlesOf(this.#day).map((daily) => {
      const record = records[daily.id];
      return h("li", {}, h("a", {
        href: address({ part: "today", query: { d: this.#day, k: daily.id } }),
        class: record?.solved && "solved",
        "aria-current": daily === this.#daily && "true",
      }, h("span", {}, record?.solved && icon("tick"), ...nameWords(daily)),
      h("span", { class: "small" }, ...stateWords(daily, record))));
    }));
  }

  #showResult() {
    const record = this.#record;
    this.#result.hidden = !record?.solved;
    if (!record?.solved) return;
    const press = (/** @type {() => void | Promise<string>} */ run) => async () => put(this.#shared,
      await run() || "");
    put(this.#result, h("p", {}, `Solved in ${minutes(record.seconds)}, ${helpWords(record)}.`),
      h("div", { class: "row" }, ...this.#actions()
        .map(({ label, run }, at) => button(label, press(run),
          { class: at === 0 && "main" }))), this.#shared);
  }

  /**
   * The actions after a puzzle is solved; one may return a sentence about its result.
   * @returns {{label: string, run: () => void | Promise<string>}[]}
   */
  #actions() {
    const next = this.#nextPuzzle(this.#day);
    const open = () => next && this.#store.go("today", { d: this.#day, k: next.id });
    return [{ label: "Share", run: () => this.#share() },
      next ? { label: `Next: ${next.name}`, run: open }
        : { label: "More puzzles", run: () => this.#store.go("puzzles", {}) }];
  }

  /** What the result is compared with. */
  #facts() {
    const records = readRecords();
    const { current, earned } = streakOf(records, today());
    return {
      seconds: this.#record?.seconds ?? 0,
      past: timesBefore(records, this.#daily, this.#day, COMPARED_TIMES),
      streak: current, hasNewFreeze: earned === today(),
    };
  }

  async #share() {
    const record = this.#record;
    if (!record || !this.#puzzle) return "";
    const link = linkTo({ part: "today", query: { d: this.#day, k: this.#daily.id } });
    const { n, regions } = this.#puzzle;
    return share(shareText(this.#day, this.#daily, record, tints(regions, n, n), link));
  }

  /** Offers the puzzles of today while those of another day are shown. */
  #offerToday() {
    const now = today();
    const isNew = this.#wasToday && now > this.#day;
    const text = now === this.#day ? "" : isNew ? `A new day has begun: ${dayName(now)}` : "Today's puzzles";
    if (!this.#day || this.#offer.textContent === text) return;
    put(this.#offer, text && h("a", { href: address({ part: "today", query: { d: now } }) }, text));
    this.#archive?.show(this.#day);
  }

  leave() {
    this.#keep();
    this.#asking.stop();
    this.#player.leave();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return this.#player.key(event);
  }
}

/**
 * @param {import("../../main.js").App} app
 * @returns {import("../../main.js").Part}
 */
export const create = (app) => new TodayPart(app);
