// Exact cover with dancing links (Algorithm X).
// Source: Donald E. Knuth, "Dancing links", 2000.

const n = Number(process.argv[2] ?? 8);
if (!Number.isInteger(n) || n < 1 || n > 32) {
  console.error("n is at most 32 and at least 1");
  process.exit(2);
}

// A node is one item of one option, linked up and down with the nodes of
// the same item. An item heads its nodes; items to cover are linked left
// and right. A diagonal need not be covered, so it is linked to itself.
class Item {
  size = 0;
  left = this;
  right = this;
  up = this;
  down = this;

  insertBefore(item) {
    this.left = item.left;
    this.right = item;
    this.left.right = this;
    item.left = this;
  }

  append(node) {
    node.item = this;
    node.up = this.up;
    node.down = this;
    node.up.down = node;
    this.up = node;
    this.size += 1;
  }
}

function cover(item) {
  item.left.right = item.right;
  item.right.left = item.left;
  for (let node = item.down; node !== item; node = node.down) {
    for (const other of node.others) {
      other.up.down = other.down;
      other.down.up = other.up;
      other.item.size -= 1;
    }
  }
}

function uncover(item) {
  for (let node = item.up; node !== item; node = node.up) {
    for (const other of [...node.others].reverse()) {
      other.up.down = other;
      other.down.up = other;
      other.item.size += 1;
    }
  }
  item.left.right = item;
  item.right.left = item;
}

function fewestOptions() {
  let best = head.right;
  for (let item = best.right; item !== head; item = item.right) {
    if (item.size < best.size) {
      best = item;
    }
  }
  return best;
}

function choose(node) {
  node.others.forEach((other) => cover(other.item));
}

function takeBack(node) {
  [...node.others].reverse().forEach((other) => uncover(other.item));
}

function solve() {
  if (head.right === head) {
    return 1; // solution
  }
  let solutions = 0;
  const item = fewestOptions();
  cover(item);
  for (let node = item.down; node !== item; node = node.down) {
    choose(node); // place
    solutions += solve();
    takeBack(node); // remove
  }
  uncover(item);
  return solutions;
}

const head = new Item();
const items = (count) => Array.from({ length: count }, () => new Item());
const [rows, columns] = [items(n), items(n)];
const [ups, downs] = [items(2 * n - 1), items(2 * n - 1)];
[...rows, ...columns].forEach((item) => item.insertBefore(head));
for (let row = 0; row < n; row++) {
  for (let column = 0; column < n; column++) {
    const up = ups[row + column];
    const down = downs[n - 1 + row - column];
    const option = [{}, {}, {}, {}];
    [rows[row], columns[column], up, down].forEach((item, i) => {
      item.append(option[i]);
      option[i].others = option.filter((node) => node !== option[i]);
    });
  }
}
console.log(solve());
