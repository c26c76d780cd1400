// A tiny rule engine: facts, rules that warn, contexts to take facts back.
// Source: the companion of "n-queens puzzle solved in hy and cps", 2018.

const n = Number(process.argv[2] ?? 8);
if (!Number.isInteger(n) || n < 1 || n > 32) {
  console.error("n is at most 32 and at least 1");
  process.exit(2);
}
const facts = []; // "queen in this row is placed in this column"
const warnings = []; // queens that can be taken
const contexts = []; // the numbers of facts and warnings before each

const rules = [
  function sameColumn(a, b) {
    return a.column === b.column;
  },
  function sameDiagonal(a, b) {
    return Math.abs(a.column - b.column) === Math.abs(a.row - b.row);
  },
];

/** Adds a fact in a context of its own, and runs the rules. */
function assume(fact) {
  contexts.push([facts.length, warnings.length]);
  for (const rule of rules) {
    warnings.push(...facts.filter((other) => rule(other, fact)));
  }
  facts.push(fact);
}

function popContext() {
  [facts.length, warnings.length] = contexts.pop();
}

function choose(row) {
  if (row === n) {
    return 1; // solution
  }
  let solutions = 0;
  const choices = [];
  for (let column = 0; column < n; column++) {
    choices.push({ row, column });
  }
  while (choices.length > 0) {
    const choice = choices.pop();
    assume(choice); // on trial
    const isWarned = warnings.length > 0;
    popContext();
    if (isWarned) {
      continue; // reject
    }
    assume(choice); // place
    solutions += choose(row + 1);
    popContext(); // remove
  }
  return solutions;
}

console.log(choose(0));
