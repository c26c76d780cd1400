#!/usr/bin/env python3
"""Prints a generated board of a family: the text form of the instances.

    python3 benches/peers/generate.py core_30_21_1     the 21 middle rows and columns of 30 are free, seed 1
    python3 benches/peers/generate.py ed_30_30_1       30 diagonals of a board of 30 are excluded, seed 1
    python3 benches/peers/generate.py blocked_56_2700_1    2,700 squares of a board of 56 are holes, seed 1
    python3 benches/peers/generate.py beginning_42_15_26   the first 15 queens of the lexicographically first solution of
                                                           42, and one in column 26 of the next row, counted from 0

The files of the tests' instances with such names are the boards that this prints.
"""

import random
import sys
from collections import Counter

LEAST_OPEN = 4  # squares that excluded diagonals leave in each row and column


def core(size, free, seed):
    """Given queens in all but the `free` middle rows and columns: a random permutation, mended by exchanging columns
    where that makes no more attacks."""
    lots = random.Random(f"core-{size}-{free}-{seed}-0")
    first = (size - free) // 2
    rows = [row for row in range(size) if not first <= row < first + free]
    columns = rows[:]
    lots.shuffle(columns)

    def attacks():
        sums = Counter(row + column for row, column in zip(rows, columns))
        differences = Counter(row - column for row, column in zip(rows, columns))
        return 2 * len(rows) - len(sums) - len(differences)

    left = attacks()
    while left > 0:
        one, other = lots.randrange(len(rows)), lots.randrange(len(rows))
        columns[one], columns[other] = columns[other], columns[one]
        now = attacks()
        if now <= left:
            left = now
        else:
            columns[one], columns[other] = columns[other], columns[one]
    return [f"{row},{column}" for row, column in zip(rows, columns)]


def excluded_diagonals(size, count, seed):
    """Holes on `count` diagonals, drawn in random order; one that would leave a line too few squares stays."""
    lots = random.Random(f"ed-{size}-{seed}")
    diagonals = [("s", sum_) for sum_ in range(2 * size - 1)] + [("d", d) for d in range(1 - size, size)]
    lots.shuffle(diagonals)
    squares = {(row, column) for row in range(size) for column in range(size)}
    holes = set()
    for kind, number in diagonals:
        if count == 0:
            break
        line = {(row, column) for row, column in squares - holes
                if (row + column if kind == "s" else row - column) == number}
        left = squares - holes - line
        rows, columns = Counter(row for row, _ in left), Counter(column for _, column in left)
        if all(rows[row] >= LEAST_OPEN and columns[column] >= LEAST_OPEN for row, column in line):
            holes |= line
            count -= 1
    if count > 0:
        sys.exit(f"seed {seed}: {count} more diagonals of {size} rows cannot be excluded; ask for fewer")
    return [f"x {row},{column}" for row, column in sorted(holes)]


def blocked(size, count, seed):
    """Holes on `count` squares."""
    lots = random.Random(f"blocked-{size}-{count}-{seed}")
    squares = [(row, column) for row in range(size) for column in range(size)]
    return [f"x {row},{column}" for row, column in sorted(lots.sample(squares, count))]


# The lexicographically first solution of 36, 38, 40 and 42 (OEIS A141843), as far as their beginnings are asked for.
FIRST = {36: [0, 2, 4, 1, 3, 8, 10, 12, 14, 5, 7],
         38: [0, 2, 4, 1, 3, 8, 10, 12, 14, 5, 7, 18, 20],
         40: [0, 2, 4, 1, 3, 8, 10, 12, 14, 5, 7, 18, 20, 22],
         42: [0, 2, 4, 1, 3, 8, 10, 12, 14, 5, 7, 18, 20, 22, 24]}


def beginning(size, count, column):
    """What the search for the lexicographically first solution has to refute."""
    if count > len(FIRST.get(size, [])):
        sys.exit(f"no {count} queens of the first solution of {size} are listed here")
    return [f"{row},{column}" for row, column in enumerate([*FIRST[size][:count], column])]


KINDS = {"core": core, "ed": excluded_diagonals, "blocked": blocked, "beginning": beginning}


def text(name):
    """The board `kind_size_parameter_seed`."""
    try:
        kind, *numbers = name.split("_")
        size, parameter, seed = map(int, numbers)
        make = KINDS[kind]
    except (KeyError, ValueError):
        sys.exit(f"no board {name}: give KIND_SIZE_NUMBER_SEED, the kind one of {', '.join(KINDS)}")
    return "\n".join([str(size), *make(size, parameter, seed)]) + "\n"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.stdout.write(text(sys.argv[1]))
