"""An investor page nobody had seen: a Swedish listed company's releases and insiders' dealings amid prices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.look import SANS, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.site import Resource

_ACTS = ("tecknar ramavtal med", "får order av", "inleder samarbete med", "avslutar tvisten med",
         "förlänger avtalet med", "köper andelar i", "säljer verksamhet till", "levererar första fartyget till",
         "lämnar anbud till", "överklagar dom mot")  # fmt: skip
_PARTNERS = ("Kustbolaget", "Rederi AB Solgrund", "hamnen i Oxelö", "Varvet Lindö", "Insjöfrakt Saimen",
             "Bottenviks Energi", "Sjöskolan i Kalmarsund", "norska Fjordlinjen", "Skärgårdsfärjan",
             "Gotska Sandsugar", "danska Bæltbåden")  # fmt: skip
_TERMS = ("Ordervärdet uppgår till omkring 42 miljoner kronor.", "Affären påverkar resultatet från nästa kvartal.",
          "Transaktionen kräver godkännande av bolagsstämman.", "Parterna har enats om att inte nämna beloppet.",
          "Avtalet löper på fem år med möjlighet till förlängning.", "Styrelsen återkommer när utredningen är klar.",
          "Informationen är sådan som bolaget är skyldigt att offentliggöra.")  # fmt: skip
_INSIDERS = ("Karin Ålund, vd", "Per Holm, styrelseledamot", "Lena Sjögren, finanschef", "Oskar Vret, ordförande",
             "Maja Brandt, produktionschef", "Nils Hed, arbetstagarledamot", "Eva Rask, chefsjurist")  # fmt: skip
_DEALS = ("förvärv", "avyttring", "förvärv", "teckning", "gåva")
_SLOGANS = ("Vi bygger morgondagens farvatten", "Tyst. Eldrivet. Nordiskt.", "Hundra år till sjöss",
            "Arbeta på varvet i Nordanvik", "Hållbarhet under vattenlinjen")  # fmt: skip
_ASKED = ("Hur köper jag aktier?", "När betalas utdelningen?", "Var hittar jag bolagsordningen?",
          "Hur anmäler jag mig till stämman?", "Vad är skillnaden på A- och B-aktier?", "Vem är er revisor?",
          "Hur många anställda har ni?", "Kan jag besöka varvet?")  # fmt: skip
_HEARD = ("Podd: vd om vågorna", "Film: sjösättningen av Alma", "Podd: batterier i kyla", "Film: en dag på varvet",
          "Podd: analytikern frågar", "Film: lärlingarna")  # fmt: skip
_CURRENCIES = ("EUR/SEK", "USD/SEK", "NOK/SEK", "GBP/SEK", "Koppar", "Stål")
_REPORT = datetime(2026, 8, 27, 7, tzinfo=UTC)


def _traded(hour: int) -> int:
    """The last hour, up to this one, at which the exchange was open."""
    at = STARTS_AT + timedelta(hours=hour)
    back = next(back for back in range(80) if _open(at - timedelta(hours=back)))
    return hour - back


def _open(at: datetime) -> bool:
    return at.weekday() < 5 and 9 <= at.hour <= 17


@dataclass(frozen=True)
class Release:
    """What was made public, at which hour, and whether it was corrected since."""

    number: int
    corrected: bool = False


class Nordanvik(GeneratedSite):
    """A listed yard: releases and insiders' dealings on working days, between prices, films and a call to subscribe."""

    slug = "nordanvik"
    hard = (
        "slow; slogans of any height, a curve and prices beside; ages and a returning card amid the releases"
    )
    more = 0
    look = Look(
        heading=SANS, paper="#ffffff", ink="#0b1f33", muted="#6a7885", line="#d6dde3", accent="#006a8e", lead_px=28,
        top_px=17, card="#eff5f8",
        extra=(
            ".hero{padding:0}.hero h1{position:absolute;left:48px;top:40px;color:#fff;background:#0b1f33bb;"
            "padding:8px 16px;font-size:38px;line-height:46px}.price{background:#0b1f33;color:#fff}"
            ".price h1{font-size:44px;line-height:52px}.price .small{color:#abc}.release{border-top:1px solid #d6dde3}"
            ".release .tag{color:#006a8e;font:bold 12px/16px 'Liberation Sans'}.deals li{display:flex;"
            "justify-content:space-between;font-size:14px}.rates li{display:flex;justify-content:space-between}"
            ".call{background:#ffe8b8;border-top:1px solid #d6dde3}.cookies{background:#006a8e;color:#fff}"
            ".menu{background:#eff5f8}.menu span{margin-right:26px}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(7, 17), then=0.06, night=0.03)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        releases = [Release(-9 * number - 12) for number in range(6)]
        deals = list(range(-5, 0))[::-1]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            duty = self.duty.at(at)
            if hour and self.chance.happens(0.3 * duty, "release", hour):
                releases = [Release(hour), *releases[:5]]
            elif hour and self.chance.happens(0.07 * duty, "corrected", hour):
                place = self.chance.below(3, "whose", hour)
                releases[place] = replace(releases[place], corrected=True)
            if hour and self.chance.happens(0.16 * duty, "deal", hour):
                deals = [hour, *deals[:4]]
            news = [words for item in releases for words in self._told(item)]
            news += [words for number in deals for words in self._deal(number)]
            overlays = (self._cookies(hour),) if self.chance.happens(0.2, "cookies", hour) else ()
            rows = tuple(self._page(releases, deals, hour, at))
            yield PageState(rows=rows, news=tuple(news), overlays=overlays)

    def _told(self, item: Release) -> tuple[str, str]:
        act, partner, terms = told(self.chance.child("told"), (_ACTS, _PARTNERS, _TERMS), item.number)
        before = "Rättelse: " if item.corrected else ""
        return f"{before}Nordanvik Marin {act} {partner}", terms

    def _deal(self, number: int) -> tuple[str, str]:
        draw = self.chance.child("deal", number)
        count, price = draw.between(4, 90, "count") * 250, draw.between(8150, 9480, "price")
        who = f"{draw.pick(_INSIDERS, 'who')} ({draw.pick(_DEALS, 'kind')})"
        return who, f"{count} st à {price / 100:.2f}".replace(".", ",")

    def picture(self, path: str) -> Resource | None:
        """The pictures that pages show, the curve of the share among them."""
        if not path.startswith("/drawing/share-"):
            return super().picture(path)
        hour = int(path.removeprefix("/drawing/share-").removesuffix(".svg"))
        height, points = 100, []
        for place in range(45):
            height = min(185, max(15, height + self.chance.between(-18, 18, "curve", hour, place)))
            points.append(f"{place * 8},{height}")
        head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 352 200" width="352" height="200">'
        ground = '<rect width="352" height="200" fill="#12304b"/>'
        line = f'<polyline points="{" ".join(points)}" fill="none" stroke="#5fd3f3" stroke-width="3"/>'
        return Resource("image/svg+xml", f"{head}{ground}{line}</svg>".encode())

    def _page(self, releases: Sequence[Release], deals: Sequence[int], hour: int, at: datetime) -> list[Row]:
        names = ("Koncernen", "Investerare", "Rapporter", "Bolagsstyrning", "Karriär", "In English")
        menu = "".join(f"<span>{name}</span>" for name in names)
        notices = [self._release(item, hour, 620) for item in releases]
        if self.chance.happens(0.4, "call", hour):
            notices.insert(self.chance.below(3, "seat", hour), self._call(hour, 620))
        left = _REPORT - at
        until = f"om {left.days} d {left.seconds // 3600} tim"
        countdown = f"<h4>Delårsrapport</h4><h2>{until}</h2><p>27 augusti kl. 07.00</p>"
        return [
            row(panels.masthead("Nordanvik Marin", 1000, f"{at:%Y-%m-%d %H:%M}", height=58), tag="header"),
            row(panels.plain("menu", 1000, f"<p>{menu}</p>")),
            row(self._hero(hour)),
            row(
                [self._price(hour, 380), panels.plain("countdown", 380, countdown), self._rates(hour, 380)],
                [panels.plain("title", 620, "<h4>Pressmeddelanden</h4>"), *notices],
                tag="main",
            ),
            row([self._deals(deals, 560)], [self._asked(hour, 440)]),
            row(panels.recommended(self.chance, hour, 1000, 4, "Se och lyssna", titles=_HEARD)),
            row(panels.plain("foot", 1000, '<p class="small">Nordanvik Marin AB (publ) · Integritet</p>')),
        ]

    def _hero(self, hour: int) -> Panel:
        number = self.chance.below(len(_SLOGANS), "slogan", hour)
        height = self.chance.pick((170, 210, 260), "hero height", hour // 3)
        picture = panels.image(f"webcam-hero-{number}", 1000, height)
        return panels.plain("hero", 1000, f"{picture}<h1>{_SLOGANS[number]}</h1>")

    def _release(self, item: Release, hour: int, width: int) -> Panel:
        title, terms = self._told(item)
        age = hour - item.number
        said = f"för {age} tim sedan" if age < 24 else f"för {age // 24} d sedan"
        kind = "REGULATORISKT" if item.number % 3 else "PRESSMEDDELANDE"
        html = (
            f'<p class="tag">{kind}</p><h2><a href="{ORIGIN}/press/{item.number + 900}">{title}</a></h2>'
            f'<p>{terms}</p><p class="small">{said} · PDF</p>'
        )
        return panels.plain("release", width, html, is_news=True)

    def _call(self, hour: int, width: int) -> Panel:
        words = self.chance.pick(("Prenumerera på våra meddelanden", "Följ kapitalmarknadsdagen i efterhand",
                                  "Ladda ner årsredovisningen"), "words", hour)  # fmt: skip
        return panels.plain("call", width, f"<h2>{words}</h2><p>Det tar en minut och är gratis.</p>")

    def _price(self, hour: int, width: int) -> Panel:
        hour = _traded(hour)
        price = (
            self.chance.between(8300, 9200, "day", hour // 24) + self.chance.below(120, "price", hour)
        ) / 100
        change = self.chance.between(-390, 390, "change", hour) / 100
        traded = self.chance.between(2, 640, "traded", hour) * 310
        html = (
            f'<p class="small">NVIK B, fördröjt 15 min</p><h1>{price:.2f}</h1><p>{change:+.2f} % · {traded} st</p>'
            f'<img src="/drawing/share-{hour}.svg" width="356" height="202" alt="">'
        )
        return panels.plain("price", width, html)

    def _rates(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<li>{name} <b>{(self.chance.between(700, 1400, name) + self.chance.below(40, name, hour)) / 100:.2f}"
            "</b></li>"
            for name in _CURRENCIES
        )
        return panels.plain("rates", width, f"<h4>Valutor och råvaror</h4><ul>{lines}</ul>")

    def _deals(self, deals: Sequence[int], width: int) -> Panel:
        lines = "".join(
            f"<li><span>{who}</span><b>{what}</b></li>" for who, what in map(self._deal, deals)
        )  # fmt: skip
        return panels.plain("deals", width, f"<h4>Insynshandel</h4><ul>{lines}</ul>", is_news=True)

    def _asked(self, hour: int, width: int) -> Panel:
        lines = "".join(f"<li>{words}</li>" for words in self.chance.shuffled(_ASKED, "asked", hour)[:5])
        return panels.plain("asked", width, f"<h4>Vanliga frågor</h4><ul>{lines}</ul>")

    def _cookies(self, hour: int) -> Overlay:
        """A dialog over the prices."""
        words = (
            "<h2>Vi använder kakor</h2><p>Godkänn alla, eller välj själv vilka som får sparas hos dig.</p>"
        )
        return Overlay(panels.plain("cookies", 340, words), 20, 430 + 40 * self.chance.below(2, "at", hour))


UNSEEN_INVESTORS = (Nordanvik,)
