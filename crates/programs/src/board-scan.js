// The board as squares; the squares to the left are scanned for attackers.
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

function fill(column) {
  let solutions = 0;
  for (let row = 0; row < n; row++) {
    if (isAttacked(row, column)) {
      continue; // reject
    }
    board[row][column] = true; // place
    if (column === n - 1) {
      solutions += 1; // solution
    } else {
      solutions += fill(column + 1);
    }
    board[row][column] = false; // remove
  }
  return solutions;
}

console.log(fill(0));
