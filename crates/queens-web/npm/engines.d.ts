/** The module `engines.js`, which `.ci/site` builds from the crate `queens-web`. */

/** The reply to a request. */
export class Reply {
  readonly status: number;
  readonly contentType: string;
  /** The body; can be taken once. */
  takeBytes(): Uint8Array<ArrayBuffer>;
  free(): void;
}

/** Starts the module. */
export function initSync(options: { module: WebAssembly.Module }): { memory: WebAssembly.Memory };

/** Answers the request for `path` below the root of the API, within `seconds` if they are given; `send` receives the chunks of a stream. */
export function reply(path: string, body: Uint8Array, seconds: number | undefined, send: (chunk: Uint8Array<ArrayBuffer>) => void): Reply;

/** Parses the request of a job: an object with `job`, its state, and `shares`, their maximum number. */
export function jobPlan(body: Uint8Array): Reply;

/** Counts a share of a job; `progress` receives the finished part of the share. */
export function jobShare(body: Uint8Array, number: number, shares: number, progress: (done: number) => void): Reply;
