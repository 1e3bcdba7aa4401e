"""The variant of PiCoDes that the source found worse: bits as sigmoids, everything by stochastic gradient steps.

sigma(x; a) = 1 / (1 + exp(-(2 / T) a . x)), T falling from 2 to 0.1; the threshold comes back at the end. Source: A.
Bergamo et al. (2011), section 2.2, which states neither T nor steps.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from changemodel.codes.bit_classifiers import Rules, hinge

FloatArray = NDArray[np.float64]

WARMEST, COLDEST = 2.0, 0.1
BATCH = 128
STEP = 0.05


def soft_objective(
    directions: FloatArray, rules: Rules, points: FloatArray, signs: FloatArray, cost: float, heat: float
) -> tuple[float, FloatArray, FloatArray, FloatArray]:
    """E with sigmoids for bits, and its gradients by directions, weights and intercepts."""
    soft = expit((2.0 / heat) * (points @ directions.T))
    margins = signs * rules.margins(soft)
    value = 0.5 * float((rules.weights**2).sum()) + cost * float(hinge(margins).sum())
    slopes = -cost * signs * (margins < 1.0)  # (n, n_classes)
    inner = (slopes @ rules.weights) * soft * (1.0 - soft) * (2.0 / heat)
    return value, inner.T @ points, rules.weights + slopes.T @ soft, slopes.sum(axis=0)


def descend(
    directions: FloatArray,
    rules: Rules,
    points: FloatArray,
    signs: FloatArray,
    cost: float,
    *,
    epochs: int,
    rng: np.random.Generator,
) -> tuple[FloatArray, Rules, float]:
    """Directions, rules and E after steps on batches; each step is scaled by the root of its running squares (Adam)."""
    parts = [directions.copy(), rules.weights.copy(), rules.intercepts.copy()]
    first, second = [np.zeros_like(p) for p in parts], [np.zeros_like(p) for p in parts]
    per_epoch = max(1, len(points) // BATCH)
    total = epochs * per_epoch
    for step in range(total):
        heat = WARMEST * (COLDEST / WARMEST) ** (step / max(total - 1, 1))
        rows = rng.choice(len(points), min(BATCH, len(points)), replace=False)
        share = len(points) / len(rows)
        gradients = soft_objective(
            parts[0], Rules(parts[1], parts[2]), points[rows], signs[rows], cost * share, heat
        )[1:]
        for place, gradient in enumerate(gradients):
            first[place] = 0.9 * first[place] + 0.1 * gradient
            second[place] = 0.999 * second[place] + 0.001 * gradient**2
            mean = first[place] / (1.0 - 0.9 ** (step + 1))
            size = np.sqrt(second[place] / (1.0 - 0.999 ** (step + 1))) + 1e-8
            parts[place] = parts[place] - STEP * mean / size
    found = Rules(parts[1], parts[2])
    return parts[0], found, soft_objective(parts[0], found, points, signs, cost, COLDEST)[0]
