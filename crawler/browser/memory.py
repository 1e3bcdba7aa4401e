"""Measures a browser's memory through the operating system."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

import psutil

_MB = 1e6


@dataclass(frozen=True, kw_only=True)
class BrowserMemory:
    """One look at a browser's processes, in MB (1e6 bytes)."""

    total_mb: float
    first_mb: float = 0.0  # of the process that all others are below
    renderer: psutil.Process | None = None  # the largest of those that show pages
    renderer_mb: float = 0.0


def memory_of(pid: int, suspicious_mb: float) -> BrowserMemory:
    """The memory of a process and all below it.

    Resident memory counts what processes share once for each, and is cheap; only where that passes
    ``suspicious_mb`` are the shared parts divided (the kernel's PSS).
    """
    sizes = {process: size for process in family(pid) if (size := _resident_mb(process)) > 0}
    if sum(sizes.values()) > suspicious_mb:
        sizes = {process: _shared_out_mb(process) for process in sizes}
    renderers = [process for process in sizes if _is_renderer(process)]
    largest = max(renderers, key=lambda process: sizes[process], default=None)
    return BrowserMemory(
        total_mb=sum(sizes.values()),
        first_mb=next((size for process, size in sizes.items() if process.pid == pid), 0.0),
        renderer=largest,
        renderer_mb=0.0 if largest is None else sizes[largest],
    )


def family(pid: int) -> list[psutil.Process]:
    """A process and all below it; none when it is gone."""
    with suppress(psutil.Error, OSError):  # out of descriptors for a moment: whoever watches looks again
        first = psutil.Process(pid)
        return [first, *first.children(recursive=True)]
    return []


def _resident_mb(process: psutil.Process) -> float:
    with suppress(psutil.Error, OSError):
        return float(process.memory_info().rss) / _MB
    return 0.0


def _shared_out_mb(process: psutil.Process) -> float:
    with suppress(psutil.Error, OSError):
        full = process.memory_full_info()
        return float(getattr(full, "pss", full.uss)) / _MB
    return _resident_mb(process)  # a sandboxed process does not let itself be looked into


def _is_renderer(process: psutil.Process) -> bool:
    with suppress(psutil.Error, OSError):
        return "--type=renderer" in process.cmdline()
    return False
