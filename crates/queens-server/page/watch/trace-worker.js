/** A worker that parses pages of a trace and packs them into arrays, so that the page stays responsive. */

/** @param {{row: number, column: number} | null | undefined} square */
const pack = (square) => (square ? square.row * 65536 + square.column : -1);

addEventListener("message", ({ data: { id, bytes, stepKinds } }) => {
  try {
    const found = JSON.parse(new TextDecoder().decode(bytes));
    const length = found.steps.length;
    const [kinds, squares, attackers] = [new Uint8Array(length), new Int32Array(length),
      new Int32Array(length)];
    const checks = new Float64Array(length);
    const solutions = found.steps.flatMap((/** @type {any} */ { queens }) => (queens
      ? [Int32Array.from(queens, pack)] : []));
    let checked = found.checks_before;
    found.steps.forEach((/** @type {any} */ step, /** @type {number} */ at) => {
      checks[at] = checked += found.checks[at];
      kinds[at] = stepKinds.indexOf(step.event);
      squares[at] = pack(step.square);
      attackers[at] = pack(step.attacker);
    });
    const page = { kinds, squares, attackers, checks, solutions, end: found.end, outcome: found.outcome };
    postMessage({ id, page }, { transfer: [kinds.buffer, squares.buffer, attackers.buffer, checks.buffer] });
  } catch (error) {
    postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
