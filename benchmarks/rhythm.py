"""Is the page's own rhythm found? ``python -m benchmarks.rhythm [--seeds 101 102] [--site NAME] [--quick] [--json]``

The learned distance with gamma from the page's own rhythm (``changemodel.change.rhythm``) beside fixed ones, on
generated sites of the training family: five days of hourly captures to learn from, the successive pairs of five more
to rank. Source of the protocol: M. T. Law's thesis (2015), section 4.4; gamma is 4 or 24 hours there.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Mapping, Sequence

import numpy as np
from rich.table import Table

from benchmarks.change_detection_forms import Histories, SharingModel
from benchmarks.change_detection_protocol import TRAINING_VERSIONS, judged_pairs, mean_and_spread
from benchmarks.reporting import document, out
from benchmarks.sites.history import SEEDS, SiteHistory, history, names
from benchmarks.sites.site import Truth
from changemodel.evaluation.ranking import rank_changes

FIXED_H = (4.0, 12.0, 24.0, 48.0)
AUTOMATIC = "automatic"
DAYS = 10

Found = dict[str, tuple[float, float]]
"""By gamma: MAP in percent, and the gamma used in hours."""


def measure(site: SiteHistory) -> Found:
    """MAP of the distance learned with each gamma."""
    places = judged_pairs(site.truths, slice(0, TRAINING_VERSIONS))
    truth = np.array([site.truths[place] is Truth.DISSIMILAR for place in places])
    histories: Histories = {}
    found: Found = {}
    for gamma in (None, *FIXED_H):
        model = SharingModel(regions="grid", gamma_h=gamma).sharing(histories)
        model.fit(site.versions[:TRAINING_VERSIONS])
        distances = [model.distance(site.versions[place], site.versions[place + 1]) for place in places]
        name = AUTOMATIC if gamma is None else f"{gamma:g} h"
        found[name] = 100 * rank_changes(np.array(distances), truth).map, model.details_["gamma_h"]
    return found


def means(found: Mapping[str, Found]) -> dict[str, float]:
    """Mean MAP by gamma over sites and seeds."""
    kinds = next(iter(found.values()))
    return {kind: mean_and_spread([item[kind][0] for item in found.values()])[0] for kind in kinds}


def show(found: Mapping[str, Found]) -> None:
    """The table for people."""
    table = Table(title="MAP (%) by gamma", title_justify="left")
    kinds = list(next(iter(found.values())))
    for heading in ("site, seed", *kinds):
        table.add_column(heading, justify="right", no_wrap=True)
    for name, item in found.items():
        chosen = f" ({item[AUTOMATIC][1]:g} h)"
        table.add_row(name, *(f"{item[kind][0]:.1f}{chosen * (kind == AUTOMATIC)}" for kind in kinds))
    table.add_section()
    table.add_row("mean", *(f"{value:.1f}" for value in means(found).values()))
    worst = {kind: min(item[kind][0] for item in found.values()) for kind in kinds}
    table.add_row("worst", *(f"{value:.1f}" for value in worst.values()))
    out.print(table)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rhythm", description=__doc__)
    parser.add_argument(
        "--seeds", nargs="+", type=int, default=[SEEDS["training"]], help="stories of the sites"
    )
    parser.add_argument("--site", action="append", choices=names("training"), help="may be repeated")
    parser.add_argument("--quick", action="store_true", help="one site only")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    options = parser.parse_args(given)
    chosen = (options.site or names("training"))[: 1 if options.quick else None]
    found = {
        f"{name}, {seed}": measure(history(name, days=DAYS, seed=seed))
        for seed in options.seeds[: 1 if options.quick else None]
        for name in chosen
    }
    command = shlex.join(["python", "-m", "benchmarks.rhythm", *given])
    if options.json:
        figures = means(found)
        baselines = {kind: value for kind, value in figures.items() if kind != AUTOMATIC}
        print(
            document(
                figures={AUTOMATIC: figures[AUTOMATIC]}, baselines=baselines, spread=found, command=command,
                quick=options.quick,
            )
        )  # fmt: skip
        return 0
    show(found)
    out.print(
        command, *(["--quick: not the full figure"] if options.quick else []), sep="\n", highlight=False
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
