"""Lists with guests: a German paper's news and French flats to let, between which stands what is no entry at all.

Guests (advertisements in words, house notices, offers of partners) look like entries, stay some hours at a place of
the list and go. None of them is news, nor is an entry that falls off a list's end, or is covered, while one is there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from html import escape
from types import MappingProxyType
from typing import TypeVar

from benchmarks.sites import panels
from benchmarks.sites.languages import LocalDesk
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.chance import Chance

T = TypeVar("T")


@dataclass(frozen=True)
class Guest:
    """Something in a list that is no news: which text, at what place, since when and until which hour."""

    text: int
    place: int
    began: int
    until: int


@dataclass(frozen=True, kw_only=True)
class Visits:
    """How often a list has guests, for how long, and where they may stand."""

    per_h: float
    stays_h: tuple[int, int]
    texts: int = 0  # in the pool, the first of them shown most often; 0: written anew each time
    places: Sequence[int] = (0,)
    together: int = 2  # at most

    def at_each_hour(self, chance: Chance, hours: int) -> Iterator[tuple[Guest, ...]]:
        """Who is there at each of the first hours, never two at one place or of one text."""
        here: list[Guest] = []
        for hour in range(hours):
            here = [guest for guest in here if guest.until > hour]
            if len(here) < self.together and chance.happens(self.per_h, "comes", hour):
                new = self._new(chance, hour)
                if all(guest.text != new.text and guest.place != new.place for guest in here):
                    here.append(new)
            yield tuple(here)

    def _new(self, chance: Chance, hour: int) -> Guest:
        text = hour
        if self.texts:
            text = min(chance.below(self.texts, "text", draw, hour) for draw in range(2))
        stays = chance.between(*self.stays_h, "stays", hour)
        return Guest(text, chance.pick(self.places, "place", hour), hour, hour + stays)


def mixed(entries: Sequence[T], guests: Sequence[Guest], length: int | None = None) -> list[T | Guest]:
    """Entries pushed down by the guests between them; where a list's length is fixed, the last fall off."""
    found: list[T | Guest] = list(entries)
    for guest in sorted(guests, key=lambda item: item.place):
        found.insert(guest.place, guest)
    return found if length is None else found[:length]


def covered_by(entries: Sequence[T], guests: Sequence[Guest]) -> list[T | Guest]:
    """Entries, some of them with a guest in their place."""
    standing = {guest.place: guest for guest in guests}
    return [standing.get(place, entry) for place, entry in enumerate(entries)]


_GERMAN = LocalDesk(
    MappingProxyType({
        "Kreis": (
            "Kreistag stimmt für {what}", "{where}: Bürger sammeln {count} Unterschriften gegen {what}",
            "{Who} verteidigt {what}", "Streit um {what}: {where} klagt", "{where} bekommt {count} neue Kitaplätze",
            "{Who} tritt zurück – {where} sucht Nachfolge",
        ),
        "Blaulicht": (
            "Scheune in {where} brennt nieder", "Unfall bei {where}: {count} Meter Stau", "Einbruch in {where}, {why}",
            "Radfahrer in {where} verletzt, {why}", "Vermisster aus {where} ist wieder da",
            "Lkw verliert in {where} {count} Kisten Spargel",
        ),
        "Sport": (
            "{team} schlägt {team2} mit spätem Tor", "{team} trennt sich von {Who}",
            "{team2} steigt auf, {count} feiern", "{Who} fehlt {team} bis zum Saisonende",
            "{team} und {team2} trennen sich unentschieden",
        ),
        "Wirtschaft": (
            "Möbelwerk in {where} entlässt {count} Leute", "{where}: Supermarkt schließt, {why}",
            "Sparkasse zieht sich aus {where} zurück", "{Who} übernimmt Brauerei in {where}",
            "Windpark bei {where} liefert Strom für {count} Haushalte",
        ),
    }),
    (
        "{Who} sprach von einer schweren Entscheidung: {why}. In {where} ist das Echo geteilt.",
        "Betroffen sind {count} Menschen. Was {Who} jetzt fordert und warum {where} leer ausgeht.",
        "Die Ursache steht wohl fest: {why}. Der Schaden liegt bei {count} 000 Euro.",
        "Nach langer Debatte geht es um {what}. {Who} will im Herbst neu verhandeln.",
    ),
    MappingProxyType({
        "Who": ("Landrätin Ahrens", "Bürgermeister Pohl", "Jens Oltmann", "Katrin Siebert", "Pastor Wiebe",
                "Tarek Yildiz", "Heike Brandes", "Trainer Kossmann", "Ulf Gerdes", "Nico Fabricius"),
        "what": ("die Ortsumgehung", "das neue Hallenbad", "höhere Kitabeiträge", "den Solarpark", "die Bezahlkarte",
                 "das Gewerbegebiet Ost", "die Schulfusion", "den Radschnellweg", "die Klinikreform"),
        "where": ("Lindhorst", "Bad Selden", "Oberweide", "Neu Rahden", "Steinbeck", "Wolterdorf", "Hagenau",
                  "Ellerode", "Kirchlinten"),
        "why": ("die Bremsen versagten", "das Geld reicht nicht", "die Statik hielt nicht", "der Vertrag läuft aus",
                "niemand hatte die Tür verschlossen", "der Pächter gibt auf", "die Ampel war ausgefallen"),
        "count": ("12", "40", "85", "130", "260", "600", "1400", "3200"),
        "team": ("TSV Lindhorst", "SG Weidetal", "SV Steinbeck", "VfL Bad Selden"),
        "team2": ("Eintracht Rahden", "FC Hagenau", "Germania Ellerode"),
    }),
)  # fmt: skip
_NOTICES = (
    ("Anzeige", "Treppenlift: So zahlt die Pflegekasse mit", "Bis zu 4180 Euro Zuschuss, und kaum jemand ruft sie ab."),
    ("In eigener Sache", "Der Landkreis am Morgen – unser Newsletter", "Montags bis samstags um 6 in Ihrem Postfach."),
    ("Anzeige", "Hausbesitzer aufgepasst: Wärmepumpe im Vergleich", "Fünf Angebote, eine Minute, kein Vertreter."),
    ("", "Vier Wochen Kreisblatt digital für 1 Euro", "Alle Artikel, alle Ortsteile, jederzeit kündbar."),
    ("Anzeige", "Hörgeräte-Tester gesucht", "Akustiker in Ihrer Nähe vergibt dreißig Plätze für ein neues Modell."),
    ("Anzeige", "Küchentage bei Möbel Hartwig", "Nur bis Samstag: 40 Prozent auf Markengeräte, Montage inklusive."),
    ("", "Umfrage: Wie zufrieden sind Sie mit dem Busverkehr?", "Zehn Fragen, drei Minuten, Gutscheine zu gewinnen."),
    ("Anzeige", "Kreuzfahrt ab Kiel: Fjorde zum halben Preis", "Sieben Nächte mit Vollpension, Anreise im Bus ab Ort."),
    ("In eigener Sache", "Kommentarfunktion kurzzeitig abgeschaltet", "Wir warten die Technik und bitten um Geduld."),
    ("Anzeige", "Zahnersatz ohne Zuzahlung?", "Welche Tarife auch bei fehlenden Zähnen noch versichern."),
    ("Anzeige", "Rasenroboter im großen Frühjahrstest", "Dieser Sieger überrascht selbst die Fachleute."),
    ("", "Das könnte Sie interessieren: Rätsel des Tages", "Kreuzworträtsel, Sudoku und Wortsuche, jeden Tag neu."),
    ("Anzeige", "Immobilie verkaufen? Erst den Wert kennen", "Kostenlose Bewertung vom Makler aus der Region."),
    ("In eigener Sache", "Wir suchen Zusteller für Bad Selden", "Früh aufstehen, fest verdienen: jetzt bewerben."),
    ("Anzeige", "Goldankauf im Hotel Zur Post", "Schmuck, Münzen, Zahngold: Barzahlung am Donnerstag."),
    ("", "Video: Spargelstechen in hundert Sekunden", "Unser Praktikant hat es ausprobiert. Springen Sie hinein."),
    ("Anzeige", "Stromtarife ab 24 Cent", "Jetzt Postleitzahl eingeben und Bonus sichern."),
    ("Anzeige", "E-Bike-Leasing für Angestellte", "Was vom Brutto abgeht und was am Ende bleibt."),
    ("In eigener Sache", "Spendenaktion »Nachbar in Not«", "Schon 214 Leser haben gegeben. Machen Sie mit."),
    ("", "Cookie-Einstellungen prüfen", "Ohne Ihr Einverständnis zeigen wir Videos nicht an."),
    ("Anzeige", "Matratzen-Outlet eröffnet", "Liegen Sie Probe und nehmen Sie ein Kissen mit."),
    ("Anzeige", "Privatkredit mit Sofortzusage", "Auch bei älteren Einträgen: so klappt die Umschuldung."),
    ("", "Leserreise: Mit dem Kreisblatt nach Masuren", "Noch elf freie Plätze im September."),
    ("Anzeige", "Fenster zum Werkspreis", "Dreifach verglast, montiert in vier Wochen."),
)  # fmt: skip
_GERMAN_DAYS = ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag")


@dataclass(frozen=True)
class Article:
    """An article, since which hour it is there, and how often its headline was rewritten."""

    number: int
    hour: int
    revision: int = 0


class Kreisblatt(GeneratedSite):
    """A German district paper: eleven articles in a column; advertisements in words and house notices between them."""

    slug = "kreisblatt"
    hard = "advertisements and house notices in the form of articles push the news down and the last off the list"
    more = 0
    look = Look(
        heading=SERIF, paper="#ffffff", ink="#1b1b1b", muted="#6e6e6e", line="#dedede", accent="#b3001b", lead_px=28,
        top_px=19,
        extra=(
            ".entry{border-bottom:1px solid #dedede}.entry .kicker{color:#b3001b;font:bold 12px/16px 'Liberation Sans'}"
            ".entry .ad{color:#8a8a8a}.nav{background:#b3001b;color:#fff}.nav span{margin-right:22px}"
            ".foot{background:#f0f0ee}.read li{padding:6px 0 5px}"
        ),
    )  # fmt: skip
    visits = Visits(per_h=0.13, stays_h=(2, 14), texts=len(_NOTICES), places=range(1, 9))

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        shown = [Article(-number, -2 * number) for number in range(1, 12)]
        for hour, guests in enumerate(self.visits.at_each_hour(self.chance.child("guests"), hours)):
            clock = (STARTS_AT + timedelta(hours=hour)).hour
            if hour and self.chance.happens(0.17 if 6 <= clock <= 21 else 0.02, "article", hour):
                shown = [Article(hour, hour), *shown[:10]]
            elif hour and self.chance.happens(0.02, "rewritten", hour):
                place = self.chance.below(5, "which", hour)
                shown[place] = replace(shown[place], revision=shown[place].revision + 1)
            news = tuple(" ".join(self._told(item)) for item in shown)
            yield PageState(rows=tuple(self._page(shown, guests, hour)), news=news)

    def _told(self, item: Article) -> tuple[str, str]:
        story = _GERMAN.write(self.chance, f"{item.number}", STARTS_AT, revision=item.revision)
        return story.headline, story.standfirst

    def _page(self, shown: Sequence[Article], guests: Sequence[Guest], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        note = (
            f"{_GERMAN_DAYS[at.weekday()]}, {at:%d.%m.%Y} · {9 + self.chance.below(12, 'air', hour // 2)} °C"
        )
        sections = "".join(
            f"<span>{name}</span>" for name in ("Start", "Kreis", "Blaulicht", "Sport", "Wirtschaft", "E-Paper")
        )  # fmt: skip
        column = [
            self._notice(item, 680) if isinstance(item, Guest) else self._article(item, hour, 680)
            for item in mixed(shown, guests, len(shown))
        ]
        side = self.adverts.advert("side", hour * 60, 276, 260)
        words = f"Impressum · Datenschutz · AGB · Abo kündigen · Seite erzeugt um {at:%H:%M} Uhr"
        return [
            row(panels.masthead("Kreisblatt", 1000, note, height=64), tag="header"),
            row(panels.plain("nav", 1000, f"<p>{sections}</p>")),
            row(
                column,
                [panels.advert(side, "side-advert", 320), self._read(hour, 320), self._paper(at, 320)],
                tag="main",
            ),
            row(panels.plain("foot", 1000, f'<p class="small">{words}</p>'), tag="footer"),
        ]

    def _article(self, item: Article, hour: int, width: int) -> Panel:
        title, words = self._told(item)
        story = _GERMAN.write(self.chance, f"{item.number}", STARTS_AT)
        age = hour - item.hour
        said = "gerade eben" if not age else f"vor {age} Std." if age < 24 else f"vor {age // 24} Tg."
        talk = self.chance.below(9, "talk", item.number) * age // 3
        picture = panels.image(story.picture, 150, 94)
        link = f'<a href="{ORIGIN}/{item.number + 700}">{escape(title)}</a>'
        head = f'<p class="kicker">{story.section}</p><h2>{link}</h2>'
        foot = f'<p class="small">{said} · {talk} Kommentare</p>'
        html = f'<div class="side">{picture}<div>{head}<p>{escape(words)}</p>{foot}</div></div>'
        return panels.plain("entry", width, html, is_news=True)

    def _notice(self, guest: Guest, width: int) -> Panel:
        label, title, words = _NOTICES[guest.text]
        picture = panels.image(f"culture-house-{guest.text}", 150, 94)
        kicker = f'<p class="kicker ad">{label}</p>' if label else ""
        head = f'{kicker}<h2><a href="{ORIGIN}/s/{guest.text}">{escape(title)}</a></h2>'
        html = f'<div class="side">{picture}<div>{head}<p>{escape(words)}</p></div></div>'
        return panels.plain("entry", width, html)

    def _read(self, hour: int, width: int) -> Panel:
        stories = [
            _GERMAN.write(self.chance.child("old"), f"{self.chance.below(400, 'read', hour // 2, seat)}", STARTS_AT)
            for seat in range(6)
        ]  # fmt: skip
        items = "".join(
            f'<li><b class="n">{place + 1}</b>{escape(story.headline)}</li>'
            for place, story in enumerate(stories)
        )
        return panels.plain("read", width, f"<h4>Meistgelesen</h4><ol>{items}</ol>")

    def _paper(self, at: datetime, width: int) -> Panel:
        cover = panels.image(f"city-title-{at:%m%d}", width - 24, 150)
        return panels.plain(
            "paper", width, f'<h4>E-Paper</h4>{cover}<p class="small">Ausgabe vom {at:%d.%m.}</p>'
        )


_QUARTERS = ("Vieux-Port", "Les Halles", "Saint-Roch", "La Citadelle", "Gare", "Bellevue", "Les Tanneries",
             "Montplaisir", "Quai Nord", "Hôpital", "La Roseraie")  # fmt: skip
_TRAITS = ("balcon plein sud", "dernier étage", "cuisine équipée", "parquet, moulures", "cave et parking",
           "jardinet privatif", "proche tramway", "refait à neuf",
           "vue dégagée", "meublé", "ascenseur", "double vitrage")  # fmt: skip
_LESSORS = ("Agence du Port", "Particulier", "Particulier", "Cabinet Maurel", "Foncia Sud", "Régie Lambert",
            "Étude Vidal")  # fmt: skip
_TOWNS = ("Lyon", "Nantes", "Lille", "Bordeaux", "Rennes", "Dijon", "Toulon", "Metz", "Brest", "Nancy")
_OFFERS = (
    ("dès {n}0 €", "Déménagement {town} : camion et {few} déménageurs", "Devis en {few} minutes"),
    ("{few},{n} %", "Prêt immobilier sur {years} ans, réponse sous {n} h", "Sans frais de dossier"),
    ("offert", "Estimation de votre bien à {town} en {few} clics", "{n}00 vendeurs nous ont choisis"),
    ("{few},{n} € / mois", "Assurance habitation {trait}", "Résiliable à tout moment"),
    ("-{n} %", "Garde-meuble {town} : votre box de {few} m²", "Premier mois à 1 €"),
    ("dès {n}5 000 €", "Programme neuf à {town}, {quarter}", "Livraison dans {few} trimestres"),
    ("{n} €", "Nettoyage après travaux, {few} pièces", "Note {few},{few}/10, {n}4 avis"),
    ("gratuit", "Recevez les {n} nouvelles annonces de {town} avant tout le monde", "Créez votre alerte"),
)  # fmt: skip


@dataclass(frozen=True)
class Flat:
    """A flat to let, and by how many steps its rent was cut."""

    number: int
    cuts: int = 0


class Annonces(GeneratedSite):
    """Flats to let in French, fifteen cards: offers of partners cover cards, never the same offer twice."""

    slug = "annonces"
    hard = (
        "offers written anew each time stand in the place of true cards for some hours; counts at every card"
    )
    more = 0
    look = Look(
        heading=SANS, paper="#f3f5f8", ink="#16213a", muted="#66708a", line="#d9deea", accent="#ec5a13",
        lead_px=24, top_px=18,
        extra=(
            ".grid{display:grid;grid-template-columns:1fr 1fr 1fr;gap:8px}"
            ".ad{background:#fff;border:1px solid #d9deea;border-radius:8px;padding:8px;height:224px;overflow:hidden}"
            ".ad img{margin-bottom:6px}.ad b{font-size:18px;line-height:24px}.tag{color:#66708a;font-size:11px;"
            "line-height:14px}.filters{background:#fff}.bar{background:#16213a;color:#fff}"
        ),
    )  # fmt: skip
    visits = Visits(per_h=0.34, stays_h=(1, 6), places=(0, 2, 3, 4, 5, 7, 8, 10, 11, 14), together=3)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; a card that is covered is still to let."""
        flats = [Flat(-number) for number in range(1, 41)]
        for hour, guests in enumerate(self.visits.at_each_hour(self.chance.child("guests"), hours)):
            clock = (STARTS_AT + timedelta(hours=hour)).hour
            if hour and 8 <= clock <= 20:
                flats = self._let(flats, {guest.place for guest in guests}, hour)
            shown = flats[:15]
            news = tuple(" ".join(self._told(item)) for item in shown)
            yield PageState(rows=tuple(self._page(shown, guests, hour)), news=news)

    def _let(self, flats: list[Flat], covered: set[int], hour: int) -> list[Flat]:
        """Something happens to a flat that can be seen."""
        place = self.chance.pick([place for place in range(15) if place not in covered], "which", hour)
        if self.chance.happens(0.11, "new", hour):
            return [Flat(hour), *flats[:39]]
        if self.chance.happens(0.05, "taken", hour):
            return [*flats[:place], *flats[place + 1 :], Flat(-1000 - hour)]
        if self.chance.happens(0.04, "cut", hour):
            cut = replace(flats[place], cuts=flats[place].cuts + 1)
            return [*flats[:place], cut, *flats[place + 1 :]]
        return flats

    def _told(self, item: Flat) -> tuple[str, str, str, str]:
        draw = self.chance.child("flat", item.number)
        rooms = draw.between(1, 5, "rooms")
        rent = 190 + 175 * rooms + 5 * draw.below(60, "rent") - 25 * item.cuts
        size = 12 + 17 * rooms + draw.below(14, "size")
        title = f"T{rooms} · {size} m² · {draw.pick(_QUARTERS, 'quarter')}"
        return f"{rent} €", title, draw.pick(_TRAITS, "trait").capitalize(), draw.pick(_LESSORS, "lessor")

    def _page(self, shown: Sequence[Flat], guests: Sequence[Guest], hour: int) -> list[Row]:
        found = 300 + self.chance.below(40, "found", hour)
        people = f"{self.chance.between(40, 900, 'people', hour)} personnes cherchent en ce moment"
        cards = "".join(
            self._offer(item) if isinstance(item, Guest) else self._card(item, hour)
            for item in covered_by(shown, guests)
        )
        head = f'<h1>Locations à Port-Vieux</h1><p class="small">Annonces 1 à 15 sur {found}, triées par date</p>'
        pages = '<p style="margin-top:10px">‹ <b>1</b> 2 3 4 5 … 21 ›</p>'
        listing = panels.plain("results", 760, f'{head}<div class="grid">{cards}</div>{pages}', is_news=True)
        sky = self.adverts.advert("sky", hour * 60, 216, 420)
        foot = '<p class="small">Aide · Sécurité · Barème des loyers · Cookies</p>'
        return [
            row(panels.masthead("logis.port", 1000, people, height=52), tag="header"),
            row(
                panels.plain(
                    "bar", 1000, "<p>Louer · Acheter · Colocation · Estimer · Déposer une annonce</p>"
                )
            ),
            row([self._filters(hour, 240), panels.advert(sky, "sky", 240)], [listing], tag="main"),
            row(panels.plain("foot", 1000, foot), tag="footer"),
        ]

    def _card(self, item: Flat, hour: int) -> str:
        rent, title, trait, lessor = self._told(item)
        seen = self.chance.between(3, 60, "seen", item.number) + self.chance.below(
            40, "eyes", item.number, hour
        )
        return (
            f'<div class="ad">{panels.image(f"city-flat-{item.number}", 222, 118)}<b>{rent}</b>'
            f'<p><a href="{ORIGIN}/annonce/{item.number + 4200}">{title}</a></p><p class="small">{trait}. {lessor}</p>'
            f'<p class="tag">{seen} intéressés en ce moment</p></div>'
        )  # fmt: skip

    def _offer(self, guest: Guest) -> str:
        draw = self.chance.child("offer", guest.text)
        slots = {
            "n": draw.between(11, 89, "n"),
            "few": draw.between(2, 9, "few"),
            "years": draw.pick((15, 20, 25), "years"),
            "town": draw.pick(_TOWNS, "town"),
            "trait": draw.pick(_TRAITS, "trait"),
            "quarter": draw.pick(_QUARTERS, "quarter"),
        }
        price, title, words = (part.format(**slots) for part in draw.pick(_OFFERS, "offer"))
        tag = draw.pick(("Sponsorisé", "Partenaire", ""), "tag")
        return (
            f'<div class="ad">{panels.image(f"culture-offer-{guest.text}", 222, 118)}<b>{price}</b>'
            f'<p><a href="{ORIGIN}/p/{guest.text}">{title}</a></p><p class="small">{words}</p>'
            f'<p class="tag">{tag}</p></div>'
        )

    def _filters(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f'<li>{name} <span class="small">({self.chance.below(70, "in", name, hour // 2)})</span></li>'
            for name in _QUARTERS
        )
        return panels.plain("filters", width, f"<h4>Quartiers</h4><ul>{lines}</ul>")


INSERTIONS = (Kreisblatt, Annonces)
