# Repair: an attacked queen moves to a square with the fewest conflicts.
# Source: Minton, Johnston, Philips, Laird, "Minimizing conflicts", 1992.
import random
import sys

argument = sys.argv[1] if len(sys.argv) > 1 else "8"
n = int(argument) if argument.isdecimal() else 0
if not 1 <= n <= 1000:
    sys.exit("n is at most 1000 and at least 1")
columns = [None] * n  # the column of the queen in each row
# The number of queens on each line:
in_column = [0] * n
on_up = [0] * (2 * n - 1)
on_down = [0] * (2 * n - 1)


def count(row, column, change):
    in_column[column] += change
    on_up[row + column] += change
    on_down[n - 1 + row - column] += change


def put(row, column):
    columns[row] = column  # place
    count(row, column, 1)


def take_off(row):
    count(row, columns[row], -1)
    columns[row] = None  # remove


def conflicts(row, column):
    return (in_column[column] + on_up[row + column]
            + on_down[n - 1 + row - column])


def best_column(row):
    counts = [conflicts(row, column) for column in range(n)]
    fewest = min(counts)
    return random.choice([c for c in range(n) if counts[c] == fewest])


def solve():
    max_repairs = 100 + 20 * n
    for start in range(2_000_000 // max_repairs):
        for row in range(n):
            put(row, best_column(row))
        for repair in range(max_repairs):
            # A queen is on three lines itself.
            attacked = [r for r in range(n) if conflicts(r, columns[r]) > 3]
            if not attacked:
                return True  # solution
            row = random.choice(attacked)
            take_off(row)
            put(row, best_column(row))
        for row in reversed(range(n)):
            take_off(row)
    return False


if solve():
    print(*[column + 1 for column in columns])
else:
    print("no solution found")
