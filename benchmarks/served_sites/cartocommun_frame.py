"""What surrounds the columns of the wiki: head, appeal for gifts, menu on the left, cookie dialog and foot."""

import html
import random
from datetime import datetime, timedelta

from benchmarks.served_sites.cartocommun_history import STARTS_AT
from benchmarks.served_sites.cartocommun_words import APPEALS, PLACES, THINGS, draws, filled

_LINKS = """
 <strong>Cartocommun</strong>
 <a href="/">Accueil</a> <a href="/carte">Carte</a> <a href="/charte">Charte</a>\
 <a href="/groupes">Groupes locaux</a>
""".strip("\n")
_NAVIGATION = """
<h4>Navigation</h4>
<ul>
 <li><a href="/debuter">Débuter</a></li>
 <li><a href="/aide">Aide</a></li>
 <li><a href="/bistro">Le bistro</a></li>
 <li><a href="/toponymes">Toponymes</a></li>
 <li><a href="/imports">Imports</a></li>
</ul>
""".strip()
_COOKIES = """
<div id="ck">
 <b>Un témoin pour la route ?</b>
 <p>Nous posons un témoin de session et, si vous le voulez, un témoin de mesure d’audience.</p>
 <button>Non merci</button> <button>D’accord</button>
</div>
""".strip()
_LEGAL = """
 <br><a href="/mentions">Mentions légales</a> · <a href="/contact">Contact</a> ·\
 <a href="/miroirs">Miroirs</a> · <a href="/archives">Archives</a>
</div>
</body>
</html>
""".strip("\n")


def served_at(hour: int) -> datetime:
    """The minute at which this hour's visit is answered."""
    return STARTS_AT + timedelta(hours=hour, minutes=draws("m", hour).randint(2, 9))


def head(chance: random.Random, hour: int) -> list[str]:
    """The document's head, the appeal for gifts and the bar of links."""
    body = ' style="font-family:sans-serif"' if draws("sans", hour // 6).random() < 0.25 else ""
    return [
        '<!doctype html>\n<html lang="fr">\n<head>\n<meta charset="utf-8">',
        "<title>Charte:Conditions d’utilisation — Cartocommun</title>",
        f'<meta name="generator" content="PliWiki 4.{hour % 3}">',
        f'<meta name="csrf" content="{chance.getrandbits(64):016x}">',
        f'<link rel="stylesheet" href="/load/style.css?v={hour // 30}">\n</head>',
        f"<body{body}>",
        *_appeal(chance, hour),
        f'<div id="haut">\n{_LINKS} <a href="/hasard/{chance.randint(1, 9999)}">Page au hasard</a>',
        f' <form><input placeholder="Chercher parmi {182000 + hour * 7 + chance.randint(0, 6)} pages"></form>',
        "</div>",
    ]


def _appeal(chance: random.Random, hour: int) -> list[str]:
    """The appeal for gifts: absent, low or high."""
    kind = draws("don", hour // 2).choice([None, None, "", "g"])
    if kind is None:
        return []
    first = html.escape(filled(draws("dt", hour).choice(APPEALS), "don", hour))
    second = html.escape(filled(draws("du", hour).choice(APPEALS), "don2", hour))
    progress = f'<progress max="100" value="{chance.randint(5, 99)}"></progress>'
    return [
        f'<div class="don {kind}">\n {first} {second}',
        f" <br>{progress} {chance.randint(1000, 90000)} €\n</div>",
    ]


def menu(chance: random.Random, hour: int) -> list[str]:
    """The left column: navigation, figures of the moment, neighbouring pages, a picture."""
    height = [110, 150, 210][hour % 3]
    return [
        f'<div id="men">\n{_NAVIGATION}\n<h4>En direct</h4>\n<ul>',
        f" <li>{chance.randint(40, 700)} personnes en ligne</li>",
        f" <li>{chance.randint(2, 90)} modifications par minute</li>",
        f" <li>Retard de réplication : {chance.randint(0, 55)} s</li>",
        "</ul>\n<h4>Pages voisines</h4>\n<ul>",
        *(_neighbour(chance) for _ in range(chance.randint(4, 9))),
        "</ul>",
        f'<img src="/img/vignette-{hour % 11}.svg" width="150" height="{height}" alt="Image du moment" loading="lazy">',
        "</div>",
    ]


def _neighbour(chance: random.Random) -> str:
    address = f"/w/{chance.randint(1, 9999)}"
    thing = html.escape(chance.choice(THINGS).capitalize())
    return f' <li><a href="{address}">{thing} ({html.escape(chance.choice(PLACES))})</a></li>'


def foot(chance: random.Random, hour: int) -> list[str]:
    """The cookie dialog, which comes and goes, and the foot."""
    return [
        *([_COOKIES] if draws("ck", hour // 5).random() < 0.3 else []),
        '<div class="bas">',
        f" Cartocommun est une association loi de 1901. Page servie en {chance.randint(20, 900)} ms "
        f"le {served_at(hour):%d/%m/%Y à %H:%M}, cache {chance.choice(['froid', 'tiède', 'chaud'])}.",
        _LEGAL,
    ]
