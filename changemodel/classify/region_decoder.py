"""Which regions carry information about a label: multi-voxel pattern analysis as an estimator.

Source: X. Han's thesis (2016), chapter 3. The pattern of a region, not its mean, is decoded by a linear classifier
whose every choice is made inside cross-validation; what is decoded from held-out trials more often than chance allows
is in the pattern. Steps: ``trial_patterns``, ``folds``, ``linear_rules``, ``cross_decoding``, ``group_statistics``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from changemodel.classify.cross_decoding import DecodingSettings, Trials, decode_all
from changemodel.classify.group_statistics import corrected_p, permutation_p
from changemodel.classify.linear_rules import LinearLearner, Rules, variance_ratios
from changemodel.classify.trial_patterns import PatternReader, Regions, Segments
from changemodel.errors import InvalidInput
from changemodel.metric.quadruplets import FloatArray, IntArray
from changemodel.metric.refitting import Refittable
from changemodel.metric.threads import one_blas_thread

THESIS_COSTS = (0.001, 0.1, 1.0, 10.0, 1000.0)
"""C of the source, uneven as printed."""


class RegionDecoder(Refittable, ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Decodes labels from the pattern of each region and segment of time, against chance.

    ``fit`` cross-validates every region in every segment, and then learns from all rows. ``predict`` and ``score``
    decode from all regions and segments together, ``region_predict`` and ``region_score`` from each alone.

    Parameters
    ----------
    estimator : {"svc", "lda"}
        "svc": linear support vector machine with squared hinge, of more than two classes one for each pair. "lda":
        linear discriminant with shrunken covariance and equal priors; it has no C, and permutations cost hardly
        anything.
    regions : mapping of str to columns, optional
        Integers or one boolean for each column of X. None: one region of all columns.
    segments : mapping of str to Segment or scans, optional
        Of trials with scans, see ``trial_patterns``. None: every scan beside the others, one segment.
    baseline : sequence of int, optional
        Scans whose mean is subtracted, counted from 1.
    C : float or sequence of float
        Cost; of several the best one is chosen in inner folds of the training rows, of equally good ones the smallest.
    cv : int, splitter or iterable, optional
        None: with ``groups`` each group is held out in turn (leave one run out), else 5 stratified folds. An integer:
        so many stratified folds, of whole groups where there are any. ``folds.LeaveOneOfEachOut`` is the source's.
    inner_cv : int
        Inner folds, at least 2, of whole groups where possible.
    screening_percentile : float
        Share of columns kept, in per cent: those with the highest F of an analysis of variance of the training rows.
    standardize : bool
        Whether each column gets the mean 0 and the variance 1 of training rows.
    scoring : {"accuracy", "balanced_accuracy"}
        Mean of the folds' shares of right answers; or mean of the classes' shares in all folds, where training rows
        count by how rare their class is, too.
    n_permutations : int
        How often labels are exchanged and everything is done anew, for ``p_values_``; 0: not at all.
    permute_within_groups : bool
        Whether labels are exchanged between rows of one group only.
    random_state : int, optional
        Seed of the exchanges.
    n_jobs : int, optional
        Processes, as in joblib.

    Attributes
    ----------
    classes_ : array
    region_names_, segment_names_ : tuple of str
    scores_ : float array, shape (n_regions, n_segments)
    cv_scores_ : float array, shape (n_regions, n_segments, n_folds)
        Share of right answers of each fold.
    cv_params_ : float array, shape (n_regions, n_segments, n_folds)
        C that each fold chose; nan for "lda".
    class_scores_ : float array, shape (n_regions, n_segments, n_classes)
        Share of right answers among the rows of each class.
    answers_one_class_ : bool array, shape (n_regions, n_segments)
        Where every held-out row got the same answer: then a score of one half is no information.
    univariate_scores_ : float array, shape (n_regions, n_segments)
        F of the regions' means: what looking at averages would find.
    p_values_, p_corrected_ : float array, shape (n_regions, n_segments), or None
        Of ``scores_`` against exchanged labels; corrected by the largest score of any region and segment.
        ``group_statistics.corrected_p`` has other corrections.
    null_scores_ : float array, shape (n_permutations, n_regions, n_segments), or None
    chance_ : float
        1 / n_classes; for "accuracy" of unequal classes the share of the most frequent one.
    coef_, intercept_ : float arrays, shape (n_rules, width), (n_rules,)
        Of the classifier of all regions and segments together, in units of X: one rule of two classes; of more, for
        "svc" one for each pair of them, as scikit-learn's ``SVC`` has them, for "lda" one for each class.
    C_ : float
        Its cost; nan for "lda".
    """

    def __init__(  # noqa: PLR0913  scikit-learn's contract: one keyword for each hyperparameter
        self,
        *,
        estimator: str = "svc",
        regions: Regions = None,
        segments: Segments = None,
        baseline: Sequence[int] | None = None,
        C: float | Sequence[float] = THESIS_COSTS,
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
        self.estimator = estimator
        self.regions = regions
        self.segments = segments
        self.baseline = baseline
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
        X_test: ArrayLike | None = None,
    ) -> Self:
        """Decode held-out trials, then learn from all.

        Parameters
        ----------
        X : float array, shape (n_trials, n_features) or (n_trials, n_scans, n_features)
        y : array, shape (n_trials,)
        groups : array, shape (n_trials,), optional
            What belongs together: the run of a scan, the day of a capture. Give it where neighbours in time resemble
            each other; without it they are learned from and tested on.
        blocks : array, shape (n_trials,), optional
            Rows that have one label in common and are exchanged as one: scans of one stimulus.
        X_test : float array of the shape of X, optional
            What held-out trials are decoded from instead: another phase of the same trials.

        Raises
        ------
        InvalidInput
            A parameter out of its range; one class, a class with one row, a single group; a fold whose held-out class
            is nowhere else; labels that hardly can be exchanged; X_test or groups of another shape.
        ValueError
            NaN, labels that are no classes.
        """
        settings = DecodingSettings.of(self)
        with self._new_fit(), one_blas_thread():
            patterns, labels = validate_data(self, X, y, dtype=np.float64, allow_nd=True)
            self._reader = PatternReader.of(patterns.shape[1:], self.regions, self.segments, self.baseline)
            self.classes_, trials = settings.trials(labels, groups, blocks)
            held = patterns if X_test is None else self._like(X_test, patterns)
            learner = settings.learner(len(self.classes_))
            self._cross_validate((patterns, held), trials, learner, settings)
            self._learn(patterns, trials, learner)
        return self

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """The class of each trial by all regions and segments together."""
        patterns = self._whole_patterns(X)
        return np.asarray(self.classes_[self._whole.codes(patterns)[0]])

    def decision_function(self, X: ArrayLike) -> FloatArray:
        """How much a trial speaks for the second of two classes, shape (n,); of more for each, shape (n, classes)."""
        patterns = self._whole_patterns(X)
        values = self._whole.values(patterns)[0]
        return np.asarray(values[:, 1] - values[:, 0] if len(self.classes_) == 2 else values)

    def region_predict(self, X: ArrayLike) -> NDArray[Any]:
        """The class of each trial by each region and segment alone, shape (n_regions, n_segments, n_trials)."""
        check_is_fitted(self)
        patterns = self._reader.patterns(self._checked(X))
        codes = [
            [rule.codes(x)[0] for rule, x in zip(*row, strict=True)]
            for row in zip(self._rules, patterns, strict=True)
        ]
        return np.asarray(self.classes_[np.array(codes)])

    def region_score(self, X: ArrayLike, y: ArrayLike) -> FloatArray:
        """Share of other trials that each region and segment decodes, shape (n_regions, n_segments).

        With the labels of a localiser in ``fit``, and those of the trials here, no trial is learned from.
        """
        said, true = self.region_predict(X), np.asarray(y)
        if true.shape != said.shape[2:]:
            raise InvalidInput(
                f"y has shape {true.shape}: give one label for each of the {said.shape[2]} trials"
            )
        unknown = np.setdiff1d(true, self.classes_)
        if len(unknown):
            raise InvalidInput(
                f"class {unknown.tolist()[0]!r} was not among those of fit: {self.classes_.tolist()}"
            )
        return np.asarray((said == true).mean(axis=2))

    def _like(self, X: ArrayLike, trials: FloatArray) -> FloatArray:
        other = self._checked(X)
        if other.shape != trials.shape:
            raise InvalidInput(
                f"X_test has shape {other.shape}, X {trials.shape}: give another phase of the same trials"
            )
        return other

    def _cross_validate(
        self,
        both: tuple[FloatArray, FloatArray],
        trials: Trials,
        learner: LinearLearner,
        settings: DecodingSettings,
    ) -> None:
        patterns, held = (self._reader.patterns(part) for part in both)
        pairs = [pair for row in zip(patterns, held, strict=True) for pair in zip(*row, strict=True)]
        found = decode_all(pairs, trials, learner, self.n_jobs)
        self.region_names_, self.segment_names_ = tuple(self._reader.regions), tuple(self._reader.segments)
        shape = (len(self.region_names_), len(self.segment_names_))

        def shaped(values: list[Any]) -> NDArray[Any]:
            array = np.array(values)
            return array.reshape(shape + array.shape[1:])

        scores = shaped([item.scores(settings.scoring) for item in found])
        self.scores_ = scores[..., 0]
        self.cv_scores_ = shaped([item.by_fold[0] for item in found])
        self.cv_params_ = shaped([item.costs[0] for item in found])
        self.class_scores_ = shaped([item.by_class[0] for item in found])
        self.answers_one_class_ = shaped([item.answers_one_class for item in found])
        means = [x.mean(axis=1)[:, None] for x, _ in pairs]
        self.univariate_scores_ = shaped([variance_ratios(mean, trials.labels[0])[0] for mean in means])
        self.chance_ = _chance(trials.labels[0], settings.scoring)
        self._keep_p(np.moveaxis(scores[..., 1:], -1, 0))

    def _keep_p(self, null: FloatArray) -> None:
        self.null_scores_ = null if len(null) else None
        self.p_values_ = permutation_p(self.scores_, null) if len(null) else None
        self.p_corrected_ = corrected_p(self.scores_, null) if len(null) else None

    def _learn(self, patterns: FloatArray, trials: Trials, learner: LinearLearner) -> None:
        """Of all trials: each region and segment alone, and all of them together."""
        codes, groups = trials.labels[:1], trials.groups
        self._rules = [
            [learner.rules(x, codes, groups) for x in row] for row in self._reader.patterns(patterns)
        ]
        self._whole: Rules = learner.rules(self._reader.whole(patterns), codes, groups)
        coef, intercept = self._whole.coef[0], self._whole.intercept[0]
        two = len(self.classes_) == 2
        self.coef_ = coef[1:] - coef[:1] if two else coef
        self.intercept_ = intercept[1:] - intercept[:1] if two else intercept
        self.C_ = float(self._whole.cost[0])

    def _checked(self, X: ArrayLike) -> FloatArray:
        trials: FloatArray = validate_data(self, X, dtype=np.float64, allow_nd=True, reset=False)
        return trials

    def _whole_patterns(self, X: ArrayLike) -> FloatArray:
        check_is_fitted(self)
        return self._reader.whole(self._checked(X))


def _chance(codes: IntArray, scoring: str) -> float:
    counts = np.bincount(codes)
    return float(counts.max() / counts.sum()) if scoring == "accuracy" else 1.0 / len(counts)
