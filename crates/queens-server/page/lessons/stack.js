import { longestBelowFirst, nearestRatio, squareAfterRemoval, steps } from "../watch/lesson/answers.js";

/** @type {import("../watch/lesson/section.js").Lesson} */
export const lesson = {
  intro: [
    "A procedure that calls itself keeps its local variables on the call stack. When it returns, the language restores the variables of the caller. Color BASIC has no such procedures, so a program in it must do this itself.",
    "Which variables must be kept? To continue in an earlier column, the program needs the row of the queen there, and nothing else. So the stack is an array with one row for each column.",
  ],
  board: {
    n: 6, engines: [["flags-iterative", "flags with a stack"]],
    holds: ["stack", "column", "row"],
  },
  prediction: {
    question: "Compare the recursive program with the one that has its own stack, for 6 queens. How many steps does the second take?",
    form: "choice", choices: ["half as many", "the same number", "twice as many"],
    answer: nearestRatio(steps(6, "flags-iterative", "reject"), steps(6, "flags", "reject"), [0.5, 1, 2]),
    why: "Both test the same squares in the same order. Removing recursion changes where the rows are stored, not what is done.",
  },
  text: [
    "Forward: the row goes on the stack, and the next column begins at row 1. Back: the row of the column before is taken from the stack, its queen is removed, and the program tries the next row. If there is no column before, the search is over.",
    "A stack needs a pointer to its top. Here the pointer is the number of the column, so it does not have to be stored. This is luck: in general the stack holds everything that is pending.",
    "The author saved about three seconds by removing recursion, and about 51 by the program with flags. Choose the data first.",
  ],
  notes: [
    "Plan about 25 minutes. Play the recursive program first: one student for each column, who remembers one row.",
    "Ask what a student must remember while those of the later columns are at work. This is the stack.",
    "On the board, watch the stack and the column together: the column is always one more than the number of rows on the stack.",
    "Expect this mistake: after a row is taken from the stack, the program tries the same row again.",
  ],
  exercises: [
    {
      question: "Five of 6 queens fit before the engine goes back for the first time. Which rows are on the stack then, the first column first?",
      form: "list", answer: longestBelowFirst(6, "flags-iterative", "row"),
      why: "One row for each column that has a queen.",
    },
    {
      question: "Column f has no free square, so the row of e4 is taken from the stack. Where does the next queen go?",
      form: "square", n: 6, queens: ["a1", "b3", "c5", "d2"], answer: squareAfterRemoval(6, "flags-iterative"),
      traps: [["e4", "The queen was there. The engine tries the rows below it."], ["e6", "The queen on b3 attacks it."]],
      why: "Columns e and d have no other free square, so the engine goes back to column c and tries below c5.",
    },
    {
      question: "How many times is a queen taken off during the whole search for 4 queens?",
      form: "number", answer: steps(4, "flags-iterative", "remove"),
      why: "Each queen that is placed is taken off again: the search ends with an empty stack.",
    },
  ],
};
