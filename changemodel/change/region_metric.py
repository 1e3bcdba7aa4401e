"""A learned distance over region distances: a weight for each region, or a matrix that also weighs pairs of them.

What ``training`` gives and ``ChangeModel`` compares with, whatever the regions are (cells of the grid, blocks).
Source: M. T. Law's thesis (2015), (4.5): D_w = w . d, and (4.6): D_M = c^T M c with c the element-wise square
root of d. Either is divided by ``scale``, so that 1 is the usual distance from one capture to the next.

The importance map: raw weights of the metric cannot be compared between a pale region and a contrasted one, since a
region that can only change a little needs a large weight to count. What is shown is each region's share of the learned
distance on pairs that changed importantly: weight times typical region distance. Reading of w in M. T. Law's thesis
(2015), section 4.4.2; the shares are ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from changemodel.errors import InvalidInput
from changemodel.metric.quadruplets import FloatArray


def importance_shares(weights: ArrayLike, important_distances: ArrayLike) -> FloatArray:
    """Each region's share of the distance on important pairs: >= 0, sums to 1.

    Parameters
    ----------
    weights : float array, shape (n_regions,), >= 0
    important_distances : float array, shape (n_pairs, n_regions), >= 0
        Region distances of the pairs that changed importantly. Where no region adds to their distance, all
        regions share equally: nothing is known.
    """
    w = np.asarray(weights, dtype=np.float64)
    distances = np.asarray(important_distances, dtype=np.float64)
    if distances.ndim != 2 or w.shape != distances.shape[1:]:
        raise InvalidInput(f"{w.shape} weights do not fit region distances of shape {distances.shape}")
    mass = w * distances.mean(axis=0) if len(distances) else np.zeros_like(w)
    total = float(mass.sum())
    return mass / total if total > 0.0 else equal_shares(w.size)


def equal_shares(n_regions: int) -> FloatArray:
    """The map of a page of which nothing was learned."""
    return np.full(n_regions, 1.0 / n_regions)


@dataclass(frozen=True, kw_only=True)
class RegionMetric:
    """Weights of region distances; with a matrix, weights of pairs of regions."""

    weights: FloatArray  # (regions,), >= 0; with a matrix its diagonal
    scale: float
    matrix: FloatArray | None = None  # M, (regions, regions), positive semidefinite

    @classmethod
    def euclidean(cls, n_regions: int, scale: float = 1.0) -> RegionMetric:
        """Every region counts as it is."""
        return cls(weights=np.ones(n_regions), scale=scale)

    @classmethod
    def full(cls, matrix: FloatArray, scale: float) -> RegionMetric:
        """D_M of a matrix."""
        return cls(weights=np.diag(matrix).copy(), scale=scale, matrix=matrix)

    def contributions(self, distances: ArrayLike) -> FloatArray:
        """What each region adds to the distance; sums to it over the last axis.

        Parameters
        ----------
        distances : float array, shape (..., regions), >= 0
            Region distances.

        Returns
        -------
        float array, shape (..., regions)
            With a matrix, c * (M c): a region that changes together with others may take away from their
            sum, so that single numbers can be negative. Their sum never is.
        """
        values = np.asarray(distances, dtype=np.float64)
        if self.matrix is None:
            plain: FloatArray = values * self.weights / self.scale
            return plain
        roots = np.sqrt(values)
        joint: FloatArray = roots * (roots @ self.matrix) / self.scale
        return joint

    def distance(self, distances: ArrayLike) -> FloatArray:
        """Learned distance of each row of region distances, >= 0."""
        distance: FloatArray = np.maximum(self.contributions(distances).sum(axis=-1), 0.0)
        return distance

    def shares(self, important: FloatArray) -> FloatArray:
        """The importance map: each region's share of the distance on pairs that changed importantly.

        With a matrix a region's negative sum counts as none. Where nothing adds to the distance, equal shares.
        """
        if self.matrix is None:
            return importance_shares(self.weights, important)
        if not len(important):
            return equal_shares(len(self.weights))
        mass = np.maximum(self.contributions(important).mean(axis=0), 0.0)
        return mass / mass.sum() if mass.any() else equal_shares(len(mass))

    def leading(self) -> FloatArray:
        """|v_1|, the leading eigenvector of M: the source's reading of a full matrix as a map, (regions,)."""
        matrix = np.diag(self.weights) if self.matrix is None else self.matrix
        leading: FloatArray = np.abs(np.linalg.eigh(matrix)[1][:, -1])
        return leading

    def with_weights(self, weights: FloatArray) -> RegionMetric:
        """The same metric with other weights of single regions."""
        if self.matrix is None:
            return replace(self, weights=weights)
        matrix = np.array(self.matrix)
        matrix[np.diag_indices_from(matrix)] = weights
        return replace(self, weights=weights, matrix=matrix)

    def scaled(self, factor: float) -> RegionMetric:
        """The metric times a number."""
        matrix = None if self.matrix is None else self.matrix * factor
        return replace(self, weights=self.weights * factor, matrix=matrix)

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """For saving: every number that a distance depends on."""
        arrays: dict[str, NDArray[Any]] = {"weights": self.weights, "scale": np.array(self.scale)}
        return arrays if self.matrix is None else arrays | {"matrix": self.matrix}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> RegionMetric:
        """What ``to_arrays`` gave."""
        return cls(weights=arrays["weights"], scale=float(arrays["scale"]), matrix=arrays.get("matrix"))

    def __post_init__(self) -> None:
        if self.matrix is not None and self.matrix.shape != (len(self.weights),) * 2:
            raise InvalidInput(
                f"a matrix of shape {self.matrix.shape} does not fit {len(self.weights)} regions"
            )
