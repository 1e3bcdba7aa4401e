"""Telling classes apart by attribute scores: a Gaussian for each class, chains with LMNN, retrieval.

What follows ``relative_attributes``. Source: M. T. Law's thesis (2015), sections 2.4.2 and 3.4.3. Its rows, with
``order`` passed as ``recogniser.fit(X, y, attributes__order=order)``:

- RA, Qwise: ``recogniser(RelativeAttributes(...))``
- RA + LMNN, Qwise + LMNN: ``recogniser(RelativeAttributes(...), metric=LMNN())``
- Qwise + LMNN-G: ``recogniser(RelativeAttributes(...), metric=LMNN(), gaussian=True)``
- with the trace ``metric=LMNN(mu=...)``, with the Fantope ``metric=LMNN(mu=..., n_components=e)``
- LMNN, LMNN-G on the features: ``recogniser(metric=LMNN(), n_directions=40, gaussian=...)``
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.decomposition import PCA
from sklearn.neighbors import NearestNeighbors
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from changemodel.arguments import whole_number
from changemodel.errors import InvalidConstraints, InvalidInput
from changemodel.metric.cone import correlation
from changemodel.metric.lmnn import LMNN
from changemodel.metric.parameter_checks import number_within
from changemodel.metric.quadruplets import FloatArray, IntArray
from changemodel.metric.refitting import Refittable
from changemodel.metric.relative_attributes import RelativeAttributes

LARGEST_RIDGE = 1e6


class GaussianClasses(Refittable, ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """One Gaussian for each class, all classes as likely; a point is of the class under which it is most likely.

    Parameters
    ----------
    ridge : float
        Share of the mean variance of a class that is added to each direction, from 1e-12 to 1e6. The source's 1e-6 is
        for many more points than features; with 30 points of a class, 0.01 to 1.

    Attributes
    ----------
    classes_ : array, shape (n_classes,)
    means_ : float array, shape (n_classes, n_features)
    covariances_ : float array, shape (n_classes, n_features, n_features)
        With the ridge. A class of one point, or of equal ones, has the mean covariance of all points about the means
        of their classes; the identity where that is 0, too.
    """

    def __init__(self, *, ridge: float = 0.1) -> None:
        self.ridge = ridge

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Means and covariances of the classes.

        Raises
        ------
        ValueError
            Labels that are no classes; NaN.
        InvalidInput
            A ridge out of its range; fewer than two classes.
        """
        ridge = number_within(self.ridge, "ridge", 1e-12, LARGEST_RIDGE)
        with self._new_fit():
            points, labels = validate_data(self, X, y, dtype=np.float64)
            check_classification_targets(labels)
            self.classes_, codes = np.unique(labels, return_inverse=True)
            if len(self.classes_) < 2:
                raise InvalidInput("y holds 1 class: give points of two classes at least")
            groups = [points[codes == code] for code in range(len(self.classes_))]
            self.means_ = np.array([group.mean(axis=0) for group in groups])
            pooled = _covariance(points - self.means_[codes])
            found = [_covariance(group - mean) for group, mean in zip(groups, self.means_, strict=True)]
            self.covariances_ = np.array([_with_ridge(one, pooled, ridge) for one in found])
            self._spectra = [np.linalg.eigh(one) for one in self.covariances_]
        return self

    def decision_function(self, X: ArrayLike) -> FloatArray:
        """Log-likelihood of each point in each class but for a constant; of two classes, second less first."""
        found = self._log_likelihoods(X)
        return found[:, 1] - found[:, 0] if len(self.classes_) == 2 else found

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """The most likely class of each point."""
        likeliest = self._log_likelihoods(X).argmax(axis=1)
        return np.asarray(self.classes_[likeliest])

    def predict_proba(self, X: ArrayLike) -> FloatArray:
        """Probability of each class, shape (n, n_classes), as in ``classes_``."""
        found = self._log_likelihoods(X)
        shares = np.exp(found - found.max(axis=1, keepdims=True))
        probabilities: FloatArray = shares / shares.sum(axis=1, keepdims=True)
        return probabilities

    def _log_likelihoods(self, X: ArrayLike) -> FloatArray:
        check_is_fitted(self)
        points = validate_data(self, X, dtype=np.float64, reset=False)
        found = [
            -0.5 * (((points - mean) @ vectors) ** 2 @ (1.0 / values) + np.log(values).sum())
            for mean, (values, vectors) in zip(self.means_, self._spectra, strict=True)
        ]
        return np.column_stack(found)


def recogniser(
    attributes: RelativeAttributes | None = None,
    *,
    metric: LMNN | None = None,
    gaussian: bool | None = None,
    ridge: float = 0.1,
    n_directions: int | None = None,
) -> Pipeline:
    """A chain of the source: features, attribute scores, a metric of these, then classes.

    Parameters
    ----------
    attributes : RelativeAttributes, optional
        None: no attributes; the features themselves.
    metric : LMNN, optional
    gaussian : bool, optional
        Whether a Gaussian for each class decides, or the nearest neighbours under ``metric``. None: neighbours where
        there is a metric.
    ridge : float
        Of the Gaussians.
    n_directions : int, optional
        The features' main directions that a chain without attributes takes: a Gaussian of hundreds of features needs
        hundreds of points of each class.

    Returns
    -------
    Pipeline with the steps "scale", "attributes" or "directions", "unit", "metric", "classes", as far as asked for
        ``fit(X, y, attributes__order=order)``; each feature and each score has variance 1.

    Raises
    ------
    InvalidInput
        ``gaussian=False`` without a metric.
    """
    if metric is None and gaussian is False:
        raise InvalidInput(
            "there is no metric whose neighbours could vote: pass metric=LMNN(), or gaussian=True"
        )
    steps: list[tuple[str, Any]] = [("scale", StandardScaler())]
    if attributes is not None:
        steps += [("attributes", attributes), ("unit", StandardScaler())]
    elif n_directions is not None:
        steps += [("directions", PCA(n_directions, random_state=0)), ("unit", _Unit())]
    if metric is not None:
        steps.append(("metric", metric))
    if metric is None or gaussian:
        steps.append(("classes", GaussianClasses(ridge=ridge)))
    return Pipeline(steps)


@dataclass(frozen=True, kw_only=True)
class Retrieval:
    """The points nearest to each query, nearest first."""

    rows: IntArray  # (n_queries, count), of the gallery
    distances: FloatArray  # the same shape
    hits: (
        NDArray[np.bool_] | None
    )  # the same shape, whether of the query's class; None where classes were not given


def retrieve(
    gallery: ArrayLike,
    queries: ArrayLike,
    *,
    count: int = 5,
    classes: tuple[ArrayLike, ArrayLike] | None = None,
) -> Retrieval:
    """Search the points nearest to queries, in a learned space or any other.

    Parameters
    ----------
    gallery, queries : float array, shape (n, n_features)
    count : int
        At most the points of the gallery.
    classes : (classes of the gallery, classes of the queries), optional

    Raises
    ------
    InvalidInput
        A ``count`` beyond the gallery; classes that are not one for each point.
    """
    known = np.asarray(gallery)
    if whole_number(count, "count", 1) > len(known):
        raise InvalidInput(f"count is {count}, and the gallery has {len(known)} points: pass no more")
    search = NearestNeighbors(n_neighbors=count).fit(known)
    distances, rows = search.kneighbors(queries)
    hits = None
    if classes is not None:
        theirs, asked = (np.asarray(each) for each in classes)
        if theirs.shape != (len(known),) or asked.shape != (len(rows),):
            raise InvalidInput(
                "classes are not one for each point of the gallery and one for each query: pass two arrays"
            )
        hits = theirs[rows] == asked[:, None]
    return Retrieval(rows=rows, distances=distances, hits=hits)


def related_attributes(matrix: ArrayLike, names: Sequence[str]) -> list[tuple[str, str, float]]:
    """Pairs of attributes that a metric counts together, most correlated first: (one, other, correlation).

    The matrix is read as a covariance; from -1 to 1.
    """
    related = correlation(matrix)
    if len(related) != len(names):
        raise InvalidConstraints(
            f"the matrix has {len(related)} rows, and there are {len(names)} names: pass one for each"
        )
    i, j = np.triu_indices(len(related), 1)
    order = np.argsort(-np.abs(related[i, j]), kind="stable")
    return [
        (str(names[a]), str(names[b]), float(related[a, b])) for a, b in zip(i[order], j[order], strict=True)
    ]


class _Unit(BaseEstimator):  # type: ignore[misc]
    """One factor for all features, so that they have variance 1 together and keep their shape."""

    def fit(self, X: FloatArray, y: Any = None) -> Self:
        self.scale_ = float(np.std(X)) or 1.0
        return self

    def transform(self, X: FloatArray) -> FloatArray:
        moved: FloatArray = X / self.scale_
        return moved


def _covariance(deviations: FloatArray) -> FloatArray:
    """Mean of the squares, shape (d, d)."""
    found: FloatArray = deviations.T @ deviations / len(deviations)
    return found


def _with_ridge(own: FloatArray, pooled: FloatArray, ridge: float) -> FloatArray:
    for covariance in (own, pooled):
        variance = float(np.trace(covariance)) / len(covariance)
        if variance > 0.0:
            return covariance + ridge * variance * np.eye(len(covariance))
    return np.eye(len(own))
