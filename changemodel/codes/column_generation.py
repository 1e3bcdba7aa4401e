"""Bits one by one, each the most violated of the dual, and after each all weights anew.

Source: S. Paisitkriangkrai et al. (2014), Algorithms 1 and 2; ``cbid`` and ``patch_cbid`` are its estimators.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from changemodel.codes.losses import Loss
from changemodel.codes.margin_systems import MarginSystem
from changemodel.codes.penalties import Penalty
from changemodel.codes.restricted_master import solve
from changemodel.codes.violated_bit import Bit, most_violated

FloatArray = NDArray[np.float64]

DRAWS = 5
"""Times that candidates are drawn anew where all were taken."""


@dataclass(frozen=True, kw_only=True)
class Search:
    """How bits are looked for."""

    n_bits: int
    n_candidates: int
    subsample: float
    """Share of the triplets, drawn anew for each bit, that it is looked for with."""
    trim: float
    """Share of the triplets, those with the least dual variables, that a bit is not looked for with."""


@dataclass(frozen=True)
class Step:
    """What one bit brought."""

    objective: float
    gap: float
    worth: float
    start_worth: float


@dataclass(frozen=True)
class Generated:
    """Hyperplanes of the bits, shape (n_bits, n_features) and (n_bits,), weights (n_bits, per_bit), a step for each."""

    normals: FloatArray
    offsets: FloatArray
    weights: FloatArray
    steps: list[Step]


def generate(
    points: FloatArray,
    system: MarginSystem,
    loss: Loss,
    penalty: Penalty,
    search: Search,
    rng: np.random.Generator,
) -> Generated:
    """Bits until there are as many as asked for, or none is worth adding."""
    bits: list[Bit] = []
    steps: list[Step] = []
    weights = np.empty(0)
    u = -loss.slope(np.zeros(system.n_margins))
    while len(bits) < search.n_bits:
        bit = _next_bit(points, system, u, bits, search, rng)
        if bit is None:
            break
        worth = system.worth(bit.values, u).max()
        if bits and worth <= penalty.threshold * (1.0 + 1e-3):
            break
        bits.append(bit)
        system.add(bit.values)
        solved = solve(system, loss, penalty, np.append(weights, np.zeros(system.per_bit)))
        weights, u = solved.weights, solved.u
        steps.append(Step(solved.objective, solved.gap, bit.worth, bit.start_worth))
    return Generated(
        np.array([bit.normal for bit in bits]).reshape(-1, points.shape[1]),
        np.array([bit.offset for bit in bits]),
        weights.reshape(-1, system.per_bit),
        steps,
    )


def _next_bit(
    points: FloatArray,
    system: MarginSystem,
    u: FloatArray,
    bits: list[Bit],
    search: Search,
    rng: np.random.Generator,
) -> Bit | None:
    taken = np.array([bit.values for bit in bits]).reshape(-1, len(points))
    pairs = list(system.pair_weights(u, _kept(system, u, search, rng)))
    for _ in range(DRAWS):
        found = most_violated(points, pairs, taken, search.n_candidates, rng)
        if found is not None:
            return found
    return None


def _kept(
    system: MarginSystem, u: FloatArray, search: Search, rng: np.random.Generator
) -> NDArray[np.bool_] | None:
    count = len(system.triplets)
    if search.subsample >= 1.0 and search.trim <= 0.0:
        return None
    kept = rng.uniform(size=count) < search.subsample
    if search.trim > 0.0:
        size = system.on_triplets(u)
        kept &= size >= np.quantile(size, search.trim)
    return kept
