"""How long does a comparison take beyond features? ``python -m benchmarks.comparing [--site NAME] [--quick] [--json]``

On generated sites of the training family: a default model learns five days, then compares the captures of the
sixth, which bring what a collection keeps of them: features, row signatures, blocks, text, links, images. CPU time
of one core, the least of some repetitions of each, as captures that nobody read before:

- read: what a new capture costs once, its rows and blocks named, its words counted
- compare: of two captures that were read, everything that ``ChangeModel.compare`` says
- features: of the later screenshot, for comparison

Asked for are 5 ms at most for a comparison.
"""

from __future__ import annotations

import argparse
import shlex
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from rich.table import Table

from benchmarks.change_detection_protocol import TRAINING_VERSIONS
from benchmarks.pages.captures import history
from benchmarks.pages.history import SiteHistory
from benchmarks.pages.sites import names
from benchmarks.reporting import document, machine, out
from changemodel.change.feature_reader import signature_of
from changemodel.change.model import ChangeModel
from changemodel.features.gist import GistGrid
from changemodel.metric.threads import one_blas_thread
from changemodel.version import PageVersion

TARGET_MS = 5.0
DAYS = 6
REPETITIONS = 5
PICTURES = 3  # whose features are timed

STEPS = ("read", "compare", "features")

Times = Mapping[str, Sequence[float]]
"""Milliseconds of CPU by step, one for each pair of captures."""


def measure(site: SiteHistory, repetitions: int = REPETITIONS) -> Times:
    """Times on the captures after those that were learned from."""
    with one_blas_thread():
        model = ChangeModel().fit(site.versions[:TRAINING_VERSIONS])
        later = site.versions[TRAINING_VERSIONS:]
        kept = [_as_kept(model, version) for version in later]
        both = [_pair_ms(model, *pair, repetitions) for pair in pairwise(kept)]
        pictures = [version.screenshot for version in later if version.screenshot is not None][:PICTURES]
        gist = GistGrid(grid=model.grid)
        features = [_least_ms(partial(gist.transform, [item]), repetitions) for item in pictures]
    return {"read": [read for read, _ in both], "compare": [told for _, told in both], "features": features}


def _as_kept(model: ChangeModel, version: PageVersion) -> PageVersion:
    """The version as a collection gives it back: what was made of its screenshot, if it has one, in place of it."""
    grid = GistGrid(grid=model.grid)
    strengths = version.row_features if version.screenshot is None else grid.row_features(version.pixels())
    return replace(
        version,
        screenshot=None,
        features=model.features(version),
        feature_layout=model.feature_layout_,
        signatures=signature_of(version),
        row_features=strengths,
    )


def _pair_ms(
    model: ChangeModel, before: PageVersion, after: PageVersion, repetitions: int
) -> tuple[float, float]:
    """What reading the later capture adds to the first comparison with it, and what the comparison takes after it."""
    firsts, agains = [], []
    for _ in range(repetitions):
        known, new = replace(before), replace(after)
        model.compare(known, known)
        compare = partial(model.compare, known, new)
        firsts.append(_cpu_ms(compare))
        agains.append(_cpu_ms(compare))
    return max(0.0, min(firsts) - min(agains)), min(agains)


def _least_ms(work: Callable[[], object], repetitions: int) -> float:
    return min(_cpu_ms(work) for _ in range(repetitions))


def _cpu_ms(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return 1000.0 * (time.process_time() - start)


def show(found: Mapping[str, Times]) -> None:
    """The table for people."""
    table = Table(title="CPU ms: median (most) over the pairs of captures", title_justify="left")
    for heading in ("site", *STEPS):
        table.add_column(heading, justify="left" if heading == "site" else "right")
    for name, times in found.items():
        table.add_row(
            name, *(f"{statistics.median(times[step]):.1f} ({max(times[step]):.1f})" for step in STEPS)
        )
    out.print(table)
    slowest = max(statistics.median(times["compare"]) for times in found.values())
    out.print(f"asked for: {TARGET_MS:g} ms a comparison; the slowest site's median is {slowest:.1f} ms")
    out.print(str(machine()["processor"]))


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    parser = argparse.ArgumentParser(prog="python -m benchmarks.comparing", description=__doc__)
    parser.add_argument("--site", action="append", choices=names("training"), help="may be repeated")
    parser.add_argument("--quick", action="store_true", help="one site only")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    options = parser.parse_args(given)
    chosen = (options.site or names("training"))[: 1 if options.quick else None]
    found = {name: measure(history(name, days=DAYS)) for name in chosen}
    command = shlex.join(["python", "-m", "benchmarks.comparing", *given])
    if options.json:
        figures = {f"{step}_ms": statistics.median(_of_all(found, step)) for step in ("read", "compare")}
        baselines = {"features_ms": statistics.median(_of_all(found, "features")), "asked_ms": TARGET_MS}
        print(
            document(figures=figures, baselines=baselines, spread=found, command=command, quick=options.quick)
        )
        return 0
    show(found)
    out.print(
        command, *(["--quick: not the full figure"] if options.quick else []), sep="\n", highlight=False
    )
    return 0


def _of_all(found: Mapping[str, Times], step: str) -> list[float]:
    return [value for times in found.values() for value in times[step]]


if __name__ == "__main__":
    sys.exit(main())
