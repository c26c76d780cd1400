// Three arrays of flags; each call first tests for a full board.
// Source: "Recursion Elimination and the Eight Queens Problem", 1999.

const n = Number(process.argv[2] ?? 8);
if (!Number.isInteger(n) || n < 1 || n > 32) {
  console.error("n is at most 32 and at least 1");
  process.exit(2);
}
const rowTaken = Array(n).fill(false);
const upTaken = Array(2 * n - 1).fill(false);
const downTaken = Array(2 * n - 1).fill(false);

function fill(column) {
  if (column === n) {
    return 1; // solution
  }
  let solutions = 0;
  for (let row = 0; row < n; row++) {
    const up = row + column;
    const down = n - 1 + row - column;
    if (rowTaken[row] || upTaken[up] || downTaken[down]) {
      continue; // reject
    }
    rowTaken[row] = upTaken[up] = downTaken[down] = true; // place
    solutions += fill(column + 1);
    rowTaken[row] = upTaken[up] = downTaken[down] = false; // remove
  }
  return solutions;
}

console.log(fill(0));
