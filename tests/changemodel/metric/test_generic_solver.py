"""Row W06: the full metric against a generic convex solver, small and large costs."""

import cvxpy
import numpy as np
import pytest

from changemodel.metric.matrix_problem import MatrixProblem
from changemodel.metric.quadruplet_metric import QuadrupletMetric
from changemodel.metric.quadruplets import LabelledPairs, QuadrupletFeatures


def problem_of(cost: float, *, scale: float = 1.0, n_pairs: int = 0) -> dict[str, object]:
    rng = np.random.default_rng(7)
    n, d = 120, 6
    truth = np.diag([3.0, 2.0, 1.0, 0.0, 0.0, 0.0])
    near, far = (scale * rng.normal(size=(n, d)) for _ in range(2))
    swap = np.einsum("ij,ij->i", near @ truth, near) > np.einsum("ij,ij->i", far @ truth, far)
    swap ^= rng.random(n) < 0.1
    near[swap], far[swap] = far[swap], near[swap]
    quadruplets = QuadrupletFeatures.of(near, far, (rng.random(n) < 0.6) * 1.0)
    pairs = LabelledPairs.of(scale * rng.normal(size=(n_pairs, d)), rng.choice([-1, 1], n_pairs))
    return {"quadruplets": quadruplets, "pairs": pairs, "cost": cost}


def generic_optimum(quadruplets: QuadrupletFeatures, pairs: LabelledPairs, cost: float, h: float) -> float:
    """The problem as (2.7) writes it, to an interior-point solver; the losses are Huber functions."""
    problem = MatrixProblem.of(quadruplets, pairs, quadruplet_cost=cost, pair_cost=cost, h=h)
    d = problem.width
    matrix, threshold = cvxpy.Variable((d, d), PSD=True), cvxpy.Variable(nonneg=True)
    outer = np.einsum("ni,nj->nij", problem.left, problem.right).reshape(len(problem), -1)
    margins = outer @ cvxpy.vec(matrix, order="C") - cvxpy.multiply(problem.labels, threshold)
    losses = cvxpy.huber(cvxpy.pos(problem.starts - margins), 2 * h) / (4 * h)
    ridge = 0.5 * (cvxpy.sum_squares(matrix) + threshold**2)
    return float(cvxpy.Problem(cvxpy.Minimize(ridge + cost * cvxpy.sum(losses))).solve(solver="CLARABEL"))


@pytest.mark.parametrize(
    ("cost", "scale", "n_pairs"),
    [(1e-2, 1.0, 0), (1.0, 1.0, 0), (100.0, 1.0, 0), (1.0, 10.0, 0), (1.0, 1.0, 40), (100.0, 1.0, 40)],
)
def test_the_objective_is_that_of_a_generic_solver(cost: float, scale: float, n_pairs: int) -> None:
    given = problem_of(cost, scale=scale, n_pairs=n_pairs)
    metric = QuadrupletMetric(metric="full", C=cost)
    pairs = given["pairs"]
    asked = {"pairs": pairs.features, "pair_labels": pairs.labels} if n_pairs else {}
    metric.fit(quadruplets=given["quadruplets"], **asked)
    optimum = generic_optimum(**given, h=metric.h)
    assert metric.objective_ == pytest.approx(optimum, rel=1e-3)
    assert metric.converged_
    assert metric.objective_ - optimum <= metric.gap_bound_ + 1e-5 * optimum
    assert np.linalg.eigvalsh(metric.matrix_)[0] >= -1e-10 * np.abs(metric.matrix_).max()
