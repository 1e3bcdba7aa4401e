"""Registers: calls for grants in Polish, a mailing list's index, the fees of a tunnel in whole sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from html import escape

from benchmarks.sites import panels
from benchmarks.sites.look import SANS, SERIF, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.words import FILLERS

_PROGRAMMES = ("Małe granty", "Zielona gmina", "Cyfrowa świetlica", "Sport dla wszystkich", "Kultura blisko",
               "Aktywny senior", "Młodzi badacze", "Szkoła zawodu", "Czyste powietrze", "Wspólne podwórko")  # fmt: skip
_AIMS = ("wymiana pieców", "zajęcia dla dzieci", "remont bibliotek", "zakup łodzi", "ścieżki rowerowe",
         "staże zagraniczne", "nagrania chórów", "sadzenie drzew", "kursy języka", "naprawa dachów",
         "pracownie szkolne", "letnie festyny")  # fmt: skip
_GIVERS = ("Urząd marszałkowski", "Fundacja Brzeg", "Gmina Zalesie", "Powiat nadmorski", "Bank Spółdzielczy",
           "Instytut Książki", "Miasto Stare Pole")  # fmt: skip
_MONTHS = ("stycznia", "lutego", "marca", "kwietnia", "maja", "czerwca", "lipca", "sierpnia", "września",
           "października", "listopada", "grudnia")  # fmt: skip


@dataclass(frozen=True)
class Call:
    """A call for applications and the day on which it closes."""

    number: int
    closes: datetime


class Dotacje(GeneratedSite):
    """Open calls as cards by their last day: they come and go anywhere, a head counts them; logos, adverts beside."""

    slug = "dotacje"
    hard = "rows come and go in the middle of a long list; days left run down at midnight; a bar of any height above"
    more = 0
    look = Look(
        heading=SANS, paper="#f7f7fb", ink="#20223a", muted="#6a6d85", line="#dcdde8", accent="#c2185b",
        lead_px=28, top_px=18, card="#ffffff",
        extra=(
            ".calls .grid{display:grid;grid-template-columns:1fr 1fr;gap:10px}"
            ".calls .grid>div{background:#fff;border:1px solid #dcdde8;padding:7px 10px 5px;height:62px;"
            "overflow:hidden}"
            ".when{color:#c2185b;font-weight:bold}.marks{display:grid;grid-template-columns:1fr 1fr;gap:8px}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        calls = [self._call(-number, 1) for number in range(1, 23)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and at.weekday() < 5 and 8 <= at.hour <= 16:
                calls = self._worked(calls, hour)
            shown = sorted((item for item in calls if item.closes > at), key=lambda item: item.closes)
            news = (f"{len(shown)}", *(" ".join(self._told(item)) for item in shown))
            yield PageState(rows=tuple(self._page(shown, hour, at)), news=news)

    def _call(self, number: int, least_days: int = 9) -> Call:
        days = self.chance.between(least_days, 26, "days", number) + max(number, 0) // 24
        return Call(number, STARTS_AT.replace(hour=15) + timedelta(days=days))

    def _worked(self, old: list[Call], hour: int) -> list[Call]:
        if self.chance.happens(0.16, "new", hour):
            return [*old, self._call(hour)]
        place = self.chance.below(len(old), "whose", hour)
        if self.chance.happens(0.02, "withdrawn", hour):
            return [*old[:place], *old[place + 1 :]]
        if self.chance.happens(0.03, "put off", hour):
            return [
                *old[:place],
                replace(old[place], closes=old[place].closes + timedelta(days=5)),
                *old[place + 1 :],
            ]
        return old

    def _told(self, item: Call) -> tuple[str, str, str]:
        draw = self.chance.child("call", item.number)
        title = f"{draw.pick(_PROGRAMMES, 'programme')}: {draw.pick(_AIMS, 'aim')}"
        money = f"{draw.between(2, 90, 'money') * 5} 000 zł"
        giver = f"{draw.pick(_GIVERS, 'giver')}, do {money}"
        return title, giver, f"{item.closes.day} {_MONTHS[item.closes.month - 1]}"

    def _page(self, shown: Sequence[Call], hour: int, at: datetime) -> list[Row]:
        note = f"Odwiedzin dzisiaj: {40 + at.hour * 310 + self.chance.below(300, 'visits', hour)}"
        rows = [
            row(panels.masthead("Dotacje Pomorza", 1000, note, height=58), tag="header"),
            row(panels.advert(self.adverts.advert("top", hour * 60, 970, 110), "top-advert", 1000)),
            row(
                [self._calls(shown, at, 700)],
                [
                    self._logos(hour, 300),
                    panels.advert(self.adverts.advert("side", hour * 60, 276, 300), "side-advert", 300),
                    self._searched(hour, 300),
                ],
                tag="main",
            ),
        ]
        if self.chance.happens(0.35, "bar", hour // 3):
            height = self.chance.pick((44, 76, 120), "bar height", hour // 3)
            rows.insert(1, row(panels.strip("W sobotę przerwa techniczna generatora wniosków", height)))
        return rows

    def _calls(self, shown: Sequence[Call], at: datetime, width: int) -> Panel:
        cards = ""
        for item in shown:
            title, giver, day = self._told(item)
            left = (item.closes.date() - at.date()).days
            said = "ostatni dzień" if not left else f"zostało {left} dni" if left > 1 else "został 1 dzień"
            cards += (
                f'<div><a href="{ORIGIN}/nabor/{item.number + 300}"><b>{title}</b></a><p class="small">{giver}</p>'
                f'<p><span class="when">do {day}</span> <span class="small">{said}</span></p></div>'
            )
        head = f"<h1>Otwarte nabory</h1><h2>{_counted(len(shown))}</h2>"
        return panels.plain("calls", width, f'{head}<div class="grid">{cards}</div>', is_news=True)

    def _logos(self, hour: int, width: int) -> Panel:
        logos = "".join(
            panels.image(f"logo-{number}", (width - 32) // 2, 74)
            for number in self.chance.shuffled(range(24), "logos", hour)[:6]
        )
        return panels.plain("logos", width, f'<h4>Partnerzy</h4><div class="marks">{logos}</div>')

    def _searched(self, hour: int, width: int) -> Panel:
        items = "".join(
            f'<li>{aim} <span class="small">({self.chance.below(900, "asked", aim, hour)})</span></li>'
            for aim in self.chance.shuffled(_AIMS, "searched", hour)[:7]
        )
        return panels.plain("searched", width, f"<h4>Szukane teraz</h4><ul>{items}</ul>")


def _counted(number: int) -> str:
    """A number of calls in Polish: the noun follows its last digits."""
    few = 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14
    words = "otwarty nabór" if number == 1 else "otwarte nabory" if few else "otwartych naborów"
    return f"{number} {words}"


_ASKED = ("segfault in", "How do I build", "Patch: tidy up", "Slow start of", "RFC: rename", "Docs for", "Typo in",
          "Regression since 4.1 in", "Is anybody using", "Test failures:")  # fmt: skip
_MODULES = ("the tide tables", "libkelp", "the plotter", "nav-core", "chart import", "the GPS daemon", "sonar filters",
            "the Python binding", "autopilot hooks", "the map cache", "logging", "the Windows port")  # fmt: skip
_CALLED = ("Release {major}.{minor} is out", "Release {major}.{minor} is put off by a week",
           "Security update {major}.{minor}.1: upgrade now",
           "The server moves on {day} May, expect silence", "Nominations for the board close on {day} May",
           "Meeting in {place}: registration is open", "New rules for patches apply from {day} May",
           "Archive of {place} meeting: talks online", "Please welcome {who} as maintainer")  # fmt: skip


class Listserv(GeneratedSite):
    """A mailing list's index: its keepers' announcements lead the table; answered threads rise below them all day."""

    slug = "listserv"
    hard = "few important rows on top of a table in another order each hour; an appeal with a sum pushes all down"
    more = 0
    look = Look(
        heading="'Liberation Mono', monospace", body="'Liberation Mono', monospace", paper="#fffff4", ink="#222222",
        muted="#707060", line="#ddddcc", accent="#006644", lead_px=22, top_px=16,
        extra=(
            ".subject{display:flex;gap:10px;border-top:1px solid #ddddcc;padding:5px 0 4px;font-size:14px;"
            "line-height:20px;overflow:hidden;white-space:nowrap}.subject>b,.subject>a{flex:1;overflow:hidden}"
            ".subject>i{flex:none;width:130px;overflow:hidden}.subject>span{flex:none;width:46px;text-align:right}"
            ".share{background:#e4e4d4;height:12px}.share i{display:block;height:12px;background:#006644}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        pinned: list[tuple[int, int]] = [(-1, 0), (-2, 0)]  # an announcement, and how often it was reworded
        threads = list(range(60))
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            day = 7 <= at.hour <= 22
            if hour and self.chance.happens(0.045 if day else 0.006, "pinned", hour):
                pinned = [(hour, 0), *pinned][: self.chance.between(2, 4, "keep", hour)]
            elif hour and day and self.chance.happens(0.012, "reworded", hour):
                place = self.chance.below(len(pinned), "whose", hour)
                pinned[place] = (pinned[place][0], pinned[place][1] + 1)
            for seat in range(self.chance.between(1, 6, "answers", hour) if day else 1):
                if self.chance.happens(0.15, "new thread", hour, seat):
                    threads = [100 + 10 * hour + seat, *threads[:59]]
                else:
                    place = self.chance.below(24, "answered", hour, seat)
                    threads.insert(0, threads.pop(place))
            news = tuple(self._announced(*item) for item in pinned)
            yield PageState(rows=tuple(self._page(pinned, threads[:20], hour)), news=news)

    def _announced(self, number: int, wording: int) -> str:
        draw = self.chance.child("announcement", number)
        kinds = draw.shuffled(_CALLED, "kind")
        return kinds[wording % len(kinds)].format(
            major=draw.between(4, 5, "major"),
            minor=draw.below(30, "minor"),
            day=draw.between(8, 31, "day"),
            place=draw.pick(FILLERS["place"], "place"),
            who=draw.pick(FILLERS["Person"], "who"),
        )

    def _page(self, pinned: Sequence[tuple[int, int]], threads: Sequence[int], hour: int) -> list[Row]:
        members = 2000 + hour + self.chance.below(9, "members", hour)
        note = f"{members} subscribers, {hour * 3 + 412} messages this month"
        marked = "".join(
            f'<div class="subject"><b><a href="{ORIGIN}/announce/{number + 60}">'
            f"[announce] {escape(self._announced(number, wording))}</a></b></div>"
            for number, wording in pinned
        )
        lines = "".join(self._thread(number, hour) for number in threads)
        rows = [
            row(panels.masthead("seatools-devel", 1000, note, height=44), tag="header"),
            row(
                [
                    panels.plain(
                        "announced", 720, f"<h1>Threads by latest message</h1>{marked}", is_news=True
                    ),
                    panels.plain("threads", 720, lines),
                ],
                [self._poll(hour, 280), self._months(hour, 280), self._sponsors(hour, 280)],
                tag="main",
            ),
        ]
        if self.chance.happens(0.3, "appeal", hour // 5):
            given = 3000 + 17 * hour + self.chance.below(17, "sum", hour)
            words = f"Keep the list running: {given} of 20000 euro given"
            height = self.chance.pick((40, 70), "appeal height", hour // 5)
            rows.insert(0, row(panels.strip(words, height, name="promo")))
        return rows

    def _thread(self, number: int, hour: int) -> str:
        draw = self.chance.child("thread", number)
        subject = f"{draw.pick(_ASKED, 'asked')} {draw.pick(_MODULES, 'module')}"
        who = draw.pick(FILLERS["Person"], "who", hour // draw.between(1, 9, "pace"))
        count = draw.between(1, 40, "count") + max(hour - number // 10, 0) // draw.between(2, 9, "grows")
        return (
            f'<div class="subject"><a href="{ORIGIN}/thread/{number}">{escape(subject)}</a>'
            f"<i>{escape(who)}</i><span>{count}</span></div>"
        )

    def _poll(self, hour: int, width: int) -> Panel:
        votes = [
            self.chance.between(200, 900, "answer", answer)
            + self.chance.below(4 * hour + 4, "votes", answer, hour)
            for answer in range(4)
        ]
        names = ("every day", "at sea only", "for teaching", "not yet")
        lines = "".join(
            f"<p>{name} {100 * count / sum(votes):.1f}%</p>"
            f'<div class="share"><i style="width:{256 * count // sum(votes)}px"></i></div>'
            for name, count in zip(names, votes, strict=True)
        )
        return panels.plain("poll", width, f"<h4>Poll: you use it</h4>{lines}")

    def _months(self, hour: int, width: int) -> Panel:
        items = "".join(
            f"<li>{month} 2026</li>" for month in ("May", "April", "March", "February", "January")
        )
        newest = f'<p class="small">newest message {self.chance.below(60, "newest", hour)} min ago</p>'
        return panels.plain("months", width, f"<h4>Archive</h4>{newest}<ul>{items}</ul>")

    def _sponsors(self, hour: int, width: int) -> Panel:
        pictures = "".join(
            panels.image(f"logo-{self.chance.below(12, 'sponsor', hour, seat)}", width - 24, 90)
            for seat in range(2)
        )
        return panels.plain("sponsors", width, f"<h4>Hosted by</h4>{pictures}")


_CURRENCIES = ("US dollar", "Pound", "Swiss franc", "Krone", "Zloty", "Yen", "Krona", "Forint", "Lira", "Leu")
_STEPS = (10, 20, 30, 50, -10, -20, 80)
_TOLLS = {"car": 420, "motorcycle": 210, "lorry": 1840, "coach": 1210, "book": 3600, "card": 8800}


class Crossing(GeneratedSite):
    """A tunnel's fees in sentences: one figure is the news; a wait in the next sentence is not, nor are rates."""

    slug = "crossing"
    hard = "a figure within a sentence matters, one in the next sentence does not; rates and pictures around them"
    more = 0
    look = Look(
        heading=SERIF, body=WIDE, paper="#ffffff", ink="#2b2b2b", muted="#77716a", line="#e2ddd5", accent="#8a5a00",
        lead_px=30, top_px=20,
        extra=(
            ".fees p{font-size:16px;line-height:26px;margin-bottom:10px}.rates,.fuel{background:#f6f1e7}"
            "table{border-collapse:collapse;width:100%}td{padding:4px 4px 3px;border-top:1px solid #e2ddd5;"
            "line-height:20px}.rates td+td{text-align:right}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        cents, night, closed = dict(_TOLLS), 30, 75  # a cut in per cent, minutes after midnight
        for hour in range(hours):
            day = 6 <= (STARTS_AT + timedelta(hours=hour)).hour <= 19
            if hour and self.chance.happens(0.05 if day else 0.008, "fee", hour):
                for kind in self.chance.shuffled(tuple(cents), "which", hour)[
                    : self.chance.pick((1, 1, 2), "n", hour)
                ]:
                    cents[kind] = max(cents[kind] + self.chance.pick(_STEPS, "by", kind, hour), 110)
            if hour and day and self.chance.happens(0.012, "closed", hour):
                closed = (closed + 15 * self.chance.between(1, 7, "later", hour)) % 180
            if hour and day and self.chance.happens(0.006, "night", hour):
                night = (night + 5 * self.chance.between(1, 8, "cut", hour)) % 50 or 50
            told = self._told(cents, night, closed)
            yield PageState(rows=tuple(self._page(told, hour)), news=told)

    def _told(self, cents: dict[str, int], night: int, closed: int) -> tuple[str, ...]:
        fee = {kind: f"€{price / 100:.2f}" for kind, price in cents.items()}
        until = closed + 145
        return (
            f"A car pays {fee['car']} each way, a motorcycle {fee['motorcycle']}; a trailer goes free.",
            f"Coaches are charged {fee['coach']} and lorries above 7.5 t {fee['lorry']}, whatever they carry.",
            f"Between 22:00 and 5:00 all of these are cut by {night} %.",
            f"A book of ten passages by car costs {fee['book']}, the monthly card {fee['card']}.",
            f"For cleaning, the north tube is closed on weekdays from {closed // 60}:{closed % 60:02d} to "
            f"{until // 60}:{until % 60:02d}.",
        )

    def _page(self, told: Sequence[str], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        portal = panels.image(f"city-portal-{self.chance.below(50, 'portal', hour)}", 676, 210)
        day = self.chance.below(30, "passed", hour) + 350 * at.hour
        now = (
            f"At this moment you wait {self.chance.between(0, 34, 'west', hour)} minutes at the west portal and "
            f"{self.chance.between(0, 19, 'east', hour)} at the east portal; {day:,} vehicles have passed today."
        )
        texts = [*told[:2], now, *told[2:]]
        prose = "".join(f"<p>{text}</p>" for text in texts)
        air = f"Air in the tubes: {self.chance.between(40, 90, 'air', hour)} µg"
        return [
            row(panels.masthead("Sound Tunnel", 1000, air, height=60), tag="header"),
            row(
                [
                    self._rates(hour, 300),
                    self._fuel(hour, 300),
                    panels.counter(self.chance, hour, 300, "visitors here"),
                ],
                [
                    panels.plain("portal", 700, f"{portal}<p class='small'>Portal, {at:%H:%M}</p>"),
                    panels.plain("fees", 700, f"<h1>What the passage costs</h1>{prose}", is_news=True),
                ],
                tag="main",
            ),
            row(panels.recommended(self.chance, hour // 3, 1000, 5, "On the other side")),
        ]

    def _rates(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<tr><td>{name}</td><td>{self.chance.between(3000, 90000, 'rate', name) / 10000:.2f}"
            f"{self.chance.below(100, 'digits', name, hour):02d}</td></tr>"
            for name in _CURRENCIES
        )
        return panels.plain("rates", width, f"<h4>You can pay in, for a euro</h4><table>{lines}</table>")

    def _fuel(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<li>{name} €1.{self.chance.between(510, 899, 'fuel', name, hour)}</li>"
            for name in ("Petrol", "Diesel", "Gas")
        )
        return panels.plain("fuel", width, f"<h4>Fuel at the portal</h4><ul>{lines}</ul>")


REGISTERS = (Dotacje, Listserv, Crossing)
