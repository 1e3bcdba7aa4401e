"""Getting the bodies of responses out of the browser, without asking any server again.

Three ways, each for what the others cannot do. *Holding* a response until its body is complete (``Fetch``): byte for
byte, and the only way for workers' requests and for what a page reads as a blob. *Following* a body while the page
gets it (``Network.streamResourceContent``): byte for byte too, for what may never end and for documents of unknown
length. *Asking* for it when the page has it (``Network.getResponseBody``): text that a page may read as it comes; the
browser has decoded it by then, so it is encoded again.
"""

from __future__ import annotations

import asyncio
import base64
from typing import Any

from rendering.errors import PageUnavailable
from rendering.recording.budget import CaptureBudget
from rendering.recording.channels import Channel
from rendering.recording.exchange_log import Hop, content_length, encoded_text, header
from rendering.settings import RenderingSettings

_ANNOUNCED_S = (0.0, 0.01, 0.04, 0.2)  # how long the event that announces a request may come after its answer
_READ_S = 5.0
_TEXT_TYPES = ("text/", "application/json", "application/javascript", "application/xml")
_SHOWN_TYPES = ("text/html", "application/xhtml+xml", "text/plain")
_ASKED_BY_SCRIPTS = frozenset({"Fetch", "XHR", "Prefetch", "Other", ""})
_ENDLESS_TYPES = frozenset({"EventSource", "WebSocket", "Media", "Ping"})
_ENDLESS_MIMES = ("text/event-stream", "multipart/x-mixed-replace")


def is_endless(hop: Hop) -> bool:
    """Whether no end of it is to be waited for: event streams, sockets, media, beacons."""
    kind = header(hop.headers, "content-type") or hop.mime
    return hop.resource_type in _ENDLESS_TYPES or kind.lower().startswith(_ENDLESS_MIMES)


class BodyReader:
    """Reads bodies of one page's responses into their hops, within the capture's budget."""

    def __init__(self, settings: RenderingSettings, budget: CaptureBudget) -> None:
        self._settings = settings
        self._budget = budget

    async def is_held(self, hop: Hop) -> bool:
        """Whether a paused answer is kept from the page until its body is complete.

        Marks the hop as endless or as too long where that is known beforehand.
        """
        if is_endless(hop):
            hop.endless = True
            return False
        length, kind = content_length(hop.headers), (header(hop.headers, "content-type") or "").lower()
        if length is not None:
            if length > self._budget.room:
                hop.truncated = "length"
            return length <= self._budget.room
        if hop.resource_type == "Document":
            return not kind.startswith(
                _SHOWN_TYPES
            )  # what is not shown is a download, and never reaches the page
        is_text = (kind or "text/plain").startswith(_TEXT_TYPES)
        return not (is_text and hop.resource_type in _ASKED_BY_SCRIPTS and await _is_announced(hop))

    async def hold(self, channel: Channel, hop: Hop, paused_id: str) -> None:
        """Keep a paused answer from the page until its body is complete.

        ``PageUnresponsive`` when it did not become complete in time.
        """
        hop.is_held = True
        answer = await channel.send(
            "Fetch.getResponseBody", {"requestId": paused_id}, timeout_s=self._settings.load_timeout_s
        )
        self._keep(hop, _decoded(answer, hop))

    async def follow(self, channel: Channel, key: str, hop: Hop) -> None:
        """Have the rest of a body told as it comes, and keep what has come of it."""
        if hop.parts is not None or hop.finished or hop.body is not None:
            return
        parts: list[bytes] = []
        hop.parts = parts
        try:
            answer = await channel.send(
                "Network.streamResourceContent", {"requestId": key}, timeout_s=_READ_S
            )
        except PageUnavailable:
            if not parts:
                hop.parts = None  # too early, or complete already: it will be asked for
            return
        # what comes while the answer is on its way is told after what had come before
        self._add(hop, parts, base64.b64decode(answer.get("bufferedData", "")), first=True)
        if hop.finished and hop.parts is not None:
            hop.join("disconnect" if hop.error else None)

    def add(self, hop: Hop, data: str) -> None:
        """The next piece of a body that is followed, in base64."""
        if hop.parts is not None:
            self._add(hop, hop.parts, base64.b64decode(data))

    async def read_rest(self, channel: Channel, key: str, hop: Hop) -> None:
        """What no event brought until the end."""
        if hop.parts is not None:
            hop.join(None if hop.finished else "time")
        elif hop.is_unread:
            await self.read(channel, key, hop)
        elif hop.is_unended:
            await self.read_beginning(channel, key, hop, "time")
        await self._read_sent(channel, key, hop)

    async def read(self, channel: Channel, key: str, hop: Hop) -> None:
        """A body that the page has complete, from the page's own memory."""
        try:
            answer = await channel.send("Network.getResponseBody", {"requestId": key}, timeout_s=_READ_S)
        except PageUnavailable as error:
            hop.lost = f"its body could not be had: {error}"
            return
        body = _decoded(answer, hop)
        headers_only = sum(len(name) + len(value) + 4 for name, value in hop.headers) + 100
        if not body and hop.received_bytes > headers_only:
            hop.lost = "its body went to the page as a blob, which the browser does not report"
            return
        self._keep(hop, body)

    async def read_beginning(self, channel: Channel, key: str, hop: Hop, why: str) -> None:
        """What the page has received of a body that has not ended, broke off, or is too long."""
        try:
            answer = await channel.send(
                "Network.streamResourceContent", {"requestId": key}, timeout_s=_READ_S
            )
            beginning: bytes | None = base64.b64decode(answer.get("bufferedData", ""))
        except PageUnavailable:
            # nothing of it was received, or all of it by now, and then the page may still have it
            beginning = await self._whole(channel, key, hop) if why == "length" else None
        if hop.body is None and beginning is not None:
            self._keep(hop, beginning)
            hop.cut(why)

    async def _whole(self, channel: Channel, key: str, hop: Hop) -> bytes | None:
        """A body that is complete in the page's memory; None where it is not there."""
        try:
            answer = await channel.send("Network.getResponseBody", {"requestId": key}, timeout_s=_READ_S)
        except PageUnavailable:
            return None  # the exchange says that it is cut
        return _decoded(answer, hop) or None

    def _keep(self, hop: Hop, body: bytes) -> None:
        room = self._budget.room
        hop.keep(body, room)
        self._budget.spend(len(body), min(len(body), room))

    def _add(self, hop: Hop, parts: list[bytes], data: bytes, *, first: bool = False) -> None:
        if hop.truncated == "length" and not first:
            return
        kept = data[: min(self._budget.room, self._budget.max_body_bytes - sum(map(len, parts)))]
        if len(kept) < len(data):
            hop.truncated = "length"
        parts.insert(0 if first else len(parts), kept)
        self._budget.spend(len(data), len(kept))

    async def _read_sent(self, channel: Channel, key: str, hop: Hop) -> None:
        """The body of a request that was too long for its event."""
        if not hop.request_body_missing or hop.request_body is not None:
            return
        try:
            answer = await channel.send("Network.getRequestPostData", {"requestId": key}, timeout_s=2)
        except PageUnavailable as error:
            hop.error = hop.error or f"the body sent could not be had: {error}"
            return
        hop.request_body = _decoded({"body": answer["postData"], **answer}, hop)


async def _is_announced(hop: Hop) -> bool:
    """Whether the page itself asked for it; it can be asked for, then, when the page has it."""
    for pause_s in _ANNOUNCED_S:
        await asyncio.sleep(pause_s)
        if hop.announced:
            return True
    return False


def _decoded(answer: dict[str, Any], hop: Hop) -> bytes:
    body = answer["body"]
    return base64.b64decode(body) if answer.get("base64Encoded") else encoded_text(body, hop)
