import { figure, formula, fundamental, imagesOfSolution, nearestRatio } from "../watch/lesson/answers.js";

const SOLUTION = [2, 4, 6, 1, 3, 5];

/** @type {import("../watch/lesson/section.js").Lesson} */
export const lesson = {
  intro: [
    "Turn a solution by 90 degrees, or reflect it in a mirror: the result is a solution again. A square board has eight such symmetries: four turns, counting the one that changes nothing, and four mirrors. So most solutions come in families of eight.",
    "A solution that is its own image under some turn has fewer images. No solution with more than one queen is its own mirror image, because a queen and its image would attack each other.",
  ],
  board: { n: 6, engines: [["mirrored", "half of the first row"]] },
  prediction: {
    question: "There are 92 solutions of 8 queens. How many families are there: solutions that differ by more than turns and mirrors?",
    form: "number", answer: fundamental(8),
    why: "Eleven families have eight members. One has four, because its solutions do not change under a half turn.",
  },
  text: [
    "The engine beside this text uses one mirror. The first queen tries the left half of its row only, and each solution is followed by its mirror image. For odd n, a queen in the middle column is its own image; then the second queen is held in the left half.",
    "The families are not always as they look. The author of the program in lesson 6 wrote that the four solutions of 6 queens are one solution with its mirror images. But `2 4 6 1 3 5` is unchanged by a half turn, so both mirrors give the same board, and two of the four come from a quarter turn.",
    "Work can also be split without symmetry. Each square of the first row is a search of its own, which needs nothing from the others. So n computers can share the search.",
  ],
  images: SOLUTION,
  notes: [
    "Plan about 30 minutes. Draw a solution of 6 queens on transparent sheets, and let the class turn and flip them.",
    "Do not mention the number eight too early: let the class count the different boards.",
    "On the board, watch that the mirror image follows each solution.",
    "If there is time: look at all solutions of 8 queens by family in the section Solutions.",
  ],
  exercises: [
    {
      question: "Write the solution `2 4 6 1 3 5` as it looks in a mirror that exchanges left and right.",
      form: "list", answer: formula(SOLUTION.map((column) => 7 - column), "[7 - column for column in [2, 4, 6, 1, 3, 5]]"),
      why: "Column c becomes n + 1 - c; the rows stay.",
    },
    {
      question: "How many different images does a solution of 6 queens have, itself included?",
      form: "number", answer: imagesOfSolution(6),
      traps: [[8, "There are eight symmetries, but some of them give the same board."]],
      why: "A half turn changes nothing, so the eight symmetries give each image twice.",
    },
    {
      question: "Compare the boards that `mirrored` tests for 6 queens with those of the same engine without the mirror. What share is left?",
      form: "choice", choices: ["an eighth", "a quarter", "a half", "all"],
      answer: nearestRatio(figure(6, "mirrored", "row checks"), figure(6, "incremental", "row checks"), [0.125, 0.25, 0.5, 1]),
      why: "One mirror halves the work. The other symmetries are harder to use during a search: their images of a first row are not first rows.",
    },
  ],
};
