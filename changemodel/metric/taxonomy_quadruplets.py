"""Quadruplets out of a tree of classes: near relatives closer than distant ones.

``taxonomy_metric`` learns from them. Source: M. T. Law's thesis (2015), section 2.5. Type 1: two points of a class are
closer than a point of it and one of a sibling class. Type 2: a point and one of a sibling class are closer than a point
of the class and one of a cousin, which is any class that is neither the class nor a sibling. The first pair is a point
with one of its nearest neighbours, the second is drawn at random.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.neighbors import NearestNeighbors

from changemodel.metric.neighbours import target_neighbours
from changemodel.metric.quadruplets import FloatArray, IntArray, Quadruplets

SIBLING = 1


@dataclass(frozen=True, kw_only=True)
class TaxonomyQuadruplets:
    """Both types of quadruplets, as rows of the points they were made of, and the target neighbours beside them."""

    within: Quadruplets  # type 1
    across: Quadruplets  # type 2
    neighbours: IntArray  # (m, 2), of the same class

    @property
    def both(self) -> Quadruplets:
        """Type 1, then type 2."""
        return self.within + self.across


@dataclass(frozen=True, kw_only=True)
class _Draw:
    """How the second pair of a quadruplet is drawn."""

    n_draws: int
    share: float  # of the first pairs
    random: np.random.RandomState

    def farther(self, pairs: IntArray, near: IntArray, far: IntArray) -> IntArray:
        """Quadruplets (i, j, k, l): of a share of the pairs (i, j), each with k drawn of the one and l of the other."""
        kept = np.sort(self.random.permutation(len(pairs))[: int(np.ceil(self.share * len(pairs)))])
        rows = np.repeat(pairs[kept], self.n_draws, axis=0)
        drawn = self.random.choice(near, len(rows)), self.random.choice(far, len(rows))
        return np.column_stack([rows, *drawn]).astype(np.intp)


def taxonomy_quadruplets(
    points: ArrayLike,
    codes: ArrayLike,
    relations: IntArray,
    *,
    n_neighbors: int = 3,
    n_draws: int = 6,
    most: int | None = None,
    random: np.random.RandomState,
) -> TaxonomyQuadruplets:
    """Quadruplets (i, j, k, l) of both types.

    The nearest relatives of a class stand for siblings where it has none; where all other classes are those, there is
    no type 2 of it.

    Parameters
    ----------
    points : float array, shape (n, d)
    codes : int array, shape (n,)
        Class of each point, a row of ``relations``.
    relations : int array, shape (n_classes, n_classes)
        ``ClassTree.kinship`` of the classes.
    n_neighbors : int
        Neighbours j of each point i: in its class for type 1, in all siblings together for type 2.
    n_draws : int
        Pairs (k, l) drawn for each (i, j), k of i's class.
    most : int, optional
        About so many quadruplets at most: of more, those of an even share of the pairs (i, j).
    random : RandomState

    Raises
    ------
    InvalidConstraints
        Every class has a single point.
    """
    array, classes = np.asarray(points, dtype=np.float64), np.asarray(codes)
    share = 1.0 if most is None else most / (2 * len(array) * n_neighbors * n_draws)
    draw = _Draw(n_draws=n_draws, share=min(share, 1.0), random=random)
    neighbours = target_neighbours(array, classes, n_neighbors)
    within, across = [np.empty((0, 4), dtype=np.intp)], [np.empty((0, 4), dtype=np.intp)]
    for code in np.unique(classes):
        siblings, cousins = _relatives(relations, classes, code)
        members = np.flatnonzero(classes == code)
        if not len(siblings):
            continue
        pairs = neighbours[classes[neighbours[:, 0]] == code]
        within.append(draw.farther(pairs, members, siblings))
        if len(cousins):
            pairs = _nearest(array, members, siblings, n_neighbors)
            across.append(draw.farther(pairs, members, cousins))
    return TaxonomyQuadruplets(
        within=Quadruplets.of(np.concatenate(within)),
        across=Quadruplets.of(np.concatenate(across)),
        neighbours=neighbours,
    )


def _relatives(relations: IntArray, classes: NDArray[Any], code: int) -> tuple[IntArray, IntArray]:
    """Points of the classes nearest to a class in the tree, and of all that are farther."""
    kin = relations[code][classes]
    others = kin[classes != code]
    nearest = max(int(others.min(initial=kin.max())), SIBLING)
    return np.flatnonzero((kin <= nearest) & (classes != code)), np.flatnonzero(kin > nearest)


def _nearest(points: FloatArray, members: IntArray, among: IntArray, k: int) -> IntArray:
    """Pairs (i, j): of each member the k nearest points among some others."""
    search = NearestNeighbors(n_neighbors=min(k, len(among))).fit(points[among])
    near = search.kneighbors(points[members], return_distance=False)
    return np.column_stack([np.repeat(members, near.shape[1]), among[near.ravel()]])
