"""The right column of the wiki: recent changes, anecdotes, a picture, a partner, in changing order; statistics."""

import html
import random
from datetime import timedelta

from benchmarks.served_sites.cartocommun_frame import served_at
from benchmarks.served_sites.cartocommun_words import ACTS, ANECDOTES, PLACES, THINGS, author, draws, filled


def aside(chance: random.Random, hour: int) -> list[str]:
    """The column as it stands in this hour."""
    boxes = [_recent(hour), _anecdotes(hour), _picture(chance, hour), _partner(hour)]
    draws("ord", hour // 4).shuffle(boxes)
    return [
        '<div id="dro">',
        *(line for box in boxes for line in box),
        '<table class="in">\n <tr><th colspan="2">Statistiques</th></tr>',
        f" <tr><td>Objets</td><td>{88120034 + hour * 1311 + chance.randint(0, 900)}</td></tr>",
        f" <tr><td>Membres actifs</td><td>{chance.randint(9000, 9900)}</td></tr>",
        f" <tr><td>Tuiles servies</td><td>{chance.randint(100, 999)} millions</td></tr>",
        "</table>\n</div>",
    ]


def _recent(hour: int) -> list[str]:
    parts = ['<div class="bo">\n<h3>Modifications récentes</h3>\n<ul>']
    for place in range(draws("rn", hour).randint(7, 13)):
        chance = draws("rec", hour, place)
        at = served_at(hour) - timedelta(minutes=3 * place + 1)
        deed = f"{author(chance)} {chance.choice(ACTS)} {html.escape(chance.choice(THINGS))}"
        town = html.escape(chance.choice(PLACES))
        size = f"{chance.choice('+-')}{chance.randint(1, 900)}"
        parts.append(f" <li>{at:%H:%M} {deed} à {town} <i>({size})</i></li>")
    return [*parts, "</ul>\n</div>"]


def _anecdotes(hour: int) -> list[str]:
    told = [
        filled(draws("an", hour // 2, place).choice(ANECDOTES), "an", hour // 2, place) for place in range(4)
    ]
    return [
        '<div class="bo">\n<h3>Le saviez-vous ?</h3>\n<ul>',
        *(f" <li>… {html.escape(anecdote)} ?</li>" for anecdote in told),
        "</ul>\n</div>",
    ]


def _picture(chance: random.Random, hour: int) -> list[str]:
    height = draws("ih", hour // 2).choice([150, 234, 310])
    thing, town = html.escape(chance.choice(THINGS).capitalize()), html.escape(chance.choice(PLACES))
    return [
        '<div class="bo">\n<h3>Image du jour</h3>',
        f'<img src="/img/jour-{hour // 2 % 60}.svg" width="234" height="{height}" alt="">',
        f"<p>{thing}, {town}. Photo {author(chance)}.</p>\n</div>",
    ]


def _partner(hour: int) -> list[str]:
    height = draws("fh", hour).choice([120, 234, 400])
    return [
        '<div class="bo">\n<h3>Partenaire</h3>',
        f'<iframe src="/cadre/{hour}.html" width="234" height="{height}" style="border:0" title="Partenaire">'
        "</iframe>\n</div>",
    ]
