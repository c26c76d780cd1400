// Hill climbing: the first better move of a queen, in random order.
// Source: Russell and Norvig, "Artificial Intelligence", 3rd ed., 2010.

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

function scatter() {
  for (let row = 0; row < n; row++) {
    put(row, randomBelow(n));
  }
}

/** Every move of a queen in its row, in random order. */
function moves() {
  const all = [];
  for (let row = 0; row < n; row++) {
    for (let column = 0; column < n; column++) {
      if (column !== columns[row]) {
        all.splice(randomBelow(all.length + 1), 0, { row, column });
      }
    }
  }
  return all;
}

function firstBetterMove() {
  let equal = null;
  for (const move of moves()) {
    if (change(move) < 0) {
      return move;
    }
    if (change(move) === 0) {
      equal ??= move;
    }
  }
  return equal;
}

function solve() {
  scatter();
  let sideways = 0; // equal moves in succession
  for (let step = 0; step < 1_000_000; step++) {
    if (attackingPairs() === 0) {
      return true; // solution
    }
    const move = firstBetterMove();
    if (move === null || (change(move) === 0 && sideways === 100)) {
      for (let row = n - 1; row >= 0; row--) {
        takeOff(row);
      }
      scatter();
      sideways = 0;
    } else {
      sideways = change(move) === 0 ? sideways + 1 : 0;
      takeOff(move.row);
      put(move.row, move.column);
    }
  }
  return false;
}

console.log(solve()
  ? columns.map((column) => column + 1).join(" ")
  : "no solution found");
