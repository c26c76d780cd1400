#!/usr/bin/env python3
"""Region puzzles: tells whether boards have exactly one solution, by `queens` and by what people would use instead, side
by side, and prints a table of medians and ratios.

    python3 benches/peers/puzzles.py                    every size, every solver, three rounds
    python3 benches/peers/puzzles.py 9 10x2             9 x 9 with one queen in each unit, 10 x 10 with two
    python3 benches/peers/puzzles.py --solvers clingo   queens and one peer

The boards are `queens puzzle generate SIZE --stars NUMBER --any --seed 1 --count BOARDS`. A figure is the time within a
process that has decided other boards before, without its start: reading or building the model, one solution, and the
proof that there is no other. For `queens` (`crates/queens/examples/decide.rs`) it is wall-clock time, for the peers,
which are Python modules, processor time. All work on one thread and take turns on each board; of the rounds the
fastest counts, so that other work on the machine is seen less. Peers that differ from `queens` end the run with an
error.
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import time

from compare import ROOT, built, ratio, rounded

SIZES = ["6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "10x2", "14x3"]


class Puzzle:
    """`size` x `size` squares, `stars` queens in each unit. `units` lists the squares (row, column) of every row,
    column and region; `blocks` those of every block of 2 x 2: queens touch exactly where one holds two of them."""

    def __init__(self, letters, stars):
        self.letters, self.stars, self.size = letters, stars, len(letters)
        self.squares = [(row, column) for row in range(self.size) for column in range(self.size)]
        keys = (lambda row, _: row, lambda _, column: column, lambda row, column: letters[row][column])
        self.units = []
        for key in keys:
            units = {}
            for square in self.squares:
                units.setdefault(key(*square), []).append(square)
            self.units += units.values()
        self.blocks = [[(row + down, column + right) for down in (0, 1) for right in (0, 1)]
                       for row in range(self.size - 1) for column in range(self.size - 1)]


def queens(binary):
    """Our example as a process that answers one board after the other: the squares of the only solution, or None, and
    the seconds."""
    process = subprocess.Popen([binary], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def solve(puzzle):
        process.stdin.write(f"{puzzle.stars} {' '.join(puzzle.letters)}\n")
        seconds, *squares = process.stdout.readline().split()
        return sorted(tuple(map(int, square.split(","))) for square in squares) or None, float(seconds)
    return solve


def timed(peer):
    """A peer with the seconds of processor time that it took."""
    def solve(puzzle):
        start = time.process_time()
        found = peer(puzzle)
        return found, time.process_time() - start
    return solve


def cpsat(puzzle):
    """OR-Tools CP-SAT, one worker; the second solution by a clause against the first one."""
    from ortools.sat.python import cp_model
    model = cp_model.CpModel()
    queen = {square: model.new_bool_var("") for square in puzzle.squares}
    for unit in puzzle.units:
        if puzzle.stars == 1:
            model.add_exactly_one(queen[square] for square in unit)
        else:
            model.add(sum(queen[square] for square in unit) == puzzle.stars)
    for block in puzzle.blocks:
        model.add_at_most_one(queen[square] for square in block)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) != cp_model.OPTIMAL:
        return None
    found = [square for square in puzzle.squares if solver.value(queen[square])]
    model.add_bool_or(queen[square].negated() for square in found)
    return found if solver.solve(model) == cp_model.INFEASIBLE else None


CLINGO = """
{ queen(R, C) : unit(U, R, C) } = stars :- unit(U, _, _).
:- R = 0..n-2, C = 0..n-2, { queen(R..R+1, C..C+1) } > 1.
#show queen/2.
"""


def clingo(puzzle):
    """clingo: cardinality bounds on units and blocks; it looks for two models."""
    from clingo import Control
    facts = "".join(f"unit({number},{row},{column})."
                    for number, unit in enumerate(puzzle.units) for row, column in unit)
    control = Control(["2", "-c", f"n={puzzle.size}", "-c", f"stars={puzzle.stars}"])
    control.add("base", [], CLINGO + facts)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        models = [sorted(tuple(argument.number for argument in atom.arguments) for atom in model.symbols(shown=True))
                  for model in handle]
    return models[0] if len(models) == 1 else None


def cadical(puzzle):
    """CaDiCaL through python-sat: sequential counters for the units, pairs for the blocks; the second solution by a
    clause against the first one."""
    from pysat.card import CardEnc, EncType
    from pysat.solvers import Solver
    queen = {square: number for number, square in enumerate(puzzle.squares, 1)}
    top = len(queen)
    with Solver(name="cadical195") as solver:
        for unit in puzzle.units:
            bound = CardEnc.equals([queen[square] for square in unit], puzzle.stars, top, encoding=EncType.seqcounter)
            top = max(top, bound.nv)
            solver.append_formula(bound.clauses)
        for block in puzzle.blocks:
            solver.append_formula([[-queen[a], -queen[b]] for i, a in enumerate(block) for b in block[:i]])
        if not solver.solve():
            return None
        true = set(solver.get_model())
        found = [square for square in puzzle.squares if queen[square] in true]
        solver.add_clause([-queen[square] for square in found])
        return None if solver.solve() else found


PEERS = {"cpsat": cpsat, "clingo": clingo, "cadical": cadical}


def generated(binary, name, count):
    """Boards of a size, `9` or `10x2`."""
    size, _, stars = name.partition("x")
    command = [binary, "puzzle", "generate", size, "--stars", stars or "1", "--any", "--seed", "1", "--count",
               str(count), "--format", "json"]
    text = subprocess.run(command, capture_output=True, check=True).stdout
    return [Puzzle(entry["puzzle"]["regions"], int(stars or 1)) for entry in json.loads(text)["puzzles"]]


def measure(name, puzzles, solvers, rounds):
    """Solver -> the least seconds of each board."""
    seconds = {(solver, board): [] for solver in solvers for board in range(len(puzzles))}
    for solve in solvers.values():
        solve(puzzles[0])
    for _ in range(rounds):
        for board, puzzle in enumerate(puzzles):
            answers = {}
            for solver, solve in solvers.items():
                answers[solver], took = solve(puzzle)
                seconds[solver, board].append(took)
            if any(answer is None or answer != answers["queens"] for answer in answers.values()):
                sys.exit(f"{name}, board {board + 1}: the solvers differ: {answers}")
    return {solver: [min(seconds[solver, board]) for board in range(len(puzzles))] for solver in solvers}


def cells(figures):
    """Median and longest time of `queens` in milliseconds; of the others medians and ratios of medians, and the least
    ratio of all boards."""
    own = figures.pop("queens")
    yield rounded(1000 * statistics.median(own))
    yield rounded(1000 * max(own))
    for times in figures.values():
        least = min(time / mine for time, mine in zip(times, own))
        ratios = f"{rounded(statistics.median(times) / statistics.median(own))}; {rounded(least)}"
        yield f"{rounded(1000 * statistics.median(times))} ({ratios})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sizes", nargs="*", help="9: one queen in each unit; 10x2: two")
    parser.add_argument("--solvers", type=lambda names: names.split(","), default=list(PEERS), help="cpsat,clingo")
    parser.add_argument("--boards", type=int, default=11, help="boards of each size")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    if unknown := set(options.solvers) - set(PEERS):
        sys.exit(f"no solver {', '.join(sorted(unknown))}; there are {', '.join(PEERS)}")
    binary = built(ROOT / "Cargo.toml", "queens")
    subprocess.run(["cargo", "build", "--release", "--quiet", "--package", "queens", "--example", "decide",
                    "--manifest-path", ROOT / "Cargo.toml"], check=True)
    decide = pathlib.Path(binary).parent / "examples/decide"
    solvers = {"queens": queens(decide), **{name: timed(PEERS[name]) for name in options.solvers}}
    print(f"{options.boards} boards of each size, {options.rounds} rounds\n")
    print(f"| board | queens | longest | {' | '.join(options.solvers)} |")
    print("|---" * (len(solvers) + 2) + "|")
    for name in options.sizes or SIZES:
        figures = measure(name, generated(binary, name, options.boards), solvers, options.rounds)
        print(f"| {name} | {' | '.join(cells(figures))} |", flush=True)


if __name__ == "__main__":
    main()
