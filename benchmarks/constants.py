"""What would another value do? ``python -m benchmarks.constants NAME [--site S] [--seeds 101 102] [--quick] [--json]``

Each constant of the change model that was chosen on the training family of ``benchmarks.sites`` is tried there beside
other values: five days of hourly captures to learn from, the successive pairs of the later days to judge, no labels.
A cell tells MAP in percent of the distance, and true of all alarms. Reported sites cannot be named here: nothing may be
chosen on them.
"""

from __future__ import annotations

import argparse
import importlib
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from rich.table import Table

from benchmarks.change_detection_forms import PICTURE, Histories, SharingModel
from benchmarks.change_detection_protocol import TRAINING_VERSIONS, judged_pairs
from benchmarks.reporting import document, out
from benchmarks.sites.history import SEEDS, SiteHistory, history, names
from benchmarks.sites.site import Truth
from changemodel.evaluation.ranking import rank_changes

DAYS = 10


@dataclass(frozen=True, kw_only=True)
class Constant:
    """Where a constant stands, and what is tried in its place."""

    module: str
    also: Sequence[str] = ()  # modules that import it by name
    tried: Sequence[Any]
    options: Mapping[str, Any] = field(default_factory=dict)  # of the model that it is judged by
    frames: bool = False  # whether it decides how versions are put into their frame

    def here(self, name: str) -> Any:
        """Its value in the product."""
        return getattr(importlib.import_module(self.module), name)


CONSTANTS: Mapping[str, Constant] = {
    "ACCOMPANIED": Constant(module="changemodel.change.worthless_sections", tried=(0.0, 0.3, 0.5, 0.7, 1.1)),
    "ABOUT_AS_MUCH": Constant(module="changemodel.change.joining", tried=(-1.0, 0.0, 0.003, 0.01, 0.03)),
    "ABOUT_AS_WELL": Constant(
        module="changemodel.change.rhythm", tried=(0.005, 0.01, 0.02, 0.05, 0.1), options=PICTURE
    ),
    "CLEARLY": Constant(module="changemodel.change.joining", tried=(0.0, 0.02, 0.05, 0.1, 1.0)),
    "FORGETFUL": Constant(module="changemodel.change.worthless_sections", tried=(0.0, 0.55, 0.6, 0.65, 0.7)),
    "FRAME_TRUST": Constant(
        module="changemodel.change.picture_reading",
        # below -0.5: content stays where it stands; above 0.5: is put back
        tried=(-1.0, 0.0, 0.005, 0.02, 1.0),
        options=PICTURE,
        frames=True,
    ),
    "LASTING": Constant(module="changemodel.change.worthless_sections", tried=(0.0, 0.6, 0.7, 0.8, 1.1)),
    "LASTING_SHARE": Constant(module="changemodel.change.silent_changes", tried=(0.0, 0.3, 0.5, 0.7, 0.9)),
    "NEGLIGIBLE": Constant(
        module="changemodel.change.classes",
        also=("changemodel.change.joining",),
        tried=(0.02, 0.05, 0.06, 0.1, 0.2, 0.5),
    ),
    "NEGLIGIBLE_WORDS": Constant(
        module="changemodel.change.classes", tried=(0.01, 0.02, 0.03, 0.06, 0.1, 0.5)
    ),
    "NOISY": Constant(module="changemodel.change.joining", tried=(0.0, 0.003, 0.01, 1.0)),
    "OFTEN_A_DAY": Constant(module="changemodel.change.silent_changes", tried=(0.5, 1.0, 2.0, 3.0, 24.0)),
    "RETURNED": Constant(module="changemodel.change.silent_changes", tried=(-1.0, 0.01, 0.03, 0.05, 0.1)),
    "SPOKEN": Constant(
        module="changemodel.change.silent_changes",
        also=("changemodel.change.joining",),
        tried=(0, 1, 3, 5, 10, 1000),
    ),
    "STEADY": Constant(module="changemodel.change.silent_changes", tried=(0.2, 0.3, 0.4, 0.5, 10.0)),
    "UNSPOKEN_A_DAY": Constant(module="changemodel.change.silent_changes", tried=(0.0, 2.0, 3.0, 5.0, 24.0)),
    "WORDS_ARE_CHEAPER": Constant(module="changemodel.change.joining", tried=(1, 4, 16, 64, 256)),
    "WORTHLESS": Constant(
        module="changemodel.change.worthless_sections",
        tried=((0.0, 0.0), (0.15, 0.05), (0.3, 0.0), (0.3, 0.1), (0.6, 0.2)),
    ),
}


@dataclass(frozen=True)
class Outcome:
    """How one site is judged with one value."""

    map: float  # percent
    true_alarms: int
    alarms: int
    important: int

    def __str__(self) -> str:
        return f"{self.map:.1f} ({self.true_alarms}/{self.alarms} of {self.important})"


Found = dict[str, Outcome]
"""By value, as it is written."""


def measure(site: SiteHistory, name: str) -> Found:
    """One site judged with each value of a constant, the product's own among them."""
    constant = CONSTANTS[name]
    places = judged_pairs(site.truths, slice(0, TRAINING_VERSIONS))
    truth = np.array([site.truths[place] is Truth.DISSIMILAR for place in places])
    pairs = [(site.versions[place], site.versions[place + 1]) for place in places]
    shared: Histories = {}
    found: Found = {}
    for value in values_of(name):
        histories = {} if constant.frames else shared
        with instead((constant.module, *constant.also), name, value):
            model = SharingModel(**constant.options).sharing(histories)
            model.fit(site.versions[:TRAINING_VERSIONS])
            scores = [model.compare(*pair) for pair in pairs]
        alarms = np.array([score.important is True for score in scores])
        ranked = rank_changes(np.array([score.distance for score in scores]), truth)
        found[str(value)] = Outcome(
            100 * ranked.map, int((alarms & truth).sum()), int(alarms.sum()), int(truth.sum())
        )
    return found


def values_of(name: str) -> list[Any]:
    """The values that are tried, in order, with the product's own."""
    constant = CONSTANTS[name]
    return sorted({*constant.tried, constant.here(name)})


@contextmanager
def instead(modules: Sequence[str], name: str, value: Any) -> Iterator[None]:
    """Another value of a constant for a while, wherever it is read."""
    homes = [importlib.import_module(module) for module in modules]
    kept = getattr(homes[0], name)
    for home in homes:
        setattr(home, name, value)
    try:
        yield
    finally:
        for home in homes:
            setattr(home, name, kept)


def show(name: str, found: Mapping[str, Found]) -> None:
    """The table for people."""
    used = str(CONSTANTS[name].here(name))
    table = Table(title=f"{name}: MAP % (true alarms/alarms of changes)", title_justify="left")
    kinds = list(next(iter(found.values())))
    for heading in ("site, seed", *(f"{kind} *" if kind == used else kind for kind in kinds)):
        table.add_column(heading, justify="right", no_wrap=True)
    for where, item in found.items():
        table.add_row(where, *(str(item[kind]) for kind in kinds))
    table.add_section()
    for label, of in (("mean", np.mean), ("worst", np.min)):
        table.add_row(label, *(f"{of([item[kind].map for item in found.values()]):.1f}" for kind in kinds))
    table.add_row(
        "false, missed",
        *("{}, {}".format(*_wrong([item[kind] for item in found.values()])) for kind in kinds),
    )
    out.print(table)
    out.print("* what the product uses")


def _wrong(outcomes: Sequence[Outcome]) -> tuple[int, int]:
    """False alarms and changes that were missed, over all sites."""
    return (
        sum(item.alarms - item.true_alarms for item in outcomes),
        sum(item.important - item.true_alarms for item in outcomes),
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    parser = argparse.ArgumentParser(prog="python -m benchmarks.constants", description=__doc__)
    parser.add_argument("name", choices=sorted(CONSTANTS), help="of the constant")
    parser.add_argument("--site", action="append", choices=names("training"), help="may be repeated")
    parser.add_argument(
        "--seeds", nargs="+", type=int, default=[SEEDS["training"]], help="stories of the sites"
    )
    parser.add_argument("--quick", action="store_true", help="one site only")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    options = parser.parse_args(given)
    chosen = (options.site or names("training"))[: 1 if options.quick else None]
    found = {
        f"{site}, {seed}": measure(history(site, days=DAYS, seed=seed), options.name)
        for seed in options.seeds[: 1 if options.quick else None]
        for site in chosen
    }
    command = shlex.join(["python", "-m", "benchmarks.constants", *given])
    if options.json:
        used = str(CONSTANTS[options.name].here(options.name))
        means = {
            kind: float(np.mean([item[kind].map for item in found.values()]))
            for kind in next(iter(found.values()))
        }
        baselines = {kind: value for kind, value in means.items() if kind != used}
        spread = {where: {kind: vars(one) for kind, one in item.items()} for where, item in found.items()}
        print(
            document(
                figures={used: means[used]}, baselines=baselines, spread=spread, command=command,
                quick=options.quick,
            )
        )  # fmt: skip
        return 0
    show(options.name, found)
    out.print(
        command, *(["--quick: not the full figure"] if options.quick else []), sep="\n", highlight=False
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
