"""Is the schedule that ships as good as the index behind it? ``python -m benchmarks.revisit_daemon [--ablate]``

The daemon's own parts (``played_daemon``) are played beside the index and others' policies, each world and seed in a
process of its own. ``--ablate`` plays the daemon without each of its parts instead, in the same worlds, and shows what
each saves.
"""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from rich.table import Table

from benchmarks.played_daemon import Daemon, Parts
from benchmarks.reporting import document, in_processes, out
from benchmarks.revisit_metrics import Quality, mean_and_spread, measure
from benchmarks.revisit_policies.roster import OURS, baselines, ours
from benchmarks.revisit_simulation import play
from benchmarks.revisit_worlds import WORLDS
from crawler.scheduling.rate import FloatArray

DAEMON = "the daemon"
WITHOUT = {
    f"without {name}": replace(Parts(), **{part: False})
    for name, part in (
        ("rhythms", "rhythms"),
        ("hours of the week", "hours"),
        ("fitted priors", "priors"),
        ("spare visits", "spare"),
        ("quick memory", "quick"),
    )
}
PLAYED = ("poisson", "errors", "periodic", "host caps", "runaways")
ABLATED = ("poisson", "periodic", "regime shift", "host caps")
BASELINES = (
    "pagetide",
    "uniform",
    "proportional",
    "weighted proportional",
    "LambdaCrawl",
    "PPaC",
    "Sia",
    "Nutch",
)


Results = Mapping[str, Sequence[Quality]]
"""What each seed of a world came to, by who visited."""


@dataclass(frozen=True, kw_only=True)
class Task:
    """One world of one seed, and the parts that are taken out in turn."""

    world: str
    seed: int
    pages: int
    days: int
    rate: float
    ablate: bool


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.revisit_daemon", description=__doc__)
    parser.add_argument("--full", action="store_true", help="120 pages for four weeks, five seeds")
    parser.add_argument("--ablate", action="store_true", help="what each part of the daemon saves")
    parser.add_argument(
        "--forecast", action="store_true", help="how far off --budget-factor is: foreseen, and what came"
    )
    parser.add_argument("--worlds", nargs="+", choices=tuple(WORLDS), help="others than usual")
    parser.add_argument("--seeds", type=int, help="how many")
    parser.add_argument("--rate", type=float, default=3.0, help="captures per page and day")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    options = parser.parse_args(arguments)
    pages, days, seeds = (120, 28, 5) if options.full else (40, 14, 3)
    seeds = options.seeds or seeds
    names = options.worlds or (ABLATED if options.ablate else PLAYED)
    command = shlex.join(["python", "-m", "benchmarks.revisit_daemon", *(arguments or sys.argv[1:])])
    size = f"{pages} pages, {days} days, {seeds} seed(s), {options.rate:g} captures per page and day"
    tasks = [
        Task(world=name, seed=seed, pages=pages, days=days, rate=options.rate, ablate=options.ablate)
        for name in names
        for seed in range(seeds)
    ]
    if options.forecast:
        found = in_processes(foreseen_and_come, tasks, jobs=options.jobs)
        _show_forecasts([task.world for task in tasks], found)
        out.print(f"{size}, then twice as many\n{command}", highlight=False)
        return 0
    played = in_processes(played_by_all, tasks, jobs=options.jobs)
    results = {
        name: {who: [one[who] for one in part] for who in part[0]}
        for number, name in enumerate(names)
        if (part := played[number * seeds : (number + 1) * seeds])
    }
    if options.json:
        print(_document(results, command))
        return 0
    for world, rows in results.items():
        _show(world, rows)
    if options.ablate:
        _show_parts(results)
    out.print(f"{size}; in brackets the deviation between seeds\n{command}", highlight=False)
    return 0


def played_by_all(task: Task) -> dict[str, Quality]:
    """The daemon, the index and others in one world; or the daemon with and without its parts."""
    world = WORLDS[task.world](task.seed, task.pages, task.days)
    parts = {DAEMON: Parts()} | (WITHOUT if task.ablate else {})
    logs = {name: Daemon(world, task.rate, part).play() for name, part in parts.items()}
    for make in () if task.ablate else [ours()[0], *baselines()]:
        policy = make(world)
        if policy.name in BASELINES:
            logs[policy.name.replace(OURS, "the index")] = play(world, policy, task.rate)
    return {name: measure(world, log) for name, log in logs.items()}


def foreseen_and_come(task: Task) -> dict[str, tuple[float, float, float]]:
    """By figure: what the daemon foresaw at twice its budget when a world had ended, the error, and what then came."""
    world = WORLDS[task.world](task.seed, task.pages, task.days)
    daemon = Daemon(world, task.rate)
    daemon.play()
    then = daemon.forecast(2.0).then
    came = measure(world, Daemon(world, 2 * task.rate).play())
    return {
        name: (getattr(then, name).mean, getattr(then, name).error, getattr(came, name))
        for name in ("fresh", "lost", "delay_h")
    }


def _show_forecasts(worlds: Sequence[str], found: Sequence[dict[str, tuple[float, float, float]]]) -> None:
    table = Table(title="with twice the budget: foreseen (its error), what came")
    table.add_column("world", no_wrap=True)
    for heading in ("fresh", "lost", "delay, h"):
        table.add_column(heading, justify="right")
    for world, figures in zip(worlds, found, strict=True):
        rows = (f"{mean:.3f} ({error:.3f}), {came:.3f}" for mean, error, came in figures.values())
        table.add_row(world, *rows)
    out.print(table)


def _document(results: Mapping[str, Results], command: str) -> str:
    found = {
        world: {who: mean_and_spread(list(qualities)) for who, qualities in rows.items()}
        for world, rows in results.items()
    }
    return document(
        figures={
            f"{world}.{name}": value
            for world, rows in found.items()
            for name, value in rows[DAEMON][0].items()
        },
        baselines={world: {who: mean for who, (mean, _) in rows.items()} for world, rows in found.items()},
        spread={world: {who: spread for who, (_, spread) in rows.items()} for world, rows in found.items()},
        command=command,
    )


def _show(world: str, rows: Results) -> None:
    table = Table(title=world, title_justify="left")
    table.add_column("policy", no_wrap=True)
    for heading in ("fresh", "lost", "delay, h", "useful", "captures"):
        table.add_column(heading, justify="right")
    for name, qualities in rows.items():
        mean, spread = mean_and_spread(list(qualities))
        table.add_row(
            name,
            f"{mean['fresh']:.3f} ({spread['fresh']:.3f})",
            f"{mean['lost']:.3f} ({spread['lost']:.3f})",
            f"{mean['delay_h']:.2f} ({spread['delay_h']:.2f})",
            f"{mean['useful']:.2f}",
            f"{mean['per_page_a_day']:.2f}",
        )
    out.print(table)


def _show_parts(results: Mapping[str, Results]) -> None:
    """What is lost more, and how much later captures come, without each part: paired, in per cent of the daemon's."""
    table = Table(title="without a part: lost more, later (per cent, and the error of the mean)")
    table.add_column("", no_wrap=True)
    for heading in (*results, "all worlds"):
        table.add_column(heading, justify="right")
    for name in WITHOUT:
        worse = [_worse(rows[DAEMON], rows[name]) for rows in results.values()]
        table.add_row(name, *(_with_error(part) for part in (*worse, np.concatenate(worse))))
    out.print(table)


def _worse(ours_of: Sequence[Quality], without: Sequence[Quality]) -> FloatArray:
    """By how many per cent each seed is worse, shape (seeds, 2): versions lost, delay."""
    return np.array(
        [
            [100 * (other.lost / one.lost - 1), 100 * (other.delay_h / one.delay_h - 1)]
            for one, other in zip(ours_of, without, strict=True)
        ]
    )


def _with_error(worse: FloatArray) -> str:
    error = worse.std(axis=0, ddof=1) / np.sqrt(len(worse)) if len(worse) > 1 else np.zeros(2)
    return ", ".join(f"{mean:+.1f} ({off:.1f})" for mean, off in zip(worse.mean(axis=0), error, strict=True))


if __name__ == "__main__":
    sys.exit(main())
