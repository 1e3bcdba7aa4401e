"""Large-margin nearest neighbours: neighbours of one class near, points of other classes a margin farther.

Source: M. T. Law's thesis (2015), (1.5), after Weinberger and Saul (2009). Over positive semidefinite M,

    pull * sum over target neighbours of D_M(i, j) + (1 - pull) * sum over triplets of [1 + D_M(i, near)
    - D_M(i, far)]_+

which is the quadruplet problem with triplets for constraints and a linear regulariser; the hinge is smoothed
as in ``losses``. Most triplets always hold: the learner keeps those that were ever broken. A metric of fewer dimensions
is learned over an L with as many rows, as they do, which is not convex; it begins with the leading rows of the L that
was learned without that limit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import minimize
from sklearn.base import ClassifierMixin
from sklearn.neighbors import KNeighborsClassifier
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from changemodel.errors import InvalidConstraints
from changemodel.metric.cone import FloatArray, factor
from changemodel.metric.constraint_input import check_size
from changemodel.metric.losses import SMOOTHING, margin_loss, relaxed_slope, zone_start
from changemodel.metric.matrix_metric import MatrixMetric
from changemodel.metric.matrix_problem import MatrixProblem
from changemodel.metric.matrix_solver import solve_factored
from changemodel.metric.neighbours import impostors, target_neighbours
from changemodel.metric.parameter_checks import check_choice, check_not_negative, check_number, check_whole
from changemodel.metric.quadruplets import IntArray, Quadruplets
from changemodel.metric.subgradient import SpectralPenalty, descend
from changemodel.metric.threads import one_blas_thread

ROUNDS = 15
CAP = 100_000
NARROW_CAP = 30_000
"""Where L has few rows, more triplets are broken; 30,000 of them told 1078 digits as well as 100,000 did."""
SETTLED = 1e-4
ORDINARY = (1e-3, 1e3)
"""Usual distances of neighbours that the solvers take as they are; others are scaled to 1 first."""
COINCIDING = 1e-12
COLLAPSED = 1e-3
SHARE_OF_THE_NEAREST = 2.0**-30
"""What the nearest point counts beyond its vote, the second half of it, and so on: together less than any vote."""


class LMNN(ClassifierMixin, MatrixMetric):  # type: ignore[misc]
    """A metric for nearest-neighbour classification, learned from class labels.

    ``transform`` gives the learned space, ``predict`` the vote of the nearest points in it, where the nearest
    decides a tie, ``predict_proba`` their shares, ``kneighbors`` the points themselves; ``score`` is the share of
    points classified right.

    Parameters
    ----------
    n_neighbors : int
        Target neighbours of each point.
    metric : {"full", "diagonal"}
    pull : float
        Weight of the pull between neighbours, in (0, 1); the push of other classes has the rest.
    h : float
        Half width of the rounded corner of the loss.
    max_iterations : int
        Of each of at most 15 rounds; between rounds newly broken triplets join.
    n_components : int, optional
        Of the full metric: the columns of ``transform``, and the greatest rank; None: as many as the rank that was
        learned.
    mu : float
        Strength of a regulariser on the way there, per target neighbour: with ``n_components`` the Fantope's, the sum
        of the smallest eigenvalues (section 3.4 of the source), without the trace. Above 0 each round is
        ``subgradient.descend``, slower than L-BFGS.

    Attributes
    ----------
    matrix_ : float array, shape (n_features, n_features)
    components_ : float array, shape (n_components or rank_, n_features)
        Rows beyond the rank are 0.
    rank_ : int
    classes_ : array
    objective_ : float
        Per target neighbour; estimated from an even share of the triplets where very many are broken.
    n_triplets_ : int
        Kept triplets.
    n_iter_ : int
        Rounds.
    converged_ : bool
        Whether the last round found no newly broken triplet, or hardly moved the objective.
    """

    def __init__(
        self,
        *,
        n_neighbors: int = 3,
        metric: Literal["full", "diagonal"] = "full",
        pull: float = 0.5,
        h: float = SMOOTHING,
        max_iterations: int = 50,
        n_components: int | None = None,
        mu: float = 0.0,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.metric = metric
        self.pull = pull
        self.h = h
        self.max_iterations = max_iterations
        self.n_components = n_components
        self.mu = mu

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Learn from points and their classes.

        Parameters
        ----------
        X : float array, shape (n_points, n_features)
        y : array, shape (n_points,)

        Raises
        ------
        ValueError
            A parameter out of its range, fewer than two classes, labels that are no classes, NaN.
        InvalidConstraints
            Every class has a single point; all points are the same; values above 1e30.
        """
        self._check_parameters()
        with self._new_fit():
            points, labels = validate_data(self, X, y, dtype=np.float64)
            self._check_components(points.shape[1])
            check_classification_targets(labels)
            self.classes_, codes = np.unique(labels, return_inverse=True)
            if len(self.classes_) < 2:
                raise ValueError("y holds 1 class: give points of two classes at least.")
            self._points = np.array(points)
            with np.errstate(over="ignore"):
                check_size(points - points[0])
            neighbours = target_neighbours(points, codes, self.n_neighbors)
            self._factor = _power_of_two(_usual_distance(points, neighbours))
            with one_blas_thread():
                self._learn(_Rounds(points / self._factor, codes, neighbours, 1.0 + self.h))
            voters = KNeighborsClassifier(min(self.n_neighbors, len(points)), weights=_nearest_first)
            self._voters = voters.fit(_with_a_column(self._points @ self.components_.T), labels)
        return self

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """The class most frequent among the ``n_neighbors`` nearest points of ``fit`` in the learned space.

        Of classes with as many votes, the one with the nearest point.
        """
        winners = self.predict_proba(X).argmax(axis=1)
        return np.asarray(self.classes_[winners])

    def predict_proba(self, X: ArrayLike) -> FloatArray:
        """Share of each class among the ``n_neighbors`` nearest points, shape (n, classes), as in ``classes_``.

        Where classes have as many votes, the one with the nearest point has more by 1e-9.
        """
        moved = _with_a_column(self._moved(X))
        return np.asarray(self._voters.predict_proba(moved), dtype=np.float64)

    def kneighbors(
        self, X: ArrayLike | None = None, n_neighbors: int | None = None, return_distance: bool = True
    ) -> Any:
        """The points of ``fit`` that are nearest in the learned space, as ``KNeighborsClassifier.kneighbors``.

        Parameters
        ----------
        X : float array, shape (n, n_features), optional
            None: the points of ``fit``, each without itself.
        n_neighbors : int, optional
            None: that of the last fit.

        Returns
        -------
        distances, rows : arrays, shape (n, n_neighbors), nearest first
            Distances in the learned space, the roots of ``pair_distance``; with ``return_distance=False`` the rows
            alone.
        """
        check_is_fitted(self)
        moved = None if X is None else _with_a_column(self._moved(X))
        return self._voters.kneighbors(moved, n_neighbors, return_distance)

    def _learn(self, rounds: _Rounds) -> None:
        """Of any rank; then, if that is more than was asked for, over an L with that many rows.

        There the Fantope is 0, so that the second problem is what the first tends to as ``mu`` grows.
        """
        first = np.eye(rounds.width) / _usual_distance(rounds.points, rounds.neighbours)
        minimise = {"full": self._penalised if self.mu > 0.0 else self._factored, "diagonal": self._weighted}
        rows = rounds.run(minimise[self.metric], first)
        most = self.n_components
        if most is not None and len(leading := factor(rows.T @ rows)) > most:
            rounds.room = NARROW_CAP
            rows = rounds.run(self._factored, leading[:most])
        self.objective_, self.converged_ = rounds.objective, rounds.converged
        self.n_iter_, self.n_triplets_ = rounds.count, len(rounds.kept)
        self._keep(rows.T @ rows / self._factor**2)
        if most is not None:
            self.components_ = np.pad(self.components_, ((0, most - self.rank_), (0, 0)))

    def _factored(self, rounds: _Rounds, rows: FloatArray) -> tuple[FloatArray, float]:
        found = solve_factored(self._problem(rounds), start=rows, max_iterations=self.max_iterations)
        return found.rows, found.objective

    def _penalised(self, rounds: _Rounds, rows: FloatArray) -> tuple[FloatArray, float]:
        problem, penalty = self._problem(rounds), self._penalty(rounds.width)
        found = descend(problem, penalty, start=rows.T @ rows, max_iterations=30 * self.max_iterations)
        return found.rows, found.objective

    def _weighted(self, rounds: _Rounds, rows: FloatArray) -> tuple[FloatArray, float]:
        z = Quadruplets.from_triplets(rounds.kept).squared_differences(rounds.points).rows
        pull = self.pull * (rounds.differences**2).mean(axis=0)
        weights, value = _minimise_weights(z, self._cost(rounds), pull, np.diag(rows) ** 2, self.h)
        return np.diag(np.sqrt(weights)), value

    def _problem(self, rounds: _Rounds) -> MatrixProblem:
        """Pull and push of the full metric, per target neighbour, over the kept triplets."""
        differences = rounds.differences
        return MatrixProblem.of(
            Quadruplets.from_triplets(rounds.kept).differences(rounds.points),
            quadruplet_cost=self._cost(rounds),
            h=self.h,
            ridge=0.0,
            linear=self.pull / len(differences) * (differences.T @ differences),
        )

    def _cost(self, rounds: _Rounds) -> float:
        """Of one kept triplet, for all that it stands for."""
        return (1.0 - self.pull) / len(rounds.neighbours) * rounds.stands_for

    def _penalty(self, width: int) -> SpectralPenalty:
        mu = self.mu / self._factor**2  # of the matrix of scaled points
        if self.n_components is None:
            return SpectralPenalty(gamma=mu)
        return SpectralPenalty(k=width - self.n_components, mu=mu)

    def _check_components(self, width: int) -> None:
        if self.n_components is not None and self.n_components > width:
            raise ValueError(
                f"n_components={self.n_components!r} must be a whole number between 1 and {width} features."
            )

    def _check_parameters(self) -> None:
        check_choice("metric", self.metric, ("full", "diagonal"))
        check_not_negative("mu", self.mu)
        if self.mu > 0.0 and self.metric != "full":
            raise ValueError(f'mu={self.mu!r} must be 0 unless metric="full".')
        if self.n_components is not None:
            check_whole("n_components", self.n_components)
            if self.metric != "full":
                raise ValueError(f'n_components={self.n_components!r} must be None unless metric="full".')
        check_whole("n_neighbors", self.n_neighbors)
        check_whole("max_iterations", self.max_iterations)
        check_number("h", self.h, above=0.0)
        check_number("pull", self.pull, above=0.0)
        if self.pull >= 1.0:
            raise ValueError(f"pull={self.pull!r} must be below 1, or nothing pushes other classes away.")


@dataclass
class _Rounds:
    """Rounds of: find what is broken, minimise over all that was ever broken."""

    points: FloatArray  # (n, d)
    codes: IntArray  # (n,), the class of each
    neighbours: IntArray  # (m, 2)
    margin: float
    kept: IntArray = field(default_factory=lambda: np.empty((0, 3), dtype=np.intp))
    room: int = CAP
    stands_for: int = 1  # triplets, each that is kept
    count: int = 0
    objective: float = np.inf
    converged: bool = False

    @property
    def width(self) -> int:
        return int(self.points.shape[1])

    @property
    def differences(self) -> FloatArray:
        """Of target neighbours, (m, d)."""
        found: FloatArray = self.points[self.neighbours[:, 0]] - self.points[self.neighbours[:, 1]]
        return found

    def run(
        self, minimise: Callable[[_Rounds, FloatArray], tuple[FloatArray, float]], first: FloatArray
    ) -> FloatArray:
        """L after the last round, begun at ``first``; triplets that were broken in an earlier run are kept."""
        rows, self.objective, self.converged = first, np.inf, False
        for number in range(ROUNDS):
            self.count += 1
            self.converged = not self._join(rows) and number > 0
            if self.converged:
                break
            previous = self.objective
            # where no triplet was broken the pull alone brought L to 0, from which no step leads away
            start = rows if np.linalg.norm(rows) > COLLAPSED * np.linalg.norm(first) else first
            rows, self.objective = minimise(self, start)
            self.converged = abs(previous - self.objective) <= SETTLED * abs(self.objective)
            if self.converged:
                break
        return rows

    def _join(self, rows: FloatArray) -> int:
        """How many triplets join the kept ones; of more than there is room for, an even share is looked at."""
        broken, _ = impostors(self.points @ rows.T, self.neighbours, self.codes, self.margin)
        joined = np.unique(np.concatenate([self.kept, self._share(broken)]), axis=0)
        new = len(joined) - len(self.kept)
        while len(joined) > self.room:
            self.stands_for *= 2
            joined = self._share(joined)
        self.kept = joined
        return new

    def _share(self, triplets: IntArray) -> IntArray:
        """One of each ``stands_for`` of all triplets, the same ones always."""
        order = np.random.default_rng(0).permutation(len(self.points))
        share: IntArray = triplets[order[triplets].sum(axis=1) % self.stands_for == 0]
        return share


def _usual_distance(points: FloatArray, neighbours: IntArray) -> float:
    """Root mean square distance of target neighbours; of all points to their mean where neighbours coincide."""
    differences = points[neighbours[:, 0]] - points[neighbours[:, 1]]
    near = float(np.einsum("ij,ij->i", differences, differences).mean())
    spread = float((points - points[0]).var(axis=0).sum())  # less a point: equal ones give 0, not rounding
    if spread == 0.0:
        raise InvalidConstraints(
            "all points are the same, or too near to compute with: there is nothing to tell the classes apart by"
        )
    return float(np.sqrt(near if near > COINCIDING * spread else spread))


def _power_of_two(distance: float) -> float:
    """What to divide points by: a power of 2 changes no digit, 1 for distances of ordinary size."""
    if ORDINARY[0] <= distance <= ORDINARY[1]:
        return 1.0
    return float(2.0 ** np.round(np.log2(distance)))


def _nearest_first(distances: FloatArray) -> FloatArray:
    """One vote for each neighbour of (n, k), nearest first, and a little more that decides ties."""
    order = np.arange(distances.shape[1], dtype=np.float64)
    votes: FloatArray = np.ones(distances.shape) + SHARE_OF_THE_NEAREST * 0.5**order
    return votes


def _with_a_column(moved: FloatArray) -> FloatArray:
    """Points in the learned space; in that of the zero matrix, which has no columns, all at 0."""
    return moved if moved.shape[1] else np.zeros((len(moved), 1))


def _minimise_weights(
    z: FloatArray, cost: float, pull: FloatArray, start: FloatArray, h: float
) -> tuple[FloatArray, float]:
    """w >= 0 of least pull . w + cost * sum of losses of z w."""

    def both(weights: FloatArray) -> tuple[float, FloatArray]:
        margins = z @ weights
        slopes = relaxed_slope(margins - zone_start(1.0, h), h)
        value = float(pull @ weights) + cost * float(margin_loss(margins, 1.0, h).sum())
        return value, pull + cost * (slopes @ z)

    found = minimize(both, start, jac=True, method="L-BFGS-B", bounds=[(0.0, None)] * start.size)
    return np.asarray(found.x, dtype=np.float64), float(found.fun)
