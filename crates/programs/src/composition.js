// Divide and conquer: a solution composed of two smaller ones.
// Source: George Polya, 1918, as given by Bell and Stevens, 2009.

function stairs(n, row) {
  return row % 2 === 0 ? row / 2 : (n + row + 1) / 2;
}

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

/** A factor m without factor 2 or 3, such that size / m has a solution. */
function modularFactor(size) {
  for (let m = 5; m <= size; m++) {
    const isModular = size % m === 0 && m % 2 !== 0 && m % 3 !== 0;
    if (isModular && size / m !== 2 && size / m !== 3) {
      return m;
    }
  }
  return null;
}

function compose(size) {
  const m = modularFactor(size);
  if (m === null) { // the explicit solution
    return [...Array(size).keys()].map((row) => formula(size, row + 1) - 1);
  }
  const queens = [];
  const outer = compose(size / m);
  for (const column of outer) {
    for (let r = 0; r < m; r++) {
      queens.push(column * m + 2 * r % m); // place
    }
  }
  return queens;
}

const n = Number(process.argv[2] ?? 8);
if (!Number.isInteger(n) || n < 1 || n > 100_000) {
  console.error("n is at most 100000 and at least 1");
  process.exit(2);
}
if (modularFactor(n) === null) {
  console.log("no composition");
} else {
  const queens = compose(n);
  console.log(queens.map((column) => column + 1).join(" ")); // solution
}
