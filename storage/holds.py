"""Holds: a page, or one capture, that nothing removes until it is let go."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, kw_only=True)
class Hold:
    """What is held, why, and since when. Several may hold the same thing; it goes when none does."""

    id: int
    page_id: int
    capture_id: int | None
    """One capture of the page; None: all that it has, and will have."""
    reason: str
    held_by: str
    held_at: datetime
