"""Where on a grid a label can be decoded: a small neighbourhood is moved over every point.

The searchlight of Kriegeskorte, Goebel and Bandettini (2006) with the parts of ``RegionDecoder``: each neighbourhood
is a region, all are cross-validated on the same folds and under the same exchanges of labels.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator
from sklearn.utils.validation import validate_data

from changemodel.arguments import positive_number, whole_number
from changemodel.classify.cross_decoding import DecodingSettings, decode_all
from changemodel.classify.group_statistics import corrected_p, permutation_p
from changemodel.classify.trial_patterns import neighbourhoods
from changemodel.errors import InvalidInput
from changemodel.metric.quadruplets import FloatArray
from changemodel.metric.refitting import Refittable
from changemodel.metric.threads import one_blas_thread


class SearchLight(Refittable, BaseEstimator):  # type: ignore[misc]
    """Decodes labels from the neighbourhood of every point of a grid.

    Parameters
    ----------
    shape : tuple of int, optional
        Of the grid. None: what X has behind its rows.
    radius : float
        Of a neighbourhood, in steps of the grid, at least 0.5: 1 is the point and its direct neighbours.
    mask : bool array of that shape, optional
        Points that are used; None: all.
    process_mask : bool array of that shape, optional
        Those of them that are decoded; None: all of ``mask``.
    estimator, C, cv, inner_cv, screening_percentile, standardize, scoring
        As for ``RegionDecoder``; C is 1 here.
    n_permutations, permute_within_groups, random_state, n_jobs
        As for ``RegionDecoder``.

    Attributes
    ----------
    classes_ : array
    scores_ : float array of the grid's shape
        nan where nothing was decoded.
    p_values_, p_corrected_ : float arrays of the grid's shape, or None
        Against exchanged labels; corrected by the largest score of the whole grid. nan where nothing was decoded.
    null_scores_ : float array, shape (n_permutations, n_points), or None
    process_mask_ : bool array of the grid's shape
        Points that were decoded, in the order of ``null_scores_``.
    """

    def __init__(  # noqa: PLR0913  scikit-learn's contract: one keyword for each hyperparameter
        self,
        *,
        shape: tuple[int, ...] | None = None,
        radius: float = 1.0,
        mask: ArrayLike | None = None,
        process_mask: ArrayLike | None = None,
        estimator: str = "svc",
        C: float | Sequence[float] = 1.0,
        cv: Any = None,
        inner_cv: int = 4,
        screening_percentile: float = 100.0,
        standardize: bool = True,
        scoring: str = "accuracy",
        n_permutations: int = 0,
        permute_within_groups: bool = True,
        random_state: int | None = 0,
        n_jobs: int | None = None,
    ) -> None:
        self.shape = shape
        self.radius = radius
        self.mask = mask
        self.process_mask = process_mask
        self.estimator = estimator
        self.C = C
        self.cv = cv
        self.inner_cv = inner_cv
        self.screening_percentile = screening_percentile
        self.standardize = standardize
        self.scoring = scoring
        self.n_permutations = n_permutations
        self.permute_within_groups = permute_within_groups
        self.random_state = random_state
        self.n_jobs = n_jobs

    def fit(
        self,
        X: ArrayLike,
        y: ArrayLike,
        groups: ArrayLike | None = None,
        *,
        blocks: ArrayLike | None = None,
    ) -> Self:
        """Decode held-out trials from every neighbourhood.

        Parameters
        ----------
        X : float array, shape ``(n_trials, *grid)``, or with ``shape`` (n_trials, n_points[, values])
            With several values for each point a neighbourhood's pattern has them all.
        y : array, shape (n_trials,)
        groups, blocks : arrays, shape (n_trials,), optional
            As for ``RegionDecoder.fit``.

        Raises
        ------
        InvalidInput
            As ``RegionDecoder.fit``; a grid or masks that do not fit X, an empty mask.
        ValueError
            NaN, labels that are no classes.
        """
        settings = DecodingSettings.of(self)
        with self._new_fit(), one_blas_thread():
            values, labels = validate_data(self, X, y, dtype=np.float64, allow_nd=True)
            patterns = self._patterns(values)
            self.classes_, trials = settings.trials(labels, groups, blocks)
            learner = settings.learner(len(self.classes_))
            decoded = decode_all([(x, x) for x in patterns], trials, learner, self.n_jobs)
            self._keep(np.array([item.scores(settings.scoring) for item in decoded]).T)
        return self

    def _patterns(self, trials: FloatArray) -> list[FloatArray]:
        """Of the neighbourhood of each point that is decoded."""
        shape = trials.shape[1:] if self.shape is None else _shape(self.shape)
        points = int(np.prod(shape))
        values = trials.reshape(len(trials), points, -1) if self.shape is None else trials
        if values.ndim == 2:
            values = values[:, :, None]
        if values.ndim != 3 or values.shape[1] != points:
            raise InvalidInput(f"a grid of {shape} has {points} points, X has the shape {trials.shape}")
        mask = _mask(self.mask, "mask", shape)
        self.process_mask_ = mask & _mask(self.process_mask, "process_mask", shape)
        if not self.process_mask_.any():
            raise InvalidInput("mask and process_mask leave no point to decode")
        radius = float(positive_number(self.radius, "radius"))
        near = dict(zip(np.flatnonzero(mask).tolist(), neighbourhoods(mask, radius), strict=True))
        return [
            values[:, near[point]].reshape(len(values), -1)
            for point in np.flatnonzero(self.process_mask_).tolist()
        ]

    def _keep(self, scores: FloatArray) -> None:
        """Scores of the points under the true labels and under each exchange, (1 + n_permutations, n_points)."""
        null = scores[1:]
        self.scores_ = self._on_grid(scores[0])
        self.null_scores_ = null if len(null) else None
        self.p_values_ = self._on_grid(permutation_p(scores[0], null)) if len(null) else None
        self.p_corrected_ = self._on_grid(corrected_p(scores[0], null)) if len(null) else None

    def _on_grid(self, values: FloatArray) -> FloatArray:
        grid = np.full(self.process_mask_.shape, np.nan)
        grid[self.process_mask_] = values
        return grid


def _shape(given: Any) -> tuple[int, ...]:
    if not isinstance(given, Sequence) or isinstance(given, str) or not given:
        raise InvalidInput(f"shape is {given!r}: pass the sides of the grid, such as (10, 10)")
    return tuple(whole_number(side, "a side of shape", 1) for side in given)


def _mask(given: ArrayLike | None, name: str, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    if given is None:
        return np.ones(shape, dtype=bool)
    mask = np.asarray(given)
    if mask.shape != shape or mask.dtype != bool:
        raise InvalidInput(
            f"{name} has shape {mask.shape} and type {mask.dtype}: pass booleans of shape {shape}"
        )
    return mask
