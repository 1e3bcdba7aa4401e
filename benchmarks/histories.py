"""Does the main job find what matters on real pages? ``python -m benchmarks.histories [--folder DIR] [--limit N]``

Runs crawler, browser, storage, flow and model over every history in a folder, at the versions' own capture times, and
prints for each page, and for the judged ones together, what it found against people's labels, beside baselines on the
same visits: an alarm whenever the bytes differ, whenever the visible text does, and whenever a long block appears that
the page never showed before. Every decision counts as it was made: from earlier captures only. Each page runs in a
process of its own. ``--unrendered`` has no browser: by text alone, and the model that a collection would have then.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.managers import SyncManager
from pathlib import Path
from queue import Empty, Queue
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from benchmarks.histories_accounts import Account, together
from benchmarks.histories_run import PageReport, replay
from benchmarks.histories_text import reread
from benchmarks.reporting import document, out, shared_data
from benchmarks.time_machine import HistoryError, history_folders

QUICK_PAGE = "daily-reporter"  # light pages that change; where it is missing, the first
QUICK_VERSIONS = 56  # a first model is learned from 48
_SHADES = " ·░▒▓█"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; 0 done, 1 failed, 2 wrong usage."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    options = _parser().parse_args(given)
    try:
        folders = history_folders(options.folder or shared_data() / "histories")
        if options.quick:
            folders = [next((item for item in folders if item.name == QUICK_PAGE), folders[0])]
        limit = QUICK_VERSIONS if options.quick and options.limit is None else options.limit
        reports = measure(folders, limit=limit, jobs=options.jobs, rendered=not options.unrendered)
    except HistoryError as error:
        Console(stderr=True).print(str(error), style="red")
        return 1
    command = shlex.join(["python", "-m", "benchmarks.histories", *given])
    if options.json:
        print(as_json(reports, command, quick=options.quick))
    else:
        show(reports, command, quick=options.quick)
    return 0


def measure(
    folders: Sequence[Path], *, limit: int | None, jobs: int, rendered: bool = True
) -> list[PageReport]:
    """The report of each history, in the order given."""
    spawning = multiprocessing.get_context("spawn")  # a fork would inherit this process's threads
    with (
        spawning.Manager() as manager,
        ProcessPoolExecutor(max_workers=jobs, mp_context=spawning, max_tasks_per_child=1) as pool,
    ):
        news = _queue(manager)
        running = [pool.submit(_replay, folder, limit, news, rendered) for folder in folders]
        with _progress(folders) as advance:
            _follow(running, news, advance)
        return [future.result() for future in running]


def as_json(reports: Sequence[PageReport], command: str, *, quick: bool) -> str:
    """One object: figures by ``page.figure``, each page in full under ``pages``."""
    names = ("alarms", "true_alarms", "positives", "recall", "alarms_per_true_change")
    figures = {
        f"{report.name}.{name}": getattr(report.product, name)
        for report in reports
        for name in (names if report.labelled else ("alarms",))
    }
    whole = together([report.product for report in reports])
    if whole is not None:
        figures |= {f"together.{name}": getattr(whole, name) for name in names}
    baselines = {
        report.name: {name: item.as_dict() for name, item in report.baselines.items()} for report in reports
    }
    pages = {report.name: report.as_dict() for report in reports}
    return document(figures=figures, baselines=baselines, command=command, pages=pages, quick=quick)


def show(reports: Sequence[PageReport], command: str, *, quick: bool) -> None:
    """The tables and maps for people."""
    table = Table(title="The main job over real histories", title_justify="left")
    for heading in ("page", "method"):
        table.add_column(heading, no_wrap=True)
    for heading in ("captures", "alarms", "true", "changes", "recall", "alarms per\ntrue change", "model"):
        table.add_column(heading, justify="right")
    for report in reports:
        captures = f"{report.captures} of {report.versions}"
        table.add_row(report.name, "pagetide", captures, *_cells(report.product), _model(report))
        for name, item in report.baselines.items():
            table.add_row("", name, "", *_cells(item), "")
        table.add_section()
    for name, item in _together(reports).items():
        first = name == "pagetide"
        table.add_row("judged pages together" if first else "", name, "", *_cells(item), "")
    out.print(table)
    for report in reports:
        if report.importance:
            out.print(f"\n{report.name}: importance map, the page's first 1000 x 1000 pixels")
            out.print("\n".join(heat_map(report.importance)), highlight=False)
    out.print(f"\n{command}" + ("  (--quick: not the full figure)" if quick else ""), highlight=False)


def heat_map(importance: Sequence[Sequence[float]]) -> list[str]:
    """A map in text: two characters a cell, darker is more; then the heaviest cells with their shares."""
    top = max(max(row) for row in importance) or 1.0
    lines = [
        "|" + "".join(2 * _SHADES[round(value / top * (len(_SHADES) - 1))] for value in row) + "|"
        for row in importance
    ]
    cells = sorted(
        ((value, row, column) for row, line in enumerate(importance) for column, value in enumerate(line)),
        reverse=True,
    )[:5]
    heaviest = ", ".join(f"row {row + 1} column {column + 1}: {value:.0%}" for value, row, column in cells)
    return [*lines, heaviest]


def _together(reports: Sequence[PageReport]) -> dict[str, Account]:
    """Each method's account over all judged pages."""
    methods = {"pagetide": [report.product for report in reports]}
    for name in dict.fromkeys(name for report in reports for name in report.baselines):
        methods[name] = [report.baselines[name] for report in reports]
    found = {name: together(accounts) for name, accounts in methods.items()}
    return {name: item for name, item in found.items() if item is not None}


def _model(report: PageReport) -> str:
    """The newest model's state, how often it was learned, and from which visit on one decided."""
    if report.learned_from_visit is None:
        return f"{report.state} ({report.models})"
    return f"{report.state} ({report.models}), from visit {report.learned_from_visit}"


def _cells(item: Account) -> list[str]:
    found = (item.alarms, item.true_alarms, item.positives)
    counts = ["-" if count is None else str(count) for count in found]
    recall = "-" if item.recall is None else f"{item.recall:.0%}"
    return [
        *counts,
        recall,
        "-" if item.alarms_per_true_change is None else f"{item.alarms_per_true_change:.1f}",
    ]


def _replay(folder: Path, limit: int | None, news: Queue[tuple[str, int, int]], rendered: bool) -> PageReport:
    """In a process of its own."""
    run = replay if rendered else reread
    return run(folder, limit, lambda done, total: news.put((folder.name, done, total)))


def _queue(manager: SyncManager) -> Queue[tuple[str, int, int]]:
    return manager.Queue()


def _follow(running: Sequence[Future[PageReport]], news: Queue[tuple[str, int, int]], advance: Any) -> None:
    """Show progress until every page is done."""
    while not all(future.done() for future in running):
        try:
            advance(*news.get(timeout=0.5))
        except Empty:
            continue


@contextmanager
def _progress(folders: Sequence[Path]) -> Iterator[Any]:
    """A bar for each page, on a terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty()) as bars:
        tasks = {folder.name: bars.add_task(folder.name, total=None) for folder in folders}
        yield lambda name, done, total: bars.update(tasks[name], completed=done, total=total)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.histories", description=__doc__)
    parser.add_argument(
        "--folder", type=Path, help="a history, or a folder of histories; default: the shared data"
    )
    parser.add_argument("--limit", type=_count, help="only the first N versions of each page")
    parser.add_argument("--jobs", type=_count, default=os.cpu_count() or 1, help="pages at the same time")
    parser.add_argument("--quick", action="store_true", help="a minute: one page, its first versions")
    parser.add_argument("--unrendered", action="store_true", help="by text alone, without a browser")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    return parser


def _count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return value


if __name__ == "__main__":
    sys.exit(main())
