"""The importance map: which regions make changes important.

Raw weights of the metric cannot be compared between a pale region and a contrasted one, since a region that
can only change a little needs a large weight to count. What is shown is each region's share of the learned
distance on pairs that changed importantly: weight times typical region distance. Reading of w in M. T. Law's
thesis (2015), section 4.4.2; the shares are ours.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

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
