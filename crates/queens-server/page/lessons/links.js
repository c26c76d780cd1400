import { figure, formula, queensBelowFirst, scarcestSquares } from "../watch/lesson/answers.js";

/** @type {import("../watch/lesson/section.js").Lesson} */
export const lesson = {
  intro: [
    "The programs so far fill the rows, or the columns, one after the other. Nothing requires this order. If some row or column has only one free square left, it is better to fill it now than to find out later that it has none.",
    "Exact cover is a form of the problem in which rows and columns are equal. Every row and every column is an item that must be covered exactly once; every diagonal is an item that may be covered at most once. Every square is an option: it covers its row, its column and its diagonals.",
  ],
  board: { n: 6, engines: [["exact-cover", "dancing links"]] },
  prediction: {
    question: "The search row by row visits 2,057 boards for 8 queens. How many does this engine visit?",
    form: "number", answer: figure(8, "exact-cover", "nodes"),
    why: "The item with the fewest options has the fewest branches, and dead ends appear earlier.",
  },
  text: [
    "When an option is chosen, all options that clash with it must disappear. They are in lists whose nodes know their left and right neighbours. Two assignments take a node `x` out: `right[left[x]] = right[x]` and `left[right[x]] = left[x]`.",
    "The node itself still points to its old neighbours. So two assignments put it back: `right[left[x]] = x` and `left[right[x]] = x`. Done in reverse order, this restores every list exactly. Knuth called it dancing links in 2000; as he writes there, Hitotumatu and Noshita had published the idea in 1979.",
    "There are fewer boards than row by row, but each costs more work than with bit masks. Which effect wins depends on the problem. For queens it is the masks, as the section Race shows. There they also count fewer boards, for the two reasons of lesson 9.",
  ],
  notes: [
    "Plan about 40 minutes; this is the hardest lesson. Four students hold hands in a row. One steps out, and the neighbours join hands; the one who stepped out still knows where to return.",
    "Ask in which order two students must return. Try the wrong order.",
    "On the board, ask before each step which row or column has the fewest free squares.",
    "If there is time: play a puzzle of the section Puzzles by the same rule, always the line with the fewest free squares first.",
  ],
  exercises: [
    {
      question: "A diagonal with one square never matters. How many items does the board of 6 have: rows, columns, and diagonals of at least two squares in both directions?",
      form: "number", answer: formula(2 * 6 + 2 * (2 * 6 - 3), "2 * 6 + 2 * (2 * 6 - 3)"),
      traps: [[34, "There are 11 diagonals in each direction, but two of them have one square only."], [12, "These are the rows and columns."]],
      why: "6 rows, 6 columns, and twice 9 diagonals.",
    },
    {
      question: "A queen is on b1 of a board of 5. Choose a free square in a row or column that has the fewest free squares.",
      form: "square", n: 5, queens: ["b1"], answer: scarcestSquares(5, [2]),
      why: "No row or column has fewer free squares than the one of this square.",
    },
    {
      question: "On a board of 4 the engine begins with a1. How many more queens does it place before it gives a1 up?",
      form: "number", answer: queensBelowFirst(4, "exact-cover"),
      why: "The engine sees at once when some item has no option left, and never tests a square to learn it.",
    },
  ],
};
