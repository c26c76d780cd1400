import { figure, solutionOf, squareOfStep } from "../watch/lesson/answers.js";

/** @type {import("../watch/lesson/section.js").Lesson} */
export const lesson = {
  intro: [
    "A rule engine keeps a collection of facts. A rule has a pattern and a conclusion: whenever facts match the pattern, the conclusion is added. The engine itself knows nothing about queens; all chess is in two rules.",
    "The first rule matches two queens in the same column. The second matches two queens whose columns are as far apart as their rows. Both add the same fact: a warning that a queen can be taken.",
  ],
  board: { n: 5, engines: [["rules", "rule engine"]] },
  prediction: {
    question: "The engine with flags tests 894 squares for 6 queens. How many times does the rule engine match a pattern with a fact to do the same?",
    form: "number", answer: figure(6, "rules", "matches"),
    why: "Every new queen is matched with the patterns of both rules and with all earlier queens. General machinery does a lot of work that a special program does not need.",
  },
  text: [
    "Each row is a set of choices. The engine takes a choice and assumes it: the fact goes into a context of its own, and the rules run. If a warning appears, the context is thrown away with everything in it. Otherwise the choice is assumed for good, and the next row begins.",
    "A context does what the stack did in lesson 4: it remembers what must be undone. What is new is that the conclusions of the rules disappear along with their cause.",
    "Why pay the price? The rules can be read by somebody who cannot program. A new condition is one more rule, and the search stays as it is.",
  ],
  notes: [
    "Plan about 25 minutes. Collect the rules of attack in the words of the class: two sentences are enough. The program has little more.",
    "On the board, stop at a rejected choice and ask which of the two rules added the warning.",
    "Expect this mistake: students expect the engine to plan. It only matches facts with patterns.",
    "If there is time: ask for the rule that would forbid a knight's move between two queens. Nothing else has to change.",
  ],
  exercises: [
    {
      question: "The engine takes choices from the end of their set. Where does the first of 6 queens go?",
      form: "square", n: 6, answer: squareOfStep(6, "rules", "place", 1),
      why: "The last column of row 1 is the end of the first set.",
    },
    {
      question: "A search that tries columns from the left finds `2 4 6 1 3 5` first. Which solution does the rule engine find first?",
      form: "list", answer: solutionOf(6, "rules", 1),
      why: "It is the mirror image, because everything is tried in the opposite order. The author writes that the problem solver of lesson 8 and the rule engine give the same answer.",
    },
    {
      question: "Lesson 5 found that 60 squares are tested on a board of 4, and 16 of them get a queen. Each test is an assumption; each queen is assumed a second time, for good. How many assumptions are made?",
      form: "number", answer: figure(4, "rules", "assumptions"),
      traps: [[60, "These are the tests. A choice that passes is assumed once more."], [120, "Only the choices that pass are assumed a second time."]],
      why: "60 on trial and 16 for good.",
    },
  ],
};
