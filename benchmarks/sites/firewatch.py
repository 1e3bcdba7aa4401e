"""Levels of danger and an evening report, each day anew at their hours: a German forest's fire watch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from benchmarks.sites import panels
from benchmarks.sites.daybooks import due, fresh, sold
from benchmarks.sites.feeds import Feed, Post, feeding, posted
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.look import SANS, WIDE, Look
from benchmarks.sites.page import PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from benchmarks.sites.standing import date_of, today
from pagetide.demo.site import Resource

_DISTRICTS = ("Altmoor", "Brandhorst", "Kiefernried", "Dornbusch", "Eichgrund", "Fuhrental", "Grünheide", "Hasselbruch",
              "Immenwald", "Jagdsteiner Forst", "Kranichsee", "Lohberge")  # fmt: skip
_LEVELS = ("sehr gering", "gering", "mittel", "hoch", "sehr hoch")
_BECAUSE = {
    1: ("Der Ostwind trocknet die Streu bis auf {m} Zentimeter aus.",
        "Seit {m} Tagen ist bei {ort} kein Regen gefallen.",
        "Die Luftfeuchte sinkt am Nachmittag unter {n} Prozent.", "Am Nachmittag sind Böen bis {n} km/h zu erwarten.",
        "Das Heidekraut bei {ort} ist dürr wie im August.",
        "Am Wochenmarkt von {ort} steht schon Staub in der Luft.",
        "Der Bodenwasservorrat liegt {n} Prozent unter dem Mittel."),
    0: ("An der Lage ändert sich wenig.", "Schauer bei {ort} bringen nur örtlich Entlastung.",
        "Unter den Buchen bleibt es feucht, auf den Kahlflächen nicht.", "Das Gras treibt, der Boden ist noch trocken.",
        "Der Wind dreht gegen {h} Uhr auf West.", "Bei {ort} bleibt es kühler als am Vortag.",
        "Die Waldwege bei {ort} sind staubig, die Senken noch nass."),
    -1: ("In der Nacht fielen bei {ort} {m} Liter Regen.",
         "Auf den Lichtungen bei {ort} steht wieder Wasser.", "Der Tau hält sich bis in den Vormittag.",
         "Wolken und Nieselregen senken die Gefahr.", "Die Streuschicht hat um {n} Prozent Feuchte zugelegt.",
         "Ein Tief bringt von {ort} her kühlere Luft.", "Der Wind hat auf {m} km/h nachgelassen."),
}  # fmt: skip
_STATES = ("gemeldet", "Anfahrt", "in Bekämpfung", "unter Kontrolle", "Nachlöscharbeiten", "beendet")
_FOUGHT = (
    "Am Brand bei {wo} sind {kraft} Kräfte im Einsatz, der Stand lautet: {stand}.",
    "{wo}: {flaeche} Hektar sind betroffen, Stand am Nachmittag: {stand}.",
    "Für {wo} meldet die Einsatzleitung: {stand}; es verbrannten bisher {flaeche} Hektar.",
    "Bei {wo} wechselten die {kraft} Kräfte gegen {h} Uhr die Schicht ({stand}).",
)  # fmt: skip
_REPORT = (
    "Die Leitstelle nahm {n} Anrufe entgegen, {m} davon betrafen Nutzfeuer.", "Der Hubschrauber flog {m} Runden.",
    "Für morgen ist der Wachturm {ort} ab {h} Uhr doppelt besetzt.", "Ein Traktor bei {ort} verlor glühende Teile.",
    "Die Wehr {ort} stellt für die Nacht {n} Leute bereit.", "Das Tanklager bei {ort} ist wieder gefüllt.",
    "Auf dem Übungsplatz {ort} darf bis auf Weiteres nicht geschossen werden.",
    "Die Polizei prüft Brandstiftung bei {ort}.",
    "Der Löschteich {ort} führt noch {n} Kubikmeter Wasser.", "Rauch zog über {ort}, Messwerte blieben unauffällig.",
    "Die Bahn mäht die Böschung bei {ort} vorzeitig.", "Zwei Züge aus {ort} kehren in ihre Gerätehäuser zurück.",
    "Ein Wanderer bei {ort} kam mit leichten Verletzungen davon.", "Morgen beginnt bei {ort} der Bau einer Schneise.",
    "Die Nachbarkreise haben {m} Fahrzeuge zugesagt.",
    "Zwischen {ort} und {ort2} wurden {n} Kontrollen gefahren.", "Drei Anzeigen wegen Rauchens gingen ein.",
    "Der Pegel am Wehr {ort} reicht für {m} Tage.", "Die Drohne aus {ort2} bleibt über Nacht hier.",
    "Forstleute zählten bei {ort} {n} angekohlte Stämme.", "Bei {ort} wird nachts mit der Wärmebildkamera gesucht.",
)  # fmt: skip
_CLOSED = ("Waldweg {ort}–{ort2} gesperrt bis {m}. Juni", "Grillplatz {ort} geschlossen",
           "Rauchverbot ab {ort} verlängert",
           "Parkplatz {ort} nur für Löschfahrzeuge", "Betretungsverbot in Abteilung {n} bei {ort}",
           "Zeltplatz {ort} geräumt", "Holzabfuhr {ort} ruht von {m} bis 20 Uhr",
           "Reitweg {ort} umgeleitet über {ort2}",
           "Landesstraße bei {ort} einseitig gesperrt")  # fmt: skip
_SEEN = ("Rauchgeruch am Ortsrand von {ort}", "Flaschen im Wald bei {ort} gefunden", "Ist der Radweg nach {ort} frei?",
         "Feuerschein hinter {ort}? War nur der Mond", "Jemand grillt am See bei {ort}",
         "Sirene in {ort}, weiß wer mehr?",
         "{n} Autos parken vor der Schranke {ort}", "Danke an die Wehr {ort2}!",
         "Staubwolke bei {ort}, wohl ein Mähdrescher",
         "Wolfsspuren bei {ort}, weiß der Förster davon?", "Hydrant in {ort} tropft seit {m} Tagen")  # fmt: skip
_ASKED = ("Darf ich im Garten grillen?", "Wer haftet für Funkenflug?", "Was bedeutet Stufe 4?", "Wie melde ich Rauch?",
          "Gilt das Rauchverbot auch im Auto?", "Wann öffnet der Wildpark?", "Wie werde ich Brandwächter?",
          "Darf mein Hund in den Wald?", "Wo stehen die Türme?")  # fmt: skip
_GERMAN: Mapping[str, Sequence[str]] = {
    "ort": ("Lüsse", "Wiepke", "Klein Ammer", "Sandkrug", "Behnitz", "Rodau", "Tiefensee", "Murow", "Schlalach",
    "Zechow"),
    "ort2": ("Niedergörs", "Dahmen", "Hohenlepte", "Kummerfeld", "Plötzin", "Wensick"),
}  # fmt: skip
_PLACES = ("Forsthaus Rodau", "Bahndamm Lüsse", "Heidekaten", "Jagen 114", "Munitionsrand Zechow", "Moorwiese",
           "Schwarzer Berg", "Kanalbrücke", "Wolfsschlucht", "Ziegelei Murow", "Autobahnohr Dahmen",
           "Teufelsgrund")  # fmt: skip
_DAYS_DE = ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag")


@dataclass(frozen=True)
class Fire:
    """A fire in the woods: which one, how large, how many fight it, and how far they are."""

    number: int
    tenths: int
    crews: int
    state: int = 0


def _list(name: str, heading: str, lines: Sequence[str], width: int, *, is_news: bool = False) -> Panel:
    items = "".join(f"<li>{line}</li>" for line in lines)
    return panels.plain(name, width, f"<h4>{heading}</h4><ul>{items}</ul>", is_news=is_news)


class Waldbrand(GeneratedSite):
    """A forest's fire watch: levels at seven, a report at five in the evening; fires and closures at any hour."""

    slug = "waldbrand"
    hard = "German; levels and a report at their hours of each day, raised or added to later; sensors, cameras, talk"
    more = 0
    look = Look(
        heading=WIDE, body=SANS, paper="#f6f8f2", ink="#1d2a1a", muted="#69755f", line="#d3dcc8", accent="#2f6b2b",
        lead_px=23, top_px=17, card="#ffffff",
        extra=(
            ".stufen div.g{display:grid;grid-template-columns:repeat(4,1fr);gap:10px;margin-top:8px}"
            ".g>div{background:#fff;border-left:8px solid #9bbf8a;padding:8px 10px}"
            ".g>.s3{border-color:#f0a030}.g>.s4{border-color:#d9481c}"
            ".g>.s5{border-color:#7d1128}table{border-collapse:collapse;width:100%;background:#fff}td,th{text-align:left;"
            "border-bottom:1px solid #d3dcc8;padding:5px 9px;line-height:20px}.turm{padding:0}"
            ".lage p{margin-bottom:8px}.rufe{background:#fff}"
            ".masthead{background:#2f6b2b;color:#fff}.masthead .small{color:#dfeeda}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(10, 21), then=1.2, night=0.12)
    feeds: Mapping[str, Feed] = {"rufe": Feed(per_h=0.5, length=6, busy=(8, 22), idle=0.15, returns=0.05)}

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        levels, closed = [self.chance.between(1, 4, "first", name) for name in _DISTRICTS], [-1, -2, -3]
        fires = [Fire(-1, 4, 9, 5), Fire(-2, 31, 48, 3), Fire(-3, 12, 20, 5)]
        day, raised, added = -1, -1, 0
        report = (-1, self._report(fires, -1))
        for hour, at, posts in feeding(self.feeds, self.chance.child("feeds"), hours):
            if due(at, 7):
                day, raised = today(hour), -1
                levels = self._levels(levels, day)
            elif 12 <= at.hour <= 15 and raised < 0 and self.chance.happens(0.1, "raised", hour):
                raised = self.chance.below(12, "which", hour)
                levels = [min(5, level + (seat == raised)) for seat, level in enumerate(levels)]
            if hour:
                fires = self._fought(fires, hour, self.duty.at(at))
                closed = self._closures(closed, hour, 0.1 * self.duty.at(at))
            if due(at, 17):
                report, added = (today(hour), self._report(fires, today(hour))), 0
            elif 18 <= at.hour <= 22 and not added and self.chance.happens(0.08, "added", hour):
                added = hour
            more = posted(self.chance.child("more"), added, _REPORT[3:], _GERMAN) if added else ""
            tiles = self._tiles(levels)
            told_now = (*report[1], f"Ergänzung: {more}" if more else "")
            news = (
                *(" ".join(cells) for cells in tiles),
                self._reason(day),
                " ".join(told_now),
                *(" ".join(self._fire(item)) for item in fires),
                *(self._closure(number) for number in closed),
            )
            parts = [self._board(tiles, day), self._evening(report[0], told_now), self._fires(fires)]
            shut = _list(
                "sperrungen", "Sperrungen", [self._closure(item) for item in closed], 380, is_news=True
            )
            yield PageState(rows=tuple(self._page(parts, shut, posts["rufe"], hour, at)), news=news)

    def _trend(self, day: int) -> int:
        return self.chance.pick((-1, 0, 1), "trend", day)

    def _levels(self, old: Sequence[int], day: int) -> list[int]:
        """The levels of a day: those of the day before, most of them moved as the weather is."""
        moves = [
            self.chance.pick((0, 0, self._trend(day), self._trend(day), 1, -1), day, name)
            for name in _DISTRICTS
        ]
        return [min(5, max(1, level + move)) for level, move in zip(old, moves, strict=True)]  # fmt: skip

    def _reason(self, day: int) -> str:
        trend = self._trend(day)
        return (
            f"Gültig für {_german(day)}. {fresh(self.chance.child(trend), day, _BECAUSE[trend], _GERMAN, 2)}"
        )

    def _tiles(self, levels: Sequence[int]) -> list[tuple[str, str]]:
        return [
            (name, f"Stufe {level}, {_LEVELS[level - 1]}")
            for name, level in zip(_DISTRICTS, levels, strict=True)
        ]

    def _report(self, fires: Sequence[Fire], day: int) -> tuple[str, str]:
        lines = []
        for seat, item in enumerate(sorted(fires, key=lambda item: item.state == 5)[:3]):
            name, size, crews, state = self._fire(item)
            words = {**_GERMAN, "wo": (name,), "kraft": (crews,), "flaeche": (size,), "stand": (state,)}
            lines.append(posted(self.chance.child("fought"), 3 * day + seat, _FOUGHT, words))
        return " ".join(lines), fresh(self.chance.child("report"), day, _REPORT, _GERMAN, 4)

    def _fought(self, old: list[Fire], hour: int, pace: float) -> list[Fire]:
        """Another fire, in the place of the oldest that is out; or one that grows, or is brought further."""
        out = [item for item in old if item.state == 5]
        if self.chance.happens(0.07 * pace, "fire", hour) and (out or len(old) < 6):
            kept = [item for item in old if len(old) < 5 or item not in out[-1:]]
            known = {self._fire(item)[0] for item in kept}
            tries = (Fire(hour + turn, 1 + hour % 9, 6 + 5 * hour % 18) for turn in range(12))
            return [next(item for item in tries if self._fire(item)[0] not in known), *kept]
        burning = [seat for seat, item in enumerate(old) if item.state < 5]
        if not burning or not self.chance.happens(0.26 * max(pace, 0.4), "fought", hour):
            return old
        seat = self.chance.pick(burning, "seat", hour)
        item, by = old[seat], self.chance.between(1, 14, "by", hour)
        if item.state == 2 and self.chance.happens(0.5, "grows", hour):
            item = replace(item, tenths=item.tenths + by, crews=item.crews + by)
        else:
            item = replace(item, state=item.state + 1)
        return [*old[:seat], item, *old[seat + 1 :]]  # fmt: skip

    def _closures(self, old: list[int], hour: int, chance: float) -> list[int]:
        if not self.chance.happens(chance, "closure", hour):
            return old
        if len(old) > 3 and self.chance.happens(0.6, "opened", hour):
            place = self.chance.below(len(old), "which opened", hour)
            return [*old[:place], *old[place + 1 :]]
        return [hour, *old[:6]]

    def _fire(self, item: Fire) -> tuple[str, str, str, str]:
        (name,) = told(self.chance.child("place"), (_PLACES,), item.number)
        return name, f"{item.tenths // 10},{item.tenths % 10}", f"{item.crews}", _STATES[item.state]

    def _closure(self, number: int) -> str:
        return posted(self.chance.child("closure"), number, _CLOSED, _GERMAN)

    def _page(
        self, parts: Sequence[Panel], shut: Panel, posts: Sequence[Post], hour: int, at: datetime
    ) -> list[Row]:
        tall = self.chance.pick((170, 210, 260), "tall", hour // 5)
        camera = (
            f'<img src="/turm/{hour // 2}.svg" width="1000" height="{tall}" style="object-fit:cover" alt="">'
        )
        place = self.chance.pick(_GERMAN["ort"], "tower", hour // 2)
        cast = [f"{self.chance.child('read', words).below(900, hour)} × {words}"
                for words in self.chance.shuffled(_ASKED, "asked", hour // 2)[: 4 + hour % 3]]  # fmt: skip
        poster = self.adverts.advert(
            "low", 60 * hour, 580, self.chance.pick((120, 180, 240), "poster", hour // 2)
        )
        low = row(sold(poster, "anzeige", 620, "Anzeige"), _list("fragen", "Häufig gefragt", cast, 380))
        middle = row([parts[1], self._sensors(hour, 620)], [shut, self._calls(posts, hour)], tag="main")
        main = [row(parts[0]), middle, row(parts[2])]
        if self.chance.happens(0.3, "order", hour // 9):
            main = [main[0], main[2], main[1]]
        note = (
            f"{_german(today(hour))}, {at:%H:%M} Uhr · {self.chance.between(60, 4000, 'here', hour)} Aufrufe"
        )
        rows = [
            row(panels.masthead("Waldbrandwarte Heidemark", 1000, note, height=60), tag="header"),
            row(panels.plain("turm", 1000, f'{camera}<p class="small">Turm {place}, live</p>')),
            *main,
            low,
            row(panels.plain("fuss", 1000, '<p class="small">Impressum · Notruf 112 · Förderverein</p>')),
        ]  # fmt: skip
        if self.chance.happens(0.3, "strip", hour // 3):
            words = self.chance.pick(
                ("Der Wald-Podcast ist da", "Spenden Sie einen Baum"), "words", hour // 3
            )
            rows.insert(2, row(panels.strip(words, self.chance.pick((44, 80, 120), "px", hour // 3))))
        return rows

    def picture(self, path: str) -> Resource | None:
        """The view of a tower too: hills of wood, and at some hours haze over them."""
        if not path.startswith("/turm/"):
            return super().picture(path)
        draw = self.chance.child("view", path)
        drawn = (
            f'<rect width="1000" height="260" fill="{draw.pick(("#bcd6e6", "#dbe3e4", "#e8d9c0"), "sky")}"/>'
        )
        for layer, hue in enumerate(("#86a58b", "#5f8763", "#3d6a41")):
            left, right = (80 + 50 * layer + draw.below(60, "edge", layer, side) for side in range(2))
            bend = 40 + 50 * layer + draw.below(70, "bend", layer)
            drawn += f'<path d="M0,{left} Q500,{bend} 1000,{right} V260 H0 Z" fill="{hue}"/>'
        if draw.happens(0.4, "haze"):
            at = draw.between(60, 900, "haze at")
            drawn += f'<ellipse cx="{at}" cy="110" rx="120" ry="40" fill="#ffffff" opacity="0.5"/>'
        head = '<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="260" viewBox="0 0 1000 260">'
        return Resource("image/svg+xml", f"{head}{drawn}</svg>".encode())

    def _board(self, tiles: Sequence[tuple[str, str]], day: int) -> Panel:
        cells = "".join(
            f'<div class="s{level[6]}"><h3>{name}</h3><p>{level}</p></div>' for name, level in tiles
        )
        html = f'<h1>Waldbrandgefahr</h1><p>{self._reason(day)}</p><div class="g">{cells}</div>'
        return panels.plain("stufen", 1000, html, is_news=True)

    def _evening(self, day: int, lines: Sequence[str]) -> Panel:
        html = "".join(f"<p>{words}</p>" for words in lines if words)
        return panels.plain("lage", 620, f"<h2>Lagebericht, {_german(day)}</h2>{html}", is_news=True)

    def _fires(self, fires: Sequence[Fire]) -> Panel:
        lines = "".join(f"<tr>{''.join(f'<td>{cell}' for cell in self._fire(item))}</tr>" for item in fires)
        head = "<tr><th>Ort<th>Hektar<th>Kräfte<th>Stand</tr>"
        return panels.plain("einsatz", 1000, f"<h2>Einsätze</h2><table>{head}{lines}</table>", is_news=True)

    def _calls(self, posts: Sequence[Post], hour: int) -> Panel:
        lines = [
            f"<h3>{posted(self.chance.child('seen'), item.number, _SEEN, _GERMAN)}</h3>"
            f'<p class="small">vor {max(1, hour - item.began)} Std. · ungeprüft</p>'
            for item in posts
        ]
        return _list("rufe", "Bürger-App", lines, 380)

    def _sensors(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<tr><td>{name}<td>{self.chance.between(6, 29, 'warm', name, hour)} °C"
            f"<td>{self.chance.between(21, 95, 'damp', name, hour)} %"
            f"<td>{self.chance.below(60, 'wind', name, hour)} km/h"
            for name in _DISTRICTS[:9]
        )  # fmt: skip
        return panels.plain("werte", width, f"<h4>Messwerte der Stunde</h4><table>{lines}</table>")


def _german(days: int) -> str:
    day = date_of(days)
    return f"{_DAYS_DE[day.weekday()]}, {day.day}. {('April', 'Mai', 'Juni', 'Juli')[day.month - 4]}"


FIREWATCH = (Waldbrand,)
