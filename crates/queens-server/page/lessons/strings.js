import { figure, formula, freeColumns } from "../watch/lesson/answers.js";

/** @type {import("../watch/lesson/section.js").Lesson} */
export const lesson = {
  intro: [
    "XSLT of 1999 transforms documents. It has texts and numbers, but no arrays, and a variable never changes its value. In November 1999 Tom Myers placed queens with it, for fun.",
    "A list of numbers becomes a text: 3, 12 and 1 become `,3,12,1,`. To find out whether 2 is in the list, the program looks for `,2,` in the text. Three such texts hold the columns, the rising diagonals and the falling diagonals of the queens: the flags of lesson 3 in another form.",
  ],
  board: {
    n: 5, engines: [["string-lists", "string lists"]],
    holds: ["columns", "rising diagonals", "falling diagonals"],
  },
  prediction: {
    question: "The template `queens` is called once for each list without attacks, the complete ones included. How many times is it called for 8 queens?",
    form: "number", answer: figure(8, "string-lists", "calls"),
    why: "The program of lesson 3 needs 1,965 calls. Here a full list is detected on entry, so there is one more call for each of the 92 solutions.",
  },
  text: [
    "A queen is added by making new, longer texts for the next call. The old texts still exist, unchanged, and the caller continues with them. So nothing has to be taken off: what other programs undo was never done.",
    "The price is copying and searching. A test reads texts whose length grows with the number of queens. An earlier stylesheet of the same mailing list turned parts of its text back into numbers to compare diagonals; Myers keeps texts of diagonals to avoid that. The gain: data that never changes cannot be left in a wrong state.",
  ],
  notes: [
    "Plan about 20 minutes. Write the list as a text on the blackboard, and let the class look for numbers in it.",
    "Ask what the program has to undo when it goes back.",
    "On the board, watch the texts grow with each queen and shrink again when a call returns.",
    "If there is time: collect languages and libraries in which values never change, and what they are good for.",
  ],
  exercises: [
    {
      question: "The commas matter. Search the text `,3,12,1,` for each number from 1 to 12, written without commas. How many of the twelve appear to be in the list?",
      form: "number", answer: formula(Array.from({ length: 12 }, (_, at) => at + 1).filter((number) => ",3,12,1,".includes(String(number))).length, 'sum(str(number) in ",3,12,1," for number in range(1, 13))'),
      traps: [[3, "Three numbers are in the list. Without commas one more is found."]],
      why: "1, 2, 3 and 12 are found, but 2 is only the second digit of 12. Looking for `,2,` avoids it.",
    },
    {
      question: "The falling diagonal has the number boardsize + value - length, where length is the number of queens in the list. Which number is looked for if the board has 8 columns, two queens are in the list, and the value is 3?",
      form: "number", answer: formula(8 + 3 - 2, "8 + 3 - 2"),
      traps: [[5, "That is value + length, the rising diagonal."]],
      why: "The board size only keeps the number positive.",
    },
    {
      question: "The list is `,2,4,` on a board of 6. Which values can be added?",
      form: "set", answer: freeColumns(6, [2, 4]),
      why: "2 and 4 are in the list; 3 and 5 are on a diagonal.",
    },
  ],
};
