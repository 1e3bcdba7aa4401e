"""Large-margin nearest neighbours: neighbours of one class near, points of other classes a margin farther.

Source: M. T. Law's thesis (2015), (1.5), after Weinberger and Saul (2009). Over positive semidefinite M,

    pull * sum over target neighbours of D_M(i, j) + (1 - pull) * sum over triplets of [1 + D_M(i, near)
    - D_M(i, far)]_+

which is the quadruplet problem with triplets for constraints and a linear regulariser; the hinge is smoothed
as in ``losses``. Most triplets always hold: the learner keeps those that were ever broken.
"""

from __future__ import annotations

from typing import Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import minimize
from sklearn.base import ClassifierMixin
from sklearn.neighbors import NearestNeighbors
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from changemodel.errors import InvalidConstraints
from changemodel.metric.cone import FloatArray
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
SETTLED = 1e-4
ORDINARY = (1e-3, 1e3)
"""Usual distances of neighbours that the solvers take as they are; others are scaled to 1 first."""
COINCIDING = 1e-12
COLLAPSED = 1e-3


class LMNN(ClassifierMixin, MatrixMetric):  # type: ignore[misc]
    """A metric for nearest-neighbour classification, learned from class labels.

    ``transform`` gives the learned space, ``predict`` the vote of the nearest points in it, where the nearest
    decides a tie; ``score`` is the share of points classified right.

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
        Of the full metric: the rank that ``mu`` asks for; None: all features, so that ``mu`` is the trace's.
    mu : float
        Strength of the Fantope regulariser, the sum of the smallest eigenvalues (section 3.4 of the source),
        per target neighbour; above 0 each round is ``subgradient.descend``, slower than L-BFGS.

    Attributes
    ----------
    matrix_ : float array, shape (n_features, n_features)
    components_ : float array, shape (rank_, n_features)
    rank_ : int
    classes_ : array
    objective_ : float
        Per target neighbour.
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
        points, labels = validate_data(self, X, y, dtype=np.float64)
        check_classification_targets(labels)
        self.classes_, codes = np.unique(labels, return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError("y holds 1 class: give points of two classes at least.")
        self._points, self._labels = np.array(points), codes
        with np.errstate(over="ignore"):
            check_size(points - points[0])
        neighbours = target_neighbours(points, codes, self.n_neighbors)
        self._factor = _power_of_two(_usual_distance(points, neighbours))
        with one_blas_thread():
            self._learn(points / self._factor, codes, neighbours)
        return self

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """The class most frequent among the ``n_neighbors`` nearest points of ``fit`` in the learned space.

        Of classes with as many votes, the one with the nearest point.
        """
        check_is_fitted(self)
        moved = self.transform(X)
        known = self._points @ self.components_.T
        if not known.shape[1]:  # of the zero matrix: all distances are 0
            moved, known = np.zeros((len(moved), 1)), np.zeros((len(known), 1))
        search = NearestNeighbors(n_neighbors=min(self.n_neighbors, len(known))).fit(known)
        codes = self._labels[search.kneighbors(moved, return_distance=False)]  # (n, k), nearest first
        return np.asarray(self.classes_[_vote(codes)])

    def _learn(self, points: FloatArray, codes: IntArray, neighbours: IntArray) -> None:
        """Rounds of: find what is broken, minimise over all that was ever broken."""
        width, kept = points.shape[1], np.empty((0, 3), dtype=np.intp)
        differences = points[neighbours[:, 0]] - points[neighbours[:, 1]]
        rows = first = np.eye(width) / _usual_distance(points, neighbours)
        objective, self.converged_ = np.inf, False
        for self.n_iter_ in range(1, ROUNDS + 1):
            broken, slack = impostors(points @ rows.T, neighbours, codes, 1.0 + self.h)
            joined = _joined(kept, broken, slack)
            if len(joined) == len(kept) and self.n_iter_ > 1:
                self.converged_ = True
                break
            kept, previous = joined, objective
            # where no triplet was broken the pull alone brought L to 0, from which no step leads away
            start = rows if np.linalg.norm(rows) > COLLAPSED * np.linalg.norm(first) else first
            rows, objective = self._minimise(points, kept, differences, start)
            if abs(previous - objective) <= SETTLED * abs(objective):
                self.converged_ = True
                break
        self.objective_ = objective
        self.n_triplets_ = len(kept)
        self._keep(rows.T @ rows / self._factor**2)

    def _minimise(
        self, points: FloatArray, triplets: IntArray, differences: FloatArray, rows: FloatArray
    ) -> tuple[FloatArray, float]:
        cost = (1.0 - self.pull) / len(differences)
        pairs = Quadruplets.from_triplets(triplets)
        if self.metric == "full":
            pull = self.pull / len(differences) * (differences.T @ differences)
            problem = MatrixProblem.of(
                pairs.differences(points), quadruplet_cost=cost, h=self.h, ridge=0.0, linear=pull
            )
            if self.mu > 0.0:
                penalty = self._penalty(points.shape[1])
                found = descend(
                    problem, penalty, start=rows.T @ rows, max_iterations=30 * self.max_iterations
                )
                return found.rows, found.objective
            solution = solve_factored(problem, start=rows, max_iterations=self.max_iterations)
            return solution.rows, solution.objective
        pull = self.pull / len(differences) * (differences**2).sum(axis=0)
        weights, value = _minimise_weights(
            pairs.squared_differences(points).rows, cost, pull, np.diag(rows) ** 2, self.h
        )
        return np.diag(np.sqrt(weights)), value

    def _penalty(self, width: int) -> SpectralPenalty:
        mu = self.mu / self._factor**2  # of the matrix of scaled points
        if self.n_components is None:
            return SpectralPenalty(gamma=mu)
        return SpectralPenalty(k=max(width - self.n_components, 0), mu=mu)

    def _check_parameters(self) -> None:
        check_choice("metric", self.metric, ("full", "diagonal"))
        check_not_negative("mu", self.mu)
        if self.mu > 0.0 and self.metric != "full":
            raise ValueError(f'mu={self.mu!r} must be 0 unless metric="full".')
        if self.n_components is not None:
            check_whole("n_components", self.n_components)
        check_whole("n_neighbors", self.n_neighbors)
        check_whole("max_iterations", self.max_iterations)
        check_number("h", self.h, above=0.0)
        check_number("pull", self.pull, above=0.0)
        if self.pull >= 1.0:
            raise ValueError(f"pull={self.pull!r} must be below 1, or nothing pushes other classes away.")


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


def _vote(codes: IntArray) -> IntArray:
    """The most frequent of each row of (n, k) classes, nearest first; at a tie the one that comes first."""
    votes = (codes[:, :, None] == codes[:, None, :]).sum(axis=2)
    winners: IntArray = codes[np.arange(len(codes)), votes.argmax(axis=1)]
    return winners


def _joined(kept: IntArray, broken: IntArray, slack: FloatArray) -> IntArray:
    """The kept triplets and the newly broken ones, the worst first where there is not room for all."""
    worst = broken[np.argsort(-slack, kind="stable")[: max(CAP - len(kept), 0)]]
    return np.unique(np.concatenate([kept, worst]), axis=0)


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
