"""The event loop under everything that Scrapy does: Twisted's asyncio reactor, which Playwright can share.

A reactor cannot be started twice, so a process calls ``run`` once, and may crawl as often as it likes inside.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import Coroutine
from contextlib import suppress
from contextvars import ContextVar
from typing import Any, TypeVar

from scrapy.utils.reactor import install_reactor
from twisted.internet.error import ReactorNotRestartable

from crawler.errors import CrawlError

logger = logging.getLogger(f"pagetide.{__name__}")

REACTOR = "twisted.internet.asyncioreactor.AsyncioSelectorReactor"
_interrupted: ContextVar[asyncio.Event | None] = ContextVar("interrupted", default=None)

T = TypeVar("T")


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end on the asyncio reactor, with its result or its exception.

    SIGINT or SIGTERM once ends the crawls in it after the visits in flight; twice stops at once and raises
    ``KeyboardInterrupt``. SIGHUP, which asks many daemons to read their settings again, is answered in the log: ours
    are read at the start. What the coroutine started in worker threads has ended when this returns or raises: nothing
    is written any more. A process can do this once.
    """
    install_reactor(REACTOR)
    from twisted.internet import reactor as installed  # importing it earlier would install another one

    reactor: Any = installed
    outcome: list[asyncio.Task[T]] = []

    async def main() -> None:
        interrupted = asyncio.Event()
        _interrupted.set(interrupted)
        task = asyncio.ensure_future(coroutine)
        outcome.append(task)
        with _SignalsHeeded(interrupted, task):
            await asyncio.wait([task])
            await asyncio.get_running_loop().shutdown_default_executor()
        reactor.stop()

    keep: list[asyncio.Task[None]] = []
    reactor.callWhenRunning(lambda: keep.append(asyncio.ensure_future(main())))
    try:
        reactor.run(installSignalHandlers=False)
    except ReactorNotRestartable as error:
        coroutine.close()
        raise CrawlError(
            "a process can run one reactor once: put all its crawls into one coroutine."
        ) from error
    if outcome[0].cancelled():
        raise KeyboardInterrupt
    return outcome[0].result()


def interruption() -> asyncio.Event | None:
    """What SIGINT sets, for work inside ``run`` that ends early when asked; None outside."""
    return _interrupted.get()


class _SignalsHeeded:
    """Within the block, SIGINT and SIGTERM first set ``interrupted``, then cancel ``task``; SIGHUP ends nothing."""

    def __init__(self, interrupted: asyncio.Event, task: asyncio.Task[Any]) -> None:
        self._interrupted = interrupted
        self._task = task
        self._loop = asyncio.get_running_loop()
        self._heeded = {
            signal.SIGINT: self._received,
            signal.SIGTERM: self._received,
            signal.SIGHUP: self._hung_up,
        }

    def __enter__(self) -> None:
        for number, heed in self._heeded.items():
            with suppress(RuntimeError, ValueError, NotImplementedError):  # outside the main thread: not ours
                self._loop.add_signal_handler(number, heed)

    def __exit__(self, *_: object) -> None:
        for number in self._heeded:
            with suppress(RuntimeError, ValueError, NotImplementedError):
                self._loop.remove_signal_handler(number)

    def _received(self) -> None:
        if self._interrupted.is_set():
            logger.warning("stopping now; visits in flight are not kept")
            self._task.cancel()
        else:
            logger.warning("finishing the visits in flight; once more to stop now")
            self._interrupted.set()

    def _hung_up(self) -> None:
        if sys.stderr.isatty():  # the terminal was closed: who started this is gone
            self._received()
        else:
            logger.warning("settings are read at the start: to take changed ones, stop and start again")
