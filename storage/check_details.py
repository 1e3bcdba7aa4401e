"""What a replay check found in detail, as JSON keeps it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict


class LostBlock(TypedDict):
    """A block that is empty, gone or without its picture in the replay; ``box``: x, y, width, height in CSS pixels."""

    path: str
    box: Sequence[int]
    why: str
    text: str


class CheckDetails(TypedDict, total=False):
    """Those of pictures are there where there were two to compare; checks of older versions may lack others."""

    pixel_share: float | None
    """Share of the window's pixels that are the same."""
    displacement_px: int
    missing_px: int
    added_px: int
    regions: Sequence[Sequence[float]]
    lost_blocks: Sequence[LostBlock]
    outcome: str
    problems: Sequence[str]
    found_otherwise: Sequence[Mapping[str, Any]]
    """Requests that were answered by something like them, and by what."""
    borrowed: Sequence[Mapping[str, str | None]]
    """Requests that other captures answered: ``url``, and ``from`` when."""
    not_asked: Sequence[str]
    """URLs that the visit got and the replay did not ask for."""
    unreadable: Sequence[str]
    browser: str
    software: str
    seconds: float
