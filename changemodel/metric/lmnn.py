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

from dataclasses import dataclass
from typing import Literal, Self, get_args

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import minimize
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import validate_data

from changemodel.arguments import choice, share, whole_number
from changemodel.errors import InvalidConstraints, InvalidInput
from changemodel.metric.cone import FloatArray, factor
from changemodel.metric.losses import SMOOTHING, margin_loss, relaxed_slope, zone_start
from changemodel.metric.matrix_problem import MatrixProblem
from changemodel.metric.matrix_solver import solve_factored
from changemodel.metric.neighbour_votes import NeighbourVotes
from changemodel.metric.neighbours import target_neighbours
from changemodel.metric.parameter_checks import BLUNTEST, SHARPEST, STRONGEST_PENALTY, number_within
from changemodel.metric.quadruplets import IntArray, Quadruplets
from changemodel.metric.subgradient import SpectralPenalty, descend
from changemodel.metric.threads import one_blas_thread
from changemodel.metric.triplet_rounds import Rounds

NARROW_CAP = 30_000
"""Where L has few rows, more triplets are broken; 30,000 of them told 1078 digits as well as 100,000 did."""
ORDINARY = (1e-3, 1e3)
"""Usual distances of neighbours that the solvers take as they are; others are scaled to 1 first."""
NEAREST = 1e-30
"""Least distance of the points to their mean: far below it squares leave double precision."""
COINCIDING = 1e-12

Metric = Literal["full", "diagonal"]


class LMNN(NeighbourVotes):
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
        Half width of the rounded corner of the loss, from 1e-12 to 1e12.
    max_iterations : int
        Of each of at most 15 rounds; between rounds newly broken triplets join.
    n_components : int, optional
        Of the full metric: the columns of ``transform``, and the greatest rank; None: as many as the rank that was
        learned.
    mu : float
        Strength of a regulariser on the way there, per target neighbour: with ``n_components`` the Fantope's, the sum
        of the smallest eigenvalues (section 3.4 of the source), without the trace. Above 0 each round is
        ``subgradient.descend``, slower than L-BFGS; at most 1e72.

    Attributes
    ----------
    matrix_ : float array, shape (n_features, n_features)
    components_ : float array, shape ``(n_components or rank_, n_features)``
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
        metric: Metric = "full",
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
            Labels that are no classes, NaN.
        InvalidInput
            A parameter out of its range, fewer than two classes.
        InvalidConstraints
            Every class has a single point; all points are the same, or within 1e-30; differences above 1e30.
        """
        settings = self._settings()
        with self._new_fit():
            points, labels = validate_data(self, X, y, dtype=np.float64)
            check_classification_targets(labels)
            self.classes_, codes = np.unique(labels, return_inverse=True)
            if len(self.classes_) < 2:
                raise InvalidInput("y holds 1 class: give points of two classes at least")
            self._points = np.array(points)
            self._check_distances(points)
            if settings.n_components is not None and settings.n_components > points.shape[1]:
                raise InvalidInput(
                    f"n_components is {settings.n_components}: pass at most the {points.shape[1]} features there are"
                )
            neighbours = target_neighbours(points, codes, settings.n_neighbors)
            unit = _power_of_two(_usual_distance(points, neighbours))
            rounds = Rounds(points / unit, codes, neighbours, 1.0 + settings.h, unit=unit)
            with one_blas_thread():
                rows = settings.learned(rounds)
            self._keep_rounds(rounds, rows, settings.n_components)
            self._let_vote(codes, settings.n_neighbors)
        return self

    def _settings(self) -> _Settings:
        metric = choice(self.metric, "metric", get_args(Metric))
        mu = number_within(self.mu, "mu", 0.0, STRONGEST_PENALTY)
        if mu > 0.0 and metric != "full":
            raise InvalidInput(f'mu is {mu!r}: pass 0 unless metric="full"')
        if self.n_components is not None and metric != "full":
            raise InvalidInput(f'n_components is {self.n_components!r}: pass None unless metric="full"')
        most = self.n_components
        return _Settings(
            n_neighbors=whole_number(self.n_neighbors, "n_neighbors", 1),
            metric=metric,
            pull=share(self.pull, "pull"),
            h=number_within(self.h, "h", SHARPEST, BLUNTEST),
            max_iterations=whole_number(self.max_iterations, "max_iterations", 1),
            n_components=None if most is None else whole_number(most, "n_components", 1),
            mu=mu,
        )

    def _keep_rounds(self, rounds: Rounds, rows: FloatArray, n_components: int | None) -> None:
        self.objective_, self.converged_ = rounds.objective, rounds.converged
        self.n_iter_, self.n_triplets_ = rounds.count, len(rounds.kept)
        self._keep(rows.T @ rows / rounds.unit**2)
        if n_components is not None:
            self.components_ = np.pad(self.components_, ((0, n_components - self.rank_), (0, 0)))


@dataclass(frozen=True, kw_only=True)
class _Settings:
    """The parameters of one fit as plain checked values, and how they learn of the triplets of a round."""

    n_neighbors: int
    metric: str
    pull: float
    h: float
    max_iterations: int
    n_components: int | None
    mu: float

    def learned(self, rounds: Rounds) -> FloatArray:
        """L of any rank; then, if that is more than was asked for, over an L with that many rows.

        There the Fantope is 0, so that the second problem is what the first tends to as ``mu`` grows.
        """
        first = np.eye(rounds.width) / _usual_distance(rounds.points, rounds.neighbours)
        minimise = {"full": self._penalised if self.mu > 0.0 else self._factored, "diagonal": self._weighted}
        rows = rounds.run(minimise[self.metric], first)
        most = self.n_components
        if most is not None and len(leading := factor(rows.T @ rows)) > most:
            rounds.room = NARROW_CAP
            rows = rounds.run(self._factored, leading[:most])
        return rows

    def _factored(self, rounds: Rounds, rows: FloatArray) -> tuple[FloatArray, float]:
        found = solve_factored(self._problem(rounds), start=rows, max_iterations=self.max_iterations)
        return found.rows, found.objective

    def _penalised(self, rounds: Rounds, rows: FloatArray) -> tuple[FloatArray, float]:
        problem, penalty = self._problem(rounds), self._penalty(rounds)
        found = descend(problem, penalty, start=rows.T @ rows, max_iterations=30 * self.max_iterations)
        return found.rows, found.objective

    def _weighted(self, rounds: Rounds, rows: FloatArray) -> tuple[FloatArray, float]:
        z = Quadruplets.from_triplets(rounds.kept).squared_differences(rounds.points).rows
        pull = self.pull * (rounds.differences**2).mean(axis=0)
        weights, value = _minimise_weights(z, self._cost(rounds), pull, np.diag(rows) ** 2, self.h)
        return np.diag(np.sqrt(weights)), value

    def _problem(self, rounds: Rounds) -> MatrixProblem:
        """Pull and push of the full metric, per target neighbour, over the kept triplets."""
        differences = rounds.differences
        return MatrixProblem.of(
            Quadruplets.from_triplets(rounds.kept).differences(rounds.points),
            quadruplet_cost=self._cost(rounds),
            h=self.h,
            ridge=0.0,
            linear=self.pull / len(differences) * (differences.T @ differences),
        )

    def _cost(self, rounds: Rounds) -> float:
        """Of one kept triplet, for all that it stands for."""
        return (1.0 - self.pull) / len(rounds.neighbours) * rounds.stands_for

    def _penalty(self, rounds: Rounds) -> SpectralPenalty:
        mu = self.mu / rounds.unit**2  # of the matrix of scaled points
        if self.n_components is None:
            return SpectralPenalty(gamma=mu)
        return SpectralPenalty(k=rounds.width - self.n_components, mu=mu)


def _usual_distance(points: FloatArray, neighbours: IntArray) -> float:
    """Root mean square distance of target neighbours; of all points to their mean where neighbours coincide."""
    differences = points[neighbours[:, 0]] - points[neighbours[:, 1]]
    near = float(np.einsum("ij,ij->i", differences, differences).mean())
    spread = float((points - points[0]).var(axis=0).sum())  # less a point: equal ones give 0, not rounding
    if spread < NEAREST**2:
        raise InvalidConstraints(
            "all points are the same, or too near to compute with: there is nothing to tell the classes apart by"
        )
    return float(np.sqrt(near if near > COINCIDING * spread else spread))


def _power_of_two(distance: float) -> float:
    """What to divide points by: a power of 2 changes no digit, 1 for distances of ordinary size."""
    if ORDINARY[0] <= distance <= ORDINARY[1]:
        return 1.0
    return float(2.0 ** np.round(np.log2(distance)))


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
