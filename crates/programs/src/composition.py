# Divide and conquer: a solution composed of two smaller ones.
# Source: George Polya, 1918, as given by Bell and Stevens, 2009.
import sys


def stairs(n, row):
    return row // 2 if row % 2 == 0 else n // 2 + (row + 1) // 2


def bent_stairs(n, row):
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


def modular_factor(size):
    """A factor without factor 2 or 3, such that size / m has a solution."""
    for m in range(5, size + 1):
        if size % m == 0 and m % 2 and m % 3 and size // m not in (2, 3):
            return m
    return None


def compose(size):
    m = modular_factor(size)
    if m is None:  # the explicit solution
        return [formula(size, row) - 1 for row in range(1, size + 1)]
    queens = []
    outer = compose(size // m)
    for column in outer:
        for r in range(m):
            queens.append(column * m + 2 * r % m)  # place
    return queens


argument = sys.argv[1] if len(sys.argv) > 1 else "8"
n = int(argument) if argument.isdecimal() else 0
if not 1 <= n <= 100_000:
    sys.exit("n is at most 100000 and at least 1")
if modular_factor(n) is None:
    print("no composition")
else:
    queens = compose(n)
    print(*[column + 1 for column in queens])  # solution
