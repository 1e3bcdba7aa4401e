"""Which regions tell changes best: cells of a grid, blocks where one version had them, blocks followed, or both.

``python -m benchmarks.regions [--fixed] [--seed N] [--sites NAME ...] [--quick] [--json]``. Generated sites of the
training family (``benchmarks.pages``), five days of hourly captures to learn from without labels, the successive pairs
of five more to rank. Mean average precision (Law 2015, section 4.4) of the learned distance, one weight a region. Grid:
``ChangeModel(read="pictures")``, content put back, what moved or recurs followed. Blocks: the segmentation of the
learning days (``segmentation``), followed from version to version, or with ``--fixed`` its rectangles laid
over every version as in the source. Default: ``ChangeModel()``, which reads the text too. Sums: each 1 in the mean.
"""

from __future__ import annotations

import argparse
import shlex
import statistics
import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from rich.table import Table

from benchmarks.pages.captures import history
from benchmarks.pages.history import SiteHistory
from benchmarks.pages.site import Truth
from benchmarks.pages.sites import SEEDS, names
from benchmarks.reporting import document, out
from changemodel.change.history import hours_of
from changemodel.change.model import ChangeModel
from changemodel.change.training import PageHistory, TrainingSettings, train
from changemodel.evaluation.block_reading import BlockReader
from changemodel.evaluation.ranking import rank_changes
from changemodel.features.images import load_image
from changemodel.features.regions import region_distances_of
from changemodel.version import PageVersion

GRID, FIXED, FOLLOWED = "grid", "blocks, fixed", "blocks, followed"
BOTH, DEFAULT, DEFAULT_BOTH = "grid + blocks, followed", "default", "default + blocks, followed"
LEARNING = 120  # hourly captures: five days
DAYS, QUICK_DAYS = 10, 7

FloatArray = NDArray[np.float64]
Scores = Mapping[str, float]
"""MAP in percent by kind of regions."""


def measure(site: SiteHistory, *, fixed: bool = False) -> Scores:
    """MAP in percent of each kind of regions on one site."""
    versions = site.versions
    reader = BlockReader.of(versions[:LEARNING])
    followed = _by_regions(site, np.stack([reader.read(version) for version in versions]))
    grid = _by_model(site, ChangeModel(read="pictures"))
    default = _by_model(site, ChangeModel())
    found = {GRID: grid, FOLLOWED: followed, BOTH: grid + followed}
    if fixed:
        found[FIXED] = _by_regions(
            site, np.stack([_where_they_stood(reader, version) for version in versions])
        )
    found |= {DEFAULT: default, DEFAULT_BOTH: default + followed}
    return {kind: _map(site, distances) for kind, distances in found.items()}


def _by_model(site: SiteHistory, model: ChangeModel) -> FloatArray:
    """Distances of the successive pairs after the learning days, 1 in the mean of those within."""
    model.fit(site.versions[:LEARNING])
    found = np.array([model.distance(before, after) for before, after in pairwise(site.versions)])
    return np.asarray(found[LEARNING:] / (found[: LEARNING - 1].mean() or 1.0))


def _by_regions(site: SiteHistory, features: NDArray[np.float32]) -> FloatArray:
    """The same, learned from the regions' features."""

    def distances(pairs: NDArray[np.intp]) -> FloatArray:
        return np.sqrt(region_distances_of(features, pairs))

    learned = train(
        PageHistory(
            times_h=hours_of(site.versions[:LEARNING]),
            distances=distances,
            labelled_pairs=np.empty((0, 2), dtype=np.intp),
            labels=np.empty(0),
        ),
        TrainingSettings(),
    )
    rows = np.arange(LEARNING, len(features) - 1)
    tested = distances(np.stack([rows, rows + 1], axis=1))
    return tested.sum(axis=1) / learned.scale if learned.metric is None else learned.metric.distance(tested)


def _where_they_stood(reader: BlockReader, version: PageVersion) -> NDArray[np.float32]:
    assert version.screenshot is not None, "generated versions have pictures"
    image = load_image(version.screenshot)
    places = [np.array(region.rectangle) for region in reader.segmentation.regions]
    return np.stack([reader.described(image, place) for place in places])


def _map(site: SiteHistory, distances: FloatArray) -> float:
    truths = site.truths[LEARNING : LEARNING + len(distances)]
    kept = [row for row, truth in enumerate(truths) if truth in (Truth.SIMILAR, Truth.DISSIMILAR)]
    important = np.array([truths[row] is Truth.DISSIMILAR for row in kept])
    return 100 * rank_changes(distances[kept], important).map


def show(found: Mapping[str, Scores]) -> None:
    """The table for people."""
    table = Table(title="MAP in percent, learned")
    for column in ("regions", *found, "mean", "worst"):
        table.add_column(column, justify="right")
    for kind in next(iter(found.values())):
        cells = [scores[kind] for scores in found.values()]
        table.add_row(kind, *(f"{value:.1f}" for value in [*cells, statistics.mean(cells), min(cells)]))
    out.print(table)


def report(found: Mapping[str, Scores], command: str) -> str:
    """The JSON object of ``--json``."""
    kinds = list(next(iter(found.values())))
    means = {kind: statistics.mean(scores[kind] for scores in found.values()) for kind in kinds}
    return document(
        figures={kind: means[kind] for kind in (FOLLOWED, BOTH, DEFAULT_BOTH)},
        baselines={kind: value for kind, value in means.items() if kind in (GRID, FIXED, DEFAULT)},
        spread=found,
        command=command,
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    parser = argparse.ArgumentParser(prog="python -m benchmarks.regions", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help=f"{QUICK_DAYS} days and one site: not the full figure"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--fixed", action="store_true", help="blocks where they stood, too")
    parser.add_argument("--seed", type=int, default=SEEDS["training"], help="other stories")
    sites = names("training")
    parser.add_argument("--sites", nargs="+", default=sites, choices=sites, help="these sites alone")
    given = parser.parse_args(words)
    days, chosen = (QUICK_DAYS, given.sites[:1]) if given.quick else (DAYS, given.sites)
    found = {name: measure(history(name, days=days, seed=given.seed), fixed=given.fixed) for name in chosen}
    command = shlex.join(["python", "-m", "benchmarks.regions", *words])
    if given.json:
        print(report(found, command))
        return
    show(found)
    out.print(command, highlight=False)
    if given.quick:
        out.print("--quick: one site and fewer days, which is not the full figure.")


if __name__ == "__main__":
    main()
