#!/usr/bin/env python3
"""User time of engines in something that is released, beside the workspace's own release build.

    .ci/speed.py                          the library in a project outside the workspace
    .ci/speed.py target/dist/queens       a command

`.ci/release` measures everything that it makes in this way. Both sides run in turn, with one thread, and the ratio is the
median of the ratios of the pairs. Above 1.05 the check fails. Each side pays for its own start, which is measured and taken off.
"""

import statistics
import subprocess
import sys
from pathlib import Path

try:
    import resource
except ImportError:
    # Windows does not add up the time of the processes that a program starts.
    resource = None

ROOT = Path(__file__).resolve().parent.parent
MAX_RATIO = 1.05
# Odd, for the median. With fewer a machine that does other things reports too much.
ROUNDS = 11
# A problem for each engine that takes it a second or less.
PROBLEMS = {
    "join": "queens 18",
    "rows": "queens 17",
    "residual": "queens 16\ngivens: a3\n",
    "toroidal": "torus 23",
    "units": "queens 10\npiece: king\nrows: 2\ncolumns: 2\n",
}


class Slower(Exception):
    """An engine that takes longer than in the workspace's build."""


def command(program):
    """The arguments with which a command counts the problem on its standard input; an engine follows."""
    return [program, "count", "--threads", "1", "--quiet", "--engine"]


def count(program, engine, problem):
    """User time of a count in a process of its own, and the number that it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    arguments = [str(part) for part in [*program, engine]]
    done = subprocess.run(arguments, input=problem, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime, done.stdout.strip()


def engine_seconds(program, engine):
    """User time of an engine without the start of its process, and the number of solutions."""
    start, _one = count(program, "backtracking", "queens 1")
    whole, solutions = count(program, engine, PROBLEMS[engine])
    return whole - start, solutions


def measure(released, workspace, engine):
    """The median ratio of the pairs, after checking that both sides count the same."""
    ratios = []
    for _ in range(ROUNDS):
        (seconds, found), (own_seconds, expected) = (engine_seconds(side, engine) for side in [released, workspace])
        if found != expected:
            raise RuntimeError(f"{engine}: {found} solutions instead of {expected}")
        ratios.append(seconds / own_seconds)
    return statistics.median(ratios)


def compare(released, workspace=None):
    """Measures the engines of `released`; returns a line with their ratios, or raises `Slower` with it."""
    if resource is None:
        return "user time not measured: this system does not tell it"
    workspace = workspace or command(workspace_command())
    ratios = {engine: measure(released, workspace, engine) for engine in PROBLEMS}
    line = "user time beside the workspace's build: " + ", ".join(f"{engine} {ratio:.2f}" for engine, ratio in ratios.items())
    if slow := [engine for engine, ratio in ratios.items() if ratio > MAX_RATIO]:
        raise Slower(f"{line}: {', '.join(slow)} above {MAX_RATIO}")
    return line


def build(*arguments):
    subprocess.run(["cargo", "build", "--release", "--locked", "--quiet", *arguments], cwd=ROOT, check=True)


def workspace_command():
    build("-p", "queens-cli")
    return ROOT / "target" / "release" / "queens"


def outside():
    """The library in a project outside the workspace, with cargo's own release profile."""
    build("--manifest-path", ".ci/outside/Cargo.toml", "--target-dir", "target/outside")
    return [ROOT / "target" / "outside" / "release" / "outside", "count"]


def main():
    released = command(sys.argv[1]) if len(sys.argv) > 1 else outside()
    try:
        print(compare(released))
    except Slower as slower:
        sys.exit(str(slower))


if __name__ == "__main__":
    main()
