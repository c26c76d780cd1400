#!/usr/bin/env python3
"""Counts maximal sets of bishops that do not attack each other on n x n boards (OEIS A146304), in a way of its own:

    python3 benches/peers/maximal_bishops.py 26

prints n and the number for n = 1 to 26. The diagonals of one direction on squares of one colour are the lines here, those of the
other direction the columns. A line of L squares crosses the L columns nearest to the centre, so the lines are taken by length and
the columns join one after the other. A set is maximal if no empty line crosses an empty column: a line that stays empty turns all
columns without a bishop so far into columns that need one.
"""

import collections
import sys


def of_colour(lengths):
    """Number of maximal sets on lines of these lengths, in ascending order."""
    # Columns without a bishop, those of them that need one: number of ways.
    states, columns = {(0, 0): 1}, 0
    for length in lengths:
        after = collections.Counter()
        for (free, needed), ways in states.items():
            free += length - columns
            after[free, free] += ways
            if needed:
                after[free - 1, needed - 1] += ways * needed
            if free > needed:
                after[free - 1, needed] += ways * (free - needed)
        states, columns = after, length
    return sum(ways for (_, needed), ways in states.items() if needed == 0)


def maximal(side):
    """Number of maximal sets of bishops on a square board."""
    lengths = lambda parity: sorted(side - abs(d) for d in range(1 - side, side) if d % 2 == parity)
    return of_colour(lengths(0)) * of_colour(lengths(1))


if __name__ == "__main__":
    for side in range(1, int(sys.argv[1]) + 1):
        print(side, maximal(side))
