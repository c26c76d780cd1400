"""Types of arguments, for annotations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex, Union

from ._queenslab import Problem

if TYPE_CHECKING:
    import numpy

    #: An array of numpy.
    Array = numpy.ndarray[Any, Any]
else:
    Array = Any

__all__ = ["Array", "ProblemLike", "RegionsLike", "SquareLike", "SquaresLike"]

#: A problem as functions take it: a size, a text such as ``"torus 13"``, or a ``Problem``.
ProblemLike = Union[Problem, str, SupportsIndex]
#: A square: a name such as ``"b4"``, or its row and column from 0.
SquareLike = Union[str, Sequence[int]]
#: Squares: a text of names, names and pairs, or an array: a row for each square, a mask of the board, or ``nonzero`` of a mask. Rows
#: of a mask may be lists.
SquaresLike = Union[str, Iterable[SquareLike], Array, tuple[Array, ...]]
#: A map of regions: for each row a text, or numbers and names of regions; one text with a line for each row; or an array.
RegionsLike = Union[str, Sequence[str], Sequence[Sequence[Union[int, str]]], Array]
