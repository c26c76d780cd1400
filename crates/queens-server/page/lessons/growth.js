import { ofLevels, pathEstimate, sizeAbove } from "../watch/lesson/answers.js";

/** @type {import("../watch/lesson/section.js").Lesson} */
export const lesson = {
  intro: [
    "The boards that a search visits form a tree: the empty board is the root, and each board has a branch for each queen that can be added. The size of this tree is the cost of the search, up to the work for each board.",
    "With every row there are more branches, but fewer squares are free. So the levels of the tree grow at first, then shrink.",
  ],
  board: { n: 6, engines: [["string-lists", "row by row"]] },
  prediction: {
    question: "The tree of 7 queens has 552 boards, the tree of 8 queens 2,057. How many has the tree of 9 queens?",
    form: "number", answer: ofLevels(9, (levels) => levels.reduce((sum, count) => sum + count), "sum(levels)"),
    why: "One row more costs about four times as much here, and the factor itself grows with n. No constant factor of a faster program keeps up with that for long.",
  },
  text: [
    "Can the size be known without a search? In 1975 Knuth proposed to take one random path from the root. In each row, count the free squares and choose one of them at random. If the numbers of free squares are d1, d2, d3 and so on, the estimate is 1 + d1 + d1 d2 + d1 d2 d3 + ...",
    "One path may be far off. But the average of the estimates is exactly the size of the tree, because a board that is chosen with probability 1/d counts d times. So the mean of many paths comes close, in a fraction of the time of the search.",
    "The number of solutions grows like this too. It is known exactly up to 27 queens, and proved to be about (0.143 n) to the power n for large n.",
  ],
  levels: 8,
  sources: ["Donald E. Knuth: Estimating the efficiency of backtrack programs, Mathematics of Computation 29, 1975.", "Michael Simkin: The number of n-queens configurations, arXiv 2107.13460, 2021."],
  notes: [
    "Plan about 30 minutes. Collect guesses on the blackboard before the prediction. Ask whether they come from adding or from multiplying.",
    "Let every student follow a random path on paper for 5 queens and compute Knuth's estimate. The mean of the class should be near 54, the size of the tree.",
    "Then measure growth in the section Race. The scale is logarithmic, so a constant factor is only a shift of the curve.",
    "Expect this mistake: a faster computer is expected to reach much larger boards. Ten times the speed gains one or two rows here.",
  ],
  exercises: [
    {
      question: "Look at the levels of 8 queens. With how many queens are there the most boards?",
      form: "number", answer: ofLevels(8, (levels) => levels.indexOf(Math.max(...levels)), "levels.index(max(levels))"),
      why: "Later rows have too few free squares to keep the level growing.",
    },
    {
      question: "Follow the path `1 3 5 2 4` on a board of 5. Count the free squares of each row before the queen is placed there. What is Knuth's estimate of the tree?",
      form: "number", answer: pathEstimate(5, [1, 3, 5, 2, 4]),
      traps: [[15, "That is the last product. The estimate is the sum of all products, beginning with 1."]],
      why: "The tree has 54 boards, so this path overestimates it. Others underestimate it.",
    },
    {
      question: "What is the smallest board with more than 1,000 solutions?",
      form: "number", answer: sizeAbove(1000),
      why: "The counts are 92, 352, 724, 2,680 from 8 queens on.",
    },
  ],
};
