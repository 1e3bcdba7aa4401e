"""Records every request and response of a page, from before it navigates, without asking for anything twice.

``Fetch`` stops each response before the page gets it (``interception``), ``Network`` tells the headers as sent and
received, addresses, ends and failures (``network_events``), of the page and of each of its workers (``channels``). Both
work beside an interception of somebody else's. Bodies come content-decoded, and those of redirects not
at all (Chrome DevTools Protocol, Fetch, Network).
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from datetime import datetime
from typing import Any

from rendering.errors import PageUnavailable
from rendering.login.access import Access
from rendering.page_session import PageSession
from rendering.recording.awaited import AwaitedRequests
from rendering.recording.channels import Channel, WorkerChannel, Workers
from rendering.recording.exchange_log import Hop
from rendering.recording.interception import Interception, shut
from rendering.recording.network_events import NetworkEvents
from rendering.recording.recorder_state import NETWORK, Recording
from rendering.settings import RenderingSettings
from storage.observed import Observed, SomeUrls
from storage.records import Exchange, Problem

_LEAVING_S = 3.0  # for what a document that is about to be replaced still has
_SHUT_S = 0.5
_HEARD_S = 0.5  # for what Network has yet to tell of answers that are here
_TOLD = 20  # URLs named in an observation


class ExchangeRecorder:
    """Listens to one page; ``exchanges`` are the records once ``finish`` has been awaited."""

    def __init__(self, session: PageSession, settings: RenderingSettings, at: datetime) -> None:
        self._session = session
        self._settings = settings
        self._recording = Recording(settings, at)
        self._workers = Workers(session, self._prepare_worker, self._recording)
        self._stops: list[Interception] = []
        self._popups: list[str] = []
        self._guards: list[asyncio.Task[None]] = []

    @property
    def main_frame_id(self) -> str:
        """The frame whose document is the page."""
        return self._recording.main_frame_id

    @main_frame_id.setter
    def main_frame_id(self, frame_id: str) -> None:
        self._recording.main_frame_id = frame_id

    def let_in_by(self, access: Access) -> None:
        """Send this with each request to the page's own origin; before ``start``."""
        self._recording.access = access

    @property
    def document_failed(self) -> asyncio.Event:
        """Set when the answer to a navigation broke off: the page will neither load nor show anything."""
        return self._recording.document_failed

    async def start(self) -> None:
        """Begin to listen; from the next request on nothing is missed."""
        self._session.on("Page.windowOpen", self._on_window)
        await asyncio.gather(
            NetworkEvents(self._recording, self._session).start(),
            self._intercept(self._session),
            self._session.send("Page.enable"),
            *([self._start_workers()] if self._settings.javascript else []),
        )
        self._guards = [asyncio.ensure_future(self._guard()), asyncio.ensure_future(self._shut())]

    @property
    def is_idle(self) -> bool:
        """Whether no request is under way whose end is worth waiting for."""
        return self._recording.idle.is_set()

    async def idle(self, limit_s: float) -> bool:
        """Wait until no request is under way, at most so long; whether that came."""
        try:
            await asyncio.wait_for(self._recording.idle.wait(), max(limit_s, 0))
        except TimeoutError:
            return False
        return True

    @property
    def awaited(self) -> AwaitedRequests:
        """What the page has asked for and must be answered."""
        return self._recording.awaited

    async def finish(self, limit_s: float) -> tuple[Exchange, ...]:
        """Wait for what is still being read, at most so long, and say of the rest why it is missing."""
        recording, deadline = self._recording, time.monotonic() + limit_s
        if recording.work:
            await asyncio.wait(recording.work, timeout=max(limit_s, 0.05))
        if time.monotonic() < deadline:
            await self._read_rest()
        await self._heard_of(min(deadline, time.monotonic() + _HEARD_S))
        self._note_scripts()
        recording.finished = True
        for hop in recording.log.hops:
            hop.join(None if hop.finished else "time")
            hop.conclude(self._settings.max_body_bytes)
        for task in (*recording.work, *self._guards):
            task.cancel()
        await self._let_go()
        return recording.log.exchanges()

    async def _heard_of(self, deadline: float) -> None:
        """Wait until Network has told of the answers that Fetch has shown: a busy worker is late with that."""
        scripts = {channel.url for channel in self._workers.channels}  # of which it tells nobody
        while time.monotonic() < deadline and any(
            hop.body is not None and not hop.responded and hop.url not in scripts
            for hop in self._recording.log.hops
        ):
            await asyncio.sleep(_HEARD_S / 50)

    def ended(self, request_id: str) -> None:
        """Do not wait for a request that was answered elsewhere, from an archive, and of which no event tells."""
        self._recording.closed(request_id)

    def documents(self) -> list[Hop]:
        """The requests that navigations of the page led to, redirects included, the newest last."""
        return [
            hop
            for hop in self._recording.log.hops
            if hop.resource_type == "Document" and hop.frame_id == self.main_frame_id
        ]

    def main(self, shown: str | None = None) -> Hop | None:
        """The newest answer to a navigation of the page; with ``shown`` rather the one from that address."""
        documents = [hop for hop in reversed(self.documents()) if hop.status is not None]
        exact = (hop for hop in documents if shown is not None and hop.url == shown.partition("#")[0])
        return next(exact, documents[0] if documents else None)

    def losses(self) -> list[Hop]:
        """Responses whose bodies the recorder could not get, though the page got them."""
        return [hop for hop in self._recording.log.hops if hop.lost is not None and hop.url]

    def problems(self, url: str) -> list[Problem]:
        """The limits that were met."""
        return self._recording.budget.problems(url)

    def observed(self) -> Observed:
        """What else was noticed: windows that were refused, answers of a service worker, limits."""
        sockets = [hop.url for hop in self._recording.log.hops if hop.socket is not None]
        by_worker = [hop.url for hop in self._recording.log.hops if hop.from_worker]
        told = self._recording.budget.observed()
        if self._popups:
            told["windows"] = _some(self._popups)
        if by_worker:
            told["serviceWorker"] = _some(by_worker)
        if sockets:
            told["sockets"] = _some(sockets)
        return told

    async def _start_workers(self) -> None:
        await asyncio.gather(self._workers.start(), self._start_shared_workers())

    async def _start_shared_workers(self) -> None:
        with suppress(PageUnavailable):  # without them, only shared workers are missing
            await self._workers.start_shared(self._session.page.context)

    async def _intercept(self, channel: Channel) -> None:
        stop = Interception(self._recording, channel, self._before_leaving, self._workers.listening)
        self._stops.append(stop)
        await stop.start()

    async def _prepare_worker(self, channel: WorkerChannel) -> None:
        """Listen to a worker; the requests of dedicated ones are stopped as the page's own."""
        own = [] if channel.kind == "worker" else [self._intercept(channel)]
        await asyncio.gather(NetworkEvents(self._recording, channel).start(), *own)

    def _note_scripts(self) -> None:
        """Scripts that the browser fetched without a word: of service workers, and of workers within workers."""
        heard = {hop.url for hop in self._recording.log.hops}
        for channel in self._workers.channels:
            if channel.url.startswith(NETWORK) and channel.url not in heard:
                heard.add(channel.url)
                hop = self._recording.hop(f"script {channel.url}", "sent")
                if hop is not None:
                    hop.url, hop.resource_type, hop.finished = channel.url, "Script", True
                    hop.error = "the script of a worker, whose answer the browser does not report"

    async def _before_leaving(self, leaving_for: Hop) -> None:
        """Take what the page still has of its document's traffic, before another takes its place."""
        recording, taking = self._recording, []
        for key, hop in recording.log.last_hops():
            channel = recording.channel(key, self._session)
            if hop is leaving_for or hop.is_held or hop.parts is not None:
                continue
            if hop.is_unread:
                taking.append(recording.bodies.read(channel, key, hop))
            elif hop.is_unended:
                taking.append(recording.bodies.follow(channel, key, hop))
        if taking:
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.gather(*taking), _LEAVING_S)

    async def _read_rest(self) -> None:
        recording = self._recording
        await asyncio.gather(
            *(
                recording.bodies.read_rest(recording.channel(key, self._session), key, hop)
                for key, hop in recording.log.last_hops()
            )
        )

    async def _let_go(self) -> None:
        """Nothing leaves the page any more that would not be recorded: what it sends on being closed, above all."""
        shutting = [shut(channel, timeout_s=_SHUT_S) for channel in self._channels()]
        self._workers.stop()
        await asyncio.gather(*shutting, return_exceptions=True)

    async def _guard(self) -> None:
        await self._recording.half_used.wait()
        await asyncio.gather(*(stop.guard() for stop in self._stops), return_exceptions=True)

    async def _shut(self) -> None:
        await self._recording.used_up.wait()
        await asyncio.gather(*(shut(channel) for channel in self._channels()), return_exceptions=True)

    def _channels(self) -> list[Channel]:
        return [self._session, *self._workers.channels]

    def _on_window(self, event: dict[str, Any]) -> None:
        if len(self._popups) < _TOLD * 10:
            self._popups.append(str(event.get("url", ""))[:2000])


def _some(urls: list[str]) -> SomeUrls:
    return {"count": len(urls), "urls": urls[:_TOLD]}
