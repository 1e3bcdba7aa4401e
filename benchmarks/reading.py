"""How far do the words alone go? ``python -m benchmarks.reading [--site S] [--seeds 101 102] [--json]``

The training family of ``benchmarks.pages`` read by its text, from HTML that no browser drew: five days of hourly
captures to learn from, the successive pairs of five more to judge, two windows of the same ten days, no labels. Minutes
where rendering takes an hour, so that a change of the reading can be tried on every site and on stories of other seeds.
What only a picture shows is missed here. Beside it, in the same run, what learns nothing: the Jaccard distance of the
words, and the share of words in blocks that the other version does not have. Reported sites cannot be named: nothing
may be chosen on them.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from rich.table import Table

from benchmarks.change_detection_protocol import TRAINING_VERSIONS, judged_pairs
from benchmarks.pages.history import text_history, visits
from benchmarks.pages.site import Truth
from benchmarks.pages.sites import SEEDS, names
from benchmarks.reporting import document, out
from changemodel.change.model import ChangeModel
from changemodel.evaluation.ranking import rank_changes
from changemodel.evaluation.text_peers import block_text_difference
from changemodel.features.structure import word_distance
from changemodel.version import PageVersion

HOURS = 240
STARTS = (0, 110)
"""First captures of the windows that are learned from."""

OURS, WORDS, BLOCKS = "pagetide", "words", "per-block text"


@dataclass(frozen=True)
class Read:
    """One window of one site."""

    maps: Mapping[str, float]  # percent, by method
    true_alarms: int
    alarms: int
    important: int


def read_site(name: str, seed: int) -> list[Read]:
    """Every window of a site."""
    site = text_history(name, visits(HOURS), seed)
    return [_window(site.versions, site.truths, slice(start, start + TRAINING_VERSIONS)) for start in STARTS]


def _window(versions: Sequence[PageVersion], truths: Sequence[Truth], training: slice) -> Read:
    places = judged_pairs(truths, training)
    told = np.array([truths[place] is Truth.DISSIMILAR for place in places])
    pairs = [(versions[place], versions[place + 1]) for place in places]
    model = ChangeModel(read="text").fit(versions[training])
    scores = [model.compare(*pair) for pair in pairs]
    alarms = np.array([score.important is True for score in scores])
    distances = {
        OURS: [score.distance for score in scores],
        WORDS: [word_distance(str(a.text), str(b.text)) for a, b in pairs],
        BLOCKS: [block_text_difference(*pair) for pair in pairs],
    }
    return Read(
        {kind: 100 * rank_changes(np.array(values), told).map for kind, values in distances.items()},
        int((alarms & told).sum()),
        int(alarms.sum()),
        int(told.sum()),
    )


def show(found: Mapping[str, Sequence[Read]]) -> None:
    """The table for people."""
    table = Table(title="MAP % of two windows (true alarms/alarms of changes)", title_justify="left")
    for heading in ("site, seed", OURS, WORDS, BLOCKS):
        table.add_column(heading, justify="right", no_wrap=True)
    for where, windows in found.items():
        ours = (f"{w.maps[OURS]:.1f} ({w.true_alarms}/{w.alarms} of {w.important})" for w in windows)
        peers = (" ".join(f"{w.maps[kind]:.1f}" for w in windows) for kind in (WORDS, BLOCKS))
        table.add_row(where, "  ".join(ours), *peers)
    table.add_section()
    every = [window for windows in found.values() for window in windows]
    for label, of in (("mean", np.mean), ("worst", np.min)):
        table.add_row(label, *(f"{of([w.maps[kind] for w in every]):.1f}" for kind in (OURS, WORDS, BLOCKS)))
    below = [sum(w.maps[kind] < 96.0 for w in every) for kind in (OURS, WORDS, BLOCKS)]
    table.add_row(f"of {len(every)} below 96", *map(str, below))
    false, missed = _wrong(every)
    table.add_row("false, missed", f"{false}, {missed}", "", "")
    out.print(table)


def _wrong(windows: Sequence[Read]) -> tuple[int, int]:
    """False alarms and changes that were missed."""
    return (
        sum(item.alarms - item.true_alarms for item in windows),
        sum(item.important - item.true_alarms for item in windows),
    )


def as_json(found: Mapping[str, Sequence[Read]], command: str, *, quick: bool) -> str:
    """One JSON object."""
    every = [window for windows in found.values() for window in windows]
    means = {kind: float(np.mean([w.maps[kind] for w in every])) for kind in (OURS, WORDS, BLOCKS)}
    spread: dict[str, Any] = {where: [vars(window) for window in windows] for where, windows in found.items()}
    false, missed = _wrong(every)
    return document(
        figures={"MAP": means[OURS], "false alarms": false, "missed": missed},
        baselines={kind: means[kind] for kind in (WORDS, BLOCKS)},
        spread=spread,
        command=command,
        quick=quick,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reading", description=__doc__)
    parser.add_argument("--site", action="append", choices=names("training"), help="may be repeated")
    parser.add_argument(
        "--seeds", nargs="+", type=int, default=[SEEDS["training"]], help="stories of the sites"
    )
    parser.add_argument("--quick", action="store_true", help="one site only")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    options = parser.parse_args(given)
    few = 1 if options.quick else None
    found = {
        f"{site}, {seed}": read_site(site, seed)
        for seed in options.seeds[:few]
        for site in (options.site or names("training"))[:few]
    }
    command = shlex.join(["python", "-m", "benchmarks.reading", *given])
    if options.json:
        print(as_json(found, command, quick=options.quick))
        return 0
    show(found)
    out.print(
        command, *(["--quick: not the full figure"] if options.quick else []), sep="\n", highlight=False
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
