"""How much of one picture another one shows, wherever it is there.

Made for comparing a capture with its own replay, where the question is not how important a change is but whether
anything is missing. Rows are found again as in ``alignment``, over the whole height of the page, so that a late
banner that pushes a page down is no fault.

**The match.** The first picture is laid out in tiles of 10 x 10 pixels. C are its tiles where there is something to
see: those that are not of one colour. D are the tiles in which at least one pixel differs in the second picture,
rows put back where they belong. Then

    match = |C without D| / |C or D|

1.0 says that everything there is to see is there, and nothing else is in its place; 0.0 that nothing is left. Empty
background says nothing and does not count: a page of a few words on white that lost its words has 0.0, where the
share of equal pixels would still be 0.95. Where rows stay where they are, every pixel more that differs can only
lower the match (D grows, C is the first picture's alone). Rows that the second picture lacks differ where there was
something to see; rows that it has beside those of the first are told (``added_px``) and not counted.

Two colours differ when a person would see it: by their distance in YIQ (Kotsarenko and Ramos 2010), with the
threshold of pixelmatch (0.1), which Browsertrix uses. ``pixel_share`` is the plain share of equal pixels that
Browsertrix reports, without pixelmatch's exemption for smoothed edges.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from changemodel.features.alignment import MAX_DISPLACEMENT_PX, estimate, row_signatures
from changemodel.features.images import VIEW_HEIGHT_PX, WHITE, ImageSource, Pixels, load_image

TILE_PX = 10
REGIONS = 10
"""Regions a side of the first screen for which the share of differing pixels is told."""

_THRESHOLD = 0.1
_LARGEST_DELTA = 35215 * _THRESHOLD**2  # squared YIQ distance of black and white is 35215
_FLAT = 8  # levels within which a tile is of one colour


@dataclass(frozen=True, eq=False)
class PictureMatch:
    """What ``match_pictures`` found. Pictures are in CSS pixels, rows from the top."""

    match: float
    """0 to 1, as the module defines it."""
    displacement_px: int
    """How much lower most rows of the first screen stand in the second picture."""
    missing_px: int
    """Rows of the first picture that the second has nowhere."""
    added_px: int
    """Rows of the second picture that the first has nowhere."""
    regions: NDArray[np.float64]
    """Share of differing pixels, shape (10, 10), of the first 1000 rows."""
    different: NDArray[np.bool_]
    """The pixels that differ, in the first picture's coordinates, shape (height, width)."""
    aligned: Pixels
    """The second picture re-drawn in the first one's coordinates; white where it has no such row."""


def match_pictures(first: ImageSource, second: ImageSource) -> PictureMatch:
    """Compare two screenshots of any sizes.

    Raises
    ------
    InvalidImage
        One of them is no picture.
    """
    one, other = _same_width(load_image(first), load_image(second))
    rows = _rows_in(one, other)
    known = rows >= 0
    aligned = np.full_like(one, WHITE)
    aligned[known] = other[rows[known]]
    busy = _busy_tiles(one)
    different = _different(one, aligned)
    different[~known] = _drawn_large(busy, one)[~known]
    changed = _over_tiles(np.logical_or, different)
    counted, same = int((busy | changed).sum()), int((busy & ~changed).sum())
    return PictureMatch(
        match=same / counted if counted else 1.0,
        displacement_px=_displacement(rows[:VIEW_HEIGHT_PX]),
        missing_px=int((~known).sum()),
        added_px=len(other) - len(np.unique(rows[known])),
        regions=_regions(different),
        different=different,
        aligned=aligned,
    )


def pixel_share(first: ImageSource, second: ImageSource) -> float:
    """The share of pixels that are equal where they stand; pixels that only one picture has differ."""
    one, other = _same_width(load_image(first), load_image(second))
    height = min(len(one), len(other))
    equal: int = int((~_different(one[:height], other[:height])).sum())
    total: int = max(len(one), len(other)) * one.shape[1]
    return equal / total


def is_flat(part: Pixels) -> bool:
    """Whether a part of a picture is of one colour, as good as."""
    if part.size == 0:
        return True
    pixels = part.reshape(-1, part.shape[-1]).astype(np.int16)
    return bool((pixels.max(axis=0) - pixels.min(axis=0) <= _FLAT).all())


def _same_width(*pictures: Pixels) -> tuple[Pixels, ...]:
    """The pictures, white added to the right of the narrower one."""
    width = max(picture.shape[1] for picture in pictures)
    return tuple(
        np.pad(picture, ((0, 0), (0, width - picture.shape[1]), (0, 0)), constant_values=WHITE)
        for picture in pictures
    )


def _rows_in(one: Pixels, other: Pixels) -> NDArray[np.intp]:
    """For each row of the first picture its row in the second, -1 where it has none.

    What both begin and end with is taken as it is, whatever came in between; the rest goes by ``alignment``.
    """
    rows = np.full(len(one), -1, dtype=np.intp)
    head = _equal_rows(one, other)
    tail = _equal_rows(one[head:][::-1], other[head:][::-1])
    rows[:head] = np.arange(head)
    rows[len(one) - tail :] = np.arange(len(other) - tail, len(other))
    middle, there = one[head : len(one) - tail], other[head : len(other) - tail]
    found = _aligned_rows(middle, there)
    rows[head : len(one) - tail] = np.where(found >= 0, found + head, -1)
    return rows


def _aligned_rows(one: Pixels, other: Pixels) -> NDArray[np.intp]:
    """Screen by screen from the top, each looked for from where the one above was left."""
    rows = np.full(len(one), -1, dtype=np.intp)
    shift = 0
    for top in range(0, len(one), VIEW_HEIGHT_PX):
        part = one[top : top + VIEW_HEIGHT_PX]
        start = max(top + shift, 0)
        there = other[start : start + VIEW_HEIGHT_PX + MAX_DISPLACEMENT_PX]
        if len(there) == 0:
            break
        alignment = estimate(row_signatures(part), row_signatures(there))
        found = alignment.source_rows(len(part))
        rows[top : top + len(part)] = np.where((found >= 0) & (found < len(there)), found + start, -1)
        shift = start + alignment.segments[-1].offset - top
    return rows


def _equal_rows(one: Pixels, other: Pixels) -> int:
    """With how many equal rows two pictures begin."""
    height = min(len(one), len(other))
    for start in range(0, height, VIEW_HEIGHT_PX):
        end = min(start + VIEW_HEIGHT_PX, height)
        unequal = (one[start:end] != other[start:end]).any(axis=(1, 2))
        if unequal.any():
            return start + int(unequal.argmax())
    return height


def _displacement(rows: NDArray[np.intp]) -> int:
    """By how much most rows moved."""
    known = np.flatnonzero(rows >= 0)
    if known.size == 0:
        return 0
    offsets, counts = np.unique(rows[known] - known, return_counts=True)
    return int(offsets[counts.argmax()])


def _busy_tiles(picture: Pixels) -> NDArray[np.bool_]:
    """Which tiles are not of one colour."""
    highest = _over_tiles(np.maximum, picture).astype(np.int16)
    return np.asarray((highest - _over_tiles(np.minimum, picture) > _FLAT).any(axis=2))


def _over_tiles(reduce: np.ufunc, values: NDArray[Any]) -> NDArray[Any]:
    """Values reduced over tiles; those at the lower and right edge may be smaller."""
    rows, columns = np.arange(0, values.shape[0], TILE_PX), np.arange(0, values.shape[1], TILE_PX)
    return np.asarray(reduce.reduceat(reduce.reduceat(values, rows, axis=0), columns, axis=1))


def _drawn_large(tiles: NDArray[np.bool_], picture: Pixels) -> NDArray[np.bool_]:
    """For each pixel of the picture the value of its tile."""
    height, width = picture.shape[:2]
    return np.repeat(np.repeat(tiles, TILE_PX, axis=0)[:height], TILE_PX, axis=1)[:, :width]


def _different(one: Pixels, other: Pixels) -> NDArray[np.bool_]:
    """Which pixels of two pictures of one size a person would see to differ."""
    unequal = (one != other).any(axis=2)
    delta = one[unequal].astype(np.float32) - other[unequal].astype(np.float32)
    y = delta @ np.array([0.29889531, 0.58662247, 0.11448223], dtype=np.float32)
    i = delta @ np.array([0.59597799, -0.27417610, -0.32180189], dtype=np.float32)
    q = delta @ np.array([0.21147017, -0.52261711, 0.31114694], dtype=np.float32)
    different = np.zeros(unequal.shape, dtype=bool)
    different[unequal] = 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q > _LARGEST_DELTA
    return different


def _regions(different: NDArray[np.bool_]) -> NDArray[np.float64]:
    screen = different[:VIEW_HEIGHT_PX]
    rows = np.array_split(screen, REGIONS, axis=0)
    return np.array(
        [
            [float(cell.mean()) if cell.size else 0.0 for cell in np.array_split(row, REGIONS, axis=1)]
            for row in rows
        ]
    )
