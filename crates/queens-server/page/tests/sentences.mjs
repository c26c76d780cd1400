// What the sentences of the part Steps claim, checked by the rules of each variant alone.

/** The attack of each variant, on squares as [row, column]. @type {Record<string, (a: number[], b: number[], n: number) => boolean>} */
export const ATTACKS = {
  queens: ([a, b], [c, d]) => a === c || b === d || Math.abs(a - c) === Math.abs(b - d),
  torus: ([a, b], [c, d], n) => a === c || b === d || (a - c - b + d) % n === 0 || (a - c + b - d) % n === 0,
  superqueens: ([a, b], [c, d]) => ATTACKS.queens([a, b], [c, d]) || Math.abs((a - c) * (b - d)) === 2,
};

/**
 * Every placement of n pieces, one in each row, that do not attack each other.
 * @param {string} variant
 * @param {number} n
 */
export function everySolution(variant, n) {
  /** @type {string[][]} */
  const found = [];
  const fill = (/** @type {number[][]} */ queens) => {
    if (queens.length === n) found.push(queens.map(String));
    else {
      for (let column = 0; column < n; column++) {
        const square = [queens.length, column];
        if (!queens.some((queen) => ATTACKS[variant](queen, square, n))) fill([...queens, square]);
      }
    }
  };
  fill([]);
  return found;
}

/**
 * The claims of the sentences, and their checks.
 * `before` and `after` are the squares of the pieces, `square` that of the step.
 * @type {[RegExp, (match: RegExpExecArray, step: any) => boolean][]}
 */
export const CLAIMS = [
  [/ is free: /, (_, { isFree }) => isFree],
  [/ is open: /, (_, { isFree }) => isFree],
  [/ brings no warning: /, (_, { isFree }) => isFree],
  [/^The formula gives/, (_, { isFree }) => isFree],
  [/is an option of the item with the fewest options left/, (_, { isFree }) => isFree],
  [/column (\d+) is the next free bit/, ([, column], { isFree, square, before, tried, attacks }) => {
    const lower = Array.from({ length: column - 1 }, (_, at) => [square[0], at]);
    return isFree && lower.every((one) => before.some((queen) => attacks(queen, one)) || tried.includes(String(one)));
  }],
  [/no square has fewer conflicts than/, (_, { before, square, attacks, n }) => {
    const conflicts = (one) => before.filter((queen) => attacks(queen, one)).length;
    return Array.from({ length: n }, (_, column) => [square[0], column]).every((one) => conflicts(one) >= conflicts(square));
  }],
  [/is taken off: it is attacked, or the board is cleared/, (_, { after, square, attacks, isClearing }) => isClearing || after.some((queen) => attacks(queen, square))],
  [/attacked by the \w+ on ([a-z])(\d+)(, along the row|, along the column|, diagonally|)[.:,]/, ([, file, rank, line], { before, square, attacks }) => {
    const attacker = [rank - 1, file.charCodeAt(0) - 97];
    const [rows, columns] = [Math.abs(square[0] - attacker[0]), Math.abs(square[1] - attacker[1])];
    const lines = { ", along the row": rows === 0, ", along the column": columns === 0, ", diagonally": rows === columns, "": rows > 0 && columns > 0 && rows !== columns };
    return lines[line] && attacks(attacker, square) && before.some((queen) => String(queen) === String(attacker));
  }],
  [/^The board is full/, (_, { before, n }) => before.length === n],
  [/^Solution (\d+): ([^.]*)\.( It mirrors)?/, ([, number, names, mirrored], { solutions, found, before, n }) => {
    const queens = names.split(" ").map((name) => [name.slice(1) - 1, name.charCodeAt(0) - 97]).sort((a, b) => a[0] - b[0]).map(String);
    const path = before.map(([row, column]) => String([row, mirrored ? n - 1 - column : column])).sort((a, b) => parseInt(a, 10) - parseInt(b, 10));
    return Number(number) === found.length && path.join(" ") === queens.join(" ") && solutions.some((one) => one.join(" ") === queens.join(" "));
  }],
  // Every solution with the pieces before is found by now.
  [/^Nothing more to find with \w+:/, (_, { solutions, found, before, after }) => after.length === before.length - 1
    && solutions.every((one) => !before.every((queen) => one.includes(String(queen))) || found.includes(one.join(" ")))],
  [/^The next board of the (queue|stack) has no/, (_, { after, before }) => after.length === before.length - 1],
  [/^The next board of the (queue|stack) has a /, (_, { after, before }) => after.length === before.length + 1],
  [/^This permutation has column (\d+) in row (\d+)/, ([, column, row], { square, before }) => String(square) === String([row - 1, column - 1]) && before.length === square[0] && before.every((queen) => queen[1] !== square[1])],
  [/^This permutation was tested/, (_, { before, after }) => after.length === before.length - 1],
  [/: its next column is (\d+)/, ([, column], { square, before }) => square[1] === column - 1 && before.length === square[0]],
  [/^Counting on/, (_, { before, after }) => after.length === before.length - 1],
  [/^Nothing more to find with \w+ in this pass/, (_, { before, after }) => after.length === before.length - 1],
  [/^No solution was found with/, (_, { found, before, after }) => found.length === 0 && after.length === before.length - 1],
  [/ has the fewest free squares left, and \w+ is free: /, (_, { isFree }) => isFree],
  // The square is in no solution with the pieces before, except in those that are found by now.
  [/ is removed: a \w+ there would attack every square left in another row/, (_, { solutions, found, before, square }) =>
    solutions.every((one) => ![...before, square].every((queen) => one.includes(String(queen))) || found.includes(one.join(" ")))],
  [/ of the composed solution has its /, (_, { isFree }) => isFree],
  [/^The fittest board of the generation has no|is taken off: its move was picked|is taken off: it moves, or/, (_, { before, after }) => after.length === before.length - 1],
  [/^The fittest board of the generation has a |goes to \w+, at random: |goes to \w+: at random on a new board/, (_, { before, after }) => after.length === before.length + 1],
];
