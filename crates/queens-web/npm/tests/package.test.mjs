// The installed package in Node. `.ci/npm` runs this in an empty project with the package.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { promisify } from "node:util";
import { QueensError, close, count, draw, engines, puzzle, request, solutions, solve, variants, verify } from "queens-lab";

/** Time limit of a process in milliseconds, far above what it takes. */
const PROCESS_LIMIT = 60_000;

const run = promisify(execFile);
const runNode = async (...parameters) => (await run(process.execPath, parameters, { timeout: PROCESS_LIMIT })).stdout;

/** True if no two queens share a row, a column or a diagonal. */
const isSolution = (queens) => queens.every(([row, column], number) => queens.slice(number + 1).every(([otherRow, otherColumn]) => (
  row !== otherRow && column !== otherColumn && Math.abs(row - otherRow) !== Math.abs(column - otherColumn))));

const statusOf = async (call) => {
  const error = await call.then(() => assert.fail("it did not fail"), (reason) => reason);
  assert.ok(error instanceof QueensError, String(error));
  assert.ok(error.message.length > 0);
  return error.status;
};

test("counts are those of OEIS A000170", async () => {
  const published = [1n, 1n, 0n, 0n, 2n, 10n, 4n, 40n, 92n, 352n, 724n, 2680n, 14200n, 73712n];
  const counts = await Promise.all(published.map((_, size) => count(size)));
  assert.deepEqual(counts.map((result) => result.count), published);
  assert.ok(counts.every(({ complete, outcome }) => complete && outcome === "exhausted"));
  assert.equal(counts[8].problem, "queens 8");
});

test("a count on several workers reports its progress", async () => {
  const reports = [];
  const result = await count(16, { threads: 2, progress: (report) => reports.push(report) });
  assert.equal(result.count, 14772512n); // OEIS A000170
  assert.equal(result.engine, "join");
  assert.equal(reports.at(-1).done, 1);
  assert.ok(reports.every(({ done }, number) => done > 0 && done <= 1 && done >= (reports[number - 1]?.done ?? 0)));
});

test("counts with options", async () => {
  assert.equal((await count(8, { fundamental: true })).count, 12n); // OEIS A002562
  assert.equal((await count("torus 11")).count, 88n); // OEIS A051906
  const flags = await count(8, { engine: "flags", threads: 1 });
  assert.deepEqual([flags.count, flags.engine], [92n, "flags"]);
});

test("the vectors of the module count as the published tables and as other engines do", async () => {
  assert.equal((await count(15, { engine: "join" })).count, 2279184n); // OEIS A000170
  const rows = async (problem) => (await count(problem, { engine: "rows" })).count;
  assert.equal(await rows(14), 365596n); // OEIS A000170
  assert.equal(await rows("superqueens 12"), 156n); // OEIS A051223
  // Rows of more than 16 squares, leaps, and edges that the diagonals go around.
  for (const problem of ["5x18", "superqueens 5x18", "cylinder 4x19", "leprechauns 4x17"]) {
    assert.equal(await rows(problem), (await count(problem, { engine: "backtracking" })).count, problem);
  }
});

test("large counts are exact", async () => {
  let factorial = 1n;
  for (let size = 1n; size <= 25n; size += 1n) factorial *= size;
  assert.equal((await count("rooks 25\ntotal: 25")).count, factorial); // 25!, above 2^64
});

test("a count that a time limit stops is marked", async () => {
  const { count: found, complete, outcome } = await count(24, { seconds: 0.3 });
  assert.equal(complete, false);
  assert.equal(outcome, "stopped by the time limit");
  assert.ok(found < 227514171973736n); // OEIS A000170
});

test("solves", async () => {
  const { queens, complete, count: found } = await solve(20);
  assert.ok(complete);
  assert.equal(found, 1n);
  assert.equal(queens.length, 20);
  assert.ok(isSolution(queens));
  assert.equal((await solve(3)).verdict, "none");
  assert.equal((await solve("most torus 12")).value, 10); // Monsky 1989
});

test("random solutions differ unless the seed is the same", async () => {
  const boards = await Promise.all(Array.from({ length: 4 }, () => solve(30, { question: "random" })));
  assert.ok(new Set(boards.map(({ queens }) => String(queens))).size > 1);
  const [first, second] = await Promise.all([1, 2].map(() => solve(30, { question: "random", seed: 5 })));
  assert.deepEqual(first.queens, second.queens);
});

test("solutions arrive one after the other", async () => {
  const found = new Set();
  for await (const { queens, columns, number, size } of solutions(8)) {
    assert.ok(isSolution(queens));
    assert.deepEqual(columns, queens.map(([, column]) => column));
    assert.deepEqual(size, [8, 8]);
    found.add(String(queens));
    assert.equal(number, found.size);
  }
  assert.equal(found.size, 92); // OEIS A000170
});

test("a list ends at its limit, or when the loop is left", async () => {
  const numbers = [];
  for await (const { number } of solutions(18, { limit: 3 })) numbers.push(number);
  for await (const { number } of solutions(18)) {
    numbers.push(number);
    if (number === 300) break;
  }
  assert.equal(numbers.length, 303);
});

test("a list that a time limit stops is an error", async () => {
  const list = async () => {
    for await (const { queens } of solutions(20, { seconds: 0.1 })) assert.ok(queens);
  };
  assert.equal(await statusOf(list()), 422);
  assert.equal(await statusOf(solutions(8, { engine: "none" }).next()), 422);
});

test("calls are cancelled", async () => {
  await assert.rejects(count(8, { signal: AbortSignal.abort(new Error("mine")) }), /mine/);
  await assert.rejects(count(26, { signal: AbortSignal.timeout(100) }), { name: "TimeoutError" });
  await assert.rejects(solve(16, { engine: "brute-force", signal: AbortSignal.timeout(100) }), { name: "TimeoutError" });
  const controller = new AbortController();
  await assert.rejects(async () => {
    for await (const { number } of solutions(20, { signal: controller.signal })) if (number === 5) controller.abort();
  }, { name: "AbortError" });
  await assert.rejects(count(20, { progress: () => { throw new Error("from the callback"); } }), /from the callback/);
  assert.equal((await count(8)).count, 92n); // OEIS A000170
});

test("more calls than workers wait, and can be cancelled while they wait", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const cancelled = Promise.all(Array.from({ length: 40 }, () => assert.rejects(solve(16, { engine: "brute-force", signal }), /enough/)));
  controller.abort(new Error("enough"));
  await cancelled;
  const answers = await Promise.all(Array.from({ length: 40 }, () => solve(6)));
  assert.ok(answers.every(({ queens }) => isSolution(queens)));
});

test("closing cancels what is running, and the next call starts anew", async () => {
  const running = assert.rejects(count(26), { name: "AbortError" });
  await new Promise((resolve) => { setTimeout(resolve, 100); });
  await close();
  await running;
  assert.equal((await count(6)).count, 4n); // OEIS A000170
});

test("a process ends after a cancelled call and after a loop that was left", async () => {
  const script = `
    import { count, solutions } from "queens-lab";
    await count(26, { signal: AbortSignal.timeout(100) }).catch((error) => console.log(error.name));
    for await (const { number } of solutions(20)) if (number === 2) break;
    console.log((await count(8)).count);`;
  assert.equal(await runNode("--input-type=module", "--eval", script), "TimeoutError\n92n\n");
});

test("verifies", async () => {
  const verified = await verify([[1, 3, 0, 2], [2, 0, 3, 1]]);
  assert.deepEqual([verified.valid, verified.invalid, verified.published], [2, 0, 2n]); // OEIS A000170
  assert.equal((await verify("0 1 2 3", { problem: 4, columns_from: 0 })).invalid, 1);
});

test("draws", async () => {
  assert.match(await draw(4), /^<svg /);
  assert.match(await draw(4, { format: "board", queens: [[0, 1]] }), /♛/);
  assert.deepEqual([...(await draw(4, { format: "png" })).subarray(1, 4)], [...Buffer.from("PNG")]);
});

test("lists engines and variants", async () => {
  assert.ok((await engines()).some(({ id }) => id === "join"));
  assert.ok((await variants()).some(({ variant }) => variant === "torus"));
});

test("puzzles", async () => {
  const { puzzle: board, solution, seed } = await puzzle.generate(8);
  assert.deepEqual((await puzzle.generate(8, { seed })).puzzle, board);
  const solved = await puzzle.solve(board);
  assert.equal(solved.count, 1n);
  assert.deepEqual(solved.puzzle.queens, solution);
  const { kind, sentence } = await puzzle.hint(board);
  assert.equal(kind, "step");
  assert.ok(sentence.endsWith("."));
  const { steps } = await puzzle.explain(board);
  assert.deepEqual(steps.flatMap(({ queens }) => queens).sort(), [...solution].sort());
  assert.ok((await puzzle.rate(board)).solved);
  // A wrong mark: the square beside a queen of the solution.
  const [row, column] = solution[0];
  const marked = { ...board, queens: [[row, column === 0 ? 1 : column - 1]] };
  assert.equal((await puzzle.hint(marked)).kind, "wrong");
});

test("reads a picture", async () => {
  const { puzzle: board } = await puzzle.read(await readFile("puzzle.png"));
  assert.equal(board.size, board.regions.length);
  assert.equal((await puzzle.solve(board)).count, 1n);
});

test("errors have the status and the detail of the API", async () => {
  assert.equal(await statusOf(count("eight of them")), 422);
  assert.equal(await statusOf(count(1000)), 422);
  assert.equal(await statusOf(count(8, { nonsense: 1 })), 400);
  assert.equal(await statusOf(count(8, { threads: 0 })), 400);
  assert.equal(await statusOf(request("/nothing", {})), 404);
  assert.equal(await statusOf(puzzle.hint("not a puzzle")), 422);
  await assert.rejects(count("queens 8\ngivens: z9"), /z9/);
});

test("any request of the API", async () => {
  const { engines: compared } = await request("/compare", { problem: "6", engines: ["flags", "bitmask"] });
  assert.deepEqual(compared.map((line) => line.solutions), [4, 4]); // OEIS A000170
  const list = await request("/list", { problem: "6" });
  assert.equal(list.filter(({ queens }) => queens).length, 4); // OEIS A000170
  assert.ok((await request("/race", { problem: "6", engine: "flags" })).length > 0);
  assert.match(await request("/draw", { problem: "4", format: "svg" }), /^<svg /);
  const { paths } = await request("/openapi.json");
  assert.ok("/api/v1/count" in paths);
});

test("the examples run", async () => {
  const readme = await readFile("node_modules/queens-lab/README.md", "utf8");
  await writeFile("readme.mjs", readme.match(/```js\n(.*?)```/s)[1]);
  const lines = (await runNode("readme.mjs")).trim().split("\n");
  assert.equal(lines[0], "14772512n"); // OEIS A000170
  assert.ok(lines.at(-1).endsWith("."));
  assert.match(await runNode("node.mjs"), /queens 16: 14772512 solutions/);
});
