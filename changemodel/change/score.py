"""What a comparison of two versions says."""

from __future__ import annotations

from dataclasses import dataclass

from changemodel.change.text_reading import BlockDifference
from changemodel.metric.quadruplets import FloatArray, IntArray


@dataclass(frozen=True, kw_only=True, eq=False)
class ChangeScore:
    """How much a page changed between two versions, whether that matters, and where.

    Attributes
    ----------
    distance : float
        0 for identical pictures. In a fitted model 1 is the usual distance from one capture to the next.
    probability : float or None
        Of an important change; None while the model has no decision.
    important : bool or None
        The decision; None while the model has none. Never True for identical versions.
    regions : float array, shape (grid, grid)
        What each region adds to the distance; sums to it.
    displacement_px : int
        How much lower most content stands in the later version; taken out before comparing.
    displacements_px : int array, shape (grid, grid), or None
        The same for what each region shows: 0 where nothing moved; None where the versions came without
        screenshots.
    links_added, links_removed, images_added, images_removed : frozenset of str
        URLs.
    text_distance : float or None
        Share of the words that changed, 0 to 1; None where the text was not read.
    text_important : bool or None
        The decision of the textual reading alone.
    blocks : tuple of BlockDifference
        What changed in which block, the least usual first.
    """

    distance: float
    probability: float | None
    important: bool | None
    regions: FloatArray
    displacement_px: int
    links_added: frozenset[str]
    links_removed: frozenset[str]
    images_added: frozenset[str]
    images_removed: frozenset[str]
    displacements_px: IntArray | None = None
    text_distance: float | None = None
    text_important: bool | None = None
    blocks: tuple[BlockDifference, ...] = ()
