"""Functions that restore pickled objects. Pickles name them, so their names do not change."""

from __future__ import annotations

from typing import Any

from ._queenslab import Answer, Document, Hint, Placement, Problem, Puzzle, SearchResult


def answer(*state: Any) -> Answer:
    return Answer._restore(*state)


def document(*state: Any) -> Document:
    return Document._restore(*state)


def hint(*state: Any) -> Hint:
    return Hint._restore(*state)


def placement(squares: list[tuple[int, int]], labels: list[tuple[int, int]], problem: Problem) -> Placement:
    return Placement._restore(squares, labels, problem)


def puzzle(clues: str, queens: list[tuple[int, int]], crosses: list[tuple[int, int]]) -> Puzzle:
    restored = Puzzle(clues)
    for square in queens:
        restored = restored.mark(square, "queen")
    for square in crosses:
        restored = restored.mark(square, "cross")
    return restored


def search_result(*state: Any) -> SearchResult[Any, Any]:
    return SearchResult._restore(*state)
