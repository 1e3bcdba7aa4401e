"""Quadruplets out of a tree of classes: near relatives closer than distant ones.

``taxonomy_metric`` learns from them. Source: M. T. Law's thesis (2015), section 2.5. Type 1: two points of a class are
closer than a point of it and one of a sibling class. Type 2: a point and one of a sibling class are closer than a point
of the class and one of a cousin, which is any class that is neither the class nor a sibling. The first pair is a point
with one of its nearest neighbours; the second is drawn at random, or the point with one that is too near to it.
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
class Draws:
    """How many quadruplets there are of each point, and which.

    Parameters
    ----------
    n_neighbors : int
        Neighbours j of each point i: in its class for type 1, in all siblings together for type 2.
    n_draws : int
        Pairs (k, l) for each (i, j), of each kind.
    farther : {"both", "drawn", "nearest"}
        "drawn": k and l at random, as in the source. "nearest": k is i, and l one of the points nearest to it, where a
        metric goes wrong first.
    most : int, optional
        About so many quadruplets in all: of more, those of an even share of the pairs (i, j).
    """

    n_neighbors: int = 3
    n_draws: int = 6
    farther: str = "both"
    most: int | None = None

    def kept(self, n_points: int) -> float:
        """Share of the pairs (i, j) that are used."""
        kinds = 2 if self.farther == "both" else 1
        return (
            1.0 if self.most is None else self.most / (2 * n_points * self.n_neighbors * self.n_draws * kinds)
        )


def taxonomy_quadruplets(
    points: ArrayLike,
    codes: ArrayLike,
    relations: IntArray,
    draws: Draws | None = None,
    *,
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
    draws : Draws, optional
    random : RandomState

    Raises
    ------
    InvalidConstraints
        Every class has a single point.
    """
    draws = draws or Draws()
    array, classes = np.asarray(points, dtype=np.float64), np.asarray(codes)
    making = _Making(points=array, draws=draws, random=random)
    neighbours = target_neighbours(array, classes, draws.n_neighbors)
    within, across = [np.empty((0, 4), dtype=np.intp)], [np.empty((0, 4), dtype=np.intp)]
    for code in np.unique(classes):
        siblings, cousins = _relatives(relations, classes, code)
        members = np.flatnonzero(classes == code)
        if not len(siblings):
            continue
        pairs = neighbours[classes[neighbours[:, 0]] == code]
        within += making.quadruplets(pairs, members, siblings)
        if len(cousins):
            pairs = _nearest(array, members, siblings, draws.n_neighbors)
            across += making.quadruplets(pairs, members, cousins)
    return TaxonomyQuadruplets(
        within=Quadruplets.of(np.concatenate(within)),
        across=Quadruplets.of(np.concatenate(across)),
        neighbours=neighbours,
    )


@dataclass(frozen=True, kw_only=True)
class _Making:
    """Quadruplets of the members of one class, out of pairs (i, j) and the points of classes farther away."""

    points: FloatArray
    draws: Draws
    random: np.random.RandomState

    def quadruplets(self, pairs: IntArray, members: IntArray, far: IntArray) -> list[IntArray]:
        """Of a share of the pairs."""
        count = int(np.ceil(min(self.draws.kept(len(self.points)), 1.0) * len(pairs)))
        kept = pairs[np.sort(self.random.permutation(len(pairs))[:count])]
        made = {"drawn": [self._drawn], "nearest": [self._nearest], "both": [self._drawn, self._nearest]}
        return [make(kept, members, far) for make in made[self.draws.farther]]

    def _drawn(self, pairs: IntArray, members: IntArray, far: IntArray) -> IntArray:
        rows = np.repeat(pairs, self.draws.n_draws, axis=0)
        drawn = self.random.choice(members, len(rows)), self.random.choice(far, len(rows))
        return np.column_stack([rows, *drawn]).astype(np.intp)

    def _nearest(self, pairs: IntArray, members: IntArray, far: IntArray) -> IntArray:
        near = _nearest(self.points, members, far, self.draws.n_draws)[:, 1].reshape(len(members), -1)
        rows = np.repeat(pairs, near.shape[1], axis=0)
        mine = near[np.searchsorted(members, pairs[:, 0])]
        return np.column_stack([rows, rows[:, 0], mine.ravel()]).astype(np.intp)


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
