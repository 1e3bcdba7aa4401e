"""Local papers full of what is not theirs: a Swedish daily of cards, and an Italian broadcaster of nested boxes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from types import MappingProxyType

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.newspress import Inflow, Pace, PressPage, Sheet, cut, drawn, photograph
from benchmarks.sites.page import ORIGIN, Panel, Row, row
from benchmarks.sites.presswords import ITALIAN, SWEDISH

_WIRE = (
    ("Oslo", "Bryssel", "Tokyo", "Stockholm", "Malmö", "Helsingfors", "Washington", "Nairobi", "Rom", "Lima",
     "Göteborg"),
    ("nya elregler presenteras", "tusentals strejkar i trafiken", "miljardär frias i rätten",
     "jordskalv väckte invånare",
     "flygplats stängd efter drönarlarm", "räntan lämnas orörd", "okänd fågelart funnen",
     "museum återlämnar skatt",
     "toppmöte skjuts upp", "stjärna hoppar av turné", "skyfall lamslår centrum", "förlag drar tillbaka bok"),
    ("uppger polis", "enligt lokala medier", "flera skadade", "oppositionen kritisk", "tredje gången i år",
     "expert: väntat", "vittnen chockade"),
)  # fmt: skip
_PAID = (("Så väljer du rätt värmepump", "Fem tecken på att taket läcker", "Spara på bredbandet före sommaren",
          "Drömresan till fjällen", "Därför köper fler begagnad husbil", "Bättre sömn på tre veckor",
          "Nytt kök utan att riva", "Elbil eller laddhybrid?", "Hörselkoll i butiken"),
         ("Björklunds Bygg", "Fjällresor", "Optik Åhl", "Norra Bilar", "Sängfabriken",
          "Energibolaget Ljus"))  # fmt: skip
_ARCHIVE = (("1934", "1951", "1962", "1968", "1977", "1985", "1994", "2003"),
            ("när flottarna strejkade", "älven som tog bron", "marknaden alla minns", "första tåget in",
             "snövintern",
             "när kungen kom på besök", "branden i sågen", "ishockeyguldet"))  # fmt: skip
_SHOWN = (("Se", "Klipp:", "Poddavsnitt:", "Kamera:"),
          ("örnboet direkt", "timmerbilens vändning", "kocken lagar palt", "derbyts alla mål", "spökhuset",
           "så låter norrskenet", "katten som åker buss", "vår reporter provar surströmming",
           "bandy på sjön"))  # fmt: skip
_SOLD = (("Säljes", "Köpes", "Uthyres", "Bortskänkes"),
         ("vedklyv", "stuga vid sjön", "barnvagn", "snöskoter", "potatis i säck", "garage", "dragspel",
          "valpar",
          "kakelugn", "roddbåt", "cykel"), ("Granbo", "Ekebro", "Lillsjö", "stan", "Åminne"))  # fmt: skip
_ALARMS = ("JUST NU: Lastbil har vält vid rondellen", "LARM: Rök ur fabriksskorsten", "JUST NU: Isen har gått",
           "LARM: Häst lös på riksvägen", "JUST NU: Teleavbrott i norra länet", 
           "SENASTE: Strömmen är tillbaka")  # fmt: skip
_BOXES = (("Dagens horoskop", ("Väduren får besök", "Fiskarna vilar", "Skytten ringer hem", "Lejonet köar")),
          ("På bio i kväll", ("Vargskogen 18.30", "Mormors resa 19.00", "Kod Blå 20.45", "Lilla grodan 17.00")),
          ("Dagens spel", ("Korsord, svårt", "Ordjakten", "Sudoku, lätt", "Quiz: känner du länet?")),
          ("Jourapotek", ("Svanen till 22", "Hjorten till 20", "Kronan, sjukhuset")))  # fmt: skip


class Alvbladet(PressPage):
    """A Swedish daily: reports, partners' cards and cards of the archive in one markup, dealt in two arrangements."""

    slug = "alvbladet"
    hard = "Swedish; agency and partners come ten times as often as the paper's reports, cards dealt anew"
    tongue = SWEDISH
    pace = Pace(
        duty=Duty(hours=(5, 20), then=0.55, night=0.08),
        per_h=0.32, holds=10, least=7, long=10,
        edits={"new": 9, "reworded": 4, "counted": 3, "added": 3, "corrected": 1, "withdrawn": 2, "photographed": 3,
               "moved": 1},
    )  # fmt: skip
    others = MappingProxyType({
        "wire": Inflow(per_h=0.8, stays_h=(5, 14), holds=6, moods=(0.5, 1.0, 1.2)),
        "paid": Inflow(per_h=0.09, stays_h=(12, 90), holds=5, clock=(6, 22), moods=(0.4, 1.0, 2.0)),
        "archive": Inflow(per_h=0.06, stays_h=(8, 60), holds=3),
        "shown": Inflow(per_h=0.3, stays_h=(10, 40), holds=5, clock=(7, 23)),
        "sold": Inflow(per_h=0.5, stays_h=(24, 72), holds=8),
    })  # fmt: skip
    folder = "bild"
    look = Look(
        heading=SANS, paper="#eef1f3", ink="#16222b", muted="#667680", line="#cfd8dd", accent="#0a6a8f", lead_px=32,
        top_px=19, card="#ffffff",
        extra=(
            ".masthead{background:#0a6a8f;color:#fff}.masthead .small{color:#cfe8f2}.puff,.puff-stor{background:#fff;"
            "border:0 solid #eef1f3;border-width:0 6px 10px}.puff-stor{border-bottom-color:#0a6a8f}"
            "section h2{margin:8px 0 4px}section h1{margin-top:9px}"
            ".puff .vinjett{font:bold 11px/16px 'Liberation Sans';color:#0a6a8f}"
            ".nytt{border-left:3px solid #c1121f;padding-left:8px;margin-top:5px}.byra{background:#16222b;color:#fff}"
            ".byra li{display:flex;gap:10px;border-color:#33444f}.larm{background:#c1121f;color:#fff}"
            ".lasta li b{color:#0a6a8f}.rad dt{font-weight:bold}.rad dd{margin:0 0 5px}"
        ),
    )  # fmt: skip

    def sheet_rows(self, sheet: Sheet) -> Sequence[Row]:
        """The page at one hour."""
        h = sheet.hour
        tall = self.chance.pick((0, 90, 180, 250, 360), "billboard", h)
        note = f"{sheet.at + timedelta(hours=2):%Y-%m-%d %H:%M} · {self.chance.between(90, 3_900, 'here', h)} läser nu"
        boxes = [self._wire(sheet, 320), self._read(sheet, 320), self._talk(h, 320), self._day(h, 320)]
        rows = [row(panels.masthead("Älvbladet", 1000, note, height=64), tag="header")]
        if tall:
            rows.append(row(panels.advert(self.adverts.advert("top", 60 * h, 970, tall), "annons", 1000)))
        wide = self.chance.happens(0.4, "arranged", h // 7)
        cards = self._cards(sheet, 340)
        if wide:
            lead = self._own(sheet, 0, 1000)
            rows += [row(lead), row(cards[1::2], cards[2::2], boxes, tag="main")]
        else:
            third = [replace(card, width_px=320) for card in cards[3::3]]
            first = [self._own(sheet, 0, 340), *cards[1::3]]
            rows.append(row(first, cards[2::3], [boxes[0], *third, *boxes[1:]], tag="main"))
        rows += [row(self._shelf(sheet)), row(self._sold(sheet), self._topics(sheet))]
        if self.chance.happens(0.3, "alarm", h // 4):
            alarm = self.chance.pick(_ALARMS, "alarm words", h // 4)
            rows.insert(1, row(panels.strip(alarm, self.chance.pick((40, 64), "px", h // 4), name="larm")))
        return rows

    def _cards(self, sheet: Sheet, width: int) -> list[Panel]:
        """The reports, and between them what partners pay for and what the archive has."""
        cards = [self._own(sheet, place, width) for place in range(len(sheet.pieces))]
        for kind in ("paid", "archive"):
            for number in sheet.inflow[kind]:
                seat = self.chance.between(1, len(cards), "seat", kind, number)
                cards.insert(seat, self._foreign(kind, number, width))
        return cards

    def _own(self, sheet: Sheet, place: int, width: int) -> Panel:
        piece = sheet.pieces[place]
        age = max(1, sheet.hour - piece.born)
        aged = f"för {age} tim sedan" if age < 30 and piece.number % 3 else "Läs mer"
        talk = self.chance.between(0, 80, "said", piece.number, sheet.hour // 3)
        new = "".join(f'<p class="nytt">{line}</p>' for line in self.copy.below(piece))
        tag, tall = ("h1", 380) if width > 400 else ("h2", 170 + 20 * (piece.picture % 3))
        name = "puff-stor" if place == 0 and self.chance.happens(0.5, "tall", sheet.hour // 5) else "puff"
        html = (
            f"{self.shown(photograph(piece), width - 36, tall)}<{tag}><a href='{ORIGIN}/a/{piece.number}'>"
            f"{self.copy.headline(piece)}</a></{tag}><p>{self.copy.paragraph(piece)}</p>{new}"
            f'<p class="small">{aged} · {talk} kommentarer</p>'
        )
        return panels.plain(name, width, html, is_news=True)

    def _foreign(self, kind: str, number: int, width: int) -> Panel:
        first, second = drawn(self.chance.child(kind), _PAID if kind == "paid" else _ARCHIVE, number)
        label, title = (
            (f"I samarbete med {second}", first) if kind == "paid" else ("Ur arkivet", f"{first}: {second}")
        )
        shown = self.shown(f"city-{kind}-{panels.hash_of(title)}", width - 36, 160 + 20 * (number % 4))
        lines = "<p>Läs hela historien här, från vår redaktion i stan.</p>" if number % 2 else ""
        html = (
            f"{shown}<h2><a href='{ORIGIN}/{kind}/{panels.hash_of(title)}'>{title}</a></h2>{lines}"
            f'<p class="vinjett">{label}</p>'
        )
        return panels.plain("puff", width, html)

    def _wire(self, sheet: Sheet, width: int) -> Panel:
        lines = ""
        for number in sheet.inflow["wire"]:
            place, what, tail = drawn(self.chance.child("wire"), _WIRE, number)
            lines += f"<li>{self.shown(f'world-byra-{number}', 84, 56)}<h3>{place}: {what} – {tail}</h3></li>"
        return panels.plain("byra", width, f"<h4>Just nu från Nordbyrån</h4><ul>{lines}</ul>")

    def _read(self, sheet: Sheet, width: int) -> Panel:
        lines = "".join(
            f"<li><b>{place + 1}</b> {cut(title, 6)}</li>"
            for place, title in enumerate(self.echoes(sheet, "read", 5, 2))
        )
        return panels.plain("lasta", width, f"<h4>Mest lästa</h4><ol>{lines}</ol>")

    def _talk(self, hour: int, width: int) -> Panel:
        name = self.chance.pick(
            ("Kajsa", "Moa_84", "Älgjägarn", "Sture", "Pensionär", "Nyinflyttad"), "name", hour
        )
        said = self.chance.pick(("Var är snöplogen?", "Heja laget!", "Någon som sett min katt?", "Priset är absurt",
                                 "Bra skrivet!", "Igen?", "Vem bestämde det här?"), "said", hour)  # fmt: skip
        return panels.plain("prat", width, f"<h4>Pratstunden</h4><h3>{name}</h3><p>{said}</p>")

    def _day(self, hour: int, width: int) -> Panel:
        title, lines = self.chance.pick(_BOXES, "box", hour // 6)
        shown = "".join(f"<li>{line}</li>" for line in self.chance.shuffled(lines, "lines", hour // 24)[:3])
        return panels.plain("dagens", width, f"<h4>{title}</h4><ul>{shown}</ul>")

    def _shelf(self, sheet: Sheet) -> Panel:
        cards = ""
        for number in sheet.inflow["shown"]:
            first, what = drawn(self.chance.child("shown"), _SHOWN, number)
            length = f"{number % 9 + 1}:{self.chance.between(10, 59, 'length', number)}"
            shown = self.shown(f"culture-klipp-{number}", 182, 110)
            cards += f"<div>{shown}<h3>{first} {what}</h3><p>{length}</p></div>"
        return panels.plain("webbtv", 1000, f'<h4>Webb-tv</h4><div class="cards">{cards}</div>')

    def _sold(self, sheet: Sheet) -> Panel:
        lines = ""
        for number in sheet.inflow["sold"]:
            kind, what, where = drawn(self.chance.child("sold"), _SOLD, number)
            lines += f"<dt>{kind}</dt><dd>{what}, {where}. Tel {self.chance.between(20, 99, 'tel', number)}0 44</dd>"
        return panels.plain("rad", 500, f"<h4>Radannonser</h4><dl>{lines}</dl>")

    def _topics(self, sheet: Sheet) -> Panel:
        lines = "".join(f"<p>{title}</p>" for title in self.echoes(sheet, "topics", 4, 12))
        return panels.plain("amnen", 500, f"<h4>Ämnen vi följer</h4>{lines}")


_DISPACCI = (("Roma", "Parigi", "Milano", "Kiev", "Palermo", "New York", "Berlino", "Torino", "Ginevra",
              "Bari"),
             ("borsa in rialzo", "tregua prolungata", "sciopero dei treni", "trovato un dipinto rubato",
              "crolla una gru",
              "voto sul bilancio", "maltempo, voli cancellati", "premio a un regista esordiente",
              "benzina più cara",
              "salvati naufraghi", "record di caldo"),
             ("la nota del governo", "le immagini", "cosa sappiamo", "il bilancio provvisorio",
              "le reazioni"))  # fmt: skip
_OFFERTE = (("Materassi in saldo", "Apparecchi acustici: prova gratuita", "Crociera di primavera",
             "Fibra in valle",
             "Vino nuovo alla cantina", "Corso di inglese", "Pellet consegnato a casa",
             "Terme, due ingressi al prezzo di uno",
             "Prestito in un giorno"), ("spazio offerto", "i nostri partner", "pubbliredazionale"))  # fmt: skip
_PODCAST = (("Voci di malga", "Nero in valle", "La domenica del pallone", "Ricette di nonna",
             "Domande al medico"),
            ("il casaro", "la piena", "l’ultimo treno", "polenta e pazienza", "il rigore",
             "mal di schiena", "la strega",
             "una vita in quota", "il contrabbandiere", "funghi"))  # fmt: skip
_LETTERE = (("Gino", "Un lettore di Fiumara", "Mamma stanca", "Lucia e Aldo", "Prof in pensione", "Sara"),
            ("La luce in piazza è sempre spenta.", "Grazie ai volontari!", "Troppi cani senza guinzaglio.",
             "Quando torna la corriera?", "Ecco il mio tramonto.", "Il parcheggio costa troppo.",
             "Bella trasmissione."))  # fmt: skip
_SEGNI = ("Ariete", "Toro", "Gemelli", "Cancro", "Leone", "Vergine", "Bilancia", "Scorpione", "Pesci")
_SORTI = (
    "giornata fiacca",
    "amore in vista",
    "attenti ai conti",
    "sorprese in serata",
    "meglio tacere",
    "in forma",
)
_CANZONI = (
    "«Neve di maggio»",
    "«Il treno delle sei»",
    "«Ballo lento»",
    "«Senza fiato»",
    "«Luna di rame»",
    "«Tango»",
)


class RadioValdora(PressPage):
    """An Italian broadcaster: one nested list of reports with partners in it, boxes around that change hourly."""

    slug = "radiovaldora"
    hard = "Italian; one nested list holds reports and partners, its lead framed at times, agency above or beside"
    tongue = ITALIAN
    pace = Pace(
        duty=Duty(hours=(5, 19), off=(6,), then=0.4, night=0.05),
        per_h=0.3, holds=9, least=5, long=3, leads=0.5,
        edits={"new": 8, "reworded": 3, "counted": 4, "added": 3, "corrected": 2, "withdrawn": 1, "photographed": 2},
    )  # fmt: skip
    others = MappingProxyType({
        "dispacci": Inflow(per_h=0.5, stays_h=(4, 30), holds=4, moods=(0.3, 1.0, 1.6)),
        "offerte": Inflow(per_h=0.035, stays_h=(18, 96), holds=3, clock=(7, 20)),
        "podcast": Inflow(per_h=0.09, stays_h=(20, 120), holds=4, clock=(6, 18)),
        "lettere": Inflow(per_h=0.25, stays_h=(6, 48), holds=3, clock=(7, 23)),
    })  # fmt: skip
    folder = "immagini"
    look = Look(
        heading=SERIF, body=SANS, paper="#fffdf7", ink="#221a15", muted="#83766b", line="#e2d8c9", accent="#b3261e",
        lead_px=34, top_px=21, card="#f7efe1",
        extra=(
            ".masthead{border-bottom:4px double #b3261e}.notiziario article{padding:10px 0 9px;"
            "border-top:1px solid #e2d8c9}"
            ".notiziario .blocco{display:flex;gap:14px}.notiziario .testo{flex:1 1 0;min-width:0}.agg{color:#b3261e}"
            ".notiziario .cornice{border:6px solid #b3261e;padding:10px}.dispacci{background:#f7efe1}"
            ".diretta{background:"
            "#b3261e;color:#fff}.diretta h4{color:#ffd9a0}.oroscopo p{border-top:1px dotted #b9a;padding:3px 0 2px}"
            ".allora{background:#ffd9a0}section img{margin-bottom:7px}.lettere em{color:#83766b}"
        ),
    )  # fmt: skip

    def sheet_rows(self, sheet: Sheet) -> Sequence[Row]:
        """The page at one hour."""
        h = sheet.hour
        beside = self.chance.happens(0.5, "beside", h // 9)
        height = self.chance.pick((90, 250, 600), "tower", h // 2)
        boxes = [
            self._live(h), self._podcast(sheet), self._chart(h),
            panels.advert(self.adverts.advert("side", 60 * h, 296, height), "pubblicita", 320), self._letters(sheet),
        ]  # fmt: skip
        if beside:
            boxes.insert(1, self._agency(sheet, 320))
        left = self.chance.happens(0.3, "left", h // 15)
        columns = (boxes, self._list(sheet, 680)) if left else (self._list(sheet, 680), boxes)
        note = (
            f"{sheet.at + timedelta(hours=2):%d/%m/%Y ore %H.%M} · {self.chance.between(2, 29, 'warm', h)}°"
        )
        rows = [
            row(panels.masthead("Radio Valdora", 1000, note, height=70), tag="header"),
            row(*columns, tag="main"),
        ]
        if not beside:
            rows.insert(1, row(self._agency(sheet, 1000)))
        if self.chance.happens(0.25, "again", h // 6):
            words = self.chance.pick(("Rivedi: la piena di dieci anni fa", "Sostieni la radio libera", "Ultim’ora: "
                                      "allerta gialla conclusa"), "again words", h // 6)  # fmt: skip
            rows.insert(
                1, row(panels.strip(words, self.chance.between(36, 120, "px", h // 6), name="allora"))
            )
        again = "".join(f"<li>{cut(title, 7)}</li>" for title in self.echoes(sheet, "letter", 4, 24))
        rows.append(
            row(panels.plain("buongiorno", 1000, f"<h4>Nella newsletter di stamattina</h4><ul>{again}</ul>"))
        )
        return rows

    def _list(self, sheet: Sheet, width: int) -> Panel:
        lines = [self._own(sheet, place) for place in range(len(sheet.pieces))]
        for number in sheet.inflow["offerte"]:
            title, label = drawn(self.chance.child("offerte"), _OFFERTE, number)
            shown = self.shown(f"health-offerta-{number}", 150, 100)
            inner = f"<h2><a href='{ORIGIN}/p/{number + 99}'>{title}</a></h2><p class='small'>{label}</p>"
            line = f"<article><div class='blocco'>{shown}<div class='testo'>{inner}</div></div></article>"
            lines.insert(self.chance.between(1, len(lines), "seat", number), line)
        return panels.plain("notiziario", width, f"<div class='nodi'>{''.join(lines)}</div>", is_news=True)

    def _own(self, sheet: Sheet, place: int) -> str:
        piece = sheet.pieces[place]
        tag = "h1" if place == 0 else "h2"
        title = f"<{tag}><a href='{ORIGIN}/n/{piece.number}'>{self.copy.headline(piece)}</a></{tag}>"
        below = "".join(f"<p class='agg'>{line}</p>" for line in self.copy.below(piece))
        if place >= self.pace.long:
            aged = f"<p class='small'>{sheet.hour - piece.born + 1} ore fa</p>" if piece.number % 2 else ""
            return f"<article><div class='testo'>{title}{below}{aged}</div></article>"
        text = f"<div class='testo'>{title}<p>{self.copy.paragraph(piece)}</p>{below}</div>"
        shown = self.shown(photograph(piece), 640 if place == 0 else 250, 330 if place == 0 else 160)
        if place:
            return f"<article><div class='blocco'>{shown}{text}</div></article>"
        framed = " class='cornice'" if self.chance.happens(0.3, "framed", sheet.hour // 8) else ""
        return f"<article{framed}>{shown}{text}</article>"

    def _agency(self, sheet: Sheet, width: int) -> Panel:
        cards, each = "", 296 if width < 400 else 230
        for number in sheet.inflow["dispacci"]:
            place, what, tail = drawn(self.chance.child("dispacci"), _DISPACCI, number)
            cards += f"<div>{self.shown(f'world-dispaccio-{number}', each, 120)}<h3>{place}, {what}: {tail}</h3></div>"
        frame = "<div>" if width < 400 else '<div class="cards">'
        return panels.plain("dispacci", width, f"<h4>Dal mondo, ora per ora</h4>{frame}{cards}</div>")

    def _live(self, hour: int) -> Panel:
        song = self.chance.pick(_CANZONI, "song", hour)
        who, said = drawn(self.chance.child("live"), _LETTERE, 2 * hour + 1)
        shown = self.shown(f"portrait-voce-{self.chance.below(9, 'voice', hour // 2)}", 296, 170)
        html = f"<h4>In diretta</h4>{shown}<h3>{song}</h3><p>{who}: {said}</p>"
        return panels.plain("diretta", 320, html)

    def _podcast(self, sheet: Sheet) -> Panel:
        lines = ""
        for number in sheet.inflow["podcast"]:
            series, title = drawn(self.chance.child("podcast"), _PODCAST, number)
            minutes = self.chance.between(12, 58, "minutes", number)
            lines += f"<li><h3>{series}: {title}</h3><p class='small'>{minutes} minuti</p></li>"
        return panels.plain("podcast", 320, f"<h4>Da ascoltare</h4><ul>{lines}</ul>")

    def _chart(self, hour: int) -> Panel:
        lines = "".join(
            f"<p>{sign}: {self.chance.pick(_SORTI, 'fate', sign, hour // 24)}</p>"
            for sign in self.chance.shuffled(_SEGNI, "signs", hour // 3)[:3]
        )
        return panels.plain("oroscopo", 320, f"<h4>Oroscopo</h4>{lines}")

    def _letters(self, sheet: Sheet) -> Panel:
        lines = ""
        for number in sheet.inflow["lettere"]:
            who, said = drawn(self.chance.child("lettere"), _LETTERE, number)
            photo = self.shown(f"science-lettore-{number}", 296, 150) if number % 3 == 0 else ""
            lines += f"<li>{photo}<p>{said} <em>{who}</em></p></li>"
        return panels.plain("lettere", 320, f"<h4>Ci scrivono</h4><ul>{lines}</ul>")


LOCALPRESS = (Alvbladet, RadioValdora)
