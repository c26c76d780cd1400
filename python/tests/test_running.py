"""Running calls: Ctrl-C, threads, import; and the metadata and the documentation of the package."""

from __future__ import annotations

import doctest
import importlib.metadata
import os
import re
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import queenslab as ql
from queenslab import _queenslab, puzzle

#: The time within which Ctrl-C ends a call, and what a machine that does other things too may add: it is no benchmark.
SOON, SLACK = 0.1, 4.9


def columns(number: int) -> puzzle.Puzzle:
    return puzzle.Puzzle(["ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:number]] * number)


def forever(number: int) -> list[tuple[str, int]]:
    return [("one", number + 1), ("two", number + 2)]


LONG: dict[str, Callable[[], Any]] = {
    "count": lambda: ql.count(24),
    "count by an engine of the ladder": lambda: ql.count(16, engine="flags"),
    "solutions": lambda: [None for _ in ql.solutions(18)],
    "array": lambda: ql.solutions(16).to_numpy(),
    "unique": lambda: ql.is_unique("torus 20", engine="backtracking"),
    "compare": lambda: ql.compare(13, all=True),
    "growth": lambda: ql.growth((4, 30)),
    "profile": lambda: ql.profile((4, 30)),
    "trace": lambda: ql.trace(12, "flags", limit=10**9, start=10**9),
    "estimate": lambda: ql.estimate(300, error=1e-5),
    "estimate of nodes": lambda: ql.estimate(40, "nodes", error=1e-5),
    "sat": lambda: ql.ask("torus 20", engine="sat"),
    "maximum": lambda: ql.solve("most triangle 64"),
    "random": lambda: ql.random(30_000_000),
    "new puzzle": lambda: puzzle.generate(40, stars=4, rating="hard"),
    "new puzzles": lambda: puzzle.generate_many(10**6, 12),
    "explanation": lambda: columns(26).explain(),
    "hint": lambda: columns(26).hint(),
    "search": lambda: ql.search(0, forever, -1, nodes=10**9, loop_check="none", strategy="dfs"),
}


@pytest.mark.parametrize("what", LONG)
def test_ctrl_c_ends_every_call(what: str) -> None:
    if what == "array":
        pytest.importorskip("numpy")
    begun = 0.15
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    waiting = threading.Timer(begun, press)
    waiting.start()
    try:
        with pytest.raises(KeyboardInterrupt) as raised:
            LONG[what]()
        took = time.perf_counter() - pressed[0]
    finally:
        waiting.cancel()
    assert took < SOON + SLACK
    # In a loop of Python the interpreter itself may be the first to see it.
    assert hasattr(raised.value, "partial") or what in ("solutions", "array")


def test_what_was_found_so_far_is_kept() -> None:
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt) as raised:
        ql.count(16, engine="flags")
    partial = getattr(raised.value, "partial")
    assert partial.count > 0 and partial.outcome == "cancelled" and partial.statistics["expanded"] > 0


def test_the_lock_of_the_interpreter_is_released() -> None:
    turns = 0
    done = threading.Event()

    def work() -> None:
        ql.ask(24, "count", time=0.5, threads=1)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.wait(0.01):
        turns += 1
    thread.join()
    assert turns > 10


def test_import_takes_at_most_50_ms() -> None:
    program = "import time; t = time.perf_counter(); import queenslab; print(time.perf_counter() - t)"
    run = [float(subprocess.check_output([sys.executable, "-c", program])) for _ in range(5)]
    assert statistics.median(run) < 0.05, run


def test_import_needs_nothing_else() -> None:
    program = (
        "import sys, queenslab; heavy = {'numpy', 'pandas', 'tqdm', 'anywidget'} & set(sys.modules); "
        "assert not heavy, heavy; sys.modules['anywidget'] = None; from queenslab import *; assert count(8) == 92"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize(
    ("package", "call"),
    [
        ("numpy", lambda: ql.Placement([1, 3, 0, 2]).to_numpy()),
        ("numpy", lambda: ql.solutions(4).to_numpy()),
        ("pandas", lambda: ql.known().to_pandas()),
    ],
)
def test_a_missing_package_is_named(package: str, call: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ImportError, match=f"need {package}, which is not installed: pip install {package}"):
        call()


def test_the_version_is_that_of_the_package() -> None:
    assert ql.__version__ == importlib.metadata.version("queens-lab")
    about = importlib.metadata.metadata("queens-lab")
    assert about["Author"] == "The queens developers" and about["License-Expression"] == "MIT OR Apache-2.0"
    files = {path.name for path in importlib.metadata.files("queens-lab") or []}
    assert {"LICENSE-MIT", "LICENSE-APACHE"} <= files


def test_the_readme_has_no_relative_links() -> None:
    readme = importlib.metadata.metadata("queens-lab").json["description"]
    links = re.findall(r"\]\(([^)]*)\)", str(readme))
    assert links and all(link.startswith("https://") for link in links)


def documented() -> list[tuple[str, str]]:
    """Every docstring of the package: name and text."""
    found: list[tuple[str, str]] = [("queenslab.to_thread", ql.to_thread.__doc__ or "")]
    for module in (ql, puzzle):
        found.append((module.__name__, module.__doc__ or ""))
        for name, thing in vars(module).items():
            if name.startswith("_") or not (callable(thing) or isinstance(thing, type)):
                continue
            found.append((f"{module.__name__}.{name}", thing.__doc__ or ""))
            if isinstance(thing, type):
                found += [
                    (f"{module.__name__}.{name}.{part}", getattr(thing, part).__doc__ or "")
                    for part in vars(thing)
                    if not part.startswith("_") and not isinstance(getattr(thing, part), (str, type(None)))
                ]
    return found


@pytest.mark.parametrize(("name", "text"), [(n, t) for n, t in documented() if ">>>" in t], ids=lambda v: v[:40])
def test_examples_of_docstrings(name: str, text: str) -> None:
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    report: list[str] = []
    runner.run(test, out=report.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(report)


def test_everything_public_has_a_docstring() -> None:
    bare = [name for name, text in documented() if not text.strip() and not name.startswith("queenslab._queenslab.")]
    assert bare == []


def test_the_stubs_name_what_there_is() -> None:
    import ast

    stub = ast.parse((Path(ql.__file__).parent / "_queenslab.pyi").read_text())
    for node in stub.body:
        if isinstance(node, ast.FunctionDef):
            assert hasattr(_queenslab, node.name), node.name
        elif isinstance(node, ast.ClassDef) and not node.decorator_list:
            there = getattr(_queenslab, node.name)
            named = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
            own = {name for name in vars(there) if not name.startswith("_")}
            if not issubclass(there, Exception):
                assert own == {name for name in named if not name.startswith("_")}, node.name
                assert all(hasattr(there, name) for name in named)
    public = {name for name in vars(_queenslab) if not name.startswith("_")}
    assert public == {node.name for node in stub.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))} - {
        "Limits",
        "Settings",
        "How",
        "Colors",
        "Look",
    }
