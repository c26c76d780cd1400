// Backtracking with forward checking, the unit with the least slack first.
// Source: Haralick and Elliott, Artificial Intelligence 14, 1980.

const n = Number(process.argv[2] ?? 8);
if (!Number.isInteger(n) || n < 1 || n > 32) {
  console.error("n is at most 32 and at least 1");
  process.exit(2);
}
const numbers = [...Array(n).keys()];
const squares = numbers.flatMap((row) =>
  numbers.map((column) => ({ row, column })));
const units = [
  ...numbers.map((row) => squares.filter((s) => s.row === row)),
  ...numbers.map((column) => squares.filter((s) => s.column === column)),
];
const queens = [];

function attacks(queen, square) {
  const height = Math.abs(queen.row - square.row);
  const width = Math.abs(queen.column - square.column);
  return height === 0 || width === 0 || height === width;
}

function explore(openSquares) {
  const choices = units
    .filter((unit) => !unit.some((square) => queens.includes(square)))
    .map((unit) => unit.filter((square) => openSquares.includes(square)));
  if (choices.some((choice) => choice.length === 0)) {
    return 0;
  }
  if (choices.length === 0) {
    return 1; // solution
  }
  let solutions = 0;
  const least = Math.min(...choices.map((choice) => choice.length));
  for (const square of choices.find((choice) => choice.length === least)) {
    queens.push(square); // place
    const left = openSquares.filter((other) => !attacks(square, other));
    solutions += explore(left);
    queens.pop(); // remove
    openSquares = openSquares.filter((other) => other !== square);
  }
  return solutions;
}

console.log(explore(squares));
