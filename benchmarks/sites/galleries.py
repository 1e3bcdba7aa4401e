"""Portraits above the news: the new-born of a French hospital, over what its management decides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.feeds import Feed, Post, feeding, liked, posted, several, written
from benchmarks.sites.illustrated import Duty
from benchmarks.sites.look import SANS, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.site import Resource

_FRENCH: Mapping[str, Sequence[str]] = {
    "ou": ("en pédiatrie", "en maternité", "aux urgences", "en cardiologie", "au bloc opératoire",
           "en gériatrie",
           "en réanimation", "en oncologie", "au service de radiologie", "en consultation externe",
           "en néphrologie"),
    "porte": ("Nord", "Pasteur", "des Tilleuls", "du Parc", "B", "C"),
    "jour": ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"),
    "motif": ("une panne d’ascenseur", "plusieurs cas de rougeole", "un dégât des eaux",
              "le manque d’infirmiers",
              "des travaux sur le réseau d’oxygène", "une panne informatique", "l’épidémie de bronchiolite"),
    "prenom": ("Lina", "Gaspard", "Aya", "Malo", "Rose", "Ismaël", "Capucine", "Noé", "Inès", "Léonie",
               "Amadou",
               "Basile", "Maëlle", "Youssef", "Ambre", "Théodore", "Soline", "Elias", "Jeanne", "Côme"),
    "journal": ("Le Courrier du Val", "Radio Morin", "La Gazette des soignants", "Val Télé",
                "L’Écho des cantons"),
    "metier": ("Infirmier (H/F)", "Aide-soignant (H/F)", "Sage-femme (H/F)", "Brancardier (H/F)",
               "Cadre de santé (H/F)", "Pharmacien (H/F)", "Manipulateur radio (H/F)",
               "Secrétaire médicale (H/F)",
               "Anesthésiste (H/F)"),
    "contrat": ("CDI", "CDD de six mois", "temps partiel", "vacations de nuit", "poste à pourvoir de suite"),
    "proche": ("mon père", "ma mère", "notre fils", "ma grand-mère", "mon mari", "ma fille", "ma sœur"),
}  # fmt: skip
_TITLES = ("Visites limitées à {n} minutes {ou}", "Fermeture de {n} lits {ou}", "Ouverture de {n} lits {ou}",
           "Opérations reportées {ou} jusqu’à {jour}", "Accès modifié {ou} : entrée {porte}",
           "Grève de {jour} : service minimum {ou}", "Plan blanc : {n} patients transférés",
           "Nouveaux horaires {ou} dès {jour}", "Masque obligatoire {ou}",
           "Accouchements dirigés vers l’entrée {porte}",
           "Prises de sang sans rendez-vous jusqu’au {m} juin")  # fmt: skip
_BODIES = ("Motif de cette mesure : {motif}.",
           "La direction invoque {motif} {ou}.",
           "Les familles sont reçues à l’accueil {porte} à partir de {h} h.",
           "Le directeur des soins remercie chacun de sa patience ; en cause, {motif}.",
           "La mesure concerne {n} patients et prend effet {jour} à {h} h.")  # fmt: skip
_ADDED = ("Mise à jour : la mesure est prolongée jusqu’au {m} juin.", "Les parents ne sont pas concernés.",
          "Une cellule répond au 04 00 {n} {m}.", "Les dialyses sont maintenues.",
          "Le parking {porte} est réservé.",
          "À partir de {jour}, l’entrée {porte} rouvre.", "Deux cas nouveaux ont été confirmés {ou}.",
          "Les enfants de moins de {m} ans ne sont pas admis.",
          "Apportez le résultat d’un test de moins de {n} heures.")  # fmt: skip
_STATUSES = ("Ouvert", "Sur rendez-vous", "Urgences vitales seulement", "Fermé", "Transféré")
_ORDERS = ("Entrée {porte}", "Un visiteur par patient", "Retour à la normale le {m} juin",
           "Appelez avant de venir",
           "Visites de {h} h à 20 h", "Bâtiment {porte}, étage {k}", "Admissions closes à {h} h",
           "Renfort de {n} soignants")  # fmt: skip
_UNITS = ("Urgences adultes", "Urgences pédiatriques", "Maternité", "Centre de vaccination", "Imagerie",
          "Laboratoire",
          "Bloc opératoire")  # fmt: skip
_PRESS = ("« {n} lits {ou}, et après ? »", "« À Val Morin, {motif} : les équipes à bout »",
          "« Notre nuit {ou} avec {prenom}, interne »", "« L’hôpital rouvrira-t-il l’entrée {porte} ? »",
          "« {n} soignants formés au robot »", "« Le député interroge le ministre sur les urgences »",
          "« Visites : ce qui change {ou} »", "« {prenom}, {n} ans de brancard »")  # fmt: skip
_THANKS = ("Merci à toute l’équipe {ou}, qui a veillé {proche} pendant {n} nuits.",
           "Nous avons attendu {n} heures {ou}, mais l’accueil fut parfait.",
           "{prenom}, qui a tenu la main de {proche}, mérite une médaille.",
           "Rien à redire {ou}, sauf la soupe. Courage à vous !",
           "Je pensais au pire ; {proche} est de retour après {n} jours {ou}.",
           "Le café de l’entrée {porte} devrait ouvrir {jour} aussi.",
           "Malgré {motif}, on nous a tout expliqué {ou}.")  # fmt: skip


@dataclass(frozen=True)
class Measure:
    """What the management announced: which text, on which day, and the sentences put in since."""

    number: int
    day: int
    added: tuple[str, ...] = ()


@dataclass(frozen=True)
class Unit:
    """How a unit receives: its status and its instruction."""

    status: int = 0
    order: int = 0


class Valmorin(GeneratedSite):
    """A hospital: portraits of the new-born on top, measures of the management, letters, a table, offers, the press."""

    slug = "valmorin"
    hard = "new-born with portraits above the news by day and night, offers and the press beside it, letters amid it"
    more = 0
    look = Look(
        heading=SANS, body=SANS, paper="#ffffff", ink="#243447", muted="#7a8794", line="#dbe4ea", accent="#c2417c",
        lead_px=26, top_px=19, card="#fdf1f6",
        extra=(
            ".masthead{border-bottom:5px solid #2a7fa8}.bebes{background:#fdf1f6}.bebes figure{margin:0}"
            ".bebes .rang{display:flex;gap:12px}.bebes figcaption{font:14px/18px 'Liberation Sans';padding-top:4px}"
            ".bebes img{border-radius:12px}.mesures div{border-left:6px solid #2a7fa8;padding:2px 0 2px 12px;"
            "margin-bottom:12px}.mesures h2{margin:0}.merci{background:#f4f8fb}.merci blockquote{margin:0 0 8px;"
            "font:italic 15px/20px 'Liberation Serif'}.accueil table{border-collapse:collapse;width:100%}"
            ".accueil td{border:1px solid #dbe4ea;padding:6px 8px;font-size:14px}.emplois,.presse{background:#f7f9fa}"
            ".attente{background:#2a7fa8;color:#fff}.attente span{margin-right:26px}.don{background:#c2417c;color:#fff}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(7, 18), then=0.3, night=0.1)
    feeds: Mapping[str, Feed] = {
        "bebes": Feed(per_h=0.4, length=5, weekend=0.8),
        "emplois": Feed(per_h=0.4, length=8, busy=(8, 17), idle=0.05, weekend=0.1, leaves=0.12),
        "presse": Feed(per_h=0.16, length=4, busy=(6, 21), idle=0.15, weekend=0.6),
        "merci": Feed(per_h=0.2, length=2, busy=(7, 23), idle=0.2, weekend=1.3),
    }

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        told = [Measure(-number, -number, (self._added(-number),)) for number in range(1, 4)]
        units = [Unit(self.chance.below(2, "status", seat), -seat) for seat in range(len(_UNITS))]
        for hour, at, posts in feeding(self.feeds, self.chance.child("feeds"), hours):
            pace = self.duty.at(at) if hour else 0.0
            if self.chance.happens(0.24 * pace, "measure", hour):
                told = self._decided(told, hour)
            if self.chance.happens(0.14 * pace, "unit", hour):
                seat = self.chance.below(len(units), "which", hour)
                status = units[seat].status
                if self.chance.happens(0.6, "status too", hour):
                    status = self.chance.below(len(_STATUSES), "to", hour)
                units[seat] = Unit(status, hour)
            news = (
                *(" ".join(self._measure(item)) for item in told),
                *(" ".join(self._unit(seat, item)) for seat, item in enumerate(units)),
            )
            yield PageState(rows=tuple(self._page(told, units, posts, hour, at)), news=news)

    def _decided(self, old: Sequence[Measure], hour: int) -> list[Measure]:
        """Another measure, a sentence more in one that stands, or one less."""
        what = self.chance.number("what", hour)
        place = self.chance.below(len(old), "place", hour)
        if what < 0.45 or len(old) < 2:
            return [Measure(hour, hour // 24), *old[:3]]
        if what < 0.6:
            return [*old[:place], *old[place + 1 :]]
        item = old[place]
        new = self._added(hour)
        lines = [*(words for words in item.added if words[:12] != new[:12]), new]
        kept = lines[-2:] if self.chance.happens(0.6, "kept", hour) else lines[-3:]
        return [*old[:place], replace(item, added=tuple(kept)), *old[place + 1 :]]

    def _added(self, number: int) -> str:
        return written(self.chance.child("added", number), _ADDED, _FRENCH)

    def _measure(self, item: Measure) -> tuple[str, str]:
        draw = self.chance.child("measure", item.number)
        title = written(draw, _TITLES, _FRENCH)
        return title, " ".join((written(draw.child("body"), _BODIES, _FRENCH), *item.added))

    def _unit(self, seat: int, item: Unit) -> tuple[str, str, str]:
        draw = self.chance.child("order", seat, item.order)
        order = written(draw, _ORDERS, {**_FRENCH, "k": ("1", "2", "3", "4")})
        return _UNITS[seat], _STATUSES[item.status], order

    def _page(
        self, told: Sequence[Measure], units: Sequence[Unit], posts: Mapping[str, Sequence[Post]], hour: int,
        at: datetime,
    ) -> list[Row]:  # fmt: skip
        left = [self._measures(told), self._merci(posts["merci"], hour), self._reception(units)]
        right = [self._jobs(posts["emplois"], hour), self._press(posts["presse"], hour)]
        rows = [
            row(panels.masthead("Centre hospitalier du Val Morin", 1000, f"{at:%d/%m/%Y, %H h}", height=66)),
            row(self._waiting(hour)),
            row(self._babies(posts["bebes"], hour)),
            row(left, right, tag="main"),
            row(
                panels.plain(
                    "bas", 1000, '<p class="small">Plan d’accès · Marchés publics · Mentions légales</p>'
                )
            ),
        ]
        if self.chance.happens(0.3, "blood", hour // 9):
            height = self.chance.pick((46, 80), "tall", hour // 9)
            rows.insert(2, row(panels.strip("Donnez votre sang au rez-de-chaussée", height, name="don")))
        return rows

    def _babies(self, posts: Sequence[Post], hour: int) -> Panel:
        cards = ""
        for item in posts:
            draw = self.chance.child("baby", item.number)
            born = STARTS_AT + timedelta(hours=item.began, minutes=-draw.between(70, 300, "minutes"))
            grams = 10 * draw.between(231, 425, "grams")
            words = f"<b>{draw.pick(_FRENCH['prenom'], 'name')}</b>, {grams // 1000} kg {grams % 1000:03d}"
            cards += (
                f'<figure><img src="/bebe/{item.number}.svg" width="184" height="150" alt=""><figcaption>{words}<br>'
                f"le {born:%d/%m} à {born:%H h %M} · ♥ {liked(draw, hour, item.began, 160)}</figcaption></figure>"
            )
        return panels.plain("bebes", 1000, f'<h4>Bienvenue à eux</h4><div class="rang">{cards}</div>')

    def _measures(self, told: Sequence[Measure]) -> Panel:
        blocks = ""
        for item in told:
            title, body = self._measure(item)
            day = STARTS_AT + timedelta(days=item.day)
            blocks += f'<div><h2>{title}</h2><p>{body}</p><p class="small">Publié le {day:%d/%m}</p></div>'
        return panels.plain("mesures", 620, f"<h4>Informations de la direction</h4>{blocks}", is_news=True)

    def _merci(self, posts: Sequence[Post], hour: int) -> Panel:
        """What patients write; each letter as long as a notice."""
        lines = ""
        for item in posts:
            draw = self.chance.child("letter", item.number)
            words = several(draw, _THANKS, _FRENCH, draw.pick((1, 2), "many"))
            age = max(1, hour - item.began)
            by = f"{draw.pick(_FRENCH['prenom'], 'by')}, il y a {age} h, utile à {liked(draw, hour, item.began, 40)}"
            lines += f'<blockquote>{words[0].upper()}{words[1:]}</blockquote><p class="small">{by}</p>'
        return panels.plain("merci", 620, f"<h4>Vous nous écrivez</h4>{lines}")

    def _reception(self, units: Sequence[Unit]) -> Panel:
        lines = "".join(
            f"<tr>{''.join(f'<td>{cell}</td>' for cell in self._unit(seat, item))}</tr>"
            for seat, item in enumerate(units)
        )
        return panels.plain(
            "accueil", 620, f"<h4>Accueil des services</h4><table>{lines}</table>", is_news=True
        )

    def _jobs(self, posts: Sequence[Post], hour: int) -> Panel:
        lines = ""
        for item in posts:
            draw = self.chance.child("job", item.number)
            words = written(draw, ("{metier} {ou}, {contrat}", "{metier}, {contrat}, {ou}"), _FRENCH)
            lines += f'<li><h3><a href="{ORIGIN}/emploi/{item.number + 400}">{words}</a></h3></li>'
        seen = f"{self.chance.between(20, 400, 'seen', hour)} candidats en ligne"
        return panels.plain(
            "emplois", 380, f"<h4>Nous recrutons</h4><ul>{lines}</ul><p class='small'>{seen}</p>"
        )

    def _press(self, posts: Sequence[Post], hour: int) -> Panel:
        lines = ""
        for item in posts:
            draw = self.chance.child("press", item.number)
            words = posted(self.chance.child("presse"), item.number, _PRESS, _FRENCH)
            paper = f"{draw.pick(_FRENCH['journal'], 'paper')}, il y a {max(1, hour - item.began)} h"
            lines += f'<li><h3>{words}</h3><p class="small">{paper}</p></li>'
        return panels.plain("presse", 380, f"<h4>La presse en parle</h4><ul>{lines}</ul>")

    def _waiting(self, hour: int) -> Panel:
        names = ("Urgences", "Radiologie", "Prélèvements", "Standard", "Parking")
        cells = "".join(
            f"<span>{name} {self.chance.between(4, 190, 'wait', name, hour)} min</span>" for name in names
        )
        return panels.plain("attente", 1000, f"<p>Attente : {cells}</p>")

    def picture(self, path: str) -> Resource | None:
        """The portraits of the new-born too: a face in a blanket, in a cot of some colour."""
        if not path.startswith("/bebe/"):
            return super().picture(path)
        draw = self.chance.child("portrait", path)
        skin = draw.pick(("#f6d3bd", "#eec1a0", "#c98f66", "#8d5a3b", "#f2b8a6"), "skin")
        cot = draw.pick(("#d7ecf5", "#f9dfe9", "#e7f2d8", "#fff1cf", "#e4def2"), "cot")
        cap = draw.pick(("#ffffff", "#7fb7d6", "#e59ab5", "#f0c75e", "#9ac28a"), "cap")
        x, y, tilt = draw.between(150, 220, "x"), draw.between(110, 150, "y"), draw.between(-28, 28, "tilt")
        drawn = (
            f'<rect width="368" height="300" fill="{cot}"/><g transform="rotate({tilt} {x} {y})">'
            f'<ellipse cx="{x}" cy="{y + 130}" rx="110" ry="105" fill="{cap}" stroke="#b9c4cc" stroke-width="3"/>'
            f'<circle cx="{x}" cy="{y - 14}" r="74" fill="{cap}"/><circle cx="{x}" cy="{y}" r="66" fill="{skin}"/>'
            f'<path d="M{x - 38} {y}q13 12 26 0M{x + 12} {y}q13 12 26 0M{x - 12} {y + 34}q12 9 24 0" '
            'fill="none" stroke="#5b3a2e" stroke-width="4"/></g>'
        )
        head = '<svg xmlns="http://www.w3.org/2000/svg" width="368" height="300" viewBox="0 0 368 300">'
        return Resource("image/svg+xml", f"{head}{drawn}</svg>".encode())


GALLERIES = (Valmorin,)
