"""Reports the progress of a fit that takes longer than two seconds."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

SILENT_S = 2.0
"""Seconds for which nothing is said."""

Progress = Callable[[int, int, str], object]
"""How many steps are done, of how many, and of what."""


def after_a_while(tell: Progress | None) -> Progress:
    """``tell``, from two seconds after now on; None: nothing is ever said."""
    began = monotonic()

    def report(done: int, steps: int, what: str) -> None:
        if tell is not None and monotonic() - began >= SILENT_S:
            tell(done, steps, what)

    return report
