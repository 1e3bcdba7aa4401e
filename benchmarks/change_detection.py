"""Does the model see what matters? ``python -m benchmarks.change_detection [--family F] [--days N] [--quick] [--json]``

Generated front pages, notices and terms with declared truth (``benchmarks.pages``), judged by the protocol of the
source, beside what monitors, archives and other learners do on the same pairs; then 149 states of a real web
application, told apart by people (petclinic), and the fixtures of an image comparison as a sanity check.

There are two families of sites, of other templates and other seeds. Constants of the product may be chosen on
``--family training``. The default family, ``reported``, is for reporting: nothing may be tuned on it.

Pages are rendered once and kept in the user's cache folder; the first run needs a browser and some minutes a site.
"""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from rich.table import Table

from benchmarks.change_detection_fixtures import fixtures, fixtures_line
from benchmarks.change_detection_forms import LABEL_DRAWS, LABELLED, OURS
from benchmarks.change_detection_lsml import LSML, is_prepared
from benchmarks.change_detection_petclinic import petclinic, petclinic_table
from benchmarks.change_detection_protocol import (
    CROP,
    EUCLIDEAN,
    TRAINING_VERSIONS,
    SiteFindings,
    evaluate,
    mean_and_spread,
)
from benchmarks.pages.captures import history
from benchmarks.pages.sites import FAMILIES, SEEDS, names
from benchmarks.reporting import document, in_processes, out, shared_data

DAYS = 10
QUICK_DAYS, QUICK_SPLITS, QUICK_SITES = 7, 1, 1
_SAID = ("accuracy", "recall", "alarms", "true alarms", LABELLED, f"{LABELLED}, spread")
DECISION = (*_SAID, *(f"picture: {name}" for name in _SAID))


_Task = tuple[str, int, int, int, bool]
"""Site, days, splits, seed, whether LSML takes part."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; 0 done, 2 wrong usage."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    options = _parser().parse_args(given)
    chosen = options.site or names(options.family)
    if options.quick:
        chosen = chosen[:QUICK_SITES]
        options.days, options.splits = QUICK_DAYS, QUICK_SPLITS
    lsml = is_prepared() and not options.quick
    seed = SEEDS[options.family] if options.seed is None else options.seed
    tasks = [(name, options.days, options.splits, seed, lsml) for name in chosen]
    sites = measure(tasks, jobs=options.jobs)
    states = None if options.quick else petclinic(shared_data())
    command = shlex.join(["python", "-m", "benchmarks.change_detection", *given])
    if options.json:
        print(as_json(sites, states, command, quick=options.quick))
        return 0
    show(sites, states)
    notes = [
        f"{options.days} days of hourly captures, {len(sites[0].splits)} splits, seed {seed}",
        f"labels: mean ± deviation over {LABEL_DRAWS} draws",
    ]
    if not lsml:
        notes.append("LSML left out: python -m benchmarks.change_detection_lsml --prepare")
    notes.append("real histories with people's labels: python -m benchmarks.histories")
    notes.append(f"{sum(os.times()[:4]):.0f} s of CPU")
    if options.quick:
        notes.append("--quick: not the full figure")
    else:
        notes.append(fixtures_line(fixtures(shared_data())))
        if states is None:
            notes.append(f"petclinic left out: no data at {shared_data()}")
    out.print("\n" + command, *notes, sep="\n", highlight=False)
    return 0


def measure(tasks: Sequence[_Task], *, jobs: int) -> list[SiteFindings]:
    """The findings of each site, in the order given; each site in a process of its own."""
    return in_processes(_measured, tasks, jobs=jobs)


def as_json(
    sites: Sequence[SiteFindings], states: Mapping[str, Any] | None, command: str, *, quick: bool
) -> str:
    """One object: mean MAP by method, spread over the splits, each site in full."""
    methods = _methods(sites)
    means = {name: _mean_map(sites, name) for name in methods}
    figures = {name: value for name, value in means.items() if name in OURS}
    figures |= {f"decision.{name}": _mean_of(sites, name) for name in DECISION}
    figures["map on news"] = mean_and_spread([split.map_on_news for site in sites for split in site.splits])[
        0
    ]
    spread = {
        site.name: {
            name: mean_and_spread([split.scores[name].map for split in site.splits])[1] for name in methods
        }
        for site in sites
    }
    full = {
        site.name: [
            {**vars(split), "scores": {name: vars(score) for name, score in split.scores.items()}}
            for split in site.splits
        ]
        for site in sites
    }
    baselines = {name: value for name, value in means.items() if name not in OURS}
    return document(
        figures=figures, baselines=baselines, spread=spread, command=command, sites=full, petclinic=states,
        quick=quick,
    )  # fmt: skip


def show(sites: Sequence[SiteFindings], states: Mapping[str, Any] | None) -> None:
    """The tables for people."""
    out.print(_map_table(sites))
    out.print(_default_table(sites))
    out.print(_picture_table(sites))
    if states is not None:
        out.print(petclinic_table(states))


def _map_table(sites: Sequence[SiteFindings]) -> Table:
    table = Table(title="MAP (%): mean ± deviation over the splits", title_justify="left")
    table.add_column("", no_wrap=True)
    for site in sites:
        table.add_column(site.name, justify="right")  # a narrow screen has the deviation below the mean
    table.add_column("mean", justify="right")
    table.add_column("AP_S/AP_D", justify="right", no_wrap=True)
    for name in _methods(sites):
        cells = [
            _plus_minus([split.scores[name].map for split in site.splits]).replace("±", " ±")
            for site in sites
        ]
        parts = (_mean_part(sites, name, "ap_similar"), _mean_part(sites, name, "ap_dissimilar"))
        table.add_row(name, *cells, f"{_mean_map(sites, name):.1f}", "{:.1f}/{:.1f}".format(*parts))
        if name in (LSML, CROP):
            table.add_section()
    return table


def _default_table(sites: Sequence[SiteFindings]) -> Table:
    table = Table(title="The default model: its decision without labels, its map", title_justify="left")
    for heading in ("site", "what is hard"):
        table.add_column(heading)
    for heading in (
        "test pairs\n(important)", "accuracy", "recall", "alarms\n(true)", "accuracy,\n5 labels a class",
        "map on news", "state",
    ):  # fmt: skip
        table.add_column(heading, justify="right")
    for site in sites:
        pairs = [f"{split.important + split.unimportant} ({split.important})" for split in site.splits[:1]]
        alarms = [
            f"{split.decision['alarms']:.0f} ({split.decision['true alarms']:.0f})" for split in site.splits
        ]
        states = sorted({split.state for split in site.splits})
        table.add_row(
            site.name, site.hard, *pairs, _decided(site, "accuracy"), _decided(site, "recall"), ", ".join(alarms),
            _with_labels(site, ""), _plus_minus([split.map_on_news for split in site.splits]),
            ", ".join(states),
        )  # fmt: skip
    means = {name: _mean_of(sites, name) for name in DECISION}
    shares = [split.map_on_news for site in sites for split in site.splits]
    table.add_section()
    table.add_row(
        "mean", "", "", f"{means['accuracy']:.1f}", f"{means['recall']:.1f}", "",
        f"{means['accuracy, 5 labels a class']:.1f}", f"{mean_and_spread(shares)[0]:.1f}", "",
    )  # fmt: skip
    return table


def _picture_table(sites: Sequence[SiteFindings]) -> Table:
    table = Table(
        title="The picture alone: its decision without labels and with five a class", title_justify="left"
    )
    table.add_column("site")
    for heading in (
        "alarms\n(true)",
        "recall",
        "accuracy,\nno labels",
        "accuracy,\n5 labels a class",
        "gain",
    ):
        table.add_column(heading, justify="right")
    for site in sites:
        alarms = [
            f"{split.decision['picture: alarms']:.0f} ({split.decision['picture: true alarms']:.0f})"
            for split in site.splits
        ]
        table.add_row(
            site.name, ", ".join(alarms), _decided(site, "picture: recall"), _decided(site, "picture: accuracy"),
            _with_labels(site, "picture: "), f"{_gain([site]):+.1f}",
        )  # fmt: skip
    table.add_section()
    means = [_mean_of(sites, f"picture: {name}") for name in ("recall", "accuracy", LABELLED)]
    table.add_row("mean", "", *(f"{value:.1f}" for value in means), f"{_gain(sites):+.1f}")
    return table


def _gain(sites: Sequence[SiteFindings]) -> float:
    """Of the labels, where there is a decision without them."""
    both = [
        (split.decision["picture: accuracy"], split.decision[f"picture: {LABELLED}"])
        for site in sites
        for split in site.splits
    ]
    known = [after - before for before, after in both if before is not None and after is not None]
    return sum(known) / len(known) if known else float("nan")


def _methods(sites: Sequence[SiteFindings]) -> list[str]:
    """Peers first, then the learners, then ours."""
    found = list(sites[0].splits[0].scores)
    peers = [name for name in found if name not in OURS and name not in (EUCLIDEAN, CROP)]
    return [*peers, EUCLIDEAN, CROP, *(name for name in OURS if name in found)]


def _mean_map(sites: Sequence[SiteFindings], name: str) -> float:
    return _mean_part(sites, name, "map")


def _mean_part(sites: Sequence[SiteFindings], name: str, part: str) -> float:
    """Mean over the sites of the mean over their splits."""
    each = [
        mean_and_spread([getattr(split.scores[name], part) for split in site.splits])[0] for site in sites
    ]
    return sum(each) / len(each)


def _mean_of(sites: Sequence[SiteFindings], name: str) -> float:
    values = [split.decision[name] for site in sites for split in site.splits]
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else float("nan")


def _decided(site: SiteFindings, name: str) -> str:
    known = [value for split in site.splits if (value := split.decision[name]) is not None]
    return _plus_minus(known) if known else "-"


def _with_labels(site: SiteFindings, prefix: str) -> str:
    """The spread is over the draws, not over the splits."""
    mean, spread = (_mean_of([site], f"{prefix}{name}") for name in (LABELLED, f"{LABELLED}, spread"))
    return f"{mean:.1f}±{spread:.1f}"


def _plus_minus(values: Sequence[float]) -> str:
    mean, spread = mean_and_spread(values)
    return f"{mean:.1f}±{spread:.1f}" if len(values) > 1 else f"{mean:.1f}"


def _measured(task: _Task) -> SiteFindings:
    """In a process of its own."""
    name, days, splits, seed, lsml = task
    return evaluate(history(name, days=days, seed=seed), splits=splits, lsml=lsml)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.change_detection", description=__doc__)
    parser.add_argument(
        "--family", choices=sorted(FAMILIES), default="reported", help="never tune on reported"
    )
    parser.add_argument("--seed", type=int, help="other stories; by default the family's own")
    parser.add_argument("--site", action="append", help="only this site; may be repeated")
    parser.add_argument("--days", type=_days, default=DAYS, help="days of hourly captures; the source's: 50")
    parser.add_argument(
        "--splits", type=int, default=10, help="at most this many; each learns from five days"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="sites at the same time")
    parser.add_argument("--quick", action="store_true", help="one site only")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    return parser


def _days(text: str) -> int:
    value = int(text)
    if value * 24 <= TRAINING_VERSIONS:
        raise argparse.ArgumentTypeError("must be at least 6: five are learned from, the others tested on")
    return value


if __name__ == "__main__":
    sys.exit(main())
