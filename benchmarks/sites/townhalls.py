"""Notices of a place: a Basque town hall's three departments, and the hours of Mass of six Luxembourgish villages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.insertions import Guest, Visits
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_DEPARTMENTS = ("Hirigintza eta obrak", "Kultura eta kirola", "Gizarte zerbitzuak")
_WHAT = (
    ("Kale-mozketa", "Ur-etena", "Bide-asfaltatzea", "Eraikuntza-lizentzia", "Aparkaleku berria", "Zubiaren konponketa",
     "Argiteria publikoaren lizitazioa", "Hiri-plana aldatzea", "Estolda-lanak", "Teilatu laguntzak", "Obra-ikuskaria"),
    ("Musika eskolako plazak", "Igerilekuko ikastaroak", "Jai-batzordeko bozketa", "Pilotalekuko txandak",
     "Liburutegiko lanpostua", "Margolari gazteen saria", "Antzerki-dirulaguntzak", "Mendi martxa bertan behera",
     "Herri-krosa", "Bertso-eskolako izen-ematea", "Dantza-taldeen lokala"),
    ("Jantoki-bekak", "Etxez etxeko laguntza", "Alokairu-laguntzak", "Haur eskolako matrikula", "Adinekoen bidaia",
     "Etxebizitzen zozketa", "Zaintzaileen ikastaroa", "Elikagai-bankua", "Larrialdi-laguntzak", "Gazte-etxea itxita",
     "Udalekuetako begiraleak"),
)  # fmt: skip
_QUARTERS = ("Errekalde", "Goiko plaza", "Zubiondo", "Larrazabal", "Elizalde", "Ibaigain", "Mendiola")
_PHASES = ("Eskabideak irekita", "Epea luzatuta", "Behin-behineko zerrenda", "Alegazioak aztertzen",
           "Behin betiko zerrenda", "Ebatzita")  # fmt: skip
_HOUSE = (("Birziklatu olioa", "Garbigunea", "egunero"), ("Eskaini odola", "Osasun-etxea", "ostegunean"),
          ("Deskargatu udal-aplikazioa", "Mugikorrean", "doan"), ("Euskara ikasi", "Euskaltegia", "irailetik aurrera"),
          ("Hartu katu bat", "Animalia-babeslekua", "gaur bertan"), ("Boluntarioak", "Kiroldegia", "larunbatean"),
          ("Erosi herrian", "Merkatarien elkartea", "beti"))  # fmt: skip
_POLLS = (
    "Non nahi duzu parke berria?",
    "Autobus gehiago gauez?",
    "Jaien kartelik onena?",
    "Plazan zuhaitz gehiago?",
)
_FEATURES = ("Udaberria Ibaigainen", "Herriaren argazki zaharrak", "Gure baserriak", "Aurpegi bat, istorio bat",
             "Zure herria, zure etxea", "Bidegorri berriak", "Festetako irudiak", "Erreka bizirik")  # fmt: skip
_SAID = ("Noiz konponduko duzue zebra-bidea?", "Eskerrik asko langileei!", "Zarata handia dago gauetan.",
         "Oso polita geratu da plaza.", "Inork ez du telefonoa hartzen.", "Eta txakurren parkea?", "Argirik ez!",
         "Zorionak antolatzaileei.")  # fmt: skip


@dataclass(frozen=True)
class Notice:
    """A notice: which one, how far its case is, until which day, and when it was put up."""

    number: int
    phase: int
    day: int
    since: int


class Udaletxe(GeneratedSite):
    """A town hall: three departments with four notices each; house cards of one form with them come and return."""

    slug = "udaletxe"
    hard = "Basque; a phase or a day in a notice, house cards in the same tags; three columns or one, large features"
    more = 0
    look = Look(
        heading=SANS, body=SANS, paper="#ffffff", ink="#222b22", muted="#6f7a6f", line="#d3ddd3", accent="#0f6b3c",
        lead_px=30, top_px=19, card="#f0f5ef",
        extra=(
            ".masthead{border-top:10px solid #c8102e;border-bottom:3px solid #0f6b3c}.saila{padding-bottom:0}"
            ".ohar article{background:#f0f5ef;border-left:5px solid #0f6b3c;padding:8px 10px}.ohar dl{margin:4px 0 0;"
            "display:grid;grid-template-columns:64px 1fr}dt{font:12px/20px 'Liberation Sans';color:#6f7a6f}dd{margin:0}"
            ".galdera i{display:block;height:12px;background:#0f6b3c;margin:4px 0}.cookie article{padding:10px;"
            "border:3px solid #c8102e;background:#fff}.egutegi td{width:40px;height:26px;text-align:center}"
            ".egutegi .gaur{background:#c8102e;color:#fff}.festa{background:#c8102e;color:#fff}"
        ),
    )  # fmt: skip
    house = Visits(per_h=0.35, stays_h=(2, 7), places=(0, 1, 2, 3), together=3, texts=len(_HOUSE))
    duty = Duty(hours=(8, 15), off=(5, 6), then=0.08, night=0.02)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        board = [
            [
                Notice(-1 - seat, (seat + part) % 4, 8 + 5 * seat + part, -20 * seat - 9 * part)
                for seat in range(4)
            ]
            for part in range(3)
        ]
        for hour, guests in enumerate(self.house.at_each_hour(self.chance.child("house"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            batch = at.hour in (10, 14)
            if hour and self.chance.happens((0.8 if batch else 0.45) * self.duty.at(at), "published", hour):
                for turn in range(self.chance.between(1, 3, "many", hour) if batch else 1):
                    part = self.chance.below(3, "department", hour, turn)
                    board[part] = self._changed(board[part], hour, 4 * hour + turn)
            news = tuple(
                words
                for part, items in enumerate(board)
                for item in items
                for words in self._told(part, item)
            )
            yield PageState(
                rows=tuple(self._page(board, guests, hour, at)), news=news, overlays=self._asked(hour)
            )

    def _changed(self, items: list[Notice], hour: int, key: int) -> list[Notice]:
        """Another notice on top, the next phase, or another last day."""
        what, place = self.chance.number("what", key), self.chance.below(len(items), "which", key)
        item = items[place]
        if what < 0.42 or item.phase == len(_PHASES) - 1:
            new = Notice(key, 0, self.chance.between(9, 29, "day", key), hour)
            return [new, *items[:place], *items[place + 1 :]]
        day = 9 + (item.day - 8) % 21
        later = replace(item, phase=item.phase + 1) if what < 0.8 else replace(item, day=day)
        return [*items[:place], later, *items[place + 1 :]]

    def _told(self, part: int, item: Notice) -> tuple[str, str, str]:
        what, where = told(self.chance.child("told", part), (_WHAT[part], _QUARTERS), item.number)
        return f"{what} ({where})", f"ekainaren {item.day}a", _PHASES[item.phase]

    def _page(
        self, board: Sequence[Sequence[Notice]], guests: Sequence[Guest], hour: int, at: datetime
    ) -> list[Row]:
        three = self.chance.happens(0.55, "three", hour // 5)
        width = 333 if three else 620
        parts = [self._department(part, items, guests, hour, width) for part, items in enumerate(board)]
        side = [self._poll(hour, 380), self._calendar(at, 380), self._voices(hour, 380)]
        note = f"{at:%Y-%m-%d %H:%M} · {self.chance.between(9, 26, 'warm', hour)} °C · {7 * hour + 31_000} bisita"
        feature = self._feature(hour, 1000)
        rows = [row(panels.masthead("Larrazabalgo Udala", 1000, note, height=66), tag="header")]
        if three:
            parts[2] = [replace(panel, width_px=334) for panel in parts[2]]
            rows += [
                row(feature),
                row(*parts, tag="main"),
                row(self._poll(hour, 500), self._voices(hour, 500)),
            ]
        else:
            turn = self.chance.below(3, "first", hour // 5)
            column = [panel for part in (*parts[turn:], *parts[:turn]) for panel in part]
            sold = self.adverts.advert(
                "alboan", 60 * hour, 356, self.chance.between(80, 420, "side px", hour)
            )
            rows += [row(column, [*side, panels.advert(sold, "iragarki", 380)], tag="main"), row(feature)]
        if self.chance.happens(0.3, "feast", hour // 4):
            height = self.chance.between(36, 150, "feast px", hour // 4)
            rows.insert(1, row(panels.strip("San Joan jaiak badatoz! Egitaraua hemen", height, name="festa")))
        faces = panels.recommended(self.chance, hour, 1000, 3, "Herriko aurpegiak", titles=_FEATURES)
        rows.append(row(faces))
        rows.append(
            row(panels.plain("oina", 1000, '<p class="small">Irisgarritasuna · Egoitza elektronikoa</p>'))
        )
        return rows

    def _department(
        self, part: int, items: Sequence[Notice], guests: Sequence[Guest], hour: int, width: int
    ) -> list[Panel]:
        found = [self._notice(part, item, hour, width) for item in items]
        for guest in guests:
            if guest.text % 3 == part:
                found.insert(guest.place, self._card(guest, hour, width))
        head = f"<h2>{_DEPARTMENTS[part]}</h2>"
        return [panels.plain("saila", width, head), *found]

    def _notice(self, part: int, item: Notice, hour: int, width: int) -> Panel:
        title, day, phase = self._told(part, item)
        days = (hour - item.since) // 24
        ago = f"duela {days} egun" if days else "gaur"
        read = 3 * (hour - item.since) + self.chance.below(40, "read", part, item.number)
        return _notice(
            width, title, (("Epea", day), ("Egoera", phase)), f"{ago} · {read} irakurle", news=True
        )

    def _card(self, guest: Guest, hour: int, width: int) -> Panel:
        title, where, when = _HOUSE[guest.text]
        read = f"gaur · {self.chance.between(20, 900, 'card', guest.text, hour)} irakurle"
        return _notice(width, title, (("Non", where), ("Noiz", when)), read)

    def _feature(self, hour: int, width: int) -> Panel:
        number = self.chance.below(len(_FEATURES), "feature", hour)
        tall = self.chance.pick((180, 240, 240, 360), "feature px", hour)
        shown = panels.image(f"city-{number}", width - 24, tall)
        return panels.plain("irudia", width, f"{shown}<h1>{_FEATURES[number]}</h1>")

    def _poll(self, hour: int, width: int) -> Panel:
        asked, yes = hour // 9 % len(_POLLS), self.chance.between(30, 70, "yes", hour)
        html = f"<h4>Galdera</h4><h3>{_POLLS[asked]}</h3><i style='width:{3 * yes}px'></i><p>Bai %{yes}</p>"
        return panels.plain("galdera", width, html)

    def _calendar(self, at: datetime, width: int) -> Panel:
        """The month, today marked."""
        weeks = ""
        for first in range(-3, 32, 7):
            days = "".join(
                f"<td class='{'gaur' if day == at.day else ''}'>{day if 1 <= day <= 31 else ''}</td>"
                for day in range(first, first + 7)
            )
            weeks += f"<tr>{days}</tr>"
        return panels.plain("egutegi", width, f"<h4>Maiatza</h4><table>{weeks}</table>")

    def _voices(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<li>{words} <span class='small'>duela {self.chance.between(2, 59, 'ago', words, hour)} min</span></li>"
            for words in self.chance.shuffled(_SAID, "said", hour)[
                : self.chance.between(3, 6, "voices", hour)
            ]
        )
        return panels.plain("postontzia", width, f"<h4>Herritarren postontzia</h4><ul>{lines}</ul>")

    def _asked(self, hour: int) -> tuple[Overlay, ...]:
        if not self.chance.happens(0.18, "cookies", hour):
            return ()
        html = "<article><h3>Cookieak erabiltzen ditugu</h3><p>Onartu · Ezarpenak · Baztertu</p></article>"
        y_px = self.chance.pick((120, 380, 610), "cookies at", hour)
        return (Overlay(panels.plain("cookie", 420, html), 290, y_px),)


def _notice(
    width: int, title: str, fields: Sequence[tuple[str, str]], small: str, *, news: bool = False
) -> Panel:
    """A card of the board, whoever put it up."""
    inner = "".join(f"<dt>{name}</dt><dd>{words}</dd>" for name, words in fields)
    html = f'<article><h3>{title}</h3><dl>{inner}</dl><p class="small">{small}</p></article>'
    return panels.plain("ohar", width, html, is_news=news)


_VILLAGES = ("Biergem", "Nidderbaach", "Lëntgeschlass", "Uewermillen", "Féischterhaff", "Sankt Wiltrud")
_DAYS = ("sonndes", "samschdes", "mëttwochs", "freides")
_PRIESTS = ("den Här Weisgerber", "de Pater Anselm", "d'Schwëster Odile", "den Diakon Reding", "den Här Kanounk Thill",
            "e Gaaschtpriister")  # fmt: skip
_FOR = (
    "d'Orgel",
    "d'Caritas",
    "den Daach",
    "d'Missioun",
    "d'Jugendlager",
    "d'Klacken",
    "d'Lëtzebuerger Wallfahrt",
)
_REST = ("D'Kierch ass bis {n} Auer op.", "D'Prouf vum Chouer fält aus.", "Duerno gëtt et Kaffi am Veräinshaus.",
         "De Parking ass wéinst Aarbechten zou.", "D'Mass gëtt am Zelt gehalen.", "Kannerbetreiung vun {n} Auer un.",
         "D'Beicht ass eng Stonn virdrun.")  # fmt: skip
_LATE = ("Mathilde Kremmer", "Jempi Schank", "Nicolas Wolter-Haas", "Albertine Feyder", "Roger Molitor-Steil",
         "Suzette Dondel", "Aloyse Kayl", "Germaine Binsfeld-Roth", "Camille Hostert", "Théo Rippinger")  # fmt: skip
_VERSES = ("Den Här ass mäi Schäfer.", "Sicht, da fannt dir.", "D'Léift ass gedëlleg.", "Fäert net, ech si bei dir.",
           "Dir sidd d'Salz vun der Äerd.", "Alles huet seng Zäit.", "Klappt, da gëtt iech opgemaach.")  # fmt: skip
_HOUSE_LUX = (("Wallfaartsbus", "Nach {n} Plaze fräi, mellt iech um Sekretariat."),
              ("Vide-grenier", "Mir sichen {n} Bénévolen an Kuchen."),
              ("Chouer sicht Tenoren", "Prouf all Donneschdeg, scho {n} Memberen."),
              ("Porbliedchen", "{n} Abonnenten, elo och als PDF."),
              ("Messdénger ginn", "Fir Kanner ab {n} Joer, Pizza inklusiv."))  # fmt: skip


@dataclass(frozen=True)
class Service:
    """When a village's Mass is, who says it, what is collected for, and what else is to be known."""

    day: int
    time: int
    priest: int
    cause: int
    rest: int
    touched: int = -9


class Porverband(GeneratedSite):
    """A union of parishes: a paragraph for each village whose hour or priest changes; deaths beneath; candles count."""

    slug = "porverband"
    hard = "Luxembourgish; one word in a village's prose, doors and visitors told in it; photographs and verses rotate"
    more = 0
    look = Look(
        heading=SERIF, body=SERIF, paper="#faf6ee", ink="#2b2320", muted="#857768", line="#dccfb9", accent="#6b1f3a",
        lead_px=34, top_px=22, card="#f1e8d8",
        extra=(
            ".masthead{text-align:center}.duerf h3{color:#6b1f3a;font-size:18px}.duerf p{font-size:16px}"
            ".duerf em{font:italic 13px/18px 'Liberation Serif';color:#857768;display:block}.vers{background:#6b1f3a;"
            "color:#fff;text-align:center;font-style:italic}.doudeg{border-top:4px solid #2b2320}.doudeg li:before{"
            "content:'✝ '}.keerzen,.don{background:#f1e8d8}.don div{height:16px;background:#6b1f3a}figure{margin:0}"
            "figcaption{font:italic 13px/20px 'Liberation Serif'}"
        ),
    )  # fmt: skip
    house = Visits(per_h=0.25, stays_h=(3, 8), places=(0, 1, 2, 4, 5), together=2, texts=len(_HOUSE_LUX))
    duty = Duty(hours=(8, 20), off=(0,), then=0.3, night=0.02)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        plan = [Service(seat % 4, seat, seat % 5, seat, seat) for seat in range(len(_VILLAGES))]
        late, died = [0, -1, -2, -3], 0
        for hour, guests in enumerate(self.house.at_each_hour(self.chance.child("house"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            pace = self.duty.at(at) * (1.5 if at.weekday() in (4, 5) else 1.0) if hour else 0.0
            if self.chance.happens(0.24 * pace, "moved", hour):
                place = self.chance.below(len(plan), "where", hour)
                if hour - plan[place].touched > 5:
                    plan[place] = self._moved(plan[place], hour)
            if self.chance.happens(0.09 * pace, "died", hour):
                died += 1
                late = [died, *late][:4]
            masses = tuple(self._mass(seat, item) for seat, item in enumerate(plan))
            yield PageState(
                rows=tuple(self._page(masses, late, guests, hour, at)),
                news=(*masses, *(self._death(number) for number in late)),
            )

    def _moved(self, item: Service, hour: int) -> Service:
        further = self.chance.between(1, 3, "further", hour)
        what = self.chance.pick(
            ("day", "time", "time", "priest", "priest", "cause", "rest", "rest"), "what", hour
        )
        now = {what: getattr(item, what) + further}
        return replace(item, **now, touched=hour)

    def _mass(self, seat: int, item: Service) -> str:
        time = f"{8 + item.time * 5 % 11} Auer{' 30' if item.time % 2 else ''}"
        rest = _REST[item.rest % len(_REST)].format(n=14 + item.rest % 7)
        return (
            f"D'Mass ass {_DAYS[item.day % 4]} um {time}, gehal vun: {_PRIESTS[item.priest % len(_PRIESTS)]}. "
            f"Gesammelt gëtt fir {_FOR[(item.cause + seat) % len(_FOR)]}. {rest}"
        )

    def _death(self, number: int) -> str:
        who, where = told(self.chance.child("late"), (_LATE, _VILLAGES), number)
        return f"{who}, {where}, Begriefnes um {9 + number % 8} Auer"

    def _page(
        self, masses: Sequence[str], late: Sequence[int], guests: Sequence[Guest], hour: int, at: datetime
    ) -> list[Row]:
        wide = self.chance.happens(0.4, "wide", hour // 7)
        width = 660 if wide else 500
        entries = [self._village(seat, words, hour, width) for seat, words in enumerate(masses)]
        for guest in guests:
            entries.insert(guest.place, self._card(guest, hour, width))
        note = f"{at:%d.%m.%Y}, {at:%H:%M} · {self.chance.between(1, 80, 'now', hour)} Leit op der Säit"
        tall = self.chance.pick((44, 60, 100), "verse px", hour // 2)
        verse = panels.strip(self.chance.pick(_VERSES, "verse", hour), tall, name="vers")
        rows = [row(panels.masthead("Porverband Uewerbaach", 1000, note, height=84), tag="header")]
        if wide:
            side = [
                self._photo(hour, 340),
                self._candles(hour, 340),
                self._deaths(late, 340),
                self._gifts(hour, 340),
            ]
            rows += [row(verse), row(side, entries, tag="main")]
        else:
            rows += [
                row(self._photo(hour, 500), [self._candles(hour, 500), self._gifts(hour, 500)]),
                row(entries[::2], entries[1::2], tag="main"),
                row(self._deaths(late, 1000)),
                row(verse),
            ]
        rows.append(row(self._photo(hour + 1_000, 333), self._photo(hour + 2_000, 667)))
        if self.chance.happens(0.35, "bus", hour // 3):
            sold = self.adverts.advert("uewen", 60 * hour, 970, self.chance.between(60, 260, "bus px", hour))
            rows.insert(1, row(panels.advert(sold, "reklamm", 1000)))
        return rows

    def _village(self, seat: int, words: str, hour: int, width: int) -> Panel:
        door = "Kierch elo op" if self.chance.happens(0.6, "open", seat, hour) else "Kierch elo zou"
        state = f"<em>{door}, {self.chance.between(0, 40, 'inside', seat, hour)} Leit dobannen</em>"
        return panels.plain("duerf", width, f"<h3>{_VILLAGES[seat]}</h3><p>{words}</p>{state}", is_news=True)

    def _card(self, guest: Guest, hour: int, width: int) -> Panel:
        title, words = _HOUSE_LUX[guest.text]
        said = words.format(n=self.chance.between(7, 48, "left", guest.text, hour // 2))
        return panels.plain("duerf", width, f"<h3>{title}</h3><p>{said}</p><em>Aus dem Sekretariat</em>")

    def _deaths(self, late: Sequence[int], width: int) -> Panel:
        lines = "".join(f"<li>{self._death(number)}</li>" for number in late)
        return panels.plain("doudeg", width, f"<h2>Eis Verstuerwen</h2><ul>{lines}</ul>", is_news=True)

    def _photo(self, hour: int, width: int) -> Panel:
        number = self.chance.below(14, "photo", hour)
        shown = panels.image(
            f"culture-kierch-{number}", width - 24, self.chance.pick((220, 300), "photo px", hour // 4)
        )
        return panels.plain(
            "foto",
            width,
            f"<figure>{shown}<figcaption>Foto {number + 1}: {_VILLAGES[number % 6]}</figcaption></figure>",
        )

    def _candles(self, hour: int, width: int) -> Panel:
        lit = self.chance.between(11, 400, "lit", hour)
        lines = ""
        for name in self.chance.shuffled(_LATE, "lit by", hour)[: self.chance.between(2, 5, "many", hour)]:
            ago = self.chance.between(1, 59, "lit ago", name, hour)
            lines += f"<li>Fir {name.split()[0]} <span class='small'>viru {ago} Min.</span></li>"
        return panels.plain("keerzen", width, f"<h4>Virtuell Käerzen</h4><h1>{lit}</h1><ul>{lines}</ul>")

    def _gifts(self, hour: int, width: int) -> Panel:
        given = 12_000 + 37 * hour + self.chance.below(30, "given", hour)
        html = f"<h4>Fir den neien Daach</h4><div style='width:{given // 100}px'></div><p>{given:,} € vun 60.000 €</p>"
        return panels.plain("don", width, html)


TOWNHALLS = (Udaletxe, Porverband)
