"""What a learner is given, in any of its forms, as checked pair features.

``quadruplet_metric`` and ``fantope_metric`` read their arguments through here. Constraints come as index
tuples with the points they speak of, or as precomputed pair features. A diagonal metric works on squared
differences of points, a full one on the differences themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np
from numpy.typing import ArrayLike

from changemodel.errors import InvalidConstraints
from changemodel.metric.quadruplets import (
    FloatArray,
    LabelledPairs,
    QuadrupletFeatures,
    Quadruplets,
    check_index_range,
    finite,
)

LARGEST = 1e30
"""Greatest difference of two points a learner takes: beyond it the squares of squares leave double precision."""

QuadrupletsLike = ArrayLike | Quadruplets | QuadrupletFeatures | tuple[ArrayLike, ArrayLike]
Batches = Callable[[], Iterable[QuadrupletsLike]]
"""A lazy stream: every call gives the same quadruplets anew, in batches."""


def quadruplet_features(
    points: FloatArray | None,
    quadruplets: QuadrupletsLike | None,
    deltas: ArrayLike,
    *,
    width: int,
    squared: bool,
) -> QuadrupletFeatures:
    """Whatever form the quadruplets came in, as pair features.

    ``width`` is the number of features they must have, and that of an empty table; 0: any.

    Raises
    ------
    InvalidConstraints
        Index tuples without points, out of range, not of four; NaN; one side longer than the other;
        another number of features than ``width``.
    """
    if quadruplets is None:
        return QuadrupletFeatures.of(np.empty((0, width)), np.empty((0, width)))
    if isinstance(quadruplets, tuple):
        closer, farther = quadruplets
        quadruplets = QuadrupletFeatures.of(closer, farther, deltas)
    if isinstance(quadruplets, QuadrupletFeatures):
        _same_width(quadruplets.closer, width, "features of quadruplets")
        return quadruplets
    if points is None:
        raise InvalidConstraints(
            "index quadruplets need the points X they speak of; without X pass the pair features "
            "(closer, farther)"
        )
    if not isinstance(quadruplets, Quadruplets):
        quadruplets = Quadruplets.of(quadruplets, deltas)
    return quadruplets.squared_differences(points) if squared else quadruplets.differences(points)


def quadruplet_stream(
    points: FloatArray | None, batches: Batches, deltas: ArrayLike
) -> Callable[[], Iterator[QuadrupletFeatures]]:
    """A lazy stream as differences of points, each batch checked as ``quadruplet_features`` checks it."""

    def scan() -> Iterator[QuadrupletFeatures]:
        width = 0 if points is None else points.shape[1]
        for batch in batches():
            features = quadruplet_features(points, batch, deltas, width=width, squared=False)
            check_size(features.closer)
            check_size(features.farther)
            width = features.closer.shape[1]
            yield features

    return scan


def labelled_pairs(
    points: FloatArray | None, pairs: ArrayLike | None, labels: ArrayLike | None, *, squared: bool
) -> LabelledPairs | None:
    """Labelled pairs as pair features; None when none were given.

    Raises
    ------
    InvalidConstraints
        Pairs without labels, labels without pairs, a label that is not -1 or +1, a pair of row numbers
        that is called both similar and dissimilar; row numbers without points, pair features with them.
    """
    if (pairs is None) != (labels is None):
        raise InvalidConstraints("pairs and pair_labels belong together: pass both or neither")
    if pairs is None or labels is None:
        return None
    array = np.asarray(pairs)
    if points is None:
        if _are_row_numbers(array):
            raise InvalidConstraints(
                "pairs of row numbers need the points X they speak of; without X pass pair features as floats"
            )
        return LabelledPairs.of(array, labels)
    if array.size and not np.issubdtype(array.dtype, np.integer):
        raise InvalidConstraints(
            f"pairs of type {array.dtype} beside X: pass row numbers as integers, or pair features without X"
        )
    rows = array.reshape(-1, 2) if not array.size else array
    checked = LabelledPairs.of(point_differences(points, rows.astype(np.intp), squared=squared), labels)
    _refuse_contradictions(rows, checked.labels)
    return checked


def point_differences(points: FloatArray, pairs: ArrayLike, *, squared: bool) -> FloatArray:
    """Differences of the points that pairs of row numbers name, squared if asked for."""
    rows = np.asarray(pairs)
    if rows.ndim != 2 or rows.shape[1] != 2:
        raise InvalidConstraints(f"pairs have shape {rows.shape}: pass row numbers (n, 2)")
    check_index_range(rows, len(points), "pairs")
    difference: FloatArray = points[rows[:, 0]] - points[rows[:, 1]]
    with np.errstate(over="ignore"):  # ``check_size`` refuses what overflows
        return difference**2 if squared else difference


def asked_pairs(points: FloatArray | None, pairs: ArrayLike, *, width: int, squared: bool) -> FloatArray:
    """Pairs whose distance is asked: row numbers, the points of each pair, or pair features.

    Raises
    ------
    InvalidConstraints
        Another number of features than ``width``; NaN or infinite values; below 0 where features are squares.
    """
    array = np.asarray(pairs)
    if _are_row_numbers(array):
        if points is not None:
            return point_differences(points, array, squared=squared)
        raise InvalidConstraints("fit saw no X that row numbers could speak of: pass pair features")
    if array.ndim == 3 and array.shape[1] == 2:
        with np.errstate(over="ignore", invalid="ignore"):  # ``finite`` refuses what comes of it
            array = array[:, 0] - array[:, 1]
            array = array**2 if squared else array
    if array.ndim != 2 or array.shape[1] != width:
        raise InvalidConstraints(f"pairs have shape {array.shape}: the metric has {width} features")
    features = finite(array, "pairs")
    if squared and features.min(initial=0.0) < 0.0:
        raise InvalidConstraints(
            "pair features of a diagonal metric are squared differences, or distances: some are below 0"
        )
    return features


def checked_together(
    features: QuadrupletFeatures, labelled: LabelledPairs | None, *, squared: bool
) -> tuple[QuadrupletFeatures, LabelledPairs]:
    """Both kinds of constraints, of the same width and of a size to reckon with, at least one of them there."""
    if not len(features) and (labelled is None or not len(labelled)):
        raise InvalidConstraints("no quadruplets and no labelled pairs: there is nothing to learn from")
    labelled = LabelledPairs.none(features.closer.shape[1]) if labelled is None else labelled
    if len(features) and len(labelled) and features.closer.shape[1] != labelled.features.shape[1]:
        raise InvalidConstraints("quadruplets and labelled pairs have different numbers of features")
    for table in (features.closer, features.farther, labelled.features):
        check_size(table, squared=squared)
    return features, labelled


def check_size(differences: FloatArray, *, squared: bool = False) -> None:
    """Refuse differences of points (or their squares) that are too large to compute with."""
    largest = max(float(differences.max(initial=0.0)), -float(differences.min(initial=0.0)))
    if not largest <= (LARGEST**2 if squared else LARGEST):
        raise InvalidConstraints(
            f"features of pairs reach {largest:.2g}, too large to compute with: scale the features, best so that "
            "a usual distance is about 1"
        )


def _are_row_numbers(pairs: np.ndarray) -> bool:
    return np.issubdtype(pairs.dtype, np.integer) and pairs.ndim == 2 and pairs.shape[1] == 2


def _same_width(features: FloatArray, width: int, name: str) -> None:
    if width and features.shape[1] != width:
        raise InvalidConstraints(f"{name} have {features.shape[1]} columns, {width} are expected")


def _refuse_contradictions(pairs: np.ndarray, labels: FloatArray) -> None:
    ordered = np.sort(pairs, axis=1)
    known: dict[tuple[int, int], float] = {}
    for (i, j), label in zip(ordered.tolist(), labels.tolist(), strict=True):
        if known.setdefault((i, j), label) != label:
            raise InvalidConstraints(
                f"the pair of rows {i} and {j} is called both similar and dissimilar: keep one label"
            )
