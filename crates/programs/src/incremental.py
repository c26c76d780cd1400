# Incremental backtracking: only the newest queen is tested.
# Source: "Eight Queens part one" (Perl), 2013.
import sys


def is_attacked(columns, column):
    if column in columns:
        return True
    for distance, other in enumerate(reversed(columns), start=1):
        if abs(column - other) == distance:
            return True
    return False


def solve(n):
    solutions = 0
    columns = []  # the column of the queen in each row
    column = 0
    while True:
        is_full = len(columns) == n
        if is_full:
            solutions += 1  # solution
        if is_full or column == n:
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
