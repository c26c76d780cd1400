// Simulated annealing: random moves while the temperature falls.
// Source: Kirkpatrick, Gelatt and Vecchi, Science 220, 1983.

const n = Number(process.argv[2] ?? 8);
if (!Number.isInteger(n) || n < 1 || n > 1000) {
  console.error("n is at most 1000 and at least 1");
  process.exit(2);
}
const columns = Array(n).fill(null); // the column of the queen in each row

function put(row, column) {
  columns[row] = column; // place
}

function takeOff(row) {
  columns[row] = null; // remove
}

/** The number of queens in other rows that attack the square. */
function attackers(row, column) {
  return columns.filter((other, otherRow) => {
    const distance = Math.abs(other - column);
    return otherRow !== row
      && (distance === 0 || distance === Math.abs(otherRow - row));
  }).length;
}

function attackingPairs() {
  const counts = columns.map((column, row) => attackers(row, column));
  return counts.reduce((sum, count) => sum + count, 0) / 2;
}

/** The number of pairs that a move of the queen in the row adds. */
function change({ row, column }) {
  return attackers(row, column) - attackers(row, columns[row]);
}

function randomBelow(limit) {
  return Math.floor(Math.random() * limit);
}

function solve() {
  for (let row = 0; row < n; row++) {
    put(row, randomBelow(n));
  }
  let temperature = 1;
  for (let tries = 0; tries < 100_000_000; tries++) {
    if (attackingPairs() === 0) {
      return true; // solution
    }
    if (tries > 0 && tries % (n * n) === 0) {
      temperature *= 0.9;
      if (temperature < 0.1) {
        temperature = 1;
      }
    }
    const move = { row: randomBelow(n), column: randomBelow(n) };
    if (move.column === columns[move.row]) {
      continue;
    }
    const added = change(move);
    if (added > 0 && Math.random() >= Math.exp(-added / temperature)) {
      continue;
    }
    takeOff(move.row);
    put(move.row, move.column);
  }
  return false;
}

console.log(solve()
  ? columns.map((column) => column + 1).join(" ")
  : "no solution found");
