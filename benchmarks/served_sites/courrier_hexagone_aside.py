"""The narrow column of Le Courrier de l'Hexagone: what is read most, the poll, the stars, the evening's television."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from benchmarks.served_sites.courrier_hexagone_news import chance
from benchmarks.served_sites.courrier_hexagone_visit import Visit, gossip

_ASKED = """\
Faut-il supprimer le changement d’heure ?
Prenez-vous encore le train de nuit ?
Le menu végétarien doit-il être obligatoire ?
Lisez-vous sur papier ?
Les zoos ont-ils un avenir ?""".splitlines()
_SIGNS = ("Bélier", "Taureau", "Gémeaux", "Cancer", "Lion", "Vierge")
_OMENS = ("Une rencontre", "Un courrier", "Une dépense", "Un silence", "Un voyage", "Une idée")
_EFFECTS = [
    "vous surprendra",
    "attendra demain",
    "changera vos plans",
    "mérite réflexion",
    "vous fera sourire",
]
_CHANNELS = ("Une", "Deux", "Tropiques", "Canal Nord", "Arts", "Ciné Plus", "Histoire", "Planète TV")
_STARTS = ("20 h 50", "21 h 05", "21 h 10")
_GENRES = ("Film", "Série", "Documentaire", "Variétés", "Magazine", "Football")
_PROGRAMMES = [
    "Les Marées",
    "Double mixte",
    "Retour à Cassis",
    "La Brigade",
    "Nuits blanches",
    "Le Grand Quiz",
    "Terre de feu",
]
_CLUES = ("Fleuve côtier", "Oiseau bavard", "Perdit son temps", "Vent du sud", "Mesure agraire")


def aside(visit: Visit) -> Iterator[str]:
    """The whole column."""
    yield '<aside class="c2">'
    yield from _most_read(visit)
    yield (
        '<div class="zz2"><iframe title="Pub" src="/pub/cote.html" width="300" '
        f'height="{visit.dice.choice([250, 600])}" scrolling="no"></iframe></div>'
    )
    yield from _poll(visit)
    yield from _horoscope(visit)
    yield from _television(visit)
    yield from _for_you(visit)
    yield (
        f'<details class="mot"><summary>Mots croisés n° {5120 + visit.hour // 24}</summary>'
        f"<p>Horizontalement : 1. {visit.dice.choice(_CLUES)}.</p></details>"
    )
    yield "</aside>\n</main>"


def _most_read(visit: Visit) -> Iterator[str]:
    yield '<div class="ml"><h2>Les plus lus</h2><ol>'
    for text in gossip("ml", visit.hour, 10):
        yield f' <li><a href="/l/{chance(text).randrange(9999)}">{escape(text)}</a></li>'
    yield "</ol></div>"


def _poll(visit: Visit) -> Iterator[str]:
    yield f'<div class="sond"><h2>La question du jour</h2><p>{_ASKED[visit.hour // 24 % 5]}</p>'
    yes = visit.dice.randint(30, 70)
    votes = 1200 + visit.hour % 24 * 410 + visit.dice.randrange(300)
    yield (
        f'<div class="bar"><i style="width:{yes}%"></i></div>'
        f"<p>Oui {yes} % – Non {100 - yes} % ({votes} votes)</p></div>"
    )


def _horoscope(visit: Visit) -> Iterator[str]:
    yield '<div class="horo"><h2>Horoscope</h2><dl>'
    for sign in _SIGNS:
        dice = chance("horo", visit.hour // 12, sign)
        yield f" <dt>{sign}</dt><dd>{dice.choice(_OMENS)} {dice.choice(_EFFECTS)}.</dd>"
    yield "</dl></div>"


def _television(visit: Visit) -> Iterator[str]:
    yield '<div class="tv"><h2>Ce soir à la télévision</h2><table>'
    for channel in _CHANNELS:
        dice = chance("tv", visit.hour // 24, channel)
        yield (
            f" <tr><td>{channel}</td><td>{dice.choice(_STARTS)}</td>"
            f"<td>{dice.choice(_GENRES)} : {dice.choice(_PROGRAMMES)}</td></tr>"
        )
    yield "</table></div>"


def _for_you(visit: Visit) -> Iterator[str]:
    yield '<div class="reco"><h2>Pour vous</h2>'
    for text in gossip("reco", visit.hour, 8):
        yield (
            f'<p><a href="/p/{chance(text).randrange(9999)}">{escape(text)}</a><br>'
            f"<small>il y a {visit.dice.randint(2, 59)} min</small></p>"
        )
    yield "</div>"
