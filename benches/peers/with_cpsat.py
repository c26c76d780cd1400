"""OR-Tools CP-SAT, one worker. `integer`: a column for each row, three times all different; `boolean`: a variable for
each square, exactly one in a row and a column, at most one on a diagonal."""

import sys

from ortools.sat.python import cp_model

import model


def integer(cp, rows):
    columns = [cp.new_int_var_from_domain(cp_model.Domain.from_values(open_), "") for open_ in rows]
    cp.add_all_different(columns)
    cp.add_all_different(column + row for row, column in enumerate(columns))
    cp.add_all_different(column - row for row, column in enumerate(columns))
    return lambda value: [value(column) for column in columns]


def boolean(cp, rows):
    queen = {(row, column): cp.new_bool_var("") for row, columns in enumerate(rows) for column in columns}
    exactly, at_most = model.lines(rows)
    for line in exactly:
        cp.add_exactly_one(queen[square] for square in line)
    for line in at_most:
        cp.add_at_most_one(queen[square] for square in line)
    return lambda value: [next(c for c in columns if value(queen[row, c])) for row, columns in enumerate(rows)]


cp = cp_model.CpModel()
read_columns = {"integer": integer, "boolean": boolean}[sys.argv[1]](cp, model.read_rows())
solver = cp_model.CpSolver()
solver.parameters.num_workers = 1
status = solver.solve(cp)
if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
    model.answer(read_columns(solver.value))
elif status == cp_model.INFEASIBLE:
    model.answer(None)
