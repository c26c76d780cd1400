import { ask, get, reason } from "../../shared/api.js";
import { Board } from "../../shared/board.js";
import { button, field, h, put } from "../../shared/dom.js";
import { LETTERS } from "./answers.js";
import { squareName, squareOf } from "../../shared/squares.js";
import { grouped, marked } from "../../shared/words.js";

/**
 * A question of a lesson. `form` is the form of the answer: a number; a square of a board of `n` x `n` with
 * `queens`; a list of columns in order; a set of columns; one of `choices`. A list may also be any solution
 * of `anySolution` queens. `traps` are wrong answers with the reason, `why` explains the right one.
 * @typedef {import("./answers.js").AnswerValue} AnswerValue
 * @typedef {{question: string, form: "number" | "square" | "list" | "set" | "choice", answer:
 *   import("./answers.js").LessonAnswer, why: string, n?: number, queens?: string[], choices?: string[],
 *   anySolution?: number, traps?: [AnswerValue, string][]}} LessonQuestion
 *
 * A field for an answer: `value` is null, with a `fault`, if what was entered is not an answer.
 * @typedef {{element: HTMLElement, read: () => {value: AnswerValue | null, fault?: string}}} AnswerField
 */

/** @param {string} path @param {unknown} [body] */
const askLaboratory = (path, body) => (body === undefined ? get(path) : ask(path, body));

let groups = 0;

/** @param {LessonQuestion} question @returns {AnswerField} */
function answerField(question) {
  if (question.form === "number") {
    const input = h("input", { type: "number", step: 1, inputmode: "numeric" });
    return {
      element: field("Your answer", input),
      read: () => (/^-?\d+$/.test(input.value) ? { value: Number(input.value) }
        : { value: null, fault: "Enter a whole number." }),
    };
  }
  if (question.form === "choice") {
    const name = `lesson-choice-${groups++}`;
    const inputs = (question.choices ?? [])
      .map((_, at) => h("input", { type: "radio", name, value: LETTERS[at] }));
    return {
      element: h("fieldset", { class: "lesson-choices" }, h("legend", { class: "unseen" }, "Your answer"),
        ...inputs.map((input, at) => h("label", { class: "tick" }, input,
          h("span", {}, ...marked(question.choices?.[at] ?? ""))))),
      read() {
        const value = inputs.find(({ checked }) => checked)?.value ?? null;
        return { value, fault: "Choose one of the answers." };
      },
    };
  }
  if (question.form === "square") return squareField(question);
  const input = h("input",
    { type: "text", autocomplete: "off", placeholder: question.form === "set" ? "such as 1 4"
      : "such as 2 4 1 3" });
  return {
    element: field(question.form === "set" ? "Your answer: columns" : "Your answer: a list of numbers",
      input),
    read() {
      const words = input.value.trim().split(/[\s,;]+/).filter(Boolean);
      return words.length > 0 && words.every((word) => /^\d+$/.test(word)) ? { value: words.map(Number) }
        : { value: null, fault: "Enter numbers with blanks between them." };
    },
  };
}

/** @param {LessonQuestion} question @returns {AnswerField} */
function squareField({ n = 4, queens = [] }) {
  /** @type {number | null} */
  let chosen = null;
  const words = h("p", { class: "small", role: "status" },
    "Click a square, or choose one with the arrow keys and Enter.");
  const board = new Board("Board of the question", { tap(index) {
    if (standing.has(index)) return;
    chosen = index;
    put(words, `Your answer: ${squareName(Math.floor(index / n), index % n)}`);
    draw();
  } });
  const standing = new Set(queens.map((name) => {
    const [row, column] = squareOf(name) ?? [0, 0];
    return row * n + column;
  }));
  function draw() {
    for (let index = 0; index < n * n; index++) {
      board.show(index,
        { piece: standing.has(index) ? "queen" : index === chosen ? "dot" : "",
          classes: index === chosen ? "over" : "",
        label: standing.has(index) ? "queen" : index === chosen ? "your answer" : "" });
    }
  }
  board.resize(n, n);
  draw();
  return {
    element: h("div", { class: "lesson-square" }, board.element, words),
    read: () => (chosen === null ? { value: null, fault: "Choose a square of the board." }
      : { value: squareName(Math.floor(chosen / n), chosen % n) }),
  };
}

/**
 * The value in words.
 * @param {AnswerValue} value
 * @param {LessonQuestion} question
 */
function valueWords(value, { form, choices }) {
  if (form === "choice") return choices?.[LETTERS.indexOf(String(value))].replaceAll("`", "") ?? "";
  if (Array.isArray(value)) return form === "square" ? value.join(" or ") : value.join(" ");
  return form === "number" ? grouped(Number(value)) : String(value);
}

/**
 * The fault of a wrong answer, without the right one; null if the answer is right.
 * @param {LessonQuestion} question
 * @param {AnswerValue} given
 * @param {AnswerValue} right
 * @returns {Promise<string | null>}
 */
async function faultOf(question, given, right) {
  const { form, traps = [], anySolution } = question;
  if (anySolution && Array.isArray(given)) return solutionFault(given.map(Number), anySolution);
  if (String(given) === String(right)
    || (form === "square" && Array.isArray(right) && right.map(String).includes(String(given)))) {
    return null;
  }
  const trap = traps.find(([value]) => String(value) === String(given));
  if (trap) return trap[1];
  if (form === "number") return Number(given) < Number(right) ? "Too small." : "Too large.";
  if (form === "choice") return "Not this one. Try another.";
  if (form === "square") return attackFault(String(given), question);
  const [list, wanted] = [/** @type {number[]} */ (given), /** @type {number[]} */ (right)];
  if (form === "set") {
    const wrong = list.find((column) => !wanted.includes(column));
    if (wrong !== undefined) return `Column ${wrong} does not belong to the answer.`;
    return wanted.every((column) => list.includes(column)) ? null
      : "These columns are right, but at least one is missing.";
  }
  if (list.length !== wanted.length) {
    return `The list has ${list.length} number${list.length === 1 ? "" : "s"}: it is too ` +
      `${list.length < wanted.length ? "short" : "long"}.`;
  }
  const wrong = list.findIndex((value, at) => value !== wanted[at]) + 1;
  return `Number ${wrong} of the list is the first that is wrong.`;
}

/** @param {number[]} list @param {number} n */
async function solutionFault(list, n) {
  if (list.length !== n) {
    return `The list has ${list.length} number${list.length === 1 ? "" : "s"}; ${n} queens need ${n}.`;
  }
  const { valid, faults } = await ask("verify",
    { problem: `queens ${n}`, solutions: list.join(" "), columns_from: 1 });
  return valid === 1 ? null : `No solution: ${faults[0].fault}.`;
}

/** @param {string} name @param {LessonQuestion} question */
function attackFault(name, { queens = [] }) {
  const [row, column] = squareOf(name) ?? [0, 0];
  const attacker = queens.find((queen) => {
    const [r, c] = squareOf(queen) ?? [0, 0];
    return r === row || c === column || Math.abs(r - row) === Math.abs(c - column);
  });
  return attacker ? `Not ${name}: the queen on ${attacker} attacks it.` : `Not ${name}. No queen attacks it.`;
}

/**
 * An exercise: the answer is checked, a wrong one as often as the learner likes; after the first try the
 * answer can be shown.
 * @param {string} title
 * @param {LessonQuestion} question
 * @param {boolean} isSolved
 * @param {() => void} solved
 */
export function exercise(title, question, isSolved, solved) {
  const entry = answerField(question);
  const feedback = h("p", { class: "lesson-feedback", role: "status" });
  const state = h("span", { class: "small" }, isSolved ? "solved" : "");
  const show = button("Show the answer", async () => {
    const right = await found();
    if (right !== undefined) report("", `The answer is ${valueWords(right, question)}. ${question.why}`);
  }, { class: "quiet", hidden: true });

  /** @param {string} verdict @param {string} words */
  function report(verdict, words) {
    feedback.dataset.verdict = verdict;
    put(feedback, ...marked(words));
  }

  async function found() {
    try {
      return await question.answer.find(askLaboratory);
    } catch (error) {
      report("bad", reason(error));
    }
  }

  async function check() {
    const { value, fault } = entry.read();
    if (value === null) return report("bad", fault ?? "");
    const right = await found();
    if (right === undefined) return;
    try {
      const wrong = await faultOf(question, value, right);
      show.hidden = wrong === null;
      if (wrong !== null) return report("bad", wrong);
      report("one", `Right. ${question.why}`);
      put(state, "solved");
      solved();
    } catch (error) {
      report("bad", reason(error));
    }
  }

  return form("lesson-exercise", h("h3", {}, title, " ", state), question, entry, check,
    [button("Check", () => {}, { type: "submit" }), show], feedback);
}

/**
 * A prediction: the learner guesses once, then the laboratory computes the value.
 * @param {LessonQuestion} question
 * @param {() => void} made
 */
export function prediction(question, made) {
  const entry = answerField(question);
  const feedback = h("p", { class: "lesson-feedback", role: "status" });

  async function compute() {
    const { value, fault } = entry.read();
    if (value === null) {
      feedback.dataset.verdict = "bad";
      return put(feedback, fault ?? "");
    }
    put(feedback, "Computing ...");
    try {
      const right = await question.answer.find(askLaboratory);
      feedback.dataset.verdict = String(value) === String(right) ? "one" : "";
      put(feedback, "Your prediction: ", h("strong", {}, valueWords(value, question)), ". The laboratory: ",
        h("strong", { class: "lesson-value" }, valueWords(right, question)), ". ", ...marked(question.why));
      made();
    } catch (error) {
      feedback.dataset.verdict = "bad";
      put(feedback, reason(error));
    }
  }

  return form("lesson-prediction", h("h3", {}, "Predict before you look"), question, entry, compute,
    [button("Compute", () => {}, { type: "submit", class: "main" })], feedback);
}

/**
 * @param {string} kind
 * @param {HTMLElement} head
 * @param {LessonQuestion} question
 * @param {AnswerField} entry
 * @param {() => void | Promise<unknown>} submit
 * @param {HTMLElement[]} buttons
 * @param {HTMLElement} feedback
 */
function form(kind, head, { question }, entry, submit, buttons, feedback) {
  return h("form", { class: `note ${kind}`, novalidate: true, submit(/** @type {Event} */ event) {
    event.preventDefault();
    Promise.resolve(submit()).then(() => {
      feedback.scrollIntoView({ block: "nearest" });
      // The keys of the presentation work again.
      if (document.documentElement.hasAttribute("data-presenting")
        && document.activeElement instanceof HTMLElement) {
        document.activeElement.blur();
      }
    });
  } }, head, h("p", {}, ...marked(question)), h("div", {
    class: "row" }, entry.element, ...buttons), feedback);
}
