"""A linear SVM for each block of columns, and a second linear learner that weighs what they say of held-out points.

Wolpert, "Stacked generalization", Neural Networks 5 (1992). Both steps are linear, so that the result is one matrix of
weights, which can be saved and explained like that of a single SVM.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from changemodel.arguments import positive_number, whole_number
from changemodel.classify.page_type_calibration import held_out_scores
from changemodel.errors import InvalidInput

FloatArray = NDArray[np.float64]

WHOLE = "all"
"""The block of all columns, which is always there."""


class StackedLinearSVC(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """One-vs-rest linear SVMs on each block of columns and on all, weighed by a multinomial logistic regression.

    Parameters
    ----------
    blocks : mapping of str to (start, stop), optional
        Columns of each block; None: all columns are one.
    C : float
        Of the SVMs.
    final_C : float
        Of the logistic regression.
    cv : int
        Folds in which the SVMs are held out, at least 2; fewer where there are fewer groups. With fewer than two points
        that can be held out, all columns' SVM decides alone.
    random_state : int, optional
        Of the SVMs' order of points.

    Attributes
    ----------
    classes_ : array, shape (n_classes,)
    coef_ : float array, shape (n_classes, n_features), of two classes (1, n_features)
    intercept_ : float array, shape (n_classes,) or (1,)
    """

    def __init__(
        self,
        *,
        blocks: Mapping[str, tuple[int, int]] | None = None,
        C: float = 1.0,
        final_C: float = 1.0,
        cv: int = 5,
        random_state: int | None = 0,
    ) -> None:
        self.blocks = blocks
        self.C = C
        self.final_C = final_C
        self.cv = cv
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: ArrayLike, groups: ArrayLike | None = None) -> Self:
        """Learn the SVMs, and what each counts where it is held out.

        Parameters
        ----------
        X : float array or sparse matrix, shape (n_points, n_features)
        y : array, shape (n_points,)
        groups : array, shape (n_points,), optional
            Points of one group are held out together.

        Raises
        ------
        InvalidInput
            One class only, blocks that are not within the columns, or a parameter out of its range.
        """
        points, y = validate_data(self, X, y, accept_sparse="csr", dtype=np.float64)
        check_classification_targets(y)
        spans = self._spans(points.shape[1])
        self.classes_, codes = np.unique(y, return_inverse=True)
        if len(self.classes_) < 2:
            raise InvalidInput(
                f"all points are of one class, {self.classes_[0]!r}: pass at least two classes"
            )
        together = np.arange(len(codes)) if groups is None else np.asarray(groups)
        points = sparse.csr_matrix(points)
        svm = LinearSVC(C=float(positive_number(self.C, "C")), random_state=self.random_state)
        folds = whole_number(self.cv, "cv", 2)
        held = {
            name: held_out_scores(svm, points[:, a:b], codes, together, folds)
            for name, (a, b) in spans.items()
        }
        fitted = {name: _weights(clone(svm).fit(points[:, a:b], codes)) for name, (a, b) in spans.items()}
        mixing, shift = self._mixed(held, codes)
        self.coef_ = np.zeros((len(mixing), points.shape[1]))
        self.intercept_ = shift
        for place, (name, (start, stop)) in enumerate(spans.items()):
            weights, biases = fitted[name]
            own = mixing[:, place * len(weights) : (place + 1) * len(weights)]
            self.coef_[:, start:stop] += own @ weights
            self.intercept_ = self.intercept_ + own @ biases
        return self

    def decision_function(self, X: ArrayLike) -> FloatArray:
        """Scores, (n_points, n_classes); of two classes (n_points,), for the second."""
        check_is_fitted(self)
        points = validate_data(self, X, reset=False, accept_sparse="csr", dtype=np.float64)
        found = np.asarray(points @ self.coef_.T) + self.intercept_
        return found[:, 0] if found.shape[1] == 1 else found

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """The class of the highest score, (n_points,)."""
        scores = self.decision_function(X)
        found: NDArray[Any] = self.classes_[
            (scores > 0).astype(int) if scores.ndim == 1 else scores.argmax(axis=1)
        ]
        return found

    def _spans(self, columns: int) -> dict[str, tuple[int, int]]:
        for name, (start, stop) in (self.blocks or {}).items():
            if not 0 <= start < stop <= columns:
                raise InvalidInput(
                    f"block {name!r} is columns {start} to {stop} of {columns}: pass (start, stop) within them"
                )
        return {**(self.blocks or {}), WHOLE: (0, columns)}

    def _mixed(
        self, held: Mapping[str, FloatArray | None], codes: NDArray[np.intp]
    ) -> tuple[FloatArray, FloatArray]:
        """What each score of each block counts for each class, and the shifts of the classes."""
        final_C = float(positive_number(self.final_C, "final_C"))
        scores = [item for item in held.values() if item is not None]
        count = len(self.classes_)
        if len(scores) < len(held):
            alone = np.eye(count) if count > 2 else np.array([[0.0, 1.0]])
            rest = np.zeros((len(alone), count * (len(held) - 1)))
            return np.hstack([rest, alone]), np.zeros(len(alone))
        final = LogisticRegression(C=final_C, max_iter=2000).fit(np.hstack(scores), codes)
        return np.asarray(final.coef_), np.asarray(final.intercept_)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


def _weights(svm: LinearSVC) -> tuple[FloatArray, FloatArray]:
    """Weights (n_classes, columns) and biases (n_classes,) of a fitted SVM, of two classes for both."""
    if len(svm.coef_) > 1:
        return svm.coef_, svm.intercept_
    return np.vstack([-svm.coef_, svm.coef_]), np.concatenate([-svm.intercept_, svm.intercept_])
