import { figure, queensBeforeRemoval, squareOfStep, steps } from "../watch/lesson/answers.js";

/** @type {import("../watch/lesson/section.js").Lesson} */
export const lesson = {
  intro: [
    "The program of this lesson tests before it places. It fills the board column by column, from left to right, and tries the rows of a column from the top. A square that is attacked gets no queen, so no board with a queen there is ever made.",
    "If a column has no free square left, the newest queen is taken off and tried further down. Going back like this is called backtracking.",
  ],
  board: { n: 6, engines: [["board-scan", "board scan"]] },
  prediction: {
    question: "There are 46,656 boards with one queen in each of 6 columns. How many single squares does this engine test to find all solutions?",
    form: "number", answer: figure(6, "board-scan", "checks"),
    why: "Only boards without attacks are extended, and there are few of them.",
  },
  text: [
    "The board is an array of squares, true where a queen is. To test a square, the program looks to the left only, because there are no queens to the right. At distance 1, 2, 3 and so on it reads at most three squares: one in the same row and two on the diagonals. Other squares cannot hold an attacker, so they are not read.",
    "The cost of a test grows with the column. On a board of 8, a free square of the last column costs 14 reads. The next lesson removes this cost; what it does not change is the number of squares that are tested.",
  ],
  notes: [
    "Plan about 30 minutes. Show the first ten steps before you explain anything, and let the class find the rule by which the engine goes back.",
    "Ask why only squares to the left are read. The reason is the order in which the columns are filled.",
    "Expect this mistake: a rejected square is counted as a queen. No queen was ever there.",
    "If there is time: open the board in Steps and jump from one backtrack to the next with R.",
  ],
  exercises: [
    {
      question: "Two queens are on a board of 5. The engine tries column c from the top. Where does the third queen go?",
      form: "square", n: 5, queens: ["a1", "b3"], answer: squareOfStep(5, "board-scan", "place", 3),
      why: "It is the first square of column c that neither queen attacks.",
    },
    {
      question: "Watch 6 queens from the start. How many queens are on the board when one is taken off for the first time?",
      form: "number", answer: queensBeforeRemoval(6, "board-scan"),
      why: "Five queens fit. Every square of column f is attacked then, so the engine goes back.",
    },
    {
      question: "How many squares are rejected before the first solution of 4 queens is found?",
      form: "number", answer: steps(4, "board-scan", "reject", true),
      why: "You can count them on paper: each is a square that an earlier queen attacks.",
    },
  ],
};
