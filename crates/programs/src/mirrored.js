// Incremental backtracking on half of the first row, and mirror images.
// Source: "Eight Queens part one" (Perl), 2013.

const n = Number(process.argv[2] ?? 8);
if (!Number.isInteger(n) || n < 1 || n > 32) {
  console.error("n is at most 32 and at least 1");
  process.exit(2);
}

function isAttacked(columns, column) {
  if (columns.includes(column)) {
    return true;
  }
  for (let row = columns.length - 1; row >= 0; row--) {
    if (Math.abs(column - columns[row]) === columns.length - row) {
      return true;
    }
  }
  return false;
}

/** Returns true if the board is its own mirror image. */
function isSymmetric(columns) {
  return columns.every((column) => column === n - 1 - column);
}

let solutions = 0;
const columns = []; // the column of the queen in each row
let column = 0;
while (true) {
  const isFull = columns.length === n;
  const width = isSymmetric(columns) ? Math.ceil(n / 2) : n;
  if (isFull) {
    solutions += isSymmetric(columns) ? 1 : 2; // solution
  }
  if (isFull || column === width) {
    if (columns.length === 0) {
      break;
    }
    column = columns.pop() + 1; // remove
  } else if (isAttacked(columns, column)) {
    column += 1; // reject
  } else {
    columns.push(column); // place
    column = 0;
  }
}
console.log(solutions);
