"""Are two photographs of one person? Metrics learned from similar and dissimilar pairs, the source's LFW protocol.

``python -m benchmarks.verification [--quick] [--json]``. Protocol of M. T. Law's thesis (2015), section 3.4.2:
ten folds of pairs, nine to learn from, one to judge; similar pairs to have D <= 0.5, dissimilar ones D >= 1.5,
decided at 1; mean and standard error over the folds. The source had 3456 SIFT values of each face; here it is
the 40 attribute scores of the same photographs (standardised logits), so its figures are not ours: they stand
beside for the order of the methods. Without the data, and with --quick, a stand-in is used: people are
Gaussians in a few of many dimensions.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from rich.table import Table

from benchmarks.pair_baselines import itml, ldml, mmc, pcca, squared_norms
from benchmarks.reporting import document, machine, out, shared_data
from changemodel.metric.cone import FloatArray, factor, numerical_rank
from changemodel.metric.fantope_metric import FantopeMetric
from changemodel.metric.quadruplets import QuadrupletFeatures
from changemodel.metric.threads import one_blas_thread

UPPER, LOWER, BETWEEN = 0.5, 1.5, 1.0
MUS = (0.0, 0.01, 0.1, 1.0)
PCCA_STEPS = (3, 10, 30, 100, 1000)
PUBLISHED = {
    "ITML": 76.2,
    "LDML": 77.5,
    "PCCA, 10 steps": 79.2,
    "PCCA, 30 steps": 82.2,
    "PCCA, 100 steps": 79.3,
    "PCCA, 1000 steps": 75.8,
    "PCCA, 10000 steps": 63.2,
    "trace": 77.6,
    "Fantope, mu=0": 81.2,
    "Fantope, mu not given": 82.3,
    "Fantope + trace, early stopping": 83.5,
}
"""Tables 3.2 to 3.4 and figure 3.5 of the source, %; rows of settings that are not run here stand alone."""


@dataclass(frozen=True)
class Pairs:
    """Differences of the two photographs of each pair, whose features are standardised."""

    differences: FloatArray  # (n, d)
    labels: FloatArray  # (n,), -1 one person, +1 two
    folds: FloatArray  # (n,)
    name: str
    rank: int  # e of the low-rank methods

    def split(self, fold: int) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
        """Pairs and labels to learn from, and to judge on; scaled so that D = 1 lies between the kinds."""
        held = self.folds == fold
        near = squared_norms(self.differences[~held & (self.labels < 0)]).mean()
        far = squared_norms(self.differences[~held & (self.labels > 0)]).mean()
        scaled = self.differences / np.sqrt(0.5 * (near + far))
        return scaled[~held], self.labels[~held], scaled[held], self.labels[held]


def real_pairs() -> Pairs | None:
    """LFW attributes, or None where the data are not there."""
    folder = shared_data() / "lfw"
    if not (folder / "lfw_attr40.npz").exists():
        return None
    stored = np.load(folder / "lfw_attr40.npz")
    with (folder / "pairs_10fold.csv").open(encoding="utf-8") as file:
        rows = [
            [int(row[name]) for name in ("fold", "index_a", "index_b", "label")]
            for row in csv.DictReader(file)
        ]
    place = {int(index): row for row, index in enumerate(stored["index1"])}
    known = np.array([row for row in rows if row[1] in place and row[2] in place])
    points = np.asarray(stored["X"], dtype=np.float64)
    points = np.log(points / (1.0 - points))
    points = (points - points.mean(axis=0)) / points.std(axis=0)
    first, second = (np.array([place[index] for index in known[:, column]]) for column in (1, 2))
    labels: FloatArray = np.where(known[:, 3] == 1, -1.0, 1.0)
    folds: FloatArray = known[:, 0].astype(np.float64)
    name = f"LFW, {points.shape[1]} attributes, {len(known)} pairs"
    return Pairs(points[first] - points[second], labels, folds, name, 20)


def stand_in(seed: int = 0, n: int = 1200, d: int = 30, informative: int = 6) -> Pairs:
    """People differ in a few dimensions; photographs of one person in all."""
    rng = np.random.default_rng(seed)
    labels = np.repeat([-1.0, 1.0], n // 2)
    differences = rng.normal(size=(n, d)) * 1.4
    differences[:, :informative] *= 0.6
    differences[labels > 0, :informative] += rng.normal(size=(n // 2, informative)) * 1.8
    turn, _ = np.linalg.qr(rng.normal(size=(d, d)))
    return Pairs(
        differences @ turn, labels, (np.arange(n) % 10 + 1).astype(np.float64), "stand-in", informative
    )


def quadruplets(differences: FloatArray, labels: FloatArray) -> QuadrupletFeatures:
    """Similar pairs as (i, j, i, i) with delta -u, dissimilar ones as (i, i, i, j) with delta l."""
    near, nothing = labels < 0.0, np.zeros_like(differences)
    return QuadrupletFeatures.of(
        np.where(near[:, None], differences, nothing),
        np.where(near[:, None], nothing, differences),
        np.where(near, -UPPER, LOWER),
    )


def principal_rows(differences: FloatArray, rank: int) -> FloatArray:
    """The orthonormal directions of most variance."""
    vectors = np.linalg.eigh(differences.T @ differences)[1]
    rows: FloatArray = vectors[:, ::-1][:, :rank].T
    return rows


def _spectral(regulariser: str, mu: float, rank: int) -> Callable[[FloatArray, FloatArray], FloatArray]:
    def learn(differences: FloatArray, labels: FloatArray) -> FloatArray:
        first = principal_rows(differences, rank)
        metric = FantopeMetric(rank, regulariser=regulariser, mu=mu, max_iterations=600)  # type: ignore[arg-type]
        return metric.fit(quadruplets=quadruplets(differences, labels), start=first.T @ first).matrix_

    return learn


def _pcca(steps: int, rank: int) -> Callable[[FloatArray, FloatArray], FloatArray]:
    def learn(differences: FloatArray, labels: FloatArray) -> FloatArray:
        rows = pcca(differences, labels, principal_rows(differences, rank), steps)
        return rows.T @ rows

    return learn


def methods(rank: int) -> dict[str, Callable[[FloatArray, FloatArray], FloatArray]]:
    """Name -> learner of a matrix from differences and labels."""
    return {
        "Euclidean": lambda x, _: np.eye(x.shape[1]),
        "MMC": lambda x, y: mmc(x[y < 0], x[y > 0]),
        "ITML": lambda x, y: itml(x, y, (UPPER, LOWER), sweeps=3),
        "LDML": lambda x, y: ldml(x, y)[0],
        **{f"PCCA, {steps} steps": _pcca(steps, rank) for steps in PCCA_STEPS},
        "trace": _spectral("trace", 1e-2, rank),
        **{f"Fantope, mu={mu:g}": _spectral("fantope", mu, rank) for mu in MUS},
    }


@dataclass(frozen=True)
class Score:
    """One method on one fold."""

    method: str
    accuracy: float  # %, mean of the two kinds, threshold fitted on the training folds
    at_one: float  # the same with the threshold 1
    rank: int
    fit_s: float


def measure(pairs: Pairs, folds: int) -> list[Score]:
    """Every method on the first ``folds`` folds."""
    scores = []
    for fold in range(1, folds + 1):
        x, y, new_x, new_y = pairs.split(fold)
        for name, learn in methods(pairs.rank).items():
            start = time.process_time()
            matrix = learn(x, y)
            seconds = time.process_time() - start
            rows = factor(matrix)
            near, far = squared_norms(x @ rows.T), squared_norms(new_x @ rows.T)
            fitted = best_threshold(near, y)
            accuracy, at_one = (class_mean(far, new_y, threshold) for threshold in (fitted, BETWEEN))
            scores.append(Score(name, accuracy, at_one, numerical_rank(matrix), seconds))
    return scores


def best_threshold(distances: FloatArray, labels: FloatArray) -> float:
    """The threshold with the best class mean on these pairs."""
    tried = np.quantile(distances, np.linspace(0.01, 0.99, 99))
    return float(tried[int(np.argmax([class_mean(distances, labels, t) for t in tried]))])


def class_mean(distances: FloatArray, labels: FloatArray, threshold: float) -> float:
    """%: mean of the shares of similar pairs below the threshold and of dissimilar ones above."""
    far = distances > threshold
    return 50.0 * float((~far[labels < 0]).mean() + far[labels > 0].mean())


def mean_and_error(values: list[float]) -> tuple[float, float]:
    """Mean and its standard error."""
    return float(np.mean(values)), float(np.std(values, ddof=1) / np.sqrt(len(values))) if len(
        values
    ) > 1 else 0.0


def show(scores: list[Score], name: str, real: bool) -> None:
    """The table for people."""
    table = Table(title=f"{name}: accuracy %, mean and standard error over folds")
    for column in (
        "method",
        "threshold fitted",
        "threshold 1",
        "rank",
        "published, other features",
        "fit, CPU s",
    ):
        table.add_column(column, justify="left" if column == "method" else "right")
    for method in dict.fromkeys(score.method for score in scores):
        mine = [score for score in scores if score.method == method]
        fitted, at_one = (
            mean_and_error([getattr(s, field) for s in mine]) for field in ("accuracy", "at_one")
        )
        table.add_row(
            method,
            f"{fitted[0]:.1f} ± {fitted[1]:.1f}",
            f"{at_one[0]:.1f} ± {at_one[1]:.1f}",
            f"{np.mean([s.rank for s in mine]):.0f}",
            str(PUBLISHED.get(method, "")) if real else "",
            f"{np.median([s.fit_s for s in mine]):.2f}",
        )
    for method in PUBLISHED if real else ():
        if not any(score.method == method for score in scores):
            table.add_row(method, "", "", "", str(PUBLISHED[method]), "")
    out.print(table)
    out.print(str(machine()["processor"]))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.verification", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="the stand-in and two folds")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    arguments = parser.parse_args()
    real = None if arguments.quick else real_pairs()
    pairs = real or stand_in()
    with one_blas_thread():
        scores = measure(pairs, 2 if arguments.quick else 10)
    if not arguments.json:
        show(scores, pairs.name, real is not None)
        return
    summary = {
        name: mean_and_error([s.accuracy for s in scores if s.method == name])[0]
        for name in methods(pairs.rank)
    }
    print(
        document(
            figures={"fantope_accuracy": max(summary[f"Fantope, mu={mu:g}"] for mu in MUS)},
            baselines=summary,
            spread={name: [vars(s) for s in scores if s.method == name] for name in summary},
            command="python -m benchmarks.verification" + (" --quick" if arguments.quick else "") + " --json",
            published=PUBLISHED,
        )
    )


if __name__ == "__main__":
    main()
