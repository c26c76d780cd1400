# A solution without search: the column of each row by a formula.
# Source: Emil Pauls, 1874, as given by Bell and Stevens, 2009.
import sys


def stairs(n, row):
    """Knight's moves through the even rows, then through the odd rows."""
    return row // 2 if row % 2 == 0 else n // 2 + (row + 1) // 2


def bent_stairs(n, row):
    """Two such staircases, with six queens displaced."""
    half = n // 2
    displaced = {1: half + 2, 2: half, 4: 1,
                 n - 3: n, n - 1: half + 1, n: half - 1}
    if row in displaced:
        return displaced[row]
    if row % 2 == 0:
        return (n - row) // 2 + 1
    return half + (n - 3 - row) // 2 + 2


def formula(n, row):
    if n % 6 in (0, 4):
        return stairs(n, row)
    if n % 6 == 2:
        return bent_stairs(n, row)
    if n % 6 == 3:  # a queen in the last corner of a larger board
        return n if row == n else bent_stairs(n - 1, row)
    # A queen in the first column of the last row.
    return 1 if row == n else 1 + stairs(n - 1, row)


argument = sys.argv[1] if len(sys.argv) > 1 else "8"
n = int(argument) if argument.isdecimal() else 0
if not 1 <= n <= 1_000_000:
    sys.exit("n is at most 1000000 and at least 1")
queens = []
if n in (2, 3):
    print("no solution")
else:
    for row in range(1, n + 1):
        queens.append(formula(n, row))  # place
    print(*queens)  # solution
