"""``ChangeModel()`` on many sites: ``python -m benchmarks.default_alone [--family F] [--site S] [--only P] [--json]``

In two minutes a site, the default of ``benchmarks.change_detection`` by the same protocol, without the model's other
forms, the learners among the peers and the labels; beside it the words of the whole page and of its blocks, which
learn nothing, and on pictures the source's own method, a control (``source_control``). ``--only`` keeps from the
model all but the pictures, or all but the text without its blocks, as other monitors and archives have them. For
reported sites that are known, which are run again when the model has changed.
"""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from rich.table import Table

from benchmarks.change_detection_forms import decisions_of, distances_of
from benchmarks.change_detection_peers import PAIR_PEERS
from benchmarks.change_detection_protocol import TRAINING_VERSIONS, judged_pairs, map_on_news
from benchmarks.pages.captures import history
from benchmarks.pages.history import SiteHistory
from benchmarks.pages.site import Truth
from benchmarks.pages.sites import FAMILIES, SEEDS, names
from benchmarks.reporting import document, in_processes, out
from benchmarks.source_control import DISPLACED, PLAIN, control_distances
from changemodel.change.model import ChangeModel
from changemodel.evaluation.ranking import rank_changes
from changemodel.version import PageVersion

DAYS, SPLITS = 10, 2
DISTANCE, DECISION = "distance", "decision"
CAPTURES, PICTURES, TEXT = "captures", "pictures", "text"
BASELINES: Mapping[str, Sequence[str]] = {
    CAPTURES: ("whole-page text", "per-block text", PLAIN, DISPLACED),
    PICTURES: ("pixel difference", "SSIM", PLAIN, DISPLACED),
    TEXT: ("whole-page text",),
}
"""What stands beside it, by what is known of a version: what learns nothing, and the control."""

_Task = tuple[str, int, str]
"""Site, seed, what is known of a version."""


@dataclass(frozen=True, kw_only=True)
class Split:
    """One split of one site.

    Attributes
    ----------
    maps : mapping of str to float
        MAP in percent, by distance, by decision, and of the baselines.
    important, alarms, true_alarms : int
        Test pairs that are important, that raised an alarm, and both.
    map_on_news : float or None
        Percent of the map's mass, as it lies over each capture; None where it is not declared where news stands.
    decided_by : str
        The parts that decide, or the model's state.
    """

    maps: Mapping[str, float]
    important: int
    alarms: int
    true_alarms: int
    map_on_news: float | None
    decided_by: str


def measured(task: _Task) -> list[Split]:
    """The splits of one site."""
    name, seed, known = task
    site = history(name, days=DAYS, seed=seed)
    return splits_of(replace(site, versions=[only(version, known) for version in site.versions]), known)


def splits_of(site: SiteHistory, known: str = CAPTURES, beside: Sequence[str] | None = None) -> list[Split]:
    """The splits of captures that are there, with these baselines; by default those of what is known."""
    starts = (number * TRAINING_VERSIONS for number in range(SPLITS))
    trainings = [slice(start, start + TRAINING_VERSIONS) for start in starts]
    return [_split(site, item, known, BASELINES[known] if beside is None else beside) for item in trainings]


def only(version: PageVersion, known: str) -> PageVersion:
    """The version with the rest kept from the model: all but the picture, or all but the text without its blocks."""
    if known == CAPTURES:
        return version
    if known == TEXT:
        return PageVersion(version.captured_at, text=version.text)
    return replace(version, links=frozenset(), images=frozenset(), blocks=None, text=None)


def _split(site: SiteHistory, training: slice, known: str, beside: Sequence[str]) -> Split:
    places = judged_pairs(site.truths, training)
    truth = np.array([site.truths[place] is Truth.DISSIMILAR for place in places])
    pairs = [(site.versions[place], site.versions[place + 1]) for place in places]
    model = ChangeModel(random_state=0).fit(site.versions[training])
    scores = [model.compare(*pair) for pair in pairs]
    said: dict[str, NDArray[np.float64]] = {
        DISTANCE: distances_of(scores),
        DECISION: decisions_of(scores),
        **{
            name: np.array([PAIR_PEERS[name](*pair) for pair in pairs])
            for name in beside
            if name in PAIR_PEERS
        },
    }
    if PLAIN in beside:
        said |= control_distances(site.versions, training, places)
    alarms = np.array([score.important is True for score in scores])
    return Split(
        maps={name: 100 * rank_changes(values, truth).map for name, values in said.items()},
        important=int(truth.sum()),
        alarms=int(alarms.sum()),
        true_alarms=int((alarms & truth).sum()),
        map_on_news=100 * map_on_news(site, model, training)
        if known != TEXT and any(site.news_boxes)
        else None,
        decided_by=model.details_.get("parts", {}).get("decided_by") or model.picture_state_,
    )


def show(found: Mapping[str, Sequence[Split]], known: str = CAPTURES) -> None:
    """The table for people."""
    table = Table(title="MAP (%), by split", title_justify="left")
    for heading in (
        "site",
        DISTANCE,
        DECISION,
        *BASELINES[known],
        "true/alarms of changes",
        "map on news",
        "by",
    ):
        table.add_column(heading, justify="right", no_wrap=heading in (DISTANCE, DECISION))
    for name, splits in found.items():
        table.add_row(
            name,
            *(", ".join(f"{split.maps[kind]:.1f}" for split in splits) for kind in (DISTANCE, DECISION)),
            *(f"{np.mean([split.maps[kind] for split in splits]):.1f}" for kind in BASELINES[known]),
            ", ".join(f"{split.true_alarms}/{split.alarms} of {split.important}" for split in splits),
            ", ".join(f"{split.map_on_news:.1f}" for split in splits if split.map_on_news is not None),
            ", ".join(split.decided_by for split in splits),
        )
    table.add_section()
    every = [split for splits in found.values() for split in splits]
    on_news = [split.map_on_news for split in every if split.map_on_news is not None]
    table.add_row(
        "mean",
        *(f"{_mean(found, kind):.1f}" for kind in (DISTANCE, DECISION, *BASELINES[known])),
        f"{sum(s.true_alarms for s in every)}/{sum(s.alarms for s in every)} of {sum(s.important for s in every)}",
        f"{np.mean(on_news):.1f}" if on_news else "",
        "",
    )
    out.print(table)


def _mean(found: Mapping[str, Sequence[Split]], kind: str) -> float:
    """Over sites, each the mean of its splits."""
    return float(np.mean([np.mean([split.maps[kind] for split in splits]) for splits in found.values()]))


def as_json(found: Mapping[str, Sequence[Split]], command: str, *, quick: bool, known: str = CAPTURES) -> str:
    """One JSON object."""
    return document(
        figures={kind: _mean(found, kind) for kind in (DISTANCE, DECISION)},
        baselines={kind: _mean(found, kind) for kind in BASELINES[known]},
        spread={name: float(np.std([s.maps[DISTANCE] for s in splits])) for name, splits in found.items()},
        command=command,
        sites={name: [vars(split) for split in splits] for name, splits in found.items()},
        quick=quick,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    parser = argparse.ArgumentParser(prog="python -m benchmarks.default_alone", description=__doc__)
    parser.add_argument("--family", choices=sorted(FAMILIES), default="reported")
    parser.add_argument("--site", action="append", help="only this site; may be repeated")
    parser.add_argument("--only", choices=(PICTURES, TEXT), default=CAPTURES, help="what the model is given")
    parser.add_argument("--seed", type=int, help="other stories; by default the family's own")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="sites at the same time")
    parser.add_argument("--quick", action="store_true", help="one site only")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    options = parser.parse_args(given)
    seed = SEEDS[options.family] if options.seed is None else options.seed
    chosen = (options.site or names(options.family))[: 1 if options.quick else None]
    splits = in_processes(measured, [(name, seed, options.only) for name in chosen], jobs=options.jobs)
    found = dict(zip(chosen, splits, strict=True))
    command = shlex.join(["python", "-m", "benchmarks.default_alone", *given])
    if options.json:
        print(as_json(found, command, quick=options.quick, known=options.only))
        return 0
    show(found, options.only)
    out.print(
        command, *(["--quick: not the full figure"] if options.quick else []), sep="\n", highlight=False
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
