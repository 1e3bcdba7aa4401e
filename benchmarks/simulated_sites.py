"""Sites of the demo's newsroom, as many as wanted, in a process of their own: ``SimulatedSites(12, STARTS_AT)``.

Each site is one page on a port of 127.0.0.1 of its own, which a crawler takes for a host. The sites live at the time
that ``tell`` gave last, and ``pace`` seconds further for each second since.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from contextlib import ExitStack
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

from pagetide.demo.newsroom import Newsroom
from pagetide.demo.server import LocalSite

_ROOT = Path(__file__).resolve().parents[1]


class SimulatedSites:
    """A context manager: within the block every site answers at its address in ``urls``."""

    def __init__(self, count: int, start: datetime, *, pace: float = 0.0) -> None:
        self._arguments = [str(count), start.isoformat(), str(pace)]

    def __enter__(self) -> Self:
        command = [sys.executable, "-m", "benchmarks.simulated_sites", *self._arguments]
        self.process = subprocess.Popen(
            command, cwd=_ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.urls: list[str] = json.loads(self._answer())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.communicate()

    def tell(self, now: datetime) -> None:
        """Let the sites live at this time from now on; returns when they do."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{now.isoformat()}\n")
        self.process.stdin.flush()
        self._answer()

    def _answer(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("the simulated sites ended; what they said is above")
        return line


class _Time:
    def __init__(self, start: datetime, pace: float) -> None:
        self._pace = pace
        self.set(start)

    def set(self, now: datetime) -> None:
        self._since = now, time.monotonic()

    def now(self) -> datetime:
        start, began = self._since
        return start + timedelta(seconds=self._pace * (time.monotonic() - began))


def _serve(count: int, start: datetime, pace: float) -> None:
    """Serve until standard input ends; each line of it is the time from now on."""
    at, sites = _Time(start, pace), list[LocalSite]()
    for seed in range(-(-count // len(Newsroom().sites))):
        newsroom = Newsroom(seed)
        sites += [LocalSite(partial(newsroom.resource, slug), at.now) for slug in newsroom.sites]
    with ExitStack() as serving:
        for site in sites[:count]:
            serving.enter_context(site)
        print(json.dumps([site.url for site in sites[:count]]), flush=True)
        for line in sys.stdin:
            at.set(datetime.fromisoformat(line.strip()))
            print("told", flush=True)


if __name__ == "__main__":
    _serve(int(sys.argv[1]), datetime.fromisoformat(sys.argv[2]), float(sys.argv[3]))
