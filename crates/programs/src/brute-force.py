# Generate and test: all boards with one queen in each row, as an odometer.
# Source: the 8^8 program in "Eight Queens part one" (Perl), 2013.
import sys


def is_solution(columns):
    for row, column in enumerate(columns):
        for other in range(row):
            distance = abs(column - columns[other])
            if distance == 0 or distance == row - other:
                return False  # reject
    return True


def solve(n):
    solutions = 0
    columns = []  # the column of the queen in each row
    next_column = 0
    while True:
        while len(columns) < n:
            columns.append(next_column)  # place
            next_column = 0
        if is_solution(columns):
            solutions += 1  # solution
        next_column = n
        while next_column == n:
            if not columns:
                return solutions
            next_column = columns.pop() + 1  # remove


argument = sys.argv[1] if len(sys.argv) > 1 else "8"
n = int(argument) if argument.isdecimal() else 0
if not 1 <= n <= 32:
    sys.exit("n is at most 32 and at least 1")
print(solve(n))
