"""Operators of news: each changes what a page is about, in a way of its own, at its own pace.

An operator is a generator: it is asked once an hour. Whatever it does to the parts of the page is an important change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from benchmarks.pages.kinds import ENTRIES
from benchmarks.pages.view import MAIN, Entry, Part
from benchmarks.pages.words import Pen

BATCHES_AT = (7, 12, 18)


@dataclass
class Page:
    """What a page is about, hour by hour; operators of news change it.

    Attributes
    ----------
    drawings : dict of str to str
        By address, of images whose bytes change.
    """

    parts: list[Part]
    at: datetime
    drawings: dict[str, str] = field(default_factory=dict)

    def pick(self, pen: Pen, *kinds: str) -> Part | None:
        """One of the parts of these kinds that say something, of any where none is named."""
        found = [
            part
            for part in self.parts
            if part.place == MAIN and part.entries and (not kinds or part.kind in kinds)
        ]
        return pen.chance.choice(found) if found else None


News = Callable[[Page, Pen], Iterator[None]]


def _at_events(act: Callable[[Page, Pen], None]) -> News:
    """An operator that acts now and then."""

    def operator(page: Page, pen: Pen) -> Iterator[None]:
        while True:
            if pen.happens(page.at):
                act(page, pen)
            yield

    return operator


def _renewed(part: Part, place: int, pen: Pen) -> None:
    """Put a new entry into a list that keeps its length."""
    part.entries.insert(place, ENTRIES[part.kind](pen, part))
    part.entries.pop()


def _new_lead(page: Page, pen: Pen) -> None:
    lists = [part for part in page.parts if part.place == MAIN and part.kind in _LISTS]
    if lists:
        _renewed(lists[0], 0, pen)


def _insert(page: Page, pen: Pen) -> None:
    part = page.pick(pen, *_LISTS)
    if part is not None:
        _renewed(part, pen.chance.randrange(1, len(part.entries) + 1), pen)


def _append(page: Page, pen: Pen) -> None:
    part = page.pick(pen)
    if part is not None:
        part.entries.append(ENTRIES[part.kind](pen, part))


def _rewrite(page: Page, pen: Pen) -> None:
    part = page.pick(pen)
    if part is None:
        return
    place, topic = pen.chance.randrange(len(part.entries)), pen.topic()
    old = part.entries[place]
    if old.text and (not old.title or pen.chance.random() < 0.7):
        sentences = list(old.text)
        sentences[pen.chance.randrange(len(sentences))] = pen.sentence(topic)
        part.entries[place] = replace(old, text=tuple(sentences))
    elif old.title:
        part.entries[place] = replace(old, title=pen.title(topic))


def _row_word(page: Page, pen: Pen) -> None:
    _cell(page, pen, pen.label)


def _figure(page: Page, pen: Pen) -> None:
    part = page.pick(pen, "table", "facts", "products")
    if part is None:
        return
    if part.kind == "table":
        _cell(page, pen, lambda: pen.number(1, 2000))
        return
    place = pen.chance.randrange(len(part.entries))
    changed = (
        {"title": pen.number(1, 2000)}
        if part.kind == "facts"
        else {"note": pen.price(pen.chance.randint(3, 400))}
    )
    part.entries[place] = replace(part.entries[place], **changed)  # type: ignore[arg-type]


def _cell(page: Page, pen: Pen, say: Callable[[], str]) -> None:
    part = page.pick(pen, "table")
    if part is not None:
        place = pen.chance.randrange(len(part.entries))
        cells = list(part.entries[place].cells)
        cells[pen.chance.randrange(1, len(cells))] = say()
        part.entries[place] = replace(part.entries[place], cells=tuple(cells))


def _sentence(page: Page, pen: Pen) -> None:
    part = page.pick(pen, "text", "posts", "notices")
    if part is None:
        return
    place = pen.chance.randrange(len(part.entries))
    sentences = list(part.entries[place].text)
    if len(sentences) > 2 and pen.chance.random() < 0.5:
        sentences.pop(pen.chance.randrange(len(sentences)))
    else:
        sentences.insert(pen.chance.randint(0, len(sentences)), pen.sentence(pen.topic()))
    part.entries[place] = replace(part.entries[place], text=tuple(sentences))


def _withdrawal(page: Page, pen: Pen) -> None:
    part = page.pick(pen)
    if part is not None and len(part.entries) > 3:
        part.entries.pop(pen.chance.randrange(len(part.entries)))


def _document(page: Page, pen: Pen) -> None:
    part = page.pick(pen, "links")
    if part is None:
        return
    if pen.chance.random() < 0.7:
        part.entries.insert(pen.chance.choice((0, len(part.entries))), ENTRIES["links"](pen, part))
    else:  # another file under the same words
        place = pen.chance.randrange(len(part.entries))
        part.entries[place] = replace(part.entries[place], url=f"/files/{pen.write(pen.slug())}.pdf")


def _redrawing(page: Page, pen: Pen) -> None:
    part = _pictured(page)
    if part is not None:
        place = pen.chance.randrange(len(part.entries))
        image = part.entries[place].image
        if image:
            page.drawings[image] = pen.write(pen.slug())


def _own_photograph(page: Page, pen: Pen) -> None:
    part = _pictured(page)
    if part is not None:
        place = pen.chance.randrange(min(5, len(part.entries)))
        part.entries[place] = replace(part.entries[place], image=f"/media/{pen.write(pen.slug())}.svg")


def _old_picture(page: Page, pen: Pen) -> None:
    part = _pictured(page)
    if part is not None:
        place, topic = pen.chance.randrange(min(5, len(part.entries))), pen.topic()
        old = part.entries[place]
        part.entries[place] = replace(
            old,
            title=pen.title(topic),
            text=pen.sentences(len(old.text), topic),
            url=f"/{pen.write(pen.slug())}",
        )


def _pictured(page: Page) -> Part | None:
    return next((part for part in page.parts if any(entry.image for entry in part.entries)), None)


def _control(page: Page, pen: Pen) -> None:
    part = page.pick(pen, "controls")
    if part is not None:
        place = pen.chance.randrange(len(part.entries))
        part.entries[place] = replace(part.entries[place], title=pen.label(3))


def _batches(page: Page, pen: Pen) -> Iterator[None]:
    """Several at once, at the hours when the office puts them out, and not each day."""
    while True:
        if page.at.hour in BATCHES_AT and pen.chance.random() < 24 / len(BATCHES_AT) / pen.every_h:
            for _ in range(pen.chance.randint(2, 4)):
                _insert(page, pen)
        yield


def _returns(page: Page, pen: Pen) -> Iterator[None]:
    """A state that comes back: in stock, sold out, in stock again."""
    part = page.pick(pen, "facts", "controls") or page.pick(pen, "table", "products", "notices")
    if part is None:
        return
    place, states = 0, (pen.label(2), pen.label(2), pen.label(3))
    part.entries[place] = _in_state(part.entries[place], states[0])
    while True:
        if pen.happens(page.at):
            part.entries[place] = _in_state(part.entries[place], pen.chance.choice(states))
        yield


def _in_state(entry: Entry, state: str) -> Entry:
    if entry.cells:
        return replace(entry, cells=(*entry.cells[:-1], state))
    return (
        replace(entry, note=state) if entry.label == "" and not entry.control else replace(entry, title=state)
    )


def _notice(page: Page, pen: Pen) -> Iterator[None]:
    """A warning that appears where a page has none, in its header, in an aside or in a dialog, and goes."""
    place = pen.chance.choice(("header", "top", "aside", "over"))
    part = Part(name="notice", kind="dialog" if place == "over" else "notices", place=place)
    page.parts.append(part)
    while True:
        if pen.happens(page.at):
            part.entries = (
                [] if part.entries else [Entry(text=pen.sentences(pen.chance.randint(1, 2), pen.topic()))]
            )
        yield


_LISTS = ("stories", "posts", "notices", "links", "products", "pictures")

NEWS: Mapping[str, tuple[News, float]] = {
    "lead": (_at_events(_new_lead), 9.0),
    "insert": (_at_events(_insert), 12.0),
    "append": (_at_events(_append), 30.0),
    "rewrite": (_at_events(_rewrite), 16.0),
    "row": (_at_events(_row_word), 16.0),
    "figure": (_at_events(_figure), 20.0),
    "sentence": (_at_events(_sentence), 30.0),
    "withdrawal": (_at_events(_withdrawal), 60.0),
    "returns": (_returns, 24.0),
    "redrawing": (_at_events(_redrawing), 30.0),
    "photograph": (_at_events(_own_photograph), 30.0),
    "old-picture": (_at_events(_old_picture), 24.0),
    "batches": (_batches, 24.0),
    "slow": (_at_events(_sentence), 170.0),
    "document": (_at_events(_document), 24.0),
    "notice": (_notice, 48.0),
    "control": (_at_events(_control), 36.0),
}
"""By name: the operator, and the hours between its events, in the mean, on a page that is visited each hour."""
