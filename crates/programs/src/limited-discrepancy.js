// Limited discrepancy search, from the middle of each row outward.
// Source: Harvey and Ginsberg, IJCAI 1995; each path once: Korf, AAAI 1996.

const n = Number(process.argv[2] ?? 8);
if (!Number.isInteger(n) || n < 1 || n > 32) {
  console.error("n is at most 32 and at least 1");
  process.exit(2);
}
const columns = []; // the column of the queen in each row

// From the middle outward; of two columns the left one first.
const ORDER = [...Array(n).keys()].sort((a, b) =>
  Math.abs(2 * a + 1 - n) - Math.abs(2 * b + 1 - n));

function isAttacked(column) {
  return columns.some((other, row) => {
    const distance = Math.abs(other - column);
    return distance === 0 || distance === columns.length - row;
  });
}

function freeColumns() {
  const free = [];
  for (const column of ORDER) {
    if (isAttacked(column)) {
      continue; // reject
    }
    free.push(column);
  }
  return free;
}

/** Fills the rows from here on with exactly k discrepancies. */
function probe(row, k) {
  if (row === n) {
    return 1; // solution
  }
  let solutions = 0;
  const rowsBelow = n - row - 1;
  for (const [rank, column] of freeColumns().entries()) {
    const kBelow = rank === 0 ? k : k - 1;
    if (kBelow >= 0 && kBelow <= rowsBelow) {
      columns.push(column); // place
      solutions += probe(row + 1, kBelow);
      columns.pop(); // remove
    }
  }
  return solutions;
}

let solutions = 0;
for (let k = 0; k <= n; k++) {
  solutions += probe(0, k);
}
console.log(solutions);
