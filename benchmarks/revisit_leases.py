"""How long the dispatcher takes: due pages leased out of a large SQLite collection.
``python -m benchmarks.revisit_leases [--pages N]``
"""

from __future__ import annotations

import argparse
import gc
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import insert

from benchmarks.reporting import out
from storage.collection import Collection
from storage.database.place import database_of
from storage.database.schema import host, page
from storage.queries.repository import Repository

NOW = datetime(2026, 1, 1, tzinfo=UTC)
_PAGES_OF_A_HOST = 50
_BATCH = 50  # pages leased in one tick
_TICKS = 40
_ROWS = 20_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.revisit_leases", description=__doc__)
    parser.add_argument("--pages", type=int, default=1_000_000, help="a tenth of them is due")
    pages = parser.parse_args(arguments).pages
    figures = lease_times(pages)
    out.print(
        f"{pages:,} pages, a tenth due, ticks of {_BATCH}: CPU median {figures['tick_ms']:.1f} ms, most "
        f"{figures['most_ms']:.1f} ms; {figures['leases_per_s']:.0f} leases per CPU second"
    )
    return 0


def lease_times(pages: int) -> dict[str, float]:
    """CPU milliseconds of a tick, and leases per CPU second."""
    with tempfile.TemporaryDirectory(prefix="pagetide-leases-") as folder:
        fill(Path(folder) / "leases", pages)
        with Collection.open(Path(folder) / "leases") as collection:
            return _timed(collection.repository)


def fill(folder: Path, pages: int, more: Callable[[random.Random], dict[str, Any]] = lambda _: {}) -> None:
    """A collection with so many pages, fifty a host, of which a tenth is due; ``more`` says what else a page has."""
    Collection.create(folder).close()
    hosts = max(1, pages // _PAGES_OF_A_HOST)
    rng = random.Random(0)
    database = database_of(folder)
    with database.writing() as connection:
        names = [{"id": number, "name": f"h{number}.example"} for number in range(1, hosts + 1)]
        connection.execute(insert(host), names)
        for start in range(0, pages, _ROWS):
            rows = [
                _row(number, hosts, rng) | more(rng) for number in range(start, min(pages, start + _ROWS))
            ]
            connection.execute(insert(page), rows)


def _row(number: int, hosts: int, rng: random.Random) -> dict[str, Any]:
    return {
        "id": number + 1,
        "url": f"https://h{number % hosts + 1}.example/{number}",
        "url_key": str(number),
        "host_id": number % hosts + 1,
        "added_at": NOW,
        "active": True,
        "weight": 1.0,
        "rate_shape": 1.0,
        "rate_scale_h": 24.0,
        "due_at": NOW + timedelta(hours=rng.uniform(-10, 90)),
        "due_reason": "",
        "last_visit_at": None,
        "observations": 0,
        "plan": {},
    }


def _timed(repository: Repository) -> dict[str, float]:
    seconds, leased = [], 0
    gc.collect()
    gc.freeze()  # as the daemon does
    for _ in range(_TICKS):
        begun = time.process_time()
        leased += len(repository.lease_due(NOW, limit=_BATCH, lease_for=timedelta(minutes=5)))
        seconds.append(time.process_time() - begun)
    seconds.sort()
    return {
        "tick_ms": 1000 * seconds[len(seconds) // 2],
        "most_ms": 1000 * seconds[-1],
        "leases_per_s": leased / sum(seconds),
    }


if __name__ == "__main__":
    sys.exit(main())
