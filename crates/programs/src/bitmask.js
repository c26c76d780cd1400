// The columns and diagonals taken as bits of three words.
// Source: Qiu Zongyan, 1988 (SIGPLAN Notices, 2002); Martin Richards, 1997.

const n = Number(process.argv[2] ?? 8);
if (!Number.isInteger(n) || n < 1 || n > 32) {
  console.error("n is at most 32 and at least 1");
  process.exit(2);
}
const ALL_COLUMNS = 2 ** n - 1;

function fill(row, columns, left, right) {
  if (row === n) {
    return 1; // solution
  }
  let solutions = 0;
  let free = ALL_COLUMNS & ~(columns | left | right);
  while (free !== 0) {
    const bit = free & -free; // place
    solutions += fill(
      row + 1, columns | bit, (left | bit) << 1, (right | bit) >>> 1);
    free ^= bit; // remove
  }
  return solutions;
}

console.log(fill(0, 0, 0, 0));
