// Generate and test: all boards with one queen in each row, as an odometer.
// Source: the 8^8 program in "Eight Queens part one" (Perl), 2013.

function isSolution(columns) {
  for (let row = 0; row < columns.length; row++) {
    for (let other = 0; other < row; other++) {
      const distance = Math.abs(columns[row] - columns[other]);
      if (distance === 0 || distance === row - other) {
        return false; // reject
      }
    }
  }
  return true;
}

function solve(n) {
  let solutions = 0;
  const columns = []; // the column of the queen in each row
  let nextColumn = 0;
  while (true) {
    while (columns.length < n) {
      columns.push(nextColumn); // place
      nextColumn = 0;
    }
    if (isSolution(columns)) {
      solutions += 1; // solution
    }
    nextColumn = n;
    while (nextColumn === n) {
      if (columns.length === 0) {
        return solutions;
      }
      nextColumn = columns.pop() + 1; // remove
    }
  }
}

const n = Number(process.argv[2] ?? 8);
if (!Number.isInteger(n) || n < 1 || n > 32) {
  console.error("n is at most 32 and at least 1");
  process.exit(2);
}
console.log(solve(n));
