// Repair: an attacked queen moves to a square with the fewest conflicts.
// Source: Minton, Johnston, Philips, Laird, "Minimizing conflicts", 1992.

const n = Number(process.argv[2] ?? 8);
if (!Number.isInteger(n) || n < 1 || n > 1000) {
  console.error("n is at most 1000 and at least 1");
  process.exit(2);
}
const columns = Array(n).fill(null); // the column of the queen in each row
// The number of queens on each line:
const inColumn = Array(n).fill(0);
const onUp = Array(2 * n - 1).fill(0);
const onDown = Array(2 * n - 1).fill(0);

function count(row, column, change) {
  inColumn[column] += change;
  onUp[row + column] += change;
  onDown[n - 1 + row - column] += change;
}

function put(row, column) {
  columns[row] = column; // place
  count(row, column, 1);
}

function takeOff(row) {
  count(row, columns[row], -1);
  columns[row] = null; // remove
}

function conflicts(row, column) {
  return inColumn[column] + onUp[row + column]
    + onDown[n - 1 + row - column];
}

function randomItem(list) {
  return list[Math.floor(Math.random() * list.length)];
}

function bestColumn(row) {
  const counts = columns.map((_, column) => conflicts(row, column));
  const fewest = Math.min(...counts);
  const all = [...counts.keys()];
  return randomItem(all.filter((column) => counts[column] === fewest));
}

function solve() {
  const rows = [...columns.keys()];
  const maxRepairs = 100 + 20 * n;
  for (let start = 0; start < 2_000_000 / maxRepairs; start++) {
    rows.forEach((row) => put(row, bestColumn(row)));
    for (let repair = 0; repair < maxRepairs; repair++) {
      // A queen is on three lines itself.
      const attacked = rows.filter((r) => conflicts(r, columns[r]) > 3);
      if (attacked.length === 0) {
        return true; // solution
      }
      const row = randomItem(attacked);
      takeOff(row);
      put(row, bestColumn(row));
    }
    [...rows].reverse().forEach(takeOff);
  }
  return false;
}

const isSolved = solve();
console.log(isSolved
  ? columns.map((column) => column + 1).join(" ")
  : "no solution found");
