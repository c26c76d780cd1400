// Counts boards, completes one, and solves a puzzle step by step.
// Run it with `node node.mjs` in a folder where `npm install queens-lab` has run.

import { count, draw, puzzle, solutions, solve, QueensError } from "queens-lab";

// A count on all processors, with its progress.
const large = await count(16, { progress: ({ done }) => process.stderr.write(`\r${Math.round(100 * done)} % `) });
console.log(`\n${large.problem}: ${large.count} solutions, ${large.seconds.toFixed(1)} s`);

// Completes a board with given queens.
const { queens, verdict } = await solve("queens 8\ngivens: b1 d2", { question: "unique" });
console.log(`queens on b1 and d2: ${verdict}`);
console.log(await draw(8, { queens: queens ?? [], format: "board" }));

// The first three solutions; leaving the loop ends the search.
for await (const { number, columns } of solutions(20)) {
  console.log(number, columns?.join(" "));
  if (number === 3) break;
}

// A puzzle, and the steps that solve it.
const made = await puzzle.generate(7, { rating: "easy", seed: 1 });
console.log(made.puzzle.regions.join("\n"));
const { steps } = await puzzle.explain(made.puzzle);
for (const step of steps) console.log(`- ${step.sentence}`);

// A count that takes too long is cancelled.
try {
  await count(24, { signal: AbortSignal.timeout(300) });
} catch (error) {
  console.log(`cancelled: ${error.name}`);
}

// Errors name the value, the limit and the way out.
try {
  await count("queens 8\ngivens: z9");
} catch (error) {
  if (error instanceof QueensError) console.log(`${error.status}: ${error.message}`);
}
