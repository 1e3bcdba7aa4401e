"""How fresh can visits keep a web whose rates and hours are known? ``python -m benchmarks.revisit_bound``

For each seed of the Poisson web: the expected freshness of hourly visits, the most that any policy can expect with
fewer visits, whatever it knows short of the future (``benchmarks.revisit_policies.planned``), and what lies between. No
policy that has to learn can come closer to hourly visits than this.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import numpy as np
from rich.table import Table

from benchmarks.reporting import document, out
from benchmarks.revisit_policies.planned import best_plan, expected_freshness
from benchmarks.revisit_worlds import DAYS, PAGES, poisson


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; 0 done."""
    options = _parser().parse_args(arguments)
    rows = [
        bounds(seed, options.pages, options.rate)
        for seed in range(options.first, options.first + options.seeds)
    ]
    gaps = np.array([row["hourly"] - row["bound"] for row in rows])
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
    for heading in ("seed", "hourly", "at most", "between", "its plan", "spends"):
        table.add_column(heading, justify="right")
    for row, gap in zip(rows, gaps, strict=True):
        table.add_row(
            f"{row['seed']:.0f}",
            *(f"{value:.4f}" for value in (row["hourly"], row["bound"], gap, row["plan"])),
            f"{row['spent']:.2f}",
        )
    out.print(table)
    out.print(f"between, mean {figures['gap']:.4f} (spread {spread['gap']:.4f})", highlight=False)
    return 0


def bounds(seed: int, pages: int, per_page_a_day: float) -> dict[str, float]:
    """What one Poisson web allows."""
    world = poisson(seed, pages, DAYS)
    plan = best_plan(world, per_page_a_day)
    return {
        "seed": float(seed),
        "hourly": expected_freshness(world, 1.0),
        "bound": plan.bound,
        "plan": plan.fresh,
        "spent": plan.per_page_a_day,
    }


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.revisit_bound", description=__doc__)
    parser.add_argument("--seeds", type=int, default=3, help="worlds")
    parser.add_argument(
        "--first", type=int, default=0, help="the first seed; those from 100 on are for training"
    )
    parser.add_argument("--pages", type=int, default=PAGES, help="pages of a world")
    parser.add_argument("--rate", type=float, default=6.0, help="visits per page and day")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    return parser


if __name__ == "__main__":
    sys.exit(main())
