import { difference, figure, formula, rejectedByDiagonal } from "../watch/lesson/answers.js";

/** @type {import("../watch/lesson/section.js").Lesson} */
export const lesson = {
  intro: [
    "A new queen can be attacked on three lines: its row, the diagonal that rises, the diagonal that falls. Instead of looking for queens on these lines, the program keeps a flag for each line. The flag is set while a queen is on the line.",
    "The lines need numbers. Count rows and columns from 0. On a rising diagonal, row + column is the same for all squares. On a falling diagonal, row - column is the same; adding n - 1 makes it start from 0.",
  ],
  board: {
    n: 6, engines: [["flags", "flags"]],
    holds: ["rows", "rising diagonals", "falling diagonals"],
  },
  prediction: {
    question: "The author counted the calls of the recursive procedure for 8 queens, and there were fewer than expected. How many are there?",
    form: "number", answer: figure(8, "flags", "calls"),
    why: "There is one call for each board without attacks, except the complete ones.",
  },
  text: [
    "A test reads three flags. Placing a queen sets three flags, and taking it off clears them. None of this depends on n or on the number of queens: the time is constant. A loop has become a lookup.",
    "The engine tests the same squares in the same order as the board scan, each in constant time. On an MM/1b computer, the run with flags took 24 seconds instead of 75. Not all of that is due to the tests: the new program also prints each row of a solution with a single statement, and the author suspects that this makes a big difference.",
    "In the article's program with flags, as it is on the web, all diagonal flags begin as false, although there true means free. Run like that, it finds no solution. If a program counts something, compare it with a number that is known.",
  ],
  notes: [
    "Plan about 30 minutes. Draw a board of 4 and let the class write row + column into each square before you read about diagonals.",
    "Ask how many flags a board of n rows needs in all.",
    "Step until the first queen is taken off and watch its three flags turn back to 0. A program that forgets this loses solutions.",
    "If there is time: race flags against board-scan. The nodes and checks are the same; the time is not.",
  ],
  exercises: [
    {
      question: "Queens are on a1 and b3. Choose a square of column c whose row is free, but which is attacked on a diagonal.",
      form: "square", n: 6, queens: ["a1", "b3"], answer: rejectedByDiagonal(6, "flags", 2),
      why: "Its row flag is 0, but one of its diagonal flags is 1.",
    },
    {
      question: "Rows and columns count from 0; the board has 8 of each. What is the number of the falling diagonal through row 2, column 5?",
      form: "number", answer: formula(7 + 2 - 5, "7 + 2 - 5"),
      traps: [[7, "That is row + column, the rising diagonal."], [-3, "Row - column is right so far; the array begins at 0, so n - 1 is added."], [5, "Add n - 1, not n."]],
      why: "n - 1 + row - column.",
    },
    {
      question: "The procedure can also test on entry whether the board is full. Then it calls itself once more for each solution. How many more calls is that for 6 queens?",
      form: "number", answer: difference(figure(6, "flags-on-entry", "calls"), figure(6, "flags", "calls")),
      why: "It is the number of solutions, because only a full board causes the additional call.",
    },
  ],
};
