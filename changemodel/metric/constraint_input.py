"""What a learner is given, in any of its forms, as checked pair features.

``quadruplet_metric`` and ``fantope_metric`` read their arguments through here. Constraints come as index
tuples with the points they speak of, as the points themselves, (n, 4, n_features), which is metric-learn's form and
the one that scikit-learn can cut into folds, or as precomputed pair features. A diagonal metric works on squared
differences of points, a full one on the differences themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from changemodel.errors import InvalidConstraints
from changemodel.metric.quadruplets import (
    FloatArray,
    LabelledPairs,
    QuadrupletFeatures,
    Quadruplets,
    as_floats,
    check_index_range,
    finite,
)

LARGEST, LARGEST_UNSCALED = 1e30, 1e12
"""Greatest difference of two points, for learners that scale what they learn from (of the diagonal metric, ``LMNN``)
and for those that do not: from about 1e15 on, their first step was the last."""

QuadrupletsLike = ArrayLike | Quadruplets | QuadrupletFeatures | tuple[ArrayLike, ArrayLike]
Batches = Callable[[], Iterable[QuadrupletsLike]]
"""A lazy stream: every call gives the same quadruplets anew, in batches."""


def points_and_quadruplets(X: Any, quadruplets: Any) -> tuple[Any, Any]:
    """The two arguments of ``fit``: of quadruplets that hold their points, given as X alone, there is no other X.

    Raises
    ------
    InvalidConstraints
        A table (n, 4, n_features) and quadruplets beside it; the two arguments in the other order.
    """
    if isinstance(X, Quadruplets | QuadrupletFeatures):
        raise InvalidConstraints(
            "the quadruplets came first: pass (X, quadruplets), or quadruplets=... alone"
        )
    if _are_rows_of_four(X) and _are_points(quadruplets):
        raise InvalidConstraints(
            f"X of shape {np.asarray(X).shape} holds row numbers, and the quadruplets do not: "
            "the order is (X, quadruplets)"
        )
    if X is None or _dimensions(X) != 3:
        return X, quadruplets
    if quadruplets is not None:
        raise InvalidConstraints(
            f"X of shape {np.asarray(X).shape} holds the quadruplets themselves: pass nothing beside it (y=None)"
        )
    return None, X


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
        Index tuples without points, out of range, not of four; NaN, complex or too large values; one side longer
        than the other; a tuple that is not (closer, farther); another number of features than ``width``.
    """
    features = _features_of_any(points, quadruplets, deltas, width=width, squared=squared)
    for side in (features.closer, features.farther):
        check_size(side, most=largest_of(squared=squared))
    return features


def _features_of_any(
    points: FloatArray | None,
    quadruplets: QuadrupletsLike | None,
    deltas: ArrayLike,
    *,
    width: int,
    squared: bool,
) -> QuadrupletFeatures:
    if quadruplets is None:
        return QuadrupletFeatures.of(np.empty((0, width)), np.empty((0, width)))
    if isinstance(quadruplets, tuple):
        quadruplets = QuadrupletFeatures.of(*_two_sides(quadruplets), deltas)
    elif not isinstance(quadruplets, Quadruplets | QuadrupletFeatures) and _dimensions(quadruplets) == 3:
        quadruplets = _features_of_points(quadruplets, deltas, squared=squared)
    if isinstance(quadruplets, QuadrupletFeatures):
        _same_width(quadruplets.closer, width, "features of quadruplets")
        return quadruplets
    if points is None:
        raise InvalidConstraints(
            "index quadruplets need the points X they speak of; without X pass the points of each, (n, 4, features), "
            "or the pair features (closer, farther)"
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
        checked = LabelledPairs.of(array, labels)
        check_size(checked.features, most=largest_of(squared=squared))
        return checked
    if array.size and not np.issubdtype(array.dtype, np.integer):
        raise InvalidConstraints(
            f"pairs of type {array.dtype} beside X: pass row numbers as integers, or pair features without X"
        )
    rows = array.reshape(-1, 2) if not array.size else array
    differences = point_differences(points, rows.astype(np.intp), squared=squared)
    check_size(differences, most=largest_of(squared=squared))
    checked = LabelledPairs.of(differences, labels)
    _refuse_contradictions(rows, checked.labels)
    return checked


def point_differences(points: FloatArray, pairs: ArrayLike, *, squared: bool) -> FloatArray:
    """Differences of the points that pairs of row numbers name, squared if asked for."""
    rows = np.asarray(pairs)
    if rows.ndim != 2 or rows.shape[1] != 2:
        raise InvalidConstraints(f"pairs have shape {rows.shape}: pass row numbers (n, 2)")
    check_index_range(rows, len(points), "pairs")
    with np.errstate(over="ignore"):  # ``check_size`` refuses what overflows
        difference: FloatArray = points[rows[:, 0]] - points[rows[:, 1]]
        return difference**2 if squared else difference


def asked_pairs(
    points: FloatArray | None, pairs: ArrayLike, *, width: int, squared: bool, most: float
) -> FloatArray:
    """Pairs whose distance is asked: row numbers, the points of each pair, or pair features.

    Raises
    ------
    InvalidConstraints
        Another number of features than ``width``; NaN, infinite or complex values, or beyond ``most``; below 0 where
        features are squares.
    """
    given = np.asarray(pairs)
    if _are_row_numbers(given):
        if points is None:
            raise InvalidConstraints("fit saw no X that row numbers could speak of: pass pair features")
        features = point_differences(points, given, squared=squared)
    else:
        features = _asked_features(as_floats(given, "pairs"), width=width, squared=squared)
    check_size(features, most=most)
    return features


def _asked_features(array: FloatArray, *, width: int, squared: bool) -> FloatArray:
    """Of pairs that came as their points or as pair features."""
    if array.ndim == 3 and array.shape[1] == 2:
        finite(array.reshape(2 * len(array), array.shape[2]), "points of pairs")
        with np.errstate(over="ignore"):  # ``check_size`` refuses what overflows
            features = array[:, 0] - array[:, 1]
            features = features**2 if squared else features
    else:
        features = finite(array, "pairs")
    if features.shape[1] != width:
        raise InvalidConstraints(f"pairs have shape {array.shape}: the metric has {width} features")
    if squared and features.min(initial=0.0) < 0.0:
        raise InvalidConstraints(
            "pair features of a diagonal metric are squared differences, or distances: some are below 0"
        )
    return features


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


def largest_of(*, squared: bool) -> float:
    """What pair features may reach: differences, or their squares, of which a diagonal metric learns."""
    return LARGEST**2 if squared else LARGEST_UNSCALED


def check_size(features: FloatArray, *, most: float) -> None:
    """Refuse pair features that are too large to compute with."""
    largest = max(float(features.max(initial=0.0)), -float(features.min(initial=0.0)))
    if not largest <= most:
        raise InvalidConstraints(
            f"features of pairs reach {largest:.2g}, and beyond {most:g} they are too large to compute with: "
            "scale the features, best so that a usual distance is about 1"
        )


def _two_sides(quadruplets: tuple[Any, ...]) -> tuple[Any, Any]:
    """The pair features that a tuple holds; a table of row numbers may come as anything but a tuple."""
    if len(quadruplets) != 2 or any(_dimensions(side) == 1 for side in quadruplets):
        raise InvalidConstraints(
            f"quadruplets are a tuple of {len(quadruplets)}: pass row numbers as a list or an array (n, 4); a tuple "
            "is read as the pair features (closer, farther)"
        )
    return quadruplets


def _features_of_points(quadruplets: Any, deltas: ArrayLike, *, squared: bool) -> QuadrupletFeatures:
    """Pair features of quadruplets that hold their points, (n, 4, n_features)."""
    table = as_floats(quadruplets, "points of quadruplets")
    if table.shape[1] != 4:
        raise InvalidConstraints(
            f"quadruplets have shape {table.shape}: pass the four points of each, (n, 4, features)"
        )
    points = finite(table.reshape(4 * len(table), table.shape[2]), "points of quadruplets")
    rows = Quadruplets.of(np.arange(len(points)).reshape(len(table), 4), deltas)
    return rows.squared_differences(points) if squared else rows.differences(points)


def _dimensions(table: Any) -> int:
    return int(table.ndim) if hasattr(table, "ndim") else np.asarray(table).ndim


def _are_rows_of_four(table: Any) -> bool:
    if table is None or isinstance(table, tuple):
        return False
    array = np.asarray(table)
    return np.issubdtype(array.dtype, np.integer) and array.ndim == 2 and array.shape[1] == 4


def _are_points(table: Any) -> bool:
    other = table is None or callable(table) or isinstance(table, Quadruplets | QuadrupletFeatures | tuple)
    return not other and _dimensions(table) == 2 and len(table) > 0 and not _are_rows_of_four(table)


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
