"""C-BID: bits learned so that points of one class have near codes, and other classes' points farther ones.

Source: S. Paisitkriangkrai, C. Shen, A. van den Hengel, "Large-margin Learning of Compact Binary Image Encodings"
(IEEE TIP 2014), the variant for one descriptor an image. With one weight for each bit it is CGHash (X. Li et al., ICML
2013), which also learns from triplets that have no classes. Steps: ``triplets``, ``violated_bit``, ``margin_systems``,
``restricted_master``, ``column_generation``. The form for many patches of an image is ``patch_cbid``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self, get_args

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import validate_data

from changemodel.arguments import choice, number_from_0, positive_number, whole_number
from changemodel.codes.column_generation import Generated, Search, generate
from changemodel.codes.linear_bits import LinearBits, centred
from changemodel.codes.losses import LOSSES, Loss
from changemodel.codes.margin_systems import ClassWeights, MarginSystem, SharedWeights
from changemodel.codes.packed_bits import FloatArray, IntArray
from changemodel.codes.penalties import PENALTIES, Penalty, penalty
from changemodel.codes.triplets import Triplets, checked_triplets, mine_triplets
from changemodel.errors import InvalidConstraints, InvalidInput
from changemodel.metric.threads import one_blas_thread

SPREAD = 2.0
"""Root mean square norm of the points that bits are looked for with, so that random offsets in [0, 1] matter."""

Weights = Literal["shared", "class"]


class CBID(LinearBits):
    """Supervised binary codes whose (weighted) Hamming distances follow classes or triplets.

    Parameters
    ----------
    n_bits : int
        Asked for; learning ends earlier where no bit is worth adding.
    weights : {"shared", "class"}
        One weight for each bit (CGHash), or one for each bit and class.
    sign : {1, -1}
        Of the far class's weights in the margin; -1 is the source's equation as printed, which tells classes apart
        much worse. Without effect on shared weights.
    loss : {"logistic", "exponential", "squared_hinge", "least_squares"}
    penalty : {"l1", "l2", "box", "linf"}
    nu : float
        Strength of the penalty, beside the mean of the losses.
    bound : float
        Of each weight, with the penalty "box".
    n_pos, n_neg : int
        Neighbours of each point in its class, and in each other class.
    cap_per_anchor : int, optional
        Triplets of each point at most.
    max_triplets : int, optional
        Triplets at most; of more a random part is learned from.
    n_candidates : int
        Random hyperplanes that each bit is looked for among.
    subsample, trim : float
        Share of triplets, drawn anew for each bit, that it is looked for with; share of them that is left out because
        their margins are the largest.
    random_state : int, RandomState or None

    Attributes
    ----------
    coef_, intercept_ : float arrays, shape ``(n_bits_, n_features)`` and ``(n_bits_,)``
    weights_ : float array, shape ``(n_bits_, 1)`` or ``(n_bits_, n_classes)``
        Of a bit in the distance; at least 0.
    classes_ : array
        Absent after a fit on triplets.
    objective_ : float
    gap_ : float
        How far ``objective_`` can be above the optimum for these bits.
    trace_ : list of Step
        One for each bit: objective, gap, worth of the bit, and of the candidate it began as.
    """

    _saved_arrays: ClassVar[tuple[str, ...]] = ("coef_", "intercept_", "weights_", "classes_")

    def __init__(  # noqa: PLR0913  an estimator's parameters
        self,
        *,
        n_bits: int = 32,
        weights: Weights = "shared",
        sign: int = 1,
        loss: str = "logistic",
        penalty: str = "l1",
        nu: float = 1e-3,
        bound: float = 1.0,
        n_pos: int = 3,
        n_neg: int = 3,
        cap_per_anchor: int | None = None,
        max_triplets: int | None = 200_000,
        n_candidates: int = 300,
        subsample: float = 1.0,
        trim: float = 0.0,
        random_state: Any = None,
    ) -> None:
        self.n_bits = n_bits
        self.weights, self.sign = weights, sign
        self.loss, self.penalty, self.nu, self.bound = loss, penalty, nu, bound
        self.n_pos, self.n_neg = n_pos, n_neg
        self.cap_per_anchor, self.max_triplets = cap_per_anchor, max_triplets
        self.n_candidates = n_candidates
        self.subsample, self.trim = subsample, trim
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: ArrayLike | None = None, *, triplets: ArrayLike | None = None) -> Self:
        """Learn from points and their classes, or from points and triplets.

        Parameters
        ----------
        X : float array, shape (n_points, n_features)
        y : array, shape (n_points,)
            Classes. None: ``triplets`` are given.
        triplets : int array, shape (n, 3), optional
            Rows (anchor, near, far); learned from instead of neighbours, with shared weights.

        Raises
        ------
        ValueError
            NaN, labels that are no classes.
        InvalidInput
            A parameter out of its range; fewer than two classes; neither classes nor triplets; points that are all
            the same.
        InvalidConstraints
            Every class has a single point.
        """
        learning = Learning.of(self)
        if y is None and triplets is None:
            raise InvalidInput("requires y to be passed, but the target y is None: pass classes, or triplets")
        with self._new_fit():
            rng = np.random.default_rng(check_random_state(self.random_state).randint(2**31))
            points, system = self._learned_from(X, y, triplets, learning, rng)
            keep(self, learned_bits(points, system, learning, rng))
        return self

    @property
    def mean_weights_(self) -> FloatArray:
        """Weight of each bit for queries whose class is not known, shape ``(n_bits_,)``."""
        return np.asarray(self.weights_.mean(axis=1), dtype=np.float64)

    def _learned_from(
        self,
        X: ArrayLike,
        y: ArrayLike | None,
        triplets: ArrayLike | None,
        learning: Learning,
        rng: np.random.Generator,
    ) -> tuple[FloatArray, MarginSystem]:
        if triplets is not None:
            points = validate_data(self, X, dtype=np.float64)
            given = self._some(checked_triplets(triplets, len(points)), rng)
            return points, SharedWeights(given, len(points))
        points, labels = validate_data(self, X, y, dtype=np.float64)
        self.classes_, codes = checked_classes(labels)
        mined = self._some(mine_triplets(points, codes, self.n_pos, self.n_neg, self.cap_per_anchor), rng)
        if learning.weights == "shared":
            return points, SharedWeights(mined, len(points))
        return points, ClassWeights(mined, codes, self.sign)

    def _some(self, triplets: Triplets, rng: np.random.Generator) -> Triplets:
        if self.max_triplets is None or len(triplets) <= self.max_triplets:
            return triplets
        return triplets.taken(np.sort(rng.choice(len(triplets), self.max_triplets, replace=False)))


@dataclass(frozen=True, kw_only=True)
class Learning:
    """The parameters of a fit as plain checked values."""

    weights: str
    loss: Loss
    penalty: Penalty
    search: Search

    @classmethod
    def of(cls, estimator: Any) -> Learning:
        """Those of a ``CBID``, or of a ``PatchCBID``, which has some of them."""
        parameters = estimator.get_params(deep=False)
        for name in ("n_pos", "n_neg", "cap_per_anchor", "max_triplets"):
            if parameters.get(name) is not None:
                whole_number(parameters[name], name, 1)
        if parameters.get("sign", 1) not in (1, -1):
            raise InvalidInput(f"sign is {parameters['sign']!r}: pass 1 or -1")
        subsample, trim = (
            number_from_0(parameters.get(name, default), name)
            for name, default in (("subsample", 1.0), ("trim", 0.0))
        )
        if not 0.0 < subsample <= 1.0 or not trim < 1.0:
            raise InvalidInput(
                f"subsample is {subsample!r} and trim {trim!r}: pass shares, subsample above 0 and trim below 1"
            )
        return cls(
            weights=choice(parameters.get("weights", "shared"), "weights", get_args(Weights)),
            loss=LOSSES[choice(parameters["loss"], "loss", LOSSES)],
            penalty=penalty(
                choice(parameters["penalty"], "penalty", PENALTIES),
                nu=float(positive_number(parameters["nu"], "nu")),
                bound=float(positive_number(parameters["bound"], "bound")),
            ),
            search=Search(
                n_bits=whole_number(parameters["n_bits"], "n_bits", 1),
                n_candidates=whole_number(parameters["n_candidates"], "n_candidates", 1),
                subsample=float(subsample),
                trim=float(trim),
            ),
        )


def checked_classes(labels: Any) -> tuple[Any, IntArray]:
    """Classes, and the number of each point's.

    Raises
    ------
    ValueError
        Labels that are no classes.
    InvalidInput
        Fewer than two classes.
    """
    check_classification_targets(labels)
    classes, codes = np.unique(labels, return_inverse=True)
    if len(classes) < 2:
        raise InvalidInput("y holds 1 class: give points of two classes at least")
    return classes, codes.astype(np.intp)


def learned_bits(
    points: FloatArray, system: MarginSystem, learning: Learning, rng: np.random.Generator
) -> Generated:
    """Hyperplanes in the units of the points.

    Raises
    ------
    InvalidInput
        Points that are all the same.
    InvalidConstraints
        No hyperplane parts the points.
    """
    unit, mean, scale = centred(points)
    with one_blas_thread():
        found = generate(SPREAD * unit, system, learning.loss, learning.penalty, learning.search, rng)
    if not len(found.normals):
        raise InvalidConstraints("no bit parts near points from far ones: give points that differ")
    normals = found.normals * (SPREAD * scale)
    return Generated(normals, found.offsets - normals @ mean, found.weights, found.steps)


def keep(estimator: Any, found: Generated) -> None:
    """What was learned, as attributes."""
    estimator.coef_, estimator.intercept_ = found.normals, found.offsets
    estimator.weights_ = found.weights
    estimator.trace_ = found.steps
    estimator.objective_, estimator.gap_ = found.steps[-1].objective, found.steps[-1].gap
