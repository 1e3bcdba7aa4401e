"""Losses of a margin for column generation, each with its slope and the conjugate that the dual needs.

Source: S. Paisitkriangkrai et al., "Large-margin Learning of Compact Binary Image Encodings" (2014), sections 3.2 and
3.3. The dual variable of a margin is u = -slope(margin).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, xlogy

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class Loss:
    """A smooth convex decreasing loss of a margin, element by element."""

    value: Callable[[FloatArray], FloatArray]
    slope: Callable[[FloatArray], FloatArray]
    conjugate: Callable[[FloatArray], FloatArray]
    """L*(-u) as a function of u."""


def _squared_conjugate(u: FloatArray) -> FloatArray:
    return -u + u * u / 4.0


def _grown(exponent: FloatArray) -> FloatArray:
    """Exponential that stays finite where a line search tries a step far too long."""
    return np.exp(np.minimum(exponent, 300.0))


LOGISTIC = Loss(
    lambda margin: np.logaddexp(0.0, -margin),
    lambda margin: -expit(-margin),
    lambda u: xlogy(u, u) + xlogy(1.0 - u, 1.0 - u),
)
EXPONENTIAL = Loss(
    lambda margin: _grown(-margin),
    lambda margin: -_grown(-margin),
    lambda u: xlogy(u, u) - u,
)
SQUARED_HINGE = Loss(
    lambda margin: np.maximum(1.0 - margin, 0.0) ** 2,
    lambda margin: -2.0 * np.maximum(1.0 - margin, 0.0),
    _squared_conjugate,
)
LEAST_SQUARES = Loss(
    lambda margin: (1.0 - margin) ** 2,
    lambda margin: -2.0 * (1.0 - margin),
    _squared_conjugate,
)

LOSSES = {
    "logistic": LOGISTIC,
    "exponential": EXPONENTIAL,
    "squared_hinge": SQUARED_HINGE,
    "least_squares": LEAST_SQUARES,
}
