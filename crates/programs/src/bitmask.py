# The columns and diagonals taken as bits of three words.
# Source: Qiu Zongyan, 1988 (SIGPLAN Notices, 2002); Martin Richards, 1997.
import sys

argument = sys.argv[1] if len(sys.argv) > 1 else "8"
n = int(argument) if argument.isdecimal() else 0
if not 1 <= n <= 32:
    sys.exit("n is at most 32 and at least 1")
ALL_COLUMNS = (1 << n) - 1


def fill(row, columns, left, right):
    if row == n:
        return 1  # solution
    solutions = 0
    free = ALL_COLUMNS & ~(columns | left | right)
    while free:
        bit = free & -free  # place
        solutions += fill(
            row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1)
        free ^= bit  # remove
    return solutions


print(fill(0, 0, 0, 0))
