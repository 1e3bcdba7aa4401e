"""The distances beside ours: what monitors, archives and other learners do, on the same pairs of captures.

Distances of pairs alone come from ``changemodel.evaluation``; here are those that need more: the hand-set crop, which
is told where the news stands, and learners that are given the same constraints of time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from changemodel.change.temporal import Rhythm, TemporalConstraints, temporal_constraints
from changemodel.evaluation.baselines import BASELINES
from changemodel.evaluation.text_peers import block_text_difference, image_difference, link_difference
from changemodel.features.regions import region_distances_of
from changemodel.metric.quadruplet_metric import QuadrupletMetric
from changemodel.version import PageVersion

FloatArray = NDArray[np.float64]
PairDistance = Callable[[PageVersion, PageVersion], float]

PAIR_PEERS: Mapping[str, PairDistance] = {
    **{name: distance for name, distance in BASELINES.items() if name != "hash"},
    "per-block text": block_text_difference,
    "links": link_difference,
    "images": image_difference,
}
"""Distances of two captures that learn nothing."""

TRIPLET_C = 1.0
"""Cost of a violated triplet. On nine histories of the training family it gave a mean MAP of 72.5, as did 3; less gave
71.8 and 100 gave 70.8."""


def cropped(distances: FloatArray, news: NDArray[np.bool_]) -> FloatArray:
    """The hand-set crop: Euclidean GIST of the cells that are declared as news, (n, cells) -> (n,)."""
    return np.asarray(distances[:, news.ravel()].sum(axis=1))


def constraints_of(times_h: FloatArray, seed: int, limit: int = 10_000) -> TemporalConstraints:
    """The constraints from time that our own learner gets."""
    return temporal_constraints(times_h, Rhythm.of(times_h), limit=limit, random_state=seed)


def triplet_weights(features: NDArray[np.float32], times_h: FloatArray, seed: int) -> FloatArray:
    """Region weights learned from triplets only: of the constraints, those whose two pairs share a capture.

    The source's own comparison (Law 2015, section 4.4; the slides call it LMNN): version t is nearer to its
    successor than to any later one.
    """
    constraints = constraints_of(times_h, seed, limit=1_000_000)
    near, far = constraints.pairs[constraints.closer], constraints.pairs[constraints.farther]
    kept = np.flatnonzero(((near[:, 0] == far[:, 0]) | (near[:, 1] == far[:, 1])) & (constraints.deltas > 0))
    table = region_distances_of(features, constraints.pairs)
    usual = np.maximum(table.mean(axis=0), 1e-3 * table.mean()) * table.shape[1]
    scaled = table / usual
    metric = QuadrupletMetric(C=TRIPLET_C).fit(
        None, (scaled[constraints.closer[kept]], scaled[constraints.farther[kept]])
    )
    return np.asarray(metric.weights_ / usual)
