import { figure, formula, longestBelowFirst } from "../watch/lesson/answers.js";

/** @type {import("../watch/lesson/section.js").Lesson} */
export const lesson = {
  intro: [
    "Write the columns of the queens as digits, and a board is a number. Counting from 11111111 to 88888888, as an odometer does, visits all 16,777,216 boards with one queen in each row.",
    "Most of this is waste. If the queens of the first two rows attack each other, the digits behind them do not matter. So the counter need not turn through them: it advances the digit that caused the attack at once.",
  ],
  board: {
    n: 5, engines: [["incremental", "counter that skips"], ["brute-force", "odometer"]],
    holds: ["digits", "column of each row"],
  },
  prediction: {
    question: "How many boards does the counter that skips test for 8 queens, instead of 16,777,216?",
    form: "number", answer: figure(8, "incremental", "row checks"),
    why: "That is less than one in a thousand. The author of the program had it count its own work and print this number.",
  },
  text: [
    "The program has three rules. If the newest queen is not attacked, begin the next digit at its first value. If it is attacked, add one to its digit. If the digit has run through all values, remove it and add one to the digit before.",
    "Only the newest queen has to be compared with the others, because the others were compared before. The comparison comes in two parts that are counted separately: first for the same column, then, if that passes, for diagonals.",
    "There is no recursion and no stack beside the board. The digits are the stack.",
  ],
  notes: [
    "Plan about 25 minutes. Bring a bicycle lock with digits, and let the class advance the wheels by hand for a board of 4.",
    "Ask which wheel must turn if two queens attack each other, and what happens to the wheels behind it.",
    "On the board, play the odometer for a while, then the counter that skips, and compare how far the first digit has come.",
    "Expect this mistake: the digits behind the one that advances keep their values.",
  ],
  exercises: [
    {
      question: "The first two of 6 queens attack each other. How many boards of the odometer begin with these two queens, and are skipped at once?",
      form: "number", answer: formula(6 ** 4, "6 ** 4"),
      traps: [[24, "That is 4 times 6. The four digits are independent of each other."], [46656, "These are all boards. Two of the six digits are fixed."]],
      why: "Four digits remain, with 6 values each.",
    },
    {
      question: "On a board of 4, the first digit is 1. Write the longest counter, digit by digit, that is reached before the first digit becomes 2.",
      form: "list", answer: longestBelowFirst(4, "incremental", "column"),
      why: "Row 4 has no free square below these three queens, so no solution begins with 1.",
    },
    {
      question: "On a board of 4 there are 1, 4, 6 and 4 boards without attacks with 0, 1, 2 and 3 queens. Each is extended by every square of its next row. How many boards are tested in all?",
      form: "number", answer: figure(4, "incremental", "row checks"),
      traps: [[15, "These are the boards that are extended. Each has 4 extensions."], [256, "That is the odometer."]],
      why: "Each of the 15 boards is extended in 4 ways.",
    },
  ],
};
