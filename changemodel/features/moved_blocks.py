"""Blocks that moved from one version to another, sideways too: what pixels in bands cannot follow.

Where versions bring the boxes of their rendered blocks, a block with the same text, links, images and size is the
same block wherever it stands. Only blocks that say enough to be known again count: a figure that swaps places with
another figure in a table is a change, a teaser that swaps places with another teaser is not. ``motion`` asks here
which row bands show nothing but blocks that moved.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from changemodel.features.alignment import BANDS, SIGNATURE_ROWS, Alignment
from changemodel.features.block_input import attribute_of
from changemodel.features.blocks import NO_DIGESTS, image_names, pictured, section_of
from changemodel.features.images import VIEW_WIDTH_PX
from changemodel.features.structure import normalised_text

MIN_LETTERS = 25
"""Of a block without an image, for it to be known again."""

MIN_AREA_PX = 4000
"""Of a block, for it to be known again."""

_CELL_PX = (5, 10)  # rows and columns of the raster that blocks are painted on
_RASTER = (SIGNATURE_ROWS // _CELL_PX[0], VIEW_WIDTH_PX // _CELL_PX[1])
_STAYED, _CHOSEN, _OTHER = 1, 2, 4  # bits

_Value = TypeVar("_Value", np.uint8, np.int32)

BandFlags = NDArray[np.bool_]
"""(1400, 10): of each band of each row."""


@dataclass(frozen=True, eq=False)
class PlacedBlocks:
    """The blocks of a version in its page's frame, in document order."""

    boxes: NDArray[np.int32]  # (n, 4) top, left, bottom, right
    keys: NDArray[np.uint64]  # (n,) of what a block shows, 0 where it is not known again
    sections: tuple[str, ...] = ()  # where each stands, behind "@" for one without words

    @cached_property
    def once(self) -> tuple[NDArray[np.uint64], NDArray[np.intp]]:
        """The keys that occur once, sorted, and their places."""
        values, rows, counts = np.unique(self.keys, return_index=True, return_counts=True)
        single = (counts == 1) & (values != 0)
        return values[single], rows[single]

    @cached_property
    def box_set(self) -> frozenset[tuple[int, ...]]:
        """Where blocks stand, whatever they show."""
        return frozenset(map(tuple, self.boxes.tolist()))

    @cached_property
    def unknown(self) -> list[tuple[int, tuple[int, ...]]]:
        """Place and box of each block that is not known again."""
        boxes = self.boxes.tolist()
        return [(place, tuple(boxes[place])) for place in np.flatnonzero(self.keys == 0).tolist()]

    def by_band(self, of: np.ufunc, values: NDArray[_Value]) -> NDArray[_Value]:
        """The values of the blocks that each band of each row shows, put together; 0 where it shows none."""
        places, starts = self._shown
        by_cell: NDArray[_Value] = of.reduceat(np.append(values, values.dtype.type(0))[places], starts)
        return np.repeat(by_cell.reshape(-1, BANDS), _CELL_PX[0], axis=0)

    @cached_property
    def _shown(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Which blocks are the innermost anywhere in a band, -1 for none, band after band, and where each band's
        begin."""
        cells = np.full(_RASTER, -1, dtype=np.intp)
        rows, columns = _CELL_PX
        for place, (top, left, bottom, right) in enumerate(self.boxes.tolist()):
            cells[top // rows : -(-bottom // rows), left // columns : -(-right // columns)] = place
        in_bands = np.sort(cells.reshape(_RASTER[0] * BANDS, -1), axis=1)
        first = np.diff(in_bands, axis=1, prepend=-2) != 0
        return in_bands[first], np.cumsum(first.sum(axis=1)) - first.sum(axis=1)

    @classmethod
    def of(
        cls,
        blocks: object,
        alignment: Alignment,
        image_digests: Mapping[str, str] = NO_DIGESTS,
    ) -> PlacedBlocks | None:
        """Blocks with boxes, put where the frame has them; None where the version brings none."""
        if not isinstance(blocks, Sequence) or isinstance(blocks, str | bytes):
            return None
        boxes, keys, sections = [], [], []
        for block in blocks:
            found = _box(block, alignment)
            if found is not None:
                boxes.append(found)
                keys.append(_key(block, image_digests))
                path, _ = pictured(block)
                sections.append(
                    section_of(path) if attribute_of(block, "text", "") else f"@{section_of(path)}"
                )
        if not boxes:
            return None
        return cls(np.array(boxes, dtype=np.int32), np.array(keys, dtype=np.uint64), tuple(sections))

    def bands_of(self, sections: Collection[str]) -> BandFlags:
        """Row bands that show blocks of these sections and no other block."""
        labels = [_CHOSEN if section in sections else _OTHER for section in self.sections]
        return _chosen(self, np.array(labels, dtype=np.uint8))


@dataclass(frozen=True, eq=False)
class MovedBlocks:
    """Row bands that show nothing but blocks that moved, in the earlier and the later version."""

    before: BandFlags
    after: BandFlags
    _down: tuple[PlacedBlocks, NDArray[np.int32]]

    @cached_property
    def displacement_px(self) -> NDArray[np.intp]:
        """Of what the later version shows, (1400, 10)."""
        blocks, down = self._down
        most, least = blocks.by_band(np.maximum, down), blocks.by_band(np.minimum, down)
        return np.where(-least > most, least, most).astype(np.intp)


def moved_blocks(before: PlacedBlocks | None, after: PlacedBlocks | None) -> MovedBlocks | None:
    """Which row bands blocks moved from and to; None where none moved, or blocks are not known."""
    if before is None or after is None:
        return None
    at_a, at_b = _pairs(before, after)
    moves = after.boxes[at_b, :2] - before.boxes[at_a, :2]
    if not moves.any():
        return None
    labels_a, labels_b = _labels(before, after), _labels(after, before)
    moved = moves.any(axis=1)
    labels_a[at_a], labels_b[at_b] = np.where(moved, _CHOSEN, _STAYED), np.where(moved, _CHOSEN, _STAYED)
    down = np.zeros(len(after.boxes), dtype=np.int32)
    down[at_b] = moves[:, 0]
    return MovedBlocks(before=_chosen(before, labels_a), after=_chosen(after, labels_b), _down=(after, down))


def _pairs(a: PlacedBlocks, b: PlacedBlocks) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Places in both of the keys that occur once in each."""
    (keys_a, rows_a), (keys_b, rows_b) = a.once, b.once
    if keys_a.size == 0:
        return rows_a, rows_b[:0]
    at = np.minimum(keys_a.searchsorted(keys_b), keys_a.size - 1)
    same = keys_a[at] == keys_b
    return rows_a[at[same]], rows_b[same]


def _labels(own: PlacedBlocks, other: PlacedBlocks) -> NDArray[np.uint8]:
    """A block that is not followed stayed where the other version has a block of the same box, and is another
    one elsewhere."""
    labels = np.full(len(own.boxes), _OTHER, dtype=np.uint8)
    labels[[place for place, box in own.unknown if box in other.box_set]] = _STAYED
    return labels


def _chosen(blocks: PlacedBlocks, labels: NDArray[np.uint8]) -> BandFlags:
    """Which bands show chosen blocks and no others but those that stayed."""
    chosen: BandFlags = (blocks.by_band(np.bitwise_or, labels) & (_CHOSEN | _OTHER)) == _CHOSEN
    return chosen


def _box(block: Any, alignment: Alignment) -> tuple[int, int, int, int] | None:
    """Top, left, bottom, right in the frame; None for a block without a box, or that the frame leaves out."""
    sides = [attribute_of(block, name, None) for name in ("y_px", "x_px", "height_px", "width_px")]
    if any(side is None for side in sides):
        return None
    top, left, height, width = (round(float(side)) for side in sides)
    row = _in_frame(top, alignment)
    if row is None or row >= SIGNATURE_ROWS or left >= VIEW_WIDTH_PX or height <= 0 or width <= 0:
        return None
    bottom, right = min(row + height, SIGNATURE_ROWS), min(left + width, VIEW_WIDTH_PX)
    return (max(row, 0), max(left, 0), bottom, right) if bottom > 0 and right > 0 else None


def _in_frame(row: int, alignment: Alignment) -> int | None:
    """Where a row of the picture stands in the frame; None for one that came in between."""
    for segment in alignment.segments:
        if segment.start <= row - segment.offset < segment.stop:
            return row - segment.offset
    last = alignment.segments[-1]
    return row - last.offset if row - last.offset >= last.stop else None


def _key(block: Any, image_digests: Mapping[str, str]) -> int:
    """One number for what a block shows; 0 for one that says too little to be known again."""
    text = normalised_text(attribute_of(block, "text", ""))
    images = image_names(attribute_of(block, "images") or (), image_digests)
    width, height = (round(float(attribute_of(block, name, 0.0))) for name in ("width_px", "height_px"))
    if (len(text) < MIN_LETTERS and not images) or width * height < MIN_AREA_PX:
        return 0
    shown = repr((text, sorted(attribute_of(block, "links", ())), images, width, height))
    return int.from_bytes(blake2b(shown.encode(), digest_size=8).digest(), "little") | 1
