"""Follows the memory of this process and of the browser below it, from a thread of its own."""

from __future__ import annotations

import threading
from contextlib import suppress
from types import TracebackType
from typing import Self

import psutil

from crawler.browser.reaper import still_there

_PAUSE_S = 0.25


class ProcessWatch:
    """Peaks within the block, in MB; ``besides`` is a child that does not count."""

    def __init__(self, besides: int | None = None) -> None:
        self.python_mb = 0.0
        self.browser_mb = 0.0
        self.most_processes = 0
        self._besides = besides
        self._seen: set[psutil.Process] = set()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._follow, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    def left(self) -> list[str]:
        """What was started within the block and still runs a moment after it."""
        found = []
        for process in still_there(self._seen, 5.0):
            with suppress(psutil.Error):
                found.append(f"{process.pid} {' '.join(process.cmdline()[:2])}")
        return found

    def now(self) -> tuple[float, float, int]:
        """MB of this process, MB of all below it, and their number, now."""
        this = psutil.Process()
        below = [child for child in this.children(recursive=True) if child.pid != self._besides]
        self._seen.update(below)
        together = 0.0
        for process in below:
            with suppress(psutil.Error):
                full = process.memory_full_info()
                together += getattr(full, "pss", full.uss)
        return this.memory_info().rss / 1e6, together / 1e6, len(below)

    def _follow(self) -> None:
        while not self._over.wait(_PAUSE_S):
            python, browser, count = self.now()
            self.python_mb = max(self.python_mb, python)
            self.browser_mb = max(self.browser_mb, browser)
            self.most_processes = max(self.most_processes, count)
