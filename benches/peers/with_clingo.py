"""clingo: a choice for each row and column, cardinality bounds on diagonals."""

import clingo

import model

PROGRAM = """
{ queen(R, C) : open(R, C) } = 1 :- R = 0..n-1.
{ queen(R, C) : open(R, C) } = 1 :- C = 0..n-1.
sum(R, C, R+C) :- open(R, C).
difference(R, C, R-C) :- open(R, C).
:- S = 1..2*n-3, { queen(R, C) : sum(R, C, S) } > 1.
:- D = 2-n..n-2, { queen(R, C) : difference(R, C, D) } > 1.
#show queen/2.
"""

rows = model.read_rows()
control = clingo.Control(["1", "-c", f"n={len(rows)}"])
control.add("base", [], PROGRAM)
control.add("base", [], "".join(f"open({row},{column})." for row, columns in enumerate(rows) for column in columns))
control.ground([("base", [])])
with control.solve(yield_=True) as handle:
    found = handle.model()
    queens = found and sorted((a.arguments[0].number, a.arguments[1].number) for a in found.symbols(shown=True))
model.answer(queens and [column for _, column in queens])
