/**
 * Answers to the questions of lessons, computed by the laboratory: on the page by the API, in the notebooks
 * by an expression of `queenslab`.
 *
 * This module and the lessons import nothing else, so that `.ci/lessons` can read them without a browser.
 *
 * @typedef {(path: string, body?: unknown) => Promise<any>} Ask sends a request to the API; without a body,
 *   it gets a document
 * @typedef {number | string | number[] | string[]} AnswerValue a list of strings has several squares, each of
 *   which is right
 * @typedef {{row: number, column: number}} StepSquare
 * @typedef {{event: string, square: StepSquare, attacker: StepSquare, queens: StepSquare[]}} TraceStep
 * @typedef {{find: (ask: Ask) => Promise<AnswerValue>, python: string}} LessonAnswer
 */

/** The letters of choices. */
export const LETTERS = "abcdefgh";

/** @param {StepSquare} square */
const nameOf = ({ row, column }) => `${LETTERS[column]}${row + 1}`;

/**
 * The steps of an engine.
 * @param {Ask} ask
 * @param {number} n
 * @param {string} engine
 * @param {boolean} [first] true to stop at the first solution
 * @returns {Promise<TraceStep[]>}
 */
const stepsOf = async (ask, n, engine, first = false) =>
  (await ask("trace", { problem: `queens ${n}`, engine, first })).steps;

/** @param {number} n @param {string} engine @param {boolean} [first] */
const pythonTrace = (n, engine, first = false) =>
  `ql.trace(${n}, "${engine}"${first ? ", first=True" : ""})["steps"]`;

/**
 * The value of a formula that is given in both languages.
 * @param {AnswerValue} value
 * @param {string} python
 * @returns {LessonAnswer}
 */
export const formula = (value, python) => ({ find: async () => value, python });

/**
 * The number of solutions up to symmetry.
 * @param {number} n
 * @returns {LessonAnswer}
 */
export const fundamental = (n) => ({
  find: async (ask) => Number((await ask("count", { problem: `queens ${n}`, fundamental: true })).count),
  python: `ql.count(${n}, fundamental=True)`,
});

/**
 * A figure of an engine that finds all solutions.
 * @param {number} n
 * @param {string} engine
 * @param {string} name `nodes`, or one of the figures of the engine itself
 * @returns {LessonAnswer}
 */
export const figure = (n, engine, name) => ({
  async find(ask) {
    const [line] = (await ask("compare", { problem: `queens ${n}`, engines: [engine] })).engines;
    return name === "nodes" ? line.nodes : line.counted[name];
  },
  python: `ql.compare(${n}, engines=["${engine}"])["engines"][0]` +
    `${name === "nodes" ? "" : '["counted"]'}["${name}"]`,
});

/**
 * The number of steps of a kind.
 * @param {number} n
 * @param {string} engine
 * @param {string} kind `place`, `reject`, `remove` or `solution`
 * @param {boolean} [first] true to stop at the first solution
 * @returns {LessonAnswer}
 */
export const steps = (n, engine, kind, first = false) => ({
  find: async (ask) => (await stepsOf(ask, n, engine, first)).filter(({ event }) => event === kind).length,
  python: `sum(step["event"] == "${kind}" for step in ${pythonTrace(n, engine, first)})`,
});

/**
 * The square of a step of a kind, counted from 1.
 * @param {number} n
 * @param {string} engine
 * @param {string} kind
 * @param {number} number
 * @returns {LessonAnswer}
 */
export const squareOfStep = (n, engine, kind, number) => ({
  async find(ask) {
    const all = await stepsOf(ask, n, engine);
    return nameOf(all.filter(({ event }) => event === kind)[number - 1].square);
  },
  python: `name([step for step in ${pythonTrace(n, engine)} if step["event"] == "${kind}"][${number - 1}])`,
});

/**
 * The first square with a queen after the first removal.
 * @param {number} n
 * @param {string} engine
 * @returns {LessonAnswer}
 */
export const squareAfterRemoval = (n, engine) => ({
  async find(ask) {
    const all = await stepsOf(ask, n, engine);
    const removed = all.findIndex(({ event }) => event === "remove");
    return all.slice(removed).filter(({ event }) => event === "place").map(({ square }) => nameOf(square))[0];
  },
  python: `name(place_after_removal(${pythonTrace(n, engine)}))`,
});

/**
 * The number of queens that are placed before the first removal of a queen.
 * @param {number} n
 * @param {string} engine
 * @returns {LessonAnswer}
 */
export const queensBeforeRemoval = (n, engine) => ({
  find: async (ask) => (await stepsOf(ask, n, engine))
    .filter(({ event }) => event === "place" || event === "remove")
    .findIndex(({ event }) => event === "remove"),
  python: `queens_before_removal(${pythonTrace(n, engine)})`,
});

/**
 * The number of queens that are placed while the first queen is on its first square, without it.
 * @param {number} n
 * @param {string} engine
 * @returns {LessonAnswer}
 */
export const queensBelowFirst = (n, engine) => ({
  async find(ask) {
    const all = await stepsOf(ask, n, engine);
    const ended = all.findIndex(({ event, square }) => event === "remove"
      && nameOf(square) === nameOf(all[0].square));
    return all.slice(1, ended).filter(({ event }) => event === "place").length;
  },
  python: `queens_below_first(${pythonTrace(n, engine)})`,
});

/**
 * The longest list of queens while the first queen is on her first square: rows for engines that fill column
 * by column, columns for the others.
 * @param {number} n
 * @param {string} engine
 * @param {"row" | "column"} along
 * @returns {LessonAnswer}
 */
export const longestBelowFirst = (n, engine, along) => ({
  async find(ask) {
    /** @type {number[]} */
    const path = [];
    /** @type {number[]} */
    let longest = [];
    for (const { event, square } of await stepsOf(ask, n, engine)) {
      if (event === "place") path.push(square[along] + 1);
      if (event === "remove") path.pop();
      if (path.length === 0) break;
      if (path.length > longest.length) longest = [...path];
    }
    return longest;
  },
  python: `longest_below_first(${pythonTrace(n, engine)}, "${along}")`,
});

/**
 * The squares of a column that are rejected although no queen is in their row, before the queen of that
 * column is placed.
 * @param {number} n
 * @param {string} engine
 * @param {number} column from 0
 * @returns {LessonAnswer}
 */
export const rejectedByDiagonal = (n, engine, column) => ({
  async find(ask) {
    const all = await stepsOf(ask, n, engine);
    const placed = all.findIndex(({ event, square }) => event === "place" && square.column === column);
    const before = all.slice(0, placed);
    const rows = before.filter(({ event }) => event === "place").map(({ square }) => square.row);
    return before.filter(({ event, square }) => event === "reject" && square.column === column
      && !rows.includes(square.row))
      .map(({ square }) => nameOf(square));
  },
  python: `rejected_by_diagonal(${pythonTrace(n, engine)}, ${column})`,
});

/**
 * A solution as the list of its columns, in the order in which the engine finds them.
 * @param {number} n
 * @param {string} engine
 * @param {number} number from 1
 * @returns {LessonAnswer}
 */
export const solutionOf = (n, engine, number) => ({
  async find(ask) {
    const all = await stepsOf(ask, n, engine);
    const { queens } = all.filter(({ event }) => event === "solution")[number - 1];
    return queens.map(({ column }) => column + 1);
  },
  python: `[queen["column"] + 1 for queen in [step for step in ${pythonTrace(n, engine)} if step["event"] ` +
    `== "solution"][${number - 1}]["queens"]]`,
});

/** @param {number[]} columns from 1, from row 1 on */
const givens = (columns) => columns.map((column, row) => `${LETTERS[column - 1]}${row + 1}`);

/**
 * The squares that no queen attacks, row by row, below queens in the first rows.
 * @param {Ask} ask
 * @param {number} n
 * @param {number[]} columns of the queens, from 1
 * @returns {Promise<[number, number][]>} row and column
 */
async function openSquares(ask, n, columns) {
  const given = columns.length ? `\ngivens: ${givens(columns).join(" ")}` : "";
  const { attacked } = await ask("problem", { problem: `queens ${n}${given}` });
  const taken = new Set([...attacked.map(String),
    ...columns.map((column, row) => String([row, column - 1]))]);
  return Array.from({ length: n * n },
    (_, at) => /** @type {[number, number]} */ ([Math.floor(at / n), at % n]))
    .filter((square) => !taken.has(String(square)));
}

/**
 * The free columns of the next row, counted from 1.
 * @param {number} n
 * @param {number[]} columns of the queens above it, from 1
 * @returns {LessonAnswer}
 */
export const freeColumns = (n, columns) => ({
  find: async (ask) => (await openSquares(ask, n, columns)).filter(([row]) => row === columns.length)
    .map(([, column]) => column + 1),
  python: `free_columns(${n}, [${columns.join(", ")}])`,
});

/**
 * The free squares of the rows and columns without a queen that have the fewest of them.
 * @param {number} n
 * @param {number[]} columns of the queens in the first rows, from 1
 * @returns {LessonAnswer}
 */
export const scarcestSquares = (n, columns) => ({
  async find(ask) {
    const open = await openSquares(ask, n, columns);
    const rest = Array.from({ length: n }, (_, at) => at);
    const lines = [
      ...rest.filter((row) => row >= columns.length).map((row) => open.filter((square) => square[0] === row)),
      ...rest.filter((column) => !columns.includes(column + 1))
        .map((column) => open.filter((square) => square[1] === column)),
    ];
    const fewest = Math.min(...lines.map(({ length }) => length));
    const names = lines.filter(({ length }) => length === fewest).flat()
      .map(([row, column]) => nameOf({ row, column }));
    return [...new Set(names)].sort();
  },
  python: `scarcest_squares(${n}, [${columns.join(", ")}])`,
});

/**
 * Knuth's estimate of the number of nodes from one path of the tree: 1 + d1 + d1 d2 + ..., where d is the
 * number of free squares in each row.
 * @param {number} n
 * @param {number[]} columns of the path, from 1
 * @returns {LessonAnswer}
 */
export const pathEstimate = (n, columns) => ({
  async find(ask) {
    let [sum, product] = [1, 1];
    for (let row = 0; row < n; row++) {
      product *= (await openSquares(ask, n, columns.slice(0, row)))
        .filter((square) => square[0] === row).length;
      sum += product;
    }
    return sum;
  },
  python: `path_estimate(${n}, [${columns.join(", ")}])`,
});

/**
 * A number that follows from the number of nodes on each level of the tree.
 * @param {number} n
 * @param {(levels: number[]) => number} take
 * @param {string} python the same of the list `levels`
 * @returns {LessonAnswer}
 */
export const ofLevels = (n, take, python) => ({
  find: async (ask) => take((await ask("profile", { sizes: [n, n] })).trees[0].levels),
  python: `(lambda levels: ${python})(ql.profile((${n}, ${n}))["trees"][0]["levels"])`,
});

/**
 * The smallest size with more solutions than a number.
 * @param {number} most
 * @returns {LessonAnswer}
 */
export const sizeAbove = (most) => ({
  find: async (ask) => (await ask("known")).counts.find(
    (/** @type {any} */ { count }) => Number(count) > most).n,
  python: `next(known["n"] for known in ql.known()["counts"] if int(known["count"]) > ${most})`,
});

/**
 * The letter of the list that is a solution.
 * @param {number} n
 * @param {string[]} lists
 * @returns {LessonAnswer}
 */
export const validList = (n, lists) => ({
  async find(ask) {
    const found = await Promise.all(
      lists.map((solutions) => ask("verify", { problem: `queens ${n}`, solutions })));
    return LETTERS[found.findIndex(({ valid }) => valid === 1)];
  },
  python: `next(letter for letter, columns in zip("${LETTERS}", ${JSON.stringify(lists)}) if ` +
    `ql.verify(columns, ${n})["valid"])`,
});

/**
 * The number of images of every solution of a size at which all solutions are images of one.
 * @param {number} n
 * @returns {LessonAnswer}
 */
export const imagesOfSolution = (n) => ({
  async find(ask) {
    const { solutions, fundamental: classes } = await ask("classes", { problem: `queens ${n}` });
    return solutions / classes;
  },
  python: `ql.classes(${n})["solutions"] // ql.classes(${n})["fundamental"]`,
});

/**
 * The cost of the path that breadth-first search finds for two jugs.
 * @param {[number, number]} capacities
 * @param {number} goal
 * @returns {LessonAnswer}
 */
export const jugSteps = (capacities, goal) => ({
  find: async (ask) => (await ask("search", { problem: "jugs", capacities, goal, strategy: "bfs" })).steps.at(
    -1).cost,
  python: `ql.search((0, 0), pour(${capacities.join(", ")}), lambda jugs: ${goal} in jugs, ` +
    `strategy="bfs").cost`,
});

/**
 * The estimate of A* for the first position of the eight puzzle: the sum of the distances of the tiles.
 * @param {string} tiles row by row, 0 for the gap
 * @returns {LessonAnswer}
 */
export const tileDistance = (tiles) => ({
  find: async (ask) =>
    (await ask("search", { problem: "eight-puzzle", tiles, strategy: "astar", limit: 1 })).steps[0].rank,
  python: `tile_distance("${tiles}")`,
});

/**
 * The number of one answer less another.
 * @param {LessonAnswer} a
 * @param {LessonAnswer} b
 * @returns {LessonAnswer}
 */
export const difference = (a, b) => ({
  async find(ask) {
    const [left, right] = await Promise.all([a.find(ask), b.find(ask)]);
    return Number(left) - Number(right);
  },
  python: `${a.python} - ${b.python}`,
});

/**
 * The letter of the ratio between two numbers: the index of the ratio in a list.
 * @param {LessonAnswer} a
 * @param {LessonAnswer} b
 * @param {number[]} ratios a / b, one for each choice; the nearest is right
 * @returns {LessonAnswer}
 */
export const nearestRatio = (a, b, ratios) => ({
  async find(ask) {
    const [left, right] = await Promise.all([a.find(ask), b.find(ask)]);
    const far = ratios.map((ratio) => Math.abs(Number(left) / Number(right) - ratio));
    return LETTERS[far.indexOf(Math.min(...far))];
  },
  python: `min(zip("${LETTERS}", [${ratios.join(", ")}]), key=lambda choice: abs(${a.python} / ` +
    `${b.python} - choice[1]))[0]`,
});
