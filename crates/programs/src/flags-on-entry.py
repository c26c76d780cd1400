# Three arrays of flags; each call first tests for a full board.
# Source: "Recursion Elimination and the Eight Queens Problem", 1999.
import sys

argument = sys.argv[1] if len(sys.argv) > 1 else "8"
n = int(argument) if argument.isdecimal() else 0
if not 1 <= n <= 32:
    sys.exit("n is at most 32 and at least 1")
row_taken = [False] * n
up_taken = [False] * (2 * n - 1)
down_taken = [False] * (2 * n - 1)


def fill(column):
    if column == n:
        return 1  # solution
    solutions = 0
    for row in range(n):
        up, down = row + column, n - 1 + row - column
        if row_taken[row] or up_taken[up] or down_taken[down]:
            continue  # reject
        row_taken[row] = up_taken[up] = down_taken[down] = True  # place
        solutions += fill(column + 1)
        row_taken[row] = up_taken[up] = down_taken[down] = False  # remove
    return solutions


print(fill(0))
