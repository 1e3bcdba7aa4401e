"""The Newton step: where the quadratic model of an objective is least, over omega >= 0 or everywhere.

``vector_solver`` asks for one step of each iteration. The model is gradient . d + 1/2 d^T (I + A^T A) d. Which entries
of omega + d are 0 is found by exchanging all wrong ones at once (block principal pivoting, Kim and Park 2011,
section 3), which settles after two to five solutions as a rule, and where it does not, by Lawson and Hanson's active
set (1974, chapter 23).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import LinAlgError, cho_factor, cho_solve

FloatArray = NDArray[np.float64]

MOST_EXCHANGES = 10
"""After so many the entries are let go one by one, which falls at each and ends for sure."""

LARGEST_SQUARE = 1e14
"""Beside larger entries of A^T A too little is left of the 1 of I: singular values of A, which are not squared into
it, are used instead."""


def nonnegative_step(zone: FloatArray, gradient: FloatArray, omega: FloatArray) -> FloatArray:
    """The d >= -omega where the model is least.

    Parameters
    ----------
    zone : float array, shape (n, e)
        A of the model.
    gradient, omega : float array, shape (e,)
        omega >= 0.
    """
    hessian = hessian_of(zone)
    free = (omega > 0.0) | (gradient < 0.0)
    for _ in range(MOST_EXCHANGES):
        step, slopes = _step_of_free(zone, hessian, gradient, omega, free)
        wrong = np.where(free, omega + step < 0.0, slopes < 0.0)
        if not wrong.any():
            return step
        free ^= wrong
    return _step_one_by_one(zone, hessian, gradient, omega)


def _step_one_by_one(
    zone: FloatArray, hessian: FloatArray, gradient: FloatArray, omega: FloatArray
) -> FloatArray:
    """The same by Lawson and Hanson's active set, from omega on: wherever rounding ends it, the model has fallen."""
    reached, free = omega, omega > 0.0
    for _ in range(3 * omega.size):
        step, slopes = _step_of_free(zone, hessian, gradient, omega, free)
        aim = omega + step
        below = np.flatnonzero(free & (aim < 0.0))
        if len(below):
            shares = reached[below] / (reached[below] - aim[below])
            reached = reached + shares.min() * (aim - reached)
            free[below[shares == shares.min()]] = False
            reached = np.where(free, np.maximum(reached, 0.0), 0.0)
            continue
        reached = aim
        steepest = int(np.argmin(np.where(free, 0.0, slopes)))
        if free[steepest] or slopes[steepest] >= 0.0:
            return step
        free[steepest] = True
    return reached - omega


def newton_step(zone: FloatArray, gradient: FloatArray) -> FloatArray:
    """-(I + A^T A)^-1 gradient."""
    everything = np.ones(gradient.size, dtype=bool)
    return _step_of_free(zone, hessian_of(zone), gradient, np.zeros(gradient.size), everything)[0]


def hessian_of(zone: FloatArray) -> FloatArray:
    """I + A^T A."""
    hessian = zone.T @ zone
    hessian[np.diag_indices_from(hessian)] += 1.0
    return hessian


def _step_of_free(
    zone: FloatArray, hessian: FloatArray, gradient: FloatArray, omega: FloatArray, free: NDArray[np.bool_]
) -> tuple[FloatArray, FloatArray]:
    """Where the model is least over the free entries, with all others taken to 0; and its slopes there."""
    if hessian.diagonal().max(initial=0.0) > LARGEST_SQUARE:
        return _step_of_values(zone, gradient, omega, free)
    step = np.where(free, 0.0, -omega)
    pull = (gradient + hessian @ step)[free]
    try:
        factor = cho_factor(hessian[np.ix_(free, free)], lower=True, overwrite_a=True, check_finite=False)
    except LinAlgError:
        return _step_of_values(zone, gradient, omega, free)
    step[free] = -cho_solve(factor, pull, check_finite=False)
    return step, gradient + hessian @ step


def _step_of_values(
    zone: FloatArray, gradient: FloatArray, omega: FloatArray, free: NDArray[np.bool_]
) -> tuple[FloatArray, FloatArray]:
    """The same from the singular values of A: with A_F = U S V^T, p = V^T d_F and r = A_H d_H of the entries H that
    are held, p = -(V^T g + S U^T r) / (1 + S^2), and A d = r + U (S p) without the cancellation of S p with U^T r."""
    step = np.where(free, 0.0, -omega)
    part, held = zone[:, free], zone @ step
    rows, columns = part.shape
    left, values, right = np.linalg.svd(part, full_matrices=rows < columns)
    values = np.concatenate([values, np.zeros(len(right) - len(values))])
    pull, pushed = right @ gradient[free], np.zeros(len(right))
    pushed[: left.shape[1]] = left.T @ held
    step[free] = right.T @ (-(pull + values * pushed) / (1.0 + values**2))
    moved = left @ ((pushed - values * pull) / (1.0 + values**2))[: left.shape[1]]
    if rows > columns:  # otherwise nothing of r lies beside U, and rounding would be seen as such
        moved += held - left @ pushed
    return step, gradient + step + zone.T @ moved
