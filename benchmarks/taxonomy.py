"""Does a metric that knows the tree of classes mistake a class for a sibling rather than for a stranger?

``python -m benchmarks.taxonomy [--quick] [--json]``. Protocol of M. T. Law's thesis (2015), section 2.5: ten nearest
neighbours, and a linear SVM, in the learned space; standard accuracy (mean over classes), and taxonomy-aware accuracy,
in which a sibling counts half. Its nine ImageNet subtrees are not free, so four other sets stand for them:

- stand-in: three parents with four leaves each in 8 features, and 22 features of loud noise; 40 points a class.
- OSR: scenes, natural (coast, forest, mountain, open country) and man-made (highway, inside city, street, tall
  building), the division of the authors of the set; GIST, its 40 main directions; 30 training images a class.
- satellite: soil (red, grey, damp grey, very damp grey) and plants (cotton, stubble); 100 training points a class.
- pages: web pages, to read (article, documentation, forum), to choose from (collection, listing), to buy (product,
  service); words, tags, classes of elements and the address, tf-idf, 60 main directions; half of the sites train.

Features are standardised (but those of pages), before main directions are taken, the same for all. Of TaxonomyMetric
and LMNN the defaults are judged; they were settled on other draws of the stand-in and on other sets (segment, vowel,
vehicle). Sets that are not there are left out, --quick takes the stand-in alone.
"""

from __future__ import annotations

import argparse
import csv
import re
import tarfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray
from rich.table import Table
from scipy.sparse import csr_matrix
from sklearn.decomposition import PCA, TruncatedSVD
from sklearn.feature_extraction.text import HashingVectorizer, TfidfTransformer
from sklearn.model_selection import GridSearchCV, GroupShuffleSplit
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

from benchmarks.reporting import document, machine, out, shared_data
from changemodel.evaluation.taxonomy_scores import class_mean_accuracy, taxonomy_accuracy
from changemodel.metric.class_tree import ClassTree
from changemodel.metric.lmnn import LMNN
from changemodel.metric.quadruplets import FloatArray, IntArray
from changemodel.metric.taxonomy_metric import TaxonomyMetric
from changemodel.metric.threads import one_blas_thread

VOTES = 10
FIRST_SEED = 100
"""Draws of the stand-in before it were looked at when the defaults were settled."""
STRENGTHS = {"C": [1e-4, 1e-3, 1e-2, 1e-1, 1.0]}
PUBLISHED = {
    "Euclidean, 10-NN": (28.3, 34.4),
    "LMNN diagonal, 10-NN": (30.8, 36.7),
    "LMNN full, 10-NN": (32.6, 37.8),
    "taxonomy diagonal, 10-NN": (31.4, 38.6),
    "taxonomy full, 10-NN": (33.2, 40.1),
    "taxonomy diagonal, SVM": (36.4, None),
    "taxonomy full, SVM": (36.5, None),
}
"""Standard and taxonomy-aware accuracy, means of the nine subtrees of the source's Tables 2.3 to 2.5."""
SCENES = {
    "natural": ("coast", "forest", "mountain", "opencountry"),
    "man-made": ("highway", "insidecity", "street", "tallbuilding"),
}
GROUND = {
    "soil": ("red soil", "grey soil", "damp grey soil", "very damp grey soil"),
    "plants": ("cotton crop", "vegetation stubble"),
}
PAGES = {
    "read": ("article", "documentation", "forum"),
    "choose": ("collection", "listing"),
    "buy": ("product", "service"),
}


@dataclass(frozen=True)
class Split:
    """Features and names of classes of one split."""

    x: FloatArray
    y: NDArray[Any]
    new_x: FloatArray
    new_y: NDArray[Any]

    @classmethod
    def of(cls, points: Any, labels: NDArray[Any], train: IntArray, test: IntArray, reduce: Any) -> Split:
        x = reduce.fit_transform(points[train])
        size = x.std()  # of all features together
        return cls(x / size, labels[train], reduce.transform(points[test]) / size, labels[test])


@dataclass(frozen=True)
class Result:
    """One method on one split, accuracies in %."""

    data: str
    method: str
    split: int
    standard: float
    by_tree: float
    fit_s: float


def tree_of(groups: Mapping[str, tuple[str, ...]]) -> ClassTree:
    """Two levels below a root."""
    return ClassTree.from_paths((parent, leaf) for parent, leaves in groups.items() for leaf in leaves)


def stand_in(seed: int, per_class: int = 100) -> tuple[FloatArray, NDArray[Any]]:
    """Points of three parents with four leaf classes each, and the names of their classes."""
    rng = np.random.default_rng(seed)
    parents = rng.normal(scale=2.0, size=(3, 8))
    leaves = np.repeat(parents, 4, axis=0) + rng.normal(size=(12, 8))
    codes = np.repeat(np.arange(12), per_class)
    signal = leaves[codes] + rng.normal(size=(codes.size, 8))
    return np.hstack([signal, rng.normal(scale=3.0, size=(codes.size, 22))]), LEAVES[codes]


LEAVES = np.array([f"leaf {number}" for number in range(12)])
FAMILIES = {f"parent {k}": tuple(LEAVES[4 * k : 4 * k + 4]) for k in range(3)}


def splits_of_stand_in(count: int) -> Iterator[Split]:
    """A new draw for each split."""
    for seed in range(FIRST_SEED, FIRST_SEED + count):
        points, labels = stand_in(seed)
        train = np.arange(labels.size) % 100 < 40
        yield Split.of(points, labels, np.flatnonzero(train), np.flatnonzero(~train), StandardScaler())


def splits_by_class(
    points: FloatArray, labels: NDArray[Any], per_class: int, count: int, reduce: Any = None
) -> Iterator[Split]:
    """So many training points of each class, the rest judged."""
    for seed in range(count):
        order = np.random.default_rng(seed).permutation(len(labels))
        train = np.concatenate([order[labels[order] == name][:per_class] for name in np.unique(labels)])
        yield Split.of(points, labels, train, np.setdiff1d(order, train), reduce or StandardScaler())


def splits_by_site(counts: csr_matrix, labels: NDArray[Any], sites: list[str], count: int) -> Iterator[Split]:
    """Pages of half of the sites train, those of the others are judged."""
    halves = GroupShuffleSplit(count, test_size=0.5, random_state=0).split(counts, labels, sites)
    for train, test in halves:
        reduce = make_pipeline(TfidfTransformer(sublinear_tf=True), TruncatedSVD(60, random_state=0))
        yield Split.of(counts, labels, train, test, reduce)


def sets(count: int) -> Iterator[tuple[str, ClassTree, Iterator[Split]]]:
    """The sets that are there."""
    yield "stand-in", tree_of(FAMILIES), splits_of_stand_in(count)
    osr = shared_data() / "relative-attributes" / "osr_gist.npz"
    if osr.exists():
        images = np.load(osr)
        labels = np.array([str(name).split("_", maxsplit=1)[0].lower() for name in images["names"]])
        points = images["lmgist256"].astype(np.float64)
        reduce = make_pipeline(StandardScaler(), PCA(40, random_state=0))
        yield "OSR", tree_of(SCENES), splits_by_class(points, labels, 30, count, reduce)
    satellite = shared_data() / "uci" / "satellite.npz"
    if satellite.exists():
        pixels = np.load(satellite)
        labels = pixels["classes"][pixels["y"]]
        yield "satellite", tree_of(GROUND), splits_by_class(pixels["X"].astype(float), labels, 100, count)
    if (shared_data() / "webpages" / "wcxb_dev_pages.tar.xz").exists():
        yield "pages", tree_of(PAGES), splits_by_site(*_pages(), count)


def _pages() -> tuple[csr_matrix, NDArray[Any], list[str]]:
    """Counts of tokens of each page, its type, its site."""
    folder = shared_data() / "webpages"
    with (folder / "wcxb_dev_pages.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    with tarfile.open(folder / "wcxb_dev_pages.tar.xz") as stored:
        html = {
            member.name.rsplit("/", 1)[-1]: stored.extractfile(member).read().decode("utf-8", "replace")  # type: ignore[union-attr]
            for member in stored
            if member.isfile()
        }
    tokens = [_tokens(html[row["file"]], row["url"]) for row in rows]
    counts = HashingVectorizer(analyzer=list, n_features=2**15, norm=None, alternate_sign=False).transform(
        tokens
    )
    sites = [(urlsplit(row["url"]).hostname or "").removeprefix("www.") for row in rows]
    return counts, np.array([row["page_type"] for row in rows]), sites


def _tokens(html: str, url: str) -> list[str]:
    tags = [f"<{tag}" for tag in re.findall(r"<([a-z][a-z0-9]*)", html)]
    classes = [f".{name}" for value in re.findall(r'class="([^"]*)"', html) for name in value.lower().split()]
    address = [f"/{word}" for word in re.findall(r"[a-z]+", urlsplit(url).path.lower())]
    text = re.sub(r"(?s)<(script|style)\b.*?</\1>|<[^>]*>", " ", html)
    return tags + classes + address + re.findall(r"[a-z]{3,}", text.lower())


def judge(data: str, tree: ClassTree, split: Split, number: int) -> list[Result]:
    """Every method on one split."""
    learners: dict[str, Any] = {
        "Euclidean": None,
        "LMNN diagonal": LMNN(metric="diagonal"),
        "LMNN full": LMNN(),
        "taxonomy diagonal": TaxonomyMetric(tree, metric="diagonal"),
        "taxonomy full": TaxonomyMetric(tree),
    }
    results = []
    for name, learner in learners.items():
        start = time.process_time()
        space = None if learner is None else learner.fit(split.x, split.y)
        seconds = time.process_time() - start
        x, new_x = (split.x, split.new_x) if space is None else map(space.transform, (split.x, split.new_x))
        heads = {"10-NN": KNeighborsClassifier(VOTES)}
        if not name.startswith("LMNN"):
            heads["SVM"] = GridSearchCV(LinearSVC(dual=False, class_weight="balanced"), STRENGTHS, cv=3)
        for kind, head in heads.items():
            found = head.fit(x, split.y).predict(new_x)
            results.append(
                Result(
                    data,
                    f"{name}, {kind}",
                    number,
                    100.0 * class_mean_accuracy(split.new_y, found, tree),
                    100.0 * taxonomy_accuracy(split.new_y, found, tree),
                    seconds,
                )
            )
    return results


def show(data: str, results: list[Result]) -> None:
    """The table for people."""
    table = Table(title=f"{data}: accuracy %, mean and standard deviation over splits")
    for column in ("method", "standard", "source", "by the tree", "source", "fit, CPU s"):
        table.add_column(column, justify="left" if column == "method" else "right")
    for method in dict.fromkeys(result.method for result in results):
        mine = [result for result in results if result.method == method]
        published = ["" if value is None else str(value) for value in PUBLISHED.get(method, (None, None))]
        table.add_row(
            method,
            _spread([result.standard for result in mine]),
            published[0],
            _spread([result.by_tree for result in mine]),
            published[1],
            f"{np.median([result.fit_s for result in mine]):.2f}",
        )
    out.print(table)


def _spread(values: list[float]) -> str:
    return f"{np.mean(values):.1f} ± {np.std(values):.1f}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.taxonomy", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="the stand-in alone, four draws: not the full figure"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    arguments = parser.parse_args()
    everything: list[Result] = []
    with one_blas_thread():
        for data, tree, splits in sets(4 if arguments.quick else 10):
            results = [one for number, split in enumerate(splits) for one in judge(data, tree, split, number)]
            everything += results
            if not arguments.json:
                show(data, results)
            if arguments.quick:
                break
    if not arguments.json:
        out.print(str(machine()["processor"]) + ("; quick: not the full figure" if arguments.quick else ""))
        return
    means = {
        f"{data}: {method}, {score}": float(
            np.mean([getattr(r, score) for r in everything if (r.data, r.method) == (data, method)])
        )
        for data, method in dict.fromkeys((result.data, result.method) for result in everything)
        for score in ("standard", "by_tree")
    }
    print(
        document(
            figures={key: value for key, value in means.items() if "taxonomy" in key},
            baselines={key: value for key, value in means.items() if "taxonomy" not in key},
            spread={"runs": [vars(result) for result in everything]},
            command="python -m benchmarks.taxonomy" + (" --quick" if arguments.quick else "") + " --json",
            published=PUBLISHED,
        )
    )


if __name__ == "__main__":
    main()
