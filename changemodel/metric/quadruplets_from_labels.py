"""Quadruplets from class labels, and the metric that learns from them under scikit-learn's own tools.

As metric-learn's learners whose names end in ``_Supervised`` do: two points of one class shall be nearer to each other
than two points of different classes.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_array, check_X_y

from changemodel.arguments import whole_number
from changemodel.errors import InvalidInput
from changemodel.metric.losses import SMOOTHING
from changemodel.metric.quadruplet_metric import QuadrupletMetric
from changemodel.metric.quadruplets import IntArray

DEFAULT_QUADRUPLETS = 5000


def quadruplets_from_labels(
    y: ArrayLike, n_quadruplets: int = DEFAULT_QUADRUPLETS, *, random_state: Any = None
) -> IntArray:
    """Draw quadruplets: a pair of one class, and a pair of two classes that shall be farther apart.

    Parameters
    ----------
    y : array, shape (n_points,)
        The class of each point.
    n_quadruplets : int
        How many are drawn, with replacement.
    random_state : int, RandomState or None

    Returns
    -------
    int array, shape (n_quadruplets, 4)
        Rows (i, j, k, l) of points, for ``QuadrupletMetric.fit``: i and j are of one class, k and l are not.

    Raises
    ------
    InvalidInput
        Only one class, or no class with two points.
    """
    count = whole_number(n_quadruplets, "n_quadruplets", 1)
    draw = check_random_state(random_state)
    codes = np.unique(check_array(y, ensure_2d=False, dtype=None), return_inverse=True)[1].ravel()
    sizes = np.bincount(codes)
    if len(sizes) < 2:
        raise InvalidInput("quadruplets need at least 2 classes: the labels have 1 class")
    if sizes.max() < 2:
        raise InvalidInput("no two points are of one class: no pair can be called near")
    order, starts = np.argsort(codes, kind="stable"), np.cumsum(sizes) - sizes
    first = draw.choice(np.flatnonzero(sizes[codes] > 1), count)
    own = codes[first]
    rank = np.empty(len(codes), dtype=np.intp)
    rank[order] = np.arange(len(codes)) - starts[codes[order]]
    step = 1 + (draw.random_sample(count) * (sizes[own] - 1)).astype(np.intp)
    near = order[starts[own] + (rank[first] + step) % sizes[own]]
    other = draw.randint(len(codes), size=count)
    behind = sizes[codes[other]]
    skip = (draw.random_sample(count) * (len(codes) - behind)).astype(np.intp)
    far = order[(starts[codes[other]] + behind + skip) % len(codes)]
    return np.column_stack([first, near, other, far]).astype(np.intp)


class SupervisedQuadrupletMetric(QuadrupletMetric):
    """``QuadrupletMetric`` for class labels: ``fit(X, y)``, so that it stands in a pipeline and is tuned by a grid.

    Parameters
    ----------
    n_quadruplets : int
        Drawn from the labels (``quadruplets_from_labels``).
    random_state : int, RandomState or None
    metric, C, h, mode, max_iterations, tolerance
        As for ``QuadrupletMetric``.
    """

    def __init__(  # noqa: PLR0913  scikit-learn's contract: one keyword for each hyperparameter
        self,
        *,
        n_quadruplets: int = DEFAULT_QUADRUPLETS,
        random_state: Any = None,
        metric: str = "diagonal",
        C: float = 1.0,
        h: float = SMOOTHING,
        mode: Any = "safeguarded",
        max_iterations: int | None = None,
        tolerance: float | None = None,
    ) -> None:
        super().__init__(
            metric=metric, C=C, h=h, mode=mode, max_iterations=max_iterations, tolerance=tolerance
        )
        self.n_quadruplets = n_quadruplets
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:  # type: ignore[override]
        """Learn the metric.

        Parameters
        ----------
        X : float array, shape (n_points, n_features)
        y : array, shape (n_points,)
            Classes.

        Raises
        ------
        InvalidInput
            Labels from which no quadruplet can be drawn, or a parameter out of its range.
        """
        super().fit(X, self._drawn(X, y))
        return self

    def score(self, X: ArrayLike, y: ArrayLike) -> float:  # type: ignore[override]
        """Share of quadruplets, drawn from the classes of these points, whose order the metric keeps."""
        return super().score(X, self._drawn(X, y))

    def _drawn(self, X: ArrayLike, y: ArrayLike) -> IntArray:
        if y is None:
            raise InvalidInput("requires y to be passed, but the target y is None")
        check_classification_targets(y)
        _, labels = check_X_y(X, y, dtype=None, ensure_all_finite=False)
        return quadruplets_from_labels(labels, self.n_quadruplets, random_state=self.random_state)
