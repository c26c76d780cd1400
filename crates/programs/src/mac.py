# Maintaining arc consistency with AC-3.
# Source: Sabin and Freuder, ECAI 1994; Mackworth, 1977 (AC-3).
import sys
from collections import deque

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


def revise(row, support, removed):
    """Removes the squares that attack all squares left in another row."""
    is_revised = False
    for column in sorted(free[row]):
        if len(attacked(row, column, support)) == len(free[support]):
            free[row].remove(column)  # reject
            removed.append((row, column))
            is_revised = True
    return is_revised


def ac3(arcs, removed):
    """Returns false if a row has no free square left."""
    queue = deque(arcs)
    while queue:
        row, support = queue.popleft()
        if not revise(row, support, removed):
            continue
        if not free[row]:
            return False
        for other in empty_rows():
            if other not in (row, support) and (other, row) not in queue:
                queue.append((other, row))
    return True


def fill():
    if not empty_rows():
        return 1  # solution
    solutions = 0
    row = min(empty_rows(), key=lambda row: len(free[row]))
    for column in by_constraint(row):
        queens[row] = column  # place
        removed = [(row, other) for other in free[row] if other != column]
        free[row] = {column}
        if ac3([(other, row) for other in empty_rows()], removed):
            solutions += fill()
        for other, square in removed:
            free[other].add(square)
        del queens[row]  # remove
    return solutions


pairs = [(row, other) for row in range(n) for other in range(n)
         if row != other]
print(fill() if ac3(pairs, []) else 0)
