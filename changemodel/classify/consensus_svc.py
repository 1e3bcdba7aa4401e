"""The direct multi-class support vector machine over shards that agree: DCMSVM as a scikit-learn classifier.

Source: X. Han's thesis (2016), chapter 4, with the errata of its formulas: each split has lambda/S, C = 1/(lambda/S +
rho), one alpha for each split. ``consensus_learning`` splits and solves; ``shard_sums`` is ``partial_fit``.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_matrix, hstack, issparse
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state, compute_sample_weight
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from changemodel.arguments import file_path
from changemodel.classify.consensus_checkpoint import Checkpoint, digest_of
from changemodel.classify.consensus_learning import Learned, Start, learned, number_of_splits
from changemodel.classify.consensus_rounds import Judge
from changemodel.classify.consensus_settings import Settings, checked_costs
from changemodel.classify.crammer_singer import Effort, FloatArray, Points, Rows
from changemodel.classify.one_vs_all import one_vs_all
from changemodel.classify.saved_classifier import load_fitted, save_fitted
from changemodel.classify.shard_sums import ShardSums
from changemodel.errors import InvalidInput, NotFitted
from changemodel.metric.threads import one_blas_thread

LARGEST = 1e50
"""Of features: beyond, products of squares leave double precision."""


class ConsensusSVC(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Linear classifier of all classes at once, learned on one machine or over shards that agree on the weights.

    It minimises 1/2 ||W||^2 + C sum_i max_c [ cost(y_i, c) + (w_c - w_{y_i}) . x_i ] (Crammer and Singer; liblinear's
    solver 4). With ``n_splits`` above 1 the rows are split, each split is solved for itself in every round, and the
    weights are averaged until the duality gap of all rows is within ``tol``: the same optimum, whatever the splits.

    Parameters
    ----------
    C : float
        Cost of one unit of slack, 1/lambda of the source, from 1e-12 to 1e12.
    n_splits : int, optional
        None: one for each process or Dask worker; with one process, one: then there is nothing to agree on.
    rho : float or "auto"
        What a split pays for leaving the mean: rho/2 ||w - mean||^2, as published. "auto" pays more in directions in
        which there is more data, and needs far fewer rounds. 0 ties nothing: only for one round or one split.
    tol : float, optional
        Relative duality gap at which the rounds end; a ``ConvergenceWarning`` says where it was missed. None: the
        rounds end after ``max_rounds``, the sequential solver's passes by ``epsilon`` alone, as in the source.
    max_rounds : int
        The source took 2.
    strategy : {"consensus", "averaging", "one_vs_all"}
        The baselines: one round whose weights are averaged; one binary machine for each class (hinge loss), for which
        processes share the classes and not the rows.
    solver : {"newton", "sequential"}
        Of a split: semi-smooth Newton steps, fast and exact; or the published sequential dual, row by row.
    row_solver : {"exact", "fixed_point"}
        Of the sequential solver, for one row: by sorting, or by the iteration of Crammer and Singer.
    epsilon : float
        Of the sequential solver: a row that is violated by less is left as it is.
    max_passes : int, optional
        Of a round: passes of the sequential solver (the source: 5), or Newton steps. None: 1000, or 300.
    shrinking : bool
        Of the sequential solver: leave out rows that cannot move for now.
    warm_duals : bool
        Begin a round with the multipliers of the last one; False, as published: at 0.
    overlap : int
        Each row is in so many splits, with its share of the weight in each.
    max_seconds : float, optional
        Of each round, for each split.
    patience : int, optional
        End when the accuracy on ``validation`` has not grown for more than so many rounds, and keep the best weights.
    trace_passes : bool
        Of the sequential solver: note the accuracy of the averaged weights after every pass.
    fit_intercept : bool
        Add a feature of ``intercept_scaling`` to all rows; its weight is penalised as any other, as in liblinear. False
        for the source's problem, which has none.
    intercept_scaling : float
    class_weight : dict or "balanced", optional
        As scikit-learn's: multiplies C.
    costs : float array, shape (n_classes, n_classes), optional
        Of a row of one class (row of the table) told as another, in the order of ``classes_``; None: 1 each.
    n_jobs : int, optional
        Processes that hold the splits; -1: one for each core.
    client : distributed.Client, optional
        Its workers hold the splits, in place of ``n_jobs``.
    warm_start : bool
        ``fit`` begins with the weights of the last one, and its alphas if it had as many splits.
    checkpoint : path, optional
        A folder in which the rounds are kept; a fit of the same data that was stopped goes on from there.
    random_state : int, RandomState or None
        Of the splits, and of the sequential solver's order.

    Attributes
    ----------
    classes_ : array, shape (n_classes,)
    coef_ : float array, shape (n_classes, n_features), or (1, n_features) of two classes
    intercept_ : float array, shape (n_classes,) or (1,)
    objective_ : float
        1/2 ||W||^2 + C times the slacks of all rows; of "one_vs_all" the sum over its machines.
    dual_bound_ : float
        No weights have a lower objective.
    gap_ : float
        (``objective_`` - ``dual_bound_``) / ``objective_``.
    converged_ : bool
        ``gap_`` is at most ``tol``.
    n_iter_ : int
        Rounds.
    n_passes_ : int
        Passes or Newton steps, of the split that made most in each round.
    rho_ : float array, shape (n_features,)
        The penalty in each direction.
    n_lost_workers_ : int
        Each cost its shards' rows being sent again.
    trace_ : list of dict
        One for each round: round, passes, seconds, objective, bound, primal_residual, dual_residual, accuracy.
    n_features_in_ : int

    Notes
    -----
    Of two classes and binary input ``coef_`` is w_1 - w_0. A class that a split lacks is learned from the others.
    A class of one row is a class. A label of ``score`` that ``fit`` never saw counts as wrong.
    """

    def __init__(  # noqa: PLR0913  an estimator's parameters
        self,
        *,
        C: float = 1.0,
        n_splits: int | None = None,
        rho: float | str = "auto",
        tol: float | None = 1e-4,
        max_rounds: int = 200,
        strategy: str = "consensus",
        solver: str = "newton",
        row_solver: str = "exact",
        epsilon: float = 0.1,
        max_passes: int | None = None,
        shrinking: bool = True,
        warm_duals: bool = True,
        overlap: int = 1,
        max_seconds: float | None = None,
        patience: int | None = None,
        trace_passes: bool = False,
        fit_intercept: bool = True,
        intercept_scaling: float = 1.0,
        class_weight: Any = None,
        costs: ArrayLike | None = None,
        n_jobs: int | None = None,
        client: Any = None,
        warm_start: bool = False,
        checkpoint: str | PathLike[str] | None = None,
        random_state: Any = None,
    ) -> None:
        self.C = C
        self.n_splits = n_splits
        self.rho = rho
        self.tol = tol
        self.max_rounds = max_rounds
        self.strategy = strategy
        self.solver = solver
        self.row_solver, self.epsilon = row_solver, epsilon
        self.max_passes = max_passes
        self.shrinking, self.warm_duals = shrinking, warm_duals
        self.overlap = overlap
        self.max_seconds = max_seconds
        self.patience = patience
        self.trace_passes = trace_passes
        self.fit_intercept, self.intercept_scaling = fit_intercept, intercept_scaling
        self.class_weight, self.costs = class_weight, costs
        self.n_jobs, self.client = n_jobs, client
        self.warm_start = warm_start
        self.checkpoint = checkpoint
        self.random_state = random_state

    def fit(
        self,
        X: ArrayLike,
        y: ArrayLike,
        sample_weight: ArrayLike | None = None,
        *,
        validation: tuple[ArrayLike, ArrayLike] | None = None,
    ) -> Self:
        """Learn from rows and their classes.

        Parameters
        ----------
        X : float array or sparse matrix, shape (n_rows, n_features)
        y : array, shape (n_rows,)
        sample_weight : float array, shape (n_rows,), optional
            Multiplies C; rows of weight 0 are left out, with the classes that only they have.
        validation : (X, y), optional
            Rows whose accuracy is noted in ``trace_`` after each round, and ends the rounds by ``patience``.

        Raises
        ------
        ValueError
            NaN, labels that are no classes.
        InvalidInput
            A parameter out of its range; fewer than two classes; features above 1e50; fewer rows than splits; a
            checkpoint of another fit.
        WorkerLost
            Processes or Dask workers were lost again and again.
        """
        settings = Settings.of(self.get_params(deep=False))
        if settings.stops.patience is not None and validation is None:
            raise InvalidInput("patience needs rows to judge by: pass validation=(X, y) to fit")
        before = self._start() if settings.warm_start else None
        with self._new_fit():
            points, labels, weights = self._checked(X, y, sample_weight)
            self.classes_, codes = np.unique(labels, return_inverse=True)
            if len(self.classes_) < 2:
                raise InvalidInput("y holds 1 class: give rows of two classes at least")
            rows = self._rows(settings, points, codes, weights * self._class_weights(labels))
            judge = None if validation is None else self._judge(settings, validation)
            if settings.strategy == "one_vs_all":
                self._keep_machines(settings, rows)
            else:
                self._agree(settings, rows, before, judge)
            self._sums = ShardSums(pulls={"fit": self._weights * settings.ridge}, costs={"fit": float("nan")})
        return self

    def partial_fit(
        self,
        X: ArrayLike,
        y: ArrayLike,
        classes: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
        *,
        shard: str | None = None,
    ) -> Self:
        """Learn from one more shard, or from one anew, without the rows of the others.

        The shard is solved exactly, what the others ask for held still; rounds over all shards, each under its name,
        end at the optimum of all. After ``fit``, whatever that learned is one shard. ``n_splits``, ``rho``, ``n_jobs``
        and ``client`` have no part in it.

        Parameters
        ----------
        X : float array or sparse matrix, shape (n_rows, n_features)
        y : array, shape (n_rows,)
            Some of the classes, or all.
        classes : array, shape (n_classes,), optional
            All classes there will ever be; needed at the first call.
        sample_weight : float array, shape (n_rows,), optional
        shard : str, optional
            A name: the shard takes the place of the one that had it. None: a new one.

        Raises
        ------
        ValueError
            As ``fit``; no ``classes`` at the first call, other ones later.
        InvalidInput
            As ``fit``; a class in y that is not among ``classes``; ``class_weight="balanced"``.
        """
        settings = Settings.of(self.get_params(deep=False))
        if isinstance(self.class_weight, str):
            raise InvalidInput('class_weight="balanced" needs all rows at once: pass a dict to partial_fit')
        known = self._known_classes(classes)
        sums = getattr(self, "_sums", None) or ShardSums(pulls={}, costs={})
        with self._new_fit(forget=False):
            points, labels, weights = self._checked(X, y, sample_weight, reset=not sums.pulls)
            if unknown := sorted(set(np.unique(labels).tolist()).difference(known.tolist())):
                raise InvalidInput(
                    f"y holds {unknown}, not among the classes {known.tolist()}: begin anew with all classes"
                )
            self.classes_ = known
            codes = np.searchsorted(known, labels)
            rows = self._rows(settings, points, codes, weights * self._class_weights(labels))
            name = sums.new_name() if shard is None else shard
            tolerance = settings.stops.tolerance
            effort = Effort(share=tolerance or 1e-4, passes=settings.stops.passes)
            with one_blas_thread():
                self._sums, found = sums.with_shard(name, rows, settings.ridge, effort)
            self._keep_weights(settings, found.weights)
            self.__dict__.pop("_alphas", None)  # of splits that are no more
            self.objective_, self.gap_, self.converged_ = float("nan"), float("nan"), False
            self.dual_bound_ = self._sums.bound(settings.ridge) * settings.C
            self.n_iter_, self.n_passes_ = len(self._sums.pulls), found.steps
            self.trace_, self.n_lost_workers_ = list[dict[str, Any]](), 0
        return self

    def decision_function(self, X: ArrayLike) -> FloatArray:
        """Scores w_c . x, shape (n, n_classes); of two classes their difference, shape (n,), above 0 for the second."""
        check_is_fitted(self)
        points = validate_data(self, X, accept_sparse="csr", dtype=np.float64, reset=False)
        scores = np.asarray(points @ self.coef_.T) + self.intercept_
        return scores.ravel() if scores.shape[1] == 1 else scores

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """The class with the highest score."""
        scores = self.decision_function(X)
        codes = (scores > 0).astype(np.intp) if scores.ndim == 1 else scores.argmax(axis=1)
        return np.asarray(self.classes_[codes])

    def save(self, path: str | PathLike[str]) -> None:
        """Write the fitted classifier into a folder, as arrays and JSON; with what ``partial_fit`` goes on from.

        Raises
        ------
        NotFitted
            Before ``fit``.
        InvalidInput
            Nothing can be written there; classes that are neither numbers nor strings.
        """
        folder = file_path(path, "path")
        if not hasattr(self, "classes_"):
            raise NotFitted("this ConsensusSVC is not fitted: there is nothing to save. Call fit first")
        save_fitted(folder, self.get_params(deep=False), vars(self))

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """What ``save`` wrote: the same scores bit for bit.

        Raises
        ------
        UnreadableModel
            The folder holds none, a damaged one, or one of a newer program.
        """
        parameters, state = load_fitted(file_path(path, "path"), cls._get_param_names())
        found = cls(**parameters)
        found.__dict__.update(state)
        return found

    def _checked(
        self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None, *, reset: bool = True
    ) -> tuple[Points, NDArray[Any], FloatArray]:
        """Rows with a weight, as arrays."""
        points, labels = validate_data(self, X, y, accept_sparse="csr", dtype=np.float64, reset=reset)
        check_classification_targets(labels)
        values = points.data if issparse(points) else points
        if np.abs(values).max(initial=0.0) > LARGEST:
            raise InvalidInput(f"X holds features above {LARGEST:g}: scale them first")
        weights = _check_sample_weight(sample_weight, points, dtype=np.float64, ensure_non_negative=True)
        if weights.all():
            return points, labels, weights
        if not weights.any():
            raise InvalidInput("sample_weight is 0 for all rows: there is nothing to learn from")
        return points[weights > 0.0], labels[weights > 0.0], weights[weights > 0.0]

    def _class_weights(self, labels: NDArray[Any]) -> FloatArray:
        return np.asarray(compute_sample_weight(self.class_weight, labels), dtype=np.float64)

    def _rows(self, settings: Settings, points: Points, codes: NDArray[np.intp], weights: FloatArray) -> Rows:
        held = weights > 0.0  # a class may have the weight 0
        points = _with_intercept(points, settings.intercept)
        rows = Rows(
            points=points,
            codes=codes.astype(np.intp),
            weights=weights,
            costs=checked_costs(settings.costs, len(self.classes_)),
        )
        return rows if held.all() else rows.take(held)

    def _judge(self, settings: Settings, validation: tuple[ArrayLike, ArrayLike]) -> Judge:
        points, labels = validate_data(self, *validation, accept_sparse="csr", dtype=np.float64, reset=False)
        points = _with_intercept(points, settings.intercept)

        def accuracy(weights: FloatArray) -> float:
            return float(np.mean(self.classes_[np.asarray(points @ weights.T).argmax(axis=1)] == labels))

        return accuracy

    def _agree(self, settings: Settings, rows: Rows, before: Start | None, judge: Judge | None) -> None:
        seed = int(check_random_state(self.random_state).randint(2**31 - 1))
        checkpoint = None
        if settings.checkpoint is not None:
            checkpoint = Checkpoint(
                settings.checkpoint, digest_of(rows, self._about(settings, len(rows))), seed
            )
            seed = checkpoint.seed
        if before is not None and before.weights.shape != rows.shape:
            before = None
        with one_blas_thread():
            found = learned(rows, settings, seed=seed, start=before, judge=judge, checkpoint=checkpoint)
        self._keep(settings, found)

    def _about(self, settings: Settings, n_rows: int) -> dict[str, Any]:
        seed = self.random_state if isinstance(self.random_state, int) else None
        return {
            "C": settings.C,
            "strategy": settings.strategy,
            "n_splits": number_of_splits(settings, n_rows),
            "rho": settings.rho,
            "overlap": settings.overlap,
            "random_state": seed,
        }

    def _keep(self, settings: Settings, found: Learned) -> None:
        self._keep_weights(settings, found.weights)
        self._alphas = found.alphas
        self.objective_, self.dual_bound_ = found.objective * settings.C, found.bound * settings.C
        self.gap_ = (found.objective - found.bound) / found.objective if found.objective > 0.0 else 0.0
        self.converged_ = found.reached
        self.n_iter_, self.n_passes_, self.n_lost_workers_ = found.rounds, found.passes, found.lost_workers
        self.rho_ = found.penalty
        self.trace_ = [_scaled(vars(line), settings.C) for line in found.trace]
        stops = settings.stops
        ends_by_gap = stops.patience is None and stops.seconds is None and settings.strategy == "consensus"
        if ends_by_gap and stops.tolerance is not None and not found.reached:
            warnings.warn(
                f"after {found.rounds} rounds the duality gap is {self.gap_:.2g} of the objective, above tol="
                f"{stops.tolerance:g}: raise max_rounds, max_passes or tol, or scale the features",
                ConvergenceWarning,
                stacklevel=4,
            )

    def _keep_machines(self, settings: Settings, rows: Rows) -> None:
        found = one_vs_all(rows, settings)
        self._keep_weights(settings, found.weights)
        self.objective_ = found.objective * settings.C
        self.gap_ = found.gap / found.objective if found.objective > 0.0 else 0.0
        self.dual_bound_ = (found.objective - found.gap) * settings.C
        self.converged_ = self.gap_ <= (settings.stops.tolerance or 0.0)
        self.n_iter_, self.n_passes_, self.n_lost_workers_ = 1, found.passes, 0
        self.trace_ = list[dict[str, Any]]()

    def _keep_weights(self, settings: Settings, weights: FloatArray) -> None:
        self._weights = weights
        shown = weights if len(weights) > 2 else weights[1:] - weights[:1]
        if settings.intercept is None:
            self.coef_, self.intercept_ = shown.copy(), np.zeros(len(shown))
        else:
            self.coef_, self.intercept_ = shown[:, :-1].copy(), shown[:, -1] * settings.intercept

    def _known_classes(self, classes: ArrayLike | None) -> NDArray[Any]:
        given = None if classes is None else np.unique(np.asarray(classes))
        if (known := getattr(self, "classes_", None)) is not None:
            if given is not None and not np.array_equal(given, known):
                raise InvalidInput(
                    f"classes is {given.tolist()}, the fit has {known.tolist()}: pass the same, or fit anew"
                )
            return np.asarray(known)
        if given is None:
            raise InvalidInput("classes must be passed on the first call to partial_fit")
        if len(given) < 2:
            raise InvalidInput("classes holds 1 class: pass two at least")
        return given

    def _start(self) -> Start | None:
        if not hasattr(self, "_weights"):
            return None
        return Start(weights=self._weights, alphas=getattr(self, "_alphas", np.zeros((0, 0, 0))))

    @contextmanager
    def _new_fit(self, *, forget: bool = True) -> Iterator[None]:
        """Forget the last fit; if this one fails, everything is as it was before."""
        before = dict(vars(self))
        learned_before = [
            name for name in before if name.endswith("_") or name in ("_weights", "_alphas", "_sums")
        ]
        for name in learned_before if forget else []:
            delattr(self, name)
        try:
            yield
        except BaseException:
            self.__dict__ = before
            raise

    def __sklearn_tags__(self) -> Any:
        """Sparse rows are taken as they are."""
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def __sklearn_clone__(self) -> Self:
        """As ``clone``, with the same Dask client, which cannot be copied."""
        parameters = self.get_params(deep=False)
        client = parameters.pop("client")
        return type(self)(client=client, **{name: clone(one, safe=False) for name, one in parameters.items()})

    def __getstate__(self) -> dict[str, Any]:
        """Without the Dask client, which is a connection."""
        state: dict[str, Any] = dict(super().__getstate__())
        return {**state, "client": None}


def _with_intercept(points: Points, scaling: float | None) -> Points:
    if scaling is None:
        return points
    column = np.full((points.shape[0], 1), scaling)
    if issparse(points):
        return hstack([points, csr_matrix(column)], format="csr")
    return np.hstack([points, column])


def _scaled(line: dict[str, Any], C: float) -> dict[str, Any]:
    """Objective and bound in the units of C."""
    known = {name: line[name] for name in ("objective", "bound") if line[name] is not None}
    return {**line, **{name: value * C for name, value in known.items()}}
