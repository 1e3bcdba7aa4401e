"""Pages told apart by their pictures: ``python -m benchmarks.pictures_alone [--full | --site S] [--json]``

``ChangeModel()`` on screenshots alone beside both controls (``source_control``): the source's own method, plainly, and
with one vertical displacement cancelled for each pair. Each site has two windows of five days to learn from, and is
judged on the other pairs. Where the model is below the better control by more than the spread of its own two windows,
the site is marked.

By default a sample of the sites, drawn by ``--draw``, half of them with banners that move all (``SHIFTING``);
``--full`` takes all of the family. Captures are kept in the user's cache folder, with the features that all methods
share: the first run of a site opens a browser for some minutes.
"""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

import numpy as np
from numpy.typing import NDArray
from rich.table import Table

from benchmarks.default_alone import DAYS, DECISION, DISTANCE, PICTURES, Split, only, splits_of
from benchmarks.pages.captures import history
from benchmarks.pages.sites import FAMILIES, SEEDS
from benchmarks.reporting import document, in_processes, out
from benchmarks.source_control import DISPLACED, PLAIN

SHIFTING = frozenset({"tall-ad", "takeover"})
"""Operators of noise that put a banner of another height on top."""

CONTROLS = (PLAIN, DISPLACED)
SAMPLED = 4
"""Sites of a sample: two that shift, two others."""

_Task = tuple[str, int]


def measured(task: _Task) -> list[Split]:
    """The windows of one site."""
    name, seed = task
    site = history(name, days=DAYS, seed=seed, described=True)
    versions = [only(version, PICTURES) for version in site.versions]
    return splits_of(replace(site, versions=versions), PICTURES, beside=CONTROLS)


def sampled(family: str, draw: int) -> list[str]:
    """Sites of a family, drawn at random, half of them with banners that move all."""
    chance, sites = Random(draw), FAMILIES[family]
    shifting = [name for name, site in sites.items() if SHIFTING & set(site.noise)]
    others = [name for name in sites if name not in shifting]
    half = SAMPLED // 2
    return [*chance.sample(shifting, half), *chance.sample(others, SAMPLED - half)]


def behind(splits: Sequence[Split]) -> float:
    """By how much the model is below the better control beyond the spread of its windows; 0 where it is not."""
    own = [split.maps[DISTANCE] for split in splits]
    best = max(_of(splits, kind).mean() for kind in CONTROLS)
    return max(0.0, float(best - np.mean(own) - np.std(own)))


def _of(splits: Sequence[Split], kind: str) -> NDArray[np.float64]:
    return np.array([split.maps[kind] for split in splits])


def _means(found: Mapping[str, Sequence[Split]], kind: str) -> NDArray[np.float64]:
    """Of each site."""
    return np.array([_of(splits, kind).mean() for splits in found.values()])


def show(found: Mapping[str, Sequence[Split]]) -> None:
    """The table for people."""
    kinds = (DISTANCE, *CONTROLS)
    table = Table(title="MAP (%) by screenshots alone, by window", title_justify="left")
    for heading in ("site", *kinds, "below the better control"):
        table.add_column(heading, justify="right", no_wrap=True)
    for name, splits in found.items():
        by_window = (", ".join(f"{value:.1f}" for value in _of(splits, kind)) for kind in kinds)
        table.add_row(name, *by_window, f"{behind(splits):.1f}" if behind(splits) else "")
    table.add_section()
    means = {kind: _means(found, kind) for kind in kinds}
    table.add_row(
        "mean ± spread of sites", *(f"{item.mean():.1f} ± {item.std():.1f}" for item in means.values()), ""
    )
    out.print(table)


def as_json(found: Mapping[str, Sequence[Split]], command: str) -> str:
    """One JSON object."""
    means = {kind: _means(found, kind) for kind in (DISTANCE, DECISION, *CONTROLS)}
    return document(
        figures={kind: float(means[kind].mean()) for kind in (DISTANCE, DECISION)},
        baselines={kind: float(means[kind].mean()) for kind in CONTROLS},
        spread={kind: float(item.std()) for kind, item in means.items()},
        command=command,
        behind={name: behind(splits) for name, splits in found.items()},
        sites={name: [vars(split) for split in splits] for name, splits in found.items()},
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pictures_alone", description=__doc__)
    parser.add_argument("--family", choices=sorted(FAMILIES), default="reported")
    parser.add_argument("--site", action="append", help="only this site; may be repeated")
    parser.add_argument("--full", action="store_true", help="all sites of the family")
    parser.add_argument("--draw", type=int, default=0, help="another sample of the sites")
    parser.add_argument("--seed", type=int, help="other stories; by default the family's own")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="sites at the same time")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    options = parser.parse_args(given)
    every = list(FAMILIES[options.family])
    chosen = options.site or (every if options.full else sampled(options.family, options.draw))
    seed = SEEDS[options.family] if options.seed is None else options.seed
    splits = in_processes(measured, [(name, seed) for name in chosen], jobs=options.jobs)
    found = dict(zip(chosen, splits, strict=True))
    command = shlex.join(["python", "-m", "benchmarks.pictures_alone", *given])
    if options.json:
        print(as_json(found, command))
        return 0
    show(found)
    sample = (
        [] if options.full or options.site else [f"{len(chosen)} of {len(every)} sites: not the full figure"]
    )
    out.print(command, *sample, sep="\n", highlight=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
