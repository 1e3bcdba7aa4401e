"""Days and numbers that an office has set: papers of a French exam office, releases of Swedish statistics."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from types import MappingProxyType

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty
from benchmarks.sites.insertions import Guest
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
    working,
)
from pagetide.demo.chance import Chance

_PAPERS = ("Droit civil, cas pratique", "Comptabilité approfondie", "Version latine", "Chimie organique",
           "Note de synthèse", "Mécanique des fluides", "Oral d’anglais", "Histoire moderne",
           "Dessin industriel")  # fmt: skip
_STATES = ("Maintenue", "Reportée", "Annulée", "Sujet de secours", "Sous réserve", "Session dédoublée",
           "Émargement avancé")  # fmt: skip
_HALLS = ("Amphi", "Salle", "Gymnase", "Halle", "Bâtiment")
_PLACES = ("Curie", "Lavoisier", "Jaurès", "des Carmes", "Sud", "Condorcet", "Rabelais")
_ORDERS = (
    "La calculatrice est admise, modèle de la liste {n}.", "L’accès ferme {n} minutes après l’ouverture du pli.",
    "La pièce {n} du dossier n’est plus exigée.", "Le code civil {n} est retiré des tables.",
    "Les candidats de l’antenne {n} composent au centre principal.", "Le barème de la question {n} est neutralisé.",
    "Une convocation sur {n} a été réémise.", "Les téléphones sont déposés en consigne {n}.",
    "Le tiers temps est accordé jusqu’à {n} minutes.", "Le rattrapage concerne le groupe {n}.",
    "La porte {n} reste fermée pendant les épreuves.", "Les brouillons sont fournis, {n} feuilles par table.",
    "L’option {n} est supprimée de la session.", "Le recours est recevable pendant {n} jours.",
    "Le dictionnaire unilingue est autorisé en série {n}.", "Les copies du lot {n} sont corrigées une seconde fois.",
)  # fmt: skip
_FEES = ("Les droits d’inscription s’élèvent à {n} euros par candidat.",
         "Le duplicata du relevé est facturé {n} euros.",
         "Une moyenne de {n} sur 200 dispense de l’oral.")  # fmt: skip
_FIRST = ("Agnès", "Bruno", "Cécile", "Didier", "Élodie", "Fabrice", "Ghislaine", "Hervé", "Inès", "Joël",
          "Karine")  # fmt: skip
_LAST = ("Aubertin", "Bouvet", "Chastang", "Delmas", "Escoffre", "Fabrègue", "Guérande", "Hennequin", "Izard",
         "Jouvenel", "Kervella", "Lacombe", "Montels")  # fmt: skip
_BOARDS = ("Jury de droit", "Jury de gestion", "Jury de sciences", "Jury de langues", "Référent handicap")
_DESK = ("Lucile Nivet", "Marc Ollier", "Odile Prades", "Quentin Roussel", "Rémi Savary")
_TIPS = (
    "Le saviez-vous ? Le centre {n} ouvrit en 19{n}.", "Enquête : {n} questions sur votre accueil.",
    "Il y a un an : {n} candidats sous la canicule.", "Dimanche, le portail sera indisponible dès {h} heures.",
    "Partenaire : logements étudiants à {n} minutes du centre.", "Aux archives, le sujet de 19{n}.",
    "Atelier gestion du stress, {n} places offertes.", "Covoiturage : {n} trajets proposés ce jour.",
)  # fmt: skip
_FAQ = ("Peut-on sortir avant la fin ?", "Où retirer son relevé de notes ?", "Que faire d’un sujet mal imprimé ?",
        "Mon nom est mal écrit, qui corrige ?", "Le retard de train est-il excusé ?", "Peut-on consulter sa copie ?",
        "Les montres sont-elles admises ?", "Qui surveille les surveillants ?")  # fmt: skip
_BANDS = (
    "Bibliothèque ouverte",
    "Navette toutes les dix minutes",
    "Eau en libre service",
    "Parking sud complet",
)
_DAYS_FR = ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche")
_MONTHS_FR = ("janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre",
              "novembre", "décembre")  # fmt: skip


def _french(days: int) -> str:
    day = date_of(days)
    number = f"{day.day}{'er' if day.day == 1 else ''}"
    return f"{_DAYS_FR[day.weekday()]} {number} {_MONTHS_FR[day.month - 1]} {day.year}"


class Examens(Standing):
    """An exam office: papers in nested blocks with day, hall and state; mock exams in the same blocks at all times."""

    slug = "examens"
    hard = "French; a day, a hall, a state of a block or a sentence of the orders; mock exams in blocks of one form"
    look = Look(
        heading=SERIF, body=SANS, paper="#fbfaf7", ink="#22212b", muted="#75727f", line="#dcd8cc", accent="#3b2f7f",
        lead_px=27, top_px=18, card="#f0edf8",
        extra=(
            ".epreuves>div{display:flex;flex-wrap:wrap;gap:12px}article{background:#fff;width:316px;"
            "padding:9px 11px;box-sizing:border-box;"
            "border:1px solid #dcd8cc;border-left:5px solid #3b2f7f}article header{display:flex;gap:8px}article h3{"
            "flex:1}article em{font:bold 12px/20px 'Liberation Sans';color:#3b2f7f}article del{color:#b0262c}"
            ".consignes li{border-top:0;padding:4px 0 4px 16px;font-size:14px;line-height:19px}.jury,.guichet{"
            "background:#f0edf8}.jury span{float:right}.bandeau{background:#3b2f7f;color:#fff}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(8, 17), then=0.1, night=0.03)
    per_h = 0.42
    asides = _TIPS
    kinds = MappingProxyType(
        {"jour": 9, "salle": 9, "etat": 9, "duree": 9, "consigne": 8, "droit": 3, "jury": 5}
    )
    dated = ("jour",)

    def first(self, kind: str, seat: int, draw: Chance) -> int:
        """What a fact begins with."""
        spans = {"jour": (5, 58), "etat": (0, 0), "duree": (4, 12), "droit": (30, 120), "jury": (0, 142)}
        value = draw.between(*spans.get(kind, (1, 400)), "v")
        return working(value) if kind == "jour" else value

    def moved(self, kind: str, old: int, draw: Chance, hour: int) -> int:
        """What it becomes: a state returns to the usual one in the end."""
        if kind == "jour":
            return working(put_off(old, draw, hour))
        if kind == "consigne":
            return resaid(old, draw)
        if kind == "etat":
            return 0 if old and draw.happens(0.6, "usual") else draw.below(len(_STATES), "v")
        if kind in ("duree", "droit"):
            return max(3, old + draw.between(-2, 3, "by") * (1 if kind == "duree" else 3))
        return draw.below(400, "v")

    def words(self, kind: str, seat: int, value: int) -> str:
        """How it reads."""
        if kind == "jour":
            return _french(value)
        if kind == "salle":
            hall = _HALLS[value % 5]
            return f"{hall} {_PLACES[value // 5 % 7]}, rang {'ABCDEFGH'[value // 35 % 8]}"
        if kind == "duree":
            return f"{value // 2} h {'30' if value % 2 else '00'}"
        if kind == "consigne":
            return sentence(_ORDERS, seat, 8, value)
        if kind == "etat":
            return _STATES[value]
        return _FEES[seat].format(n=value) if kind == "droit" else person(_FIRST, _LAST, value)

    def beside(self, hour: int) -> tuple[str, ...]:
        """The question of the week."""
        return (self.chance.pick(_FAQ, "faq", (hour - 3) // 168),)

    def page(self, facts: Facts, guests: Sequence[Guest], hour: int, at: datetime) -> list[Row]:
        """The page at one hour."""
        note = f"{_french(today(hour))}, {at:%H} h {self.chance.below(60, 'minute', hour):02d}"
        place = self.chance.below(3, "where", hour // 10)
        side = [self._boards(facts, hour), self._desk(hour, at), self._question(hour)]
        orders = row([self._orders(facts, guests, hour)], side[place:] + side[:place])
        words = self.chance.pick(_BANDS, "band words", hour // 8)
        band = [row(panels.strip(words, 38, name="bandeau"))]
        return [
            row(panels.masthead("Maison des examens", 1000, note, height=68), tag="header"),
            *(band if self.chance.happens(0.4, "band", hour // 8) else ()),
            row(self._papers(facts, hour), tag="main"),
            orders,
            row(panels.plain("foot", 1000, '<p class="small">Mentions légales · Plan d’accès · Marchés</p>')),
        ]

    def _papers(self, facts: Facts, hour: int) -> Panel:
        blocks = []
        for seat, paper in enumerate(_PAPERS):
            day, hall, state, length = (
                self.words(kind, seat, facts[kind, seat]) for kind in ("jour", "salle", "etat", "duree")
            )
            hall = f"<del>{hall}</del>" if state == "Annulée" else hall
            left = max(0, facts["jour", seat] - today(hour))
            seats = self.chance.between(0, 64, "seats", seat, hour)
            foot = f"J−{left} · {seats} places · {300 + hour * (seat + 1) // 2} convocations lues"
            blocks.append(_block(paper, state, day, hall, length, foot))
        for turn in range(2 + hour // 11 % 2):
            draw = self.chance.child("mock", turn, hour // (2 + turn))
            state = draw.pick(("Ouverte", "Complète", "Dernières places", "Corrigée"), "state")
            hall = f"Salle virtuelle, rang {draw.pick('ABCDEFGH', 'rank')}"
            foot = f"J−0 · {self.chance.below(90, 'mock', turn, hour)} connectés · libre accès"
            paper = f"Examen blanc n° {draw.between(11, 380, 'no')}"
            blocks.insert(
                self.chance.below(len(blocks), "at", turn, hour // 3),
                _block(paper, state, _french(today(hour)), hall, f"{draw.between(1, 4, 'len')} h 00", foot),
            )
        html = f"<h1>Épreuves de la session</h1><div>{''.join(blocks)}</div>"
        return panels.plain("epreuves", 1000, html, is_news=True)

    def _orders(self, facts: Facts, guests: Sequence[Guest], hour: int) -> Panel:
        lines = "".join(f"<li>— {words}</li>" for words in self.mingled(facts, "consigne", guests))
        fees = "</p><p>".join(self.written(facts, "droit"))
        seen = f"Page vérifiée il y a {self.chance.between(1, 58, 'seen', hour)} minutes."
        html = f"<h2>Consignes</h2><ul>{lines}</ul><h2>Droits</h2><p>{fees}</p><p class=small>{seen}</p>"
        return panels.plain("consignes", 620, html, is_news=True)

    def _boards(self, facts: Facts, hour: int) -> Panel:
        lines = "".join(
            f"<li>{board} <span>{self.words('jury', seat, facts['jury', seat])}</span></li>"
            for seat, board in enumerate(_BOARDS)
        )
        lines += f"<li>Permanence <span>{on_shift(_DESK, self.chance, hour, 3)}</span></li>"
        return panels.plain("jury", 380, f"<h4>Présidences</h4><ul>{lines}</ul>", is_news=True)

    def _desk(self, hour: int, at: datetime) -> Panel:
        times = ("9 h – 16 h", "9 h – 16 h", "13 h – 18 h", "9 h – 16 h", "9 h – 12 h", "fermé", "fermé")
        ticket, wait = self.chance.between(1, 240, "ticket", hour), self.chance.below(45, "wait", hour)
        queue = f"Ticket appelé : {ticket}, attente {wait} min"
        past = self.chance.shuffled(_PAPERS, "annals", hour // 4)[:3]
        old = "".join(
            f"<li>{name} ({2008 + self.chance.below(17, 'year', name, hour // 4)})</li>" for name in past
        )
        html = f"<h4>Guichet</h4><p>Aujourd’hui {times[at.weekday()]}</p><p>{queue}</p>"
        return panels.plain("guichet", 380, f"{html}<h4>Annales</h4><ul>{old}</ul>")

    def _question(self, hour: int) -> Panel:
        link = f'<a href="{ORIGIN}/faq">{self.beside(hour)[0]}</a>'
        shown = panels.image(f"city-faq-{self.chance.below(6, 'faq photo', hour // 5)}", 356, 120)
        return panels.plain("faq", 380, f"<h4>La question de la semaine</h4>{shown}<h2>{link}</h2>")


def _block(paper: str, state: str, day: str, hall: str, length: str, foot: str) -> str:
    return (
        f"<article><header><h3>{paper}</h3><em>{state}</em></header><div><p>{day}</p><p>{hall}</p>"
        f"<p>{length}</p></div><footer class=small>{foot}</footer></article>"
    )


_RELEASES = ("Konsumentprisindex", "Arbetskraftsundersökningen", "Nationalräkenskaper, kvartal", "Befolkningsstatistik",
             "Bostadsbyggande", "Detaljhandelns omsättning", "Utrikeshandel med varor", "Hushållens ekonomi",
             "Jordbrukets skördar", "Elevers betyg")  # fmt: skip
_MARKS = ("preliminär", "slutlig", "reviderad", "flyttad", "uppehåll i serien", "ny metod", "granskas")
_KEYS = (("Inflationstakt, KPIF", "procent", 0), ("Arbetslöshet, säsongrensad", "procent", 25),
         ("BNP, årstakt", "procent", 0),
         ("Medellön, månad", "tusen kr", 350), ("Tomma lägenheter", "procent", 0))  # fmt: skip
_ERRATA = (
    "I tabell {n} var två kolumner omkastade.", "Vikten för grupp {n} är rättad.", "Kommun {n} saknades i urvalet.",
    "Diagram {n} visade fel år.", "Serien bakom indikator {n} är bruten.", "Undersökningen läggs ned efter {n} år.",
    "Enkäten går nu till {n} hundra hushåll.", "Uppgiften för län {n} är hemlig.", "Fotnot {n} har utgått.",
    "Bortfallet i stratum {n} redovisas särskilt.", "Tidsseriens startår är nu 19{n}.",
    "Bransch {n} har slagits ihop med nästa.", "Samrådet om variabel {n} är avslutat.",
    "Rapport {n} är återkallad.",
)  # fmt: skip
_QUALITY = ("Svarsandelen i senaste omgången var {n} procent.", "Felmarginalen är {n} tiondelar.",
            "Urvalet omfattar {n} hundra företag.")  # fmt: skip
_FIRST_SV = ("Anders", "Birgitta", "Carina", "Dag", "Elsa", "Fredrik", "Gunnel", "Håkan", "Ingrid", "Jonas",
             "Kerstin")  # fmt: skip
_LAST_SV = ("Alm", "Berggren", "Cederholm", "Dahlin", "Ekvall", "Forslund", "Granath", "Hedin", "Isaksson", "Juhlin",
            "Kjellberg", "Lindroth", "Modig")  # fmt: skip
_PHONE = ("Nils Nordahl", "Oskar Quist", "Pia Rosengren", "Sara Stålberg", "Tove Thorén", "Vera Uddman",
          "Åke Zetterlund")  # fmt: skip
_PLUGS = (
    "Visste du att {n} svenskar heter Tore?", "Svara på {n} frågor om vår webbplats.",
    "För ett år sedan: {n} besökare på öppet hus.", "Databasen står stilla på söndag från kl. {h}.",
    "Ur arkivet: folkräkningen 19{n}.", "Webbinarium om index, {n} platser kvar.", "Sommarjobb: {n} intervjuare sökes.",
    "Podden avsnitt {n}: Hur mäts lycka?",
)  # fmt: skip
_MONTHS_SV = ("januari", "februari", "mars", "april", "maj", "juni", "juli", "augusti", "september", "oktober",
              "november", "december")  # fmt: skip


def _swedish(days: int) -> str:
    day = date_of(days)
    return f"{day.day} {_MONTHS_SV[day.month - 1]} {day.year}"


class Folkmangd(Standing):
    """An office of statistics: a calendar of releases, key figures in tiles, corrections; clocks in tiles like them."""

    slug = "folkmangd"
    hard = "Swedish; a day, a mark, a version or a figure is set; tiles of clocks, downloads and rolling releases"
    look = Look(
        heading=SANS, body=SANS, paper="#ffffff", ink="#1e1b33", muted="#6c6a80", line="#dad8e6", accent="#9a0e5e",
        lead_px=30, top_px=18, card="#f5f1f7",
        extra=(
            ".tal>div{display:grid;grid-template-columns:repeat(4,1fr);gap:10px}.tal>div>div{background:#f5f1f7;padding:"
            "10px 12px}.tal strong{font-size:28px;line-height:34px;color:#9a0e5e}.tal span{font-size:13px}"
            ".kalender li{display:grid;grid-template-columns:130px 1fr 120px 84px;gap:8px;font-size:14px}.kalender em{"
            "font-style:normal;background:#ece4f2;padding:0 6px;justify-self:start}.kalender u{text-decoration:none;"
            "color:#6c6a80;font-size:12px}.masthead{border-bottom:2px solid #1e1b33}.rattat p{padding:5px 0;"
            "border-bottom:1px dotted #b7b3c9}.kontakt{background:#1e1b33;color:#fff}.kontakt h4{color:#ffb3dd}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(7, 17), then=0.18, night=0.02)
    per_h = 0.44
    awake = 5
    asides = _PLUGS
    kinds = MappingProxyType(
        {"dag": 10, "mark": 10, "version": 10, "tal": 5, "fel": 6, "kvalitet": 3, "ansvar": 4}
    )
    dated = ("dag",)

    def first(self, kind: str, seat: int, draw: Chance) -> int:
        """What a fact begins with."""
        spans = {"dag": (3, 60), "mark": (0, 1), "tal": (8, 90), "kvalitet": (12, 88), "ansvar": (0, 142)}
        value = draw.between(*spans.get(kind, (0, 70)), "v")
        return working(value) if kind == "dag" else value

    def moved(self, kind: str, old: int, draw: Chance, hour: int) -> int:
        """What it becomes: figures by a step, versions upwards."""
        if kind == "dag":
            return working(put_off(old, draw, hour))
        if kind == "fel":
            return resaid(old, draw)
        if kind == "version":
            return old + draw.pick((1, 1, 1, 10), "up")
        if kind in ("tal", "kvalitet"):
            return min(97, max(3, old + draw.between(-5, 5, "by")))
        return draw.below(7 if kind == "mark" else 143, "v")

    def words(self, kind: str, seat: int, value: int) -> str:
        """How it reads."""
        if kind == "dag":
            return _swedish(value)
        if kind == "mark":
            return _MARKS[value]
        if kind == "version":
            return f"Tabell {seat + 41}B, utgåva {1 + value // 10}.{value % 10}"
        if kind == "tal":
            _, unit, least = _KEYS[seat]
            return f"{(least + value) // 10},{(least + value) % 10} {unit}"
        if kind == "fel":
            return sentence(_ERRATA, seat, 6, value)
        return _QUALITY[seat].format(n=value) if kind == "kvalitet" else person(_FIRST_SV, _LAST_SV, value)

    def page(self, facts: Facts, guests: Sequence[Guest], hour: int, at: datetime) -> list[Row]:
        """The page at one hour."""
        note = f"{_swedish(today(hour))} kl. {at:%H}.{self.chance.below(60, 'minute', hour):02d}"
        tiles, calendar = row(self._figures(facts, hour)), row(self._calendar(facts, hour), tag="main")
        foot = f"API 2.{hour // 24}, byggt i natt · svarstid {self.chance.between(40, 900, 'ms', hour)} ms"
        return [
            row(panels.masthead("Statistikkontoret", 1000, note, height=64), tag="header"),
            *((calendar, tiles) if self.chance.happens(0.2, "turned", hour // 12) else (tiles, calendar)),
            row([self._errata(facts, guests)], [self._people(facts, hour, at), self._loaded(hour)]),
            row(panels.plain("fot", 1000, f'<p class="small">{foot}</p>'), tag="footer"),
        ]

    def _figures(self, facts: Facts, hour: int) -> Panel:
        tiles = [
            (self.words("tal", seat, facts["tal", seat]), name, f"Hämtad {900 + hour * (3 + seat)} gånger")
            for seat, (name, _, _) in enumerate(_KEYS)
        ]
        power = self.chance.between(96, 231, "power", hour)
        petrol = self.chance.between(161, 189, "petrol", hour // 4)
        people = f"{10_612_000 + 4 * hour + self.chance.below(4, 'born', hour):,}".replace(",", " ")
        clocks = [
            (f"{power // 10},{power % 10} GWh", "Elanvändning, timme", "Mätt nyss"),
            (f"{petrol // 10},{petrol % 10} kr", "Bensinpris, dygnssnitt", "Uppskattning"),
            (people, "Folkmängd just nu", f"{self.chance.below(9, 'moved', hour)} flyttade denna timme"),
        ]
        for clock in self.chance.shuffled(clocks, "clocks", hour // 16):
            tiles.insert(self.chance.below(len(tiles) + 1, "place", clock[1], hour // 16), clock)
        cards = "".join(
            f"<div><span>{n}</span><br><strong>{w}</strong><p class=small>{s}</p></div>" for w, n, s in tiles
        )
        return panels.plain("tal", 1000, f"<h2>Nyckeltal</h2><div>{cards}</div>", is_news=True)

    def _calendar(self, facts: Facts, hour: int) -> Panel:
        lines = []
        for seat, name in sorted(enumerate(_RELEASES), key=lambda item: (facts["dag", item[0]], item[0])):
            day, mark, version = (self.words(k, seat, facts[k, seat]) for k in ("dag", "mark", "version"))
            left = max(0, facts["dag", seat] - today(hour))
            lines.append(_release(day, f"{name} <small>{version}</small>", mark, f"{left} d kvar"))
        for turn in range(2 + hour // 9 % 2):
            draw = self.chance.child("flash", turn, hour // (3 + turn))
            run = f"<small>Körning {draw.between(11, 99, 'run')}</small>"
            name = f"Snabbstatistik: {draw.pick(_RELEASES, 'of').lower()} {run}"
            mark = draw.pick(("automatisk", "köad", "publicerad", "uppdateras"), "mark")
            lines.insert(
                turn * 3 % len(lines),
                _release(_swedish(today(hour)), name, mark, f"{draw.below(60, 'm')} min kvar"),
            )
        return panels.plain(
            "kalender", 1000, f"<h1>Publiceringskalender</h1><ol>{''.join(lines)}</ol>", is_news=True
        )

    def _errata(self, facts: Facts, guests: Sequence[Guest]) -> Panel:
        lines = "".join(f"<p>{words}</p>" for words in self.mingled(facts, "fel", guests))
        told = " ".join(self.written(facts, "kvalitet"))
        html = f"<h2>Rättelser och upplysningar</h2>{lines}<h2>Kvalitet</h2><div>{told}</div>"
        return panels.plain("rattat", 660, html, is_news=True)

    def _people(self, facts: Facts, hour: int, at: datetime) -> Panel:
        names = [self.words("ansvar", seat, facts["ansvar", seat]) for seat in range(4)]
        names.insert(self.chance.below(5, "seat", hour // 24), on_shift(_PHONE, self.chance, hour, 5))
        lines = "".join(f"<li>{name}</li>" for name in names)
        shut = "stängd" if at.weekday() > 4 else "öppen 9–15" if at.weekday() != 2 else "öppen 13–15"
        return panels.plain(
            "kontakt", 340, f"<h4>Fråga oss</h4><ul>{lines}</ul><p>Växeln är {shut} i dag.</p>", is_news=True
        )

    def _loaded(self, hour: int) -> Panel:
        lines = "".join(
            f"<li>{name} <span class=small>{self.chance.between(3, 990, 'loads', name, hour)} nedladdningar</span></li>"
            for name in self.chance.shuffled(_RELEASES, "loaded", hour // 2)[:4]
        )
        shown = panels.image(f"chart-dagens-{hour // 8}", 316, 130)
        return panels.plain("hamtat", 340, f"<h4>Mest hämtat</h4>{shown}<ul>{lines}</ul>")


def _release(day: str, name: str, mark: str, left: str) -> str:
    return f"<li><time>{day}</time><span>{name}</span><em>{mark}</em><u>{left}</u></li>"


CONVOCATIONS = (Examens, Folkmangd)
