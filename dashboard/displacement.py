"""What moved on a page between two captures: blocks with the same text at another place."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from dashboard.overlay import Overlay, Region
from dashboard.presenters import clean
from storage.layout import Block, Layout

MOST_MOVED = 60
_LEAST_PX = 4.0  # less is a rounding
_NO_IMPORTANCE = 0.0005  # share of all of it that is written as 0.0 %
_LONGEST = 80
_HEAD_PX = 22.0  # of an arrow
_LINES = 5  # beside each other on which arrows stand


@dataclass(frozen=True, kw_only=True)
class Moved:
    """A block, in CSS pixels of the whole page: where it stands now, and where it stood."""

    text: str
    x_px: float
    y_px: float
    width_px: float
    height_px: float
    from_x_px: float
    from_y_px: float

    def arrow(self, number: int) -> str:
        """SVG path of an arrow from where it stood to where it stands, not on the line of the arrows before it."""
        aside = self.width_px * (1 + number % _LINES) / (1 + _LINES)
        x, y = self.from_x_px + aside, self.from_y_px + self.height_px / 2
        to_x, to_y = self.x_px + aside, self.y_px + self.height_px / 2
        length = math.hypot(to_x - x, to_y - y)
        back, size = math.atan2(y - to_y, x - to_x), min(_HEAD_PX, length / 2)
        ends = (
            f"{to_x + size * math.cos(back + turn):.1f} {to_y + size * math.sin(back + turn):.1f}"
            for turn in (-0.5, 0.5)
        )
        first, second = ends
        return f"M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}M{first}L{to_x:.1f} {to_y:.1f}L{second}"

    @property
    def way(self) -> str:
        """How far: ``120 px down, 10 px right``."""
        down, right = round(self.y_px - self.from_y_px), round(self.x_px - self.from_x_px)
        told = [f"{abs(down)} px {'down' if down > 0 else 'up'}"] * bool(down)
        return ", ".join([*told, *[f"{abs(right)} px {'right' if right > 0 else 'left'}"] * bool(right)])


@dataclass(frozen=True, kw_only=True)
class Displacement:
    """What moved, over the page as it is now."""

    width_px: int
    height_px: int
    moved: tuple[Moved, ...]  # from the top
    hidden: int  # how many more
    dimmed: tuple[Region, ...]  # places that have no importance


def displacement(
    before: Layout | None, after: Layout | None, importance: Overlay | None
) -> Displacement | None:
    """What moved between two captures; None where nothing did, or it is not known where things stood."""
    if before is None or after is None:
        return None
    found = sorted(_moved(before.blocks, after.blocks), key=lambda item: (item.y_px, item.x_px))
    if not found:
        return None
    regions = () if importance is None else (region for line in importance.rows for region in line)
    return Displacement(
        width_px=max(1, round(after.width_px)),
        height_px=max(1, round(after.height_px)),
        moved=tuple(found[:MOST_MOVED]),
        hidden=max(0, len(found) - MOST_MOVED),
        dimmed=tuple(region for region in regions if region.share < _NO_IMPORTANCE),
    )


def _moved(before: Sequence[Block], after: Sequence[Block]) -> list[Moved]:
    """Blocks whose words stand once in both, at another place."""
    sides = [[block for block in side if block.text and block.height_px > 0] for side in (before, after)]
    counts = [Counter(block.text for block in side) for side in sides]
    stood = {block.text: block for block in sides[0] if counts[0][block.text] == 1}
    pairs = (
        (stood[block.text], block) for block in sides[1] if block.text in stood and counts[1][block.text] == 1
    )
    return [
        Moved(
            text=clean(now.text[:_LONGEST]),
            x_px=now.x_px,
            y_px=now.y_px,
            width_px=now.width_px,
            height_px=now.height_px,
            from_x_px=was.x_px,
            from_y_px=was.y_px,
        )
        for was, now in pairs
        if max(abs(now.x_px - was.x_px), abs(now.y_px - was.y_px)) > _LEAST_PX
    ]
