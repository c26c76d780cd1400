"""Calls that are ended from outside: by a token, a task, a block."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

import queenslab as ql
from queenslab import puzzle


def test_a_token_ends_calls() -> None:
    token = ql.CancelToken()
    assert repr(token) == "<CancelToken: not cancelled>"
    threading.Timer(0.05, token.cancel).start()
    with pytest.raises(ql.LimitReached, match="cancelled") as raised:
        ql.count(24, cancel=token)
    assert token.cancelled and raised.value.partial.outcome is ql.Outcome.CANCELLED
    assert ql.ask(24, "count", cancel=token).outcome is ql.Outcome.CANCELLED
    found = ql.solutions(18, cancel=token)
    with pytest.raises(ql.LimitReached, match="cancelled"):
        list(found)
    forever = ql.search(0, lambda number: [("one", number + 1)], -1, cancel=token)
    assert forever.outcome is ql.Outcome.CANCELLED
    with pytest.raises(ql.LimitReached):
        puzzle.generate(30, stars=3, rating="hard", cancel=token)
    with pytest.raises(TypeError, match="cancel must be a CancelToken, not 1"):
        ql.count(8, cancel=1)  # type: ignore[arg-type]


def test_a_cancelled_call_says_so() -> None:
    token = ql.CancelToken()
    token.cancel()
    board = puzzle.Puzzle("AABBB\nAABBB\nCCCCD\nCEECD\nCEEED")
    for call, partial in (
        (lambda: puzzle.generate(9, cancel=token), None),
        (lambda: puzzle.generate_many(3, 9, cancel=token), []),
        (lambda: ql.estimate(30, cancel=token), None),
        (lambda: ql.estimate(30, "nodes", cancel=token), None),
        (lambda: ql.compare(8, cancel=token), None),
    ):
        with pytest.raises(ql.LimitReached, match="cancelled(?!.*time)") as raised:
            call()
        assert raised.value.partial == partial
    for ended in (
        ql.growth((4, 6), cancel=token),
        ql.profile((4, 6), cancel=token),
        ql.trace(8, "flags", cancel=token),
        ql.estimate(16, "time", cancel=token),
    ):
        assert "cancelled" in ended.to_json()
    assert board.solve(cancel=token).outcome is ql.Outcome.CANCELLED
    # A wrong argument stays a wrong argument.
    with pytest.raises(ql.Error, match="'42' is not a valid error"):
        ql.estimate(30, error=42, cancel=token)


def test_calls_that_share_a_token_end_for_themselves() -> None:
    token = ql.CancelToken()

    def stop(progress: ql.Progress) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        ql.count(24, cancel=token, progress=stop)
    assert not token.cancelled and ql.count(8, cancel=token) == 92


def test_a_task_that_is_cancelled_ends_its_count() -> None:
    ended = threading.Event()

    def count(size: int, cancel: ql.CancelToken) -> None:
        try:
            ql.count(size, cancel=cancel)
        finally:
            ended.set()

    async def main() -> None:
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(ql.to_thread(count, 26), 0.05)
        assert await ql.to_thread(ql.count, 8) == 92
        assert await ql.to_thread(ql.count, 8, cancel=None) == 92
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(ql.to_thread(ql.count, 26, cancel=None), 0.05)

    begun = time.perf_counter()
    asyncio.run(main())
    assert ended.wait(5) and time.perf_counter() - begun < 5


def test_a_block_ends_its_search() -> None:
    with ql.solutions(18) as found:
        assert next(found).is_solution
    assert found.answer is not None and found.answer.outcome is ql.Outcome.CANCELLED
    assert list(found) == []
    with pytest.raises(InterruptedError):
        with ql.solutions(18) as found:
            raise InterruptedError
    assert found.answer is not None
