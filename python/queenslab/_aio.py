"""Calls from programs with an event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from ._queenslab import CancelToken

_Result = TypeVar("_Result")


async def to_thread(function: Callable[..., _Result], /, *args: Any, **how: Any) -> _Result:
    """Call a function of this package on another thread, like ``asyncio.to_thread``; cancelling the task ends the call.

    The function must take ``cancel=``. A token that is passed is cancelled with the task.

    >>> import asyncio
    >>> import queenslab as ql
    >>> asyncio.run(ql.to_thread(ql.count, 8))
    92
    """
    token = how.get("cancel") or CancelToken()
    try:
        return await asyncio.to_thread(function, *args, **{**how, "cancel": token})
    except asyncio.CancelledError:
        token.cancel()
        raise
