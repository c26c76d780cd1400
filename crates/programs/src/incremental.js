// Incremental backtracking: only the newest queen is tested.
// Source: "Eight Queens part one" (Perl), 2013.

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

function solve(n) {
  let solutions = 0;
  const columns = []; // the column of the queen in each row
  let column = 0;
  while (true) {
    const isFull = columns.length === n;
    if (isFull) {
      solutions += 1; // solution
    }
    if (isFull || column === n) {
      if (columns.length === 0) {
        return solutions;
      }
      column = columns.pop() + 1; // remove
    } else if (isAttacked(columns, column)) {
      column += 1; // reject
    } else {
      columns.push(column); // place
      column = 0;
    }
  }
}

const n = Number(process.argv[2] ?? 8);
if (!Number.isInteger(n) || n < 1 || n > 32) {
  console.error("n is at most 32 and at least 1");
  process.exit(2);
}
console.log(solve(n));
