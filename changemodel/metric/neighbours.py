"""Constraints from class labels: similar and dissimilar pairs, target neighbours, triplets and impostors.

``lmnn`` learns from target neighbours and impostors. Source: M. T. Law's thesis (2015), (1.5) and sections 1.3.4 and
2.2: the target neighbours of a point are its nearest points of the same class in the Euclidean metric; a triplet (i,
near, far) has a target neighbour as ``near`` and a point of another class as ``far``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.spatial.distance import cdist

from changemodel.errors import InvalidConstraints
from changemodel.metric.quadruplets import FloatArray, IntArray


def pairs_from_labels(labels: ArrayLike) -> tuple[IntArray, IntArray]:
    """All pairs i < j of the same class, and all of different classes, each of shape (n, 2)."""
    array = np.asarray(labels)
    i, j = np.triu_indices(len(array), 1)
    same = array[i] == array[j]
    pairs = np.column_stack([i, j])
    return pairs[same], pairs[~same]


def target_neighbours(points: ArrayLike, labels: ArrayLike, k: int) -> IntArray:
    """Pairs (i, j), j among the k nearest points of i's class; fewer where the class is smaller.

    Ties go to the lower row number. Raises ``InvalidConstraints`` when no class has two points.
    """
    array, classes = np.asarray(points, dtype=np.float64), np.asarray(labels)
    pairs = []
    for label in np.unique(classes):
        members = np.flatnonzero(classes == label)
        distances = cdist(array[members], array[members], "sqeuclidean")
        np.fill_diagonal(distances, np.inf)
        near = np.argsort(distances, axis=1, kind="stable")[:, : min(k, len(members) - 1)]
        pairs.append(np.column_stack([np.repeat(members, near.shape[1]), members[near].ravel()]))
    found = np.concatenate(pairs)
    if not len(found):
        raise InvalidConstraints("every class has a single point: there are no neighbours to learn from")
    return found


def triplets_of(neighbours: ArrayLike, labels: ArrayLike) -> IntArray:
    """Every (i, near, far) of the neighbours and the points of other classes, shape (n, 3)."""
    pairs, classes = np.asarray(neighbours), np.asarray(labels)
    found = [np.empty((0, 3), dtype=np.intp)]
    for i, near in pairs:
        far = np.flatnonzero(classes != classes[i])
        found.append(np.column_stack([np.full(far.size, i), np.full(far.size, near), far]))
    return np.concatenate(found)


def impostors(
    moved: FloatArray, neighbours: IntArray, labels: ArrayLike, margin: float, block: int = 1000
) -> tuple[IntArray, FloatArray]:
    """Triplets broken in the learned space, and by how much: those with d(i, far) < d(i, near) + margin.

    Found from distances, a block of neighbours at a time, so that the triplets that hold are never formed.
    """
    classes = np.asarray(labels)
    triplets, slacks = [np.empty((0, 3), dtype=np.intp)], [np.empty(0)]
    for begin in range(0, len(neighbours), block):
        i, near = neighbours[begin : begin + block].T
        reach = ((moved[i] - moved[near]) ** 2).sum(axis=1) + margin
        slack = reach[:, None] - cdist(moved[i], moved, "sqeuclidean")
        rows, far = np.nonzero((slack > 0.0) & (classes[i][:, None] != classes[None, :]))
        triplets.append(np.column_stack([i[rows], near[rows], far]))
        slacks.append(slack[rows, far])
    return np.concatenate(triplets), np.concatenate(slacks)
