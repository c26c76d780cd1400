"""The N-queens laboratory in Python.

    >>> import queenslab as ql
    >>> ql.count(8)
    92
    >>> print(ql.solve(4, engine="backtracking").solution)
        a   b   c   d
      ┌───┬───┬───┬───┐
    1 │   │ ♛ │   │   │
      ├───┼───┼───┼───┤
    2 │   │   │   │ ♛ │
      ├───┼───┼───┼───┤
    3 │ ♛ │   │   │   │
      ├───┼───┼───┼───┤
    4 │   │   │ ♛ │   │
      └───┴───┴───┴───┘

Rows and columns count from 0; names of squares such as ``"b4"`` are a column letter and a row number from 1. Functions
release the interpreter's lock, obey ``time=``, ``nodes=`` and ``memory=``, and end at Ctrl-C.
"""

from __future__ import annotations

from . import puzzle
from ._queenslab import (
    Answer,
    Document,
    Error,
    InvalidProblem,
    LimitReached,
    Placement,
    Problem,
    Progress,
    PuzzleError,
    Refused,
    SearchResult,
    Solutions,
    Unsupported,
    ask,
    classes,
    compare,
    count,
    estimate,
    export,
    growth,
    is_unique,
    known,
    maximum,
    engines,
    profile,
    random,
    search,
    solutions,
    solve,
    trace,
    variants,
    verify,
)

# As in `typing`, which takes longer to import than all of this.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from .widgets import BoardEditor, StepPlayer

__version__ = "0.2.0"

__all__ = [
    "Answer",
    "BoardEditor",
    "Document",
    "Error",
    "InvalidProblem",
    "LimitReached",
    "Placement",
    "Problem",
    "Progress",
    "PuzzleError",
    "Refused",
    "SearchResult",
    "Solutions",
    "StepPlayer",
    "Unsupported",
    "ask",
    "classes",
    "compare",
    "count",
    "estimate",
    "export",
    "growth",
    "is_unique",
    "known",
    "maximum",
    "engines",
    "profile",
    "puzzle",
    "random",
    "search",
    "solutions",
    "solve",
    "trace",
    "variants",
    "verify",
]


def __getattr__(name: str) -> object:
    # The widgets need anywidget, which takes its time to import.
    if name in ("BoardEditor", "StepPlayer"):
        from . import widgets

        found: object = getattr(widgets, name)
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
