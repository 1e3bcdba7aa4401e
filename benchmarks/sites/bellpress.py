"""A German parish paper: reports in a definition list, and all that a parish hangs up beside them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from types import MappingProxyType

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.newspress import Inflow, Pace, PressPage, Sheet, cut, drawn, photograph
from benchmarks.sites.page import ORIGIN, Panel, Row, row
from benchmarks.sites.presswords import GERMAN

_FUNK = (
    ("Rom", "Bonn", "Jerusalem", "Wien", "Nairobi", "Manila", "Köln", "Beirut", "Warschau", "Genf", "Bogotá"),
    ("Bischöfe beraten über Sparkurs", "Kloster öffnet Archiv", "Papst empfängt Schüler",
     "Hilfswerk meldet Engpass",
     "Dom bleibt geschlossen", "Streit um Kreuz im Rathaus", "Synode vertagt", "Orden zieht sich zurück",
     "Kirchentag lädt ein", "Glocke nach 80 Jahren zurück", "Umfrage zu Austritten",
     "Friedensgebet mit Tausenden"),
    ("Hintergründe folgen", "ein Sprecher bestätigt", "Bilder", "Reaktionen", "der Überblick", "Kommentar"),
)  # fmt: skip
_HELFER = (("Grabpflege aus einer Hand", "Orgelreise nach Südtirol", "Kerzen aus eigener Werkstatt",
            "Treppenlift im Test",
            "Pflegebett zur Miete", "Kaffee fair aus Honduras", "Fensterputz für Senioren",
            "Hörgeräte: Tag der Ohren",
            "Trachten zum halben Preis", "Wein vom Klosterberg"),
           ("Anzeige", "Wir danken unserem Förderer", "Aus dem Weltladen", "Partner der Pfarrei"))  # fmt: skip
_FRUEHER = (("1899", "1924", "1938", "1949", "1956", "1963", "1978", "1990"),
            ("Glockenweihe im Schnee", "Primiz mit Blasmusik", "die Flut im Kirchenkeller",
             "Heimkehr der Madonna",
             "als der Hahn vom Turm fiel", "die erste Ministrantin", "Notkirche aus Holz",
             "Bischof zu Besuch"))  # fmt: skip
_TRAUER = (("Anna", "Josef", "Therese", "Alois", "Kreszenz", "Xaver", "Walburga", "Ludwig", "Erna", "Hans", "Rosa"),
           ("Hierl", "Pfundmair", "Ostler", "Brandhuber", "Sailer-Koch", "Wittig", "Zehetner", "Rauch",
            "Lindl"),
           ("Rosenkranz am Freitag", "Urnenbeisetzung im Familienkreis", "Requiem um 14 Uhr",
            "Aussegnung um 10 Uhr"))  # fmt: skip
_MARKT = (("Biete", "Suche", "Verschenke", "Tausche"),
          ("Kommunionkleid Größe 134", "Rasenmäher", "Klavier", "Kleiderschrank", "Äpfel",
           "Dirndl Größe 38",
           "Krippenfiguren", "Kinderbett", "Gebetbücher", "Wolle", "Nähmaschine"),
          ("Pfarrbüro fragen", "ab sofort", "Zettel am Brett", "abends anrufen"))  # fmt: skip
_LESERBILD = (("Kirchturm", "Maialtar", "Feldkreuz", "Pfarrkatze", "Kräuterbuschen", "Regenbogen",
               "Storchennest"),
              ("im Morgenlicht", "nach dem Gewitter", "von oben", "im Nebel", "zur blauen Stunde"),
              ("Foto: Irmi", "Foto: Firmgruppe 3", "Foto: Opa Kurt", "Foto: Lukas, 9"))  # fmt: skip
_LOSUNG = ("Der Herr ist mein Hirte.", "Fürchte dich nicht.", "Suchet der Stadt Bestes.",
           "Einer trage des andern Last.",
           "Alles hat seine Zeit.", "Lobe den Herrn, meine Seele.", "Ihr seid das Salz der Erde.",
           "Seid fröhlich in Hoffnung.", "Prüfet alles, das Gute behaltet.")  # fmt: skip
_DIENSTE = ("Laudes", "Heilige Messe", "Rosenkranz", "Andacht", "Taizé-Gebet", "Beichte", "Kinderkirche")
_BEGINN = (7, 9, 11, 15, 18, 20)  # hours of services
_ORTE = ("Pfarrkirche", "Kapelle am Bach", "Seniorenheim", "Friedhofskirche", "Pfarrheim")
_KUECHE = (
    "Holunderküchlein",
    "Fastensuppe",
    "Osterfladen",
    "Zwetschgendatschi",
    "Brotsalat",
    "Dampfnudeln",
    "Krautwickel",
)
_WIEDER = ("Eilmeldung von gestern: Pilgerbus ist angekommen", "Spendenbarometer: Jeder Ziegel zählt",
           "Wetterwarnung aufgehoben, Prozession zog durch",
           "Hören Sie den Podcast aus der Sakristei")  # fmt: skip


class Pfarrblatt(PressPage):
    """A parish paper: eight reports in a definition list amid offers and memories; a church agency in spells."""

    slug = "pfarrblatt"
    hard = (
        "German; a definition list of reports, offers and memories alike, agency in spells, rails that swap"
    )
    tongue = GERMAN
    pace = Pace(
        duty=Duty(hours=(6, 19), off=(0,), then=0.6, night=0.04),
        per_h=0.3, holds=8, least=4, long=2, leads=0.35, inherits=0.3, days=(0.7, 1.0, 1.0, 1.4),
        edits={"new": 7, "reworded": 3, "counted": 3, "added": 4, "corrected": 2, "withdrawn": 2, "photographed": 2},
    )  # fmt: skip
    others = MappingProxyType({
        "funk": Inflow(per_h=0.55, stays_h=(6, 40), holds=4, moods=(0.0, 0.1, 1.0, 1.6)),
        "helfer": Inflow(per_h=0.05, stays_h=(12, 96), holds=4, clock=(7, 20), moods=(0.2, 1.0, 1.8)),
        "frueher": Inflow(per_h=0.04, stays_h=(10, 72), holds=2),
        "trauer": Inflow(per_h=0.06, stays_h=(48, 110), holds=4, clock=(8, 17)),
        "markt": Inflow(per_h=0.12, stays_h=(30, 160), holds=6, clock=(7, 22)),
        "leserbild": Inflow(per_h=0.12, stays_h=(5, 40), holds=2, clock=(6, 22)),
    })  # fmt: skip
    folder = "fotos"
    look = Look(
        heading=SERIF, body=SANS, paper="#fbfaf5", ink="#26231c", muted="#7c7769", line="#dcd8c8", accent="#5a3d8a",
        lead_px=30, top_px=19, card="#f1edf8",
        extra=(
            ".masthead{background:#5a3d8a;color:#fff}.masthead .small{color:#e0d5f3}.berichte dl{margin:0}"
            ".berichte dt{font:bold 19px/24px 'Liberation Serif';border-top:1px solid #dcd8c8;padding-top:9px}"
            ".berichte dt.gross{font-size:30px;line-height:36px;border:0}.berichte dd{margin:4px 0 9px}"
            ".berichte dd.extra{color:#5a3d8a;border-left:3px solid #5a3d8a;padding-left:8px}.funk{background:#f1edf8}"
            ".trauer{background:#26231c;color:#fbfaf5}.trauer h4{color:#cbbfe3}.trauer .small{color:#bdb8aa}"
            ".losung{background:#5a3d8a;color:#fff}.losung h4{color:#e0d5f3}.wieder{background:#d9a92b;color:#26231c}"
            ".berichte dt:has(+dt),.berichte dt:last-child{padding-bottom:9px}"
            "section img{margin-bottom:7px}.paare{display:flex;flex-wrap:wrap;gap:0 16px}.paare>div{width:318px}"
        ),
    )  # fmt: skip

    def sheet_rows(self, sheet: Sheet) -> Sequence[Row]:
        """The page at one hour."""
        h = sheet.hour
        rail = [
            self._verse(h),
            self._services(sheet),
            self._mourning(sheet),
            self._kitchen(h),
            self._photos(sheet),
        ]
        main = [self._reports(sheet, 680), self._market(sheet, 680)]
        agency = self._agency(sheet)
        if agency:
            rail.insert(self.chance.pick((0, 1, 3), "agency", h // 24), agency)
        swapped = self.chance.happens(0.35, "swapped", h // 13)
        here = self.chance.between(3, 160, "here", h)
        bells = f"Läuten in {self.chance.between(1, 59, 'bells', h)} min"
        note = f"{sheet.at + timedelta(hours=2):%d.%m.%Y, %H:%M} Uhr · {here} lesen mit · {bells}"
        rows = [
            row(panels.masthead("Kirchturm – das Pfarrblatt", 1000, note, height=68), tag="header"),
            row(*((rail, main) if swapped else (main, rail)), tag="main"),
            row(self._gallery(h), self._again(sheet)),
            row(panels.plain("fuss", 1000, '<p class="small">Pfarrbüro · Spenden · Impressum</p>'), tag="footer"),
        ]  # fmt: skip
        tall = self.chance.pick((0, 0, 100, 180, 280), "billboard", h // 3)
        if tall:
            sold = panels.advert(self.adverts.advert("top", 60 * h, 970, tall), "tafel", 1000)
            rows.insert(self.chance.pick((1, 2), "tafel place", h // 3), row(sold))
        if self.chance.happens(0.3, "back", h // 7):
            height = self.chance.between(40, 130, "back px", h // 7)
            words = self.chance.pick(_WIEDER, "back words", h // 7)
            rows.insert(1, row(panels.strip(words, height, name="wieder")))
        return rows

    def _reports(self, sheet: Sheet, width: int) -> Panel:
        """Reports, offers and memories as terms of one list; at times the list stands in pairs."""
        lines = [self._own(sheet, place) for place in range(1, len(sheet.pieces))]
        for kind in ("helfer", "frueher"):
            for number in sheet.inflow[kind]:
                lines.insert(
                    self.chance.between(0, len(lines), "seat", kind, number), self._foreign(kind, number)
                )
        paired = self.chance.happens(0.4, "paired", sheet.hour // 8)
        inner = "".join(f"<div>{line}</div>" if paired else line for line in lines)
        inner = f'<div class="paare">{inner}</div>' if paired else inner
        return panels.plain("berichte", width, f"<dl>{self._own(sheet, 0)}{inner}</dl>", is_news=True)

    def _own(self, sheet: Sheet, place: int) -> str:
        piece = sheet.pieces[place]
        large = ' class="gross"' if place == 0 and self.chance.happens(0.7, "large", sheet.hour // 9) else ""
        age = sheet.hour - piece.born
        aged = f' <span class="small">vor {age} Std.</span>' if 0 < age < 48 and piece.number % 2 else ""
        title = f'<a href="{ORIGIN}/bericht/{piece.number}">{self.copy.headline(piece)}</a>{aged}'
        below = "".join(f'<dd class="extra">{line}</dd>' for line in self.copy.below(piece))
        if place >= self.pace.long:
            return f"<dt>{title}</dt>{below}"
        shown = self.shown(photograph(piece), 318 if place else 656, 180 if place else 320)
        return f"<dt{large}>{title}</dt><dd>{shown}{self.copy.paragraph(piece)}</dd>{below}"

    def _foreign(self, kind: str, number: int) -> str:
        first, second = drawn(self.chance.child(kind), _HELFER if kind == "helfer" else _FRUEHER, number)
        title, label = (first, second) if kind == "helfer" else (f"{first}: {second}", "Aus der Chronik")
        shown = (
            self.shown(f"city-{kind}-{panels.hash_of(title)}", 318, 140 + 20 * (number % 3))
            if number % 4
            else ""
        )
        return f'<dt><a href="{ORIGIN}/{kind}/{number + 99}">{title}</a></dt><dd>{shown}{label}</dd>'

    def _agency(self, sheet: Sheet) -> Panel | None:
        """The box is missing when the agency has been silent for long."""
        lines = ""
        for number in sheet.inflow["funk"]:
            where, what, tail = drawn(self.chance.child("funk"), _FUNK, number)
            lines += (
                f"<li>{self.shown(f'politics-funk-{number}', 296, 130)}<h3>{where}: {what} – {tail}</h3></li>"
            )
        return panels.plain("funk", 320, f"<h4>Kirchenfunk meldet</h4><ul>{lines}</ul>") if lines else None

    def _verse(self, hour: int) -> Panel:
        verse = self.chance.pick(_LOSUNG, "verse", hour // 24)
        lit = self.chance.between(2, 300, "candles", hour)
        html = f"<h4>Losung des Tages</h4><h2>{verse}</h2><p>{lit} Kerzen brennen gerade online</p>"
        return panels.plain("losung", 320, html)

    def _services(self, sheet: Sheet) -> Panel:
        """The next services; the first of them goes when it begins."""
        at = sheet.at + timedelta(hours=2)
        begun = len(_BEGINN) * at.toordinal() + sum(time <= at.hour for time in _BEGINN)
        lines = ""
        for turn in range(begun, begun + 4):
            what, where = drawn(self.chance.child("services"), (_DIENSTE, _ORTE), turn)
            lines += f"<li><b>{_BEGINN[turn % len(_BEGINN)]}.00</b> {what}, {where}</li>"
        return panels.plain("dienste", 320, f"<h4>Nächste Gottesdienste</h4><ul>{lines}</ul>")

    def _mourning(self, sheet: Sheet) -> Panel:
        lines = ""
        for number in sheet.inflow["trauer"]:
            first, last, when = drawn(self.chance.child("trauer"), _TRAUER, number)
            years = self.chance.between(61, 99, "years", number)
            lines += f"<p>† {first} {last}, {years} Jahre</p><p class='small'>{when}</p>"
        return panels.plain("trauer", 320, f"<h4>Wir trauern</h4>{lines}")

    def _kitchen(self, hour: int) -> Panel:
        what = self.chance.pick(_KUECHE, "dish", hour // 12)
        minutes, eaters = (
            self.chance.between(15, 90, "minutes", what),
            self.chance.between(3, 80, "eaters", hour),
        )
        shown = self.shown(f"science-{panels.hash_of(what)}", 296, 150)
        html = f"<h4>Rezept</h4>{shown}<h3>{what}</h3><p class='small'>{minutes} Minuten, {eaters} kochen mit</p>"
        return panels.plain("kueche", 320, html)

    def _photos(self, sheet: Sheet) -> Panel:
        lines = ""
        for number in sheet.inflow["leserbild"]:
            what, how, by = drawn(self.chance.child("leserbild"), _LESERBILD, number)
            shown = self.shown(f"world-leser-{number}", 296, 170 + 20 * (number % 3))
            lines += f"{shown}<h3>{what} {how}</h3><p class='small'>{by}</p>"
        return panels.plain("leserbild", 320, f"<h4>Ihre Bilder</h4>{lines}")

    def _market(self, sheet: Sheet, width: int) -> Panel:
        lines = ""
        for number in sheet.inflow["markt"]:
            kind, what, how = drawn(self.chance.child("markt"), _MARKT, number)
            lines += f"<li><b>{kind}</b> {what}, {how}</li>"
        return panels.plain("markt", width, f"<h4>Schwarzes Brett</h4><ul>{lines}</ul>")

    def _gallery(self, hour: int) -> Panel:
        """An old photograph, another at most visits; it is of no report."""
        number = self.chance.below(40, "gallery", hour)
        shown = self.shown(f"crowd-album-{number}", 576, self.chance.pick((200, 260), "album px", hour))
        return panels.plain("album", 600, f"<h4>Aus dem Album</h4>{shown}<p>Bild {number + 1} von 40</p>")

    def _again(self, sheet: Sheet) -> Panel:
        lines = "".join(f"<li>{cut(title, 6)}</li>" for title in self.echoes(sheet, "again", 6, 5))
        return panels.plain("gelesen", 400, f"<h4>Viel gelesen</h4><ol>{lines}</ol>")


BELLPRESS = (Pfarrblatt,)
