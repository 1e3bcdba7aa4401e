"""The visible frames of a page, and their documents as parts of it.

All frames of a page run in one process (``rendering.browser``), so one session reaches every one of them. The browser
tells which element shows a frame, in closed shadow trees too; a frame that nobody can see (hidden, of no size, beside
the page) is left out. ``composed`` makes one document of the page's and its frames': the stored DOM has a frame's DOM
in the attribute ``srcdoc`` of its element, with its address in ``data-pagetide-frame``.
"""

from __future__ import annotations

import asyncio
import html
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rendering.errors import PageUnavailable
from rendering.page_session import PageSession

MOST_FRAMES = 100
"""Frames read of one page, those in the outer documents first."""

_TIMEOUT_S = 5.0
_NOT_OF_THE_PAGE = ("chrome-error:", "chrome-extension:")  # what the browser shows where nothing came
_NO_DOCUMENTS = ("application/pdf",)  # shown by a viewer of the browser's own
_MARK = """function (id) {
  const frames = globalThis.pagetideFrames ??= new Map();
  const { right, bottom, width, height } = this.getBoundingClientRect();
  const isShown = this.isConnected && this.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && width > 2 && height > 2 && right + scrollX > 0 && bottom + scrollY > 0;
  if (isShown) frames.set(this, id);
  else frames.delete(this);
  return isShown ? Math.max(width * height / (innerWidth * innerHeight), 1e-9) : 0;
}"""

Told = dict[str, Any]
"""What ``scripts/layout.js`` tells of a document."""


@dataclass(frozen=True, kw_only=True)
class InnerFrame:
    """A frame inside a page, and the document it shows."""

    frame_id: str
    url: str
    share: float  # of the window of the document that it is in


@dataclass(frozen=True, kw_only=True)
class ShownFrames:
    """The frames that a visitor sees, outer ones first; their elements are marked for ``scripts/layout.js``."""

    frames: tuple[InnerFrame, ...] = ()
    left_out: int = 0  # beyond ``MOST_FRAMES``


@dataclass(kw_only=True)
class FrameDocuments:
    """What was read of the frames, by frame id."""

    told: dict[str, Told] = field(default_factory=dict)
    urls: dict[str, str] = field(default_factory=dict)
    heights: dict[str, int] = field(default_factory=dict)
    """Of the documents, with what scrolls in them as high as what is in it."""
    opened: dict[str, dict[str, int]] = field(default_factory=dict)
    """Frames in which something scrolls, and the heights that were known then."""

    def add(self, frame_id: str, told: Told) -> None:
        """Keep what was read of a frame, and of the frames in it before."""
        if told["opened"]:
            self.opened[frame_id] = dict(self.heights)
        self.told[frame_id], self.urls[frame_id] = told, told["url"]
        self.heights[frame_id] = max(told["layout"]["height_px"], self.needed_height(told))

    def needed_height(self, told: Told) -> int:
        """How high the window of a frameset must be for what is in its frames; 0 for other documents."""
        if not told["is_frameset"]:
            return 0
        ends = (place["y_px"] + self.heights.get(place["id"], 0) for place in told["frames"])
        return round(max(ends, default=0))


def frame_ids(tree: Mapping[str, Any]) -> list[str]:
    """The ids of all frames of a ``Page.getFrameTree``, the main one first."""
    inner = [frame_id for child in tree.get("childFrames", ()) for frame_id in frame_ids(child)]
    return [tree["frame"]["id"], *inner]


async def shown_frames(session: PageSession) -> ShownFrames:
    """Find and mark the frames to read, document by document; a frame in a hidden one is hidden."""
    tree = (await session.send("Page.getFrameTree", timeout_s=_TIMEOUT_S))["frameTree"]
    found: list[InnerFrame] = []
    outer, left_out = [tree], 0
    while outer:
        inner = [(parent, child) for parent in outer for child in parent.get("childFrames", ())]
        shares = await asyncio.gather(*(_share(session, parent, child) for parent, child in inner))
        shown = [(child, share) for (_, child), share in zip(inner, shares, strict=True) if share > 0]
        room = MOST_FRAMES - len(found)
        left_out += max(len(shown) - room, 0)
        outer = [child for child, _ in shown[:room]]
        found += [
            InnerFrame(frame_id=child["frame"]["id"], url=child["frame"]["url"], share=share)
            for child, share in shown[:room]
        ]
    return ShownFrames(frames=tuple(found), left_out=left_out)


async def _share(session: PageSession, parent: Mapping[str, Any], child: Mapping[str, Any]) -> float:
    """Mark the element that shows a frame, and say how much it takes; 0 where a visitor sees nothing of it."""
    frame = child["frame"]
    if frame["url"].startswith(_NOT_OF_THE_PAGE) or frame.get("mimeType") in _NO_DOCUMENTS:
        return 0
    try:
        owner = await session.send("DOM.getFrameOwner", {"frameId": frame["id"]}, timeout_s=_TIMEOUT_S)
        marked = await session.ask_node(
            _MARK, owner["backendNodeId"], frame["id"], frame_id=parent["frame"]["id"], timeout_s=_TIMEOUT_S
        )
    except PageUnavailable:
        return 0
    return float(marked)


def composed(page: Told, documents: FrameDocuments, max_blocks: int) -> Told:
    """The page with the documents of its frames in their places.

    A frame's text follows that of the document it is in. Its blocks stand in the order in which the page is read, with
    paths that go on from the frame's own, moved to the frame's place and cut off at its edges: what lies beyond an
    edge has no size.
    """
    inner = [(place, _inside(place, documents, max_blocks)) for place in page["frames"]]
    read = [(place, told) for place, told in inner if told is not None]
    layout = page["layout"]
    blocks = _merged(layout["blocks"], read)
    return {
        **page,
        "html": _with_documents(page["html"], inner, documents.urls),
        "html_length": page["html_length"] + sum(told["html_length"] for _, told in read),
        "text": "\n".join(text for text in (page["text"], *(told["text"] for _, told in read)) if text),
        "drawn": page["drawn"] or any(told["drawn"] for _, told in read),
        "cut": page["cut"] or any(told["cut"] for _, told in read) or len(blocks) > max_blocks,
        "layout": {
            **layout,
            "blocks": blocks[:max_blocks],
            "links": _each_once(layout["links"], (told["layout"]["links"] for _, told in read)),
            "images": _each_once(layout["images"], (told["layout"]["images"] for _, told in read)),
        },
    }


def _inside(place: Mapping[str, Any], documents: FrameDocuments, max_blocks: int) -> Told | None:
    """The document of a frame, its own frames in it; None where it could not be read."""
    told = documents.told.pop(place["id"], None)  # each once: a document cannot be in two places
    return None if told is None else composed(told, documents, max_blocks)


def _merged(outer: Iterable[Told], read: Iterable[tuple[Mapping[str, Any], Told]]) -> list[Told]:
    """The blocks of a document and its frames in reading order; ``place["block"]``: how many come before a frame."""
    blocks, merged, taken = list(outer), [], 0
    for place, told in read:
        merged += blocks[taken : place["block"]]
        taken = max(taken, place["block"])
        move = _mover(place, told)
        merged += [move(block) for block in told["layout"]["blocks"]]
    return merged + blocks[taken:]


def _mover(place: Mapping[str, Any], told: Told) -> Callable[[Told], Told]:
    left, top = place["x_px"], place["y_px"]
    right, bottom = left + place["width_px"], top + place["height_px"]
    off_x, off_y = left - told["scroll"]["x"], top - told["scroll"]["y"]

    def moved(block: Told) -> Told:
        x, y = block["x_px"] + off_x, block["y_px"] + off_y
        x_end, y_end = min(x + block["width_px"], right), min(y + block["height_px"], bottom)
        x, y = min(max(x, left), right), min(max(y, top), bottom)
        is_seen = x_end > x and y_end > y
        return {
            **block,
            "path": f"{place['path']}>html>{block['path']}",
            "x_px": round(x, 2),
            "y_px": round(y, 2),
            "width_px": round(x_end - x, 2) if is_seen else 0,
            "height_px": round(y_end - y, 2) if is_seen else 0,
        }

    return moved


def _with_documents(
    markup: str, inner: Iterable[tuple[Mapping[str, Any], Told | None]], urls: Mapping[str, str]
) -> str:
    """The DOM with each frame's DOM where ``scripts/layout.js`` has left a mark; what it had, where none was read."""
    for place, told in inner:
        if told is not None:
            attributes = {"data-pagetide-frame": urls[place["id"]], "srcdoc": told["html"]}
        else:
            attributes = {} if place["srcdoc"] is None else {"srcdoc": place["srcdoc"]}
        written = "".join(f' {name}="{html.escape(value)}"' for name, value in attributes.items())
        markup = markup.replace(f' data-pagetide-frame="{place["id"]}"', written, 1)
    return markup


def _each_once(own: Iterable[str], more: Iterable[Iterable[str]]) -> list[str]:
    return list(dict.fromkeys([*own, *(item for items in more for item in items)]))
