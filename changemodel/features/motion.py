"""How much of a region's change is only content that moved: within a column, down a list, past a new paragraph.

``frame`` puts whole pages back where they usually stand. What it may not or cannot put back, because it is no
banner that comes and goes, is met here, pair by pair: a paragraph that pushes down what follows it, a column
that moves while its neighbour stays, two teasers that swap places. No picture is re-drawn. The rows of both
versions, cut into ten bands (``alignment.row_signatures``), are compared where they stand in the frame; those
that differ are looked for elsewhere in the other version, in the same band, by displacements that enough rows
agree on. This is block motion as in video coding, with bands of one row as blocks and exact equality as the
match, so that similar content never passes for moved content. Where versions bring the boxes of their blocks,
those are followed by what they show as well, sideways too (``moved_blocks``).

Each region then gets the share of its change that no move explains, seen from both sides: what the later
version shows there must have been elsewhere before, and what the earlier one showed must be elsewhere now. Where
the page's history is known, what it shows again and again is explained too (``recurring``), and blocks
whose words never mean anything (``noise_sections``). Row bands that show
something are counted, blank ones between them hardly. The larger of both unexplained shares multiplies the
region's distance. What came in stays a change where it came in, what went stays one where it went, and what merely
made room for it counts nothing.

The constants were chosen on the drawn pages of ``tests/changemodel/features/front_pages.py``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Self

import numpy as np
from numpy.typing import NDArray

from changemodel.features.alignment import BANDS, SIGNATURE_ROWS, Alignment, Signatures, recognisable
from changemodel.features.blocks import NO_DIGESTS
from changemodel.features.displacement import in_cells, most_displaced
from changemodel.features.images import VIEW_HEIGHT_PX
from changemodel.features.moved_blocks import MovedBlocks, PlacedBlocks, moved_blocks
from changemodel.metric.quadruplets import FloatArray, IntArray

MIN_VOTES = 24
"""Row bands that must agree on a displacement: about one line of text across a column of three bands."""

MAX_MOVES = 8
"""Displacements followed at once, those of most row bands."""

_REACH = 24  # rows on either side in which a move must explain a good part of what changed; ten times it fits a byte
_LEAST_DENSE = 2, 5  # two fifths of the rows that changed there
_NEIGHBOUR_WEIGHT = 0.05  # descriptors of a cell see a little of the cells around it
_BLANK_WEIGHT = 0.02  # of a row band that says nothing, beside one that does
_PAGE_ENDED = np.uint32(2)  # the signature of rows below the end of a short page: nothing to recognise


@dataclass(frozen=True, eq=False)
class KnownRows:
    """Row bands, (1400, 10), that count as no change: shown again and again (``recurring``), without a meaning
    (``noise_sections``)."""

    came: NDArray[np.bool_]  # of the later version
    went: NDArray[np.bool_]  # of the earlier version

    @classmethod
    def either(cls, one: Self | None, other: Self | None) -> Self | None:
        """What one of two kinds of knowledge says; None where neither says anything."""
        if one is None or other is None:
            return other if one is None else one
        return cls(came=one.came | other.came, went=one.went | other.went)


@dataclass(frozen=True, eq=False)
class Motion:
    """What moved between two versions.

    Attributes
    ----------
    remaining : float array, shape (grid * grid,), 0 to 1
        Share of each region's change that no move explains; 1 where nothing moved.
    displacement_px : int array, shape (grid, grid)
        How much lower the moved content of each region stands in the later version than in the earlier one,
        what the frame put back included; 0 where nothing moved.
    most_px : int
        The same for most of what the view shows and was found again, row band by row band; 0 where nothing was.
    """

    remaining: FloatArray
    displacement_px: IntArray
    most_px: int = 0

    @classmethod
    def none(cls, grid: int) -> Motion:
        """Nothing moved."""
        return cls(np.ones(grid * grid), np.zeros((grid, grid), dtype=np.intp))

    @property
    def back(self) -> Motion:
        """The same, from the later version to the earlier one."""
        return replace(self, displacement_px=-self.displacement_px, most_px=-self.most_px)

    @classmethod
    def of(
        cls, before: PlacedRows | None, after: PlacedRows | None, grid: int, known: KnownRows | None = None
    ) -> Motion:
        """What moved between two versions placed in one frame; nothing where their rows are not known.

        ``known``: what recurs between them; ``before`` is then the one captured earlier.
        """
        if before is None or after is None:
            return cls.none(grid)
        followed = _followed(before, after, known)
        found = cls.none(grid) if followed is None else followed.motion(grid)
        shifts = after.shift_px.astype(np.intp) - before.shift_px
        stayed = recognisable(after.rows) & (after.rows == before.rows)
        most = most_displaced(
            shifts, stayed, None if followed is None else (followed.moved, followed.offsets)
        )
        return cls(found.remaining, found.displacement_px + in_cells(shifts, grid), most)


@dataclass(frozen=True, eq=False)
class PlacedRows:
    """A version's row signatures where they stand in its page's frame, (1400, 10): 0 where rows are not known."""

    rows: Signatures
    shift_px: NDArray[np.int16]
    """How much lower each row of the view stands in the picture than in the frame, (1000,)."""
    blocks: PlacedBlocks | None = None

    @classmethod
    def of(
        cls,
        signatures: Signatures,
        alignment: Alignment,
        blocks: object = None,
        image_digests: Mapping[str, str] = NO_DIGESTS,
    ) -> PlacedRows:
        """The rows of a picture, put where the frame has them; below the view they go on as they do at its end.

        ``blocks`` are a version's, with boxes, or None; ``image_digests`` as the version has them.
        """
        source = alignment.source_rows(SIGNATURE_ROWS)
        end = alignment.segments[-1].stop
        source[end:] = np.arange(end, SIGNATURE_ROWS) + alignment.segments[-1].offset
        known = (source >= 0) & (source < len(signatures))
        placed = np.zeros((SIGNATURE_ROWS, BANDS), dtype=np.uint32)
        placed[known] = signatures[source[known]]
        if len(signatures) < VIEW_HEIGHT_PX:
            placed[source >= len(signatures)] = _PAGE_ENDED
        offsets = source - np.arange(SIGNATURE_ROWS)
        shift = np.where(source >= 0, offsets, 0)[:VIEW_HEIGHT_PX].astype(np.int16)
        return cls(placed, shift, PlacedBlocks.of(blocks, alignment, image_digests))

    @cached_property
    def keys(self) -> NDArray[np.uint64]:
        """What the version's row bands show, wherever they stand: sorted, each once."""
        return np.unique(row_keys(self.rows))

    @cached_property
    def telling(self) -> FloatArray:
        """How much each row band counts: one that says nothing hardly."""
        return np.where(recognisable(self.rows), 1.0, _BLANK_WEIGHT)

    @cached_property
    def bands(self) -> Signatures:
        """The rows band by band, above and below them as many that show nothing, (10, 3 * 1400)."""
        return np.pad(self.rows.T, ((0, 0), (SIGNATURE_ROWS, SIGNATURE_ROWS)))

    @cached_property
    def in_picture(self) -> NDArray[np.bool_]:
        """Which rows of ``bands`` show anything, (3 * 1400,)."""
        return np.asarray((self.bands != 0).any(axis=0))

    @cached_property
    def _single(self) -> tuple[NDArray[np.uint64], IntArray]:
        """Row bands that occur once in the version, as sorted keys with their places in ``rows``."""
        places = np.flatnonzero(recognisable(self.rows))
        values, first, counts = np.unique(row_keys(self.rows), return_index=True, return_counts=True)
        return values[counts == 1], places[first[counts == 1]]


def row_keys(rows: Signatures) -> NDArray[np.uint64]:
    """One number for each recognisable row band, of what it shows and its band, row by row."""
    at, bands = np.nonzero(recognisable(rows))
    return rows[at, bands].astype(np.uint64) | (bands.astype(np.uint64) << np.uint64(32))


def motion(before: PlacedRows, after: PlacedRows, grid: int, known: KnownRows | None = None) -> Motion:
    """What moved from one version of a page to another within their frame, beyond what that has put back."""
    found = _followed(before, after, known)
    return Motion.none(grid) if found is None else found.motion(grid)


def remaining_share(
    before: PlacedRows | None, after: PlacedRows | None, grid: int, known: KnownRows | None = None
) -> FloatArray | None:
    """``Motion.remaining`` alone, for training on many pairs; None where all of the change remains."""
    if before is None or after is None:
        return None
    found = _followed(before, after, known)
    return None if found is None else found.remaining(grid)


@dataclass(frozen=True, eq=False)
class _Followed:
    """Row bands that changed, those whose coming or going is explained, and how far their content came."""

    changed: NDArray[np.bool_]
    came: NDArray[np.bool_]
    went: NDArray[np.bool_]
    telling: tuple[FloatArray, FloatArray]
    """How much each row band of the later and of the earlier version counts."""
    by_rows: tuple[NDArray[np.bool_], IntArray]  # followed by rows alone, and how much lower each stood
    blocks: MovedBlocks | None

    @property
    def offsets(self) -> IntArray:
        """How much lower each row band of the later version stands there than in the earlier one."""
        came, higher = self.by_rows
        if self.blocks is None:
            return -higher
        return np.where(self.blocks.after & ~came, self.blocks.displacement_px, -higher)

    @property
    def moved(self) -> NDArray[np.bool_]:
        """Which row bands of the later version were found elsewhere in the earlier one."""
        elsewhere: NDArray[np.bool_] = self.came & (self.offsets != 0)
        return elsewhere

    def motion(self, grid: int) -> Motion:
        """What this comes to in each region."""
        return Motion(self.remaining(grid), _displacements(self.offsets, self.moved, grid))

    def remaining(self, grid: int) -> FloatArray:
        """The larger of both shares that nothing explains, in each region."""
        came, went = (np.where(self.changed, weight, 0.0) for weight in self.telling)
        total = np.maximum(_in_cells(came, grid), _in_cells(went, grid))
        new, gone = _in_cells(came * ~self.came, grid), _in_cells(went * ~self.went, grid)
        total, left = _with_neighbours(total), _with_neighbours(np.maximum(new, gone))
        return np.divide(left, total, out=np.ones_like(total), where=total > 0).ravel()


def _followed(before: PlacedRows, after: PlacedRows, known: KnownRows | None) -> _Followed | None:
    """What can be followed from one version to another; None where nothing moved or recurs."""
    changed = (before.rows != after.rows) & (before.rows != 0) & (after.rows != 0)
    if np.count_nonzero(changed[:VIEW_HEIGHT_PX]) < MIN_VOTES:
        return None
    moves, blocks = _moves(before, after), moved_blocks(before.blocks, after.blocks)
    if not moves and blocks is None and known is None:
        return None
    by_band = np.ascontiguousarray(changed.T)
    enough = np.maximum(_LEAST_DENSE[0] * _sums_around(by_band), np.uint8(_LEAST_DENSE[1]))
    came, offsets = _explained(after, before, by_band, enough, [-move for move in moves])
    went, _ = _explained(before, after, by_band, enough, moves)
    by_rows = came
    if blocks is not None:
        came, went = came | (blocks.after & changed), went | (blocks.before & changed)
    if known is not None:
        came, went = came | (known.came & changed), went | (known.went & changed)
    if not came.any() and not went.any():
        return None
    return _Followed(changed, came, went, (after.telling, before.telling), (by_rows, offsets), blocks)


def _moves(before: PlacedRows, after: PlacedRows) -> list[int]:
    """The displacements that enough row bands agree on, those of most first."""
    (keys_a, places_a), (keys_b, places_b) = before._single, after._single
    if keys_a.size == 0:
        return []
    others = np.flatnonzero((before.rows != after.rows).ravel()[places_b])  # what stayed has no say
    keys_b, places_b = keys_b[others], places_b[others]
    at = np.minimum(np.searchsorted(keys_a, keys_b), keys_a.size - 1)
    same = keys_a[at] == keys_b
    offsets = (places_b[same] - places_a[at[same]]) // BANDS
    votes = np.bincount(offsets + SIGNATURE_ROWS, minlength=2 * SIGNATURE_ROWS + 1)
    enough = np.flatnonzero(votes >= MIN_VOTES)
    best = enough[np.argsort(-votes[enough], kind="stable")[:MAX_MOVES]]
    return [int(index) - SIGNATURE_ROWS for index in best]


def _explained(
    here: PlacedRows,
    there: PlacedRows,
    changed: NDArray[np.bool_],
    enough: NDArray[np.uint8],
    offsets: Sequence[int],
) -> tuple[NDArray[np.bool_], IntArray]:
    """Which changed row bands here stand ``offset`` rows lower there for one of the offsets, and for which.

    ``changed`` and ``enough``, how many fifths of a row must match around each, are (10, 1400); what is found is
    (1400, 10).
    """
    done, chosen = np.zeros(changed.shape, dtype=bool), np.zeros(changed.shape, dtype=np.int16)
    own = here.bands[:, SIGNATURE_ROWS:-SIGNATURE_ROWS]
    for offset in offsets:
        moved = slice(SIGNATURE_ROWS + offset, 2 * SIGNATURE_ROWS + offset)
        matches = (there.bands[:, moved] == own) & changed
        if np.count_nonzero(matches & ~done) < MIN_VOTES:
            continue
        known = there.in_picture[moved]
        dense = _as_nearest(_LEAST_DENSE[1] * _sums_around(matches) >= enough, known)
        new = (matches | (changed & ~known)) & dense & ~done
        done |= new
        chosen += new * np.int16(offset)
    return np.ascontiguousarray(done.T), chosen.T.astype(np.intp)


def _as_nearest(flags: NDArray[np.bool_], known: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The flags, (10, rows), of rows that are not known as those of the nearest known one: what was moved out of the
    picture is judged by what stood beside it."""
    at = np.flatnonzero(known)
    if at.size == 0:
        return flags
    first, last = at[0], at[-1]
    if last - first + 1 == at.size:
        flags[:, :first], flags[:, last + 1 :] = flags[:, first, None], flags[:, last, None]
        return flags
    rows = np.arange(len(known))
    after = np.minimum(np.searchsorted(at, rows), at.size - 1)
    before = np.maximum(after - 1, 0)
    closer = np.abs(at[before] - rows) <= np.abs(at[after] - rows)
    return flags[:, np.where(closer, at[before], at[after])]


def _sums_around(flags: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """How many are set within reach above and below, band by band, (10, rows)."""
    bands, rows = flags.shape
    sums = np.zeros((bands, rows + 2 * _REACH), dtype=np.uint8)
    sums[:, _REACH:-_REACH] = flags
    found = np.zeros((bands, rows), dtype=np.uint8)
    left, span, start = 2 * _REACH + 1, 1, 0
    while left:  # sums of 1, 2, 4, ... rows, as many as the reach has: a fifth of the time of running totals
        if left & span:
            found += sums[:, start : start + rows]
            left, start = left - span, start + span
        sums = sums[:, :-span] + sums[:, span:]
        span *= 2
    return found


def _in_cells(flags: NDArray[np.bool_] | FloatArray, grid: int) -> FloatArray:
    """How many row bands are set in each cell of the view; a band that two cells share counts for each in part."""
    sums = np.add.reduceat(flags[:VIEW_HEIGHT_PX], _cell_edges(grid), axis=0, dtype=np.float64)
    cells: FloatArray = sums @ band_shares(grid)
    return cells


@lru_cache(maxsize=8)
def _cell_edges(grid: int) -> IntArray:
    """The first row of each row of cells."""
    edges: IntArray = np.linspace(0, VIEW_HEIGHT_PX, grid + 1).astype(np.intp)[:-1]
    return edges


@lru_cache(maxsize=8)
def band_shares(grid: int) -> FloatArray:
    """Which part of each band of a row lies in each column of the grid, (bands, grid)."""
    bands, cells = np.linspace(0, 1, BANDS + 1), np.linspace(0, 1, grid + 1)
    left = np.maximum(bands[:-1, None], cells[None, :-1])
    right = np.minimum(bands[1:, None], cells[None, 1:])
    shares: FloatArray = np.maximum(right - left, 0.0) * BANDS
    return np.where(shares > 1e-9, shares, 0.0)


def _with_neighbours(cells: FloatArray) -> FloatArray:
    around = np.zeros((cells.shape[0] + 2, cells.shape[1] + 2))
    around[1:-1, 1:-1] = cells
    around = around[:-2] + around[1:-1] + around[2:]
    around = around[:, :-2] + around[:, 1:-1] + around[:, 2:]
    spread: FloatArray = cells + _NEIGHBOUR_WEIGHT * (around - cells)
    return spread


def _displacements(offsets: IntArray, moved: NDArray[np.bool_], grid: int) -> IntArray:
    """The displacement of most moved row bands of each cell."""
    rows, bands = np.nonzero(moved[:VIEW_HEIGHT_PX])
    lower = offsets[rows, bands] + SIGNATURE_ROWS
    votes = np.bincount(lower)
    candidates = np.flatnonzero(votes)
    if candidates.size == 0:
        return np.zeros((grid, grid), dtype=np.intp)
    candidate = (np.cumsum(votes > 0) - 1)[lower]
    cell_rows = _cell_edges(grid).searchsorted(rows, side="right") - 1
    shape = (grid, candidates.size, BANDS)
    counts = np.bincount(
        np.ravel_multi_index((cell_rows, candidate, bands), shape), minlength=math.prod(shape)
    )
    in_cells = counts.reshape(shape) @ band_shares(grid)
    found = candidates[in_cells.argmax(axis=1)] - SIGNATURE_ROWS
    return np.where(in_cells.max(axis=1) > 0, found, 0)
