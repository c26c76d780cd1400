"""`queenslab` beside what people use in Python: all solutions, one solution of a large board, a board to be finished.

    pip install python-constraint ortools numba nqueens nqueens-solver gtts pillow matplotlib
    python bench/compare.py

Every figure is a measurement of its own, in a process of its own: the median of up to five calls, after one on a board of 6
that is not counted: packages are imported then, and numba compiles. What takes longer than ``--limit`` seconds is ended. Answers are
checked: numbers of solutions against OEIS A000170, boards by arithmetic. ``ratio`` is the time over that of queenslab.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.metadata
import io
import multiprocessing
import multiprocessing.connection
import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import queenslab as ql

Columns = Sequence[int]
Givens = dict[int, int]
SOLUTIONS = {8: 92, 9: 352, 10: 724, 11: 2680, 12: 14200, 13: 73712, 14: 365596}


# All solutions: how many there are.


def count_queenslab(n: int) -> int:
    return ql.count(n, threads=1)


def list_queenslab(n: int) -> int:
    return len(ql.solutions(n).to_numpy())


def list_constraint(n: int) -> int:
    return len(constraint_problem(n, {}).getSolutions())


def list_ortools(n: int) -> int:
    from ortools.sat.python import cp_model

    class Counter(cp_model.CpSolverSolutionCallback):  # type: ignore[misc, unused-ignore]
        found = 0

        def on_solution_callback(self) -> None:
            self.found += 1

    model, _ = ortools_model(n, {})
    solver, counter = cp_model.CpSolver(), Counter()
    solver.parameters.enumerate_all_solutions = True
    solver.Solve(model, counter)
    return counter.found


def list_nqueens(n: int) -> int:
    from nqueens import code

    return int(code.Queen(n).count)


def list_nqueens_solver(n: int) -> int:
    from nqueens_solver.solver import solve_n_queens

    # It prints every board.
    with contextlib.redirect_stdout(io.StringIO()):
        return len(solve_n_queens(n))


def count_numba(n: int) -> int:
    return int(numba_bitmask()[0](n))


# One solution, with given queens or without: the column of each row.


def solve_queenslab(n: int, givens: Givens) -> Columns:
    solution = ql.solve(ql.Problem(n, givens=list(givens.items())), threads=1).solution
    assert solution is not None
    return [column for _, column in solution]


def solve_constraint(n: int, givens: Givens) -> Columns:
    found = constraint_problem(n, givens).getSolution()
    return [found[row] for row in range(n)]


def solve_constraint_repair(n: int, givens: Givens) -> Columns:
    import constraint

    found = constraint_problem(n, givens, constraint.MinConflictsSolver(100_000)).getSolution()
    return [found[row] for row in range(n)]


def solve_ortools(n: int, givens: Givens) -> Columns:
    from ortools.sat.python import cp_model

    model, columns = ortools_model(n, givens)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.Solve(model)
    return [solver.Value(column) for column in columns]


def solve_numba(n: int, givens: Givens) -> Columns:
    import numpy

    fixed = numpy.full(n, -1)
    for row, column in givens.items():
        fixed[row] = column
    return [int(column) for column in numba_bitmask()[1](n, fixed)]


# The models.


def constraint_problem(n: int, givens: Givens, solver: Any = None) -> Any:
    import constraint

    problem = constraint.Problem(solver) if solver else constraint.Problem()
    for row in range(n):
        problem.addVariable(row, [givens[row]] if row in givens else list(range(n)))
    for one in range(n):
        for other in range(one):
            apart = one - other
            problem.addConstraint(lambda a, b, apart=apart: a != b and abs(a - b) != apart, (one, other))
    return problem


def ortools_model(n: int, givens: Givens) -> tuple[Any, list[Any]]:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    columns = [model.NewIntVar(0, n - 1, f"q{row}") for row in range(n)]
    for row, column in givens.items():
        model.Add(columns[row] == column)
    model.AddAllDifferent(columns)
    model.AddAllDifferent([columns[row] + row for row in range(n)])
    model.AddAllDifferent([columns[row] - row for row in range(n)])
    return model, columns


def numba_bitmask() -> Any:
    """The bit mask of Richards (1997), compiled: a count, and a first solution with given queens."""
    global _compiled
    if _compiled is None:
        import numba
        import numpy

        @numba.njit  # type: ignore[misc, untyped-decorator, unused-ignore]
        def ways(every: int, columns: int, left: int, right: int) -> int:
            if columns == every:
                return 1
            found = 0
            free = every & ~(columns | left | right)
            while free:
                queen = free & -free
                free ^= queen
                found += ways(every, columns | queen, (left | queen) << 1, (right | queen) >> 1)
            return found

        @numba.njit  # type: ignore[misc, untyped-decorator, unused-ignore]
        def first(n: int, fixed: Any) -> Any:
            """Goes row by row and takes back; `fixed` is the column of a row, or -1."""
            columns = numpy.full(n, -1)
            taken = numpy.zeros(n, numpy.bool_)
            down, up = numpy.zeros(2 * n, numpy.bool_), numpy.zeros(2 * n, numpy.bool_)
            row = 0
            while 0 <= row < n:
                at = columns[row]
                if at >= 0:
                    taken[at] = down[row - at + n] = up[row + at] = False
                at += 1
                while at < n and (
                    taken[at] or down[row - at + n] or up[row + at] or (fixed[row] >= 0 and fixed[row] != at)
                ):
                    at += 1
                if at == n:
                    columns[row] = -1
                    row -= 1
                    continue
                columns[row] = at
                taken[at] = down[row - at + n] = up[row + at] = True
                row += 1
            return columns

        _compiled = (lambda n: ways((1 << n) - 1, 0, 0, 0)), first
    return _compiled


_compiled: Any = None


# Measuring.


def is_solution(columns: Columns, givens: Givens) -> bool:
    n = len(columns)
    lines = [list(columns), [c + r for r, c in enumerate(columns)], [c - r for r, c in enumerate(columns)]]
    return all(len(set(line)) == n for line in lines) and all(columns[row] == c for row, c in givens.items())


def measured(solve: Callable[..., Any], arguments: tuple[Any, ...], limit: float) -> tuple[Any, float]:
    """An answer and the median time; a board of 6 warms up."""
    solve(6, *({} for _ in arguments[1:]))
    answer, times = None, list[float]()
    while len(times) < 5 and sum(times) < limit / 2:
        begun = time.perf_counter()
        answer = solve(*arguments)
        times.append(time.perf_counter() - begun)
    return answer, statistics.median(times)


def child(pipe: multiprocessing.connection.Connection, name: str, arguments: tuple[Any, ...], limit: float) -> None:
    try:
        pipe.send(measured(globals()[name], arguments, limit))
    except Exception as error:  # what a peer does not take is told in the table
        pipe.send((None, f"{type(error).__name__}: {error}"))


def timed(name: str, arguments: tuple[Any, ...], limit: float) -> tuple[Any, float | str]:
    """An answer and seconds, or why there is none."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=child, args=(there, name, arguments, limit))
    process.start()
    # Import and compilation have a time of their own.
    answer: tuple[Any, float | str] = here.recv() if here.poll(limit + 15) else (None, f"> {limit:.0f}")
    process.kill()
    process.join()
    found, seconds = answer
    if isinstance(seconds, float) and seconds > limit:
        return None, f"> {limit:.0f}"
    return found, seconds


def cell(seconds: float | str, fastest: float | None) -> str:
    if isinstance(seconds, str):
        least = float(seconds[1:]) if seconds.startswith(">") else None
        if least is None:
            return seconds.split(":")[0]
        return seconds if fastest is None else f"{seconds} (> {least / fastest:,.0f})"
    ratio = "" if fastest is None else f" ({seconds / fastest:,.1f})"
    return f"{seconds:.3g}{ratio}"


def table(head: str, rows: list[tuple[str, tuple[Any, ...]]], peers: dict[str, str], check: Any, limit: float) -> None:
    print(f"\n| {head} | " + " | ".join(peers) + " |\n|---|" + "---:|" * len(peers), flush=True)
    given_up: set[str] = set()
    for row, arguments in rows:
        cells: list[str] = []
        fastest: float | None = None
        for title, function in peers.items():
            if title in given_up:
                cells.append("")
                continue
            answer, seconds = timed(function, arguments, limit)
            if answer is not None:
                assert check(answer, *arguments), (title, row, answer)
            else:
                given_up.add(title)
            cells.append(cell(seconds, fastest))
            if fastest is None and isinstance(seconds, float):
                fastest = seconds
        print(f"| {row} | " + " | ".join(cells) + " |", flush=True)


def boards(seed: int) -> list[tuple[str, tuple[int, Givens]]]:
    """Boards with some queens of a random solution given."""
    found: list[tuple[str, tuple[int, Givens]]] = []
    for n, given in ((20, 5), (30, 8), (40, 10), (60, 15)):
        solution = ql.random(n, seed=seed)
        assert solution is not None
        found.append((f"n = {n}, {given} given", (n, dict(random.Random(seed).sample(list(solution), given)))))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=float, default=20, help="the most seconds of a call")
    limit = parser.parse_args().limit
    for package in ("queens-lab", "python-constraint", "ortools", "nqueens", "nqueens-solver", "numba"):
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            print(f"{package} {importlib.metadata.version(package)}", end="; ")
    print()
    peers = {
        "queenslab count": "count_queenslab",
        "queenslab list": "list_queenslab",
        "numba bit mask": "count_numba",
        "OR-Tools CP-SAT": "list_ortools",
        "nqueens": "list_nqueens",
        "nqueens-solver": "list_nqueens_solver",
        "python-constraint": "list_constraint",
    }
    rows = [(f"n = {n}", (n,)) for n in SOLUTIONS]
    table("all solutions, seconds", rows, peers, lambda answer, n: answer == SOLUTIONS[n], limit)
    peers = {
        "queenslab": "solve_queenslab",
        "numba backtracking": "solve_numba",
        "OR-Tools CP-SAT": "solve_ortools",
        "python-constraint": "solve_constraint",
        "python-constraint, min-conflicts": "solve_constraint_repair",
    }
    large: list[tuple[str, tuple[Any, ...]]] = [("n = 28", (28, {})), ("n = 100", (100, {})), ("n = 1000", (1000, {}))]
    fits = lambda answer, n, givens: is_solution(answer, givens)  # noqa: E731
    table("one solution, seconds", large, peers, fits, limit)
    table("a board to finish, seconds", list(boards(7)), peers, fits, limit)


if __name__ == "__main__":
    main()
