"""A metric for a tree of classes: near relatives near, distant ones far.

Source: M. T. Law's thesis (2015), section 2.5. From quadruplets of both types (``taxonomy_quadruplets``) the diagonal
metric minimises, over w >= 0,

    1/2 |w|^2 + C * mean over quadruplets of [1 + D_w(i, j) - D_w(k, l)]_+

with squared differences scaled so that those of a quadruplet are 1 in the mean, and the full one, over positive
semidefinite M,

    mean over target neighbours of D_M(i, j) + C * mean over quadruplets of [1 + D_M(i, j) - D_M(k, l)]_+

as ``lmnn`` does; the hinge is smoothed as in ``losses``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, Self, get_args

import numpy as np
from numpy.typing import ArrayLike
from sklearn.metrics import accuracy_score
from sklearn.neighbors import NearestNeighbors
from sklearn.utils import check_consistent_length, check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import validate_data

from changemodel.arguments import choice, switch, whole_number
from changemodel.errors import InvalidConstraints, InvalidInput
from changemodel.evaluation.taxonomy_scores import SIBLING_COST, accuracy_of_paths
from changemodel.metric.class_labels import are_paths, label_paths, padded
from changemodel.metric.class_tree import ClassTree, Path, as_paths
from changemodel.metric.cone import FloatArray, factor, spectrum
from changemodel.metric.losses import SMOOTHING
from changemodel.metric.matrix_problem import MatrixProblem
from changemodel.metric.matrix_solver import solve_factored, zero_if_as_good
from changemodel.metric.neighbour_votes import NeighbourVotes
from changemodel.metric.parameter_checks import BLUNTEST, SHARPEST, STRONGEST, WEAKEST, number_within
from changemodel.metric.quadruplets import IntArray
from changemodel.metric.taxonomy_quadruplets import Draws, TaxonomyQuadruplets, taxonomy_quadruplets
from changemodel.metric.threads import one_blas_thread
from changemodel.metric.vector_solver import VectorProblem, solve

USUAL_FARTHER = {"full": "both", "diagonal": "drawn"}
USUAL_C = {"full": 3.0, "diagonal": 1000.0}
USUAL_VOTES = 10
ASKED, COMPARED = 1000, 3
"""Points that are asked whether their nearest three are of their class, to decide how features are scaled."""
NEAREST = 1e-30
"""Least spread of a feature that counts: squares of a smaller one leave double precision."""
SURELY = 1e-8
"""Share of the largest eigenvalue above which the smallest one is no rounding."""
MOST, MOST_NUMBERS = 100_000, 20_000_000
"""Quadruplets, and numbers in one side of them."""

Metric = Literal["full", "diagonal"]
Farther = Literal["both", "drawn", "nearest"]


class TaxonomyMetric(NeighbourVotes):
    """A metric learned from classes that are the leaves of a tree.

    ``transform`` gives the learned space, ``predict`` the vote of the nearest points in it, where the nearest decides a
    tie, ``predict_proba`` their shares; ``score`` is the share of points classified right, ``taxonomy_score`` counts a
    sibling half.

    Parameters
    ----------
    tree : ``ClassTree``, edges (parent, child), or a directed graph such as a ``networkx.DiGraph``, optional
        With the classes of y, and perhaps others. None: the tree of the paths in y; where y holds plain names, all
        classes are siblings.
    metric : {"full", "diagonal"}
        A positive semidefinite matrix, or one non-negative weight per feature.
    n_neighbors : int
        Target neighbours of each point: in its class, and in the classes beside it together.
    n_draws : int
        Farther pairs for each point and neighbour, of each kind. Of more than 100,000 quadruplets in all, or of more
        than 20 million numbers in them, an even share is used.
    farther : {"both", "drawn", "nearest"}, optional
        Those pairs: "drawn" at random, as in the source; the point with those "nearest" to it of the classes it is to
        be kept away from, which tells more about its neighbours; or both. None: both for the full metric, drawn for the
        diagonal one, which is too stiff to profit.
    n_votes : int, optional
        Nearest points that vote in ``predict``. None: 10, as in the source, or fewer where classes are small: as many
        as the smallest class has points, those of one point left out.
    C : float, optional
        Cost of the mean violation, from 1e-100 to 1e12. None: 3 for the full metric, 1000 for the diagonal one.
    h : float
        Half width of the rounded corner of the loss, from 1e-12 to 1e12.
    scale : {"auto", True, False}
        True: divide each feature by its standard deviation first, so that its unit does not matter; what was learned is
        told in the units of X all the same. False: by one number for all, as in the source, which suits features that
        share a unit, such as main directions. "auto": whichever puts more points of the same class side by side.
    max_iterations : int
        Steps of the solver.
    random_state : int, RandomState or None
        Of the pairs drawn; 0: a second fit gives the same.

    Attributes
    ----------
    tree_ : ClassTree
    classes_ : array, shape (n_classes,), or (n_classes, n_levels) where y holds paths
    matrix_ : float array, shape (n_features, n_features)
        0 in directions in which the points of ``fit`` do not differ: constant features, or more features than points.
    components_ : float array, shape ``(rank_, n_features)``
    rank_ : int
    scale_ : bool
        Whether each feature was divided by its own spread.
    n_quadruplets_ : int
    objective_ : float
    converged_ : bool
    n_iter_ : int
    """

    def __init__(  # noqa: PLR0913 - an estimator names its parameters one by one
        self,
        tree: Any = None,
        *,
        metric: Metric = "full",
        n_neighbors: int = 3,
        n_draws: int = 6,
        farther: Farther | None = None,
        n_votes: int | None = None,
        C: float | None = None,
        h: float = SMOOTHING,
        scale: bool | Literal["auto"] = "auto",
        max_iterations: int = 300,
        random_state: Any = 0,
    ) -> None:
        self.tree = tree
        self.metric = metric
        self.n_neighbors = n_neighbors
        self.n_draws = n_draws
        self.farther = farther
        self.n_votes = n_votes
        self.C = C
        self.h = h
        self.scale = scale
        self.max_iterations = max_iterations
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: Any) -> Self:
        """Learn from points and their classes.

        Parameters
        ----------
        X : float array, shape (n_points, n_features)
        y : array, shape (n_points,) or (n_points, n_levels)
            The class of each point: a name, or its path from the top level down, where a shorter path ends in empty
            strings. A path may end at an inner class. A class of one point has no neighbours to learn from; it is one
            of those that others are kept away from, and it votes.

        Raises
        ------
        ValueError
            NaN in X, labels that are no classes, another number of labels than of points.
        InvalidInput
            A parameter out of its range; what is no tree; a class that the tree does not have; fewer than two classes.
        InvalidConstraints
            Every class has a single point; all points are the same; differences above 1e30.
        """
        settings = self._settings()
        with self._new_fit():
            points, labels, paths = self._checked(X, y)
            codes = self._keep_classes(labels, paths)
            self._points = np.array(points)
            self._check_distances(points)
            frame = settings.frame(points, codes)
            self.scale_, moved = frame.each, (points - points[0]) @ frame.basis
            made = settings.quadruplets(moved, codes, self.tree_.kinship(self._paths))
            self.n_quadruplets_ = len(made.both)
            with one_blas_thread():
                self._keep_learned(settings.learned(made, moved), frame)
            self._let_vote(codes, settings.n_votes or _usual_votes(codes))
        return self

    def score(  # type: ignore[override]  # of classes, as every classifier's
        self, X: ArrayLike, y: Any, sample_weight: ArrayLike | None = None
    ) -> float:
        """Share of points classified right; one of a class that ``fit`` did not see is wrong.

        Raises
        ------
        InvalidInput
            A class that the tree given does not have.
        """
        predicted, truth = self._predicted_codes(X), self._paths_of(y)
        known = {path: code for code, path in enumerate(self._paths)}
        codes = [known.get(path, -1) for path in truth]
        return float(accuracy_score(codes, predicted, sample_weight=sample_weight))

    def taxonomy_score(self, X: ArrayLike, y: Any) -> float:
        """``taxonomy_accuracy`` of the predictions: mean over classes, where a sibling counts half.

        Raises
        ------
        InvalidInput
            A class that the tree given does not have.
        """
        predicted, truth = [self._paths[code] for code in self._predicted_codes(X)], self._paths_of(y)
        check_consistent_length(predicted, truth)
        tree = self._given_tree or ClassTree.from_paths([*self._paths, *truth])
        return accuracy_of_paths(truth, predicted, tree, SIBLING_COST)

    def _checked(self, X: ArrayLike, y: Any) -> tuple[FloatArray, Any, list[Path]]:
        """Points, labels, and the path of each label; the tree is kept."""
        given = None if self.tree is None else ClassTree.of(self.tree)
        if y is not None and are_paths(y):
            points = validate_data(self, X, dtype=np.float64)
            check_consistent_length(points, y)
        else:
            points, y = validate_data(self, X, y, dtype=np.float64)
            check_classification_targets(y)
        paths = label_paths(y, given)
        self.tree_, self._given_tree = given or ClassTree.from_paths(paths), given
        return points, y, paths

    def _keep_classes(self, y: Any, paths: list[Path]) -> IntArray:
        """The class of each point, as a row of ``classes_``, which has the form of y."""
        if are_paths(y):
            rows = dict(zip(paths, as_paths(y), strict=True))
            self._paths = sorted(rows, key=lambda path: tuple(map(str, path)))
            self.classes_ = padded([rows[path] for path in self._paths], y)
            numbers = {path: code for code, path in enumerate(self._paths)}
            codes = np.array([numbers[path] for path in paths])
        else:
            self.classes_, first, codes = np.unique(y, return_index=True, return_inverse=True)
            self._paths = [paths[row] for row in first]
        if len(self._paths) < 2:
            raise InvalidInput("y holds 1 class: give points of two classes at least")
        return codes

    def _predicted_codes(self, X: ArrayLike) -> IntArray:
        found: IntArray = self.predict_proba(X).argmax(axis=1)
        return found

    def _paths_of(self, y: Any) -> list[Path]:
        """Paths of a class that ``fit`` did not see, too, unless a tree was given that has no such class."""
        as_in_fit = are_paths(y) == (self.classes_.ndim > 1)
        return label_paths(y, None if as_in_fit and self._given_tree is None else self.tree_)

    def _keep_learned(self, learned: _Learned, frame: _Frame) -> None:
        self.components_ = learned.rows @ frame.basis.T
        self.matrix_ = self.components_.T @ self.components_
        self.rank_ = len(learned.rows)
        self.objective_, self.converged_ = learned.objective, learned.converged
        self.n_iter_ = learned.iterations

    def _settings(self) -> _Settings:
        metric = choice(self.metric, "metric", get_args(Metric))
        return _Settings(
            metric=metric,
            draws=Draws(
                n_neighbors=whole_number(self.n_neighbors, "n_neighbors", 1),
                n_draws=whole_number(self.n_draws, "n_draws", 1),
                farther=USUAL_FARTHER[metric]
                if self.farther is None
                else choice(self.farther, "farther", get_args(Farther)),
            ),
            n_votes=None if self.n_votes is None else whole_number(self.n_votes, "n_votes", 1),
            C=USUAL_C[metric] if self.C is None else number_within(self.C, "C", WEAKEST, STRONGEST),
            h=number_within(self.h, "h", SHARPEST, BLUNTEST),
            scale=None
            if isinstance(self.scale, str) and self.scale == "auto"
            else switch(self.scale, "scale"),
            max_iterations=whole_number(self.max_iterations, "max_iterations", 1),
            random=check_random_state(self.random_state),
        )


class _Learned(NamedTuple):
    """L of the points as the frame moves them, and how it was found."""

    rows: FloatArray
    objective: float
    iterations: int
    converged: bool


@dataclass(frozen=True, kw_only=True)
class _Frame:
    """Where is learned: features without their units, and of the full metric only directions that differ."""

    basis: FloatArray  # (n_features, n_directions)
    each: bool  # whether features are divided by their own spread

    @classmethod
    def of(cls, points: FloatArray, *, each: bool, rotated: bool) -> _Frame:
        """Features divided by their own spread, or all by the same; rotated where fewer directions do."""
        centred = points - points[0]  # exactly 0 where a feature is constant
        spread = centred.std(axis=0)
        used = spread >= NEAREST
        if not used.any():
            raise InvalidConstraints(
                "all points are the same, or too near to compute with: there is nothing to tell the classes apart by"
            )
        common = float(np.sqrt((spread[used] ** 2).sum()))
        scales = np.divide(1.0, spread if each else common, out=np.zeros_like(spread), where=used)
        if not rotated:
            return cls(basis=np.diag(scales), each=each)
        directions = _directions((centred - centred.mean(axis=0)) * scales)
        return cls(basis=scales[:, None] * directions, each=each)


@dataclass(frozen=True, kw_only=True)
class _Settings:
    """The parameters of one fit as plain checked values, and what they make of points and classes."""

    metric: str
    draws: Draws
    n_votes: int | None
    C: float
    h: float
    scale: bool | None
    max_iterations: int
    random: np.random.RandomState

    def frame(self, points: FloatArray, codes: IntArray) -> _Frame:
        kinds = (True, False) if self.scale is None else (self.scale,)
        frames = [_Frame.of(points, each=each, rotated=self.metric == "full") for each in kinds]
        if len(frames) == 1:
            return frames[0]
        return max(frames, key=lambda frame: _agreement((points - points[0]) @ frame.basis, codes))

    def quadruplets(self, moved: FloatArray, codes: IntArray, relations: IntArray) -> TaxonomyQuadruplets:
        draws = replace(self.draws, most=min(MOST, MOST_NUMBERS // moved.shape[1]))
        return taxonomy_quadruplets(moved, codes, relations, draws, random=self.random)

    def learned(self, made: TaxonomyQuadruplets, moved: FloatArray) -> _Learned:
        return self._full(made, moved) if self.metric == "full" else self._diagonal(made, moved)

    def _full(self, made: TaxonomyQuadruplets, moved: FloatArray) -> _Learned:
        features = made.both.differences(moved)
        near = moved[made.neighbours[:, 0]] - moved[made.neighbours[:, 1]]
        problem = MatrixProblem.of(
            features,
            quadruplet_cost=self.C / len(features),
            h=self.h,
            ridge=0.0,
            linear=near.T @ near / len(near),
        )
        found = zero_if_as_good(problem, solve_factored(problem, max_iterations=self.max_iterations))
        return _Learned(factor(found.matrix), found.objective, found.iterations, found.converged)

    def _diagonal(self, made: TaxonomyQuadruplets, moved: FloatArray) -> _Learned:
        features = made.both.squared_differences(moved)
        z = features.rows
        usual = float(np.sqrt(np.einsum("ij,ij->i", z, z)).mean())
        costs = np.full(len(z), self.C / len(z))
        problem = VectorProblem(rows=z / usual, deltas=features.deltas, costs=costs, h=self.h)
        found = solve(problem, max_iterations=self.max_iterations)
        used = np.flatnonzero(found.omega)
        rows = np.zeros((len(used), found.omega.size))
        rows[np.arange(len(used)), used] = np.sqrt(found.omega[used] / usual)
        return _Learned(rows, found.objective, found.iterations, found.converged)


def _agreement(moved: FloatArray, codes: IntArray) -> float:
    """Share of the nearest neighbours, of an even share of the points, that are of the same class."""
    asked = np.arange(0, len(moved), -(-len(moved) // ASKED))
    count = min(COMPARED + 1, len(moved))
    found = NearestNeighbors(n_neighbors=count).fit(moved).kneighbors(moved[asked], return_distance=False)
    others = found != asked[:, None]
    return float((codes[found] == codes[asked][:, None])[others].mean())


def _usual_votes(codes: IntArray) -> int:
    """More votes than a class has points would be those of others."""
    members = np.bincount(codes)
    return int(min(USUAL_VOTES, members[members > 1].min()))


def _directions(centred: FloatArray) -> FloatArray:
    """Orthonormal directions in which the points differ, (n_features, n_directions); all axes where they all do."""
    width = centred.shape[1]
    values = spectrum(centred.T @ centred).values if len(centred) > width else np.zeros(1)
    if values[0] > SURELY * values[-1]:
        return np.eye(width)
    _, sizes, axes = np.linalg.svd(centred, full_matrices=False)
    directions: FloatArray = axes[sizes > np.finfo(np.float64).eps * max(centred.shape) * sizes[0]].T
    return directions
