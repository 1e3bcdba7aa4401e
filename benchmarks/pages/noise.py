"""Operators of noise that bring a part of their own: advertisements, feeds, clocks, gauges.

Each takes the views of a page, hour by hour, and gives them on with what it does to them. Those that touch what other
operators wrote are in ``disturbances``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from benchmarks.pages.kinds import ENTRIES, link, part_of, post, row, story
from benchmarks.pages.marks import unmarked
from benchmarks.pages.view import Entry, Part, View
from benchmarks.pages.words import Pen

Noise = Callable[[Iterator[View], Pen], Iterator[View]]


def _banner(pen: Pen, place: str, height_px: int) -> Part:
    entry = Entry(
        title=pen.label(3), text=(pen.title(),), image=f"/ads/{pen.write(pen.slug())}.svg", height_px=height_px,
        url=f"/ads/{pen.slug()}",
    )  # fmt: skip
    return Part(name="banner", kind="banner", place=place, entries=[entry])


def _ad(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """An advertisement that is drawn anew at each visit."""
    place = pen.chance.choice(("top", "aside", "main"))
    for view in views:
        view.add(_banner(pen, place, 90))
        yield view


def _tall_ad(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """One of any height, so that all below it moves."""
    for view in views:
        view.add(_banner(pen, "top", pen.chance.choice((0, 60, 90, 120, 250, 333))))
        yield view


def _takeover(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """A campaign that owns the page for some hours."""
    left, campaign = 0, _banner(pen, "top", 400)
    for view in views:
        left -= 1
        if left < 0 and pen.chance.random() < 0.05:
            left, campaign = pen.chance.randint(3, 12), _banner(pen, "top", 400)
        if left >= 0:
            view.add(campaign.copy())
        yield view


def _carousel(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """Promotions of which another one is in front each time; a new one every few days."""
    part = part_of(pen, "stories", 1, "slides", pen.chance.choice(("main", "aside")))
    slides = [story(pen, part) for _ in range(6)]
    for view in views:
        if pen.chance.random() < 1 / 60:
            slides[pen.chance.randrange(len(slides))] = story(pen, part)
        view.add(replace(part, entries=[slides[pen.chance.randrange(len(slides))]]))
        yield view


def _camera(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """A camera: one address, another picture each hour."""
    image, name = f"/{pen.write('camera')}.svg", pen.title()
    for view in views:
        view.add(
            Part(name="camera", kind="pictures", place="aside", entries=[Entry(title=name, image=image)])
        )
        view.drawings[image] = pen.slug()
        yield view


def _partner_feed(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """Headlines of partners: some hours each, written like news."""
    part = part_of(pen, "stories", 5, "partners", pen.chance.choice(("main", "aside", "footer")))
    for view in views:
        if pen.chance.random() < 0.4:
            part.entries.insert(0, story(pen, part))
            part.entries.pop()
        view.add(part.copy())
        yield view


def _comments(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """What readers say: by day, and newest first."""
    part = part_of(pen, "posts", 4, "comments", pen.chance.choice(("main", "aside")))
    for view in views:
        if pen.happens(view.at, 2.0):
            part.entries = [post(pen, part), *part.entries[:7]]
        view.add(part.copy())
        yield view


def _most_read(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """The page's own headlines, in an order that changes; other links where it has none."""
    part = part_of(pen, "links", 8, "most-read", "aside")
    for view in views:
        own = [entry for item in view.main("stories", "links") for entry in item.entries if entry.title]
        known = [
            Entry(title=pen.write(unmarked(item.title)), url=item.url) for item in own[:8]
        ] or part.entries
        view.add(replace(part, entries=pen.chance.sample(known, min(5, len(known)))))
        yield view


def _strip(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """A strip that repeats headlines of the page, one at a time."""
    part = Part(name="strip", kind="nav", place="top")
    for view in views:
        own = [entry for item in view.main() for entry in item.entries if entry.title]
        shown = pen.chance.sample(own, min(2, len(own)))
        view.add(
            replace(part, entries=[Entry(title=pen.write(unmarked(item.title)), url="/") for item in shown])
        )
        yield view


def _clock(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """The date and the time in the masthead."""
    for view in views:
        at = view.at + timedelta(minutes=pen.chance.randrange(60))
        view.add(
            Part(
                name="clock",
                kind="facts",
                place="header",
                entries=[Entry(label=pen.date(at, "full"), title=pen.time(at))],
            )
        )
        yield view


def _countdown(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """Days and hours that are left until something."""
    until, name = 24 * pen.chance.randint(20, 60), pen.title()
    for view in views:
        left = (until - view.hour) % (24 * 60)
        shown = pen.write(f"{left // 24} : {left % 24:02d} : {pen.chance.randrange(60):02d}")
        view.add(
            Part(name="countdown", kind="facts", place="aside", entries=[Entry(label=name, title=shown)])
        )
        yield view


def _gauges(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """Levels and temperatures, measured each hour."""
    part = part_of(pen, "facts", 5, "gauges", pen.chance.choice(("main", "aside")))
    levels = [pen.chance.uniform(5, 90) for _ in part.entries]
    for view in views:
        levels = [max(0.0, level + pen.chance.gauss(0, 1.5)) for level in levels]
        part.entries = [
            replace(entry, title=pen.write(f"{level:.1f}"))
            for entry, level in zip(part.entries, levels, strict=True)
        ]
        view.add(part.copy())
        yield view


def _prices(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """Rates that move all day."""
    part = part_of(pen, "table", 7, "rates", pen.chance.choice(("main", "aside")))
    for view in views:
        if 7 <= view.at.hour < 19:
            part.entries = [
                replace(
                    item,
                    cells=(item.cells[0], *(pen.price(pen.chance.uniform(1, 300)) for _ in item.cells[1:])),
                )
                for item in part.entries
            ]
        view.add(part.copy())
        yield view


def _renewal(of_text: bool, hours: Callable[[Pen], int]) -> Noise:
    """A part that is written anew each day, or every few hours."""

    def operator(views: Iterator[View], pen: Pen) -> Iterator[View]:
        every = hours(pen)
        place = pen.chance.choice(("main", "aside"))
        kind = "text" if of_text else "links"
        part, phase = part_of(pen, kind, 3, "renewed", place), pen.chance.randrange(every)
        for view in views:
            if (view.hour + phase) % every == 0:
                part.entries = [ENTRIES[kind](pen, part) for _ in part.entries]
            view.add(part.copy())
            yield view

    return operator


def _open_closed(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """Whether the house is open at this hour."""
    name, states = pen.label(), (pen.label(), pen.label())
    for view in views:
        shown = states[9 <= view.at.hour < 18 and view.at.weekday() < 5]
        view.add(Part(name="opening", kind="facts", place="aside", entries=[Entry(label=name, title=shown)]))
        yield view


def _poll(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """A question and its votes so far; another question each week."""
    part, votes = part_of(pen, "facts", 4, "poll", "aside"), [1] * 4
    for view in views:
        if view.hour % 168 == 167:
            part, votes = part_of(pen, "facts", 4, "poll", "aside"), [1] * 4
        votes = [count + pen.chance.randrange(9) for count in votes]
        part.entries = [
            replace(entry, title=pen.write(f"{100 * count / sum(votes):.0f} % ({count})"))
            for entry, count in zip(part.entries, votes, strict=True)
        ]
        view.add(part.copy())
        yield view


def _cookies(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """A notice about cookies that is there at some visits."""
    entry = Entry(title=pen.label(), text=pen.sentences(2))
    buttons = [Entry(title=pen.label(), control="button") for _ in range(2)]
    for view in views:
        if pen.chance.random() < 0.3:
            view.add(Part(name="consent", kind="dialog", place="over", entries=[entry, *buttons]))
        yield view


def _related(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """Links to what else might please, drawn at each visit from many."""
    part = part_of(pen, "links", 30, "related", pen.chance.choice(("aside", "footer", "main")))
    for view in views:
        if pen.chance.random() < 0.1:
            part.entries[pen.chance.randrange(30)] = link(pen, part)
        view.add(replace(part, entries=pen.chance.sample(part.entries, 5)))
        yield view


def _promo_button(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """A button that tries other words on each visitor."""
    words = [pen.label(3) for _ in range(5)]
    place = pen.chance.choice(("header", "aside", "main"))
    for view in views:
        entry = Entry(title=pen.chance.choice(words), control="button", url="/join")
        view.add(Part(name="promo", kind="controls", place=place, entries=[entry]))
        yield view


def _departures(views: Iterator[View], pen: Pen) -> Iterator[View]:
    """What leaves next: rows that move up as the clock goes on."""
    part = part_of(pen, "table", 5, "departures", "aside")
    lines = [row(pen, part) for _ in range(24)]
    for view in views:
        part.entries = [
            replace(
                lines[(view.hour + step) % 24],
                cells=(pen.time(_later(view.at, step)), *lines[(view.hour + step) % 24].cells[1:]),
            )
            for step in range(5)
        ]
        view.add(part.copy())
        yield view


def _later(at: datetime, hours: int) -> datetime:
    return at + timedelta(hours=hours)


PARTS: Mapping[str, Noise] = {
    "ad": _ad, "tall-ad": _tall_ad, "takeover": _takeover, "carousel": _carousel, "camera": _camera,
    "partners": _partner_feed, "comments": _comments, "most-read": _most_read, "strip": _strip, "clock": _clock,
    "countdown": _countdown, "gauges": _gauges, "prices": _prices,
    "daily": _renewal(True, lambda pen: 24), "k-hour": _renewal(False, lambda pen: pen.chance.choice((2, 3, 4, 6))),
    "open": _open_closed, "poll": _poll, "cookies": _cookies, "related": _related, "promo": _promo_button,
    "departures": _departures,
}  # fmt: skip
"""By name."""
