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
release the interpreter's lock, obey ``time=``, ``nodes=``, ``memory=`` and ``cancel=``, and end at Ctrl-C.
"""

from __future__ import annotations

from . import puzzle
from ._outcome import Outcome
from ._queenslab import (
    Answer,
    CancelToken,
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
from ._queenslab import __version__ as __version__

# As in `typing`, which takes longer to import than all of this.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._aio import to_thread
    from .types import ProblemLike, SquareLike
    from .widgets import BoardEditor as BoardEditor
    from .widgets import StepPlayer as StepPlayer
else:

    def __getattr__(name: str) -> object:
        # What takes its time to import, or needs other packages.
        homes = {
            "BoardEditor": "widgets",
            "ProblemLike": "types",
            "SquareLike": "types",
            "StepPlayer": "widgets",
            "to_thread": "_aio",
        }
        if name in homes:
            from importlib import import_module

            return getattr(import_module(f".{homes[name]}", __name__), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


# Without the widgets, which need another package: `from queenslab import *` must work without it.
__all__ = [
    "Answer",
    "CancelToken",
    "Document",
    "Error",
    "InvalidProblem",
    "LimitReached",
    "Outcome",
    "Placement",
    "Problem",
    "ProblemLike",
    "Progress",
    "PuzzleError",
    "Refused",
    "SearchResult",
    "Solutions",
    "SquareLike",
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
    "engines",
    "profile",
    "puzzle",
    "random",
    "search",
    "solutions",
    "solve",
    "to_thread",
    "trace",
    "variants",
    "verify",
]
