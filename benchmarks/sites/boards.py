"""Boards and tables: calls for tenders, the status of a service, prices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from html import escape

from benchmarks.sites import panels
from benchmarks.sites.look import SANS, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_TABLE = (
    "table{border-collapse:collapse;width:100%}td,th{padding:7px 8px 6px;border-top:1px solid #d5d5d5;"
    "text-align:left;vertical-align:top;line-height:20px}"
)
_WORKS = ("Renewal of", "Supply of", "Maintenance of", "Design of", "Inspection of", "Lease of")
_THINGS = (
    "street lighting", "school roofs", "rescue boats", "office chairs", "a weighbridge", "sewage pumps",
    "playground surfaces", "library software", "road salt", "bus shelters", "lift motors", "snow ploughs",
)  # fmt: skip
_PLACES = (
    "Aldwick",
    "Saint Osyth",
    "Northmoor",
    "Elbmouth",
    "Harwick",
    "the district",
    "Quay Road",
    "Tolland",
)
_BUYERS = ("City works", "Harbour trust", "County council", "Water board", "School authority", "Tram company")


@dataclass(frozen=True)
class Tender:
    """A call for tenders."""

    number: int
    closes: datetime


class Tenders(GeneratedSite):
    """A table of calls for tenders: rows come and are withdrawn, a date is put off; days left and views count."""

    slug = "tenders"
    hard = "a table: rows come and go, one figure of a row matters, others count"
    look = Look(heading=SANS, accent="#14532d", lead_px=26, top_px=18, extra=_TABLE)
    more = 0

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        open_now = [self._tender(-number) for number in range(11)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and at.weekday() < 5 and 8 <= at.hour <= 17:
                open_now = self._worked(open_now, hour)
            open_now = [item for item in open_now if item.closes > at]
            shown = sorted(open_now, key=lambda item: item.closes) if self._by_date(hour) else open_now
            news = tuple(" ".join(self._cells(item)) for item in shown)
            yield PageState(rows=tuple(self._rows(shown, hour)), news=news)

    def _by_date(self, hour: int) -> bool:
        return self.chance.happens(0.12, "sorted", hour)

    def _tender(self, number: int) -> Tender:
        days = self.chance.between(3, 30, "days", number)
        return Tender(number, STARTS_AT.replace(hour=12) + timedelta(days=days + max(number, 0) // 24))

    def _worked(self, old: list[Tender], hour: int) -> list[Tender]:
        if self.chance.happens(0.13, "new", hour):
            return [self._tender(hour), *old]
        if len(old) > 6 and self.chance.happens(0.03, "withdrawn", hour):
            gone = self.chance.below(len(old), "which", hour)
            return [*old[:gone], *old[gone + 1 :]]
        if self.chance.happens(0.04, "put off", hour):
            place = self.chance.below(len(old), "whose", hour)
            later = old[place].closes + timedelta(days=7)
            return [*old[:place], replace(old[place], closes=later), *old[place + 1 :]]
        return old

    def _cells(self, item: Tender) -> tuple[str, str, str]:
        draw = self.chance.child("tender", item.number)
        title = f"{draw.pick(_WORKS, 'work')} {draw.pick(_THINGS, 'thing')}, {draw.pick(_PLACES, 'place')}"
        return title, draw.pick(_BUYERS, "buyer"), f"{item.closes:%d.%m.%Y}"

    def _rows(self, shown: Sequence[Tender], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        rows = [
            row(panels.masthead("Tender board", 1000, f"{at:%d.%m.%Y %H:%M}", height=60), tag="header"),
            row([self._filters(hour, 240)], [self._table(shown, at, 760)], tag="main"),
            row(panels.ranking(self.chance, hour // 3, 1000, 4, "Often looked for")),
        ]
        if self.chance.happens(0.3, "cookies", hour):
            rows.insert(0, row(panels.strip("This board uses cookies. Accept. Refuse.", 64, name="cookies")))
        return rows

    def _table(self, shown: Sequence[Tender], at: datetime, width: int) -> Panel:
        hour = int((at - STARTS_AT).total_seconds() // 3600)
        head = "<tr><th>Subject</th><th>Buyer</th><th>Closes</th><th>Left</th><th>Views</th></tr>"
        lines = ""
        for item in shown:
            title, buyer, closes = self._cells(item)
            views = 20 + 3 * (hour - item.number) + self.chance.below(9, "views", item.number, hour)
            link = f'<a href="{ORIGIN}/tender/{item.number + 100}">{escape(title)}</a>'
            cells = (link, buyer, closes, f"{(item.closes - at).days} days", f"{views}")
            lines += f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
        html = f"<h1>Open calls</h1><table>{head}{lines}</table>"
        return panels.plain("calls", width, html, is_news=True)

    def _filters(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<li>{buyer} ({self.chance.below(60, 'found', buyer, hour // 2)})</li>" for buyer in _BUYERS
        )
        return panels.plain("filters", width, f"<h4>Narrow down</h4><ul>{lines}</ul>")


_PARTS = ("Website", "Login", "Payments", "Search", "Uploads", "Mail", "Mobile application", "Reports")
_TROUBLES = ("Slow", "Partial outage", "Outage")
_SAYINGS = (
    "We are looking into slow answers of {part}.", "The cause is found: a full disk in the store behind {part}.",
    "A repair of {part} is being rolled out.", "{part} has recovered, we keep watching.", "This incident is closed.",
)  # fmt: skip


@dataclass(frozen=True)
class Incident:
    """Something broken since an hour, and for how many."""

    began: int
    length: int
    part: int
    trouble: int


class Status(GeneratedSite):
    """The status of a service: a state of eight parts turns and turns back; milliseconds and bars all over."""

    slug = "status"
    hard = "a dashboard: an important state that returns to the usual one, measurements everywhere"
    look = Look(heading=WIDE, accent="#2f6fde", lead_px=26, top_px=17, extra=_TABLE, paper="#fafbfc")
    more = 0

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        past: list[Incident] = []
        for hour in range(hours):
            quiet = not past or past[0].began + past[0].length < hour
            if hour and quiet and self.chance.happens(0.06, "incident", hour):
                length, part = self.chance.between(2, 9, "length", hour), self.chance.below(8, "part", hour)
                past.insert(0, Incident(hour, length, part, self.chance.below(3, "trouble", hour)))
            del past[4:]
            now = past[0] if past and past[0].began + past[0].length > hour else None
            states = tuple(
                _TROUBLES[now.trouble] if now and now.part == part else "Operational" for part in range(8)
            )
            news = (*states, *(line for item in past for line in self._told(item, hour)))
            yield PageState(rows=tuple(self._rows(states, past, hour)), news=news)

    def _told(self, item: Incident, hour: int) -> list[str]:
        """What was written about an incident, newest first."""
        said = [(0, 0), (item.length // 3, 1), (2 * item.length // 3, 2), (item.length, 4)]
        return [
            f"{STARTS_AT + timedelta(hours=item.began + after):%d %b %H:%M} - "
            + _SAYINGS[saying].format(part=_PARTS[item.part])
            for after, saying in reversed(said)
            if item.began + after <= hour and (after or not saying)
        ]

    def _rows(self, states: Sequence[str], past: Sequence[Incident], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        well = all(state == "Operational" for state in states)
        colour, words = (
            ("#2e8b57", "All systems operational") if well else ("#d9822b", "Some systems are affected")
        )
        banner = f'<h2 style="background:{colour};color:#fff;padding:14px 16px">{words}</h2>'
        posts = "".join(
            f"<h2>{_PARTS[item.part]}: {_TROUBLES[item.trouble].lower()}</h2>"
            + "".join(f"<p>{line}</p>" for line in self._told(item, hour))
            for item in past
        )
        return [
            row(panels.masthead("Northwind status", 1000, f"Refreshed {at:%H:%M:%S} UTC", height=50)),
            row(panels.plain("overall", 1000, banner, is_news=True)),
            row([self._table(states, hour, 620)], [self._speed(hour, 380), self._numbers(hour, 380)]),
            row(panels.plain("incidents", 1000, f"<h4>Incidents</h4>{posts}", is_news=True)),
        ]

    def _table(self, states: Sequence[str], hour: int, width: int) -> Panel:
        lines = ""
        for part, state in enumerate(states):
            took = 40 + self.chance.below(400, "took", part, hour)
            up = 99 + self.chance.below(100, "up", part, hour // 24) / 100
            lines += f"<tr><td>{_PARTS[part]}</td><td>{state}</td><td>{took} ms</td><td>{up:.2f} %</td></tr>"
        return panels.plain("parts", width, f"<table>{lines}</table>", is_news=True)

    def _speed(self, hour: int, width: int) -> Panel:
        points = " ".join(
            f"{place * 6},{150 - self.chance.below(130, 'speed', hour, place)}" for place in range(58)
        )
        drawing = (
            '<svg width="350" height="160" viewBox="0 0 350 160" style="display:block">'
            f'<polyline points="{points}" fill="none" stroke="#2f6fde" stroke-width="3"/></svg>'
        )
        return panels.plain("speed", width, f"<h4>Answer time, last hour</h4>{drawing}")

    def _numbers(self, hour: int, width: int) -> Panel:
        html = (
            f"<h4>Today</h4><h1>{self.chance.below(900_000, 'asked', hour):,}</h1><p>requests a minute</p>"
            f"<h1>{self.chance.below(200, 'worst', hour)} ms</h1><p>median</p>"
        )
        return panels.plain("numbers", width, html)


_GOODS = (
    "Adult single",
    "Child single",
    "Bicycle",
    "Dog",
    "Day return",
    "Weekly pass",
    "Car under 5 m",
    "Van",
)


class Fares(GeneratedSite):
    """A ferry's fares: one figure of a table is important, all other figures are not."""

    slug = "fares"
    hard = "slow; only figures change, those that matter and those that do not"
    look = Look(heading=SANS, accent="#8a4b08", lead_px=28, top_px=18, extra=_TABLE, paper="#fffdf8")
    more = 0

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        cents = [350 + self.chance.below(4000, "price", item) // 10 * 10 for item in range(len(_GOODS))]
        for hour in range(hours):
            if hour and self.chance.happens(0.07, "change", hour):
                item = self.chance.below(len(cents), "which", hour)
                cents[item] += self.chance.pick((-120, -50, 30, 80, 150, 240), "by", hour)
            news = tuple(f"{name} {price / 100:.2f}" for name, price in zip(_GOODS, cents, strict=True))
            yield PageState(rows=tuple(self._rows(cents, hour)), news=news)

    def _rows(self, cents: Sequence[int], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        lines = "".join(
            f"<tr><td><h2>{name}</h2></td><td><h2>€ {price / 100:.2f}</h2></td></tr>"
            for name, price in zip(_GOODS, cents, strict=True)
        )
        now = int(at.timestamp() // 60)
        return [
            row(
                panels.masthead(
                    "Island ferry", 1000, f"Next crossing in {self.chance.below(60, 'next', hour)} min"
                )
            ),
            row(panels.ticker(self.chance, hour, 1000)),
            row(
                panels.plain("fares", 600, f"<h1>Fares</h1><table>{lines}</table>", is_news=True),
                [
                    panels.counter(self.chance, hour, 400, "passengers this year"),
                    panels.weather(self.chance, hour, 400),
                    panels.advert(self.adverts.advert("side", now, 360, 180), "side", 400),
                ],
            ),
            row(panels.comments(self.chance, hour, 1000, 2, "Guests say")),
        ]


BOARDS = (Tenders, Status, Fares)
