import { figure, solutionOf, validList } from "../watch/lesson/answers.js";

const LISTS = ["1 3 5 2 6 4", "2 4 6 1 3 5", "2 5 1 6 4 3", "3 1 6 4 2 5"];

/** @type {import("../watch/lesson/section.js").Lesson} */
export const lesson = {
  intro: [
    "A queen attacks along its row. So n queens on n rows must be in different rows, and a board can be written as a list: the column of the queen in row 1, in row 2, and so on. The list `2 4 1 3` is a board of four queens.",
    "Two queens may not share a column either. So every number from 1 to n occurs in the list exactly once: the list is a permutation. This short analysis comes before any program. Of the 256 lists of four numbers from 1 to 4 it leaves 24.",
  ],
  board: { n: 4, engines: [["permutations", "permutations"], ["brute-force", "all lists"]], holds: ["permutation", "column of each row"] },
  prediction: {
    question: "The engine makes every permutation of 6 columns and tests each one. How many does it make?",
    form: "number", answer: figure(6, "permutations", "permutations"),
    why: "The first number can be chosen in n ways, the second in n - 1 ways, and so on: n! permutations. For 8 queens there are 40,320.",
  },
  text: [
    "Generate and test has two halves. One generates every permutation. The other tests a complete board, and needs to test diagonals only: two queens are on one diagonal if their rows are as far apart as their columns.",
    "The halves are independent, which makes the program easy to write and easy to trust. It is also the weakness. If the queens of rows 1 and 2 attack each other, every permutation that begins with them is wrong, but the program still makes them all. A failed test does not guide the generator.",
  ],
  notes: [
    "Plan about 25 minutes. Before you show the board, let the class place four queens on paper and write the columns as a list.",
    "Ask which half of the program knows what a solution is, and which half does nearly all the work.",
    "On the board, step through the permutations until the first solution. Then choose all lists and compare how far that engine has come after as many steps.",
    "Expect this mistake: n to the power n and n! are mixed up. Write out both lists for n = 3.",
  ],
  exercises: [
    {
      question: "Forget the columns for a moment: one queen in each row, in any column. How many boards with 5 queens are there?",
      form: "number", answer: figure(5, "brute-force", "boards"),
      traps: [[120, "That is the number of permutations. Here two queens may share a column."], [25, "That is the number of squares."]],
      why: "Each of the n queens has n columns to choose from: n to the power n.",
    },
    {
      question: "Which of these permutations is a solution of 6 queens?",
      form: "choice", choices: LISTS.map((list) => `\`${list}\``), answer: validList(6, LISTS),
      why: "In each of the others, two queens are as far apart in rows as in columns.",
    },
    {
      question: "Write any solution of 5 queens as a list of columns.",
      form: "list", answer: solutionOf(5, "permutations", 1), anySolution: 5,
      why: "There are 10 solutions of 5 queens; any of them is a right answer.",
    },
  ],
};
