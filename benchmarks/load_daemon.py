"""A daemon in a process of its own, looked at from outside: ``LoadedDaemon(folder, settings)``.

The process does what ``pagetide run`` does, and says of each visit how long after its due time everything was stored.
Whoever looks takes no time and no memory of it.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import psutil

from benchmarks.process_watch import Look, cpu_s, look_at, still_running
from crawler.clock import Clock, SimulatedClock, SystemClock
from pagetide.app import App
from pagetide.daemon import run_daemon
from pagetide.flow import Flow
from storage.records import Capture, Lease

Settings = Mapping[str, Mapping[str, Any]]

_ENDED_S = 120.0


class LoadedDaemon:
    """A context manager: within the block a daemon works on a collection.

    Parameters
    ----------
    simulated
        From when on its clock lives; it stands still during visits and jumps over the time in between. None: real time.
    told
        Called with the time of that clock after each jump, before anything is visited at it.
    """

    def __init__(
        self,
        folder: Path,
        settings: Settings,
        *,
        simulated: datetime | None = None,
        told: Callable[[datetime], object] = lambda _: None,
    ) -> None:
        self.latencies_s: list[float] = []
        """From the due time of a visit until its capture was stored, scored and the next visit planned."""
        self.now = simulated
        self._told = told
        self._seen: set[psutil.Process] = set()
        spawning = multiprocessing.get_context("spawn")
        self._here, self._there = spawning.Pipe()
        self._process = spawning.Process(target=_run, args=(folder, settings, simulated, self._there))
        self._listening = threading.Thread(target=self._listen)

    def __enter__(self) -> Self:
        self._process.start()
        self._there.close()
        self._listening.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.look()
        self._process.terminate()  # it finishes the visits in flight
        self._process.join(_ENDED_S)
        if self._process.exitcode is None:
            self._process.kill()
            self._process.join()
        self._listening.join()

    def wait_for(self, visits: int, timeout_s: float) -> None:
        """Until so many visits were stored; ``SystemExit`` where they are not in that time, or it has ended."""
        end = time.monotonic() + timeout_s
        while len(self.latencies_s) < visits:
            self.require_running()
            if time.monotonic() > end:
                raise SystemExit(f"the daemon did not make {visits} visits in {timeout_s:.0f} s")
            time.sleep(0.1)

    def require_running(self) -> None:
        """Raise ``SystemExit`` where it has ended."""
        if self._process.exitcode is not None:
            raise SystemExit("the daemon has ended; what it said is above")

    def cpu_s(self) -> float:
        """Seconds of a processor that the daemon, its driver and its browser took, those that ended included."""
        return cpu_s(self._all())

    def look(self) -> Look:
        """What is there now."""
        daemon, *below = self._all()
        self._seen.update(below)
        return look_at(daemon, below)

    def left(self) -> list[str]:
        """Processes that were seen below the daemon and still run a moment after its end."""
        return still_running(self._seen)

    def _all(self) -> list[psutil.Process]:
        daemon = psutil.Process(self._process.pid)
        return [daemon, *daemon.children(recursive=True)]

    def _listen(self) -> None:
        with suppress(EOFError, OSError):
            while True:
                said = self._here.recv()
                if isinstance(said, datetime):
                    self._told(said)
                    self.now = said
                    self._here.send(True)
                else:
                    self.latencies_s.append(said)


class _TimedFlow:
    """The flow, with a look at the clock when a capture has been dealt with."""

    def __init__(self, flow: Flow, clock: Clock, tell: Callable[[object], object]) -> None:
        self._flow = flow
        self._clock = clock
        self._tell = tell

    def on_capture(self, lease: Lease, capture: Capture) -> None:
        self._flow.on_capture(lease, capture)
        due = lease.page.due_at or capture.started_at
        self._tell((self._clock.now() - due).total_seconds())


def _jumped(parent: Connection, now: datetime) -> None:
    """Say that the clock has jumped, and wait until that was heeded."""
    parent.send(now)
    parent.recv()


def _run(folder: Path, settings: Settings, simulated: datetime | None, parent: Connection) -> None:
    """The process: a daemon until SIGTERM."""
    os.setsid()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends whoever looks, and that ends this one
    clock: Clock = SystemClock()
    if simulated is not None:
        clock = SimulatedClock(simulated)
        clock.listeners.append(partial(_jumped, parent))
    with App.open(folder, clock=clock, overrides=settings) as app:
        flow: Any = _TimedFlow(app.flow, clock, parent.send)
        run_daemon(replace(app, flow=flow), dashboard=False)
