// A genetic algorithm: selection, crossover and mutation of boards.
// Source: Holland, "Adaptation in Natural and Artificial Systems", 1975.

const n = Number(process.argv[2] ?? 8);
if (!Number.isInteger(n) || n < 1 || n > 1000) {
  console.error("n is at most 1000 and at least 1");
  process.exit(2);
}
const shown = Array(n).fill(null); // the board on screen

function randomBelow(limit) {
  return Math.floor(Math.random() * limit);
}

/** The number of pairs of queens that do not attack each other. */
function fitness(board) {
  let pairs = 0;
  for (let row = 0; row < n; row++) {
    for (let other = 0; other < row; other++) {
      const distance = Math.abs(board[row] - board[other]);
      if (distance !== 0 && distance !== row - other) {
        pairs += 1;
      }
    }
  }
  return pairs;
}

function show(board) {
  for (let row = 0; row < n; row++) {
    if (shown[row] === board[row]) {
      continue;
    }
    if (shown[row] !== null) {
      shown[row] = null; // remove
    }
    shown[row] = board[row]; // place
  }
}

/** Draws a board; one more pair that does not attack doubles its chance. */
function parent(population, greatest) {
  const chances = population.map((board) =>
    2 ** Math.max(0, 20 - (greatest - fitness(board))));
  let drawn = Math.random() * chances.reduce((sum, chance) => sum + chance);
  return population.find((board, i) => (drawn -= chances[i]) < 0);
}

function childOf(population, greatest) {
  const cut = 1 + randomBelow(n - 1);
  const first = parent(population, greatest);
  const second = parent(population, greatest);
  const child = [...first.slice(0, cut), ...second.slice(cut)];
  if (Math.random() < 0.8) {
    child[randomBelow(n)] = randomBelow(n);
  }
  return child;
}

function solve() {
  const randomBoard = () => Array.from({ length: n }, () => randomBelow(n));
  let population = Array.from({ length: 20 }, randomBoard);
  for (let generation = 0; generation < 100_000; generation++) {
    const greatest = Math.max(...population.map(fitness));
    show(population.find((board) => fitness(board) === greatest));
    if (greatest === n * (n - 1) / 2) {
      return true; // solution
    }
    population = population.map(() => childOf(population, greatest));
  }
  return false;
}

console.log(solve()
  ? shown.map((column) => column + 1).join(" ")
  : "no solution found");
