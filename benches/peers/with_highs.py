"""HiGHS, one thread: a binary variable for each square, exactly one in a row and a column, at most one on a diagonal."""

import highspy

import model

rows = model.read_rows()
squares = [(row, column) for row, columns in enumerate(rows) for column in columns]
number = {square: at for at, square in enumerate(squares)}
solver = highspy.Highs()
solver.setOptionValue("output_flag", False)
solver.setOptionValue("threads", 1)
solver.addVars(len(squares), [0] * len(squares), [1] * len(squares))
solver.changeColsIntegrality(len(squares), list(range(len(squares))), [highspy.HighsVarType.kInteger] * len(squares))
exactly, at_most = model.lines(rows)
for least, lines in ((1, exactly), (-highspy.kHighsInf, at_most)):
    for line in lines:
        solver.addRow(least, 1, len(line), [number[square] for square in line], [1] * len(line))
solver.run()
status = solver.getModelStatus()
if status == highspy.HighsModelStatus.kOptimal:
    values = solver.getSolution().col_value
    queens = {row: column for (row, column), value in zip(squares, values) if value > 0.5}
    model.answer([queens[row] for row in range(len(rows))])
elif status == highspy.HighsModelStatus.kInfeasible:
    model.answer(None)
