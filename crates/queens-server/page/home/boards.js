import { isAbort, prepareWhenIdle } from "../shared/api.js";
import { loadDaily } from "../play/today/load.js";
import { put } from "../shared/dom.js";
import { puzzlePicture } from "../play/puzzle/picture.js";
import { QUEEN } from "../play/puzzle/state.js";
import { tints } from "../shared/tints.js";

/**
 * The boards of today on the first screen, with the marks of the player.
 *
 * @typedef {{board: HTMLElement, daily: import("../play/today/days.js").DailyPuzzle, record:
 *   import("../play/today/records.js").DailyRecord | undefined}} HomeBoard
 */

/**
 * Draws the boards one after the other; one that cannot be made stays empty, and its section says why.
 * @param {string} day
 * @param {HomeBoard[]} boards
 */
export async function drawBoards(day, boards) {
  for (const { board, daily, record } of boards) {
    const { size: n, stars } = daily;
    try {
      const begun = record?.regions && record.marks
        ? { n, stars, regions: [...record.regions], marks: [...record.marks] } : null;
      const made = begun ? null : await loadDaily(day, daily);
      const puzzle = begun ?? (record?.solved ? made?.solution : made?.puzzle);
      if (!puzzle) continue;
      const queens = puzzle.marks.flatMap((mark, index) => (mark === QUEEN ? [index] : []));
      put(board, puzzlePicture(puzzle, tints(puzzle.regions, n, n), { queens, isSolved: record?.solved }));
    } catch (error) {
      if (!isAbort(error)) console.info(error);
    }
  }
  prepareWhenIdle();
}
