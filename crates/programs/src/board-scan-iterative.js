// The board as squares, no recursion: a stack holds the rows.
// Source: "Recursion Elimination and the Eight Queens Problem", 1999.

const n = Number(process.argv[2] ?? 8);
if (!Number.isInteger(n) || n < 1 || n > 32) {
  console.error("n is at most 32 and at least 1");
  process.exit(2);
}
const board = Array.from({ length: n }, () => Array(n).fill(false));

function isAttacked(row, column) {
  for (let distance = 1; distance <= column; distance++) {
    const left = column - distance;
    const above = row - distance;
    const below = row + distance;
    if (board[row][left]) {
      return true;
    }
    if (above >= 0 && board[above][left]) {
      return true;
    }
    if (below < n && board[below][left]) {
      return true;
    }
  }
  return false;
}

let solutions = 0;
const stack = []; // the row of the queen in each column
let row = 0;
while (stack.length > 0 || row < n) {
  const column = stack.length;
  if (column === n || row === n) {
    row = stack.pop();
    board[row][column - 1] = false; // remove
    row += 1;
  } else if (isAttacked(row, column)) {
    row += 1; // reject
  } else {
    board[row][column] = true; // place
    if (column === n - 1) {
      solutions += 1; // solution
    }
    stack.push(row);
    row = 0;
  }
}
console.log(solutions);
