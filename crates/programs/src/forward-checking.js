// Forward checking, the row with the fewest free squares first.
// Source: Haralick and Elliott, Artificial Intelligence 14, 1980.

const n = Number(process.argv[2] ?? 8);
if (!Number.isInteger(n) || n < 1 || n > 32) {
  console.error("n is at most 32 and at least 1");
  process.exit(2);
}
const numbers = [...Array(n).keys()];
const free = numbers.map(() => new Set(numbers)); // squares of each row
const queens = Array(n).fill(null); // the column of the queen in each row

function emptyRows() {
  return numbers.filter((row) => queens[row] === null);
}

/** The free squares of another row that a queen would attack. */
function attacked(row, column, other) {
  const distance = Math.abs(row - other);
  return [column - distance, column, column + distance]
    .filter((square) => free[other].has(square));
}

function fewestFreeSquares() {
  const least = Math.min(...emptyRows().map((row) => free[row].size));
  return emptyRows().find((row) => free[row].size === least);
}

/** The free squares of a row, those that attack the fewest first. */
function byConstraint(row) {
  const others = emptyRows().filter((other) => other !== row);
  const constraint = (column) =>
    others.flatMap((other) => attacked(row, column, other)).length;
  return numbers.filter((column) => free[row].has(column))
    .sort((a, b) => constraint(a) - constraint(b));
}

/** Returns false if a row without a queen has no free square left. */
function lookAhead(row, column, removed) {
  for (const other of emptyRows()) {
    for (const square of attacked(row, column, other)) {
      free[other].delete(square); // reject
      removed.push([other, square]);
    }
    if (free[other].size === 0) {
      return false;
    }
  }
  return true;
}

function fill() {
  if (emptyRows().length === 0) {
    return 1; // solution
  }
  let solutions = 0;
  const row = fewestFreeSquares();
  for (const column of byConstraint(row)) {
    queens[row] = column; // place
    const removed = [];
    if (lookAhead(row, column, removed)) {
      solutions += fill();
    }
    removed.forEach(([other, square]) => free[other].add(square));
    queens[row] = null; // remove
  }
  return solutions;
}

console.log(fill());
