"""Pages with an almanac of their own, whose parts are renewed each day at their hours; the first, a German island.

What is renewed daily is written anew and is no news: a tide table, a menu, a chronicle, who is on duty, a riddle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from benchmarks.sites import panels
from benchmarks.sites.feeds import Feed, Post, feeding, liked, posted, several, written
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.chance import Chance

Lines = Sequence[Sequence[str]]


@dataclass(frozen=True)
class Daily:
    """When something is renewed: at one hour, on some days of the week."""

    at_h: int
    days: Sequence[int] = range(7)

    def day(self, at: datetime) -> date:
        """The day of what stands there."""
        day = at.date() - timedelta(days=at.hour < self.at_h)
        while day.weekday() not in self.days:
            day -= timedelta(days=1)
        return day

    def began(self, at: datetime) -> datetime:
        """Since when it stands there."""
        return datetime.combine(self.day(at), time(self.at_h), at.tzinfo)

    def issue(self, at: datetime) -> int:
        """Its number, counted in days from the first one."""
        return (self.day(at) - STARTS_AT.date()).days


@dataclass(frozen=True)
class Entry:
    """An announcement: which text, since which hour, and what was said about it later."""

    number: int
    began: int
    added: tuple[int, ...] = ()


def at_first(length: int, every_h: int) -> list[Entry]:
    """The entries of a list before its first hour."""
    return [Entry(-place, -every_h * place) for place in range(1, length + 1)]


def kept_up(old: Sequence[Entry], hour: int, draw: Chance, length: int, later: float = 0.3) -> list[Entry]:
    """Another entry, or later something that is added to one, said anew about it, or one withdrawn."""
    place = min(draw.below(len(old), "place", turn) for turn in range(2))
    if not draw.happens(later, "later"):
        return [Entry(old[0].number + 1, hour), *old[: length - 1]]
    if place and len(old) > length - 2 and draw.happens(0.3, "withdrawn"):
        return [*old[:place], *old[place + 1 :]]
    said = old[place].added
    said = (*said[:-1], hour) if said and draw.happens(0.4, "anew") else (*said[-1:], hour)
    return [*old[:place], replace(old[place], added=said), *old[place + 1 :]]


_TAGE = ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag")
_INSEL: Mapping[str, Sequence[str]] = {
    "schiff2": ("„Lüttje Ley“", "„Seehund“"),
    "grund2": ("Glätte", "Krankheit an Bord", "Werftzeit"),
    "ort": ("Westerwarft", "Norderhaven", "Süderdorf", "Olland", "Kaapdünen", "Hoogewisch", "Rantumsiel"),
    "name": ("Boy Petersen", "Antje Rickmers", "Momme Lorenzen", "Keike Nickelsen", "Ocke Jensen", "Göntje Volquardsen",
             "Harke Bohn", "Wiebke Frerichs", "Ipke Martinen", "Thede Brodersen"),
    "jahr": ("1634", "1717", "1756", "1783", "1812", "1825", "1847", "1866", "1879", "1894", "1903", "1911", "1926",
             "1938", "1951", "1962", "1974"),
    "tag": _TAGE[:6],
    "grund": ("Starkwind", "Niedrigwasser", "einer Baggerung in der Fahrrinne", "eines Maschinenschadens", "Nebel",
              "Bauarbeiten am Anleger", "Personalmangel", "einer Sperrung der Klappbrücke"),
    "schiff": ("„Uthlande“", "„Wangersand II“", "„Hever“", "„Frauke Ley“"),
    "strasse": ("Osterstraße", "Deichweg", "Am Sielhafen", "Lüttje Padd", "Kirchwarft", "Inselringstraße"),
}  # fmt: skip
_CHRONIK_TITEL = (
    "{jahr}: Die Sturmflut nimmt {ort} die Kirche", "{jahr}: Der erste Badegast steigt von Bord",
    "{jahr}: Ein Pottwal strandet vor {ort}", "{jahr}: Das Postboot bleibt aus", "{jahr}: {name} wird Vogt",
    "{jahr}: Der Leuchtturm brennt zum ersten Mal", "{jahr}: Streit um das Strandgut von {ort}",
    "{jahr}: Die Inselbahn entgleist bei {ort}", "{jahr}: Feuer in der Bäckerei von {name}",
    "{jahr}: Die Schule bekommt einen zweiten Raum", "{jahr}: Strom für {ort}",
)  # fmt: skip
_CHRONIK = (
    "Der Strandvogt zählte an diesem Morgen {n} Schafe auf der Weide und kein einziges trockenes Haus.",
    "Kapitän {name} lag mit seinem Ewer {m} Tage im Eis fest und kam schließlich zu Fuß zurück.",
    "Im Kirchenbuch steht dazu nur ein einziger Satz, unterschrieben von {name}.",
    "Die Kinder hatten schulfrei, weil der Lehrer beim Bergen half.",
    "Ein Fass Rum, {n} Ballen Tuch und eine Standuhr trieben bei {ort} an.",
    "Erst nach {m} Wochen erreichte die Nachricht das Festland.",
    "Am Abend wurde in {ort} getanzt, obwohl der Deich noch nicht wieder geschlossen war.",
    "Von den {n} Familien auf {ort} blieben danach nur die Hälfte und ein Hund.",
    "Ein Bild von {name} hängt heute im Inselmuseum, gleich neben der Treppe.",
    "Die Gemeinde zahlte {n} Taler für eine Feuerspritze, die nie dicht gewesen ist.",
    "Wer das Wasser gehört hatte, vergaß den Ton nicht mehr, erzählte {name} noch im hohen Alter.",
    "Die Rechnung über {n} Mark liegt bis heute unbezahlt im Archiv.",
    "In {ort} heißt die Stelle im Volksmund noch immer „bi’t Wrack“.",
)  # fmt: skip
_PLATT = (
    "Schietwedder|schlechtes Wetter|Bi so’n Schietwedder blifft de Fähr in’n Haven.",
    "Kluntje|Kandisstück|Eerst dat Kluntje, denn de Tee, un denn de Room.",
    "plietsch|schlau, aufgeweckt|De lüttje Deern is bannig plietsch.",
    "Feudel|Wischlappen|Haal mal den Feudel, de Hund weer in’t Watt.", "Büx|Hose|Mien Büx is natt bit an de Knee.",
    "Moin|Gruß zu jeder Stunde|Moin seggt een, Moin Moin is al Sabbelee.",
    "sutje|sachte, gemächlich|Man sutje, de Tide löppt uns nich weg.",
    "Dösbaddel|Dummkopf|De Dösbaddel hett sien Auto op’n Strand parkt.",
    "Lütten|kleiner Schnaps|Na den Fisch gifft dat en Lütten.",
    "krüsch|wählerisch beim Essen|Uns Jung is krüsch un mag keen Granat.",
    "Gnaddelkopp|Griesgram|Laat den Gnaddelkopp man schimpen.",
    "Deern|Mädchen|De Deern kann beter knütten as ehr Oma.", "Hüüt|heute|Hüüt is hüüt un morgen kiekt wi wieder.",
    "Granat|Krabben|Frischen Granat pult man op’n Kutter.",
    "Sünnschien|Sonnenschein|Na Regen kümmt Sünnschien, un denn de Mücken.",
    "mall|verrückt|Büst du mall, bi Ebb to baden?", "Luntje|Spätzchen|Op de Dachrönn sitt en Luntje un piept.",
    "tüdelig|vergesslich|Ik warr tüdelig, wo is mien Brill?",
    "drömeln|trödeln|Nich drömeln, de Kutter leggt af!",
    "Bangbüx|Angsthase|Keen Bangbüx: rin in’t Water.",
)  # fmt: skip
_SUPPEN = ("Steckrübensuppe", "Krabbensuppe", "Grüne Bohnensuppe", "Kartoffelsuppe mit Wurst", "Fliederbeersuppe",
           "Erbseneintopf", "Tomatensuppe")  # fmt: skip
_GERICHTE = ("Scholle Finkenwerder Art", "Labskaus mit Spiegelei", "Gemüselasagne", "Birnen, Bohnen und Speck",
             "Lammgulasch mit Klößen", "Matjes nach Hausfrauenart", "Pannfisch mit Senfsauce", "Spinat mit Ei",
             "Kohlroulade mit Salzkartoffeln", "Backfisch und Kartoffelsalat", "Linsencurry mit Reis")  # fmt: skip
_SUESS = ("Rote Grütze", "Großer Hans", "Milchreis mit Zimt", "Quarkspeise", "Apfelkompott", "Welfencreme")
_WAS = ("Wattwanderung", "Morgengymnastik", "Kurkonzert", "Bernsteinschleifen", "Dünenführung", "Shantychor",
    "Teestunde",
        "Vorlesen für Kinder", "Orgelmusik", "Vogelbeobachtung", "Knotenkunde", "Lichtbilder der Halligen")  # fmt: skip
_WO = (
    "Treffpunkt Mole",
    "Musikmuschel",
    "Kleiner Kursaal",
    "Kirche",
    "Nationalparkhaus",
    "Strandübergang 4",
    "Lesehalle",
)
_FAEHRE = (
    "Abfahrt {h}.30 Uhr ab Norderhaven am {tag} entfällt wegen {grund}.", "{schiff} fährt ab {tag} {m} Minuten später.",
    "Am {tag} zusätzliche Fahrt um {h}.15 Uhr ab Festland.", "Keine Mitnahme von Lastwagen wegen {grund}.",
    "Statt {schiff} fährt die kleinere {schiff2}; Fahrräder nur mit Anmeldung.",
    "Gepäckannahme schließt ab {tag} um {h} Uhr.",
    "Inselbahn zum Anleger ruht bis {tag}, Ersatzbus ab {ort}.", "Fahrplan ab {m}. Juni: {n} Fahrten je Woche.",
    "Nachtfahrt am {tag} fällt aus, Ursache: {grund2}.", "Expressboot hält bis {tag} auch in {ort}.",
)  # fmt: skip
_FAEHRE_SPAETER = (
    "Neu: {h}.45 Uhr.",
    "Verlängert bis {tag}.",
    "{schiff} hilft aus.",
    "Tickets bleiben gültig.",
)
_LINIEN = ("Fähre", "Bahn", "Fracht", "Express")
_TITEL = ("Abweichungen im Fährverkehr", "Badestellen")
_AMT = (
    "Sitzung des Gemeinderats am {tag} um {h} Uhr in {ort}", "{strasse} wird für {m} Tage gesperrt",
    "Kurabgabe steigt zum {m}. Juni", "Trinkwasser in {ort} bitte abkochen", "Bauplan „{ort} Nord“ liegt aus",
    "{name} neu im Amt für Küstenschutz", "Müllabfuhr in {ort} verschoben auf {tag}",
    "Leinenpflicht am Strand von {ort}",
    "Ferienwohnungen in {ort}: Satzung beschlossen", "Deichschau am {tag}: {n} Mängel",
    "Inselschule sucht {m} Gasteltern",
    "Grundwasserentnahme in {ort} untersagt", "Kampfmittelfund vor {ort}: Sperrkreis {n}0 Meter",
    "Wahl der Feuerwehrführung in {ort}", "Förderbescheid über {n} Millionen für den Hafen",
)  # fmt: skip
_AMT_SATZ = (
    "Auskunft gibt {name} im Rathaus, Zimmer {m}.", "Einwände nimmt das Amt bis {tag}, {h} Uhr entgegen.",
    "Betroffen sind {n} Haushalte an der {strasse}.", "Der Beschluss fiel mit {m} zu {n} Stimmen.",
    "Die Kosten trägt zu {n} Prozent das Land.", "Anlass ist ein Gutachten zur Lage in {ort}.",
    "Die Zufahrt für Rettung und Post bleibt über {strasse} frei.", "Die Regelung gilt bis auf Widerruf.",
    "Bekannt gemacht nach Paragraf {m} der Hauptsatzung.",
)  # fmt: skip
_AMT_SPAETER = ("Nachtrag: Der Termin beginnt erst um {h} Uhr.", "Berichtigt: Gemeint ist {strasse} in {ort}.",
                "Nachtrag: Die Frist endet nun am {tag}.", "Aufgehoben für {ort} seit heute.",
                "Nachtrag: {n} weitere Haushalte sind betroffen.", "Eilantrag von {name} liegt vor.")  # fmt: skip
_STRAENDE = (
    "Nordstrand",
    "Weststrand",
    "Hundestrand Olland",
    "Badestelle Siel",
    "FKK-Strand Kaapdünen",
    "Südstrand",
)
_FLAGGEN = ("Baden frei", "Nur unter Aufsicht", "Badeverbot", "Gesperrt")
_STRAND_SATZ = (
    ("Wasserprobe vom {tag} ohne Befund.", "Treppe am Übergang {m} repariert.", "Wachturm besetzt bis {h} Uhr."),
    ("Strömung am Priel, Turm {m}.", "Quallen seit {tag}.", "Wache erst ab {h} Uhr besetzt."),
    ("Blaualgen gemeldet, Probe vom {tag}.", "Keimzahl erhöht: {n}0 je Liter.", "Ölspur auf {n} Metern."),
    ("Abbruchkante nach {grund}, {m} Meter.", "Brutgebiet der Seeschwalben.",
    "Aufspülung bis {tag}, {n}000 Kubikmeter."),
)  # fmt: skip
_GAST = ("Zum {m}. Mal hier und wieder bei {name} gewohnt. Herrlich!",
    "Wer hat bei {ort} einen roten Drachen gefunden?",
         "Die {n} Stufen zum Leuchtturm lohnen sich.", "Schade, dass die Bäckerei in {ort} zuhat.",
         "Grüße an alle vom Wattlauf am {tag}!", "{name} macht den besten Tee der Insel.",
         "Bei Nebel gibt es nichts Schöneres als {ort}.", "{n} Euro fürs Parken sind zu viel.")  # fmt: skip
_ZIMMER = ("Kajüte bei {name}, {ort}, {n}5 Euro", "Reetdachkate in {ort}, frei ab {tag}",
    "Zimmer an der {strasse}, {m} m²",
           "Strandkorb Nummer {n} abzugeben", "Ferienwohnung „{name}“, {m} Nächte",
           "Stellplatz in {ort}, {m} Euro")  # fmt: skip
_DIENST = (
    ("Dr. Ebba Hinrichs", "Dr. Jan Stöver", "Dr. Imke Tjaden", "Dr. Olaf Krey", "Dr. Nele Onken"),
    ("Möwen-Apotheke", "Hafen-Apotheke", "Insel-Apotheke Süderdorf", "Alte Apotheke"),
    ("Tierarzt Lüder Haase", "Tierärztin Meike Fooken", "Tierarzt-Notdienst Festland"),
    ("Seenotwache Thies", "Seenotwache Bruhn", "Seenotwache Ehlers", "Seenotwache Carstens", "Seenotwache Adena"),
)  # fmt: skip


class Wangersand(GeneratedSite):
    """An island's parish: ferries, bathing places and orders; tides, menus and a chronicle renewed each day."""

    slug = "wangersand"
    hard = (
        "German; tides, a chronicle, a word, menus and duties renewed daily; slow news in tables like theirs"
    )
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#eef3f4", ink="#14303c", muted="#5f7983", line="#c6d6db", accent="#0f6d8c",
        lead_px=27, top_px=19, card="#ffffff",
        extra=(
            ".masthead{background:#14303c;color:#fff}.masthead .small{color:#a9c6d1}table{width:100%;"
            "border-collapse:collapse}td{border-bottom:1px solid #c6d6db;padding:6px 8px 5px 0;vertical-align:top}"
            ".tide,.platt,.kur,.tisch,.dienst,.chronik,.faehre,.amt,.strand{background:#fff;border:0 solid #eef3f4;"
            "border-width:0 8px 10px 0}.platt h1{color:#c0561f}.chronik p,.amt p{margin-bottom:5px}"
            ".amt article{border-top:3px solid #c6d6db;padding:8px 0}.tide b{font:20px/24px 'Liberation Serif'}"
            "s{color:#b9c4c8}.see span{margin-right:26px}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(7, 18), then=0.4, night=0.04)
    feeds: Mapping[str, Feed] = {
        "gast": Feed(per_h=0.2, length=5, busy=(8, 23), idle=0.1),
        "zimmer": Feed(per_h=0.12, length=5, busy=(8, 21), idle=0.1, leaves=0.06),
    }

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        ships, orders = at_first(5, 19), at_first(4, 31)
        flags = [Entry(seat % 3 // 2, seat) for seat in range(6)]
        for hour, at, posts in feeding(self.feeds, self.chance.child("feeds"), hours):
            pace = self.duty.at(at) if hour else 0.0
            if self.chance.happens(0.13 * pace, "ships", hour):
                ships = kept_up(ships, hour, self.chance.child("ship", hour), 5, later=0.25)
            if self.chance.happens(0.12 * pace, "orders", hour):
                orders = kept_up(orders, hour, self.chance.child("order", hour), 4, later=0.45)
            if self.chance.happens(0.11 * pace, "flags", hour):
                flags[self.chance.below(6, "beach", hour)] = Entry(self.chance.below(4, "flag", hour), hour)
            told_now = [
                [self._sailing(item) for item in ships],
                [self._order(item) for item in orders],
                [self._beach(seat, item) for seat, item in enumerate(flags)],
            ]
            news = tuple(" ".join(parts) for part in told_now for parts in part)
            yield PageState(rows=tuple(self._page(told_now, posts, hour, at)), news=news)

    def _sailing(self, item: Entry) -> tuple[str, ...]:
        words = posted(self.chance.child("sailing"), item.number, _FAEHRE, _INSEL)
        late = (written(self.chance.child("late", n), _FAEHRE_SPAETER, _INSEL) for n in item.added)
        since = STARTS_AT + timedelta(hours=item.began)
        return f"{since:%d.%m.}", self.chance.pick(_LINIEN, "line", item.number), " ".join((words, *late))

    def _order(self, item: Entry) -> tuple[str, ...]:
        title = posted(self.chance.child("title"), item.number, _AMT, _INSEL)
        words = several(self.chance.child("said", item.number), _AMT_SATZ, _INSEL, 3)
        return title, words, *(posted(self.chance.child("more"), n, _AMT_SPAETER, _INSEL) for n in item.added)

    def _beach(self, seat: int, item: Entry) -> tuple[str, ...]:
        note = written(self.chance.child("note", seat, item.began), _STRAND_SATZ[item.number], _INSEL)
        return _STRAENDE[seat], _FLAGGEN[item.number], note

    def _page(
        self, now: Sequence[Lines], posts: Mapping[str, Sequence[Post]], hour: int, at: datetime
    ) -> list[Row]:
        tables = [
            panels.plain(name, 620, f"<h2>{title}</h2>{table(lines)}", is_news=True)
            for name, title, lines in zip(("faehre", "strand"), _TITEL, now[::2], strict=True)
        ]
        left = [self._tide(at, 620), tables[0], self._chronicle(at, 620), tables[1]]
        height = self.chance.pick((90, 150, 240), "advert", hour // 2)
        sold = panels.advert(self.adverts.advert("side", 60 * hour, 340, height), "werbung", 380)
        right = [self._word(at, 380), self._spa(at, 380), sold, self._kitchen(at, 380)]
        note = f"{_TAGE[at.weekday()]}, {at:%d.%m.%Y, %H} Uhr"
        foot = '<p class="small">Impressum · Gastgeber · Ortsplan · Leichte Sprache</p>'
        rows = [
            row(panels.masthead("Inselgemeinde Wangersand", 1000, note, height=64), tag="header"),
            row(self._sea(hour)),
            row(left, [*right, self._doctors(at, 380)], tag="main"),
            row(self._orders(now[1]), self._guests(posts, hour)),
            row(panels.recommended(self.chance, hour, 1000, 4, "Mehr von der Insel", titles=_WAS)),
            row(panels.plain("fuss", 1000, foot), tag="footer"),
        ]
        if self.chance.happens(0.3, "strip", hour // 3):
            tall = self.chance.pick((40, 72, 110), "px", hour // 3)
            rows.insert(1, row(panels.strip("Strandkorb online reservieren", tall)))
        return rows

    def _orders(self, lines: Lines) -> Panel:
        told_now = "".join(
            f"<article><h3>{title}</h3><p>{'</p><p>'.join(rest)}</p></article>" for title, *rest in lines
        )
        return panels.plain("amt", 620, f"<h2>Amtliche Bekanntmachungen</h2>{told_now}", is_news=True)

    def _tide(self, at: datetime, width: int) -> Panel:
        """High and low water of the day, from five in the morning on."""
        daily = Daily(5)
        day, draw = daily.day(at), self.chance.child("tide", daily.issue(at))
        lines = []
        for turn in range(4):
            minutes = (95 + 50 * daily.issue(at) + 372 * turn) % 1440
            level = draw.between(268, 331, turn) if turn % 2 else draw.between(2, 48, turn)
            name = "Hochwasser" if turn % 2 else "Niedrigwasser"
            clock = f"<b>{minutes // 60:02d}:{minutes % 60:02d}</b>"
            lines.append((clock, name, f"{level // 100},{level % 100:02d} m"))
        html = f"<h2>Gezeiten am {_TAGE[day.weekday()]}, {day.day}. {day.month}.</h2>{table(sorted(lines))}"
        return panels.plain("tide", width, html)

    def _chronicle(self, at: datetime, width: int) -> Panel:
        issue = Daily(9).issue(at)
        title = posted(self.chance.child("then"), issue, _CHRONIK_TITEL, _INSEL)
        words = several(self.chance.child("chronicle", issue), _CHRONIK, _INSEL, 6)
        shown = panels.image(f"hills-chronik-{issue}", 180, 130)
        html = f'<div class="side">{shown}<div><p>{words}</p></div></div>'
        return panels.plain("chronik", width, f"<h4>An diesem Tag</h4><h2>{title}</h2>{html}")

    def _word(self, at: datetime, width: int) -> Panel:
        (entry,) = told(self.chance.child("platt"), (_PLATT,), Daily(7).issue(at))
        word, means, said = entry.split("|")
        return panels.plain(
            "platt", width, f"<h4>Platt för hüüt</h4><h1>{word}</h1><p>{means}</p><p><i>{said}</i></p>"
        )

    def _spa(self, at: datetime, width: int) -> Panel:
        issue = Daily(8).issue(at)
        hours = sorted(self.chance.shuffled(range(8, 21), "spa", issue)[:5])
        lines = [
            (f"{h}.{'03'[h % 2]}0", " · ".join(told(self.chance.child("kur"), (_WAS, _WO), 5 * issue + n)))
            for n, h in enumerate(hours)
        ]
        return panels.plain("kur", width, f"<h2>Kurprogramm des Tages</h2>{table(lines)}")

    def _kitchen(self, at: datetime, width: int) -> Panel:
        """Lunch of the day, not on Sundays; a dish runs out at noon."""
        daily = Daily(10, range(6))
        issue = daily.issue(at)
        lines = []
        for part, pool in enumerate((_SUPPEN, _GERICHTE, _GERICHTE, _SUESS)):
            (dish,) = told(self.chance.child("dish"), (pool,), 2 * issue + part)
            gone = at.date() > daily.day(at) or at.hour >= self.chance.between(12, 21, "gone", issue, part)
            price = self.chance.between(4, 14, "price", dish)
            lines.append((f"<s>{dish}</s>" if gone else dish, f"{price},80 €"))
        return panels.plain(
            "tisch", width, f"<h2>Mittagstisch am {_TAGE[daily.day(at).weekday()]}</h2>{table(lines)}"
        )

    def _doctors(self, at: datetime, width: int) -> Panel:
        issue = Daily(18).issue(at)
        names = ("Arzt", "Apotheke", "Tierarzt", "Seenot")
        lines = [
            (name, *told(self.chance.child(name), (pool,), issue))
            for name, pool in zip(names, _DIENST, strict=True)
        ]
        return panels.plain("dienst", width, f"<h2>Bereitschaft bis 18 Uhr</h2>{table(lines)}")

    def _sea(self, hour: int) -> Panel:
        here = self.chance.child("sea", hour)
        spans = (("Wasser °C", 11, 14), ("Luft °C", 9, 19), ("Wind Bft", 2, 8), ("Pegel cm", 310, 690),
                 ("An der Webcam", 20, 900))  # fmt: skip
        words = "".join(
            f"<span>{name} <b>{here.between(low, high, name)}</b></span>" for name, low, high in spans
        )
        return panels.plain("see", 1000, f"<p>{words}</p>")

    def _guests(self, posts: Mapping[str, Sequence[Post]], hour: int) -> list[Panel]:
        lines = ""
        for item in posts["gast"]:
            hearts = liked(self.chance.child("hearts", item.number), hour, item.began, 60)
            words = posted(self.chance.child("guest"), item.number, _GAST, _INSEL)
            age = f"vor {max(1, hour - item.began)} Std. · {hearts} Grüße"
            lines += f'<li>{words}<p class="small">{age}</p></li>'
        rooms = "".join(
            f"<li>{posted(self.chance.child('room'), item.number, _ZIMMER, _INSEL)}</li>"
            for item in posts["zimmer"]
        )
        book = panels.plain("gast", 380, f"<h4>Gästebuch</h4><ul>{lines}</ul>")
        return [book, panels.plain("zimmer", 380, f"<h4>Von privat</h4><ul>{rooms}</ul>")]


def table(lines: Lines) -> str:
    """Lines of cells."""
    cells = ("<td>".join(line) for line in lines)
    return f"<table>{''.join(f'<tr><td>{line}</tr>' for line in cells)}</table>"


ALMANACS = (Wangersand,)
