#!/usr/bin/env python3
"""Checks the lexicographically first solution of n queens by HiGHS, which shares nothing with `queens`.

    queens solve 63 --order lexicographic --format csv | python3 benches/peers/first_solution.py

Reads the columns of the solution, all on one line, and asks for each queen and each column before hers whether there is
a solution with the queens above and that column. HiGHS computes with floating-point numbers: what it says is evidence, not
proof.
"""

import re
import sys
import time

import highspy


def attacks(one, other):
    return one[1] == other[1] or abs(one[0] - other[0]) == abs(one[1] - other[1])


def has_solution(size, queens):
    """Whether HiGHS finds that `queens` can be completed; none if it does not know within 600 seconds."""
    rows, taken = range(len(queens), size), set(queens)
    squares = [(row, column) for row in rows for column in range(size)
               if not any(attacks((row, column), queen) for queen in taken)]
    columns = set(range(size)) - {column for _, column in taken}
    lines = {}
    for number, (row, column) in enumerate(squares):
        for line in (("row", row), ("column", column), ("sum", row + column), ("difference", row - column)):
            lines.setdefault(line, []).append(number)
    if any(("row", row) not in lines for row in rows) or any(("column", column) not in lines for column in columns):
        return False
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("time_limit", 600.0)
    solver.addVars(len(squares), [0] * len(squares), [1] * len(squares))
    kinds = [highspy.HighsVarType.kInteger] * len(squares)
    solver.changeColsIntegrality(len(squares), list(range(len(squares))), kinds)
    for (kind, _), numbers in lines.items():
        least = 1 if kind in ("row", "column") else 0
        solver.addRow(least, 1, len(numbers), numbers, [1] * len(numbers))
    solver.run()
    return {highspy.HighsModelStatus.kInfeasible: False, highspy.HighsModelStatus.kOptimal: True}.get(
        solver.getModelStatus())


columns = [int(number) - 1 for number in re.findall(r"\d+", sys.stdin.readlines()[-1])]
size = len(columns)
queens = list(enumerate(columns))
if sorted(columns) != list(range(size)) or any(attacks(one, other) for one in queens for other in queens if one < other):
    sys.exit(f"no solution of {size} queens: {columns}")
started, refuted, unknown = time.process_time(), 0, []
for row, column in queens:
    above = queens[:row]
    for before in range(column):
        if any(attacks((row, before), queen) for queen in above):
            continue
        answer = has_solution(size, [*above, (row, before)])
        if answer:
            sys.exit(f"there is a solution before: {[c + 1 for _, c in above]}, {before + 1}, ...")
        if answer is None:
            unknown.append((row, before))
        refuted += answer is False
print(f"{size}: {refuted} beginnings refuted, {len(unknown)} not decided {unknown}, {time.process_time() - started:.0f} s")
