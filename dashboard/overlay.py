"""The importance map and the changed regions as rectangles over a screenshot.

The model looks at the top 1000 x 1000 CSS pixels of a page, whatever the width of the screenshot, and
divides them into a grid; a rectangle covers exactly its cell. Hue says what is shown (orange: importance
or weight, blue: change; a pair that people of every colour vision tell apart), opacity how much, and an
outline goes round the regions that together hold most of it, so that nothing rests on colour alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dashboard.presenters import percent

LEARNED_VIEW_PX = 1000
MOST_OF_IT = 0.8  # share of the whole that the outlined regions hold
_MOST_OPACITY = 0.62

Grid = Sequence[Sequence[float]]


@dataclass(frozen=True, kw_only=True)
class Region:
    """One cell of the grid over the learned view, in CSS pixels, with its part of the whole."""

    row: int
    column: int
    x_px: int
    y_px: int
    width_px: int
    height_px: int
    value: float
    share: float
    opacity: float
    outlined: bool
    note: str = ""  # what is said of it instead of its share

    @property
    def place(self) -> str:
        """Where it is on the page: ``x 200-300, y 0-100``."""
        right, bottom = self.x_px + self.width_px, self.y_px + self.height_px
        return f"x {self.x_px}\N{EN DASH}{right}, y {self.y_px}\N{EN DASH}{bottom}"

    @property
    def title(self) -> str:
        """What the rectangle says when pointed at."""
        return f"{self.note or percent(self.share)} ({self.place} px)"


@dataclass(frozen=True, kw_only=True)
class Overlay:
    """Rectangles over a screenshot of ``width_px`` x ``height_px``."""

    kind: str  # "importance", "weights", "change", "evidence"
    width_px: int
    height_px: int
    regions: tuple[Region, ...]
    outline: str  # SVG path around the outlined regions
    summary: str

    @property
    def strongest(self) -> list[Region]:
        """Regions with any share, largest first."""
        return sorted((region for region in self.regions if region.share > 0), key=lambda item: -item.share)

    @property
    def rows(self) -> list[list[Region]]:
        """The regions as lines of the grid, for a table."""
        lines: dict[int, list[Region]] = {}
        for region in self.regions:
            lines.setdefault(region.row, []).append(region)
        return [lines[row] for row in sorted(lines)]


def overlay(grid: Grid, *, kind: str, width_px: int, height_px: int) -> Overlay | None:
    """The overlay of a grid of values; None when there is no grid or nothing in it.

    Parameters
    ----------
    grid
        Values >= 0, one line of cells after another.
    kind
        What the values are: "importance", "weights", "change" or "evidence".
    width_px, height_px
        Size of the screenshot in CSS pixels.
    """
    values = [[max(0.0, float(value)) for value in line] for line in grid]
    total = sum(map(sum, values))
    if total <= 0:
        return None
    outlined = _holding_most(values, total)
    highest = max(map(max, values))
    regions = tuple(
        _region(values, (row, column), total, highest, (row, column) in outlined)
        for row, line in enumerate(values)
        for column in range(len(line))
    )
    return Overlay(
        kind=kind,
        width_px=width_px,
        height_px=height_px,
        regions=regions,
        outline=outline_of(regions),
        summary=_summary(regions, len(outlined), kind),
    )


def outline_of(regions: Sequence[Region]) -> str:
    """The edges between outlined regions and others, as an SVG path."""
    inside = {(region.row, region.column) for region in regions if region.outlined}
    edges = []
    for region in regions:
        row, column = region.row, region.column
        if (row, column) not in inside:
            continue
        left, top = region.x_px, region.y_px
        right, bottom = left + region.width_px, top + region.height_px
        if (row - 1, column) not in inside:
            edges.append(f"M{left} {top}H{right}")
        if (row + 1, column) not in inside:
            edges.append(f"M{left} {bottom}H{right}")
        if (row, column - 1) not in inside:
            edges.append(f"M{left} {top}V{bottom}")
        if (row, column + 1) not in inside:
            edges.append(f"M{right} {top}V{bottom}")
    return "".join(edges)


def _region(
    values: list[list[float]], cell: tuple[int, int], total: float, highest: float, outlined: bool
) -> Region:
    row, column = cell
    lines, columns = len(values), len(values[row])
    left, top = round(column * LEARNED_VIEW_PX / columns), round(row * LEARNED_VIEW_PX / lines)
    value = values[row][column]
    strength = (value / highest) ** 0.6  # small shares stay visible beside a dominant one
    return Region(
        row=row,
        column=column,
        x_px=left,
        y_px=top,
        width_px=round((column + 1) * LEARNED_VIEW_PX / columns) - left,
        height_px=round((row + 1) * LEARNED_VIEW_PX / lines) - top,
        value=value,
        share=value / total,
        opacity=round(strength * _MOST_OPACITY, 3),
        outlined=outlined,
    )


def _holding_most(values: list[list[float]], total: float) -> set[tuple[int, int]]:
    """The fewest cells that together hold most of the whole."""
    cells = sorted(
        ((value, (r, c)) for r, line in enumerate(values) for c, value in enumerate(line)), reverse=True
    )
    held, chosen = 0.0, set()
    for value, cell in cells:
        if held >= MOST_OF_IT * total or value <= 0:
            break
        held += value
        chosen.add(cell)
    return chosen


def _summary(regions: Sequence[Region], outlined: int, kind: str) -> str:
    what = {"importance": "of the importance", "weights": "of the raw weight"}.get(kind, "of the change")
    inside = [region for region in regions if region.outlined]
    left, top = min(item.x_px for item in inside), min(item.y_px for item in inside)
    right = max(item.x_px + item.width_px for item in inside)
    bottom = max(item.y_px + item.height_px for item in inside)
    strongest = max(inside, key=lambda item: item.share)
    return (
        f"{percent(sum(item.share for item in inside))} {what} is in {outlined} of {len(regions)} regions, "
        f"between x {left} and {right} and y {top} and {bottom}. The strongest holds "
        f"{percent(strongest.share)} ({strongest.place})."
    )
