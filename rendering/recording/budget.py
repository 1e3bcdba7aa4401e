"""Limits of one capture: requests, and bytes of bodies."""

from __future__ import annotations

from rendering.settings import RenderingSettings
from storage.observed import Observed
from storage.plurals import counted
from storage.records import Problem, ProblemCode


class CaptureBudget:
    """Counts what a capture has asked for and kept, and says what is left."""

    def __init__(self, settings: RenderingSettings) -> None:
        self.max_requests = settings.limits.max_requests
        self.max_bytes = settings.limits.max_capture_bytes
        self.max_body_bytes = settings.max_body_bytes
        self.requests = 0
        self.kept_bytes = 0
        self.refused = 0  # requests beyond the limits
        self.cut = 0  # bodies that found no room

    def admits(self) -> bool:
        """Count one more request, if there may be one."""
        if self.requests >= self.max_requests:
            return False
        self.requests += 1
        return True

    @property
    def is_half_used(self) -> bool:
        """Whether it is time to look at each request before it leaves."""
        return self.requests * 2 >= self.max_requests or self.kept_bytes * 2 >= self.max_bytes

    @property
    def is_used_up(self) -> bool:
        """Whether nothing more may be asked for."""
        return self.requests >= self.max_requests or self.kept_bytes >= self.max_bytes

    @property
    def room(self) -> int:
        """Bytes that may be kept of the next body."""
        return max(min(self.max_body_bytes, self.max_bytes - self.kept_bytes), 0)

    def spend(self, size: int, kept: int) -> None:
        """A body of ``size`` bytes came, of which ``kept`` are kept."""
        self.kept_bytes += kept
        if kept < size and kept < self.max_body_bytes:
            self.cut += 1

    def problems(self, url: str) -> list[Problem]:
        """One for each limit that was met."""
        told = []
        if self.refused and self.requests >= self.max_requests:
            refused = counted(self.refused, "more request", "was refused", "were refused")
            told.append(f"it asked for more than {self.max_requests} things: {refused}")
        if self.kept_bytes >= self.max_bytes:
            cut = "one was cut off" if self.cut == 1 else f"{self.cut:,} were cut off"
            more = counted(self.refused, "more request") + " refused" if self.refused and not told else ""
            message = f"its bodies came to more than {self.max_bytes} bytes together: {cut}"
            told.append(f"{message}, {more}" if more else message)
        return [Problem(code=ProblemCode.LIMIT, message=message, url=url) for message in told]

    def observed(self) -> Observed:
        """For the capture's observations; empty where no limit was met."""
        if not (self.refused or self.cut):
            return {}
        return {"limits": {"requests": self.requests, "refused": self.refused, "cut": self.cut}}
