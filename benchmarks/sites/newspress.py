"""Papers whose own reports stand amid much that is new and is not theirs: how reports and foreign items come and go.

The sites of ``localpress``, ``tradepress`` and ``bellpress`` are made of it. A report comes as the lead or lower down,
is reworded, gets another number, an added line or a correction, replaces another under its picture, or is withdrawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import ClassVar

from benchmarks.sites.illustrated import Duty
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import PageState, Row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.chance import Chance
from pagetide.demo.pictures import scene
from pagetide.demo.site import Resource

_SLOT = re.compile(r"\{(\w+)\}")
_STARTS = re.compile(r"(?:^|(?<=[.!?] ))[^\W\d_]")


@dataclass(frozen=True)
class Piece:
    """A report of the paper: which one, how it reads by now, and the photograph over it."""

    number: int
    born: int  # hour
    picture: int = 0
    take: int = 0  # which photograph of the picture's subject
    wording: int = 0
    counted: int = 0  # how often the number in the headline was another one
    added: int = 0  # lines below
    corrected: int = 0


@dataclass(frozen=True, kw_only=True)
class Tongue:
    """How a paper writes: stories in several wordings each, what is said below, and words for the slots."""

    stories: tuple[tuple[str, ...], ...]
    paragraphs: tuple[str, ...]
    additions: tuple[str, ...]
    corrections: tuple[str, ...]
    words: Mapping[str, tuple[str, ...]]
    figures: tuple[int, int] = (4, 70)


@dataclass(frozen=True, kw_only=True)
class Pace:
    """How often a paper's desk does something, and what."""

    duty: Duty
    per_h: float  # an hour of work
    edits: Mapping[str, int]  # weights of what is done
    holds: int  # reports at most
    least: int = 4
    long: int = 4  # so many first ones are shown with a paragraph and a picture
    leads: float = 0.4  # of new reports
    inherits: float = 0.2  # of new leads: the old lead's place under its picture
    days: Sequence[float] = (0.6, 1.0, 1.0, 1.5)  # quiet days and loud ones


@dataclass(frozen=True, kw_only=True)
class Inflow:
    """Items of others in a box of theirs: how often another comes on top, how long it stays, how many there are."""

    per_h: float
    stays_h: tuple[int, int]
    holds: int
    clock: tuple[int, int] = (0, 23)
    moods: Sequence[float] = (1.0,)  # some spells of two days bring more of them than others

    def at_each_hour(self, chance: Chance, hours: int) -> Iterator[tuple[int, ...]]:
        """The numbers of the items at each of the first hours, the latest first."""
        here = [(self.holds - place, self._stay(chance, self.holds - place)) for place in range(self.holds)]
        latest = self.holds
        for hour in range(hours):
            clock = (STARTS_AT + timedelta(hours=hour)).hour
            here = [item for item in here if item[1] > hour]
            often = self.per_h * chance.pick(self.moods, "mood", hour // 48)
            if self.clock[0] <= clock <= self.clock[1] and chance.happens(often, "comes", hour):
                latest += 1
                here = [(latest, hour + self._stay(chance, latest)), *here][: self.holds]
            yield tuple(number for number, _ in here)

    def _stay(self, chance: Chance, number: int) -> int:
        return chance.between(*self.stays_h, "stays", number)


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """What a paper's page is made of at one hour."""

    hour: int
    at: datetime
    pieces: tuple[Piece, ...]
    past: tuple[str, ...]  # headlines of the last days as they read when they came, the latest first
    inflow: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


class CopyDesk:
    """The reports of one paper from hour to hour, and their words."""

    def __init__(self, chance: Chance, pace: Pace, tongue: Tongue) -> None:
        self._chance, self._pace, self._tongue = chance, pace, tongue
        self._next = 0
        self.headline = lru_cache(maxsize=4096)(self._headline)

    def hours(self, count: int) -> Iterator[tuple[Piece, ...]]:
        """The reports at each of the first hours, the lead first."""
        self._next = 0
        pieces = [self._new(-5 * place) for place in range(self._pace.holds)]
        for hour in range(count):
            at = STARTS_AT + timedelta(hours=hour)
            day = self._chance.pick(self._pace.days, "day", at.date())
            for turn in range(2 if self._chance.happens(0.12, "two", hour) else 1):
                busy = self._pace.per_h * day * self._pace.duty.at(at)
                if hour and self._chance.happens(busy, "edit", hour, turn):
                    pieces = self._edited(pieces, hour, self._chance.child("edited", hour, turn))
            yield tuple(pieces)

    def texts(self, pieces: Sequence[Piece]) -> tuple[str, ...]:
        """All that the page shows of these reports."""
        found: list[str] = []
        for place, piece in enumerate(pieces):
            found.append(self.headline(piece))
            if place < self._pace.long:
                found.append(self.paragraph(piece))
            found.extend(self.below(piece))
        return tuple(found)

    def photographs(self, pieces: Sequence[Piece]) -> tuple[str, ...]:
        """The photographs over the first reports."""
        return tuple(map(photograph, pieces[: self._pace.long]))

    def paragraph(self, piece: Piece) -> str:
        """The paragraph below the headline."""
        return self._filled(self._of(self._tongue.paragraphs, piece, 0), piece)

    def below(self, piece: Piece) -> tuple[str, ...]:
        """Added lines and a correction."""
        lines = [
            self._filled(self._of(self._tongue.additions, piece, turn), piece) for turn in range(piece.added)
        ]
        if piece.corrected:
            lines.append(self._filled(self._of(self._tongue.corrections, piece, piece.corrected), piece))
        return tuple(lines)

    def _headline(self, piece: Piece) -> str:
        wordings = self._wordings(piece)
        return self._filled(wordings[piece.wording % len(wordings)], piece)

    def _wordings(self, piece: Piece) -> tuple[str, ...]:
        """No kind of story comes twice before all others came."""
        stories = self._tongue.stories
        turn, place = divmod(piece.number, len(stories))
        return stories[self._chance.shuffled(range(len(stories)), "stories", turn)[place]]

    def _of(self, lines: Sequence[str], piece: Piece, turn: int) -> str:
        return lines[(self._chance.below(len(lines), "line") + piece.number + turn) % len(lines)]

    def _filled(self, template: str, piece: Piece) -> str:
        draw = self._chance.child("slots", piece.number)
        low, high = self._tongue.figures

        def word(found: re.Match[str]) -> str:
            if found[1] == "n":
                more = sum(draw.between(1, 9, "more", turn) for turn in range(piece.counted))
                return str(draw.between(low, high, "n") + more)
            if found[1] in self._tongue.words:
                return draw.pick(self._tongue.words[found[1]], found[1])
            return str(draw.between(2, 48, found[1]))

        return _STARTS.sub(lambda found: found[0].upper(), _SLOT.sub(word, template))

    def _new(self, hour: int) -> Piece:
        self._next += 1
        return Piece(self._next, hour, picture=self._next)

    def _edited(self, pieces: list[Piece], hour: int, draw: Chance) -> list[Piece]:
        edits = [kind for kind, weight in self._pace.edits.items() for _ in range(weight)]
        kind = draw.pick(edits, "kind")
        place = min(draw.below(len(pieces), "place", turn) for turn in range(2))
        piece = pieces[place]
        if kind == "new":
            return self._with_new(pieces, hour, draw)
        if kind == "withdrawn":
            return pieces if len(pieces) <= self._pace.least else [*pieces[:place], *pieces[place + 1 :]]
        if kind == "moved":
            first = draw.below(max(1, min(self._pace.long, len(pieces)) - 1), "first")
            return [*pieces[:first], pieces[first + 1], pieces[first], *pieces[first + 2 :]]
        wordings = self._wordings(piece)
        if kind == "counted" and "{n}" not in wordings[piece.wording % len(wordings)]:
            kind = "reworded"
        changed = {
            "reworded": replace(piece, wording=piece.wording + 1),
            "counted": replace(piece, counted=piece.counted + 1),
            "added": replace(piece, added=min(2, piece.added + 1)),
            "corrected": replace(piece, corrected=piece.corrected + 1),
            "photographed": replace(pieces[0], take=pieces[0].take + 1),
        }[kind]
        place = 0 if kind == "photographed" else place
        return [*pieces[:place], changed, *pieces[place + 1 :]]

    def _with_new(self, pieces: list[Piece], hour: int, draw: Chance) -> list[Piece]:
        new = self._new(hour)
        if not draw.happens(self._pace.leads, "leads"):
            place = draw.between(1, min(5, len(pieces)), "at")
            return [*pieces[:place], new, *pieces[place:]][: self._pace.holds]
        if draw.happens(self._pace.inherits, "inherits"):
            return [replace(new, picture=pieces[0].picture, take=pieces[0].take), *pieces[1:]]
        return [new, *pieces][: self._pace.holds]


def photograph(piece: Piece) -> str:
    """The name of a report's photograph."""
    subject = ("city", "politics", "crowd", "world", "sport", "culture")[piece.picture % 6]
    return f"{subject}-egen-{piece.picture}-{piece.take}"


def drawn(chance: Chance, pools: Sequence[Sequence[str]], number: int) -> tuple[str, ...]:
    """One of each pool for a foreign item of this number; neighbours have nothing in common."""
    found = []
    for seat, pool in enumerate(pools):
        turn, place = divmod(number, len(pool))
        found.append(chance.shuffled(pool, "drawn", seat, turn)[place])
    return tuple(found)


def _face(chance: Chance, key: str) -> bytes:
    """The portrait of somebody who writes or speaks."""
    draw = chance.child("face", key)
    ground = draw.pick(("#dfe7ea", "#e9dcc9", "#cfd8c6", "#e3d3df", "#c9d4e6"), "ground")
    coat = draw.pick(("#22223b", "#7b2d26", "#1b4965", "#3c6e47", "#8d6a2f"), "coat")
    skin = draw.pick(("#f1c9a5", "#d9a066", "#a86f4a", "#70462f"), "skin")
    hair = draw.pick(("#2b2118", "#6f4518", "#b08d57", "#8d8d8d"), "hair")
    size = draw.between(70, 105, "size")
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 400 400">'
        f'<rect width="400" height="400" fill="{ground}"/><ellipse cx="200" cy="420" rx="{2 * size}" ry="150"'
        f' fill="{coat}"/><circle cx="200" cy="{190 - size // 6}" r="{size + 12}" fill="{hair}"/>'
        f'<circle cx="200" cy="195" r="{size}" fill="{skin}"/><circle cx="{200 - size // 3}" cy="185" r="7"/>'
        f'<circle cx="{200 + size // 3}" cy="185" r="7"/><rect x="{200 - size // 3}" y="{195 + size // 2}"'
        f' width="{2 * size // 3}" height="6" fill="#7a3b2e"/></svg>'
    ).encode()


def cut(text: str, words: int) -> str:
    """A headline shortened as boxes beside the news do."""
    parts = text.split()
    return text if len(parts) <= words else " ".join(parts[:words]) + " …"


class PressPage(GeneratedSite):
    """A paper's page; subclasses have their words, their pace, what comes from others, and the markup."""

    more = 0
    tongue: ClassVar[Tongue]
    pace: ClassVar[Pace]
    others: ClassVar[Mapping[str, Inflow]]
    folder: ClassVar[str]  # pictures lie below it

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.copy = CopyDesk(self.chance.child("copy"), self.pace, self.tongue)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; a photograph exchanged alone is neither."""
        flows = {
            name: inflow.at_each_hour(self.chance.child("inflow", name), hours)
            for name, inflow in self.others.items()
        }
        past: list[str] = []
        known: set[int] = set()
        for hour, pieces in enumerate(self.copy.hours(hours)):
            for piece in reversed(pieces):
                if piece.number not in known:
                    known.add(piece.number)
                    past = [self.copy.headline(piece), *past[:29]]
            sheet = Sheet(
                hour=hour, at=STARTS_AT + timedelta(hours=hour), pieces=pieces, past=tuple(past),
                inflow={name: next(flow) for name, flow in flows.items()},
            )  # fmt: skip
            yield PageState(
                rows=tuple(self.sheet_rows(sheet)),
                news=self.copy.texts(pieces),
                secondary=self.copy.photographs(pieces),
            )

    def sheet_rows(self, sheet: Sheet) -> Sequence[Row]:
        """The page at one hour."""
        raise NotImplementedError

    def picture(self, path: str) -> Resource | None:
        """The pictures that pages show."""
        if path.startswith(f"/{self.folder}/") and path.endswith(".svg"):
            key = path.removeprefix(f"/{self.folder}/").removesuffix(".svg")
            drawn_as = _face if key.startswith("portrait-") else scene
            return Resource("image/svg+xml", drawn_as(self.chance, key))
        return super().picture(path)

    def shown(self, key: str, width: int, height: int) -> str:
        """A picture of the house or of others."""
        return (
            f'<img src="/{self.folder}/{key}.svg" width="{width}" height="{height}"'
            ' style="object-fit:cover;max-width:100%" alt="">'
        )

    def echoes(self, sheet: Sheet, box: str, count: int, every_h: int) -> list[str]:
        """Headlines again in a box beside the news, in another order for some hours."""
        return self.chance.shuffled(sheet.past[:16], "echo", box, sheet.hour // every_h)[:count]
