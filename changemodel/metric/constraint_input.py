"""What a learner is given, in any of its forms, as checked pair features.

``quadruplet_metric`` and ``fantope_metric`` read their arguments through here. Constraints come as index
tuples with the points they speak of, or as precomputed pair features. A diagonal metric works on squared
differences of points, a full one on the differences themselves.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from changemodel.errors import InvalidConstraints
from changemodel.metric.quadruplets import (
    FloatArray,
    LabelledPairs,
    QuadrupletFeatures,
    Quadruplets,
    check_index_range,
)

QuadrupletsLike = ArrayLike | Quadruplets | QuadrupletFeatures | tuple[ArrayLike, ArrayLike]


def quadruplet_features(
    points: FloatArray | None,
    quadruplets: QuadrupletsLike | None,
    deltas: ArrayLike,
    *,
    width: int,
    squared: bool,
) -> QuadrupletFeatures:
    """Whatever form the quadruplets came in, as pair features; ``width`` is that of an empty table.

    Raises
    ------
    InvalidConstraints
        Index tuples without points, out of range, not of four; NaN; one side longer than the other.
    """
    if quadruplets is None:
        return QuadrupletFeatures.of(np.empty((0, width)), np.empty((0, width)))
    if isinstance(quadruplets, QuadrupletFeatures):
        return quadruplets
    if isinstance(quadruplets, tuple):
        closer, farther = quadruplets
        return QuadrupletFeatures.of(closer, farther, deltas)
    if points is None:
        raise InvalidConstraints(
            "index quadruplets need the points X they speak of; without X pass the pair features "
            "(closer, farther)"
        )
    if not isinstance(quadruplets, Quadruplets):
        quadruplets = Quadruplets.of(quadruplets, deltas)
    return quadruplets.squared_differences(points) if squared else quadruplets.differences(points)


def labelled_pairs(
    points: FloatArray | None, pairs: ArrayLike | None, labels: ArrayLike | None, *, squared: bool
) -> LabelledPairs | None:
    """Labelled pairs as pair features; None when none were given.

    Raises
    ------
    InvalidConstraints
        Pairs without labels, labels without pairs, a label that is not -1 or +1, and a pair of row numbers
        that is called both similar and dissimilar.
    """
    if (pairs is None) != (labels is None):
        raise InvalidConstraints("pairs and pair_labels belong together: pass both or neither")
    if pairs is None or labels is None:
        return None
    array = np.asarray(pairs)
    if points is not None and np.issubdtype(array.dtype, np.integer):
        checked = LabelledPairs.of(point_differences(points, array, squared=squared), labels)
        _refuse_contradictions(array, checked.labels)
        return checked
    return LabelledPairs.of(array, labels)


def point_differences(points: FloatArray, pairs: ArrayLike, *, squared: bool) -> FloatArray:
    """Differences of the points that pairs of row numbers name, squared if asked for."""
    rows = np.asarray(pairs)
    if rows.ndim != 2 or rows.shape[1] != 2:
        raise InvalidConstraints(f"pairs have shape {rows.shape}: pass row numbers (n, 2)")
    check_index_range(rows, len(points), "pairs")
    difference: FloatArray = points[rows[:, 0]] - points[rows[:, 1]]
    return difference**2 if squared else difference


def asked_pairs(points: FloatArray | None, pairs: ArrayLike, *, width: int, squared: bool) -> FloatArray:
    """Pairs whose distance is asked: row numbers, the points of each pair, or pair features."""
    array = np.asarray(pairs)
    if np.issubdtype(array.dtype, np.integer) and array.ndim == 2 and array.shape[1] == 2:
        if points is not None:
            return point_differences(points, array, squared=squared)
        raise InvalidConstraints("fit saw no X that row numbers could speak of: pass pair features")
    if array.ndim == 3 and array.shape[1] == 2:
        array = array[:, 0] - array[:, 1]
        array = array**2 if squared else array
    if array.ndim != 2 or array.shape[1] != width:
        raise InvalidConstraints(f"pairs have shape {array.shape}: the metric has {width} features")
    return array.astype(np.float64)


def checked_together(
    features: QuadrupletFeatures, labelled: LabelledPairs | None
) -> tuple[QuadrupletFeatures, LabelledPairs]:
    """Both kinds of constraints, of the same width, at least one of them there."""
    if not len(features) and (labelled is None or not len(labelled)):
        raise InvalidConstraints("no quadruplets and no labelled pairs: there is nothing to learn from")
    labelled = LabelledPairs.none(features.closer.shape[1]) if labelled is None else labelled
    if len(features) and len(labelled) and features.closer.shape[1] != labelled.features.shape[1]:
        raise InvalidConstraints("quadruplets and labelled pairs have different numbers of features")
    return features, labelled


def _refuse_contradictions(pairs: np.ndarray, labels: FloatArray) -> None:
    ordered = np.sort(pairs, axis=1)
    known: dict[tuple[int, int], float] = {}
    for (i, j), label in zip(ordered.tolist(), labels.tolist(), strict=True):
        if known.setdefault((i, j), label) != label:
            raise InvalidConstraints(
                f"the pair of rows {i} and {j} is called both similar and dissimilar: keep one label"
            )
