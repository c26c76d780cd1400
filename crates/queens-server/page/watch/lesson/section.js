import { isOn, oneOf } from "../../shared/address-check.js";
import { ask, once } from "../../shared/api.js";
import { picture } from "../../shared/board.js";
import { button, h, put } from "../../shared/dom.js";
import { lessonBoard } from "./board.js";
import { exercise, prediction } from "./exercise.js";
import { LessonPages } from "./pages.js";
import { LESSONS } from "../../lessons/list.js";
import { Presentation } from "../presentation.js";
import { orbit } from "../../shared/squares.js";
import { keep, stored } from "../../shared/store.js";
import { grouped, marked, table } from "../../shared/words.js";

/**
 * A lesson: paragraphs before and after the prediction, a live board, three exercises, and its sources, by default those of the
 * engines. `levels` is a size whose tree is shown level by level; `images` is a solution whose images are shown, as its columns from 1; `notes`
 * are for the teacher.
 * @typedef {{intro: string[], board: import("./board.js").LiveBoard, prediction: import("./exercise.js").LessonQuestion,
 *   text: string[], levels?: number, images?: number[], sources?: string[], notes: string[],
 *   exercises: import("./exercise.js").LessonQuestion[]}} Lesson
 */

/** Where the browser stores the solved tasks of each lesson: `p` for the prediction, the indices of exercises. */
const PROGRESS_KEY = "queens.lessons";

/** Tasks of a lesson: the prediction and the exercises. */
const TASKS = 4;

/** Name of the window with the notes, and of the channel by which it follows the lesson. */
const NOTES_NAME = "queens-notes";

/** @returns {Record<string, string[]>} */
function progress() {
  try {
    const kept = JSON.parse(stored(PROGRESS_KEY) ?? "{}");
    return Object.fromEntries(LESSONS.map(({ id }) => [id, Array.isArray(kept?.[id]) ? kept[id].map(String) : []]));
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

/**
 * @param {import("../../main.js").App} app
 * @returns {import("../../main.js").Part}
 */
export function create({ store, say }) {
  const content = h("div", {});
  const element = h("div", { class: "lessons" }, content);
  let shown = "";
  /** True if the notes of the lesson are shown, and nothing else. */
  let isNotes = false;
  /** @type {ReturnType<typeof lessonBoard> | null} */
  let live = null;
  const present = new Presentation(element, {
    change: (isOn) => store.patch({ present: isOn ? "1" : "" }, isOn),
    drawn: keepPresented,
    step: (by) => pages.go(by),
  });
  /** True if the next lesson that is shown begins with its last page. */
  let isFromEnd = false;
  const pages = new LessonPages(element, {
    article: () => content.querySelector(".lesson"),
    board: () => live,
    turn(by) {
      const lesson = LESSONS[LESSONS.findIndex(({ id }) => id === shown) + by];
      isFromEnd = by < 0;
      if (lesson) store.patch({ l: lesson.id }, true);
    },
  });
  const channel = new BroadcastChannel(NOTES_NAME);
  channel.addEventListener("message", ({ data }) => {
    if (store.view.part === "lesson" && store.view.query.notes === "1") store.patch({ l: data });
  });
  const notesButton = button("Notes", openNotes, { "aria-keyshortcuts": "N", title: "Notes for the teacher, in a window of their own" });

  /** Opens the notes in another window; in this one the audience would see them. */
  function openNotes() {
    present.keepLayout();
    if (!open(`#lesson?l=${shown}&notes=1`, NOTES_NAME, "popup,width=560,height=700")) say("The browser does not allow another window here.");
  }

  /** @param {string} id */
  async function showNotes(id) {
    const at = LESSONS.findIndex((lesson) => lesson.id === id);
    const { lesson } = await import(`../../lessons/${id}.js`);
    if (shown !== id || !isNotes) return;
    put(content, h("article", { class: "notes-window" }, h("p", { class: "small" }, "Notes for the teacher"),
      h("h2", {}, `${at + 1}. ${LESSONS[at].title}`), ...paragraphs(lesson.notes)));
  }

  /** Makes the links to other lessons keep the presentation. */
  function keepPresented() {
    for (const link of content.querySelectorAll(".lesson-turn a")) {
      const [plain] = (link.getAttribute("href") ?? "").split("&");
      link.setAttribute("href", present.isOn && plain.includes("?") ? `${plain}&present=1` : plain);
    }
  }

  function showList() {
    const known = progress();
    put(content, h("div", { class: "lesson-list" },
      h("p", { class: "lead" }, "Twelve lessons from the first idea to the fast engines. Each has a question, a board on which the engine runs, a prediction, and three exercises that the laboratory checks."),
      h("ol", {}, ...LESSONS.map(({ id, title, question }, at) => h("li", {},
        h("a", { href: `#lesson?l=${id}` }, `${at + 1}. ${title}`), h("p", {}, question),
        known[id].length > 0 && h("p", { class: "small" }, known[id].length === TASKS ? "Complete" : `${known[id].length} of ${TASKS} tasks done`))))));
  }

  /** @param {string} id */
  async function showLesson(id) {
    const at = LESSONS.findIndex((lesson) => lesson.id === id);
    const { title, question } = LESSONS[at];
    /** @type {[{lesson: Lesson}, any]} */
    const [{ lesson }, { engines }] = await Promise.all([import(`../../lessons/${id}.js`), once("engines")]);
    if (shown !== id || isNotes) return;
    channel.postMessage(id);
    const known = progress()[id];
    live = lessonBoard(lesson.board, say);
    const task = (/** @type {string} */ name) => () => solve(id, name);
    const sources = lesson.sources ?? lesson.board.engines.map(([engine]) => engines.find((/** @type {any} */ one) => one.id === engine))
      .map((/** @type {any} */ { author, source }) => `${author}: ${source}.`);
    put(content, h("article", { class: "lesson" },
      h("header", {}, h("div", { class: "row between" }, h("p", { class: "small" }, h("a", { href: "#lesson" }, "Lessons"), ` ${at + 1} of ${LESSONS.length}`), h("span", {}, notesButton, present.button, present.leave)),
        h("h2", {}, title), h("p", { class: "lead" }, question)),
      h("div", { class: "lesson-text" }, ...paragraphs(lesson.intro)),
      live.element,
      h("div", { class: "lesson-text" }, prediction(lesson.prediction, task("p")), ...paragraphs(lesson.text),
        lesson.levels && levelsTable(lesson.levels), lesson.images && imagesOf(lesson.images)),
      h("div", { class: "lesson-text" }, h("h2", {}, "Exercises"),
        ...lesson.exercises.map((one, index) =>
          exercise(`Exercise ${index + 1}`, one, known.includes(String(index)), task(String(index)))),
        h("p", { class: "small" }, `Sources: ${[...new Set(sources)].join(" ")}`),
        h("nav", { class: "lesson-turn", "aria-label": "Lessons before and after" }, turn(at - 1, "prev", "Previous"), turn(at + 1, "next", "Next")),
        h("section", { class: "printed-notes" }, h("h2", {}, "Notes for the teacher"), ...paragraphs(lesson.notes)))));
    keepPresented();
    if (isFromEnd) pages.showLast();
    isFromEnd = false;
  }

  return {
    element,
    settings: { l: oneOf(LESSONS.map(({ id }) => id)), present: isOn, notes: isOn },
    async update(query) {
      const id = LESSONS.some((lesson) => lesson.id === query.l) ? query.l : "";
      present.set(id !== "" && query.present === "1");
      const wantsNotes = id !== "" && query.notes === "1";
      document.documentElement.toggleAttribute("data-notes", wantsNotes);
      if (id === shown && wantsNotes === isNotes && content.childElementCount > 0) return id === "" ? showList() : undefined;
      [shown, isNotes] = [id, wantsNotes];
      live?.close();
      live = null;
      put(content);
      scrollTo(0, 0);
      if (isNotes) await showNotes(id);
      else if (id) await showLesson(id);
      else {
        showList();
        if (query.l) store.patch({ l: "" });
      }
    },
    leave() {
      live?.pause();
      present.set(false);
      document.documentElement.removeAttribute("data-notes");
    },
    key(event) {
      if (!live) return false;
      if (event.key.toLowerCase() === "n" && !event.ctrlKey && !event.metaKey && !event.altKey) {
        openNotes();
        return true;
      }
      return present.key(event) || live.key(event);
    },
  };
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
  return lesson ? h("a", { href: `#lesson?l=${lesson.id}`, rel }, `${word}: ${lesson.title}`) : h("a", { href: "#lesson" }, "All lessons");
}

/** The number of nodes on each level of the tree of `n` queens. @param {number} n */
function levelsTable(n) {
  const element = h("div", { class: "result" }, "Counting the tree ...");
  ask("profile", { sizes: [n, n] }).then(({ trees: [{ levels }] }) => {
    const most = Math.max(...levels);
    put(element, table(`Boards of the search for ${n} queens`, ["queens", "boards", ""], levels.map((/** @type {number} */ count, /** @type {number} */ queens) => {
      const bar = h("div", { class: "bar" });
      bar.style.setProperty("width", `${(count / most) * 100}%`);
      return [String(queens), grouped(count), bar];
    }), [true, true, false]));
  }, (error) => put(element, String(error.message)));
  return element;
}

/** The distinct images of a solution, each with the symmetries that lead to it. @param {number[]} columns from 1 */
function imagesOf(columns) {
  const n = columns.length;
  const images = orbit(columns.map((column, row) => [row, column - 1]), n);
  return h("div", { class: "lesson-images" }, ...images.map(({ queens, maps }) => h("figure", {},
    picture(queens, n, n, ""), h("figcaption", { class: "small" }, h("strong", {}, queens.map(([, column]) => column + 1).join(" ")), ` ${maps.join(", ")}`))));
}
