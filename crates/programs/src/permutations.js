// Generate and test: every permutation of the columns, by insertion.
// Source: "N-queen puzzle" (Visual Prolog), 2008.

function* permute(numbers) {
  if (numbers.length === 0) {
    yield [];
    return;
  }
  const [first, ...rest] = numbers;
  for (const permutation of permute(rest)) {
    for (let place = 0; place <= permutation.length; place++) {
      const longer = [...permutation];
      longer.splice(place, 0, first);
      yield longer;
    }
  }
}

function isSolution(columns) {
  for (let row = 0; row < columns.length; row++) {
    for (let other = row + 1; other < columns.length; other++) {
      if (Math.abs(columns[row] - columns[other]) === other - row) {
        return false; // reject
      }
    }
  }
  return true;
}

function solve(n) {
  let solutions = 0;
  const board = []; // the column of the queen in each row
  for (const permutation of permute([...Array(n).keys()])) {
    for (const column of permutation) {
      board.push(column); // place
    }
    if (isSolution(board)) {
      solutions += 1; // solution
    }
    while (board.length > 0) {
      board.pop(); // remove
    }
  }
  return solutions;
}

const n = Number(process.argv[2] ?? 8);
if (!Number.isInteger(n) || n < 1 || n > 32) {
  console.error("n is at most 32 and at least 1");
  process.exit(2);
}
console.log(solve(n));
