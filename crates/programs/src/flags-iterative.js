// Three arrays of flags, no recursion: a stack holds the rows.
// Source: "Recursion Elimination and the Eight Queens Problem", 1999.

const n = Number(process.argv[2] ?? 8);
if (!Number.isInteger(n) || n < 1 || n > 32) {
  console.error("n is at most 32 and at least 1");
  process.exit(2);
}
const rowTaken = Array(n).fill(false);
const upTaken = Array(2 * n - 1).fill(false);
const downTaken = Array(2 * n - 1).fill(false);

function isTaken(row, column) {
  const up = row + column;
  const down = n - 1 + row - column;
  return rowTaken[row] || upTaken[up] || downTaken[down];
}

function setFlags(row, column, taken) {
  rowTaken[row] = taken;
  upTaken[row + column] = taken;
  downTaken[n - 1 + row - column] = taken;
}

let solutions = 0;
const stack = []; // the row of the queen in each column
let row = 0;
while (stack.length > 0 || row < n) {
  const column = stack.length;
  if (column === n || row === n) {
    row = stack.pop();
    setFlags(row, column - 1, false); // remove
    row += 1;
  } else if (isTaken(row, column)) {
    row += 1; // reject
  } else {
    setFlags(row, column, true); // place
    if (column === n - 1) {
      solutions += 1; // solution
    }
    stack.push(row);
    row = 0;
  }
}
console.log(solutions);
