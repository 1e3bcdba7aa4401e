"""Penalties of non-negative weights, and what each does to the dual of the restricted master problem.

With g = A^T u / n, the dual constraint's left side for each weight, a penalty says what it subtracts from the dual, by
what u is multiplied to be feasible, and from which g on a bit is worth adding.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]


class Penalty(Protocol):
    """A penalty of weights w >= 0."""

    @property
    def upper(self) -> float | None:
        """What no weight exceeds; None: no bound."""

    @property
    def threshold(self) -> float:
        """A bit improves the problem while its g is above this."""

    def value(self, weights: FloatArray) -> float:
        """What the weights cost."""

    def slope(self, weights: FloatArray) -> FloatArray:
        """Gradient, weight by weight."""

    def of_dual(self, g: FloatArray) -> float:
        """What the dual loses."""

    def feasible_share(self, g: FloatArray) -> float:
        """By what the dual variables are multiplied to be feasible, at most 1."""


@dataclass(frozen=True)
class L1:
    """nu times the sum."""

    nu: float
    upper: float | None = None

    @property
    def threshold(self) -> float:
        """Below nu a weight stays 0."""
        return self.nu

    def value(self, weights: FloatArray) -> float:
        """Sum."""
        return self.nu * float(weights.sum())

    def slope(self, weights: FloatArray) -> FloatArray:
        """Constant."""
        return np.full_like(weights, self.nu)

    def of_dual(self, g: FloatArray) -> float:
        """Nothing: g <= nu is a constraint."""
        return 0.0

    def feasible_share(self, g: FloatArray) -> float:
        """So that the largest g is nu."""
        return min(1.0, self.nu / max(float(g.max(initial=0.0)), 1e-300))


@dataclass(frozen=True)
class L2:
    """nu / 2 times the sum of squares."""

    nu: float
    upper: float | None = None
    threshold: float = 0.0

    def value(self, weights: FloatArray) -> float:
        """Half the squares."""
        return 0.5 * self.nu * float(weights @ weights)

    def slope(self, weights: FloatArray) -> FloatArray:
        """Linear."""
        return self.nu * weights

    def of_dual(self, g: FloatArray) -> float:
        """The conjugate of the squares over w >= 0."""
        return float((np.maximum(g, 0.0) ** 2).sum()) / (2.0 * self.nu)

    def feasible_share(self, g: FloatArray) -> float:
        """All u are feasible."""
        return 1.0


@dataclass(frozen=True)
class Box:
    """Nothing up to a bound, which no weight exceeds."""

    bound: float
    threshold: float = 0.0

    @property
    def upper(self) -> float:
        """The bound."""
        return self.bound

    def value(self, weights: FloatArray) -> float:
        """Nothing."""
        return 0.0

    def slope(self, weights: FloatArray) -> FloatArray:
        """Nothing."""
        return np.zeros_like(weights)

    def of_dual(self, g: FloatArray) -> float:
        """Each weight that is worth it goes to the bound."""
        return self.bound * float(np.maximum(g, 0.0).sum())

    def feasible_share(self, g: FloatArray) -> float:
        """All u are feasible."""
        return 1.0


@dataclass(frozen=True)
class Maximum:
    """nu times the largest weight: the box whose bound is paid for."""

    nu: float
    upper: float | None = None
    threshold: float = 0.0

    def value(self, weights: FloatArray) -> float:
        """The largest."""
        return self.nu * float(weights.max(initial=0.0))

    def slope(self, weights: FloatArray) -> FloatArray:
        """What raising the bound costs: not smooth by weights, ``restricted_master`` looks for the bound instead."""
        return np.full_like(weights, self.nu)

    def of_dual(self, g: FloatArray) -> float:
        """Nothing: the sum of g above 0 is at most nu."""
        return 0.0

    def feasible_share(self, g: FloatArray) -> float:
        """So that the sum of g above 0 is nu."""
        return min(1.0, self.nu / max(float(np.maximum(g, 0.0).sum()), 1e-300))


def penalty(name: str, *, nu: float, bound: float) -> Penalty:
    """The penalty of that name among ``PENALTIES``."""
    made: dict[str, Penalty] = {"l1": L1(nu), "l2": L2(nu), "box": Box(bound), "linf": Maximum(nu)}
    return made[name]


PENALTIES = ("l1", "l2", "box", "linf")
