"""Waiting with a limit, for events and for threads."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")


async def at_most(event: asyncio.Event, seconds: float) -> None:
    """Wait until the event is set, at most so long."""
    with suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), seconds)


async def to_its_end(work: Coroutine[Any, Any, T]) -> T:
    """The result of ``work``, waited for even when the waiting task is cancelled meanwhile.

    Raises
    ------
    CancelledError
        The waiting task was cancelled; ``work`` has ended all the same.
    """
    running = asyncio.ensure_future(work)
    cancelled: asyncio.CancelledError | None = None
    while not running.done():
        try:
            await asyncio.wait([running])
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled
    return running.result()
