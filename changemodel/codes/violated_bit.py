"""The bit that most violates the dual constraint: random starts, then ascent on a smooth form of what a bit is worth.

Source: S. Paisitkriangkrai et al. (2014), section 3.4: |.| becomes a square and the sign (2 / pi) arctan. Of pair
weights S the worth of values f at the points is f^T (D_row + D_column - S - S^T) f, so value and gradient cost one
sparse product and two products with the points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_array, diags_array

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]


@dataclass(frozen=True)
class Bit:
    """A hyperplane, the values at the points, and the true worth."""

    normal: FloatArray
    offset: float
    values: BoolArray
    worth: float
    start_worth: float
    """Of the best random candidate."""


def worth_of(signs: FloatArray, pairs: csr_array) -> FloatArray:
    """Sum of S_ij |h_i - h_j| of each column of -1 and 1, shape (n_columns,)."""
    return np.asarray(pairs.sum() - np.einsum("nc,nc->c", signs, pairs @ signs), dtype=np.float64)


def smooth_worth(
    parameters: FloatArray, points: FloatArray, laplacian: csr_array
) -> tuple[float, FloatArray]:
    """The smooth worth of a hyperplane (normal, then offset), and its gradient."""
    projected = points @ parameters[:-1] + parameters[-1]
    values = (2.0 / np.pi) * np.arctan(projected)
    pulled = laplacian @ values
    inner = 2.0 * pulled * (2.0 / np.pi) / (1.0 + projected**2)
    return float(values @ pulled), np.append(inner @ points, inner.sum())


def laplacian_of(pairs: csr_array) -> csr_array:
    """The matrix whose quadratic form is the sum of S_ij (f_i - f_j)^2."""
    both = pairs + pairs.T
    return csr_array(diags_array(np.asarray(both.sum(axis=1)).ravel()) - both)


def most_violated(
    points: FloatArray,
    pair_weights: Sequence[csr_array],
    taken: BoolArray,
    n_candidates: int,
    rng: np.random.Generator,
) -> Bit | None:
    """The best bit that was found, never below the best random candidate; None: all that were tried are taken.

    Parameters
    ----------
    points : float array, shape (n, n_features)
    pair_weights
        S for each weight that the bit could have; the bit is looked for under the one where a candidate is worth most.
    taken : bool array, shape (n_bits, n)
        Values of the bits that there are; they and their complements are not found again.
    """
    normals = rng.normal(size=(points.shape[1], n_candidates))
    offsets = rng.uniform(size=n_candidates)
    bits = points @ normals + offsets > 0.0
    signs = np.where(bits, np.float32(1.0), np.float32(-1.0))
    worth = np.stack([worth_of(signs, pairs) for pairs in pair_weights])
    worth[:, [_is_taken(column, taken) for column in bits.T]] = -np.inf
    place, best = np.unravel_index(int(worth.argmax()), worth.shape)
    if not np.isfinite(worth[place, best]):
        return None
    pairs, start = pair_weights[int(place)], np.append(normals[:, best], offsets[best])
    start_worth = float(worth[place, best])
    found = _ascended(points, pairs, start)
    for parameters in (found, start):
        values = points @ parameters[:-1] + parameters[-1] > 0.0
        true = float(worth_of(np.where(values, 1.0, -1.0)[:, None], pairs)[0])
        if parameters is start or (true >= start_worth and not _is_taken(values, taken)):
            return Bit(parameters[:-1], float(parameters[-1]), values, true, start_worth)
    return None  # pragma: no cover  the start is always taken above


def _ascended(points: FloatArray, pairs: csr_array, start: FloatArray) -> FloatArray:
    laplacian = laplacian_of(pairs)
    scale = float(abs(pairs).sum()) or 1.0

    def both(parameters: FloatArray) -> tuple[float, FloatArray]:
        value, gradient = smooth_worth(parameters, points, laplacian)
        return -value / scale, -gradient / scale

    found = minimize(both, start, jac=True, method="L-BFGS-B", options={"maxiter": 100})
    return np.asarray(found.x, dtype=np.float64)


def _is_taken(values: BoolArray, taken: BoolArray) -> bool:
    """Also where all values are the same: such a bit tells nothing."""
    if values.all() or not values.any():
        return True
    return bool(((taken == values).all(axis=1) | (taken != values).all(axis=1)).any())
