"""Processes and what they take: a look at a process with all below it, and the peaks of this one, from a thread."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Self

import psutil

from crawler.browser.reaper import still_there

_PAUSE_S = 0.25


@dataclass(frozen=True, kw_only=True)
class Look:
    """What was there at a moment."""

    python_mb: float
    """Resident memory of the process."""
    browser_mb: float
    """Of all below it, what several share counted once."""
    processes: int
    """Below it."""
    zombies: int
    """Of these, those that have ended and that nobody has waited for."""
    open_files: int
    """Of the process: descriptors, sockets and pipes included."""


def look_at(process: psutil.Process, below: Sequence[psutil.Process]) -> Look:
    """What a process and those below it take now."""
    together, zombies = 0.0, 0
    for one in below:
        with suppress(psutil.Error):
            zombies += one.status() == psutil.STATUS_ZOMBIE
            full = one.memory_full_info()
            together += getattr(full, "pss", full.uss)
    return Look(
        python_mb=process.memory_info().rss / 1e6,
        browser_mb=together / 1e6,
        processes=len(below),
        zombies=zombies,
        open_files=process.num_fds(),
    )


def cpu_s(processes: Iterable[psutil.Process]) -> float:
    """Seconds of a processor that these processes took, and those that ended below them."""
    total = 0.0
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            total += times.user + times.system + times.children_user + times.children_system
    return total


def still_running(processes: Iterable[psutil.Process]) -> list[str]:
    """Those of the processes that still run a moment later, as a person would name them."""
    found = []
    for process in still_there(processes, 5.0):
        with suppress(psutil.Error):
            found.append(f"{process.pid} {' '.join(process.cmdline()[:2])}")
    return found


class ProcessWatch:
    """Peaks of this process within the block, in MB; ``besides`` is a child that does not count."""

    def __init__(self, besides: int | None = None) -> None:
        self.python_mb = 0.0
        self.browser_mb = 0.0
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
        return still_running(self._seen)

    def _follow(self) -> None:
        this = psutil.Process()
        while not self._over.wait(_PAUSE_S):
            below = [child for child in this.children(recursive=True) if child.pid != self._besides]
            self._seen.update(below)
            look = look_at(this, below)
            self.python_mb = max(self.python_mb, look.python_mb)
            self.browser_mb = max(self.browser_mb, look.browser_mb)
