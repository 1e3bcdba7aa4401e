"""How much of a difference on the real histories is luck? ``python -m benchmarks.revisit_luck``

The histories are few, and they are played once. Two looks at how far their figures can be trusted: the difference
between each of our settings and a baseline over windows drawn anew with replacement (a paired bootstrap, 90 % of the
draws), and the same setting with a lost version worth a little more or less, which is no other policy.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from rich.table import Table

from benchmarks.reporting import document, out, shared_data
from benchmarks.revisit_metrics import PageSums, sums_by_page
from benchmarks.revisit_policies.priced_index import IndexSettings, PricedIndex
from benchmarks.revisit_policies.roster import baselines, ours
from benchmarks.revisit_simulation import play
from benchmarks.revisit_traces import trace_world
from benchmarks.revisit_worlds import World
from crawler.scheduling.rate import FloatArray
from crawler.scheduling.value import AIMS

RIVALS = ("proportional", "PPaC", "Sia")
DRAWS = 2000
NEAR = (0.8, 0.9, 1.0, 1.1, 1.25)  # of the default's kappa
FIGURES = ("lost", "delay_h")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; 0 done."""
    options = _parser().parse_args(arguments)
    world = trace_world(options.folder or shared_data() / "histories", limit=options.limit)
    figures: dict[str, float] = {}
    for rate in options.rates:
        found = _differences(world, rate)
        near = _near(world, rate)
        if not options.json:
            _show(found, near, rate)
        for (mine, theirs, name), values in found.items():
            keys = (f"{rate:g}.{mine} - {theirs}.{name}{part}" for part in ("", ".low", ".high"))
            figures |= dict(zip(keys, values, strict=True))
        figures |= {f"{rate:g}.near.{name}": float(np.ptp(values)) for name, values in near.items()}
    if options.json:
        print(document(figures=figures, baselines={}, spread={}, command="python -m benchmarks.revisit_luck"))
    return 0


def _differences(world: World, rate: float) -> dict[tuple[str, str, str], tuple[float, float, float]]:
    """Ours less theirs, and between what bounds it lies in nine of ten draws of windows."""
    players = [make(world) for make in [*ours(), *baselines()]]
    sums = {
        player.name: sums_by_page(world, play(world, player, rate))
        for player in players
        if player.name.startswith("pagetide") or player.name in RIVALS
    }
    drawn = np.random.default_rng(0).integers(0, world.pages, (DRAWS, world.pages))
    found = {}
    for mine in (name for name in sums if name not in RIVALS):
        for theirs in RIVALS:
            for name in FIGURES:
                whole, draws = (
                    _figure(sums[mine], name, rows) - _figure(sums[theirs], name, rows)
                    for rows in (np.arange(world.pages)[None, :], drawn)
                )
                low, high = np.quantile(draws, (0.05, 0.95))
                found[mine, theirs, name] = (float(whole[0]), float(low), float(high))
    return found


def _figure(sums: PageSums, name: str, rows: np.ndarray) -> FloatArray:
    values: FloatArray = getattr(sums, name)
    return np.asarray(values[rows].sum(axis=1) / np.maximum(sums.judged[rows].sum(axis=1), 1e-9))


def _near(world: World, rate: float) -> dict[str, list[float]]:
    """The default's figures with a lost version worth a little more or less."""
    balanced, rows = AIMS["balanced"], np.arange(world.pages)[None, :]
    found: dict[str, list[float]] = {name: [] for name in FIGURES}
    for times in NEAR:
        aim = replace(balanced, kappa_intervals=times * balanced.kappa_intervals)
        sums = sums_by_page(world, play(world, PricedIndex(IndexSettings(aim=aim)), rate))
        for name in FIGURES:
            found[name].append(float(_figure(sums, name, rows)[0]))
    return found


def _show(
    found: dict[tuple[str, str, str], tuple[float, float, float]], near: dict[str, list[float]], rate: float
) -> None:
    table = Table(title=f"real histories, {rate:g} a day: ours less theirs (90 % of the draws)")
    for heading in ("ours", "theirs", *FIGURES):
        table.add_column(heading)
    for mine, theirs in dict.fromkeys((mine, theirs) for mine, theirs, _ in found):
        cells = (found[mine, theirs, name] for name in FIGURES)
        table.add_row(
            mine, theirs, *(f"{value:+.3f} ({low:+.3f} to {high:+.3f})" for value, low, high in cells)
        )
    out.print(table)
    for name, values in near.items():
        listed = ", ".join(f"{value:.3f}" for value in values)
        out.print(f"{name} with kappa times {', '.join(map(str, NEAR))}: {listed}", highlight=False)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.revisit_luck", description=__doc__)
    parser.add_argument("--folder", type=Path, help="a folder of histories; default: the shared data")
    parser.add_argument(
        "--rates", type=float, nargs="+", default=(2.0, 6.0), help="captures per page and day"
    )
    parser.add_argument("--limit", type=int, help="only the first versions of each history, as a trial")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    return parser


if __name__ == "__main__":
    sys.exit(main())
