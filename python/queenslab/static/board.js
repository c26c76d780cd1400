// The board of the player and the editor: SVG with the pieces of the library. No network, no globals, and no ids, so that a page
// can have any number of widgets.

const SVG = "http://www.w3.org/2000/svg";
const SIDE = 48;

function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function html(name, properties = {}, ...children) {
  const element = document.createElement(name);
  Object.assign(element, properties);
  element.append(...children);
  return element;
}

/** The letters of a column from 0: a, ..., z, aa, ... */
function letters(column) {
  let text = "";
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    text = String.fromCharCode(97 + ((left - 1) % 26)) + text;
  }
  return text;
}

const squareName = ([row, column]) => letters(column) + (row + 1);

/** The drawing of a piece, without a name of its own. */
function pieceDrawing(pieces, name) {
  const parsed = new DOMParser().parseFromString(pieces, "image/svg+xml");
  const symbols = [...parsed.querySelectorAll("symbol")];
  return symbols.find((symbol) => symbol.id === name) ?? symbols[0];
}

/**
 * A board of the model's rows, columns and squares. `draw` shows what stands on it; `at` gives the element of a square.
 */
function makeBoard(model) {
  const rows = model.get("rows");
  const columns = model.get("columns");
  const kinds = model.get("squares");
  const regions = model.get("regions");
  const symbol = pieceDrawing(model.get("pieces"), model.get("piece"));
  const margin = 26;
  const [width, height] = [margin + SIDE * columns + 4, margin + SIDE * rows + 4];
  const root = svg("svg", {
    viewBox: `${-margin} ${-margin} ${width} ${height}`,
    class: "queenslab-board",
    role: "group",
  });
  root.style.maxWidth = `${Math.min(560, 44 * Math.max(rows, columns) + 30)}px`;
  const squares = new Map();
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const kind = kinds[row][column];
      const ground = kind === "." ? ["light", "dark"][(row + column) % 2] : { x: "hole", "#": "wall" }[kind];
      const square = svg("rect", {
        x: SIDE * column,
        y: SIDE * row,
        width: SIDE,
        height: SIDE,
        class: regions && kind === "." ? "paper" : ground,
      });
      squares.set(`${row},${column}`, square);
      root.append(square);
    }
  }
  if (regions) {
    let border = "";
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const own = regions[row][column];
        const [x, y] = [SIDE * column, SIDE * row];
        if (row + 1 < rows && regions[row + 1][column] !== own) border += `M${x} ${y + SIDE}h${SIDE}`;
        if (column + 1 < columns && regions[row][column + 1] !== own) border += `M${x + SIDE} ${y}v${SIDE}`;
      }
    }
    root.append(svg("path", { d: border, class: "border" }));
  }
  root.append(svg("rect", { x: 0, y: 0, width: SIDE * columns, height: SIDE * rows, class: "frame" }));
  const label = (x, y, text) => {
    const words = svg("text", { x, y, class: "label" });
    words.textContent = text;
    root.append(words);
  };
  for (let column = 0; column < columns; column += 1) label(SIDE * column + SIDE / 2, -8, letters(column));
  for (let row = 0; row < rows; row += 1) label(-13, SIDE * row + SIDE / 2 + 5, row + 1);
  const marks = svg("g");
  root.append(marks);
  const stamp = ([row, column], look) => {
    const place = svg("g", { class: look, transform: `translate(${SIDE * column} ${SIDE * row})` });
    place.append(...[...symbol.childNodes].map((child) => document.importNode(child, true)));
    return place;
  };
  return {
    root,
    at: ([row, column]) => squares.get(`${row},${column}`),
    /** Queens with a look each, squares that are crossed, and a line from one square to another. */
    draw({ queens = [], crosses = [], line = null }) {
      marks.replaceChildren();
      for (const [row, column] of crosses) {
        const [x, y] = [SIDE * column, SIDE * row];
        marks.append(svg("path", { d: `M${x + 18} ${y + 18}l12 12M${x + 30} ${y + 18}l-12 12`, class: "cross" }));
      }
      if (line) {
        const [[r1, c1], [r2, c2]] = line;
        const middle = (n) => SIDE * n + SIDE / 2;
        marks.append(svg("path", { d: `M${middle(c1)} ${middle(r1)}L${middle(c2)} ${middle(r2)}`, class: "strike" }));
      }
      for (const [square, look] of queens) marks.append(stamp(square, look));
    },
  };
}
