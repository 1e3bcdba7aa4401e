"""Which regions tell changes best: cells of a grid, blocks where one version had them, or blocks followed.

``python -m benchmarks.regions [--quick] [--json] [--sites NAME ...]``. Generated sites of the training family
(``benchmarks.sites``), hourly captures: five days to learn from without labels, the successive pairs of the rest
to rank. Mean average precision (Law 2015, section 4.4) of the plain distance and of the learned one with one
weight a region. Grid: ``ChangeModel(regions="grid")``, aligned, 10 x 10. Blocks: the segmentation of one version
of the learning days, its rectangles laid over every version as in the source, or followed
(``features.segmentation``).
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from rich.table import Table

from benchmarks.reporting import document, out
from benchmarks.sites.history import SiteHistory, history
from benchmarks.sites.site import Truth
from changemodel.change.block_reading import BlockReader
from changemodel.change.model import ChangeModel
from changemodel.change.training import PageHistory, TrainingSettings, train
from changemodel.evaluation.ranking import rank_changes
from changemodel.features.images import load_image
from changemodel.features.regions import region_distances_of
from changemodel.version import PageVersion

SITES = ("gazette", "council", "metro", "lab", "wire")
GRID, FIXED, FOLLOWED = "grid, aligned", "blocks, fixed", "blocks, followed"
LEARNING = 120  # hourly captures: five days
DAYS, QUICK_DAYS = 20, 12

FloatArray = NDArray[np.float64]
Scores = Mapping[
    str, tuple[float, float]
]  # kind of regions -> MAP of the plain distance and of the learned one


def measure(site: SiteHistory) -> Scores:
    """MAP in percent of each kind of regions on one site."""
    versions = site.versions
    reader = BlockReader.of(versions[:LEARNING])
    followed = np.stack([reader.read(version) for version in versions])
    fixed = np.stack([_where_they_stood(reader, version) for version in versions])
    return {
        GRID: _by_grid(site),
        FIXED: _by_regions(site, fixed),
        FOLLOWED: _by_regions(site, followed),
    }


def _by_grid(site: SiteHistory) -> tuple[float, float]:
    plain, model = ChangeModel.euclidean(), ChangeModel(regions="grid").fit(site.versions[:LEARNING])

    def ranked(distance: Callable[[PageVersion, PageVersion], float]) -> float:
        pairs = range(LEARNING, len(site.versions) - 1)
        return _map(site, np.array([distance(site.versions[row], site.versions[row + 1]) for row in pairs]))

    return ranked(plain.distance), ranked(model.distance)


def _by_regions(site: SiteHistory, features: NDArray[np.float32]) -> tuple[float, float]:
    def distances(pairs: NDArray[np.intp]) -> FloatArray:
        return np.sqrt(region_distances_of(features, pairs))

    times = [
        (version.captured_at - site.versions[0].captured_at).total_seconds() / 3600
        for version in site.versions
    ]
    learned = train(
        PageHistory(
            times_h=np.array(times[:LEARNING]),
            distances=distances,
            labelled_pairs=np.empty((0, 2), dtype=np.intp),
            labels=np.empty(0),
        ),
        TrainingSettings(),
    )
    rows = np.arange(LEARNING, len(features) - 1)
    tested = distances(np.stack([rows, rows + 1], axis=1))
    weighed = tested.sum(axis=1) if learned.metric is None else learned.metric.distance(tested)
    return _map(site, tested.sum(axis=1)), _map(site, weighed)


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
    table = Table(title="MAP in percent, plain / learned")
    for column in ("regions", *found, "mean"):
        table.add_column(column, justify="right")
    for kind in (GRID, FIXED, FOLLOWED):
        cells = [scores[kind] for scores in found.values()]
        means = tuple(statistics.mean(values) for values in zip(*cells, strict=True))
        table.add_row(kind, *(f"{plain:.1f} / {learned:.1f}" for plain, learned in [*cells, means]))
    out.print(table)


def report(found: Mapping[str, Scores], command: str) -> str:
    """The JSON object of ``--json``."""

    def mean(kind: str, column: int) -> float:
        return statistics.mean(scores[kind][column] for scores in found.values())

    return document(
        figures={"followed_blocks_map": mean(FOLLOWED, 1)},
        baselines={
            **{f"{kind}, learned": mean(kind, 1) for kind in (GRID, FIXED)},
            **{f"{kind}, plain": mean(kind, 0) for kind in (GRID, FIXED, FOLLOWED)},
        },
        spread=found,
        command=command,
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.regions", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help=f"{QUICK_DAYS} days and one site: not the full figure"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--sites", nargs="+", default=list(SITES), choices=SITES, help="these sites alone")
    given = parser.parse_args(arguments)
    days, names = (QUICK_DAYS, given.sites[:1]) if given.quick else (DAYS, given.sites)
    found = {name: measure(history(name, days=days)) for name in names}
    flags = " --quick" * given.quick + (
        f" --sites {' '.join(given.sites)}" if given.sites != list(SITES) else ""
    )
    if given.json:
        print(report(found, f"python -m benchmarks.regions{flags} --json"))
        return
    show(found)
    if given.quick:
        out.print("--quick: one site and fewer days, which is not the full figure.")


if __name__ == "__main__":
    main()
