"""The first sites of the training family: front pages, terms that people agree to, a gauge and a count."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.sites import panels
from benchmarks.sites.charts import ChartPage
from benchmarks.sites.look import SANS, SERIF, WIDE, Look
from benchmarks.sites.news import HourNews, Rhythm
from benchmarks.sites.page import Row, row
from benchmarks.sites.policy import PolicyPage
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.stories import NOTICE_DESK


class Gazette(GeneratedSite):
    """Three columns of words and pictures below a large advertisement."""

    slug = "gazette"
    hard = "advertisements larger than the news"
    look = Look(heading=SERIF, accent="#0b5394", paper="#fdfaf4", lead_px=32)
    rhythm = Rhythm(lead=0.11, top=0.15, rewrite=0.04)
    tops = 4

    def rows(self, hour: HourNews) -> Sequence[Row]:
        h = hour.hour
        return (
            row(panels.masthead("The Gazette", 1000, f"{hour.at:%A %d %B, %H:%M}")),
            row(panels.advert(self.advert("top", hour, 970, 250), "top-advert", 1000)),
            row(
                [
                    panels.ranking(self.chance, h // 2, 250, 5),
                    panels.advert(self.advert("left", hour, 226, 300), "left-advert", 250),
                ],
                [panels.lead(self.flow, hour, 500, "over", picture_px=240)],
                [panels.tops(self.flow, hour.tops, 250, "list", heading="Top stories")],
            ),
            row(panels.more(self.flow, hour, 500), panels.comments(self.chance, h, 500, 4)),
        )


class Metro(GeneratedSite):
    """A carousel and takeovers above small news."""

    slug = "metro"
    hard = "hero carousel, takeovers, counters"
    look = Look(heading=WIDE, body=SANS, accent="#d90429", lead_px=28, top_px=18, card="#fff0f0")
    rhythm = Rhythm(lead=0.13, top=0.1, picture=0.04, rewrite=0.05, flag=0.2)
    tops = 3

    def rows(self, hour: HourNews) -> Sequence[Row]:
        h = hour.hour
        sold = self.chance.happens(0.35, "sold", h)
        hero = (
            panels.advert(self.advert("hero", hour, 976, 340), "hero", 1000)
            if sold
            else panels.slide(self.chance, self.chance.below(9, "slide", h), 1000, 340, "hero")
        )
        return (
            row(panels.masthead("METRO", 1000, f"{self.chance.below(900, 'online', h)} online", height=50)),
            row(hero),
            row(
                [panels.lead(self.flow, hour, 620, "side", flagged=True, picture_px=220)],
                [panels.counter(self.chance, h, 380), panels.weather(self.chance, h, 380)],
            ),
            row(panels.tops(self.flow, hour.tops, 1000, "cards")),
            row(panels.recommended(self.chance, h, 1000, 4, blurbs=True)),
            row(panels.more(self.flow, hour, 1000)),
        )


class Wire(GeneratedSite):
    """Words only, most of them noise."""

    slug = "wire"
    hard = "text noise larger than the news, no pictures, dark"
    look = Look(paper="#14171c", ink="#e8e6e3", muted="#9aa0a6", line="#333a44", accent="#ffb703", card="#1d222a",
                heading=SANS, lead_px=30)  # fmt: skip
    rhythm = Rhythm(lead=0.14, top=0.2, rewrite=0.05, picture=0.0, standfirst=0.03)
    tops = 5

    def rows(self, hour: HourNews) -> Sequence[Row]:
        h = hour.hour
        return (
            row(panels.ticker(self.chance, h, 1000)),
            row(panels.masthead("wire", 1000, f"Updated {hour.at:%H:%M}")),
            row(
                [panels.comments(self.chance, h, 330, 5, "Talk")],
                [
                    panels.lead(self.flow, hour, 340, "plain", flagged=True),
                    panels.tops(self.flow, hour.tops, 340, "list"),
                ],
                [panels.ranking(self.chance, h, 330, 8), panels.weather(self.chance, h, 330)],
            ),
            row(panels.more(self.flow, hour, 1000)),
        )


class Council(GeneratedSite):
    """A public body: few notices, a visitor counter, a rotating service, a banner that pushes all down."""

    slug = "council"
    hard = "slow; banner comes and goes"
    look = Look(heading=SANS, accent="#1b6b4a", lead_px=28, top_px=18, paper="#f6f7f9")
    rhythm = Rhythm(lead=0.035, top=0.06, more=0.04, rewrite=0.01, picture=0.0, night=0.3)
    desk = NOTICE_DESK
    tops = 4

    def rows(self, hour: HourNews) -> Sequence[Row]:
        h = hour.hour
        rows = [
            row(panels.masthead("Borough of Aldwick", 1000, f"{panels.hash_of(str(h))} visitors")),
            row(
                [
                    panels.lead(self.flow, hour, 600, "under", picture_px=200),
                    panels.tops(self.flow, hour.tops, 600, "list", heading="Notices"),
                ],
                [
                    panels.slide(self.chance, self.chance.below(8, "service", h), 400, 220, "service"),
                    panels.counter(self.chance, h, 400, "calls answered this month"),
                    panels.ranking(self.chance, h // 5, 400, 5, "Often asked"),
                ],
            ),
            row(panels.more(self.flow, hour, 1000, "Archive")),
        ]
        if self.chance.happens(0.3, "banner", h // 3):
            height = self.chance.pick((48, 90, 130), "banner height", h // 3)
            rows.insert(0, row(panels.strip("Heavy rain: check before you travel", height)))
        return rows


class Lab(GeneratedSite):
    """Flaps between two arrangements of the same news."""

    slug = "lab"
    hard = "A/B states, cookie bar"
    look = Look(heading=SERIF, accent="#5b2a86", lead_px=34)
    rhythm = Rhythm(lead=0.1, top=0.12, rewrite=0.03, picture=0.03)
    tops = 3

    def rows(self, hour: HourNews) -> Sequence[Row]:
        h = hour.hour
        rows = [row(panels.masthead("The Lab Report", 1000, f"{hour.at:%d.%m.%Y %H:%M}"))]
        if self.chance.happens(0.35, "state", h):
            rows.append(
                row(panels.strip("Read more for less: three months for the price of one", 110, name="promo"))
            )
        rows += [
            row(
                [panels.lead(self.flow, hour, 680, "side", picture_px=320)],
                [
                    panels.advert(self.advert("side", hour, 296, 250), "side-advert", 320),
                    panels.ranking(self.chance, h, 320, 4),
                ],
            ),
            row(panels.tops(self.flow, hour.tops, 1000, "cards")),
            row(panels.more(self.flow, hour, 1000)),
        ]
        if self.chance.happens(0.25, "cookies", h):
            rows.append(row(panels.strip("We use cookies. Settings. Accept all.", 60, name="cookies")))
        return rows


class Charter(PolicyPage):
    """Terms of a service."""

    slug = "charter"
    title = "Terms of service"
    look = Look(heading=SANS, accent="#0f4c5c", lead_px=34, top_px=22)


class Parish(GeneratedSite):
    """A village: a notice or two a day, opening hours that count, a consent bar above everything at some visits."""

    slug = "parish"
    hard = "slow; a bar at some visits, counters beside the notices"
    look = Look(heading=SERIF, accent="#7b2d26", paper="#fbf7f0", lead_px=26, top_px=17)
    rhythm = Rhythm(lead=0.03, top=0.05, more=0.03, rewrite=0.01, picture=0.0, night=0.3)
    desk = NOTICE_DESK
    tops = 4

    def rows(self, hour: HourNews) -> Sequence[Row]:
        h = hour.hour
        rows = [
            row(
                panels.masthead("Parish of Saint Osyth", 680, f"{hour.at:%H:%M}", height=80),
                panels.weather(self.chance, h, 320),
                tag="header",
            ),
            row(
                [
                    panels.lead(self.flow, hour, 560, "plain"),
                    panels.tops(self.flow, hour.tops, 560, "list", heading="Announcements"),
                ],
                [
                    panels.counter(self.chance, h, 440, "people wrote to us this year"),
                    panels.slide(self.chance, self.chance.below(7, "view", h), 440, 240, "view"),
                    panels.recommended(self.chance, h // 2, 440, 2, "From the shop"),
                ],
                tag="main",
            ),
            row(panels.more(self.flow, hour, 1000, "Earlier")),
        ]
        if self.chance.happens(0.35, "consent", h):
            rows.insert(0, row(panels.strip("May we count your visit? Yes. No.", 104, name="cookies")))
        return rows


class Harbour(GeneratedSite):
    """A regional paper: an alert of any height above, talk beside the news, a row of offers within."""

    slug = "harbour"
    hard = "alert pushes all down, a row of offers comes and goes amid the news"
    look = Look(heading=SERIF, accent="#003049", card="#eef2f5", lead_px=30, top_px=18)
    rhythm = Rhythm(lead=0.1, top=0.14, rewrite=0.04, picture=0.02)
    tops = 4

    def rows(self, hour: HourNews) -> Sequence[Row]:
        h = hour.hour
        rows = [
            row(panels.masthead("Harbour Post", 1000, f"{hour.at:%d %B, %H:%M}", height=56)),
            row(
                [panels.lead(self.flow, hour, 600, "side", picture_px=260)],
                [panels.comments(self.chance, h, 400, 3, "Letters")],
            ),
            row(panels.tops(self.flow, hour.tops, 1000, "cards")),
            row(panels.advert(self.advert("foot", hour, 970, 200), "foot-advert", 1000)),
            row(panels.more(self.flow, hour, 1000)),
        ]
        if self.chance.happens(0.4, "offers", h):
            height = self.chance.between(70, 150, "offers height", h)
            rows.insert(2, row(panels.strip("Subscribers read the tide tables first", height, name="offers")))
        if self.chance.happens(0.3, "alert", h // 2):
            height = self.chance.between(50, 120, "alert height", h // 2)
            rows.insert(0, row(panels.strip("Storm warning for the coast", height, name="alert")))
        return rows


class Pact(PolicyPage):
    """Rules of a forum: the list of questions on the left, a bar at some visits."""

    slug = "pact"
    title = "Community rules"
    changes_per_h = 0.07
    sections = 9
    aside_left = True
    look = Look(heading=SANS, accent="#6a040f", lead_px=28, top_px=19, paper="#fffdf8")


class Gauge(ChartPage):
    """A river's level, and what its office has to say."""

    slug = "gauge"
    title = "Gauge at Elbmouth"
    look = Look(heading=SANS, accent="#28648c", lead_px=24, top_px=16)
    rhythm = Rhythm(lead=0.02, top=0.03, rewrite=0.005, picture=0.0, night=0.3)


class Ballot(ChartPage):
    """An election night: a chart of the count, and what is written about it."""

    slug = "ballot"
    hard = "important changes in words, and of a drawing under the same words"
    title = "The count"
    charts_per_h = 0.1
    look = Look(heading=SERIF, accent="#5f0f40", lead_px=26, top_px=17, paper="#fffdfa")
    rhythm = Rhythm(lead=0.08, top=0.1, rewrite=0.02, picture=0.0, night=0.6)


FRONTS = (Gazette, Metro, Wire, Council, Lab, Charter, Parish, Harbour, Pact, Gauge, Ballot)
