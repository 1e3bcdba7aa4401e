"""How long it takes to show a very large collection: the commands and the dashboard's rooms.
``python -m benchmarks.revisit_showing [--pages 100000] [--json]``

A real SQLite collection without captures; CPU seconds of this process, and the memory at most.
"""

from __future__ import annotations

import argparse
import io
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path

from benchmarks.reporting import document, out
from benchmarks.revisit_leases import NOW, fill
from benchmarks.revisit_planning import known
from changemodel.classify.page_type_tree import PageTypeTree
from dashboard.listing import SORTS, Choice, listing
from dashboard.schedule import schedule as schedule_room
from dashboard.source import Source
from pagetide.app import App
from pagetide.commands.schedule import schedule
from pagetide.commands.status import status
from storage.collection import Collection
from storage.queries.timelines import TimelineQueries
from storage.replay.mementos import MementoIndex

COMMAND = "python -m benchmarks.revisit_showing"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    figures = showing_times(options.pages)
    if options.json:
        print(document(figures=figures, baselines={}, command=COMMAND))
        return 0
    for name, value in figures.items():
        out.print(f"{options.pages:>9,} pages  {name:<36}{value:.3g}")
    return 0


def showing_times(pages: int) -> dict[str, float]:
    """CPU seconds of each thing that is shown, and the megabytes of the process at most."""
    with tempfile.TemporaryDirectory(prefix="pagetide-showing-") as folder:
        collection = Path(folder) / "pages"
        fill(collection, pages, known)
        figures = {f"{name}, CPU s": _timed(work) for name, work in _works(collection).items()}
    figures["memory at most, MB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return figures


def _works(folder: Path) -> dict[str, Callable[[], object]]:
    opened = Collection.open(folder, read_only=True)
    source = Source(
        collection=opened,
        queries=TimelineQueries(opened.database),
        now=lambda: NOW,
        versions_to_learn=120,
        types=PageTypeTree.default(),
        mementos=MementoIndex(opened, folder),
    )
    rooms: dict[str, Callable[[], object]] = {
        f"list by {name}": partial(listing, source, Choice(sort=sort)) for sort, name in SORTS.items()
    }
    return {
        "status --json": lambda: status(folder, most=1000, skip=0, as_json=True),
        "schedule --json": lambda: schedule(folder, None, most=1000, skip=0, as_json=True),
        **rooms,
        "list, two words": lambda: listing(source, Choice(text="h12 example")),
        "list, one state": lambda: listing(source, Choice(state="waiting")),
        "schedule room": lambda: schedule_room(source),
        "schedule room, last sheet": lambda: schedule_room(source, sheet=100_000),
        "pages that may be due to learn": lambda: _learn(folder),
    }


def _learn(folder: Path) -> None:
    with App.open(folder) as app:
        app.learner.learn_due(NOW)


def _timed(work: Callable[[], object]) -> float:
    begun = time.process_time()
    with redirect_stdout(io.StringIO()):
        work()
    return time.process_time() - begun


if __name__ == "__main__":
    sys.exit(main())
