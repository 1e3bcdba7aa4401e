"""The comparison of two captures of a page."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from itertools import zip_longest

from dashboard.displacement import Displacement, displacement
from dashboard.element_changes import ElementChanges, element_changes
from dashboard.marked_diff import Mark, Outline, Piece, changed_words, marks_of, outline
from dashboard.overlay import Overlay, Region
from dashboard.presenters import clean, percent
from dashboard.timeline import PlacedMap, map_over, placed_importance
from storage.collection import Collection
from storage.errors import StorageError
from storage.layout import Layout
from storage.queries.labels import Label
from storage.queries.timelines import Neighbours, Point, TimelineQueries
from storage.records import Page, Role, StoredCapture, StoredScore
from storage.score_explanation import ChangedSentence, FileDigests
from storage.what_changed import pictures_lead, what_changed

MOST_REGIONS = 12
MOST_STORIES = 6
MOST_SENTENCES = 6
MOST_ADDRESSES = 60
MOST_LINES_COMPARED = 4000
MOST_LINES_SHOWN = 240
LONGEST_LINE = 400

_PARTS = {"visual": "picture"}


@dataclass(frozen=True, kw_only=True)
class Line:
    """One line of text that one of the two captures has and the other has not."""

    kind: str  # "added", "removed", or "gap" between places of the text
    text: str = ""
    pieces: tuple[
        Piece, ...
    ] = ()  # word by word beside the line in whose place it stands, where they are alike


@dataclass(frozen=True, kw_only=True)
class TextChange:
    """What happened to the visible text."""

    lines: tuple[Line, ...]
    added: int
    removed: int
    cut: bool  # more has changed than is shown, or the text was too long to be compared whole
    unreadable: str = ""  # why there is nothing to show


@dataclass(frozen=True, kw_only=True)
class Addresses:
    """Links or images that came or went."""

    noun: str
    went: str  # "added" or "removed"
    shown: tuple[str, ...]
    hidden: int  # how many more there are

    @property
    def total(self) -> int:
        """All of them."""
        return len(self.shown) + self.hidden


@dataclass(frozen=True, kw_only=True)
class Sentence:
    """A sentence that came or went, and how likely such a one is news, as other pages taught."""

    chance: str
    came: bool
    text: str


@dataclass(frozen=True)
class Today:
    """What the page's model of today would say of a change that another one decided; empty: it was not asked."""

    says: str


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """Everything that is shown of a pair of captures."""

    before: StoredCapture
    after: StoredCapture
    score: StoredScore | None
    change: Overlay | None
    importance: Overlay | None
    placed: tuple[PlacedMap, PlacedMap]  # the importance map over the earlier and over the later screenshot
    addresses: tuple[Addresses, ...]
    text: TextChange
    marks: tuple[Mark, ...]  # the blocks that changed, those that counted first
    displacement: Displacement | None  # what moved between the two
    neighbours: Neighbours
    said: Label | None  # what a person said of this pair
    has_newer_model: bool  # the page has learned another model since this pair was decided

    @property
    def blocks_hidden(self) -> int:
        """How many more changed."""
        told = 0 if self.score is None else self.score.explanation.get("blocks_changed", 0)
        return max(0, int(told) - len(self.marks))

    @property
    def words_lead(self) -> bool:
        """Whether words decided rather than the picture."""
        return (
            self.score is not None and not pictures_lead(self.score) and (self.by_stories or bool(self.marks))
        )

    def outlines(self, capture: StoredCapture, *, counting: bool) -> Outline | None:
        """Where on the screenshot of one of the two the blocks stand that counted, or that were judged noise."""
        profile, is_before = capture.profile, capture.id == self.before.id
        boxes = [mark.before if is_before else mark.after for mark in self.marks if mark.counts is counting]
        return outline(boxes, profile.viewport_width_px, profile.viewport_height_px)

    @property
    def stories(self) -> list[str]:
        """What happened to the stories of a page that lists news, what is worth most first."""
        told = [] if self.score is None else self.score.explanation.get("stories", [])
        return [clean(line) for line in told[:MOST_STORIES]]

    @property
    def by_stories(self) -> bool:
        """Whether these decided."""
        return self.score is not None and "stories" in self.score.explanation.get("by_part", {})

    @property
    def sentences(self) -> list[Sentence]:
        """What came or went in words, the likeliest news first."""
        told = [] if self.score is None else self.score.explanation.get("sentences", [])
        return [_sentence(item) for item in told[:MOST_SENTENCES]]

    @property
    def made_of(self) -> str:
        """What the distance is made of: ``text 80 %, picture 20 %``; empty where only one part was asked."""
        parts = {} if self.score is None else self.score.explanation.get("by_part", {})
        whole = sum(value for value in parts.values() if value > 0)
        if not whole or len(parts) < 2:
            return ""
        told = sorted(((value / whole, name) for name, value in parts.items() if value > 0), reverse=True)
        return ", ".join(f"{_PARTS.get(name, name)} {percent(share)}" for share, name in told)

    @property
    def elapsed(self) -> timedelta:
        """Time between the two."""
        return self.after.started_at - self.before.started_at

    @property
    def regions(self) -> list[Region]:
        """The regions that changed most."""
        return [] if self.change is None else self.change.strongest[:MOST_REGIONS]

    @property
    def region_noise(self) -> dict[tuple[int, int], str]:
        """What regions usually do, by row and column: ``carousel: changed at 9 of 20 visits``."""
        told = [] if self.score is None else self.score.explanation.get("parts", [])
        noise = {(part["row"], part["column"]): part.get("noise") for part in told}
        return {
            cell: f"{what['class']}: changed at {what['changes']} of {what['visits']} visits"
            for cell, what in noise.items()
            if what
        }

    @property
    def shifts_px(self) -> tuple[int, int]:
        """How much lower the learned view's content stands in the earlier and in the later screenshot.

        Regions are compared with moved content put back where it usually stands; what came in above and went again
        is taken to be the exception, so the lower of the two is the one that was moved.
        """
        moved = 0 if self.score is None else self.score.displacement_px
        return max(0, -moved), max(0, moved)

    @property
    def moved(self) -> str:
        """How far content moved, in words; empty when it did not."""
        if self.score is None or self.score.displacement_px == 0:
            return ""
        pixels = self.score.displacement_px
        way = "down" if pixels > 0 else "up"
        return f"content moved {way} by {abs(pixels)} px"

    @property
    def file(self) -> FileDigests | None:
        """The digests of a file of which only the bytes are compared, ``before`` and ``after``."""
        return None if self.score is None else self.score.explanation.get("file")

    @property
    def heading(self) -> str:
        """What the pair is, in two words."""
        if self.score is None:
            return "Two captures"
        if self.file is not None:
            return "The file changed" if self.score.distance else "The same file"
        if self.important is None:
            return "Undecided change"
        return "Important change" if self.important else "Unimportant change"

    @property
    def what(self) -> str:
        """What changed, in a sentence; empty where the two were not compared."""
        return "" if self.score is None else clean(what_changed(self.score))

    @property
    def important(self) -> bool | None:
        """What a person said of the pair, else the score's decision."""
        if self.said is not None:
            return self.said.important
        return None if self.score is None else self.score.important


def pair(
    collection: Collection, queries: TimelineQueries, page: Page, *, before: int | None, after: int | None
) -> tuple[StoredCapture, StoredCapture] | None:
    """The two captures that an address asks for: by default the page's last important change, else the last.

    None when the page has no two captures to compare, or an address names captures of another page.
    """
    if after is None:
        newest = queries.last_important(page.id) or next(iter(_scored(queries, page.id)), None)
        if newest is None or newest.before_id is None:
            return None
        before, after = newest.before_id, newest.id
    later = collection.repository.capture(after)
    earlier = _earlier(collection, later, before)
    if earlier is None or later.page_id != page.id or earlier.page_id != page.id:
        return None
    return (earlier, later) if earlier.started_at <= later.started_at else (later, earlier)


def comparison(
    collection: Collection, queries: TimelineQueries, pair: tuple[StoredCapture, StoredCapture]
) -> Comparison:
    """What is stored of two captures of one page."""
    before, after = pair
    score = collection.repository.score_of(after.id)
    if score is not None and score.before_id != before.id:
        score = None  # the capture was scored against another one
    model = collection.repository.current_model(after.page_id)
    point = queries.point(after.id)
    nowhere = Neighbours(previous=None, next=None, previous_important=None, next_important=None)
    layouts = _layout(collection, before), _layout(collection, after)
    importance = None if model is None else map_over(after, "importance", model.importance)
    placed = (
        placed_importance(collection.repository, before, model),
        placed_importance(collection.repository, after, model),
    )
    return Comparison(
        before=before,
        after=after,
        score=score,
        change=None if score is None else map_over(after, "change", score.regions),
        importance=importance,
        placed=placed,
        addresses=() if score is None else addresses(score),
        text=text_change(collection, before, after),
        marks=marks_of(score, *layouts),
        displacement=displacement(*layouts, placed[1].drawn or importance),
        neighbours=nowhere if point is None else queries.neighbours(point),
        said=collection.repository.label_of(before, after),
        has_newer_model=score is not None and model is not None and score.model_id != model.id,
    )


def _layout(collection: Collection, capture: StoredCapture) -> Layout | None:
    """Where things stood; None where that was not kept, or cannot be read."""
    if Role.LAYOUT not in capture.artifacts:
        return None
    with suppress(StorageError):
        return collection.layout(capture)
    return None


def elements_between(
    collection: Collection, before: StoredCapture, after: StoredCapture
) -> ElementChanges | str:
    """The elements that came, went or changed; a sentence where a rendered page was not kept, or cannot be read."""
    if any(Role.DOM not in capture.artifacts for capture in (before, after)):
        return "Of one of the two no rendered page was kept."
    try:
        old, new = (collection.read(capture, Role.DOM) for capture in (before, after))
    except StorageError as error:
        return str(error)
    return element_changes(old, new)


def text_change(collection: Collection, before: StoredCapture, after: StoredCapture) -> TextChange:
    """The lines of visible text that were added and removed between two captures."""
    try:
        old, new = (_text_lines(collection, capture) for capture in (before, after))
    except StorageError as error:
        return TextChange(lines=(), added=0, removed=0, cut=False, unreadable=str(error))
    long = max(len(old), len(new)) > MOST_LINES_COMPARED
    return changed_lines(old[:MOST_LINES_COMPARED], new[:MOST_LINES_COMPARED], long=long)


def changed_lines(old: Sequence[str], new: Sequence[str], *, long: bool = False) -> TextChange:
    """What was added and removed between two texts; ``long`` says that they were cut before."""
    lines: list[Line] = []
    added = removed = 0
    for kind, i1, i2, j1, j2 in difflib.SequenceMatcher(None, old, new).get_opcodes():
        if kind == "equal":
            continue
        if lines:
            lines.append(Line(kind="gap"))
        beside = zip(old[i1:i2], new[j1:j2][:MOST_LINES_SHOWN], strict=False)
        told = [changed_words(_short(a), _short(b)) if _are_alike(a, b) else () for a, b in beside]
        lines += _lines("removed", old[i1:i2], told)
        lines += _lines("added", new[j1:j2], told)
        removed, added = removed + i2 - i1, added + j2 - j1
    return TextChange(
        lines=tuple(lines[:MOST_LINES_SHOWN]),
        added=added,
        removed=removed,
        cut=long or len(lines) > MOST_LINES_SHOWN,
    )


def _lines(kind: str, texts: Sequence[str], told: Sequence[Sequence[Piece]]) -> list[Line]:
    """Lines that came or went; those that are like the line of the other text in their place with their words apart."""
    return [
        Line(kind=kind, text=_short(text), pieces=_of_side(kind, pieces or ()))
        for text, pieces in zip_longest(texts, told[: len(texts)])
    ]


def _are_alike(old: str, new: str) -> bool:
    """Whether two lines share half of the shorter one's words: else the later is no form of the earlier."""
    words = set(old.split()), set(new.split())
    return 2 * len(words[0] & words[1]) >= min(map(len, words))


def _of_side(kind: str, pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    return tuple(piece for piece in pieces if piece.kind in ("same", "cut", kind))


def _text_lines(collection: Collection, capture: StoredCapture) -> list[str]:
    if Role.TEXT not in capture.artifacts:
        raise StorageError(f"Capture {capture.id} has no text, so the two texts cannot be compared.")
    text = clean(collection.read(capture, Role.TEXT).decode("utf-8", "replace"))
    return [folded for line in text.splitlines() if (folded := " ".join(line.split()))]


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_LINE else f"{text[:LONGEST_LINE]}\N{HORIZONTAL ELLIPSIS}"


def addresses(score: StoredScore) -> tuple[Addresses, ...]:
    """The links and images that came and went, the first of each kind."""
    named = (
        ("link", "added", score.links_added),
        ("link", "removed", score.links_removed),
        ("image", "added", score.images_added),
        ("image", "removed", score.images_removed),
    )
    return tuple(
        Addresses(
            noun=noun,
            went=went,
            shown=tuple(clean(_short(item)) for item in items[:MOST_ADDRESSES]),
            hidden=max(0, len(items) - MOST_ADDRESSES),
        )
        for noun, went, items in named
    )


def _sentence(told: ChangedSentence) -> Sentence:
    return Sentence(
        chance=percent(float(told["chance"])),
        came=bool(told["came"]),
        text=clean(_short(str(told["text"] or "a picture"))),
    )


def _earlier(collection: Collection, later: StoredCapture, before: int | None) -> StoredCapture | None:
    if before is not None:
        return collection.repository.capture(before)
    score = collection.repository.score_of(later.id)
    if score is not None:
        return collection.repository.capture(score.before_id)
    return collection.repository.previous_good(later)


def _scored(queries: TimelineQueries, page_id: int) -> list[Point]:
    return [point for point in queries.newest(page_id, limit=50) if point.scored]
