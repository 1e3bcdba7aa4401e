"""A Slovene ministry's advice to travellers: how safe each country is, as a table or as cards, amid fares and rates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.insertions import Guest, Visits
from benchmarks.sites.look import SANS, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_LANDS = ("Ardovija", "Belmarske otoke", "Cestrija", "Dornija", "Elvaro", "Farundija", "Gorska Sela", "Ibelija",
          "Kalvenija", "Lurmenija", "Morvan", "Nadrija", "Ostravnija", "Pelagonski otoki")  # fmt: skip
_LEVELS = ("običajna previdnost", "povečana previdnost", "nenujna potovanja odsvetovana",
           "potovanja odsvetovana")  # fmt: skip
_WHY = ("Stavka na letališču v mestu {t} traja.", "Ob meji pri kraju {t} so nemiri.", "V okolici mesta {t} gori.",
        "Voda v mestu {t} ni pitna.", "Policijska ura velja od {n}. ure.", "Poplavljena je cesta proti {t}.",
        "Vizum je po novem potreben za več kot {n} dni.", "Banke izplačajo največ {n}0 evrov na dan.",
        "Potnike v mestu {t} čaka karantena {n} dni.", "Vulkan nad mestom {t} bruha pepel.",
        "Žepne tatvine v mestu {t} se množijo.", "Gorivo v mestu {t} je omejeno na {n} litrov.")  # fmt: skip
_ALSO = ("", " Veleposlaništvo je zaprto.", " Predložite dokazilo o cepljenju.", " Izogibajte se zborovanjem.",
         " Letalske povezave se obnavljajo.", " Prijavite svojo pot.", " Stanje se umirja.")  # fmt: skip
_TOWNS = ("Sarmo", "Veliki Brod", "Tirenta", "Kolvar", "Ustja", "Palun", "Mirnik", "Zelta", "Orvin",
          "Stari Pristan")  # fmt: skip
_OPEN = ("Opozorilo velja do preklica; državljane prosimo, naj ostanejo v stiku s konzulatom.",
         "Kdor je že v državi, naj se umakne v prestolnico in spremlja lokalne medije.",
         "Ministrstvo pripravlja prevoz za {n} državljanov, odhod bo iz mesta {t}.",
         "Konzularna ekipa {n} ljudi je prispela v mesto {t}.", "Prehod pri mestu {t} je odprt {n} ur na dan.",
         "Dosegljivih je vseh {n} potnikov.", "Zavarovalnice krijejo do {n} tisoč evrov.")  # fmt: skip
_WRITES = ("Bili smo tam maja, vse mirno.", "Taksi z letališča je predrag!", "Hrana odlična, komarji tudi.",
           "Na meji smo čakali tri ure.", "Vlak je zamujal, razgled pa čudovit.", "Vzemite gotovino.",
           "Telefon tam ne lovi.", "Hotel nam je vrnil denar.", "Sončna krema obvezna.",
           "Prijazni ljudje povsod.")  # fmt: skip
_WHO = ("Tjaša in Miha", "nahrbtnikar", "Babica Ema", "družina Hribar", "kolesar Jure", "Z avtodomom",
        "Nina P.")  # fmt: skip
_MONEY = ("dolar", "funt", "frank", "krona", "jen", "lira", "peso", "rand")
_DEALS = ("Zavarovanje za tujino v treh minutah", "Križarjenje, odhod v soboto", "Kovček s 30 % popusta",
          "Tečaj španščine za popotnike", "eSIM za 140 držav", "Parkiranje ob letališču",
          "Let v neznano za 49 €")  # fmt: skip
_TIPS = ("Pred potjo: preverite veljavnost potnega lista", "Na poti: 112 in številka konzula",
         "Zdravila v ročni prtljagi", "Ste prijavili svojo pot?")  # fmt: skip


@dataclass(frozen=True)
class Advice:
    """What is advised for a country: how grave it is, why, what was added, when it was touched."""

    level: int
    why: int
    also: int = 0
    touched: int = -9


class Popotnik(GeneratedSite):
    """Countries with level, reason and half a sentence; a warning of the day above, travellers write in between."""

    slug = "popotnik"
    hard = (
        "Slovene; a level or a reason in a row of fares and weather, travellers' rows between, table or cards"
    )
    more = 0
    look = Look(
        heading=SANS, body=SANS, paper="#f2f4fb", ink="#101a3a", muted="#6a7398", line="#cbd2ea", accent="#27348b",
        lead_px=28, top_px=18, card="#ffffff",
        extra=(
            ".masthead{background:#27348b;color:#fff}.masthead .small{color:#d3d8f5}.drzave table{width:100%;"
            "border-collapse:collapse;background:#fff}.drzave td,.drzave th{padding:7px 8px;text-align:left;"
            "border-bottom:1px solid #cbd2ea;vertical-align:top;font-size:14px;line-height:18px}"
            ".drzave td:nth-child(n+3){white-space:nowrap}"
            "mark{display:inline-block;padding:1px 8px;font:bold 12px/18px sans-serif;background:#cfe8cf}"
            "mark.s1{background:#ffe48a}"
            "mark.s2{background:#ffb46b}mark.s3{background:#c81e3a;color:#fff}.list{background:#fff;"
            "border-bottom:10px solid #f2f4fb}.list summary{font:bold 17px/24px sans-serif}"
            ".dan{background:#fff;border-left:12px solid #c81e3a}.akcija{background:#27348b;color:#fff}"
            ".tecaji td{padding:2px 16px 2px 0}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(6, 20), then=0.45, night=0.1)
    writers = Visits(per_h=0.7, stays_h=(1, 3), places=(1, 3, 4, 7, 9, 12), together=4, texts=len(_WRITES))

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        lands = [Advice((3 * seat) % 7 // 2, -5 * seat, seat % 3) for seat in range(len(_LANDS))]
        top, lines, photo = 3, (1, 2), 0
        for hour, guests in enumerate(self.writers.at_each_hour(self.chance.child("writers"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            pace = self.duty.at(at) if hour else 0.0
            if self.chance.happens(0.25 * pace, "changed", hour):
                place = self.chance.below(len(lands), "which", hour)
                if hour - lands[place].touched > 6:
                    lands[place] = self._changed(lands[place], hour)
                    if lands[place].level == 3 and place != top:
                        top, lines = place, (hour, hour + 500)
                        photo = photo if self.chance.happens(0.4, "same photo", hour) else hour
            if self.chance.happens(0.09 * pace, "goes on", hour):
                lines = (hour, lines[0])
            elif self.chance.happens(0.08, "photo", hour):
                photo = hour
            told_of = [self._told(seat, item) for seat, item in enumerate(lands)]
            above = (_LANDS[top], *(self._line(number) for number in lines))
            news = (*above, *(words for pair in told_of for words in pair))
            yield PageState(rows=tuple(self._page((above, photo), told_of, guests, at)), news=news)

    def _changed(self, item: Advice, hour: int) -> Advice:
        """Graver or less grave for a reason, another reason, or only something added."""
        what = self.chance.number("what", hour)
        if what < 0.4:
            step = self.chance.pick((-1, 1), "step", hour)
            level = item.level + step if 0 <= item.level + step <= 3 else item.level - step
            return replace(item, level=level, why=hour if step > 0 else item.why, touched=hour)
        if what < 0.65:
            return replace(item, why=hour, touched=hour)
        return replace(item, also=(item.also + 1 + hour % 3) % len(_ALSO), touched=hour)

    def _told(self, seat: int, item: Advice) -> tuple[str, str]:
        why, town = told(self.chance.child("why", seat), (_WHY, _TOWNS), item.why)
        number = self.chance.between(3, 21, "number", seat, item.why)
        mark = f'{_LANDS[seat]} <mark class="s{item.level}">{_LEVELS[item.level]}</mark>'
        return mark, why.format(t=town, n=number) + _ALSO[item.also]

    def _line(self, number: int) -> str:
        words, town = told(self.chance.child("line"), (_OPEN, _TOWNS), number)
        return words.format(t=town, n=self.chance.between(4, 90, "n", number))

    def _page(
        self,
        top: tuple[tuple[str, ...], int],
        told_of: Sequence[tuple[str, str]],
        guests: Sequence[Guest],
        at: datetime,
    ) -> list[Row]:
        hour = int((at - STARTS_AT).total_seconds() // 3600)
        cards = self.chance.happens(0.4, "cards", hour // 6)
        order = list(range(len(_LANDS)))
        if self.chance.happens(0.4, "by demand", hour // 3):
            order = self.chance.shuffled(order, "demand", hour // 3)
        entries = [(*told_of[seat], True) for seat in order]
        for guest in sorted(guests, key=lambda item: item.place):
            entries.insert(guest.place, (*self._writer(guest), False))
        note = f"{at.day}. {at.month}. {at.year} ob {at:%H.%M} · {self.chance.between(40, 5_200, 'here', hour)} obiskov"
        middle = self._cards(entries, hour) if cards else [self._table(entries, hour), self._side(hour, 250)]
        rows = [
            row(panels.masthead("Varno na pot", 1000, note, height=58), tag="header"),
            row(self._day(top, hour), [self._map(hour), self._money(hour)]),
            row(*middle, tag="main"),
            row(panels.advert(self.adverts.advert("foot", 60 * hour, 970, 120), "oglas", 1000)),
            row(panels.plain("noga", 1000, '<p class="small">Dostopnost · Piškotki · Konzulati</p>'), tag="footer"),
        ]  # fmt: skip
        if cards:
            rows.insert(3, row(self._side(hour, 1000)))
        if self.chance.happens(0.4, "deal", hour // 2):
            height = self.chance.between(40, 220, "deal px", hour // 2)
            words = self.chance.pick((*_DEALS, *_TIPS), "deal words", hour // 2)
            place = self.chance.between(1, 2, "deal at", hour // 2)
            rows.insert(place, row(panels.strip(words, height, name="akcija")))
        return rows

    def _writer(self, guest: Guest) -> tuple[str, str]:
        draw = self.chance.child("writer", guest.began, guest.text)
        mark = f'{draw.pick(_LANDS, "land")} <mark class="s{draw.below(2, "tone")}">{draw.pick(_WHO, "who")}</mark>'
        return mark, _WRITES[guest.text]

    def _counts(self, seat: int, hour: int) -> tuple[str, str, str]:
        """What stands in every row and is another at each visit."""
        draw = self.chance.child("counts", seat, hour)
        return (
            f"{draw.between(39, 890, 'fare')} €",
            f"{draw.between(-4, 38, 'warm')} °C",
            f"{draw.below(400, 'read')}",
        )

    def _table(self, entries: Sequence[tuple[str, str, bool]], hour: int) -> Panel:
        lines = ""
        for seat, (mark, words, _) in enumerate(entries):
            lines += f"<tr><td>{mark}<td>{words}<td>{'<td>'.join(self._counts(seat, hour))}</tr>"
        heads = "<tr><th>Država<th>Nasvet<th>Let od<th>Zdaj<th>Branja</tr>"
        return panels.plain("drzave", 750, f"<h2>Države</h2><table>{heads}{lines}</table>", is_news=True)

    def _cards(self, entries: Sequence[tuple[str, str, bool]], hour: int) -> list[list[Panel]]:
        columns: list[list[Panel]] = [[], []]
        for seat, (mark, words, news) in enumerate(entries):
            small = " · ".join(self._counts(seat, hour))
            html = (
                f'<details open><summary>{mark}</summary><p>{words}</p><p class="small">{small}</p></details>'
            )
            columns[seat % 2].append(panels.plain("list", 500, html, is_news=news))
        return columns

    def _day(self, top: tuple[tuple[str, ...], int], hour: int) -> Panel:
        (land, *lines), photo = top
        shown = panels.image(
            f"world-pot-{photo}", 578, self.chance.pick((180, 180, 260), "photo px", hour // 8)
        )
        html = f"<h4>Opozorilo dneva</h4><h1>{land}</h1>{shown}" + "".join(
            f"<p>{words}</p>" for words in lines
        )
        return panels.plain("dan", 620, html, is_news=True)

    def _map(self, hour: int) -> Panel:
        shown = panels.image(f"science-zemljevid-{hour}", 356, 200)
        delays = self.chance.between(2, 140, "delays", hour)
        return panels.plain("zemljevid", 380, f"<h4>Promet v zraku</h4>{shown}<p>{delays} letov z zamudo</p>")

    def _money(self, hour: int) -> Panel:
        names = self.chance.shuffled(_MONEY, "money", hour // 2)
        cells = [
            f"<td>{name} <b>{self.chance.between(40, 9_000, name, hour) / 100:.2f}</b></td>" for name in names
        ]
        lines = "".join(f"<tr>{''.join(cells[first : first + 2])}</tr>" for first in (0, 2, 4))
        return panels.plain("tecaji", 380, f"<h4>Tečaji</h4><table>{lines}</table>")

    def _side(self, hour: int, width: int) -> Panel:
        """What is sold to travellers, another draw at each visit."""
        chosen = self.chance.shuffled(_DEALS, "deals", hour)[:4]
        each = 226 if width > 500 else width - 24
        cards = "".join(
            f'<div>{panels.image(f"crowd-ponudba-{panels.hash_of(name)}", each, 110)}<h3><a href="{ORIGIN}/p/'
            f'{panels.hash_of(name)}">{name}</a></h3><p class="small">še {self.chance.between(1, 40, name, hour)} mest'
            f"</p></div>"
            for name in chosen
        )
        inner = f'<div class="cards">{cards}</div>' if width > 500 else cards
        return panels.plain("ponudba", width, f"<h4>Za popotnike</h4>{inner}")


ADVISED = (Popotnik,)
