/**
 * The daily puzzles, those of the page and of `queens puzzle daily`. A day is a text such as `2026-12-24`. The puzzles of the stored
 * months need no engines; those of later days are made.
 */

import type { CallOptions, GenerateRequest, GeneratedEntry, PuzzleDocument } from "./index.js";

/** A puzzle of a day. */
export interface DailyPuzzle {
  /** What it is called in addresses: `easy`, `medium`, `hard`, `two` on Saturdays, `three` on Sundays. */
  id: "easy" | "medium" | "hard" | "two" | "three";
  /** Its name for players, such as `Two queens`. */
  name: string;
  /** Rows and columns. */
  size: number;
  /** Queens in each row, column and region. */
  stars: number;
  /** Difficulty. */
  rating: NonNullable<GenerateRequest["rating"]>;
}

/** The first day that has puzzles. */
export const FIRST_DAY: string;

/** The first and the last month that are stored, such as `2026-01`. */
export const STORED_MONTHS: [string, string];

/** The day in the local time zone. `secondsAgo` is for the day of an earlier moment. */
export function today(secondsAgo?: number): string;

/** True if a text is a day of the calendar. */
export function isDay(text: string): boolean;

/** The day that comes `count` days after `day`, or before it. */
export function daysAfter(day: string, count: number): string;

/** The puzzles of a day: three, and four at weekends. Their sizes grow from Monday to Sunday. */
export function puzzlesOf(day: string): DailyPuzzle[];

export interface LoadedDaily {
  /** The puzzle, as the functions of `puzzle` read it. */
  puzzle: Pick<PuzzleDocument, "size" | "stars" | "regions">;
  /** The queens of its only solution, as row and column. */
  solution: GeneratedEntry["solution"];
}

/** Loads a puzzle of a day. Fails with status 400 if the day has no such puzzle. */
export function loadDaily(day: string, daily: { id: string }, options?: CallOptions): Promise<LoadedDaily>;
