"""How long the diagonal metric takes to learn from 10,000 constraints over 100 features, and how exactly.

``python -m benchmarks.metric_fit [--quick] [--json]``. Every problem is solved by ``QuadrupletMetric`` and by
SciPy's L-BFGS-B on the same objective, in the same process, on one core; times are CPU time, the least of a
few repetitions. The gap is how far our objective lies above the better of the two, relative to it.
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
from changemodel.metric.quadruplet_metric import QuadrupletMetric, metric_problem
from changemodel.metric.quadruplets import FloatArray, LabelledPairs, QuadrupletFeatures
from changemodel.metric.threads import one_blas_thread
from changemodel.metric.vector_solver import VectorProblem

N_CONSTRAINTS = 10_000
N_FEATURES = 100
COSTS = (1e-3, 1e-2, 1e-1, 1.0, 10.0)
TARGET_MS = 50.0


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
        residual=metric.kkt_residual_,
        reference_ms=reference_ms,
        reference_residual=float(np.linalg.norm(found[0] - np.maximum(found[0] - gradient, 0.0))),
        gap=(metric.objective_ - best) / best,
    )


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


def report(runs: list[Run], command: str) -> str:
    """The JSON object of ``--json``."""
    times, references = [run.fit_ms for run in runs], [run.reference_ms for run in runs]
    return document(
        figures={
            "fit_ms_median": statistics.median(times),
            "fit_ms_max": max(times),
            "objective_gap_max": max(run.gap for run in runs),
            "residual_max": max(run.residual for run in runs),
            "converged_share": statistics.mean(run.converged for run in runs),
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
    if arguments.json:
        print(
            report(
                runs, "python -m benchmarks.metric_fit" + (" --quick" if arguments.quick else "") + " --json"
            )
        )
    else:
        show(runs, arguments.quick)


def _deltas(rng: np.random.Generator) -> FloatArray:
    """Six of ten constraints strict, the others relaxed."""
    return (rng.random(N_CONSTRAINTS) < 0.6).astype(np.float64)


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
