"""What is allowed, and by whom: depths and hours of a Dutch lock office, licences and fees of Polish breeders."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from types import MappingProxyType

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty
from benchmarks.sites.insertions import Guest, Visits
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.page import ORIGIN, Panel, Row, row
from benchmarks.sites.standing import (
    Facts,
    Standing,
    date_of,
    on_shift,
    person,
    put_off,
    resaid,
    sentence,
    today,
)
from pagetide.demo.chance import Chance
from pagetide.demo.site import Resource

_LOCKS = ("Oudeveersluis", "Prinsenbrug", "Kolk Zwartewaard", "Spoorbrug Elsloo", "Noordersas", "Reigerbrug",
          "Schutsluis De Hoop", "Keersluis Merwijk")  # fmt: skip
_MODES = ("bediend", "bediening op afstand", "gestremd", "één kolk", "alleen konvooi", "op afroep",
          "halve vaarweg")  # fmt: skip
_REMARKS = (
    "Kolk {n} valt droog voor inspectie.", "Hefdeur geeft {n} cm minder hoogte.", "Marifoon op kanaal {n}.",
    "Wachtplaats {n} vervalt.", "Meldplicht vanaf {n} meter lengte.", "Duikers in de kom, {n} meter afstand houden.",
    "Seinlicht {n} brandt niet.", "Ligverbod tot paal {n}.", "Drempel {n} cm verhoogd na peiling.",
)  # fmt: skip
_DECREES = (
    "Het ligplaatsbesluit van vak {n} is ingetrokken.", "De snelheid bedraagt voortaan {n} km per uur.",
    "Verkeersbesluit {n} ligt ter inzage.", "Baggerwerk duurt {n} dagen langer.",
    "Vergunninghouders tot nr. {n} gaan voor.",
    "De stremming bij km {n} is verplaatst.", "Een ontheffing kost {n} dagen behandeltijd.",
    "De loswal is dicht voor schepen boven {n} ton.", "Roeiers melden zich {n} minuten vooraf.",
    "Het zwemverbod geldt tot boei {n}.",
)  # fmt: skip
_DUES = ("Beroepsvaart per ton", "Jacht tot 12 meter", "Passagiersschip", "Buiten bedieningstijd")
_FIRST_NL = ("Aukje", "Bas", "Coen", "Dorien", "Eelco", "Femke", "Gijs", "Hiske", "Ilse", "Jurre", "Klaas")
_LAST_NL = ("Akkerman", "van den Brink", "Coster", "Dijkema", "Everts", "Frijling", "Goossens", "Hoekema", "IJzerman",
            "Jonkman", "de Klerk", "Lubbers", "Mulder")  # fmt: skip
_POSTS = ("Havenmeester", "Nautisch beheer", "Vergunningen", "Milieumeldingen")
_CREW = ("Nienke Oosting", "Piet Roelofs", "Sjoerd Tamminga", "Ulbe Veenstra", "Wietske Zijlstra",
         "Otto Reinders")  # fmt: skip
_BOXES = (
    "Tip: houd {n} minuten speling aan.", "Enquête: beantwoord {n} vragen over de bediening.",
    "Vandaag een jaar geleden: {n} schepen in ijsgang.", "Uit het archief: de sluiswachter van 19{n}.",
    "Zondag onderhoud van deze site vanaf {h} uur.", "Aangeboden: diesel met {n} cent korting.",
    "Rondleiding door de machinekamer, nog {n} plaatsen.", "Wist u dat? De kolk telt {n} duizend stenen.",
)  # fmt: skip
_MONTHS_NL = ("januari", "februari", "maart", "april", "mei", "juni", "juli", "augustus", "september", "oktober",
              "november", "december")  # fmt: skip


class Sluiswacht(Standing):
    """A lock office: what it allows stands in definition lists, and so do levels, waits and the crew of the watch."""

    slug = "sluiswacht"
    hard = "Dutch; allowed depths, hours and states beside measured levels and waits in the same definition lists"
    look = Look(
        heading=SANS, body=SERIF, paper="#eef3f5", ink="#16242c", muted="#5d717c", line="#c4d2d9", accent="#c2410c",
        lead_px=25, top_px=17, card="#ffffff",
        extra=(
            ".objecten>div{display:grid;grid-template-columns:1fr 1fr;gap:12px}.objecten>div>div{"
            "background:#fff;padding:10px;border-top:3px solid #16242c}"
            "dl{margin:0;display:grid;grid-template-columns:104px 1fr;font-size:14px;"
            "line-height:20px}dt{color:#5d717c}dd{margin:0}.wacht dl{grid-template-columns:150px 1fr}.besluit p{"
            "background:#fff;border-left:4px solid #c2410c;padding:7px 10px;margin-bottom:7px;font-size:14px}"
            ".masthead{background:#16242c;color:#fff}.masthead .small{color:#c4d2d9}.getij{background:#fff}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(6, 18), off=(6,), then=0.2, night=0.08)
    per_h = 0.3
    awake = 4
    visits = Visits(per_h=0.08, stays_h=(6, 48), places=(0, 1, 2, 3), together=2)
    asides = _BOXES
    kinds = MappingProxyType(
        {"uren": 8, "stand": 8, "diepte": 8, "melding": 8, "recht": 4, "dienst": 4, "besluit": 5}
    )

    def first(self, kind: str, seat: int, draw: Chance) -> int:
        """What a fact begins with."""
        spans = {"stand": (0, 1), "diepte": (40, 92), "recht": (8, 260), "dienst": (0, 142)}
        if kind == "melding":
            return 0 if draw.happens(0.7, "none") else draw.between(1, 400, "v")
        return draw.between(*spans.get(kind, (1, 400)), "v")

    def moved(self, kind: str, old: int, draw: Chance, hour: int) -> int:
        """What it becomes: depths and dues by a step."""
        if kind in ("melding", "besluit"):
            return resaid(old, draw)
        if kind == "stand":
            return draw.below(2, "usual") if old > 1 and draw.happens(0.7, "back") else draw.below(7, "v")
        if kind in ("diepte", "recht"):
            return max(6, old + draw.between(-6, 6, "by"))
        return draw.below(400, "v")

    def words(self, kind: str, seat: int, value: int) -> str:
        """How it reads."""
        if kind == "uren":
            ends = f"{18 + value // 8 % 6}.{30 * (value // 48 % 2):02d}"
            return f"{5 + value % 4:02d}.{30 * (value // 4 % 2):02d}–{ends} uur"
        if kind == "stand":
            return _MODES[value]
        if kind == "diepte":
            return f"{value // 20},{value % 20 * 5:02d} m"
        if kind == "recht":
            return f"€ {value // 20},{value % 20 * 5:02d}"
        if kind == "dienst":
            return person(_FIRST_NL, _LAST_NL, value)
        pool = _REMARKS if kind == "melding" else _DECREES
        return sentence(pool, seat, self.kinds[kind], value)

    def page(self, facts: Facts, guests: Sequence[Guest], hour: int, at: datetime) -> list[Row]:
        """The page at one hour."""
        note = (
            f"{at.day} {_MONTHS_NL[at.month - 1]} {at:%H.%M} · {self.chance.between(1, 8, 'bft', hour)} Bft"
        )
        side = [self._watch(facts, hour, at), self._decrees(facts, guests), self._tide(hour)]
        main = [self._objects(facts, hour), self._dues(facts, hour)]
        return [
            row(panels.masthead("Sluis- en brugdienst Merwijk", 1000, note, height=60), tag="header"),
            row(main, side, tag="main"),
            row(panels.plain("voet", 1000, '<p class="small">Klachten · Open data · Toegankelijkheid</p>')),
        ]

    def _objects(self, facts: Facts, hour: int) -> Panel:
        blocks = ""
        for seat, name in enumerate(_LOCKS):
            hours, state, depth, remark = (
                self.words(kind, seat, facts[kind, seat]) for kind in ("uren", "stand", "diepte", "melding")
            )
            level = 190 + 21 * seat + self.chance.below(24, "level", seat, hour)
            ships = self.chance.below(7, "ships", seat, hour)
            pairs = [("Bediening", hours), ("Toestand", state), ("Diepgang", depth)]
            pairs.append(("Waterstand", f"{level // 100},{level % 100:02d} m"))
            if ships > 2:
                pairs.insert(2, ("Wachtrij", f"{ships} schepen, {9 * ships + level % 9} min"))
            if self.chance.happens(0.5, "opens", seat, hour):
                minute = self.chance.below(60, "m", seat, hour)
                pairs.append(("Opening", f"{(hour + 7) % 24:02d}.{minute:02d} uur"))
            if remark:
                pairs.append(("Let op", remark))
            blocks += f"<div><h2>{name}</h2>{_pairs(pairs)}</div>"
        return panels.plain("objecten", 640, f"<h1>Bruggen en sluizen</h1><div>{blocks}</div>", is_news=True)

    def _dues(self, facts: Facts, hour: int) -> Panel:
        pairs = [(name, self.words("recht", seat, facts["recht", seat])) for seat, name in enumerate(_DUES)]
        price = self.chance.between(118, 176, "diesel", hour // 2)
        diesel = ("Diesel, dagprijs", f"€ {price // 100},{price % 100:02d}")
        pairs.insert(self.chance.below(4, "at", hour // 9), diesel)
        return panels.plain("wacht rechten", 640, f"<h2>Sluisgeld</h2>{_pairs(pairs)}", is_news=True)

    def _watch(self, facts: Facts, hour: int, at: datetime) -> Panel:
        facts_of = ((name, facts["dienst", seat]) for seat, name in enumerate(_POSTS))
        pairs = [(name, self.words("dienst", 0, value)) for name, value in facts_of]
        pairs.append(("Op de post nu", on_shift(_CREW, self.chance, hour, 6)))
        pairs.append(("Tweede man", on_shift(_CREW[::-1], self.chance, hour + 3, 8)))
        shut = "gesloten" if at.weekday() == 6 else f"08.00–1{7 - at.weekday() // 4}.00 uur"
        locked = at.hour * 3 + self.chance.below(3, "locked", hour)
        pairs += [("Kantoor vandaag", shut), ("Geschut vandaag", f"{locked} keer")]
        return panels.plain("wacht", 360, f"<h2>Dienst</h2>{_pairs(pairs)}", is_news=True)

    def _decrees(self, facts: Facts, guests: Sequence[Guest]) -> Panel:
        lines = "".join(f"<p>{words}</p>" for words in self.mingled(facts, "besluit", guests))
        return panels.plain("besluit", 360, f"<h2>Bekendmakingen</h2>{lines}", is_news=True)

    def _tide(self, hour: int) -> Panel:
        shown = f'<img src="/peil/{hour}.svg" width="336" height="120" alt="">'
        first = hour // 12 * 12 % 24
        minutes = [self.chance.below(60, "tide", turn, hour // 12) for turn in range(2)]
        high = f"Hoogwater {first + 3:02d}.{minutes[0]:02d} · laagwater {first + 9:02d}.{minutes[1]:02d}"
        return panels.plain("getij", 360, f"<h4>Peilmeter</h4>{shown}<p class=small>{high}</p>")

    def picture(self, path: str) -> Resource | None:
        """The curve of the level too."""
        if not path.startswith("/peil/"):
            return super().picture(path)
        points = " ".join(f"{14 * x},{30 + self.chance.below(60, 'curve', path, x)}" for x in range(25))
        head = '<svg xmlns="http://www.w3.org/2000/svg" width="336" height="120">'
        ground = '<rect width="336" height="120" fill="#dfeaf0"/>'
        curve = f'<polyline points="{points}" fill="none" stroke="#c2410c" stroke-width="3"/></svg>'
        return Resource("image/svg+xml", (head + ground + curve).encode())


def _pairs(pairs: Sequence[tuple[str, str]]) -> str:
    return f"<dl>{''.join(f'<dt>{name}</dt><dd>{words}</dd>' for name, words in pairs)}</dl>"


_STALLIONS = ("Bursztyn", "Halny", "Jantar z Olszy", "Kasztelan", "Lotny", "Mazur II", "Oberek", "Piorun",
              "Sokół Biały", "Zefir")  # fmt: skip
_LICENCES = ("licencja ważna", "licencja zawieszona", "tylko inseminacja", "po próbie dzielności", "licencja warunkowa",
             "wykreślony z księgi", "w kwarantannie")  # fmt: skip
_SHOWS = ("Wystawa źrebiąt", "Czempionat ogierów", "Próba zaprzęgowa", "Przegląd hodowlany", "Aukcja letnia")
_TOWNS_PL = ("Olszanka", "Borki Dolne", "Siedlisko", "Wierzbno", "Stara Łąka", "Kępa", "Jelonki",
             "Dąbrówka Mała")  # fmt: skip
_RULES = (
    "Klacze zgłasza się do {n}. dnia po wyźrebieniu.", "Badanie genetyczne kosztuje {n} zł.",
    "Uchwała nr {n} traci moc.", "Paszport wydaje się w ciągu {n} dni.", "Ogiery powyżej {n} cm wpisuje się osobno.",
    "Komisja pobiera próbki od {n} koni.", "Transport powyżej {n} km wymaga świadectwa.",
    "Opłatę za wpis obniżono o {n} procent.", "Termin reklamacji wynosi {n} dni.",
    "Znakowanie numerem {n} jest wstrzymane.",
    "Zawieszono import z okręgu {n}.", "Punkty za stępa mnoży się przez {n}.",
)  # fmt: skip
_BIDDING = ("licytacja trwa", "prowadzi internet", "cena wywoławcza", "pauza")
_DUTIES = ("Księga stadna", "Paszporty", "Zawody i wystawy", "Próby dzielności")
_FIRST_PL = ("Alicja", "Bartosz", "Celina", "Dominik", "Edyta", "Feliks", "Grażyna", "Hubert", "Iwona",
             "Jacek", "Kinga")  # fmt: skip
_LAST_PL = ("Arciszko", "Bielak", "Cichy", "Drozd", "Fiedor", "Gawlik", "Hajduk", "Iwan", "Jeleń", "Kopeć", "Lipiec",
            "Mroczek", "Niemiec")  # fmt: skip
_CALLS = ("Olga Pająk", "Paweł Rybak", "Renata Sikora", "Stefan Tyc", "Urszula Wrona", "Zenon Żak")
_HINTS = (
    "Czy wiesz, że w 19{n} r. wpisano pierwszą klacz?", "Ankieta: {n} pytań do hodowców.",
    "Rok temu o tej porze: {n} koni na paradzie.", "W niedzielę od godz. {h} przerwa techniczna.",
    "Partner: siodła na miarę, rabat {n} procent.", "Z archiwum: rodowód z 19{n} r.",
    "Kurs powożenia, wolnych miejsc: {n}.",
    "Kalendarz ścienny, zostało {n} sztuk.",
)  # fmt: skip
_DAYS_PL = ("poniedziałek", "wtorek", "środa", "czwartek", "piątek", "sobota", "niedziela")


class Hodowcy(Standing):
    """A breeders' union: licences and fees of a table in the order of points; shows in cards; rules with a number."""

    slug = "hodowcy"
    hard = (
        "Polish; fees and licences that are set beside bids and points that move; shows, rules, names on duty"
    )
    look = Look(
        heading=SERIF, body=SANS, paper="#fcf9f2", ink="#2b2117", muted="#7d705f", line="#dfd4c0", accent="#6b3d12",
        lead_px=28, top_px=19, card="#f3ebdb",
        extra=(
            ".ogiery table{width:100%;border-collapse:collapse}.ogiery td{border-bottom:1px solid #dfd4c0;"
            "padding:7px 6px;font-size:14px}.ogiery tr:nth-child(odd){background:#f3ebdb}"
            ".ogiery td:first-child{font-weight:bold}"
            ".pokazy>div{display:flex;gap:10px}.pokazy>div>div{flex:1;background:#fff;padding:8px 10px;border:"
            "1px solid #dfd4c0}.pokazy p{font-size:13px;line-height:18px}"
            ".regulamin li{border:0;padding:3px 0;font-size:15px}"
            ".regulamin ul{list-style:square;margin-left:18px}.dyzur{background:#6b3d12;color:#fff}"
            ".dyzur h4{color:#f4d9b0}.dyzur li{border-color:#8d5c2c}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(8, 16), then=0.3, night=0.05)
    per_h = 0.46
    asides = _HINTS
    kinds = MappingProxyType(
        {"stan": 10, "cena": 10, "dzien": 5, "miejsce": 5, "sedzia": 5, "zapis": 6, "osoba": 4}
    )
    dated = ("dzien",)

    def first(self, kind: str, seat: int, draw: Chance) -> int:
        """What a fact begins with."""
        spans = {"stan": (0, 0), "cena": (12, 90), "dzien": (6, 66), "miejsce": (0, 7), "zapis": (1, 400)}
        return draw.between(*spans.get(kind, (0, 142)), "v")

    def moved(self, kind: str, old: int, draw: Chance, hour: int) -> int:
        """What it becomes: fees by a step."""
        if kind == "dzien":
            return put_off(old, draw, hour)
        if kind == "zapis":
            return resaid(old, draw)
        if kind == "cena":
            return max(8, old + draw.between(-8, 10, "by"))
        if kind == "stan":
            return 0 if old and draw.happens(0.5, "again") else draw.below(7, "v")
        return draw.below(8 if kind == "miejsce" else 143, "v")

    def words(self, kind: str, seat: int, value: int) -> str:
        """How it reads."""
        if kind == "stan":
            return _LICENCES[value]
        if kind == "cena":
            return f"{value * 50} zł"
        if kind == "dzien":
            return f"{date_of(value):%d.%m.%Y}, {_DAYS_PL[date_of(value).weekday()]}"
        if kind == "miejsce":
            return _TOWNS_PL[value]
        return sentence(_RULES, seat, 6, value) if kind == "zapis" else person(_FIRST_PL, _LAST_PL, value)

    def page(self, facts: Facts, guests: Sequence[Guest], hour: int, at: datetime) -> list[Row]:
        """The page at one hour."""
        note = f"{_DAYS_PL[at.weekday()]}, {at:%d.%m.%Y, %H}:{self.chance.below(60, 'minute', hour):02d}"
        side = [self._people(facts, hour, at), self._photo(hour), self._born(hour)]
        if self.chance.happens(0.25, "advert", hour // 6):
            sold = self.adverts.advert("bok", 60 * hour, 296, self.chance.pick((120, 250), "px", hour // 6))
            side.insert(1, panels.advert(sold, "reklama", 320))
        return [
            row(panels.masthead("Związek Hodowców Koni", 1000, note, height=74), tag="header"),
            row(self._shows(facts, hour)),
            row([self._table(facts, hour), self._rules(facts, guests, hour)], side, tag="main"),
            row(panels.plain("stopka", 1000, '<p class="small">Statut · RODO · Kontakt z okręgami</p>')),
        ]

    def _table(self, facts: Facts, hour: int) -> Panel:
        lines = []
        for seat, name in enumerate(_STALLIONS):
            state, fee = (self.words(kind, seat, facts[kind, seat]) for kind in ("stan", "cena"))
            points = 410 + 17 * (seat * 7 % 10) + self.chance.below(44, "points", seat, hour // 3)
            foals = f"{20 + seat * 3 + hour // (60 + seat)} źrebiąt"
            lines.append((points, name, state, fee, foals))
        for turn in range(2):
            draw = self.chance.child("lot", turn, hour // (14 + 9 * turn))
            state = self.chance.pick(_BIDDING, "lot", turn, hour)
            bid = f"{50 * (draw.between(14, 60, 'bid') + self.chance.below(30, 'bids', turn, hour))} zł"
            watchers = f"{self.chance.between(2, 88, 'watch', turn, hour)} widzów"
            lot = f"Aukcja, poz. {draw.between(1, 60, 'no')}"
            lines.append((410 + draw.below(190, "points"), lot, state, bid, watchers))
        body = "".join(
            f"<tr><td>{name}<td>{state}<td>{fee}<td class=small>{foals}<td class=small>{points} pkt</tr>"
            for points, name, state, fee, foals in sorted(lines, reverse=True)
        )
        return panels.plain(
            "ogiery", 680, f"<h1>Ogiery i opłaty za krycie</h1><table>{body}</table>", is_news=True
        )

    def _shows(self, facts: Facts, hour: int) -> Panel:
        cards = ""
        for seat, name in enumerate(_SHOWS):
            day, town, judge = (self.words(k, seat, facts[k, seat]) for k in ("dzien", "miejsce", "sedzia"))
            left = max(0, facts["dzien", seat] - today(hour))
            entries = (hour // 3 * (seat + 2) + self.chance.below(3, "entry", seat, hour)) % 180
            foot = f"dni: {left} · zgłoszeń: {entries}"
            cards += (
                f"<div><h3>{name}</h3><p>{day}</p><p>{town}</p><p>{judge}</p><p class=small>{foot}</p></div>"
            )
        return panels.plain("pokazy", 1000, f"<h2>Najbliższe pokazy</h2><div>{cards}</div>", is_news=True)

    def _rules(self, facts: Facts, guests: Sequence[Guest], hour: int) -> Panel:
        lines = "".join(f"<li>{words}</li>" for words in self.mingled(facts, "zapis", guests))
        seen = f"Regulamin pobrano dziś {self.chance.between(3, 300, 'loads', hour)} razy."
        return panels.plain(
            "regulamin", 680, f"<h2>Z regulaminu</h2><ul>{lines}</ul><p class=small>{seen}</p>", is_news=True
        )

    def _people(self, facts: Facts, hour: int, at: datetime) -> Panel:
        rows = [(name, self.words("osoba", seat, facts["osoba", seat])) for seat, name in enumerate(_DUTIES)]
        rows.insert(2, ("Telefon teraz", on_shift(_CALLS, self.chance, hour, 4)))
        lines = "".join(f"<li>{duty}<br><b>{who}</b></li>" for duty, who in rows)
        shut = "nieczynne" if at.weekday() > 4 else f"8:00–1{5 + at.weekday() % 3}:00"
        return panels.plain(
            "dyzur", 320, f"<h4>Dyżury</h4><ul>{lines}</ul><p>Biuro dziś: {shut}</p>", is_news=True
        )

    def _photo(self, hour: int) -> Panel:
        number = self.chance.below(14, "photo", hour // 5)
        shown = panels.image(f"world-kon-{number}", 296, 150 + 15 * (number % 4))
        return panels.plain(
            "foto",
            320,
            f'{shown}<p class=small><a href="{ORIGIN}/galeria/{number}">Galeria, zdjęcie {number + 1}</a></p>',
        )

    def _born(self, hour: int) -> Panel:
        count = 1_200 + hour // 2 + self.chance.below(2, "born", hour)
        return panels.plain("licznik", 320, f"<h4>Źrebięta w tym roku</h4><h1>{count}</h1>")


ALLOWANCES = (Sluiswacht, Hodowcy)
