"""Unseen: a Bulgarian police board of missing people, and the front page of an Afrikaans farmers' union."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.insertions import Guest, Visits, mixed
from benchmarks.sites.look import SANS, SERIF, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.redrawn import drawing
from benchmarks.sites.site import GeneratedSite
from benchmarks.sites.unseen_canals import Unused, wordings
from pagetide.demo.site import Resource

_MEN = ("Георги", "Димитър", "Стоян", "Петко", "Любомир", "Асен", "Калоян", "Румен", "Христо", "Пламен")
_WOMEN = ("Мария", "Цветанка", "Йорданка", "Елена", "Силвия", "Радка", "Виктория", "Невена", "Стефка", "Десислава",
          "Боряна")  # fmt: skip
_STEMS = ("Маринов", "Тодоров", "Колев", "Пенчев", "Ангелов", "Бонев", "Здравков", "Цанков", "Вълчев", "Радев",
          "Караиванов", "Желев", "Минков")  # fmt: skip
_CITIES = ("Горно Езерово", "Стралджево", "Белоградец", "Каменар", "Долна Митровица", "Равнец", "Сливовик", "Тополница",
           "Нова Ярлова", "Крайморци", "Златарево", "Медник", "Павелци", "Чепинска баня")  # fmt: skip
_TRACES = ("Сигнал от автогарата в {}, {}", "Търсене с кучета край {}, {}", "Заснимане от камера на входа на {}, {}",
           "Последно повикване от телефона в района на {}, {}", "Личните вещи са намерени край {}, {}",
           "Видяно от свидетел по пътя за {}, {}", "Проверка в болницата в {}, {}",
           "Доброволци оглеждат землището на {}, {}", "Таксиметров шофьор съобщава за курс до {}, {}",
           "Не се потвърждава сигналът от {}, {}")  # fmt: skip
_DETAILS = ("синьо яке и тъмен панталон", "носи раница", "придвижва се с бастун", "без лични документи", "с колело",
            "има нужда от лекарства", "вероятно пътува на стоп", "с куче на каишка", "белег над лявата вежда",
            "телефонът е изключен", "сива жилетка", "вероятно не е сам човек")  # fmt: skip
_SLIDES = ("Обади се на 112 веднага, не чакай 24 часа", "Безопасно лято за децата", "Не давай пари по телефона",
           "Нощ на отворените врати в управлението", "Колан дори на задната седалка", "Доброволец на месеца",
           "Пази се от измами с имоти")  # fmt: skip
_DRIVES = ("Проверка на документите онлайн", "Конкурс за 120 полицаи", "Седмица на пътната безопасност",
           "Временно затворен паркинг пред гишетата")  # fmt: skip
_QUESTIONS = ("Къде се подава сигнал?", "Какво да кажа на дежурния?", "Кога се обявява за издирване?",
              "Как се сваля обява?", "Може ли анонимно?", "Как се изпраща снимка?", "Какво е ДНК профил?",
              "Кой търси в планината?")  # fmt: skip
_GROUNDS = ("#c9d6df", "#d8cfc0", "#b8c4b0", "#e3d5ca", "#a9b4c2", "#cfc4d8")
_SKINS = ("#f1c9a5", "#e6b58c", "#d9a066", "#c68b59")
_HAIR = ("#2b2118", "#6f4518", "#b08d57", "#8d8d8d", "#e5e1da", "#7b2d26")
_COATS = ("#22223b", "#7b2d26", "#1b4965", "#3c6e47", "#8d6a2f", "#adb5bd", "#5e548e")


@dataclass(frozen=True)
class Missing:
    """Somebody looked for: who, what is known, and which photograph is shown."""

    number: int
    known: str
    take: int = 0

    @property
    def picture(self) -> str:
        """Address of the photograph."""
        return f"/lica/face-{self.number}-{self.take}.svg"


class Izdirvani(GeneratedSite):
    """Missing people: cards with a photograph, which come, go, get another photograph, or another trace in words."""

    slug = "izdirvani"
    hard = "photographs replaced under the same words; cards in one of two orders; slides and campaigns above"
    more = 0
    look = Look(
        heading=WIDE, body=WIDE, paper="#eef1f5", ink="#14202e", muted="#64748b", line="#d4dce6", accent="#1e3a8a",
        lead_px=23, top_px=17, card="#ffffff",
        extra=(
            ".grid{display:grid;grid-template-columns:repeat(4,1fr);gap:10px}.grid>div{background:#fff;padding:8px;"
            "height:334px;overflow:hidden}.grid h3{font-size:13px;line-height:18px;margin:6px 0 4px}"
            ".grid p{font-size:12px;line-height:16px}.masthead{background:#14202e;color:#fff}"
            ".masthead .small{color:#cbd5e1}.slides{background:#1e3a8a;color:#fff}.drive{background:#facc15}"
            ".slides h1{margin:8px 0 0}.help{background:#fff}.works h3{font-size:13px;line-height:18px}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(7, 20), off=(5, 6), then=0.55, night=0.12)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; in what order the cards stand is no news."""
        unused = Unused()
        cards = [self._card(unused, number) for number in reversed(range(11))]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and self.chance.happens(0.33 * self.duty.at(at), "changed", hour):
                cards = self._changed(unused, cards, hour)
            news = tuple(part for item in cards for part in (self._who(item), item.known, item.picture))
            yield PageState(rows=tuple(self._page(cards, hour, at)), news=news)

    def _card(self, unused: Unused, number: int) -> Missing:
        return Missing(number, self._known(unused, number))

    def _known(self, unused: Unused, *key: object) -> str:
        return unused.first(wordings(self.chance.child("known"), _TRACES, (_CITIES, _DETAILS), *key))

    def _changed(self, unused: Unused, old: list[Missing], hour: int) -> list[Missing]:
        """A card comes or goes, a relative brings another photograph, or a trace is told in the old one's place."""
        what = self.chance.number("what", hour)
        place = self.chance.below(len(old), "whose", hour)
        item = old[place]
        if (what < 0.27 and len(old) < 12) or len(old) < 9:
            return [self._card(unused, hour + 20), *old]
        if what < 0.48:
            return [*old[:place], *old[place + 1 :]]
        if what < 0.72:
            item = replace(item, take=item.take + 1)
        else:
            item = replace(item, known=self._known(unused, item.number, "again", hour))
        return [*old[:place], item, *old[place + 1 :]]

    def _who(self, item: Missing) -> str:
        names = _WOMEN if item.number % 2 else _MEN
        first, stem, city = told(self.chance.child("who"), (names, _STEMS, _CITIES), item.number)
        age = self.chance.between(9, 88, "age", item.number)
        return f"{first} {stem}{'а' if item.number % 2 else ''}, {age} г., {city}"

    def _page(self, cards: Sequence[Missing], hour: int, at: datetime) -> list[Row]:
        note = f"{at:%d.%m.%Y г., %H:%M ч.} · {self.chance.between(40, 2600, 'here', hour)} души на сайта"
        rows = [
            row(panels.masthead("Областна дирекция · Издирване", 1000, note, height=52), tag="header"),
            row(self._slides(hour)),
            row(self._grid(cards, hour), tag="main"),
            row(self._works(hour), self._help(hour)),
            row(panels.counter(self.chance, hour, 1000, "сигнала, получени от началото на годината")),
        ]
        spell = hour // 8
        if self.chance.happens(0.42, "drive", spell):
            words = self.chance.pick(_DRIVES, "which drive", spell)
            height = self.chance.pick((54, 120, 210), "tall", spell)
            rows.insert(1, row(panels.strip(words, height, name="drive")))
        return rows

    def _grid(self, cards: Sequence[Missing], hour: int) -> Panel:
        """The newest first, or by name, as the visit has it."""
        by_name = self.chance.happens(0.35, "order", hour // 3)
        order = sorted(cards, key=self._who) if by_name else list(cards)
        shown = "".join(
            f'<div><img src="{item.picture}" width="220" height="190" alt=""><h3>'
            f'<a href="{ORIGIN}/lice/{item.number + 7100}">{self._who(item)}</a></h3><p>{item.known}</p>'
            f'<p class="small">Видяна {self.chance.between(30, 9000, "seen", item.number, hour)} пъти</p></div>'
            for item in order
        )
        note = f"Подредба: {'по име' if by_name else 'най-новите'}"
        html = f'<h1>Помогнете да ги открием</h1><p class="small">{note}</p><div class="grid">{shown}</div>'
        return panels.plain("missing", 1000, html, is_news=True)

    def _slides(self, hour: int) -> Panel:
        number = self.chance.below(len(_SLIDES), "slide", hour)
        picture = panels.image(f"city-police-{number}", 976, 290)
        return panels.plain("slides", 1000, f"{picture}<h1>{_SLIDES[number]}</h1>")

    def _works(self, hour: int) -> Panel:
        order = self.chance.shuffled(range(9), "works", hour)[:4]
        cards = "".join(
            f"<div>{panels.image(f'culture-works-{number}', 150, 110)}"
            f"<h3>Албум: {_CITIES[number]}, {2017 + number}</h3></div>"
            for number in order
        )
        return panels.plain("works", 690, f'<h4>Галерия</h4><div class="cards">{cards}</div>')

    def _help(self, hour: int) -> Panel:
        lines = "".join(
            f"<li>{words}</li>" for words in self.chance.shuffled(_QUESTIONS, "help", hour // 2)[:4]
        )
        return panels.plain("help", 310, f"<h4>Често задавани</h4><ul>{lines}</ul>")

    def picture(self, path: str) -> Resource | None:
        """The faces too."""
        if not path.startswith("/lica/face-"):
            return super().picture(path)
        number, take = path.removeprefix("/lica/face-").removesuffix(".svg").split("-")
        return drawing(220, 190, self.chance.pick(_GROUNDS, "ground", number, take), self._face(number, take))

    def _face(self, number: str, take: str) -> str:
        """The same face in each of somebody's photographs, elsewhere, in other clothes, before other things."""
        who, then = self.chance.child("face", number), self.chance.child("take", number, take)
        x, y, size = then.between(75, 145, "x"), then.between(70, 95, "y"), then.between(36, 52, "size")
        behind = "".join(
            f'<rect x="{then.between(-20, 200, "left", thing)}" y="{then.between(0, 90, "top", thing)}" '
            f'width="{then.between(20, 90, "wide", thing)}" height="190" fill="{then.pick(_COATS, thing)}55"/>'
            for thing in range(4)
        )
        coat, hair, skin = then.pick(_COATS, "coat"), who.pick(_HAIR, "hair"), who.pick(_SKINS, "skin")
        eyes = "".join(
            f'<circle cx="{x + side * size // 3}" cy="{y}" r="4" fill="#222"/>' for side in (-1, 1)
        )
        return (
            f'{behind}<ellipse cx="{x}" cy="200" rx="{size * 2}" ry="{110 - y // 3}" fill="{coat}"/>'
            f'<circle cx="{x}" cy="{y - 10}" r="{size + 4}" fill="{hair}"/>'
            f'<ellipse cx="{x}" cy="{y + 4}" rx="{size - 6}" ry="{size}" fill="{skin}"/>{eyes}'
            f'<rect x="{x - size // 4}" y="{y + size // 2}" width="{size // 2}" height="4" fill="#8c4a3c"/>'
        )


_SPOKE = ("Unie verwelkom {} {}", "Unie waarsku teen {} {}", "Hof stuit {} {}", "Minister stel {} uit {}",
          "Produsente vra hulp ná {} {}", "Ledevergadering bespreek {} {}", "Nuwe riglyne oor {} {}",
          "Ooreenkoms bereik oor {} {}", "Onderhandelinge oor {} misluk {}", "Brandweer en boere veg saam ná {} {}",
          "Uitvoer geraak deur {} {}", "Beurtkrag bemoeilik {} {}")  # fmt: skip
_ABOUT = ("bek-en-klouseer", "die waterheffing", "veediefstal", "die nuwe dieselkorting", "grondhervorming",
          "die koringtarief", "padbelasting op trekkers", "die droogtefonds", "voëlgriep", "werkspermitte",
          "die sprinkaanplaag", "die wolveiling", "besproeiingskwotas", "ongedierte")  # fmt: skip
_WHERE = ("in die Klein Karoo", "by Doringrivier", "in die Hantam", "op die Springbokvlakte", "langs die Gariep",
          "in die Swartland", "by Kareefontein", "in die Oos-Vrystaat", "op die Hoëveld", "by Witsand",
          "in die Kamiesberge")  # fmt: skip
_DETAIL = ("Takke kry Vrydag volledige inligting.", "Lede kan tot Woensdag kommentaar lewer.",
           "Die span is sedert dagbreek op die plase.", "Die skade word op miljoene rand geraam.",
           "Streekbestuurders vergader weer volgende week.", "Die departement het nog nie geantwoord nie.",
           "Vervoer oor die provinsiegrens bly verbode.", "Die reg van appèl word oorweeg.")  # fmt: skip
_SAID = ("Die president van die unie sê {} raak veral kleiner boere {}.", "Volgens die hoofbestuur is {} {} dringend.",
         "Ekonome meen {} gaan pryse {} opstoot.", "Die regspan bestudeer stukke oor {} {}.",
         "Veeartse bevestig dat {} {} opgevolg word.")  # fmt: skip
_SPONSORED = (("Geborg", "Trekkerfinansiering teen prima min een"), ("Leser-aanbod", "Weerstasie vir die stoep"),
              ("Geborg", "Saadmielies: bestel voor Julie"), ("Kompetisie", "Wen ’n naweek by die see"),
              ("Geborg", "Boorgatpompe met sonkrag"), ("Die winkel", "Hoede en kakie, nuwe reeks"),
              ("Geborg", "Versekering vir haelskade"), ("Kompetisie", "Stuur jou mooiste plaasfoto"),
              ("Geborg", "Entstof direk by jou hek"), ("Kursus", "Leer sweis in twee dae"),
              ("Geborg", "Bande vir bakkies, koop drie kry vier"), ("Die winkel", "Kookboek: potjies"))  # fmt: skip
_GOODS = ("Witmielies", "Geelmielies", "Koring", "Sojabone", "Sonneblom", "Sorghum", "Wol, fyn", "Sybokhaar",
          "Speenkalwers", "Os, A2", "Lam, A2", "Skaap, C2", "Vark", "Hoender, vars", "Eiers, groot", "Aartappels",
          "Uie", "Tamaties", "Lusern, graad 1", "Diesel, binneland")  # fmt: skip
_VOICES = ("Wanneer gaan iemand luister?", "Hier het dit gister mooi gereën.", "Dankie aan die bure vir die water.",
           "Kan iemand ’n veearts aanbeveel?", "Die pad na die koöperasie is weer toe.", "Ons bid vir reën.",
           "Wie verkoop lusern?", "My oupa het dit lankal gesê.", "Sterkte aan almal in die noorde.",
           "Wat van die klein boere?")  # fmt: skip
_NAMES = ("Kobus", "Tannie Bets", "Hennie v.d.M.", "Riana", "Oom Faan", "Liesl", "Pieter-Jan", "Bettie")
_SKIES = ("Sonnig", "Bewolk", "Donderbuie", "Ryp", "Wind")
_SHOWS = ("Landbouskou, 14 tot 17 Mei: kaartjies aanlyn", "Word lid, kry die tydskrif gratis",
          "Jongboer van die jaar: benoem nou", "Hulpfonds vir brandslagoffers")  # fmt: skip


@dataclass(frozen=True)
class Statement:
    """A statement of the union: its title as it reads now, and when it came."""

    number: int
    hour: int
    title: str


@dataclass(frozen=True)
class Said:
    """What the union says: a statement that leads, words below it, and others in a list."""

    lead: Statement
    words: str
    others: tuple[Statement, ...]


class Ploegskaar(GeneratedSite):
    """A farmers' union: a lead and six statements in a narrow column, beside prices, weather, voices and adverts."""

    slug = "ploegskaar"
    hard = (
        "prices and adverts larger than the news; an advert of any height above it, sponsored entries in it"
    )
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#fbf8f1", ink="#2a2418", muted="#7b705c", line="#e2d9c5", accent="#7a4e12",
        lead_px=26, top_px=17, card="#f2ebdb",
        extra=(
            ".prices table{border-collapse:collapse;width:100%}.prices td{border-top:1px solid #e2d9c5;"
            "padding:5px 6px 4px;line-height:18px}.prices td+td{text-align:right}.up{color:#1b7a3d}.down{color:#b3001b}"
            ".masthead{background:#3c4f1f;color:#fff}.masthead .small{color:#e3ecd2}.new{background:#7a4e12;color:#fff;"
            "font:bold 11px/16px 'DejaVu Sans';padding:0 5px;margin-right:6px}.show{background:#d9a441}"
            ".voices,.sky{background:#f2ebdb}.sky .cards{text-align:center}.list .tag{color:#7a4e12;font-weight:bold}"
        ),
    )  # fmt: skip
    visits = Visits(per_h=0.27, stays_h=(1, 4), texts=len(_SPONSORED), places=(0, 1, 2, 3, 5))
    duty = Duty(hours=(5, 20), off=(5, 6), then=0.4, night=0.1)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        unused = Unused()
        first = tuple(self._statement(unused, number, -9 * number) for number in range(1, 8))
        said = Said(first[0], self._words(unused, 0), first[1:])
        for hour, guests in enumerate(self.visits.at_each_hour(self.chance.child("guests"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and self.chance.happens(0.31 * self.duty.at(at), "spoke", hour):
                said = self._later(unused, said, hour)
            news = (said.lead.title, said.words, *(item.title for item in said.others))
            yield PageState(rows=tuple(self._page(said, guests, hour, at)), news=news)

    def _statement(self, unused: Unused, number: int, hour: int, *key: object) -> Statement:
        """A statement; with another key, under another title about the same thing."""
        about = (self.chance.pick(_ABOUT, "about", number),)
        title = unused.first(wordings(self.chance, _SPOKE, (about, _WHERE), number, *key))
        return Statement(number, hour, title)

    def _words(self, unused: Unused, hour: int) -> str:
        forms = tuple(f"{form} {detail}" for form in _SAID for detail in _DETAIL)
        return unused.first(wordings(self.chance.child("words"), forms, (_ABOUT, _WHERE), hour))

    def _later(self, unused: Unused, old: Said, hour: int) -> Said:
        """A statement leads, enters on top or amid the list, a title is put right, or the lead's words are."""
        what = self.chance.number("what", hour)
        if what < 0.2:
            lead = self._statement(unused, hour + 20, hour)
            return Said(lead, self._words(unused, hour), (old.lead, *old.others[:5]))
        others = list(old.others)
        if what < 0.55:
            others = [self._statement(unused, hour + 20, hour), *others[:5]]
        elif what < 0.7:
            others.insert(self.chance.between(1, 4, "amid", hour), self._statement(unused, hour + 20, hour))
        elif what < 0.85:
            place = self.chance.below(5, "whose", hour)
            item = others[place]
            others[place] = self._statement(unused, item.number, item.hour, "again", hour)
        else:
            return replace(old, words=self._words(unused, hour))
        return replace(old, others=tuple(others[:6]))

    def _page(self, said: Said, guests: Sequence[Guest], hour: int, at: datetime) -> list[Row]:
        note = f"{at:%d-%m-%Y %H:%M} · R{self.chance.between(1740, 1899, 'rand', hour) / 100:.2f} per dollar"
        high, tall = (
            self.chance.pick(pool, name, hour // 2)
            for pool, name in (((60, 90, 180, 250), "high"), ((150, 300), "tall"))
        )
        above = self.adverts.advert("above", 60 * hour, 396, high)
        side = self.adverts.advert("side", 60 * hour, 556, tall)
        rows = [
            row(panels.masthead("Die Ploegskaar · Landbou-unie", 1000, note, height=62), tag="header"),
            row(
                [self._prices(hour), panels.advert(side, "side-advert", 580), self._voices(hour)],
                [
                    panels.advert(above, "above-advert", 420),
                    self._lead(said),
                    self._list(said.others, guests, hour),
                    self._sky(hour),
                ],
                tag="main",
            ),
            row(panels.advert(self.adverts.advert("foot", 60 * hour, 970, 120), "foot-advert", 1000)),
        ]
        spell = hour // 9
        if self.chance.happens(0.4, "show", spell):
            number = self.chance.below(len(_SHOWS), "which show", spell)
            picture = panels.image(f"world-show-{number}", 976, self.chance.pick((80, 170, 260), "by", spell))
            rows.insert(1, row(panels.plain("show", 1000, f"{picture}<h2>{_SHOWS[number]}</h2>")))
        return rows

    def _lead(self, said: Said) -> Panel:
        picture = panels.image(f"world-lead-{said.lead.number}", 396, 210)
        link = f'<h1><a href="{ORIGIN}/verklaring/{said.lead.number + 90}">{said.lead.title}</a></h1>'
        return panels.plain("lead", 420, f"{picture}{link}<p>{said.words}</p>", is_news=True)

    def _list(self, others: Sequence[Statement], guests: Sequence[Guest], hour: int) -> Panel:
        lines = ""
        for item in mixed(others, guests):
            if isinstance(item, Guest):
                label, words = _SPONSORED[item.text]
                lines += f'<li><h3>{words}</h3><p class="small tag">{label}</p></li>'
                continue
            age = hour - item.hour
            new = '<span class="new">NUUT</span>' if age < 6 else ""
            when = f"{age} uur gelede" if age < 24 else f"{age // 24} dae gelede"
            link = f'<a href="{ORIGIN}/verklaring/{item.number + 90}">{item.title}</a>'
            lines += f'<li><h3>{new}{link}</h3><p class="small">{when}</p></li>'
        return panels.plain("list", 420, f"<h4>Verklarings</h4><ul>{lines}</ul>", is_news=True)

    def _prices(self, hour: int) -> Panel:
        lines = ""
        for name in _GOODS:
            price = self.chance.between(900, 7200, "level", name) + self.chance.between(
                -60, 60, "price", name, hour
            )
            moved = self.chance.between(-29, 29, "moved", name, hour) / 10
            trend = "up" if moved > 0 else "down"
            lines += f"<tr><td>{name}</td><td>R {price}</td><td class={trend}>{moved:+.1f} %</td></tr>"
        return panels.plain("prices", 580, f"<h2>Markpryse, lopend</h2><table>{lines}</table>")

    def _voices(self, hour: int) -> Panel:
        order = self.chance.shuffled(_VOICES, "voices", hour)[: self.chance.between(3, 6, "many", hour)]
        lines = "".join(
            f'<li><p>{words}</p><p class="small">{self.chance.pick(_NAMES, "by", words, hour)}, '
            f"{self.chance.between(1, 59, 'ago', words, hour)} min gelede</p></li>"
            for words in order
        )
        return panels.plain("voices", 580, f"<h4>Lede gesels</h4><ul>{lines}</ul>")

    def _sky(self, hour: int) -> Panel:
        cells = "".join(
            f"<div>{place}<br><b>{self.chance.between(4, 31, 'heat', place, hour)}°</b><br>"
            f"{self.chance.pick(_SKIES, 'sky', place, hour // 2)}</div>"
            for place in ("Witsand", "Hantam", "Hoëveld", "Gariep")
        )
        return panels.plain("sky", 420, f'<h4>Weer</h4><div class="cards">{cells}</div>')


UNSEEN_GARDENS = (Izdirvani, Ploegskaar)
