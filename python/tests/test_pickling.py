"""Results and exceptions can be sent to another process, and copied."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest

import queenslab as ql
from queenslab import puzzle

SMALL = "AABBB\nAABBB\nCCCCD\nCEECD\nCEEED"


def drive(city: str) -> list[tuple[str, str, float]]:
    roads: dict[str, list[tuple[str, str, float]]] = {"a": [("to b", "b", 1), ("to c", "c", 2.5)], "b": [("to c", "c", 1)]}
    return roads.get(city, [])


def hint_that_was_stopped() -> puzzle.Hint:
    board = puzzle.Puzzle(["ABCDEFGHIJKLMNOPQRSTUVWXYZ"] * 26)
    with pytest.raises(ql.LimitReached) as raised:
        board.hint(time=0.01)
    assert isinstance(raised.value.partial, puzzle.Hint)
    return raised.value.partial


MADE: dict[str, Callable[[], Any]] = {
    "count": lambda: ql.ask(8, "count"),
    "large count": lambda: ql.ask(ql.Problem("rooks 30", total=30), "count"),
    "part of a count": lambda: ql.ask(30, "count", time=0.01),
    "one": lambda: ql.solve(8),
    "none, with a proof": lambda: ql.solve("torus 12"),
    "none, with a proof by weights": lambda: ql.solve(ql.Problem(8, givens="a1 h7 g2 f4")),
    "givens that attack each other": lambda: ql.solve("8\ngivens: a1 a2"),
    "pawns": lambda: ql.solve("6; pieces: 7 queens, 1 pawn"),
    "symmetric": lambda: ql.solve("8; unchanged: half-turn"),
    "unique": lambda: ql.ask(ql.Problem(8, givens="b4 d5 a6"), "unique"),
    "classes": lambda: ql.ask(8, "classes"),
    "maximum": lambda: ql.solve("most torus 12"),
    "dominating": lambda: ql.solve("dominating 5"),
    "armies": lambda: ql.solve("armies 5"),
    "pieces": lambda: ql.solve("5; pieces: 2 queens, 2 knights"),
    "coloring": lambda: ql.solve("coloring 5"),
    "weights": lambda: ql.solve(ql.Problem("4; best: least value", weights=[[1, 2, 3, 4]] * 4)),
    "cube": lambda: ql.solve("most 3x3x3"),
    "uncompletable": lambda: ql.ask(6, "uncompletable"),
    "profile": lambda: ql.ask(6, "profile"),
    "hint": lambda: puzzle.Puzzle(SMALL).hint(),
    "wrong mark": lambda: puzzle.Puzzle(SMALL).mark("a1").mark("a2").hint(),
    "stopped hint": hint_that_was_stopped,
    "puzzle": lambda: puzzle.Puzzle(SMALL).mark("a1", "cross"),
    "comparison": lambda: ql.compare(6, engines=["flags", "bitmask"]),
    "trace": lambda: ql.trace(5, "flags"),
    "counts that are known": lambda: ql.known(),
    "search": lambda: ql.search("a", drive, "c"),
    "search that failed": lambda: ql.search("a", drive, "z"),
}


def facts(made: Any) -> dict[str, Any]:
    """Everything that the object shows: its properties, and what its methods without arguments return."""
    shown = {}
    for name in dir(type(made)):
        if name in ("__repr__", "__str__", "_repr_html_", "_repr_svg_", "to_dict", "to_json", "to_csv", "apply"):
            shown[name] = getattr(made, name)()
        elif not name.startswith("_") and not callable(value := getattr(made, name)):
            shown[name] = value
    return shown


@pytest.mark.parametrize("what", MADE)
def test_copies_show_the_same(what: str) -> None:
    made = MADE[what]()
    for copied in (pickle.loads(pickle.dumps(made)), copy.deepcopy(made), copy.copy(made)):
        assert type(copied) is type(made) and facts(copied) == facts(made)
        assert facts(pickle.loads(pickle.dumps(copied))) == facts(made)
        assert copied == made
        if not isinstance(made, ql.Document):
            assert hash(copied) == hash(made)


@pytest.mark.parametrize("kind", [ql.Answer, ql.SearchResult, puzzle.Hint])
def test_results_are_equal_if_they_hold_the_same(kind: type) -> None:
    values = [make() for make in MADE.values()]
    for at, made in enumerate(values):
        if isinstance(made, kind):
            assert [other for other, value in enumerate(values) if value == made] == [at]
            assert made != 1 and not made == None  # noqa: E711


def test_results_of_searches_are_equal_if_their_paths_are() -> None:
    found = ql.search("a", drive, "c", strategy="ucs")
    assert found == ql.search("a", drive, lambda city: city == "c", strategy="ucs") and found.cost == 2
    assert found != ql.search("a", drive, "b", strategy="ucs") and found != ql.search("a", drive, "c", strategy="bfs")
    # Labels need not be hashable.
    unhashable = [ql.search(0, lambda number: [([number], number + 1)], 2) for _ in range(2)]
    assert len(set(unhashable)) == 1


def test_hints_are_equal_if_their_puzzles_and_steps_are() -> None:
    board = puzzle.Puzzle(SMALL)
    assert board.hint() == board.hint() != board.hint().apply().hint()
    assert len({board.hint(), board.hint(), board.hint().apply().hint()}) == 2


def raised_by(call: Callable[[], Any]) -> BaseException:
    with pytest.raises(Exception) as raised:
        call()
    return raised.value


def test_exceptions_made_by_hand_have_every_attribute() -> None:
    # A program that replaces a call in a test raises them itself.
    assert ql.LimitReached("too long").partial is None and ql.Refused("no").code == ""
    unsupported = ql.Unsupported("no")
    assert unsupported.engine is None and unsupported.parameter == unsupported.reason == ""


RAISED: dict[str, Callable[[], Any]] = {
    "InvalidProblem": lambda: ql.count("tours 8"),
    "Unsupported": lambda: ql.count("torus 8", engine="join"),
    "Refused": lambda: ql.estimate(100, time=0),
    "PuzzleError": lambda: puzzle.Puzzle("AAB\nABB"),
    "Error": lambda: ql.count(8, nodes=-1),
    "LimitReached": lambda: ql.count(10, engine="flags", nodes=1000),
}


@pytest.mark.parametrize("name", RAISED)
def test_exceptions_keep_their_attributes(name: str) -> None:
    error = raised_by(RAISED[name])
    for copied in (pickle.loads(pickle.dumps(error)), copy.deepcopy(error)):
        assert type(copied) is type(error) is getattr(ql, name) and copied.args == error.args
        assert copied.__dict__.keys() == error.__dict__.keys()
        others = {key: value for key, value in copied.__dict__.items() if key != "partial"}
        assert others == {key: value for key, value in error.__dict__.items() if key != "partial"}
    if isinstance(error, ql.LimitReached):
        copied = pickle.loads(pickle.dumps(error))
        assert facts(copied.partial) == facts(error.partial) and copied.partial.statistics["expanded"] == 1000


@pytest.mark.parametrize("start", multiprocessing.get_all_start_methods())
def test_processes_exchange_them(start: str) -> None:
    context = multiprocessing.get_context(start)
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        assert pool.submit(ql.known).result(60) == ql.known()
        answer = pool.submit(ql.solve, ql.Problem(6)).result(60)
        assert answer.solution == ql.solve(6).solution
        with pytest.raises(ql.LimitReached, match="node limit") as raised:
            pool.submit(ql.count, 10, engine="flags", nodes=1000).result(60)
        assert raised.value.partial.statistics["expanded"] == 1000
