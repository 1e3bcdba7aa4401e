"""The restricted master problem over blocks of margins that agree on the weights: consensus ADMM.

Each block minimises its part of the loss near the common weights; these are the mean of what the blocks propose, less
nu over the pull (the soft shift of L1) and not below 0. S. Paisitkriangkrai et al. (2014), section 3.4, name it as a
way to more data than one machine holds; ``classify.consensus_svc`` does the same for linear SVMs.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from changemodel.codes.losses import Loss
from changemodel.codes.restricted_master import Margins

FloatArray = NDArray[np.float64]


def solve_in_blocks(
    blocks: Sequence[Margins], loss: Loss, nu: float, n_weights: int, *, pull: float = 0.1, rounds: int = 300
) -> FloatArray:
    """Weights of least mean loss over all margins + nu times their sum.

    Ends where what the blocks want and what they agree on differ by less than 1e-8, or after so many rounds.
    """
    total = sum(block.n_margins for block in blocks)
    common = np.zeros(n_weights)
    own = [common.copy() for _ in blocks]
    debts = [np.zeros(n_weights) for _ in blocks]
    for _ in range(rounds):
        own = [
            _near(block, loss, total, common - debt, start, pull)
            for block, debt, start in zip(blocks, debts, own, strict=True)
        ]
        before = common
        wanted = np.mean([weights + debt for weights, debt in zip(own, debts, strict=True)], axis=0)
        common = np.maximum(wanted - nu / (pull * len(blocks)), 0.0)
        debts = [debt + weights - common for weights, debt in zip(own, debts, strict=True)]
        apart = max(float(np.abs(weights - common).max()) for weights in own)
        if max(apart, float(np.abs(common - before).max())) < 1e-8:
            break
    return common


def _near(
    block: Margins, loss: Loss, total: int, centre: FloatArray, start: FloatArray, pull: float
) -> FloatArray:
    def both(weights: FloatArray) -> tuple[float, FloatArray]:
        rho = block.margins(weights)
        away = weights - centre
        value = float(loss.value(rho).sum()) / total + 0.5 * pull * float(away @ away)
        return value, block.back(loss.slope(rho)) / total + pull * away

    found = minimize(both, start, jac=True, method="L-BFGS-B", options={"ftol": 1e-14, "gtol": 1e-10})
    return np.asarray(found.x, dtype=np.float64)
