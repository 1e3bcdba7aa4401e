"""How fresh can visits keep a web whose rates and hours are known? ``python -m benchmarks.revisit_bound``

For each seed of the Poisson web: the expected freshness of hourly visits, the most that any policy can expect with
fewer visits, whatever it knows short of the future (``benchmarks.revisit_policies.planned``), and what lies between. No
policy that has to learn can come closer to hourly visits than this. Then how far below hourly ours is, by the same
expectation (``--ours``): learning as it goes, by its setting for freshness, spending its budget evenly, forgetting by
the clock or never, and told rates and hours.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from rich.table import Table

from benchmarks.reporting import document, out
from benchmarks.revisit_policies.informed import Informed
from benchmarks.revisit_policies.planned import best_plan, expected_freshness, freshness_to_expect
from benchmarks.revisit_policies.priced_index import IndexSettings, PricedIndex
from benchmarks.revisit_policies.rates import KnownRates
from benchmarks.revisit_policies.roster import Maker
from benchmarks.revisit_simulation import play
from benchmarks.revisit_worlds import DAYS, PAGES, World, poisson
from crawler.scheduling.value import AIMS


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; 0 done."""
    options = _parser().parse_args(arguments)
    rows = [
        bounds(seed, options.pages, options.rate, ours=options.ours)
        for seed in range(options.first, options.first + options.seeds)
    ]
    gaps = np.array([row["hourly"] - row["bound"] for row in rows])
    players = list(_players()) if options.ours else []
    figures = {
        "gap": float(gaps.mean()),
        **{name: float(np.mean([row[name] for row in rows])) for name in rows[0]},
    }
    spread = {"gap": float(np.std(gaps, ddof=1)) if len(gaps) > 1 else 0.0}
    command = f"python -m benchmarks.revisit_bound --seeds {options.seeds} --pages {options.pages}"
    if options.json:
        print(document(figures=figures, baselines={}, spread=spread, command=command, seeds=rows))
        return 0
    table = Table(title=f"Poisson, {options.pages} pages, {options.rate:g} visits per page and day")
    for heading in ("seed", "hourly", "at most", "between", "its plan", "spends", *players):
        table.add_column(heading, justify="right")
    for row, gap in zip(rows, gaps, strict=True):
        table.add_row(
            f"{row['seed']:.0f}",
            *(f"{value:.4f}" for value in (row["hourly"], row["bound"], gap, row["plan"])),
            f"{row['spent']:.2f}",
            *(f"{row['hourly'] - row[name]:.4f}" for name in players),
        )
    out.print(table)
    out.print(f"between, mean {figures['gap']:.4f} (spread {spread['gap']:.4f})", highlight=False)
    for name in players:
        below = figures["hourly"] - figures[name]
        out.print(f"{name}, mean {below:.4f} below hourly", highlight=False)
    return 0


def bounds(seed: int, pages: int, per_page_a_day: float, *, ours: bool = False) -> dict[str, float]:
    """What one Poisson web allows, and what ours is expected to do in it."""
    world = poisson(seed, pages, DAYS)
    plan = best_plan(world, per_page_a_day)
    return {
        "seed": float(seed),
        "hourly": expected_freshness(world, 1.0),
        "bound": plan.bound,
        "plan": plan.fresh,
        "spent": plan.per_page_a_day,
        **{
            name: freshness_to_expect(world, play(world, make(world), per_page_a_day))
            for name, make in (_players() if ours else {}).items()
        },
    }


def _players() -> dict[str, Maker]:
    """Ours with the settings for all and for freshness, and what forgetting and learning cost."""
    # Nothing in this web has a rhythm, and looking for one takes most of the time.
    rhythmless = IndexSettings(by_rhythm=False)
    freshest = replace(rhythmless, aim=AIMS["freshness"])
    never = replace(rhythmless, half_life_h=None, on_evidence=False)

    def told(world: World) -> Informed:
        rates = KnownRates(world.true_per_h, world.horizon_h)
        return Informed("told", rhythmless, rates, world.known_speed)

    return {
        "balanced": lambda _: PricedIndex(rhythmless),
        "freshness": lambda _: PricedIndex(freshest),
        "by the clock": lambda _: PricedIndex(replace(rhythmless, half_life_h=168.0, on_evidence=False)),
        "never forgetting": lambda _: PricedIndex(never),
        "told all": told,
    }


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.revisit_bound", description=__doc__)
    parser.add_argument("--seeds", type=int, default=3, help="worlds")
    parser.add_argument(
        "--first", type=int, default=0, help="the first seed; those from 100 on are for training"
    )
    parser.add_argument("--pages", type=int, default=PAGES, help="pages of a world")
    parser.add_argument("--ours", action="store_true", help="also how near ours comes")
    parser.add_argument("--rate", type=float, default=6.0, help="visits per page and day")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    return parser


if __name__ == "__main__":
    sys.exit(main())
