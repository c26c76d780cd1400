// Depth-first search: a state is a board, and a step adds a queen.
// Source: "n-queens puzzle solved in hy and cps" (Hy), 2018.

function isAttacked(board, column) {
  return board.some((other, row) => {
    const distance = Math.abs(other - column);
    return distance === 0 || distance === board.length - row;
  });
}

function search(n) {
  let solutions = 0;
  const shown = []; // the board on screen: a column for each row
  const stack = [[]]; // the empty board
  while (stack.length > 0) {
    const board = stack.pop(); // the newest
    while (shown.some((column, row) => column !== board[row])) {
      shown.pop(); // remove
    }
    while (shown.length < board.length) {
      shown.push(board[shown.length]); // place
    }
    if (board.length === n) {
      solutions += 1; // solution
      continue;
    }
    const children = [];
    for (let column = 0; column < n; column++) {
      if (isAttacked(board, column)) {
        continue; // reject
      }
      children.push([...board, column]);
    }
    stack.push(...children.reverse());
  }
  return solutions;
}

const n = Number(process.argv[2] ?? 8);
if (!Number.isInteger(n) || n < 1 || n > 32) {
  console.error("n is at most 32 and at least 1");
  process.exit(2);
}
console.log(search(n));
