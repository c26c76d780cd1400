# Three arrays of flags, no recursion: a stack holds the rows.
# Source: "Recursion Elimination and the Eight Queens Problem", 1999.
import sys

argument = sys.argv[1] if len(sys.argv) > 1 else "8"
n = int(argument) if argument.isdecimal() else 0
if not 1 <= n <= 32:
    sys.exit("n is at most 32 and at least 1")
row_taken = [False] * n
up_taken = [False] * (2 * n - 1)
down_taken = [False] * (2 * n - 1)


def is_taken(row, column):
    up, down = row + column, n - 1 + row - column
    return row_taken[row] or up_taken[up] or down_taken[down]


def set_flags(row, column, taken):
    up, down = row + column, n - 1 + row - column
    row_taken[row] = up_taken[up] = down_taken[down] = taken


solutions = 0
stack = []  # the row of the queen in each column
row = 0
while stack or row < n:
    column = len(stack)
    if column == n or row == n:
        row = stack.pop()
        set_flags(row, column - 1, False)  # remove
        row += 1
    elif is_taken(row, column):
        row += 1  # reject
    else:
        set_flags(row, column, True)  # place
        if column == n - 1:
            solutions += 1  # solution
        stack.append(row)
        row = 0

print(solutions)
