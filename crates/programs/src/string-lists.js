// Lists as text: the queens' columns and diagonals in three strings.
// Source: "N-Queens revision on xt", XSL-List (XSLT), 1999.

const n = Number(process.argv[2] ?? 8);
if (!Number.isInteger(n) || n < 1 || n > 32) {
  console.error("n is at most 32 and at least 1");
  process.exit(2);
}

function queens(texts, length) {
  if (length === n) {
    return 1; // solution
  }
  let solutions = 0;
  for (let number = 1; number <= n; number++) {
    const numbers = [number, number + length, n + number - length];
    // A comma on both sides: 1 is not in ",12,".
    if (numbers.some((item, i) => texts[i].includes(`,${item},`))) {
      continue; // reject
    }
    let copies = texts.map((text, i) => `${text}${numbers[i]},`); // place
    solutions += queens(copies, length + 1);
    copies = null; // remove
  }
  return solutions;
}

console.log(queens([",", ",", ","], 0));
