"""A page as operators see it: parts with entries, before markup turns them into HTML."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from zlib import crc32

MAIN = "main"


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One thing in a part: a story, a paragraph, a row, a link, a button. All texts are marked.

    Attributes
    ----------
    title, label, note : str
        Headline; what stands before it (kicker, name of a value); what stands after it (age, count).
    text : tuple of str
        Sentences.
    cells : tuple of str
        Of a row.
    url, image : str
        Addresses, from the root of the site.
    control : str
        "button", "select" or "input"; empty: none.
    height_px : int
        Of an advertisement.
    """

    title: str = ""
    label: str = ""
    note: str = ""
    text: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    url: str = ""
    image: str = ""
    control: str = ""
    height_px: int = 0

    def told(self) -> Iterator[str]:
        """What it says, piece by piece."""
        yield from (item for item in (self.title, self.label, self.note, *self.text, *self.cells) if item)


@dataclass(kw_only=True)
class Part:
    """A part of a page.

    Attributes
    ----------
    name : str
        Of its class in markup.
    kind : str
        How it is marked up: the name of a macro in ``markup``.
    place : str
        "header", "top", "main", "aside", "footer" or "over".
    """

    name: str
    kind: str
    place: str = MAIN
    title: str = ""
    entries: list[Entry] = field(default_factory=list)
    head: tuple[str, ...] = ()

    def copy(self) -> Part:
        """Another one with the same entries."""
        return replace(self, entries=list(self.entries))


@dataclass(kw_only=True)
class View:
    """A page at one hour.

    Attributes
    ----------
    hour : int
        Since the first.
    drawings : dict of str to str
        Of images that change under their address: what they show now, marked.
    parts : list of Part
        In the order of the document.
    build : str
        Part of the names of classes, where a site is rebuilt now and then.
    columns : int
        Of lists.
    """

    hour: int
    at: datetime
    title: str
    parts: list[Part]
    drawings: dict[str, str] = field(default_factory=dict)
    build: str = ""
    columns: int = 1

    def main(self, *kinds: str) -> list[Part]:
        """What the page is about, of these kinds; of all where none is named."""
        return [
            part
            for part in self.parts
            if part.place == MAIN and part.entries and (not kinds or part.kind in kinds)
        ]

    def add(self, part: Part) -> None:
        """Put a part at the end of its place; every other one, by its name, behind the first that stands there."""
        there = [row for row, item in enumerate(self.parts) if item.place == part.place]
        first = bool(there) and crc32(part.name.encode()) % 2 == 0
        self.parts.insert(there[0] + 1 if first else len(self.parts), part)


def news_of(parts: list[Part], drawings: Mapping[str, str]) -> Counter[str]:
    """What there is of news, how often each."""
    found = Counter(text for part in parts for entry in part.entries for text in entry.told())
    found.update(
        address for part in parts for entry in part.entries for address in (entry.url, entry.image) if address
    )
    found.update(f"{address} {drawing}" for address, drawing in drawings.items())
    return found
