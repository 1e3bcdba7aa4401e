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
from storage.records import Block, Layout

MAX_BLOCKS = 5000

_FREEZE = read_script("freeze.js")
_SNAPSHOT = f"(argument) => {{ ({_FREEZE})(); return ({read_script('layout.js')})(argument); }}"


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

    @property
    def is_empty(self) -> bool:
        """Whether a visitor sees nothing."""
        return not self.is_drawn and not self.text.strip()


async def freeze_frames(session: PageSession, main_frame_id: str, timeout_s: float) -> None:
    """Stop what moves in the frames inside the page."""
    tree = (await session.send("Page.getFrameTree", timeout_s=timeout_s))["frameTree"]
    inner = [frame_id for frame_id in _frame_ids(tree) if frame_id != main_frame_id]
    await asyncio.gather(*(_freeze(session, frame_id, timeout_s) for frame_id in inner))


async def rendered_document(session: PageSession, frame_id: str, timeout_s: float) -> RenderedDocument:
    """Stop what moves on the page, and read it."""
    told = await session.ask(_SNAPSHOT, {"maxBlocks": MAX_BLOCKS}, frame_id=frame_id, timeout_s=timeout_s)
    return RenderedDocument(
        html=told["html"],
        text=told["text"],
        title=told["title"],
        content_type=told["content_type"],
        url=told["url"],
        is_drawn=told["drawn"],
        is_cut=told["cut"],
        layout=_layout(told["layout"]),
    )


def _layout(told: Mapping[str, Any]) -> Layout:
    blocks = tuple(
        Block(**{**block, "links": tuple(block["links"]), "images": tuple(block["images"])})
        for block in told["blocks"]
    )
    return Layout(
        width_px=told["width_px"],
        height_px=told["height_px"],
        blocks=blocks,
        links=tuple(told["links"]),
        images=tuple(told["images"]),
    )


def _frame_ids(tree: Mapping[str, Any]) -> list[str]:
    inner = [frame_id for child in tree.get("childFrames", ()) for frame_id in _frame_ids(child)]
    return [tree["frame"]["id"], *inner]


async def _freeze(session: PageSession, frame_id: str, timeout_s: float) -> None:
    try:
        await session.ask(_FREEZE, None, frame_id=frame_id, timeout_s=timeout_s)
    except PageUnavailable:
        return  # a frame that went away moves no more
