import { jugSteps, ofLevels, steps, tileDistance } from "../watch/lesson/answers.js";

/** @type {import("../watch/lesson/section.js").Lesson} */
export const lesson = {
  intro: [
    "A problem solver needs four things: a first state, operators that lead from a state to others, a test for the goal, and a way to recognise a state that it has seen. For queens a state is a board, and an operator puts a queen in the next row. The solver has no other knowledge of the problem.",
    "States that were generated but not examined yet are on the open list. Examined ones are on the closed list. The strategy is only this: which state of the open list comes next?",
  ],
  board: { n: 5, engines: [["state-space-dfs", "depth-first"], ["state-space-bfs", "breadth-first"]] },
  prediction: {
    question: "Breadth-first search takes the oldest state first. How many boards does it examine for 6 queens before it comes to the first complete one?",
    form: "number", answer: ofLevels(6, (levels) => levels.slice(0, -1).reduce((sum, count) => sum + count), "sum(levels[:-1])"),
    why: "All boards with fewer queens come first, since they are older. All solutions are equally deep, so this order gains nothing here.",
  },
  text: [
    "Depth-first search takes the newest state: the open list is a stack. It needs little memory and goes straight to complete boards. Breadth-first search takes the oldest: the open list is a queue. It holds a whole level of the tree, but the first goal it finds is as near as possible to the start.",
    "For queens every goal is n steps away, so depth-first search is right. For water jugs the number of steps matters, and breadth-first search finds the fewest.",
    "A* adds knowledge. It takes the state with the smallest sum of the cost so far and an estimate of the rest. If the estimate is never too large, the first goal is a cheapest one. For queens there is no useful estimate, because any state is as far from the goal as its number of empty rows. The section Search shows all strategies with their lists.",
  ],
  notes: [
    "Plan about 35 minutes. Two groups solve 4 queens on paper with a card for each board: one takes the newest card, the other the oldest.",
    "Ask each group how many cards were on the table at once.",
    "Present the section Search afterwards: Roads of Romania, first breadth-first, then A*. Compare the closed lists at the end.",
    "Expect this mistake: breadth-first search is thought to be better for queens because it finds the nearest goal. Ask how far away the goals are.",
  ],
  exercises: [
    {
      question: "Watch depth-first search with 5 queens. How many queens are put on the board, counting each time, before the first solution?",
      form: "number", answer: steps(5, "state-space-dfs", "place", true),
      why: "With 5 queens the first board that is begun is completed without going back.",
    },
    {
      question: "Two jugs hold 3 and 5 litres. A step fills one, empties one, or pours one into the other. How many steps are needed at least until one jug holds 4 litres?",
      form: "number", answer: jugSteps([3, 5], 4),
      traps: [[8, "There is a shorter way: begin with the 5 litre jug."]],
      why: "Fill 5, pour into 3, empty 3, pour the 2 litres into 3, fill 5, pour into 3.",
    },
    {
      question: "The tiles are `1 2 3` in the top row, `7 4 5` in the middle, and `_ 8 6` below, where `_` is the gap. In the goal they are in order with the gap last. A* estimates the moves as the sum of the distances of the tiles from their places. What is the estimate?",
      form: "number", answer: tileDistance("123745086"),
      why: "Tiles 4, 5, 6 and 7 are one step away each. The gap does not count: it would make the estimate too large.",
    },
  ],
};
