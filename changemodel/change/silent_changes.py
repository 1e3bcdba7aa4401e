"""Whether what changed without a word lasts: a drawing stands before and after, an advertisement does not.

Beside the order of time, which both keep: an advertisement that is new at every visit never returns. Between two visits
of one step, little differs on either side, and about the same from any visit before it to any one after it. Ours; the
thesis judges each pair of versions by itself (M. T. Law, 2015, section 4.1). ``parts`` asks it whether anything but the
words has a say.
"""

from __future__ import annotations

import numpy as np

from changemodel.change.training import PairDistances
from changemodel.metric.quadruplets import FloatArray, IntArray

BESIDE = 4
"""Visits that are looked at before and after a change."""


def unrest(distances: PairDistances, pairs: IntArray, visits: int) -> FloatArray:
    """How far apart the visits on either side of a change are, as a share of how far those before are from those after.

    Parameters
    ----------
    distances : callable
        Of pairs of visits, (n, 2) -> (n,).
    pairs : int array, shape (changes, 2)
        The last visit before each change and the first after it.
    visits : int
        In all.

    Returns
    -------
    float array, shape (changes,)
        By medians: 0 where the picture stands before and after, about 1 where it is new at every visit.
    """
    return np.array([_unrest(distances, before, after, visits) for before, after in pairs.tolist()])


def _unrest(distances: PairDistances, before: int, after: int, visits: int) -> float:
    sides = (
        np.arange(max(0, before - BESIDE + 1), before + 1),
        np.arange(after, min(visits, after + BESIDE)),
    )
    within = np.concatenate([_combinations(side) for side in sides])
    across = np.stack(np.meshgrid(*sides), axis=-1).reshape(-1, 2)
    apart = float(np.median(distances(across)))
    if not len(within) or apart <= 0.0:
        return 1.0
    return float(np.median(distances(within))) / apart


def _combinations(visits: IntArray) -> IntArray:
    rows, columns = np.triu_indices(len(visits), k=1)
    return np.stack([visits[rows], visits[columns]], axis=1)
