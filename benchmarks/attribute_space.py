"""Nearest neighbours in a space of relative attributes: does a low-rank LMNN help there?

``python -m benchmarks.attribute_space [--quick] [--json]``. Protocol of M. T. Law's thesis (2015), sections
2.4 and 3.4.3: 30 training images of each class, the rest judged, mean over classes, splits repeated. Each
attribute is one ranking direction (RA of Parikh and Grauman) learned from pairs of training images of
differently ordered classes; its scores are the features of LMNN, plain, with the trace and with the Fantope.
Beside them: learners on the raw features (their 40 main directions). Strengths are chosen on a third of the
training images. After the table: which attributes the last metric counts together, and how many of the five
nearest training images are of the right class. Needs the OSR and PubFig features; --quick takes a stand-in.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.table import Table
from scipy.io import loadmat
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis
from sklearn.metrics import balanced_accuracy_score
from sklearn.neighbors import KNeighborsClassifier, NearestNeighbors, NeighborhoodComponentsAnalysis

from benchmarks.pair_baselines import ranking_svm
from benchmarks.reporting import document, machine, out, shared_data
from changemodel.metric.cone import FloatArray, correlation
from changemodel.metric.lmnn import LMNN
from changemodel.metric.quadruplets import IntArray
from changemodel.metric.threads import one_blas_thread

PER_CLASS = 30
PAIRS_OF_CLASSES = 100  # image pairs drawn for each pair of classes; the source took all 900
NEIGHBOURS = 3
PUBLISHED = {
    "OSR": {
        "RA": 69.7,
        "RA + LMNN": 71.7,
        "RA + LMNN + trace": 72.4,
        "RA + LMNN + Fantope": 73.7,
        "LMNN": 71.2,
        "LMNN-G": 70.7,
    },
    "PubFig": {
        "RA": 70.6,
        "RA + LMNN": 74.3,
        "RA + LMNN + trace": 75.0,
        "RA + LMNN + Fantope": 77.5,
        "LMNN": 71.5,
        "LMNN-G": 69.9,
    },
}
Predictor = Callable[[FloatArray], IntArray]


@dataclass(frozen=True)
class Tried:
    """The strengths of the regularisers that are tried, and how long LMNN learns."""

    fantopes: tuple[float, ...] = (1.0, 30.0)
    traces: tuple[float, ...] = (1e-2, 1e-1)
    steps: int = 20


@dataclass(frozen=True)
class Images:
    """Features, classes, and each class's place in the order of each attribute (equal places: ties)."""

    name: str
    points: FloatArray  # (n, d)
    labels: IntArray  # (n,), 0 to classes - 1
    order: IntArray  # (attributes, classes)
    attributes: tuple[str, ...]
    ranks: tuple[int, ...]  # ranks that the Fantope may be asked for


def real_images() -> list[Images]:
    """PubFig and OSR, as far as they are there."""
    folder, found = shared_data() / "relative-attributes", []
    if (folder / "pubfig_data.mat").exists():
        stored = loadmat(folder / "pubfig_data.mat")
        names = tuple(str(cell[0]) for cell in stored["attribute_names"][0])
        labels = stored["class_labels"][:, 0].astype(np.intp) - 1
        order = stored["relative_ordering"].astype(np.intp)
        found.append(Images("PubFig", np.asarray(stored["feat"], float), labels, order, names, (6, 8)))
    if (folder / "osr_gist.npz").exists():
        images = np.load(folder / "osr_gist.npz")
        with (folder / "osr_category_order.csv").open(encoding="utf-8") as file:
            header, *rows = [row for row in csv.reader(file) if row]
        place = {name: code for code, name in enumerate(header[1:])}
        labels = np.array([place[_osr_class(str(name))] for name in images["names"]])
        order = np.array([[int(value) for value in row[1:]] for row in rows])
        names = tuple(row[0] for row in rows)
        found.append(Images("OSR", np.asarray(images["lmgist256"], float), labels, order, names, (3, 5)))
    return found


def _osr_class(name: str) -> str:
    """File names begin with the class."""
    return name.split("_", maxsplit=1)[0].lower()


def stand_in(seed: int = 0, d: int = 60, per_class: int = 45) -> Images:
    """Classes with a level on each of six attributes, images around them, turned into d features with noise."""
    rng = np.random.default_rng(seed)
    order = np.array([rng.permutation(8) + 1 for _ in range(6)])
    labels = np.repeat(np.arange(8), per_class)
    levels = order.T + rng.normal(scale=0.6, size=(8, 6))
    latent = levels[labels] + rng.normal(scale=1.5, size=(labels.size, 6))
    turn, _ = np.linalg.qr(rng.normal(size=(d, d)))
    points = np.hstack([latent, rng.normal(scale=1.5, size=(labels.size, d - 6))]) @ turn
    names = tuple(f"attribute {number}" for number in range(1, 7))
    return Images("stand-in", points, labels, order, names, (4, 5))


def attribute_rows(
    points: FloatArray, labels: IntArray, order: IntArray, rng: np.random.Generator
) -> FloatArray:
    """L, one ranking direction for each attribute, from pairs of images of all pairs of classes."""
    rows = []
    for places in order:
        ordered, equal = [np.empty((0, points.shape[1]))], [np.empty((0, points.shape[1]))]
        for f in range(len(places)):
            for g in range(f + 1, len(places)):
                i, j = (rng.choice(np.flatnonzero(labels == c), PAIRS_OF_CLASSES) for c in (f, g))
                difference = points[j] - points[i]
                if places[f] == places[g]:
                    equal.append(difference)
                else:
                    ordered.append(difference * np.sign(places[g] - places[f]))
        rows.append(ranking_svm(np.vstack(ordered), np.vstack(equal)))
    return np.array(rows)


def gaussian(points: FloatArray, labels: IntArray, shrinkage: float) -> Predictor:
    """One Gaussian for each class, equal priors, covariances drawn to a multiple of I."""
    count = len(np.unique(labels))
    model = QuadraticDiscriminantAnalysis(
        solver="eigen", shrinkage=shrinkage, priors=np.full(count, 1.0 / count)
    )
    fitted: Predictor = model.fit(points, labels).predict
    return fitted


def chosen_lmnn(points: FloatArray, labels: IntArray, settings: list[dict[str, Any]], steps: int) -> LMNN:
    """LMNN with the setting that does best on a third of these images."""
    held = np.arange(len(labels)) % 3 == 0

    def learned(setting: dict[str, Any], rows: NDArray[np.bool_]) -> LMNN:
        return LMNN(n_neighbors=NEIGHBOURS, max_iterations=steps, **setting).fit(points[rows], labels[rows])

    if len(settings) == 1:
        return learned(settings[0], np.ones(len(labels), dtype=bool))
    tried = [learned(setting, ~held).score(points[held], labels[held]) for setting in settings]
    return learned(settings[int(np.argmax(tried))], np.ones(len(labels), dtype=bool))


@dataclass(frozen=True)
class Result:
    """One method on one split."""

    data: str
    method: str
    split: int
    accuracy: float  # %, mean over classes
    rank: int | None
    fit_s: float


@dataclass(frozen=True)
class Split:
    """Training and test images of one split, with raw features standardised and reduced, and attributes."""

    x: FloatArray
    new_x: FloatArray
    h: FloatArray
    new_h: FloatArray
    y: IntArray
    new_y: IntArray

    @classmethod
    def of(cls, images: Images, seed: int) -> Split:
        rng = np.random.default_rng(seed)
        order = rng.permutation(len(images.labels))
        train = np.concatenate(
            [order[images.labels[order] == c][:PER_CLASS] for c in np.unique(images.labels)]
        )
        train = rng.permutation(train)
        test = np.setdiff1d(order, train)
        mean, spread = images.points[train].mean(axis=0), images.points[train].std(axis=0) + 1e-9
        points = (images.points - mean) / spread
        points /= np.sqrt(points.shape[1])  # images have norm 1: the scale that RA's C is meant for
        rows = attribute_rows(points[train], images.labels[train], images.order, rng)
        scores = points @ rows.T
        scores /= scores[train].std(axis=0)
        reduced = PCA(min(40, points.shape[1]), random_state=0).fit(points[train]).transform(points)
        reduced /= reduced[train].std()
        labels = images.labels
        return cls(reduced[train], reduced[test], scores[train], scores[test], labels[train], labels[test])


def judge(images: Images, seed: int, tried: Tried | None = None) -> tuple[list[Result], LMNN, Split]:
    """Every method on one split; the metric of the last one and the split for a closer look."""
    split, results, tried = Split.of(images, seed), [], tried or Tried()
    metric = LMNN()

    def note(method: str, learn: Callable[[], tuple[Predictor, int | None]], new: FloatArray) -> None:
        start = time.process_time()
        predict, rank = learn()
        seconds = time.process_time() - start
        accuracy = 100.0 * float(balanced_accuracy_score(split.new_y, predict(new)))
        results.append(Result(images.name, method, seed, accuracy, rank, seconds))

    def lmnn(points: FloatArray, settings: list[dict[str, Any]]) -> tuple[Predictor, int | None]:
        nonlocal metric
        metric = chosen_lmnn(points, split.y, settings, tried.steps)
        return metric.predict, metric.rank_

    note(
        "Euclidean",
        lambda: (KNeighborsClassifier(NEIGHBOURS).fit(split.x, split.y).predict, None),
        split.new_x,
    )
    note("NCA", lambda: (_nca(split), None), split.new_x)
    note("LMNN", lambda: lmnn(split.x, [{}]), split.new_x)
    moved, new_moved = metric.transform(split.x), metric.transform(split.new_x)
    note("LMNN-G", lambda: (gaussian(moved, split.y, 0.3), None), new_moved)
    note("RA", lambda: (gaussian(split.h, split.y, 0.05), None), split.new_h)
    note("RA + LMNN", lambda: lmnn(split.h, [{}]), split.new_h)
    note("RA + LMNN + trace", lambda: lmnn(split.h, [{"mu": mu} for mu in tried.traces]), split.new_h)
    fantope = [{"mu": mu, "n_components": rank} for mu in tried.fantopes for rank in images.ranks]
    note("RA + LMNN + Fantope", lambda: lmnn(split.h, fantope), split.new_h)
    return results, metric, split


def _nca(split: Split) -> Predictor:
    nca = NeighborhoodComponentsAnalysis(max_iter=50, random_state=0).fit(split.x, split.y)
    votes = KNeighborsClassifier(NEIGHBOURS).fit(nca.transform(split.x), split.y)
    return lambda new: np.asarray(votes.predict(nca.transform(new)))


def retrieval(gallery: FloatArray, queries: FloatArray, count: int = 5) -> IntArray:
    """Rows of the ``count`` gallery points nearest to each query, nearest first, shape (queries, count)."""
    found = NearestNeighbors(n_neighbors=count).fit(gallery).kneighbors(queries, return_distance=False)
    return np.asarray(found)


def show(results: list[Result], images: Images, metric: LMNN, split: Split) -> None:
    """The table for people, and the closer look."""
    table = Table(title=f"{images.name}: accuracy %, mean and standard deviation over splits")
    for column in ("method", "accuracy", "published", "rank", "CPU s"):
        table.add_column(column, justify="left" if column == "method" else "right")
    for method in dict.fromkeys(result.method for result in results):
        mine = [result for result in results if result.method == method]
        values, ranks = [r.accuracy for r in mine], [r.rank for r in mine if r.rank is not None]
        table.add_row(
            method,
            f"{np.mean(values):.1f} ± {np.std(values):.1f}",
            str(PUBLISHED.get(images.name, {}).get(method, "")),
            f"{min(ranks)} to {max(ranks)}" if ranks else "",
            f"{np.median([r.fit_s for r in mine]):.2f}",
        )
    out.print(table)
    related = np.abs(np.triu(correlation(metric.matrix_), 1))
    pairs = np.argsort(-related, axis=None)[:3]
    for i, j in zip(*np.unravel_index(pairs, related.shape), strict=True):
        out.print(
            f"counted together: {images.attributes[i]} and {images.attributes[j]} ({related[i, j]:.2f})"
        )
    nearest = retrieval(metric.transform(split.h), metric.transform(split.new_h))
    hits = (split.y[nearest] == split.new_y[:, None]).sum(axis=1).mean()
    out.print(f"of the five nearest training images {hits:.1f} are of the right class")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.attribute_space", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="the stand-in and two splits")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    arguments = parser.parse_args()
    data = [] if arguments.quick else real_images()
    if not data:
        out.print("" if arguments.quick else "OSR and PubFig are not there: a stand-in takes their place.")
        data = [stand_in()]
    everything: list[Result] = []
    with one_blas_thread():
        for images in data:
            judged = [judge(images, seed) for seed in range(2 if arguments.quick else 5)]
            results = [result for one, _, _ in judged for result in one]
            everything += results
            if not arguments.json:
                show(results, images, *judged[-1][1:])
    if not arguments.json:
        out.print(str(machine()["processor"]))
        return
    named = {(result.data, result.method) for result in everything}
    means = {
        f"{name}: {method}": float(
            np.mean([r.accuracy for r in everything if (r.data, r.method) == (name, method)])
        )
        for name, method in sorted(named)
    }
    print(
        document(
            figures={key: value for key, value in means.items() if key.endswith("Fantope")},
            baselines=means,
            spread={"runs": [vars(result) for result in everything]},
            command="python -m benchmarks.attribute_space"
            + (" --quick" if arguments.quick else "")
            + " --json",
            published=PUBLISHED,
        )
    )


if __name__ == "__main__":
    main()
