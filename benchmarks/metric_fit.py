"""How long the metrics take to learn from 10,000 constraints over 100 features, and how exactly.

``python -m benchmarks.metric_fit [--quick] [--json]``. Every problem is solved by ``QuadrupletMetric`` and by
SciPy's L-BFGS-B on the same objective, in the same process, on one core; times are CPU time, the least of a
few repetitions. The gap is how far our objective lies above the better of the two, relative to it.

The full metric works on the same worlds, on the roots of the pair features (differences of points, up to
their signs), divided so that a pair's total distance is 1 in the mean, as ``ChangeModel`` does: only then a
margin of 1 and a cost mean the same in every world. ``ChangeModel`` tries costs up to 0.1 of each constraint.
The rows "unscaled" leave the division out, where a distance is 200 and a margin 1: as hard as a cost 40,000
times as large. The gap is to the best lower bound known: that of the metric's own certificate, or of SciPy's
L-BFGS-B on the dual problem, whose time stands beside ours.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from rich.table import Table
from scipy.optimize import minimize

from benchmarks.reporting import document, machine, out
from changemodel.metric.cone import project_psd
from changemodel.metric.matrix_problem import MatrixProblem
from changemodel.metric.quadruplet_metric import QuadrupletMetric, metric_problem
from changemodel.metric.quadruplets import FloatArray, LabelledPairs, QuadrupletFeatures
from changemodel.metric.threads import one_blas_thread
from changemodel.metric.vector_solver import VectorProblem

N_CONSTRAINTS = 10_000
N_FEATURES = 100
COSTS = (1e-3, 1e-2, 1e-1, 1.0, 10.0)
TARGET_MS = 50.0
FULL_COSTS = (1e-3, 1e-2, 1e-1, 1.0)
UNSCALED = "noisy teacher, unscaled"
UNSCALED_COSTS = (1e-4, 1e-2)
FULL_TARGET_MS = 1000.0
DUAL_STEPS = 400


@dataclass(frozen=True)
class Run:
    """One problem solved twice."""

    world: str
    cost: float
    fit_ms: float
    iterations: int
    converged: bool
    residual: float  # |omega - P(omega - gradient)|, 0 at the optimum
    reference_ms: float
    reference_residual: float
    gap: float


def noisy_teacher(rng: np.random.Generator) -> QuadrupletFeatures:
    """Gaussian points, a sparse true metric, one quadruplet in twenty the wrong way round."""
    points = rng.normal(size=(500, N_FEATURES))
    pairs = [
        (points[rng.integers(500, size=N_CONSTRAINTS)] - points[rng.integers(500, size=N_CONSTRAINTS)]) ** 2
        for _ in range(2)
    ]
    truth = rng.exponential(size=N_FEATURES) * (rng.random(N_FEATURES) < 0.2)
    swap = (pairs[0] @ truth > pairs[1] @ truth) ^ (rng.random(N_CONSTRAINTS) < 0.05)
    closer, farther = (np.where(swap[:, None], pairs[i], pairs[1 - i]) for i in (1, 0))
    return QuadrupletFeatures.of(closer, farther, _deltas(rng))


def page(rng: np.random.Generator) -> QuadrupletFeatures:
    """Region distances of a page: twenty regions drift with time, the others are noise."""
    closer, farther = rng.exponential(2.0 / N_FEATURES, size=(2, N_CONSTRAINTS, N_FEATURES))
    farther[:, :20] += 0.05 * rng.exponential(size=(N_CONSTRAINTS, 1))
    return QuadrupletFeatures.of(closer, farther, _deltas(rng))


def pure_noise(rng: np.random.Generator) -> QuadrupletFeatures:
    """Nothing to learn: the hardest to solve, as no constraint can be kept for good."""
    closer, farther = rng.exponential(size=(2, N_CONSTRAINTS, N_FEATURES))
    return QuadrupletFeatures.of(closer, farther, _deltas(rng))


WORLDS: dict[str, Callable[[np.random.Generator], QuadrupletFeatures]] = {
    "page": page,
    "noisy teacher": noisy_teacher,
    "pure noise": pure_noise,
}


def measure(seeds: int, repetitions: int) -> list[Run]:
    """Every world, cost and seed."""
    return [
        solve_twice(name, cost, seed, repetitions)
        for name in WORLDS
        for cost in COSTS
        for seed in range(seeds)
    ]


def solve_twice(world: str, cost: float, seed: int, repetitions: int) -> Run:
    """Our solver and L-BFGS-B on one problem."""
    quadruplets = WORLDS[world](np.random.default_rng(seed))
    metric = QuadrupletMetric(C=cost)
    fit_ms = min(_cpu_ms(lambda: metric.fit(quadruplets=quadruplets)) for _ in range(repetitions))
    problem = metric_problem(
        quadruplets, LabelledPairs.none(N_FEATURES), quadruplet_cost=cost, pair_cost=cost
    )
    found: list[FloatArray] = []
    reference_ms = min(_cpu_ms(lambda: found.append(lbfgsb(problem))) for _ in range(repetitions))
    best = min(metric.objective_, problem.objective(found[0]))
    gradient = problem.gradient(found[0])
    return Run(
        world=world,
        cost=cost,
        fit_ms=fit_ms,
        iterations=metric.n_iter_,
        converged=metric.converged_,
        residual=metric.kkt_residual_ or 0.0,
        reference_ms=reference_ms,
        reference_residual=float(np.linalg.norm(found[0] - np.maximum(found[0] - gradient, 0.0))),
        gap=(metric.objective_ - best) / best,
    )


@dataclass(frozen=True)
class FullRun:
    """One problem solved by the full metric."""

    world: str
    cost: float
    fit_ms: float
    iterations: int
    converged: bool
    own_gap: float  # by the metric's own certificate, relative
    gap: float  # to the better of both lower bounds, relative
    order: float  # share of strict training quadruplets in order
    reference_ms: float


def measure_full(seeds: int, costs: tuple[float, ...] = FULL_COSTS) -> list[FullRun]:
    """Every world, cost and seed, for the full metric."""
    settings = [(name, cost) for name in WORLDS for cost in costs]
    settings += [(UNSCALED, cost) for cost in UNSCALED_COSTS if costs == FULL_COSTS]
    return [fit_full(name, cost, seed) for name, cost in settings for seed in range(seeds)]


def fit_full(world: str, cost: float, seed: int) -> FullRun:
    """The full metric on one problem, and a lower bound by another route."""
    roots = WORLDS[world.removesuffix(", unscaled")](np.random.default_rng(seed))
    unit = 1.0 if world == UNSCALED else float(roots.closer.sum(axis=1).mean())
    quadruplets = QuadrupletFeatures.of(
        np.sqrt(roots.closer / unit), np.sqrt(roots.farther / unit), roots.deltas
    )
    metric = QuadrupletMetric(metric="full", C=cost)
    fit_ms = _cpu_ms(lambda: metric.fit(quadruplets=quadruplets))
    problem = MatrixProblem.of(quadruplets, quadruplet_cost=cost, h=metric.h)
    found: list[float] = []
    reference_ms = _cpu_ms(lambda: found.append(dual_bound(problem)))
    lower = max(found[0], metric.objective_ - metric.gap_bound_)
    return FullRun(
        world=world,
        cost=cost,
        fit_ms=fit_ms,
        iterations=metric.n_iter_,
        converged=metric.converged_,
        own_gap=metric.gap_bound_ / metric.objective_,
        gap=(metric.objective_ - lower) / lower,
        order=metric.score(quadruplets),
        reference_ms=reference_ms,
    )


def dual_bound(problem: MatrixProblem) -> float:
    """A lower bound of the objective: the dual value where SciPy's L-BFGS-B ends."""

    def negative(alpha: FloatArray) -> tuple[float, FloatArray]:
        matrix = project_psd(problem.pull_matrix(alpha))
        margins = np.einsum("ij,ij->i", problem.left @ matrix, problem.right)
        smooth = problem.h * alpha / problem.costs
        value = float(alpha @ (problem.starts - smooth)) - 0.5 * float(np.vdot(matrix, matrix))
        return -value, margins + 2.0 * smooth - problem.starts

    bounds = [(0.0, cost) for cost in problem.costs]
    options = {"maxiter": DUAL_STEPS, "maxfun": 2 * DUAL_STEPS, "maxcor": 20, "ftol": 1e-10}
    found = minimize(
        negative, np.zeros(len(problem)), jac=True, method="L-BFGS-B", bounds=bounds, options=options
    )
    return -float(found.fun)


def lbfgsb(problem: VectorProblem) -> FloatArray:
    """Where SciPy's L-BFGS-B ends."""

    def both(omega: FloatArray) -> tuple[float, FloatArray]:
        slack = problem.slack(omega)
        return problem.objective_at(omega, slack), problem.gradient_at(omega, slack)

    size = problem.rows.shape[1]
    options = {"maxiter": 20_000, "maxfun": 100_000, "ftol": 1e-15, "gtol": 1e-10, "maxcor": 30}
    found = minimize(
        both, np.zeros(size), jac=True, method="L-BFGS-B", bounds=[(0, None)] * size, options=options
    )
    return np.asarray(found.x, dtype=np.float64)


def report(runs: list[Run], full: list[FullRun], command: str) -> str:
    """The JSON object of ``--json``."""
    times, references = [run.fit_ms for run in runs], [run.reference_ms for run in runs]
    return document(
        figures={
            "fit_ms_median": statistics.median(times),
            "fit_ms_max": max(times),
            "objective_gap_max": max(run.gap for run in runs),
            "residual_max": max(run.residual for run in runs),
            "converged_share": statistics.mean(run.converged for run in runs),
            "full_fit_ms_median": statistics.median(run.fit_ms for run in _scaled(full)),
            "full_fit_ms_max": max(run.fit_ms for run in _scaled(full)),
            "full_gap_max": max(run.gap for run in _scaled(full)),
            "full_own_gap_max": max(run.own_gap for run in _scaled(full)),
            "constraints": N_CONSTRAINTS,
            "features": N_FEATURES,
        },
        baselines={
            "lbfgsb_ms_median": statistics.median(references),
            "lbfgsb_ms_max": max(references),
            "lbfgsb_residual_max": max(run.reference_residual for run in runs),
        },
        spread={
            f"{world}, C={cost:g}": {
                "fit_ms": sorted(run.fit_ms for run in runs if (run.world, run.cost) == (world, cost)),
                "lbfgsb_ms": sorted(
                    run.reference_ms for run in runs if (run.world, run.cost) == (world, cost)
                ),
            }
            for world in WORLDS
            for cost in COSTS
        },
        command=command,
        full_metric=[vars(run) for run in full],
    )


def show_full(runs: list[FullRun]) -> None:
    """The full metric's table for people."""
    table = Table(title=f"Full metric, {N_CONSTRAINTS} constraints, {N_FEATURES} features, one core, CPU ms")
    for column in ("world", "C", "fit", "steps", "own gap bound", "gap", "in order", "dual L-BFGS-B"):
        table.add_column(column, justify="left" if column == "world" else "right")
    for world, cost in sorted({(run.world, run.cost) for run in runs}):
        mine = [run for run in runs if (run.world, run.cost) == (world, cost)]
        table.add_row(
            world,
            f"{cost:g}",
            f"{statistics.median(run.fit_ms for run in mine):.0f} (to {max(run.fit_ms for run in mine):.0f})",
            str(max(run.iterations for run in mine)),
            f"{max(run.own_gap for run in mine):.1g}",
            f"{max(run.gap for run in mine):.1g}",
            f"{100 * min(run.order for run in mine):.1f} %",
            f"{statistics.median(run.reference_ms for run in mine):.0f}",
        )
    out.print(table)
    worst = max(run.fit_ms for run in _scaled(runs))
    out.print(
        f"Slowest full fit of scaled features {worst:.0f} ms, asked for: at most {FULL_TARGET_MS:g} ms."
    )


def show(runs: list[Run], quick: bool) -> None:
    """The table for people."""
    table = Table(
        title=f"Diagonal metric, {N_CONSTRAINTS} constraints, {N_FEATURES} features, one core, CPU ms"
    )
    for column in (
        "world",
        "C",
        "fit, median (least to most)",
        "steps",
        "residual",
        "L-BFGS-B",
        "its residual",
        "gap",
    ):
        table.add_column(column, justify="left" if column == "world" else "right")
    for world in WORLDS:
        for cost in COSTS:
            table.add_row(
                world, f"{cost:g}", *_cells([r for r in runs if (r.world, r.cost) == (world, cost)])
            )
    out.print(table)
    worst = max(run.fit_ms for run in runs)
    out.print(f"Slowest fit {worst:.1f} ms, asked for: at most {TARGET_MS:g} ms. {machine()['processor']}")
    if quick:
        out.print("--quick: one seed, which is not the full figure.")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.metric_fit", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one seed instead of five")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    arguments = parser.parse_args()
    with one_blas_thread():
        runs = measure(seeds=1 if arguments.quick else 5, repetitions=3)
        full = measure_full(1, (0.1,)) if arguments.quick else measure_full(2)
    if arguments.json:
        print(
            report(
                runs,
                full,
                "python -m benchmarks.metric_fit" + (" --quick" if arguments.quick else "") + " --json",
            )
        )
    else:
        show_full(full)
        show(runs, arguments.quick)


def _deltas(rng: np.random.Generator) -> FloatArray:
    """Six of ten constraints strict, the others relaxed."""
    return (rng.random(N_CONSTRAINTS) < 0.6).astype(np.float64)


def _scaled(runs: list[FullRun]) -> list[FullRun]:
    return [run for run in runs if run.world != UNSCALED]


def _cpu_ms(action: Callable[[], object]) -> float:
    start = time.process_time()
    action()
    return 1000.0 * (time.process_time() - start)


def _cells(runs: list[Run]) -> list[str]:
    times = [run.fit_ms for run in runs]
    return [
        f"{statistics.median(times):.1f} ({min(times):.1f} to {max(times):.1f})",
        str(max(run.iterations for run in runs)),
        f"{max(run.residual for run in runs):.0e}",
        f"{statistics.median(run.reference_ms for run in runs):.1f}",
        f"{max(run.reference_residual for run in runs):.0e}",
        f"{max(run.gap for run in runs):.0e}",
    ]


if __name__ == "__main__":
    main()
