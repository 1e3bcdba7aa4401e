"""How long do the dashboard's rooms take? ``python -m benchmarks.dashboard [--quick] [--json]``.

A generated collection, by default 1,000 pages with 1,000 captures each, 9,000 more with one, a tenth of all changes
important and a fifth of those not seen yet. Each room is asked many times, through the whole application but without a
network; ``/healthz``, which reads one row, is the baseline. Milliseconds, wall and of this process's processor.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

import httpx
import numpy as np
from rich.table import Table

from benchmarks.dashboard_collection import NOW, Size, filled
from benchmarks.reporting import document, machine, out
from dashboard.app import create_app
from dashboard.request_checks import Access
from storage.collection import Collection

BASELINE = "/healthz"
ROOMS = (
    BASELINE,
    "/",
    "/?sheet=20",
    "/pages",
    "/pages?sort=title",
    "/pages?q=page+77",
    "/page/1",
    "/page/1?show=all",
    "/findings",
    "/schedule",
    "/feed.atom",
    "/api/v1/findings?limit=100",
    "/api/v1/pages?limit=100",
    "/api/v1/pages/1/captures",
)
FULL = Size(deep_pages=1000, captures=1000, pages=10_000)
QUICK = Size(deep_pages=100, captures=100, pages=2000)


async def measure(collection: Collection, times: int) -> dict[str, dict[str, float]]:
    """Median and 95th percentile of each room's wall and processor milliseconds."""
    app = create_app(collection, now=lambda: NOW, access=Access(writer="benchmark"))
    transport = httpx.ASGITransport(app=app)
    found = {}
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", timeout=300) as client:
        for room in ROOMS:
            taken = np.array([await _asked(client, room) for _ in range(times + 1)])[1:]  # the first compiles
            wall, processor = taken.T
            found[room] = {
                "wall_p50_ms": float(np.median(wall)),
                "wall_p95_ms": float(np.quantile(wall, 0.95)),
                "processor_p50_ms": float(np.median(processor)),
                "processor_p95_ms": float(np.quantile(processor, 0.95)),
            }
    return found


async def _asked(client: httpx.AsyncClient, room: str) -> tuple[float, float]:
    wall, processor = time.perf_counter(), time.process_time()
    answer = await client.get(room)
    answer.raise_for_status()
    return 1000 * (time.perf_counter() - wall), 1000 * (time.process_time() - processor)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.dashboard", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a small collection: not the full figure")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--pages", type=int, help="pages in all")
    parser.add_argument("--captures", type=int, help="captures of each of the deep pages")
    parser.add_argument("--times", type=int, default=20, help="requests of each room")
    arguments = parser.parse_args()
    usual = QUICK if arguments.quick else FULL
    size = Size(
        deep_pages=min(usual.deep_pages, arguments.pages or usual.deep_pages),
        captures=arguments.captures or usual.captures,
        pages=arguments.pages or usual.pages,
    )
    with tempfile.TemporaryDirectory() as folder, filled(Path(folder) / "collection", size) as collection:
        found = asyncio.run(measure(collection, arguments.times))
    if arguments.json:
        flat = {f"{room} {name}": value for room, all_ in found.items() for name, value in all_.items()}
        mine = {name: value for name, value in flat.items() if not name.startswith(BASELINE)}
        baselines = {name: value for name, value in flat.items() if name.startswith(BASELINE)}
        command = "python -m benchmarks.dashboard" + (" --quick" if arguments.quick else "") + " --json"
        print(document(figures=mine, baselines=baselines, command=command, size=vars(size)))
        return
    table = Table(
        title=f"{size.pages:,} pages, {size.deep_pages:,} of them with {size.captures:,} captures; ms"
    )
    for column in ("room", "wall p50", "wall p95", "processor p50", "processor p95"):
        table.add_column(column, justify="left" if column == "room" else "right")
    for room, all_ in found.items():
        table.add_row(room, *(f"{value:.0f}" for value in all_.values()))
    out.print(table)
    out.print(str(machine()["processor"]) + ("; quick: not the full figure" if arguments.quick else ""))


if __name__ == "__main__":
    main()
