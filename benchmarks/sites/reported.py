"""The reported family: the sites of the benchmark's table. No constant of the product may be chosen on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from benchmarks.sites import panels
from benchmarks.sites.charts import ChartPage
from benchmarks.sites.civic import CIVIC
from benchmarks.sites.fresh import FRESH
from benchmarks.sites.look import SANS, SERIF, WIDE, Look
from benchmarks.sites.news import HourNews, Rhythm
from benchmarks.sites.page import Panel, Row, row
from benchmarks.sites.policy import PolicyPage
from benchmarks.sites.site import GeneratedSite
from benchmarks.sites.unseen import Epikaira, Hromada, Petition
from benchmarks.sites.unseen_batches import UNSEEN_BATCHES
from benchmarks.sites.unseen_citizens import UNSEEN_CITIZENS
from benchmarks.sites.unseen_lists import UNSEEN_LISTS
from benchmarks.sites.unseen_papers import UNSEEN_PAPERS
from benchmarks.sites.unseen_registers import Observatorio, Rappel
from pagetide.demo.stories import NOTICE_DESK


class Quality(GeneratedSite):
    """A quality paper: billboard above, tall advertisement beside, three columns of words."""

    slug = "quality"
    hard = "advertisements larger than the news"
    look = Look(heading=SERIF, accent="#1d3557", lead_px=38, top_px=19)
    rhythm = Rhythm(lead=0.1, top=0.16, rewrite=0.05, same_picture=0.3)
    tops = 5

    def rows(self, hour: HourNews) -> Sequence[Row]:
        h = hour.hour
        return (
            row(panels.advert(self.advert("billboard", hour, 970, 230), "billboard", 1000)),
            row(
                panels.masthead("The Examiner", 700, f"{hour.at:%d %B %Y}", height=60),
                panels.weather(self.chance, h, 300),
                tag="header",
            ),
            row(
                [
                    panels.lead(self.flow, hour, 640, "side", picture_px=280),
                    panels.tops(self.flow, hour.tops[:2], 640, "cards", name="seconds"),
                ],
                [panels.advert(self.advert("tall", hour, 320, 520), "tall", 360)],
            ),
            row(
                panels.tops(self.flow, hour.tops[2:], 340, "list", name="thirds"),
                panels.more(self.flow, hour, 330),
                panels.ranking(self.chance, h // 2, 330, 6),
            ),
        )


class Blaze(GeneratedSite):
    """A tabloid: the screen's upper half is a carousel or sold; pictures change under the same words."""

    slug = "blaze"
    hard = "hero and takeover, flags, pictures that change alone"
    look = Look(heading=WIDE, accent="#c1121f", lead_px=34, top_px=18, extra="h1{text-transform:uppercase}")
    rhythm = Rhythm(lead=0.12, top=0.12, picture=0.05, rewrite=0.06, flag=0.25)
    tops = 4

    def rows(self, hour: HourNews) -> Sequence[Row]:
        h = hour.hour
        hero = (
            panels.advert(self.advert("takeover", hour, 970, 400), "hero", 1000)
            if self.chance.happens(0.45, "sold", h)
            else panels.slide(self.chance, self.chance.below(12, "slide", h), 1000, 400, "hero")
        )
        return (
            row(
                panels.masthead("BLAZE!", 1000, f"{self.chance.below(90_000, 'likes', h):,} likes", height=64)
            ),
            row(hero),
            row(panels.lead(self.flow, hour, 1000, "side", flagged=True, picture_px=260)),
            row(panels.tops(self.flow, hour.tops, 1000, "cards")),
            row(
                panels.comments(self.chance, h, 500, 4, "Shout box"),
                panels.recommended(self.chance, h, 500, 3, "Videos"),
            ),
            row(panels.more(self.flow, hour, 1000)),
        )


class Airwaves(GeneratedSite):
    """A public broadcaster: calm, one large picture, words beside; recommendations written anew."""

    slug = "airwaves"
    hard = "calm news between lively recommendations"
    look = Look(heading=SANS, accent="#237bbd", paper="#fcfcfa", lead_px=30, top_px=18)
    rhythm = Rhythm(lead=0.08, top=0.12, rewrite=0.02, picture=0.03, same_picture=0.25)
    tops = 3

    def rows(self, hour: HourNews) -> Sequence[Row]:
        h = hour.hour
        return (
            row(panels.masthead("Airwaves", 1000, "On air now: The Morning Desk", height=54), tag="header"),
            row(
                [
                    panels.lead(self.flow, hour, 660, "under", picture_px=330),
                    panels.tops(self.flow, hour.tops, 660, "thumbs"),
                ],
                [
                    panels.counter(self.chance, h, 340, "listeners at this moment"),
                    panels.slide(self.chance, ("show", self.chance.below(10, "show", h)), 340, 230, "show"),
                    panels.ranking(self.chance, h, 340, 4, "Most shared"),
                ],
                tag="main",
            ),
            row(panels.recommended(self.chance, h, 1000, 4, "You may like", blurbs=True)),
            row(panels.more(self.flow, hour, 1000)),
        )


class Compass(GeneratedSite):
    """A portal: a dark head, a live strip that at times pushes all down, a ticker, lists new at every visit."""

    slug = "compass"
    hard = "live strip pushes the page down by 60 to 140 px"
    look = Look(heading=SANS, accent="#cc0000", card="#eeeeee", lead_px=32, top_px=17,
                extra=".masthead{background:#111;color:#fff}.masthead .small{color:#bbb}")  # fmt: skip
    rhythm = Rhythm(lead=0.13, top=0.18, rewrite=0.04)
    tops = 5

    def rows(self, hour: HourNews) -> Sequence[Row]:
        h = hour.hour
        rows = [
            row(panels.masthead("COMPASS", 1000, f"{hour.at:%H:%M}", height=50)),
            row(panels.ticker(self.chance, h, 1000)),
            row(
                [panels.tops(self.flow, hour.tops, 290, "list", heading="Latest")],
                [panels.lead(self.flow, hour, 420, "over", picture_px=250)],
                [
                    panels.advert(self.advert("box", hour, 266, 300), "box-advert", 290),
                    panels.ranking(self.chance, h, 290, 4, "Trending"),
                ],
            ),
            row(panels.recommended(self.chance, h, 1000, 5, "For you", blurbs=True)),
            row(panels.more(self.flow, hour, 1000)),
        ]
        if self.chance.happens(0.35, "strip", h // 2):
            height = self.chance.between(60, 140, "height", h // 2)
            rows.insert(0, row(panels.strip("LIVE: Regatta from the harbour", height)))
        return rows


class Digest(GeneratedSite):
    """An aggregator at night: no pictures, dark, more talk than news."""

    slug = "digest"
    hard = "text noise larger than the news, no pictures, dark"
    look = Look(paper="#101418", ink="#dddddd", muted="#8a939b", line="#2a3138", accent="#4cc9f0", card="#182028",
                heading=WIDE, lead_px=26, top_px=16)  # fmt: skip
    rhythm = Rhythm(lead=0.12, top=0.16, rewrite=0.05, standfirst=0.04, picture=0.0)
    tops = 5

    def rows(self, hour: HourNews) -> Sequence[Row]:
        h = hour.hour
        return (
            row(panels.masthead("digest", 1000, f"{self.chance.below(999, 'new', h)} new posts", height=44)),
            row(
                [
                    panels.lead(self.flow, hour, 460, "plain", stamp=f", {hour.at:%H:%M}"),
                    panels.tops(self.flow, hour.tops, 460, "list"),
                ],
                [
                    panels.comments(self.chance, h, 540, 5, "Hot right now"),
                    panels.ranking(self.chance, h, 540, 7, "Rising"),
                ],
            ),
            row(panels.ticker(self.chance, h, 1000)),
            row(panels.more(self.flow, hour, 1000)),
        )


class Bulletin(GeneratedSite):
    """A breaking-news site: a flag that flickers over the lead, "updated" in the lead itself, pictures that stay."""

    slug = "bulletin"
    hard = "flag and clock inside the news, picture kept under new words"
    look = Look(heading=SANS, accent="#bb1919", lead_px=30, top_px=18)
    rhythm = Rhythm(lead=0.1, top=0.12, rewrite=0.08, same_picture=0.5, picture=0.04, flag=0.3)
    tops = 4

    def rows(self, hour: HourNews) -> Sequence[Row]:
        h = hour.hour
        stamp = f" - updated {hour.at:%H:%M}"
        return (
            row(panels.masthead("BULLETIN", 1000, f"{hour.at:%A, %H:%M}", height=56), tag="header"),
            row(
                [panels.lead(self.flow, hour, 600, "over", stamp=stamp, flagged=True, picture_px=280)],
                [panels.tops(self.flow, hour.tops, 400, "thumbs")],
            ),
            row(
                panels.advert(self.advert("low", hour, 640, 240), "low-advert", 670),
                panels.weather(self.chance, h, 330),
            ),
            row(panels.ranking(self.chance, h, 500, 5), panels.comments(self.chance, h // 2, 500, 4)),
            row(panels.more(self.flow, hour, 1000)),
        )


class Municipal(GeneratedSite):
    """A town: one or two notices a day, a queue, a rotating picture, a cookie bar above everything."""

    slug = "municipal"
    hard = "slow; cookie bar comes and goes, counters"
    look = Look(heading=SERIF, accent="#31572c", paper="#f8faf5", lead_px=28, top_px=17)
    rhythm = Rhythm(lead=0.03, top=0.05, more=0.04, rewrite=0.01, picture=0.0, night=0.3)
    desk = NOTICE_DESK
    tops = 5

    def rows(self, hour: HourNews) -> Sequence[Row]:
        h = hour.hour
        queue = self.chance.between(2, 70, "queue", h)
        rows = [
            row(
                panels.masthead("Town of Westermarsh", 1000, f"Waiting time {queue} min", height=66),
                tag="header",
            ),
            row(
                [
                    panels.slide(self.chance, self.chance.below(9, "service", h), 380, 260, "service"),
                    panels.counter(self.chance, h, 380, "visitors since 2004"),
                    panels.comments(self.chance, h // 3, 380, 3, "Neighbours"),
                ],
                [
                    panels.lead(self.flow, hour, 620, "plain"),
                    panels.tops(self.flow, hour.tops, 620, "list", heading="Public notices"),
                ],
                tag="main",
            ),
            row(panels.more(self.flow, hour, 1000, "Older notices")),
        ]
        if self.chance.happens(0.3, "cookies", h):
            rows.insert(0, row(panels.strip("This town uses cookies. Accept or refuse.", 84, name="cookies")))
        return rows


class Trial(GeneratedSite):
    """Tries two arrangements on its visitors: another column order, another size of headline, a subscription box."""

    slug = "trial"
    hard = "A/B states: columns change sides, a box in between"
    look = Look(heading=SERIF, accent="#6a4c93", card="#f1ecf7", lead_px=32)
    rhythm = Rhythm(lead=0.11, top=0.12, rewrite=0.04, picture=0.02)
    tops = 3

    def rows(self, hour: HourNews) -> Sequence[Row]:
        h = hour.hour
        other = self.chance.happens(0.3, "arm", h)
        news: list[Panel] = [panels.lead(self.flow, hour, 660, "under", picture_px=300)]
        aside: list[Panel] = [
            panels.advert(self.advert("side", hour, 316, 260), "side-advert", 340),
            panels.ranking(self.chance, h, 340, 4),
        ]
        rows = [
            row(panels.masthead("Trial & Error", 1000, f"{hour.at:%d %b, %H:%M}", height=60)),
            row(aside, news) if other else row(news, aside),
            row(panels.tops(self.flow, hour.tops, 1000, "cards")),
            row(panels.more(self.flow, hour, 1000)),
        ]
        if other:
            rows.insert(1, row(panels.strip("Subscribe now: one month free", 90, name="promo")))
        return rows


class Terms(PolicyPage):
    """Privacy terms, with the list of contents on the left."""

    slug = "terms"
    title = "Privacy terms"
    changes_per_h = 0.09
    sections = 12
    aside_left = True
    look = replace(Look(), heading=SERIF, accent="#264653", lead_px=30, top_px=20, paper="#fffefb")


class Buoy(ChartPage):
    """The sea from a buoy: a curve below what the office writes, comments and an advertisement beside it."""

    slug = "buoy"
    hard = "important changes in words, and of a drawing under the same words"
    title = "Sea state"
    charts_per_h = 0.07
    look = Look(heading=WIDE, body=SANS, accent="#14532d", paper="#f7faf7", lead_px=28, top_px=18)
    rhythm = Rhythm(lead=0.05, top=0.07, rewrite=0.02, picture=0.0, night=0.5)

    def charted(self, hour: HourNews, number: int) -> list[Row]:
        """The page with the chart of this number."""
        h = hour.hour
        rows = [
            row(panels.masthead(self.title, 1000, f"{hour.at:%d %B %H:%M}", height=60)),
            row(panels.advert(self.advert("top", hour, 970, 120), "top-advert", 1000)),
            row(
                [
                    panels.comments(self.chance, h, 360, 3, "From the boats"),
                    panels.counter(self.chance, h, 360),
                ],
                [panels.lead(self.flow, hour, 640, "plain"), self.chart(number, 640)],
            ),
            row(panels.tops(self.flow, hour.tops, 1000, "cards")),
        ]
        if self.chance.happens(0.25, "warning", h // 2):
            rows.insert(0, row(panels.strip("Gale warning in force", 84, name="warning")))
        return rows


REPORTED = (
    Quality,
    Blaze,
    Airwaves,
    Compass,
    Digest,
    Bulletin,
    Municipal,
    Trial,
    Terms,
    Buoy,
    *FRESH,
    *CIVIC,
    Hromada,
    Petition,
    Epikaira,
    Rappel,
    Observatorio,
    *UNSEEN_PAPERS,
    *UNSEEN_LISTS,
    *UNSEEN_CITIZENS,
    *UNSEEN_BATCHES,
)
