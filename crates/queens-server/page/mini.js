import { reason } from "./api.js";
import { Board } from "./board.js";
import { button, h, put } from "./dom.js";
import { REJECT, Trace, columnOf, rowOf } from "./trace.js";

/**
 * A small board on which a method is at work, for the page that tells of it.
 * @param {string} problem
 * @param {string} method
 * @param {number} n
 */
export function mini(problem, method, n) {
  const board = new Board(`${method} at work on ${problem}`);
  const said = h("p", { class: "small" });
  board.resize(n, n);
  /** @type {Trace | null} */
  let trace = null;
  let [at, timer] = [0, 0];

  function draw() {
    if (!trace) return;
    const standing = new Set(trace.state(at).path);
    const event = at > 0 ? trace.event(at) : null;
    for (let index = 0; index < n * n; index++) {
      const square = Math.floor(index / n) * 65536 + (index % n);
      const isRejected = event?.kind === REJECT && event.square === square;
      board.show(index, { piece: isRejected ? "no" : standing.has(square) ? "queen" : "", classes: isRejected ? "rejected" : "", says: standing.has(square) ? "queen" : "" });
    }
    board.lines(event?.kind === REJECT && event.attacker >= 0
      ? [{ from: [rowOf(event.attacker), columnOf(event.attacker)], to: [rowOf(event.square), columnOf(event.square)], kind: "attack" }] : []);
    put(said, `Step ${at} of ${trace.length}`);
  }

  function pause() {
    clearInterval(timer);
    timer = 0;
    put(play, "Play");
  }

  const play = button("Play", async () => {
    if (timer) return pause();
    if (!trace) {
      trace = new Trace({ problem, method, first: true });
      try {
        await trace.reach(1);
      } catch (error) {
        put(said, reason(error));
        trace = null;
        return;
      }
    }
    if (at >= trace.length) at = 0;
    put(play, "Pause");
    timer = setInterval(() => {
      if (!trace || !element.isConnected || at >= trace.length) return pause();
      at += 1;
      draw();
    }, 120);
  });
  const element = h("div", { class: "mini" }, board.element, h("div", { class: "row" }, play, said));
  return element;
}
