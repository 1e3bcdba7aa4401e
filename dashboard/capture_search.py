"""Searches for captures by a screenshot or by similar ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, kw_only=True)
class FoundCapture:
    """A capture that was found."""

    capture_id: int
    page_id: int
    url: str
    captured_at: datetime
    confidence: float | None = None  # of a picture's: 0 to 1
    region: tuple[int, int, int, int] | None = None  # x, y, width, height in pixels of its picture


class CaptureSearch(Protocol):
    """Looks for captures, the best one of each page first; a sentence where it cannot. It may take seconds."""

    def by_picture(self, picture: bytes) -> Sequence[FoundCapture] | str:
        """The captures that a picture was taken from."""

    def like(self, wanted: Sequence[int], unwanted: Sequence[int]) -> Sequence[FoundCapture] | str:
        """The captures that are like those of these numbers, and not like others."""
