"""Relative attributes: one linear score for each quality, learned from how strongly classes show it.

A transformer of scikit-learn whose columns are attributes; ``attribute_recognition`` tells classes apart by them.
Source: M. T. Law's thesis (2015), section 2.4, with the baseline of Parikh and Grauman (2011). Each attribute has a row
w of its own and the problem (2.10) of ``vector_solver`` with signed differences, w in R^d, no b: 1/2 |w|^2 and the
losses of its constraints, which ``attribute_sampling`` draws.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self, cast, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from changemodel.arguments import choice, switch, whole_number
from changemodel.errors import InvalidConstraints, InvalidInput
from changemodel.metric.attribute_orders import ClassOrder
from changemodel.metric.attribute_sampling import (
    AttributeConstraints,
    AttributeSampler,
    Beyond,
    Strategy,
    class_pairs,
)
from changemodel.metric.constraint_input import LARGEST, check_size
from changemodel.metric.losses import SMOOTHING
from changemodel.metric.parameter_checks import SHARPEST, STRONGEST, WEAKEST, number_within
from changemodel.metric.point_problem import CombinedRows, PointProblem, signed_rows
from changemodel.metric.quadruplets import FloatArray, IntArray
from changemodel.metric.refitting import Refittable
from changemodel.metric.threads import one_blas_thread
from changemodel.metric.vector_solver import VectorSolution, solve

LARGEST_SMOOTHING = 0.5
NEAREST = 1e-30
"""Least distance of the points to their mean: far below it squares leave double precision."""
SQUARES = 2.0**20
"""Half width of a rounded corner that nothing leaves: with it the smoothed hinge is RA's squared one."""


class RelativeAttributes(Refittable, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Scores of nameable qualities, learned from classes that show them more or less.

    Scores depend neither on an offset of the features nor on one factor for all of them. A factor for some of them
    matters: put ``StandardScaler`` before.

    Parameters
    ----------
    strategy : {"oqwsl", "qwsl", "ra"}
        What is asked of the scores. "ra": of two images, the one whose class shows more scores higher by 1, and
        classes that are alike score alike. "qwsl": as "ra" where classes differ; of alike ones the difference of two
        images is smaller than that of an image of a class above and one of a class below. "oqwsl": that of classes
        that differ, too.
    p : int
        Of "qwsl" and "oqwsl": how many levels above and below those classes lie.
    beyond : {"clamp", "strict"}
        Where there are fewer levels than ``p`` on a side: take the last one, or leave the pair of classes out.
    border_pairs : bool
        Of "oqwsl": compare classes that differ and have no level on both sides as "ra" does. False leaves them out.
    n_class_pairs : int, optional
        Pairs of classes drawn for each attribute, of those that can be used; border pairs come on top. None: all.
    n_image_pairs : int, optional
        Pairs of images drawn of a pair of classes, fewer where that makes more than 1,000,000 for an attribute; None:
        all. 900 are those of the source, of 30 images a class.
    C : float
        Cost of one unit of violation, from 1e-100 to 1e12, beside ``|w|^2 / 2`` of features of total variance 1.
    reduction : {"mean", "sum"}
        Whether ``C`` is shared by all constraints of an attribute, or the cost of each, as in the source.
    h : float
        Half width of the rounded corner of the loss, from 1e-12 to 0.5; unused by "ra", whose loss is squared.
    max_iterations : int
        Newton steps for each attribute.
    tolerance : float
        Of the gradient, relative to the size of the solution.
    random_state : int, RandomState or None
        For what is drawn. Every attribute draws alike, so that its row does not depend on the others.

    Attributes
    ----------
    components_ : float array, shape (n_attributes, n_features)
        L, a row for each attribute; scores are X @ L.T.
    classes_ : array, shape (n_classes,)
    levels_ : int array, shape (n_classes, n_attributes)
        The order that was learned from: 0 for the classes that show least.
    n_constraints_ : int array, shape (n_attributes,)
    objective_ : float array, shape (n_attributes,)
    gap_bound_ : float array, shape (n_attributes,)
        Each objective is above its optimum by at most this.
    n_iter_ : int
        The most of any attribute.
    converged_ : bool
        Whether all did.
    """

    def __init__(  # noqa: PLR0913 - an estimator names its parameters one by one
        self,
        *,
        strategy: Strategy = "oqwsl",
        p: int = 1,
        beyond: Beyond = "clamp",
        border_pairs: bool = True,
        n_class_pairs: int | None = None,
        n_image_pairs: int | None = 900,
        C: float = 100.0,
        reduction: str = "mean",
        h: float = SMOOTHING,
        max_iterations: int = 100,
        tolerance: float = 1e-10,
        random_state: Any = None,
    ) -> None:
        self.strategy = strategy
        self.p = p
        self.beyond = beyond
        self.border_pairs = border_pairs
        self.n_class_pairs = n_class_pairs
        self.n_image_pairs = n_image_pairs
        self.C = C
        self.reduction = reduction
        self.h = h
        self.max_iterations = max_iterations
        self.tolerance = tolerance
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: ArrayLike, order: Any = None) -> Self:
        """Learn a row for each attribute.

        Parameters
        ----------
        X : float array, shape (n_points, n_features)
        y : array, shape (n_points,)
            Classes; of each at least one point.
        order : DataFrame, or array of shape (n_classes, n_attributes), optional
            How strongly each class shows each attribute: larger is more, equal is alike, other differences do not
            count. The index of a DataFrame names the classes, and may name more than there are in ``y``; its columns
            name the attributes. Rows of an array are the sorted classes. None: one attribute, the number in ``y``.

        Raises
        ------
        ValueError
            Labels that are no classes; NaN in X.
        InvalidInput
            A parameter out of its range; fewer than two classes; no order for classes that are names.
        InvalidConstraints
            An order that leaves out a class of y, holds one twice, holds NaN, or puts all classes on one level; an
            attribute of which ``strategy`` can use no pair of classes; points that are all the same; differences above
            1e30.
        """
        settings = self._settings()
        with self._new_fit():
            points, labels = validate_data(self, X, y, dtype=np.float64)
            check_classification_targets(labels)
            self.classes_, codes = np.unique(labels, return_inverse=True)
            if len(self.classes_) < 2:
                raise InvalidInput("y holds 1 class: give points of two classes at least")
            self._order = ClassOrder.of(order, self.classes_)
            self.levels_ = self._order.ordering_levels(self.classes_)
            span = _Span.of(points)
            seed = check_random_state(self.random_state).randint(2**31 - 1)
            with one_blas_thread():
                found = [
                    settings.learned(span, codes, levels, np.random.default_rng(seed), name)
                    for levels, name in zip(self.levels_.T, self.get_feature_names_out(), strict=True)
                ]
            self._keep(span, found)
        return self

    def decision_function(self, X: ArrayLike) -> FloatArray:
        """The score of each attribute, shape (n, n_attributes); larger: the attribute is stronger.

        Only differences between images count; a training constraint asks for one of 1.
        """
        check_is_fitted(self)
        points = validate_data(self, X, dtype=np.float64, reset=False)
        scores: FloatArray = points @ self.components_.T
        return scores

    def transform(self, X: ArrayLike) -> FloatArray:
        """The scores as features; a DataFrame after ``set_output(transform="pandas")``."""
        return self.decision_function(X)

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[np.object_]:
        """The attributes: the columns of ``order``, or relativeattributes0 and so on where it named none."""
        check_is_fitted(self, "levels_")
        if self._order.names is not None:
            return np.array(self._order.names, dtype=object)
        prefix = type(self).__name__.lower()
        return np.array([f"{prefix}{number}" for number in range(self.levels_.shape[1])], dtype=object)

    def score(self, X: ArrayLike, y: ArrayLike, order: Any = None) -> float:
        """Share of pairs of images of differently ordered classes that are scored in that order; of equal scores half.

        The mean over those attributes of which ``y`` holds such classes.

        Parameters
        ----------
        X : float array, shape (n_points, n_features)
        y : array, shape (n_points,)
            Also of classes that ``fit`` did not see, if the index of its order names them.
        order : DataFrame or array, optional
            As ``fit`` takes it, with the same attributes. None: that of ``fit``.

        Raises
        ------
        InvalidInput
            Classes of which the order does not say where they stand; no two that are ordered; other attributes.
        """
        shares = self.scores_by_attribute(X, y, order)
        if np.isnan(shares).all():
            raise InvalidInput("y holds no two classes that an attribute orders: there is nothing to score")
        return float(np.nanmean(shares))

    def scores_by_attribute(self, X: ArrayLike, y: ArrayLike, order: Any = None) -> FloatArray:
        """``score`` of each attribute, shape (n_attributes,); NaN where ``y`` holds no classes that it orders."""
        scores, labels = self.decision_function(X), np.asarray(y)
        if labels.shape != (len(scores),):
            raise InvalidInput(
                f"y has shape {labels.shape}, X {len(scores)} rows: pass one class for each row"
            )
        classes, codes = np.unique(labels, return_inverse=True)
        levels = (self._order if order is None else ClassOrder.of(order, classes)).levels(classes)
        if levels.shape[1] != scores.shape[1]:
            raise InvalidInput(
                f"order has {levels.shape[1]} attributes, and {scores.shape[1]} were learned: pass a column for each"
            )
        return np.array([_share_in_order(*each, codes) for each in zip(scores.T, levels.T, strict=True)])

    def __sklearn_tags__(self) -> Any:
        """Only fits with classes beside X."""
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        return tags

    def _settings(self) -> _Settings:
        return _Settings(
            sampler=AttributeSampler(
                strategy=cast(Strategy, choice(self.strategy, "strategy", get_args(Strategy))),
                p=whole_number(self.p, "p", 1),
                beyond=cast(Beyond, choice(self.beyond, "beyond", get_args(Beyond))),
                border_pairs=switch(self.border_pairs, "border_pairs"),
                n_class_pairs=_number_or_none(self.n_class_pairs, "n_class_pairs"),
                n_image_pairs=_number_or_none(self.n_image_pairs, "n_image_pairs"),
            ),
            C=number_within(self.C, "C", WEAKEST, STRONGEST),
            shared=choice(self.reduction, "reduction", ("mean", "sum")) == "mean",
            h=number_within(self.h, "h", SHARPEST, LARGEST_SMOOTHING),
            max_iterations=whole_number(self.max_iterations, "max_iterations", 1),
            tolerance=number_within(self.tolerance, "tolerance", 0.0, 1.0),
        )

    def _keep(self, span: _Span, found: list[tuple[int, VectorSolution]]) -> None:
        solutions = [solution for _, solution in found]
        self.components_ = span.rows(np.array([solution.omega for solution in solutions]))
        self.n_constraints_ = np.array([count for count, _ in found])
        self.objective_ = np.array([solution.objective for solution in solutions])
        self.gap_bound_ = np.array([solution.gap_bound for solution in solutions])
        self.n_iter_ = max(solution.iterations for solution in solutions)
        self.converged_ = all(solution.converged for solution in solutions)


@dataclass(frozen=True, kw_only=True)
class _Settings:
    """The parameters of one fit as plain checked values, and how they learn an attribute."""

    sampler: AttributeSampler
    C: float
    shared: bool
    h: float
    max_iterations: int
    tolerance: float

    def learned(
        self, span: _Span, codes: IntArray, levels: IntArray, rng: np.random.Generator, name: str
    ) -> tuple[int, VectorSolution]:
        """How many constraints there were, and the row in the span's coordinates."""
        constraints = self.sampler.draw(levels, codes, rng)
        count = len(constraints.ordered) + len(constraints.equal)
        if not count:
            raise InvalidConstraints(self._nothing_to_learn(levels, name))
        problem = self.problem(span.points, constraints)
        # a row is no longer than its constraints cost together: one that is near 0 would pass for solved
        unit = max(1.0, 1.0 / (self.C if self.shared else self.C * count))
        found = solve(
            problem.scaled(unit),
            nonnegative=False,
            max_iterations=self.max_iterations,
            tolerance=self.tolerance,
        )
        return count, replace(
            found,
            omega=found.omega / unit,
            objective=found.objective / unit**2,
            gap_bound=found.gap_bound / unit**2,
        )

    def problem(self, points: FloatArray, constraints: AttributeConstraints) -> PointProblem:
        """The smooth problem: of RA with squared losses, the wide corners of which nothing leaves."""
        ordered, equal = constraints.ordered, constraints.equal
        cost = self.C / (len(ordered) + len(equal)) if self.shared else self.C
        signs = signed_rows(ordered, len(points))
        if self.sampler.strategy != "ra":
            return _point_problem(signs, points, np.ones(len(ordered)), cost, self.h)
        flat = signed_rows(equal, len(points))  # w . x at most 0, and at least 0, each squared
        starts = np.concatenate([np.ones(len(ordered)), np.zeros(2 * len(equal))])
        return _point_problem(
            sparse.vstack([signs, flat, -flat], format="csr"),
            points,
            starts - SQUARES,
            2.0 * SQUARES * cost,
            SQUARES,
        )

    def _nothing_to_learn(self, levels: IntArray, name: str) -> str:
        pairs = list(class_pairs(levels, p=self.sampler.p, beyond=self.sampler.beyond))
        return (
            f"{len(pairs)} pairs of classes, and strategy={self.sampler.strategy!r} can use none for {name!r}, as none "
            f'has classes p={self.sampler.p} levels below and above: pass border_pairs=True, beyond="clamp", or '
            'strategy="ra"'
        )


@dataclass(frozen=True)
class _Span:
    """Points moved to their mean and scaled to total variance 1, in as few coordinates as they span."""

    points: FloatArray  # (n, r)
    axes: FloatArray | None  # (r, d), orthonormal; None: the features themselves
    spread: float

    @classmethod
    def of(cls, points: FloatArray) -> _Span:
        with np.errstate(over="ignore"):
            check_size(points - points[0], most=LARGEST)
        centred = points - points[0]  # first: equal points give 0, not rounding
        centred -= centred.mean(axis=0)
        spread = float(np.sqrt(np.einsum("ij,ij->", centred, centred) / len(points)))
        if spread < NEAREST:
            raise InvalidConstraints(
                "all points are the same, or too near to compute with: there is nothing to learn"
            )
        centred /= spread
        if points.shape[1] <= len(points):
            return cls(centred, None, spread)
        left, values, axes = np.linalg.svd(centred, full_matrices=False)
        kept = values > len(points) * np.finfo(np.float64).eps * values[0]
        return cls(left[:, kept] * values[kept], axes[kept], spread)

    def rows(self, found: FloatArray) -> FloatArray:
        """Rows of these coordinates as rows of the features; exact, as w lies in what the points span."""
        rows: FloatArray = (found if self.axes is None else found @ self.axes) / self.spread
        return rows


def _point_problem(
    signs: sparse.csr_array, points: FloatArray, deltas: FloatArray, cost: float, h: float
) -> PointProblem:
    return PointProblem(
        rows=CombinedRows(signs, points), deltas=deltas, costs=np.full(len(deltas), cost), h=h
    )


def _share_in_order(scores: FloatArray, levels: IntArray, codes: IntArray) -> float:
    """Of one attribute, over all pairs of images of two classes on different levels."""
    by_class = [np.sort(scores[codes == code]) for code in range(len(levels))]
    right = total = 0.0
    for pair in class_pairs(levels):
        if pair.ordered:
            weak, strong = by_class[pair.f], by_class[pair.g]
            below, up_to = (np.searchsorted(weak, strong, side=side).sum() for side in ("left", "right"))
            right += 0.5 * float(below + up_to)
            total += weak.size * strong.size
    return right / total if total else float("nan")


def _number_or_none(value: object, name: str) -> int | None:
    return None if value is None else whole_number(value, name, 1)
