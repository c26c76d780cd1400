// A board on which queens are placed and removed; Python computes attacked squares and whether the board can be completed.

function render({ model, el }) {
  const board = makeBoard(model);
  const words = html("div", { className: "queenslab-words" });
  words.setAttribute("aria-live", "polite");
  const same = (a, b) => a[0] === b[0] && a[1] === b[1];

  function toggle(square) {
    const queens = model.get("queens");
    const stands = queens.some((queen) => same(queen, square));
    model.set("queens", stands ? queens.filter((queen) => !same(queen, square)) : [...queens, square].sort(order));
    model.save_changes();
    draw();
  }
  const order = (a, b) => a[0] - b[0] || a[1] - b[1];

  function draw() {
    const queens = model.get("queens");
    const attacked = model.get("attacked");
    board.draw({
      queens: queens.map((queen) => [queen, attacked.some((square) => same(square, queen)) ? "queen wrong" : "queen"]),
      crosses: attacked.filter((square) => !queens.some((queen) => same(square, queen))),
    });
    words.textContent = model.get("message");
    for (let row = 0; row < model.get("rows"); row += 1) {
      for (let column = 0; column < model.get("columns"); column += 1) {
        const square = [row, column];
        const stands = queens.some((queen) => same(queen, square));
        board.at(square).setAttribute("aria-label", `${squareName(square)}${stands ? ", queen" : ""}`);
        board.at(square).setAttribute("aria-pressed", stands);
      }
    }
  }

  const squareOf = (element) => element.dataset.square?.split(",").map(Number);
  for (let row = 0; row < model.get("rows"); row += 1) {
    for (let column = 0; column < model.get("columns"); column += 1) {
      if (model.get("squares")[row][column] !== ".") continue;
      const element = board.at([row, column]);
      element.dataset.square = `${row},${column}`;
      element.setAttribute("role", "button");
      // One tab stop; arrow keys move on from there.
      element.setAttribute("tabindex", row + column === 0 ? 0 : -1);
      element.classList.add("open");
    }
  }
  const arrows = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  board.root.addEventListener("click", (event) => {
    const square = squareOf(event.target);
    if (square) toggle(square);
  });
  board.root.addEventListener("keydown", (event) => {
    const square = squareOf(event.target);
    if (!square) return;
    if (event.key === "Enter" || event.key === " ") toggle(square);
    else if (arrows[event.key]) board.at([square[0] + arrows[event.key][0], square[1] + arrows[event.key][1]])?.focus();
    else return;
    event.preventDefault();
  });
  el.classList.add("queenslab");
  el.append(board.root, words);
  const changes = ["queens", "attacked", "message"].map((name) => `change:${name}`);
  for (const change of changes) model.on(change, draw);
  draw();
  return () => {
    for (const change of changes) model.off(change, draw);
  };
}

export default { render };
