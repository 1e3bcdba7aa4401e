"""Which type is a page? ``python -m benchmarks.page_types [--quick] [--json] [--train FILE]``

1,167 labelled pages of 7 types (``webpages/wcxb_dev_pages``, CC-BY-4.0), five folds in which no site is in two: each
head of ``PageTypeClassifier`` on the same features beside the majority class, nearest neighbours by one Jaccard
distance and by the mean of four, and a plain linear SVM. Then how often a page is answered, and how often rightly, by
the probability below which it is "unknown". Then 40 saved pages of five other types, photographed by Chromium: the
hybrid score with and without its visual part. ``--train`` writes the model that ships with the package.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import shlex
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.table import Table
from sklearn.base import clone
from sklearn.decomposition import TruncatedSVD
from sklearn.dummy import DummyClassifier
from sklearn.metrics import accuracy_score, f1_score
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

from benchmarks.capture import launched
from benchmarks.reporting import document, machine, out, shared_data
from changemodel.classify.consensus_svc import ConsensusSVC
from changemodel.classify.hybrid_neighbors import PAGE_SETS, HybridNeighbors
from changemodel.classify.page_description import PageDescription
from changemodel.classify.page_reading import PageReading
from changemodel.classify.page_type_calibration import grouped_folds
from changemodel.classify.page_type_classifier import PageTypeClassifier, site_of
from changemodel.classify.page_type_features import WEIGHTS, PageTypeFeatures
from changemodel.classify.page_type_tree import PageTypeTree
from changemodel.metric.lmnn import LMNN
from changemodel.metric.taxonomy_metric import TaxonomyMetric

FOLDS = 5
DEFAULT = "linear SVM, blocks weighed (default)"
THRESHOLDS = (0.0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
JACCARD = {"tag paths": "paths", "classes": "classes", "URL tokens": "address", "words": "words"}

Labels = NDArray[np.str_]


@dataclass(frozen=True)
class Pages:
    """Labelled pages, read."""

    readings: list[PageReading]
    labels: Labels
    sites: Labels


def labelled_pages(count: int | None = None) -> Pages:
    """Those of the data set; every so many of them where ``count`` says how many."""
    folder = shared_data() / "webpages"
    with (folder / "wcxb_dev_pages.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    rows = rows[:: 1 if count is None else max(1, len(rows) // count)]
    wanted = {row["file"] for row in rows}
    with tarfile.open(folder / "wcxb_dev_pages.tar.xz") as packed:
        bodies = {
            Path(member.name).name: _bytes_of(packed, member)
            for member in packed
            if Path(member.name).name in wanted
        }
    readings = [PageReading.of(PageDescription(url=row["url"], html=bodies[row["file"]])) for row in rows]
    labels, sites = [row["page_type"] for row in rows], [site_of(row["url"]) for row in rows]
    return Pages(readings, np.array(labels), np.array(sites))


def _bytes_of(packed: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    file = packed.extractfile(member)
    return b"" if file is None else file.read()


def heads(blocks: Mapping[str, tuple[int, int]]) -> dict[str, Any]:
    """The learners that take rows of the features, by the name of their row in the table."""

    def jaccard(*names: str) -> HybridNeighbors:
        return HybridNeighbors(blocks=blocks, sets=names)

    tree = PageTypeTree.default()
    edges = [("page", item.name) for item in tree if len(item.path) == 1] + tree.edges()
    return {
        "majority": DummyClassifier(),
        **{f"10-NN Jaccard of {name}": jaccard(block) for name, block in JACCARD.items()},
        "10-NN, mean of the four Jaccards": jaccard(*JACCARD.values()),
        "10-NN hybrid (paths, classes, links, images)": jaccard(*PAGE_SETS),
        "consensus SVM on 100 main directions": make_pipeline(
            TruncatedSVD(100, random_state=0), ConsensusSVC(C=1.0)
        ),
        "LMNN on 40 main directions": make_pipeline(
            TruncatedSVD(40, random_state=0), LMNN(max_iterations=20)
        ),
        "taxonomy metric on 40 main directions": make_pipeline(
            TruncatedSVD(40, random_state=0), TaxonomyMetric(edges, max_iterations=50)
        ),
    }


def judged(pages: Pages, folds: int = FOLDS) -> tuple[dict[str, list[Labels]], NDArray[np.float64], Labels]:
    """What each head says of the pages of each fold, and of the default the chances of all pages and their classes."""
    classes = np.unique(pages.labels)
    said: dict[str, list[Labels]] = {}
    chances = np.zeros((len(pages.labels), len(classes)))
    same = dict.fromkeys(WEIGHTS, 1.0)
    for train, test in grouped_folds(pages.labels, pages.sites, folds):
        known, new, labels = (
            [pages.readings[r] for r in train],
            [pages.readings[r] for r in test],
            pages.labels[train],
        )
        features = PageTypeFeatures().fit(known)
        rows, new_rows = features.transform(known), features.transform(new)
        found = {
            name: head.fit(rows, labels).predict(new_rows) for name, head in heads(features.blocks_).items()
        }
        plain = make_pipeline(PageTypeFeatures(weights=same), LinearSVC(random_state=0))
        found["LinearSVC, every block the same"] = plain.fit(known, labels).predict(new)
        learner = PageTypeClassifier().fit(known, labels, groups=pages.sites[train])
        chances[np.ix_(test, np.searchsorted(classes, learner.classes_))] = learner.predict_proba(new)
        found[DEFAULT] = classes[chances[test].argmax(axis=1)]
        for name, part in found.items():
            said.setdefault(name, []).append(part)
    return said, chances, classes


@dataclass(frozen=True)
class Row:
    """One learner: over all pages, and the spread over folds."""

    name: str
    accuracy: float
    macro_f1: float
    spread: float  # standard deviation of the accuracy over folds


def rows_of(pages: Pages, said: Mapping[str, Sequence[Labels]], folds: int = FOLDS) -> list[Row]:
    """The table."""
    tests = [test for _, test in grouped_folds(pages.labels, pages.sites, folds)]
    truth, found = pages.labels[np.concatenate(tests)], []
    for name, parts in said.items():
        each = [accuracy_score(pages.labels[test], part) for test, part in zip(tests, parts, strict=True)]
        whole = np.concatenate(parts)
        macro = f1_score(truth, whole, average="macro", zero_division=0)
        found.append(Row(name, float(accuracy_score(truth, whole)), float(macro), float(np.std(each))))
    return found


def abstention(labels: Labels, chances: NDArray[np.float64], classes: Labels) -> list[dict[str, float]]:
    """At each threshold, how many pages are answered, and how many of these rightly."""
    best, right = chances.max(axis=1), classes[chances.argmax(axis=1)] == labels
    found = []
    for threshold in THRESHOLDS:
        answered = best >= threshold
        accuracy = float(right[answered].mean()) if answered.any() else float("nan")
        found.append({"threshold": threshold, "answered": float(answered.mean()), "accuracy": accuracy})
    return found


def calibration_error(labels: Labels, chances: NDArray[np.float64], classes: Labels, bins: int = 10) -> float:
    """Mean distance between stated probability and accuracy, over pages in ten bins of equal size."""
    order = np.argsort(chances.max(axis=1))
    right = classes[chances.argmax(axis=1)] == labels
    parts = np.array_split(order, bins)
    gaps = [abs(chances.max(axis=1)[part].mean() - right[part].mean()) * len(part) for part in parts]
    return float(sum(gaps) / len(labels))


def saved_pages() -> Pages:
    """The 40 saved pages, with their pictures: 1000 x 1000 pixels, scripts off, nothing loaded from elsewhere."""
    folder = shared_data() / "webpages"
    with (folder / "bom_pages.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    with tempfile.TemporaryDirectory() as place, zipfile.ZipFile(folder / "bom_pages40.zip") as packed:
        packed.extractall(place)
        files = sorted(Path(place).glob("*/index.html"))
        pictures = asyncio.run(_pictures(files))
        described = [
            PageDescription(
                url=rows[file.parent.name]["source_url"], html=file.read_bytes(), screenshot=picture
            )
            for file, picture in zip(files, pictures, strict=True)
        ]
        readings = [PageReading.of(item, picture=True) for item in described]
    labels = [rows[file.parent.name]["page_type"] for file in files]
    return Pages(readings, np.array(labels), np.array([site_of(item.url) for item in described]))


async def _pictures(files: Sequence[Path]) -> list[bytes]:
    found = []
    async with launched() as browser:
        context = await browser.new_context(
            viewport={"width": 1000, "height": 1000}, java_script_enabled=False, offline=True
        )
        for file in files:
            page = await context.new_page()
            await page.goto(file.as_uri(), wait_until="load")
            found.append(await page.screenshot())
            await page.close()
    return found


def by_looks(pages: Pages) -> dict[str, float]:
    """Accuracy of nearest neighbours on the saved pages, each judged by those of other sites."""
    features = PageTypeFeatures(pictures=True).fit(pages.readings)
    rows, blocks = features.transform(pages.readings), features.blocks_
    learners = {
        "structure": HybridNeighbors(3, blocks=blocks, sets=PAGE_SETS, vectors=()),
        "picture": HybridNeighbors(3, blocks=blocks, sets=()),
        "hybrid: structure and picture": HybridNeighbors(3, blocks=blocks, sets=PAGE_SETS),
    }
    found = {}
    for name, learner in learners.items():
        right = 0
        for place, (label, site) in enumerate(zip(pages.labels, pages.sites, strict=True)):
            others = np.flatnonzero(pages.sites != site)
            fitted = clone(learner).fit(rows[others], pages.labels[others])
            right += int(fitted.predict(rows[[place]])[0] == label)
        found[name] = right / len(pages.labels)
    return found


def show(rows: Sequence[Row], curve: Sequence[Mapping[str, float]], looks: Mapping[str, float]) -> None:
    """For people."""
    table = Table(title="types of pages of sites that were not learned from")
    for column in ("learner", "accuracy", "± over folds", "macro-F1"):
        table.add_column(column, justify="left" if column == "learner" else "right")
    for row in rows:
        table.add_row(row.name, f"{row.accuracy:.3f}", f"{row.spread:.3f}", f"{row.macro_f1:.3f}")
    out.print(table)
    table = Table(title="what is less probable is unknown (default)")
    for column in ("probability at least", "pages answered", "of these right"):
        table.add_column(column, justify="right")
    for item in curve:
        table.add_row(f"{item['threshold']:.1f}", f"{item['answered']:.3f}", f"{item['accuracy']:.3f}")
    out.print(table)
    for name, accuracy in looks.items():
        out.print(f"40 saved pages of five types, 3-NN by {name}: {accuracy:.3f}")


def as_json(rows: Sequence[Row], arguments: Sequence[str], more: Mapping[str, Any]) -> str:
    """For programs."""
    scores = {row.name: {"accuracy": row.accuracy, "macro_f1": row.macro_f1} for row in rows}
    return document(
        figures={f"{DEFAULT}: {name}": value for name, value in scores[DEFAULT].items()},
        baselines=scores,
        spread={row.name: row.spread for row in rows},
        command=shlex.join(["python", "-m", "benchmarks.page_types", *arguments]),
        **more,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.page_types", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="every seventh page, three folds, no pictures: no full figure"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    parser.add_argument(
        "--train", metavar="FILE", help="learn from all pages, and write the model that ships"
    )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print, or train."""
    given = _parser().parse_args(arguments)
    if not (shared_data() / "webpages" / "wcxb_dev_pages.csv").exists():
        out.print(
            "webpages/wcxb_dev_pages is not there: set PAGETIDE_DATA to the folder that holds webpages/"
        )
        return 1
    started = time.monotonic()
    pages = labelled_pages(160 if given.quick else None)
    read_s = (time.monotonic() - started) / len(pages.labels)
    if given.train:
        PageTypeClassifier().fit(pages.readings, pages.labels, groups=pages.sites).save(
            given.train, compact=True
        )
        return 0
    folds = 3 if given.quick else FOLDS
    said, chances, classes = judged(pages, folds)
    rows, curve = rows_of(pages, said, folds), abstention(pages.labels, chances, classes)
    looks = {} if given.quick else by_looks(saved_pages())
    error = calibration_error(pages.labels, chances, classes)
    if given.json:
        more = {"abstention": curve, "calibration_error": error, "saved_pages": looks, "read_s": read_s}
        print(as_json(rows, sys.argv[1:] if arguments is None else arguments, more))
        return 0
    show(rows, curve, looks)
    out.print(f"calibration error {error:.3f}, {1000 * read_s:.0f} ms a page")
    out.print(str(machine()["processor"]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
