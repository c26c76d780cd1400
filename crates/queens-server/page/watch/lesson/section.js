import { isOn, oneOf } from "../../shared/address-check.js";
import { ask, once } from "../../shared/api.js";
import { picture } from "../../shared/board.js";
import { button, h, put } from "../../shared/dom.js";
import { LessonBoard } from "./board.js";
import { exercise, prediction } from "./exercise.js";
import { LessonPages } from "./pages.js";
import { LESSONS } from "../../lessons/list.js";
import { Presentation } from "../presentation.js";
import { orbit } from "../../shared/squares.js";
import { keep, stored } from "../../shared/store.js";
import { grouped, marked, table } from "../../shared/words.js";

/**
 * A lesson: paragraphs before and after the prediction, a live board, three exercises, and its sources, by
 * default those of the engines. `levels` is a size whose tree is shown level by level; `images` is a solution
 * whose images are shown, as its columns from 1; `notes` are for the teacher.
 * @typedef {{intro: string[], board: import("./board.js").LiveBoard, prediction:
 *   import("./exercise.js").LessonQuestion, text: string[], levels?: number, images?: number[], sources?:
 *   string[], notes: string[], exercises: import("./exercise.js").LessonQuestion[]}} Lesson
 */

/**
 * Where the browser stores the solved tasks of each lesson: `p` for the prediction, the indices of exercises.
 */
const PROGRESS_KEY = "queens.lessons";

/** Tasks of a lesson: the prediction and the exercises. */
const TASKS = 4;

const LIST_LEAD = "Twelve lessons from the first idea to the fast engines. Each has a question, a board on " +
  "which the engine runs, a prediction, and three exercises that the laboratory checks.";

/** Name of the window with the notes, and of the channel by which it follows the lesson. */
const NOTES_NAME = "queens-notes";

/** @returns {Record<string, string[]>} */
function progress() {
  try {
    const kept = JSON.parse(stored(PROGRESS_KEY) ?? "{}");
    return Object.fromEntries(
      LESSONS.map(({ id }) => [id, Array.isArray(kept?.[id]) ? kept[id].map(String) : []]));
  } catch {
    return Object.fromEntries(LESSONS.map(({ id }) => [id, []]));
  }
}

/** @param {string} lesson @param {string} task */
function solve(lesson, task) {
  const known = progress();
  known[lesson] = [...new Set([...known[lesson], task])];
  keep(PROGRESS_KEY, JSON.stringify(known));
}

/** The part of the page with the lessons: their list, a lesson, or its notes. */
class LessonPart {
  #store;
  #say;
  #content = h("div", {});
  element = h("div", { class: "lessons" }, this.#content);
  #shown = "";
  /** True if the notes of the lesson are shown, and nothing else. */
  #isNotes = false;
  /** @type {LessonBoard | null} */
  #live = null;
  #present = new Presentation(this.element, {
    change: (isOn) => this.#store.patch({ present: isOn ? "1" : "" }, isOn),
    drawn: () => this.#keepPresented(),
    step: (by) => this.#pages.go(by),
  });
  /** True if the next lesson that is shown begins with its last page. */
  #isFromEnd = false;
  #pages = new LessonPages(this.element, {
    article: () => this.#content.querySelector(".lesson"),
    board: () => this.#live,
    turn: (by) => this.#turnTo(by),
  });
  #channel = new BroadcastChannel(NOTES_NAME);
  #notesButton = button("Notes", () => this.#openNotes(),
    { "aria-keyshortcuts": "N", title: "Notes for the teacher, in a window of their own" });
  settings = { l: oneOf(LESSONS.map(({ id }) => id)), present: isOn, notes: isOn };

  /** @param {import("../../main.js").App} app */
  constructor({ store, say }) {
    this.#store = store;
    this.#say = say;
    this.#channel.addEventListener("message", ({ data }) => {
      if (this.#store.view.part === "lesson" && this.#store.view.query.notes === "1") {
        this.#store.patch({ l: data });
      }
    });
  }

  /** Opens the lesson before or after. @param {number} by */
  #turnTo(by) {
    const lesson = LESSONS[LESSONS.findIndex(({ id }) => id === this.#shown) + by];
    this.#isFromEnd = by < 0;
    if (lesson) this.#store.patch({ l: lesson.id }, true);
  }

  /** Opens the notes in another window; in this one the audience would see them. */
  #openNotes() {
    this.#present.keepLayout();
    const notes = open(`#lesson?l=${this.#shown}&notes=1`, NOTES_NAME, "popup,width=560,height=700");
    if (!notes) this.#say("The browser does not allow another window here.");
  }

  /** @param {string} id */
  async #showNotes(id) {
    const at = LESSONS.findIndex((lesson) => lesson.id === id);
    const { lesson } = await import(`../../lessons/${id}.js`);
    if (this.#shown !== id || !this.#isNotes) return;
    put(this.#content,
      h("article", { class: "notes-window" }, h("p", { class: "small" }, "Notes for the teacher"),
      h("h2", {}, `${at + 1}. ${LESSONS[at].title}`), ...paragraphs(lesson.notes)));
  }

  /** Makes the links to other lessons keep the presentation. */
  #keepPresented() {
    for (const link of this.#content.querySelectorAll(".lesson-turn a")) {
      const [plain] = (link.getAttribute("href") ?? "").split("&");
      link.setAttribute("href", this.#present.isOn && plain.includes("?") ? `${plain}&present=1` : plain);
    }
  }

  #showList() {
    const known = progress();
    put(this.#content, h("div", { class: "lesson-list" },
      h("p", { class: "lead" }, LIST_LEAD),
      h("ol", {}, ...LESSONS.map(({ id, title, question }, at) => h("li", {},
        h("a", { href: `#lesson?l=${id}` }, `${at + 1}. ${title}`), h("p", {}, question),
        known[id].length > 0 && h("p", { class: "small" }, tasksDone(known[id].length)))))));
  }

  /** The head of a lesson, with its place in the list. @param {number} at */
  #header(at) {
    const { title, question } = LESSONS[at];
    const place = h("p", { class: "small" }, h("a", { href: "#lesson" }, "Lessons"),
      ` ${at + 1} of ${LESSONS.length}`);
    return h("header", {},
      h("div", { class: "row between" }, place,
        h("span", {}, this.#notesButton, this.#present.button, this.#present.leave)),
      h("h2", {}, title), h("p", { class: "lead" }, question));
  }

  /** @param {string} id */
  async #showLesson(id) {
    const at = LESSONS.findIndex((lesson) => lesson.id === id);
    /** @type {[{lesson: Lesson}, any]} */
    const [{ lesson }, { engines }] = await Promise.all([import(`../../lessons/${id}.js`), once("engines")]);
    if (this.#shown !== id || this.#isNotes) return;
    this.#channel.postMessage(id);
    const known = progress()[id];
    this.#live = new LessonBoard(lesson.board, this.#say);
    const task = (/** @type {string} */ name) => () => solve(id, name);
    put(this.#content, h("article", { class: "lesson" },
      this.#header(at),
      h("div", { class: "lesson-text" }, ...paragraphs(lesson.intro)),
      this.#live.element,
      h("div", { class: "lesson-text" }, prediction(lesson.prediction, task("p")), ...paragraphs(lesson.text),
        lesson.levels && levelsTable(lesson.levels), lesson.images && imagesOf(lesson.images)),
      h("div", { class: "lesson-text" }, h("h2", {}, "Exercises"),
        ...lesson.exercises.map((one, index) =>
          exercise(`Exercise ${index + 1}`, one, known.includes(String(index)), task(String(index)))),
        h("p", { class: "small" }, `Sources: ${sourcesOf(lesson, engines).join(" ")}`),
        h("nav", { class: "lesson-turn", "aria-label": "Lessons before and after" },
          turn(at - 1, "prev", "Previous"), turn(at + 1, "next", "Next")),
        h("section", { class: "printed-notes" }, h("h2", {}, "Notes for the teacher"),
          ...paragraphs(lesson.notes)))));
    this.#keepPresented();
    if (this.#isFromEnd) this.#pages.showLast();
    this.#isFromEnd = false;
  }

  /** @param {import("../../shared/store.js").Query} query */
  async update(query) {
    const id = LESSONS.some((lesson) => lesson.id === query.l) ? query.l : "";
    this.#present.set(id !== "" && query.present === "1");
    const wantsNotes = id !== "" && query.notes === "1";
    document.documentElement.toggleAttribute("data-notes", wantsNotes);
    if (id === this.#shown && wantsNotes === this.#isNotes && this.#content.childElementCount > 0) {
      if (id === "") this.#showList();
      return;
    }
    [this.#shown, this.#isNotes] = [id, wantsNotes];
    this.#live?.close();
    this.#live = null;
    put(this.#content);
    scrollTo(0, 0);
    if (this.#isNotes) await this.#showNotes(id);
    else if (id) await this.#showLesson(id);
    else {
      this.#showList();
      if (query.l) this.#store.patch({ l: "" });
    }
  }

  leave() {
    this.#live?.pause();
    this.#present.set(false);
    document.documentElement.removeAttribute("data-notes");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.#live) return false;
    if (event.key.toLowerCase() === "n" && !event.ctrlKey && !event.metaKey && !event.altKey) {
      this.#openNotes();
      return true;
    }
    return this.#present.key(event) || this.#live.key(event);
  }
}

/**
 * @param {import("../../main.js").App} app
 * @returns {import("../../main.js").Part}
 */
export const create = (app) => new LessonPart(app);

/** @param {number} count */
const tasksDone = (count) => (count === TASKS ? "Complete" : `${count} of ${TASKS} tasks done`);

/**
 * The sources of a lesson, by default those of its engines.
 * @param {Lesson} lesson
 * @param {any[]} engines
 */
function sourcesOf({ sources, board }, engines) {
  const ofEngine = (/** @type {[string, string]} */ [engine]) => {
    const { author, source } = engines.find(({ id }) => id === engine);
    return `${author}: ${source}.`;
  };
  return [...new Set(sources ?? board.engines.map(ofEngine))];
}

/** @param {string[]} texts */
const paragraphs = (texts) => texts.map((text) => h("p", {}, ...marked(text)));

/**
 * @param {number} at
 * @param {string} rel
 * @param {string} word
 */
function turn(at, rel, word) {
  const lesson = LESSONS[at];
  return lesson ? h("a", { href: `#lesson?l=${lesson.id}`, rel }, `${word}: ${lesson.title}`)
    : h("a", { href: "#lesson" }, "All lessons");
}

/** The number of nodes on each level of the tree of `n` queens. @param {number} n */
function levelsTable(n) {
  const element = h("div", { class: "result" }, "Counting the tree ...");
  ask("profile", { sizes: [n, n] }).then(({ trees: [{ levels }] }) => {
    const most = Math.max(...levels);
    put(element,
      table(`Boards of the search for ${n} queens`, ["queens", "boards", ""],
        levels.map((/** @type {number} */ count, /** @type {number} */ queens) => {
      const bar = h("div", { class: "bar" });
      bar.style.setProperty("width", `${(count / most) * 100}%`);
      return [String(queens), grouped(count), bar];
    }), [true, true, false]));
  }, (error) => put(element, String(error.message)));
  return element;
}

/**
 * The distinct images of a solution, each with the symmetries that lead to it.
 * @param {number[]} columns from 1
 */
function imagesOf(columns) {
  const n = columns.length;
  const images = orbit(columns.map((column, row) => [row, column - 1]), n);
  return h("div", { class: "lesson-images" }, ...images.map(({ queens, maps }) => h("figure", {},
    picture(queens, n, n, ""),
    h("figcaption", { class: "small" }, h("strong", {}, queens.map(([, column]) => column + 1).join(" ")),
      ` ${maps.join(", ")}`))));
}
