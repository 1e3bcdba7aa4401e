"""The wide column of Le Courrier de l'Hexagone: the lead, the news below it, and large boxes without news."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from benchmarks.served_sites.courrier_hexagone_news import Front, chance, story
from benchmarks.served_sites.courrier_hexagone_visit import Visit, gossip
from benchmarks.served_sites.courrier_hexagone_words import ADVERTS, COMMENTED, COMMENTS, READERS

_CREDITS = ("Photo Agence Hexa", "© Studio Presse", "Archives", "Photo d’illustration")
_OFFERS = ("Newsletter", "Offre de printemps", "Club des lecteurs", "Podcast maison")
_OFFERED = (
    "Recevez chaque matin l’essentiel",
    "Trois mois pour le prix d’un",
    "Rencontrez la rédaction",
    "Écoutez le nouvel épisode",
)


def main_column(visit: Visit, front: Front) -> Iterator[str]:
    """The whole column, from the lead down."""
    yield '<main class="gr">\n<section class="c1">'
    yield from _lead(visit, front)
    yield from _offer(visit)
    yield from _news(visit, front)
    yield (
        '<div class="zz1"><iframe title="Annonce" src="/pub/milieu.html" width="728" '
        f'height="{visit.dice.choice([90, 180])}" scrolling="no"></iframe></div>'
    )
    yield from _slides(visit)
    yield from _chat(visit)
    yield from _sponsored(visit)


def _lead(visit: Visit, front: Front) -> Iterator[str]:
    dice, age, told = visit.dice, visit.hour - front.since, front.story
    # The picture turns by itself, whatever the words do.
    frame = visit.hour // 3 % 4
    width, height = (430, 290) if visit.narrow else (820, 410)
    yield '<article class="k1">'
    yield (
        f'<figure class="k4"><img src="/ph/une-{front.picture}-{frame}.svg" alt="" width="{width}" height="{height}">'
        f"<figcaption>{_CREDITS[frame]}</figcaption></figure>"
    )
    yield '<div class="k5">'
    badge = '<span class="bdg">LIVE</span>' if dice.random() < 0.25 else ""
    yield f'<p class="k2">{told.section}{badge}</p>'
    yield f'<h1><a href="/article/{front.lead}">{escape(told.title)}</a></h1>'
    yield f'<p class="k3">{escape(told.standfirst)}</p>'
    yield '<ul class="k6">'
    for point in told.points:
        yield f" <li>{escape(point)}</li>"
    yield "</ul>"
    published = "à l’instant" if age == 0 else f"il y a {age} h"
    yield (
        f'<p class="k7">Par {told.author} · Publié {published} · <b>{140 + age * 37 + dice.randrange(30)}</b> '
        f"réactions · {dice.randint(2, 9)} min de lecture</p>"
    )
    yield "</div>\n</article>"


def _offer(visit: Visit) -> Iterator[str]:
    dice = visit.dice
    if chance("promo", visit.hour // 2).random() < 0.35:
        yield (
            f'<div class="promo"><b>{dice.choice(_OFFERS)}</b> {dice.choice(_OFFERED)}'
            f" – plus que {dice.randint(2, 90)} places</div>"
        )


def _news(visit: Visit, front: Front) -> Iterator[str]:
    yield '<section class="b2"><h2>Aussi dans l’actualité</h2><div class="g3">'
    for place, (number, version) in enumerate(front.below):
        told = story(number, version)
        yield '<div class="q1">'
        if place < 3:
            yield f'<img loading="lazy" src="/ph/s-{number}.svg" alt="" width="250" height="140">'
        yield f'<h3><span>{told.section}</span> <a href="/article/{number}">{escape(told.title)}</a></h3>'
        yield f"<small>{visit.dice.randint(3, 400)} commentaires</small>\n</div>"
    yield "</div></section>"


def _slides(visit: Visit) -> Iterator[str]:
    yield '<section class="car"><h2>Le diaporama</h2><div class="crow">'
    first = visit.dice.randrange(8)
    for slide in ((first + place) % 8 for place in range(4)):
        caption = escape(gossip(f"dia{slide}", visit.hour // 6, 1)[0])
        yield (
            f'<figure><img src="/ph/dia-{slide}.svg" width="195" height="120" alt="">'
            f"<figcaption>{caption}</figcaption></figure>"
        )
    yield "</div></section>"


def _chat(visit: Visit) -> Iterator[str]:
    yield '<section class="chat"><h2>La conversation des lecteurs</h2>'
    dice = chance("chat", visit.hour)
    for place in range(8):
        reader = dice.choice(READERS)
        comment = dice.choice(COMMENTS).format(x=dice.choice(COMMENTED), n=dice.randint(2, 60))
        yield (
            f"<blockquote><cite>{reader}</cite> <time>{visit.now.hour:02d} h {59 - place * 6:02d}</time>"
            f"<p>{escape(comment)}</p><small>▲ {dice.randint(0, 99)} ▼ {dice.randint(0, 40)}</small></blockquote>"
        )
    yield "</section>"


def _sponsored(visit: Visit) -> Iterator[str]:
    yield '<section class="spon"><h2>Contenus sponsorisés</h2><div class="g4">'
    for place, text in enumerate(gossip("spon", visit.hour, 12)):
        firm, _, ground, _ = visit.dice.choice(ADVERTS)
        yield (
            f'<a class="sp" href="/out/{place}"><i style="background:{ground}"></i><b>{escape(text)}</b>'
            f"<small>{firm}</small></a>"
        )
    yield "</div></section>\n</section>"
