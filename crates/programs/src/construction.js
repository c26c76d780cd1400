// A solution without search: the column of each row by a formula.
// Source: Emil Pauls, 1874, as given by Bell and Stevens, 2009.

/** Knight's moves through the even rows, then through the odd rows. */
function stairs(n, row) {
  return row % 2 === 0 ? row / 2 : (n + row + 1) / 2;
}

/** Two such staircases, with six queens displaced. */
function bentStairs(n, row) {
  const half = n / 2;
  switch (row) {
    case 1: return half + 2;
    case 2: return half;
    case 4: return 1;
    case n - 3: return n;
    case n - 1: return half + 1;
    case n: return half - 1;
  }
  return row % 2 === 0 ? (n - row) / 2 + 1 : half + (n - 3 - row) / 2 + 2;
}

function formula(n, row) {
  switch (n % 6) {
    case 0:
    case 4:
      return stairs(n, row);
    case 2:
      return bentStairs(n, row);
    case 3: // a queen in the last corner of a larger board
      return row === n ? n : bentStairs(n - 1, row);
    default: // a queen in the first column of the last row
      return row === n ? 1 : 1 + stairs(n - 1, row);
  }
}

const n = Number(process.argv[2] ?? 8);
if (!Number.isInteger(n) || n < 1 || n > 1_000_000) {
  console.error("n is at most 1000000 and at least 1");
  process.exit(2);
}
const queens = [];
if (n === 2 || n === 3) {
  console.log("no solution");
} else {
  for (let row = 1; row <= n; row++) {
    queens.push(formula(n, row)); // place
  }
  console.log(queens.join(" ")); // solution
}
