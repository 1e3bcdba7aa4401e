"""The rendered document: DOM, visible text, and where its blocks, links and images stand.

One question to the page (``scripts/freeze.js``, then ``scripts/layout.js``), so that all parts are of one moment.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rendering.errors import PageUnavailable
from rendering.page_session import PageSession, read_script
from storage.layout import Layout

MAX_BLOCKS = 5000

_FREEZE = read_script("freeze.js")
_SNAPSHOT = (
    f"async (argument) => {{ await ({_FREEZE})(argument); return ({read_script('layout.js')})(argument); }}"
)
_FREEZE_MS = 3000  # how long films may take to go back to their first picture


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

    @property
    def is_empty(self) -> bool:
        """Whether a visitor sees nothing."""
        return not self.is_drawn and not self.text.strip()


async def freeze_frames(session: PageSession, main_frame_id: str, timeout_s: float) -> None:
    """Stop what moves in the frames inside the page."""
    tree = (await session.send("Page.getFrameTree", timeout_s=timeout_s))["frameTree"]
    inner = [frame_id for frame_id in frame_ids(tree) if frame_id != main_frame_id]
    await asyncio.gather(*(_freeze(session, frame_id, timeout_s) for frame_id in inner))


async def rendered_document(
    session: PageSession, frame_id: str, timeout_s: float, max_bytes: int
) -> RenderedDocument:
    """Stop what moves on the page, and read it; DOM and text of at most ``max_bytes`` each, in UTF-8."""
    argument = {"maxBlocks": MAX_BLOCKS, "maxLength": max_bytes, "limitMs": _FREEZE_MS}
    told = await session.ask(_SNAPSHOT, argument, frame_id=frame_id, timeout_s=timeout_s)
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
    )


def frame_ids(tree: Mapping[str, Any]) -> list[str]:
    """The ids of all frames of a ``Page.getFrameTree``, the main one first."""
    inner = [frame_id for child in tree.get("childFrames", ()) for frame_id in frame_ids(child)]
    return [tree["frame"]["id"], *inner]


def _cut(text: str, max_bytes: int) -> str:
    """As much of a text as fits; a character is not cut through."""
    encoded = text.encode("utf-8", "surrogatepass") if len(text) * 4 > max_bytes else b""
    return text if len(encoded) <= max_bytes else encoded[:max_bytes].decode("utf-8", "ignore")


async def _freeze(session: PageSession, frame_id: str, timeout_s: float) -> None:
    try:
        await session.ask(_FREEZE, {"limitMs": _FREEZE_MS}, frame_id=frame_id, timeout_s=timeout_s)
    except PageUnavailable:
        return  # a frame that went away moves no more
