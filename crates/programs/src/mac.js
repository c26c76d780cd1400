// Maintaining arc consistency with AC-3.
// Source: Sabin and Freuder, ECAI 1994; Mackworth, 1977 (AC-3).

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

/** Removes the squares that attack all squares left in another row. */
function revise(row, support, removed) {
  const before = removed.length;
  for (const column of numbers.filter((square) => free[row].has(square))) {
    if (attacked(row, column, support).length === free[support].size) {
      free[row].delete(column); // reject
      removed.push([row, column]);
    }
  }
  return removed.length > before;
}

/** Returns false if a row has no free square left. */
function ac3(queue, removed) {
  while (queue.length > 0) {
    const [row, support] = queue.shift();
    if (!revise(row, support, removed)) {
      continue;
    }
    if (free[row].size === 0) {
      return false;
    }
    for (const other of emptyRows()) {
      const isQueued = queue.some(([a, b]) => a === other && b === row);
      if (other !== row && other !== support && !isQueued) {
        queue.push([other, row]);
      }
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
    const removed = [...free[row]].filter((square) => square !== column)
      .map((square) => [row, square]);
    free[row] = new Set([column]);
    if (ac3(emptyRows().map((other) => [other, row]), removed)) {
      solutions += fill();
    }
    removed.forEach(([other, square]) => free[other].add(square));
    queens[row] = null; // remove
  }
  return solutions;
}

const pairs = numbers.flatMap((row) =>
  numbers.filter((other) => other !== row).map((other) => [row, other]));
console.log(ac3(pairs, []) ? fill() : 0);
