# Forward checking, the row with the fewest free squares first.
# Source: Haralick and Elliott, Artificial Intelligence 14, 1980.
import sys

argument = sys.argv[1] if len(sys.argv) > 1 else "8"
n = int(argument) if argument.isdecimal() else 0
if not 1 <= n <= 32:
    sys.exit("n is at most 32 and at least 1")
free = [set(range(n)) for row in range(n)]  # the free squares of each row
queens = {}  # the column of each row with a queen


def empty_rows():
    return [row for row in range(n) if row not in queens]


def attacked(row, column, other):
    """The free squares of another row that a queen would attack."""
    distance = abs(row - other)
    columns = column - distance, column, column + distance
    return [c for c in columns if c in free[other]]


def by_constraint(row):
    """The free squares of a row, those that attack the fewest first."""
    others = [other for other in empty_rows() if other != row]
    return sorted(sorted(free[row]), key=lambda column: sum(
        len(attacked(row, column, other)) for other in others))


def look_ahead(row, column, removed):
    """Returns false if a row without a queen has no free square left."""
    for other in empty_rows():
        for square in attacked(row, column, other):
            free[other].remove(square)  # reject
            removed.append((other, square))
        if not free[other]:
            return False
    return True


def fill():
    if not empty_rows():
        return 1  # solution
    solutions = 0
    row = min(empty_rows(), key=lambda row: len(free[row]))
    for column in by_constraint(row):
        queens[row] = column  # place
        removed = []
        if look_ahead(row, column, removed):
            solutions += fill()
        for other, square in removed:
            free[other].add(square)
        del queens[row]  # remove
    return solutions


print(fill())
