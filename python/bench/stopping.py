"""Compare how packages end a long call, and which of their objects can be pickled: a table for docs/lab/python.md.

    pip install ortools clingo python-sat chess networkx
    python bench/stopping.py

Each trial has a process of its own, and 20 seconds. Ctrl-C and the other stops come half a second after the start.
"""

from __future__ import annotations

import copy
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

STOP_AFTER = 0.5
MAX_SECONDS = 20


def outcome(call: Callable[[], Any], stop: Callable[[], Any] | None = None) -> str:
    """Return the outcome of a call, with the seconds from the stop to its end."""
    begun = time.perf_counter()
    if stop is not None:
        threading.Timer(STOP_AFTER, stop).start()
    try:
        ended = f"returns {call()}"
    except BaseException as error:
        ended = f"{type(error).__name__}, partial {getattr(error, 'partial', None) is not None}"
    after = time.perf_counter() - begun - (STOP_AFTER if stop else 0)
    return f"{ended} after {after:.2f} s"


def ctrl_c() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def copies(thing: Any) -> str:
    """Return the ways in which a thing can be copied."""
    ways: dict[str, Callable[[], Any]] = {
        "pickle": lambda: pickle.loads(pickle.dumps(thing)),
        "deepcopy": lambda: copy.deepcopy(thing),
    }
    done = []
    for name, way in ways.items():
        try:
            way()
            done.append(name)
        except Exception:
            done.append(f"no {name}")
    return ", ".join(done)


def queenslab() -> None:
    import queenslab as ql

    token = ql.CancelToken()
    print("Ctrl-C:", outcome(lambda: ql.count(24), ctrl_c))
    print("stop:", outcome(lambda: ql.count(24, cancel=token), token.cancel))
    print("0.3 s:", outcome(lambda: ql.ask(24, "count", time=0.3).outcome))
    print("answer:", copies(ql.solve(8)))


def cp_sat() -> None:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    queens = [model.new_int_var(0, 13, f"q{row}") for row in range(14)]
    for slope in (0, 1, -1):
        model.add_all_different([queen + slope * row for row, queen in enumerate(queens)])

    def solver() -> Any:
        made = cp_model.CpSolver()
        made.parameters.enumerate_all_solutions, made.parameters.num_workers = True, 1
        return made

    stopped, limited = solver(), solver()
    limited.parameters.max_time_in_seconds = 0.3
    print("Ctrl-C:", outcome(lambda: limited.status_name(solver().solve(model)), ctrl_c))
    print("stop:", outcome(lambda: stopped.status_name(stopped.solve(model)), stopped.stop_search))
    print("0.3 s:", outcome(lambda: limited.status_name(limited.solve(model))))
    print("model:", copies(model), "; solver:", copies(limited))


def clingo() -> None:
    import clingo as asp

    def control() -> Any:
        made = asp.Control(["0"])
        rules = "{q(I,1..14)}=1 :- I=1..14. :- {q(1..14,J)}!=1, J=1..14. :- q(I,J), q(K,L), I<K, |I-K|=|J-L|."
        made.add("base", [], rules)
        made.ground([("base", [])])
        return made

    def waiting() -> Any:
        with limited.solve(async_=True) as handle:
            is_over = handle.wait(0.3)
            handle.cancel()
            return is_over

    stopped, limited, listed = control(), control(), control()
    print("Ctrl-C:", outcome(control().solve, ctrl_c))
    print("stop:", outcome(stopped.solve, stopped.interrupt))
    print("0.3 s:", outcome(waiting))
    with listed.solve(yield_=True) as handle:
        print("model:", copies(next(iter(handle)).symbols(shown=True)))


def pysat() -> None:
    from pysat.examples.genhard import PHP
    from pysat.solvers import Solver

    hard = PHP(nof_holes=11)
    stopped, limited = Solver("glucose4", bootstrap_with=hard), Solver("glucose4", bootstrap_with=hard)
    limited.conf_budget(1000)
    print("formula:", copies(hard))
    print("stop:", outcome(lambda: stopped.solve_limited(expect_interrupt=True), stopped.interrupt))
    print("1000 conflicts:", outcome(limited.solve_limited))
    print("Ctrl-C:", outcome(Solver("glucose4", bootstrap_with=hard).solve, ctrl_c), flush=True)


def chess() -> None:
    import chess as game

    def perft(board: Any, depth: int) -> int:
        return 1 if depth == 0 else sum(played(board, move, depth) for move in board.legal_moves)

    def played(board: Any, move: Any, depth: int) -> int:
        after = board.copy()
        after.push(move)
        return perft(after, depth - 1)

    print("Ctrl-C:", outcome(lambda: perft(game.Board(), 9), ctrl_c))
    print("board:", copies(game.Board()), "; FEN:", game.Board(game.Board().fen()) == game.Board())


def networkx() -> None:
    import networkx as graphs

    large = graphs.grid_graph((9, 9))
    paths = graphs.all_simple_paths(large, (0, 0), (8, 8))
    print("Ctrl-C:", outcome(lambda: sum(1 for _ in paths), ctrl_c))
    print("graph:", copies(large))


TRIALS = (queenslab, cp_sat, clingo, pysat, chess, networkx)

if __name__ == "__main__":
    if len(sys.argv) > 1:
        {trial.__name__: trial for trial in TRIALS}[sys.argv[1]]()
        sys.exit()
    for name in (trial.__name__ for trial in TRIALS):
        print(f"\n{name}", flush=True)
        try:
            subprocess.run([sys.executable, __file__, name], timeout=MAX_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            print(f"no reaction within {MAX_SECONDS} s")
