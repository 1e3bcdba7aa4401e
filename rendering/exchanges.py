"""Records every request and response of a page, from before it navigates, without asking for anything twice.

``Fetch`` stops each response before the page gets it, which gives its body even if the page leaves at once, and
shows the requests of workers; ``Network`` tells the headers as sent and received, addresses and failures. Text of
unknown length is not held back, since a page may read it as it comes: its body is asked for when the page has all
of it, and what there is of an endless one at the end. Both work beside the interception that scrapy-playwright
installs. Bodies come content-decoded, and those of redirects not at all (Chrome DevTools Protocol, Fetch, Network).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from datetime import datetime, timedelta
from typing import Any

from rendering.bodies import BodyReader, is_endless
from rendering.errors import PageRefused, PageUnavailable, PageUnresponsive
from rendering.exchange_log import (
    ExchangeLog,
    Hop,
    listed_headers,
    parsed_headers,
    sent_body,
)
from rendering.page_session import PageSession
from rendering.settings import RenderingSettings, is_refused
from storage.records import Exchange

_COMPLETE = ("net::ERR_ABORTED", "net::ERR_HTTP_RESPONSE_CODE_FAILURE")  # so end downloads and empty answers
_TOLD_S = 0.1  # between a body and the event that it has ended
_BUFFERS = {"maxTotalBufferSize": 256 * 1024 * 1024, "maxResourceBufferSize": 128 * 1024 * 1024}


class ExchangeRecorder:
    """Listens to one page; ``exchanges`` are the records once ``finish`` has been awaited."""

    def __init__(self, session: PageSession, settings: RenderingSettings, at: datetime) -> None:
        self.log = ExchangeLog()
        self.main_frame_id = ""
        self.document_failed = asyncio.Event()
        """Set when the answer to a navigation broke off: the page will neither load nor show anything."""
        self._session = session
        self._settings = settings
        self._at = at
        self._bodies = BodyReader(session, settings)
        self._began = time.monotonic()
        self._open: set[str] = set()  # requests whose end is worth waiting for
        self._work: set[asyncio.Task[None]] = set()
        self._idle = asyncio.Event()
        self._idle.set()
        self._finished = False

    async def start(self) -> None:
        """Begin to listen; from the next request on nothing is missed."""
        for event, listener in (
            ("Network.requestWillBeSent", self._on_request),
            ("Network.requestWillBeSentExtraInfo", self._on_request_extra),
            ("Network.responseReceived", self._on_response),
            ("Network.responseReceivedExtraInfo", self._on_response_extra),
            ("Network.loadingFinished", self._on_finished),
            ("Network.loadingFailed", self._on_failed),
            ("Network.requestServedFromCache", self._on_memory),
            ("Network.webSocketCreated", self._on_socket),
            ("Network.webSocketHandshakeResponseReceived", self._on_socket_answer),
            ("Fetch.requestPaused", self._on_paused),
        ):
            self._session.on(event, listener)
        patterns = [{"urlPattern": "*", "requestStage": "Response"}]
        if self._settings.allowed_hosts is not None:
            patterns.append({"urlPattern": "*", "requestStage": "Request"})
        await asyncio.gather(
            self._session.send("Network.enable", {**_BUFFERS, "maxPostDataSize": 1024 * 1024}),
            self._session.send("Fetch.enable", {"patterns": patterns}),
        )

    @property
    def is_idle(self) -> bool:
        """Whether no request is under way whose end is worth waiting for."""
        return not self._open

    async def idle(self, limit_s: float) -> bool:
        """Wait until no request is under way, at most so long; whether that came."""
        try:
            await asyncio.wait_for(self._idle.wait(), max(limit_s, 0))
        except TimeoutError:
            return False
        return True

    async def finish(self, limit_s: float) -> tuple[Exchange, ...]:
        """Wait for what is still being read, at most so long, and say of the rest why it is missing."""
        deadline = time.monotonic() + limit_s
        if self._work:
            await asyncio.wait(self._work, timeout=max(limit_s, 0.05))
        if time.monotonic() < deadline:
            await asyncio.gather(*(self._bodies.read_rest(key, hop) for key, hop in self.log.last_hops()))
        self._finished = True
        for hop in self.log.hops:
            hop.conclude(self._settings.max_body_bytes)
        for task in self._work:
            task.cancel()
        return self.log.exchanges()

    def ended(self, request_id: str) -> None:
        """Do not wait for a request that was answered elsewhere, from an archive, and of which no event tells."""
        self._closed(request_id)

    def main(self, shown: str | None = None) -> Hop | None:
        """The newest answer to a navigation of the page; with ``shown`` rather the one from that address."""
        documents = [
            hop
            for hop in reversed(self.log.hops)
            if hop.resource_type == "Document"
            and hop.frame_id == self.main_frame_id
            and hop.status is not None
        ]
        exact = (hop for hop in documents if shown is not None and hop.url == shown.partition("#")[0])
        return next(exact, documents[0] if documents else None)

    def losses(self) -> list[Hop]:
        """Responses whose bodies the recorder could not get, though the page got them."""
        return [hop for hop in self.log.hops if hop.lost is not None and hop.url]

    def _on_request(self, event: dict[str, Any]) -> None:
        key, request = event["requestId"], event["request"]
        if self._finished or not request["url"].startswith(("http:", "https:")):
            return
        if "redirectResponse" in event:
            self._redirected(key, event, request["url"])
        hop = self.log.next_hop(key, "sent", self._now())
        hop.url, hop.method = request["url"], request["method"]
        hop.resource_type = event.get("type", hop.resource_type)
        hop.announced = True
        hop.frame_id = event.get("frameId", "")
        hop.request_headers = tuple(request.get("headers", {}).items())
        hop.request_body = sent_body(request)
        hop.request_body_missing = bool(request.get("hasPostData")) and hop.request_body is None
        hop.endless = hop.endless or is_endless(hop)
        if not hop.endless and not hop.finished:
            self._opened(key)

    def _redirected(self, key: str, event: dict[str, Any], target: str) -> None:
        hop = self.log.previous_hop(key)
        if hop is None:
            return
        hop.take_response(event["redirectResponse"])
        hop.redirect_to, hop.finished = target, True
        if not event.get("redirectHasExtraInfo", True):
            # the browser redirected by itself (HSTS): nothing was sent, and nothing more is told
            self.log.skip(key, "sent extra")
            self.log.skip(key, "received extra")

    def _on_request_extra(self, event: dict[str, Any]) -> None:
        if not self._finished:
            hop = self.log.next_hop(event["requestId"], "sent extra", self._now())
            hop.sent_headers = parsed_headers(event)

    def _on_response_extra(self, event: dict[str, Any]) -> None:
        if not self._finished:
            hop = self.log.next_hop(event["requestId"], "received extra", self._now())
            hop.received_headers = parsed_headers(event)
            hop.status = hop.status or int(event["statusCode"])

    def _on_response(self, event: dict[str, Any]) -> None:
        hop = self.log.last_hop(event["requestId"])
        if hop is None or self._finished:
            return
        hop.take_response(event["response"])
        hop.frame_id = event.get("frameId", hop.frame_id)
        if is_endless(hop):
            hop.endless = True
            self._closed(event["requestId"])

    def _on_finished(self, event: dict[str, Any]) -> None:
        key = event["requestId"]
        self._closed(key)
        hop = self.log.last_hop(key)
        if hop is not None and not self._finished:
            hop.finished, hop.received_bytes = True, int(event.get("encodedDataLength", 0))
            if hop.is_unread and not hop.is_held:
                self._spawn(self._bodies.read(key, hop))

    def _on_failed(self, event: dict[str, Any]) -> None:
        self._closed(event["requestId"])
        hop = self.log.last_hop(event["requestId"])
        if hop is None or self._finished or hop.finished:
            return
        hop.finished = True
        complete = event["errorText"] in _COMPLETE
        if complete and (hop.body is not None or (hop.needs_no_body and hop.status is not None)):
            return
        hop.error = hop.error or event["errorText"]
        if hop.body:
            hop.truncated = "disconnect"
        elif hop.status is not None:
            self._spawn(self._bodies.read_beginning(event["requestId"], hop, "disconnect"))
        if hop.resource_type == "Document" and hop.frame_id == self.main_frame_id and not complete:
            self.document_failed.set()

    def _on_memory(self, event: dict[str, Any]) -> None:
        hop = self.log.last_hop(event["requestId"])
        if hop is not None:
            hop.from_memory = True

    def _on_socket(self, event: dict[str, Any]) -> None:
        if not self._finished:
            hop = self.log.next_hop(event["requestId"], "sent", self._now())
            hop.url, hop.resource_type, hop.endless = event["url"], "WebSocket", True
            hop.error = "the messages of a web socket are not recorded"

    def _on_socket_answer(self, event: dict[str, Any]) -> None:
        hop = self.log.last_hop(event["requestId"])
        if hop is not None and not self._finished:
            response = event["response"]
            hop.status, hop.reason = int(response["status"]), response.get("statusText", "")
            hop.received_headers = parsed_headers(response)
            hop.sent_headers = tuple(response.get("requestHeaders", {}).items())

    def _on_paused(self, event: dict[str, Any]) -> None:
        answered = "responseStatusCode" in event or "responseErrorReason" in event
        self._spawn(self._answered(event) if answered and not self._finished else self._asked(event))

    async def _asked(self, event: dict[str, Any]) -> None:
        """Let a request go out, or refuse it."""
        url, key = event["request"]["url"], event.get("networkId") or event["requestId"]
        if "responseStatusCode" in event or self._finished:
            await self._continue(event)
            return
        hop = self.log.next_hop(key, "asked", self._now(), url)
        hop.url = hop.url or url
        if is_refused(self._settings, url):
            hop.error = "refused: its host is not among the allowed hosts"
            await self._fail(event, "BlockedByClient")
        else:
            await self._continue(event)

    async def _answered(self, event: dict[str, Any]) -> None:
        """Take a response's body, then let the page have it."""
        key = event.get("networkId") or event["requestId"]
        hop = self._told_by_fetch(key, event)
        try:
            if "responseErrorReason" in event:
                # not the end: the browser may try again under the same id, as it does with fonts
                hop.fetch_error = event["responseErrorReason"]
                self.log.skip(key, "paused", -1)
            elif not (hop.is_redirect or hop.needs_no_body):
                await self._take_body(key, hop, event)
        except PageUnresponsive:
            hop.lost = f"its body was not complete within {self._settings.load_timeout_s:.0f} s"
            await self._fail(event, "TimedOut")
            return
        except PageRefused as refusal:
            hop.lost = f"its body could not be had: {refusal}"
        await self._continue(event)

    async def _take_body(self, key: str, hop: Hop, event: dict[str, Any]) -> None:
        await self._bodies.take(hop, event["requestId"])
        if hop.endless:
            self._closed(key)
        elif hop.body is not None:
            # the end of a worker's script is never told to the page
            asyncio.get_running_loop().call_later(_TOLD_S, self._closed, key)

    def _told_by_fetch(self, key: str, event: dict[str, Any]) -> Hop:
        request = event["request"]
        hop = self.log.next_hop(key, "paused", self._now(), request["url"])
        hop.url, hop.method = hop.url or request["url"], request["method"]
        hop.resource_type = hop.resource_type or event.get("resourceType", "")
        hop.frame_id = hop.frame_id or event.get("frameId", "")
        hop.request_headers = hop.request_headers or tuple(request.get("headers", {}).items())
        hop.request_body = hop.request_body or sent_body(request)
        hop.response_headers = listed_headers(event.get("responseHeaders") or ())
        if "responseStatusCode" in event:
            hop.status = int(event["responseStatusCode"])
            hop.reason = hop.reason or event.get("responseStatusText", "")
        return hop

    def _now(self) -> datetime:
        return self._at + timedelta(seconds=time.monotonic() - self._began)

    def _opened(self, key: str) -> None:
        self._open.add(key)
        self._idle.clear()

    def _closed(self, key: str) -> None:
        self._open.discard(key)
        if not self._open:
            self._idle.set()

    async def _fail(self, event: dict[str, Any], reason: str) -> None:
        await self._session.send(
            "Fetch.failRequest", {"requestId": event["requestId"], "errorReason": reason}
        )

    async def _continue(self, event: dict[str, Any]) -> None:
        await self._session.send("Fetch.continueRequest", {"requestId": event["requestId"]})

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(self._quietly(work))
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    @staticmethod
    async def _quietly(work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except PageUnavailable:
            return  # the page has left, or gone: what it did not get is said when the log is concluded
