# Limited discrepancy search, from the middle of each row outward.
# Source: Harvey and Ginsberg, IJCAI 1995; each path once: Korf, AAAI 1996.
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


def probe(row, k):
    """Fills the rows from here on with exactly k discrepancies."""
    if row == n:
        return 1  # solution
    solutions = 0
    rows_below = n - row - 1
    for rank, column in enumerate(free_columns()):
        k_below = k if rank == 0 else k - 1
        if 0 <= k_below <= rows_below:
            columns.append(column)  # place
            solutions += probe(row + 1, k_below)
            columns.pop()  # remove
    return solutions


print(sum(probe(0, k) for k in range(n + 1)))
