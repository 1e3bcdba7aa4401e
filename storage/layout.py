"""The layout of a rendered page: blocks, links and images, stored as JSON under ``Role.LAYOUT``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

SCREENSHOT_FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "AVIF")
"""What Pillow may take a screenshot for: archives come from anybody, and for EPS, say, it runs a program."""


@dataclass(frozen=True, kw_only=True)
class Block:
    """One block of the rendered page, with a path that survives changes elsewhere; in a closed fold it has no size."""

    path: str  # for example "body>main#lead>h1"
    tag: str
    x_px: float
    y_px: float
    width_px: float
    height_px: float
    text: str = ""  # own visible text, white space folded; in lines, as the page shows it
    links: tuple[str, ...] = ()
    images: tuple[str, ...] = ()
    linked_chars: int | None = None  # of the text, inside links; None: captured before this was counted


@dataclass(frozen=True, kw_only=True)
class Layout:
    """Where things stand on the rendered page."""

    width_px: int = 0
    height_px: int = 0
    blocks: tuple[Block, ...] = ()
    links: tuple[str, ...] = ()  # absolute URLs, document order, without duplicates
    images: tuple[str, ...] = ()
    image_digests: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Image URL without its fragment -> "sha256:..." of what was received under it; where nothing whole was, none."""

    def to_json(self) -> str:
        """Compact JSON; ``from_json`` reads it back."""
        return json.dumps(asdict(self), separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str | bytes) -> Layout:
        """The layout that ``to_json`` wrote, or an older version of it, which knew no digests."""
        return cls.of(json.loads(text))

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> Layout:
        """From JSON-able values, as ``to_json`` writes them and the browser tells them."""
        blocks = tuple(
            Block(**{**block, "links": tuple(block["links"]), "images": tuple(block["images"])})
            for block in told["blocks"]
        )
        return cls(
            width_px=told["width_px"],
            height_px=told["height_px"],
            blocks=blocks,
            links=tuple(told["links"]),
            images=tuple(told["images"]),
            image_digests=told.get("image_digests", {}),
        )
