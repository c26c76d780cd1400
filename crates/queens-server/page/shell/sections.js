/** The sections of the page, and where their modules are. */

/**
 * The parts by their entrances, in order: id, name, purpose. The module of a part is in a folder of its id,
 * in the folder of its entrance.
 * @type {{name: string, folder: string, parts: [string, string, string][]}[]}
 */
export const ENTRANCES = [
  { name: "Play", folder: "play", parts: [
    ["today", "Today", "New puzzles every day, the same for everybody"],
    ["puzzles", "Puzzles", "Region puzzles of any size and difficulty"],
    ["game", "N queens", "The game of n queens: levels, a free board, and backwards"],
    ["create", "Create", "Draw a region puzzle"],
  ] },
  { name: "Watch", folder: "watch", parts: [
    ["lesson", "Lessons", "Twelve lessons with live boards and exercises"],
    ["steps", "Steps", "Watch an engine at work, step by step"],
    ["race", "Race", "Several engines on the same board"],
    ["search", "Search", "The general problem solver with its open and closed lists"],
    ["own", "Your code", "Check, watch and race a program of your own"],
  ] },
  { name: "Explore", folder: "explore", parts: [
    ["board", "Board", "Place queens, and find out how the board can be completed"],
    ["solutions", "Solutions", "All solutions, by symmetry"],
    ["counts", "Counts", "Numbers of solutions"],
    ["engines", "Engines", "Descriptions of all engines and variants"],
  ] },
];

/** Parts that are not in the navigation, but opened by links. @type {[string, string, string][]} */
const OTHER_PARTS = [
  ["home", "Queens", "A laboratory for the N-queens problem"],
  ["technique", "Reasons", "The reasons of hints"],
];

/** The folders of the parts that are not in the navigation. @type {Record<string, string>} */
const OTHER_FOLDERS = { home: "home", technique: "play/technique" };

/** All parts: id, name, purpose. */
export const PARTS = [...OTHER_PARTS, ...ENTRANCES.flatMap(({ parts }) => parts)];

/** The path of the module of a part, from the folder of the page. @param {string} id */
export function modulePath(id) {
  const entrance = ENTRANCES.find(({ parts }) => parts.some(([part]) => part === id));
  return `${entrance ? `${entrance.folder}/${id}` : OTHER_FOLDERS[id]}/section.js`;
}
