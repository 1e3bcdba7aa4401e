"""Papers of today: an agency of pictures, a dark live report, a paper that is redesigned, a night of results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from html import escape

from benchmarks.sites import panels
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT, HourNews, Rhythm
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.stories import NEWS_DESK
from pagetide.demo.words import EVERGREEN

_DESKS = ("Politics", "Sport", "City", "Nature", "Economy", "Culture", "World")
_SUBJECTS = ("sport", "city", "culture", "science", "politics", "economy", "world")


class Lens(GeneratedSite):
    """A picture agency: seven pictures are the news, drawn by style sheets; words and addresses stay the same."""

    slug = "lens"
    hard = (
        "pictures alone are the news, other pictures larger than they rotate above and below; no words change"
    )
    more = 0
    look = Look(
        heading=SANS, paper="#fafafa", ink="#0a0a0a", accent="#0a0a0a", lead_px=22, top_px=16,
        extra=(
            ".wall{display:grid;grid-template-columns:2fr 1fr 1fr;"
            "grid-auto-rows:150px;gap:6px}.wall a{position:relative;"
            "background-size:cover;background-position:center}.wall "
            "a:first-child{grid-row:span 2}.wall b{position:absolute;"
            "left:10px;bottom:10px;color:#fff;background:#000000b0;padding:2px 8px;font-size:13px;line-height:18px}"
            ".find{background:#0a0a0a;color:#fff}.find span{border:1px "
            "solid #525252;border-radius:14px;padding:3px 12px;"
            "margin-right:8px;display:inline-block}.reel{display:flex;gap:6px}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        shown = [f"{_SUBJECTS[place]}-{place}" for place in range(7)]
        for hour in range(hours):
            if hour and self.chance.happens(0.12, "picture", hour):
                place = self.chance.below(7, "place", hour)
                shown[place] = f"{_SUBJECTS[place]}-{1000 + hour}"
            yield PageState(rows=tuple(self._page(shown, hour)), news=tuple(shown))

    def _page(self, shown: Sequence[str], hour: int) -> list[Row]:
        tiles = "".join(
            f'<a href="{ORIGIN}/desk/{place}" style="background-image:url(/media/{key}.svg)"><b>{_DESKS[place]}</b></a>'
            for place, key in enumerate(shown)
        )
        reel = "".join(
            panels.image(f"stock-{self.chance.below(60, 'reel', hour, seat)}", 190, 130) for seat in range(5)
        )
        words = "".join(
            f"<span>{word}</span>" for word in self.chance.shuffled(_TRENDS, "trends", hour // 3)[:6]
        )
        return [
            row(panels.masthead("LENS", 1000, "Sign in. Cart. Help.", height=46), tag="header"),
            row(
                panels.slide(self.chance, self.chance.below(14, "collection", hour), 1000, 330, "collection")
            ),
            row(panels.plain("find", 1000, words)),
            row(
                panels.plain(
                    "today",
                    1000,
                    f'<h1>Pictures of the hour</h1><div class="wall">{tiles}</div>',
                    is_news=True,
                )
            ),
            row(panels.plain("reel", 1000, f'<h4>You may like</h4><div class="reel">{reel}</div>')),
            row(panels.advert(self.adverts.advert("foot", hour * 60, 970, 120), "foot-advert", 1000)),
        ]


_TRENDS = (
    "spring",
    "night sky",
    "drought",
    "street food",
    "elections",
    "glaciers",
    "portraits",
    "trams",
    "bees",
    "rain",
)


class Nightdesk(GeneratedSite):
    """A dark live report: a summary and entries; a moving poster, a dialog over the page, talk of any length."""

    slug = "nightdesk"
    hard = "dark; a consent dialog hides part of the news at some visits, a poster moves, the page's length leaps"
    more = 0
    look = Look(
        heading=SANS, paper="#0b0f14", ink="#e5e7eb", muted="#94a3b8", line="#1f2937", accent="#f43f5e",
        card="#111827", lead_px=30, top_px=18,
        extra=(
            ".masthead{background:#020617}.known{background:#111827;border-left:4px solid #f43f5e}"
            ".known li{border:0;padding:3px 0 3px 16px}.post{border-bottom:1px solid #1f2937}.post .pin{color:#f43f5e}"
            ".chip{background:#1f2937;border-radius:12px;padding:2px 10px;"
            "margin-right:8px;font-size:13px;line-height:20px}"
            ".consent{background:#f8fafc;color:#0f172a;border-radius:10px}.toast{background:#f43f5e;color:#fff}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        known, posts = [-1, -2, -3, -4], [-10, -11, -12, -13, -14]
        for hour in range(hours):
            quiet = (STARTS_AT + timedelta(hours=hour)).hour < 6
            if hour and not quiet and self.chance.happens(0.13, "post", hour):
                posts = [hour, *posts[:6]]
                if self.chance.happens(0.4, "known", hour):
                    known = [hour, *known[:4]]
            news = tuple(self._words(number) for number in (*known, *posts))
            yield PageState(
                rows=tuple(self._page(known, posts, hour)), news=news, overlays=tuple(self._over(hour))
            )

    def _words(self, number: int) -> str:
        return NEWS_DESK.write(self.chance.child("post"), f"{number}", STARTS_AT).standfirst

    def _page(self, known: Sequence[int], posts: Sequence[int], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        said = f"{at:%H:%M:%S} UTC. {self.chance.between(300, 90_000, 'watching', hour):,} following"
        points = "".join(f"<li>• {escape(self._words(number))}</li>" for number in known)
        main = [
            self._poster(hour, 680),
            panels.plain("known", 680, f"<h4>What we know</h4><ul>{points}</ul>", is_news=True),
            *(self._post(number, hour) for number in posts),
        ]
        side = [
            self._trending(hour, 320),
            panels.advert(self.adverts.advert("side", hour * 60, 296, 420), "side", 320),
        ]
        talk = panels.comments(
            self.chance, hour, 1000, self.chance.between(0, 14, "talk", hour), "Discussion"
        )
        return [
            row(panels.masthead("nightdesk", 1000, said, height=48), tag="header"),
            row(panels.plain("title", 1000, "<h1>Strike at the ports: live</h1>")),
            row(main, side, tag="main"),
            row(talk),
        ]

    def _poster(self, hour: int, width: int) -> Panel:
        frame = panels.image(f"politics-frame-{self.chance.below(40, 'frame', hour)}", width - 24, 250)
        length = f"{self.chance.between(1, 59, 'length', hour)}:{self.chance.below(60, 'seconds', hour):02d}"
        return panels.plain("poster", width, f'{frame}<p class="small">▶ Watch the stream, {length}</p>')

    def _post(self, number: int, hour: int) -> Panel:
        draw = self.chance.child("reactions", number)
        age = max(hour - number, 0) if number > 0 else hour + 5
        chips = "".join(
            f'<span class="chip">{mark} {draw.below(30 + 9 * age, mark, hour)}</span>' for mark in "♥☺☹"
        )
        html = f'<p class="small">{age} h ago</p><p>{escape(self._words(number))}</p><p>{chips}</p>'
        return panels.plain("post", 680, html, is_news=True)

    def _trending(self, hour: int, width: int) -> Panel:
        items = "".join(
            f'<li><a href="{ORIGIN}/x/{panels.hash_of(title)}">{escape(title)}</a>'
            f' <span class="small">{self.chance.below(90, "k", title, hour)}K posts</span></li>'
            for title in self.chance.shuffled(EVERGREEN, "trending", hour // 2)[:7]
        )
        return panels.plain("trending", width, f"<h4>Trending</h4><ul>{items}</ul>")

    def _over(self, hour: int) -> Iterator[Overlay]:
        if self.chance.happens(0.2, "consent", hour):
            words = (
                "<h2>We value your privacy</h2><p>We and our 842 partners "
                "store and read information on a device.</p>"
            )
            html = f'<div style="height:230px">{words}<p><b>Accept all</b></p><p>Manage options</p></div>'
            yield Overlay(panels.plain("consent", 640, html), 180, 560)
        if self.chance.happens(0.15, "toast", hour):
            yield Overlay(panels.plain("toast", 300, "<p>Get the night's news by mail</p>"), 680, 900)


class Tribune(GeneratedSite):
    """A paper in two columns: advertisements of any height push its news about; one day it has another design."""

    slug = "tribune"
    hard = "advertisements change height above and amid the news; another design from one day on"
    rhythm = Rhythm(lead=0.09, top=0.1, rewrite=0.03, picture=0.02)
    tops = 5
    more = 4
    look = Look(
        heading=SERIF, accent="#14213d", paper="#ffffff", lead_px=33, top_px=19,
        extra=(
            ".new h1,.new h2,.new h3{font-family:'Liberation Sans Narrow','Liberation Sans',sans-serif}"
            ".new h1{font-size:40px;line-height:46px}.new{background:#fff7ed;border-radius:10px}"
            ".frame{background:#f4f4f5;border:1px dashed #a1a1aa;overflow:hidden}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; the hour of the new design is neither news nor none."""
        for number, state in enumerate(super().states(hours)):
            yield replace(state, secondary=(*state.secondary, f"design {self._is_new(number)}"))

    def _is_new(self, hour: int) -> bool:
        return hour >= self.chance.between(150, 190, "redesigned")

    def rows(self, hour: HourNews) -> Sequence[Row]:
        h = hour.hour
        head = row(panels.masthead("The Tribune", 1000, f"{hour.at:%A, %d %B %Y}", height=72), tag="header")
        top = row(self._frame("billboard", hour, 1000, (0, 90, 250, 250, 400)))
        if self._is_new(h):
            return (
                head,
                row(self._new(panels.lead(self.flow, hour, 1000, "side", picture_px=300))),
                top,
                row(
                    [
                        self._frame("left", hour, 360, (0, 280, 600)),
                        panels.ranking(self.chance, h // 2, 360, 5),
                    ],
                    [self._new(panels.tops(self.flow, hour.tops, 640, "thumbs", heading="Today"))],
                    tag="main",
                ),
                row(self._new(panels.more(self.flow, hour, 1000))),
            )
        return (
            head,
            top,
            row(
                [
                    panels.lead(self.flow, hour, 620, "under", picture_px=260),
                    self._frame("middle", hour, 620, (0, 0, 120, 260)),
                    panels.tops(self.flow, hour.tops, 620, "list"),
                ],
                [
                    self._frame("side", hour, 380, (120, 280, 600)),
                    panels.ranking(self.chance, h // 2, 380, 5),
                ],
                tag="main",
            ),
            row(panels.more(self.flow, hour, 620), panels.comments(self.chance, h, 380, 2)),
        )

    def _new(self, panel: Panel) -> Panel:
        return replace(panel, html=f'<div class="new">{panel.html}</div>')

    def _frame(self, place: str, hour: HourNews, width: int, heights: Sequence[int]) -> Panel:
        height = self.chance.pick(heights, place, "height", hour.hour)
        if not height:
            return panels.plain(place, width, '<p class="small"></p>')
        creative = self.advert(place, hour, width - 24, height)
        return panels.advert(creative, place, width)


_PARTIES = (("Civic Union", "#1d4ed8"), ("Green List", "#15803d"), ("Harbour Party", "#b45309"),
            ("New Left", "#b91c1c"), ("Farmers", "#4d7c0f"), ("Others", "#6b7280"))  # fmt: skip
_WARDS = (
    "Aldwick",
    "Saint Osyth",
    "Northmoor",
    "Elbmouth",
    "Harwick",
    "Quay Road",
    "Tolland",
    "Old Port",
    "Mill End",
)


@dataclass(frozen=True)
class Count:
    """What is counted: votes by party, and the wards that are in."""

    votes: tuple[int, ...]
    wards: tuple[int, ...] = ()


class Tally(GeneratedSite):
    """Results of elections: figures and bars move in bursts in the evening, hardly else; talk and clocks always."""

    slug = "tally"
    hard = "bursts; figures of the news amid figures of no matter, the words around them stay"
    more = 0
    look = Look(
        heading=SANS, accent="#111827", paper="#ffffff", lead_px=27, top_px=18,
        extra=(
            "table{border-collapse:collapse;width:100%}td{padding:6px "
            "8px;border-top:1px solid #e5e7eb;line-height:20px}"
            ".meter{background:#f3f4f6;height:20px;width:300px}.meter i{display:block;height:20px}"
            ".live{background:#b91c1c;color:#fff;padding:0 8px}.clock{font:bold 34px/40px 'Liberation Sans',sans-serif}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        now = Count(tuple(9000 - 1300 * place + self.chance.below(900, "start", place) for place in range(6)))
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            evening = 18 <= at.hour <= 22 and self.chance.happens(0.7, "election day", at.date())
            if hour and self.chance.happens(0.65 if evening else 0.015, "counted", hour):
                now = self._counted(now, hour)
            news = (*(f"{votes}" for votes in now.votes), *(f"in {ward}" for ward in now.wards))
            yield PageState(rows=tuple(self._page(now, hour, at)), news=news)

    def _counted(self, old: Count, hour: int) -> Count:
        votes = tuple(
            count + self.chance.below(2600, "votes", hour, place) for place, count in enumerate(old.votes)
        )
        ward = self.chance.below(len(_WARDS), "ward", hour)
        return Count(votes, (ward, *(number for number in old.wards if number != ward))[:6])

    def _page(self, now: Count, hour: int, at: datetime) -> list[Row]:
        said = f"{at:%H:%M:%S}. {self.chance.between(1, 80, 'reporters', hour)} reporters on air"
        left = (
            f"{self.chance.below(24, 'h', hour):02d}:{self.chance.below(60, 'm', hour):02d}"
            f":{self.chance.below(60, 's', hour):02d}"
        )
        clock = (
            f'<h4>Next announcement in</h4><p class="clock">{left}</p>'
            f"<p>{self.chance.below(9999, 'asks', hour):,} questions</p>"
        )
        return [
            row(panels.masthead("Decision 2026", 1000, said, height=56), tag="header"),
            row(
                [self._results(now, 620), self._wards(now, 620)],
                [self._stream(hour, 380), panels.plain("clock", 380, clock), self._odds(hour, 380)],
                tag="main",
            ),
            row(panels.comments(self.chance, hour, 1000, 4, "What people say")),
        ]

    def _results(self, now: Count, width: int) -> Panel:
        total = sum(now.votes)
        lines = "".join(
            f'<tr><td><b>{name}</b></td><td><div class="meter"><i '
            f'style="width:{300 * votes // total}px;background:{hue}"></i>'
            f"</div></td><td><b>{100 * votes / total:.1f} %</b></td><td>{votes:,}</td></tr>"
            for (name, hue), votes in zip(_PARTIES, now.votes, strict=True)
        )
        return panels.plain("results", width, f"<h1>City council</h1><table>{lines}</table>", is_news=True)

    def _wards(self, now: Count, width: int) -> Panel:
        items = (
            "".join(f"<li>{_WARDS[ward]} has declared</li>" for ward in now.wards)
            or "<li>No ward has declared</li>"
        )
        return panels.plain("wards", width, f"<h4>Wards</h4><ul>{items}</ul>", is_news=True)

    def _stream(self, hour: int, width: int) -> Panel:
        frame = panels.image(f"politics-studio-{self.chance.below(30, 'frame', hour)}", width - 24, 220)
        return panels.plain(
            "stream",
            width,
            f'{frame}<p><b class="live">LIVE</b> {self.chance.pick(EVERGREEN, "show", hour // 2)}</p>',
        )

    def _odds(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<tr><td>{name}</td><td>{self.chance.between(11, 99, 'odds', name, hour) / 10:.1f}</td></tr>"
            for name, _ in _PARTIES
        )
        return panels.plain("odds", width, f"<h4>Betting</h4><table>{lines}</table>")


PAPERS = (Lens, Nightdesk, Tribune, Tally)
