"""The baseline of one binary support vector machine for each class against all others, winner takes all.

Source: X. Han's thesis (2016), section 4.7: the classes are spread over the workers, each of which needs all rows. A
binary machine lambda/2 ||v||^2 + sum s_i max(0, 1 - +-v . x_i) is the direct one of two classes with 2 lambda, and
v = w_1 - w_0.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from joblib import Parallel, delayed

from changemodel.classify.consensus_settings import Settings
from changemodel.classify.crammer_singer import Effort, FloatArray, Problem, Rows, Solution
from changemodel.classify.proximal_newton import solve_by_newton
from changemodel.classify.sequential_dual import PassSettings, solve_by_passes
from changemodel.metric.threads import one_blas_thread


@dataclass(frozen=True, kw_only=True)
class Binary:
    """How the machine of one class is learned."""

    ridge: float  # lambda
    solver: str
    passes: PassSettings
    effort: Effort

    def solved(self, rows: Rows, code: int) -> Solution:
        """The machine of one class against the others; its weights are (v, objective) of the binary problem."""
        two = replace(rows, codes=(rows.codes == code).astype(np.intp), costs=1.0 - np.eye(2))
        problem = Problem(rows=two, centre=np.zeros(two.shape), strength=2.0 * self.ridge)
        with one_blas_thread():
            if self.solver == "newton":
                return solve_by_newton(problem, None, self.effort)
            return solve_by_passes(problem, None, self.effort, self.passes)


@dataclass(frozen=True, kw_only=True)
class OneVsAll:
    """The machines of all classes."""

    weights: FloatArray  # (n_classes, n_features)
    objective: float  # the sum of all classes'
    gap: float
    passes: int


def one_vs_all(rows: Rows, settings: Settings) -> OneVsAll:
    """Learn each class's machine, here, in ``n_jobs`` processes or on a Dask cluster."""
    tolerance = settings.stops.tolerance
    gap = np.inf if tolerance is None and settings.solver == "sequential" else 0.0
    binary = Binary(
        ridge=settings.ridge,
        solver=settings.solver,
        passes=settings.passes,
        effort=Effort(gap=gap, share=tolerance or 1e-3, passes=settings.stops.passes),
    )
    codes = range(len(rows.costs))
    if settings.client is not None:
        data = settings.client.scatter(rows, broadcast=True, hash=False)
        futures = [settings.client.submit(binary.solved, data, code, pure=False) for code in codes]
        found = settings.client.gather(futures)
    else:
        found = Parallel(settings.n_jobs)(delayed(binary.solved)(rows, code) for code in codes)
    return OneVsAll(
        weights=np.array([one.weights[1] - one.weights[0] for one in found]),
        objective=sum(one.objective for one in found),
        gap=sum(one.gap for one in found),
        passes=max(one.steps for one in found),
    )
