"""A French town's page on a flood of ten days, whose news is what the authorities decide or announce.

Hard is that readings, a map redrawn with rain, a webcam, free beds, ages and the order of rows move every hour.
"""

import html
import math
import random
from typing import NamedTuple

from benchmarks.served_sites.crue_vaurette_aside import aside
from benchmarks.served_sites.crue_vaurette_course import (
    CLOSED,
    DAYS,
    OPEN,
    STARTS_AT,
    WEEKDAYS,
    centre_state,
    decisions,
    dice,
    road_state,
    sector_state,
    when,
)
from benchmarks.served_sites.crue_vaurette_look import CSS, SCRIPT
from benchmarks.served_sites.crue_vaurette_main import main_column, reading, restrictions
from benchmarks.served_sites.crue_vaurette_pictures import poster, town_map, webcam
from benchmarks.served_sites.crue_vaurette_places import CENTRES, ROADS, SECTORS
from benchmarks.served_sites.crue_vaurette_reports import reports
from benchmarks.served_sites.crue_vaurette_words import MENU, POSTERS

__all__ = ["DAYS", "NAME", "STARTS_AT", "WHAT", "asset", "page", "truth"]

NAME = "crue_vaurette"
WHAT = (
    "Town flood page (French): the news is what the authorities decide or announce - warning colour, evacuation orders "
    "by sector, closed or reopened roads, reception centres opened or closed, service closures, numbered situation "
    "reports; hard because river readings, a redrawn map with rain radar, webcam, free beds, ages of closures and row "
    "order move every hour and do not matter"
)


class _Template(NamedTuple):
    """What differs between the page's two templates."""

    suffix: str
    version: int
    header: str
    columns: str
    order: str
    menu: tuple[str, ...]


_OLD = _Template("", 4, "#0b4a7a", "1fr 290px", "0", MENU)
_NEW = _Template("-v2", 5, "#123a5c", "290px 1fr", "2", MENU[::-1])
_RELAUNCH = 123  # the hour, in the fifth night


def truth(hour: int) -> str:
    """Whether something is decided or reported before the next visit, or only a report corrected."""
    old, new = reports(hour), reports(hour + 1)
    if (decisions(hour), old) != (decisions(hour + 1), new):
        return "important"
    are_same = [report.shown(hour) for report in old] == [report.shown(hour + 1) for report in new]
    return "unimportant" if are_same else "left out"


def page(hour: int) -> str:
    """The page as served in this hour; one row of dice is thrown along it, so its parts keep their order."""
    chance, moment = dice(hour, "page"), when(hour)
    template = _OLD if hour < _RELAUNCH else _NEW
    minute = chance.randint(0, 4)
    time = f"{moment.hour} h {minute:02d}"
    menu = _menu(chance, template)
    cookies = _cookies(chance)
    return "\n".join(
        [
            '<!DOCTYPE html>\n<html lang="fr"><head><meta charset="utf-8">'
            "<title>Info crue - Ville de Montclar-sur-Vaurette</title>"
            f'<meta name="csrf" content="{chance.getrandbits(96):024x}">',
            '<meta name="viewport" content="width=device-width">'
            f'<meta name="generator" content="Communa 7.{template.version}">'
            f"<style>{_style(template)}</style></head>",
            f'<body class="gabarit{template.suffix}"><header class="haut"><div><b>Montclar-sur-Vaurette</b><br>'
            "Info crue : suivez la situation heure par heure</div>",
            f"<div>{WEEKDAYS[moment.weekday()]} {moment:%d/%m/%Y}<br>"
            f'<span id="horloge" data-m="{time}"></span><br>'
            f"{chance.randint(40, 2900)} visiteurs en ce moment</div></header>",
            f'<nav aria-label="Menu">{menu}</nav><div class="corps"><main>{main_column(hour, minute)}</main>'
            f"{aside(hour)}</div>",
            '<footer class="bas">Mairie de Montclar-sur-Vaurette, place du Pilori. '
            f"Page mise à jour automatiquement le {moment:%d/%m/%Y} à {time}. "
            f"Partagée {1200 + 31 * hour + chance.randint(0, 20)} fois. "
            f"Serveur web{chance.randint(1, 4)}, {chance.randint(20, 480)} ms.</footer>{cookies}",
            f'<script type="application/json" id="voies">{restrictions(hour)}</script>'
            f'<script nonce="{chance.getrandbits(48):x}">{SCRIPT}</script></body></html>',
        ]
    )


def _menu(chance: random.Random, template: _Template) -> str:
    links = [f'<a href="/{place}">{name}</a>' for place, name in enumerate(template.menu)]
    if chance.random() < 0.15:
        links.append('<a href="/enquete" class="nouv">Donnez votre avis sur le site</a>')
    return "".join(links)


def _cookies(chance: random.Random) -> str:
    if chance.random() >= 0.12:
        return ""
    return (
        '<div id="ck" role="dialog">Ce site mesure son audience de façon anonyme. <button>D\'accord</button> '
        "<button>Refuser</button></div>"
    )


def _style(template: _Template) -> str:
    style = CSS.replace("TETE", template.header)
    return style.replace("COLS", template.columns).replace("ORDRE", template.order)


def asset(path: str, hour: int) -> tuple[str, bytes] | None:
    """The type and the bytes of what the page names; None where nothing lies."""
    name, _, query = path.partition("?")
    if name == "/carte/situation.png":
        return "image/png", _map(hour)
    if name == "/webcam/pont.png":
        return "image/png", _webcam(hour)
    digits = "".join(letter for letter in query.rpartition("k=")[2] if letter.isdigit())
    number = int(digits or "0") % len(POSTERS)
    title, subtitle = POSTERS[number]
    if name == "/encart":
        shown = (
            '<!DOCTYPE html><html lang="fr"><meta charset="utf-8"><body style="margin:0;font:14px Arial">'
            f'<a href="/sortie/{number}"><img src="/affiche.png?k={number}" width="280" height="150" alt=""></a>'
            f"<br><b>{html.escape(title)}</b> - {html.escape(subtitle)}</body></html>"
        )
        return "text/html; charset=utf-8", shown.encode()
    if name == "/affiche.png":
        return "image/png", poster(number, subtitle.replace("é", "e"))
    return None


def _map(hour: int) -> bytes:
    states = [(road, road_state(road, hour)[1]) for road in ROADS]
    return town_map(
        f"{when(hour):%d/%m %H}:00",
        river=8 + 5 * reading(0, hour),
        sectors=[(sector, sector_state(sector, hour)[1]) for sector in SECTORS],
        roads=[(road, state == CLOSED) for road, state in states if state != OPEN],
        centres=[centre for centre in CENTRES if centre_state(centre, hour)[1]],
        radar=f"radar{hour}",
    )


def _webcam(hour: int) -> bytes:
    moment = when(hour)
    light = max(0.0, math.sin((moment.hour - 7) / 11 * math.pi)) if 7 <= moment.hour <= 18 else 0.0
    return webcam(f"{moment:%d/%m/%Y %H}:00", light, reading(0, hour), f"cam{hour}")
