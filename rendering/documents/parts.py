"""The parts of a document: title, pieces of text with their places, a picture if there is one."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from storage.layout import Block, Layout

LINE_HEIGHT_PX = 20
"""Of a document that has no picture, a line of text is as high as this."""

MOST_LETTERS = 20_000
"""Of one block that are compared; a text may be one line of many megabytes."""

_MOST_LETTERS_IN_ALL = 4_000_000
_UNSAFE = re.compile(r"[\s>.#:]+")
_LONGEST_NAME = 80
_FOLDED = re.compile(r"[^\S\n]+")
_LINES = re.compile(r"\s*\n\s*")


@dataclass(frozen=True, kw_only=True)
class Piece:
    """One block of a document."""

    path: str
    text: str  # what stands on a line of its own has one
    tag: str = "p"
    links: tuple[str, ...] = ()
    image: str = ""  # the name of what it shows in place of text
    box_px: tuple[float, float, float, float] | None = (
        None  # x, y, width, height on the picture; None: it has none
    )


@dataclass(frozen=True, kw_only=True)
class Parts:
    """A document as it was read."""

    pieces: list[Piece]
    title: str = ""
    png: bytes | None = None
    size_px: tuple[int, int] | None = None  # of the picture
    left_out: list[str] = field(default_factory=list)  # sentences: what a limit cut off
    facts: dict[str, int] = field(default_factory=dict)  # for example the number of pages
    image_digests: dict[str, str] = field(default_factory=dict)  # of what pieces show, by its name


class Unreadable(Exception):
    """A document cannot be read; the message says why, after "a PDF that". A retry does not help."""


@lru_cache(maxsize=4096)
def safe_name(name: str) -> str:
    """A name as it may stand in a path."""
    return _UNSAFE.sub("_", name.strip())[:_LONGEST_NAME] or "_"


def numbered(step: str, number: int) -> str:
    """The step to the element of that number, from 1, among its likes."""
    return f"{step}:nth-of-type({number})"


def folded(text: str) -> str:
    """White space folded, line breaks kept."""
    return _LINES.sub("\n", _FOLDED.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))).strip()


def storable(text: str) -> str:
    """Text that every database and file takes: no NUL, no half of a surrogate pair."""
    return text.replace("\0", "").encode("utf-8", "replace").decode()


def text_of(parts: Parts) -> str:
    """The whole text, one piece after another."""
    return storable("\n".join(piece.text for piece in parts.pieces if piece.text))


def layout_of(parts: Parts, *, width_px: int, most_blocks: int) -> Layout:
    """The pieces as blocks, on their picture or one below the other, at most so many."""
    width, top = parts.size_px or (width_px, 0)
    blocks = []
    for piece in compared(parts, most_blocks):
        lines_px = LINE_HEIGHT_PX * (piece.text[:MOST_LETTERS].count("\n") + 1)
        box = piece.box_px or (0.0, float(top), float(width), float(lines_px))
        top += 0 if piece.box_px else lines_px
        blocks.append(_block(piece, box))
    images = tuple(block.images[0] for block in blocks if block.images)
    links = dict.fromkeys(link for block in blocks for link in block.links)
    return Layout(
        width_px=width,
        height_px=top,
        blocks=tuple(blocks),
        links=tuple(links),
        images=images,
        image_digests={name: parts.image_digests[name] for name in images},
    )


def compared(parts: Parts, most_blocks: int) -> list[Piece]:
    """The pieces that are compared: the first ones."""
    letters, found = 0, []
    for piece in parts.pieces[:most_blocks]:
        letters += min(len(piece.text), MOST_LETTERS)
        if letters > _MOST_LETTERS_IN_ALL:
            break
        found.append(piece)
    return found


def _block(piece: Piece, box: tuple[float, float, float, float]) -> Block:
    x, y, width, height = box
    return Block(
        path=storable(piece.path),
        tag=piece.tag,
        x_px=x,
        y_px=y,
        width_px=width,
        height_px=height,
        text=storable(piece.text[:MOST_LETTERS]),
        links=tuple(map(storable, piece.links)),
        images=(piece.image,) if piece.image else (),
        linked_chars=0,  # none of it is furniture
    )
