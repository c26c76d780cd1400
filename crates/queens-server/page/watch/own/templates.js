/**
 * The programs that a student can start from: correct, but slow.
 * @type {[id: string, name: string, code: string][]}
 */
export const TEMPLATES = [
  ["list", "List", `// Returns a list of all solutions for n queens.
// A solution is a list too: the column of the queen in
// each row, from 0. This program compares each square
// with all queens above it.

function solve(n) {
  const solutions = [];
  const columns = [];

  function isAttacked(row, column) {
    for (let other = 0; other < row; other++) {
      const distance = Math.abs(columns[other] - column);
      if (distance === 0 || distance === row - other) return true;
    }
    return false;
  }

  function fill(row) {
    if (row === n) {
      solutions.push([...columns]); // a copy, because columns changes
      return;
    }
    for (let column = 0; column < n; column++) {
      if (isAttacked(row, column)) continue;
      columns[row] = column;
      fill(row + 1);
    }
  }

  fill(0);
  return solutions;
}
`],
  ["generator", "Generator", `// Yields each solution for n queens when it is found.
// A solution is a list: the column of the queen in each
// row, from 0. This program tests every order of columns.

function* solve(n) {
  for (const columns of orders([...Array(n).keys()])) {
    if (isSolution(columns)) yield columns;
  }
}

function* orders(columns) {
  if (columns.length === 0) yield [];
  for (const first of columns) {
    const others = columns.filter((column) => column !== first);
    for (const rest of orders(others)) yield [first, ...rest];
  }
}

function isSolution(columns) {
  return columns.every((column, row) =>
    columns.every((other, otherRow) => row === otherRow ||
      Math.abs(column - other) !== Math.abs(row - otherRow)));
}
`],
  ["steps", "Steps", `// Yields every step, so that a board can show the search.
// A square is [row, column], both from 0. The steps:
//   {place: square}             a queen is placed
//   {reject: square, attacker}  it cannot be used; the
//                               attacker can be left out
//   {remove: square}            the queen is removed
//   {solution: true}            the queens are a solution

function* steps(n) {
  const queens = [];

  function* fill(row) {
    if (row === n) {
      yield { solution: true };
      return;
    }
    for (let column = 0; column < n; column++) {
      const square = [row, column];
      const attacker = queens.find((queen) => attacks(queen, square));
      if (attacker) {
        yield { reject: square, attacker };
        continue;
      }
      queens.push(square);
      yield { place: square };
      yield* fill(row + 1);
      queens.pop();
      yield { remove: square };
    }
  }

  yield* fill(0);
}

function attacks([row, column], [otherRow, otherColumn]) {
  return row === otherRow || column === otherColumn ||
    Math.abs(row - otherRow) === Math.abs(column - otherColumn);
}
`],
];
