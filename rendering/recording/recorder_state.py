"""State shared by the parts of the recorder: log, budget, open requests, background tasks."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from datetime import datetime, timedelta
from typing import Any

from rendering.errors import PageUnavailable
from rendering.login.access import Access
from rendering.recording.awaited import AwaitedRequests
from rendering.recording.bodies import BodyReader
from rendering.recording.budget import CaptureBudget
from rendering.recording.channels import Channel
from rendering.recording.exchange_log import ExchangeLog, Hop
from rendering.settings import RenderingSettings

NETWORK = ("http:", "https:")


class Recording:
    """The state of one page's recording."""

    def __init__(self, settings: RenderingSettings, at: datetime) -> None:
        self.settings = settings
        self.log = ExchangeLog()
        self.budget = CaptureBudget(settings)
        self.bodies = BodyReader(settings, self.budget)
        self.main_frame_id = ""
        self.access: Access | None = None  # what is sent to the page's own origin with each request
        self.document_failed = asyncio.Event()
        self.half_used = asyncio.Event()
        self.used_up = asyncio.Event()
        self.finished = False
        self.work: set[asyncio.Task[None]] = set()
        self.awaited = AwaitedRequests()
        self.idle = asyncio.Event()
        self.idle.set()
        self._told_by: dict[str, Channel] = {}  # request id -> who announced it
        self._open: set[str] = set()  # requests whose end is worth waiting for
        self._at = at
        self._began = time.monotonic()

    def hop(self, key: str, stream: str, url: str = "") -> Hop | None:
        """The hop that this event tells of; None for a request beyond the capture's budget, or after its end."""
        if self.finished:
            return None
        count = len(self.log.hops)
        if not self.log.knows(key) and not self.budget.admits():
            return None
        hop = self.log.next_hop(key, stream, self.now(), url)
        for _ in range(len(self.log.hops) - count - 1):
            self.budget.admits()  # redirects count, too
        return hop

    def known(self, key: str) -> Hop | None:
        """The hop that a request is at, while the recording goes on."""
        return None if self.finished else self.log.last_hop(key)

    def now(self) -> datetime:
        """The moment, on the capture's own clock."""
        return self._at + timedelta(seconds=time.monotonic() - self._began)

    def note_channel(self, key: str, channel: Channel) -> None:
        """This channel has told of the request: it can be asked for its body."""
        self._told_by[key] = channel

    def channel(self, key: str, default: Channel) -> Channel:
        """Who can be asked about a request."""
        return self._told_by.get(key, default)

    def opened(self, key: str) -> None:
        """A request is under way whose end is worth waiting for."""
        self._open.add(key)
        self.idle.clear()

    def closed(self, key: str) -> None:
        """It is no longer waited for."""
        self._open.discard(key)
        self.awaited.ended(key)
        if not self._open:
            self.idle.set()

    def left_for(self, key: str) -> None:
        """Another document takes the page's place: the ends of the old one's requests will not be told."""
        self._open &= {key}
        self.awaited.left_for(key)
        self.closed("")

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside; the end of the recording waits for it."""
        task = asyncio.ensure_future(_quietly(work))
        self.work.add(task)
        task.add_done_callback(self.work.discard)

    def weigh(self) -> None:
        """Have requests looked at before they leave, or refused, once the budget calls for it."""
        if self.budget.is_half_used:
            self.half_used.set()
        if self.budget.is_used_up:
            self.used_up.set()


async def _quietly(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except PageUnavailable:
        return  # the page has left, or gone: what it did not get is said when the log is concluded
