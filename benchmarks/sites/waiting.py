"""Where people wait: a table of Slovenian clinics and cards of Indian counters, both in the order of their queues."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import count
from typing import ClassVar

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.insertions import Guest, Visits, mixed
from benchmarks.sites.look import SANS, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.chance import Chance


@dataclass(frozen=True)
class Desk:
    """A service: which one, its status, the day it says and the reason, and since when it is as it is."""

    number: int
    status: int = 0
    day: int = 0  # days after the first
    reason: int = 0
    touched: int = -9


class Queues(GeneratedSite):
    """Services in the order of their queues; a status, a day or a reason of one of them is news."""

    more = 0
    names: ClassVar[Sequence[Sequence[str]]]  # what it is, where it is
    statuses: ClassVar[Sequence[str]]
    reasons: ClassVar[Sequence[str]]
    desks: ClassVar[int]
    changes_per_h: ClassVar[float]
    duty: ClassVar[Duty]
    visits: ClassVar[Visits]

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        desks = [
            self._drawn(Desk(number), self.chance.child("first", number), 0) for number in range(self.desks)
        ]
        seen = {self._news(desk) for desk in desks}
        for hour, guests in enumerate(self.visits.at_each_hour(self.chance.child("guests"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and self.chance.happens(self.changes_per_h * self.duty.at(at), "told", hour):
                desks = self._later(desks, seen, hour)
            order = sorted(desks, key=lambda desk: -self._minutes(desk, hour))
            news = tuple(sorted(self._news(desk) for desk in desks))
            yield PageState(rows=tuple(self._page(order, guests, hour, at)), news=news)

    def _drawn(self, desk: Desk, draw: Chance, today: int) -> Desk:
        """The service with everything drawn anew."""
        status, reason = draw.below(len(self.statuses), "status"), draw.below(len(self.reasons), "reason")
        return replace(desk, status=status, day=today + draw.between(20, 90, "day"), reason=reason)

    def _later(self, old: list[Desk], seen: set[str], hour: int) -> list[Desk]:
        """One thing of one service is told anew, as it never was before; or another service takes its place."""
        place = self.chance.below(len(old), "whose", hour)
        if hour - old[place].touched < 7:
            return old
        new = old[place]
        for turn in count():
            draw = self.chance.child("anew", hour, turn)
            if self.chance.happens(0.08, "another", hour):
                new = self._drawn(Desk(max(desk.number for desk in old) + 1), draw, hour // 24)
            else:
                what = draw.pick(("status", "day", "day", "reason"), "what")
                fresh = self._drawn(old[place], draw, hour // 24)
                new = replace(old[place], **{what: getattr(fresh, what)})
            if self._news(new) not in seen:
                break
        seen.add(self._news(new))
        return [*old[:place], replace(new, touched=hour), *old[place + 1 :]]

    def _name(self, desk: Desk) -> tuple[str, str]:
        what, where = told(self.chance.child("names"), self.names, desk.number)
        return what, where

    def _news(self, desk: Desk) -> str:
        parts = (*self._name(desk), self.statuses[desk.status], self._day(desk), self.reasons[desk.reason])
        return " · ".join(parts)

    def _minutes(self, desk: Desk, hour: int) -> int:
        """How long one waits at this hour; some services are always fuller than others."""
        usual = self.chance.between(10, 90, "usual", desk.number)
        return usual * self.chance.between(50, 170, "minutes", desk.number, hour) // 100

    @abstractmethod
    def _day(self, desk: Desk) -> str:
        """The day as the page writes it."""

    @abstractmethod
    def _page(self, order: Sequence[Desk], guests: Sequence[Guest], hour: int, at: datetime) -> list[Row]:
        """The page around the services."""


_CLINICS = ("Družinska medicina", "Pediatrija", "Zobna ambulanta", "Ginekologija", "Dermatologija", "Ortopedija",
            "Fizioterapija", "Očesna ambulanta", "Rentgen", "Laboratorij", "Kardiologija", "Pulmologija",
            "Psihologija")  # fmt: skip
_HOUSES = ("Center", "Šiška", "Bežigrad", "Vič", "Moste", "Črnuče", "Fužine")
_CLINIC_STATUSES = ("Sprejema nove paciente", "Samo z napotnico", "Le nujni primeri", "Naročanje ustavljeno", "Zaprto",
                    "Nadomešča druga ekipa", "Samo telefonsko", "Brez naročanja")  # fmt: skip
_CLINIC_REASONS = ("bolniška odsotnost", "okvara aparata", "prenova čakalnice", "pomanjkanje sester", "letni dopust",
                   "stavka", "izobraževanje", "selitev v pritličje", "nova pogodba z ZZZS", "izpad informacijskega "
                   "sistema", "cepljenje šolarjev", "redni urnik", "upokojitev zdravnice")  # fmt: skip
_PLEAS = ("Zaradi vročine pijte dovolj vode in obiščite nas zjutraj", "Mobilna enota za odvzem krvi je pred domom",
          "Prosimo, da izpolnite anketo o zadovoljstvu", "Parkirišče je zasedeno, pridite z avtobusom",
          "Maske so na voljo pri vhodu")  # fmt: skip
_SAYS = ("Gibanje po porodu", "Klopi: kako jih odstranimo", "Zdrava prehrana v šoli", "Merimo krvni tlak",
         "Svit in Dora", "Kdaj na urgenco?", "Prva pomoč pri opeklinah", "Delavnica: dihajmo")  # fmt: skip
_GROUPS = ("0+", "0−", "A+", "A−", "B+", "B−", "AB+", "AB−")


class Ambulante(Queues):
    """Clinics of a health centre: a table whose rows stand in the order of waiting, below a banner of any height."""

    slug = "ambulante"
    hard = "a day or a word in a row whose counts and place are new at each hour; a banner pushes the table for hours"
    look = Look(
        heading=SANS, paper="#f7fafa", ink="#17302f", muted="#6b7f7e", line="#d3e0df", accent="#00796b", lead_px=25,
        top_px=17, card="#ffffff",
        extra=(
            "table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #d3e0df;padding:6px 6px 5px;"
            "font-size:13px;line-height:17px;text-align:left;vertical-align:top}th{background:#00796b;color:#fff}"
            ".full td{background:#fdecea}.calm td{background:#eaf6ec}.plea{background:#ffb300;color:#17302f}"
            ".line,.blood,.says{background:#fff}.blood b{float:right}.line h1{color:#00796b}"
        ),
    )  # fmt: skip
    names = (_CLINICS, _HOUSES)
    statuses, reasons = _CLINIC_STATUSES, _CLINIC_REASONS
    desks, changes_per_h = 14, 0.33
    duty = Duty(hours=(6, 18), then=0.25, night=0.06)
    visits = Visits(per_h=0.0, stays_h=(1, 2), texts=1)  # nothing but clinics in this table

    def _day(self, desk: Desk) -> str:
        day = STARTS_AT + timedelta(days=desk.day)
        return f"{day.day}. {day.month}. {day.year}"

    def _page(self, order: Sequence[Desk], guests: Sequence[Guest], hour: int, at: datetime) -> list[Row]:
        rows = [
            row(panels.masthead("ZD Ljubljana", 1000, f"{at:%d. %m. %Y ob %H.%M}", height=60), tag="header"),
            row(self._table(order, hour), tag="main"),
            row(self._line(hour), self._blood(hour), self._says(hour)),
            row(panels.plain("foot", 1000, '<p class="small">Pritožbe · Pacientove pravice · E-naročanje</p>')),
        ]  # fmt: skip
        turn = hour // 4
        if self.chance.happens(0.5, "plea", turn):
            words = self.chance.pick(_PLEAS, "words", turn)
            height = self.chance.pick((48, 84, 130, 190), "tall", turn)
            rows.insert(1, row(panels.strip(words, height, name="plea")))
        return rows

    def _table(self, order: Sequence[Desk], hour: int) -> Panel:
        heads = ("Ambulanta", "Enota", "Čaka", "Minut", "Zasedeno", "Status", "Prvi termin", "Razlog")
        lines = "".join(f"<th>{head}</th>" for head in heads)
        body = "".join(self._row(desk, hour) for desk in order)
        head = "<h1>Ambulante in čakalne dobe</h1>"
        return panels.plain("clinics", 1000, f"{head}<table><tr>{lines}</tr>{body}</table>", is_news=True)

    def _row(self, desk: Desk, hour: int) -> str:
        what, where = self._name(desk)
        minutes, draw = self._minutes(desk, hour), self.chance.child("row", desk.number, hour)
        kind = "full" if minutes > 90 else "calm" if minutes < 18 else ""
        cells = (
            f'<a href="{ORIGIN}/ambulanta/{desk.number}">{what}</a>', where,
            f"{minutes // 7 + draw.below(5, 'people')}", f"{minutes}", f"{draw.between(35, 100, 'load')} %",
            self.statuses[desk.status], self._day(desk),
            self.reasons[desk.reason],
        )  # fmt: skip
        return f'<tr class="{kind}">{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'

    def _line(self, hour: int) -> Panel:
        calls, wait = self.chance.between(0, 60, "calls", hour), self.chance.between(1, 40, "wait", hour)
        return panels.plain(
            "line", 300, f"<h4>Klicni center</h4><h1>{calls}</h1><p>klicev v vrsti, {wait} min</p>"
        )

    def _blood(self, hour: int) -> Panel:
        lines = "".join(
            f"<li>{kind} <b>{self.chance.between(5, 99, 'blood', kind, hour)} %</b></li>"
            for kind in _GROUPS[:5]
        )
        return panels.plain("blood", 300, f"<h4>Zaloge krvi</h4><ul>{lines}</ul>")

    def _says(self, hour: int) -> Panel:
        number = self.chance.below(len(_SAYS), "says", hour)
        shown = panels.image(f"health-zd-{number}", 376, 170 + 24 * (number % 3))
        return panels.plain("says", 400, f"<h4>Svetujemo</h4>{shown}<h2>{_SAYS[number]}</h2>")


_SERVICES = ("आधार अद्यतन", "राशन कार्ड", "ड्राइविंग लाइसेंस", "जाति प्रमाणपत्र", "आय प्रमाणपत्र", "पेंशन पंजीकरण",
             "जन्म पंजीकरण", "भूमि अभिलेख", "पासपोर्ट सत्यापन", "बिजली कनेक्शन", "विवाह पंजीकरण", "दिव्यांग कार्ड",
             "छात्रवृत्ति आवेदन")  # fmt: skip
_WARDS = ("सदर तहसील", "वार्ड 4, गांधी चौक", "वार्ड 11, स्टेशन रोड", "नगर निगम भवन", "ब्लॉक कार्यालय, रामपुर",
          "जन सेवा केन्द्र, किला")  # fmt: skip
_COUNTER_STATUSES = ("आवेदन लिए जा रहे हैं", "केवल पूर्व नियुक्ति", "नए आवेदन बंद", "केवल वरिष्ठ नागरिक", "केवल ऑनलाइन",
                     "शिविर में उपलब्ध", "काउंटर 3 पर स्थानांतरित", "सेवा स्थगित")  # fmt: skip
_COUNTER_REASONS = ("सर्वर का रखरखाव", "कर्मचारी प्रशिक्षण पर", "चुनाव कार्य", "फ़ॉर्म समाप्त", "बायोमेट्रिक मशीन ख़राब",
                    "भवन की मरम्मत", "नया सॉफ़्टवेयर", "शिकायत की जाँच", "अधिकारी अवकाश पर", "दस्तावेज़ों का मिलान",
                    "शासन का नया आदेश", "विशेष अभियान", "अभिलेखों का डिजिटलीकरण")  # fmt: skip
_OFFERS = ("बिल का भुगतान घर बैठे करें", "उमंग ऐप डाउनलोड करें", "दलालों से सावधान रहें", "रक्तदान शिविर, रविवार",
           "आपका अनुभव कैसा रहा? बताएँ", "निःशुल्क कंप्यूटर प्रशिक्षण", "स्वच्छता सर्वेक्षण में भाग लें", "पौधा लगाएँ, फ़ोटो भेजें",
           "महिला हेल्पलाइन 1090")  # fmt: skip
_MONTHS = ("जनवरी", "फ़रवरी", "मार्च", "अप्रैल", "मई", "जून", "जुलाई", "अगस्त", "सितंबर", "अक्टूबर", "नवंबर", "दिसंबर")
_SAYINGS = ("समय पर सेवा, आपका अधिकार", "सत्यमेव जयते", "एक कदम स्वच्छता की ओर", "जल है तो कल है", "सबका साथ, सबका विकास",
            "पढ़ेगा भारत, बढ़ेगा भारत")  # fmt: skip
_MARKETS = ("गेहूँ", "चना", "सरसों", "आलू", "प्याज़", "टमाटर", "धान")


class Janseva(Queues):
    """Counters of an Indian district: cards in the order of their queues, cards of the house amid them."""

    slug = "janseva"
    hard = "Hindi; cards in another order at each hour, a token and a load in each; a word, a day or a reason stays"
    look = Look(
        heading=WIDE, paper="#fdf8ef", ink="#2a2118", muted="#85796a", line="#e6dac6", accent="#c75b12", lead_px=26,
        top_px=17, card="#ffffff",
        extra=(
            ".desks .grid{display:flex;flex-wrap:wrap;gap:12px}.desks .card{width:298px;background:#fff;padding:12px;"
            "border-top:4px solid #138808}.desks .house{border-top-color:#c75b12;background:#fff1df}"
            ".desks .bar{height:8px;background:#e6dac6;margin:6px 0}.desks .bar i{display:block;height:8px;"
            "background:#c75b12}.desks .state{color:#138808}.market,.saying,.visits{background:#fff}"
            ".market b{float:right}.camp{background:#138808;color:#fff}"
        ),
    )  # fmt: skip
    names = (_SERVICES, _WARDS)
    statuses, reasons = _COUNTER_STATUSES, _COUNTER_REASONS
    desks, changes_per_h = 12, 0.4
    duty = Duty(hours=(9, 18), off=(6,), then=0.15, night=0.08)
    visits = Visits(per_h=0.35, stays_h=(1, 4), texts=len(_OFFERS), places=(0, 1, 3, 4, 6, 9))

    def _day(self, desk: Desk) -> str:
        day = STARTS_AT + timedelta(days=desk.day)
        return f"{day.day} {_MONTHS[day.month - 1]} तक"

    def _page(self, order: Sequence[Desk], guests: Sequence[Guest], hour: int, at: datetime) -> list[Row]:
        side = [self._visits(hour), self._market(hour), self._saying(hour)]
        rows = [
            row(panels.masthead("ज़िला जन सेवा", 1000, f"{at:%d/%m/%Y %H:%M} · हिन्दी", height=66), tag="header"),
            row([self._cards(order, guests, hour)], side, tag="main"),
            row(panels.plain("foot", 1000, '<p class="small">संपर्क · सूचना का अधिकार · निविदा</p>'), tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.25, "camp", hour // 2):
            rows.insert(1, row(panels.strip(_OFFERS[hour // 2 % len(_OFFERS)], 52, name="camp")))
        return rows

    def _cards(self, order: Sequence[Desk], guests: Sequence[Guest], hour: int) -> Panel:
        cards = ""
        for item in mixed(order, guests):
            if isinstance(item, Guest):
                picture = panels.image(f"house-{item.text}", 274, 80 + 20 * (item.text % 3))
                cards += f'<div class="card house">{picture}<h2>{_OFFERS[item.text]}</h2></div>'
            else:
                cards += self._card(item, hour)
        html = f'<h1>काउंटर और प्रतीक्षा</h1><div class="grid">{cards}</div>'
        return panels.plain("desks", 690, html, is_news=True)

    def _card(self, desk: Desk, hour: int) -> str:
        what, where = self._name(desk)
        minutes, draw = self._minutes(desk, hour), self.chance.child("card", desk.number, hour)
        load = draw.between(8, 100, "load")
        return (
            f'<div class="card"><h2><a href="{ORIGIN}/seva/{desk.number}">{what}</a></h2><p class="small">{where}</p>'
            f"<p>टोकन {draw.between(1, 240, 'token')} · {minutes} मिनट · {draw.between(0, 45, 'people')} लोग</p>"
            f'<div class="bar"><i style="width:{load * 274 // 100}px"></i></div>'
            f'<h3 class="state">{self.statuses[desk.status]}</h3><p>{self._day(desk)}</p>'
            f'<p class="small">{self.reasons[desk.reason]}</p></div>'
        )

    def _visits(self, hour: int) -> Panel:
        today = self.chance.between(300, 9_000, "visits", hour)
        return panels.plain("visits", 310, f"<h4>आज के आवेदन</h4><h1>{today:,}</h1>")

    def _market(self, hour: int) -> Panel:
        """Prices of the market, in another order at each visit."""
        order = self.chance.shuffled(_MARKETS, "market", hour)[: self.chance.between(4, 7, "many", hour)]
        lines = "".join(
            f"<li>{name} <b>₹{self.chance.between(900, 6_400, 'price', name, hour)}</b></li>"
            for name in order
        )
        return panels.plain("market", 310, f"<h4>मंडी भाव</h4><ul>{lines}</ul>")

    def _saying(self, hour: int) -> Panel:
        number = self.chance.below(len(_SAYINGS), "saying", hour)
        shown = panels.image(f"politics-seva-{number}", 286, 180)
        return panels.plain("saying", 310, f"{shown}<h2>{_SAYINGS[number]}</h2>")


WAITING = (Ambulante, Janseva)
