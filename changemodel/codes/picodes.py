"""PiCoDes: bits for which linear combinations tell many classes apart, so that they will for classes never seen.

Source: A. Bergamo, L. Torresani, A. Fitzgibbon, "PiCoDes: Learning a Compact Code for Novel-Category Recognition" (NIPS
2011). Steps: ``feature_blocks``, ``bit_classifiers``, ``bit_alternation``, ``sigmoid_descent``; what is done with the
codes is in ``bit_queries``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Literal, Self, get_args

import numpy as np
from numpy.typing import ArrayLike
from sklearn.decomposition import PCA
from sklearn.utils import check_random_state
from sklearn.utils.validation import validate_data

from changemodel.arguments import choice, positive_number, whole_number
from changemodel.codes.bit_alternation import Alternation, random_direction, split_direction
from changemodel.codes.cbid import checked_classes
from changemodel.codes.linear_bits import LinearBits, centred
from changemodel.codes.packed_bits import FloatArray
from changemodel.codes.sigmoid_descent import descend
from changemodel.errors import InvalidInput
from changemodel.metric.threads import one_blas_thread

Start = Literal["split", "lsh"]
Solver = Literal["alternation", "sigmoid"]


class PiCoDes(LinearBits):
    """Binary codes on which linear classifiers work, also of classes that the code was not learned from.

    Histograms are lifted before, by ``LiftedBlocks`` in a pipeline.

    Parameters
    ----------
    n_bits : int
    C : float
        Of each image in the classifiers, lambda / N of the source. Smaller carries over better to new classes.
    n_components : int, optional
        Main directions of X that bits are learned in; None: all, without rotation.
    init : {"split", "lsh"}
        A bit begins between random halves of the classes, or as a random direction.
    solver : {"alternation", "sigmoid"}
        The second is the source's variant with smooth bits, which is worse.
    max_sweeps : int
        Over all bits; with "sigmoid" ten times as many passes over X.
    bit_costs : sequence of float
        C of the weighted SVMs that each bit is looked for by; the best of them is taken.
    random_state : int, RandomState or None

    Attributes
    ----------
    coef_, intercept_ : float arrays, shape (n_bits, n_features) and (n_bits,)
    classes_ : array
    objective_ : float
        E of the bits and their classifiers.
    soft_objective_ : float
        With "sigmoid": E before the thresholds came back.
    trace_ : list of Sweep
    """

    _saved_arrays: ClassVar[tuple[str, ...]] = ("coef_", "intercept_", "classes_")

    def __init__(  # noqa: PLR0913  an estimator's parameters
        self,
        *,
        n_bits: int = 32,
        C: float = 0.1,
        n_components: int | None = None,
        init: Start = "split",
        solver: Solver = "alternation",
        max_sweeps: int = 5,
        bit_costs: Sequence[float] = (0.03, 0.3),
        random_state: Any = None,
    ) -> None:
        self.n_bits = n_bits
        self.C = C
        self.n_components = n_components
        self.init, self.solver = init, solver
        self.max_sweeps = max_sweeps
        self.bit_costs = bit_costs
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Learn from points and their classes, of which there should be many.

        Parameters
        ----------
        X : float array, shape (n_points, n_features)
        y : array, shape (n_points,)

        Raises
        ------
        ValueError
            NaN, labels that are no classes.
        InvalidInput
            A parameter out of its range; fewer than two classes; points that are all the same.
        """
        costs = self._checked_parameters()
        with self._new_fit():
            points, labels = validate_data(self, X, y, dtype=np.float64)
            self.classes_, codes = checked_classes(labels)
            basis, mean, reduced = self._reduced(points)
            rng = np.random.default_rng(check_random_state(self.random_state).randint(2**31))
            with one_blas_thread():
                learned = Alternation(
                    reduced, codes, self._start(reduced, codes, rng), float(self.C), costs, rng
                )
                self._learn(learned)
            self.coef_ = learned.directions[:, :-1] @ basis
            self.intercept_ = learned.directions[:, -1] - self.coef_ @ mean
            self.trace_, self.objective_ = learned.sweeps, learned.objective()
        return self

    def _checked_parameters(self) -> list[float]:
        whole_number(self.n_bits, "n_bits", 1)
        whole_number(self.max_sweeps, "max_sweeps", 0)
        positive_number(self.C, "C")
        choice(self.init, "init", get_args(Start))
        choice(self.solver, "solver", get_args(Solver))
        costs = [float(positive_number(cost, "bit_costs")) for cost in self.bit_costs]
        if not costs:
            raise InvalidInput("bit_costs is empty: pass one cost at least")
        return costs

    def _reduced(self, points: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """What turns points into coordinates of mean variance 1, their mean, and the coordinates with a constant."""
        unit, mean, scale = centred(points)
        basis = np.eye(points.shape[1])
        if self.n_components is not None:
            most = min(points.shape)
            if whole_number(self.n_components, "n_components", 1) > most:
                raise InvalidInput(f"n_components is {self.n_components}: pass at most {most} for this X")
            basis = PCA(self.n_components, random_state=0).fit(unit).components_
        moved = unit @ basis.T
        scale /= (size := float(np.sqrt((moved**2).mean())))
        return basis * scale, mean, np.column_stack([moved / size, np.ones(len(points))])

    def _start(self, points: FloatArray, codes: Any, rng: np.random.Generator) -> FloatArray:
        if self.init == "split":
            return np.array([split_direction(points, codes, rng) for _ in range(self.n_bits)])
        return np.array([random_direction(points, rng) for _ in range(self.n_bits)])

    def _learn(self, learned: Alternation) -> None:
        if self.solver == "alternation":
            learned.run(self.max_sweeps)
            return
        learned.refit()
        directions, rules, self.soft_objective_ = descend(
            learned.directions,
            learned.rules,
            learned.points,
            learned.signs,
            learned.cost,
            epochs=10 * self.max_sweeps,
            rng=learned.rng,
        )
        learned.take(directions, rules)
