import { figure, formula, freeColumns } from "../watch/lesson/answers.js";

/** @type {import("../watch/lesson/section.js").Lesson} */
export const lesson = {
  intro: [
    "The flags of lesson 3 are single bits, so a row of n flags fits into one word of the processor. Three words are enough: the columns that are taken, and the squares of the current row that diagonals reach from the left and from the right.",
    "From one row to the next, a diagonal moves by one column. So the two diagonal words are shifted by one bit, in opposite directions. The word of the columns stays.",
  ],
  board: {
    n: 6, engines: [["bitmask", "bit masks"]],
    holds: ["columns", "left", "right", "free"],
  },
  prediction: {
    question: "The search with flags visits 153 boards to find all solutions of 6 queens, and so does the engine with bit masks when it lists them. When it only counts, it visits fewer. How many?",
    form: "number", answer: figure(6, "bitmask", "nodes"),
    why: "The masks make a board cheaper; they do not save any. A count saves boards in two other ways: it does not enter the last row, because each free bit there is a solution; and it tries half of the first row, then doubles.",
  },
  text: [
    "The free squares of a row are the bits of `not (columns or left or right)` that are on the board. A few operations find them for the whole row; no attacked square is ever looked at. The lowest bit of a word is `free & -free`. It is the next square to try; without it, the word has the squares that are left.",
    "There is nothing to undo. The words of the row above are still in the variables of its call, as with the texts of lesson 6, but here they are three numbers.",
    "Column a is the lowest bit, so in the words beside the board it is on the right.",
  ],
  notes: [
    "Plan about 30 minutes. Begin with binary numbers: let the class write the free squares of a row as a number.",
    "Let the class compute `x & -x` for three small numbers before you read about the lowest bit.",
    "On the board, go down by one row and compare left and right with the row above: each has moved by one place.",
    "Expect this mistake: the order of the bits. Column a is the lowest bit, so a word is read from right to left.",
  ],
  exercises: [
    {
      question: "`free` is 110100 in binary, which is 52. What is `free & -free`, as a decimal number?",
      form: "number", answer: formula(52 & -52, "52 & -52"),
      traps: [[2, "That is the position of the bit, counted from 0. The bit itself has a value."], [32, "That is the highest bit."], [48, "That is what is left when the bit is taken away."]],
      why: "The lowest bit that is set is the third from the right, with the value 4.",
    },
    {
      question: "On a board of 6, queens are in column 2 of row 1 and column 5 of row 2. Which columns of row 3 are free?",
      form: "set", answer: freeColumns(6, [2, 5]),
      why: "Columns 2 and 5 are taken. The diagonals reach column 4 from row 1, and columns 4 and 6 from row 2.",
    },
    {
      question: "With the same two queens: which columns of row 3 are set in the word of the diagonals that move to higher columns?",
      form: "set", answer: formula([1, 2, 3, 4, 5, 6].filter((column) => (((((1 << 1) << 1) | (1 << 4)) << 1) >> (column - 1)) & 1), "[column for column in range(1, 7) if ((1 << 1 << 1 | 1 << 4) << 1) >> (column - 1) & 1]"),
      why: "The first queen has moved by two columns, the second by one.",
    },
  ],
};
