"""Outcomes of searches."""

from enum import Enum


class Outcome(str, Enum):
    """The outcome of a search. Each member is equal to its text, which documents and the command print.

    >>> import queenslab as ql
    >>> ql.ask(8, "count").outcome is ql.Outcome.EXHAUSTED
    True
    >>> ql.ask(25, "count", time=0.01).outcome == "stopped by the time limit"
    True
    """

    #: The search is complete: a solution that was not found does not exist.
    EXHAUSTED = "exhausted"
    #: The search stopped at what it was asked for.
    FOUND = "found"
    NODE_LIMIT = "stopped by the node limit"
    TIME_LIMIT = "stopped by the time limit"
    MEMORY_LIMIT = "stopped by the memory limit"
    CANCELLED = "cancelled"
    #: The engine ended without deciding, as local search does when it runs out of tries.
    GAVE_UP = "gave up"

    def __str__(self) -> str:
        return self.value
