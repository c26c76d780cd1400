"""What the models share: how a board comes in, how an answer goes out, and the lines of a board.

A model reads one line for each row from standard input, the open columns of that row, and prints the column of each
row, or `none`. All are counted from 0.
"""

import sys


def read_rows():
    """The open columns of each row."""
    return [[int(column) for column in line.split()] for line in sys.stdin]


def answer(columns):
    """Prints the column of each row, or `none` for None."""
    print("none" if columns is None else " ".join(map(str, columns)))


def lines(rows):
    """The squares (row, column) of each line: rows and columns, which take one queen, and diagonals of more than one
    open square, which take at most one."""
    size = len(rows)
    ranks, files, sums, differences = ([[] for _ in range(count)] for count in (size, size, 2 * size, 2 * size))
    for row, columns in enumerate(rows):
        for column in columns:
            for line in (ranks[row], files[column], sums[row + column], differences[row - column]):
                line.append((row, column))
    return ranks + files, [line for line in sums + differences if len(line) > 1]
