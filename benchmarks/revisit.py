"""Does the schedule come back when something important has changed? ``python -m benchmarks.revisit [--quick]``

Every policy, ours and others', spends the same captures in the same synthetic worlds and on real histories; what it
learns is what its own visits brought home. Then the other way round: how many captures each needs for our quality.
Last the price of the budget for 10^5 to 10^7 pages, in CPU time. ``--plot FOLDER`` draws both comparisons.
"""

from __future__ import annotations

import argparse
import multiprocessing
import shlex
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rich.table import Table

from benchmarks.reporting import document, out, shared_data
from benchmarks.revisit_comparison import (
    HOURLY,
    SETTINGS,
    Results,
    captures_needed,
    others,
    policies,
    winners,
)
from benchmarks.revisit_metrics import Quality, mean_and_spread, measure
from benchmarks.revisit_plots import draw
from benchmarks.revisit_policies.roster import FRESHEST, OURS, ablations, baselines, oracles, ours, planners
from benchmarks.revisit_price import price_times
from benchmarks.revisit_simulation import play
from benchmarks.revisit_traces import trace_world
from benchmarks.revisit_worlds import DAYS, PAGES, WORLDS, World
from benchmarks.time_machine import HistoryError, history_folders

TRACES = "real histories"
RATES = (1.0, 2.0, 4.0, 6.0)  # captures per page and day, of the curves
MAIN_RATE = 2.0
TRAINING_SEED = 100  # and those after it; reported are 0 and those after it
FULL_WORLDS = ("poisson", "mixed")  # played at every rate
CURVES = (*FULL_WORLDS, TRACES)
COLUMNS = ("fresh", "lost", "delay_h", "delay_p90_h", "delay_p99_h", "useful", "longest_wait_h")


@dataclass(frozen=True, kw_only=True)
class Job:
    """One world, played by every policy at one budget."""

    world: str
    seed: int
    rate: float
    pages: int
    days: int
    folder: Path | None = None  # of histories


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; 0 done, 2 wrong usage."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    options = _parser().parse_args(given)
    results = gather(_jobs(options), options.jobs)
    prices = price_times((10**5, 10**6) if options.quick else (10**5, 10**6, 10**7))
    command = shlex.join(["python", "-m", "benchmarks.revisit", *given])
    if options.plot is not None:
        draw(results, options.plot)
    if options.json:
        print(as_json(results, prices, command, quick=options.quick))
    else:
        show(results, prices, command, quick=options.quick)
    return 0


def gather(jobs: Sequence[Job], processes: int) -> Results:
    """Play all jobs."""
    results: Results = {}
    if processes == 1:
        played = [play_all(job) for job in jobs]
    else:
        with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
            played = list(pool.map(play_all, jobs))
    for job, found in zip(jobs, played, strict=True):
        for policy, quality in found.items():
            results.setdefault((job.world, job.rate, policy), []).append(quality)
    return results


def play_all(job: Job) -> dict[str, Quality]:
    """Every policy's quality on one world at one budget; hourly visits are played where the budget is the main one."""
    world = _world(job)
    found = {}
    full = job.world in FULL_WORLDS
    taken_apart = ablations() if full and job.rate == MAIN_RATE else []
    for make in [*ours(), *baselines(), *taken_apart, *oracles(), *(planners() if full else [])]:
        policy = make(world)
        found[policy.name] = measure(world, play(world, policy, job.rate))
    if job.rate == MAIN_RATE:
        found[HOURLY] = measure(world, play(world, baselines()[0](world), 24.0))
    return found


def _world(job: Job) -> World:
    if job.folder is not None:
        return _traces(job.folder)
    return WORLDS[job.world](job.seed, job.pages, job.days)


@cache
def _traces(folder: Path) -> World:
    return trace_world(folder)


def as_json(results: Results, prices: Sequence[Mapping[str, float]], command: str, *, quick: bool) -> str:
    """One object: our figures by ``world.rate.figure``, everybody's under ``baselines`` and ``spread``."""
    figures: dict[str, float] = {}
    spreads: dict[str, float] = {}
    theirs: dict[str, dict[str, dict[str, float]]] = {}
    for (world, rate, policy), found in results.items():
        means, spread = mean_and_spread(found)
        if policy == OURS:
            figures |= {f"{world}.{rate:g}.{name}": value for name, value in means.items()}
            spreads |= {f"{world}.{rate:g}.{name}": value for name, value in spread.items()}
        else:
            theirs[f"{world}.{rate:g}.{policy}"] = {"mean": means, "spread": spread}
    needed = {
        f"{world}.{figure}": captures_needed(results, world, figure, MAIN_RATE)
        for world in CURVES
        for figure in ("fresh", "lost", "delay_h")
        if (world, MAIN_RATE, OURS) in results
    }
    beaten = {
        f"{world}.{rate:g}.{name}": winners(results, world, rate, name)
        for world, rate in dict.fromkeys((world, rate) for world, rate, _ in results)
        for name in others(results)
    }
    return document(
        figures=figures,
        baselines=theirs,
        spread=spreads,
        command=command,
        captures_needed=needed,
        beaten_by=beaten,
        prices=list(prices),
        quick=quick,
    )


def show(results: Results, prices: Sequence[Mapping[str, float]], command: str, *, quick: bool) -> None:
    """The tables for people."""
    for world, rate in dict.fromkeys((world, rate) for world, rate, _ in results):
        if rate in (MAIN_RATE, 6.0):
            out.print(_table(results, world, rate))
    for world in CURVES:
        if (world, MAIN_RATE, OURS) in results:
            out.print(_needed_table(results, world))
    for rate in (MAIN_RATE, 6.0):
        out.print(_beaten_table(results, rate))
    _show_hourly(results)
    table = Table(title="The price of a budget, one core, CPU seconds", title_justify="left")
    for heading in ("pages", "seconds", "demand off by", "one look at every index, s"):
        table.add_column(heading, justify="right")
    for row in prices:
        table.add_row(
            f"{row['pages']:.0e}", f"{row['seconds']:.2f}", f"{row['error']:.2%}", f"{row['sweep_s']:.2f}"
        )
    out.print(table)
    out.print(f"\n{command}" + ("  (--quick: not the full figure)" if quick else ""), highlight=False)


def _table(results: Results, world: str, rate: float) -> Table:
    seeds = len(results[world, rate, OURS])
    table = Table(
        title=f"{world}, {rate:g} captures per page and day, {seeds} seed(s): mean (spread)",
        title_justify="left",
    )
    table.add_column("policy", no_wrap=True)
    for heading in COLUMNS:
        table.add_column(heading, justify="right", no_wrap=True)
    for policy in policies(results):
        if (world, rate, policy) in results:
            means, spread = mean_and_spread(results[world, rate, policy])
            table.add_row(policy, *(_cell(name, means[name], spread[name]) for name in COLUMNS))
    return table


def _cell(name: str, mean: float, spread: float) -> str:
    if name in ("longest_wait_h", "delay_p99_h"):
        return f"{mean:.0f}"
    return f"{mean:.3f} ({spread:.3f})" if name in ("fresh", "lost") else f"{mean:.2f}"


def _needed_table(results: Results, world: str) -> Table:
    table = Table(
        title=f"{world}: captures per page and day for our quality at {MAIN_RATE:g}", title_justify="left"
    )
    table.add_column("policy", no_wrap=True)
    names = ("fresh", "lost", "delay_h")
    needed = {name: captures_needed(results, world, name, MAIN_RATE) for name in names}
    most = max(rate for name, rate, _ in results if name == world)
    for name in names:
        table.add_column(name, justify="right")
    for policy in policies(results):
        if policy != HOURLY:
            table.add_row(policy, *(_needed_cell(needed[name][policy], most) for name in names))
    return table


def _needed_cell(value: float | None, most: float) -> str:
    return f"> {most:g}" if value is None else f"{value:.2g}"


def _beaten_table(results: Results, rate: float) -> Table:
    """Against how many baselines the default has fewer versions lost and less delay, and what beats the rest."""
    table = Table(title=f"Beaten on lost and delay at {rate:g} a day", title_justify="left")
    for heading in ("world", "by the default", "the others: by", "all by", "on fresh: by the setting for it"):
        table.add_column(heading)
    names = others(results)
    for world in dict.fromkeys(world for world, at, _ in results if at == rate):
        by = {name: winners(results, world, rate, name) for name in names}
        rest = [f"{name}: {', '.join(by[name]) or 'none'}" for name in names if OURS not in by[name]]
        fresh = sum(FRESHEST in winners(results, world, rate, name, ("fresh",)) for name in names)
        table.add_row(
            world,
            f"{len(names) - len(rest)} of {len(names)}",
            "; ".join(rest),
            ", ".join(setting for setting in SETTINGS if all(setting in found for found in by.values()))
            or "none",
            f"{fresh} of {len(names)}",
        )
    return table


def _show_hourly(results: Results) -> None:
    """How near a quarter of the captures comes to hourly visits."""
    for world in FULL_WORLDS:
        if (world, 6.0, OURS) in results and (world, MAIN_RATE, HOURLY) in results:
            hourly = mean_and_spread(results[world, MAIN_RATE, HOURLY])[0]["fresh"]
            mine, best, learned, planned = (
                mean_and_spread(results[world, 6.0, name])[0]["fresh"]
                for name in (OURS, FRESHEST, "oracle, our index and hours", "oracle, planned ahead")
            )
            out.print(
                f"{world}: fresh {hourly:.4f} when visited hourly; with 6 a day {mine:.4f} by ours "
                f"({hourly - mine:.4f} less), {best:.4f} by its setting for freshness ({hourly - best:.4f} less), "
                f"with the true rates and hours {learned:.4f} by ours and {planned:.4f} by visits planned ahead"
            )


def _jobs(options: argparse.Namespace) -> list[Job]:
    first = TRAINING_SEED if options.training else 0
    seeds: Sequence[int] = range(first, first + options.seeds)
    pages, days, rates = options.pages, DAYS, tuple(options.rates)
    worlds = tuple(options.worlds or WORLDS)
    if options.quick:
        pages, days, rates, seeds = 150, 14, (MAIN_RATE, 6.0), seeds[:1]
        worlds = tuple(options.worlds or ("poisson", "mixed"))
    jobs = [
        Job(world=world, seed=seed, rate=rate, pages=pages, days=days)
        for world in worlds
        for rate in (rates if world in FULL_WORLDS else (MAIN_RATE,))
        for seed in seeds
    ]
    folder = options.folder or shared_data() / "histories"
    try:
        history_folders(folder)
    except HistoryError as error:
        out.print(f"real histories are left out: {error}", highlight=False)
        return jobs
    return jobs + [
        Job(world=TRACES, seed=0, rate=rate, pages=0, days=0, folder=folder)
        for rate in ((MAIN_RATE,) if options.quick else rates)
    ]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.revisit", description=__doc__)
    parser.add_argument("--folder", type=Path, help="a folder of histories; default: the shared data")
    parser.add_argument("--training", action="store_true", help="the seeds on which constants are chosen")
    parser.add_argument(
        "--plot", type=Path, metavar="FOLDER", help="draw the curves there (needs matplotlib)"
    )
    parser.add_argument("--seeds", type=int, default=3, help="worlds of each kind")
    parser.add_argument("--pages", type=int, default=PAGES, help="pages of a world")
    parser.add_argument("--rates", type=float, nargs="+", default=RATES, help="captures per page and day")
    parser.add_argument("--worlds", nargs="+", choices=tuple(WORLDS), help="only these synthetic webs")
    parser.add_argument("--jobs", type=int, default=1, help="processes at the same time")
    parser.add_argument("--quick", action="store_true", help="a minute: two small worlds, one seed")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    return parser


if __name__ == "__main__":
    sys.exit(main())
