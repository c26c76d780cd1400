import { reportedElsewhere } from "../../shared/address-check.js";
import { LatestRequest, isAbort, once, reason } from "../../shared/api.js";
import { Board } from "../../shared/board.js";
import { button, choice, copyText, h, numberField, put, reveal, save } from "../../shared/dom.js";
import { MAX_SIZE, checkProgram, checkTable, whyEnded } from "./check.js";
import { codeEditor } from "./editor.js";
import { OwnCode } from "./kept.js";
import { MAX_CODE_LENGTH, packCode, unpackCode } from "./link.js";
import { DEFAULT_RIVALS, RACE_NOTE, raceTable, raceWords, runRival } from "./race.js";
import { runProgram } from "./run.js";
import { TEMPLATES } from "./templates.js";
import { OWN_SENTENCES, OwnTrace } from "./trace.js";
import { Player } from "../player.js";
import { showStep } from "../step-board.js";
import { name, stepSentence } from "../step-words.js";
import { linkTo } from "../../shared/store.js";
import { Timeline } from "../timeline.js";
import { SOLUTION } from "../trace.js";
import { grouped } from "../../shared/words.js";

/** Time limits of a run in seconds. @type {[string, string][]} */
const LIMITS = [["1", "1 s"], ["5", "5 s"], ["20", "20 s"]];

/**
 * @param {import("../../main.js").App} app
 * @returns {import("../../main.js").Part}
 */
export function create({ store, say }) {
  const own = new OwnCode(follow);
  let [n, limit] = [8, 5];
  /** @type {string[]} */
  let rivals = [];
  /** @type {OwnTrace | null} */
  let trace = null;
  /** The size of the board of the steps. */
  let tracedSize = n;
  /** The end of a run whose steps were not all played. */
  let traceEnd = "";
  const running = new LatestRequest();
  /** The signal of the action that began last. @type {AbortSignal | null} */
  let current = null;

  const editor = codeEditor({
    change: (code) => {
      own.edit(code);
      outdate();
    },
    run: check,
    open: openFile,
  });
  const size = numberField("Size n", 1, MAX_SIZE, (text) => store.patch({ n: text }));
  const time = choice("Time limit", (value) => store.patch({ t: value === "5" ? "" : value }), LIMITS);
  const checkButton = button("Check", check, { class: "main" });
  const playButton = button("Play the steps", play);
  const raceButton = button("Race", race);
  const stop = button("Stop", () => running.stop(), { hidden: true });
  const previous = button("Previous code", () => replace(own.previous, true), { class: "quiet" });
  const statusLine = h("p", { class: "small", role: "status" });
  const outcome = h("p", { class: "verdict own-outcome" });
  const errorLine = h("p", { class: "bad", role: "alert" });
  const file = h("input", { type: "file", accept: ".js,.mjs,.txt,text/javascript,text/plain", hidden: true, change: () => { if (file.files?.[0]) openFile(file.files[0]); file.value = ""; } });
  const help = h("ul", { class: "small own-help" },
    h("li", {}, "Check runs the code for each size and verifies its solutions: valid, distinct, complete."),
    h("li", {}, "Play the steps shows what steps(n) yields, forward and backward."),
    h("li", {}, "Race compares its time with those of engines."));
  const checks = h("div", { class: "result", tabindex: 0, role: "region", "aria-label": "Check", hidden: true });
  const raced = h("div", { class: "result", tabindex: 0, role: "region", "aria-label": "Race", hidden: true });
  const list = h("fieldset", { class: "engines own-rivals" }, h("legend", { class: "unseen" }, "Engines of the race"));
  const rivalNames = h("span", {});

  const board = new Board("Board of your code");
  const sentence = h("p", { class: "verdict told" });
  const player = new Player({
    length: () => trace?.length ?? 0,
    isWhole: () => true,
    show: draw,
    paused: () => player.at > 0 && say(sentence.textContent ?? ""),
  });
  const timeline = new Timeline(player.scrub, (step) => player.jump(step));
  const stage = h("div", { class: "stage own-stage", hidden: true }, board.element, h("div", { class: "player" }, sentence, timeline.element, player.transport, player.pace, h("div", { class: "row" }, button("Next solution", nextSolution))));
  new ResizeObserver(() => draw()).observe(timeline.canvas);
  new MutationObserver(() => draw()).observe(document.documentElement, { attributeFilter: ["data-theme"] });

  const element = h("div", { class: "own" },
    h("div", { class: "own-left" },
      h("p", {}, "Write a program for n queens in JavaScript: ", h("code", {}, "solve(n)"), " returns a list of solutions or yields them, or ", h("code", {}, "steps(n)"), " yields steps. It runs in this browser only, without access to the page or the network."),
      h("div", { class: "row", role: "group", "aria-label": "Start from a template" }, h("span", { class: "own-label" }, "Start from"),
        ...TEMPLATES.map(([id, name, code]) => button(name, () => replace(code), { "data-template": id })), previous),
      editor.element, errorLine,
      h("div", { class: "row" },
        button("Copy link", copyLink), button("Save file", () => save("queens.js", "text/javascript", editor.code)), button("Open file", () => file.click()), file)),
    h("div", { class: "own-runs" },
      h("div", { class: "row" }, size.element, time.element, checkButton, playButton, raceButton, stop),
      h("details", { class: "own-choice" }, h("summary", {}, "Engines of the race: ", rivalNames), list),
      help, statusLine, outcome, checks, stage, raced));

  const ready = once("engines").then(({ engines }) => {
    for (const { id, title, finds, idea } of engines) {
      if (finds !== "all" || idea.length === 0) continue;
      const input = h("input", { type: "checkbox", value: id, change: () => store.patch({
        m: [...list.querySelectorAll("input")].filter(({ checked }) => checked).map(({ value }) => value).join() || "none" }) });
      list.append(h("label", { class: "tick", title }, input, id));
    }
  });

  /**
   * Shows other code. The code that it replaces is kept, if there are changes in it.
   * @param {string} code
   * @param {boolean} [isSwap] true to keep it in any case
   */
  function replace(code, isSwap = false) {
    if (code === own.code) return;
    own.replace(code, isSwap);
    showCode();
    clear();
  }

  function showCode() {
    if (editor.code !== own.code) editor.set(own.code);
    previous.hidden = own.previous === "";
  }

  /** Shows what another window has made of the code. @param {boolean} isConflict true if this window has changed it, too */
  function follow(isConflict) {
    const isChanged = editor.code !== own.code;
    showCode();
    if (isChanged) outdate();
    if (isConflict) put(statusLine, "Another window has changed the code, too: Previous code shows its program.");
    else if (isChanged) put(statusLine, "The code was changed in another window.");
  }

  /** Marks the results as those of other code. */
  function outdate() {
    if (outcome.textContent) put(outcome, "The code has changed since the last run.");
    for (const block of [checks, raced, stage]) block.classList.add("outdated");
    outcome.dataset.verdict = "";
    put(errorLine);
  }

  function clear() {
    running.stop();
    for (const block of [checks, raced, stage]) block.hidden = true;
    player.pause();
    trace = null;
    for (const line of [statusLine, outcome, errorLine]) put(line);
  }

  /** @param {File} chosen */
  async function openFile(chosen) {
    const code = chosen.size <= MAX_CODE_LENGTH ? await chosen.text() : "";
    if (code) replace(code.replaceAll("\r\n", "\n"));
    else put(errorLine, chosen.size ? `${chosen.name} is too long: the limit is ${grouped(MAX_CODE_LENGTH)} characters.` : `${chosen.name} is empty.`);
  }

  /** The settings of a link, with the code; null if it is too long. */
  async function linked() {
    const packed = await packCode(editor.code);
    return packed === null ? null : { ...store.view.query, c: packed };
  }

  async function copyLink() {
    const query = await linked();
    if (query === null) return put(errorLine, "The code is too long for a link. Save it as a file.");
    put(statusLine, await copyText(linkTo({ part: "own", query }), "The link is copied. It contains the code."));
  }

  /**
   * Runs an action until it ends or another one starts.
   * @param {(signal: AbortSignal) => Promise<void>} action
   */
  async function run(action) {
    const signal = running.next();
    current = signal;
    editor.mark(0);
    put(errorLine);
    put(statusLine);
    help.hidden = true;
    stop.hidden = false;
    try {
      await action(signal);
    } catch (error) {
      if (!isAbort(error)) put(errorLine, reason(error));
    }
    // Another action may have begun.
    if (signal !== current) return;
    stop.hidden = true;
    if (signal.aborted) put(statusLine, "Stopped.");
  }

  /**
   * Shows the line and the message of an error beside the code.
   * @param {string} message
   * @param {number} line 0 if it belongs to no line
   */
  function showError(message, line) {
    editor.mark(line);
    if (line) put(errorLine, button(`Line ${line}`, () => editor.goTo(line), { class: "quiet" }), `: ${message}`);
    else put(errorLine, message);
  }

  function check() {
    return run(async (signal) => {
      checks.classList.remove("outdated");
      /** @type {import("./check.js").ProgramCheck[]} */
      const rows = [];
      checks.hidden = false;
      put(checks);
      put(outcome);
      reveal(statusLine, "start");
      for (let size = 1; size <= n; size++) {
        put(statusLine, `Running n = ${size} ...`);
        const row = await checkProgram(editor.code, size, limit, signal);
        if (row.verdict === "interrupted") return;
        rows.push(row);
        put(checks, checkTable(rows));
        // Larger sizes would fail in the same way, and only cost time.
        if (row.verdict === "failed" || row.verdict === "timed out") break;
      }
      const bad = rows.find(({ verdict }) => verdict !== "correct");
      put(statusLine);
      outcome.dataset.verdict = bad ? "bad" : "one";
      put(outcome, bad ? `n = ${bad.n}: ${bad.verdict}. ${bad.line ? `Line ${bad.line}: ` : ""}${bad.why}` : `Correct for ${n === 1 ? "n = 1" : `n = 1 to ${n}`}.`);
      if (bad?.line) showError(bad.why, bad.line);
      else say(outcome.textContent ?? "");
    });
  }

  function play() {
    return run(async (signal) => {
      put(statusLine, `Running steps(${n}) ...`);
      const size = n;
      const result = await runProgram({ code: editor.code, n: size, isTraced: true, seconds: limit }, signal);
      if (result.ending === "interrupted") return;
      put(statusLine);
      const played = new OwnTrace(result.steps, size);
      const why = whyEnded(result, limit);
      traceEnd = played.fault ? `Step ${grouped(played.fault.step)} is wrong: ${played.fault.reason}.` : why;
      if (result.ending === "error") showError(why, result.line);
      else if (traceEnd) put(errorLine, traceEnd);
      if (played.length === 0 && result.steps.length === 0) return;
      player.pause();
      // A wrong step is shown at once, after the steps before it.
      [trace, tracedSize, player.at] = [played, size, played.fault ? played.length : 0];
      stage.hidden = false;
      stage.classList.remove("outdated");
      board.resize(size, size);
      draw();
      reveal(stage, "start");
      say(`${grouped(played.length)} steps. ${sentence.textContent}`);
    });
  }

  function nextSolution() {
    player.pause();
    const next = trace?.solutions.find((step) => step > player.at);
    if (next) player.go(next);
    else {
      put(sentence, "There is no later solution.");
      say("There is no later solution.");
    }
  }

  function draw() {
    if (!trace) return;
    const at = player.at;
    const state = trace.state(at);
    const event = at > 0 ? trace.event(at) : null;
    showStep(board, tracedSize, state.path, event);
    const isEnd = at === trace.length && traceEnd !== "";
    put(sentence, event ? stepSentence(OWN_SENTENCES[event.kind], event, state, board.piece) : "The board is empty. Press Play or Forward.", isEnd && ` ${traceEnd}`);
    sentence.dataset.verdict = event?.kind === SOLUTION ? "one" : "";
    player.refresh();
    timeline.draw(trace, at, [], (step) => (trace ? name(trace.event(step).square) : ""));
  }

  function race() {
    return run(async (signal) => {
      /** @type {import("./race.js").RaceLine[]} */
      const lines = [];
      /** @type {string[]} */
      const skipped = [];
      const size = n;
      raced.hidden = false;
      raced.classList.remove("outdated");
      put(raced);
      const show = () => put(raced, h("h2", {}, `Race on ${size} queens`), raceTable(lines, size), ...raceWords(lines).map((words) => h("p", {}, words)),
        ...skipped.map((words) => h("p", { class: "small" }, words)), h("p", { class: "small" }, RACE_NOTE));
      put(statusLine, "Your code is running ...");
      const own = await checkProgram(editor.code, size, limit, signal);
      if (own.verdict === "interrupted") return;
      if (own.verdict === "failed") {
        raced.hidden = true;
        put(statusLine);
        return showError(own.why, own.line);
      }
      const isWhole = own.verdict !== "timed out";
      lines.push({ name: "your code", solutions: own.found, seconds: isWhole ? own.seconds : limit, isOwn: true, isWhole, verdict: own.verdict });
      show();
      for (const engine of rivals) {
        put(statusLine, `${engine} is running ...`);
        try {
          lines.push(await runRival(engine, size, signal));
        } catch (error) {
          if (isAbort(error)) return;
          skipped.push(`${engine} did not run: ${reason(error)}`);
        }
        show();
      }
      put(statusLine);
      reveal(raced, "start");
      say(raceWords(lines).join(" "));
    });
  }

  showCode();

  return {
    element,
    settings: {
      n: reportedElsewhere, t: reportedElsewhere, c: reportedElsewhere,
      m: (ids) => {
        const rivals = [...list.querySelectorAll("input")].map(({ value }) => value);
        return ids.split(",").every((id) => id === "none" || rivals.includes(id)) ? "" : `use engines such as ${DEFAULT_RIVALS.join()}, or none`;
      },
    },
    ready,
    async update(query) {
      n = size.take(query.n, 8);
      limit = Number(time.take(query.t, "5"));
      put(checkButton, n === 1 ? "Check n = 1" : `Check n = 1 to ${n}`);
      const chosen = (query.m ?? DEFAULT_RIVALS.join()).split(",");
      for (const input of list.querySelectorAll("input")) input.checked = chosen.includes(input.value);
      rivals = [...list.querySelectorAll("input")].filter(({ checked }) => checked).map(({ value }) => value);
      put(rivalNames, rivals.join(", ") || "none");
      if (query.c) {
        const code = await unpackCode(query.c);
        // The code is kept on the device now, and the address stays short.
        store.patch({ c: "" });
        if (code === null) put(errorLine, "The link has no code that can be read.");
        else {
          replace(code);
          put(statusLine, "The code of the link is loaded. Read it before you run it.");
        }
      }
    },
    linked,
    leave() {
      running.stop();
      player.pause();
    },
    key: (event) => {
      if (stage.hidden) return false;
      if (event.key === "s" && !event.ctrlKey && !event.metaKey && !event.altKey) nextSolution();
      else return player.key(event);
      return true;
    },
  };
}
