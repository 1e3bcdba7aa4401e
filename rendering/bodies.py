"""Getting the bodies of responses out of the browser, without asking any server again.

Three ways, each for what the others cannot do: holding a response until its body is complete (``Fetch``; sure,
and the only one for documents and workers), asking for it when the page has it (``Network``; text of unknown length,
which a page may read as it comes), and asking for what there is of one that has not ended.
"""

from __future__ import annotations

import asyncio
import base64
from typing import Any

from rendering.errors import PageUnavailable
from rendering.exchange_log import Hop, content_length, header
from rendering.page_session import PageSession
from rendering.settings import RenderingSettings

_ANNOUNCED_S = (0.0, 0.01, 0.04, 0.2)  # how long the event that announces a request may come after its answer
_READ_S = 5.0
_TEXT_TYPES = ("text/", "application/json", "application/javascript", "application/xml")
_ENDLESS_TYPES = frozenset({"EventSource", "WebSocket", "Media", "Ping"})
_ENDLESS_MIMES = ("text/event-stream", "multipart/x-mixed-replace")


def is_endless(hop: Hop) -> bool:
    """Whether no end of it is to be waited for: event streams, sockets, media, beacons."""
    kind = header(hop.headers, "content-type") or hop.mime
    return hop.resource_type in _ENDLESS_TYPES or kind.lower().startswith(_ENDLESS_MIMES)


class BodyReader:
    """Reads bodies of one page's responses into their hops."""

    def __init__(self, session: PageSession, settings: RenderingSettings) -> None:
        self._session = session
        self._settings = settings

    async def take(self, hop: Hop, paused_id: str) -> None:
        """Keep a paused answer from the page until its body is complete, unless the page may want it sooner.

        ``PageUnresponsive`` when it did not become complete in time.
        """
        if is_endless(hop):
            hop.endless = True
            return
        length, limit = content_length(hop.headers), self._settings.max_body_bytes
        if length is not None and length > limit:
            hop.truncated = "length"
            return
        if length is None and hop.resource_type != "Document" and await self._is_pages_text(hop):
            return
        hop.is_held = True
        answer = await self._session.send(
            "Fetch.getResponseBody",
            {"requestId": paused_id},
            timeout_s=self._settings.load_timeout_s,
        )
        hop.keep(_decoded(answer), limit)

    async def _is_pages_text(self, hop: Hop) -> bool:
        """Whether it is text that the page itself asked for; it will be asked for when the page has it."""
        kind = header(hop.headers, "content-type") or "text/plain"
        if not kind.lower().startswith(_TEXT_TYPES):
            return False
        for pause_s in _ANNOUNCED_S:
            await asyncio.sleep(pause_s)
            if hop.announced:
                return True
        return False

    async def read_rest(self, key: str, hop: Hop) -> None:
        """What no event brought until the end."""
        if hop.is_unread:
            await self.read(key, hop)
        elif hop.is_unended:
            await self.read_beginning(key, hop, "time")
        await self._read_sent(key, hop)

    async def read(self, key: str, hop: Hop) -> None:
        """A body that the page has complete, from the page's own memory."""
        try:
            answer = await self._session.send(
                "Network.getResponseBody", {"requestId": key}, timeout_s=_READ_S
            )
        except PageUnavailable as error:
            hop.lost = f"its body could not be had: {error}"
            return
        body = _decoded(answer)
        headers_only = sum(len(name) + len(value) + 4 for name, value in hop.headers) + 100
        if not body and hop.received_bytes > headers_only:
            hop.lost = "its body went to the page as a blob, of which the browser does not tell"
            return
        hop.keep(body, self._settings.max_body_bytes)

    async def read_beginning(self, key: str, hop: Hop, why: str) -> None:
        """What the page has received of a body that has not ended, or broke off."""
        try:
            answer = await self._session.send(
                "Network.streamResourceContent", {"requestId": key}, timeout_s=_READ_S
            )
        except PageUnavailable:
            return  # nothing of it was received; the exchange says that it is not complete
        hop.keep(base64.b64decode(answer.get("bufferedData", "")), self._settings.max_body_bytes)
        hop.truncated = hop.truncated or why

    async def _read_sent(self, key: str, hop: Hop) -> None:
        """The body of a request that was too long for its event."""
        if not hop.request_body_missing or hop.request_body is not None:
            return
        try:
            answer = await self._session.send("Network.getRequestPostData", {"requestId": key}, timeout_s=2)
        except PageUnavailable as error:
            hop.error = hop.error or f"the body sent could not be had: {error}"
            return
        hop.request_body = _decoded({"body": answer["postData"], **answer})


def _decoded(answer: dict[str, Any]) -> bytes:
    body = answer["body"]
    return base64.b64decode(body) if answer.get("base64Encoded") else body.encode()
