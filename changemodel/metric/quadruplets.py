"""Constraints between distances: quadruplets as index tuples or as precomputed pair features, labelled pairs.

A quadruplet (i, j, k, l) always means d(i, j) < d(k, l): the first pair is the closer one. In full, (2.1) of
M. T. Law's thesis (2015): D(k, l) >= D(i, j) + delta, strict for delta > 0 (usually 1), relaxed for delta =
0. Triplets, similar and dissimilar pairs are special cases; a pair with i = j has distance 0. Learners take
index tuples with the points they index, or the features of both pairs where these are not differences of
points (the region distances of a web page).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from changemodel.errors import InvalidConstraints

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.intp]

LARGEST_DELTA = 1e12
"""Greatest margin, of either sign: with the largest cost its objective still leaves room in double precision."""


@dataclass(frozen=True, kw_only=True)
class Quadruplets:
    """Index tuples: ``indices[q] = (i, j, k, l)`` asks for d(i, j) + deltas[q] <= d(k, l)."""

    indices: IntArray  # (n, 4)
    deltas: FloatArray  # (n,)

    @classmethod
    def of(cls, indices: ArrayLike, deltas: ArrayLike = 1.0) -> Quadruplets:
        """Checked quadruplets; one delta for all, or one for each."""
        rows = _index_rows(indices, 4, "quadruplets")
        return cls(indices=rows, deltas=_deltas(deltas, len(rows)))

    @classmethod
    def from_triplets(cls, triplets: ArrayLike, delta: float = 1.0) -> Quadruplets:
        """Triplets (i, near, far): d(i, near) + delta <= d(i, far)."""
        rows = _index_rows(triplets, 3, "triplets")
        return cls.of(rows[:, [0, 1, 0, 2]], delta)

    @classmethod
    def from_similar_pairs(cls, pairs: ArrayLike, upper: float) -> Quadruplets:
        """Pairs whose distance shall be at most ``upper``: (i, j, i, i) with delta = -upper."""
        rows = _index_rows(pairs, 2, "similar pairs")
        return cls.of(rows[:, [0, 1, 0, 0]], -upper)

    @classmethod
    def from_dissimilar_pairs(cls, pairs: ArrayLike, lower: float) -> Quadruplets:
        """Pairs whose distance shall be at least ``lower``: (i, i, i, j) with delta = lower."""
        rows = _index_rows(pairs, 2, "dissimilar pairs")
        return cls.of(rows[:, [0, 0, 0, 1]], lower)

    @classmethod
    def from_pair_sets(cls, similar: ArrayLike, dissimilar: ArrayLike, delta: float = 1.0) -> Quadruplets:
        """Every similar pair closer than every dissimilar pair."""
        near = _index_rows(similar, 2, "similar pairs")
        far = _index_rows(dissimilar, 2, "dissimilar pairs")
        return cls.of(np.hstack([np.repeat(near, len(far), axis=0), np.tile(far, (len(near), 1))]), delta)

    def __len__(self) -> int:
        return len(self.indices)

    def __add__(self, other: Quadruplets) -> Quadruplets:
        return Quadruplets(
            indices=np.vstack([self.indices, other.indices]),
            deltas=np.concatenate([self.deltas, other.deltas]),
        )

    def differences(self, points: ArrayLike) -> QuadrupletFeatures:
        """Pair features of a full metric: the difference of the two points."""
        array = finite(points, "points")
        check_index_range(self.indices, len(array), "quadruplets")
        i, j, k, level = self.indices.T
        with np.errstate(over="ignore"):  # learners refuse what overflows
            return QuadrupletFeatures(
                closer=array[i] - array[j], farther=array[k] - array[level], deltas=self.deltas
            )

    def squared_differences(self, points: ArrayLike) -> QuadrupletFeatures:
        """Pair features of a diagonal metric: the element-wise squared difference of the two points."""
        pairs = self.differences(points)
        with np.errstate(over="ignore"):  # learners refuse what overflows
            return QuadrupletFeatures(closer=pairs.closer**2, farther=pairs.farther**2, deltas=self.deltas)


@dataclass(frozen=True, kw_only=True)
class QuadrupletFeatures:
    """Precomputed pair features: the metric shall put ``closer[q]`` below ``farther[q]`` by ``deltas[q]``."""

    closer: FloatArray  # (n, d)
    farther: FloatArray  # (n, d)
    deltas: FloatArray  # (n,)

    @classmethod
    def of(cls, closer: ArrayLike, farther: ArrayLike, deltas: ArrayLike = 1.0) -> QuadrupletFeatures:
        """Checked features; one delta for all, or one for each."""
        near = finite(closer, "features of the closer pairs")
        far = finite(farther, "features of the farther pairs")
        if near.shape != far.shape:
            raise InvalidConstraints(
                f"closer pairs have shape {near.shape}, farther ones {far.shape}: pass one row per quadruplet"
            )
        return cls(closer=near, farther=far, deltas=_deltas(deltas, len(near)))

    @classmethod
    def from_pairs(
        cls, pair_features: FloatArray, closer: ArrayLike, farther: ArrayLike, deltas: ArrayLike = 1.0
    ) -> QuadrupletFeatures:
        """Quadruplets given as row numbers into one table of pair features."""
        table = finite(pair_features, "pair features")
        rows = np.column_stack([np.asarray(closer), np.asarray(farther)])
        check_index_range(rows, len(table), "quadruplets")
        return cls(closer=table[rows[:, 0]], farther=table[rows[:, 1]], deltas=_deltas(deltas, len(rows)))

    def __len__(self) -> int:
        return len(self.deltas)

    @property
    def rows(self) -> FloatArray:
        """z_q = c_kl - c_ij: what the metric shall make at least delta."""
        return self.farther - self.closer

    def satisfied(self, weights: ArrayLike) -> float:
        """Share of quadruplets whose order the weights keep: d_ij < d_kl if strict, <= if delta <= 0."""
        return share_in_order(
            self.closer @ np.asarray(weights), self.farther @ np.asarray(weights), self.deltas
        )


@dataclass(frozen=True, kw_only=True)
class LabelledPairs:
    """Features of labelled pairs: label +1 dissimilar, D >= b + 1; label -1 similar, D <= b - 1."""

    features: FloatArray  # (n, d)
    labels: FloatArray  # (n,), +1 or -1

    @classmethod
    def of(cls, features: ArrayLike, labels: ArrayLike) -> LabelledPairs:
        """Checked pairs."""
        array = finite(features, "features of labelled pairs")
        signs = as_floats(labels, "labels of pairs")
        if signs.shape != (len(array),):
            raise InvalidConstraints(
                f"{len(array)} pairs have labels of shape {signs.shape}: pass one for each"
            )
        if not np.isin(signs, (-1.0, 1.0)).all():
            raise InvalidConstraints("labels of pairs must be -1 (similar) or +1 (dissimilar)")
        return cls(features=array, labels=signs)

    @classmethod
    def none(cls, width: int) -> LabelledPairs:
        """No pairs, of ``width`` features each."""
        return cls(features=np.empty((0, width)), labels=np.empty(0))

    def __len__(self) -> int:
        return len(self.labels)

    @property
    def rows(self) -> FloatArray:
        """y_p [features; -1]: what omega = [w; b] shall make at least 1."""
        return self.labels[:, None] * np.hstack([self.features, -np.ones((len(self), 1))])


def share_in_order(closer: ArrayLike, farther: ArrayLike, deltas: ArrayLike) -> float:
    """Share of quadruplets in the right order: closer < farther where delta > 0, closer <= farther elsewhere.

    The size of the margin does not count. 1.0 for no quadruplets: none is broken.
    """
    near, far = np.asarray(closer, dtype=np.float64), np.asarray(farther, dtype=np.float64)
    kept = np.where(np.asarray(deltas) > 0.0, near < far, near <= far)
    return float(kept.mean()) if kept.size else 1.0


def check_index_range(indices: IntArray, n_rows: int, name: str) -> None:
    """Refuse row numbers outside [0, n_rows)."""
    if indices.size and (indices.min() < 0 or indices.max() >= n_rows):
        raise InvalidConstraints(
            f"{name} speak of rows {indices.min()} to {indices.max()}, there are rows 0 to {n_rows - 1}"
        )


def _index_rows(indices: ArrayLike, width: int, name: str) -> IntArray:
    array = np.asarray(indices)
    if array.size == 0:
        return np.empty((0, width), dtype=np.intp)
    if array.ndim != 2 or array.shape[1] != width or not np.issubdtype(array.dtype, np.integer):
        raise InvalidConstraints(
            f"{name} have shape {array.shape} and type {array.dtype}: pass integers (n, {width})"
        )
    return array.astype(np.intp)


def _deltas(deltas: ArrayLike, count: int) -> FloatArray:
    array = as_floats(deltas, "deltas")
    if array.ndim == 0:
        array = np.full(count, float(array))
    if array.shape != (count,):
        raise InvalidConstraints(
            f"deltas of shape {array.shape} for {count} quadruplets: pass one number for all, or one for each"
        )
    _refuse_infinite(array, "deltas", "pass finite margins, such as 1")
    largest = float(np.abs(array).max(initial=0.0))
    if largest > LARGEST_DELTA:
        raise InvalidConstraints(
            f"deltas reach {largest:.2g}: pass margins of at most {LARGEST_DELTA:g}, best about 1"
        )
    return array


def finite(features: ArrayLike, name: str) -> FloatArray:
    """A float array (rows, columns) without NaN and infinity; where there are rows, they have columns.

    Raises
    ------
    InvalidConstraints
        It is none.
    """
    array = as_floats(features, name)
    if array.ndim != 2:
        raise InvalidConstraints(f"{name} have shape {array.shape}: pass (rows, columns)")
    if len(array) and not array.shape[1]:
        raise InvalidConstraints(f"{name} have shape {array.shape}: pass one column at least")
    _refuse_infinite(array, name, "leave out those rows")
    return array


def as_floats(values: ArrayLike, name: str) -> FloatArray:
    """An array of floats, of any shape.

    Raises
    ------
    InvalidConstraints
        It holds complex numbers, whose imaginary part would be lost, or what is no number.
    """
    try:
        array = np.asarray(values)
        if not np.iscomplexobj(array):
            return np.asarray(array, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise InvalidConstraints(
            f"{name} hold what is no number ({error}): pass an array of floats"
        ) from error
    raise InvalidConstraints(f"{name} hold complex numbers: pass real ones")


def _refuse_infinite(array: FloatArray, name: str, advice: str) -> None:
    bad = array.size - int(np.count_nonzero(np.isfinite(array)))
    if bad:
        raise InvalidConstraints(f"{name} hold {bad} NaN or infinite values: {advice}")
