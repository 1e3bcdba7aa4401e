"""Which regions of a page carry information about a person's verdicts, against chance.

The product's use of ``SearchLight``, after chapter 3 of X. Han's thesis (2016). A trial is a change that a person
judged; a voxel is a cell of the grid, with how much the picture and how many words changed there; a run is a day. Whole
days are held out, since captures an hour apart resemble each other. A cell carries information where verdicts of
held-out days are decoded from it more often than exchanged verdicts are from any cell. The map of
importance is learned from time; this is evidence beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.model_selection import LeaveOneGroupOut, StratifiedGroupKFold

from changemodel.change.joint_map import block_boxes, laid_on_cells
from changemodel.change.model import ChangeModel
from changemodel.classify.folds import Fold, log_arrangements
from changemodel.classify.search_light import SearchLight
from changemodel.errors import InvalidInput
from changemodel.features.blocks import page_of
from changemodel.features.regions import region_distances
from changemodel.features.text_diff import block_changes
from changemodel.metric.quadruplets import FloatArray, IntArray
from changemodel.version import PageVersion

FEWEST_OF_EACH = 5
"""Verdicts of either kind: five and five can be exchanged in 252 ways, so that p can fall to .004."""
FEWEST_DAYS = 2
"""Days on which either kind of verdict must lie, so that one can be held out."""
MOST_FOLDS = 5
PERMUTATIONS = 999
SIGNIFICANT = 0.05
RADIUS = 0.5
"""A cell by itself: its features see a little of its neighbours as they are."""
ENOUGH_WITHIN_DAYS = 1000
"""Ways to exchange verdicts within days from which on they are exchanged there only."""


@dataclass(frozen=True, kw_only=True, eq=False)
class RegionEvidence:
    """What verdicts can be decoded from, cell by cell.

    Attributes
    ----------
    scores : float array, shape (grid, grid)
        Balanced accuracy on held-out days, from a cell by itself; chance is 0.5.
    p : float array, shape (grid, grid)
        Against exchanged verdicts, of each cell alone.
    p_corrected : float array, shape (grid, grid)
        The same for all cells that were looked at.
    important, unimportant, days : int
        Verdicts of either kind, and the days on which they lie.
    permutations : int
    within_days : bool
        Whether verdicts were exchanged within days only; else between all of them, where too few lie on one day.
    """

    scores: FloatArray
    p: FloatArray
    p_corrected: FloatArray
    important: int
    unimportant: int
    days: int
    permutations: int
    within_days: bool

    @property
    def carries(self) -> NDArray[np.bool_]:
        """Cells that carry information, at .05 corrected."""
        found: NDArray[np.bool_] = self.p_corrected <= SIGNIFICANT
        return found

    def to_dict(self) -> dict[str, Any]:
        """As JSON-able values."""
        return {
            "important": self.important,
            "unimportant": self.unimportant,
            "days": self.days,
            "permutations": self.permutations,
            "exchanged_within_days": self.within_days,
            "chance": 0.5,
            "scores": self.scores.tolist(),
            "p": self.p.tolist(),
            "p_corrected": self.p_corrected.tolist(),
            "carries": self.carries.tolist(),
        }


def change_pattern(before: PageVersion, after: PageVersion, grid: int = 10) -> FloatArray:
    """How much the picture and how many words changed in each cell, shape (grid * grid, 2).

    The picture by the distance of the cell's features, with content taken where it stands. Words, those that came and
    those that went, are spread over the boxes of their blocks; a block that only moved has none. Of versions without
    pictures, or without boxes, that column is 0.
    """
    picture, plain = np.zeros(grid**2), ChangeModel.euclidean(grid)
    if before.is_pictured and after.is_pictured:
        picture = region_distances(plain.features(before), plain.features(after))
    return np.column_stack([np.sqrt(picture), np.log1p(_words_changed(before, after, grid))])


def region_evidence(
    patterns: ArrayLike,
    important: ArrayLike,
    days: ArrayLike,
    *,
    permutations: int = PERMUTATIONS,
    random_state: int = 0,
) -> RegionEvidence:
    """Decode verdicts from each cell, against exchanged verdicts.

    Parameters
    ----------
    patterns : float array, shape (n, grid * grid, values)
        ``change_pattern`` of each change that was judged.
    important : bool array, shape (n,)
    days : array, shape (n,)
        Which changes lie on one day, or belong together otherwise.
    permutations : int

    Raises
    ------
    InvalidInput
        Too few verdicts, ``missing_labels`` says what is missing; patterns of another shape, or without any change.
    """
    x, codes = np.asarray(patterns, dtype=np.float64), np.asarray(important, dtype=bool).astype(np.intp)
    groups = np.asarray(np.unique(np.asarray(days), return_inverse=True)[1], dtype=np.intp)
    if x.ndim != 3 or not len(x) == len(codes) == len(groups) or round(x.shape[1] ** 0.5) ** 2 != x.shape[1]:
        raise InvalidInput(f"patterns have shape {x.shape}: pass (verdicts, grid * grid, values)")
    if missing := missing_labels(codes, groups):
        raise InvalidInput(missing)
    if not x.any():
        raise InvalidInput(
            "no cell of the first screen differs in any of the changes: there is nothing to decode"
        )
    grid = round(x.shape[1] ** 0.5)
    within = bool(log_arrangements(codes, groups) >= np.log(ENOUGH_WITHIN_DAYS))
    light = SearchLight(
        shape=(grid, grid),
        radius=RADIUS,
        estimator="lda",
        scoring="balanced_accuracy",
        cv=_folds_of_days(codes, groups),
        n_permutations=permutations,
        permute_within_groups=within,
        random_state=random_state,
    ).fit(x, codes, groups)
    assert light.p_values_ is not None, "there are exchanges of labels"
    assert light.p_corrected_ is not None, "as above"
    return RegionEvidence(
        scores=light.scores_,
        p=light.p_values_,
        p_corrected=light.p_corrected_,
        important=int(codes.sum()),
        unimportant=int((1 - codes).sum()),
        days=len(np.unique(groups)),
        permutations=permutations,
        within_days=within,
    )


def missing_labels(important: ArrayLike, days: ArrayLike) -> str:
    """Which verdicts are missing, in a sentence; empty where they suffice."""
    said, when = np.asarray(important, dtype=bool), np.asarray(days)
    kinds = (("important", when[said]), ("unimportant", when[~said]))
    wanted = [
        f"{FEWEST_OF_EACH - len(own)} more that {'was' if len(own) == FEWEST_OF_EACH - 1 else 'were'} {name}"
        for name, own in kinds
        if len(own) < FEWEST_OF_EACH
    ]
    wanted += [
        f"one that was {name} on another day"
        for name, own in kinds
        if len(own) >= FEWEST_OF_EACH and len(np.unique(own)) < FEWEST_DAYS
    ]
    if not wanted:
        return ""
    have = f"{len(kinds[0][1])} changes are labelled important and {len(kinds[1][1])} unimportant"
    return f"{have}; {FEWEST_OF_EACH} of each on {FEWEST_DAYS} days are needed: label {' and '.join(wanted)}"


def _folds_of_days(codes: IntArray, days: IntArray) -> Sequence[Fold]:
    """Up to five folds of whole days; each day by itself where both verdicts cannot be learned in every such fold."""
    rows = np.zeros(len(codes))
    for n_folds in range(min(MOST_FOLDS, len(np.unique(days))), 1, -1):
        folds = list(StratifiedGroupKFold(n_folds).split(rows, codes, days))
        if all(len(test) and len(np.unique(codes[train])) == 2 for train, test in folds):
            return folds
    return list(LeaveOneGroupOut().split(rows, codes, days))


def _words_changed(before: PageVersion, after: PageVersion, grid: int) -> FloatArray:
    """Words that came or went, on the cells in which they stand, (grid * grid,)."""
    pages = page_of(before), page_of(after)
    boxes = block_boxes(before), block_boxes(after)
    counts, places = [], []
    for change in block_changes(*pages):
        sides = ((0, change.before, change.words_removed), (1, change.after, change.words_added))
        for side, row, words in sides:
            block = None if row is None else pages[side].blocks[row]
            box = None if block is None else boxes[side].get((block.path, block.text))
            if box is not None and words:
                counts.append(float(len(words)))
                places.append(box)
    if not places:
        return np.zeros(grid**2)
    return laid_on_cells(np.array(counts), np.array(places), grid)
