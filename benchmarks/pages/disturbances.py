"""Operators of noise that disturb what stands on a page: ages, counts, guests in lists, other orders, failed parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from benchmarks.pages.kinds import ENTRIES
from benchmarks.pages.noise import Noise
from benchmarks.pages.view import Entry, Part, View
from benchmarks.pages.words import Pen

_LISTS = ("stories", "posts", "notices", "links", "products", "pictures")


def _lists(view: View) -> list[Part]:
    return view.main(*_LISTS)


def _views_and_likes(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """How many have read each entry."""
    counts: dict[str, int] = {}
    for view in views:
        for part in _lists(view):
            for place, entry in enumerate(part.entries):
                counts[entry.title] = counts.get(entry.title, 0) + pen.chance.randrange(40)
                part.entries[place] = _noted(entry, pen.write(f"♥ {counts[entry.title]}"))
        yield view


def _ages(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """How long ago each entry came."""
    first: dict[str, int] = {}
    for view in views:
        for part in _lists(view):
            for place, entry in enumerate(part.entries):
                came = first.setdefault(
                    entry.title, view.hour - (pen.chance.randrange(20) if not view.hour else 0)
                )
                part.entries[place] = _noted(entry, pen.ago(view.hour - came + pen.chance.uniform(0.1, 0.9)))
        yield view


def _badge(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """A word on an entry that expires after some hours."""
    first: dict[str, int] = {}
    word, lasts = pen.label(1), pen.chance.randint(2, 9)
    for view in views:
        for part in _lists(view):
            for place, entry in enumerate(part.entries):
                if view.hour - first.setdefault(entry.title, view.hour) < lasts and view.hour >= lasts:
                    part.entries[place] = _noted(entry, word)
        yield view


def _noted(entry: Entry, note: str) -> Entry:
    return replace(entry, note=f"{entry.note} {note}".strip())


def _guest(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """An entry of a sponsor in the list, elsewhere and another at each visit, or none."""
    for view in views:
        for part in _lists(view)[:1]:
            if pen.chance.random() < 0.7:
                part.entries.insert(pen.chance.randint(1, len(part.entries)), ENTRIES[part.kind](pen, part))
        yield view


def _tips(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """Boxes between the paragraphs or entries, drawn from a few."""
    tips = [Entry(text=pen.sentences(1)) for _ in range(7)]
    for view in views:
        for part in view.main("text", *_LISTS)[:1]:
            place = pen.chance.randint(1, len(part.entries))
            part.entries.insert(place, pen.chance.choice(tips))
        yield view


def _resorted(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """A list in another order at some visits."""
    for view in views:
        parts = view.main("table", *_LISTS)
        if parts and pen.chance.random() < 0.3:
            kept = parts[-1].entries[:2]
            parts[-1].entries = kept + pen.chance.sample(
                parts[-1].entries[2:], len(parts[-1].entries) - len(kept)
            )
        yield view


def _columns(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """Lists that stand in one column for some days, in more for others."""
    for view in views:
        view.columns = 1 + (view.hour // 50) % 3
        yield view


def _folds(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """Paragraphs and lists that are folded at some visits."""
    for view in views:
        if pen.chance.random() < 0.2:
            for part in view.main("text", "posts", "notices"):
                part.entries = [replace(entry, text=entry.text[:1]) for entry in part.entries]
        yield view


def _vandal(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """Somebody writes nonsense, and an hour later it is gone."""
    for view in views:
        parts = view.main("text", "posts", "notices", "stories")
        if parts and pen.chance.random() < 0.06:
            part = pen.chance.choice(parts)
            place = pen.chance.randrange(len(part.entries))
            part.entries[place] = replace(part.entries[place], text=pen.sentences(pen.chance.randint(1, 2)))
        yield view


def _renumbered(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """Notes whose numbers are counted anew whenever one is added somewhere."""
    first = 1
    for view in views:
        if pen.happens(view.at, 20.0):
            first = pen.chance.randint(1, 9)
        number = first
        for part in view.main("text", "posts"):
            for place, entry in enumerate(part.entries):
                part.entries[place] = _noted(entry, pen.write(f"[{number}]"))
                number += 1
        yield view


def _rebuilt(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """The names of classes, made anew with each build of the site."""
    for view in views:
        view.build = f"_{(view.hour // 31) * 2654435761 % 2**32:08x}"[:6]
        yield view


def _failed(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """A part that could not be loaded this time."""
    said = pen.sentence()
    for view in views:
        parts = [part for part in view.parts if part.place in ("main", "aside") and part.kind != "controls"]
        if len(parts) > 1 and pen.chance.random() < 0.08:
            part = pen.chance.choice(parts)
            part.entries = [Entry(text=(said,))] if part.kind in ("text", *_LISTS) else []
        yield view


def _menu(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """A menu in another order, with another entry at times."""
    extra = [Entry(title=pen.label(1), url=f"/{pen.slug()}") for _ in range(5)]
    for view in views:
        for part in view.parts:
            if part.kind == "nav" and part.place == "header" and pen.chance.random() < 0.3:
                shuffled = pen.chance.sample(part.entries, len(part.entries))
                part.entries = [*shuffled, pen.chance.choice(extra)]
        yield view


def _sessions(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """A number of the visit in every address."""
    for view in views:
        for part in view.parts:
            session = pen.slug()
            part.entries = [
                replace(entry, url=f"{entry.url}?sid={session}") if entry.url else entry
                for entry in part.entries
            ]
        yield view


DISTURBANCES: Mapping[str, Noise] = {
    "likes": _views_and_likes, "ages": _ages, "badge": _badge, "guest": _guest, "tips": _tips,
    "resorted": _resorted, "columns": _columns, "folds": _folds, "vandal": _vandal, "renumbered": _renumbered,
    "rebuilt": _rebuilt, "failed": _failed, "menu": _menu, "sessions": _sessions,
}  # fmt: skip
"""By name."""
