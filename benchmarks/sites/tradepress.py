"""Papers of a trade and of the arts: a Dutch growers' weekly of table rows, a French review of figures."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from types import MappingProxyType

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty
from benchmarks.sites.look import SANS, SERIF, WIDE, Look
from benchmarks.sites.newspress import Inflow, Pace, PressPage, Sheet, cut, drawn, photograph
from benchmarks.sites.page import ORIGIN, Panel, Row, row
from benchmarks.sites.presswords import DUTCH, FRENCH

_PARTNERS = (
    ("Scherm dat meedenkt met het weer", "Nieuwe led-lamp getest", "Gratis webinar over substraat",
     "Kasdek wassen zonder water", "Sluit nu uw energiecontract", "Biologische bestrijding in tien stappen",
     "Heftruck op proef", "Verpakking van gras", "Subsidie aanvragen zonder papier"),
    ("Lumiglas", "Hortitech Zuid", "Plantenvoeding Verbeek", "Kasbouw Delta", "Groenbank"),
)  # fmt: skip
_JOBS = (("Teeltchef", "Gewasverzorger", "Monteur kastechniek", "Verkoper zaden", "Bedrijfsleider", "Chauffeur",
          "Planner", "Keurmeester"), ("Bleiswijk", "Honselersdijk", "Venlo", "Emmen", "Naaldwijk", "Made"),
         ("32 uur", "fulltime", "avond", "seizoen"))  # fmt: skip
_ABROAD = (("Almería", "Kenia", "Ontario", "Polen", "Marokko", "Ecuador", "Turkije"),
           ("regen spoelt kassen weg", "prijs van rozen keldert", "staking in de haven", "eerste zonnekas open",
            "verbod op lampen", "meer vraag naar bessen", "luchtvracht duurder", "minister bezoekt beurs"),
           ("zegt handelskrant", "volgens exporteurs", "cijfers volgen", "foto’s"))  # fmt: skip
_COLUMNS = (("Tussen de paden", "De boekhouder", "Onder glas", "Buiten spel"),
            ("Mijn buurman zaait niet meer", "Wie betaalt de kist?", "Een robot heeft geen rug", "Lof der luis",
             "Vergaderen in laarzen", "Regen op zondag", "Het recht op schaduw"))  # fmt: skip
_CROPS = (
    "Trostomaat",
    "Paprika rood",
    "Komkommer",
    "Aubergine",
    "Roos 60 cm",
    "Tulp",
    "Gas TTF",
    "Stroom",
    "CO2",
)
_AGENDA = (
    "Open kas",
    "Regiobijeenkomst",
    "Beursdag",
    "Cursus scouten",
    "Energiecafé",
    "Veilingronde",
    "Jonge telers",
)


class Glasvak(PressPage):
    """A Dutch growers' weekly: reports and, seldom, partners in the rows of a table; prices run on beside it."""

    slug = "glasvak"
    hard = "Dutch; reports in table rows, partners rarer than they but alike, prices and counts at each hour"
    tongue = DUTCH
    pace = Pace(
        duty=Duty(hours=(5, 16), then=0.1, night=0.03),
        per_h=0.42, holds=12, least=8, long=1, leads=0.25, inherits=0.35, days=(0.7, 1.0, 1.2),
        edits={"new": 9, "reworded": 3, "counted": 3, "added": 3, "corrected": 2, "withdrawn": 1, "photographed": 1},
    )  # fmt: skip
    others = MappingProxyType({
        "partners": Inflow(per_h=0.03, stays_h=(20, 96), holds=3, clock=(7, 17), moods=(0.3, 1.0, 2.0)),
        "jobs": Inflow(per_h=0.05, stays_h=(72, 240), holds=6, clock=(8, 17)),
        "abroad": Inflow(per_h=0.07, stays_h=(10, 70), holds=3),
    })  # fmt: skip
    folder = "beeld"
    look = Look(
        heading=WIDE, body=SANS, paper="#ffffff", ink="#1d2b1f", muted="#6d7d6f", line="#d4ddd2", accent="#2f7d32",
        lead_px=27, top_px=17, card="#f0f5ee",
        extra=(
            ".masthead{background:#2f7d32;color:#fff}.masthead .small{color:#dcedc8}"
            ".nieuws table{border-collapse:collapse;width:100%}section img{margin-bottom:7px}"
            ".nieuws td{border-top:1px solid #d4ddd2;padding:8px 6px 7px 0;vertical-align:top}"
            ".nieuws .dag{width:58px;color:#6d7d6f;font:12px/18px 'Liberation Sans'}.nieuws em{color:#c62828}"
            ".noot{background:#f0f5ee}.noot table{width:100%;border-collapse:collapse}.noot td{padding:2px 0}"
            ".noot td+td{text-align:right}.kop-groot{background:#f0f5ee;border-left:8px solid #2f7d32}.week{background:"
            "#1d2b1f;color:#fff}"
        ),
    )  # fmt: skip

    def sheet_rows(self, sheet: Sheet) -> Sequence[Row]:
        """The page at one hour."""
        h = sheet.hour
        note = f"{sheet.at + timedelta(hours=2):%d-%m-%Y %H:%M} · {self.chance.between(40, 900, 'here', h)} bezoekers"
        rail = [self._prices(h), self._jobs(sheet), self._read(sheet)]
        other = [self._column(h), self._agenda(h), self._abroad(sheet)]
        main = [self._lead(sheet), self._table(sheet)]
        orders = ((other, main, rail), (rail, main, other), (main, rail, other))
        order = self.chance.pick((0, 0, 1, 2), "order", h // 11)
        rows = [
            row(panels.masthead("Glasvak", 1000, note, height=60), tag="header"),
            row(*orders[order], tag="main"),
        ]
        tall = self.chance.pick((0, 0, 90, 120, 250), "billboard", h // 2)
        if tall:
            sold = panels.advert(self.adverts.advert("wide", 60 * h, 970, tall), "balk", 1000)
            rows.insert(self.chance.pick((1, 2), "where", h // 2), row(sold))
        if self.chance.happens(0.2, "week", h // 12):
            words = self.chance.pick(("Dossier: tien jaar na de grote hagel", "Lees het weekblad nu ook in de kas",
                                      "Terugblik: de nacht van het noodweer"), "week words",
                                      h // 12)  # fmt: skip
            rows.insert(1, row(panels.strip(words, 46, name="week")))
        return rows

    def _lead(self, sheet: Sheet) -> Panel:
        piece = sheet.pieces[0]
        below = "".join(f"<p><i>{line}</i></p>" for line in self.copy.below(piece))
        name = "kop-groot" if self.chance.happens(0.4, "large", sheet.hour // 9) else "kop"
        html = (
            f'{self.shown(photograph(piece), 476, 250)}<h1><a href="{ORIGIN}/nieuws/{piece.number}">'
            f"{self.copy.headline(piece)}</a></h1><p>{self.copy.paragraph(piece)}</p>{below}"
        )
        return panels.plain(name, 500, html, is_news=True)

    def _table(self, sheet: Sheet) -> Panel:
        lines = []
        for piece in sheet.pieces[1:]:
            age = sheet.hour - piece.born + 1
            told = f"{age} uur" if age < 24 else f"{age // 24} d"
            below = "".join(f"<p><em>{line}</em></p>" for line in self.copy.below(piece))
            seen = self.chance.between(10, 900, "seen", piece.number, sheet.hour // 2)
            lines.append((told, f"{self.copy.headline(piece)}", below, f"{seen}×", piece.number))
        for number in sheet.inflow["partners"]:
            title, house = drawn(self.chance.child("partners"), _PARTNERS, number)
            line = ("partner", title, f"<p class='small'>{house}</p>", "", number + 90_000)
            lines.insert(self.chance.below(len(lines), "seat", number), line)
        body = "".join(
            f'<tr><td class="dag">{day}</td><td><h3><a href="{ORIGIN}/nieuws/{key}">{title}</a></h3>{below}</td>'
            f'<td class="dag">{seen}</td></tr>'
            for day, title, below, seen, key in lines
        )
        return panels.plain("nieuws", 500, f"<h4>Nieuws</h4><table>{body}</table>", is_news=True)

    def _prices(self, hour: int) -> Panel:
        lines = "".join(
            f"<tr><td>{name}</td><td>€ {self.chance.between(0, 9, 'euro', name, hour // 3)},"
            f"{self.chance.below(100, 'cent', name, hour):02d}</td></tr>"
            for name in _CROPS
        )
        return panels.plain("noot", 250, f"<h4>Klok vandaag</h4><table>{lines}</table>")

    def _jobs(self, sheet: Sheet) -> Panel:
        lines = ""
        for number in sheet.inflow["jobs"]:
            what, where, much = drawn(self.chance.child("jobs"), _JOBS, number)
            lines += f"<li><h3>{what}</h3><p class='small'>{where}, {much}</p></li>"
        return panels.plain("banen", 250, f"<h4>Vacatures</h4><ul>{lines}</ul>")

    def _read(self, sheet: Sheet) -> Panel:
        lines = "".join(f"<li>{cut(title, 5)}</li>" for title in self.echoes(sheet, "read", 5, 3))
        return panels.plain("gelezen", 250, f"<h4>Meest gelezen</h4><ol>{lines}</ol>")

    def _column(self, hour: int) -> Panel:
        """A columnist, who changes each half day or so, with a portrait."""
        series, title = drawn(self.chance.child("columns"), _COLUMNS, hour // 14)
        shown = self.shown(f"portrait-{panels.hash_of(series)}", 226, 180)
        return panels.plain("pen", 250, f"<h4>{series}</h4>{shown}<h2>{title}</h2>")

    def _agenda(self, hour: int) -> Panel:
        lines = "".join(
            f"<li>{self.chance.between(1, 30, 'day', name, hour // 24)} juni: {name}</li>"
            for name in self.chance.shuffled(_AGENDA, "agenda", hour // 8)[:4]
        )
        return panels.plain("agenda", 250, f"<h4>Agenda</h4><ul>{lines}</ul>")

    def _abroad(self, sheet: Sheet) -> Panel:
        lines = ""
        for number in sheet.inflow["abroad"]:
            where, what, tail = drawn(self.chance.child("abroad"), _ABROAD, number)
            lines += f"{self.shown(f'science-verre-{number}', 226, 120)}<h3>{where}: {what}, {tail}</h3>"
        return panels.plain("elders", 250, f"<h4>Elders, van het persbureau</h4>{lines}")


_DEPECHES = (("Cannes", "Londres", "Venise", "Berlin", "Montréal", "Séoul", "Avignon", "Buenos Aires",
              "Bruxelles"),
             ("un chef d’orchestre remplacé", "vente record d’un manuscrit", "grève des techniciens",
              "un biopic annoncé",
              "la statue revient", "le jury dévoilé", "concert interrompu", "une star porte plainte",
              "affluence au musée", "le décor s’effondre"),
             ("les images", "l’essentiel", "premières réactions", "ce que l’on sait", "en bref"))  # fmt: skip
_MAISONS = (("Abonnez votre mère", "Stage de clown en Ardèche", "Pianos d’occasion", "Un carnet relié main",
             "Trois places offertes pour l’opéra", "Croisière lyrique", "Cours de dessin du soir",
             "Le vin du festival",
             "Résidence d’écriture au vert"),
            ("Communiqué", "Nos partenaires", "En partenariat", "Offre"))  # fmt: skip
_FILMS = (("Les Herbes", "Pluie d’acier", "Ma sœur la nuit", "Grand large", "Le Chat du consul", "Route 9",
           "Alma"),
          ("14 h", "16 h 30", "18 h 15", "20 h", "21 h 45"), ("Rex", "Étoile", "Studio", "Palace"))  # fmt: skip
_PLUMES = ("La chronique du balcon", "Mauvaise foi", "Le disque rayé", "Cour et jardin", "Lettre à personne",
           "Le dernier rang")  # fmt: skip
_HUMEURS = ("Applaudir debout ?", "Contre les bis", "Le rideau de fer", "Éloge du trou de mémoire",
            "Trop de micros",
            "Un silence de qualité", "Ce que la pluie fait au jazz", "Payer sa place",
            "La toux, essai")  # fmt: skip
_COURRIER = (("Odile, Lombrac", "Un abonné fidèle", "F. T.", "Hervé et Zoé", "Professeur Lindon",
              "Une ouvreuse"),
             ("Votre critique dormait, je l’ai vu.", "Merci pour ce numéro.", "Et la danse, alors ?",
              "Trop de Parisiens.", "J’ai pleuré page 12.", "Le prix augmente encore.",
              "Bravo au dessinateur."))  # fmt: skip
_ANCIENS = (("1958", "1966", "1973", "1981", "1989", "1997"),
            ("la bataille du Souffleur", "un soir sans électricité", "le scandale du lustre",
             "la diva sous la neige",
             "quand Lombrac sifflait", "entretien perdu"))  # fmt: skip


class LaLoge(PressPage):
    """A French review: seven slow reports as figures, lost among dispatches, portraits, shop, films and letters."""

    slug = "laloge"
    hard = "French; few reports a day among dispatches and offers ten times as frequent and larger, columns swapped"
    tongue = FRENCH
    pace = Pace(
        duty=Duty(hours=(7, 20), off=(6,), then=0.7, night=0.03),
        per_h=0.3, holds=7, least=5, long=7, leads=0.45, inherits=0.25, days=(0.8, 1.0, 1.2),
        edits={"new": 8, "reworded": 3, "counted": 2, "added": 3, "corrected": 2, "withdrawn": 1, "moved": 1,
               "photographed": 3},
    )  # fmt: skip
    others = MappingProxyType({
        "depeches": Inflow(per_h=0.85, stays_h=(3, 9), holds=4, moods=(0.6, 1.0, 1.1)),
        "maisons": Inflow(per_h=0.1, stays_h=(12, 96), holds=5, clock=(6, 21), moods=(0.5, 1.5)),
        "films": Inflow(per_h=0.4, stays_h=(10, 30), holds=6),
        "courrier": Inflow(per_h=0.3, stays_h=(8, 60), holds=4, clock=(6, 22)),
        "anciens": Inflow(per_h=0.05, stays_h=(12, 72), holds=2),
    })  # fmt: skip
    folder = "images"
    look = Look(
        heading=SERIF, body=SERIF, paper="#f8f4ee", ink="#241a20", muted="#887a80", line="#dccfd0", accent="#7b1e4b",
        lead_px=38, top_px=22, card="#fffaf3",
        extra=(
            ".masthead h2{letter-spacing:6px;color:#7b1e4b}section figure{margin:0}section figcaption{padding-top:8px}"
            ".depeches img{margin-top:8px}.depeches h3{padding-top:5px}"
            ".une,.une-noire{border-bottom:1px solid #dccfd0}.une-noire{background:#241a20;color:#f8f4ee}"
            ".vue{border-bottom:1px solid #dccfd0}.depeches{background:#7b1e4b;color:#fff}.depeches h4{color:#f3c6d8}"
            ".ajout{font-style:italic;color:#7b1e4b;padding-top:4px}.une-noire .ajout{color:#f3c6d8}"
            ".films{background:#fffaf3}.films dt{font-weight:bold}.films dd{margin:0 0 4px 12px}"
            ".plumes img{border-radius:50%}"
            ".retour{background:#e8c35a;color:#241a20}.boutique{background:#fffaf3}"
        ),
    )  # fmt: skip

    def sheet_rows(self, sheet: Sheet) -> Sequence[Row]:
        """The page at one hour."""
        h = sheet.hour
        views = self._views(sheet)
        side = [self._dispatches(sheet), self._films(sheet), self._letters(sheet), self._again(sheet)]
        here = self.chance.between(20, 700, "here", h)
        note = f"{sheet.at + timedelta(hours=2):%d.%m.%Y} · n° {412 + h // 168} · {here} en salle"
        rows = [row(panels.masthead("La Loge", 1000, note, height=96), tag="header")]
        tall = self.chance.pick((0, 120, 250, 320, 420), "billboard", h)
        if tall:
            rows.append(row(panels.advert(self.adverts.advert("top", 60 * h, 970, tall), "panneau", 1000)))
        first = self._view(sheet, 0, 680, 400)
        if self.chance.happens(0.45, "dealt", h // 6):
            rows.append(row([first, self._pens(h, 680)], side[:2], tag="main"))
            rows += [row(views[0::2], views[1::2], side[2:])]
        else:
            rows.append(row(side[:2], [first, self._pens(h, 680)], tag="main"))
            rows += [row(views[0::3], views[1::3], views[2::3]), row(*side[2:])]
        rows.append(row(self._shop(h)))
        if self.chance.happens(0.3, "back", h // 5):
            words = self.chance.pick(("Dernière minute : le palmarès en direct (archives)", "Écoutez notre balado",
                                      "Le hors-série est en kiosque"), "back words", h // 5)  # fmt: skip
            height = self.chance.between(40, 150, "back px", h // 5)
            rows.insert(1, row(panels.strip(words, height, name="retour")))
        return rows

    def _views(self, sheet: Sheet) -> list[Panel]:
        """All reports but the first, and what partners and the archive have, as figures alike."""
        views = [self._view(sheet, place, 340, 190) for place in range(1, len(sheet.pieces))]
        for kind in ("maisons", "anciens"):
            for number in sheet.inflow[kind]:
                first, second = drawn(
                    self.chance.child(kind), _MAISONS if kind == "maisons" else _ANCIENS, number
                )
                title, label = (
                    (first, second) if kind == "maisons" else (f"{first}, {second}", "Dans nos cartons")
                )
                shown = self.shown(f"culture-{kind}-{panels.hash_of(title)}", 306, 150 + 30 * (number % 4))
                words = f"<h2><a href='{ORIGIN}/{kind}/{number + 99}'>{title}</a></h2><p class='small'>{label}</p>"
                view = panels.plain("vue", 330, f"<figure>{shown}<figcaption>{words}</figcaption></figure>")
                views.insert(self.chance.between(0, len(views), "seat", kind, number), view)
        return views

    def _view(self, sheet: Sheet, place: int, width: int, tall: int) -> Panel:
        piece = sheet.pieces[place]
        width = 330 if place else width
        tag = "h2" if place else "h1"
        dark = self.chance.happens(0.3, "dark", sheet.hour // 10)
        below = "".join(f"<p class='ajout'>{line}</p>" for line in self.copy.below(piece))
        words = (
            f"<{tag}><a href='{ORIGIN}/articles/{piece.number}'>{self.copy.headline(piece)}</a></{tag}>"
            f"<p>{self.copy.paragraph(piece)}</p>{below}"
        )
        shown = self.shown(photograph(piece), width - 24, tall)
        html = f"<figure>{shown}<figcaption>{words}</figcaption></figure>"
        return panels.plain("vue" if place else "une-noire" if dark else "une", width, html, is_news=True)

    def _dispatches(self, sheet: Sheet) -> Panel:
        lines = ""
        for number in sheet.inflow["depeches"]:
            where, what, tail = drawn(self.chance.child("depeches"), _DEPECHES, number)
            lines += f"{self.shown(f'world-depeche-{number}', 296, 130)}<h3>{where} : {what}, {tail}</h3>"
        return panels.plain("depeches", 320, f"<h4>Dépêches</h4>{lines}")

    def _films(self, sheet: Sheet) -> Panel:
        lines = ""
        for number in sheet.inflow["films"]:
            film, at, where = drawn(self.chance.child("films"), _FILMS, number)
            lines += f"<dt>{film}</dt><dd>{where}, {at}</dd>"
        return panels.plain("films", 320, f"<h4>À l’affiche</h4><dl>{lines}</dl>")

    def _letters(self, sheet: Sheet) -> Panel:
        lines = ""
        for number in sheet.inflow["courrier"]:
            who, said = drawn(self.chance.child("courrier"), _COURRIER, number)
            lines += f"<li><p>{said}</p><p class='small'>{who}</p></li>"
        return panels.plain("courrier", 320, f"<h4>Courrier</h4><ul>{lines}</ul>")

    def _again(self, sheet: Sheet) -> Panel:
        lines = "".join(f"<li>{cut(title, 6)}</li>" for title in self.echoes(sheet, "again", 5, 4))
        return panels.plain("relire", 320, f"<h4>À relire</h4><ol>{lines}</ol>")

    def _pens(self, hour: int, width: int) -> Panel:
        """Columnists with their portraits; which of them, and what they write, changes several times a day."""
        count = 3 if width < 800 else 4
        cards = ""
        for series in self.chance.shuffled(_PLUMES, "pens", hour // 5)[:count]:
            title = self.chance.pick(_HUMEURS, "mood", series, hour // 30)
            shown = self.shown(f"portrait-plume-{panels.hash_of(series)}", 150, 150)
            cards += f"<div>{shown}<h4>{series}</h4><h3>{title}</h3></div>"
        return panels.plain("plumes", width, f'<div class="cards">{cards}</div>')

    def _shop(self, hour: int) -> Panel:
        cards = ""
        for number in range(4):
            turn = self.chance.below(30, "shop", number, hour // 3)
            price = self.chance.between(9, 64, "price", turn)
            shown = self.shown(f"culture-objet-{turn}", 230, 150)
            cards += f"<div>{shown}<h3>Objet n° {turn + 1}</h3><p>{price} €</p></div>"
        return panels.plain("boutique", 1000, f'<h4>La boutique</h4><div class="cards">{cards}</div>')


TRADEPRESS = (Glasvak, LaLoge)
