# Incremental backtracking on half of the first row, and mirror images.
# Source: "Eight Queens part one" (Perl), 2013.
import sys


def is_attacked(columns, column):
    if column in columns:
        return True
    for distance, other in enumerate(reversed(columns), start=1):
        if abs(column - other) == distance:
            return True
    return False


def width(columns, n):
    """The columns to try: half of them while the board is its own image."""
    is_symmetric = all(column == n - 1 - column for column in columns)
    return (n + 1) // 2 if is_symmetric else n


def solve(n):
    solutions = 0
    columns = []  # the column of the queen in each row
    column = 0
    while True:
        is_full = len(columns) == n
        if is_full:
            image = [n - 1 - column for column in columns]
            solutions += 1 if image == columns else 2  # solution
        if is_full or column == width(columns, n):
            if not columns:
                return solutions
            column = columns.pop() + 1  # remove
        elif is_attacked(columns, column):
            column += 1  # reject
        else:
            columns.append(column)  # place
            column = 0


argument = sys.argv[1] if len(sys.argv) > 1 else "8"
n = int(argument) if argument.isdecimal() else 0
if not 1 <= n <= 32:
    sys.exit("n is at most 32 and at least 1")
print(solve(n))
