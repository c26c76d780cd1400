"""CaDiCaL through python-sat: a variable for each square, at most one by the product of Chen (2010)."""

from itertools import count
from math import isqrt

from pysat.solvers import Solver

import model


def at_most_one(line, fresh):
    """Clauses that allow at most one literal of `line`: pairs where it is short, else the literals stand in a square
    and at most one row and one column of it is used."""
    if len(line) <= 4:
        yield from ([-a, -b] for i, a in enumerate(line) for b in line[:i])
        return
    side = isqrt(len(line) - 1) + 1
    across = [next(fresh) for _ in range(side)]
    down = [next(fresh) for _ in range((len(line) + side - 1) // side)]
    for i, literal in enumerate(line):
        yield [-literal, across[i % side]]
        yield [-literal, down[i // side]]
    yield from at_most_one(across, fresh)
    yield from at_most_one(down, fresh)


rows = model.read_rows()
fresh = count(1)
queen = {(row, column): next(fresh) for row, columns in enumerate(rows) for column in columns}
exactly, at_most = model.lines(rows)
with Solver(name="cadical195") as solver:
    for line in exactly:
        solver.add_clause([queen[square] for square in line])
    for line in exactly + at_most:
        for clause in at_most_one([queen[square] for square in line], fresh):
            solver.add_clause(clause)
    if solver.solve():
        true = set(literal for literal in solver.get_model() if literal > 0)
        model.answer([next(c for c in columns if queen[row, c] in true) for row, columns in enumerate(rows)])
    else:
        model.answer(None)
