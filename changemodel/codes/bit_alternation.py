"""The alternation of PiCoDes: classifiers on the bits, then one bit after another for these classifiers.

With everything but bit c held, switching it on for image i costs delta_i, and E = const + C sum delta_i 1[a . x_i > 0]:
a weighted classification, whose convex bound is a weighted SVM with the labels -sign(delta_i). Equation (6) of the
source (A. Bergamo et al., 2011) prints +sign(delta_i), which raises E. The bound's minimiser can still raise E: a bit
is changed only where that lowers E.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from sklearn.svm import LinearSVC

from changemodel.codes.bit_classifiers import Rules, hinge, objectives, refit

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]

SMALL_DROP = 1e-3
"""Relative drop of E over a sweep below which the alternation ends."""
NO_COST = 1e-9
"""Share of the largest |delta| below which an image has no say."""


def switch_costs(without: FloatArray, weights: FloatArray, signs: FloatArray) -> FloatArray:
    """delta_i: what it costs to switch a bit on, from the margins without it and its weight in each class."""
    return np.asarray(
        (hinge(signs * (without + weights)) - hinge(signs * without)).sum(axis=1), dtype=np.float64
    )


def surrogate(directions: FloatArray, points: FloatArray, delta: FloatArray) -> float:
    """The convex bound sum |delta_i| hinge(-sign(delta_i) a . x_i) of the weighted 0/1 loss."""
    return float((np.abs(delta) * hinge(-np.sign(delta) * (points @ directions))).sum())


def weighted_direction(
    points: FloatArray, targets: FloatArray, sizes: FloatArray, cost: float, seed: int
) -> FloatArray:
    """A hyperplane through 0 for weighted labels; points end in a constant, which gives it its offset."""
    machine = LinearSVC(C=cost, dual=False, fit_intercept=False, random_state=seed, tol=1e-3, max_iter=200)
    machine.fit(points, targets, sample_weight=sizes)
    return np.asarray(machine.coef_[0], dtype=np.float64)


def split_direction(points: FloatArray, codes: NDArray[np.intp], rng: np.random.Generator) -> FloatArray:
    """A hyperplane between two random halves of the classes."""
    n_classes = int(codes.max()) + 1
    half = rng.permutation(n_classes) < (n_classes + 1) // 2
    targets = np.where(half[codes], 1.0, -1.0)
    return weighted_direction(points, targets, np.ones(len(codes)), 0.3, int(rng.integers(2**31)))


def random_direction(points: FloatArray, rng: np.random.Generator) -> FloatArray:
    """A Gaussian direction that half of the points are above."""
    normal = rng.normal(size=(1, points.shape[1] - 1))[0]
    return np.append(normal, -np.median(points[:, :-1] @ normal))


@dataclass(frozen=True)
class Sweep:
    """What one sweep did: E before it, after the classifiers, at its end; bits that were changed and refused."""

    before: float
    after_rules: float
    after_bits: float
    changed: int
    refused: int
    reseeded: int


@dataclass
class Alternation:
    """Directions of shape (n_bits, n_features), last feature constant, and the classifiers on their bits."""

    points: FloatArray
    codes: NDArray[np.intp]
    directions: FloatArray
    cost: float
    bit_costs: Sequence[float]
    rng: np.random.Generator
    target_sign: int = -1
    """-1 is right; 1 is equation (6) as printed."""
    guarded: bool = True
    sweeps: list[Sweep] = field(default_factory=list)

    def __post_init__(self) -> None:
        n_classes = int(self.codes.max()) + 1
        self.signs = np.where(np.arange(n_classes) == self.codes[:, None], 1.0, -1.0)
        self.bits = (self.points @ self.directions.T > 0.0).astype(np.float64)
        self.rules = Rules(np.zeros((n_classes, len(self.directions))), np.full(n_classes, -1.0))

    def objective(self) -> float:
        """E, computed anew."""
        return float(objectives(self.rules, self.bits, self.signs, self.cost).sum())

    def run(self, sweeps: int) -> None:
        """Sweeps until no bit changes, or E hardly drops."""
        for _ in range(sweeps):
            done = self.sweep()
            if not done.changed or done.before - done.after_bits < SMALL_DROP * done.before:
                break
        self.refit()

    def refit(self) -> None:
        """Step 1: the classifiers for the bits as they are."""
        seed = int(self.rng.integers(2**31))
        self.rules = refit(self.rules, self.bits, self.signs, self.cost, seed)

    def take(self, directions: FloatArray, rules: Rules) -> None:
        """Directions that were found in another way, with the classifiers for their bits."""
        self.directions, self.rules = directions, rules
        self.bits = (self.points @ directions.T > 0.0).astype(np.float64)
        self.refit()

    def sweep(self) -> Sweep:
        """Both steps once; step 2 over all bits in a random order."""
        before = self.objective()
        self.refit()
        after_rules = self.objective()
        margins = self.rules.margins(self.bits)
        counts = {"changed": 0, "refused": 0, "reseeded": 0}
        for bit in self.rng.permutation(len(self.directions)):
            without = margins - np.outer(self.bits[:, bit], self.rules.weights[:, bit])
            counts[self.update(int(bit), without)] += 1
            margins = without + np.outer(self.bits[:, bit], self.rules.weights[:, bit])
        done = Sweep(before, after_rules, self.objective(), **counts)
        self.sweeps.append(done)
        return done

    def update(self, bit: int, without: FloatArray) -> str:
        """Step 2 for one bit, from the margins without it: "changed", "refused", or "reseeded" where it was dead."""
        delta = switch_costs(without, self.rules.weights[:, bit], self.signs)
        sizes = np.abs(delta)
        said = sizes > NO_COST * sizes.max()
        if sizes.max() <= NO_COST or len(np.unique(np.sign(delta[said]))) < 2:
            return self._reseed(bit, delta)
        targets = self.target_sign * np.sign(delta[said])
        weights = sizes[said] / sizes[said].mean()
        candidates = [
            weighted_direction(self.points[said], targets, weights, cost, int(self.rng.integers(2**31)))
            for cost in self.bit_costs
        ]
        return self._take_best(bit, np.array(candidates), delta)

    def _take_best(self, bit: int, candidates: FloatArray, delta: FloatArray) -> str:
        values = self.points @ candidates.T > 0.0
        losses = delta @ values
        best = int(losses.argmin())
        if self.guarded and not losses[best] < delta @ self.bits[:, bit]:
            return "refused"
        self.directions[bit], self.bits[:, bit] = candidates[best], values[:, best]
        return "changed"

    def _reseed(self, bit: int, delta: FloatArray) -> str:
        """A new start for a bit that no classifier uses, where that does not raise E."""
        direction = split_direction(self.points, self.codes, self.rng)
        values = self.points @ direction > 0.0
        if delta @ values > delta @ self.bits[:, bit]:
            return "refused"
        self.directions[bit], self.bits[:, bit] = direction, values
        return "reseeded"
