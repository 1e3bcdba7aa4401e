"""The rendered document: DOM, visible text, and where its blocks, links and images stand.

One question to the page (``scripts/freeze.js``, then ``scripts/layout.js``), so that all parts are of one moment, after
one to each frame inside it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from rendering.capture.frames import FrameDocuments, ShownFrames, composed, shown_frames
from rendering.errors import PageUnavailable
from rendering.page_session import PageSession, read_script
from storage.layout import Layout

MAX_BLOCKS = 5000

_FREEZE = read_script("freeze.js")
_OPENING = f"const scrollersOf = {read_script('scrollers.js')}; const opened = {read_script('opened.js')};"
_LAYOUT = f"""(argument) => {{
  {_OPENING}
  const opening = opened(argument);
  try {{ return ({read_script("layout.js")})(argument, opening); }} finally {{ opening.undo(); }}
}}"""
_OPEN = f"(argument) => {{ {_OPENING} globalThis.pagetideOpening = opened(argument); }}"
_CLOSE = "() => globalThis.pagetideOpening?.undo()"
_SNAPSHOT = f"async (argument) => {{ await ({_FREEZE})(argument); return ({_LAYOUT})(argument); }}"
_FREEZE_MS = 3000  # how long films may take to go back to their first picture
_FREEZE_S = 5.0
_FRAMES_S = 10.0  # for the documents of all frames together
_FRAME_S = 5.0


@dataclass(frozen=True, kw_only=True)
class Window:
    """The window that the page is shown in, in CSS pixels."""

    width_px: int
    height_px: int
    scale: float


@dataclass(frozen=True, kw_only=True)
class DocumentLimits:
    """How much of a document is read."""

    max_bytes: int
    """Longest DOM, and longest text, in UTF-8."""
    max_height_px: int
    """How high a box that scrolls is made for what is in it."""
    window: Window


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
    scrolling: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Frames in which a box scrolls in place of the window, inner ones first, and the heights of the frames in each."""
    is_frameset: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether a visitor sees nothing."""
        return not self.is_drawn and not self.text.strip()


async def rendered_document(
    session: PageSession, frame_id: str, timeout_s: float, limits: DocumentLimits, *, is_framed: bool = False
) -> RenderedDocument:
    """Stop what moves on the page, and read it; DOM and text of at most ``limits.max_bytes`` each, in UTF-8.

    ``is_framed``: there are frames inside it, which are read too. One that does not answer is named in ``unread``.
    """
    document = await _read(session, frame_id, timeout_s, limits, is_framed)
    needed = min(document.layout.height_px, limits.max_height_px)
    if not document.is_frameset or needed <= limits.window.height_px:
        return document
    async with _window_of(session, limits.window, needed):
        return await _read(session, frame_id, timeout_s, limits, is_framed)


async def _read(
    session: PageSession, frame_id: str, timeout_s: float, limits: DocumentLimits, is_framed: bool
) -> RenderedDocument:
    shown, unread = ShownFrames(), ()  # type: tuple[ShownFrames, tuple[str, ...]]
    if is_framed:
        try:
            shown = await _shown(session)
        except PageUnavailable:
            unread = ("all of them",)
    documents = await _frame_documents(session, shown, limits)
    read, max_bytes = len(documents.told), limits.max_bytes
    unread += tuple(frame.url for frame in shown.frames if frame.frame_id not in documents.told)
    argument = _argument(max_bytes, limits, documents.heights)
    told = await session.ask(_SNAPSHOT, argument, frame_id=frame_id, timeout_s=timeout_s)
    opened = {**documents.opened, **({frame_id: documents.heights} if told["opened"] else {})}
    told["layout"]["height_px"] = max(told["layout"]["height_px"], documents.needed_height(told))
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
        scrolling=opened,
        is_frameset=told["is_frameset"],
    )


@asynccontextmanager
async def opened(
    session: PageSession, document: RenderedDocument | None, limits: DocumentLimits
) -> AsyncIterator[None]:
    """For the block, what scrolls in place of the window is as high as what is in it, as the layout says."""
    if document is None:
        yield
    elif document.is_frameset:
        height = min(max(document.layout.height_px, limits.window.height_px), limits.max_height_px)
        async with _window_of(session, limits.window, height), _opened(session, document, limits):
            yield
    else:
        async with _opened(session, document, limits):
            yield


@asynccontextmanager
async def _opened(
    session: PageSession, document: RenderedDocument, limits: DocumentLimits
) -> AsyncIterator[None]:
    try:
        for frame_id, heights in document.scrolling.items():
            argument = {"maxHeight": limits.max_height_px, "heights": dict(heights)}
            await session.ask(_OPEN, argument, frame_id=frame_id, timeout_s=_FRAME_S)
        yield
    finally:
        for frame_id in reversed(list(document.scrolling)):
            with suppress(PageUnavailable):
                await session.ask(_CLOSE, None, frame_id=frame_id, timeout_s=_FRAME_S)


@asynccontextmanager
async def _window_of(session: PageSession, window: Window, height_px: int) -> AsyncIterator[None]:
    """A window of this height for the block: a frameset is always as high as its window."""
    metrics = {"width": window.width_px, "deviceScaleFactor": window.scale, "mobile": False}
    await session.send("Emulation.setDeviceMetricsOverride", {**metrics, "height": height_px})
    try:
        yield
    finally:
        with suppress(PageUnavailable):
            await session.send("Emulation.setDeviceMetricsOverride", {**metrics, "height": window.height_px})


async def _shown(session: PageSession) -> ShownFrames:
    """The frames to read, and what moves in them stopped."""
    shown = await shown_frames(session)
    await asyncio.gather(*(_freeze(session, frame.frame_id) for frame in shown.frames))
    return shown


async def _frame_documents(
    session: PageSession, shown: ShownFrames, limits: DocumentLimits
) -> FrameDocuments:
    """Read the frames one after the other, inner ones first, all within the time and the length of one page."""
    documents, ends_at, room = FrameDocuments(), time.monotonic() + _FRAMES_S, limits.max_bytes
    for frame in reversed(shown.frames):
        limit_s = min(ends_at - time.monotonic(), _FRAME_S)
        if limit_s <= 0 or room <= 0:
            break
        argument = _argument(room, limits, documents.heights)
        try:
            told = await session.ask(_LAYOUT, argument, frame_id=frame.frame_id, timeout_s=limit_s)
        except PageUnavailable:
            continue
        documents.add(frame.frame_id, told)
        room -= len(told["html"])
    return documents


def _argument(max_length: int, limits: DocumentLimits, heights: Mapping[str, int]) -> dict[str, Any]:
    return {
        "maxBlocks": MAX_BLOCKS,
        "maxLength": max_length,
        "maxHeight": limits.max_height_px,
        "heights": dict(heights),
        "limitMs": _FREEZE_MS,
    }


def _cut(text: str, max_bytes: int) -> str:
    """As much of a text as fits; a character is not cut through."""
    encoded = text.encode("utf-8", "surrogatepass") if len(text) * 4 > max_bytes else b""
    return text if len(encoded) <= max_bytes else encoded[:max_bytes].decode("utf-8", "ignore")


async def _freeze(session: PageSession, frame_id: str) -> None:
    try:
        await session.ask(_FREEZE, {"limitMs": _FREEZE_MS}, frame_id=frame_id, timeout_s=_FREEZE_S)
    except PageUnavailable:
        return  # a frame that went away moves no more
