"""``Fetch`` pauses of one channel: each response stops here before the page gets it, for its body's sake.

Requests are stopped too where not every one may leave as it is: with ``allowed_hosts``, with what lets a visit in
(``access``), and once half of the capture's budget is used, so that the limits hold to the request and ordinary pages
do not pay for them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from rendering.errors import PageRefused, PageUnresponsive
from rendering.recording.channels import Channel
from rendering.recording.exchange_log import Hop, listed_headers, sent_body
from rendering.recording.recorder_state import Recording
from rendering.settings import is_refused

_TOLD_S = 0.1  # between a body and the event that it has ended
_ANSWERS = [{"urlPattern": "*", "requestStage": "Response"}]
_ALL = [*_ANSWERS, {"urlPattern": "*", "requestStage": "Request"}]

BeforeLeaving = Callable[[Hop], Awaitable[None]]


async def shut(channel: Channel, *, timeout_s: float = 20.0) -> None:
    """Let nothing more out of the page or a worker; it hears of each refusal at once, without a question to us."""
    await channel.send("Network.setBlockedURLs", {"urls": ["*"]}, timeout_s=timeout_s)


class Listening(Protocol):
    """Waits until what workers do with the answer of a URL will be heard."""

    async def __call__(self, url: str, *, is_a_workers: bool) -> None:
        """Wait, at most about a second; ``is_a_workers``: a worker that runs has asked for it."""


class Interception:
    """Stops the responses of the page, or of one of its workers."""

    def __init__(
        self, recording: Recording, channel: Channel, before_leaving: BeforeLeaving, listening: Listening
    ) -> None:
        self._recording = recording
        self._channel = channel
        self._before_leaving = before_leaving
        self._listening = listening

    async def start(self) -> None:
        """Begin to stop responses."""
        self._channel.on("Fetch.requestPaused", self._on_paused)
        recording = self._recording
        guarded = recording.settings.allowed_hosts is not None or recording.half_used.is_set()
        guarded = guarded or recording.access is not None
        await self._channel.send("Fetch.enable", {"patterns": _ALL if guarded else _ANSWERS})

    async def guard(self) -> None:
        """Stop requests, too, from now on."""
        await self._channel.send("Fetch.enable", {"patterns": _ALL})

    def _on_paused(self, event: dict[str, Any]) -> None:
        answered = "responseStatusCode" in event or "responseErrorReason" in event
        if self._recording.finished:
            self._recording.spawn(self._continue(event))
        else:
            self._recording.spawn(self._answered(event) if answered else self._asked(event))

    async def _asked(self, event: dict[str, Any]) -> None:
        """Let a request go out, or refuse it."""
        url, key = event["request"]["url"], event.get("networkId") or event["requestId"]
        hop = self._recording.hop(key, "asked", url)
        if hop is None:
            await self._fail(event, "BlockedByClient")
            return
        hop.url = hop.url or url
        if is_refused(self._recording.settings, url):
            hop.error = "refused: its host is not among the allowed hosts"
            await self._fail(event, "BlockedByClient")
        else:
            await self._let_out(event)

    async def _answered(self, event: dict[str, Any]) -> None:
        """Take a response's body, then let the page have it."""
        key = event.get("networkId") or event["requestId"]
        hop = self._told(key, event)
        if hop is None:
            await self._fail(event, "BlockedByClient")
            return
        # the page has told of what it asked for itself; of what a worker imports nobody tells
        is_a_workers = not hop.announced and hop.resource_type != "Script"
        await self._listening(hop.url, is_a_workers=is_a_workers)
        let_go = False
        try:
            if "responseErrorReason" in event:
                hop.fetch_error = event["responseErrorReason"]
                if hop.status is None:
                    # not the end: the browser may try again under the same id, as it does with fonts
                    self._recording.log.skip(key, "paused", -1)
            elif not (hop.is_redirect or hop.needs_no_body):
                let_go = await self._take_body(key, hop, event)
        except PageUnresponsive:
            limit_s = self._recording.settings.load_timeout_s
            hop.truncated, hop.error = "time", f"its body was not complete within {limit_s:.0f} s"
            self._recording.closed(key)
            await self._fail(event, "TimedOut")
            return
        except PageRefused as refusal:
            hop.lost = f"its body could not be had: {refusal}"
        if not let_go:
            await self._go_on(key, hop, event)

    async def _take_body(self, key: str, hop: Hop, event: dict[str, Any]) -> bool:
        """Keep the body, where it is held for that; whether the page has been given the answer already.

        The browser gives an answer to the page only when all who asked for its body have it, so it can be let go in
        the same breath; but not a document that takes another's place, of which there is something to take first.
        """
        bodies, let_go = self._recording.bodies, False
        if await bodies.is_held(hop):
            holding = bodies.hold(self._channel, hop, event["requestId"])
            replaces = hop.resource_type == "Document" and hop.frame_id == self._recording.main_frame_id
            let_go = not replaces or len(self._recording.log.last_hops()) == 1
            await (asyncio.gather(holding, self._continue(event)) if let_go else holding)
        if hop.endless:
            self._recording.closed(key)
        elif hop.body is not None:
            # the end of a worker's script is never told to the page
            asyncio.get_running_loop().call_later(_TOLD_S, self._recording.closed, key)
        self._recording.weigh()
        return let_go

    async def _go_on(self, key: str, hop: Hop, event: dict[str, Any]) -> None:
        """Let the page have the answer; a document that was not held is followed from its first byte."""
        is_document = hop.resource_type == "Document" and not hop.is_redirect
        if is_document and hop.frame_id == self._recording.main_frame_id:
            await self._before_leaving(hop)
            self._recording.left_for(key)
        if is_document and not (hop.is_held or hop.needs_no_body or hop.fetch_error):
            following = self._recording.bodies.follow(self._channel, key, hop)
            await asyncio.gather(self._continue(event), following)
        else:
            await self._continue(event)

    def _told(self, key: str, event: dict[str, Any]) -> Hop | None:
        request, hop = event["request"], self._recording.known(key)
        broke_off = "responseErrorReason" in event and hop is not None and hop.status is not None
        if not broke_off or hop is None or hop.is_redirect:
            hop = self._recording.hop(key, "paused", request["url"])
        if hop is None or broke_off:
            return hop
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

    async def _fail(self, event: dict[str, Any], reason: str) -> None:
        await self._channel.send(
            "Fetch.failRequest", {"requestId": event["requestId"], "errorReason": reason}
        )

    async def _let_out(self, event: dict[str, Any]) -> None:
        """Let a request go out, with what lets it in where that is for it, and without where it is not."""
        access, request = self._recording.access, event["request"]
        if access is None:
            await self._continue(event)
            return
        told = tuple(request.get("headers", {}).items())
        headers = access.headers_for(request["url"], told)
        given = [{"name": name, "value": value} for name, value in headers]
        changed = {} if headers == told else {"headers": given}
        await self._channel.send("Fetch.continueRequest", {"requestId": event["requestId"], **changed})

    async def _continue(self, event: dict[str, Any]) -> None:
        await self._channel.send("Fetch.continueRequest", {"requestId": event["requestId"]})
