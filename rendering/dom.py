"""The rendered document: DOM, visible text, and where its blocks, links and images stand.

One question to the page (``scripts/freeze.js``, then ``scripts/layout.js``), so that all parts are of one moment, after
one to each frame inside it.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass

from rendering.errors import PageUnavailable
from rendering.frames import FrameDocuments, ShownFrames, composed, shown_frames
from rendering.page_session import PageSession, read_script
from storage.layout import Layout

MAX_BLOCKS = 5000

_FREEZE = read_script("freeze.js")
_LAYOUT = read_script("layout.js")
_SNAPSHOT = f"async (argument) => {{ await ({_FREEZE})(argument); return ({_LAYOUT})(argument); }}"
_FREEZE_MS = 3000  # how long films may take to go back to their first picture
_FREEZE_S = 5.0
_FRAMES_S = 10.0  # for the documents of all frames together
_FRAME_S = 5.0


@dataclass(frozen=True, kw_only=True)
class RenderedDocument:
    """A document as it was rendered."""

    html: str
    text: str
    title: str
    content_type: str
    url: str
    is_drawn: bool  # has anything to see besides text
    is_cut: bool  # has more blocks than are kept
    layout: Layout
    dom_length: int | None = None  # characters of the whole DOM, where it was cut
    frames: int = 0  # whose documents are in it
    unread: tuple[str, ...] = ()  # addresses of frames that a visitor sees and that did not answer
    frames_left_out: int = 0  # beyond the number that is read

    @property
    def is_empty(self) -> bool:
        """Whether a visitor sees nothing."""
        return not self.is_drawn and not self.text.strip()


async def rendered_document(
    session: PageSession, frame_id: str, timeout_s: float, max_bytes: int, *, is_framed: bool = False
) -> RenderedDocument:
    """Stop what moves on the page, and read it; DOM and text of at most ``max_bytes`` each, in UTF-8.

    ``is_framed``: there are frames inside it, which are read too. One that does not answer is named in ``unread``.
    """
    shown = await _shown(session) if is_framed else ShownFrames()
    documents = await _frame_documents(session, shown, max_bytes)
    read = len(documents.told)
    unread = tuple(frame.url for frame in shown.frames if frame.frame_id not in documents.told)
    told = await session.ask(_SNAPSHOT, _argument(max_bytes), frame_id=frame_id, timeout_s=timeout_s)
    told = composed(told, documents, MAX_BLOCKS)
    html, text = _cut(told["html"], max_bytes), _cut(told["text"], max_bytes)
    # lengths of scripts are in units of UTF-16, of which an emoji has two: they are compared among themselves
    is_whole = told["html_length"] <= max_bytes and html == told["html"]
    return RenderedDocument(
        html=html,
        text=text,
        dom_length=None if is_whole else told["html_length"],
        title=told["title"],
        content_type=told["content_type"],
        url=told["url"],
        is_drawn=told["drawn"],
        is_cut=told["cut"],
        layout=Layout.of(told["layout"]),
        frames=read,
        unread=unread,
        frames_left_out=shown.left_out,
    )


async def _shown(session: PageSession) -> ShownFrames:
    """The frames to read, and what moves in them stopped."""
    shown = await shown_frames(session)
    await asyncio.gather(*(_freeze(session, frame.frame_id) for frame in shown.frames))
    return shown


async def _frame_documents(session: PageSession, shown: ShownFrames, max_bytes: int) -> FrameDocuments:
    """Read the frames one after the other, all of them together within the time and the length of one page."""
    documents, ends_at, room = FrameDocuments(), time.monotonic() + _FRAMES_S, max_bytes
    for frame in shown.frames:
        limit_s = min(ends_at - time.monotonic(), _FRAME_S)
        if limit_s <= 0 or room <= 0:
            break
        try:
            told = await session.ask(_LAYOUT, _argument(room), frame_id=frame.frame_id, timeout_s=limit_s)
        except PageUnavailable:
            continue
        documents.told[frame.frame_id], documents.urls[frame.frame_id] = told, told["url"]
        room -= len(told["html"])
    return documents


def _argument(max_length: int) -> dict[str, int]:
    return {"maxBlocks": MAX_BLOCKS, "maxLength": max_length, "limitMs": _FREEZE_MS}


def _cut(text: str, max_bytes: int) -> str:
    """As much of a text as fits; a character is not cut through."""
    encoded = text.encode("utf-8", "surrogatepass") if len(text) * 4 > max_bytes else b""
    return text if len(encoded) <= max_bytes else encoded[:max_bytes].decode("utf-8", "ignore")


async def _freeze(session: PageSession, frame_id: str) -> None:
    try:
        await session.ask(_FREEZE, {"limitMs": _FREEZE_MS}, frame_id=frame_id, timeout_s=_FREEZE_S)
    except PageUnavailable:
        return  # a frame that went away moves no more
