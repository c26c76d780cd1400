// A program that uses every function; the compiler checks its types, nothing runs it.

import {
  QueensError, close, count, draw, engines, puzzle, request, solutions, solve, variants, verify,
  type Answer, type Count, type HintDocument, type Solution,
} from "queens-lab";
import { loadDaily, puzzlesOf, today, type DailyPuzzle } from "queens-lab/daily";

const { signal } = new AbortController();

export async function everything(): Promise<void> {
  const counted: Count = await count(8, { threads: 2, fundamental: true, progress: ({ done, seconds }) => console.log(done + seconds), signal });
  const sum: bigint = counted.count + 1n;
  const answer: Answer = await solve("torus 7", { question: "unique", engine: "residual", seconds: 1 });
  const rows: number[] = answer.queens?.map(([row]) => row ?? 0) ?? [];
  for await (const solution of solutions(8, { limit: 5, signal })) {
    const { columns, queens }: Solution = solution;
    console.log(columns?.[0], queens[0]?.[1]);
  }
  const { published, valid } = await verify([[1, 3, 0, 2]], { problem: 4, columns_from: 0 });
  const svg: string = await draw(8, { queens: answer.queens ?? [] });
  const png: Uint8Array = await draw(8, { format: "png" });
  const ids: string[] = (await engines()).map(({ id }) => id);
  const names: string[] = (await variants({ signal })).map(({ variant }) => variant);
  const made = await puzzle.generate(9, { rating: "hard", shape: "winding", seed: 1 });
  const hint: HintDocument = await puzzle.hint(made.puzzle, { uniqueness: true });
  const solutionCount: bigint = (await puzzle.solve(new Uint8Array())).count;
  const steps: string[] = (await puzzle.explain("AB\nAB")).steps.map(({ sentence }) => sentence);
  const score: number = (await puzzle.rate(made.puzzle)).score;
  const dailies: DailyPuzzle[] = puzzlesOf(today());
  const { puzzle: board, solution } = await loadDaily("2026-12-24", dailies[0] ?? { id: "easy" }, { signal });
  const column: number | undefined = solution[0]?.[1] ?? undefined;
  const next: string = (await puzzle.hint(board)).sentence;
  const trace: "queens/trace-page/2" = (await request("/trace", { problem: "6", engine: "flags" }, { signal })).schema;
  const lines: unknown[] = await request("/list", { problem: "6" });
  const known: string | number | undefined = (await request("/known")).counts[0]?.count;
  const description: unknown = await request("/openapi.json");
  await close();
  console.log(column, next, sum, rows, published, valid, svg, png, ids, names, hint, solutionCount, steps, score, trace, lines, known, description);
}

export function statusOf(error: unknown): number | undefined {
  return error instanceof QueensError ? error.status : undefined;
}

// @ts-expect-error a key that no request has
void count(8, { nonsense: 1 });
// @ts-expect-error a count is a bigint
export const wrong: Promise<number> = count(8).then((result) => result.count);
// @ts-expect-error a question that does not exist
void solve(8, { question: "second" });
// @ts-expect-error a path that does not exist
void request("/nothing");
// @ts-expect-error a body without its problem
void request("/count", {});
// @ts-expect-error bytes only as PNG
export const bytes: Promise<Uint8Array> = draw(8, { format: "svg" });
