"""Standing pages of which a cell, a number or a sentence is set anew now and then: a German customs tariff first.

Most of such a page is measured, counted or dealt anew at each hour in the same tables and lists, and is no news. Of the
kinds of news that a house has, only some come in any five days, and the rarest of these may come once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import ClassVar

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty
from benchmarks.sites.insertions import Guest, Visits, mixed
from benchmarks.sites.look import SANS, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.chance import Chance

Facts = Mapping[tuple[str, int], int]
"""What the house has set: a number for each seat of each kind, from which its words are made."""


def today(hour: int) -> int:
    """Days since the first day of the site, by the calendar."""
    return (hour + STARTS_AT.hour) // 24


def date_of(days: int) -> datetime:
    """The day with this number."""
    return STARTS_AT + timedelta(days=days)


def working(days: int) -> int:
    """This day, or the Monday after where it is at a weekend."""
    weekday = date_of(days).weekday()
    return days + 7 - weekday if weekday > 4 else days


def put_off(old: int, draw: Chance, hour: int) -> int:
    """Another day for the same: mostly later; long after today where the old one has come."""
    now = today(hour)
    if old <= now + 1:
        return now + draw.between(18, 70, "next")
    return max(now + 2, old + draw.pick((-3, -1, 1, 2, 3, 5, 7, 7, 14), "by"))


def person(first: Sequence[str], last: Sequence[str], number: int) -> str:
    """A name of two parts."""
    return f"{first[number % len(first)]} {last[number // len(first) % len(last)]}"


def sentence(pool: Sequence[str], seat: int, seats: int, value: int) -> str:
    """A sentence of those for this place of a text, with its number; nothing for 0."""
    if not value:
        return ""
    forms = pool[seat::seats]
    return forms[value % len(forms)].format(n=2 + value // len(forms) % 95, seat=seat)


def resaid(old: int, draw: Chance) -> int:
    """A sentence is taken out, or put in, or its number is another."""
    return 0 if old and draw.happens(0.4, "out") else draw.between(1, 400, "said")


def on_shift(names: Sequence[str], chance: Chance, hour: int, every: int) -> str:
    """Who sits there by the clock; now and then two have changed places."""
    turn = hour // every
    swapped = chance.happens(0.12, "swapped", turn)
    return names[(turn + (chance.below(len(names), "for", turn) if swapped else 0)) % len(names)]


class Standing(GeneratedSite):
    """A site whose news are facts: subclasses say how many of each kind there are, how they move and read."""

    more = 0
    duty: ClassVar[Duty] = Duty(hours=(8, 17), then=0.12, night=0.04)
    per_h: ClassVar[float] = 0.45
    kinds: ClassVar[Mapping[str, int]]  # seats of each kind
    awake: ClassVar[int] = 4  # kinds that come in the same five days
    dated: ClassVar[Sequence[str]] = ()  # kinds that are days: they are set anew when the day has come
    asides: ClassVar[
        Sequence[str]
    ]  # what stands for some hours among the sentences of the house, and is no news
    visits: ClassVar[Visits] = Visits(per_h=0.07, stays_h=(6, 48), places=(0, 1, 2, 3, 5), together=2)

    def first(self, kind: str, seat: int, draw: Chance) -> int:
        """What a fact begins with."""
        raise NotImplementedError

    def moved(self, kind: str, old: int, draw: Chance, hour: int) -> int:
        """What it becomes."""
        raise NotImplementedError

    def words(self, kind: str, seat: int, value: int) -> str:
        """How it reads; nothing where it is not on the page."""
        raise NotImplementedError

    def page(self, facts: Facts, guests: Sequence[Guest], hour: int, at: datetime) -> Sequence[Row]:
        """The page at one hour."""
        raise NotImplementedError

    def beside(self, hour: int) -> tuple[str, ...]:
        """Texts whose change is neither important nor none."""
        return ()

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        facts = {
            (kind, seat): self.first(kind, seat, self.chance.child("first", kind, seat))
            for kind, seats in self.kinds.items()
            for seat in range(seats)
        }
        for hour, guests in enumerate(self.visits.at_each_hour(self.chance.child("guests"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            for kind, seat in self._touched(facts, hour, at) if hour else ():
                facts[kind, seat] = self._anew(kind, seat, facts[kind, seat], hour)
            news = (self.words(kind, seat, value) for (kind, seat), value in facts.items())
            yield PageState(
                rows=tuple(self.page(facts, guests, hour, at)),
                news=tuple(text for text in news if text),
                secondary=self.beside(hour),
            )

    def _touched(self, facts: Facts, hour: int, at: datetime) -> list[tuple[str, int]]:
        """What the house sets anew in this hour: mostly one fact, now and then several of a kind."""
        pace = self.duty.at(at)
        keys = [
            key for key, value in facts.items()
            if key[0] in self.dated and value <= today(hour) and self.chance.happens(0.3 * pace, "due", *key, hour)
        ]  # fmt: skip
        if self.chance.happens(self.per_h * pace, "change", hour):
            season = self.chance.shuffled(tuple(self.kinds), "season", hour // 120)[: self.awake]
            kind = season[min(self.chance.below(len(season), "kind", draw, hour) for draw in range(2))]
            many = self.chance.pick((1, 1, 1, 1, 1, 2, 3), "many", hour)
            seats = self.chance.shuffled(range(self.kinds[kind]), "seats", hour)[:many]
            keys += [(kind, seat) for seat in seats if (kind, seat) not in keys]
        return keys

    def _anew(self, kind: str, seat: int, old: int, hour: int) -> int:
        said = self.words(kind, seat, old)
        for turn in range(12):
            value = self.moved(kind, old, self.chance.child("moved", kind, seat, hour, turn), hour)
            if self.words(kind, seat, value) != said:
                return value
        return old

    def written(self, facts: Facts, kind: str) -> list[str]:
        """All texts of a kind that are on the page."""
        texts = (self.words(kind, seat, facts[kind, seat]) for seat in range(self.kinds[kind]))
        return [text for text in texts if text]

    def mingled(self, facts: Facts, kind: str, guests: Sequence[Guest]) -> list[str]:
        """The sentences of a kind, and between them what is no news."""
        texts = self.written(facts, kind)
        found = []
        for item in mixed(texts, [guest for guest in guests if guest.place <= len(texts)]):
            if isinstance(item, Guest):
                draw = self.chance.child("aside", item.text)
                words = draw.pick(self.asides, "w").format(
                    n=draw.between(11, 99, "n"), h=draw.between(6, 20, "h")
                )
            else:
                words = item
            found.append(words)
        return found


_GOODS = ("Tomaten, frisch", "Kirschen, ohne Stiel", "Honig, natürlich", "Rohrzucker, roh", "Knoblauch, getrocknet",
          "Hartweizengrieß", "Thunfisch in Dosen", "Leder, gegerbt", "Fahrräder, ohne Motor", "Sperrholz, Birke",
          "Glasfaservlies", "Aluminiumfolie", "Keramikfliesen", "Schnittrosen", "Bettwäsche, Baumwolle")  # fmt: skip
_QUOTA = ("offen", "kritisch", "erschöpft", "gesperrt", "Lizenzpflicht", "Windhund", "geschlossen")
_MARKS = ("", "Position gestrichen", "Antidumping geprüft", "neu eingereiht", "Ursprung Drittland", "Berichtigt",
          "Unterlage Y{n}", "siehe Anhang {n}")  # fmt: skip
_NOTES = (
    "Der Einreiher Nr. {n} ist nicht mehr anzuwenden.", "Für Sendungen unter {n} kg genügt die mündliche Anmeldung.",
    "Zertifikate nach Muster {n} werden bis auf weiteres angenommen.", "Die Vormerkung unter Code {n} entfällt.",
    "Rückwaren sind binnen {n} Monaten wieder einzuführen.", "Die Sicherheit beträgt {n} Prozent des Warenwerts.",
    "Das Zollamt {n} fertigt keine Pflanzen mehr ab.", "Proben werden an {n} Stellen zugleich gezogen.",
    "Verordnung {n}/2026 ist noch nicht eingearbeitet.", "Erstattungen unter {n} Euro werden nicht ausgezahlt.",
    "Für Holzpaletten gilt Merkblatt {n}.", "Die Ausnahme für Muster bis {n} Stück läuft aus.",
    "Anträge auf Kontingent {n} sind schriftlich zu stellen.", "Im Carnet ist Feld {n} freizulassen.",
    "Die Übergangsfrist von {n} Tagen ist verstrichen.", "Nacherhebungen betreffen Jahrgang {n}.",
)  # fmt: skip
_LIMITS = ("Reisende führen Waren im Wert von {n} Euro abgabenfrei ein.",
           "Geschenksendungen bleiben bis {n} Euro ohne Abgaben.",
           "Der pauschale Satz für Postsendungen beträgt {n} vom Hundert.")  # fmt: skip
_FIRST = ("Anke", "Bernd", "Claudia", "Detlef", "Elif", "Frank", "Gesine", "Holger", "Ines", "Jörn", "Karin")
_LAST = ("Ammann", "Brügge", "Clasen", "Dörr", "Eilers", "Fenske", "Gösch", "Hellwig", "Isbrecht", "Jahnke", "Kolbe",
         "Lüders", "Matthes")  # fmt: skip
_OFFICES = ("Gruppe Agrar", "Gruppe Textil", "Gruppe Metall", "Ursprung")
_PHONE = ("Olga Pätzold", "Peter Ruschke", "Ralf Süß", "Silke Tietjen", "Tanja Unger")
_ASIDE = (
    "Wussten Sie schon? Position {n} gibt es seit 19{n}.", "Umfrage: Helfen Sie uns mit {n} Antworten.",
    "Heute vor einem Jahr: Tagung mit {n} Gästen.", "Die Anmeldung wird am Sonntag ab {h} Uhr gewartet.",
    "Lehrgang Warenursprung: noch {n} Plätze.", "Partner: Speditionssoftware mit {n} Tagen Probezeit.",
    "Neu im Archiv: Tarif von 19{n}.", "Aus der Fachpresse: {n} Seiten zum Präferenzrecht.",
)  # fmt: skip


_COURSES = {
    "USD": 10_840,
    "CHF": 9_420,
    "NOK": 116_300,
    "TRY": 472_000,
    "CNY": 78_450,
    "SEK": 109_900,
}  # in 1/10000


def _decimal(tenths: int) -> str:
    return f"{tenths // 10},{tenths % 10}"


class Zolltarif(Standing):
    """A customs tariff: rates, quotas and dates of a table that is sorted by use; prices of the market amid them."""

    slug = "zolltarif"
    hard = "German; a rate, a state or a date of a cell, beside shares, days left and market prices in the same table"
    look = Look(
        heading=SANS, body=SANS, paper="#ffffff", ink="#20242b", muted="#6b7280", line="#d4d8de", accent="#1f4e3d",
        lead_px=24, top_px=18, card="#eef2f0",
        extra=(
            ".masthead{border-bottom:6px solid #f0c419}.tarif table{width:100%;border-collapse:collapse}.tarif th,"
            ".tarif td{text-align:left;padding:6px 6px 5px;font-size:13px;line-height:18px;border-bottom:1px solid "
            "#d4d8de}.tarif th{background:#1f4e3d;color:#fff}.tarif small{color:#8a4b08;display:block;font-size:11px}"
            ".noten li{font-size:14px;line-height:19px}.noten ol{list-style:decimal;margin-left:20px}"
            ".kurse,.stelle{background:#eef2f0}.kurse b,.stelle b{float:right}.pfad{background:#1f4e3d;color:#fff}"
        ),
    )  # fmt: skip
    asides = _ASIDE
    kinds = MappingProxyType(
        {"satz": 13, "stand": 13, "frist": 13, "marke": 13, "note": 8, "grenze": 3, "amt": 4}
    )
    dated = ("frist",)

    def first(self, kind: str, seat: int, draw: Chance) -> int:
        """What a fact begins with."""
        if kind == "marke":
            return draw.pick((0, 0, 0, 0, 34), "v")
        spans = {"satz": (0, 240), "stand": (0, 2), "frist": (4, 64), "grenze": (25, 450), "amt": (0, 142)}
        return draw.between(*spans.get(kind, (0, 400)), "v")

    def moved(self, kind: str, old: int, draw: Chance, hour: int) -> int:
        """What it becomes: rates and limits by a step."""
        if kind == "frist":
            return put_off(old, draw, hour)
        if kind == "note":
            return resaid(old, draw)
        if kind == "satz":
            return 0 if draw.happens(0.06, "free") else max(5, old + draw.between(-40, 40, "by"))
        if kind == "grenze":
            return max(20, old + 5 * draw.between(-6, 8, "by"))
        return draw.below({"stand": len(_QUOTA), "marke": 400}.get(kind, 143), "v")

    def words(self, kind: str, seat: int, value: int) -> str:
        """How it reads."""
        if kind == "satz":
            return f"{_decimal(value)} {'€/100 kg' if seat % 3 == 2 else '%'}" if value else "frei"
        if kind == "stand":
            return _QUOTA[value]
        if kind == "frist":
            return f"{date_of(value):%d.%m.%Y}"
        if kind == "marke":
            return _MARKS[value % len(_MARKS)].format(n=901 + value % 60) if value % 5 != 1 else ""
        if kind == "note":
            return sentence(_NOTES, seat, 8, value)
        return _LIMITS[seat].format(n=value) if kind == "grenze" else person(_FIRST, _LAST, value)

    def page(self, facts: Facts, guests: Sequence[Guest], hour: int, at: datetime) -> list[Row]:
        """The page at one hour."""
        note = f"Datenstand {at:%d.%m.%Y, %H}:{self.chance.below(60, 'minute', hour):02d} Uhr · Lieferung {hour + 3310}"
        shut = "geschlossen" if at.weekday() > 4 else "08:00–15:30" if at.weekday() < 4 else "08:00–13:00"
        path = f"<p>Start › Tarif › Kontingente · Auskunft heute {shut} · {at:%d.%m.} KW {at.isocalendar().week}</p>"
        side = [self._office(facts, hour), self._courses(hour), self._picture(hour)]
        if self.chance.happens(0.3, "side", hour // 7):
            side.reverse()
        return [
            row(panels.masthead("Zolltarif online", 1000, note, height=58), tag="header"),
            row(panels.plain("pfad", 1000, path)),
            row(self._table(facts, hour), tag="main"),
            row([self._notes(facts, guests, hour)], side),
            row(panels.plain("foot", 1000, '<p class="small">Impressum · Barrierefreiheit · Gebärden</p>')),
        ]

    def _table(self, facts: Facts, hour: int) -> Panel:
        lines = {}
        for seat in range(13):
            days = facts["frist", seat]
            used = (self.chance.below(900, "base", seat, days) + 3 * hour) % 960
            used += self.chance.below(40, "used", seat, hour)
            left = f"Rest {max(0, days - today(hour))} d"
            satz, stand, frist, marke = (
                self.words(kind, seat, facts[kind, seat]) for kind in ("satz", "stand", "frist", "marke")
            )
            code = f"{701 + 223 * seat:04d} {10 + seat * 7 % 90}"
            lines[used, seat] = _line(
                _GOODS[seat], marke, code, satz, stand, f"{_decimal(used)} %", frist, left
            )
        for turn in range(3):
            draw = self.chance.child("market", turn, hour // (1 + turn))
            good = _GOODS[self.chance.below(7, "good", turn, hour // 9)]
            price = f"{_decimal(draw.between(200, 1900, 'price'))} €/100 kg"
            state = draw.pick(("gemeldet", "geschätzt", "vorläufig", "kein Handel"), "state")
            lines[self.chance.below(999, "at", turn, hour // 2), 20 + turn] = _line(
                good, "Tagesmittel", "Einfuhrpreis", price, state, f"{draw.below(40, 'n')} Meld.",
                f"{date_of(today(hour)):%d.%m.%Y}", "bis 24 Uhr",
            )  # fmt: skip
        names = ("Code", "Ware", "Satz", "Kontingent", "Ausgenutzt", "Gilt bis", "Rest")
        head = "".join(f"<th>{name}</th>" for name in names)
        body = "".join(lines[key] for key in sorted(lines, reverse=True))
        html = f"<h1>Kontingente und Sätze</h1><table><tr>{head}</tr>{body}</table>"
        return panels.plain("tarif", 1000, html, is_news=True)

    def _notes(self, facts: Facts, guests: Sequence[Guest], hour: int) -> Panel:
        lines = "".join(f"<li>{words}</li>" for words in self.mingled(facts, "note", guests))
        limits = " ".join(self.written(facts, "grenze"))
        seen = f"Dieser Abschnitt wurde heute {self.chance.between(40, 990, 'seen', hour)}-mal aufgerufen."
        html = (
            f"<h2>Fußnoten</h2><ol>{lines}</ol><h2>Reiseverkehr</h2><p>{limits}</p><p class=small>{seen}</p>"
        )
        return panels.plain("noten", 640, html, is_news=True)

    def _office(self, facts: Facts, hour: int) -> Panel:
        who = "".join(
            f"<li>{office} <b>{self.words('amt', seat, facts['amt', seat])}</b></li>"
            for seat, office in enumerate(_OFFICES)
        )
        now = on_shift(_PHONE, self.chance, hour, 4)
        waits = f"{self.chance.between(0, 28, 'wait', hour)} Min."
        html = f"<h4>Zuständig</h4><ul>{who}<li>Telefon jetzt <b>{now}</b></li><li>Wartezeit <b>{waits}</b></li></ul>"
        return panels.plain("stelle", 360, html, is_news=True)

    def _courses(self, hour: int) -> Panel:
        lines = ""
        for name in self.chance.shuffled(tuple(_COURSES), "order", hour // 5):
            rate = _COURSES[name] + self.chance.below(_COURSES[name] // 90, "rate", name, hour)
            lines += f"<li>{name} <b>{rate // 10_000},{rate % 10_000:04d}</b></li>"
        return panels.plain("kurse", 360, f"<h4>Richtkurse</h4><ul>{lines}</ul>")

    def _picture(self, hour: int) -> Panel:
        key = self.chance.below(9, "photo", hour // 6)
        shown = panels.image(f"city-zoll-{key}", 336, 150 + 12 * (key % 4))
        link = f'<a href="{ORIGIN}/archiv/{key}">Bild aus dem Zollmuseum, Nr. {key + 40}</a>'
        return panels.plain("bild", 360, f"{shown}<p class=small>{link}</p>")


def _line(good: str, mark: str, *cells: str) -> str:
    """A row of the table, of whatever it tells: the code, the goods with their mark, and the other cells."""
    small = f"<small>{mark}</small>" if mark else ""
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in (cells[0], good + small, *cells[1:]))}</tr>"


STANDING = (Zolltarif,)
