/**
 * The lessons in order: id, title, and the question that the lesson answers. Each is a module `ID.js` beside
 * this one.
 * @type {{id: string, title: string, question: string}[]}
 */
export const LESSONS = [
  { id: "generate", title: "Generate and test",
    question: "How far does a program get if it tests only complete boards?" },
  { id: "scan", title: "Board scan",
    question: "How does a program notice early that a board leads nowhere?" },
  { id: "flags", title: "Flags",
    question: "Can a square be tested in the same time, no matter how many queens there are?" },
  { id: "stack", title: "Without recursion",
    question: "What must a program remember to be able to go back?" },
  { id: "counters", title: "Counters", question: "How is backtracking like counting?" },
  { id: "strings", title: "Strings as lists",
    question: "Can a language without arrays and without assignment place queens?" },
  { id: "rules", title: "Rules", question: "Can a program that knows nothing about chess place queens?" },
  { id: "search", title: "State-space search",
    question: "In which order should a program visit the boards?" },
  { id: "masks", title: "Bit masks", question: "Can all squares of a row be tested at once?" },
  { id: "links", title: "Dancing links", question: "Must the rows be filled in order?" },
  { id: "growth", title: "How the cost grows", question: "How large is a search before it has run?" },
  { id: "symmetry", title: "Symmetry", question: "How much work do mirror images and turns save?" },
];
