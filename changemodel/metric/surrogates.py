"""The classical surrogate losses of a margin t, each with its derivative: what learners are compared by.

``benchmarks.pair_baselines`` uses the logistic one; the quadruplet learners have their own (``losses``).
Source: M. T. Law's thesis (2015), section 1.2. All are decreasing in t, and convex.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

FloatArray = NDArray[np.float64]


class Surrogate(NamedTuple):
    """A loss and its derivative, element by element."""

    value: Callable[[FloatArray], FloatArray]
    slope: Callable[[FloatArray], FloatArray]


def zero_one(t: FloatArray) -> FloatArray:
    """1 where t <= 0, the number of errors; it has no use for a slope."""
    return (np.asarray(t) <= 0.0).astype(np.float64)


HINGE = Surrogate(lambda t: np.maximum(1.0 - t, 0.0), lambda t: -(t < 1.0).astype(np.float64))
SQUARED_HINGE = Surrogate(lambda t: np.maximum(1.0 - t, 0.0) ** 2, lambda t: -2.0 * np.maximum(1.0 - t, 0.0))
EXPONENTIAL = Surrogate(lambda t: np.exp(-t), lambda t: -np.exp(-t))


def modified_huber(gamma: float) -> Surrogate:
    """The hinge with its corner rounded between 1 - gamma and 1 + gamma; gamma in [0.01, 0.5]."""

    def value(t: FloatArray) -> FloatArray:
        square = (1.0 + gamma - t) ** 2 / (4.0 * gamma)
        return np.where(t > 1.0 + gamma, 0.0, np.where(t < 1.0 - gamma, 1.0 - t, square))

    return Surrogate(value, lambda t: -np.clip((1.0 + gamma - t) / (2.0 * gamma), 0.0, 1.0))


def logistic(beta: float = 1.0) -> Surrogate:
    """(1 / beta) ln(1 + exp(-beta t)), finite for any t; beta > 0."""
    return Surrogate(lambda t: np.logaddexp(0.0, -beta * t) / beta, lambda t: -expit(-beta * t))
