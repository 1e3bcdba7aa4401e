"""Plain pages: the front page that one draws first, at two rhythms; a live report that grows; a page of warnings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from html import escape

from benchmarks.sites import panels
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT, HourNews, Rhythm
from benchmarks.sites.page import PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.pictures import satellite
from pagetide.demo.site import Resource
from pagetide.demo.stories import NEWS_DESK


class PlainFront(GeneratedSite):
    """One lead with a picture, two headlines, a column of advertisements, a clock, most read. Nothing moves."""

    more = 0
    tops = 2

    def rows(self, hour: HourNews) -> Sequence[Row]:
        h = hour.hour
        return (
            row(panels.masthead(self.slug.capitalize(), 1000, f"{hour.at:%H:%M}", height=60)),
            row(
                [
                    panels.lead(self.flow, hour, 660, "over", picture_px=320),
                    panels.tops(self.flow, hour.tops, 660, "list"),
                ],
                [
                    panels.advert(self.advert("upper", hour, 316, 280), "upper", 340),
                    panels.advert(self.advert("lower", hour, 316, 280), "lower", 340),
                    panels.ranking(self.chance, h, 340, 5),
                ],
            ),
            row(panels.plain("foot", 1000, '<p class="small">About us. Contact. Privacy.</p>')),
        )


class Courier(PlainFront):
    """Another lead every eight hours, by day and night."""

    slug = "courier"
    hard = "plain; a change every eight hours"
    look = Look(heading=SERIF, accent="#7a1f3d", lead_px=32)
    rhythm = Rhythm(lead=0.125, top=0.0, rewrite=0.0, picture=0.0, night=1.0)


class Beacon(PlainFront):
    """Another lead every thirty hours, by day and night."""

    slug = "beacon"
    hard = "plain; a change every thirty hours"
    look = Look(heading=SANS, accent="#1d6f42", lead_px=30)
    rhythm = Rhythm(lead=1 / 30, top=0.0, rewrite=0.0, picture=0.0, night=1.0)


@dataclass(frozen=True)
class Entry:
    """One entry of a live report."""

    number: int
    hour: int


class Livefeed(GeneratedSite):
    """A live report: entries push each other down, the page grows; an advertisement between them, ages beside them."""

    slug = "livefeed"
    hard = "fast; entries pushed down, the page grows, ages and hearts at each entry"
    look = Look(heading=SANS, accent="#b5179e", lead_px=28, top_px=18, paper="#fbfbfd")
    more = 0

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        entries = [Entry(-number, -number) for number in range(3)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and self.chance.happens(0.45 if 7 <= at.hour <= 22 else 0.03, "entry", hour):
                entries.insert(0, Entry(hour, hour))
            del entries[24:]
            news = tuple(part for entry in entries for part in self._words(entry))
            yield PageState(rows=tuple(self._rows(entries, hour)), news=news)

    def _words(self, entry: Entry) -> tuple[str, str]:
        story = NEWS_DESK.write(self.chance.child("entry"), f"{entry.number}", STARTS_AT)
        return story.headline, story.standfirst

    def _rows(self, entries: Sequence[Entry], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        sold = self.chance.between(1, 3, "advert after", hour)
        main = [self._entry(entry, hour) for entry in entries]
        now = int(at.timestamp() // 60)
        main.insert(sold, panels.advert(self.adverts.advert("between", now, 600, 140), "between", 680))
        return [
            row(
                panels.masthead(
                    "Livefeed", 1000, f"{self.chance.below(9000, 'here', hour)} watching", height=50
                )
            ),
            row(panels.plain("title", 1000, "<h1>The summit, hour by hour</h1>")),
            row(
                main,
                [
                    panels.comments(self.chance, hour, 320, 5, "Chat"),
                    panels.counter(self.chance, hour, 320, "reactions"),
                ],
            ),
        ]

    def _entry(self, entry: Entry, hour: int) -> Panel:
        headline, words = self._words(entry)
        age = hour - entry.hour
        said = f"{age} hours ago" if age > 1 else ("1 hour ago" if age else "just now")
        hearts = self.chance.below(40 + 20 * age, "hearts", entry.number, hour)
        html = (
            f'<p class="small">{said}</p><h2>{escape(headline)}</h2><p>{escape(words)}</p>'
            f'<p class="small">{hearts} hearts, share</p>'
        )
        return panels.plain("entry", 680, html, is_news=True)


@dataclass(frozen=True)
class Alert:
    """A warning of the weather office, and until which hour it holds."""

    number: int
    until: int


class Stormwatch(GeneratedSite):
    """A weather page: warnings come and expire amid readings, pictures and forecasts that differ each hour."""

    slug = "stormwatch"
    hard = "slow; news comes and goes back to none, measured values all around"
    look = Look(heading=SANS, accent="#0a558c", lead_px=34, top_px=18, card="#e9f1f7")
    more = 0

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        open_now: list[Alert] = []
        for hour in range(hours):
            open_now = [item for item in open_now if item.until > hour]
            if self.chance.happens(0.06, "warning", hour):
                open_now.insert(0, Alert(hour, hour + self.chance.between(5, 30, "length", hour)))
            words = tuple(self._words(item) for item in open_now) or ("No warnings are in force.",)
            yield PageState(rows=tuple(self._rows(words, hour)), news=words)

    def _words(self, item: Alert) -> str:
        kind = self.chance.pick(
            ("Gale", "Frost", "Heavy rain", "Thunderstorm", "Fog", "Snow"), "kind", item.number
        )
        where = self.chance.pick(("the coast", "the hills", "Saint Osyth", "the northern valleys", "the islands"),
                                 "where", item.number)  # fmt: skip
        level = self.chance.pick(("yellow", "amber", "red"), "level", item.number)
        return f"{kind} warning, level {level}, for {where} until {(STARTS_AT + timedelta(hours=item.until)):%A %H:00}"

    def _rows(self, words: Sequence[str], hour: int) -> list[Row]:
        items = "".join(f"<li><h2>{escape(item)}</h2></li>" for item in words)
        return [
            row(
                panels.masthead("Stormwatch", 640, f"{STARTS_AT + timedelta(hours=hour):%d %B %H:%M}"),
                panels.weather(self.chance, hour, 360),
                tag="header",
            ),
            row(
                panels.plain(
                    "radar",
                    480,
                    f'<h4>Radar</h4><img src="/radar/{hour}.png" width="456" height="260" alt="">',
                ),
                panels.plain("warnings", 520, f"<h4>Warnings</h4><ul>{items}</ul>", is_news=True),
            ),
            row(self._hourly(hour)),
            row(
                panels.recommended(self.chance, hour, 640, 3, "Know your weather"),
                panels.counter(self.chance, hour, 360, "lightning strokes today"),
            ),
        ]

    def _hourly(self, hour: int) -> Panel:
        cells = ""
        for ahead in range(12):
            sky = self.chance.pick(("☀", "☁", "☂", "☼", "☃"), "sky", (hour + ahead) // 2)
            degrees = (
                6
                + self.chance.below(14, "degrees", hour + ahead)
                + self.chance.below(2, "again", hour, ahead)
            )
            cells += f"<div><h3>{(6 + hour + ahead) % 24:02d}:00</h3><h2>{sky}</h2><p>{degrees}°</p></div>"
        return panels.plain("hourly", 1000, f'<h4>Next hours</h4><div class="cards">{cells}</div>')

    def picture(self, path: str) -> Resource | None:
        """The radar's picture beside those that all sites have."""
        if path.startswith("/radar/"):
            return Resource("image/png", satellite(self.chance, path, 456, 260))
        return super().picture(path)


PLAIN = (Courier, Beacon, Livefeed, Stormwatch)
