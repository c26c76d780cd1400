// A Las Vegas algorithm: random queens first, then backtracking.
// Source: Brassard and Bratley, "Fundamentals of Algorithmics", 1996.

const n = Number(process.argv[2] ?? 8);
if (!Number.isInteger(n) || n < 1 || n > 1000) {
  console.error("n is at most 1000 and at least 1");
  process.exit(2);
}
const RANDOM_ROWS = n - 2 * Math.floor(Math.log2(n));
const columns = []; // the column of the queen in each row

function isAttacked(column) {
  return columns.some((other, row) => {
    const distance = Math.abs(other - column);
    return distance === 0 || distance === columns.length - row;
  });
}

function freeColumns() {
  const free = [];
  for (let column = 0; column < n; column++) {
    if (isAttacked(column)) {
      continue; // reject
    }
    free.push(column);
  }
  return free;
}

function put(column) {
  columns.push(column); // place
}

function takeOff() {
  columns.pop(); // remove
}

function placeAtRandom() {
  while (columns.length < RANDOM_ROWS) {
    const free = freeColumns();
    if (free.length === 0) {
      return false;
    }
    put(free[Math.floor(Math.random() * free.length)]);
  }
  return true;
}

function backtrack() {
  if (columns.length === n) {
    return true; // solution
  }
  for (const column of freeColumns()) {
    put(column);
    if (backtrack()) {
      return true;
    }
    takeOff();
  }
  return false;
}

function solve() {
  for (let attempt = 0; attempt < 100_000; attempt++) {
    if (placeAtRandom() && backtrack()) {
      return true;
    }
    if (RANDOM_ROWS === 0) {
      return false; // everything was tried
    }
    while (columns.length > 0) {
      takeOff();
    }
  }
  return false;
}

console.log(solve()
  ? columns.map((column) => column + 1).join(" ")
  : "no solution found");
