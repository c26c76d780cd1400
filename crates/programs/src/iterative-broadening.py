# Iterative broadening: few squares of each row first.
# Source: Ginsberg and Harvey, Artificial Intelligence 55, 1992.
import sys

argument = sys.argv[1] if len(sys.argv) > 1 else "8"
n = int(argument) if argument.isdecimal() else 0
if not 1 <= n <= 32:
    sys.exit("n is at most 32 and at least 1")
# From the middle outward; of two columns the left one first.
ORDER = sorted(range(n), key=lambda column: abs(2 * column + 1 - n))
columns = []  # the column of the queen in each row


def is_attacked(column):
    for distance, other in enumerate(reversed(columns), start=1):
        if abs(column - other) in (0, distance):
            return True
    return False


def free_columns():
    free = []
    for column in ORDER:
        if is_attacked(column):
            continue  # reject
        free.append(column)
    return free


def fill(row, breadth, is_new):
    """`is_new`: the pass before was too narrow for these queens."""
    if row == n:
        if is_new:
            return 1  # solution
        return 0
    solutions = 0
    for rank, column in enumerate(free_columns()[:breadth], start=1):
        columns.append(column)  # place
        solutions += fill(row + 1, breadth, is_new or rank == breadth)
        columns.pop()  # remove
    return solutions


print(sum(fill(0, breadth, breadth == 2)
          for breadth in range(2, max(2, n) + 1)))
