"""A page much of which is renewed each day: a French regional daily, whose briefing of six o'clock is news.

Its other daily sections are written anew at their hours and are none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.almanacs import Daily, Entry, Lines, at_first, kept_up, table
from benchmarks.sites.feeds import Feed, Post, feeding, liked, posted, several, written
from benchmarks.sites.illustrated import Duty
from benchmarks.sites.look import SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.chance import Chance


@dataclass(frozen=True, kw_only=True)
class Renewed:
    """A section that is written anew at its hour: its heading, and so many lines of these patterns under a title."""

    name: str
    head: str
    daily: Daily
    lines: Sequence[str]
    many: int = 1
    titles: Sequence[str] = ()
    tag: str = "p"
    photo: str = ""
    answer: str = ""  # what the answer to the last riddle is called

    def panel(self, chance: Chance, at: datetime, width: int, words: Mapping[str, Sequence[str]]) -> Panel:
        """How it reads at this hour."""
        issue = self.daily.issue(at)
        html = f"<h4>{self.head}</h4>"
        if self.photo:
            html += panels.image(f"{self.photo}-{self.name}-{issue}", width - 24, 150)
        if self.titles:
            html += f"<h2>{posted(chance.child('title', self.name), issue, self.titles, words)}</h2>"
        return panels.plain(self.name, width, html + self._words(chance, at, words))

    def _words(self, chance: Chance, at: datetime, words: Mapping[str, Sequence[str]]) -> str:
        issue = self.daily.issue(at)
        if self.many == 1:
            first, *rest = posted(chance.child(self.name), issue, self.lines, words).split("|")
            if self.answer:
                old = self.daily.issue(self.daily.began(at) - timedelta(hours=1))
                rest = [
                    f"{self.answer} {posted(chance.child(self.name), old, self.lines, words).split('|')[1]}."
                ]
            return f"<h2>{first}</h2><p>{'</p><p>'.join(rest)}</p>"
        draw = chance.child(self.name, issue)
        order = draw.shuffled(self.lines, "order")[: self.many] if self.many < len(self.lines) else self.lines
        lines = [written(draw.child(n), (line,), words) for n, line in enumerate(order)]
        if self.tag == "td":
            return table([line.split("|") for line in lines])
        return "".join(f"<{self.tag}>{line[0].upper()}{line[1:]}</{self.tag}>" for line in lines)


_JOURS = ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche")
_PAYS: Mapping[str, Sequence[str]] = {
    "v": ("Valmontagne", "Saint-Orens", "Roquebrune-sur-Lère", "Castelmaur", "Brissac-le-Haut", "Montfaucon",
          "Aigueperse", "Pont-de-Lère", "Sainte-Foy", "Villemagne", "Lauzières", "Cessac"),
    "j": _JOURS,
    "q": ("le maire", "la préfète", "une collégienne", "le procureur", "un apiculteur", "la présidente de région",
          "un chauffeur routier", "une infirmière", "le club de rugby", "un retraité", "la cheffe des pompiers"),
    "o": ("la scierie", "l’hôpital", "la ligne de train", "le collège", "la laiterie", "le barrage", "la halle",
          "le viaduc", "la gendarmerie", "la piscine", "l’usine de gants"),
    "plat": ("Gratin de blettes", "Poulet à l’estragon", "Tarte aux oignons", "Truite aux amandes", "Soupe au pistou",
    "Aligot",
             "Clafoutis", "Navarin d’agneau", "Flan de courgettes", "Omelette aux cèpes", "Pain perdu",
             "Lentilles au lard"),
    "tour": ("du dimanche", "de Tante Odile", "comme au pays", "en vingt minutes", "sans four", "des vendangeurs",
    "au thym"),
    "f1": ("Grand concours|divertissement", "Coup de théâtre|film", "Camping sauvage|comédie",
    "Mademoiselle Lenoir|série"),
    "f2": ("L’Affaire Bonnard|téléfilm", "Sous la glace|série", "Débat : l’école|magazine",
    "Rendez-vous gare de l’Est|film"),
    "f3": ("Enquêtes au lavoir|série", "Secrets de châteaux|magazine", "Les Bâtisseurs du vide|film",
    "Le Bal des pompiers|téléfilm"),
    "f4": ("Nuits blanches à Trieste|film", "Le Chant des baleines|documentaire", "Don Giovanni|opéra",
    "Une île sans nom|film"),
    "f5": ("Ma maison en ruine|magazine", "Pâtissiers d’un soir|concours", "Zone rouge|série",
    "Le Dernier Alpage|film"),
    "f6": ("Le doute et l’hôpital|documentaire", "La grande forêt|documentaire", "Vins et vignerons|magazine"),
    "f7": ("Rugby : le retour du match|sport", "Veillée à la ferme|débat", "Archives de la vallée|documentaire"),
    "p": ("Lacaze", "du Viaduc", "Bertrandy", "des Arcades", "Montagné", "du Foirail", "Delpech"),
}  # fmt: skip
_TITRES = (
    "À {v}, {o} ferme ses portes {j}", "{n} salariés en grève devant {o} de {v}", "{v} : {q} en garde à vue",
    "Incendie à {v} : {n} personnes évacuées", "{o} de {v} sauvée par {n} actionnaires",
    "{v} : {q} tire la sonnette d’alarme",
    "Glissement de terrain entre {v} et la vallée", "Élections : {q} renonce à {v}",
    "Pollution de la Lère : {o} mise en cause",
    "{v} : {n} millions d’euros pour {o}", "Procès de {v} : {q} à la barre {j}", "Loups : {n} brebis tuées près de {v}",
    "Disparition à {v} : les recherches reprennent {j}", "Médecins : {v} n’en aura plus que deux",
    "{v} : un obus dans {o}",
)  # fmt: skip
_CHAPOS = (
    "Selon nos informations, {q} parle depuis des semaines.",
    "Les habitants de {v} se réunissent {j} à {h} heures.",
    "Cela fait {m} ans que {o} inquiète la vallée.", "« Nous n’avons rien vu venir », confie {q}.",
    "Une enquête est ouverte ; {o} reste sous surveillance.", "La route de {v} restera coupée jusqu’à {j}.",
    "Le coût est estimé à {n} millions d’euros.", "Dans un communiqué, {q} évoque « une décision difficile ».",
)  # fmt: skip
_SUITES = ("Mise à jour : {q} réagit.", "Mise à jour : le bilan passe à {n}.",
    "Précision : l’audience est fixée à {j}.",
           "Rectificatif : il s’agit de {v}.", "Mise à jour : accord trouvé à {h} heures.",
           "{o} rouvrira {j}.")  # fmt: skip
_FIL = (
    "Accident à {v}, un blessé grave", "Coupure d’eau à {v} jusqu’à {h} heures", "{q} reçu à Matignon {j}",
    "Rugby : {v} s’impose {n}-{m}",
    "Vol de cuivre : {o} de {v} à l’arrêt", "Orages : {n} foyers sans courant à {v}", "Cambriolage déjoué à {v}",
    "{v} : conseil municipal reporté à {j}", "Bouchon de {m} km vers {v}", "Incendie de broussailles maîtrisé à {v}",
    "{o} de {v} : le préavis est levé", "{n} kg de cannabis saisis à {v}", "Un ours filmé au-dessus de {v}",
)  # fmt: skip
_POINT = (
    "Le tribunal dira {j} si {o} de {v} peut rouvrir.", "À {v}, {n} classes sont menacées de fermeture à la rentrée.",
    "Le conseil départemental vote {m} millions et sauve {o}.", "Météo-France maintient l’alerte crues pour {v}.",
    "Les cheminots appellent à la grève {j} : un train sur deux vers {v}.",
    "{q} répond en direct à nos lecteurs à {h} heures.",
    "Le prix du lait baisse de {m} %, les éleveurs de {v} se mobilisent.", "Le pont de {v} est fermé aux poids lourds.",
)  # fmt: skip
_SAINTS = ("Saint Sylvain", "Sainte Judith", "Sainte Prudence", "Sainte Gisèle", "Saint Désiré", "Saint Pacôme",
    "Sainte Solange",
           "Sainte Estelle", "Saint Achille", "Sainte Rolande", "Saint Matthias", "Sainte Denise", "Saint Honoré",
           "Saint Yves",
           "Saint Bernardin", "Saint Constantin", "Saint Émile", "Saint Didier")  # fmt: skip
_DICTONS = ("{j} de mai sans rosée, vendange ratée.", "Brouillard à {v}, soleil à midi.",
    "Mai frais et venteux rend l’an heureux.",
            "Quand la Lère chante, range ta serpe.", "Pluie du {m}, foin à demi.",
            "Hirondelle basse, orage passe.")  # fmt: skip
_SIGNES = ("Bélier", "Taureau", "Gémeaux", "Cancer", "Lion", "Vierge", "Balance", "Scorpion", "Sagittaire",
    "Capricorne",
           "Verseau", "Poissons")  # fmt: skip
_ASTRES = (
    "Un appel reçu vers {h} heures change vos plans.", "Vénus vous rend bavard ; écoutez aussi.",
    "Au travail, ne signez rien avant {j}.",
    "La Lune favorise les retrouvailles.", "Méfiez-vous d’une dépense inutile.",
    "Vous aurez le dernier mot, sans élever la voix.",
    "Côté cœur, une vieille lettre refait surface.", "Chiffre porte-bonheur : {n}.",
    "Forme excellente, surtout le matin.",
    "Un collègue vous doit des excuses.", "Mercure brouille les messages ; relisez-vous.",
    "Dormez, la nuit portera conseil.",
    "Ce {j} sera votre jour.", "Un enfant vous fera rire aux larmes.",
)  # fmt: skip
_MOTS = ("baguenauder|flâner sans but", "carabistouille|propos sans valeur", "drache|pluie battante",
    "escogriffe|homme grand et mal bâti",
         "faribole|chose frivole", "goguenard|moqueur", "hurluberlu|étourdi", "matois|rusé", "nitescence|lueur douce",
         "pusillanime|qui manque d’audace", "rastaquouère|étranger au luxe suspect", "sagace|perspicace",
         "tintamarre|grand bruit",
         "vespéral|du soir", "zéphyr|vent tiède", "billevesée|idée creuse", "amphigouri|discours obscur")  # fmt: skip
_GESTES = (
    "Faites revenir {m} minutes à feu doux, sans colorer.", "Ajoutez {n} cl de crème et remuez.",
    "Salez, poivrez, couvrez.",
    "Préchauffez le four à {m}0 degrés.", "Émincez finement les oignons et l’ail.",
    "Laissez reposer {n} minutes sous un linge.",
    "Battez les œufs avec une pincée de muscade.", "Déglacez avec un verre de vin blanc.",
    "Servez aussitôt, avec une salade.",
    "Parsemez de persil et de {m} g de fromage râpé.", "Réservez au frais jusqu’au soir.",
)  # fmt: skip
_QUIZ = ("Quelle est la capitale de la Mongolie ?|Oulan-Bator", "Combien de cordes a un alto ?|Quatre",
    "Qui a peint « Guernica » ?|Picasso",
         "Quel métal est liquide à 20 degrés ?|Le mercure", "Où coule la Vistule ?|En Pologne",
         "Quel roi est mort en 1715 ?|Louis XIV",
         "Que mesure un anémomètre ?|Le vent", "Qui a écrit « La Curée » ?|Zola", "Quel os est le plus long ?|Le fémur",
         "Combien de joueurs au rugby à sept ?|Sept", "Quelle mer borde Odessa ?|La mer Noire",
         "Que fabrique un luthier ?|Des violons",
         "Quelle planète a pour lune Titan ?|Saturne")  # fmt: skip
_SOIR = ("21.05|TF1|{f1}", "21.10|France 2|{f2}", "21.05|France 3|{f3}", "20.50|Arte|{f4}", "21.10|M6|{f5}",
         "21.00|France 5|{f6}", "21.15|Canal Lère|{f7}")  # fmt: skip
_GARDE = (
    "{v}|Pharmacie {p}|{h}, place du Marché",
    "{v}|Pharmacie {p}|{n}, avenue de la Gare",
    "{v}|Pharmacie {p}|{m}, rue Haute",
)
_VIEUX = ("Nos plus beaux villages vus du ciel", "Dix randonnées pour débuter", "Le secret des couteliers",
    "Elle élève des yacks",
          "Refaire ses volets soi-même", "L’abbaye qui chante", "La vallée en 1900",
          "Vivre à cinq sans voiture")  # fmt: skip
_VOIX = ("Toujours les mêmes qui paient, à {v} comme ailleurs.", "Bravo à {q} !",
    "J’habite {v} depuis {n} ans, jamais vu ça.",
         "Et {o}, on en parle quand ?", "Rendez-vous {j} devant la mairie.", "Article très clair, merci.",
         "Encore {n} millions…")  # fmt: skip
_IDEES = (
    "Ce que {o} dit de nous",
    "Pour {v}, il est encore temps",
    "Billet : {q} et moi",
    "Éditorial : la colère de {v}",
    "Lettre à {q}",
)


_DAILY_FR = (
    Renewed(name="saint", head="Éphéméride", daily=Daily(4), lines=_DICTONS, many=2, titles=_SAINTS),
    Renewed(name="mot", head="Le mot du jour", daily=Daily(8), lines=_MOTS),
    Renewed(name="recette", head="La recette", daily=Daily(11), lines=_GESTES, many=8, titles=("{plat} {tour}",),
            photo="hall"),
    Renewed(name="quiz", head="Le quiz de midi", daily=Daily(12), lines=_QUIZ, answer="Réponse d’hier :"),
    Renewed(name="soir", head="Ce soir à la télévision", daily=Daily(17), lines=_SOIR, many=7, tag="td"),
    Renewed(name="garde", head="Pharmacies de garde", daily=Daily(19), lines=_GARDE, many=3, tag="td"),
)  # fmt: skip


@dataclass(frozen=True)
class Briefing:
    """A morning's briefing: of which day, what led then and the day before, and what was corrected since."""

    issue: int
    lead: str
    before: str
    said: tuple[int, ...] = ()


class Eclaireur(GeneratedSite):
    """A regional daily: a lead, a wire, a briefing at six; stars, recipes and television renewed daily."""

    slug = "eclaireur"
    hard = (
        "French; a briefing renewed daily is news; stars, a recipe, a quiz, television renewed daily are not"
    )
    look = Look(
        heading=SERIF, body=SERIF, paper="#fffdf8", ink="#1d1a16", muted="#7d756a", line="#ddd4c5", accent="#a3201d",
        lead_px=33,
        extra=(
            ".masthead{border-bottom:3px double #1d1a16}table{width:100%;border-collapse:collapse}td{border-bottom:1px "
            "solid #ddd4c5;padding:5px 8px 4px 0;vertical-align:top}.point,.horoscope,.quiz{background:#f6efe2}"
            ".point p,"
            ".recette p{margin-bottom:6px}.horoscope div{display:grid;grid-template-columns:1fr 1fr;gap:8px 20px}.trois"
            "{display:flex;gap:16px}.trois div{flex:1 1 0;min-width:0;border-top:2px solid #a3201d;padding-top:6px}"
            ".fil td:first-child{white-space:nowrap}.mot{background:#1d1a16;color:#fffdf8}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(6, 22), off=(), night=0.15)
    feeds: Mapping[str, Feed] = {
        "voix": Feed(per_h=0.7, length=4, busy=(7, 23), idle=0.2),
        "idees": Feed(per_h=0.05, length=3, busy=(9, 20), idle=0.05),
    }

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        leads, wire = at_first(4, 6), at_first(8, 3)
        point = Briefing(0, self._lead(leads[0])[0], self._lead(leads[1])[0])
        for hour, at, posts in feeding(self.feeds, self.chance.child("feeds"), hours):
            pace = self.duty.at(at) if hour else 0.0
            if self.chance.happens(0.15 * pace, "leads", hour):
                leads = kept_up(leads, hour, self.chance.child("lead", hour), 4)
            if self.chance.happens(0.19 * pace, "wire", hour):
                wire = [Entry(wire[0].number + 1, hour), *wire[:7]]
            if hour and at.hour == 6:
                point = Briefing(Daily(6).issue(at), self._lead(leads[0])[0], point.lead)
            elif self.chance.happens(0.05 * pace, "corrected", hour):
                point = replace(point, said=(*point.said, hour))
            now = (
                [self._lead(item) for item in leads],
                [self._brief(item) for item in wire],
                [self._point(point)],
            )
            news = tuple(" ".join(words) for part in now for words in part)
            ideas = [posted(self.chance.child("idea"), item.number, _IDEES, _PAYS) for item in posts["idees"]]
            side = [*self._daily(at), self._voices(posts["voix"], hour), self._ideas(ideas)]
            rows = self._page(now, f"city-une-{leads[0].number}", side, hour, at)
            yield PageState(rows=tuple(rows), news=news, secondary=tuple(ideas))

    def _lead(self, item: Entry) -> tuple[str, ...]:
        title = posted(self.chance.child("title"), item.number, _TITRES, _PAYS)
        words = several(self.chance.child("said", item.number), _CHAPOS, _PAYS, 2)
        return title, words, *(posted(self.chance.child("more"), n, _SUITES, _PAYS) for n in item.added)

    def _brief(self, item: Entry) -> tuple[str, ...]:
        at = STARTS_AT + timedelta(hours=item.began)
        words = posted(self.chance.child("brief"), item.number, _FIL, _PAYS)
        return f"{at.hour} h {self.chance.below(60, 'minute', item.number):02d}", words

    def _point(self, point: Briefing) -> tuple[str, ...]:
        day = _JOURS[point.issue % 7]
        words = [posted(self.chance.child("point"), 3 * point.issue + n, _POINT, _PAYS) for n in range(3)]
        late = [posted(self.chance.child("corrected"), n, _SUITES, _PAYS) for n in point.said]
        return f"À la une ce {day} : {point.lead}.", *words, f"Nous y revenons : {point.before}.", *late

    def _page(
        self, now: Sequence[Lines], picture: str, side: Sequence[Panel], hour: int, at: datetime
    ) -> list[Row]:
        lead, *tops = now[0]
        html = f"{panels.image(picture, 616, 300)}<h1>{lead[0]}</h1><p>{'</p><p>'.join(lead[1:])}</p>"
        cards = "".join(f"<div><h2>{title}</h2><p>{' '.join(rest)}</p></div>" for title, *rest in tops)
        first = panels.plain("une", 640, f'{html}<div class="trois">{cards}</div>', is_news=True)
        wire = panels.plain("fil", 360, f"<h4>Le fil</h4>{table(now[1])}", is_news=True)
        html = f"<h4>Le point de 6 heures</h4><p>{'</p><p>'.join(now[2][0])}</p>"
        point = panels.plain("point", 640, html, is_news=True)
        tall = self.chance.pick((120, 180, 260), "advert", hour)
        sold = panels.advert(self.adverts.advert("side", 60 * hour, 320, tall), "pub", 360)
        saint, word, recipe, quiz, tonight, chemists, stars, voices, ideas = side
        left = [first, point, stars, recipe, voices]
        right = [saint, wire, sold, tonight, word, quiz, chemists, ideas, self._read(hour)]
        if self.chance.happens(0.35, "turned", hour // 5):
            right = [wire, quiz, saint, word, sold, chemists, tonight, ideas, self._read(hour)]
        here = self.chance.between(300, 9_000, "here", hour)
        note = f"{_JOURS[at.weekday()]} {at:%d/%m/%Y} · {here} lecteurs en ligne"
        band = self.adverts.advert("top", 60 * hour, 970, self.chance.pick((90, 160), "px", hour))
        foot = '<p class="small">Abonnements · Avis de décès · Contacts</p>'
        shown = self.chance.happens(0.6, "band", hour // 2)
        return [
            *([row(panels.advert(band, "bandeau", 1000))] if shown else []),
            row(panels.masthead("L’Éclaireur de Valmontagne", 1000, note, height=72), tag="header"),
            row(left, right, tag="main"),
            row(panels.recommended(self.chance, hour // 2, 1000, 4, "À lire aussi", titles=_VIEUX)),
            row(panels.plain("pied", 1000, foot), tag="footer"),
        ]

    def _daily(self, at: datetime) -> list[Panel]:
        """What is renewed each day, and the stars at five."""
        wide = {"recette": 640}
        found = [item.panel(self.chance, at, wide.get(item.name, 360), _PAYS) for item in _DAILY_FR]
        draw = self.chance.child("stars", Daily(5).issue(at))
        signs = ((sign, several(draw.child(sign), _ASTRES, _PAYS, 2)) for sign in _SIGNES)
        lines = "".join(f"<p><b>{sign}</b> {words}</p>" for sign, words in signs)
        return [*found, panels.plain("horoscope", 640, f"<h4>Votre horoscope</h4><div>{lines}</div>")]

    def _voices(self, posts: Sequence[Post], hour: int) -> Panel:
        lines = ""
        for item in posts:
            likes = liked(self.chance.child("likes", item.number), hour, item.began, 200)
            words = posted(self.chance.child("voice"), item.number, _VOIX, _PAYS)
            age = f"il y a {max(1, hour - item.began)} h · {likes} j’aime"
            lines += f'<li>{words}<p class="small">{age}</p></li>'
        return panels.plain("voix", 640, f"<h4>Vos réactions</h4><ul>{lines}</ul>")

    def _ideas(self, ideas: Sequence[str]) -> Panel:
        return panels.plain("idees", 360, f"<h4>Idées</h4>{''.join(f'<h3>{words}</h3>' for words in ideas)}")

    def _read(self, hour: int) -> Panel:
        order = self.chance.shuffled(range(60), "read", hour)[:5]
        lines = "".join(f"<li>{posted(self.chance.child('old'), n, _TITRES, _PAYS)}</li>" for n in order)
        return panels.plain("lus", 360, f"<h4>Les plus lus</h4><ol>{lines}</ol>")


MORNINGS = (Eclaireur,)
