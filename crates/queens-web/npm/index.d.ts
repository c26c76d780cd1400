/**
 * The N-queens laboratory. The engines run as WebAssembly in workers, so no call blocks the thread of its caller, and a call
 * that is cancelled ends its worker. Rows and columns count from 0.
 */

import type {
  AnswerDocument, CountRequest, DrawRequest, EngineEntry, ExplanationDocument, GenerateRequest, GeneratedEntry, HintDocument, ListRequest,
  PuzzleAnswerDocument, PuzzleDocument, PuzzleRequest, RatingDocument, ReasonRequest, SolveRequest, VariantEntry, VerifyDocument,
  VerifyRequest, paths,
} from "./documents.js";

export type * from "./documents.js";

/** A problem: a size, or text in any form that the command reads, such as `"torus 7"` or `"queens 8\ngivens: b4"`. */
export type Problem = number | string;

export interface CallOptions {
  /** Cancels the call, which is then rejected with the reason of the signal. */
  signal?: AbortSignal;
}

/** A request that failed. The message is the detail of its problem details: the value, the limit, and what to do. */
export class QueensError extends Error {
  constructor(status: number, message: string);
  /** Status code, as in HTTP: 400 for a request that cannot be read, 422 for one that cannot be answered, 500 for a bug. */
  readonly status: number;
}

export interface CountProgress {
  /** Finished part of the work, from 0 to 1. */
  done: number;
  /** Time since the start in seconds. */
  seconds: number;
  /** Number of solutions in the finished shares of the work. */
  count: bigint;
}

export type CountOptions = CallOptions & Omit<CountRequest, "problem" | "seconds"> & {
  /** Time limit in seconds; there is none by default. */
  seconds?: number;
  /** Maximum number of workers; one for each processor by default. */
  threads?: number;
  /** Receives the progress about twenty times a second for each worker. An error in it ends the count. */
  progress?: (progress: CountProgress) => void;
};

export interface Count {
  /** The problem in its text form. */
  problem: string;
  /** Id of the engine. */
  engine: string;
  /** Number of solutions that were counted. */
  count: bigint;
  /** True if these are all solutions, false if a limit stopped the count. */
  complete: boolean;
  /** Outcome of the search. */
  outcome: string;
  /** Wall-clock time in seconds. */
  seconds: number;
}

/** Counts the solutions, on all processors. */
export function count(problem: Problem, options?: CountOptions): Promise<Count>;

export type SolveOptions = CallOptions & Omit<SolveRequest, "problem">;

export type Answer = Omit<AnswerDocument, "count"> & {
  /** Number of solutions that were found. */
  count: bigint;
};

/**
 * Finds a solution, or a proof that there is none. `seconds` limits the time; `complete` is then false. The question `random`
 * takes a new seed each time unless there is one.
 */
export function solve(problem: Problem, options?: SolveOptions): Promise<Answer>;

export type SolutionsOptions = CallOptions & Omit<ListRequest, "problem">;

export interface Solution {
  /** Number of the solution, from 1. */
  number: number;
  /** Rows and columns of the board. */
  size: [number, number];
  /** The column of the queen in each row, or `null`; absent if a row has several queens. */
  columns?: (number | null)[];
  /** Queens as row and column. */
  queens: [number, number][];
}

/**
 * Finds the solutions one after the other. Leaving the loop ends the search. The search does not wait for the loop: solutions
 * that the loop has not reached take some 200 bytes each. If `seconds` ends the search
 * before it is complete, the loop ends with an error of status 422.
 */
export function solutions(problem: Problem, options?: SolutionsOptions): AsyncGenerator<Solution, void, undefined>;

export type VerifyOptions = CallOptions & Omit<VerifyRequest, "solutions" | "problem"> & {
  /** The problem; by default the one that the solutions name, or queens on a board of their size. */
  problem?: Problem;
};

export type Verification = Omit<VerifyDocument, "published"> & {
  /** Published number of solutions, if these are valid and distinct. */
  published?: bigint | null;
};

/** Checks whether solutions are valid, distinct and complete: text in any form, or lists of columns such as `[[1, 3, 0, 2]]`. */
export function verify(solutions: string | object, options?: VerifyOptions): Promise<Verification>;

export type DrawOptions<Format extends DrawRequest["format"]> = CallOptions & {
  format: Format;
  /** Queens as row and column. */
  queens?: number[][];
};

/** Draws a board. */
export function draw(problem: Problem, options: DrawOptions<"png">): Promise<Uint8Array<ArrayBuffer>>;
/** Draws a board; as SVG by default. */
export function draw(problem: Problem, options?: Partial<DrawOptions<"svg" | "board" | "text" | "html" | "csv">>): Promise<string>;

/** All engines. */
export function engines(options?: CallOptions): Promise<EngineEntry[]>;

/** All named variants of the problem. */
export function variants(options?: CallOptions): Promise<VariantEntry[]>;

/** A region puzzle: text in any form, a link, a document such as `puzzle` of a generated puzzle, or a picture (PNG, JPEG, WebP). */
export type PuzzleInput = string | Partial<PuzzleDocument> | Uint8Array;

export type PuzzleOptions = CallOptions & Omit<PuzzleRequest, "puzzle" | "picture">;

export type ReasonOptions = CallOptions & Omit<ReasonRequest, "puzzle" | "picture">;

export type GenerateOptions = CallOptions & Omit<GenerateRequest, "size">;

export type PuzzleAnswer = Omit<PuzzleAnswerDocument, "count"> & {
  /** Number of solutions that were found; `verdict` says whether there are more. */
  count: bigint;
};

/** Region puzzles (Star Battle). */
export const puzzle: {
  /** The puzzle as it was read, and whether it has exactly one solution. */
  read(puzzle: PuzzleInput, options?: PuzzleOptions): Promise<PuzzleAnswer>;
  /** Solves a puzzle and decides whether the solution is the only one. */
  solve(puzzle: PuzzleInput, options?: PuzzleOptions): Promise<PuzzleAnswer>;
  /** The next step, or a wrong mark. */
  hint(puzzle: PuzzleInput, options?: ReasonOptions): Promise<HintDocument>;
  /** All steps to the solution. */
  explain(puzzle: PuzzleInput, options?: ReasonOptions): Promise<ExplanationDocument>;
  /** Rates the difficulty. */
  rate(puzzle: PuzzleInput, options?: ReasonOptions): Promise<RatingDocument>;
  /** Generates a puzzle with exactly one solution: a new one each time unless there is a seed. */
  generate(size: number, options?: GenerateOptions): Promise<GeneratedEntry>;
};

type ApiPaths = { [Path in keyof paths as Path extends `/api/v1${infer Rest}` ? Rest : never]: paths[Path] };

type Operation<Path extends keyof ApiPaths> = ApiPaths[Path] extends { post: infer Post } ? Post
  : ApiPaths[Path] extends { get: infer Get } ? Get : never;

/** A path of the API. */
export type ApiPath = keyof ApiPaths | "/openapi.json";

/** The body of a request for `Path`. */
export type RequestBody<Path extends ApiPath> = Path extends keyof ApiPaths
  ? Operation<Path> extends { requestBody: { content: { "application/json": infer Body } } } ? Body : undefined
  : undefined;

/** The reply to a request for `Path`. */
export type ReplyBody<Path extends ApiPath> = Path extends keyof ApiPaths
  ? Operation<Path> extends { responses: { 200: { content: infer Content } } }
    ? Content extends { "application/json": infer Document } ? Document : Content extends { "application/x-ndjson": string } ? unknown[] : unknown
    : never
  : unknown;

/**
 * Sends any request of the API: `/trace`, `/search`, `/compare`, ... The reply is the document; for `/list` and `/race` a list of
 * their lines; for `/draw` text, or bytes of a PNG picture. `/openapi.json` describes the API.
 */
export function request<Path extends ApiPath>(
  path: Path, ...rest: RequestBody<Path> extends undefined ? [body?: undefined, options?: CallOptions] : [body: RequestBody<Path>, options?: CallOptions]
): Promise<ReplyBody<Path>>;

/** Ends all workers and cancels the calls that are running. The next call starts new workers. */
export function close(): Promise<void>;
