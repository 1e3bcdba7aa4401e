"""One coordinate frame for all versions of a page, so that features are computed once for each version.

Aligning every pair of versions would cost a GIST for each of thousands of pairs. Instead a page has a
*frame*: the rows where its furniture stands (masthead, titles, whatever most versions show) in its most
common layout. Every version, old or new, is aligned to the furniture and re-drawn in the frame;
``ChangeModel`` computes its features there and reports the move beside the change.

Rows that came in are left out by that, so the frame must know what may come in unseen. The method's own
assumption decides, monotony of changes (Law 2015, section 4.1): noise comes and goes, content stays. A layout
that goes back to where it was, again and again, is put back; a paragraph inserted into a text moves what
follows once and for all, is not noise, and stays visible as change. Something inserted above everything
(nothing at all stays in place) is put back even when it was never seen before, unless this page's history
shows that it grows at its top.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from changemodel.errors import InvalidInput
from changemodel.features.alignment import (
    BANDS,
    Alignment,
    Segment,
    Signatures,
    alignment_of,
    anchored_segments,
    recognisable,
    row_signatures,
    split_range,
    warp,
)
from changemodel.features.fast_gist import mean_of_channels
from changemodel.features.gist import GistGrid
from changemodel.features.images import VIEW_HEIGHT_PX, VIEW_WIDTH_PX, ImageSource, Pixels, load_image, view
from changemodel.features.lossy_rows import RowLikeness
from changemodel.features.motion import PlacedRows

MIN_VERSIONS = 8  # fewer are no history: what they share may be content as well as furniture
FURNITURE_SHARE = 0.5  # of the versions that show a row band
MIN_RETURNS = 2  # how often a layout must have gone back to an earlier one

_LAYOUT_SAMPLE = 60  # versions among which the most common layout is looked for
_SPLIT_TOLERANCE_PX = 20

_Jump = tuple[int, int, int]  # first and last possible row, rows that came in (negative: went)


@dataclass(frozen=True, eq=False)
class FramedFeatures:
    """Features of a version in a frame: NaN in cells without data; how far its content was moved to get
    there."""

    features: NDArray[np.float32]
    displacement_px: int
    placed: PlacedRows | None = None
    """Its rows in the frame, to tell what moved within it; None where they are not known."""


@dataclass(frozen=True, eq=False)
class Frame:
    """A page's coordinates: its furniture, and the rows at which something comes and goes.

    Parameters
    ----------
    furniture
        Row signatures (rows, bands), 0 where a row does not belong to the furniture.
    split_rows
        Rows at which rows come in and go again, from top to bottom.
    top_moves
        Whether something inserted above everything is put back.
    backdrop
        The grey view of the version that the frame was taken from, zlib-compressed; empty where there is
        none. Drawn where a version has no content of its own, see ``alignment.warp``.
    likeness
        What rows of lossy pictures are called by; None where the pictures are known to be lossless.
    """

    furniture: Signatures
    split_rows: tuple[int, ...] = ()
    top_moves: bool = True
    backdrop: bytes = b""
    likeness: RowLikeness | None = None

    @classmethod
    def of(cls, signature: Signatures, screenshot: ImageSource | None = None) -> Self:
        """The frame of a single version: its own rows. Only a move of the whole page is put back."""
        return cls(signature[:VIEW_HEIGHT_PX].copy(), backdrop=_compressed(screenshot))

    @classmethod
    def still(cls) -> Self:
        """The frame in which all content is taken where it stands, while its rows are known."""
        return cls(np.zeros((VIEW_HEIGHT_PX, BANDS), dtype=np.uint32), top_moves=False)

    @classmethod
    def fit(
        cls, signatures: Sequence[Signatures], screenshot_at: Callable[[int], ImageSource] | None = None
    ) -> Self:
        """The frame of a page.

        Later versions are aligned to it with ``locate`` as they come; it changes only by being fitted again.

        Parameters
        ----------
        signatures
            ``row_signatures`` of the versions, in time order.
        screenshot_at
            Gives the screenshot of a version by its index. Called once, for the version that becomes the
            backdrop.
        """
        if len(signatures) == 0:
            raise InvalidInput("a frame needs the signatures of at least one version")
        index = most_common_layout(signatures)
        common, screenshot = signatures[index], screenshot_at(index) if screenshot_at else None
        if len(signatures) < MIN_VERSIONS:
            return cls.of(common, screenshot)
        furniture = _furniture(common[:VIEW_HEIGHT_PX], signatures)
        found = [anchored_segments(furniture, signature) for signature in signatures]
        top = [segments[0].offset for segments in found if segments]
        top_moves = _comes_and_goes(top) or len(set(top)) <= 1
        return cls(furniture, _split_rows(found, signatures), top_moves, _compressed(screenshot))

    def locate(self, signature: Signatures) -> Alignment:
        """Where the frame's rows stand in a version; what may not be put back stays where it is."""
        found = anchored_segments(self.furniture, signature)
        observed = alignment_of(self.furniture, found)
        allowed = self._allowed(found)
        if not allowed:
            return replace(observed, segments=Alignment().segments)
        return replace(observed, segments=alignment_of(self.furniture, allowed, self.split_rows).segments)

    def named(self, signatures: Signatures, screenshot: ImageSource | None) -> Signatures:
        """The signatures of a screenshot, those of a lossy one in this frame's terms (``lossy_rows``)."""
        return signatures if self.likeness is None else self.likeness.named(signatures, screenshot)

    def features(
        self, grid: GistGrid, screenshot: ImageSource, signatures: Signatures | None = None
    ) -> FramedFeatures:
        """The features of a screenshot, re-drawn in this frame; ``signatures``: its own, as ``named`` gives them."""
        image = load_image(screenshot)
        if signatures is None:
            signatures = self.named(row_signatures(image), screenshot)
        alignment = self.locate(signatures)
        warped = warp(image, alignment, self._backdrop_for(alignment))
        features = grid.transform([warped.image])[0]
        features[warped.missing_cells(grid.grid)] = np.nan
        placed = PlacedRows.of(signatures, alignment)
        return FramedFeatures(features, alignment.displacement_px, placed)

    @property
    def identity(self) -> str:
        """Names the frame: features computed in frames of different identity are not compared."""
        digest = hashlib.sha256(np.ascontiguousarray(self.furniture, dtype="<u4").tobytes())
        digest.update(repr((self.furniture.shape, self.split_rows, self.top_moves)).encode())
        digest.update(self.backdrop)
        return digest.hexdigest()[:16]

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """The frame as arrays, for saving with a model."""
        likeness: dict[str, NDArray[Any]] = {}
        if self.likeness is not None:
            likeness = {"likeness_rows": self.likeness.signatures, "likeness_profile": self.likeness.profile}
        return likeness | {
            "furniture": self.furniture,
            "split_rows": np.array(self.split_rows, dtype=np.int64),
            "top_moves": np.array(self.top_moves),
            "backdrop": np.frombuffer(self.backdrop, dtype=np.uint8),
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """The frame that ``to_arrays`` was called on."""
        split_rows = tuple(int(row) for row in arrays["split_rows"])
        backdrop = arrays["backdrop"].astype(np.uint8).tobytes()
        likeness = None
        if "likeness_rows" in arrays:
            rows, profile = (np.asarray(arrays[f"likeness_{name}"]) for name in ("rows", "profile"))
            likeness = RowLikeness.of_profile(rows.astype(np.uint32), profile.astype(np.uint8))
        furniture = arrays["furniture"].astype(np.uint32)
        return cls(furniture, split_rows, bool(arrays["top_moves"]), backdrop, likeness)

    def _backdrop_for(self, alignment: Alignment) -> Pixels | None:
        if alignment.is_identity or not self.backdrop:
            return None
        rows = np.frombuffer(zlib.decompress(self.backdrop), dtype=np.uint8)
        return rows.reshape(VIEW_HEIGHT_PX, VIEW_WIDTH_PX)

    def _allowed(self, found: Sequence[Segment]) -> list[Segment]:
        allowed: list[Segment] = []
        for segment in found:
            before = allowed[-1] if allowed else None
            if self._may_follow(before, segment):
                allowed.append(segment)
        return allowed

    def _may_follow(self, before: Segment | None, segment: Segment) -> bool:
        if before is None:
            return segment.offset == 0 or self.top_moves
        if segment.offset == before.offset:
            return True
        first, last = split_range(before, segment)
        return any(
            first - _SPLIT_TOLERANCE_PX <= row <= last + _SPLIT_TOLERANCE_PX for row in self.split_rows
        )


def _compressed(screenshot: ImageSource | None) -> bytes:
    if screenshot is None:
        return b""
    grey = np.rint(mean_of_channels(view(load_image(screenshot)))).astype(np.uint8)
    return zlib.compress(grey.tobytes(), level=6)


def most_common_layout(signatures: Sequence[Signatures]) -> int:
    """The version whose recognisable rows stand where most other versions have the same rows."""
    sample = np.unique(np.linspace(0, len(signatures) - 1, _LAYOUT_SAMPLE).astype(np.intp))
    height = min(VIEW_HEIGHT_PX, *(len(signatures[index]) for index in sample))
    stack = np.stack([signatures[index][:height] for index in sample])
    agreement = [int(((stack == item) & recognisable(item)).sum()) for item in stack]
    return int(sample[int(np.argmax(agreement))])


def _furniture(common: Signatures, signatures: Sequence[Signatures]) -> Signatures:
    """The rows of the most common layout that enough versions show, wherever they stand there."""
    shown = np.zeros(common.shape, dtype=np.intp)
    for signature in signatures:
        for band in range(common.shape[1]):
            shown[:, band] += np.isin(common[:, band], signature[:, band])
    return np.where(shown >= FURNITURE_SHARE * len(signatures), common, np.uint32(0))


def _split_rows(found: Sequence[Sequence[Segment]], signatures: Sequence[Signatures]) -> tuple[int, ...]:
    """The rows at which something came and went in the history."""
    jumps = [[_jump(upper, lower) for upper, lower in pairwise(segments)] for segments in found]
    zones = _zones(jump for version in jumps for jump in version)
    rows = [_split_row(zone, found, signatures) for zone in zones if _is_recurrent(zone, found)]
    return tuple(sorted(rows))


def _jump(upper: Segment, lower: Segment) -> _Jump:
    return (*split_range(upper, lower), lower.offset - upper.offset)


def _zones(jumps: Iterable[_Jump]) -> list[tuple[int, int]]:
    """The union of the ranges of rows at which jumps were seen, as disjoint ranges."""
    zones: list[tuple[int, int]] = []
    for first, last, _ in sorted(jumps):
        if zones and first <= zones[-1][1] + _SPLIT_TOLERANCE_PX:
            zones[-1] = (zones[-1][0], max(zones[-1][1], last))
        else:
            zones.append((first, last))
    return zones


def _is_recurrent(zone: tuple[int, int], found: Sequence[Sequence[Segment]]) -> bool:
    heights = [_height_in(zone, segments) for segments in found]
    return _comes_and_goes([height for height in heights if height is not None])


def _height_in(zone: tuple[int, int], segments: Sequence[Segment]) -> int | None:
    """How many rows came in at a zone in one version; None where furniture on one side of it was not
    found."""
    above = [segment for segment in segments if segment.start < zone[0]]
    below = [segment for segment in segments if segment.stop > zone[1]]
    return below[0].offset - above[-1].offset if above and below else None


def _comes_and_goes(values: Sequence[int]) -> bool:
    """Whether a history of values goes back to earlier values at least ``MIN_RETURNS`` times."""
    changes = [values[0], *(after for before, after in pairwise(values) if before != after)] if values else []
    return len(changes) - len(set(changes)) >= MIN_RETURNS


def _split_row(
    zone: tuple[int, int], found: Sequence[Sequence[Segment]], signatures: Sequence[Signatures]
) -> int:
    """Where in a zone rows come in: neighbours in time share content, and so show it more exactly than
    furniture."""
    ranges = []
    heights = [_height_in(zone, segments) for segments in found]
    for index, (before, after) in enumerate(pairwise(heights)):
        if before is not None and after is not None and before != after:
            shift = [segment for segment in found[index] if segment.start < zone[0]][-1].offset
            segments = anchored_segments(signatures[index], signatures[index + 1])
            jumps = [_jump(upper, lower) for upper, lower in pairwise(segments)]
            ranges += [(first - shift, last - shift) for first, last, rows in jumps if rows == after - before]
    inside = [item for item in ranges if item[0] <= zone[1] and item[1] >= zone[0]]
    return _deepest(inside) if inside else zone[0]


def _deepest(ranges: Sequence[tuple[int, int]]) -> int:
    """The row that lies in most ranges; the lowest such row that ends a range."""
    ends = sorted({last for _, last in ranges})
    depth = [sum(first <= end <= last for first, last in ranges) for end in ends]
    best = max(depth)
    return max(end for end, count in zip(ends, depth, strict=True) if count == best)
