"""Rules of visits that people gave to pages and tags."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Self


@dataclass(frozen=True, kw_only=True)
class OwnRule:
    """A rule of visits: exactly one of ``page_id`` and ``tag``, and exactly one of ``every`` and ``cron``."""

    page_id: int | None = None
    tag: str | None = None
    every: timedelta | None = None
    """Time between two visits."""
    cron: str | None = None
    """Minute, hour, day of the month, month, day of the week."""
    zone: str = "UTC"
    """The time zone of ``cron``, by its IANA name."""
    per_h: float
    """Visits an hour that it asks for: of a page's tags the one that asks for most counts."""
    said_by: str = ""

    def to_json(self) -> dict[str, Any]:
        """As an audit row keeps it."""
        seconds = None if self.every is None else self.every.total_seconds()
        return {**vars(self), "every": seconds}

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> Self:
        """What ``to_json`` gave."""
        every = kept["every"]
        return cls(**{**kept, "every": None if every is None else timedelta(seconds=every)})
