"""Finds where the rows of one screenshot are in another, so that moved content is not a change.

A banner that appears above pushes everything down, and every cell below it "changes" (Law 2015, the known
weakness of the regular grid). Here rows are recognised again by their exact pixels, in ten column bands, so
that one changing advertisement at the side hides nothing; rows that occur once in both pictures vote for a
displacement, and the best monotone, piecewise constant map of rows is drawn through them. What did not move for
certain stays where it is: content that changed in place, carousels, blank pages and unrelated pictures give the
identity.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from changemodel.errors import InvalidInput
from changemodel.features.images import VIEW_HEIGHT_PX, VIEW_WIDTH_PX, Pixels, view

Signatures = NDArray[np.uint32]

BANDS = 10
MAX_DISPLACEMENT_PX = 400
SIGNATURE_ROWS = VIEW_HEIGHT_PX + MAX_DISPLACEMENT_PX

_MULTIPLIER = 0x9E3779B1  # odd: powers of it hash the words of a row
_MAX_CANDIDATES = 8
_MIN_VOTES = 24  # row bands, about one line of text across a column of three bands
_SWITCH_COST = 12  # row bands that a change of the displacement must explain
_MIN_SHARE = 0.3  # of a moved part's recognisable row bands, how many must be found at its new place
_MIN_MOVED_SHARE = 0.1  # of all recognisable row bands, how many must have moved where others stayed
_MIN_ALIKE = 0.6  # of the compared bands of a row, so that an advertisement beside does not count


@dataclass(frozen=True)
class Segment:
    """Rows ``start`` to ``stop`` (exclusive) of picture a stand ``offset`` rows lower in picture b."""

    start: int
    stop: int
    offset: int
    support: int = 0  # row bands found again: the evidence


@dataclass(frozen=True)
class Alignment:
    """Where rows of picture a stand in picture b.

    ``segments`` are in order and do not overlap; a row in none of them has no counterpart in b.
    ``displacement_px`` is the displacement of most rows, positive where b's content stands lower.
    """

    displacement_px: int = 0
    segments: tuple[Segment, ...] = (Segment(0, VIEW_HEIGHT_PX, 0),)

    @property
    def is_identity(self) -> bool:
        """Whether every row stays where it is."""
        return all(segment.offset == 0 for segment in self.segments)

    def source_rows(self, height: int = VIEW_HEIGHT_PX) -> NDArray[np.intp]:
        """For each row of a its row in b, -1 where it has none; rows beyond b's end are not known here."""
        source = np.full(height, -1, dtype=np.intp)
        for segment in self.segments:
            rows = np.arange(segment.start, min(segment.stop, height))
            source[rows] = np.maximum(rows + segment.offset, -1)
        return source


def row_signatures(image: Pixels) -> Signatures:
    """Hashes of the top rows of a screenshot (H, W, 3), shape (rows, ``BANDS``).

    An odd value is recognisable; an even one is a row band that says nothing of where it stands, because it
    has one colour or repeats the row above; 0 is left for row bands that shall not be compared at all. About
    56 kB for 1400 rows, made in a few milliseconds: make it once for each version and keep it.
    """
    rows = view(image, width=VIEW_WIDTH_PX, height=min(len(image), SIGNATURE_ROWS))
    bands = np.ascontiguousarray(rows).reshape(len(rows), BANDS, -1)
    words = bands.view("<u4")
    powers = [pow(_MULTIPLIER, power, 2**32) for power in range(1, words.shape[2] + 1)]
    hashes: Signatures = np.einsum("rbw,w->rb", words, np.array(powers, dtype=np.uint32))
    repeated = np.zeros(hashes.shape, dtype=bool)
    repeated[1:] = hashes[1:] == hashes[:-1]
    one_colour = (bands[..., 3:] == bands[..., :-3]).all(axis=2)
    return np.where(repeated | one_colour, (hashes | 2) & ~np.uint32(1), hashes | 1)


def recognisable(signatures: Signatures) -> NDArray[np.bool_]:
    """Which row bands can be recognised elsewhere."""
    return (signatures & 1).astype(bool)


def estimate(a: Signatures, b: Signatures) -> Alignment:
    """The map of rows from picture a (its first 1000 rows, the coordinates) to picture b, from their
    ``row_signatures``.

    Between two parts that moved differently, rows are taken to have been inserted just above the lower part.
    """
    anchored = _anchored_segments(a, b)
    if not anchored:
        return Alignment()
    segments = _covering(anchored)
    rows: dict[int, int] = {}
    for segment in segments:
        rows[segment.offset] = rows.get(segment.offset, 0) + segment.stop - segment.start
    return Alignment(max(rows, key=lambda offset: (rows[offset], -abs(offset))), segments)


def _anchored_segments(a: Signatures, b: Signatures) -> list[Segment]:
    """Parts of a that were found again in b, each from its first to its last recognised row, in order."""
    check_signatures(a, b)
    top = a[:VIEW_HEIGHT_PX]
    offsets = _candidate_offsets(top, b)
    evidence = np.stack([_matches(top, b, offset) for offset in offsets])
    chosen = _best_path(evidence, offsets) if len(offsets) > 1 else np.zeros(len(top), dtype=np.intp)
    found = [
        _trimmed(evidence[chosen[start]], start, stop, offsets[chosen[start]])
        for start, stop in _runs(chosen)
    ]
    certain = [item for item in found if item is not None and _is_certain(item, top, b, evidence[0])]
    least = _MIN_MOVED_SHARE if any(item.offset == 0 for item in certain) else _MIN_SHARE
    if _moved_share(certain, top) < least:
        certain = [item for item in certain if item.offset == 0]
    return _grown(_monotone(_merged(certain)), top, b)


def check_signatures(*signatures: object) -> None:
    """Refuse what are no rows of pictures.

    Raises
    ------
    InvalidInput
        Something else than what ``row_signatures`` returns.
    """
    for item in signatures:
        if not isinstance(item, np.ndarray):
            raise InvalidInput(f"signatures are a {type(item).__name__}: pass what row_signatures returns")
        if item.ndim != 2 or item.shape[1] != BANDS or item.dtype != np.uint32:
            raise InvalidInput(
                f"signatures have shape {item.shape} and type {item.dtype}: pass what row_signatures returns"
            )


def _candidate_offsets(a: Signatures, b: Signatures) -> list[int]:
    """0, then the displacements that most row bands vote for that occur exactly once in each picture."""
    votes = np.zeros(2 * MAX_DISPLACEMENT_PX + 1, dtype=np.intp)
    for band in range(BANDS):
        values_a, rows_a = _once(a[:, band])
        values_b, rows_b = _once(b[:, band])
        _, at_a, at_b = np.intersect1d(values_a, values_b, assume_unique=True, return_indices=True)
        offsets = rows_b[at_b] - rows_a[at_a]
        offsets = offsets[np.abs(offsets) <= MAX_DISPLACEMENT_PX]
        votes += np.bincount(offsets + MAX_DISPLACEMENT_PX, minlength=votes.size)
    votes[MAX_DISPLACEMENT_PX] = 0
    best = np.argsort(-votes, kind="stable")[:_MAX_CANDIDATES]
    return [0, *(int(index) - MAX_DISPLACEMENT_PX for index in best if votes[index] >= _MIN_VOTES)]


def _once(band: Signatures) -> tuple[Signatures, NDArray[np.intp]]:
    values, rows, counts = np.unique(band, return_index=True, return_counts=True)
    single = (counts == 1) & recognisable(values)
    return values[single], rows[single]


def _matches(a: Signatures, b: Signatures, offset: int) -> NDArray[np.intp]:
    """For each row of a, in how many bands it is found ``offset`` rows lower in b."""
    counts = np.zeros(len(a), dtype=np.intp)
    start, stop = max(0, -offset), min(len(a), len(b) - offset)
    if start < stop:
        part = a[start:stop]
        counts[start:stop] = (recognisable(part) & (part == b[start + offset : stop + offset])).sum(axis=1)
    return counts


def _best_path(evidence: NDArray[np.intp], offsets: Sequence[int]) -> NDArray[np.intp]:
    """For each row the index of its displacement: most evidence, less a cost for each change (Viterbi)."""
    n_offsets, height = evidence.shape
    score = np.array([0 if offset == 0 else -_SWITCH_COST for offset in offsets])
    came_from = np.tile(np.arange(n_offsets), (height, 1))
    for row in np.flatnonzero(evidence.any(axis=0)).tolist():
        best = int(score.argmax())
        switched = score[best] - _SWITCH_COST > score
        came_from[row, switched] = best
        score = np.where(switched, score[best] - _SWITCH_COST, score) + evidence[:, row]
    path = np.empty(height, dtype=np.intp)
    state = int(score.argmax())
    for row in reversed(range(height)):
        path[row] = state
        state = int(came_from[row, state])
    return path


def _runs(values: NDArray[np.intp]) -> list[tuple[int, int]]:
    changes = np.flatnonzero(np.diff(values)) + 1
    edges = [0, *(int(change) for change in changes), len(values)]
    return list(pairwise(edges)) if len(values) else []


def _trimmed(evidence: NDArray[np.intp], start: int, stop: int, offset: int) -> Segment | None:
    rows = np.flatnonzero(evidence[start:stop])
    if rows.size == 0:
        return None
    support = int(evidence[start:stop].sum())
    return Segment(start + int(rows[0]), start + int(rows[-1]) + 1, offset, support)


def _is_certain(segment: Segment, a: Signatures, b: Signatures, unmoved: NDArray[np.intp]) -> bool:
    """Nothing needs proof to stay; a move needs evidence: enough, a clear majority, far more than for
    staying."""
    if segment.offset == 0:
        return True
    stop = min(segment.stop, len(b) - segment.offset)
    total = int(recognisable(a[segment.start : stop]).sum())
    staying = int(unmoved[segment.start : segment.stop].sum())
    return segment.support >= max(_MIN_VOTES, _MIN_SHARE * total, 3 * staying)


def _moved_share(segments: Sequence[Segment], a: Signatures) -> float:
    """How much of what is recognisable in a was found to have moved."""
    moved = sum(segment.support for segment in segments if segment.offset != 0)
    return moved / max(1, int(recognisable(a).sum()))


def _merged(segments: Sequence[Segment]) -> list[Segment]:
    merged: list[Segment] = []
    for segment in segments:
        if merged and merged[-1].offset == segment.offset:
            last = merged.pop()
            segment = Segment(last.start, segment.stop, last.offset, last.support + segment.support)  # noqa: PLW2901
        merged.append(segment)
    return merged


def _monotone(segments: Sequence[Segment]) -> list[Segment]:
    """Drop the weaker of two neighbours that would swap places in b."""
    kept: list[Segment] = []
    for segment in segments:
        while kept and segment.start + segment.offset < kept[-1].stop + kept[-1].offset:
            if kept[-1].support >= segment.support:
                break
            kept.pop()
        else:
            kept.append(segment)
    return _merged(kept)


def _grown(segments: Sequence[Segment], a: Signatures, b: Signatures) -> list[Segment]:
    """Neighbouring segments grown towards each other over rows that look the same, blank ones included."""
    grown = list(segments)
    for index, (upper, lower) in enumerate(pairwise(segments)):
        gone = max(0, upper.offset - lower.offset)
        below = _alike(a, b, upper.offset, upper.stop, lower.start - gone)
        above = _alike(a, b, lower.offset, upper.stop + gone, lower.start)[::-1]
        stop = upper.stop + _leading(below)
        start = max(lower.start - _leading(above), stop + gone)
        grown[index] = replace(grown[index], stop=stop)
        grown[index + 1] = replace(grown[index + 1], start=start)
    return grown


def _alike(a: Signatures, b: Signatures, offset: int, start: int, stop: int) -> NDArray[np.bool_]:
    """Which rows of a, from start to stop, look as their counterparts in b, as far as they are to be
    compared."""
    part = a[start:stop]
    other = b[start + offset : start + offset + len(part)]
    part = part[: len(other)]
    compared = part != 0
    same = compared & (part == other)
    alike = np.zeros(max(0, stop - start), dtype=bool)
    alike[: len(part)] = same.sum(axis=1) >= np.maximum(_MIN_ALIKE * compared.sum(axis=1), BANDS / 2)
    return alike


def _leading(flags: NDArray[np.bool_]) -> int:
    return len(flags) if flags.all() else int(flags.argmin())


def _covering(anchored: Sequence[Segment]) -> tuple[Segment, ...]:
    """Segments that leave no row out but those that b does not have."""
    start, covering = 0, []
    for upper, lower in pairwise(anchored):
        gone = max(0, upper.offset - lower.offset)
        split = max(upper.stop, lower.start - gone)
        covering.append(Segment(start, split, upper.offset, upper.support))
        start = split + gone
    covering.append(Segment(start, VIEW_HEIGHT_PX, anchored[-1].offset, anchored[-1].support))
    return tuple(covering)
