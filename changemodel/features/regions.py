"""Distances per region: how far apart two versions are in each cell of the grid.

Source: Law 2015, section 4.2: element k is the squared Euclidean distance between the descriptors of cell k.
The metric learner weighs these vectors. A cell whose features are NaN has no data (its content left the
picture, see ``alignment``): its distance to anything is 0, since nothing is known to have changed there.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from changemodel.errors import InvalidInput

_CHUNK_BYTES = 8_000_000  # of float64 differences in flight; larger chunks are not faster


def region_distances(a: ArrayLike, b: ArrayLike) -> NDArray[np.float64]:
    """Squared Euclidean distance in each region of two versions, features (regions, values) -> (regions,)."""
    first, second = _features(a, 2), _features(b, 2)
    if first.shape != second.shape:
        raise InvalidInput(
            f"features have the shapes {first.shape} and {second.shape}: compare equal layouts"
        )
    features = np.stack([first, second])
    distances: NDArray[np.float64] = region_distances_of(features, np.array([[0, 1]]))[0]
    return distances


def region_distances_of(features: ArrayLike, pairs: ArrayLike) -> NDArray[np.float64]:
    """Region distances of many pairs of versions.

    Parameters
    ----------
    features
        Shape (versions, regions, values), NaN where a region has no data.
    pairs
        Indices of versions, shape (pairs, 2).

    Returns
    -------
    Array of shape (pairs, regions), float64. Work is done a few pairs at a time, so that memory beyond the
    result stays near 16 MB whatever the number of pairs.
    """
    array, indices = _features(features, 3), _pairs(pairs, np.shape(features)[0])
    distances = np.empty((len(indices), array.shape[1]))
    step = max(1, _CHUNK_BYTES // (8 * array.shape[1] * array.shape[2]))
    for start in range(0, len(indices), step):
        first, second = indices[start : start + step].T
        difference = np.subtract(array[first], array[second], dtype=np.float64)
        np.einsum("prv,prv->pr", difference, difference, out=distances[start : start + step])
    return np.nan_to_num(distances, copy=False, nan=0.0)


def _features(features: ArrayLike, ndim: int) -> NDArray[np.floating]:
    array = np.asarray(features)
    if array.ndim != ndim or array.shape[-2] == 0 or array.shape[-1] == 0:
        expected = "(regions, values)" if ndim == 2 else "(versions, regions, values)"
        raise InvalidInput(f"features have shape {array.shape}: pass {expected}")
    if not np.issubdtype(array.dtype, np.floating):
        array = array.astype(np.float64)
    if np.isinf(array).any():
        raise InvalidInput("features hold infinite values: compute them anew")
    return array


def _pairs(pairs: ArrayLike, n_versions: int) -> NDArray[np.intp]:
    array = np.asarray(pairs)
    if array.size == 0:
        return np.empty((0, 2), dtype=np.intp)
    if array.ndim != 2 or array.shape[1] != 2 or not np.issubdtype(array.dtype, np.integer):
        raise InvalidInput(f"pairs have shape {array.shape} and type {array.dtype}: pass integers (pairs, 2)")
    if array.min() < 0 or array.max() >= n_versions:
        raise InvalidInput(
            f"pairs speak of versions {array.min()} to {array.max()}, there are 0 to {n_versions - 1}"
        )
    return array.astype(np.intp)
