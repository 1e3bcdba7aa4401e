"""What stands above and below the columns of Le Courrier de l'Hexagone, and the dialog that lies over them."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from benchmarks.served_sites.courrier_hexagone_news import chance
from benchmarks.served_sites.courrier_hexagone_visit import Visit, gossip
from benchmarks.served_sites.courrier_hexagone_words import WEEKDAYS

_SKIES = ("éclaircies", "averses", "brume", "plein soleil", "vent d’ouest", "couvert")
_RUBRICS = [
    "À la une",
    "Politique",
    "Économie",
    "Monde",
    "Société",
    "Justice",
    "Planète",
    "Culture",
    "Sport",
    "Idées",
    "Régions",
    "Jeux",
]
_QUOTATIONS = (
    ("CAC 40", 7900),
    ("Dow Jones", 41200),
    ("Euro/Dollar", 1.08),
    ("Pétrole", 71),
    ("Or", 2900),
    ("Blé", 224),
)
_IMPRINT = """\
Le journal|Qui sommes-nous|La rédaction|Charte éthique|Médiateur
Services|Carnet|Annonces légales|Boutique|Archives depuis 1947
Suivre|Application|Flux RSS|Infolettres|Réseaux
Légal|Mentions légales|Cookies|Données personnelles|CGV"""


def head(visit: Visit) -> Iterator[str]:
    """All above the columns."""
    height = visit.dice.choice([0, 90, 90, 120, 250])
    yield f"""<!DOCTYPE html>
<html lang="fr">
<head>
<meta charset="utf-8">
<title>Le Courrier de l’Hexagone – L’actualité en continu</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/s/une.css">
</head>
<body class="{"v-b" if visit.narrow else "v-a"}">"""
    if height:
        yield (
            f'<div class="zz0" style="height:{height}px"><iframe title="Publicité" src="/pub/haut.html" width="970" '
            f'height="{height}" scrolling="no"></iframe></div>'
        )
    yield from _strip(visit)
    yield (
        '<header class="mast"><a href="/">Le Courrier <i>de</i> l’Hexagone</a>'
        "<small>Quotidien national fondé en 1947</small></header>"
    )
    yield '<nav class="nv"><ul>'
    for rubric in _RUBRICS:
        yield f' <li><a href="/r/{escape(rubric.lower().replace(" ", "-"))}">{rubric}</a></li>'
    yield "</ul></nav>"
    yield from _exchange(visit)
    if visit.dice.random() < 0.3:
        yield f'<div class="live"><b>EN DIRECT</b> {escape(gossip("live", visit.hour, 1)[0])}</div>'


def _strip(visit: Visit) -> Iterator[str]:
    dice, now = visit.dice, visit.now
    yield '<div class="strip">'
    yield f" <span>{WEEKDAYS[now.weekday()]} {now.day} mars 2025</span>"
    yield f' <span id="hrl" data-m="{now.hour * 60 + dice.randrange(60)}"></span>'
    yield f" <span>Paris {dice.randint(4, 17)} °C, {dice.choice(_SKIES)}</span>"
    yield f" <span>{dice.randint(2100, 19800):,} lecteurs connectés</span>".replace(",", " ")
    yield ' <a href="/abonnement">S’abonner dès 1 €</a>\n</div>'


def _exchange(visit: Visit) -> Iterator[str]:
    yield '<div class="bourse">'
    for name, base in _QUOTATIONS:
        change = visit.dice.uniform(-1.9, 1.9)
        way = "up" if change > 0 else "dn"
        price = f"{base * (1 + change / 100):.2f}"
        yield f' <span>{name} <b>{price}</b> <em class="{way}">{change:+.2f} %</em></span>'
    yield "</div>"


def foot(visit: Visit) -> Iterator[str]:
    """The imprint."""
    yield '<footer class="ft"><div>'
    for line in _IMPRINT.splitlines():
        heading, *links = line.split("|")
        yield f" <ul><li><b>{heading}</b></li>"
        for link in links:
            yield f'  <li><a href="/info/{chance(link).randrange(999)}">{link}</a></li>'
        yield " </ul>"
    yield (
        f"</div><p>© 2025 Société éditrice du Courrier – page servie en {visit.dice.randint(31, 412)} ms "
        f"par le serveur fr-{visit.dice.randint(1, 9)}</p></footer>"
    )


def dialog(visit: Visit) -> Iterator[str]:
    """What asks for consent, in some hours."""
    if chance("dlg", visit.hour).random() < 0.22:
        yield (
            f'<div class="dlg"><b>Votre vie privée compte</b><p>Avec nos {visit.dice.randint(640, 910)} partenaires, '
            "nous déposons des traceurs pour mesurer l’audience.</p><button>Tout accepter</button> "
            "<button>Continuer sans accepter</button></div>"
        )
