#!/usr/bin/env python3
"""Runs `queens solve` side by side with what people would use instead, and prints tables of medians and ratios.

    python3 benches/peers/compare.py                        every instance, every solver, three rounds
    python3 benches/peers/compare.py --solvers queens,dlx   only these solvers
    python3 benches/peers/compare.py core_30_20_0 n100      only these instances
    python3 benches/peers/compare.py core_30_21 core_40_28  families: boards of one kind with the seeds 1 to 11
    python3 benches/peers/compare.py blocked_56_2700 --images  each board in its eight images, and means over them

Where a solution is met is luck, of any solver. `--images` evens it out: a board turned and mirrored is the same problem,
but each search goes through it in another order. Every solver is given the eight images of a board, one in each round.

Each solve is a process of its own, on one thread; the figure is its processor time (user and system), with what it
starts and with the building of its model. Solvers take turns within each round. Every solution is checked here, and
solvers that disagree end the run with an error. docs/lab/peers.md says how to install the peers.
"""

import argparse
import contextlib
import json
import os
import pathlib
import platform
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
from collections import Counter

import generate
from board import IMAGES, Board, image

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
INSTANCES = ROOT / "crates/queens/tests/data/instances"
COMPLETIONS = ["rnd_20_10_2", "core_30_20_0", "core_30_21_1", "gent_ed_21_18_75", "gent_ed_21_19_259", "ed_22_22_2",
               "ed_26_26_0", "core_34_23_0", "core_40_26_0", "core_40_28_0", "core_40_28_1", "core_60_40_0",
               "core_60_42_0"]
FAMILIES = ["core_30_21", "core_40_28", "ed_22_22"]
SIZES = ["n8", "n50", "n100", "n200", "n500", "n1000"]
MEMORY_LIMIT = 12 << 30  # bytes of address space
LONG = 10  # seconds from which on a solve is not repeated
TICK = 0.001  # seconds: shorter times are not told apart


def built(manifest, binary):
    """Builds a release binary of ours and answers its path."""
    subprocess.run(["cargo", "build", "--release", "--quiet", "--bin", binary, "--manifest-path", manifest], check=True)
    metadata = subprocess.run(["cargo", "metadata", "--no-deps", "--format-version", "1", "--manifest-path", manifest],
                              check=True, capture_output=True)
    return str(pathlib.Path(json.loads(metadata.stdout)["target_directory"]) / "release" / binary)


def queens_columns(output):
    solutions = json.loads(output)["solutions"]
    return solutions[0]["columns"] if solutions else None


def model_columns(output):
    return None if output.strip() == "none" else [int(column) for column in output.split()]


def solvers(wanted):
    """Name -> (command, how to read its output). `queens` reads the board itself, models the open squares."""
    def python(script, *arguments):
        return lambda: ([sys.executable, str(HERE / script), *arguments], model_columns)

    every = {
        "queens": lambda: ([built(ROOT / "Cargo.toml", "queens"), "solve", "--first", "--threads", "1", "--quiet",
                            "--format", "json", "--board", "-"], queens_columns),
        "dlx": lambda: ([built(HERE / "dlx/Cargo.toml", "with-dlx")], model_columns),
        "cadical": python("with_sat.py"),
        "clingo": python("with_clingo.py"),
        "gecode": python("with_gecode.py"),
        "highs": python("with_highs.py"),
        "cpsat-boolean": python("with_cpsat.py", "boolean"),
        "cpsat-integer": python("with_cpsat.py", "integer"),
    }
    if unknown := set(wanted) - set(every):
        sys.exit(f"no solver {', '.join(sorted(unknown))}; there are {', '.join(every)}")
    return {name: make() for name, make in every.items() if not wanted or name in wanted}


def run(command, text, limit):
    """Runs a process until it ends or has taken `limit` seconds of processor time. Answers its output, None if it gave
    none, and what it and the processes that it waited for have used."""
    with tempfile.TemporaryFile("w+") as source, tempfile.TemporaryFile("w+") as sink:
        source.write(text)
        source.seek(0)
        process = subprocess.Popen(command, stdin=source, stdout=sink, stderr=subprocess.DEVNULL,
                                   start_new_session=True)
        # From outside, so that no work of this script counts as that of the process, which may have ended by now.
        with contextlib.suppress(ProcessLookupError):
            resource.prlimit(process.pid, resource.RLIMIT_CPU, (limit, limit + 1))
            resource.prlimit(process.pid, resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))

        def end():
            os.killpg(process.pid, signal.SIGKILL)

        # The limit above holds for each process alone, and a process that waits takes no time.
        patience = threading.Timer(20 * limit, end)
        patience.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except KeyboardInterrupt:
            end()
            raise
        finally:
            patience.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        sink.seek(0)
        output = sink.read()
    return (output if process.returncode == 0 and output.strip() else None), usage


def load(name):
    if name.startswith("n") and name[1:].isdigit():
        return name[1:] + "\n"
    file = INSTANCES / f"{name}.txt"
    return file.read_text() if file.exists() else generate.text(name)


def boards(name, seeds):
    """The boards of a family, kind and two numbers; or the one of that name."""
    is_family = name.split("_")[0] in generate.KINDS and name.count("_") == 2
    return [f"{name}_{seed}" for seed in range(1, seeds + 1)] if is_family else [name]


def solve(name, solver, text, board, limit):
    """One solve: `some`, `none` or how it failed, and the processor seconds."""
    command, read = solver
    given = text if read is queens_columns else "".join(" ".join(map(str, row)) + "\n" for row in board.open_columns)
    output, usage = run(command, given, limit)
    seconds = usage.ru_utime + usage.ru_stime
    if output is None:
        # The system ends a process within a second of its limit.
        # The system counts a limit in ticks and is out by some percent.
        return (f"> {limit}" if seconds > 0.9 * limit else "failed"), seconds
    columns = read(output)
    if columns is not None and not board.is_solution(columns):
        sys.exit(f"{name}: a wrong solution from {command}: {columns}")
    return ("none" if columns is None else "some"), seconds


def measure(names, table, options):
    """(instance, solver) -> processor seconds of each solve, or how it failed; and instance -> answer. Ctrl-C ends the
    rounds and leaves what is known by then."""
    figures = {(name, solver): [] for name in names for solver in table}
    answers = {}
    rounds = IMAGES if options.images else options.rounds
    try:
        for turn in ((round_, name) for round_ in range(1, rounds + 1) for name in names):
            take_turns(*turn, table, options, figures, answers)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    return figures, answers


def take_turns(round_, name, table, options, figures, answers):
    """One instance, or its next image, once by each solver that has neither failed nor, on the same image, taken long."""
    text = image(load(name), round_ - 1) if options.images else load(name)
    board = Board(text)
    for solver in table:
        seen = figures[name, solver]
        if isinstance(seen, str) or not options.images and any(seconds > LONG for seconds in seen):
            continue
        answer, seconds = solve(name, table[solver], text, board, options.limit)
        print(f"round {round_}  {name:18} {solver:14} {answer:7} {seconds:8.3f}", file=sys.stderr, flush=True)
        if answer not in ("some", "none"):
            figures[name, solver] = answer
        elif answers.setdefault(name, answer) != answer:
            sys.exit(f"{name}: {solver} says {answer}, others say {answers[name]}")
        else:
            seen.append(seconds)


def print_table(rows, table, figures, answers, options):
    """Rows of name -> boards. Medians in seconds, means where each solve had another image, and, in brackets, how many times
    those of `queens`; for a family the median over its boards, and how many of them were not solved."""
    limit, figure_of = options.limit, statistics.mean if options.images else statistics.median
    print(f"| instance | answer | {' | '.join(table)} |")
    print("|---" * (len(table) + 2) + "|")
    for row, names in rows.items():
        own, _ = middle([figures.get((name, "queens"), []) for name in names], limit, figure_of)
        cells = []
        for solver in table:
            seen = [figures[name, solver] for name in names]
            seconds, is_limit = middle(seen, limit, figure_of)
            if seconds is None:
                cells.append(" ".join({figure for figure in seen if isinstance(figure, str)}))
                continue
            cell = f"> {limit}" if is_limit else rounded(seconds)
            if solver != "queens" and own is not None:
                cell += ratio(seconds, own, at_least=is_limit)
            failed = sum(isinstance(figure, str) for figure in seen)
            cells.append(cell + (f", {failed} not solved" if failed and len(names) > 1 else ""))
        print(f"| {row} | {summary([answers.get(name, '?') for name in names])} | {' | '.join(cells)} |")


def summary(answers):
    """One answer, or how often each was given."""
    counts = Counter(answers)
    return answers[0] if len(answers) == 1 else ", ".join(f"{count} {answer}" for answer, count in counts.items())


def middle(boards, limit, figure_of):
    """The median, over boards, of the figure of their seconds, and whether the limit stands for it. (None, False)
    where the solver failed for another reason or did not run."""
    if any(not seen or isinstance(seen, str) and not seen.startswith(">") for seen in boards):
        return None, False
    of_boards = [(limit, True) if isinstance(seen, str) else (figure_of(seen), False) for seen in boards]
    return statistics.median_high(of_boards)


def print_ratios(rows, table, figures, options):
    """For each family and peer, how many times the seconds of `queens` it took on the boards that both solved."""
    for row, names in rows.items():
        for solver in table if len(names) > 1 and "queens" in table else []:
            pairs = [(figures[name, solver], figures[name, "queens"]) for name in names]
            pairs = [pair for pair in pairs if all(seen and not isinstance(seen, str) for seen in pair)]
            if solver == "queens" or not pairs:
                continue
            figure_of = statistics.mean if options.images else statistics.median
            ratios = [figure_of(peer) / max(figure_of(own), TICK) for peer, own in pairs]
            least, middle_, most = map(rounded, (min(ratios), statistics.median(ratios), max(ratios)))
            print(f"\n{solver} on {len(ratios)} boards of {row}: least {least} times, median {middle_}, most {most}")


def rounded(value):
    """Two figures."""
    return f"{float(f'{value:.2g}'):,g}" if value >= TICK else f"< {TICK:g}"


def ratio(seconds, own, at_least):
    """How many times `own`, in brackets; empty where both are too short to be told apart."""
    if seconds < TICK:
        return ""
    return f" ({'> ' if at_least or own < TICK else ''}{rounded(seconds / max(own, TICK))})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("instances", nargs="*", help="n100: any size; core_30_20_0: a board; core_30_21: a family")
    parser.add_argument("--solvers", type=lambda names: names.split(","), default=[], help="only these: queens,dlx")
    parser.add_argument("--seeds", type=int, default=11, help="boards of a family")
    parser.add_argument("--rounds", type=int, default=3, help=f"a solve beyond {LONG} seconds is not repeated")
    parser.add_argument("--images", action="store_true", help="eight rounds, each with another image of the boards")
    parser.add_argument("--limit", type=int, default=60, help="seconds of processor time for each solve")
    options = parser.parse_args()
    rows = {name: boards(name, options.seeds) for name in options.instances or COMPLETIONS + FAMILIES + SIZES}
    table = solvers(options.solvers)
    names = [name for names in rows.values() for name in names]
    figures, answers = measure(names, table, options)
    rounds = f"{IMAGES} images" if options.images else f"{options.rounds} rounds"
    print(f"{platform.machine()}, {rounds}, limit {options.limit} s\n")
    print_table(rows, table, figures, answers, options)
    print_ratios(rows, table, figures, options)


if __name__ == "__main__":
    main()
