"""Relative attributes: do quadruplets order images better than pairs, and does a metric of the scores help?

``python -m benchmarks.attributes [--quick] [--full] [--json]``. Protocol of M. T. Law's thesis (2015), sections 2.4
and 3.4.3: 30 training images of each class, the rest judged, mean over classes, splits repeated: 10, with --full the
30 of chapter 3 and every B. Of attribute scores a Gaussian for each class decides, or nearest neighbours, under LMNN or
without it. What the source does not give, C, the ridge of the Gaussians, and the strengths of trace and Fantope, is
chosen in each split in three folds of its training images. "Plain" rows have neither scaled features nor a ridge. After
the table: accuracy by the number B of class pairs and by p (figures 2.4 and 2.5), which attributes the last metric
counts together, and how many of the five nearest training images are of the right class. --quick: a stand-in.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from rich.table import Table
from sklearn.base import clone
from sklearn.metrics import balanced_accuracy_score
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.neighbors import KNeighborsClassifier, NeighborhoodComponentsAnalysis
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

from benchmarks.attribute_images import Images, real_images, stand_in
from benchmarks.reporting import document, machine, out
from changemodel.metric.attribute_orders import pubfig_order
from changemodel.metric.attribute_recognition import GaussianClasses, recogniser, related_attributes, retrieve
from changemodel.metric.attribute_sampling import PerClassSplit
from changemodel.metric.lmnn import LMNN
from changemodel.metric.quadruplets import IntArray
from changemodel.metric.relative_attributes import RelativeAttributes
from changemodel.metric.threads import one_blas_thread

DIRECTIONS = 40  # of the raw features that LMNN and NCA take
NO_RIDGE = 1e-6  # what keeps a covariance from being singular, and no more
PUBLISHED = {  # tables 2.2 and 3.5; where both have a row, the second
    "OSR": {
        "LMNN": 71.2,
        "LMNN-G": 70.7,
        "RA": 69.7,
        "RA + LMNN": 71.7,
        "RA + LMNN + trace": 72.4,
        "RA + LMNN + Fantope": 73.7,
        "Qwise": 74.1,
        "Qwise + LMNN": 74.3,
        "Qwise + LMNN-G": 74.6,
        "Qwise + LMNN + Fantope": 75.0,
    },
    "PubFig": {
        "LMNN": 71.5,
        "LMNN-G": 69.9,
        "RA": 70.6,
        "RA + LMNN": 74.3,
        "RA + LMNN + trace": 75.0,
        "RA + LMNN + Fantope": 77.5,
        "OQWSL": 72.0,
        "Qwise": 74.5,
        "Qwise + LMNN": 77.6,
        "Qwise + LMNN-G": 76.5,
        "Qwise + LMNN + Fantope": 77.6,
    },
}
LEARNERS: dict[str, dict[str, Any]] = {
    "RA": {"strategy": "ra"},
    "QWSL": {"strategy": "qwsl"},
    "OQWSL": {"strategy": "oqwsl", "border_pairs": False},
    "OQWSL + border pairs": {"strategy": "oqwsl"},
}
QWISE = {"OSR": "QWSL"}  # on PubFig OQWSL with border pairs, as in the source


@dataclass(frozen=True)
class Tried:
    """What is chosen from on training images, and what the curves show."""

    costs: tuple[float, ...] = (10.0, 100.0, 1000.0)
    ridges: tuple[float, ...] = (1e-3, 1e-2, 1e-1)
    fantopes: tuple[float, ...] = (1.0, 30.0)
    traces: tuple[float, ...] = (1e-2, 1e-1)
    steps: int = 20  # of LMNN
    penalised_steps: int = 8  # of LMNN with the trace or the Fantope, 30 subgradients each
    class_pairs: tuple[int, ...] = (1, 2, 5, 10, 15, 28)
    p: tuple[int, ...] = (1, 2, 3)


QUICK = Tried(
    costs=(100.0,), fantopes=(30.0,), traces=(0.1,), steps=5, penalised_steps=2, class_pairs=(1, 10, 28)
)


@dataclass(frozen=True)
class Result:
    """One method on one split."""

    data: str
    method: str
    split: int
    accuracy: float  # %, mean over classes
    fit_s: float  # CPU, with what is chosen
    in_order: float | None = None  # %, test pairs of differently ordered classes, mean over attributes
    rank: int | None = None
    chosen: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Split:
    """Training and test rows of some images, and how a chain is judged on them."""

    images: Images
    number: int
    train: IntArray
    test: IntArray

    def judged(self, name: str, chain: Pipeline, grid: Any = None) -> tuple[Result, Pipeline]:
        """The chain learned from the training rows, the setting that did best in three folds of them."""
        X, y, start = self.images.X, self.images.y, time.process_time()
        order = {"attributes__order": self.images.order} if "attributes" in chain.named_steps else {}
        with TemporaryDirectory() as folder:  # scores are learned once for all that is tried on them
            search: Any = clone(chain).set_params(memory=folder if grid else None)
            if grid:
                folds = StratifiedKFold(3, shuffle=True, random_state=0)
                search = GridSearchCV(
                    search, grid, cv=folds, scoring="balanced_accuracy", error_score="raise"
                )
            search.fit(X[self.train], y[self.train], **order)
        seconds = time.process_time() - start
        fitted: Pipeline = search.best_estimator_ if grid else search
        accuracy = 100.0 * float(balanced_accuracy_score(y[self.test], fitted.predict(X[self.test])))
        result = Result(
            self.images.name, name, self.number, accuracy, seconds, self._in_order(fitted), _rank(fitted)
        )
        return (Result(**vars(result) | {"chosen": search.best_params_}) if grid else result), fitted

    def _in_order(self, fitted: Pipeline) -> float | None:
        if "attributes" not in fitted.named_steps:
            return None
        points = self.images.X[self.test]
        if "scale" in fitted.named_steps:
            points = fitted["scale"].transform(points)
        return 100.0 * float(fitted["attributes"].score(points, self.images.y[self.test]))


def _rank(fitted: Pipeline) -> int | None:
    return fitted["metric"].rank_ if "metric" in fitted.named_steps else None


def raw_chains(tried: Tried) -> Iterator[tuple[str, Pipeline, Any]]:
    """Learners on the features themselves: (name, chain, what is chosen from)."""
    lmnn, neighbours = LMNN(max_iterations=tried.steps), ("votes", KNeighborsClassifier(3))
    directions = recogniser(metric=lmnn, n_directions=DIRECTIONS).steps[:-1]
    nca = NeighborhoodComponentsAnalysis(max_iter=50, random_state=0)
    yield "Euclidean", Pipeline([*directions, neighbours]), None
    yield "linear SVM", make_pipeline(StandardScaler(), LinearSVC(C=0.01, random_state=0)), None
    yield "NCA", Pipeline([*directions, ("nca", nca), neighbours]), None
    yield "LMNN", recogniser(metric=lmnn, n_directions=DIRECTIONS), None
    gaussian = recogniser(metric=lmnn, n_directions=DIRECTIONS, gaussian=True)
    yield "LMNN-G", gaussian, {"classes__ridge": (*tried.ridges, 1.0)}


def score_chains(learner: RelativeAttributes) -> Iterator[tuple[str, Pipeline]]:
    """What else the scores of a learner are judged by: without scaling and ridge, and by neighbours alone."""
    steps = recogniser(learner).steps
    yield "plain", Pipeline([*steps[1:-1], ("classes", GaussianClasses(ridge=NO_RIDGE))])
    yield "neighbours", Pipeline([*steps[:-1], ("votes", KNeighborsClassifier(3))])


def metric_chains(images: Images, tried: Tried, ridge: float) -> Iterator[tuple[str, dict[str, Any], Any]]:
    """What follows the scores of a learner: (name, keywords of ``recogniser``, what is chosen from)."""
    lmnn, penalised = LMNN(max_iterations=tried.steps), LMNN(max_iterations=tried.penalised_steps)
    fantope = {"metric__mu": tried.fantopes, "metric__n_components": images.ranks}
    yield "LMNN", {"metric": lmnn}, None
    yield "LMNN-G", {"metric": lmnn, "gaussian": True, "ridge": ridge}, None
    yield "LMNN + trace", {"metric": penalised}, {"metric__mu": tried.traces}
    yield "LMNN + Fantope", {"metric": penalised}, fantope


def judge(split: Split, tried: Tried) -> tuple[list[Result], list[Result], Pipeline]:
    """Every method on one split; its curves; and the last chain for a closer look."""
    results = [split.judged(*each)[0] for each in raw_chains(tried)]
    chosen: dict[str, tuple[RelativeAttributes, float]] = {}
    for name, settings in LEARNERS.items():
        chain = recogniser(RelativeAttributes(random_state=split.number, **settings))
        grid = {"attributes__C": tried.costs, "classes__ridge": tried.ridges}
        result, fitted = split.judged(name, chain, grid)
        results.append(result)
        chosen[name] = clone(fitted["attributes"]), fitted["classes"].ridge
    qwise = QWISE.get(split.images.name, "OQWSL + border pairs")
    results.append(Result(**vars(next(r for r in results if r.method == qwise)) | {"method": "Qwise"}))
    for name, (learner, ridge) in (("RA", chosen["RA"]), ("Qwise", chosen[qwise])):
        results += [split.judged(f"{name}, {by}", chain)[0] for by, chain in score_chains(learner)]
        for more, keywords, grid in metric_chains(split.images, tried, ridge):
            result, fitted = split.judged(f"{name} + {more}", recogniser(learner, **keywords), grid)
            results.append(result)
    return results, list(curves(split, chosen, tried)), fitted


def curves(
    split: Split, chosen: dict[str, tuple[RelativeAttributes, float]], tried: Tried
) -> Iterator[Result]:
    """Accuracy by the number of class pairs, for p = 1, and by p, of all class pairs."""
    points = [
        (("RA", "QWSL", "OQWSL"), "B", "n_class_pairs", tried.class_pairs),
        (("QWSL", "OQWSL", "OQWSL + border pairs"), "p", "p", tried.p),
    ]
    for names, letter, parameter, values in points:
        for name in names:
            learner, ridge = chosen[name]
            for value in values:
                chain = recogniser(clone(learner).set_params(**{parameter: value}), ridge=ridge)
                yield split.judged(f"{name}, {letter} = {value}", chain)[0]


def measure(images: Images, tried: Tried, count: int) -> tuple[list[Result], list[Result], Pipeline, Split]:
    """All splits: methods, curves, and the last chain with its split."""
    rows = PerClassSplit(n_splits=count, random_state=0).split(images.X, images.y)
    splits = [Split(images, number, *both) for number, both in enumerate(rows)]
    with one_blas_thread():
        judged = [judge(split, tried) for split in splits]
    results, curve = ([result for one in judged for result in one[part]] for part in (0, 1))
    return results, curve, judged[-1][2], splits[-1]


def show(results: list[Result], curve: list[Result], fitted: Pipeline, split: Split) -> None:
    """The tables for people, and the closer look."""
    images = split.images
    table = Table(title=f"{images.name}: accuracy %, mean and standard deviation over splits")
    for column in ("method", "accuracy", "published", "pairs in order", "rank", "CPU s"):
        table.add_column(column, justify="left" if column == "method" else "right")
    for method in dict.fromkeys(result.method for result in results):
        mine = [result for result in results if result.method == method]
        ranks = [r.rank for r in mine if r.rank is not None]
        in_order = [r.in_order for r in mine if r.in_order is not None]
        table.add_row(
            method,
            _mean_and_spread(mine),
            str(PUBLISHED.get(images.name, {}).get(method, "")),
            f"{np.mean(in_order):.1f}" if in_order else "",
            f"{min(ranks)} to {max(ranks)}" if ranks else "",
            f"{np.median([r.fit_s for r in mine]):.2f}",
        )
    out.print(table)
    for method in dict.fromkeys(result.method for result in curve):
        out.print(f"{method}: {_mean_and_spread([r for r in curve if r.method == method])}")
    for one, other, related in related_attributes(fitted["metric"].matrix_, list(images.order.columns))[:3]:
        out.print(f"counted together: {one} and {other} ({related:.2f})")
    gallery, queries = (fitted.transform(images.X[rows]) for rows in (split.train, split.test))
    found = retrieve(gallery, queries, classes=(images.y[split.train], images.y[split.test]))
    assert found.hits is not None
    out.print(
        f"of the five nearest training images {found.hits.sum(axis=1).mean():.1f} are of the right class"
    )


def told(results: list[Result], command: str) -> str:
    """The JSON document."""
    means = {
        f"{name}: {method}": float(
            np.mean([r.accuracy for r in results if (r.data, r.method) == (name, method)])
        )
        for name, method in dict.fromkeys((result.data, result.method) for result in results)
    }
    return document(
        figures={key: value for key, value in means.items() if ": Qwise" in key},
        baselines=means,
        spread={"runs": [vars(result) for result in results]},
        command=command,
        published=PUBLISHED,
    )


def _mean_and_spread(results: list[Result]) -> str:
    values = [result.accuracy for result in results]
    return f"{np.mean(values):.1f} ± {np.std(values):.1f}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.attributes", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a stand-in and one split")
    parser.add_argument("--full", action="store_true", help="30 splits, and B from 1 to 28")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    arguments = parser.parse_args()
    data = [] if arguments.quick else real_images()
    if not data:
        out.print("" if arguments.quick else "OSR and PubFig are not there: a stand-in takes their place.")
        data = [stand_in(pubfig_order())]
    tried, count = Tried(), 10
    if arguments.full:
        tried, count = Tried(class_pairs=tuple(range(1, 29))), 30
    if arguments.quick:
        tried, count = QUICK, 1
    everything: list[Result] = []
    for images in data:
        results, curve, fitted, split = measure(images, tried, count)
        everything += results + curve
        if not arguments.json:
            show(results, curve, fitted, split)
    if arguments.json:
        flags = "".join(f" --{flag}" for flag in ("quick", "full") if getattr(arguments, flag))
        print(told(everything, f"python -m benchmarks.attributes{flags} --json"))
    else:
        out.print(str(machine()["processor"]))


if __name__ == "__main__":
    main()
