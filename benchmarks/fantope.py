"""Does Fantope regularisation find a metric of low rank? The source's synthetic table, run again.

``python -m benchmarks.fantope [--quick] [--json]``. Protocol of M. T. Law's thesis (2015), section 3.4: 50
features of which 10 matter, 8000 points uniform in the unit cube, 10,000 training quadruplets ordered by the
true matrix T, a million for validation, a million for the test; the strengths mu and gamma chosen on
validation. The law of T's eigenvalues is not in the source: Gamma(10) + 10 with random axes here. All
learners start cold, minimise the mean hinge, and share points and quadruplets. Distance: squared Frobenius
distance of M and T, each divided by its largest element. The published numbers stand beside ours; those of
its row "factor" (L-descent) and "none" are weaker than a converged solver's.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from rich.table import Table

from benchmarks.reporting import document, machine, out
from changemodel.metric.cone import numerical_rank
from changemodel.metric.fantope_metric import FantopeMetric
from changemodel.metric.quadruplets import FloatArray, IntArray
from changemodel.metric.threads import one_blas_thread

METHODS: dict[str, tuple[dict[str, object], ...]] = {
    "Euclidean": (),
    "none": ({"regulariser": "none"},),
    "L-descent": ({"regulariser": "factor"},),
    "trace": tuple({"regulariser": "trace", "mu": mu} for mu in (1e-3, 5e-3, 1e-2, 5e-2)),
    "Fantope": tuple({"mu": mu} for mu in (1e-2, 1e-1, 1.0, 10.0)),
    "Fantope + trace": tuple({"mu": 1.0, "gamma": gamma} for gamma in (1e-5, 1e-4, 1e-3)),
}
PUBLISHED = {
    "none": (89.3, 31, 1.07),
    "L-descent": (92.7, 10, 0.44),
    "trace": (95.1, 4, 0.38),
    "Fantope": (97.5, 10, 0.04),
    "Fantope + trace": (98.0, 10, 0.03),
}


@dataclass(frozen=True)
class Size:
    """How large the world is."""

    features: int = 50
    rank: int = 10
    points: int = 8000
    train: int = 10_000
    held_out: int = 1_000_000
    iterations: int = 1500
    seeds: int = 3


FULL = Size()
QUICK = Size(features=20, rank=4, points=2000, train=2000, held_out=100_000, iterations=800)


@dataclass(frozen=True)
class Run:
    """One method in one world, at the strength that validation chose."""

    method: str
    seed: int
    accuracy: float  # % of test quadruplets in order
    rank: int
    distance: float
    fit_s: float
    chosen: str


class World:
    """Points, the true matrix, and quadruplets ordered by it."""

    def __init__(self, seed: int, size: Size) -> None:
        rng = np.random.default_rng(seed)
        self.truth = np.zeros((size.features, size.features))
        self.truth[: size.rank, : size.rank] = _informative(rng, size.rank)
        self.points = rng.random((size.points, size.features))
        self.train = self._ordered(rng, size.train)
        self.validation = self._ordered(rng, size.held_out)
        self.test = self._ordered(rng, size.held_out)

    def accuracy(self, matrix: FloatArray, quadruplets: IntArray) -> float:
        """% of quadruplets whose order the matrix keeps."""
        near, far = self._distances(matrix, quadruplets)
        return 100.0 * float((near < far).mean())

    def distance(self, matrix: FloatArray) -> float:
        """Squared Frobenius distance to the truth, both scaled to a largest element of 1."""
        scaled = matrix / np.abs(matrix).max() - self.truth / np.abs(self.truth).max()
        return float(np.vdot(scaled, scaled))

    def _ordered(self, rng: np.random.Generator, count: int) -> IntArray:
        rows = rng.integers(len(self.points), size=(count, 4))
        near, far = self._distances(self.truth, rows)
        swap = near > far
        rows[swap] = rows[swap][:, [2, 3, 0, 1]]
        return rows

    def _distances(self, matrix: FloatArray, rows: IntArray) -> tuple[FloatArray, FloatArray]:
        values, vectors = np.linalg.eigh(matrix)
        kept = values > 0.0
        moved = self.points @ (vectors[:, kept] * np.sqrt(values[kept]))
        both = [np.empty(len(rows)), np.empty(len(rows))]
        for begin in range(0, len(rows), 20_000):
            piece = rows[begin : begin + 20_000]
            for side, (i, j) in enumerate((piece[:, :2].T, piece[:, 2:].T)):
                difference = moved[i] - moved[j]
                both[side][begin : begin + 20_000] = np.einsum("ij,ij->i", difference, difference)
        return both[0], both[1]


def measure(size: Size) -> list[Run]:
    """Every method in every world."""
    runs = []
    for seed in range(size.seeds):
        world = World(seed, size)
        runs += [best_of(method, settings, world, seed, size) for method, settings in METHODS.items()]
    return runs


def best_of(method: str, settings: Sequence[dict[str, object]], world: World, seed: int, size: Size) -> Run:
    """The setting of a method that does best on validation, on the test."""
    if not settings:
        return _run(method, seed, world, np.eye(size.features), 0.0, "")
    best: tuple[float, FloatArray, float, str] | None = None
    for setting in settings:
        start = time.process_time()
        metric = FantopeMetric(size.rank, max_iterations=size.iterations, random_state=seed, **setting)  # type: ignore[arg-type]
        metric.fit(world.points, world.train)
        seconds = time.process_time() - start
        score = world.accuracy(metric.matrix_, world.validation)
        if best is None or score > best[0]:
            name = ", ".join(f"{key}={value}" for key, value in setting.items() if key != "regulariser")
            best = (score, metric.matrix_, seconds, name)
    assert best is not None
    return _run(method, seed, world, best[1], best[2], best[3])


def report(runs: list[Run], size: Size, command: str) -> str:
    """The JSON object of ``--json``."""
    fantope = [run for run in runs if run.method == "Fantope"]
    return document(
        figures={
            "fantope_accuracy": statistics.mean(run.accuracy for run in fantope),
            "fantope_rank_max": max(run.rank for run in fantope),
            "fantope_distance": statistics.mean(run.distance for run in fantope),
            "fit_s_median": statistics.median(run.fit_s for run in fantope),
        },
        baselines={
            f"{method}_accuracy": statistics.mean(run.accuracy for run in runs if run.method == method)
            for method in METHODS
        },
        spread={method: [vars(run) for run in runs if run.method == method] for method in METHODS},
        command=command,
        published=PUBLISHED,
        size=vars(size),
    )


def show(runs: list[Run], size: Size, quick: bool) -> None:
    """The table for people."""
    table = Table(
        title=f"{size.features} features, {size.rank} matter; mean and spread (least to most) of {size.seeds} seeds"
    )
    columns = (
        "method",
        "accuracy %",
        "published",
        "rank",
        "published",
        "distance",
        "published",
        "fit, CPU s",
    )
    for column in (*columns, "chosen"):
        table.add_column(column, justify="left" if column in ("method", "chosen") else "right")
    for method in METHODS:
        mine = [run for run in runs if run.method == method]
        known = (
            [str(number) for number in PUBLISHED[method]] if method in PUBLISHED and not quick else [""] * 3
        )
        table.add_row(
            method,
            _spread([run.accuracy for run in mine], ".1f"),
            known[0],
            _spread([run.rank for run in mine], "g"),
            known[1],
            _spread([run.distance for run in mine], ".3f"),
            known[2],
            f"{statistics.median(run.fit_s for run in mine):.1f}",
            " | ".join(sorted({run.chosen for run in mine})),
        )
    out.print(table)
    out.print(f"Published: 50 features, 10 matter, one run. {machine()['processor']}")
    if quick:
        out.print("--quick: a smaller world, which is not the full figure; the published one is not shown.")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fantope", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="20 features instead of 50, fewer quadruplets")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    arguments = parser.parse_args()
    size = QUICK if arguments.quick else FULL
    with one_blas_thread():
        runs = measure(size)
    if arguments.json:
        command = "python -m benchmarks.fantope" + (" --quick" if arguments.quick else "") + " --json"
        print(report(runs, size, command))
    else:
        show(runs, size, arguments.quick)


def _informative(rng: np.random.Generator, rank: int) -> FloatArray:
    """The block of T that is not zero: random axes, eigenvalues Gamma(rank) + 10."""
    root = rng.uniform(-5.0, 5.0, size=(rank, rank))
    _, axes = np.linalg.eigh(root.T @ root)
    block: FloatArray = (axes * (rng.gamma(rank, size=rank) + 10.0)) @ axes.T
    return block


def _run(method: str, seed: int, world: World, matrix: FloatArray, seconds: float, chosen: str) -> Run:
    return Run(
        method=method,
        seed=seed,
        accuracy=world.accuracy(matrix, world.test),
        rank=numerical_rank(matrix),
        distance=world.distance(matrix),
        fit_s=seconds,
        chosen=chosen,
    )


def _spread(values: Sequence[float], form: str) -> str:
    mean, least, most = statistics.mean(values), min(values), max(values)
    if least == most:
        return f"{mean:{form}}"
    return f"{mean:{'.1f' if form == 'g' else form}} ({least:{form}} to {most:{form}})"


if __name__ == "__main__":
    main()
