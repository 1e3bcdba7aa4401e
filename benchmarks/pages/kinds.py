"""Kinds of pages: which parts they have, and what stands in these at first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta

from benchmarks.pages.view import MAIN, Entry, Part
from benchmarks.pages.words import Pen

STARTS_AT = datetime(2026, 3, 2, tzinfo=UTC)

KINDS: Mapping[str, str] = {
    "front": "stories:4 stories:14",
    "sections": "stories:3 stories:5 stories:5 stories:5",
    "headlines": "links:25",
    "policy": "text:6 text:8 text:6 text:7",
    "article": "text:12",
    "product": "facts:5 text:3 controls:2 table:6",
    "shop": "products:18",
    "council": "text:3 links:14",
    "agency": "text:2 stories:6 links:8 facts:3",
    "blog": "posts:5",
    "forum": "posts:14",
    "docs": "text:8 table:8 text:4",
    "board": "notices:9",
    "timetable": "text:1 table:16",
    "weather": "facts:6 text:2 table:7",
    "register": "table:30",
    "gallery": "text:1 pictures:12",
    "status": "facts:9 notices:4",
    "event": "text:4 facts:4 controls:2 links:5",
    "releases": "posts:6 links:6",
}
"""By name: the parts of its main content, each with how many entries it has."""

_HEAD = 4


def story(pen: Pen, part: Part) -> Entry:
    """A headline that links to its story, with or without teaser, kicker and picture."""
    topic, teased = pen.topic(), pen.chance.random()
    return Entry(
        title=pen.title(topic),
        label=pen.label() if teased < 0.5 else "",
        text=pen.sentences(1 + (teased < 0.2), topic) if teased < 0.75 else (),
        url=f"/{pen.write(pen.slug())}",
        image=f"/media/{pen.write(pen.slug())}.svg" if teased > 0.4 else "",
    )


def paragraph(pen: Pen, part: Part) -> Entry:
    """Sentences, with a heading at times."""
    topic = pen.topic()
    heading = pen.title(topic) if pen.chance.random() < 0.3 else ""
    return Entry(title=heading, text=pen.sentences(pen.chance.randint(2, 5), topic))


def link(pen: Pen, part: Part) -> Entry:
    """A document or a page in a list."""
    return Entry(title=pen.title(pen.topic()), url=f"/files/{pen.write(pen.slug())}.pdf")


def row(pen: Pen, part: Part) -> Entry:
    """A name and figures, words or times."""
    return Entry(cells=(pen.title(), *(value(pen, column) for column in range(1, len(part.head) or _HEAD))))


def value(pen: Pen, kind: int) -> str:
    """What stands in a cell: a figure, a time of day or a word."""
    if kind % 3 == 1:
        return pen.number(1, 2000)
    if kind % 3 == 2:
        return pen.label()
    return pen.time(STARTS_AT + timedelta(minutes=5 * pen.chance.randrange(288)))


def fact(pen: Pen, part: Part) -> Entry:
    """A name and its value."""
    return Entry(label=pen.label(3), title=value(pen, pen.chance.randint(1, 2)))


def control(pen: Pen, part: Part) -> Entry:
    """A button, a choice or a field that says something."""
    return Entry(title=pen.label(3), control=pen.chance.choice(("button", "select", "input")), url="/order")


def post(pen: Pen, part: Part) -> Entry:
    """What somebody wrote."""
    topic = pen.topic()
    return Entry(
        label=pen.person(), title=pen.title(topic), text=pen.sentences(pen.chance.randint(1, 4), topic),
        url=f"/p/{pen.write(pen.slug())}",
    )  # fmt: skip


def notice(pen: Pen, part: Part) -> Entry:
    """An announcement."""
    return Entry(title=pen.title(), text=pen.sentences(pen.chance.randint(1, 3), pen.topic()))


def product(pen: Pen, part: Part) -> Entry:
    """A thing with its price."""
    return Entry(
        title=pen.title(), note=pen.price(pen.chance.randint(3, 400) - 0.01), url=f"/{pen.write(pen.slug())}",
        image=f"/media/{pen.write(pen.slug())}.svg",
    )  # fmt: skip


def picture(pen: Pen, part: Part) -> Entry:
    """A picture with its name."""
    return Entry(title=pen.title(pen.topic()), image=f"/media/{pen.write(pen.slug())}.svg")


ENTRIES: Mapping[str, Callable[[Pen, Part], Entry]] = {
    "stories": story, "text": paragraph, "links": link, "table": row, "facts": fact, "controls": control,
    "posts": post, "notices": notice, "products": product, "pictures": picture,
}  # fmt: skip
"""By the kind of a part: what makes a new entry of it."""


def part_of(pen: Pen, kind: str, count: int, name: str, place: str = MAIN) -> Part:
    """A part with so many entries."""
    part = Part(name=name, kind=kind, place=place, title=pen.label(3))
    if kind == "table":
        part.head = tuple(pen.label() for _ in range(_HEAD))
    part.entries = [ENTRIES[kind](pen, part) for _ in range(count)]
    return part


def main_parts(pen: Pen, kind: str) -> list[Part]:
    """What a page of a kind is about, at first."""
    asked = [item.split(":") for item in KINDS[kind].split()]
    return [
        part_of(pen, part, int(count), f"{part}-{chr(97 + place)}")
        for place, (part, count) in enumerate(asked)
    ]


def furniture(pen: Pen) -> list[Part]:
    """What stands on every page of a site, and never changes."""
    menu = Part(name="menu", kind="nav", place="header")
    menu.entries = [Entry(title=pen.label(1), url=f"/{pen.slug()}") for _ in range(pen.chance.randint(5, 9))]
    foot = Part(name="imprint", kind="nav", place="footer")
    foot.entries = [Entry(title=pen.label(), url=f"/{pen.slug()}") for _ in range(4)]
    return [menu, foot]
