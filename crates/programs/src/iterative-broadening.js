// Iterative broadening: few squares of each row first.
// Source: Ginsberg and Harvey, Artificial Intelligence 55, 1992.

const n = Number(process.argv[2] ?? 8);
if (!Number.isInteger(n) || n < 1 || n > 32) {
  console.error("n is at most 32 and at least 1");
  process.exit(2);
}
const columns = []; // the column of the queen in each row

// From the middle outward; of two columns the left one first.
const ORDER = [...Array(n).keys()].sort((a, b) =>
  Math.abs(2 * a + 1 - n) - Math.abs(2 * b + 1 - n));

function isAttacked(column) {
  return columns.some((other, row) => {
    const distance = Math.abs(other - column);
    return distance === 0 || distance === columns.length - row;
  });
}

function freeColumns() {
  const free = [];
  for (const column of ORDER) {
    if (isAttacked(column)) {
      continue; // reject
    }
    free.push(column);
  }
  return free;
}

/** `isNew` is true if the pass before was too narrow for these queens. */
function fill(row, breadth, isNew) {
  if (row === n) {
    if (isNew) {
      return 1; // solution
    }
    return 0;
  }
  let solutions = 0;
  for (const [rank, column] of freeColumns().slice(0, breadth).entries()) {
    columns.push(column); // place
    solutions += fill(row + 1, breadth, isNew || rank + 1 === breadth);
    columns.pop(); // remove
  }
  return solutions;
}

let solutions = fill(0, 2, true);
for (let breadth = 3; breadth <= n; breadth++) {
  solutions += fill(0, breadth, false);
}
console.log(solutions);
