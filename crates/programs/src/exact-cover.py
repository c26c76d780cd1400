# Exact cover with dancing links (Algorithm X).
# Source: Donald E. Knuth, "Dancing links", 2000.
import sys

argument = sys.argv[1] if len(sys.argv) > 1 else "8"
n = int(argument) if argument.isdecimal() else 0
if not 1 <= n <= 32:
    sys.exit("n is at most 32 and at least 1")

# Items: rows and columns are to be covered, diagonals may be.
ROW, COLUMN, UP, DOWN = 1, 1 + n, 1 + 2 * n, 4 * n
ITEMS = 6 * n - 1
HEAD = 0

# A ring of the items to cover; a diagonal is alone in its ring.
left = list(range(ITEMS))
right = list(range(ITEMS))
for item in range(2 * n + 1):
    left[item] = (item - 1) % (2 * n + 1)
    right[item] = (item + 1) % (2 * n + 1)

# A ring of the nodes of each item, which begins with the item itself.
up = list(range(ITEMS))
down = list(range(ITEMS))
item_of = list(range(ITEMS))
size = [0] * ITEMS  # the number of options of each item


def add_option(items):
    """Adds a square: a node at the end of each of its four items."""
    for item in items:
        node = len(up)
        up.append(up[item])
        down.append(item)
        item_of.append(item)
        down[up[item]] = node
        up[item] = node
        size[item] += 1


def others(node):
    """The three other nodes of the same option."""
    first = ITEMS + (node - ITEMS) // 4 * 4
    return [other for other in range(first, first + 4) if other != node]


def nodes(item, link):
    node = link[item]
    while node != item:
        yield node
        node = link[node]


def cover(item):
    right[left[item]] = right[item]
    left[right[item]] = left[item]
    for node in nodes(item, down):
        for other in others(node):
            down[up[other]] = down[other]
            up[down[other]] = up[other]
            size[item_of[other]] -= 1


def uncover(item):
    for node in nodes(item, up):
        for other in reversed(others(node)):
            down[up[other]] = other
            up[down[other]] = other
            size[item_of[other]] += 1
    right[left[item]] = item
    left[right[item]] = item


def choose(node):
    for other in others(node):
        cover(item_of[other])


def take_back(node):
    for other in reversed(others(node)):
        uncover(item_of[other])


def solve():
    if right[HEAD] == HEAD:
        return 1  # solution
    solutions = 0
    item = min(nodes(HEAD, right), key=lambda item: size[item])
    cover(item)
    for node in nodes(item, down):
        choose(node)  # place
        solutions += solve()
        take_back(node)  # remove
    uncover(item)
    return solutions


for row in range(n):
    for column in range(n):
        diagonals = [UP + row + column, DOWN + n - 1 + row - column]
        add_option([ROW + row, COLUMN + column] + diagonals)
print(solve())
