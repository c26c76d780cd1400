"""Names and types: a misspelled name is an error to Python, and to mypy and pyright, which would report an unused comment here."""
# pyright: reportUnnecessaryTypeIgnoreComment=true

from __future__ import annotations

import pytest

import queenslab as ql


def size(problem: ql.ProblemLike) -> int:
    return ql.Problem(problem).rows


def test_misspelled_names() -> None:
    with pytest.raises(AttributeError, match="module 'queenslab' has no attribute 'cuont'"):
        print(ql.cuont)  # type: ignore
    with pytest.raises(TypeError):
        ql.count(8, tiem=1)  # type: ignore
    with pytest.raises(AttributeError):
        print(ql.solve(8).solutoin)  # type: ignore


def test_misspelled_names_of_widgets() -> None:
    pytest.importorskip("anywidget")
    player, editor = ql.StepPlayer(4, "flags"), ql.BoardEditor(4)
    with pytest.raises(AttributeError):
        print(player.positoin)  # type: ignore
    with pytest.raises(AttributeError):
        print(editor.placment)  # type: ignore
    assert (player.position, len(editor.placement)) == (0, 0)


def test_names_are_there() -> None:
    assert size(8) == size("8") == size(ql.Problem(8)) == 8
    for name in ("ProblemLike", "SquareLike", "to_thread", "Outcome", "CancelToken"):
        assert name in ql.__all__ and getattr(ql, name) is not None


def test_outcomes() -> None:
    answer = ql.ask(8, "count")
    assert answer.outcome == "exhausted" == str(answer.outcome)
    assert answer.outcome is ql.Outcome.EXHAUSTED
    assert ql.search(0, lambda number: [("one", number + 1)], 3).outcome is ql.Outcome.FOUND
    limits = {
        ql.Outcome.NODE_LIMIT: ql.ask(10, "count", engine="flags", nodes=10),
        ql.Outcome.TIME_LIMIT: ql.ask(25, "count", time=0.01),
    }
    assert all(answer.outcome is outcome and not answer.complete for outcome, answer in limits.items())
    assert ql.ask("superqueens 9", "random").outcome is ql.Outcome.GAVE_UP
    memory = ql.search(0, lambda number: [("one", number + 1), ("two", number + 2)], -1, memory=100_000)
    assert memory.outcome is ql.Outcome.MEMORY_LIMIT
