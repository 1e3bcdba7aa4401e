"""Regions of a page that a person set to be ignored or favoured."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from storage.errors import StorageError

MOST_REGIONS = 50
"""Of a page."""
_FARTHEST_PX = 100_000


@dataclass(frozen=True, kw_only=True)
class PageRegion:
    """A rectangle on a page, in CSS pixels from its top left.

    Raises
    ------
    StorageError
        It has no area, or lies beside the page.
    """

    number: int  # among the page's regions; given once
    x_px: int
    y_px: int
    width_px: int
    height_px: int
    favour: bool  # False: what changes there is to be ignored
    said_by: str = ""

    def __post_init__(self) -> None:
        sides = (self.x_px, self.y_px, self.width_px, self.height_px)
        if min(sides) < 0 or min(self.width_px, self.height_px) < 1 or max(sides) > _FARTHEST_PX:
            raise StorageError("a region is at least 1 pixel wide and high, and begins on the page")

    def holds(self, x_px: float, y_px: float) -> bool:
        """Whether a point lies in it."""
        return (
            self.x_px <= x_px <= self.x_px + self.width_px and self.y_px <= y_px <= self.y_px + self.height_px
        )

    @property
    def place(self) -> str:
        """Where it is: ``x 20-320, y 0-100``."""
        right, bottom = self.x_px + self.width_px, self.y_px + self.height_px
        return f"x {self.x_px}\N{EN DASH}{right}, y {self.y_px}\N{EN DASH}{bottom}"

    def to_json(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> PageRegion:
        """What ``to_json`` gave."""
        return cls(**kept)
