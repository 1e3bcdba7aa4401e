"""A parliament nobody had seen: bills and orders of the day in Inuktitut, below photographs that rotate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.look import WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_MATTERS = ("ᐃᓕᓐᓂᐊᕐᓂᓕᕆᓂᕐᒧᑦ", "ᐋᓐᓂᐊᖃᕐᓇᙱᑦᑐᓕᕆᓂᕐᒧᑦ", "ᐊᕙᑎᓕᕆᓂᕐᒧᑦ", "ᐃᒡᓗᓕᕆᓂᕐᒧᑦ", "ᑮᓇᐅᔭᓕᕆᓂᕐᒧᑦ", "ᐅᖃᐅᓯᓕᕆᓂᕐᒧᑦ", "ᐆᒪᔪᓕᕆᓂᕐᒧᑦ",
            "ᓄᓇᓕᓕᕆᓂᕐᒧᑦ", "ᒪᓕᒐᓕᕆᓂᕐᒧᑦ", "ᐃᖅᑲᓇᐃᔭᖅᑐᓕᕆᓂᕐᒧᑦ", "ᐃᖏᕐᕋᔾᔪᑎᓕᕆᓂᕐᒧᑦ", "ᓄᑕᖅᑲᓕᕆᓂᕐᒧᑦ", "ᐃᓐᓇᑐᖃᓕᕆᓂᕐᒧᑦ")  # fmt: skip
_STAGES = ("ᓯᕗᓪᓕᖅᐹᖅ ᐅᖃᓕᒫᖅᑕᐅᓂᖓ", "ᑐᒡᓕᐊ ᐅᖃᓕᒫᖅᑕᐅᓂᖓ", "ᑲᑎᒪᔨᕋᓛᓂ", "ᐱᖓᔪᖓᑦ ᐅᖃᓕᒫᖅᑕᐅᓂᖓ", "ᐊᖏᖅᑕᐅᔪᖅ")
_ORDERS = ("ᑐᒃᓯᐊᕐᓂᖅ", "ᒥᓂᔅᑕᐃᑦ ᐅᖃᐅᓯᒃᓴᖏᑦ", "ᒪᓕᒐᓕᐅᖅᑏᑦ ᐅᖃᐅᓯᒃᓴᖏᑦ", "ᐊᐱᖅᑯᑎᑦ ᐅᖃᐅᓯᐅᔪᑦ", "ᐊᐱᖅᑯᑎᑦ ᑎᑎᕋᖅᓯᒪᔪᑦ", "ᑭᐅᔾᔪᑎᑦ",
           "ᑐᒃᓯᕋᐅᑎᑦ",
           "ᑲᑎᒪᔨᕋᓛᑦ ᐅᓂᒃᑳᖏᑦ", "ᑎᑎᖅᑲᑦ ᐅᖅᑯᑕᐅᔪᑦ", "ᐱᖁᔨᕗᖔᕈᑎᑦ", "ᑮᓇᐅᔭᒃᓴᑦ ᐊᖏᖅᑕᐅᓂᖏᑦ", "ᑲᑎᒪᓕᒫᕐᓂᖅ")  # fmt: skip
_TOWNS = (
    "ᐃᖃᓗᐃᑦ",
    "ᑲᖏᖅᖠᓂᖅ",
    "ᐸᖕᓂᖅᑑᖅ",
    "ᐃᒡᓗᓕᒃ",
    "ᐊᕐᕕᐊᑦ",
    "ᖃᒪᓂᑦᑐᐊᖅ",
    "ᒥᑦᑎᒪᑕᓕᒃ",
    "ᑭᙵᐃᑦ",
    "ᓴᓪᓕᑦ",
    "ᓇᐅᔮᑦ",
    "ᑯᒑᕐᔪᒃ",
)
_HAPPENED = ("ᑲᑎᒪᔨᕋᓛᑦ ᐃᓄᓐᓂᒃ ᑐᓵᓚᐅᖅᑐᑦ", "ᒥᓂᔅᑕ ᓄᖅᑲᖅᑐᖅ", "ᓄᑖᖅ ᒪᓕᒐᓕᐅᖅᑎ ᓂᕈᐊᖅᑕᐅᔪᖅ", "ᐅᓂᒃᑳᖅ ᓴᖅᑭᑕᐅᔪᖅ", "ᑲᑎᒪᓂᖅ ᑭᖑᕙᖅᑎᑕᐅᔪᖅ",
             "ᑮᓇᐅᔭᐃᑦ ᐊᖏᖅᑕᐅᔪᑦ", "ᐊᐱᖅᓱᖅᑕᐅᓂᖅ ᐱᒋᐊᖅᑐᖅ")  # fmt: skip
_MEMBERS = ("ᔮᓐ ᐊᒪᕈᐊᓕᒃ", "ᒥᐊᓕ ᓄᑕᕋᖅ", "ᐲᑕ ᐃᖅᑭᖅ", "ᓕᐊ ᑯᓄᒃ", "ᔭᐃᒥᓯ ᐊᕐᓇᑐᖅ", "ᐃᓕᓴᐱ ᐅᓪᓗᕆᐊᖅ", "ᑖᒪᔅ ᐊᒡᓗᒃᑲᖅ",
            "ᓴᐃᓚᔅ ᖃᐅᔨᒪᔪᖅ", "ᐊᓇ ᐸᓂᐸᑯᑦᑐᖅ",
            "ᔫ ᓴᕕᐊᕐᔪᒃ", "ᕇᑕ ᐱᑦᑎᐅᓛᖅ", "ᐋᓯ ᑎᑭᕙᒃ")  # fmt: skip
_QUOTES = ("ᓄᓇᓕᕗᑦ ᐃᒡᓗᒃᓴᖃᑦᑎᐊᙱᓚᑦ, ᐃᒃᓯᕙᐅᑖᖅ.", "ᖁᔭᓐᓇᒦᒃ, ᐃᒃᓯᕙᐅᑖᖅ. ᒥᓂᔅᑕᒧᑦ ᐊᐱᖅᑯᑎᖃᖅᑐᖓ.", "ᓄᑕᖅᑲᕗᑦ ᐃᓄᒃᑎᑐᑦ ᐃᓕᓐᓂᐊᕆᐊᖃᖅᑐᑦ.",
           "ᑭᐅᔾᔪᑎᒥᒃ ᐅᑕᖅᑭᔪᒍᑦ ᓱᓕ.", "ᖃᖓᑕᓲᑦ ᐊᑭᑐᓗᐊᖅᑐᑦ.", "ᐃᓐᓇᑐᖃᕗᑦ ᐃᑲᔪᕆᐊᖃᖅᑕᕗᑦ.", "ᐃᒥᖅ ᓴᓗᒪᔭᕆᐊᖃᖅᑐᖅ.",
           "ᓯᓚ ᐊᓯᔾᔨᖅᐸᓪᓕᐊᔪᖅ, ᓯᑯ ᓴᐃᑦᑐᖅ.",
           "ᑐᒃᑐᐃᑦ ᒥᒃᓵᓄᑦ ᐅᖃᕈᒪᔪᖓ.", "ᐄ, ᖁᔭᓐᓇᒦᒃ ᐊᐱᕆᒐᕕᑦ.", "ᐅᓪᓗᒥ ᐅᐱᒍᓱᒃᑐᖓ ᓄᓇᓕᓐᓂ.", "ᑕᒪᓐᓇ ᐊᖏᙱᑕᕋ.")  # fmt: skip
_VIEWS = ("ᒪᓕᒐᓕᐅᕐᕕᒃ", "ᐃᓄᐃᑦ ᓴᓇᖑᐊᖅᑕᖏᑦ", "ᐳᓛᕆᐊᖅᑐᑦ", "ᐃᓕᓐᓂᐊᖅᑎᑦ ᑲᑎᒪᓂᖏᑦ", "ᓄᓇᕗᑦ ᐅᓪᓗᖓ", "ᐃᒃᓯᕙᐅᑕᖅ", "ᖃᐅᒻᒪᖅ", "ᐅᑭᐅᖅ")
_HANDS = ("ᓇᓄᖅ", "ᓇᑦᑎᖅ", "ᐃᓄᒃᓱᒃ", "ᐅᒃᐱᒃ", "ᑐᒃᑐ", "ᕿᓚᓗᒐᖅ", "ᖃᔭᖅ", "ᐃᒡᓗ", "ᐅᒥᖕᒪᒃ")


@dataclass(frozen=True)
class House:
    """What the parliament says: the bills with their stages, the day's orders, its releases."""

    bills: tuple[tuple[int, int], ...]  # number, stage
    orders: int
    releases: tuple[int, ...]


class Maliga(GeneratedSite):
    """A parliament that sits on weekday afternoons: single cells of a table, below photographs larger than it."""

    slug = "maliga"
    hard = "news are a cell of a table, an order paper and releases, below a carousel and beside words of the hour"
    more = 0
    look = Look(
        heading=WIDE, body=WIDE, paper="#ffffff", ink="#1e2430", muted="#687084", line="#d3d8e3", accent="#1f3a7a",
        lead_px=22, top_px=16, card="#eef2fb",
        extra=(
            ".masthead{background:#f3b61f}.masthead .small{color:#3b2f08}.carousel{padding:0}.carousel h1{position:"
            "absolute;left:0;bottom:0;margin:0;width:960px;padding:10px 20px;background:#1f3a7ac0;color:#fff}"
            ".bills p{display:flex;gap:14px;border-top:1px solid #d3d8e3;font-size:14px;line-height:30px}"
            ".bills b{width:"
            "40px}.bills span{width:270px}.bills i{font-style:normal;color:#1f3a7a}.said,.member{background:#eef2fb}"
            ".said p{font-size:16px;line-height:24px}.orders ol{list-style:decimal;padding-left:28px}"
            ".orders li{border:0;"
            "padding:2px 0}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(9, 17), then=0.03, night=0.02)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; bills move while the house sits."""
        shown = House(tuple((31 + seat, max(0, 4 - seat)) for seat in range(8)), 0, (-1, -2, -3))
        for hour in range(hours):
            if hour:
                shown = self._after(shown, hour)
            bills = (self._bill(*bill) for bill in shown.bills)
            releases = map(self._release, shown.releases)
            news = (*bills, *self._orders(shown.orders), *releases)
            yield PageState(rows=tuple(self._page(shown, hour)), news=news)

    def _after(self, old: House, hour: int) -> House:
        at = STARTS_AT + timedelta(hours=hour)
        if at.weekday() < 5 and at.hour == 8:
            return replace(old, orders=old.orders + 1)
        if _sits(hour) and self.chance.happens(0.42, "bill", hour):
            return replace(old, bills=self._moved(old.bills, hour))
        if self.chance.happens(0.13 * self.duty.at(at), "release", hour):
            return replace(old, releases=(hour, *old.releases[:-1]))
        return old

    def _moved(self, bills: tuple[tuple[int, int], ...], hour: int) -> tuple[tuple[int, int], ...]:
        """A bill goes to its next stage; at times a new one comes in and the eldest leaves the table."""
        open_ones = [place for place, (_, stage) in enumerate(bills) if stage < len(_STAGES) - 1]
        if len(open_ones) < 5 or self.chance.happens(0.2, "tabled", hour):
            return (*bills[1:], (bills[-1][0] + 1, 0))
        place = self.chance.pick(open_ones, "moves", hour)
        number, stage = bills[place]
        return (*bills[:place], (number, stage + 1), *bills[place + 1 :])

    def _bill(self, number: int, stage: int) -> str:
        """A bill's line as it stands on the page."""
        (matter,) = told(self.chance.child("bill"), (_MATTERS,), number)
        return f"<b>{number}</b><span>{matter} ᐱᖁᔭᒃᓴᖅ</span><i>{_STAGES[stage]}</i>"

    def _orders(self, number: int) -> list[str]:
        """The orders of a day: their number is among them, for a paper may say the same as the last."""
        return [f"№ {40 + number}", *self.chance.shuffled(_ORDERS, "orders", number)[:5]]

    def _release(self, number: int) -> str:
        town, happened = told(self.chance.child("release"), (_TOWNS, _HAPPENED), number)
        return f"{town}: {happened}"

    def _page(self, shown: House, hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        return [
            row(
                panels.masthead("ᒪᓕᒐᓕᐅᕐᕕᒃ", 1000, f"ᐃᓄᒃᑎᑐᑦ · English · Français · {at:%H:%M}", height=64),
                tag="header",
            ),
            row(self._carousel(hour)),
            row(
                [self._webcast(hour, 380), self._said(hour, 380), self._member(hour, 380)],
                [self._day(shown, 620), self._bills(shown, 620), self._releases(shown, 620)],
                tag="main",
            ),
            row(self._crafts(hour)),
        ]

    def _carousel(self, hour: int) -> Panel:
        number = self.chance.below(len(_VIEWS), "view", hour)
        html = f"{panels.image(f'politics-view-{number}', 1000, 320)}<h1>{_VIEWS[number]}</h1>"
        return panels.plain("carousel", 1000, html)

    def _day(self, shown: House, width: int) -> Panel:
        number, *orders = self._orders(shown.orders)
        lines = "".join(f"<li><h3>{order}</h3></li>" for order in orders)
        html = f"<h4>ᐅᓪᓗᒧᑦ ᑲᑎᒪᔾᔪᑎᒃᓴᑦ</h4><h1>{number}</h1><ol>{lines}</ol>"
        return panels.plain("orders", width, html, is_news=True)

    def _bills(self, shown: House, width: int) -> Panel:
        lines = "".join(f"<p>{self._bill(*bill)}</p>" for bill in shown.bills)
        return panels.plain("bills", width, f"<h4>ᐱᖁᔭᒃᓴᐃᑦ</h4>{lines}", is_news=True)

    def _releases(self, shown: House, width: int) -> Panel:
        lines = "".join(
            f'<li><h2><a href="{ORIGIN}/releases/{number + 100}">{self._release(number)}</a></h2></li>'
            for number in shown.releases
        )
        return panels.plain("releases", width, f"<h4>ᑐᓴᒐᒃᓴᑦ</h4><ul>{lines}</ul>", is_news=True)

    def _webcast(self, hour: int, width: int) -> Panel:
        """The chamber while the house sits, a still at all other hours."""
        shown = f"politics-chamber-{hour}" if _sits(hour) else "politics-still"
        words = "● LIVE" if _sits(hour) else "ᑲᑎᒪᖏᑦᑐᑦ"
        return panels.plain(
            "webcast", width, f"<h4>{words}</h4>{panels.image(shown, width - 24, 210)}<p>Channel 5 · 7</p>"
        )

    def _said(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<li><b>{self.chance.pick(_MEMBERS, 'who', hour, seat)}</b><p>{words}</p></li>"
            for seat, words in enumerate(self.chance.shuffled(_QUOTES, "said", hour)[:4])
        )
        return panels.plain("said", width, f"<h4>ᐅᖃᐅᓯᕆᔭᐅᓯᒪᔪᑦ</h4><ul>{lines}</ul>")

    def _member(self, hour: int, width: int) -> Panel:
        number = self.chance.below(len(_MEMBERS), "member", hour)
        town = _TOWNS[number % len(_TOWNS)]
        shown = panels.image(f"culture-member-{number}", width - 24, 170)
        html = f"<h4>ᒪᓕᒐᓕᐅᖅᑎ</h4>{shown}<h2>{_MEMBERS[number]}</h2><p>{town}</p>"
        return panels.plain("member", width, html)

    def _crafts(self, hour: int) -> Panel:
        cards = "".join(
            f"<div>{panels.image(f'culture-art-{number}', 182, 120)}<h3>{_HANDS[number]}</h3></div>"
            for number in self.chance.shuffled(range(len(_HANDS)), "art", hour)[:5]
        )
        return panels.plain("art", 1000, f'<h4>ᓴᓇᖑᐊᒐᐃᑦ</h4><div class="cards">{cards}</div>')


def _sits(hour: int) -> bool:
    """Whether the house sits: on working days from half past one to six."""
    at = STARTS_AT + timedelta(hours=hour)
    return at.weekday() < 5 and 13 <= at.hour <= 18


UNSEEN_ASSEMBLIES = (Maliga,)
