"""The university's column beside the news: agenda, most read pages, advertisement and poll, in changing order."""

import html
import random

from benchmarks.served_sites.universidad_altamar_board import HOURS
from benchmarks.served_sites.universidad_altamar_words import (
    EVENTS,
    MOST_READ,
    QUESTIONS,
    SUBJECTS,
    draws,
    filled,
)


def aside(chance: random.Random, hour: int) -> list[str]:
    """The four sections of this hour."""
    sections = [_agenda(hour), _most_read(hour), _advertisement(hour), _poll(chance, hour)]
    draws("ords", hour // 4).shuffle(sections)
    return ['<aside class="lat">', *(line for section in sections for line in section), "</aside>"]


def _agenda(hour: int) -> list[str]:
    events = []
    for number in HOURS[hour].agenda:
        chance = draws("ag", number)
        event = f"{chance.choice(EVENTS)} {chance.choice(SUBJECTS)}"
        events.append(f" <li>{event}, aula {chance.randint(1, 60)}, {chance.randint(16, 21)} h</li>")
    return ["<section>\n<h3>Agenda cultural</h3>\n<ul>", *events, "</ul>\n</section>"]


def _most_read(hour: int) -> list[str]:
    links = []
    for place in range(8):
        chance = draws("le", hour, place)
        address = f"/ir/{chance.randint(1, 9999)}"
        links.append(
            f' <li><a href="{address}">{html.escape(filled(chance.choice(MOST_READ), chance))}</a></li>'
        )
    return ["<section>\n<h3>Lo más consultado</h3>\n<ol>", *links, "</ol>\n</section>"]


def _advertisement(hour: int) -> list[str]:
    height = draws("mh", hour).choice([100, 200, 314])
    return [
        "<section>\n<h3>Publicidad institucional</h3>",
        f'<iframe src="/marco/{hour}.html" width="314" height="{height}" style="border:0" title="Publicidad">'
        "</iframe>\n</section>",
    ]


def _poll(chance: random.Random, hour: int) -> list[str]:
    question = filled(draws("enc", hour // 8).choice(QUESTIONS), draws("encx", hour // 8))
    return [
        f"<section>\n<h3>Encuesta del día</h3>\n<p>{html.escape(question)}</p>",
        f'<meter max="100" value="{chance.randint(5, 95)}"></meter> Sí, {chance.randint(200, 3000)} votos',
        "</section>",
    ]
