"""Which rows are held out together, and how labels are permuted for a test.

Second step of ``RegionDecoder`` and ``SearchLight``. Source: X. Han's thesis (2016), sections 3.5 and 3.6, with its
scheme as ``LeaveOneOfEachOut``. Captures of one day resemble each other, as scans of one run do; where ``groups`` says
which belong together, whole groups are held out, and labels are exchanged within groups.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import gammaln
from sklearn.model_selection import (
    BaseCrossValidator,
    LeaveOneGroupOut,
    StratifiedGroupKFold,
    StratifiedKFold,
    check_cv,
)

from changemodel.arguments import whole_number
from changemodel.errors import InvalidInput
from changemodel.metric.quadruplets import IntArray

USUAL_FOLDS = 5
FEWEST_ARRANGEMENTS = 20
"""Of labels: with fewer, chance alone gives p above .05 however well they are decoded."""

Fold = tuple[IntArray, IntArray]
"""Rows to learn from, rows held out."""


class LeaveOneOfEachOut(BaseCrossValidator):  # type: ignore[misc]
    """Fold f holds out the f-th trial of every class: training stays balanced, as in the source."""

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """As many folds as each class has trials."""
        return len(self._by_class(y)[0])

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[Fold]:
        """Rows to learn from and rows held out, in the order of the trials.

        Raises
        ------
        InvalidInput
            Classes with unequal numbers of trials.
        """
        by_class = self._by_class(y)
        for held in zip(*by_class, strict=True):
            test = np.sort(np.array(held, dtype=np.intp))
            yield np.setdiff1d(np.arange(len(y)), test), test

    def _by_class(self, y: ArrayLike) -> list[IntArray]:
        labels = np.asarray(y)
        found = [np.flatnonzero(labels == label) for label in np.unique(labels)]
        sizes = sorted({len(rows) for rows in found})
        if len(sizes) > 1:
            raise InvalidInput(
                f"classes have {sizes[0]} to {sizes[-1]} trials: leaving one of each out needs as many of each"
            )
        return found


def folds_of(cv: Any, codes: IntArray, names: Sequence[Any], groups: IntArray | None) -> list[Fold]:
    """The folds that ``cv`` stands for, each of whose classes can be learned.

    Parameters
    ----------
    cv : None, int, splitter or iterable of (train, test)
        None: whole groups are held out one by one, or, without groups, 5 stratified folds (fewer where a class has
        fewer trials). An integer: so many stratified folds, of whole groups where there are groups.
    codes : int array, shape (n,)
        Class of each row.
    names : sequence
        Of the classes.
    groups : int array, shape (n,), optional

    Raises
    ------
    InvalidInput
        A class with one row, a single group, a fold whose held-out class is nowhere else.
    """
    counts = np.bincount(codes, minlength=len(names))
    rare = [names[code] for code in np.flatnonzero(counts < 2).tolist()]
    if rare:
        raise InvalidInput(f"of class {rare[0]!r} there is 1 row: give at least 2, or leave the class out")
    splitter = _splitter(cv, counts, groups)
    rows = np.zeros(len(codes))
    folds = [(np.asarray(a, np.intp), np.asarray(b, np.intp)) for a, b in splitter.split(rows, codes, groups)]
    for train, test in folds:
        unknown = np.setdiff1d(codes[test], codes[train])
        if len(unknown):
            where = "another group" if groups is not None else "another fold"
            raise InvalidInput(
                f"class {names[unknown[0]]!r} is held out as a whole, and cannot be learned then: give some of it in "
                f"{where}, or another cv"
            )
    return folds


def _splitter(cv: Any, counts: IntArray, groups: IntArray | None) -> Any:
    n_groups = 0 if groups is None else len(np.unique(groups))
    if n_groups == 1:
        raise InvalidInput("groups holds 1 run: give at least 2, so that one can be held out, or no groups")
    if cv is None:
        return (
            LeaveOneGroupOut() if groups is not None else StratifiedKFold(min(USUAL_FOLDS, int(counts.min())))
        )
    if isinstance(cv, int | np.integer):
        folds = whole_number(cv, "cv", 2)
        most = n_groups if groups is not None else int(counts.min())
        if folds > most:
            what = f"there are {most} groups" if groups is not None else f"the rarest class has {most} rows"
            raise InvalidInput(f"cv is {folds}, but {what}: pass at most that")
        return StratifiedGroupKFold(folds) if groups is not None else StratifiedKFold(folds)
    try:
        return check_cv(cv)
    except ValueError as error:
        raise InvalidInput(f"cv is {cv!r}: pass an integer, a splitter or folds as (train, test)") from error


def inner_folds(codes: IntArray, groups: IntArray | None, most: int) -> list[Fold]:
    """Stratified folds among training rows, of whole groups where two are left; none where a class has one row."""
    present = np.bincount(codes)
    smallest = int(present[present > 0].min())
    if smallest < 2 or np.count_nonzero(present) < 2:
        return []
    rows = np.zeros(len(codes))
    if groups is not None and (n_groups := len(np.unique(groups))) >= 2:
        cutter: Any = StratifiedGroupKFold(min(most, n_groups))
        cut = cutter.split(rows, codes, groups)
    else:
        cut = StratifiedKFold(min(most, smallest)).split(rows, codes)
    return [(a, b) for a, b in cut if len(a) and len(b) and len(np.unique(codes[a])) > 1]


def permuted_labels(
    codes: IntArray,
    n: int,
    rng: np.random.Generator,
    *,
    groups: IntArray | None = None,
    blocks: IntArray | None = None,
) -> IntArray:
    """Labels exchanged at random, so often, shape (n, rows): within groups, and blocks of rows only as a whole.

    Raises
    ------
    InvalidInput
        A block of two classes; labels that hardly differ when exchanged.
    """
    units, first, belongs = (
        (np.arange(len(codes)),) * 3
        if blocks is None
        else np.unique(blocks, return_index=True, return_inverse=True)
    )
    of_unit = codes[first]
    if not np.array_equal(of_unit[belongs], codes):
        raise InvalidInput("a block holds rows of two classes: rows of one block share their label")
    strata = np.zeros(len(units), dtype=np.intp) if groups is None else groups[first]
    check_arrangements(of_unit, strata)
    exchanged = np.tile(of_unit, (n, 1))
    for stratum in np.unique(strata):
        rows = np.flatnonzero(strata == stratum)
        exchanged[:, rows] = rng.permuted(exchanged[:, rows], axis=1)
    return exchanged[:, belongs]


def check_arrangements(codes: IntArray, strata: IntArray) -> None:
    """Refuse labels that can be exchanged in fewer ways than a test at .05 needs.

    Raises
    ------
    InvalidInput
        There are fewer than 20.
    """
    ways = float(np.exp(min(log_arrangements(codes, strata), 700.0)))
    if round(ways) < FEWEST_ARRANGEMENTS:
        raise InvalidInput(
            f"the labels can be exchanged in {ways:.0f} ways only, so that p cannot fall below {1 / ways:.2g}: label "
            "more, put more labels into each group, or ask for no permutations"
        )


def log_arrangements(codes: IntArray, strata: IntArray) -> float:
    """Logarithm of the number of ways in which labels can be exchanged within strata."""
    total = 0.0
    for stratum in np.unique(strata):
        counts = np.bincount(codes[strata == stratum])
        total += float(gammaln(counts.sum() + 1) - gammaln(counts + 1).sum())
    return total
