"""What may be known of us: a French authority for data and its decisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.look import SANS, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_BREACHES = ("conservation excessive des données", "défaut de sécurité", "prospection sans consentement",
             "refus du droit d’accès", "vidéosurveillance permanente de salariés", "dépôt de traceurs sans accord",
             "absence d’analyse d’impact", "transfert hors de l’Union", "fichage d’opinions politiques",
             "mots de passe stockés en clair", "violation notifiée hors délai")  # fmt: skip
_BODIES = ("Hôtels Belrive", "Commune de Saint-Aubray", "Mutuelle Corail", "Kiboo SAS", "Clinique des Tilleuls",
           "Librairies Passerelle", "Ministère de la Jeunesse", "Assurances Védrine", "Pizzeria en ligne Tondo",
           "Régie Transvalis", "Cabinet Roussel & Fils", "Université de Brenne", "Agence Matrimonia",
           "Banque du Levant", "Jouets Marmouset")  # fmt: skip
_ACTS = ("amende de {m} euros", "mise en demeure sous {n} jours", "rappel à l’ordre",
         "injonction sous astreinte de {n}00 euros", "interdiction temporaire du traitement")  # fmt: skip
_FATES = (
    "",
    "recours devant le Conseil d’État",
    "clôturée",
    "décision anonymisée",
    "astreinte liquidée : {n} 000 euros",
)
_FRONT = (
    ("Reconnaissance faciale : la Commission dit non à {b}",
     "L’expérimentation devait débuter dans {n} gares. L’avis est rendu public."),
    ("Fuite de données, {b} : {n} 000 personnes concernées",
     "Une mission de contrôle a été dépêchée dans les locaux."),
    ("Dossier médical : {k} manquements relevés", "La formation restreinte examinera l’affaire {b} le {d} mai."),
    ("Rapport annuel : {n} 214 plaintes en un an",
     "Le nombre de sanctions a été multiplié par {k}, celui des agents reste stable."),
    ("Caméras augmentées : consultation jusqu’au {d} juin", "Le projet de recommandation tient en {n} points."),
    ("La présidente auditionnée au Sénat", "Elle a demandé {n} postes et un pouvoir d’astreinte renforcé."),
    ("Moteurs d’IA : les fiches pratiques sont adoptées", "Elles précisent l’intérêt légitime en {k} étapes."),
    ("Le Conseil d’État confirme la sanction de {b}",
     "Le montant est ramené à {n} 000 euros, les griefs sont maintenus."),
    ("Contrôles 2026 : les {k} thèmes prioritaires",
     "Applications de crèches, locations de trottinettes et régies publicitaires."),
    ("Élections : des SMS envoyés sans base légale", "{n} signalements ont été reçus, {k} partis sont mis en cause."),
    ("Accord européen sur l’âge en ligne", "Les {n} autorités réunies publient une position commune."),
)  # fmt: skip
_ADDED = ("Le communiqué a été complété : {b} dispose de {n} jours pour répondre.",
          "Mise à jour : la délibération est en ligne.", "Rectificatif : lire {n} et non {k} au troisième point.",
          "La société {b} annonce un recours.")  # fmt: skip
_TOOLS = ("Modèle de registre", "Générateur de mentions", "Logiciel PIA", "MOOC : l’atelier",
          "Guide des sous-traitants", "Jeu de cartes en famille", "Cookies : testez-vous", "Kit de l’employeur",
          "Le bac à sable", "Affiches pour la classe")  # fmt: skip
_WHYS = ("Mon employeur peut-il lire mes courriels ?", "Comment sortir d’un annuaire ?",
         "Une photo de moi circule, que faire ?", "Combien de temps garder un CV ?", "Le voisin filme la rue",
         "Qui peut lire mon dossier médical ?", "Comment répondre à un hameçonnage ?",
         "Puis-je refuser la biométrie à la cantine ?", "Qu’est-ce qu’un traceur ?",
         "Dois-je désigner un délégué ?")  # fmt: skip
_TERMS = (("Pseudonymat", "remplacer un nom par un code réversible"), ("Finalité", "le but pour lequel on collecte"),
          ("Traceur", "petit fichier qui vous suit"), ("Minimisation", "ne prendre que le nécessaire"), ("Portabilité",
          "partir avec ses données"), ("Opposition", "dire non, même après coup"))  # fmt: skip
_JOBS = ("Juriste santé", "Ingénieur audit", "Chargée de plaintes", "Stage en affaires européennes", "Développeuse",
         "Assistant de direction")  # fmt: skip


@dataclass(frozen=True)
class Ruling:
    """A decision: its number and what became of it."""

    number: int
    fate: int = 0


class Vieprivee(GeneratedSite):
    """An authority: a statement with its photograph, decisions in a table, below tools, questions and seminars."""

    slug = "vieprivee"
    hard = "French; a word or an amount changes in a table of decisions, under tools and questions dealt anew each hour"
    more = 0
    look = Look(
        heading=WIDE, body=SANS, paper="#ffffff", ink="#14213d", muted="#6c7488", line="#d7dce8", accent="#c1443c",
        lead_px=25, top_px=17, card="#eef1f8",
        extra=(
            ".masthead{border-bottom:6px solid #f2c230}"
            ".onglets{background:#14213d;color:#fff}.onglets span{margin-right:30px}"
            "h4{text-transform:none}.une{background:#eef1f8}"
            ".une em{display:block;font:15px/21px 'Liberation Sans';color:#c1443c}"
            ".actes table{border-collapse:collapse;width:100%}"
            ".actes td{border-bottom:1px solid #d7dce8;padding:7px 8px 7px 0;"
            "vertical-align:top;font-size:14px;line-height:19px}"
            ".actes td:first-child{white-space:nowrap}.actes i{font:bold 12px/16px 'Liberation Sans';color:#c1443c}"
            ".outils .cards>div{background:#14213d;color:#fff;padding:0 0 10px}"
            ".outils h3{padding:0 10px;font-size:14px}"
            ".faq li:nth-child(odd){background:#f7f8fc}.mot{background:#f2c230}"
            ".attente b{font:bold 28px/34px 'DejaVu Sans'}"
            ".bandeau{background:#c1443c;color:#fff}.dialogue{background:#fff;border:3px solid #14213d}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(6, 16), then=0.02, night=0.02)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        rulings = [Ruling(number) for number in range(7, 0, -1)]
        lead, added, photo = 0, 0, 0
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            what = self.chance.number("does", hour) / max(self.duty.at(at), 0.001) if hour else 1.0
            if what < 0.13:
                rulings = [Ruling(rulings[0].number + 1), *rulings[:-1]]
            elif what < 0.22:
                place = self.chance.below(len(rulings), "fate of", hour)
                rulings[place] = replace(rulings[place], fate=rulings[place].fate + 1)
            elif what < 0.3:
                lead, added = lead + 1, 0
                photo = photo if self.chance.happens(0.4, "old photograph", hour) else lead
            elif what < 0.36:
                added += 1
            elif what < 0.42:
                photo = 100 + hour
            front, table = self._front(lead, added), [self._ruling(item) for item in rulings]
            yield PageState(
                rows=tuple(self._page(front, photo, table, hour, at)),
                news=(*front, *table),
                overlays=self._dialog(hour),
            )

    def _front(self, lead: int, added: int) -> tuple[str, ...]:
        number, body = told(self.chance.child("front"), ([str(k) for k in range(len(_FRONT))], _BODIES), lead)
        draw = self.chance.child("fronts", lead)
        shared = {
            "b": body,
            "k": draw.between(3, 9, "k"),
            "d": draw.between(12, 30, "d"),
            "n": draw.between(11, 89, "n"),
        }
        words = [text.format(**shared) for text in _FRONT[int(number)]]
        words += [
            _ADDED[(lead + turn) % len(_ADDED)].format(**{**shared, "n": 15 + turn}) for turn in range(added)
        ]
        return tuple(words)

    def _ruling(self, item: Ruling) -> str:
        body, breach, act = told(self.chance.child("rulings"), (_BODIES, _BREACHES, _ACTS), item.number)
        draw = self.chance.child("ruling", item.number)
        amount = f"{draw.pick((5, 12, 30, 80, 150, 400, 900), 'm')} 000"
        act = act.format(m=amount, n=draw.pick((2, 8, 15, 30), "n"))
        fate = _FATES[1 + (item.fate + draw.below(4, "fate")) % 4] if item.fate else ""
        mark = f" <i>{fate.format(n=draw.between(2, 60, 'f'))}</i>" if fate else ""
        return f"SAN-2026-{item.number + 30:03d}<td><b>{body}</b><td>{breach}<td>{act}{mark}"

    def _page(
        self, front: Sequence[str], photo: int, table: Sequence[str], hour: int, at: datetime
    ) -> list[Row]:
        local = at + timedelta(hours=2)
        here = self.chance.between(40, 3_000, "here", hour)
        note = f"{local.day:02d}/05/2026, {local:%H h %M} · A− A+ · Se connecter · {here} visites"
        lines = "".join(f"<tr><td>{line}</tr>" for line in table)
        decisions = panels.plain(
            "actes", 680, f"<h2>Délibérations et sanctions</h2><table>{lines}</table>", is_news=True
        )
        rows = [
            row(panels.masthead("Commission vie privée", 1000, note, height=66), tag="header"),
            row(panels.plain("onglets", 1000, "".join(f"<span>{name}</span>" for name in
                ("Particulier", "Professionnel", "Presse", "Textes", "Plainte en ligne")))),
            row(self._une(front, photo), self._waiting(hour)),
            row(self._tools(hour)),
            row(decisions, [self._questions(hour), self._term(hour), self._jobs(hour)], tag="main"),
            row(panels.plain("bas", 1000, '<p class="small">Open data · Plan du site</p>'), tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.3, "banner", hour // 4):
            words = self.chance.pick(("Webinaire : cookies et cantines, quelques places", "Votre avis sur ce site",
                                      "Standard fermé entre midi et deux"), "words", hour // 4)  # fmt: skip
            tall = self.chance.between(40, 170, "banner px", hour // 4)
            rows.insert(
                self.chance.pick((0, 2), "place", hour // 4), row(panels.strip(words, tall, name="bandeau"))
            )
        return rows

    def _une(self, front: Sequence[str], photo: int) -> Panel:
        title, words, *added = front
        more = "".join(f"<em>{line}</em>" for line in added)
        shown = panels.image(f"politics-une-{photo}", 300, 210)
        html = f'<div class="side">{shown}<div><h1>{title}</h1><p>{words}</p>{more}</div></div>'
        return panels.plain("une", 720, html, is_news=True)

    def _waiting(self, hour: int) -> Panel:
        draw = self.chance.child("waiting", hour)
        html = (
            f"<h4>Au téléphone</h4><b>{draw.between(2, 58, 'minutes')} min</b><p>d’attente estimée</p>"
            f"<b>{61_200 + 9 * hour + draw.below(8, 'got'):,}</b><p>plaintes déposées en ligne</p>"
            f"<b>{draw.between(50, 99, 'glad')} %</b><p>d’usagers satisfaits</p>"
        )
        return panels.plain("attente", 280, html.replace(",", " "))

    def _tools(self, hour: int) -> Panel:
        tall = self.chance.pick((130, 190, 190, 260), "tools px", hour // 2)
        cards = "".join(
            f"<div>{panels.image(f'science-outil-{number}', 232, tall)}<h3>{_TOOLS[number]}</h3></div>"
            for number in self.chance.shuffled(range(len(_TOOLS)), "tools", hour)[:4]
        )
        return panels.plain("outils", 1000, f'<h2>Des outils pour vous</h2><div class="cards">{cards}</div>')

    def _questions(self, hour: int) -> Panel:
        lines = "".join(
            f'<li>{words} <span class="small">{self.chance.between(9, 980, "asked", words, hour)} vues</span></li>'
            for words in self.chance.shuffled(_WHYS, "questions", hour)[: 5 + hour % 3]
        )
        return panels.plain("faq", 320, f"<h4>Vos questions</h4><ul>{lines}</ul>")

    def _term(self, hour: int) -> Panel:
        term, words = self.chance.pick(_TERMS, "term", hour // 3)
        return panels.plain("mot", 320, f"<p>Le mot du moment</p><h2>{term}</h2><p>{words}</p>")

    def _jobs(self, hour: int) -> Panel:
        lines = "".join(f"<li>{words}</li>" for words in self.chance.shuffled(_JOBS, "jobs", hour // 6)[:3])
        return panels.plain("emploi", 320, f"<h4>Nous rejoindre</h4><ul>{lines}</ul>")

    def _dialog(self, hour: int) -> tuple[Overlay, ...]:
        if not self.chance.happens(0.1, "dialog", hour):
            return ()
        html = (
            "<h2>Ce site mesure son audience sans vous suivre</h2><p>D’accord · Refuser · En savoir plus</p>"
        )
        return (Overlay(panels.plain("dialogue", 560, html), 220, 520),)


UNSEEN_DOSSIERS = (Vieprivee,)
