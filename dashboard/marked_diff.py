"""The diff of a comparison: what counted in colour, noise in grey, each with its reason and place."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from changemodel.change.novelty import RARE
from dashboard.presenters import clean, percent
from storage.layout import Block, Layout
from storage.records import StoredScore
from storage.score_explanation import ChangedBlock, ScoreExplanation

MOST_MARKS = 24
_AROUND = 6  # words shown beside what changed
_LONGEST_WORDS = 400  # of a block that are compared word by word
_LIKELY = 0.5  # chance above which other pages' experience makes a sentence news

KINDS = {
    "text": "new words",
    "numbers": "only numbers",
    "removed": "words gone",
    "links": "leads elsewhere, or shows another picture",
    "outline": "another rank of heading",
}
Box = tuple[float, float, float, float]
_Said = Sequence[tuple[Block, set[str]]]
"""The blocks of a page with their words."""


@dataclass(frozen=True, kw_only=True)
class Piece:
    """Words of a block that stayed, came or went; ``cut``: others were left out here."""

    kind: str  # "same", "added", "removed" or "cut"
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class Mark:
    """One block that changed. The boxes, in CSS pixels, are where it stands before and after."""

    counts: bool
    what: str
    reason: str
    pieces: tuple[Piece, ...]
    before: Box | None = None
    after: Box | None = None

    @property
    def pointed_at(self) -> str:
        """What it says, short: the note of a verdict that points at it."""
        told = " ".join(piece.text for piece in self.pieces if piece.kind in ("added", "removed"))
        return told[:120] or self.what


@dataclass(frozen=True, kw_only=True)
class Outline:
    """Rectangles over a screenshot of ``width_px`` x ``height_px``."""

    width_px: int
    height_px: int
    boxes: tuple[Box, ...]


def marks_of(score: StoredScore | None, before: Layout | None, after: Layout | None) -> tuple[Mark, ...]:
    """The blocks that changed, those that counted first."""
    told: ScoreExplanation = {} if score is None else score.explanation
    likely = [
        _words(str(item.get("text", "")))
        for item in told.get("sentences", ())
        if float(item.get("chance") or 0.0) > _LIKELY
    ]
    pages = _said_by(before), _said_by(after)
    marks = [_mark(item, likely, pages) for item in told.get("blocks", ())[:MOST_MARKS]]
    return tuple(sorted(marks, key=lambda mark: not mark.counts))


def outline(boxes: Iterable[Box | None], width_px: int, height_px: int) -> Outline | None:
    """The boxes that begin within a screenshot; None where there are none."""
    inside = tuple(box for box in boxes if box is not None and box[0] < width_px and box[1] < height_px)
    return Outline(width_px=width_px, height_px=height_px, boxes=inside) if inside else None


def changed_words(old: str, new: str) -> tuple[Piece, ...]:
    """The words of two texts with what came and went between them."""
    before, after = old.split()[:_LONGEST_WORDS], new.split()[:_LONGEST_WORDS]
    pieces: list[Piece] = []
    for kind, i1, i2, j1, j2 in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "equal":
            pieces += _shortened(after[j1:j2], first=not pieces, last=j2 == len(after) and i2 == len(before))
            continue
        pieces += [Piece(kind="removed", text=" ".join(before[i1:i2]))] * (i2 > i1)
        pieces += [Piece(kind="added", text=" ".join(after[j1:j2]))] * (j2 > j1)
    return tuple(pieces)


def _shortened(words: Sequence[str], *, first: bool, last: bool) -> list[Piece]:
    """Words that stayed, without those far from what changed."""
    head, tail = 0 if first else _AROUND, 0 if last else _AROUND
    if len(words) <= head + tail:
        return [Piece(kind="same", text=" ".join(words))]
    begins = [Piece(kind="same", text=" ".join(words[:head]))] * (head > 0)
    ends = [Piece(kind="same", text=" ".join(words[-tail:]))] * (tail > 0)
    return [*begins, Piece(kind="cut"), *ends]


def _said_by(layout: Layout | None) -> _Said:
    return () if layout is None else [(block, _words(block.text)) for block in layout.blocks]


def _mark(told: ChangedBlock, likely: Sequence[set[str]], pages: tuple[_Said, _Said]) -> Mark:
    added, removed = (clean(str(told.get(name) or "")) for name in ("added", "removed"))
    path = str(told.get("path", ""))
    blocks = [_block(said, path, words) for said, words in zip(pages, (removed, added), strict=True)]
    counts, reason = _judged(told, likely, _words(f"{added} {removed}"))
    kind = str(told.get("kind", ""))
    return Mark(
        counts=counts,
        what=KINDS.get(kind, clean(kind)),
        reason=reason,
        pieces=_pieces(blocks, added, removed),
        before=_box(blocks[0]),
        after=_box(blocks[1]),
    )


def _judged(told: ChangedBlock, likely: Sequence[set[str]], words: set[str]) -> tuple[bool, str]:
    """Whether a block counted, and why."""
    chance = told.get("chance")
    if told.get("furniture"):
        return False, "navigation"
    if chance is None:
        return False, "does not count as news"
    usual = "what was here before returns" if told.get("returns") else f"comes at {percent(chance)} of visits"
    decided_without_history = any(
        len(words & sentence) * 2 > len(sentence) for sentence in likely if sentence
    )
    if chance >= RARE and not decided_without_history:
        return False, usual
    return True, f"{usual}; on other pages such words are news" if decided_without_history else usual


def _pieces(blocks: Sequence[Block | None], added: str, removed: str) -> tuple[Piece, ...]:
    """Word by word where both texts are known and say what the score says, else what the score says."""
    before, after = blocks
    if before is not None and after is not None and (before.text, before.path) != (after.text, after.path):
        return changed_words(clean(before.text), clean(after.text))
    return (
        *[Piece(kind="removed", text=removed)] * bool(removed),
        *[Piece(kind="added", text=added)] * bool(added),
    )


def _block(said: _Said, path: str, words: str) -> Block | None:
    """The block of that path, if it says these words; else the shortest that does."""
    wanted = _words(words)
    saying = [block for block, told in said if wanted <= told]
    here = next((block for block in saying if block.path == path), None)
    return here or (min(saying, key=lambda block: len(block.text), default=None) if wanted else None)


def _box(block: Block | None) -> Box | None:
    if block is None or block.width_px <= 0 or block.height_px <= 0:
        return None
    return block.x_px, block.y_px, block.width_px, block.height_px


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", clean(text).casefold()))
