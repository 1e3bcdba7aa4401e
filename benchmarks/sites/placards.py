"""What travellers and guests are told: a Slovak ministry's advice on a country, the posters of a Greek festival."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.look import SANS, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.redrawn import drawing
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.site import Resource

_REGIONS = ("Horný Tarvan", "Sedlo Kemer", "Vilajet Osma", "Biely prístav", "Dolina Nišar", "Staré Mesto", "Zálužie",
            "Modré jazerá", "pobrežie Ilmu", "provincia Darin", "okres Sahel", "ostrov Pera", "Južná brána", "Korušan",
            "náhorná plošina Ren", "delta Osmy", "hraničné pásmo s Bormou")  # fmt: skip
_REASONS = ("pre pretrvávajúce nepokoje", "pre ozbrojené strety", "po sérii únosov", "pre výpadky zásobovania",
            "pred oznámenými voľbami", "pre zákaz vychádzania", "po zemetrasení", "pre šírenie cholery",
            "pre zatvorený vzdušný priestor", "pre nevybuchnutú muníciu", "pre generálny štrajk")  # fmt: skip
_LEVELS = ("Zvážte nevyhnutnosť cesty", "Necestujte do pohraničia", "Necestujte", "Zvýšte opatrnosť",
           "Opustite hlavné mesto", "Zdržiavajte sa v ubytovaní")  # fmt: skip
_NUMBERS = tuple(str(number) for number in range(12, 90))
_TIMES = tuple(f"{hour}.{minute}" for hour in (18, 19, 20, 21, 22, 23) for minute in ("00", "15", "30"))
_THINGS = ("dronov", "satelitných telefónov", "tlačovín", "liekov s kodeínom", "hotovosti nad limit", "vysielačiek",
           "potravín živočíšneho pôvodu", "fotoaparátov s teleobjektívom", "elektronických cigariet", "ďalekohľadov",
           "vojenských odevov", "semien a sadeníc", "kovových detektorov")  # fmt: skip
_ILLS = ("besnoty", "moru", "horúčky dengue", "osýpok", "malárie", "hepatitídy A", "obrny", "cholery", "žltačky",
         "žltej zimnice", "meningitídy", "záškrtu")  # fmt: skip
_SECTIONS = (
    ("Bezpečnosť", (
        ("Vyhnite sa oblasti {x}, kde platí výnimočný stav.", _REGIONS), ("Zákaz vychádzania sa začína o {x}.", _TIMES),
        ("Zhromaždenia sa očakávajú v oblasti {x}.", _REGIONS), ("Bolo zadržaných {x} cudzincov.", _NUMBERS),
    )),
    ("Vstup a víza", (
        ("Poplatok za turistické vízum je {x} eur.", _NUMBERS), ("Dovoz {x} je trestný.", _THINGS),
        ("Priechod {x} je zatvorený.", _REGIONS), ("Žiadosti sa vybavujú {x} dní.", _NUMBERS),
    )),
    ("Doprava", (
        ("Vnútroštátne lety do cieľa {x} sú zrušené.", _REGIONS), ("Cesta cez {x} je neprejazdná.", _REGIONS),
        ("Palivo sa vydáva najviac {x} litrov na vozidlo.", _NUMBERS), ("Posledný trajekt odchádza o {x}.", _TIMES),
    )),
    ("Zdravie", (
        ("Úrady hlásia výskyt {x}.", _ILLS), ("Voda nie je pitná v oblasti {x}.", _REGIONS),
        ("Pri vstupe sa vyžaduje očkovanie proti následkom {x}.", _ILLS), ("Lekáreň slúži do {x}.", _TIMES),
    )),
    ("Pomoc občanom", (
        ("Evakuačný autobus odchádza z miesta {x}.", _REGIONS), ("Núdzová linka má klapku {x}.", _NUMBERS),
        ("Cestovné doklady sa vydávajú do {x}.", _TIMES),
    )),
)  # fmt: skip
"""Headings, under each its sentences with one gap and what may fill it."""
_PLACES = tuple((part, seat) for part, (_, lines) in enumerate(_SECTIONS) for seat in range(len(lines)))
_COUNTRIES = ("Albánsko", "Brazília", "Čad", "Egypt", "Gruzínsko", "India", "Keňa", "Libanon", "Maroko", "Nepál",
              "Srbsko", "Thajsko", "Turecko", "Vietnam")  # fmt: skip
_DEGREES = ("1. stupeň", "2. stupeň", "3. stupeň", "4. stupeň")
_TIPS = ("Skontrolujte platnosť pasu", "Poistite sa aj na zásah horskej služby", "Registrujte svoj pobyt v zahraničí",
         "Aplikácia Svetobežka", "Čo robiť pri strate dokladov", "Cestujete so psom?", "Vodičský preukaz v zahraničí",
         "Očkovanie si naplánujte šesť týždňov vopred")  # fmt: skip


@dataclass(frozen=True)
class Advice:
    """How often the level and each sentence were written anew, and which sentences stand."""

    written: tuple[int, ...]
    stand: frozenset[int]
    level: int = 0


class Cesty(GeneratedSite):
    """Advice on one country: a name, a figure or a whole sentence changes; two servers set one text differently."""

    slug = "cesty"
    hard = "a word amid text set as paragraphs or as lists by the server; rates and waits in sentences between the news"
    more = 0
    look = Look(
        heading=SANS, paper="#ffffff", ink="#1a2433", muted="#66707f", line="#d9dfe8", accent="#0b4ea2", lead_px=26,
        top_px=18, card="#eef3fa",
        extra=(
            ".level{background:#fdecea;border-left:8px solid #c62828}.part p{margin-bottom:6px}.part li{border:0;"
            "padding:3px 0 3px 14px;border-left:3px solid #d9dfe8;margin-bottom:3px}.part .now{color:#66707f}"
            ".tip{padding:0;background:#0b4ea2;color:#fff}.tip h2{padding:8px 14px}.others b{float:right;color:#c62828}"
            ".register{background:#0b4ea2;color:#fff}.summary{background:#eef3fa}.clock h1{font-size:34px}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(7, 18), then=0.45, night=0.12)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        now = Advice((0,) * len(_PLACES), frozenset(seat for seat in range(len(_PLACES)) if seat % 4 != 3))
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            now = self._later(now, hour, at) if hour else now
            news = (self._level(now), *(self._sentence(now, seat) for seat in sorted(now.stand)))
            yield PageState(rows=tuple(self._page(now, hour, at)), news=news)

    def _later(self, old: Advice, hour: int, at: datetime) -> Advice:
        """A sentence is written anew, added or struck out; a struck one comes back with another name or figure."""
        if not self.chance.happens(0.24 * self.duty.at(at), "edited", hour):
            return old
        what = self.chance.number("what", hour)
        if what < 0.1:
            return replace(old, level=old.level + 1)
        seat = self.chance.below(len(_PLACES), "seat", hour)
        written = tuple(count + (place == seat) for place, count in enumerate(old.written))
        if seat not in old.stand:
            return replace(old, written=written, stand=old.stand | {seat})
        if what < 0.3 and len(old.stand) > 11:
            return replace(old, stand=old.stand - {seat})
        return replace(old, written=written)

    def _level(self, now: Advice) -> str:
        level, reason = told(self.chance.child("level"), (_LEVELS, _REASONS), now.level)
        return f"{level} {reason}."

    def _sentence(self, now: Advice, seat: int) -> str:
        part, place = _PLACES[seat]
        words, pool = _SECTIONS[part][1][place]
        return words.format(x=told(self.chance.child("gap", seat), (pool,), now.written[seat])[0])

    def _page(self, now: Advice, hour: int, at: datetime) -> list[Row]:
        other = self.chance.happens(0.35, "server", hour)
        stamp = f"{at:%d.%m.%Y %H:%M}" if other else f"{at.day}. {at.month}. {at.year} o {at:%H:%M} hod."
        level = (
            f'<h1>Kordália</h1><h2>{self._level(now)}</h2><p class="small">Stránka vygenerovaná {stamp}</p>'
        )
        column = [panels.plain("level", 660, level, is_news=True)]
        if other:
            links = " · ".join(heading for heading, _ in _SECTIONS)
            column.append(panels.plain("summary", 660, f"<p>Na tejto stránke: {links}</p>"))
        column += [self._part(now, part, hour, listed=other) for part in range(len(_SECTIONS))]
        side = [self._clock(hour, at), self._tip(hour), self._others(hour), self._camera(hour)]
        rows = [
            row(panels.masthead("Ministerstvo zahraničia · Cestujeme", 1000, "SK | EN", height=60), tag="header"),
            row(column, side if not other else [side[1], side[0], *side[2:]], tag="main"),
            row(panels.plain("foot", 1000, '<p class="small">Prístupnosť · RSS · Mapa stránok</p>'), tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.4, "register", hour // 3):
            height = self.chance.pick((56, 92, 130), "tall", hour // 3)
            words = "Idete na dovolenku? Zaregistrujte sa a ozveme sa vám v núdzi"
            rows.insert(1, row(panels.strip(words, height, name="register")))
        return rows

    def _part(self, now: Advice, part: int, hour: int, *, listed: bool) -> Panel:
        """A section, amid whose sentences stands one on how things are at the visit."""
        lines = [self._sentence(now, seat) for seat in sorted(now.stand) if _PLACES[seat][0] == part]
        visit = self._visit(part, hour)
        lines.insert(min(1 + part % 2, len(lines)), f'<span class="now">{visit}</span>')
        items = "".join(f"<li>{line}</li>" for line in lines)
        text = f"<ul>{items}</ul>" if listed else "".join(f"<p>{line}</p>" for line in lines)
        return panels.plain("part", 660, f"<h2>{_SECTIONS[part][0]}</h2>{text}", is_news=True)

    def _visit(self, part: int, hour: int) -> str:
        number = self.chance.between(10, 180, "visit", part, hour)
        return (
            f"Veľvyslanectvo eviduje {2000 + number} občanov Slovenska.",
            f"Kurz: 1 euro = {400 + number // 4},{number % 90 + 10} dinára.",
            f"Na priechode Borma sa práve čaká {number} minút.",
            f"Index kvality ovzdušia v hlavnom meste: {number}.",
            f"Čakanie na linke pomoci: {number // 10} minút, pred vami {number % 17}.",
        )[part]

    def _clock(self, hour: int, at: datetime) -> Panel:
        there = at + timedelta(hours=5)
        wind = self.chance.between(1, 60, "wind", hour)
        sky = f"{14 + self.chance.below(20, 'degrees', hour // 2)} °C, vietor {wind} km/h"
        return panels.plain("clock", 340, f"<h4>Miestny čas</h4><h1>{there:%H:%M}</h1><p>{sky}</p>")

    def _tip(self, hour: int) -> Panel:
        number = self.chance.below(len(_TIPS), "tip", hour)
        picture = panels.image(f"world-tip-{number}", 340, self.chance.pick((150, 190), "tall tip", hour))
        return panels.plain("tip", 340, f"{picture}<h2>{_TIPS[number]}</h2>")

    def _others(self, hour: int) -> Panel:
        """Countries that are looked up most, others at each visit."""
        order = self.chance.shuffled(_COUNTRIES, "others", hour)[: self.chance.between(5, 8, "many", hour)]
        lines = "".join(f"<li>{name} <b>{_DEGREES[_COUNTRIES.index(name) % 4]}</b></li>" for name in order)
        return panels.plain("others", 340, f"<h4>Najhľadanejšie</h4><ul>{lines}</ul>")

    def _camera(self, hour: int) -> Panel:
        shown = panels.image(f"city-kordalia-{self.chance.below(40, 'photo', hour)}", 316, 180)
        return panels.plain("camera", 340, f"<h4>Fotografie cestovateľov</h4>{shown}")


_WORKS = ("Οι Τρωάδες", "Ερωφίλη", "Ο Γλάρος", "Νορμά", "Ρεσιτάλ πιάνου", "Βάκχες", "Η Στέλλα", "Ρεμπέτικη βραδιά",
          "Κύκλωπας", "Η Λίμνη", "Αχαρνής", "Το Τάνγκο", "Σονάτες", "Πέρσες", "Ο Καραγκιόζης", "Τόσκα",
          "Ιφιγένεια")  # fmt: skip
_TROUPES = ("Εθνικό Θέατρο", "Ορχήστρα Δωματίου Βόλου", "Ομάδα Πλάνη", "ΔΗ.ΠΕ.ΘΕ. Ιωαννίνων", "Θέατρο Σκιών Πάτρας",
            "Μπαλέτο της Σόφιας", "Κουαρτέτο Αιγαίο", "Θέατρο Τέχνης", "Λυρική Σκηνή", "Νέοι του Ωδείου",
            "Χοροθέατρο Ροές")  # fmt: skip
_STARS = ("Λ. Κονιόρδου", "Α. Μπαλής", "Μ. Ζορμπά", "Κ. Μαρκουλάκης", "Ε. Σταύρου", "Ν. Βελής", "Ρ. Φωτίου",
          "Ι. Δρακοπούλου", "Σ. Πετρίδης", "Δ. Καραχάλιου", "Θ. Ρήγας")  # fmt: skip
_VENUES = ("Αρχαίο Θέατρο", "Κάστρο", "Μονή Λαζαριστών", "Θέατρο Βράχων", "Παλιό Ελαιουργείο")
_HOW = (
    "Προπώληση",
    "Τελευταίες θέσεις",
    "Πρόσθετη παράσταση στις 23:30",
    "Εξαντλήθηκε",
    "Μεταφέρεται στο Μέγαρο",
)
_GREEK_DAYS = ("Δευτέρα", "Τρίτη", "Τετάρτη", "Πέμπτη", "Παρασκευή", "Σάββατο", "Κυριακή")
_PRESS = ("«Μια βραδιά που δεν ξεχνιέται»", "«Συγκλονιστικό»", "«Δροσιά και μέτρο»", "«Το κοινό όρθιο»",
          "«Η καλύτερη Εκάβη της δεκαετίας»", "«Χειροκρότημα είκοσι λεπτών»", "«Τολμηρή σκηνοθεσία»")  # fmt: skip
_OFFERED = ("Γίνε μέλος: δύο εισιτήρια στην τιμή του ενός", "Μετακίνηση με πούλμαν από το λιμάνι", "Εθελοντές 2026",
            "Κατέβασε την εφαρμογή")  # fmt: skip
_INKS = ("#b3261e", "#123c69", "#e0a100", "#1f6f54", "#6a3d9a", "#d95f02", "#14213d", "#a4133c", "#0081a7")
_GROUNDS = ("#fdf0d5", "#f4e3d7", "#e8eddf", "#dfe7fd", "#fff3b0", "#f1e4f3", "#14213d", "#fbc4ab")


@dataclass(frozen=True)
class Show:
    """A show: its evening, which edition of the poster hangs, how often its cast changed, how its seats sell."""

    number: int
    day: date
    poster: int = 0
    cast: int = 0
    how: int = 0


class Afisa(GeneratedSite):
    """A summer festival: posters by evening are put up, printed anew and taken down; a plan of the way there."""

    slug = "afisa"
    hard = "posters anew under the same words and words under the same poster; one of them large above at random; seats"
    more = 0
    look = Look(
        heading=WIDE, body=WIDE, paper="#101015", ink="#f3efe6", muted="#a39f98", line="#34343d", accent="#ffb000",
        lead_px=26, top_px=15, card="#1b1b23",
        extra=(
            ".show{background:#1b1b23;border:0 solid #101015;border-width:0 8px 8px 0}.show b{color:#ffb000}"
            ".show img{margin-bottom:8px}.hero{padding:0;background:#2a2a35}.hero h1{margin-top:26px}"
            ".way,.seats,.press{background:#1b1b23}.offer{background:#ffb000;color:#101015}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(9, 20), off=(6,), then=0.5, night=0.06)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; that a show is over and taken down is news too."""
        shows = [Show(number, STARTS_AT.date() + timedelta(days=number)) for number in range(8)]
        way = 0
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour:
                shows = self._later(shows, hour, at)
                way += self.chance.happens(0.04 * self.duty.at(at), "way", hour)
            drawn = (f"/afises/way-{way}.svg", *(_poster(item) for item in shows))
            words = tuple(" · ".join(self._told(item)) for item in shows)
            yield PageState(rows=tuple(self._page(shows, way, hour, at)), news=(*drawn, *words))

    def _later(self, old: list[Show], hour: int, at: datetime) -> list[Show]:
        """Shows of past evenings go at three at night; by day shows are announced, recast, sold, printed anew."""
        kept = [item for item in old if item.day >= at.date() or at.hour < 3] or old[-1:]
        work = self.duty.at(at)
        if len(kept) < 9 and self.chance.happens(0.11 * work, "new", hour):
            day = max(item.day for item in kept) + timedelta(days=self.chance.below(3, "apart", hour))
            return [*kept, Show(hour + 10, day)]
        place, what = self.chance.below(len(kept), "whose", hour), self.chance.number("what", hour)
        if not self.chance.happens(0.22 * work, "changed", hour):
            return kept
        item = kept[place]
        if what < 0.45:
            item = replace(item, poster=min(item.poster + 1, 9))
        elif what < 0.65:
            item = replace(item, cast=min(item.cast + 1, 8))
        else:
            item = replace(item, how=min(item.how + 1, len(_HOW) - 1))
        return [*kept[:place], item, *kept[place + 1 :]]

    def _told(self, item: Show) -> tuple[str, ...]:
        work, troupe = told(self.chance.child("told"), (_WORKS, _TROUPES), item.number)
        stars = self.chance.shuffled(_STARS, "stars", item.number)
        when = f"{_GREEK_DAYS[item.day.weekday()]} {item.day:%d/%m}, {_VENUES[item.number % len(_VENUES)]}"
        return work, troupe, f"{stars[0]}, {stars[item.cast + 1]}", when, _HOW[item.how]

    def _page(self, shows: Sequence[Show], way: int, hour: int, at: datetime) -> list[Row]:
        left = 21 - at.hour if at.hour < 21 else 45 - at.hour
        note = f"{at:%d/%m/%Y %H:%M} · αυλαία σε {left} ώρες · {20 + self.chance.below(14, 'heat', hour)} °C"
        blank = panels.plain("blank", 250, "<p>&nbsp;</p>")
        cards = [*(self._show(item, hour) for item in shows), *(blank,) * (-len(shows) % 4)]
        rows = [
            row(panels.masthead("ΦΕΣΤΙΒΑΛ ΘΕΡΟΥΣ", 1000, note, height=64), tag="header"),
            row(self._hero(shows, hour)),
            *(row(*cards[place : place + 4]) for place in range(0, len(cards), 4)),
            row(self._way(way, 500), [self._seats(hour, 500), self._press(hour, 500)], tag="main"),
            row(self._sponsors(hour)),
            row(panels.plain("foot", 1000, '<p class="small">Όροι · Ταμεία · ΑμεΑ · Επικοινωνία</p>'), tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.4, "offer", hour // 4):
            number = self.chance.below(len(_OFFERED), "which", hour // 4)
            rows.insert(2, row(panels.strip(_OFFERED[number], 48 + 26 * (number % 3), name="offer")))
        return rows

    def _show(self, item: Show, hour: int) -> Panel:
        work, troupe, stars, when, how = self._told(item)
        left = f'<p class="small">{self.chance.between(2, 60, "look", item.number, hour)} το βλέπουν τώρα</p>'
        html = (
            f'<a href="{ORIGIN}/parastasi/{item.number}"><img src="{_poster(item)}" width="218" height="300" alt="">'
            f'</a><h2>{work}</h2><p>{troupe}</p><p class="small">{stars}</p><p class="small">{when}</p>'
            f"<b>{how}</b>{left}"
        )  # fmt: skip
        return panels.plain("show", 250, html, is_news=True)

    def _hero(self, shows: Sequence[Show], hour: int) -> Panel:
        """One of the posters again, or a sponsor's picture; the next visit sees another."""
        number = self.chance.below(len(shows) + 4, "hero", hour)
        if number < len(shows):
            words = self._told(shows[number])
            picture = f'<img src="{_poster(shows[number])}" width="480" height="260" style="object-fit:cover" alt="">'
            said = f"<h1>{words[0]}</h1><p>{words[1]}</p>"
        else:
            picture = panels.image(f"culture-sponsor-{number % 4}", 480, 260)
            said = f"<h1>Μέγας χορηγός</h1><p>{_OFFERED[number % 4]}</p>"
        return panels.plain("hero", 1000, f'<div class="side">{picture}<div>{said}</div></div>')

    def _way(self, way: int, width: int) -> Panel:
        shown = f'<img src="/afises/way-{way}.svg" width="{width - 24}" height="330" alt="">'
        return panels.plain("way", width, f"<h2>Πώς θα έρθετε, πού θα σταθμεύσετε</h2>{shown}", is_news=True)

    def _seats(self, hour: int, width: int) -> Panel:
        """The seats that are free at the visit."""
        shown = f'<img src="/afises/seats-{hour}.svg" width="{width - 24}" height="190" alt="">'
        return panels.plain("seats", width, f"<h4>Ελεύθερες θέσεις απόψε</h4>{shown}")

    def _press(self, hour: int, width: int) -> Panel:
        words = self.chance.shuffled(_PRESS, "press", hour)[: self.chance.between(2, 4, "many", hour)]
        return panels.plain("press", width, f"<h4>Έγραψαν</h4>{''.join(f'<p>{said}</p>' for said in words)}")

    def _sponsors(self, hour: int) -> Panel:
        order = self.chance.shuffled(range(10), "sponsors", hour // 2)[:6]
        marks = "".join(f"<div>{panels.image(f'mark-{mark}', 149, 80)}</div>" for mark in order)
        return panels.plain("sponsors", 1000, f'<h4>Χορηγοί</h4><div class="cards">{marks}</div>')

    def picture(self, path: str) -> Resource | None:
        """The posters and the plans too."""
        if not path.startswith("/afises/"):
            return super().picture(path)
        kind, _, number = path.removesuffix(".svg").removeprefix("/afises/").partition("-")
        if kind == "poster":
            draw = self.chance.stream("poster", number)
            return drawing(218, 300, draw.choice(_GROUNDS), _printed(draw))
        if kind == "seats":
            return drawing(476, 190, "#1b1b23", self._hall(int(number)))
        return drawing(476, 330, "#e6dfd0", self._streets(int(number)))

    def _hall(self, hour: int) -> str:
        return "".join(
            f'<circle cx="{24 + 19 * seat}" cy="{30 + 22 * bench + abs(seat - 11) ** 2 // 8}" r="7" fill="{hue}"/>'
            for bench in range(6)
            for seat in range(23)
            for hue in ["#ffb000" if self.chance.happens(0.4, "free", bench, seat, hour) else "#4a4a56"]
        )

    def _streets(self, number: int) -> str:
        """Streets, closed ones red, car parks; about a third of them differ from one plan to the next."""
        parts = '<path d="M0 280Q160 240 300 290T476 260V330H0Z" fill="#8ecae6"/>'
        for street in range(9):
            draw = self.chance.child("street", street)
            closed = draw.happens(0.35, "closed", (number + draw.below(2, "turn")) // 2)
            at = 24 + 48 * street
            line = f"M{at} 0L{at + 20} 260" if street % 2 else f"M0 {20 + 28 * street}L476 {40 + 24 * street}"
            parts += f'<path d="{line}" stroke="{"#d00000" if closed else "#ffffff"}" stroke-width="{9 - street % 3}"/>'
        for park in range(5):
            x, y = (self.chance.between(20, 400, axis, park, (number + park) // 2) for axis in "xy")
            parts += f'<rect x="{x}" y="{y * 220 // 400}" width="34" height="34" rx="5" fill="#0b4ea2"/>'
        return f'{parts}<circle cx="330" cy="120" r="22" fill="#ffb000" stroke="#101015" stroke-width="5"/>'


def _poster(item: Show) -> str:
    return f"/afises/poster-{10 * item.number + item.poster}.svg"


def _printed(draw: random.Random) -> str:
    """A poster: a mask, a sun, columns or waves above bars of lettering."""
    ink, other = draw.sample(_INKS, 2)
    x, y, size = draw.randint(60, 158), draw.randint(70, 140), draw.randint(34, 66)
    kinds = (
        f'<circle cx="{x}" cy="{y}" r="{size}" fill="{ink}"/><path d="M{x - 20} {y + 10}q20 26 40 0" fill="{other}"/>'
        f'<circle cx="{x - 14}" cy="{y - 12}" r="8" fill="{other}"/><circle cx="{x + 14}" cy="{y - 12}" r="8"/>',
        "".join(f'<rect x="{20 + 42 * turn}" y="{y - size + 9 * turn}" width="24" height="{size + 90}" fill="{ink}"/>'
                for turn in range(draw.randint(2, 5))),
        "".join(f'<path d="M0 {y + 22 * turn}q54 {size - 80} 109 0t109 0v14H0Z" fill="{(ink, other)[turn % 2]}"/>'
                for turn in range(draw.randint(3, 6))),
        f'<path d="M{x} 20L{x + size} {y + 90}L{x - size} {y + 90}Z" fill="{ink}"/>'
        f'<circle cx="{218 - x}" cy="{y}" r="{size // 2}" fill="{other}"/>',
    )  # fmt: skip
    bars = "".join(
        f'<rect x="16" y="{232 + 18 * line}" width="{draw.randint(60, 186)}" height="{12 - 2 * line}" fill="{other}"/>'
        for line in range(3)
    )
    return f"{draw.choice(kinds)}{bars}"


PLACARDS = (Cesty, Afisa)
